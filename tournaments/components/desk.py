"""The page that shows every component in all its states, for organisers and for the screenshot test.

The page shows invented data: names of sixty letters, shared places, a match in every state.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from scoring.games import CARD_GAMES
from tournaments.models import Team, Tournament
from tournaments.templatetags import components
from tournaments.web.desk_frame import at_club, at_home
from tournaments.web.hand_chips import Chip
from tournaments.web.hand_rows import HandCell, HandRow
from tournaments.web.live_tables import LiveSide, LiveTable
from tournaments.web.number_cells import NumberCell, NumberColumn, ResultView

# A name of sixty letters, the maximum length.
LONG = "Piras Melis Sebastiano – Porcheddu Deledda Maria Maddalenina"
NAMES = ("Solinas – Usai", "Manca – Canu", "Demontis – Pinna", LONG)
SPACE = UUID("5f4a3c2e-0000-4000-8000-000000000000")
TEAMS = tuple(Team(pk=uuid5(SPACE, name), name=name, seed=seed) for seed, name in enumerate(NAMES, start=1))


class StatesForm(forms.Form):
    """A form with one field of each type."""

    name = forms.CharField(label=gettext_lazy("Name"), help_text=gettext_lazy("As everybody will read it."))
    town = forms.CharField(label=gettext_lazy("Town"), required=False, initial=LONG)
    seed = forms.IntegerField(label=gettext_lazy("Seed"))
    begins = forms.ChoiceField(
        label=gettext_lazy("Card game"), choices=[("1", "Sassari"), ("2", "Ozieri")],
    )  # fmt: skip
    ways = forms.ChoiceField(
        label=gettext_lazy("By lots"), choices=[("1", "Sassari"), ("2", LONG)], widget=forms.RadioSelect,
    )  # fmt: skip
    tick = forms.BooleanField(label=gettext_lazy("I have seen it"), required=False)


@at_home("see_components")
def show_components(request: HttpRequest) -> HttpResponse:
    """Show every component in all its states."""
    wrong = StatesForm({"name": "", "seed": "x", "ways": "3"}, prefix="wrong")
    wrong.add_error(None, _("Nobody is in two teams"))
    context = {
        "long": LONG,
        "settled": _settled(),
        "ways": _ways(),
        "tabs": [
            {"url": "#tabs", "icon": icon, "label": label, "current": icon == "tree"}
            for icon, label in (("tree", _("Bracket")), ("list", _("Standings")), ("people", _("Pairs")))
        ],
        "page": Paginator(range(90), 10).get_page(3),
        "refusals": [_("Nobody is in two teams"), _("Write a name.")],
        "form": StatesForm(prefix="states"),
        "wrong": wrong,
        "boxes": _boxes(),
        "live_tables": _live_tables(),
        "two": _sheet(2),
        "three": _sheet(3),
        "standings": _standings(),
        "numbers": [
            components.KeyNumber("38,2", _("card points a hand")),
            components.KeyNumber("12", _("Tournaments")),
        ],
        "charts": _charts(),
    }
    return at_club(request, "", "components/components.html", context)


def _settled() -> list[components.SettledView]:
    values = {"instant": "21:38", "reason": LONG}
    reopened = _("Opened again by the organiser, %(instant)s: “%(reason)s”") % values
    return [
        components.SettledView(official=True, words=_("Official since %(instant)s") % values),
        components.SettledView(
            official=False, words=_("Provisional until %(instant)s") % values, reopened=reopened
        ),
    ]


def _ways() -> list[components.Pill]:
    words = [(_("Round %(round)s") % {"round": number}, f"?turno={number}") for number in (1, 2, 3)]
    (first, other), (current, query), (last, far) = words
    return [
        components.Pill(first, other, count="3/8"),
        components.Pill(current, query, current=True),
        components.Pill(last, far),
        components.Pill(LONG, "?turno=4"),
    ]


def _boxes() -> list[tuple[str, components.BoxView]]:
    """Return one example match for each state, with the name of the state."""
    table, over = _("Table %(table)s") % {"table": 4}, capfirst(pgettext("match", "finished"))
    played, now = (("36", "w"), ("28", ""), ("45", "w")), (("36", "w"), ("28", "now"))
    return [
        (_("Waiting for the pairs"), _box("", named=1, classes="todo")),
        (_("Called at %(time)s") % {"time": "21:05"}, _box(table, classes="call", icon="bell")),
        (_("In play"), _box(table, now, classes="live", live=True)),
        (_("Signed"), _box(over, played, won=True)),
        (_("by time"), _box(over, (("31", "w"),), won=True)),
        (_("walkover"), _box(capfirst(_("walkover")), won=True)),
        (_("Net"), _box(over, (("+12", ""),))),
        (_("A name of sixty letters"), _box(over, played, names=(NAMES[0], LONG), won=True)),
    ]


def _box(
    caption: str,
    cells: tuple[tuple[str, str], ...] = (),
    named: int = 2,
    names: tuple[str, ...] = NAMES[:2],
    **more: Any,
) -> components.BoxView:
    """Return an example match with `named` known entrants; with `won`, the first side has won."""
    won = more.pop("won", False)
    rows = (
        components.SideRow(
            side=side,
            name=name if side < named else _("winner of %(match)s") % {"match": "R1.2"},
            team_id=TEAMS[side].pk if side < named else None,
            seed=side + 1 if side < named else None,
            classes=f"{'wl'[side] if won else ''}{' highlight' if name == LONG else ''}".strip(),
            cells=cells,
            games_won=1 - side if won else None,
        )
        for side, name in enumerate(names)
    )
    state: dict[str, Any] = {"classes": "", "quiet_caption": False, "icon": "", "live": False} | more
    return components.BoxView(url="#match_box", name=caption, caption=caption, rows=tuple(rows), **state)


def _live_tables() -> list[LiveTable]:
    """Return an example table for each state, such as in play, called, or with more than two sides."""
    two = (LiveSide(0, NAMES[0], 18, 0), LiveSide(1, NAMES[1], 29, 1))
    pair = tuple(replace(side, points=None, games_won=0) for side in two)
    many = tuple(LiveSide(side, name, 5 * side, 0) for side, name in enumerate(NAMES[:4]))
    decider, game = pgettext("game in play", "decider"), pgettext("game in play", "game %(number)s")
    states = [
        (_("In play"), game % {"number": 2}, "", 35, two),
        (decider, decider, "decider", 45, tuple(replace(side, games_won=1) for side in two)),
        (_("called"), _("called"), "warn", None, pair),
        (_("referee"), _("referee"), "err", 35, (replace(two[0], name=LONG), two[1])),
        (_("In play"), _("In play"), "", None, many),
    ]
    return [
        LiveTable("#live_table", number, state, brief, kind, target, 2, sides)
        for number, (state, brief, kind, target, sides) in enumerate(states, start=1)
    ]


def _sheet(sides: int) -> dict[str, object]:
    """Return an example sheet of a game in play: scored hands, an annulled hand, and the next hand."""
    chip, word = Chip(card="KH", points=3), Chip(text=pgettext("beside a hand", "time"))
    won = tuple(
        HandCell(
            total=9 + side, same=side > 0, gain=6 * (side == 0), dealt=side == 1, chips=(chip,) * (side == 1)
        )
        for side in range(sides)
    )
    void = tuple(
        HandCell(total=9 + side, same=True, dealt=side == 0, chips=(word,) * (side == 0))
        for side in range(sides)
    )
    coming = tuple(HandCell(dealt=side == 1, text=LONG if side == 1 else "") for side in range(sides))
    rows = [
        HandRow(1, won, note="41·29"),
        HandRow(2, void, struck=True),
        HandRow(3, coming, next=True),
    ]
    scores = [(side, 9 + side, side == 0) for side in range(sides)]
    names = (*NAMES[: sides - 1], LONG)
    short = components.ScoreFoot(_("by time"), scores, 35)
    long = components.ScoreFoot(
        _("won by %(team)s") % {"team": LONG}, scores, parts=[(_("Tricks"), range(sides))]
    )
    return {"rows": rows, "names": names, "sides": range(sides), "short": short, "long": long}


def _standings() -> dict[str, object]:
    """Return example standings: shared places, qualifying line, withdrawn team and long team name."""
    columns = [
        NumberColumn(pgettext("standings", "Match points"), "", "match_points", 1),
        NumberColumn(pgettext("standings", "Games"), _("won − lost"), "game_difference", 2),
    ]
    results = (
        ResultView("2–0", "w", "2–0"), ResultView("0–2", "p", "0–2"), ResultView("1–0", "lv", "1–0"),
        ResultView("–", "rest", "–"), ResultView("", "open", _("to be played")),
    )  # fmt: skip
    rows = [
        components.StandingView(
            place,
            team,
            results,
            (NumberCell(f"{6 - number}", "v dec" if mark else "v"), NumberCell(f"+{4 - number}", "mut")),
            shared=shared,
            cut=cut,
            mark=mark,
            withdrawal=withdrawal,
        )
        for number, (team, place, shared, cut, mark, withdrawal) in enumerate(
            (
                (TEAMS[0], "1", False, "", "sel", ""),
                (TEAMS[1], "2", True, "", "up", ""),
                (TEAMS[2], "2", True, _("All together"), "", ""),
                (TEAMS[3], "4", False, "", "", _("has left")),
            )
        )
    ]
    return {
        "rows": rows,
        "columns": columns,
        "tournament": Tournament(slug="prova", card_game=next(iter(CARD_GAMES))),
        "turns": range(1, 6),
        "many": results * 4,
    }


def _charts() -> list[components.Chart]:
    title, few = (
        _("Card points, hand by hand"),
        _("Few hands yet: %(count)d of %(few)d") % {"count": 3, "few": 8},
    )
    drawing: SafeString = mark_safe(
        '<rect class="up" x="60" y="40" width="60" height="110" rx="2"/>'
        '<rect class="chart-low" x="180" y="90" width="60" height="60" rx="2"/>'
        '<path class="chart-axis" d="M4 150.5H336"/>'
    )
    rows = (("0 … 35", "4"), ("36 … 70", "7"))
    heads = (_("Points"), _("Hands"))
    return [
        components.Chart(title, few, "", ""),
        components.Chart(title, few, drawing, title, heads, rows, ((0, NAMES[0]), (1, LONG))),
    ]
