"""The A3 poster (bracket and standings) with the QR code of the public page, and the preview picture.

A tree of up to 128 entrants fits on one page. A larger tree is split into parts; a last page has the matches
between the winners of the parts.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.cache import cache
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext as _

from scoring.templatetags.sheet import signed
from scoring.translation import say
from tournaments.club.selectors.tournaments import champions_of
from tournaments.competition.format_parts.trees import Tree, TreeColumn, Trees
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.tables import Row
from tournaments.identity.public import logo_document
from tournaments.matches.public.match_box import BoxDrawing, box_view
from tournaments.matches.selectors.bracket import IN_PLAY, stage_rounds, trees_of_stage
from tournaments.matches.selectors.matches import MatchNow, latest_results, match_now, winner_of, with_sides
from tournaments.models import Club, Match, Stage, Team, Tournament
from tournaments.printing.sheets import place_words
from tournaments.standings.public.groups import after_words, nobody_words
from tournaments.standings.public.numbers import by_net, in_halves
from tournaments.standings.selectors import StandingsNow, held_now, standings_now
from tournaments.templatetags.components import SideRow
from tournaments.templatetags.entrants import called
from tournaments.web.qr import qr_document
from tournaments.web.typesetting import pictures, typeset
from tournaments.web.words import day, draw_words, joined, plain

POSTER_TEMPLATE = "printing/poster.typ"
# The largest number of matches in a column of a page.
HIGHEST = 64
# The largest number of matches below each other if a page has several trees.
TOGETHER = 16


class Part(NamedTuple):
    """A part of a tree on one poster page: its first and last column, its number, and the number of parts."""

    tree: Tree
    first: int
    last: int
    part: int
    parts: int

    @property
    def columns(self) -> list[tuple[int, TreeColumn]]:
        """The columns of this part, each with its number in the whole tree."""
        columns = self.tree.columns[self.first : self.last + 1]
        return [(place, self._cut(column)) for place, column in enumerate(columns, start=self.first)]

    def _cut(self, column: TreeColumn) -> TreeColumn:
        places_per_part = len(column.places) // self.parts
        places = column.places[(self.part - 1) * places_per_part : self.part * places_per_part]
        return TreeColumn(column.round, places, column.beside if self.part == self.parts else ())


def poster_pdf(tournament: Tournament, address: str, sheet: int | None) -> bytes:
    """Return the poster, or one page of it, as PDF with a QR code for `address`, the public page's URL.

    If the bracket is too large for one PDF (`sheets_of`), `sheet` is the number of the page, counted from 1.
    If `sheet` is None, the first page is returned; if it is too large, the last page. For smaller brackets
    `sheet` has no effect.
    """
    return typeset(POSTER_TEMPLATE, poster_data(tournament, address, sheet), tournament)


def sheets_of(trees: Trees) -> int:
    """Return the number of poster pages of a bracket that is too large for one PDF, else 0."""
    leaves = _leaves(trees)
    return len(leaves) + 1 if any(part.parts > 1 for leaf in leaves for part in leaf) else 0


def poster_panel(context: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the page numbers of a large bracket as template context; empty if one PDF is enough."""
    return {"poster_sheets": range(1, sheets_of(context["trees"]) + 1)}


def poster_data(tournament: Tournament, address: str, sheet: int | None = None) -> dict[str, Any]:
    """Return the data of the poster template. At most twelve queries, plus the logo.

    A large bracket is printed one page at a time, so that a request takes less than a second.
    """
    stage = tournament.shown_stage()
    rounds = len(stage_rounds(stage)) if FORMATS[stage.format].bracket else 0
    trees = trees_of_stage(stage) if rounds else None
    leaves = _leaves(trees) if trees else []
    count = sheets_of(trees) if trees else 0
    chosen_sheet = max(1, min(sheet or 1, count)) if count else None
    chosen_leaves = leaves[chosen_sheet - 1 : chosen_sheet] if chosen_sheet else leaves
    with_standings = chosen_sheet is None or chosen_sheet == count
    now = standings_now(stage) if with_standings else StandingsNow(())
    return {
        "lang": get_language() or "",
        "title": plain(tournament.name),
        "place": plain(place_words(tournament).removeprefix(tournament.name).strip(" ·")),
        "address": address,
        "logo": logo_document(Club.objects.current()),
        "qr": qr_document(address),
        "leaves": _drawing(stage, rounds, trees, chosen_leaves) if trees else [],
        "standings": _standings(stage, now) if with_standings else [],
        "words": {
            "standings": after_words(now.withheld_after) if now.withheld_after else _("Standings"),
            "nothing": _("The bracket is being prepared")
            if stage.state == "drawing"
            else _("The draw is to come"),
            "follow": _("Follow it live"),
            "champions": called("champions", tournament),
        },
    }


