"""The cards of the lot at the desk, then the pairs: laid, turned by the space bar, confirmed as the draw."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from scoring.translation import say
from tournaments.errors import status_of
from tournaments.models import Stage, Tournament
from tournaments.pages.desk.access import author_of, desk
from tournaments.pages.desk.draw import DrawForm, before_page, pack_of
from tournaments.pages.desk.refusals import status_with
from tournaments.services.lot_cards import draw_by_cards, lay_cards, take_up_cards, turn_cards, turn_pairs
from tournaments.stages.selectors.rounds import stage_at_hand


@desk("draw", "POST")
def lay(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Lay the cards that were chosen; anything that is no lot of cards stays on the page with its reason."""
    stage = stage_at_hand(tournament)
    sent = request.POST.copy()
    sent["by"] = "lots"
    form = DrawForm(pack_of(stage), sent)
    if form.is_valid() and (form.cleaned_data["text"] or not form.lot()):
        form.add_error("text", _("Choose the five cards that were drawn: only cards are turned."))
    if not form.is_valid():
        return before_page(request, tournament, stage, form, status=status_with(form, 200))
    try:
        lay_cards(stage, form.lot().split(), author=author_of(request), at=timezone.now())
    except RuleError as refusal:
        form.add_error(None, say(refusal.message))
        return before_page(request, tournament, stage, form, status=status_of(refusal))
    return redirect("desk_draw", tournament.slug)


@desk("draw", "POST")
def act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Turn cards, take all up again, or make the draw by them."""
    stage = stage_at_hand(tournament)
    try:
        ACTS.get(request.POST.get("act", ""), _turn)(request, stage)
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_draw", tournament.slug)


def _turn(request: HttpRequest, stage: Stage) -> None:
    """Up to a certain card, so that a key that is pressed twice turns one."""
    turn_cards(stage, _number(request, "up_to", digits=1))


def _turn_pairs(request: HttpRequest, stage: Stage) -> None:
    up_to = _number(request, "up_to", digits=4)
    turn_pairs(stage, up_to, author=author_of(request), at=timezone.now())


def _number(request: HttpRequest, name: str, *, digits: int) -> int:
    """Read a number of so many digits; anything else is 0 and turns nothing."""
    asked = request.POST.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= digits else 0


def _take_up(request: HttpRequest, stage: Stage) -> None:
    take_up_cards(stage, author=author_of(request), at=timezone.now())


def _draw(request: HttpRequest, stage: Stage) -> None:
    draw_by_cards(stage, author=author_of(request), at=timezone.now())


ACTS: Mapping[str, Callable[[HttpRequest, Stage], None]] = {
    "take_up": _take_up,
    "pairs": _turn_pairs,
    "draw": _draw,
}
