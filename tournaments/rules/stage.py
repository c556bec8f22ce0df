"""A stage as its standings see it: who is in it, the matches that are over, what each entrant made of them.

It knows nothing of rounds to come; who plays whom next is the format's business. What is counted here is
counted once a stage and kept, so that asking everybody costs as much as there are matches.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import lcm
from typing import NamedTuple

from scoring.rules.options import OptionValue
from tournaments.rules.brackets import Bracket
from tournaments.rules.byes import DECIDED
from tournaments.rules.match_points import USUAL, MatchPoints
from tournaments.rules.plan import Group
from tournaments.rules.tally import (
    AtTables,
    Duel,
    Tally,
    at_table,
    counts,
    counts_of,
    duels_of,
    tally_of,
    total,
)
from tournaments.rules.types import Bye, EntrantId, Known, Label, Outcome, Pairing, Points, Result


class Meeting(NamedTuple):
    """A match that is over: who was in it, one alone with a bye, and how it ended."""

    label: Label
    entrants: Pairing
    outcome: Outcome
    round: int = 1


@dataclass(frozen=True, eq=False)
class StageState:
    """The entrants on their lines, line 1 first, and every match that is over."""

    entrants: tuple[EntrantId, ...]
    meetings: tuple[Meeting, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    values: MatchPoints = USUAL
    games_to_win: int = 2
    """The games a walkover is worth: what wins a match."""
    sides: int = 2
    """How many sit at a table."""
    by_net: bool = False
    """Whether a match is worth its net: then no win, loss or bye is worth anything by itself."""
    lots: tuple[EntrantId, ...] = ()
    """The entrants as a lot drew them, for those nothing else separates."""
    groups: tuple[Group, ...] = ()
    """Those who have standings of their own; none where all are in one."""
    targets: tuple[int, ...] = ()
    """To how many points each game is played; none where games have no target."""
    clubs: Mapping[EntrantId, str] = field(default_factory=dict)
    """The club of each entrant that has one: club mates are kept apart where a round can choose."""
    gone: frozenset[EntrantId] = frozenset()
    """Who plays no further round: left, sent away, or out of it by a cut."""

    before: tuple["StageState", ...] = ()
    """Stages that count together with this one, each by its own values: see `joined` in `standings.py`."""

    def tally(self, who: EntrantId) -> Tally:
        """What this entrant made of its matches."""
        return self._tallies.get(who, _NO_MATCH)

    def match_points(self, who: EntrantId) -> Points:
        """COM-WO-1: a match won without play counts as won; a net of a match that was not played is 0."""
        return self._match_points.get(who, _NO_POINTS)

    def opponents(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Everyone met at a table; a walkover is no meeting (COM-WO-1)."""
        return tuple(duel.other for duel in self.duels(who) if duel.played)

    def beaten(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Everyone beaten at a table."""
        return tuple(duel.other for duel in self.duels(who) if duel.played and duel.ahead)

    def level_with(self, who: EntrantId) -> tuple[EntrantId, ...]:
        """Everyone a match at a table ended level with."""
        return tuple(duel.other for duel in self.duels(who) if duel.played and duel.ahead is None)

    def duels(self, who: EntrantId) -> Sequence[Duel]:
        """What it made of every match against every other in it, those given without play among them."""
        return self._duels.get(who, ())

    def at_tables(self, who: EntrantId) -> AtTables:
        """What it made of the matches that were played, walkovers left out (COM-WO-1)."""
        return self._at_tables.get(who, AtTables())

    def round_points(self, who: EntrantId) -> Mapping[int, Points]:
        """The match points of each round it had any in; rounds of stages before count on."""
        return self._round_points.get(who, {})

    @cached_property
    def last_round(self) -> int:
        """The number of the last round anybody has finished a match of."""
        return self._rounds_before + max((meeting.round for meeting in self.meetings), default=0)

    def drawn_place(self, who: EntrantId) -> int | None:
        """As which one the lot drew it, 0 first; None if it did not."""
        return self._drawn.get(who)

    @cached_property
    def among(self) -> dict[frozenset[EntrantId], Mapping[EntrantId, Sequence[Duel]]]:
        """The tables among those level that were asked for, so that each is made once."""
        return {}

    @cached_property
    def _rounds_before(self) -> int:
        return sum(stage.last_round for stage in self.before)

    @cached_property
    def _tallies(self) -> Mapping[EntrantId, Tally]:
        rows = {who: [counts(stage.tally(who)) for stage in self.before] for who in self.entrants}
        for meeting in self.meetings:
            for side, who in enumerate(meeting.entrants):
                rows[who].append(counts_of(meeting.outcome, side, self.games_to_win, by_net=self.by_net))
        return {who: total(each) for who, each in rows.items()}

    @cached_property
    def _match_points(self) -> Mapping[EntrantId, Points]:
        if self.before:
            alone = replace(self, before=())
            stages = (*self.before, alone)
            return {
                who: sum((stage.match_points(who) for stage in stages), _NO_POINTS) for who in self.entrants
            }
        return {who: self._worth(tally) for who, tally in self._tallies.items()}

    def _worth(self, tally: Tally) -> Points:
        """What the matches of a tally are worth, reckoned in whole parts of a point."""
        if self.by_net:
            return Points(tally.points_for)
        parts, (win, level, loss, bye) = self._parts
        return Points(tally.won * win + tally.level * level + tally.lost * loss + tally.byes * bye, parts)

    @cached_property
    def _parts(self) -> tuple[int, Sequence[int]]:
        values = (self.values.win, self.values.level, self.values.loss, self.values.bye)
        parts = lcm(*(value.denominator for value in values))
        return parts, [int(value * parts) for value in values]

    @cached_property
    def _duels(self) -> Mapping[EntrantId, Sequence[Duel]]:
        duels: dict[EntrantId, list[Duel]] = defaultdict(list)
        for stage in self.before:
            for who in stage.entrants:
                duels[who].extend(stage.duels(who))
        for meeting in self.meetings:
            found = duels_of(
                meeting.entrants, meeting.outcome, self.values, self.games_to_win, by_net=self.by_net
            )
            for who, duel in found:
                duels[who].append(duel)
        return duels

    @cached_property
    def _at_tables(self) -> Mapping[EntrantId, AtTables]:
        rows: dict[EntrantId, list[AtTables]] = {
            who: [stage.at_tables(who) for stage in self.before] for who in self.entrants
        }
        for meeting in self.meetings:
            if isinstance(meeting.outcome, Result):
                for side, who in enumerate(meeting.entrants):
                    rows[who].append(at_table(meeting.outcome, side, self.targets))
        return {who: AtTables(*map(sum, zip(*each, strict=True))) for who, each in rows.items() if each}

    @cached_property
    def _round_points(self) -> Mapping[EntrantId, Mapping[int, Points]]:
        found: dict[EntrantId, dict[int, Points]] = {who: defaultdict(Points) for who in self.entrants}
        offset = 0
        for stage in self.before:
            for who in stage.entrants:
                for turn, points in stage.round_points(who).items():
                    found[who][offset + turn] += points
            offset += stage.last_round
        for meeting in self.meetings:
            for side, who in enumerate(meeting.entrants):
                tally = tally_of(meeting.outcome, side, self.games_to_win, by_net=self.by_net)
                found[who][offset + meeting.round] += self._worth(tally)
        return found

    @cached_property
    def _drawn(self) -> Mapping[EntrantId, int]:
        return {who: place for place, who in enumerate(self.lots)}


_NO_MATCH = Tally()
_NO_POINTS = Points(0)


def meetings_of(bracket: Bracket, ended: Mapping[Label, Outcome] | None = None) -> tuple[Meeting, ...]:
    """The matches of a bracket that are over, in playing order; a bye nobody has is none.

    Nor is a second final that was not needed: who won the first has no bye for it. `ended` says otherwise
    than the bracket how a match ended, where a correction moved nobody.
    """
    over = []
    for planned in bracket.plan.matches:
        match = bracket.matches[planned.label]
        present = tuple(side.entrant for side in match.sides if isinstance(side, Known))
        if match.outcome and present and match.outcome != Bye(match.outcome.winner, DECIDED):
            outcome = (ended or {}).get(match.label, match.outcome)
            over.append(Meeting(match.label, present, outcome, planned.round))
    return tuple(over)
