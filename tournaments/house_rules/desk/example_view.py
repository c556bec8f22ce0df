"""Template data of the worked example: cross table, standings, and the effect of each tie-break."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import sanitize_separators
from django.utils.translation import gettext as _, pgettext, pgettext_lazy

from scoring.game_parts.card_game import CardGame
from scoring.templatetags.sheet import signed
from scoring.translation import say
from scoring.types import BadSetup, Sentence
from tournaments.competition.standings.stage_state import Meeting
from tournaments.competition.standings.tables import MATCH_POINTS, Row, TieBreakStep
from tournaments.competition.standings.tally import USUAL, MatchPoints, read_match_points
from tournaments.competition.standings.tiebreaks import TIE_BREAKS
from tournaments.competition.types import EntrantId, Points, Result
from tournaments.house_rules.desk.forms import ChoicesForm
from tournaments.house_rules.rules.example import ENTRANTS, WorkedExample, worked_example
from tournaments.standings.public.numbers import in_halves, value_words

PAIRS = ("Canu – Tola", "Piras – Sanna", "Lai – Serra", "Melis – Deiana", "Carta – Ruiu")
PLAYERS = ("Canu", "Piras", "Lai", "Melis", "Carta")
# The number of tie-breaks that have a column.
MAX_COLUMNS = 4

# Short column headings of tie-breaks with a long name.
SHORT = {
    "direct": pgettext_lazy("column", "Direct"),
    "game_difference": pgettext_lazy("column", "Games"),
    "point_difference": pgettext_lazy("column", "Diff."),
    "capped_point_difference": pgettext_lazy("column", "Diff."),
    "points_scored": pgettext_lazy("column", "Made"),
    "lot": pgettext_lazy("column", "Lot"),
}


class ExampleCell(NamedTuple):
    """A cell of the cross table: the match result as text (empty if there was no match) and its style."""

    text: str
    kind: str


class ExampleColumn(NamedTuple):
    """The column of a tie-break, with its position in the order of tie-breaks."""

    number: int
    key: str
    name: str
    decides: bool


class ExampleNumber(NamedTuple):
    """The value of one tie-break for one entrant."""

    text: str
    decides: bool


class ExampleRow(NamedTuple):
    """One entrant's row in the example."""

    place: int
    name: str
    cells: tuple[ExampleCell, ...]
    points: str
    numbers: tuple[ExampleNumber, ...]
    mark: str


class ExampleStep(NamedTuple):
    """A tie-break in the comparison of the first two entrants, with the values of both entrants."""

    number: int
    name: str
    words: str
    decides: bool


class ExampleView(NamedTuple):
    """All template data of the worked example."""

    by_net: bool
    alone: bool
    heads: tuple[str, ...]
    columns: tuple[ExampleColumn, ...]
    rows: tuple[ExampleRow, ...]
    because: str
    steps: tuple[ExampleStep, ...]
    instead: str
    # The key of the deciding tie-break, empty if none decides.
    deciding: str


def example_of(form: ChoicesForm) -> ExampleView:
    """Return the worked example for the submitted rules; invalid match points are replaced by defaults."""
    names = ("win", "level", "loss", "bye")
    points = {name: sanitize_separators(form[name].value()) for name in names if name in form.fields}
    try:
        read = read_match_points(
            {name: str(points[name]) for name in points if points[name] not in (None, "")}
        )
    except BadSetup:
        read = USUAL
    return example_view(form.card_game, form.chain, read)


def example_view(card_game: CardGame, tie_breaks: Sequence[str], match_points: MatchPoints) -> ExampleView:
    """Return the worked example for the given rules, with invented names of pairs or of single players."""
    alone = card_game.players_a_side == 1
    names = dict(zip(ENTRANTS, PLAYERS if alone else PAIRS, strict=True))
    example = worked_example(tie_breaks, match_points, by_net=card_game.by_net)
    columns = tuple(
        ExampleColumn(number, key, str(SHORT.get(key) or _name(key)), key == example.deciding)
        for number, key in enumerate(tie_breaks[:MAX_COLUMNS], start=1)
    )
    places = {key: number for number, key in enumerate(tie_breaks, start=1)}
    return ExampleView(
        by_net=card_game.by_net,
        alone=alone,
        heads=tuple(str(number) for number in range(1, len(ENTRANTS) + 1)),
        columns=columns,
        rows=tuple(_row(example, row, names, columns) for row in example.rows),
        because=_reason(example, names, alone=alone),
        steps=tuple(_step(example, step, places) for step in example.steps),
        instead=_other_leader_words(example, names, alone=alone),
        deciding=example.deciding,
    )


def _name(key: str, *, net: bool = False) -> str:
    if key == MATCH_POINTS.key:
        return _("Net") if net else say(Sentence(MATCH_POINTS.name))
    return say(Sentence(TIE_BREAKS[key].name))


