"""The components of pages. Each component has a template tag in this module and a template file.

A page has `{% load components %}` and uses a component as a tag: `{% chip where "ok" "check" %}`.
Components with content have an end tag: `{% note "warn" %} … {% endnote %}`. The templates are in
`templates/components/`; the page /regia/componenti/ shows every component in all its states.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from django import template
from django.core.paginator import Page
from django.forms import BaseForm, BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.templatetags.suits import Deck
from tournaments.models import Team, Tournament
from tournaments.web.addresses import relative_address
from tournaments.web.hand_chips import Chip
from tournaments.web.hand_rows import HandRow
from tournaments.web.live_tables import LiveTable
from tournaments.web.number_cells import NumberCell, NumberColumn, ResultView
from tournaments.web.places_drawing import places_drawing
from tournaments.web.results_drawing import results_drawing

register = template.Library()

# Longer names over the columns of a score table have a tighter style.
SHORT_NAME = 9
# The maximum number of results with figures beside a name.
FEW_TURNS = 9
# The icon of a note by the first word of its kind; the default is “info”.
NOTE_ICONS = {"err": "warn", "warn": "warn"}


@dataclass(frozen=True)
class Pill:
    """A link to another part of the page: its name, its query string, and a count."""

    name: str
    query: str
    current: bool = False
    count: str | int = ""


@register.inclusion_tag("components/chip.html")
def chip(text: object, kind: str = "", icon: str = "", href: str | None = None) -> dict[str, Any]:
    """Show a status as a labelled chip. `kind` is ok, warn, err or live (with a dot).

    With `href` the chip is a link without kind and icon; an empty `href` is for a page that is not public.
    """
    return {"text": text, "kind": kind, "icon": icon, "href": href}


@dataclass(frozen=True)
class SettledView:
    """The status of results: official or provisional. `reopened` is the reason for the last reopening."""

    official: bool
    words: str
    reopened: str = ""


@register.inclusion_tag("components/official.html")
def official(settled: SettledView | None) -> dict[str, Any]:
    """Show whether results are official, and why they were reopened. Render nothing for None."""
    return {"settled": settled}


@register.inclusion_tag("components/pills.html")
def pills(
    ways: Iterable[Pill], label: str, name: str = "", front: str = "", *, counted: bool = True
) -> dict[str, Any]:
    """Show links to parts of a page, or nothing without links. `front` is put before each query string."""
    return {"pills": ways, "label": label, "name": name, "front": front, "counted": counted}


@register.inclusion_tag("components/pager.html")
def pager(
    page: Page[Any], query: str = "?", name: str = "", key: str = "pagina", label: str = ""
) -> dict[str, Any]:
    """Show the links to the other pages of a long list. Render nothing if there is only one page.

    A second list on a page needs a different `key` in the query and a different `label`.
    """
    return {"page": page, "query": query, "name": name, "key": key, "label": label}


@register.inclusion_tag("components/tabs.html")
def tabs(ways: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Show the tabs of a tournament. Each tab has `url`, `icon`, `label` and `current`."""
    return {"tabs": ways}


@register.inclusion_tag("components/back_link.html")
def back_link(url: str, label: str = "", icon: str = "back") -> dict[str, Any]:
    """Show the back link at the top of a phone page.

    The icon `close` is for pages that the user leaves without saving.
    """
    return {"url": url, "label": label, "icon": icon}


@register.inclusion_tag("components/problems.html")
def problems(sentences: Iterable[object] | str, name: str = "") -> dict[str, Any]:
    """Show all errors of a form or of a refused action. Render nothing without errors."""
    return {"sentences": [sentences] if sentences and isinstance(sentences, str) else sentences, "name": name}


@register.inclusion_tag("components/form_field.html")
def form_field(field: BoundField) -> dict[str, Any]:
    """Show a form field with its label, help text and errors."""
    return {"field": field}


@register.inclusion_tag("components/form_fields.html")
def form_fields(form: BaseForm) -> dict[str, Any]:
    """Show the errors of a form, followed by all its fields."""
    return {"form": form}


@register.inclusion_tag("components/stepper.html")
def stepper(name: str, value: object, lowest: int, highest: int, **more: Any) -> dict[str, Any]:
    """Show a field for a small number, with buttons that decrease and increase it.

    `digits` is the maximum number of digits, `start` the value from which the buttons start in an empty
    field, `wrong` the id of the error message. With `required` the field must not be empty.
    """
    return {"name": name, "value": value, "lowest": lowest, "highest": highest, "start": None, **more}


