"""One match as a box: its caption, its two rows, the points game by game."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.utils.text import capfirst

from scoring.templatetags.sheet import real, signed
from tournaments.format_parts.trees import Trees
from tournaments.models import Stage, Team
from tournaments.results.selectors.bracket import IN_PLAY, Path
from tournaments.results.selectors.matches import MatchNow, SideNow
from tournaments.stages.selectors.stage_facts import card_game_of
from tournaments.types import Label
from tournaments.web.links import way
from tournaments.web.words import joined, match_words, side_words, state_words, table_words, targets_of

SIGNED = frozenset({"signed", "confirmed"})


@dataclass(frozen=True)
class GamePoints:
    """The points of one side in one game."""

    points: str
    classes: str


@dataclass(frozen=True)
class SideRow:
    """One side of a match: its seed, its name, its points game by game, the games it won."""

    side: int
    name: str
    team_id: UUID | None
    seed: int | None
    classes: str
    cells: tuple[GamePoints, ...]
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
    rows: tuple[SideRow, ...]


class BoxDrawing:
    """What every box is drawn from, fetched once: the matches shown, and the team that is followed."""

    def __init__(
        self,
        stage: Stage,
        rounds: int,
        matches: Iterable[MatchNow],
        path: Path | None,
        trees: Trees | None = None,
    ) -> None:
        self.stage = stage
        self.rounds = rounds
        self.path = path
        self.trees = trees
        self.by_net = card_game_of(stage).by_net
        self.targets = targets_of(stage)
        matches = list(matches)
        self.by_label = {each.match.label: each for each in matches}
        self.tables = {
            each.match.label: each.match.table
            for each in matches
            if each.match.table and each.match.state in IN_PLAY
        }

    def followed(self, side: SideNow) -> bool:
        """Whether this side is the team that is followed."""
        return bool(self.path and side.has(self.path.team_id))

    def stands_beside(self, label: Label) -> bool:
        """Whether this match stands beside the end of a tree."""
        return self.trees is not None and label in self.trees.beside

    def fed_by(self, label: Label, side: SideNow) -> MatchNow | None:
        """The match shown from which a line comes to this side of another."""
        drawn = self.trees is not None and self.trees.joined(side.source_label, label)
        return self.by_label.get(side.source_label) if drawn and side.source == "winner" else None

    def after(self, label: Label) -> MatchNow | None:
        """The match shown to which the winner of this one comes."""
        onward = self.trees.onward.get(label) if self.trees else None
        return self.by_label.get(onward.match) if onward else None

    def on_the_way(self, before: Label, after: Label) -> bool:
        """Whether the line between these is the followed team's."""
        drawn = self.path and self.trees and self.trees.joined(before, after)
        return bool(drawn and self.path and {before, after} <= self.path.way)


def box_view(drawing: BoxDrawing, match: MatchNow) -> BoxView:
    """Put one match into words."""
    state = match.match.state
    called = state == "ready" and match.match.table is not None
    live = state in IN_PLAY
    name = match_words(drawing.stage, match.match.label, drawing.rounds)
    return BoxView(
        url=way(drawing.stage.tournament, "match_sheet", match.match.pk),
        name=name,
        classes="live" if live else "call" if called else "todo" if state in ("waiting", "bye") else "",
        caption=_caption(drawing, match, name, shows_table=live or called),
        quiet_caption=state in SIGNED and not drawing.stands_beside(match.match.label),
        icon="bell" if called else "",
        live=live,
        rows=tuple(_row(drawing, match, side) for side in match.sides),
    )


def _caption(drawing: BoxDrawing, match: MatchNow, name: str, *, shows_table: bool) -> str:
    table = table_words(match.match.table) if shows_table else ""
    beside = name if drawing.stands_beside(match.match.label) else ""
    return capfirst(joined(beside, table, state_words(match, drawing.targets)))


def _row(drawing: BoxDrawing, match: MatchNow, side: SideNow) -> SideRow:
    state = match.match.state
    over = match.decided and side.teams and state != "bye"
    classes = ["w"] if side.won else ["l"] if over and not drawing.by_net else []
    if drawing.followed(side):
        classes.append("hl")
    return SideRow(
        side=side.side,
        name=side_words(drawing.stage, side, drawing.rounds, drawing.tables),
        team_id=side.team.pk if side.team else None,
        seed=side.team.seed if side.team else None,
        classes=" ".join(["tr", *classes]),
        cells=_cells(drawing, match, side),
        games_won=side.games_won if (match.games or state == "walkover") and not drawing.by_net else None,
    )


def _cells(drawing: BoxDrawing, match: MatchNow, side: SideNow) -> tuple[GamePoints, ...]:
    playing, written = match.game_in_play, signed if drawing.by_net else real
    cells = [
        GamePoints(
            written(game["score"][side.side]),
            "now" if number == playing else "w" if game["winner"] == side.side else "",
        )
        for number, game in enumerate(match.games, start=1)
    ]
    if playing and playing > len(cells):  # no hand of it is written yet
        cells.append(GamePoints(written(0), "now"))
    return tuple(cells)


def winner_of(match: MatchNow) -> Team | None:
    """Return who goes on from a match: the winner, or who stands alone in it."""
    if match.match.state == "bye":
        return next((side.team for side in match.sides if side.team), None)
    return next((side.team for side in match.sides if side.won), None)
