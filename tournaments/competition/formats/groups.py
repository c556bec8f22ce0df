"""Groups: everybody meets everybody in the same group; the best of each group advance to the next stage.

The lines are distributed in serpentine order, 1 2 3 | 6 5 4 | 7 8 9 …, so that groups are equally strong and
their sizes differ by at most one. A bye is worth nothing, because everybody in a group has the same number of
byes. `qualifying.py` decides who advances.
"""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import cast

from scoring.game_parts.profile import Option, OptionValue, number, switch
from scoring.types import NoPairing, Sentence, Unreadable, Value, _, ngettext, sentence
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts.format import AtTheDraw, Format, Options, always
from tournaments.competition.format_parts.matching import Levels
from tournaments.competition.format_parts.round_names import group_match
from tournaments.competition.format_parts.schedules import TURNS, Schedule, planned, turns_option
from tournaments.competition.number_words import spelt
from tournaments.competition.standings.qualifying import FILL_UP, places_next
from tournaments.competition.types import EntrantId, Group, Plan

# The maximum size of groups if neither their number nor their size is set: five rounds fill an evening.
BY_ITSELF = 6

LARGEST = 128
MOST_NEXT = 32


def structure(entrants: Sequence[EntrantId], options: Options, _sides: int) -> Plan:
    """Return the matches of all groups."""
    check(len(entrants), options)
    legs, order = cast(int, options["legs"]), cast(str, options["turns"])
    schedules = [
        Schedule(TURNS[order](len(lines), legs), lines, group_key(place))
        for place, lines in enumerate(serpentine(len(entrants), groups_for(len(entrants), options)))
    ]
    groups = (Group(each.group, tuple(entrants[line - 1] for line in each.lines)) for each in schedules)
    rounds = max(len(each.turns) for each in schedules)
    return Plan(tuple(entrants), planned(schedules, len(entrants)), rounds, groups=tuple(groups))


