"""The rules in a form as rows under headings; each row has a sentence about one rule, and form fields."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.formats import get_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from tournaments.competition.correction_policies import Family, Following
from tournaments.house_rules.desk.forms import EFFECTS, POINTS, ChoicesForm, GameOptions, chain_name

MATCH, TABLE, FORMAT, TIME, ABSENCES, RESULTS = "match", "table", "format", "time", "absences", "results"

HEADINGS = {
    MATCH: gettext_lazy("How it is played"),
    TABLE: gettext_lazy("At the table"),
    FORMAT: gettext_lazy("Format"),
    TIME: gettext_lazy("Time"),
    ABSENCES: gettext_lazy("Absences and withdrawals"),
    RESULTS: gettext_lazy("Results"),
}

STAGE = "stage_"
TIE_BREAKS, CORRECTIONS, WORTH, SUBSTITUTES = "tie_breaks", "corrections", "worth", "stage_substitutes"

# Options that share a row or have another heading. All other options have their own row: those of the card
# game under MATCH, those of the format under FORMAT.
OPTION_ROWS: Sequence[tuple[str, tuple[str, ...]]] = (
    (MATCH, ("pack", "deal_style", "court_order")),
    (TABLE, ("speaking", "questions", "hide_trump_seven")),
    (TABLE, ("next_dealer",)),
    (TABLE, ("renuncio",)),
    (TABLE, ("false_decl",)),
    (FORMAT, ("stage_groups", "stage_size")),
    (FORMAT, ("stage_rounds",)),
    (FORMAT, ("stage_legs", "stage_turns")),
    (FORMAT, ("stage_pairing",)),
    (FORMAT, ("stage_rematches",)),
    (FORMAT, ("stage_advance", "stage_best_next", "stage_nobody_without_a_win")),
    (FORMAT, ("stage_third_place", "stage_placing", "stage_consolation")),
    (TIME, ("time_unfinished",)),
    (ABSENCES, (SUBSTITUTES, "stage_substitutes_until")),
    (ABSENCES, ("stage_leavers",)),
    (ABSENCES, ("stage_late_until", "stage_late")),
)

# How far a correction reaches by the default policy of a family. None is for several families.
USUAL_REACH: Mapping[Family | None, Any] = {
    Family.WINNERS: gettext_lazy("only until somebody plays it"),
    Family.FIXED: gettext_lazy("only while it is not paired"),
    Family.BY_SCORE: gettext_lazy("only while it is not paired"),
    Family.BY_PLACE: gettext_lazy("only while it is not paired"),
    None: gettext_lazy("as usual for the format"),
}

# Options shown by their value, without the label.
PLAIN = {"deal_style", "court_order"}

# English words that keep their capital letter within a sentence.
PROPER = {"Berger", "French", "Jack", "Latin", "Neapolitan", "Queen", "Sardinian"}


@dataclass(frozen=True)
class RuleRow:
    """A rule on the page: its sentence, its fields, and whether the user may change it."""

    key: str
    heading: str
    sentence: SafeString
    fields: Sequence[forms.BoundField] = ()
    # The form of the row; empty if the template has a form of its own.
    part: str = "rules"
    template: str = "house_rules/_rule_fields.html"
    # The sentence of the club's rules if the rule differs from them.
    house: str = ""
    # True if the draw has fixed the rule.
    fixed: bool = False
    # True if the fields are shown: the row was sent, or one of its values was refused.
    is_open: bool = False
    # The page on which the rule is changed, if it is another page.
    link: str = ""
    form: Any = None


@dataclass(frozen=True)
class RuleSection:
    """A heading, and the rows of the rules below it."""

    key: str
    heading: str
    rows: list[RuleRow]


def sections_of(rows: Iterable[RuleRow], headings: Mapping[str, Any]) -> list[RuleSection]:
    """Group the rows under their headings; omit headings without rows."""
    by_heading: dict[str, list[RuleRow]] = {}
    for row in rows:
        by_heading.setdefault(row.heading, []).append(row)
    return [
        RuleSection(key, str(name), by_heading[key]) for key, name in headings.items() if key in by_heading
    ]


def row_names(form: GameOptions) -> dict[str, tuple[str, list[str]]]:
    """Return the heading and the form field names of each rule row, keyed by the row's key."""
    options = [option.key for option in form.game_options]
    stage = [name for name in form.fields if name.startswith(STAGE)]
    rows: list[tuple[str, list[str]]] = [(MATCH, ["preset", *(option.key for option in form.own_options)])]
    shared = {name for _heading, names in OPTION_ROWS for name in names}
    rows += [(heading, [name for name in names if name in form.fields]) for heading, names in OPTION_ROWS]
    rows += [(MATCH, [name]) for name in options if name not in shared]
    rows += [(FORMAT, [name]) for name in stage if name not in shared]
    settled = {option.key for option in form.own_options}
    named = {names[0]: (heading, names) for heading, names in rows if names and not settled & {names[0]}}
    if points := [name for name in POINTS if name in form.fields]:
        named[WORTH] = (RESULTS, points)
    named[TIE_BREAKS] = (RESULTS, [TIE_BREAKS])
    finer = [f"{each}_{effect}" for each in Following for effect in EFFECTS]
    return named | {CORRECTIONS: (RESULTS, [*Following, *finer])}


