"""A hand that two phones wrote differently: both versions side by side, for the table to choose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.game_parts.card_game import count_field
from scoring.models import SheetEvent
from scoring.sheet.devices import check_code
from scoring.sheet.rules.log import Place
from scoring.types import RuleError
from tournaments.permissions import SCORER, may
from tournaments.phone import hand_in_words
from tournaments.phone.access import AtTable, at_table, not_here, refused
from tournaments.phone.opening import code_page, sent_from, typed
from tournaments.phone.selectors import HeldPhone, held_phones, next_match
from tournaments.phone.words import SideWords, either, game_tab
from tournaments.results.services.results import settle_hand, sign_sheet, write_hand
from tournaments.stages.selectors.stage_facts import goes_on_to
from tournaments.web.sheet_parts import GameView, SideView
from tournaments.web.words import short_names

STANDS = "stands"


class NamedPoints(NamedTuple):
    """What one side made, with its name in full and short; no side where a bidder plays the others."""

    name: str
    short: str
    points: int
    side: int | None
    heading: str


@dataclass(frozen=True)
class DisputedVersion:
    """One of the versions: who wrote it and when, what each made by it, and what differs from the others."""

    choice: str
    side: int | None
    author: str
    at: datetime
    body: Mapping[str, Any]
    first: hand_in_words.FieldInWords
    points: tuple[NamedPoints, ...]
    lines: tuple[hand_in_words.FieldInWords, ...]
    differs: frozenset[str]

    @property
    def distinction(self) -> str:
        """The first thing that tells it from the others: the points, else the card, the dealer."""
        if self.first.key in self.differs:
            return ", ".join(f"{each.short} {each.points}" for each in self.points) or self.first.words
        return next((line.words for line in self.lines if line.key in self.differs), "")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("settle_hand")
def table_settle(request: HttpRequest, table: AtTable, game: int, hand: int) -> HttpResponse:
    """Show both versions; the one that is touched stands, the other stays in the history."""
    place = (game, hand)
    if not table.log.disputes.get(place) or not table.may_write:
        return redirect("table", table.id)
    if request.method == "POST":
        return _choose(request, table, place)
    versions = versions_of(table, place)
    context = {
        "here": table,
        "place": place,
        "versions": [(version, ruling_words(version, versions)) for version in versions],
        "version": table.log.hands[place].version,
        "swapped": swapped(table, versions),
    }
    return render(request, "phone/dispute.html", context)


def _choose(request: HttpRequest, table: AtTable, place: Place) -> HttpResponse:
    """Keep the hand that stands, or correct it to the other; an older version is looked at again."""
    said, choice = request.POST.get("version", ""), request.POST.get("choice", "")
    standing, others = table.log.hands[place], table.log.disputes[place]
    if said != str(standing.version) or choice not in {STANDS, *(str(other.seq) for other in others)}:
        return redirect("table_settle", table.id, *place)
    try:
        if choice == STANDS:
            settle_hand(table.id, place, version=standing.version, author=table.author(), at=timezone.now())
        else:
            body = next(other.body["hand"] for other in others if str(other.seq) == choice)
            write_hand(
                table.id, place, body, author=table.author(), at=timezone.now(), based_on=standing.version
            )
    except RuleError as refusal:
        return refused(request, table, refusal)
    return redirect("table", table.id)


def versions_of(table: AtTable, place: Place) -> list[DisputedVersion]:
    """Return the version that stands and those that differ from it, in the order they came."""
    standing = table.log.hands[place]
    written = [(STANDS, table.events[standing.seq - 1], standing.body)]
    written += [
        (str(other.seq), table.events[other.seq - 1], other.body["hand"])
        for other in table.log.disputes[place]
    ]
    phones = held_phones(table.id)
    return [
        _version(table, choice, event, body, phones, other=written[1 if choice == STANDS else 0][2])
        for choice, event, body in written
    ]


def _version(
    table: AtTable,
    choice: str,
    event: SheetEvent,
    body: Mapping[str, Any],
    phones: Mapping[Any, HeldPhone],
    *,
    other: Mapping[str, Any],
) -> DisputedVersion:
    phone = phones.get(event.device_id)
    return DisputedVersion(
        choice=choice,
        side=phone.side if phone else None,
        author=_author(table, event, phone),
        at=event.recorded_at,
        body=body,
        first=hand_in_words.headline(table, body),
        points=points_by_name(table, body),
        lines=tuple(hand_in_words.other_fields(table, body)),
        differs=frozenset(key for key in {*body, *other} if body.get(key) != other.get(key)),
    )


def _author(table: AtTable, event: SheetEvent, phone: HeldPhone | None) -> str:
    """Return who wrote: the pair and whose phone, or the referee, who writes without one."""
    if phone is None:
        return _("a phone at the table") if event.device_id else pgettext("who wrote a hand", "the referee")
    side = table.view.side(phone.side).name if phone.side is not None else _("a phone at the table")
    return " · ".join(filter(None, (side, phone.name)))


def points_by_name(table: AtTable, body: Mapping[str, Any]) -> tuple[NamedPoints, ...]:
    """Return what was counted, each number with whose it is; nothing where the hand ended without a count."""
    field = hand_in_words.counted_field(table, body)
    if field is None:
        return ()
    numbers = body[field.key]
    if not hand_in_words.shared_by_sides(field):
        return tuple(
            NamedPoints(owner, owner, numbers[place], None, "")
            for place, owner in hand_in_words.owners_of(table, field)
        )
    names = {side.side: side.name for side in sorted(table.view.sides, key=lambda side: side.side)}
    short = dict(zip(names, short_names(list(names.values())), strict=True))
    words = {each.side: each.heading for each in table.words if each.heading != names[each.side]}
    return tuple(
        NamedPoints(names[side], short[side], numbers[side], side, words.get(side, "")) for side in names
    )


def ruling_words(version: DisputedVersion, versions: Sequence[DisputedVersion]) -> str:
    """Return what the button that chooses a version says: what is so by it, else whose it is."""
    said = [each.distinction for each in versions]
    if version.distinction and said.count(version.distinction) == 1:
        return version.distinction
    return _("as written by %(who)s") % {"who": version.author}


def swapped(table: AtTable, versions: list[DisputedVersion]) -> bool:
    """Whether the two differ as if us and them had been mistaken for each other."""
    count = count_field(table.view.card_game)
    first, *others = [version.body.get(count.key) for version in versions] if count else [None]
    if not first or len(first) != 2:
        return False
    return any(other is not None and other != first and other == first[::-1] for other in others)


@dataclass(frozen=True)
class SignatureView:
    """One side's box: its words and team, who may sign, when it did and on whose phone."""

    words: SideWords
    team: SideView
    people: str
    at: datetime | None
    phone: str = ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("read")
