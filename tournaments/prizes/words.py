"""Texts about prizes: places, winners and shares, and the lines about prizes in the cash book."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import get_language, gettext as _, gettext_lazy, pgettext_lazy

from scoring.translation import say
from tournaments.competition.standings.prize_kinds import PrizeFor
from tournaments.models import Tournament
from tournaments.prizes.rules import PrizeState
from tournaments.prizes.selectors import Holder, PrizeNow, prizes_now
from tournaments.values.money import amount_text
from tournaments.web.words import joined

FIRST_PLACES = {
    1: gettext_lazy("First place"),
    2: gettext_lazy("Second place"),
    3: gettext_lazy("Third place"),
}
STATES = {
    PrizeState.OPEN: gettext_lazy("nobody’s yet"),
    PrizeState.EXPECTED: pgettext_lazy("a prize", "expected"),
    PrizeState.ASSIGNED: gettext_lazy("to hand over"),
    PrizeState.HANDED_OVER: gettext_lazy("handed over"),
    PrizeState.IMPOSSIBLE: gettext_lazy("cannot be given"),
}


class PrizeLine(NamedTuple):
    """A prize in the cash book: text, cost or amount in cents, and whether it was handed over.

    `key` identifies the prize and depends neither on the language nor on names.
    """

    key: str
    text: str
    cents: int | None
    handed_over: bool


def place_name(place: int) -> str:
    """Return the name of a place: "First place", "Place 5"."""
    return str(FIRST_PLACES[place]) if place in FIRST_PLACES else _("Place %(place)s") % {"place": place}


def for_words(given_for: str, place: int | None, group: str, category: str = "") -> str:
    """Return the condition of a prize as text: "First place", "First place of group A", or the category."""
    if given_for == PrizeFor.CATEGORY or place is None:
        return category or _("a category")
    if given_for == PrizeFor.GROUP:
        return _("%(place)s of group %(group)s") % {"place": place_name(place), "group": group}
    return place_name(place)


def prize_for(now: PrizeNow) -> str:
    """Return the condition of the prize as text, e.g. "First place"."""
    prize = now.prize
    return for_words(prize.given_for, prize.place, prize.group, prize.category)


def _within_words(now: PrizeNow) -> str:
    words = prize_for(now)
    return words if now.prize.given_for == PrizeFor.CATEGORY else words[:1].lower() + words[1:]


def amount(cents: int) -> str:
    """Return an amount in cents as text in the reader's language."""
    return amount_text(cents, get_language() or "")


def shared_words(now: PrizeNow) -> str:
    """Return "shared by ..." with the winners' names; empty for a single winner."""
    names = [each.team.name for each in now.holders if each.due]
    if len(names) < 2:
        return ""
    values = {"names": ", ".join(names[:-1]), "last": names[-1]}
    return _("shared by %(names)s and %(last)s") % values


def holder_names(now: PrizeNow) -> str:
    """Return the names of the winners of a prize; empty without winners."""
    due = [each.team.name for each in now.holders if each.due]
    return shared_words(now) or "".join(due)


def part_words(now: PrizeNow, holder: Holder) -> str:
    """Return a winner's share as text: the amount of money, or the goods."""
    if holder.cents is not None:
        return joined(now.prize.text, amount(holder.cents))
    if now.is_shared:
        return _("%(prize)s (to be shared)") % {"prize": now.prize.text}
    return now.prize.text


def prize_lines(tournament: Tournament) -> list[PrizeLine]:
    """Return one line for each prize. At most eight queries.

    A money prize with winners has one line for each share instead.
    """
    lines = []
    for now in prizes_now(tournament).prizes:
        key, text = str(now.prize.pk), f"{now.prize.text} ({_within_words(now)})"
        due = [each for each in now.holders if each.due]
        if now.prize.is_money and due:
            lines += [
                PrizeLine(f"{key} {each.team.pk}", f"{text}, {each.team.name}", each.cents, each.handed_over)
                for each in now.holders
            ]
        else:
            names = holder_names(now)
            handed = now.state is PrizeState.HANDED_OVER
            lines.append(PrizeLine(key, f"{text}, {names}" if names else text, now.prize.value, handed))
    return lines


def move_values(_tournament: Tournament, body: Mapping[str, Any]) -> dict[str, str]:
    """Return the placeholder values for the text of a journal entry about a prize."""
    return {"prize": for_words(str(body.get("given_for", "")), body.get("place"), str(body.get("group", "")))}


class WonPrize(NamedTuple):
    """A prize in the public list: its condition (place, group or category), its text and its winners."""

    prize_for: str
    text: str
    # Id, name and amount of money (or an empty text) of each winner.
    teams: tuple[tuple[UUID, str, str], ...]


def won_prizes(tournament: Tournament) -> list[WonPrize]:
    """Return the prizes with their winners if the standings are official, else an empty list.

    No query before the end of the tournament; one query if there are no prizes.
    """
    if tournament.state != "over" or not tournament.prizes.exists():
        return []
    prizes = prizes_now(tournament)
    if not prizes.official:
        return []
    return [
        WonPrize(
            prize_for(now),
            now.prize.text,
            tuple(
                (each.team.pk, each.team.name, "" if each.cents is None else amount(each.cents))
                for each in now.holders
                if each.due
            ),
        )
        for now in prizes.prizes
        if any(each.due for each in now.holders)
    ]


def won_panel(context: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the template variables of the list of prizes won; None if no prize was won."""
    won = won_prizes(context["tournament"])
    return {"won_prizes": won} if won else None


def impossible_words(now: PrizeNow) -> str:
    """Return a sentence that explains why a prize can never be won; empty if the prize can be won."""
    return say(now.impossible) if now.impossible else ""