def hold(form: forms.Form, names: Iterable[str]) -> None:
    """Disable all form fields except those in `names`. A disabled field keeps its initial value."""
    changeable = set(names)
    for name, each in form.fields.items():
        each.disabled = name not in changeable


# --- sentences ----------------------------------------------------------------------------------------


def lower_first(text: str) -> str:
    """Return a text with a lower-case first letter, unless the text begins with a proper noun."""
    return text if text.split(" ", maxsplit=1)[0] in PROPER else text[:1].lower() + text[1:]


def answer_words(bound: forms.BoundField) -> str:
    """Return the value of a form field as text."""
    value, one = bound.value(), bound.field
    if isinstance(one, forms.BooleanField):
        return pgettext("rule", "yes") if value and value != "False" else pgettext("rule", "no")
    if isinstance(one, forms.ChoiceField):
        names = {str(key): str(name) for key, name in one.choices}  # type: ignore[union-attr,misc]
        return lower_first(names.get(str(value), str(value or "")))
    if value in (None, "", 0, "0") and "placeholder" in one.widget.attrs:
        return str(one.widget.attrs["placeholder"])
    return str(value).replace(".", get_format("DECIMAL_SEPARATOR"))


def option_parts(fields: Sequence[forms.BoundField]) -> list[SafeString]:
    """Return the label and the value of each option as HTML."""
    return [
        format_html("<b>{}</b>", answer_words(each))
        if each.name in PLAIN
        else format_html("{}: <b>{}</b>", lower_first(str(each.label)), answer_words(each))
        for each in fields
    ]


def sentence_of(parts: Sequence[SafeString], separator: str = "; ") -> SafeString:
    """Join pieces of text into a sentence that begins with a capital letter and ends with a full stop."""
    text = format_html_join(separator, "{}", [(part,) for part in parts])
    place = 3 if text.startswith("<b>") else 0
    return format_html(
        "{}{}{}.",
        SafeString(text[:place]),
        SafeString(text[place : place + 1].upper()),
        SafeString(text[place + 1 :]),
    )


def generic(form: GameOptions, names: Sequence[str]) -> SafeString:
    """Return the default sentence about a rule: the labels and values of its options."""
    return sentence_of(option_parts([form[name] for name in names]))


def played(form: GameOptions, _names: Sequence[str]) -> SafeString:
    """Return the sentence about the preset: its name, or the values that were entered instead."""
    if form.plays_preset():
        return sentence_of([format_html("<b>{}</b>", answer_words(form["preset"]))])
    parts = [
        format_html("{}: <b>{}</b>", lower_first(_(option.label)), answer_words(form[option.key]))
        for option in form.own_options
    ]
    return sentence_of(parts)


