"""The pages of the hand form, one for each step that the card game defines."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.field_kinds.captured_cards import KEY as TICKED
from scoring.game_parts.card_game import EntryStep
from scoring.sheet.rules.log import Place
from scoring.translation import say
from scoring.types import Problem, Sentence
from tournaments.phone import draft as drafts, fields
from tournaments.phone.access import AtTable, at_table
from tournaments.phone.preview import Opening, Preview, opening, preview
from tournaments.phone.words import lowered


class Screen(NamedTuple):
    """A page of the hand form: the steps of the hand, and the index of the displayed step."""

    steps: drafts.Steps
    number: int

    @property
    def step(self) -> EntryStep:
        """The displayed step."""
        return self.steps[self.number]

    @property
    def following(self) -> EntryStep | None:
        """The next step, or None after the last step."""
        return self.steps[self.number + 1] if self.number + 1 < len(self.steps) else None


@at_table("write_hand")
def table_step(request: HttpRequest, table: AtTable, game: int, hand: int, step: str) -> HttpResponse:
    """Render one step of the hand form. The values of the other steps are in the query string."""
    start = opened(table, (game, hand), request.GET)
    if start is None:
        return redirect("table", table.id)
    entry = drafts.step_named(start.card_game.entry_steps, step)
    if entry is None:
        raise Http404
    sent = as_sent(request.GET)
    draft = draft_of(start, sent).saying(entry.state)
    if (changed := drafts.changed_list(start.card_game, draft, sent)) is not None:
        return goes_on(step_address(table, changed, step), changed)
    hand_preview = preview(start, draft)
    if hand_preview.ended and entry not in hand_preview.steps:
        return goes_on(address("table_confirm", table, draft), draft)
    steps = drafts.way_through(start.card_game, entry.state)
    screen = Screen(steps, steps.index(entry))
    for earlier in steps[: screen.number]:
        if not hand_preview.ended and hand_preview.errors_at(*earlier.fields):
            return to_step(table, draft.saying(earlier.state), earlier.key)
    context = step_context(table, start, draft, hand_preview, screen, asked_again="check" in request.GET)
    return render(request, "phone/step.html", context)


def opened(table: AtTable, place: Place, sent: QueryDict) -> Opening | None:
    """Return the state of the game before the hand, or None if the hand may not be recorded.

    A hand may not be recorded if the visitor has no right to record, if the hand is already recorded, or if
    the hand does not follow the hands before it. A draft that was begun before another phone recorded the
    hand may still be completed.
    """
    if not table.may_write or (place in table.log.hands and "key" not in sent):
        return None
    return opening(table, place)


def as_sent(sent: QueryDict) -> dict[str, str]:
    """Return the submitted values, except those of an optional field that the user left out."""
    dropped = sent.get("drop")
    values = {name: str(value) for name, value in sent.items()}
    return {name: value for name, value in values.items() if not dropped or not name.startswith(dropped)}


def draft_of(start: Opening, sent: dict[str, str]) -> drafts.Draft:
    """Return the submitted draft. If no dealer was chosen, fill in the next dealer."""
    draft = drafts.read_draft(start.card_game, start.profile, start.place, sent)
    dealer = fields.chosen_dealer(start, draft)
    return draft if dealer is None else draft.with_value("dealer", str(dealer))


def step_context(
    table: AtTable,
    start: Opening,
    draft: drafts.Draft,
    preview: Preview,
    screen: Screen,
    *,
    asked_again: bool = False,
) -> dict[str, Any]:
    """Return the template context of a step. With `asked_again`, missing values are shown as errors."""
    step, following, before = screen.step, screen.following, screen.steps[: screen.number]
    inputs = drafts.step_inputs(start.card_game, start.profile, step)
    numbers = [key for key in step.fields if key != TICKED]
    errors = _errors_shown(start, draft, preview, step, asked_again=asked_again)
    return {
        "here": table,
        "place": start.place,
        "step": step,
        "step_label": fields.label_of_step(step),
        "number": screen.number + 1,
        "steps": [place <= screen.number for place in range(len(screen.steps))],
        "next_label": lowered(fields.label_of_step(following)) if following else "",
        "action": _next_address(table, draft, following),
        "stay": step_address(table, draft, step.key),
        "back": f"{step_address(table, draft, before[-1].key)}?{draft.query()}" if before else "",
        "said": fields.said_so_far(table, start, draft, before),
        "fits": not preview.errors and all(fields.field_given(start, draft, key) for key in numbers),
        "hidden": [(name, value) for name, value in draft.inputs if name not in inputs],
        "fields": fields.step_fields(table, start, draft, step, errors),
        "others": preview.errors_elsewhere if asked_again else [],
        "ways": [
            (way.state.value, say(Sentence(way.label)), _next_address(table, draft, way.step))
            for way in drafts.ways_on(start.card_game, step)
        ],
        "opening": start,
        "strip": [(words, start.before[words.side]) for words in table.words],
    }


def _errors_shown(
    start: Opening, draft: drafts.Draft, preview: Preview, step: EntryStep, *, asked_again: bool
) -> dict[str, list[Problem]]:
    if not asked_again:
        missing = [
            problem for problem in preview.errors_at(*step.fields) if problem.code.startswith("missing")
        ]
        if missing or any(fields.half_chosen(start, draft, key) for key in step.fields):
            return {}
    return {key: problems for key in step.fields if (problems := preview.errors_at(key))}


def _next_address(table: AtTable, draft: drafts.Draft, following: EntryStep | None) -> str:
    if draft.acts is not None:
        return address("table_cards", table, draft)
    return step_address(table, draft, following.key) if following else address("table_confirm", table, draft)


def address(name: str, table: AtTable, draft: drafts.Draft, **more: Any) -> str:
    """Return the URL of a page of the hand form, without the values of the draft."""
    return reverse(name, kwargs={"match": table.id, "game": draft.place[0], "hand": draft.place[1], **more})


def step_address(table: AtTable, draft: drafts.Draft, step: str) -> str:
    """Return the URL of a step of the hand form, without the values of the draft."""
    return address("table_step", table, draft, step=step)


def goes_on(address: str, draft: drafts.Draft) -> HttpResponse:
    """Redirect to another page of the hand form, with the draft in the query string."""
    return redirect(f"{address}?{draft.query()}")


def to_step(table: AtTable, draft: drafts.Draft, step: str) -> HttpResponse:
    """Redirect to a step of the hand form and show its errors there."""
    return redirect(f"{step_address(table, draft, step)}?{draft.query(check='1')}")


def step_at_fault(preview: Preview) -> EntryStep:
    """Return the first step with an error, or the last step if no step has an error."""
    wrong = (step for step in preview.steps if preview.errors_at(*drafts.keys_of((step,))))
    return next(wrong, preview.steps[-1])
