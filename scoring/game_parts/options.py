"""The options of a competition's profile (the "opt" of games.md): what each accepts, and its default."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.sentences import _, sentence
from scoring.types import Unreadable, read_each

OptionValue = bool | int | str | tuple[int, ...]

NUMBERS_OF_GAMES = (1, 3, 5)


@dataclass(frozen=True, eq=False)
class Option:
    """One option: its default, how it is read, its JSON Schema, and the names of its choices."""

    key: str
    label: str
    rule: str
    default: OptionValue
    read: Callable[[object], OptionValue]
    schema: Mapping[str, object]
    choices: Mapping[str, str]


def choice(key: str, label: str, rule: str, choices: Mapping[str, str], default: str = "") -> Option:
    """Make an option that is one of a few words; the first is the default unless one is named."""

    def read(raw: object) -> str:
        if type(raw) is not str or raw not in choices:
            text = sentence(_("Choose one of: %(choices)s."), choices=", ".join(choices))
            raise Unreadable("bad_option", rule, text)
        return raw

    default = default or next(iter(choices))
    return Option(key, label, rule, default, read, {"type": "string", "enum": list(choices)}, choices)


def switch(key: str, label: str, rule: str, *, default: bool = False) -> Option:
    """Make an option that is on or off."""

    def read(raw: object) -> bool:
        if type(raw) is not bool:
            raise Unreadable("bad_option", rule, sentence(_("Write true or false.")))
        return raw

    return Option(key, label, rule, default, read, {"type": "boolean"}, {})


def number(key: str, label: str, rule: str, default: int, bounds: range) -> Option:
    """Make an option that is one of the whole numbers of a range."""
    text = (
        _("Write a whole number from %(lowest)d to %(highest)d.")
        if bounds.step == 1
        else _("Write a multiple of %(step)d from %(lowest)d to %(highest)d.")
    )
    refusal = sentence(text, lowest=bounds[0], highest=bounds[-1], step=bounds.step)

    def read(raw: object) -> int:
        if type(raw) is not int or raw not in bounds:
            raise Unreadable("bad_option", rule, refusal)
        return raw

    schema = {"type": "integer", "minimum": bounds[0], "maximum": bounds[-1], "multipleOf": bounds.step}
    return Option(key, label, rule, default, read, schema, {})


def targets_option(default: tuple[int, ...], rule: str, bounds: range) -> Option:
    """Make the list of targets, one for each game that can be played (COM-MATCH-1)."""
    refusal = sentence(
        _("A target is a whole number from %(lowest)d to %(highest)d."), lowest=bounds[0], highest=bounds[-1]
    )

    def read(raw: object) -> tuple[int, ...]:
        if type(raw) is not list or len(raw) not in NUMBERS_OF_GAMES:
            text = sentence(_("A match is the best of 1, 3 or 5 games. Write one target for each of them."))
            raise Unreadable("bad_targets", "COM-MATCH-1", text)
        return read_each(raw, read_target)

    def read_target(place: int, raw: object) -> int:
        if type(raw) is not int or raw not in bounds:
            raise Unreadable("bad_target", rule, refusal, f"/{place}")
        return raw

    target = {"type": "integer", "minimum": bounds[0], "maximum": bounds[-1]}
    lists = [{"type": "array", "items": target, "minItems": n, "maxItems": n} for n in NUMBERS_OF_GAMES]
    return Option("targets", _("Targets of the games"), rule, default, read, {"oneOf": lists}, {})


def next_dealer(rule: str) -> Option:
    """Make the option that says who deals first in the second and later games."""
    words = {
        "continue": _("The deal goes on in turn"),
        "redraw": _("Drawn again for every game"),
        "redraw_for_third": _("Drawn again for the third game"),
    }
    return choice("next_dealer", _("First dealer of the later games"), rule, words)


TIME_UNFINISHED = choice(
    "time_unfinished",
    _("A game stopped by time"),
    "COM-TIME-2",
    {"leader": _("Goes to the side ahead"), "void": _("Does not count")},
)
