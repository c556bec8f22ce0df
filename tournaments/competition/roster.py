"""What becomes of the matches of a team that leaves a stage: given to the others, kept, or annulled.

A match whose two sides are certain is decided at once, also while one of them still plays another. Where an
opponent is not known yet, or several sit at the table, no outcome can say it: there the side is left empty
(`brackets.py`), and whoever else comes has a bye. What several have played at a table stays in any case, and
in a bracket who won before has won, whoever leaves later.
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
LEAVING = frozenset({types.WITHDRAWAL, types.DISQUALIFICATION})
"""How one leaves: of one's own will, or sent away. They are the reasons of the byes that leaves."""


class RosterEvent(NamedTuple):
    """A change of who is in: a word of this module, about whom, and what the rounds missed are worth."""

    kind: str
    entrant: types.EntrantId
    points: types.Points = types.Points(0)


@dataclass(frozen=True)
class Roster:
    """Who has left and how, and who entered late, in that order, with what the rounds missed are worth."""

    withdrawals: Mapping[types.EntrantId, str] = field(default_factory=dict)
    late: Mapping[types.EntrantId, types.Points] = field(default_factory=dict)


def roster_of(changes: Iterable[RosterEvent]) -> Roster:
    """Fold the changes of a stage, in their order."""
    gone: dict[types.EntrantId, str] = {}
    late: dict[types.EntrantId, types.Points] = {}
    for change in changes:
        if change.kind in LEAVING:
            gone[change.entrant] = change.kind
        elif change.kind == RETURN:
            gone.pop(change.entrant, None)
        elif change.kind == LATE:
            late[change.entrant] = change.points
    return Roster(gone, late)


def stood_at(changes: Sequence[tuple[datetime, bool]], moment: datetime | None) -> bool:
    """Return whether a player stood in a team at a moment, or still does.

    `changes` are when they came (true) or went, in order; who went first had been there from the start.
    """
    there = not (changes and changes[0][1])
    for at, came in changes:
        if moment is None or at <= moment:
            there = came
    return there


GIVEN: Mapping[str, type[types.Withdrawal] | type[types.Disqualification]] = {
    types.WITHDRAWAL: types.Withdrawal,
    types.DISQUALIFICATION: types.Disqualification,
}


def is_annulled(policy: str, bracket: Bracket, entrant: types.EntrantId, matches: int) -> bool:
    """Whether the matches of who leaves are taken out; `matches` is how many it was to play in all."""
    played = sum(isinstance(match.outcome, types.Result) for match in _of(bracket, entrant))
    return policy == ANNUL or (policy == HALF and 2 * played < matches)


def matches_in_plan(bracket: Bracket, entrant: types.EntrantId) -> int:
    """How many matches somebody has in a structure that is known at the draw, byes apart."""
    return sum(
        not any(isinstance(side, types.Nobody) for side in match.sides) for match in _of(bracket, entrant)
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
    """How each match ends that ends otherwise because somebody leaves; those given back are open."""
    matches = (
        replace(match, outcome=None) if match.label in given_back else match
        for match in _of(bracket, entrant)
    )
    found = ((match, _ending(match, entrant, kind, reason, annulled=annulled)) for match in matches)
    return {match.label: outcome for match, outcome in found if outcome and outcome != match.outcome}


def _of(bracket: Bracket, entrant: types.EntrantId) -> Iterator[BracketMatch]:
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
    """Of one of its matches; None where it stays as it is, or where the side is left empty."""
    if len(match.sides) > 2 or isinstance(match.outcome, types.Bye | types.Annulled):
        return None
    if match.outcome is not None:
        return types.Annulled(reason) if annulled else None
    if not all(isinstance(side, types.KnownEntrant | types.Expected) for side in match.sides):
        return None
    return types.Annulled(reason) if annulled else GIVEN[kind](1 - (_side(match, entrant) or 0), reason)


MOST_TEAMS = 1_024
"""The largest number of teams in a tournament."""
