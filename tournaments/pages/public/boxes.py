"""One match as a box: its caption, its two rows, the points game by game."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.text import capfirst

from scoring.templatetags.sheet import real, signed
from tournaments.models import Stage, Team
from tournaments.pages.public.words import (
    joined,
    match_words,
    side_words,
    state_words,
    table_words,
    targets_of,
)
from tournaments.selectors.as_rules import card_game_of
from tournaments.selectors.bracket import IN_PLAY, Path, in_tree
from tournaments.selectors.matches import MatchNow, SideNow

SIGNED = frozenset({"signed", "confirmed"})


@dataclass(frozen=True)
class Cell:
    """The points of one side in one game."""

    points: str
    classes: str


@dataclass(frozen=True)
class RowView:
    """One side of a match: its seed, its name, its points game by game, the games it won."""

    side: int
    name: str
    team_id: UUID | None
    seed: int | None
    classes: str
    cells: tuple[Cell, ...]
    games_won: int | None


@dataclass(frozen=True)
class BoxView:
    """One match of the bracket."""

    url: str
    name: str
    classes: str
    caption: str
    quiet_caption: bool
    icon: str
    live: bool
    rows: tuple[RowView, ...]


class Drawing:
    """What every box is drawn from, fetched once: the matches shown, and the team that is followed."""

    def __init__(self, stage: Stage, rounds: int, shown: Iterable[MatchNow], path: Path | None) -> None:
        self.stage = stage
        self.rounds = rounds
        self.path = path
        self.by_net = card_game_of(stage).by_net
        self.targets = targets_of(stage)
        shown = list(shown)
        self.by_spot = {(each.match.round, each.match.number): each for each in shown if in_tree(each)}
        self.tables = {
            each.match.label: each.match.table
            for each in shown
            if each.match.table and each.match.state in IN_PLAY
        }
        self.slug = self.stage.tournament.slug

    def followed(self, side: SideNow) -> bool:
        """Whether this side is the team that is followed."""
        return bool(self.path and side.has(self.path.team_id))

    def joins(self, round_number: int, number: int) -> bool:
        """Whether the followed team's line leaves this match."""
        return bool(self.path and self.path.joins(round_number, number))


def box_view(drawing: Drawing, match: MatchNow) -> BoxView:
    """Put one match into words."""
    state = match.match.state
    called = state == "ready" and match.match.table is not None
    live = state in IN_PLAY
    name = match_words(drawing.stage, match.match.label, drawing.rounds)
    return BoxView(
        url=reverse("match_sheet", args=(drawing.slug, match.match.pk)),
        name=name,
        classes="live" if live else "call" if called else "todo" if state in ("waiting", "bye") else "",
        caption=_caption(drawing, match, name, shows_table=live or called),
        quiet_caption=state in SIGNED and in_tree(match),
        icon="bell" if called else "",
        live=live,
        rows=tuple(_row(drawing, match, side) for side in match.sides),
    )


def _caption(drawing: Drawing, match: MatchNow, name: str, *, shows_table: bool) -> str:
    table = table_words(match.match.table) if shows_table else ""
    beside = "" if in_tree(match) else name
    return capfirst(joined(beside, table, state_words(match, drawing.targets)))


def _row(drawing: Drawing, match: MatchNow, side: SideNow) -> RowView:
    over = match.decided and side.teams and match.match.state != "bye"
    classes = ["w"] if side.won else ["l"] if over and not drawing.by_net else []
    if drawing.followed(side):
        classes.append("hl")
    return RowView(
        side=side.side,
        name=side_words(drawing.stage, side, drawing.rounds, drawing.tables),
        team_id=side.team.pk if side.team else None,
        seed=side.team.seed if side.team else None,
        classes=" ".join(["tr", *classes]),
        cells=_cells(drawing, match, side),
        games_won=side.games_won if match.games and not drawing.by_net else None,
    )


def _cells(drawing: Drawing, match: MatchNow, side: SideNow) -> tuple[Cell, ...]:
    playing, written = match.game_in_play, signed if drawing.by_net else real
    return tuple(
        Cell(
            written(game["score"][side.side]),
            "now" if number == playing else "w" if game["winner"] == side.side else "",
        )
        for number, game in enumerate(match.games, start=1)
    )


def winner_of(match: MatchNow) -> Team | None:
    """Return who goes on from a match: the winner, or who stands alone in it."""
    if match.match.state == "bye":
        return next((side.team for side in match.sides if side.team), None)
    return next((side.team for side in match.sides if side.won), None)
