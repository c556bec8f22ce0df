"""A hand that two phones wrote differently: both versions side by side, for the table to choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.models import SheetEvent
from scoring.rules.errors import RuleError
from scoring.rules.known_fields import count_field
from scoring.rules.log import Place
from tournaments.pages.table.access import AtTable, at_table, refused
from tournaments.pages.table.spoken import Spoken, headline, spoken
from tournaments.pages.table.words import SideWords
from tournaments.selectors.phones import HeldPhone, held_phones
from tournaments.services.results import settle_hand, write_hand

STANDS = "stands"


@dataclass(frozen=True)
class VersionView:
    """One of the versions: who wrote it on whose phone and when, its figures, and which of them differ."""

    choice: str
    who: SideWords | None
    phone: str
    at: datetime
    body: Mapping[str, Any]
    first: Spoken
    lines: tuple[Spoken, ...]
    differs: frozenset[str]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("settle_hand")
def table_settle(request: HttpRequest, here: AtTable, game: int, hand: int) -> HttpResponse:
    """Show both versions; the one that is touched stands, the other stays in the history."""
    place = (game, hand)
    if not here.log.disputes.get(place) or not here.may_write:
        return redirect("table", here.id)
    if request.method == "POST":
        return _choose(request, here, place)
    versions = versions_of(here, place)
    context = {
        "here": here,
        "place": place,
        "versions": versions,
        "version": here.log.hands[place].version,
        "swapped": swapped(here, versions),
    }
    return render(request, "table/settle.html", context)


def _choose(request: HttpRequest, here: AtTable, place: Place) -> HttpResponse:
    """Keep the hand that stands, or correct it to the other; an older version is looked at again."""
    said, choice = request.POST.get("version", ""), request.POST.get("choice", "")
    standing, others = here.log.hands[place], here.log.disputes[place]
    if said != str(standing.version) or choice not in {STANDS, *(str(other.seq) for other in others)}:
        return redirect("table_settle", here.id, *place)
    try:
        if choice == STANDS:
            settle_hand(here.id, place, version=standing.version, author=here.author(), at=timezone.now())
        else:
            body = next(other.body["hand"] for other in others if str(other.seq) == choice)
            write_hand(
                here.id, place, body, author=here.author(), at=timezone.now(), based_on=standing.version
            )
    except RuleError as refusal:
        return refused(request, here, refusal)
    return redirect("table", here.id)


def versions_of(here: AtTable, place: Place) -> list[VersionView]:
    """Return the version that stands and those that differ from it, in the order they came."""
    standing = here.log.hands[place]
    written = [(STANDS, here.events[standing.seq - 1], standing.body)]
    written += [
        (str(other.seq), here.events[other.seq - 1], other.body["hand"]) for other in here.log.disputes[place]
    ]
    phones = held_phones(here.id)
    return [
        _version(here, choice, event, body, phones, other=written[1 if choice == STANDS else 0][2])
        for choice, event, body in written
    ]


def _version(
    here: AtTable,
    choice: str,
    event: SheetEvent,
    body: Mapping[str, Any],
    phones: Mapping[Any, HeldPhone],
    *,
    other: Mapping[str, Any],
) -> VersionView:
    phone = phones.get(event.device_id)
    side = phone.side if phone else None
    return VersionView(
        choice=choice,
        who=here.word(side) if side is not None else None,
        phone=phone.name if phone else "",
        at=event.recorded_at,
        body=body,
        first=headline(here, body),
        lines=tuple(spoken(here, body)),
        differs=frozenset(key for key in {*body, *other} if body.get(key) != other.get(key)),
    )


def swapped(here: AtTable, versions: list[VersionView]) -> bool:
    """Whether the two differ as if us and them had been mistaken for each other."""
    count = count_field(here.view.card_game)
    first, *others = [version.body.get(count.key) for version in versions] if count else [None]
    if not first or len(first) != 2:
        return False
    return any(other is not None and other != first and other == first[::-1] for other in others)
