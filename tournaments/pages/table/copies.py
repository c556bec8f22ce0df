"""The pages of the hand to come, fetched ahead: with them the phone goes on where there is no network.

Every step stands here as its own page would be, with nothing typed yet and `{hand}` for its number; so does
the page that annuls the hand, with `{dealer}` for who deals again; and how what is typed becomes the hand,
which the phone then keeps in its outbox.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.game_parts.card_game import CardGame, EntryStep
from scoring.game_parts.fields import count_field, turned_key
from scoring.sentences import Sentence
from scoring.sheet.rules.log import Place
from scoring.sheet.rules.profile import Profile
from scoring.sheet.selectors import written_sheet
from scoring.translation import say
from scoring.types import HandState
from tournaments.pages.table.access import AtTable, at_table
from tournaments.pages.table.away import away_words
from tournaments.pages.table.draft import keys_of, read_draft
from tournaments.pages.table.entry import Screen, step_context
from tournaments.pages.table.inputs import field_inputs, field_of
from tournaments.pages.table.preview import Opening, annulled, ended_as, opening, preview
from tournaments.pages.table.steps import early_endings, said_states, way_through
from tournaments.pages.table.words import cards_each

NUMBER, DEALER = "{hand}", "{dealer}"


@never_cache
@require_safe
@at_table("write_hand")
def table_copies(request: HttpRequest, here: AtTable) -> HttpResponse:
    """Return the pages of the next hand; nothing when no hand may be written now."""
    following = here.view.next
    start = opening(here, (following.game, following.hand)) if here.may_write and following else None
    if start is None:
        return JsonResponse({})
    game, profile = start.card_game, start.profile
    count = count_field(game)
    return JsonResponse(
        {
            "place": start.place,
            "seq": len(here.events),
            "dealer": start.dealer,
            "seats": profile.seats,
            "ours": here.ours or 0,
            "sides": [words.side for words in here.words],
            "names": [words.heading for words in here.words],
            "turned": turned_key(game),
            "count": count.key if count else "",
            "steps": {step.key: _page(request, here, start, step) for step in game.entry_steps},
            "confirm": _confirm_page(request, here, start),
            "words": away_words(here, start),
            "annul": _annul_page(request, here, start.place),
            "annulled": annulled(0),
            "players": [here.view.names.get(seat, "") for seat in range(profile.seats)],
            "fields": [_field(game, profile, step, key) for step in game.entry_steps for key in step.fields],
            "labels": {field.key: say(Sentence(field.label)) for field in game.fields},
            "ways": {"": keys_of(way_through(game, None)), **_endings(game, said_states(game))},
            "early": _endings(game, early_endings(game)),
            "definition": reverse("definition", args=[game.key]),
            "sheet": written_sheet(here.match.match.sheet, here.log.games(before=start.place), start.time),
        }
    )


def _page(request: HttpRequest, here: AtTable, start: Opening, step: EntryStep) -> str:
    """Draw the page of a step before anything is typed, its hand without a number."""
    draft = read_draft(start.card_game, start.profile, start.place, {}).saying(step.state)
    steps = way_through(start.card_game, step.state)
    context = step_context(here, start, draft, preview(start, draft), Screen(steps, steps.index(step)))
    return render_to_string("table/step.html", {**context, "place": (start.place[0], NUMBER)}, request)


def _confirm_page(request: HttpRequest, here: AtTable, start: Opening) -> str:
    """Draw the page that is read aloud; its figures and sentences are put in by static/js/away.js."""
    context = {
        "here": here,
        "place": (start.place[0], NUMBER),
        "opening": start,
        "cards_each": cards_each(start.profile),
    }
    return render_to_string("table/confirm_away.html", context, request)


def _annul_page(request: HttpRequest, here: AtTable, place: Place) -> str:
    """Draw the page that annuls the hand, its number and who deals again still open."""
    context = {"here": here, "place": (place[0], NUMBER), "key": "", "body": "", "dealer": DEALER}
    return render_to_string("table/annul.html", context, request)


def _field(game: CardGame, profile: Profile, step: EntryStep, key: str) -> dict[str, Any]:
    """How a field is asked for, and by which inputs of which step."""
    field = field_of(game, key)
    kind = type(field.asked).__name__.lower()
    return {"key": key, "kind": kind, "step": step.key, "inputs": field_inputs(profile, field)}


def _endings(game: CardGame, states: list[HandState]) -> dict[str, list[str]]:
    """What is written of a hand that ends in each of these ways."""
    return {state.value: _written(game, state) for state in states}


def _written(game: CardGame, state: HandState) -> list[str]:
    keys = keys_of(way_through(game, state if state in said_states(game) else None))
    return [key for key in ended_as(game, state, dict.fromkeys(keys)) if key != "state"]
