"""The definition of a format: every module in `formats/` ends with one instance, `FORMAT`.

This module has the code shared by all formats: reading options, checking the number of entrants. Each format
only defines its differences.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from scoring.game_parts.profile import Option, OptionValue
from scoring.types import BadSetup, NoPairing, Problem, Sentence, Unreadable, _
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts.brackets import Bracket, advance, open_pairings
from tournaments.competition.format_parts.club_policies import HOUSE
from tournaments.competition.format_parts.matching import Levels
from tournaments.competition.format_parts.round_faults import SEATING
from tournaments.competition.format_parts.round_names import label, numbered_match, numbered_round
from tournaments.competition.standings.qualifying import check_advance
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.standings.tally import MatchPoints, RoundReached, read_match_points
from tournaments.competition.types import EntrantId, Label, Line, Pairing, Plan, PlannedMatch, Points

Options = Mapping[str, OptionValue]


@dataclass(frozen=True, eq=False)
class AtTheDraw:
    """A way of pairing that plans all rounds at the draw. Results only fill the slots of planned matches."""

    # Returns all matches, from the entrants by line, the options and the number of sides at a table.
    structure: Callable[[Sequence[EntrantId], Options, int], Plan]

    def plan(
        self, entrants: Sequence[EntrantId], options: Options, sides: int, _rounds: Sequence[object]
    ) -> Plan:
        """Return a plan with all matches of the stage."""
        return self.structure(entrants, options, sides)

    def round_count(self, stage: StageState) -> int:
        """Return the number of rounds of the stage."""
        return self.structure(stage.entrants, stage.options, stage.sides).rounds

    def pair(self, stage: StageState) -> tuple[Pairing, ...]:
        """Return the pairings of the first unfinished round."""
        outcomes = {meeting.label: meeting.outcome for meeting in stage.meetings}
        return open_pairings(advance(self.structure(stage.entrants, stage.options, stage.sides), outcomes))


@dataclass(frozen=True, eq=False)
class RoundByRound:
    """A way of pairing that plans one round at a time, from the results of the finished rounds."""

    # Returns the number of rounds, from the number of entrants, the options and the sides at a table.
    rounds: Callable[[int, Options, int], int]
    # Returns the pairings of the next round, best table first; only called while a round is left.
    next_round: Callable[[StageState], tuple[Pairing, ...]]
    # Returns the number of entrants in each round, from entrants and sides. None if all play every round.
    entrants_by_round: Callable[[int, int], Sequence[int]] | None = None

    def plan(
        self,
        entrants: Sequence[EntrantId],
        options: Options,
        seats: int,
        rounds: Sequence[Sequence[Pairing]],
    ) -> Plan:
        """Return a plan with the matches of all rounds paired so far."""
        return plan_of_rounds(entrants, seats, rounds)

    def round_count(self, stage: StageState) -> int:
        """Return the planned number of rounds. Late entrants do not increase it."""
        return self.rounds(len(stage.entrants) - len(stage.late), stage.options, stage.sides)

    def tables(self, stage: StageState) -> list[int]:
        """Return the number of tables in each round."""
        entrants, rounds = len(stage.entrants), self.round_count(stage)
        by_round = self.entrants_by_round
        sizes = by_round(entrants, stage.sides) if by_round else [entrants] * rounds
        return [size // stage.seats for size in sizes]

    def pair(self, stage: StageState) -> tuple[Pairing, ...]:
        """Return the pairings of the next round; no pairings if no round is left."""
        played = max((meeting.round for meeting in stage.meetings), default=0)
        return self.next_round(stage) if played < self.round_count(stage) else ()


Paired = AtTheDraw | RoundByRound


def plan_of_rounds(entrants: Sequence[EntrantId], seats: int, rounds: Sequence[Sequence[Pairing]]) -> Plan:
    """Return a plan with the matches of all rounds paired so far.

    An empty seat at a table is represented by the number of a line without an entrant.
    """
    line = {entrant: Line(number) for number, entrant in enumerate(entrants, start=1)}
    empty = [Line(number) for number in range(len(entrants) + 1, len(entrants) + seats)]
    matches = [
        PlannedMatch(label(turn, place), turn, place, _chairs(pairing, line, empty, seats))
        for turn, pairings in enumerate(rounds, start=1)
        for place, pairing in enumerate(pairings, start=1)
    ]
    return Plan(tuple(entrants), tuple(matches), len(rounds))


def _chairs(
    pairing: Pairing, line: Mapping[EntrantId, Line], empty: Sequence[Line], seats: int
) -> tuple[Line, ...]:
    return (*map(line.__getitem__, pairing), *empty[: seats - len(pairing)])


def no_parts(_entrants: int, _options: Options, _sides: int) -> Levels:
    """Return an empty tuple of separation levels, for formats that do not separate club mates in the draw."""
    return ()


def no_places(_bracket: Bracket) -> tuple["Placing", ...]:
    """Return an empty tuple, for formats in which the standings decide the places."""
    return ()


def no_tree(_first: Label) -> Sentence:
    """Return an empty name, for formats without a bracket to display."""
    return Sentence("")


def no_column(_match: Label, number: int, columns: int) -> Sentence:
    """Return a column name such as “Round 2”, for formats without names for their rounds."""
    return numbered_round(number, columns)


def no_titles(_bracket: Bracket) -> tuple["Title", ...]:
    """Return an empty tuple, for formats in which entrants win no titles."""
    return ()


def no_promises(_options: Options, _sides: int) -> frozenset[str]:
    """Return an empty set of guarantees, for formats whose pairings follow from the results alone."""
    return frozenset()


def always(*codes: str) -> Callable[[Options, int], frozenset[str]]:
    """Return a function that, for any options, returns the given guarantees and those about seating."""
    return lambda _options, _sides: SEATING | frozenset(codes)


def no_contradictions(_options: Options) -> Mapping[str, Sentence]:
    """Return an empty mapping, for formats whose options can all be combined."""
    return {}


class Title(NamedTuple):
    """A title that an entrant has won, in addition to its place."""

    entrant: EntrantId
    name: Sentence


class Placing(NamedTuple):
    """The place of an entrant in a bracket, or the range of places that it shares with other entrants."""

    entrant: EntrantId
    first: int
    last: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Format:
    """The format of a stage: its pairings, its number of rounds and its places."""

    key: str
    # The position in the list of formats; the most common format is first.
    listed: int
    name: str
    # A description in one sentence, for readers who have never heard of the format.
    about: str = ""
    fewest: int
    most: int
    # The possible numbers of sides at a table; a pair is one side.
    sides: range
    # The number of entrants on a side: two if entrants are single players with a new partner each round.
    partners: int = 1
    # The dependency between its rounds, as far as corrections are concerned.
    family: Family
    # True if all entrants that are compared have the same number of byes: then a bye is worth nothing.
    even_byes: bool = False
    options: tuple[Option, ...] = ()
    # Returns the options that contradict others, each with a sentence that explains the solution.
    contradictions: Callable[[Options], Mapping[str, Sentence]] = no_contradictions
    # The way its matches are paired: at the draw or round by round.
    paired: Paired
    placing: Callable[[Bracket], tuple[Placing, ...]] = no_places
    titles: Callable[[Bracket], tuple[Title, ...]] = no_titles
    # Returns the name of a round, from its number and the number of rounds.
    round_name: Callable[[int, int], Sentence] = numbered_round
    # Returns the name of a match, from its label and the number of rounds.
    match_name: Callable[[Label, int], Sentence] = numbered_match
    # Returns the name of a tree of the bracket, from the label of its first match.
    tree_name: Callable[[Label], Sentence] = no_tree
    # Returns the name of a round of a tree, from one of its matches, its number and the number of rounds.
    column_name: Callable[[Label, int, int], Sentence] = no_column
    # Returns the lines that club mates should not share, from entrants, options and sides at a table.
    apart: Callable[[int, Options, int], Levels] = no_parts
    # Returns the round reached by each entrant, for formats that eliminate entrants after each round.
    reached: Callable[[StageState, Bracket], Mapping[EntrantId, RoundReached]] | None = None
    # Returns the codes of `round_faults.py` that its rounds avoid if possible, from options and sides.
    promises: Callable[[Options, int], frozenset[str]] = no_promises
    # Returns a sentence about the size of the stage, from entrants, options and sides; raises NoPairing.
    plan_in_words: Callable[[int, Options, int], Sentence] | None = None

    def plan(
        self,
        entrants: Sequence[EntrantId],
        options: Options,
        sides: int = 2,
        rounds: Sequence[Sequence[Pairing]] = (),
    ) -> Plan:
        """Return the structure of a stage; raise NoPairing if the number of entrants is not possible.

        `rounds` are the pairings so far, if rounds are paired one by one. Raises ValueError for a wrong
        number of sides or an entrant on two lines.
        """
        self.check_size(len(entrants), sides)
        if sides not in self.sides:
            raise ValueError(f"{self.key} does not seat {sides} at a table")
        if len(set(entrants)) < len(entrants):
            raise ValueError("the same entrant stands on two lines")
        plan = self.paired.plan(entrants, options, sides * self.partners, rounds)
        check_advance(options, plan)
        return plan

    @property
    def all_options(self) -> tuple[Option, ...]:
        """The options of this format, followed by the club options of its family."""
        return (*self.options, *HOUSE[self.family])

    @cached_property
    def bracket(self) -> bool:
        """True if the round that an entrant reached decides its place; False if the standings decide."""
        return self.family is Family.WINNERS

    def fits(self, sides: int, players_a_side: int) -> bool:
        """Return True if the format supports this number of sides and of players per side."""
        return sides in self.sides and players_a_side % self.partners == 0

    def match_points(self, raw: Mapping[str, object], where: str = "/match_points") -> MatchPoints:
        """Return the match points of this format, read from the club's settings.

        Raise BadSetup if the settings are invalid. In a round robin a bye is always worth nothing: all
        entrants have the same number of byes in the end, and points for byes would only distort the standings
        until then.
        """
        values = read_match_points(raw, where)
        return replace(values, bye=Points(0)) if self.even_byes else values

    def round_count(self, stage: StageState) -> int:
        """Return the number of rounds of this stage."""
        return self.paired.round_count(stage)

    def pair(self, stage: StageState) -> tuple[Pairing, ...]:
        """Return the pairings of the current round; no pairings if all rounds are over.

        If rounds are paired one by one, raise NoPairing (`too_few_left`) if too few entrants are left.
        """
        return self.paired.pair(stage)

    def check(self, entrants: int, options: Options, sides: int = 2) -> None:
        """Raise NoPairing, with a suggestion, if the options do not allow this number of entrants."""
        self.plan([EntrantId(str(number)) for number in range(entrants)], options, sides)

    def fewest_teams(self, sides: int = 2) -> int:
        """Return the smallest number of teams with which the stage can be drawn."""
        return max(self.fewest, sides * self.partners)

    def check_size(self, entrants: int, sides: int = 2) -> None:
        """Raise NoPairing, with a suggestion, if there are too many or too few entrants for the format."""
        fewest = self.fewest_teams(sides)
        if entrants < fewest:
            text = _("A draw needs at least %(fewest)s teams; entered: %(count)s. Enter more teams first.")
            raise NoPairing("too_few_entrants", Sentence(text, {"fewest": fewest, "count": entrants}))
        if entrants > self.most:
            text = _("A draw takes at most %(most)s teams; entered: %(count)s. Make two tournaments of them.")
            raise NoPairing("too_many_entrants", Sentence(text, {"most": self.most, "count": entrants}))

    def read_options(self, raw: Mapping[str, object], where: str = "/options") -> dict[str, OptionValue]:
        """Return the options completed with defaults; raise BadSetup with all problems."""
        options = {option.key: option for option in self.all_options}
        read = {key: option.default for key, option in options.items()}
        problems = [self._unknown_option(key, where) for key in raw if key not in options]
        for key in (key for key in raw if key in options):
            try:
                read[key] = options[key].read(raw[key])
            except Unreadable as reason:
                problems.append(reason.finding.problem(f"{where}/{key}"))
        problems += [
            Problem("options_contradict", "", "error", f"{where}/{key}", sentence)
            for key, sentence in self.contradictions(read).items()
        ]
        if problems:
            text = _("This stage cannot be set up so. Look at each option marked.")
            raise BadSetup("bad_options", Sentence(text), tuple(problems))
        return read

    def _unknown_option(self, key: str, where: str) -> Problem:
        text = _("“%(format)s” has no option called “%(key)s”. Take it away.")
        sentence = Sentence(text, {"format": Sentence(self.name), "key": key[:40]})
        return Problem("unknown_option", "", "error", f"{where}/{_pointer(key)}", sentence)

    def schema(self) -> dict[str, object]:
        """Return the options as JSON Schema, with the labels as titles."""
        properties = {
            option.key: {**option.schema, "title": option.label, "default": option.default}
            for option in self.all_options
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}


def _pointer(key: str) -> str:
    """Return an option key, escaped for use in a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
