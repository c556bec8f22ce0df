"""Writing a hand: the steps of its card game, then the page that is read aloud and confirmed."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.rules.card_game import EntryStep
from scoring.rules.errors import RuleError
from scoring.rules.log import Place
from scoring.rules.types import Problem
from scoring.services.hands import Writing, Written
from scoring.translation import say
from tournaments.errors import status_of
from tournaments.pages.table.access import AtTable, at_table, refused
from tournaments.pages.table.draft import Draft, read_draft
from tournaments.pages.table.fields import (
    chosen_dealer,
    field_given,
    label_of_step,
    step_fields,
    turned_so_far,
)
from tournaments.pages.table.preview import Opening, Preview, annulled, opening, preview
from tournaments.pages.table.review import review
from tournaments.pages.table.words import cards_each, lowered
from tournaments.services.results import write_hand


@never_cache
@require_safe
@at_table("write_hand")
def table_step(request: HttpRequest, here: AtTable, game: int, hand: int, step: str) -> HttpResponse:
    """Ask one thing about the hand; everything said so far is in the address."""
    start = _opening(here, (game, hand), request.GET)
    if start is None:
        return redirect("table", here.id)
    number = _step_number(start, step)
    draft = _complete(start, read_draft(start.card_game, start.place, _sent(request.GET)))
    seen = preview(start, draft)
    for earlier in start.card_game.entry_steps[:number]:
        if not seen.ended and seen.errors_at(*earlier.fields):
            return _to_step(here, draft, earlier.key, check=True)
    if seen.ended and number:
        return redirect(f"{_address('table_confirm', here, draft)}?{draft.query()}")
    return _step_page(request, here, start, draft, seen, number)


def _opening(here: AtTable, place: Place, sent: QueryDict) -> Opening | None:
    """Return where the hand opens; one that stands is not opened anew, though one begun before may go on."""
    if not here.may_write or (place in here.log.hands and "key" not in sent):
        return None
    return opening(here, place)


def _sent(sent: QueryDict) -> dict[str, str]:
    """Read what was sent; asked to leave the optional checks out, drop what was typed into them."""
    dropped = sent.get("drop")
    values = {name: str(value) for name, value in sent.items()}
    return {name: value for name, value in values.items() if not dropped or not name.startswith(dropped)}


def _step_number(start: Opening, key: str) -> int:
    for number, step in enumerate(start.card_game.entry_steps):
        if step.key == key:
            return number
    raise Http404


def _complete(start: Opening, draft: Draft) -> Draft:
    """Fill in whose turn it is to deal, when nobody else was chosen."""
    dealer = chosen_dealer(start, draft)
    values = {**draft.values, "dealer": str(dealer)} if dealer is not None else draft.values
    return Draft(draft.place, draft.key, values)


def _step_page(
    request: HttpRequest,
    here: AtTable,
    start: Opening,
    draft: Draft,
    seen: Preview,
    number: int,
    *,
    status: int = 200,
) -> HttpResponse:
    steps = start.card_game.entry_steps
    step, later = steps[number], steps[number + 1 :]
    errors = _errors_shown(request, draft, seen, step)
    own = {
        name for name in draft.values if any(name == key or name.startswith(f"{key}_") for key in step.fields)
    }
    context: dict[str, Any] = {
        "here": here,
        "place": start.place,
        "step": step,
        "step_label": label_of_step(step),
        "number": number + 1,
        "steps": [n <= number for n in range(len(steps))],
        "next_label": lowered(label_of_step(later[0])) if later else "",
        "action": _address("table_step", here, draft, step=later[0].key)
        if later
        else _address("table_confirm", here, draft),
        "stay": _address("table_step", here, draft, step=step.key),
        "back": f"{_address('table_step', here, draft, step=steps[number - 1].key)}?{draft.query()}"
        if number
        else "",
        "said": turned_so_far(start, draft) if number else None,
        "fits": not seen.errors and all(field_given(start, draft, key) for key in step.fields),
        "hidden": [(name, value) for name, value in draft.inputs if name not in own],
        "fields": step_fields(here, start, draft, step, errors),
        "opening": start,
        "strip": [(words, start.before[words.side]) for words in here.words],
    }
    return render(request, "table/step.html", context, status=status)


def _errors_shown(
    request: HttpRequest, draft: Draft, seen: Preview, step: EntryStep
) -> dict[str, list[Problem]]:
    """What is wrong is said once the step was left or its numbers are there, never on an empty page."""
    if "check" not in request.GET and request.method != "POST":
        missing = [problem for problem in seen.errors_at(*step.fields) if problem.code.startswith("missing")]
        if missing:
            return {}
    return {key: found for key in step.fields if (found := seen.errors_at(key))}


def _address(name: str, here: AtTable, draft: Draft, **more: Any) -> str:
    """Return the address of a page about this hand, without what the draft holds."""
    return reverse(name, kwargs={"match": here.id, "game": draft.place[0], "hand": draft.place[1], **more})


def _to_step(here: AtTable, draft: Draft, step: str, *, check: bool = False) -> HttpResponse:
    query = draft.query(check="1") if check else draft.query()
    return redirect(f"{_address('table_step', here, draft, step=step)}?{query}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("write_hand")
def table_confirm(request: HttpRequest, here: AtTable, game: int, hand: int) -> HttpResponse:
    """Show the hand to be read aloud; confirmed, it is written once, however often it is sent."""
    sent = request.POST if request.method == "POST" else request.GET
    start = _opening(here, (game, hand), sent)
    if start is None:
        return redirect("table", here.id)
    draft = _complete(start, read_draft(start.card_game, start.place, _sent(sent)))
    seen = preview(start, draft)
    if seen.errors:
        return _to_step(here, draft, _step_of(start, seen), check=True)
    if request.method == "POST":
        return _write(request, here, start, draft, seen)
    return _confirm_page(request, here, start, draft, seen)


def _step_of(start: Opening, seen: Preview) -> str:
    """Return the first step in which something is wrong."""
    for step in start.card_game.entry_steps:
        if seen.errors_at(*step.fields):
            return step.key
    return start.card_game.entry_steps[-1].key


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
    steps = start.card_game.entry_steps
    last = steps[0] if seen.ended else steps[-1]
    context = {
        "here": here,
        "place": start.place,
        "draft": draft,
        "review": review(here, start, seen),
        "step_label": label_of_step(last),
        "cards_each": cards_each(start.card_game),
        "back": f"{_address('table_step', here, draft, step=last.key)}?{draft.query()}",
        "refusals": refusals or [],
        "warnings": [say(problem.message) for problem in seen.warnings],
    }
    return render(request, "table/ended.html" if seen.ended else "table/confirm.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("write_hand")
def table_annul(request: HttpRequest, here: AtTable, game: int, hand: int) -> HttpResponse:
    """Annul the hand about to be written: it scores nothing and the same dealer deals again (MAR-IRR-1)."""
    sent = request.POST if request.method == "POST" else request.GET
    start = _opening(here, (game, hand), sent)
    dealer = chosen_dealer(start, read_draft(start.card_game, start.place, _sent(sent))) if start else None
    if start is None or dealer is None:
        return redirect("table", here.id)
    if request.method != "POST":
        draft = read_draft(start.card_game, start.place, _sent(sent))
        return render(
            request,
            "table/annul.html",
            {"here": here, "place": start.place, "key": draft.key, "dealer": here.view.names.get(dealer, "")},
        )
    try:
        draft = read_draft(start.card_game, start.place, _sent(sent))
        written = write_hand(
            here.id, start.place, annulled(start, dealer), author=here.author(draft.key), at=timezone.now()
        )
    except RuleError as refusal:
        return refused(request, here, refusal)
    return _answered(here, start.place, written)