@register.inclusion_tag("components/hand_chip.html")
def hand_chip(chip: Chip, deck: Deck) -> dict[str, Any]:
    """Show a chip next to the total of a hand: a card, a suit or a text, with its points."""
    return {"chip": chip, "deck": deck}


@dataclass(frozen=True)
class ScoreFoot:
    """The last row of a score table, with the totals.

    `scores` contains each side, its points, and whether it lost; `parts` contains labels and numbers. With a
    `target` each score has a progress drawing.
    """

    words: str
    scores: Sequence[tuple[int, int, bool]]
    target: int | None = None
    parts: Sequence[tuple[str, Sequence[int]]] = ()


@register.inclusion_tag("components/score_table.html")
def score_table(
    rows: Iterable[HandRow],
    names: Sequence[str],
    sides: Sequence[int],
    deck: Deck,
    caption: str,
    **more: object,
) -> dict[str, Any]:
    """Show the score of one game hand by hand, with one column for each side, headed by `names`.

    `live` is True while the game is in play; `foot` is its ScoreFoot, if any.
    """
    foot = more.get("foot")
    many = len(sides) > 2
    return {
        "rows": rows,
        "heads": list(zip(sides, names, strict=True)),
        "deck": deck,
        "caption": caption,
        "many": many,
        "spine": 0 if many else 1,
        "tight": not many and any(len(name) > SHORT_NAME for name in names),
        "brief": isinstance(foot, ScoreFoot) and fits_the_spine(foot.words),
        **more,
    }


def fits_the_spine(words: str) -> bool:
    """Return True if the text fits on two short lines between the totals at the foot of a score table."""
    return len(words) < 17 and all(len(word) < 8 for word in words.split())


@dataclass(frozen=True)
class SideRow:
    """One side of a match: its seed, its name, its points per game with CSS classes, its games won."""

    side: int
    name: str
    team_id: UUID | None
    seed: int | None
    classes: str
    cells: tuple[tuple[str, str], ...]
    games_won: int | None


@dataclass(frozen=True)
class BoxView:
    """One match of a bracket or a round."""

    url: str
    name: str
    classes: str
    caption: str
    quiet_caption: bool
    icon: str
    live: bool
    rows: tuple[SideRow, ...]


@register.inclusion_tag("components/match_box.html", takes_context=True)
def match_box(
    context: template.Context, box: BoxView, query: str = "", elsewhere: bool = False
) -> dict[str, Any]:
    """Show a match of a bracket or of a round: its sides, their points per game, its table.

    A visitor who opens the link on a team's name follows the team. The URL of this link begins with `query`.
    `elsewhere` is True on a page embedded in another site.
    """
    url = box.url if elsewhere else relative_address(box.url, context["request"].path)
    return {"box": box, "url": url, "query": query, "elsewhere": elsewhere}


@register.inclusion_tag("components/live_table.html")
def live_table(table: LiveTable) -> dict[str, Any]:
    """Show a match at its table: names, points, progress, games won (style: `css/front.css`)."""
    return {"table": table}


@dataclass(frozen=True)
class StandingView:
    """A row of standings. `cut` is the text of a line above the row; `mark` is a CSS class."""

    place: str
    team: Team
    results: tuple[ResultView, ...]
    cells: tuple[NumberCell, ...]
    shared: bool = False
    cut: str = ""
    mark: str = ""
    # The kind of withdrawal from the stage; empty if the team has not withdrawn.
    withdrawal: str = ""


@register.inclusion_tag("components/standings_table.html")
def standings_table(
    rows: Iterable[StandingView], columns: Sequence[NumberColumn], tournament: Tournament, **more: Any
) -> dict[str, Any]:
    """Show standings: places, results of the rounds in `turns`, and the numbers that determine the places.

    With `here`, a query string, the name of a team links to the explanation of the team's place. Without
    `here`, a visitor who opens the link follows the team. The row of the team `followed` is highlighted.
    """
    turns = more.get("turns", ())
    return {
        "rows": rows,
        "columns": columns,
        "tournament": tournament,
        "crowded": len(turns) > FEW_TURNS,
        "span": len(columns) + 2 + (0 < len(turns) <= FEW_TURNS),
        **more,
    }


@register.filter
def result_marks(results: Iterable[ResultView]) -> SafeString:
    """Return the result of each round as a symbol, without text."""
    return SafeString("".join(_mark(each.kind) for each in results))


