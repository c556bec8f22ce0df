"""Random choices for a tournament: number of entrants, card game, formats, and scoring options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.campaign.ordering import CHAIN, USUAL
from tests.campaign.sheets import SETTINGS, Setting
from tournaments.competition.formats import FORMATS
from tournaments.entries.services.entries import Entry

# Ranges of the number of entrants, with their weights in percent.
SIZES = (((2, 6), 62), ((7, 10), 23), ((11, 16), 11), ((17, 32), 3), ((33, 128), 1))
# Formats whose number of matches grows with the square of the entrants: rare for many entrants.
LONG = ("round_robin", "groups", "mitchell")


@dataclass
class StageChoice:
    """Random options for one stage."""

    form: str
    options: dict[str, Any]
    going_on: int
    match_points: Mapping[str, Any] = field(default_factory=dict)
    tie_breaks: Sequence[str] = ()

    @property
    def chain(self) -> tuple[str, ...]:
        """The tie-breaks chosen for the stage; the default tie-breaks if none are chosen."""
        return tuple(self.tie_breaks) or USUAL


def a_size(random: Random) -> int:
    """Return a random number of entrants, which is usually small."""
    (fewest, most), _often = random.choices(SIZES, [often for _span, often in SIZES])[0]
    return random.randint(fewest, most)


def a_setting(random: Random) -> Setting:
    """Return a random card game with random options."""
    return random.choices(SETTINGS, [setting.often for setting in SETTINGS])[0]


def entries(random: Random, count: int, size: int) -> list[Entry]:
    """Return random entries, some of which have seeds or clubs."""
    seeds: list[int | None] = list(range(1, random.choice([0, count // 2, count]) + 1))
    seeds += [None] * (count - len(seeds))
    random.shuffle(seeds)
    clubs = random.choice([[""], [""], ["", "Alfa", "Beta"], ["Alfa", "Beta", "Gamma", "Delta"]])
    return [
        Entry(
            [f"Persona {number} {letter}" for letter in "ab"[:size]],
            f"Squadra {number}",
            details={"club": random.choice(clubs)},
            seed=seed,
        )
        for number, seed in enumerate(seeds, start=1)
    ]


def a_stage_choice(  # the properties on which a choice depends
    random: Random, entrants: int, seats: int, players: Sequence[int], *, last: bool, by_net: bool
) -> StageChoice:
    """Return random options for a stage with the given number of entrants."""
    able = [
        key
        for key, form in FORMATS.items()
        if seats in form.sides and form.fewest <= entrants and form.partners in players
    ]
    if not last:
        able = [key for key in able if not FORMATS[key].bracket]
    form = random.choice([key for key in able if entrants <= 12 or key not in LONG] or able)
    options = OPTIONS[form](random, entrants, seats) | _house(random, form)
    going_on = entrants
    if "advance" in options:
        going_on = options["advance"] or entrants
    points = random.choice(MATCH_POINTS) if not by_net else {}
    chain: Sequence[str] = ()
    if random.random() < 0.35:
        chain = random.sample(sorted(CHAIN), random.randint(1, 5))
    return StageChoice(form, options, going_on, points, chain)


def _house(random: Random, form: str) -> dict[str, Any]:
    """Return random options for the treatment of withdrawals and late entries."""
    chosen: dict[str, Any] = {}
    if not FORMATS[form].bracket:
        chosen["leavers"] = random.choice(["half", "keep", "annul"])
    if form in ("swiss", "danish"):
        chosen |= {"late": random.choice(["nothing", "level", "bye"]), "late_until": random.randint(0, 4)}
    return chosen


MATCH_POINTS: Sequence[Mapping[str, Any]] = (
    {},
    {},
    {"win": 2, "level": 1, "loss": 0, "bye": 2},
    {"win": 3, "level": 1, "loss": 0, "bye": "3/2"},
    {"win": 3, "level": 2, "loss": 1, "bye": 0},
)


def _knockout(random: Random, entrants: int, _seats: int) -> dict[str, Any]:
    beside = random.choice(["placing", "consolation", "", ""])
    size = 1 << (entrants - 1).bit_length()
    if beside == "consolation" and (size <= 4 or entrants - size // 2 < 2):
        beside = ""
    return {"third_place": random.random() < 0.5} | ({beside: True} if beside else {})


def _double(random: Random, _entrants: int, _seats: int) -> dict[str, Any]:
    return {"reset": random.random() < 0.6}


def _advance(random: Random, entrants: int) -> int:
    return random.choice([0, random.randint(2, max(2, entrants // 2))])


def _round_robin(random: Random, entrants: int, _seats: int) -> dict[str, Any]:
    legs = 2 if entrants <= 7 and random.random() < 0.3 else 1
    turns = random.choice(["berger", "strongest_last", "seeds_last"])
    return {"legs": legs, "turns": turns, "advance": _advance(random, entrants)}


def _groups(random: Random, entrants: int, _seats: int) -> dict[str, Any]:
    groups = random.randint(max(1, entrants // 8), max(1, entrants // 2))
    smallest = entrants // groups
    advance = random.randint(1, min(4, smallest))
    rest = entrants - groups * advance
    best_next: Any = random.choice([0, 0, random.randint(0, min(rest, 8))])
    sure = groups * advance
    if (1 << (sure - 1).bit_length()) - sure <= rest and random.random() < 0.3:
        best_next = "fill_up"
    return {
        "groups": groups,
        "advance": advance,
        "best_next": best_next,
        "legs": 2 if entrants <= 6 and random.random() < 0.3 else 1,
        "nobody_without_a_win": random.random() < 0.2,
        "turns": random.choice(["berger", "strongest_last", "seeds_last"]),
    }


def _rounds(random: Random, entrants: int) -> int:
    return (
        random.choice([0, 0, random.randint(1, min(9, entrants + 1))])
        if entrants < 33
        else random.randint(1, 4)
    )


def _swiss(random: Random, entrants: int, _seats: int) -> dict[str, Any]:
    return {
        "rounds": _rounds(random, entrants),
        "pairing": random.choice(["slide", "fold", "adjacent"]),
        "advance": _advance(random, entrants),
    }


def _danish(random: Random, entrants: int, seats: int) -> dict[str, Any]:
    rematches = random.choice(["avoided", "allowed"])
    return {
        "rounds": min(5, _rounds(random, entrants)),
        "rematches": rematches,
        "advance": _advance(random, entrants),
    }


def _mitchell(random: Random, entrants: int, _seats: int) -> dict[str, Any]:
    tables = (entrants + 1) // 2
    return {
        "rounds": random.choice([0, random.randint(1, tables)]),
        "one_standings": random.random() < 0.5,
        "advance": min(_advance(random, entrants), entrants // 2),
    }


def _table_rounds(random: Random, entrants: int, _seats: int) -> dict[str, Any]:
    return {"rounds": random.randint(1, 4), "advance": _advance(random, entrants)}


def _individual(random: Random, entrants: int, _seats: int) -> dict[str, Any]:
    return {
        "rounds": random.randint(1, 4),
        "drop_worst": random.choice([0, 0, 1, 2]),
        "advance": max(4, _advance(random, entrants)) if random.random() < 0.5 else 0,
    }


# For each format, a function that returns options for a number of entrants.
OPTIONS = {
    "knockout": _knockout,
    "double_knockout": _double,
    "round_robin": _round_robin,
    "groups": _groups,
    "swiss": _swiss,
    "danish": _danish,
    "mitchell": _mitchell,
    "table_rounds": _table_rounds,
    "individual": _individual,
    "progressive_tables": lambda _random, _entrants, _seats: {},
}
