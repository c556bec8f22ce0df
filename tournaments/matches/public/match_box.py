"""Match boxes of public pages, the rounds of stages without a bracket, and links to rounds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.templatetags.sheet import real, signed
from scoring.translation import say
from tournaments.competition.correction_policies import Settled, SettledState
from tournaments.competition.format_parts.trees import Trees
from tournaments.competition.types import Label
from tournaments.matches.selectors.bracket import IN_PLAY, Path, RoundNow
from tournaments.matches.selectors.matches import MatchNow, SideNow
from tournaments.matches.selectors.round_tables import A_PART, RoundTables
from tournaments.matches.words import side_words, state_words, targets_of
from tournaments.models import JournalEntry, Stage, Tournament
from tournaments.stages.selectors.stage_details import card_game_of
from tournaments.templatetags.components import BoxView, Pill, SettledView, SideRow
from tournaments.web import words
from tournaments.web.frame import way

SIGNED = frozenset({"signed", "confirmed"})


class BoxDrawing:
    """Data shared by all match boxes on a page: the matches, and the path of the followed team."""

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
        """Return whether the side has the team that the visitor follows."""
        return bool(self.path and side.has(self.path.team_id))

    def stands_beside(self, label: Label) -> bool:
        """Return whether a match, such as the match for third place, is displayed beside the final."""
        return self.trees is not None and label in self.trees.beside

    def fed_by(self, label: Label, side: SideNow) -> MatchNow | None:
        """Return the match whose winner fills this side; None if the page shows no line from that match."""
        has_line = self.trees is not None and self.trees.joined(side.source_label, label)
        return self.by_label.get(side.source_label) if has_line and side.source == "winner" else None

    def after(self, label: Label) -> MatchNow | None:
        """Return the next match of a match's winner; None if the page does not show the next match."""
        onward = self.trees.onward.get(label) if self.trees else None
        return self.by_label.get(onward.match) if onward else None

    def on_the_way(self, before: Label, after: Label) -> bool:
        """Return whether the line between two matches is part of the followed team's path."""
        has_line = self.path and self.trees and self.trees.joined(before, after)
        return bool(has_line and self.path and {before, after} <= self.path.way)


def box_view(drawing: BoxDrawing, match: MatchNow) -> BoxView:
    """Return the template data of a match box."""
    state = match.match.state
    called = state == "ready" and match.match.table is not None
    live = state in IN_PLAY
    name = words.match_words(drawing.stage, match.match.label, drawing.rounds)
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
    table = words.table_words(match.match.table) if shows_table else ""
    beside = name if drawing.stands_beside(match.match.label) else ""
    return capfirst(words.joined(beside, table, state_words(match, drawing.targets)))


def _row(drawing: BoxDrawing, match: MatchNow, side: SideNow) -> SideRow:
    state = match.match.state
    over = match.decided and side.teams and state != "bye" and not match.annulled
    is_walkover = state == "walkover" and not match.annulled
    classes = ["w"] if side.won else ["l"] if over and not drawing.by_net else []
    if drawing.followed(side):
        classes.append("highlight")
    return SideRow(
        side=side.side,
        name=side_words(drawing.stage, side, drawing.rounds, drawing.tables),
        team_id=side.team.pk if side.team else None,
        seed=side.team.seed if side.team else None,
        classes=" ".join(classes),
        cells=_cells(drawing, match, side),
        games_won=side.games_won if (match.games or is_walkover) and not drawing.by_net else None,
    )


def _cells(drawing: BoxDrawing, match: MatchNow, side: SideNow) -> tuple[tuple[str, str], ...]:
    playing, format_score = match.game_in_play, signed if drawing.by_net else real
    cells = [
        (
            format_score(game["score"][side.side]),
            "now" if number == playing else "w" if game["winner"] == side.side else "",
        )
        for number, game in enumerate(match.games, start=1)
    ]
    if playing and playing > len(cells):  # the game in play has no hand yet
        cells.append((format_score(0), "now"))
    return tuple(cells)


def settled_view(tournament: Tournament, settled: Settled) -> SettledView | None:
    """Return whether the results are official or provisional, as text; None until all results are known.

    One query if the results were reopened.
    """
    if settled.official_at is None:
        return None
    official = settled.standing is SettledState.OFFICIAL
    text = _("Official since %(instant)s") if official else _("Provisional until %(instant)s")
    return SettledView(
        official, text % {"instant": words.instant(settled.official_at)}, _reopened(tournament)
    )


def _reopened(tournament: Tournament) -> str:
    if tournament.reopened_at is None:
        return ""
    entries = JournalEntry.objects.filter(tournament=tournament, kind="event_reopened")
    reason = entries.order_by("-at").values_list("reason", flat=True).first()
    values = {"instant": words.instant(tournament.reopened_at), "reason": reason}
    return _("Opened again by the organiser, %(instant)s: “%(reason)s”") % values


@dataclass(frozen=True)
class RoundsView:
    """Template data of one round of a stage without a bracket."""

    name: str
    boxes: tuple[BoxView, ...]
    resting: tuple[str, ...]
    rounds: tuple[Pill, ...]
    parts: tuple[Pill, ...]
    follow_query: str
    # The promises of the format that the round breaks: the names of the teams, and the promise in words.
    breaches: tuple[tuple[str, str], ...]


def rounds_view(now: RoundTables) -> RoundsView:
    """Return the template data of one round of a stage without a bracket."""
    drawing = BoxDrawing(now.stage, len(now.rounds), now.matches, now.path)
    return RoundsView(
        name=say(now.rounds[now.current - 1].name),
        boxes=tuple(box_view(drawing, match) for match in now.matches),
        resting=tuple(team.name for team in now.resting),
        rounds=round_pills(now.rounds, now.current),
        parts=part_pills(f"?turno={now.current}", now.part, _ranges(now)),
        follow_query=f"?turno={now.current}&" + (f"parte={now.part}&" if now.parts > 1 else ""),
        breaches=tuple(
            (", ".join(team.name for team in breach.teams), say(breach.sentence)) for breach in now.breaches
        ),
    )


def round_pills(rounds: Sequence[RoundNow], current: int) -> tuple[Pill, ...]:
    """Return links to the rounds of a stage."""
    return tuple(_pill(each, say(each.name), f"?turno={each.number}", current) for each in rounds)


def _pill(each: RoundNow, name: str, query: str, current: int) -> Pill:
    count = f"{each.decided}/{each.matches}" if 0 < each.decided < each.matches else ""
    return Pill(name, query, each.number == current, count)


def part_pills(query: str, current: int, names: Sequence[str]) -> tuple[Pill, ...]:
    """Return links to the parts of a list, with the names of the parts; empty if there is only one part."""
    if len(names) == 1:
        return ()
    return tuple(
        Pill(name, f"{query}&parte={part}", part == current) for part, name in enumerate(names, start=1)
    )


def _ranges(now: RoundTables) -> list[str]:
    """Return the range of match positions in each part of a round, for example "49–64"."""
    last = now.rounds[now.current - 1].matches
    return [f"{first + 1}–{min(first + A_PART, last)}" for first in range(0, max(last, 1), A_PART)]
