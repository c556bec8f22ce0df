"""Desk pages for printing: the QR code and table code of each open match, and the print pack."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.models import TableKey
from scoring.sheet.devices import shown_code, table_token
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.matches.selectors.matches import MatchNow, match_now, with_sides
from tournaments.matches.selectors.phones import PhoneNow, phones_of
from tournaments.models import FileKind, TeamPlayer, Tournament
from tournaments.printing.cards import BADGES_AT_ONCE, SIGNS_AT_ONCE, parts
from tournaments.printing.public import table_address
from tournaments.queue.selectors import file_now, made_file
from tournaments.queue.services import ask_pack
from tournaments.web.desk_frame import at_desk, desk
from tournaments.web.qr import is_loopback, only_here, qr_picture
from tournaments.web.typesetting import pdf_answer
from tournaments.web.words import match_words


@dataclass(frozen=True)
class CodeCard:
    """An open match, the codes for its table, and the phones that used the codes."""

    match: MatchNow
    name: str
    code: str
    qr: str
    phones: list[PhoneNow]


@desk("read_desk")
def sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the table codes of all open matches."""
    cards = code_cards(request, tournament)
    context = {
        "cards": cards,
        "unreachable": only_here(request),
        "drawn": tournament.state != "entries",
        **_pack_context(request, tournament),
        "sign_parts": parts(tournament.tables, SIGNS_AT_ONCE),
        "badge_parts": parts(TeamPlayer.objects.filter(tournament=tournament).count(), BADGES_AT_ONCE),
    }
    return at_desk(request, tournament, "printing/sheets.html", context)


@desk("print_sheets", "GET", "HEAD", "POST")
def pack(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the state of the print pack (a PDF with all papers); on POST, start a job that makes a new one."""
    if request.method == "POST":
        ask_pack(tournament, address=table_address(request))
        return redirect("desk_sheets", tournament.slug)
    context = {"tournament": tournament, **_pack_context(request, tournament)}
    return render(request, "printing/_pack.html", context)


def _pack_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the state of the print pack, and whether its QR codes point to another host. Two queries."""
    pack_file, host = file_now(tournament, FileKind.PACK), request.get_host()
    return {
        "pack": pack_file,
        "pack_unreachable": is_loopback(pack_file.host),
        "pack_elsewhere": pack_file.host not in {"", host} and not is_loopback(host),
        "host": host,
    }


@desk("print_sheets")
def pack_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the latest print pack as PDF; without a pack, redirect to the page that starts the job."""
    pack_file = made_file(tournament, FileKind.PACK)
    if pack_file is None:
        return redirect("desk_sheets", tournament.slug)
    return pdf_answer(bytes(pack_file.data), f"{tournament.slug}-{pack_file.made}")


def code_cards(request: HttpRequest, tournament: Tournament) -> list[CodeCard]:
    """Return the codes and phones of each open match, ordered by table. Eight queries."""
    stage = tournament.stage_at_hand()
    last = stage.matches.order_by("-round").values_list("round", flat=True).first() or 1
    open_now = tournament.matches.filter(state__in=AT_A_TABLE).order_by("table", "round", "number")
    matches = [match_now(match) for match in with_sides(open_now)]
    ids = [match.match.pk for match in matches]
    keys = TableKey.objects.in_bulk(ids)
    phones = phones_of(matches)
    address = request.build_absolute_uri(reverse("table_open"))
    return [
        CodeCard(
            match,
            match_words(stage, match.match.label, last),
            shown_code(keys[match.match.pk]),
            qr_picture(f"{address}#{table_token(keys[match.match.pk])}"),
            phones[match.match.pk],
        )
        for match in sorted(matches, key=lambda match: (match.match.table is None, match.match.table or 0))
    ]