def groups_for(entrants: int, options: Options) -> int:
    """Return the chosen number of groups; by default the smallest number allowed by the size of a group.

    This size is the chosen size, or BY_ITSELF if no size is chosen.
    """
    size = cast(int, options["size"]) or BY_ITSELF
    return cast(int, options["groups"]) or -(-entrants // size)


def serpentine(entrants: int, groups: int) -> tuple[tuple[int, ...], ...]:
    """Return the lines of each group, distributed in serpentine order."""
    dealt: list[list[int]] = [[] for _group in range(groups)]
    for line in range(1, entrants + 1):
        row, place = divmod(line - 1, groups)
        dealt[groups - 1 - place if row % 2 else place].append(line)
    return tuple(map(tuple, dealt))


def group_key(place: int) -> str:
    """Return the key of a group by its position: A … Z, then AA, AB …"""
    before, letter = divmod(place, len(ascii_uppercase))
    return (group_key(before - 1) if before else "") + ascii_uppercase[letter]


def apart(entrants: int, options: Options, _sides: int) -> Levels:
    """Return the groups as the only separation level: club mates should play in different groups."""
    return (serpentine(entrants, groups_for(entrants, options)),)


def check(entrants: int, options: Options) -> None:
    """Raise NoPairing, with a suggestion, if the groups are not possible for this number of entrants.

    Groups must not be too small or too large. They must have the chosen size, if any, and at least as many
    entrants as qualify from each group. The qualifiers must fit the next stage.
    """
    groups = groups_for(entrants, options)
    largest, smallest = -(-entrants // groups), entrants // groups
    advance = cast(int, options["advance"])
    values = {"count": entrants, "groups": groups, "advance": advance, "smallest": smallest}
    if smallest < 2:
        text = _("%(count)s teams do not make %(groups)s groups: each needs two. Make at most %(most)s.")
        raise NoPairing("too_many_groups", Sentence(text, values | {"most": entrants // 2}))
    if largest > LARGEST:
        text = _(
            "A group takes at most %(largest)s teams. Make at least %(fewest)s groups of these %(count)s."
        )
        fewest = -(-entrants // LARGEST)
        raise NoPairing("groups_too_large", Sentence(text, values | {"largest": LARGEST, "fewest": fewest}))
    if options["size"] not in (0, largest):
        raise NoPairing("groups_do_not_fit", _possible_groups(entrants, options))
    if advance > smallest:
        text = _(
            "The first %(advance)s of each group are to go on, but one has only %(smallest)s teams. "
            "Let at most %(smallest)s go on, or make fewer groups."
        )
        raise NoPairing("too_many_go_on", Sentence(text, values))
    _check_next(entrants, groups, options)


def _check_next(entrants: int, groups: int, options: Options) -> None:
    advance = cast(int, options["advance"])
    wanted, remaining = places_next(groups, advance, options["best_next"]), entrants - groups * advance
    if wanted > remaining:
        text = _(
            "The next best %(wanted)s of all groups are to go on, but behind the first %(advance)s of each "
            "only %(left)s are left. Let another number of each group go on, or fewer of the next best."
        )
        raise NoPairing(
            "too_few_left", Sentence(text, {"wanted": wanted, "advance": advance, "left": remaining})
        )


def _possible_groups(entrants: int, options: Options) -> Sentence:
    """Return an error sentence that suggests one or two possible numbers of groups near the chosen one."""
    groups, size = cast(int, options["groups"]), cast(int, options["size"])
    near = dict.fromkeys((groups, -(-entrants // size), entrants // size))
    one, *alternatives = [number for number in near if 0 < 2 * number <= entrants]
    values: dict[str, Value] = {"count": entrants, "wanted": _requested_groups(groups, size)}
    values["one"] = _sizes(entrants, one)
    text = _(
        "%(count)s teams do not make %(wanted)s, not even with one less in some. This would do: %(one)s."
    )
    if alternatives:
        values["other"] = _sizes(entrants, alternatives[0])
        text = _(
            "%(count)s teams do not make %(wanted)s, not even with one less in some. "
            "This would do: %(one)s; or %(other)s."
        )
    return Sentence(text, values)


def _requested_groups(groups: int, size: int) -> Sentence:
    if groups == 0:
        return sentence(_("groups of %(size)s"), size=spelt(size))
    return _equal_groups(groups, size)


def _sizes(entrants: int, groups: int, *, first: bool = False) -> Sentence:
    """Return the number and the sizes of the groups as a phrase."""
    larger = entrants % groups
    if larger == 0:
        return _equal_groups(groups, entrants // groups, first=first)
    return sentence(
        _("%(groups)s groups, %(larger)s of %(most)s and %(smaller)s of %(fewest)s"),
        groups=spelt(groups, first=first),
        larger=spelt(larger),
        most=spelt(entrants // groups + 1),
        smaller=spelt(groups - larger),
        fewest=spelt(entrants // groups),
    )


def _equal_groups(groups: int, size: int, *, first: bool = False) -> Sentence:
    if groups > 1:
        text = _("%(groups)s groups of %(size)s")
        return sentence(text, groups=spelt(groups, first=first), size=spelt(size))
    return sentence(_("One group of %(size)s") if first else _("one group of %(size)s"), size=spelt(size))


def plan_in_words(entrants: int, options: Options, _sides: int) -> Sentence:
    """Return the plan as text, such as "Two groups of six, 30 matches in 5 rounds, …"."""
    check(entrants, options)
    groups, legs = groups_for(entrants, options), cast(int, options["legs"])
    sizes = [len(lines) for lines in serpentine(entrants, groups)]
    matches = legs * sum(size * (size - 1) // 2 for size in sizes)
    turns = legs * (max(sizes) - 1 + max(sizes) % 2)
    plan = sentence(
        _("%(groups)s: %(matches)s in %(turns)s; %(onward)s."),
        groups=_sizes(entrants, groups, first=True),
        matches=ngettext("%(count)s match", "%(count)s matches", matches),
        turns=ngettext("%(count)s round", "%(count)s rounds", turns),
        onward=_with_the_next(groups, options),
    )
    if options["nobody_without_a_win"]:
        return sentence(_("%(plan)s Nobody qualifies without a win."), plan=plan)
    return plan


def _with_the_next(groups: int, options: Options) -> Sentence:
    advance = cast(int, options["advance"])
    wanted, onward = places_next(groups, advance, options["best_next"]), _direct_qualifiers(groups, advance)
    if wanted == 0:
        return onward
    if wanted == 1:
        return sentence(_("%(onward)s, and the next best of all"), onward=onward)
    return sentence(_("%(onward)s, and the %(next)s next best of all"), onward=onward, next=spelt(wanted))


def _direct_qualifiers(groups: int, advance: int) -> Sentence:
    """Return a phrase with the number of direct qualifiers of each group."""
    if advance == 1:
        return sentence(_("the winner qualifies") if groups == 1 else _("the winner of each qualifies"))
    text = _("the first %(advance)s qualify") if groups == 1 else _("the first %(advance)s of each qualify")
    return sentence(text, advance=spelt(advance))


def _read_next(raw: object) -> OptionValue:
    if raw != FILL_UP and (type(raw) is not int or not 0 <= raw <= MOST_NEXT):
        text = _("Write a whole number from 0 to %(most)s, or “%(fill)s”: until the next bracket is full.")
        raise Unreadable("bad_option", "", sentence(text, most=MOST_NEXT, fill=FILL_UP))
    return cast(OptionValue, raw)


BEST_NEXT = Option(
    "best_next",
    _("Next best of all groups"),
    "",
    0,
    _read_next,
    {
        "anyOf": [
            {"type": "string", "enum": [FILL_UP]},
            {"type": "integer", "minimum": 0, "maximum": MOST_NEXT},
        ]
    },
    {FILL_UP: _("Until the next bracket is full")},
    _("The best of those who just missed it go on as well."),
    _("nobody"),
)

FORMAT = Format(
    key="groups",
    listed=2,
    name=_("Groups"),
    about=_("Small groups in which everybody meets everybody; the first of each go on."),
    fewest=2,
    most=1024,
    sides=range(2, 3),
    family=Family.FIXED,
    even_byes=True,
    options=(
        number(
            "groups",
            _("Number of groups"),
            "",
            0,
            range(513),
            about=_("Left to itself: as few as keep to the size."),
            zero=_("automatic"),
        ),
        number(
            "size",
            _("Teams per group"),
            "",
            0,
            range(LARGEST + 1),
            about=_("Left to itself: at most six, which is five rounds."),
            zero=_("automatic"),
        ),
        number(
            "advance",
            _("Qualify from each group"),
            "",
            2,
            range(1, 65),
            about=_("How many of each group play in the next stage."),
        ),
        BEST_NEXT,
        number(
            "legs",
            _("Times everybody meets"),
            "",
            1,
            range(1, 3),
            about=_("Once, or twice: twice takes twice as long."),
        ),
        switch(
            "nobody_without_a_win",
            _("Nobody qualifies without a win"),
            "",
            about=_("Who has won no match stays out, whatever the place in the group."),
        ),
        turns_option("strongest_last"),
    ),
    paired=AtTheDraw(structure),
    promises=always("rematch", "second_bye"),
    match_name=group_match,
    apart=apart,
    plan_in_words=plan_in_words,
)
