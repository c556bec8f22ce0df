"""The notice of a tournament as an A4 page to hang up, with the QR code of the public page."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import get_language, gettext as _

from tournaments.identity.public import logo_document
from tournaments.models import Club, Tournament
from tournaments.notice.public import big_date, game_sentence, notice_lines
from tournaments.notice.rules import TextPiece, paragraphs
from tournaments.notice.selectors import notice_of
from tournaments.web.qr import qr_document
from tournaments.web.typesetting import typeset
from tournaments.web.words import clock, day, plain

NOTICE_TEMPLATE = "printing/notice.typ"


def notice_pdf(tournament: Tournament, address: str) -> bytes:
    """Return the notice as PDF, with a QR code for `address`, the URL of the public page."""
    return typeset(NOTICE_TEMPLATE, notice_data(tournament, address))


def notice_data(tournament: Tournament, address: str) -> dict[str, Any]:
    """Return the data for the template of the printed notice. Three queries, plus the logo.

    The game and the length of a match are taken from the stage that the public pages show.
    """
    club, notice = Club.objects.current(), notice_of(tournament)
    date = big_date(tournament.starts_at)
    lines = notice_lines(tournament, notice) if notice else []
    closes = notice.closes_at if notice else None
    return {
        "lang": get_language() or "",
        "title": plain(tournament.name),
        "club": plain(", ".join(filter(None, [club.name, club.town]))),
        "logo": logo_document(club),
        "lead": plain(game_sentence(tournament.shown_stage())),
        "date": date._asdict() if date else None,
        "lines": [
            {"first": _text(line.first), "more": [_text(each) for each in line.more]} for line in lines
        ],
        "text": [plain_lines(each) for each in paragraphs(notice.text)] if notice else [],
        "address": address,
        "qr": qr_document(address),
        "words": {
            "later": _("Date to be announced"),
            "enter": _("Who is in, and how to enter"),
            "until": _("Entries close on %(day)s at %(time)s.") % {"day": day(closes), "time": clock(closes)}
            if closes
            else "",
        },
    }


def _text(pieces: Sequence[TextPiece]) -> str:
    return plain("".join(piece.text for piece in pieces))


def plain_lines(text: str) -> str:
    """Return a text with its line breaks but without invisible characters."""
    return "\n".join(plain(line) for line in text.splitlines())
