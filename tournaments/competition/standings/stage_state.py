"""The state of a stage for its standings: entrants, finished matches, and the results of each entrant.

Future rounds are not included; the format decides the pairings. All counts are computed once per stage and
cached, so their cost grows with the number of matches only.
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
    """A match that is over: its entrants and its outcome; a single entrant has a bye."""

    label: types.Label
    entrants: types.Pairing
    outcome: types.Outcome
    round: int = 1


@dataclass(frozen=True, eq=False)
class StageState:
    """The state of a stage: the entrants by line, line 1 first, and all matches that are over."""

    entrants: tuple[types.EntrantId, ...]
    meetings: tuple[Meeting, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    values: tallies.MatchPoints = tallies.USUAL
    # The number of games for a walkover: the number that wins a match.
    games_to_win: int = 2
    # The number of sides at a table; a pair is one side.
    sides: int = 2
    # The number of entrants on a side.
    partners: int = 1
    # True if the net score of a match is its match points; wins, losses and byes are worth nothing.
    by_net: bool = False
    # Lots drawn between entrants tied on every tie-break, the newest first.
    lots: tuple[Lot, ...] = ()
    # The groups, each with its own standings; empty if there is only one table of standings.
    groups: tuple[types.Group, ...] = ()
    # The target points of each game; empty if games have no target.
    targets: tuple[int, ...] = ()
    # The club of each entrant that has one: club mates do not meet if the pairing can avoid it.
    clubs: Mapping[types.EntrantId, str] = field(default_factory=dict)
    # The entrants that play no more rounds: they left, were disqualified, or were eliminated by a cut.
    out: frozenset[types.EntrantId] = frozenset()
    # The match points of late entrants for the rounds they missed.
    late: Mapping[types.EntrantId, types.Points] = field(default_factory=dict)
    # The tie-breaks chosen by the club, for formats paired by standings; empty for the default.
    tie_breaks: tuple[str, ...] = ()

    # The round reached by each entrant if rounds eliminate entrants, else empty.
    reached: Mapping[types.EntrantId, tallies.RoundReached] = field(default_factory=dict)

    # The stages that this stage combines, each counted with its own match points: see `tables.py`.
    parts: tuple["StageState", ...] = ()

    def after(self, turn: int | None) -> "StageState":
        """Return the stage after round `turn` with later corrections; the current stage if `turn` is None."""
        if turn is None:
            return self
        return replace(self, meetings=tuple(meeting for meeting in self.meetings if meeting.round <= turn))

    def tally(self, entrant: types.EntrantId) -> tallies.Tally:
        """Return the total wins, losses, games and points of an entrant, walkovers included."""
        return self._tallies.get(entrant, _NO_MATCH)

    def record(self, entrant: types.EntrantId) -> tallies.Record:
        """Return the results of an entrant, with separate counts of its played matches (COM-WO-1)."""
        return self._records.get(entrant, _NO_RECORD)

    def match_points(self, entrant: types.EntrantId) -> types.Points:
        """Return the match points of an entrant.

        With `by_net` this is the net score, to which a win without play adds 0 (COM-WO-1).
        """
        return self._match_points.get(entrant, _NO_POINTS)

    def opponents(self, entrant: types.EntrantId) -> tuple[types.EntrantId, ...]:
        """Return the opponents met at a table, once for each match; walkovers do not count (COM-WO-1)."""
        return tuple(other for other, _ahead in self._encounters.get(entrant, ()))

    def beaten(self, entrant: types.EntrantId) -> tuple[types.EntrantId, ...]:
        """Return the opponents that an entrant has beaten at a table; walkovers do not count."""
        return tuple(other for other, ahead in self._encounters.get(entrant, ()) if ahead)

    def level_with(self, entrant: types.EntrantId) -> tuple[types.EntrantId, ...]:
        """Return the opponents with which an entrant was level at the end of a played match."""
        return tuple(other for other, ahead in self._encounters.get(entrant, ()) if ahead is None)

    def in_parts(self, entrants: Iterable[types.EntrantId]) -> list[int]:
        """Return the match points of the given entrants as integers, in units of 1 / `parts_of_a_point`."""
        return [self._points_in_parts.get(entrant, 0) for entrant in entrants]

    @cached_property
    def opponents_in_parts(self) -> Mapping[types.EntrantId, Sequence[int]]:
        """The match points of each entrant's opponents, lowest first, in units of 1 / `parts_of_a_point`."""
        return {entrant: sorted(self.in_parts(self.opponents(entrant))) for entrant in self.entrants}

    @cached_property
    def parts_of_a_point(self) -> int:
        """The common denominator of all match points, so that points can be added as integers."""
        return lcm(*(points.denominator for points in self._match_points.values()))

    def duels(self, entrant: types.EntrantId) -> Sequence[tallies.Duel]:
        """Return the results of an entrant against each opponent of each match, walkovers included."""
        if entrant not in self._duels:
            self._duels[entrant] = [duel for part in self.parts for duel in part.duels(entrant)]
            worth = self.values, self.games_to_win
            for side, meeting in () if self.parts else self._matches_by_entrant[entrant]:
                self._duels[entrant].extend(
                    duel
                    for row in tallies.rows_of(meeting.entrants, self.partners)
                    for duel in tallies.duels_of(side, row, meeting.outcome, *worth, by_net=self.by_net)
                )
        return self._duels[entrant]

    def seated_with(self, entrant: types.EntrantId) -> int:
        """Return the number of other entrants at an entrant's tables, summed over its matches."""
        return self._seated_with.get(entrant, 0)

    def share(self, entrant: types.EntrantId) -> tallies.Share:
        """Return the match points that an entrant earned and the maximum that the entrant could have earned.

        Walkovers count. A bye counts the same in both numbers.
        """
        if self.parts:
            return tallies.together(part.share(entrant) for part in self.parts)
        record, byes = self.record(entrant), self.record(entrant).byes * self.values.bye
        points = self._points_for(record.won, record.level, record.lost) + byes
        return tallies.Share(points, (record.played + record.walkovers) * self.values.win + byes)

    def share_at_tables(self, entrant: types.EntrantId) -> tallies.Share:
        """Return the earned and the possible match points in an entrant's played matches (COM-WO-1)."""
        if self.parts:
            return tallies.together(part.share_at_tables(entrant) for part in self.parts)
        record = self.record(entrant)
        points = self._points_for(record.won_at_tables, record.level, record.lost_at_tables)
        return tallies.Share(points, record.played * self.values.win)

    def round_points(self, entrant: types.EntrantId) -> Mapping[int, types.Points]:
        """Return the match points of each round in which an entrant had a match or a bye."""
        return self._round_points.get(entrant, {})

    @cached_property
    def last_round(self) -> int:
        """The number of the last round with a finished match, 0 if there is none."""
        return max((meeting.round for meeting in self.meetings), default=0)

    def lot_among(self, level: frozenset[types.EntrantId]) -> Lot | None:
        """Return the newest lot that contains all these entrants, or None."""
        if level not in self._lots_among:
            self._lots_among[level] = lot_among(self.lots, level)
        return self._lots_among[level]

    @cached_property
    def among(self) -> dict[frozenset[types.EntrantId], Mapping[types.EntrantId, Sequence[tallies.Duel]]]:
        """A cache of the matches among tied entrants, keyed by the set of entrants."""
        return {}

    @cached_property
    def _matches_by_entrant(self) -> Mapping[types.EntrantId, Sequence[tuple[types.Side, Meeting]]]:
        matches: dict[types.EntrantId, list[tuple[types.Side, Meeting]]] = defaultdict(list)
        for meeting in self.meetings:
            for side, entrant in self.seated(meeting):
                matches[entrant].append((side, meeting))
        return matches

    def seated(self, meeting: Meeting) -> Iterator[tuple[types.Side, types.EntrantId]]:
        """Yield the side and the entrant of each seat of a match."""
        if self.partners == 1:
            return enumerate(meeting.entrants)
        return chain.from_iterable(map(enumerate, tallies.rows_of(meeting.entrants, self.partners)))

    @cached_property
    def _encounters(self) -> Mapping[types.EntrantId, Sequence[tuple[types.EntrantId, bool | None]]]:
        """Each entrant's opponents at tables, and how the entrant did against them.

        The value is True if the entrant was ahead, False if it was behind, None if they were level.
        """
        encounters: dict[types.EntrantId, list[tuple[types.EntrantId, bool | None]]] = defaultdict(list)
        for part in self.parts:
            for entrant, part_encounters in part._encounters.items():
                encounters[entrant] += part_encounters
        for meeting in () if self.parts else self.meetings:
            outcome = meeting.outcome
            if isinstance(outcome, types.Result):
                seated = list(self.seated(meeting))
                for entrant_side, entrant in seated:
                    encounters[entrant] += [
                        (other, tallies.ahead(outcome, entrant_side, side, by_net=self.by_net))
                        for side, other in seated
                        if side != entrant_side
                    ]
        return encounters

    @property
    def seats(self) -> int:
        """The number of entrants at a table."""
        return self.sides * self.partners

    @cached_property
    def _seated_with(self) -> Mapping[types.EntrantId, int]:
        return {
            entrant: sum(len(each.entrants) - 1 for _side, each in of)
            for entrant, of in self._matches_by_entrant.items()
        }

    @cached_property
    def _records(self) -> Mapping[types.EntrantId, tallies.Record]:
        if self.parts:
            parts = {entrant: [part.record(entrant) for part in self.parts] for entrant in self.entrants}
            return {entrant: sum(records, tallies.Record()) for entrant, records in parts.items()}
        records = {entrant: tallies.Record() for entrant in self.entrants}
        drop = tallies.dropped(self.options)
        rounds: dict[types.EntrantId, list[tallies.Record]] = defaultdict(list)
        for meeting in self.meetings:
            counts = not isinstance(meeting.outcome, types.Annulled)
            for row in tallies.rows_of(meeting.entrants, self.partners) if counts else ():
                of_sides = [tallies.Record() if drop else records[entrant] for entrant in row]
                tallies.count(meeting.outcome, of_sides, self.games_to_win, self.targets, by_net=self.by_net)
                for entrant, record in zip(row, of_sides, strict=True) if drop else ():
                    rounds[entrant].append(record)
        return records | {
            entrant: tallies.without_worst(each, drop, self._worth) for entrant, each in rounds.items()
        }

    @cached_property
    def _tallies(self) -> Mapping[types.EntrantId, tallies.Tally]:
        return {entrant: record.tally for entrant, record in self._records.items()}

    @cached_property
    def _duels(self) -> dict[types.EntrantId, list[tallies.Duel]]:
        return {}

    @cached_property
    def _match_points(self) -> Mapping[types.EntrantId, types.Points]:
        if self.parts:
            return {
                entrant: types.Points(sum(part.match_points(entrant) for part in self.parts))
                for entrant in self.entrants
            }
        late = self.late
        return {
            entrant: self._worth(tally) + late.get(entrant, 0) for entrant, tally in self._tallies.items()
        }

    @cached_property
    def _points_in_parts(self) -> Mapping[types.EntrantId, int]:
        return {
            entrant: points.numerator * (self.parts_of_a_point // points.denominator)
            for entrant, points in self._match_points.items()
        }

    def _worth(self, tally: tallies.Tally) -> types.Points:
        """Return the match points of a tally, or its net score if the stage counts by net."""
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

    def _points_for(self, won: int, level: int, lost: int) -> types.Points:
        return won * self.values.win + level * self.values.level + lost * self.values.loss

    @cached_property
    def _round_points(self) -> Mapping[types.EntrantId, Mapping[int, types.Points]]:
        points_by_round: dict[types.EntrantId, dict[int, types.Points]] = {
            entrant: defaultdict(types.Points) for entrant in self.entrants
        }
        offset = 0
        for part in self.parts:
            for entrant in part.entrants:
                points_by_round[entrant] |= {
                    offset + turn: points for turn, points in part.round_points(entrant).items()
                }
            offset += part.last_round
        for meeting in () if self.parts else self.meetings:
            for side, entrant in self.seated(meeting):
                tally = tallies.tally_of(meeting.outcome, side, self.games_to_win, by_net=self.by_net)
                points_by_round[entrant][meeting.round] += self._worth(tally)
        return points_by_round

    @cached_property
    def _lots_among(self) -> dict[frozenset[types.EntrantId], Lot | None]:
        return {}


_NO_MATCH = tallies.Tally()
_NO_RECORD = tallies.Record()
_NO_POINTS = types.Points(0)


def meetings_of(
    bracket: Bracket, ended: Mapping[types.Label, types.Outcome] | None = None
) -> tuple[Meeting, ...]:
    """Return the finished matches of a bracket in playing order; omit matches without entrants.

    A second final that was not needed is also omitted. `ended`, if given, replaces the outcomes in the
    bracket except byes: a match counts as finished only if `ended` contains its label.
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
