"""The components that pages are put together of: one function here and one template each.

A page says `{% load components %}` and names what it shows: `{% chip where "ok" "check" %}`. Those that stand
around something end with a word of their own: `{% note "warn" %} … {% endnote %}`. The templates are in
`templates/components/`; every component in all its states is to be seen at /regia/componenti/.
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

# Names over the columns of a score table that are longer stand closer.
SHORT_NAME = 9
# So many results have room for their figures beside a name.
FEW_TURNS = 9
# The icon of a note by the first word of its kind; that of any other is an i.
NOTE_ICONS = {"err": "warn", "warn": "warn"}


@dataclass(frozen=True)
class Pill:
    """A way to another part of what is shown: its name, its query, how many it holds."""

    name: str
    query: str
    current: bool = False
    count: str | int = ""


@register.inclusion_tag("components/chip.html")
def chip(text: object, kind: str = "", icon: str = "", href: str | None = None) -> dict[str, Any]:
    """Say how something stands, in a word: `kind` is ok, warn, err or live, which has a dot.

    With `href` it leads to a page; an empty one is a way that is closed.
    """
    return {"text": text, "kind": kind, "icon": icon, "href": href}


@dataclass(frozen=True)
class SettledView:
    """What is said over results that are all in; `reopened` has the reason of the last opening."""

    official: bool
    words: str
    reopened: str = ""


@register.inclusion_tag("components/official.html")
def official(settled: SettledView | None) -> dict[str, Any]:
    """Say whether results are provisional or official and why they were opened again; nothing before."""
    return {"settled": settled}


@register.inclusion_tag("components/pills.html")
def pills(
    ways: Iterable[Pill], label: str, name: str = "", front: str = "", *, counted: bool = True
) -> dict[str, Any]:
    """Show the ways to other parts of a page; `front` stands before each query. Nothing without ways."""
    return {"pills": ways, "label": label, "name": name, "front": front, "counted": counted}


@register.inclusion_tag("components/pager.html")
def pager(
    page: Page[Any], query: str = "?", name: str = "", key: str = "pagina", label: str = ""
) -> dict[str, Any]:
    """Show the ways to the other pages of a long list; nothing where one page holds it.

    A second list of a page has a `key` in the address and a `label` of its own.
    """
    return {"page": page, "query": query, "name": name, "key": key, "label": label}


@register.inclusion_tag("components/tabs.html")
def tabs(ways: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Show the pages of a tournament: each way has url, icon, label, current."""
    return {"tabs": ways}


@register.inclusion_tag("components/back_link.html")
def back_link(url: str, label: str = "", icon: str = "back") -> dict[str, Any]:
    """Lead back at the top of a page on a phone; `close` is the icon where nothing is saved on the way."""
    return {"url": url, "label": label, "icon": icon}


@register.inclusion_tag("components/problems.html")
def problems(sentences: Iterable[object] | str, name: str = "") -> dict[str, Any]:
    """Show what a rule refused or a form cannot read, all of it at once; nothing where nothing is wrong."""
    return {"sentences": [sentences] if sentences and isinstance(sentences, str) else sentences, "name": name}


@register.inclusion_tag("components/form_field.html")
def form_field(field: BoundField) -> dict[str, Any]:
    """Show a field of a form with its label, its help and what is wrong with it."""
    return {"field": field}


@register.inclusion_tag("components/form_fields.html")
def form_fields(form: BaseForm) -> dict[str, Any]:
    """Show every field of a form, and above them what is wrong with the whole."""
    return {"form": form}


@register.inclusion_tag("components/stepper.html")
def stepper(name: str, value: object, lowest: int, highest: int, **more: Any) -> dict[str, Any]:
    """Ask for a small number with one less and one more beside it.

    `digits` is how many may be typed, `start` where the buttons begin while nothing is written, `wrong` the
    id of what says that it is; `required` it must be written.
    """
    return {"name": name, "value": value, "lowest": lowest, "highest": highest, "start": None, **more}


@register.inclusion_tag("components/hand_chip.html")
def hand_chip(chip: Chip, deck: Deck) -> dict[str, Any]:
    """Show what stands beside the total of a hand: a card, a suit, a word, and what it scored."""
    return {"chip": chip, "deck": deck}


@dataclass(frozen=True)
class ScoreFoot:
    """The foot of a score table: `scores` are side, points, and whether it lost; `parts` label and numbers.

    With a `target` each score is woven towards it.
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
    """Show the sheet of one game hand by hand, `names` over the columns of the `sides`.

    `live` while it is played; `foot` is its ScoreFoot, where it has one.
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
    """Whether words stand between the two sums of a sheet: two short lines, no word broken."""
    return len(words) < 17 and all(len(word) < 8 for word in words.split())


@dataclass(frozen=True)
class SideRow:
    """One side of a match: its seed, its name, its points game by game with their class, the games it won."""

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
    """Show a match of a bracket or of a round: its sides, their points game by game, its table.

    `query` is kept in the links that follow a pair; `elsewhere` the page stands within another site's.
    """
    url = box.url if elsewhere else relative_address(box.url, context["request"].path)
    return {"box": box, "url": url, "query": query, "elsewhere": elsewhere}


