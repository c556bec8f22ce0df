"""A stage as its standings see it: who is in it, the matches that are over, what each entrant made of them.

It knows nothing of rounds to come; who plays whom next is the format's business. What is counted here is
counted once a stage and kept, so that asking everybody costs as much as there are matches.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from math import lcm
from typing import NamedTuple

from scoring.game_parts.profile import OptionValue
from tournaments.competition import types
from tournaments.competition.format_parts.brackets import Bracket
from tournaments.competition.lots import Lot, lot_among
from tournaments.competition.standings import tally as tallies


class Meeting(NamedTuple):
    """A match that is over: who was in it, one alone with a bye, and how it ended."""

    label: types.Label
    entrants: types.Pairing
    outcome: types.Outcome
    round: int = 1


@dataclass(frozen=True, eq=False)
class StageState:
    """The entrants on their lines, line 1 first, and every match that is over."""

    entrants: tuple[types.EntrantId, ...]
    meetings: tuple[Meeting, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    values: tallies.MatchPoints = tallies.USUAL
    games_to_win: int = 2
    """The games a walkover is worth: what wins a match."""
    sides: int = 2
    """How many sit at a table, pairs counted once."""
    partners: int = 1
    """How many entrants make a side."""
    by_net: bool = False
    """Whether a match is worth its net: then no win, loss or bye is worth anything by itself."""
    lots: tuple[Lot, ...] = ()
    """Those nothing else separated, as each lot drew them, the newest lot first."""
    groups: tuple[types.Group, ...] = ()
    """Those who have standings of their own; none where all are in one."""
    targets: tuple[int, ...] = ()
    """To how many points each game is played; none where games have no target."""
    clubs: Mapping[types.EntrantId, str] = field(default_factory=dict)
    """The club of each entrant that has one: club mates are kept apart where a round can choose."""
    out: frozenset[types.EntrantId] = frozenset()
    """The entrants that play no further round: left, sent away, or below a cut."""
    late: Mapping[types.EntrantId, types.Points] = field(default_factory=dict)
    """What the rounds it missed are worth to who entered late."""
    tie_breaks: tuple[str, ...] = ()
    """The chain the club chose, for a format that pairs by the standings; none where it is the usual one."""

    reached: Mapping[types.EntrantId, tallies.RoundReached] = field(default_factory=dict)
    """How far each came, where a cut after each round puts some out; empty elsewhere."""

    parts: tuple["StageState", ...] = ()
    """The stages this one joins, each counted by its own values: see `tables.py`."""

    def after(self, turn: int | None) -> "StageState":
        """The stage as it stood when this round was over, as corrected since; None is now."""
        if turn is None:
            return self
        return replace(self, meetings=tuple(meeting for meeting in self.meetings if meeting.round <= turn))

    def tally(self, entrant: types.EntrantId) -> tallies.Tally:
        """What this entrant made of its matches."""
        return self._tallies.get(entrant, _NO_MATCH)

    def record(self, entrant: types.EntrantId) -> tallies.Record:
        """The same, and what it made of the matches that were played alone (COM-WO-1)."""
        return self._records.get(entrant, _NO_RECORD)

    def match_points(self, entrant: types.EntrantId) -> types.Points:
        """COM-WO-1: a match won without play counts as won; a net of a match that was not played is 0."""
        return self._match_points.get(entrant, _NO_POINTS)

    def opponents(self, entrant: types.EntrantId) -> tuple[types.EntrantId, ...]:
        """Everyone met at a table; a walkover is no meeting (COM-WO-1)."""
        return tuple(other for other, _ahead in self._encounters.get(entrant, ()))

    def beaten(self, entrant: types.EntrantId) -> tuple[types.EntrantId, ...]:
        """Everyone beaten at a table."""
        return tuple(other for other, ahead in self._encounters.get(entrant, ()) if ahead)

    def level_with(self, entrant: types.EntrantId) -> tuple[types.EntrantId, ...]:
        """Everyone a match at a table ended level with."""
        return tuple(other for other, ahead in self._encounters.get(entrant, ()) if ahead is None)

    def in_parts(self, entrants: Iterable[types.EntrantId]) -> list[int]:
        """The match points of these in whole parts of a point, of which there are `parts_of_a_point`."""
        return [self._points_in_parts.get(who, 0) for who in entrants]

    @cached_property
    def opponents_in_parts(self) -> Mapping[types.EntrantId, Sequence[int]]:
        """To each entrant the match points of everyone met, in parts of a point, the lowest first."""
        return {who: sorted(self.in_parts(self.opponents(who))) for who in self.entrants}

    @cached_property
    def parts_of_a_point(self) -> int:
        """So many that everybody has a whole number of them: what is added up often is added in them."""
        return lcm(*(points.denominator for points in self._match_points.values()))

    def duels(self, entrant: types.EntrantId) -> Sequence[tallies.Duel]:
        """What it made of every match against every other in it, those given without play among them."""
        if entrant not in self._duels:
            self._duels[entrant] = [duel for part in self.parts for duel in part.duels(entrant)]
            worth = self.values, self.games_to_win
            for side, meeting in () if self.parts else self._of[entrant]:
                self._duels[entrant].extend(
                    duel
                    for row in tallies.rows_of(meeting.entrants, self.partners)
                    for duel in tallies.duels_of(side, row, meeting.outcome, *worth, by_net=self.by_net)
                )
        return self._duels[entrant]

    def seated_with(self, entrant: types.EntrantId) -> int:
        """How many others were in its matches, each as often as it was."""
        return self._seated_with.get(entrant, 0)

    def share(self, entrant: types.EntrantId) -> tallies.Share:
        """What its wins and losses brought, and what as many wins would have; a bye is worth what it is."""
        if self.parts:
            return tallies.together(part.share(entrant) for part in self.parts)
        record, byes = self.record(entrant), self.record(entrant).byes * self.values.bye
        made = self._for(record.won, record.level, record.lost) + byes
        return tallies.Share(made, (record.played + record.walkovers) * self.values.win + byes)

    def share_at_tables(self, entrant: types.EntrantId) -> tallies.Share:
        """The same of the matches that were played (COM-WO-1)."""
        if self.parts:
            return tallies.together(part.share_at_tables(entrant) for part in self.parts)
        record = self.record(entrant)
        made = self._for(record.won_at_tables, record.level, record.lost_at_tables)
        return tallies.Share(made, record.played * self.values.win)

    def round_points(self, entrant: types.EntrantId) -> Mapping[int, types.Points]:
        """The match points of each round it had a match or a bye in."""
        return self._round_points.get(entrant, {})

    @cached_property
    def last_round(self) -> int:
        """The number of the last round anybody has finished a match of."""
        return max((meeting.round for meeting in self.meetings), default=0)

    def lot_among(self, level: frozenset[types.EntrantId]) -> Lot | None:
        """The lot that drew all of these, if one did."""
        if level not in self._lots_among:
            self._lots_among[level] = lot_among(self.lots, level)
        return self._lots_among[level]

    @cached_property
    def among(self) -> dict[frozenset[types.EntrantId], Mapping[types.EntrantId, Sequence[tallies.Duel]]]:
        """The tables among those level that were asked for, so that each is made once."""
        return {}

    @cached_property
    def _of(self) -> Mapping[types.EntrantId, Sequence[tuple[types.Side, Meeting]]]:
        """To each entrant its matches and the side it had in them."""
        found: dict[types.EntrantId, list[tuple[types.Side, Meeting]]] = defaultdict(list)
        for meeting in self.meetings:
            for side, who in self.seated(meeting):
                found[who].append((side, meeting))
        return found

    def seated(self, meeting: Meeting) -> Iterator[tuple[types.Side, types.EntrantId]]:
        """Who was in a match, seat after seat, each with its side."""
        if self.partners == 1:
            return enumerate(meeting.entrants)
        return chain.from_iterable(map(enumerate, tallies.rows_of(meeting.entrants, self.partners)))

    @cached_property
    def _encounters(self) -> Mapping[types.EntrantId, Sequence[tuple[types.EntrantId, bool | None]]]:
        """To each entrant everyone met at a table, and whether it was ahead of them; None is level."""
        found: dict[types.EntrantId, list[tuple[types.EntrantId, bool | None]]] = defaultdict(list)
        for part in self.parts:
            for who, met in part._encounters.items():
                found[who] += met
        for meeting in () if self.parts else self.meetings:
            outcome = meeting.outcome
            if isinstance(outcome, types.Result):
                seated = list(self.seated(meeting))
                for own, who in seated:
                    found[who] += [
                        (other, tallies.ahead(outcome, own, side, by_net=self.by_net))
                        for side, other in seated
                        if side != own
                    ]
        return found

    @property
    def seats(self) -> int:
        """How many entrants sit at a table."""
        return self.sides * self.partners

    @cached_property
    def _seated_with(self) -> Mapping[types.EntrantId, int]:
        return {who: sum(len(each.entrants) - 1 for _side, each in of) for who, of in self._of.items()}

    @cached_property
    def _records(self) -> Mapping[types.EntrantId, tallies.Record]:
        if self.parts:
            parts = {who: [part.record(who) for part in self.parts] for who in self.entrants}
            return {who: sum(records, tallies.Record()) for who, records in parts.items()}
        records = {who: tallies.Record() for who in self.entrants}
        drop = tallies.dropped(self.options)
        rounds: dict[types.EntrantId, list[tallies.Record]] = defaultdict(list)
        for meeting in self.meetings:
            counts = not isinstance(meeting.outcome, types.Annulled)
            for row in tallies.rows_of(meeting.entrants, self.partners) if counts else ():
                of_sides = [tallies.Record() if drop else records[who] for who in row]
                tallies.count(meeting.outcome, of_sides, self.games_to_win, self.targets, by_net=self.by_net)
                for who, record in zip(row, of_sides, strict=True) if drop else ():
                    rounds[who].append(record)
        return records | {who: tallies.without_worst(each, drop, self._worth) for who, each in rounds.items()}

    @cached_property
    def _tallies(self) -> Mapping[types.EntrantId, tallies.Tally]:
        return {who: record.tally for who, record in self._records.items()}

    @cached_property
    def _duels(self) -> dict[types.EntrantId, list[tallies.Duel]]:
        return {}

    @cached_property
    def _match_points(self) -> Mapping[types.EntrantId, types.Points]:
        if self.parts:
            return {
                who: types.Points(sum(part.match_points(who) for part in self.parts)) for who in self.entrants
            }
        late = self.late
        return {who: self._worth(tally) + late.get(who, 0) for who, tally in self._tallies.items()}

    @cached_property
    def _points_in_parts(self) -> Mapping[types.EntrantId, int]:
        return {
            who: points.numerator * (self.parts_of_a_point // points.denominator)
            for who, points in self._match_points.items()
        }

    def _worth(self, tally: tallies.Tally) -> types.Points:
        """What the matches of a tally are worth, reckoned in whole parts of a point."""
        if self.by_net:
            return types.Points(tally.points_for)
        parts, (win, level, loss, bye) = self._in_parts
        return types.Points(
            tally.won * win + tally.level * level + tally.lost * loss + tally.byes * bye, parts
        )

    @cached_property
    def _in_parts(self) -> tuple[int, Sequence[int]]:
        values = (self.values.win, self.values.level, self.values.loss, self.values.bye)
        parts = lcm(*(value.denominator for value in values))
        return parts, [int(value * parts) for value in values]

    def _for(self, won: int, level: int, lost: int) -> types.Points:
        return won * self.values.win + level * self.values.level + lost * self.values.loss

    @cached_property
    def _round_points(self) -> Mapping[types.EntrantId, Mapping[int, types.Points]]:
        found: dict[types.EntrantId, dict[int, types.Points]] = {
            who: defaultdict(types.Points) for who in self.entrants
        }
        offset = 0
        for part in self.parts:
            for who in part.entrants:
                found[who] |= {offset + turn: points for turn, points in part.round_points(who).items()}
            offset += part.last_round
        for meeting in () if self.parts else self.meetings:
            for side, who in self.seated(meeting):
                tally = tallies.tally_of(meeting.outcome, side, self.games_to_win, by_net=self.by_net)
                found[who][meeting.round] += self._worth(tally)
        return found

    @cached_property
    def _lots_among(self) -> dict[frozenset[types.EntrantId], Lot | None]:
        return {}


_NO_MATCH = tallies.Tally()
_NO_RECORD = tallies.Record()
_NO_POINTS = types.Points(0)


def meetings_of(
    bracket: Bracket, ended: Mapping[types.Label, types.Outcome] | None = None
) -> tuple[Meeting, ...]:
    """The matches of a bracket that are over, in playing order; a bye nobody has is none.

    Nor is a second final that was not needed: who won the first has no bye for it. `ended` says how those
    that were played or given ended, where that is not what the bracket moved by: a correction moved nobody.
    """
    over = []
    for planned in bracket.plan.matches:
        match = bracket.matches[planned.label]
        present = tuple([side.entrant for side in match.sides if isinstance(side, types.STANDING)])
        outcome = match.outcome
        if ended is not None and not isinstance(outcome, types.Bye):
            outcome = ended.get(match.label)
        if outcome and present and not (isinstance(outcome, types.Bye) and outcome.reason == types.DECIDED):
            over.append(Meeting(match.label, present, outcome, planned.round))
    return tuple(over)
