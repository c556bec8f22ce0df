"""The page on which users choose between different versions of a hand that several phones recorded."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, pgettext

from scoring.game_parts.card_game import count_field
from scoring.models import SheetEvent
from scoring.sheet.rules.log import Place
from tournaments.matches.hand_words import FieldWords, HandWords
from tournaments.matches.selectors.phones import HeldPhone, held_phones
from tournaments.matches.services.results import settle_hand, write_hand
from tournaments.phone.access import AtTable, at_table
from tournaments.phone.fields import names_at
from tournaments.web.words import short_names

STANDS = "stands"


class NamedPoints(NamedTuple):
    """The points of a side, with the side's full and short name.

    `side` is None if a bidder plays against the other players.
    """

    name: str
    short: str
    points: int
    side: int | None
    heading: str


class DisputedVersion(NamedTuple):
    """A version of a disputed hand: its event, author and values, and the keys of the differing values."""

    event: SheetEvent
    stands: bool
    side: int | None
    author: str
    first: FieldWords
    points: tuple[NamedPoints, ...]
    lines: list[FieldWords]
    differs: set[str]

    @property
    def distinction(self) -> str:
        """The points of this version or, if the points do not differ, another value that differs, as text."""
        if self.first.key in self.differs:
            return ", ".join(f"{each.short} {each.points}" for each in self.points) or self.first.words
        return next((line.words for line in self.lines if line.key in self.differs), "")


@at_table("settle_hand", "GET", "HEAD", "POST")
def table_settle(request: HttpRequest, table: AtTable, game: int, hand: int) -> HttpResponse:
    """Render all versions of a disputed hand; on POST, the chosen version becomes valid.

    All versions stay in the history.
    """
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
    """Settle the dispute with the chosen version; return False if the hand has changed in the meantime."""
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
    """Return the versions of a disputed hand: the valid version, then the others in order of arrival."""
    standing, other_versions = table.log.hands[place], table.log.disputes[place]
    bodies = [standing.body, *(other.body["hand"] for other in other_versions)]
    phones = held_phones(table.id)
    versions = []
    for number, (seq, body) in enumerate(
        zip([standing.seq, *(other.seq for other in other_versions)], bodies, strict=True)
    ):
        event, rival = table.events[seq - 1], bodies[0 if number else 1]
        phone = phones.get(event.device_id) if event.device_id else None
        in_words = HandWords(table.view.card_game, body, names_at(table))
        versions.append(
            DisputedVersion(
                event=event,
                stands=number == 0,
                side=phone.side if phone else None,
                author=_author(table, event, phone),
                first=in_words.headline,
                points=points_by_name(table, in_words),
                lines=in_words.other_fields,
                differs={key for key in {*body, *rival} if body.get(key) != rival.get(key)},
            )
        )
    return versions


def _author(table: AtTable, event: SheetEvent, phone: HeldPhone | None) -> str:
    """Return the author of a version as text: the side and the phone's name, or the director."""
    if phone is None:
        return _("a phone at the table") if event.device_id else pgettext("who wrote a hand", "the referee")
    side = table.view.side(phone.side).name if phone.side is not None else _("a phone at the table")
    return " · ".join(filter(None, (side, phone.name)))


def points_by_name(table: AtTable, hand: HandWords) -> tuple[NamedPoints, ...]:
    """Return the name and the points of each side or player; empty if the hand has no counted points."""
    if any(each.side is None for each in hand.numbers) or not hand.numbers:
        return tuple(NamedPoints(each.name, each.name, each.number, None, "") for each in hand.numbers)
    numbers = {each.side: each.number for each in hand.numbers}
    names = {side.side: side.name for side in sorted(table.view.sides, key=lambda side: side.side)}
    short = dict(zip(names, short_names(list(names.values())), strict=True))
    words = {each.side: each.heading for each in table.words if each.heading != names[each.side]}
    return tuple(
        NamedPoints(names[side], short[side], numbers[side], side, words.get(side, "")) for side in names
    )


def ruling_words(version: DisputedVersion, versions: Sequence[DisputedVersion]) -> str:
    """Return the button label of a version: its difference from the other versions or else its author."""
    distinctions = [each.distinction for each in versions]
    if version.distinction and distinctions.count(version.distinction) == 1:
        return version.distinction
    return _("as written by %(who)s") % {"who": version.author}


def swapped(table: AtTable, place: Place) -> bool:
    """Return True if another version has the same numbers with the two sides exchanged."""
    count = count_field(table.view.card_game)
    first = table.log.hands[place].body.get(count.key) if count else None
    if count is None or not first or len(first) != 2:
        return False
    return any(
        first != other.body["hand"].get(count.key) == first[::-1] for other in table.log.disputes[place]
    )
