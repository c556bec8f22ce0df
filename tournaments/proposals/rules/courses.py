"""Proposals for a new tournament: at most three that fit the time, and the end times of the other formats.

The proposals are sequences of stages that clubs usually play, most recommended first. Every other format is
described by its own text.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.game_parts.profile import OptionValue
from scoring.types import BadSetup, NoPairing, Sentence, _, sentence
from tournaments.club.rules import Leg, course_in_words
from tournaments.competition.format_parts.format import Format, RoundByRound
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import StageState
from tournaments.competition.types import EntrantId
from tournaments.proposals.rules.evening import MatchPace, MatchShare, ReckonedEvening, evening_of

MOST = 3
FEWEST_ROUNDS = 2
# Up to this number of entrants a round robin is proposed.
FEW = 6
# A format that takes this many times the available time needs several evenings.
SEVERAL_EVENINGS = 2
# A format that takes longer than this (minutes) needs several evenings too.
A_DAY = 24 * 60


class EveningWish(NamedTuple):
    """A request for proposals: entrants, tables, available time in minutes, and length of a match.

    `sides` is the number of sides in a match, and `players_a_side` the number of players on each side.
    """

    entrants: int
    tables: int
    minutes: int
    pace: MatchPace
    sides: int = 2
    players_a_side: int = 2


class StageIdea(NamedTuple):
    """A stage of a proposal: its format and the options that differ from the defaults."""

    format: str
    options: tuple[tuple[str, OptionValue], ...] = ()

    @property
    def named_options(self) -> dict[str, OptionValue]:
        """The options as a mapping from key to value."""
        return dict(self.options)


class Proposal(NamedTuple):
    """A proposal that fits the available time; `end` and `rounds` (ends of the rounds) are in minutes."""

    key: str
    name: Sentence
    reason: Sentence
    stages: tuple[StageIdea, ...]
    matches: int
    share: MatchShare
    end: float
    rounds: tuple[float, ...]


class OtherFormat(NamedTuple):
    """A format that is not proposed: its end in minutes, or the reason why the format cannot be played."""

    key: str
    name: Sentence
    about: Sentence
    options: tuple[tuple[str, OptionValue], ...] = ()
    end: float = 0.0
    fits: bool = False
    several_evenings: bool = False
    refusal: Sentence | None = None


class Offer(NamedTuple):
    """The proposals, best first, and the other formats; `quickest` is the earliest end in minutes.

    `quickest` is None if no format can be played; `more_evenings` is True if the quickest format needs
    several evenings.
    """

    proposals: tuple[Proposal, ...]
    formats: tuple[OtherFormat, ...]
    quickest: float | None
    more_evenings: bool = False


Stages = tuple[StageIdea, ...]


class Recipe(NamedTuple):
    """A template for proposals: its name, its reason, and a function that yields its variants, best first."""

    key: str
    name: Callable[[Stages], str]
    reason: str
    stages: Callable[[EveningWish], Iterator[Stages]]


def idea(form: str, **options: OptionValue) -> StageIdea:
    """Return a stage of a proposal with the given format and options."""
    return StageIdea(form, tuple(sorted(options.items())))


@lru_cache(maxsize=256)
def offer(wish: EveningWish) -> Offer:
    """Return the proposals and the other formats for a request."""
    proposals = tuple(proposal for recipe in RECIPES if (proposal := _best(recipe, wish)))[:MOST]
    first = {proposal.stages[0].format for proposal in proposals}
    other_formats = tuple(
        _other(form, wish)
        for form in FORMATS.values()
        if form.key not in first and form.fits(wish.sides, wish.players_a_side)
    )
    ends = [*(each.end for each in proposals), *(each.end for each in other_formats if each.end)]
    quickest = min(ends, default=None)
    return Offer(proposals, other_formats, quickest, quickest is not None and quickest > _longest(wish))


def _best(recipe: Recipe, wish: EveningWish) -> Proposal | None:
    for stages in recipe.stages(wish):
        legs = _legs(stages, wish)
        evening = legs and _evening(legs, wish)
        if legs and evening and evening.end <= wish.minutes:
            return Proposal(
                recipe.key,
                Sentence(recipe.name(stages)),
                _reason(recipe, legs, wish),
                stages,
                evening.matches,
                evening.share,
                evening.end,
                evening.rounds,
            )
    return None


def _reason(recipe: Recipe, legs: Sequence[Leg], wish: EveningWish) -> Sentence:
    if len(legs) == 1:
        return Sentence(recipe.reason)
    first = next(course_in_words(legs, _entrants(legs[0].form, wish)))
    return sentence(_("%(plan)s %(reason)s"), plan=first, reason=Sentence(recipe.reason))


def _legs(stages: Stages, wish: EveningWish) -> tuple[Leg, ...] | None:
    forms = [FORMATS[stage.format] for stage in stages]
    if not all(form.fits(wish.sides, wish.players_a_side) for form in forms):
        return None
    try:
        return tuple(
            Leg(form, form.read_options(stage.named_options), wish.sides)
            for form, stage in zip(forms, stages, strict=True)
        )
    except BadSetup:
        return None


def _entrants(form: Format, wish: EveningWish) -> int:
    return wish.entrants * form.partners


def _evening(legs: Sequence[Leg], wish: EveningWish) -> ReckonedEvening | None:
    try:
        return evening_of(legs, _entrants(legs[0].form, wish), wish.tables, wish.pace, _longest(wish))
    except NoPairing:
        return None


def _longest(wish: EveningWish) -> float:
    return max(wish.minutes, min(SEVERAL_EVENINGS * wish.minutes, A_DAY))


def _other(form: Format, wish: EveningWish) -> OtherFormat:
    """Return the description of a format that is not proposed, with as many rounds as fit into the time."""
    base = OtherFormat(form.key, Sentence(form.name), Sentence(form.about))
    entrants, latest = _entrants(form, wish), base
    for options in _numbers_of_rounds(form, entrants, wish):
        leg = Leg(form, form.read_options(options), wish.sides)
        try:
            end = evening_of([leg], entrants, wish.tables, wish.pace, _longest(wish)).end
        except NoPairing as refusal:
            return base._replace(refusal=refusal.message)
        latest = base._replace(options=tuple(options.items()), end=end, fits=end <= wish.minutes)
        if latest.fits:
            return latest
    return latest._replace(several_evenings=latest.end > _longest(wish))


def _numbers_of_rounds(form: Format, entrants: int, wish: EveningWish) -> Iterator[dict[str, OptionValue]]:
    yield {}
    option = next((option for option in form.options if option.key == "rounds"), None)
    if option is None:
        return
    try:
        usual = _rounds_of(form, entrants, wish)
    except NoPairing:
        return
    a_round = max(1, entrants // (wish.sides * form.partners)) * wish.pace.minutes / wish.tables
    most = max(FEWEST_ROUNDS, int(wish.minutes / a_round))
    for rounds in range(min(usual - 1, most), FEWEST_ROUNDS - 1, -1):
        yield {option.key: rounds}


def _rounds_of(form: Format, entrants: int, wish: EveningWish) -> int:
    names = tuple(EntrantId(str(line)) for line in range(1, entrants + 1))
    options = form.read_options({})
    if isinstance(form.paired, RoundByRound):
        form.check(entrants, options, wish.sides)
        state = StageState(names, options=options, sides=wish.sides, partners=form.partners)
        return form.round_count(state)
    return form.plan(names, options, wish.sides).rounds


GROUP_SIZES = (4, 3, 5, 6)
BRACKETS = (2, 4, 8, 16, 32)
SEMIFINALS = 4

_BY_BRACKET: Mapping[int, str] = {
    2: _("Groups and a final"),
    4: _("Groups and semifinals"),
    8: _("Groups and quarterfinals"),
}


def _groups(wish: EveningWish) -> Iterator[Stages]:
    ways = set()
    for size in GROUP_SIZES:
        for groups in {wish.entrants // size, -(-wish.entrants // size)}:
            for advance in (1, 2):
                if (
                    groups >= 2
                    and wish.entrants // groups > advance
                    and wish.entrants // groups >= min(GROUP_SIZES)
                ):
                    ways.add(_group_way(wish.entrants, groups, advance))
    for _weight, groups, advance, full in sorted(ways):
        options: dict[str, OptionValue] = {"groups": groups, "advance": advance}
        yield idea("groups", **options, **({} if full else {"best_next": "fill_up"})), idea("knockout")


def _group_way(entrants: int, groups: int, advance: int) -> tuple[tuple[int, ...], int, int, bool]:
    qualified = groups * advance
    full = qualified in BRACKETS
    bracket = next((size for size in BRACKETS if size >= qualified), BRACKETS[-1])
    off = abs(entrants - 4 * groups) * 12 // groups  # twelfths of a team by which a group differs from four
    return (int(not full), off, int(bracket < SEMIFINALS), bracket), groups, advance, full


def _named_by_bracket(stages: Stages) -> str:
    options = stages[0].named_options
    qualified = int(str(options["groups"])) * int(str(options["advance"]))
    bracket = next((size for size in BRACKETS if size >= qualified), BRACKETS[-1])
    return _BY_BRACKET.get(bracket, _("Groups and a bracket"))


def _alone(*stages: StageIdea) -> Callable[[EveningWish], Iterator[Stages]]:
    return lambda _wish: ((stage,) for stage in stages)


def _everybody(wish: EveningWish) -> Iterator[Stages]:
    if wish.entrants <= FEW:
        yield (idea("round_robin"),)


def _in_rounds(form: str) -> Callable[[EveningWish], Iterator[Stages]]:
    """Return a function that yields variants of a one-stage proposal, with fewer and fewer rounds."""

    def ways(wish: EveningWish) -> Iterator[Stages]:
        entrants = _entrants(FORMATS[form], wish)
        if FORMATS[form].fits(wish.sides, wish.players_a_side):
            for options in _numbers_of_rounds(FORMATS[form], entrants, wish):
                yield (idea(form, **options),)

    return ways


def _called(name: str) -> Callable[[Stages], str]:
    return lambda _stages: name


# The recipes in the order of recommendation.
RECIPES = (
    Recipe("round_robin", _called(_("Round robin")), FORMATS["round_robin"].about, _everybody),
    Recipe(
        "groups",
        _named_by_bracket,
        _("Nobody goes home at once, and there is a final to watch."),
        _groups,
    ),
    Recipe(
        "consolation",
        _called(_("Bracket and consolation")),
        _("Who loses at once has a bracket of their own. After the first round some watch."),
        _alone(idea("knockout", consolation=True)),
    ),
    Recipe(
        "placing",
        _called(_("Bracket for every place")),
        _("Who loses plays on for a place, down to the last. Nobody sits and watches."),
        _alone(idea("knockout", placing=True, third_place=True)),
    ),
    Recipe("swiss", _called(_("Swiss")), FORMATS["swiss"].about, _in_rounds("swiss")),
    Recipe(
        "knockout",
        _called(_("Knock-out")),
        FORMATS["knockout"].about,
        _alone(idea("knockout", third_place=True), idea("knockout")),
    ),
    Recipe(
        "table_rounds",
        _called(_("Rounds at mixed tables")),
        FORMATS["table_rounds"].about,
        _in_rounds("table_rounds"),
    ),
    Recipe("danish", _called(_("Danish")), FORMATS["danish"].about, _in_rounds("danish")),
    Recipe(
        "progressive_tables",
        _called(_("Progressive tables")),
        FORMATS["progressive_tables"].about,
        _alone(idea("progressive_tables")),
    ),
)