def _worth(example: WorkedExample, key: str, points: Points) -> str:
    return value_words(key, points, net=example.stage.by_net)


def _row(
    example: WorkedExample, row: Row, names: dict[EntrantId, str], columns: Sequence[ExampleColumn]
) -> ExampleRow:
    worth = dict(row.tie_breaks)
    net = example.stage.by_net
    return ExampleRow(
        place=row.place,
        name=names[row.entrant],
        cells=_net_cells(example, row.entrant) if net else _results(example, row.entrant),
        points=signed(int(row.match_points)) if net else in_halves(row.match_points),
        numbers=tuple(
            ExampleNumber(
                _worth(example, each.key, worth[each.key]) if _compares(example, row, each.key) else "–",
                each.decides,
            )
            for each in columns
        ),
        mark="sel" if row is example.rows[0] else "up" if row is example.rows[1] else "",
    )


def _compares(example: WorkedExample, row: Row, key: str) -> bool:
    level = sum(each.match_points == row.match_points for each in example.rows)
    return level > 1 or not TIE_BREAKS[key].among


def _results(example: WorkedExample, entrant: EntrantId) -> tuple[ExampleCell, ...]:
    meetings = {frozenset(each.entrants): each for each in example.stage.meetings}
    return tuple(
        ExampleCell("", "self")
        if row.entrant == entrant
        else _result(meetings[frozenset((entrant, row.entrant))], entrant)
        for row in example.rows
    )


def _result(meeting: Meeting, entrant: EntrantId) -> ExampleCell:
    side = meeting.entrants.index(entrant)
    outcome = meeting.outcome
    games = outcome.games if isinstance(outcome, Result) else ()
    won = sum(game[side] > game[1 - side] for game in games)
    return ExampleCell(f"{won}–{len(games) - won}", "w" if 2 * won > len(games) else "p")


def _net_cells(example: WorkedExample, entrant: EntrantId) -> tuple[ExampleCell, ...]:
    """Return a cell for each round with the entrant's net score; the cell of a bye is empty."""
    return tuple(_net(each, entrant) for each in example.stage.meetings)


def _net(meeting: Meeting, entrant: EntrantId) -> ExampleCell:
    outcome = meeting.outcome
    if entrant not in meeting.entrants or not isinstance(outcome, Result):
        return ExampleCell("", "self")
    net = outcome.games[0][meeting.entrants.index(entrant)]
    return ExampleCell(signed(net), "w" if net > 0 else "p")


def _reason(example: WorkedExample, names: dict[EntrantId, str], *, alone: bool) -> str:
    """Return a sentence that explains why the first entrant is ahead of the second."""
    net = example.stage.by_net
    values = {"first": names[example.first], "second": names[example.second]}
    if not example.deciding:
        text = _("With these rules %(first)s and %(second)s share the place: nothing separates them.")
        return text % values
    *level, last = example.steps
    values |= {
        "level": ", ".join(_name(step.key, net=net) for step in level),
        "name": _name(last.key, net=net),
        "own": _worth(example, last.key, last.first),
        "other": _worth(example, last.key, last.second),
    }
    return _why_words(alone=alone, at_once=not level) % values


def _why_words(*, alone: bool, at_once: bool) -> str:
    if at_once and alone:
        return _(
            "With these rules %(first)s is ahead of %(second)s because of “%(name)s”: %(own)s against "
            "%(other)s."
        )
    if at_once:
        return _(
            "With these rules %(first)s are ahead of %(second)s because of “%(name)s”: %(own)s against "
            "%(other)s."
        )
    if alone:
        return _(
            "With these rules %(first)s is ahead of %(second)s because both are level on “%(level)s”, and "
            "“%(name)s” says %(own)s against %(other)s."
        )
    return _(
        "With these rules %(first)s are ahead of %(second)s because both are level on “%(level)s”, and "
        "“%(name)s” says %(own)s against %(other)s."
    )


def _step(example: WorkedExample, step: TieBreakStep, places: dict[str, int]) -> ExampleStep:
    first, second = (_worth(example, step.key, points) for points in (step.first, step.second))
    sign = "=" if step.first == step.second else ">"
    return ExampleStep(
        places.get(step.key, 0),
        _name(step.key, net=example.stage.by_net),
        f"{first} {sign} {second}",
        step.key == example.deciding,
    )


def _other_leader_words(example: WorkedExample, names: dict[EntrantId, str], *, alone: bool) -> str:
    """Return a sentence about a tie-break that would change the leader; empty if no tie-break would."""
    if example.instead is None:
        return ""
    values = {"name": _name(example.turning), "first": names[example.instead]}
    if alone:
        return pgettext("a player", "If “%(name)s” came first, %(first)s would be ahead.") % values
    return _("If “%(name)s” came first, %(first)s would be ahead.") % values
