"""What a format is made of: the mould every file in `formats/` fills.

What is the same for all is here: reading options, refusing sizes. A format is only its difference, and
ends with one `FORMAT`.
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
    """Every match is known once the entrants stand on their lines; results only fill the slots."""

    structure: Callable[[Sequence[EntrantId], Options, int], Plan]
    """All matches, from the entrants on their lines and the sides of a table."""

    def plan(
        self, entrants: Sequence[EntrantId], options: Options, sides: int, _rounds: Sequence[object]
    ) -> Plan:
        """Make the structure."""
        return self.structure(entrants, options, sides)

    def round_count(self, stage: StageState) -> int:
        """Count the rounds of the structure."""
        return self.structure(stage.entrants, stage.options, stage.sides).rounds

    def pair(self, stage: StageState) -> tuple[Pairing, ...]:
        """Read the first round that is not over off the structure."""
        outcomes = {meeting.label: meeting.outcome for meeting in stage.meetings}
        return open_pairings(advance(self.structure(stage.entrants, stage.options, stage.sides), outcomes))


@dataclass(frozen=True, eq=False)
class RoundByRound:
    """Who meets whom is decided by the results so far, one round at a time."""

    rounds: Callable[[int, Options, int], int]
    """How many rounds so many entrants play, at tables of so many sides."""
    next_round: Callable[[StageState], tuple[Pairing, ...]]
    """The pairings of the next round, best table first; asked only while one is to come."""
    entrants_by_round: Callable[[int, int], Sequence[int]] | None = None
    """How many entrants each round has, by entrants and sides, where rounds put some out; else all."""

    def plan(
        self,
        entrants: Sequence[EntrantId],
        options: Options,
        seats: int,
        rounds: Sequence[Sequence[Pairing]],
    ) -> Plan:
        """Make the structure of the rounds that are paired."""
        return plan_of_rounds(entrants, seats, rounds)

    def round_count(self, stage: StageState) -> int:
        """Say how many rounds there are to be: who enters late makes them no more."""
        return self.rounds(len(stage.entrants) - len(stage.late), stage.options, stage.sides)

    def tables(self, stage: StageState) -> list[int]:
        """Count the tables of each round, as the entrants fill them."""
        entrants, rounds = len(stage.entrants), self.round_count(stage)
        by_round = self.entrants_by_round
        sizes = by_round(entrants, stage.sides) if by_round else [entrants] * rounds
        return [size // stage.seats for size in sizes]

    def pair(self, stage: StageState) -> tuple[Pairing, ...]:
        """Pair the next round, if there is one."""
        played = max((meeting.round for meeting in stage.meetings), default=0)
        return self.next_round(stage) if played < self.round_count(stage) else ()


Paired = AtTheDraw | RoundByRound


def plan_of_rounds(entrants: Sequence[EntrantId], seats: int, rounds: Sequence[Sequence[Pairing]]) -> Plan:
    """The structure of rounds paired one by one; the chairs nobody sits on are lines nobody stands on."""
    line = {who: Line(number) for number, who in enumerate(entrants, start=1)}
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
    """No line is nearer to another than to any: nobody can be kept apart by it."""
    return ()


def no_places(_bracket: Bracket) -> tuple["Placing", ...]:
    """No place is certain by how far anybody came: the standings decide."""
    return ()


def no_tree(_first: Label) -> Sentence:
    """What the standings decide is not drawn as a tree."""
    return Sentence("")


def no_column(_match: Label, number: int, columns: int) -> Sentence:
    """A round is named by its number."""
    return numbered_round(number, columns)


def no_titles(_bracket: Bracket) -> tuple["Title", ...]:
    """Nobody has won anything but a place."""
    return ()


def no_promises(_options: Options, _sides: int) -> frozenset[str]:
    """Who plays is decided by who won: no round can be looked at by itself."""
    return frozenset()


def always(*codes: str) -> Callable[[Options, int], frozenset[str]]:
    """Promise that everybody has a seat, and these breaches besides, whatever the options are."""
    return lambda _options, _sides: SEATING | frozenset(codes)


def no_contradictions(_options: Options) -> Mapping[str, Sentence]:
    """Any options go together."""
    return {}


class Title(NamedTuple):
    """What an entrant has won beside its place."""

    entrant: EntrantId
    name: Sentence


class Placing(NamedTuple):
    """The places an entrant takes by how far it came: one, or a span shared with its equals."""

    entrant: EntrantId
    first: int
    last: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Format:
    """One way of running a stage: who meets whom, in how many rounds, and what the places are."""

    key: str
    listed: int
    """Where it stands among the formats offered: what clubs play most comes first."""
    name: str
    about: str = ""
    """How it is played, in a sentence for who has never heard of it."""
    fewest: int
    most: int
    sides: range
    """How many may sit at a table, pairs counted once."""
    partners: int = 1
    """How many entrants make a side: two where everybody enters alone and has a partner each round."""
    family: Family
    """How its rounds hang together, as far as a correction goes."""
    even_byes: bool = False
    """Whether everybody who is compared has a bye equally often: then a bye is worth nothing."""
    options: tuple[Option, ...] = ()
    contradictions: Callable[[Options], Mapping[str, Sentence]] = no_contradictions
    """The options that do not go together, each with what to do."""
    paired: Paired
    """How it is known who meets whom."""
    placing: Callable[[Bracket], tuple[Placing, ...]] = no_places
    titles: Callable[[Bracket], tuple[Title, ...]] = no_titles
    round_name: Callable[[int, int], Sentence] = numbered_round
    """The name of a round, by its number and the number of rounds."""
    match_name: Callable[[Label, int], Sentence] = numbered_match
    """The name of a match, by its label and the number of rounds."""
    tree_name: Callable[[Label], Sentence] = no_tree
    """The name of a tree of its bracket, by the first match of it."""
    column_name: Callable[[Label, int, int], Sentence] = no_column
    """The name of a round of a tree: by one of its matches, its number and the number of rounds there."""
    apart: Callable[[int, Options, int], Levels] = no_parts
    """Which lines should not hold club mates, by entrants, options and the sides of a table."""
    reached: Callable[[StageState, Bracket], Mapping[EntrantId, RoundReached]] | None = None
    """How far each has come, where a cut after each round puts some out: they come behind who is still in."""
    promises: Callable[[Options, int], frozenset[str]] = no_promises
    """The codes of `round_faults.py` that its rounds avoid while they can, by options and sides."""
    plan_in_words: Callable[[int, Options, int], Sentence] | None = None
    """What a stage of so many comes to, at tables of so many sides, or a NoPairing; none where the name of
    the format says it all."""

    def plan(
        self,
        entrants: Sequence[EntrantId],
        options: Options,
        sides: int = 2,
        rounds: Sequence[Sequence[Pairing]] = (),
    ) -> Plan:
        """Make the structure of a stage; raise NoPairing when this format cannot seat so many.

        `rounds` are those paired so far, where each waits for the results of the one before.
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
        """Its own, then what a club decides for every format alike."""
        return (*self.options, *HOUSE[self.family])

    @cached_property
    def bracket(self) -> bool:
        """Whether who wins goes on, and the places come from how far each came; else the standings decide."""
        return self.family is Family.WINNERS

    def fits(self, sides: int, players_a_side: int) -> bool:
        """Whether a card game can be played in it, by who sits at a table."""
        return sides in self.sides and players_a_side % self.partners == 0

    def match_points(self, raw: Mapping[str, object], where: str = "/match_points") -> MatchPoints:
        """Return what a match is worth in this format, from what a club chose; raise BadSetup as its reader.

        In a round robin a bye counts for nothing whatever was chosen: everybody has as many in the end, and
        a point for it would only lead the table while others still play.
        """
        values = read_match_points(raw, where)
        return replace(values, bye=Points(0)) if self.even_byes else values

    def round_count(self, stage: StageState) -> int:
        """How many rounds this stage has."""
        return self.paired.round_count(stage)

    def pair(self, stage: StageState) -> tuple[Pairing, ...]:
        """Who meets whom in the round that is to be played; nobody once all are over."""
        return self.paired.pair(stage)

    def check(self, entrants: int, options: Options, sides: int = 2) -> None:
        """Raise NoPairing with what to do when so many cannot be seated as the options have it."""
        self.plan([EntrantId(str(number)) for number in range(entrants)], options, sides)

    def fewest_teams(self, sides: int = 2) -> int:
        """Return the smallest number of teams that can be drawn."""
        return max(self.fewest, sides * self.partners)

    def check_size(self, entrants: int, sides: int = 2) -> None:
        """Raise NoPairing with what to do when there are too few, not even for one table, or too many."""
        fewest = self.fewest_teams(sides)
        if entrants < fewest:
            text = _("A draw needs at least %(fewest)s teams; entered: %(count)s. Enter more teams first.")
            raise NoPairing("too_few_entrants", Sentence(text, {"fewest": fewest, "count": entrants}))
        if entrants > self.most:
            text = _("A draw takes at most %(most)s teams; entered: %(count)s. Make two tournaments of them.")
            raise NoPairing("too_many_entrants", Sentence(text, {"most": self.most, "count": entrants}))

    def read_options(self, raw: Mapping[str, object], where: str = "/options") -> dict[str, OptionValue]:
        """Complete the options with their defaults, or raise BadSetup with everything wrong in them."""
        known = {option.key: option for option in self.all_options}
        read = {key: option.default for key, option in known.items()}
        problems = [self._unknown_option(key, where) for key in raw if key not in known]
        for key in (key for key in raw if key in known):
            try:
                read[key] = known[key].read(raw[key])
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
        """The options as JSON Schema, each titled with its label."""
        properties = {
            option.key: {**option.schema, "title": option.label, "default": option.default}
            for option in self.all_options
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}


def _pointer(key: str) -> str:
    """RFC 6901: a key as part of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1")