@register.filter
def result_words(results: Iterable[ResultView]) -> SafeString:
    """Return the result of each round as a symbol, with a text for screen readers."""
    return SafeString("".join(map(_result, results)))


@register.inclusion_tag("components/many_results.html")
def many_results(results: Sequence[ResultView]) -> dict[str, Any]:
    """Draw the results of more than FEW_TURNS rounds as one picture (style: `css/standings.css`)."""
    return {"drawing": results_drawing(results)}


# Cached, because most of hundreds of rows are equal.
@lru_cache(maxsize=64)
def _mark(kind: str) -> SafeString:
    return format_html('<i class="{}"></i>', kind)


@lru_cache(maxsize=1024)
def _result(result: ResultView) -> SafeString:
    score_text = format_html('<span aria-hidden="true">{}</span>', result.text) if result.text else ""
    return format_html('<i class="{}">{}<b>{}</b></i>', result.kind, score_text, result.label)


@register.inclusion_tag("components/places.html")
def places(count: int | None, filled: int, your_place: int = 0, waiting: int = 0) -> dict[str, Any]:
    """Draw a diamond per taken place, a dot per free place, and an outline per team on the waiting list.

    `count` is None if the places are not limited. `your_place` is highlighted, among the places or on the
    waiting list. The style is `css/places.css`; the number is written beside the drawing.
    """
    return {"drawing": places_drawing(count, filled, your_place, waiting), "count": count, "filled": filled}


@dataclass(frozen=True)
class KeyNumber:
    """A large number and its label."""

    number: str
    words: str


@register.inclusion_tag("components/key_figures.html")
def key_figures(numbers: Iterable[KeyNumber]) -> dict[str, Any]:
    """Show a few large numbers with their labels."""
    return {"numbers": numbers}


@dataclass(frozen=True)
class Chart:
    """A drawing, a sentence about it, and a table of its numbers (headings and rows)."""

    title: str
    words: str
    drawing: SafeString | str
    label: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    # The mark and the name of each side.
    legend: tuple[tuple[int, str], ...] = ()
    size: str = "0 0 340 172"


@register.inclusion_tag("components/chart.html")
def chart(chart: Chart, number: int) -> dict[str, Any]:
    """Show a chart with a table of its numbers, or only its sentence if there is no drawing."""
    return {"chart": chart, "number": number}


@register.simple_block_tag(takes_context=True)
def note(
    context: template.Context, content: SafeString, kind: str = "", *, icon: str = "", **more: str
) -> SafeString:
    """Show an important message in a frame, optionally with a title.

    `kind` is ok, warn, err or empty, and may contain a CSS class for the margin. `role` is alert or status.
    """
    icon = icon or NOTE_ICONS.get(kind.partition(" ")[0], "info")
    return _around(context, "note", content=content, kind=kind, icon=icon, **more)


@register.simple_block_tag(takes_context=True)
def empty_state(
    context: template.Context, content: SafeString, title: str = "", level: int = 2, **button: str
) -> SafeString:
    """Show a placeholder for content that does not exist yet, with a button (`url`, `label` and `icon`)."""
    return _around(context, "empty_state", content=content, title=title, level=level, **button)


@register.simple_block_tag(takes_context=True)
def task_card(
    context: template.Context, content: SafeString, kind: str, icon: str, *place: object, role: str = ""
) -> SafeString:
    """Show a task of the director. `kind` is err, warn or ok.

    `place` contains the parts of the element id: a match and the kind of the task.
    """
    anchor = "-".join(map(str, ("task", *place))) if place else ""
    return _around(context, "task_card", content=content, kind=kind, icon=icon, anchor=anchor, role=role)


@register.simple_block_tag(takes_context=True)
def live(
    context: template.Context,
    content: SafeString,
    events: str,
    name: str = "",
    beside: str = "",
    every: int = 0,
) -> SafeString:
    """Show content that is reloaded when one of the given events arrives.

    `events` contains topics separated by spaces. `beside`, a value of `hx-select-oob`, selects other elements
    to reload. With `every`, the content is also reloaded after this number of seconds, for changes without an
    event.
    """
    address = context["request"].get_full_path()
    values = {"events": events, "name": name, "beside": beside, "every": every, "address": address}
    return _around(context, "live", content=content, **values)


def _around(context: template.Context, component: str, **values: object) -> SafeString:
    """Render a component around the content of its tag."""
    engine = context.template.engine  # type: ignore[union-attr]  # there is one while a template is drawn
    return engine.get_template(f"components/{component}.html").render(context.new(values))
