"""The matches of a team that leaves a stage: awarded to the opponents, kept, or annulled.

A match of two sides is decided at once if both entrants are certain, even while one of them is still playing
another match. If an opponent is unknown, or more than two sides sit at the table, the match gets no outcome:
the side of the team that left stays empty (`brackets.py`), and the other entrant has a bye. Played matches of
more than two sides always count. In a bracket a win stays a win, even if the winner leaves later.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from tournaments.competition import types
from tournaments.competition.format_parts.brackets import Bracket, BracketMatch
from tournaments.competition.format_parts.club_policies import ANNUL, HALF

RETURN = "return"
LATE = "late"
SUBSTITUTE = "substitute"
# The two ways to leave a stage: voluntarily, or by disqualification. They are also reasons of byes.
LEAVING = frozenset({types.WITHDRAWAL, types.DISQUALIFICATION})


class RosterEvent(NamedTuple):
    """A change of the entrants of a stage: its kind, the entrant, and match points for missed rounds."""

    kind: str
    entrant: types.EntrantId
    points: types.Points = types.Points(0)


@dataclass(frozen=True)
class Roster:
    """The changes of the entrants of a stage.

    `withdrawals` maps the teams that left to their reasons. `late` maps the late entrants, by order of entry,
    to their match points.
    """

    withdrawals: Mapping[types.EntrantId, str] = field(default_factory=dict)
    late: Mapping[types.EntrantId, types.Points] = field(default_factory=dict)


def roster_of(changes: Iterable[RosterEvent]) -> Roster:
    """Return the roster after all changes of a stage, given in chronological order."""
    departures: dict[types.EntrantId, str] = {}
    late: dict[types.EntrantId, types.Points] = {}
    for change in changes:
        if change.kind in LEAVING:
            departures[change.entrant] = change.kind
        elif change.kind == RETURN:
            departures.pop(change.entrant, None)
        elif change.kind == LATE:
            late[change.entrant] = change.points
    return Roster(departures, late)


def stood_at(changes: Sequence[tuple[datetime, bool]], moment: datetime | None) -> bool:
    """Return True if a player belonged to a team at the time `moment`; None means now.

    `changes` are pairs of a time and True (joined) or False (left), in order. A player whose first change is
    leaving belonged to the team from the start.
    """
    in_team = not (changes and changes[0][1])
    for at, joined in changes:
        if moment is None or at <= moment:
            in_team = joined
    return in_team


OUTCOMES: Mapping[str, type[types.Withdrawal] | type[types.Disqualification]] = {
    types.WITHDRAWAL: types.Withdrawal,
    types.DISQUALIFICATION: types.Disqualification,
}


def is_annulled(policy: str, bracket: Bracket, entrant: types.EntrantId, matches: int) -> bool:
    """Return True if the matches of an entrant that leaves are annulled under the policy.

    `matches` is the planned number of matches of the entrant.
    """
    played = sum(isinstance(match.outcome, types.Result) for match in _matches_of(bracket, entrant))
    return policy == ANNUL or (policy == HALF and 2 * played < matches)


def matches_in_plan(bracket: Bracket, entrant: types.EntrantId) -> int:
    """Return an entrant's number of matches, byes excluded, in a structure that is known at the draw."""
    return sum(
        not any(isinstance(side, types.Nobody) for side in match.sides)
        for match in _matches_of(bracket, entrant)
    )


def outcomes_of_leaving(
    bracket: Bracket,
    entrant: types.EntrantId,
    kind: str,
    reason: str,
    *,
    annulled: bool,
    given_back: Container[types.Label] = (),
) -> Mapping[types.Label, types.Outcome]:
    """Return, by label, the new outcome of each match that changes because an entrant leaves.

    Matches in `given_back` count as not yet decided.
    """
    matches = (
        replace(match, outcome=None) if match.label in given_back else match
        for match in _matches_of(bracket, entrant)
    )
    endings = ((match, _ending(match, entrant, kind, reason, annulled=annulled)) for match in matches)
    return {match.label: outcome for match, outcome in endings if outcome and outcome != match.outcome}


def _matches_of(bracket: Bracket, entrant: types.EntrantId) -> Iterator[BracketMatch]:
    return (match for match in bracket.matches.values() if _side(match, entrant) is not None)


def _side(match: BracketMatch, entrant: types.EntrantId) -> int | None:
    return next(
        (
            side
            for side, each in enumerate(match.sides)
            if each in (types.KnownEntrant(entrant), types.Expected(entrant))
        ),
        None,
    )


def _ending(
    match: BracketMatch, entrant: types.EntrantId, kind: str, reason: str, *, annulled: bool
) -> types.Outcome | None:
    """Return the new outcome of a match of the entrant that leaves; None if the outcome does not change."""
    if len(match.sides) > 2 or isinstance(match.outcome, types.Bye | types.Annulled):
        return None
    if match.outcome is not None:
        return types.Annulled(reason) if annulled else None
    if not all(isinstance(side, types.KnownEntrant | types.Expected) for side in match.sides):
        return None
    return types.Annulled(reason) if annulled else OUTCOMES[kind](1 - (_side(match, entrant) or 0), reason)


# The maximum number of teams in a tournament.
MOST_TEAMS = 1_024