@register.inclusion_tag("components/live_table.html")
def live_table(table: LiveTable) -> dict[str, Any]:
    """Show a match at its table: names, points, their weave, games won. The style is `css/front.css`."""
    return {"table": table}


@dataclass(frozen=True)
class StandingView:
    """A row of standings: `cut` is what is written over it, `mark` whether it is one of two compared."""

    place: str
    team: Team
    results: tuple[ResultView, ...]
    cells: tuple[NumberCell, ...]
    shared: bool = False
    cut: str = ""
    mark: str = ""
    # How the team has left the stage, in a word.
    withdrawal: str = ""


@register.inclusion_tag("components/standings_table.html")
def standings_table(
    rows: Iterable[StandingView], columns: Sequence[NumberColumn], tournament: Tournament, **more: Any
) -> dict[str, Any]:
    """Show places, what each made of every round of `turns`, and the numbers that decide.

    A name asks why it stands there, at the query `here`; without one it follows the team. `followed` is the
    team whose row stands out.
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
    """Draw what was made of each round, without a word."""
    return SafeString("".join(_mark(each.kind) for each in results))


@register.filter
def result_words(results: Iterable[ResultView]) -> SafeString:
    """Return the result of each round, with the words for a screen reader."""
    return SafeString("".join(map(_result, results)))


@register.inclusion_tag("components/many_results.html")
def many_results(results: Sequence[ResultView]) -> dict[str, Any]:
    """Draw the results of more than FEW_TURNS rounds as one picture. The style is `css/standings.css`."""
    return {"drawing": results_drawing(results)}


# Of hundreds of rows most say the same: what was written of one is kept for the others.
@lru_cache(maxsize=64)
def _mark(kind: str) -> SafeString:
    return format_html('<i class="{}"></i>', kind)


@lru_cache(maxsize=1024)
def _result(result: ResultView) -> SafeString:
    drawn = format_html('<span aria-hidden="true">{}</span>', result.text) if result.text else ""
    return format_html('<i class="{}">{}<b>{}</b></i>', result.kind, drawn, result.label)


@register.inclusion_tag("components/places.html")
def places(count: int | None, filled: int, your_place: int = 0, waiting: int = 0) -> dict[str, Any]:
    """Draw a lozenge for each place that is taken, a dot for each that is free, an outline for who waits.

    `count` is None where no places are named. `your_place` stands out: among the places, or after them among
    those who wait. The style is `css/places.css`; the number stands in words beside it.
    """
    return {"drawing": places_drawing(count, filled, your_place, waiting), "count": count, "filled": filled}


@dataclass(frozen=True)
class KeyNumber:
    """One large number and what it counts."""

    number: str
    words: str


@register.inclusion_tag("components/key_figures.html")
def key_figures(numbers: Iterable[KeyNumber]) -> dict[str, Any]:
    """Show a few numbers large, with what each counts."""
    return {"numbers": numbers}


@dataclass(frozen=True)
class Chart:
    """A drawing, what it says in a sentence, and its numbers: heads, then rows."""

    title: str
    words: str
    drawing: SafeString | str
    label: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    # The mark of each side with its name.
    legend: tuple[tuple[int, str], ...] = ()
    size: str = "0 0 340 172"


@register.inclusion_tag("components/chart.html")
def chart(chart: Chart, number: int) -> dict[str, Any]:
    """Show a chart with its numbers in a table; without a drawing only the sentence."""
    return {"chart": chart, "number": number}


@register.simple_block_tag(takes_context=True)
def note(
    context: template.Context, content: SafeString, kind: str = "", *, icon: str = "", **more: str
) -> SafeString:
    """Say in a frame what must not be missed, with a title in bold or without.

    `kind` is warn, err or nothing, and how far it stands off; `role` is alert or status.
    """
    icon = icon or NOTE_ICONS.get(kind.partition(" ")[0], "info")
    return _around(context, "note", content=content, kind=kind, icon=icon, **more)


@register.simple_block_tag(takes_context=True)
def empty_state(
    context: template.Context, content: SafeString, title: str = "", level: int = 2, **button: str
) -> SafeString:
    """Say what will stand here, where there is nothing yet; the button has url, label and icon."""
    return _around(context, "empty_state", content=content, title=title, level=level, **button)


@register.simple_block_tag(takes_context=True)
def task_card(
    context: template.Context, content: SafeString, kind: str, icon: str, *place: object, role: str = ""
) -> SafeString:
    """Put before the director what waits for him: `kind` is err, warn or ok.

    `place` is what it is about, in the parts of its id: a match and what is the matter with it.
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
    """Draw again by itself what changes at these events; `beside` are the ids that change with it.

    With `every` it is drawn again after so many seconds as well, for what no event of the page tells.
    """
    address = context["request"].get_full_path()
    values = {"events": events, "name": name, "beside": beside, "every": every, "address": address}
    return _around(context, "live", content=content, **values)


def _around(context: template.Context, component: str, **values: object) -> SafeString:
    """Draw a component around what stands between its tags."""
    engine = context.template.engine  # type: ignore[union-attr]  # there is one while a template is drawn
    return engine.get_template(f"components/{component}.html").render(context.new(values))
