"""A hand that two phones wrote differently: both versions side by side, for the table to choose."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.debug import sensitive_post_parameters

from scoring.game_parts.card_game import count_field
from scoring.models import SheetEvent
from scoring.sheet.devices import check_code
from scoring.sheet.rules.log import Place
from scoring.types import RuleError
from tournaments.matches.selectors.phones import HeldPhone, held_phones
from tournaments.matches.services.results import settle_hand, sign_sheet, write_hand
from tournaments.matches.sheet_view import SideView
from tournaments.permissions import may
from tournaments.phone import hand_in_words
from tournaments.phone.access import AtTable, at_table, not_here
from tournaments.phone.match import tab, what_follows
from tournaments.phone.opening import code_page, sent_from, typed
from tournaments.phone.words import SideWords, either
from tournaments.web.words import short_names

STANDS = "stands"


class NamedPoints(NamedTuple):
    """What one side made, with its name in full and short; no side where a bidder plays the others."""

    name: str
    short: str
    points: int
    side: int | None
    heading: str


class DisputedVersion(NamedTuple):
    """One of the versions: by which fact, whose phone wrote it, what each made by it, what differs."""

    event: SheetEvent
    stands: bool
    side: int | None
    author: str
    first: hand_in_words.FieldInWords
    points: tuple[NamedPoints, ...]
    lines: list[hand_in_words.FieldInWords]
    differs: set[str]

    @property
    def distinction(self) -> str:
        """The first thing that tells it from the others: the points, else the card, the dealer."""
        if self.first.key in self.differs:
            return ", ".join(f"{each.short} {each.points}" for each in self.points) or self.first.words
        return next((line.words for line in self.lines if line.key in self.differs), "")


@at_table("settle_hand", "GET", "HEAD", "POST")
def table_settle(request: HttpRequest, table: AtTable, game: int, hand: int) -> HttpResponse:
    """Show both versions; the one that is touched stands, the other stays in the history."""
    place = (game, hand)
    if not table.log.disputes.get(place) or not table.may_write:
        return redirect("table", table.id)
    if request.method == "POST":
        return redirect("table", table.id) if _choose(request, table, place) else redirect(request.path)
    versions = versions_of(table, place)
    context = {
        "here": table,
        "place": place,
        "versions": [(version, ruling_words(version, versions)) for version in versions],
        "version": table.log.hands[place].version,
        "swapped": swapped(table, place),
    }
    return render(request, "phone/dispute.html", context)


def _choose(request: HttpRequest, table: AtTable, place: Place) -> bool:
    """Keep the hand that stands, or correct it to the other; an older version is looked at again."""
    standing, choice = table.log.hands[place], request.POST.get("choice", "")
    bodies = {str(other.seq): other.body["hand"] for other in table.log.disputes[place]}
    if request.POST.get("version", "") != str(standing.version) or choice not in {STANDS, *bodies}:
        return False
    if choice == STANDS:
        settle_hand(table.match.match, place, version=standing.version, **table.acting())
    else:
        write_hand(table.match.match, place, bodies[choice], based_on=standing.version, **table.acting())
    return True


def versions_of(table: AtTable, place: Place) -> list[DisputedVersion]:
    """Return the version that stands and those that differ from it, in the order they came."""
    standing, others = table.log.hands[place], table.log.disputes[place]
    bodies = [standing.body, *(other.body["hand"] for other in others)]
    phones = held_phones(table.id)
    versions = []
    for number, (seq, body) in enumerate(
        zip([standing.seq, *(other.seq for other in others)], bodies, strict=True)
    ):
        event, rival = table.events[seq - 1], bodies[0 if number else 1]
        phone = phones.get(event.device_id) if event.device_id else None
        versions.append(
            DisputedVersion(
                event=event,
                stands=number == 0,
                side=phone.side if phone else None,
                author=_author(table, event, phone),
                first=hand_in_words.headline(table, body),
                points=points_by_name(table, body),
                lines=hand_in_words.other_fields(table, body),
                differs={key for key in {*body, *rival} if body.get(key) != rival.get(key)},
            )
        )
    return versions


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


def swapped(table: AtTable, place: Place) -> bool:
    """Whether the two differ as if us and them had been mistaken for each other."""
    count = count_field(table.view.card_game)
    first = table.log.hands[place].body.get(count.key) if count else None
    if count is None or not first or len(first) != 2:
        return False
    return any(
        first != other.body["hand"].get(count.key) == first[::-1] for other in table.log.disputes[place]
    )


class SignatureView(NamedTuple):
    """One side's box: its words and team, who may sign, when it did and on whose phone."""

    words: SideWords
    team: SideView
    people: str
    at: datetime | None = None
    phone: str = ""


@at_table("read", "GET", "HEAD", "POST")
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
        **what_follows(table),
    }
    return render(request, "phone/signatures.html", context)


def result(table: AtTable) -> dict[str, Any]:
    """Return what is signed: who won, and each game."""
    winner = table.view.state.winner
    return {
        "here": table,
        "winner": table.word(winner) if winner is not None else None,
        "winning_team": table.view.side(winner) if winner is not None else None,
        "games": [(tab(game)[0], game) for game in table.view.games if game.status == "over"],
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
    if not table.by_phone:
        return open_boxes[0], None
    mine = next((box for box in open_boxes if box.words.side == table.own_side), None)
    return mine, None if mine else open_boxes[0]


def _sign(request: HttpRequest, table: AtTable) -> HttpResponse:
    """Add the signature of the side whose box was touched."""
    if not may("sign", table.roles):
        return not_here(request, table)
    side = request.POST.get("side", "")
    if side in {str(words.side) for words in table.words}:
        sign_sheet(table.match.match, int(side), **table.acting())
    return redirect("table_sign", table.id)


@sensitive_post_parameters("code")
@at_table("sign", "GET", "HEAD", "POST")
def table_pass(request: HttpRequest, table: AtTable, side: int) -> HttpResponse:
    """Hand the phone to another side: who takes it reads the result, types the table's code and signs."""
    boxes = signatures(table)
    _mine, others = to_sign(table, boxes)
    if table.grant is None or others is None or not table.view.state.over or table.log.disputes:
        return redirect("table_sign", table.id)
    if others.words.side != side:
        return redirect("table_pass", table.id, others.words.side)
    context, refused = {**result(table), "boxes": boxes, "box": others}, None
    if request.method == "POST":
        try:
            check_code(typed(request), table.grant, sent_from(request), at=timezone.now())
            sign_sheet(table.match.match, side, handed_over=True, **table.acting())
            return redirect("table_sign", table.id)
        except RuleError as refusal:
            refused = refusal
    return code_page(request, "phone/signature.html", context, refused)


def signatures(table: AtTable) -> list[SignatureView]:
    """Return the box of each side, ours on the left."""
    phones = held_phones(table.id) if may("write_hand", table.roles) else {}
    boxes = []
    for words, team in zip(table.words, table.view.sides, strict=True):
        box, seq = SignatureView(words, team, either(team.players)), table.log.signatures.get(words.side)
        if seq is not None:
            fact = table.events[seq - 1]
            phone = phones.get(fact.device_id) if fact.device_id else None
            box = box._replace(at=fact.recorded_at, phone=phone.name if phone else "")
        boxes.append(box)
    return boxes