def table_sign(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Show the result and take the signatures; before the match is decided there is nothing to sign."""
    if not table.view.state.over or table.log.disputes:
        return redirect("table", table.id)
    if table.undecided and table.may_write:
        return redirect("table_side", table.id)
    if request.method == "POST":
        return _sign(request, table)
    boxes = signatures(table)
    mine, others = to_sign(table, boxes)
    context = {
        **result(table),
        "events_url": table.events_url,
        "boxes": boxes,
        "next_box": mine,
        "next_holder": others,
        "ways_on": goes_on_to(table.match.match) if table.match.decided else [],
        "next_match": next_match(table.grant) if table.grant and table.match.decided else None,
    }
    return render(request, "phone/signatures.html", context)


def result(table: AtTable) -> dict[str, Any]:
    """Return what is signed: who won, and each game."""
    winner = table.view.state.winner
    return {
        "here": table,
        "winner": table.word(winner) if winner is not None else None,
        "winning_team": table.view.side(winner) if winner is not None else None,
        "games": [(game_heading(game), game) for game in table.view.games if game.status == "over"],
    }


def to_sign(
    table: AtTable, boxes: Sequence[SignatureView]
) -> tuple[SignatureView | None, SignatureView | None]:
    """Return the box that this visitor signs next, or else the one he hands the phone to.

    A phone signs for its own side alone; an account at the desk signs for one after the other.
    """
    open_boxes = [box for box in boxes if box.at is None]
    if not open_boxes or not table.may_write or table.log.objection is not None:
        return None, None
    if table.role != SCORER:
        return open_boxes[0], None
    mine = next((box for box in open_boxes if box.words.side == table.own_side), None)
    return mine, None if mine else open_boxes[0]


def game_heading(game: GameView) -> str:
    """Return what a game is called on the sheet that is signed."""
    return _("Deciding hand") if game.deciding else game_tab(game.number, decider=game.decider)


def _sign(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Add the signature of the side whose box was touched."""
    if not may("sign", table.role):
        return not_here(request, table)
    side = request.POST.get("side", "")
    if side not in {str(words.side) for words in table.words}:
        return redirect("table_sign", table.id)
    try:
        sign_sheet(table.id, int(side), author=table.author(), at=timezone.now())
    except RuleError as refusal:
        return refused(request, table, refusal)
    return redirect("table_sign", table.id)


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("sign")
def table_pass(request: HttpRequest, table: AtTable, side: int) -> HttpResponse:
    """Hand the phone to another side: who takes it reads the result, types the table's code and signs."""
    boxes = signatures(table)
    _mine, others = to_sign(table, boxes)
    if table.grant is None or others is None or not table.view.state.over or table.log.disputes:
        return redirect("table_sign", table.id)
    if others.words.side != side:
        return redirect("table_pass", table.id, others.words.side)
    if request.method != "POST":
        return _handed(request, table, boxes, others)
    now = timezone.now()
    try:
        check_code(typed(request), table.grant, sent_from(request), at=now)
        sign_sheet(table.id, side, author=table.author(), at=now, handed_over=True)
    except RuleError as refusal:
        return _handed(request, table, boxes, others, refusal)
    return redirect("table_sign", table.id)


def _handed(
    request: HttpRequest,
    table: AtTable,
    boxes: Sequence[SignatureView],
    box: SignatureView,
    refusal: RuleError | None = None,
) -> HttpResponse:
    """Ask who takes the phone for the table's code."""
    return code_page(request, "phone/signature.html", {**result(table), "boxes": boxes, "box": box}, refusal)


def signatures(table: AtTable) -> list[SignatureView]:
    """Return the box of each side, ours on the left."""
    phones = held_phones(table.id) if may("write_hand", table.role) else {}
    return [
        _signature(table, words, team, phones)
        for words, team in zip(table.words, table.view.sides, strict=True)
    ]


def _signature(
    table: AtTable, words: SideWords, team: SideView, phones: Mapping[UUID, HeldPhone]
) -> SignatureView:
    seq, people = table.log.signatures.get(words.side), either(team.players)
    if seq is None:
        return SignatureView(words, team, people, None)
    fact = table.events[seq - 1]
    phone = phones.get(fact.device_id) if fact.device_id else None
    return SignatureView(words, team, people, fact.recorded_at, phone.name if phone else "")
