"""Printed score sheets of matches: players, table code, and the columns of the card game."""

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Any

from django.utils.translation import get_language, gettext as _, pgettext

from scoring.games import CARD_GAMES
from scoring.models import TableKey
from scoring.sheet.devices import shown_code, table_token
from scoring.sheet.rules.reader import read_profile
from scoring.templatetags.suits import rank_letter
from scoring.translation import say
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.identity.public import logo_document
from tournaments.matches.selectors.matches import MatchNow, SideNow, match_now, rounds_by_stage, with_sides
from tournaments.matches.selectors.seats import called_by
from tournaments.models import Club, Match, Stage, Tournament
from tournaments.printing.paper import Heading, Paper, PaperSide, Seated, paper
from tournaments.rosters.selectors.roster import with_seats
from tournaments.web.qr import qr_document
from tournaments.web.typesetting import typeset
from tournaments.web.words import day, joined, match_words, table_words

TEMPLATE = "printing/sheets.typ"


def sheets_pdf(papers: Sequence[Paper], tournament: Tournament | None = None, *, abreast: bool) -> bytes:
    """Return the sheets as PDF: one per A5 page, or two per A4 page to be cut apart."""
    return typeset(TEMPLATE, sheets_data(papers, abreast=abreast), tournament)


def sheets_data(papers: Sequence[Paper], *, abreast: bool) -> dict[str, Any]:
    """Return the data for the template of the score sheets."""
    return {
        "title": _("Score sheets"),
        "lang": get_language() or "",
        "abreast": abreast,
        "logo": logo_document(Club.objects.current()),
        "words": _words(),
        "sheets": [_drawing(each) for each in papers],
    }


def open_matches(tournament: Tournament) -> list[Any]:
    """Return the ids of the matches that are ready (also without a table), in play or disputed."""
    return list(tournament.matches.filter(state__in=AT_A_TABLE).values_list("pk", flat=True))


def match_papers(tournament: Tournament, ids: Iterable[Any], address: str) -> list[Paper]:
    """Return the score sheets of the given matches, ordered by table. Seven queries.

    `address` is the URL for opening a table on a phone.
    """
    rows = with_sides(Match.objects.filter(pk__in=ids)).prefetch_related(with_seats("slots__team__seats"))
    matches = [match_now(row) for row in rows.order_by("round", "number")]
    keys = TableKey.objects.in_bulk([match.match.pk for match in matches])
    rounds = rounds_by_stage(tournament)
    place = place_words(tournament)
    return [
        _paper(
            tournament,
            match.match.stage,
            _heading(match, rounds[match.match.stage_id], place, address, keys[match.match.pk]),
        )
        for match in sorted(matches, key=lambda match: (match.match.table is None, match.match.table or 0))
    ]


def blank_paper(tournament: Tournament) -> Paper:
    """Return a blank score sheet of the tournament."""
    return _paper(tournament, tournament.stage_at_hand(), Heading(place=place_words(tournament)))


def place_words(tournament: Tournament) -> str:
    """Return the tournament, the club and the day as one line of text."""
    return joined(tournament.name, Club.objects.current().name, day(tournament.starts_at))


def _paper(tournament: Tournament, stage: Stage, heading: Heading) -> Paper:
    card_game = CARD_GAMES[tournament.card_game]
    return paper(card_game, read_profile(card_game, stage.profile), heading)


def _heading(match: MatchNow, rounds: int, place: str, address: str, key: TableKey) -> Heading:
    row, stage = match.match, match.match.stage
    table, name = table_words(row.table), match_words(stage, row.label, rounds)
    return Heading(
        title=table or name,
        beside=name if table else say(FORMATS[stage.format].round_name(row.round, rounds)),
        place=place,
        seated=_seated(match.sides),
        code=shown_code(key),
        opens=f"{address}#{table_token(key)}",
    )


def _seated(sides: Sequence[SideNow]) -> tuple[Seated, ...]:
    """Return the sides of a match with their names and their players' names."""
    persons = [[seat.person.name for team in side.teams for seat in team.seats.all()] for side in sides]
    called = called_by(dict(enumerate(chain.from_iterable(persons))))
    names = iter(called.values())
    return tuple(
        Seated(side.name, tuple(islice(names, len(persons_of_side))))
        for side, persons_of_side in zip(sides, persons, strict=True)
    )


def _words() -> dict[str, str]:
    return {
        "table": _("Table"),
        "by_phone": _("score by phone"),
        "won": _("Games won"),
        "trick": pgettext("foot of a score sheet", "trick"),
        "together": pgettext("foot of a score sheet", "together"),
        "deals": _("who deals"),
    }


def _drawing(paper: Paper) -> dict[str, Any]:
    heading, columns = paper.heading, paper.columns
    return {
        "title": heading.title,
        "beside": heading.beside,
        "place": heading.place,
        "code": heading.code,
        "qr": qr_document(heading.opens) if heading.opens else "",
        "game": paper.game_name,
        "targets": paper.targets,
        "first_dealer": paper.first_dealer,
        "sides": [_side(side) for side in paper.sides],
        "games": [{"name": game.name, "target": game.target} for game in paper.games],
        "columns": {
            "hand": [{"kind": column.kind.value, "over": column.over} for column in columns.hand],
            "side": [{"kind": column.kind.value, "over": column.over} for column in columns.side],
        },
        "rows": len(paper.numbers),
        "final": paper.final,
        "worth": [[rank_letter(face.rank), face.worth] for face in paper.worth],
        "counted": paper.counted,
        "trick": paper.trick,
        "total": paper.total,
        "explained": [[column.over, column.label] for column in columns.explained],
    }


def _side(side: PaperSide) -> dict[str, Any]:
    whose = side.name or side.over
    return {
        "side": side.side,
        "name": side.name,
        "players": side.players,
        "role": side.role,
        "over": side.over,
        "signature": _("Signature %(name)s") % {"name": whose} if whose else _("Signature"),
    }