def _leaves(trees: Trees) -> list[list[Part]]:
    leaves: list[list[Part]] = []
    for part in (part for tree in trees.trees for part in parts_of(tree)):
        places = len(part.columns[0][1].places)
        together = sum(len(each.columns[0][1].places) + 1 for each in leaves[-1]) if leaves else TOGETHER
        if together + places <= TOGETHER and part.parts == 1:
            leaves[-1].append(part)
        else:
            leaves.append([part])
    return leaves


def parts_of(tree: Tree) -> list[Part]:
    """Return the parts of a tree; a last part has the matches between the winners of the other parts."""
    widths = [len(column.places) for column in tree.columns]
    parts = -(-widths[0] // HIGHEST)
    if parts == 1:
        return [Part(tree, 0, len(widths) - 1, 1, 1)]
    last = max(number for number, wide in enumerate(widths) if wide >= parts)
    ways = [Part(tree, 0, last, part, parts) for part in range(1, parts + 1)]
    return [*ways, Part(tree, last + 1, len(widths) - 1, 1, 1)]


def _drawing(
    stage: Stage, rounds: int, trees: Trees, leaves: Sequence[Sequence[Part]]
) -> list[list[dict[str, Any]]]:
    """Return the pages of the poster as template context, with their matches. Four queries."""
    columns = [column for leaf in leaves for part in leaf for _number, column in part.columns]
    labels = {label for column in columns for label in (*column.matches, *column.beside)}
    rows = with_sides(Match.objects.filter(stage=stage, label__in=labels))
    matches = {row.label: match_now(row) for row in rows}
    drawing = BoxDrawing(stage, rounds, matches.values(), None, trees)
    return [[_tree(drawing, trees, matches, part) for part in leaf] for leaf in leaves]


def _tree(drawing: BoxDrawing, trees: Trees, matches: dict[str, MatchNow], part: Part) -> dict[str, Any]:
    form = FORMATS[drawing.stage.format]
    name = say(form.tree_name(part.tree.first)) if len(trees.trees) > 1 else ""
    part_words = _("Part %(number)s") % {"number": part.part} if part.parts > 1 else ""
    columns = part.columns
    return {
        "name": joined(name, part_words),
        "places": len(columns[0][1].places),
        "columns": [_column(drawing, part.tree, matches, *each) for each in columns],
        "champions": _champions(trees, columns[-1][1], matches),
    }


def _column(
    drawing: BoxDrawing, tree: Tree, matches: dict[str, MatchNow], number: int, column: TreeColumn
) -> dict[str, Any]:
    names = FORMATS[drawing.stage.format].column_name
    first = tree.columns[number].matches[0]
    return {
        "name": say(names(first, number + 1, len(tree.columns))),
        "matches": [_box(drawing, matches[label]) if label else None for label in column.places],
        "beside": [_box(drawing, matches[label]) for label in column.beside],
    }


def _box(drawing: BoxDrawing, match: MatchNow) -> dict[str, Any]:
    box = box_view(drawing, match)
    return {"name": box.name, "decided": match.decided, "rows": [_row(row, match) for row in box.rows]}


def _row(row: SideRow, match: MatchNow) -> dict[str, Any]:
    """Return a side of a match as template context; an unknown name is left blank for handwriting."""
    return {
        "seed": str(row.seed or ""),
        "name": plain(row.name) if row.team_id or match.decided else "",
        "known": row.team_id is not None,
        "won": "w" in row.classes.split(),
        "score": str(row.games_won)
        if row.games_won is not None
        else " ".join(points for points, _kind in row.cells),
    }


def _champions(trees: Trees, last: TreeColumn, matches: dict[str, MatchNow]) -> str:
    if trees.final is None or trees.final not in last.places:
        return ""
    winner = winner_of(matches[trees.final])
    return plain(winner.name) if winner else ""


def _standings(stage: Stage, now: StandingsNow) -> list[dict[str, Any]]:
    """Return the standings on the poster as one table, or as one table per group."""
    teams = Team.objects.in_bulk([row.entrant for row in now.rows])
    names = {str(key): plain(team.name) for key, team in teams.items()}
    tables = now.groups or ({"": now.rows} if now.rows else {})
    return [
        {
            "name": _("Group %(key)s") % {"key": key} if key else "",
            "rows": [
                {"place": str(row.place), "name": names[row.entrant], "points": _points(stage, row)}
                for row in rows
            ],
        }
        for key, rows in tables.items()
    ]


def _points(stage: Stage, row: Row) -> str:
    """Return the points of an entrant; empty in a bracket, which has no points."""
    if FORMATS[stage.format].bracket:
        return ""
    return signed(int(row.match_points)) if by_net(stage) else in_halves(row.match_points)


PREVIEW_TEMPLATE = "printing/preview.typ"
SIZE = (1200, 630)
DOTS_PER_INCH = 144
MAX_MATCHES = 3
KEPT_FOR = 7 * 24 * 3600


def preview_png(tournament: Tournament) -> bytes:
    """Return the preview picture as PNG, cached until the tournament changes."""
    key = f"preview:{tournament.pk}:{get_language()}"
    now = tournament.version, tournament.standings_until and held_now(tournament.shown_stage())
    cached_state, picture = cache.get(key, (None, b""))
    if cached_state != now:
        (picture,) = pictures(
            PREVIEW_TEMPLATE, preview_data(tournament), tournament, dots_per_inch=DOTS_PER_INCH
        )
        cache.set(key, (now, picture), KEPT_FOR)
    return bytes(picture)


def preview_data(tournament: Tournament) -> dict[str, Any]:
    """Return the data of the preview template. At most six queries during play, plus the logo."""
    club = Club.objects.current()
    place = joined(", ".join(filter(None, [club.name, club.town])), day(tournament.starts_at))
    heading, large, matches = _of_the_moment(tournament)
    return {
        "lang": get_language() or "",
        "name": plain(tournament.name),
        "place": plain(place),
        "logo": logo_document(club),
        "heading": capfirst(heading),
        "large": [plain(each) for each in large],
        "matches": [_preview_drawn(match) for match in matches],
    }


def _of_the_moment(tournament: Tournament) -> tuple[str, list[str], Sequence[MatchNow]]:
    if tournament.state == "over":
        champions = champions_of([tournament]).get(tournament.pk, ())
        if not champions:
            return nobody_words(tournament), [], ()
        return called("champions", tournament), [team.name for team in champions], ()
    if tournament.state == "entries":
        return _entries(tournament)
    rows = Match.objects.filter(tournament=tournament, state__in=IN_PLAY).order_by("-round", "table")
    playing = [match_now(row) for row in with_sides(rows)[:MAX_MATCHES]]
    if playing:
        return _("In play"), [], playing
    return _("Latest results"), [], [each.match for each in latest_results(tournament, MAX_MATCHES)]


def _entries(tournament: Tournament) -> tuple[str, list[str], Sequence[MatchNow]]:
    entered = tournament.teams.count()
    return (
        draw_words(tournament.starts_at),
        [called("count", tournament, count=entered)] if entered else [],
        (),
    )


def _preview_drawn(match: MatchNow) -> dict[str, Any]:
    names = [plain(side.name) or "…" for side in match.sides]
    if len(names) > 2:
        return {"sides": [names[0], ", ".join(names[1:])], "score": "·"}
    game = match.game_in_play
    games = [side.games_won for side in match.sides]
    points = match.games[game - 1]["score"] if game and len(match.games) >= game else None
    scores = points if points and not any(games) else games
    return {"sides": names, "score": "–".join(map(str, scores))}
