"""The page that is read aloud, what confirms a hand, and a hand that is annulled."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.errors import RuleError
from scoring.game_parts.card_game import EntryStep
from scoring.sheet.rules.log import Place
from scoring.sheet.services.hands import Writing, Written
from scoring.translation import say
from tournaments.errors import status_of
from tournaments.pages.table.access import AtTable, at_table, refused
from tournaments.pages.table.choices import chosen_dealer
from tournaments.pages.table.draft import Draft
from tournaments.pages.table.entry import address, as_sent, draft_of, opened, step_at_fault, to_step
from tournaments.pages.table.fields import label_of_step
from tournaments.pages.table.preview import Opening, Preview, annulled, preview
from tournaments.pages.table.review import review
from tournaments.pages.table.words import cards_each
from tournaments.results.services.results import write_hand


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("write_hand")
def table_confirm(request: HttpRequest, here: AtTable, game: int, hand: int) -> HttpResponse:
    """Show the hand to be read aloud; confirmed, it is written once, however often it is sent."""
    sent = request.POST if request.method == "POST" else request.GET
    start = opened(here, (game, hand), sent)
    if start is None:
        return redirect("table", here.id)
    draft = draft_of(start, as_sent(sent))
    seen = preview(start, draft)
    if seen.errors and draft.acts is not None:
        return redirect(f"{address('table_cards', here, draft)}?{draft.query()}")
    if seen.errors:
        return to_step(here, draft, step_at_fault(seen).key, check=True)
    if request.method == "POST":
        return _write(request, here, start, draft, seen)
    return _confirm_page(request, here, start, draft, seen)


def _write(request: HttpRequest, here: AtTable, start: Opening, draft: Draft, seen: Preview) -> HttpResponse:
    try:
        written = write_hand(
            here.id, start.place, dict(seen.body), author=here.author(draft.key), at=timezone.now()
        )
    except RuleError as refusal:
        said = [say(problem.message) for problem in refusal.problems] or [say(refusal.message)]
        return _confirm_page(request, here, start, draft, seen, refusals=said, status=status_of(refusal))
    return _answered(here, start.place, written)


def _answered(here: AtTable, place: Place, written: Written) -> HttpResponse:
    if written.writing is Writing.DIFFERS:
        return redirect("table_settle", here.id, *place)
    return redirect(f"{reverse('table', args=[here.id])}?salvata={place[0]}-{place[1]}")


def _confirm_page(
    request: HttpRequest,
    here: AtTable,
    start: Opening,
    draft: Draft,
    seen: Preview,
    *,
    refusals: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    last, said = seen.steps[-1], review(here, start, seen)
    context = {
        "here": here,
        "place": start.place,
        "draft": draft,
        "body": json.dumps(dict(seen.body)),
        "review": said,
        "step_label": label_of_step(last),
        "cards_each": cards_each(start.profile),
        "back": _back(here, draft, last),
        "refusals": refusals or [],
        "warnings": [say(problem.message) for problem in seen.warnings],
    }
    page = "table/ended.html" if said.turned else "table/confirm.html"
    return render(request, page, context, status=status)


def _back(here: AtTable, draft: Draft, last: EntryStep) -> str:
    """The way back: to the last step, or to the last card of a hand that was taken down card by card."""
    if draft.acts:
        shorter = draft.with_acts(draft.acts.rpartition("-")[0])
        return f"{address('table_cards', here, draft)}?{shorter.query()}"
    return f"{address('table_step', here, draft, step=last.key)}?{draft.query()}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("write_hand")
def table_annul(request: HttpRequest, here: AtTable, game: int, hand: int) -> HttpResponse:
    """Annul the hand about to be written: it scores nothing and the same dealer deals again (MAR-IRR-1)."""
    sent = request.POST if request.method == "POST" else request.GET
    start = opened(here, (game, hand), sent)
    draft = draft_of(start, as_sent(sent)) if start else None
    dealer = chosen_dealer(start, draft) if start and draft else None
    if start is None or draft is None or dealer is None:
        return redirect("table", here.id)
    if request.method != "POST":
        body = json.dumps(annulled(dealer))
        context = {"here": here, "place": start.place, "key": draft.key, "body": body}
        return render(request, "table/annul.html", {**context, "dealer": here.view.names.get(dealer, "")})
    try:
        written = write_hand(
            here.id, start.place, annulled(dealer), author=here.author(draft.key), at=timezone.now()
        )
    except RuleError as refusal:
        return refused(request, here, refusal)
    return _answered(here, start.place, written)
