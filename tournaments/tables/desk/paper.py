"""Desk pages for entering a paper sheet hand by hand, with the same checks as for phones.

A refused hand stays in the form, and the field with the error has the focus.
"""

import re
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.sheet.rules.log import Place, SheetLog
from scoring.sheet.services.hands import Writing
from scoring.translation import say
from scoring.types import BadEntry, RuleError, Sentence, _ as marked
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.errors import status_of
from tournaments.matches.desk.board import decision_words, game_boards, hand_tables
from tournaments.matches.desk.finals_form import FinalsForm
from tournaments.matches.desk.match import match_at_desk
from tournaments.matches.services import results
from tournaments.matches.sheet_view import SheetView, sheet_view
from tournaments.matches.words import targets_of
from tournaments.models import Tournament
from tournaments.permissions import may, roles_of
from tournaments.stages.selectors.stage_details import rounds_of
from tournaments.tables.desk.paper_form import PaperForm
from tournaments.web.desk_frame import acting, at_desk, desk, focus_on_error
from tournaments.web.words import game_words, match_words

PLACE = re.compile(r"([1-9][0-9]?)-([1-9][0-9]{0,2})")


@desk("write_paper", "GET", "HEAD", "POST")
def paper(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Show the paper sheet and a form for one hand; for a POST request, save, correct or strike the hand."""
    match = match_at_desk(tournament, match_id)
    if match.match.state not in AT_A_TABLE:
        return redirect("desk_match", tournament.slug, match_id)
    view, log = sheet_view(match), match.match.sheet.standing.log
    if request.method != "POST":
        place = _read_place(request.GET.get("mano", "")) or next_place(view, log)
        return _page(request, view, log, _form(view, log, place))
    late = _read_place(request.POST.get("late", ""))
    form = _form(view, log, _read_place(request.POST.get("place", "")) or next_place(view, log), request.POST)
    if form.is_valid():
        try:
            return _write(request, form, late)
        except RuleError as refusal:
            form.refuse(refusal)
    return _page(request, view, log, form)


def _write(request: HttpRequest, form: PaperForm, late: Place | None) -> HttpResponse:
    """Record the submitted hand with the service that phones use, and redirect to the next hand."""
    act, based_on = acting(request), form.cleaned_data["version"] or None
    act["author"] = replace(act["author"], client_key=form.key)
    match, place = form.view.match.match, late or form.place
    match_id, slug = match.pk, match.tournament.slug
    values = {"game": place[0], "hand": place[1]}
    if form.cleaned_data.get("strike"):
        results.strike_hand(match_id, form.place, based_on=form.cleaned_data["version"], **act)
        messages.success(request, _("The hand is struck."))
        return redirect("desk_paper", slug, match_id)
    if late:
        result = results.write_hand(match_id, late, form.late(), **act)
    else:
        hand = form.wanted()
        _refuse_ruling(request, form, hand)
        result = results.write_hand(match_id, form.place, hand, based_on=based_on, **act)
    if result.writing is Writing.DIFFERS:
        words = _("A phone wrote hand %(hand)s of game %(game)s otherwise. Choose which one stands.")
        messages.warning(request, words % values)
        return redirect("desk_match", slug, match_id)
    for problem in result.warnings:
        messages.warning(request, say(problem.message))
    messages.success(request, _("Hand %(hand)s of game %(game)s is written.") % values)
    return redirect("desk_paper", slug, match_id)


def _is_referee(request: HttpRequest, form: PaperForm) -> bool:
    return may("rule_on_hand", roles_of(request.user, form.view.match.match.tournament))


def _refuse_ruling(request: HttpRequest, form: PaperForm, hand: dict[str, Any]) -> None:
    """Raise BadEntry if only a referee may record this hand (COM-4) and the user is not a referee."""
    card_game = form.view.card_game
    if (card_game.is_ruling(hand) or card_game.is_ruling(form.body)) and not _is_referee(request, form):
        raise BadEntry(
            "ruling", Sentence(marked("Only the referee writes this. Ask them to copy this hand."))
        )


def _read_place(text: str) -> Place | None:
    digits = PLACE.fullmatch(text)
    return (int(digits[1]), int(digits[2])) if digits else None


def next_place(view: SheetView, log: SheetLog) -> Place:
    """Return the game number and the hand number of the next hand to enter.

    If the sheet expects no more hands, return the number after the last hand of the last finished game. In
    this case, games with only a final score do not count; without any other finished game, return (1, 1).
    """
    if view.state.next:
        return view.state.next.game, view.state.next.hand
    return late_place(view, log) or (1, 1)


def late_place(view: SheetView, log: SheetLog) -> Place | None:
    """Return the last finished game, and the number for an additional hand in this game.

    Return None if no game is finished. Games with only a final score do not count.
    """
    ended = [number for number, game in enumerate(view.state.games, start=1) if game.over and not game.quick]
    if not ended:
        return None
    return ended[-1], 1 + max((hand for game, hand in log.hands if game == ended[-1]), default=0)


def _form(view: SheetView, log: SheetLog, place: Place, data: QueryDict | None = None) -> PaperForm:
    """Return the form for a hand, with its recorded values; empty if only a final score is recorded."""
    hand, coming = log.hands.get(place), view.state.next
    body = dict(hand.body) if hand and "final" not in hand.body else {}
    dealer = coming.dealer if coming and (coming.game, coming.hand) == place else None
    return PaperForm(view, place, body, hand.version if hand else 0, data, dealer=dealer)


@desk("write_paper", "POST")
def finals(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Save the final scores of games that have no recorded hands; save all of them or none."""
    view = sheet_view(match_at_desk(tournament, match_id))
    log = view.match.match.sheet.standing.log
    form = FinalsForm(view, log, request.POST)
    try:
        results.write_finals(match_id, form.scores(), **acting(request))
    except RuleError as refusal:
        form.refuse(refusal)
        row = _form(view, log, next_place(view, log))
        row.let_go()
        return _page(request, view, log, row, form, status_of(refusal))
    messages.success(request, _("The final scores are written."))
    return redirect("desk_paper", tournament.slug, match_id)


def _page(
    request: HttpRequest,
    view: SheetView,
    log: SheetLog,
    form: PaperForm,
    finals: FinalsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    match, late = view.match, late_place(view, log)
    focus_on_error(form)
    if not _is_referee(request, form):
        form.leave_out_rulings()
    targets = targets_of(match.match.stage)
    context = {
        "match": match,
        "name": match_words(match.match.stage, match.match.label, rounds_of(match.match)),
        "view": view,
        "boards": game_boards(view),
        "tables": hand_tables(view, log),
        "several": len(targets) > 1,
        "open": True,
        "decided": decision_words(view.sides, view.state.winner),
        "form": form,
        "finals": finals or FinalsForm(view, log),
        "label": game_words(form.place[0], targets),
        "correcting": form.is_bound or "mano" in request.GET,
        "late": f"{late[0]}-{late[1]}" if late else "",
        "late_game": game_words(late[0], targets) if late else "",
    }
    return at_desk(request, match.match.tournament, "tables/paper.html", context, status=status)