def tie_breaks(form: ChoicesForm, _names: Sequence[str]) -> SafeString:
    """Return the sentence that lists the tie-breaks in order."""
    chain = ", ".join(lower_first(chain_name(key)) for key in form.chain)
    return format_html("{} <b>{}</b>.", _("When points are level:"), chain)


def worth(form: ChoicesForm, names: Sequence[str]) -> SafeString:
    """Return the sentence that lists the match points."""
    parts = [
        format_html("{} <b>{}</b>", lower_first(str(form[n].label)), answer_words(form[n])) for n in names
    ]
    return sentence_of([format_html("{} {}", _("Points for a match:"), listed(parts))])


def listed(parts: Sequence[SafeString]) -> SafeString:
    """Join texts with commas."""
    return format_html_join(", ", "{}", [(part,) for part in parts])


def corrections(form: ChoicesForm, _names: Sequence[str]) -> SafeString:
    """Return the sentence about the correction policy."""
    parts = [
        format_html("{} <b>{}</b>", lower_first(str(form[each].label).rstrip("?")), answer_words(form[each]))
        for each in Following
        if form[each].value()
    ]
    if form.finer_used():
        parts.append(format_html("<b>{}</b>", _("with exceptions")))
    if parts:
        return sentence_of([format_html("{} {}", _("After a wrong result, the next round:"), listed(parts))])
    return format_html("{} <b>{}</b>.", _("A wrong result changes the next round"), USUAL_REACH[form.family])


def substitutes(form: GameOptions, names: Sequence[str]) -> SafeString:
    """Return the sentence about substitutes: how many are allowed, and until which round."""
    first, *rest = (form[name].value() for name in names)
    number, until = _number(first), _number(rest[0] if rest else 0)
    if not number:
        return sentence_of([format_html("<b>{}</b>", _("no substitutes"))])
    text = ngettext("one substitute a team", "%(number)d substitutes a team", number)
    end = _("until round %(round)d") % {"round": until} if until else _("to the end")
    return sentence_of([format_html("<b>{}</b>, {}", text % {"number": number}, end)])


def _number(value: object) -> int:
    text = str(value or 0)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


SENTENCES: Mapping[str, Callable[[Any, Sequence[str]], SafeString]] = {
    "preset": played,
    TIE_BREAKS: tie_breaks,
    WORTH: worth,
    CORRECTIONS: corrections,
    SUBSTITUTES: substitutes,
}

TEMPLATES = {
    "preset": "club/_preset_fields.html",
    TIE_BREAKS: "house_rules/_chain_fields.html",
    WORTH: "house_rules/_match_points.html",
    CORRECTIONS: "house_rules/_questions.html",
}


def rule_rows(
    form: GameOptions, *, house: GameOptions | None = None, sent: GameOptions | None = None, key: str = ""
) -> list[RuleRow]:
    """Return a row for each rule in a form.

    `house` is the form with the house rules; a row with a different value also shows the house rule. `sent`
    is the submitted form; only the row with the given `key` takes its values from `sent`.
    """
    rows = []
    for each, (heading, names) in row_names(form).items():
        row_form = sent if sent is not None and each == key else form
        sentence = SENTENCES.get(each, generic)
        differs = house is not None and any(_text(row_form[name]) != _text(house[name]) for name in names)
        row = RuleRow(
            each, heading, sentence(row_form, names), [row_form[name] for name in names], form=row_form
        )
        if differs and house:
            row = replace(row, house=sentence(house, names))
        refused = any(field.errors for field in row.fields)
        rows.append(replace(row, template=TEMPLATES.get(each, row.template), is_open=refused))
    return rows


def _text(bound: forms.BoundField) -> str:
    return str(bound.value())
