"""Rules of prizes: winners according to the standings, shared prizes, hand-over.

Teams that share a place also use up the following places: two teams in third place share the prizes of the
third and the fourth place. Goods are shared as one prize; money is split to the cent, and remaining cents go
to the first winners in the order of the standings.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.types import BadEntry, Problem, Sentence, _
from tournaments.competition.standings.final_places import PlaceSpan
from tournaments.competition.standings.prize_kinds import PrizeAct, PrizeFor
from tournaments.competition.types import EntrantId

MOST_PRIZES = 60
MOST_VALUE = 100_000_00
LAST_PLACE = 512
LONGEST_TEXT, LONGEST_CATEGORY, LONGEST_GROUP = 120, 60, 8


class PrizeState(StrEnum):
    """The states of a prize."""

    # No winner is known: the tournament is not over, or the category is not assigned.
    OPEN = "open"
    # The standings give a winner but may still be corrected.
    EXPECTED = "expected"
    ASSIGNED = "assigned"
    HANDED_OVER = "handed_over"
    # The place of the prize does not exist.
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True)
class PrizeTerms:
    """A prize as entered. `value` is in cents: the cost of goods, or the amount of a money prize."""

    text: str
    given_for: PrizeFor = PrizeFor.PLACE
    place: int | None = None
    group: str = ""
    category: str = ""
    is_money: bool = False
    value: int | None = None


class PrizeShare(NamedTuple):
    """A winner's share of a prize; `cents` is None unless the prize is money."""

    entrant: EntrantId
    cents: int | None


@dataclass(frozen=True)
class FinalPlaces:
    """The final places of a tournament and of its groups; empty until the tournament is over.

    `entrants` and `entrants_of_group` are numbers of entrants, None before the draw.
    """

    final: Mapping[EntrantId, PlaceSpan]
    groups: Mapping[str, Mapping[EntrantId, PlaceSpan]]
    entrants: int | None = None
    entrants_of_group: Mapping[str, int] | None = None


def split(cents: int, count: int) -> list[int]:
    """Split an amount in cents into `count` parts (at least 1); the first parts get the remaining cents."""
    part, over = divmod(cents, count)
    return [part + (number < over) for number in range(count)]


def shares(terms: PrizeTerms, winners: Sequence[EntrantId]) -> tuple[PrizeShare, ...]:
    """Return each winner's share of a prize, in the order of the standings."""
    if not terms.is_money or terms.value is None or not winners:
        return tuple(PrizeShare(winner, None) for winner in winners)
    return tuple(map(PrizeShare, winners, split(terms.value, len(winners))))


def winners(terms: PrizeTerms, places: FinalPlaces) -> tuple[EntrantId, ...]:
    """Return the winners of a prize in the order of the standings; empty for the prize of a category."""
    if terms.given_for is PrizeFor.CATEGORY or terms.place is None:
        return ()
    table = places.final if terms.given_for is PrizeFor.PLACE else places.groups.get(terms.group, {})
    return tuple(entrant for entrant, span in table.items() if span.holds((terms.place,)))


def missing_place(terms: PrizeTerms, places: FinalPlaces) -> Sentence | None:
    """Return the reason why a prize can never be won; None if the prize can be won, or before the draw."""
    if terms.given_for is PrizeFor.CATEGORY or terms.place is None or places.entrants is None:
        return None
    if terms.given_for is PrizeFor.PLACE:
        return _too_far(terms.place, places.entrants)
    groups = places.entrants_of_group or {}
    if terms.group not in groups:
        if not groups:
            return Sentence(_("This tournament has no groups. Give the prize for a place instead."))
        group_names = ", ".join(groups)
        text = _("There is no group %(group)s. The groups are: %(known)s.")
        return Sentence(text, {"group": terms.group, "known": group_names})
    return _too_far(terms.place, groups[terms.group])


def _too_far(place: int, count: int) -> Sentence | None:
    if place <= count:
        return None
    text = _("There is no place %(place)s: the last one is %(count)s.")
    return Sentence(text, {"place": place, "count": count})


def check_terms(terms: PrizeTerms, places: FinalPlaces) -> PrizeTerms:
    """Validate the values of a prize and drop unused fields; raise BadEntry with all errors.

    The existence of the place is checked only if there is no other error.
    """
    problems = [problem for check in CHECKS for problem in check(terms)]
    nowhere = None if problems else missing_place(terms, places)
    if nowhere is not None:
        where = "/group" if terms.group and terms.group not in (places.entrants_of_group or {}) else "/place"
        problems.append(Problem("no_such_place", "", "error", where, nowhere))
    if problems:
        raise BadEntry(problems[0].code, problems[0].message, tuple(problems))
    by_place = terms.given_for is not PrizeFor.CATEGORY
    return PrizeTerms(
        text=terms.text,
        given_for=terms.given_for,
        place=terms.place if by_place else None,
        group=terms.group if terms.given_for is PrizeFor.GROUP else "",
        category="" if by_place else terms.category,
        is_money=terms.is_money,
        value=terms.value,
    )


def _check_text(terms: PrizeTerms) -> Iterator[Problem]:
    if not terms.text:
        yield _problem("prize_text_missing", "/text", _("Write what the prize is."))
    elif len(terms.text) > LONGEST_TEXT:
        text = _("A prize is written in %(most)s letters at most.")
        yield _problem("prize_text_too_long", "/text", text, most=LONGEST_TEXT)


def _check_place(terms: PrizeTerms) -> Iterator[Problem]:
    if terms.given_for is PrizeFor.CATEGORY:
        return
    if terms.place is None or not 1 <= terms.place <= LAST_PLACE:
        text = _("Write for which place the prize is, from 1 to %(last)s.")
        yield _problem("prize_place_missing", "/place", text, last=LAST_PLACE)
    if terms.given_for is PrizeFor.GROUP and not 0 < len(terms.group) <= LONGEST_GROUP:
        yield _problem("prize_group_missing", "/group", _("Write in which group: A, B …"))


def _check_category(terms: PrizeTerms) -> Iterator[Problem]:
    if terms.given_for is PrizeFor.CATEGORY and not 0 < len(terms.category) <= LONGEST_CATEGORY:
        text = _("Write for whom the prize is, in %(most)s letters at most.")
        yield _problem("prize_category_missing", "/category", text, most=LONGEST_CATEGORY)


def _check_value(terms: PrizeTerms) -> Iterator[Problem]:
    if terms.value is not None and not 0 < terms.value <= MOST_VALUE:
        yield _problem(
            "prize_value_range", "/value", _("Write an amount between one cent and 100,000 euros.")
        )
    if terms.is_money and terms.value is None:
        yield _problem("prize_money_missing", "/value", _("Write how much money it is."))


def _problem(code: str, where: str, text: str, **values: int) -> Problem:
    return Problem(code, "", "error", where, Sentence(text, values))


CHECKS: Sequence[Callable[[PrizeTerms], Iterator[Problem]]] = (
    _check_text,
    _check_place,
    _check_category,
    _check_value,
)


class PrizeMark(NamedTuple):
    """A recorded action on a prize: its kind, the team, and the amount in cents."""

    kind: PrizeAct
    team: str | None
    cents: int | None = None


def assigned_to(marks: Sequence[PrizeMark]) -> str | None:
    """Return the id of the team to which a prize was assigned by hand, or None."""
    return next((mark.team for mark in reversed(marks) if mark.kind is PrizeAct.ASSIGN), None)


def handed_over(marks: Sequence[PrizeMark]) -> dict[str, int | None]:
    """Return the amount in cents that was handed over to each team; cancelled hand-overs are left out."""
    cents_by_team: dict[str, int | None] = {}
    for mark in marks:
        if mark.kind is PrizeAct.HAND_OVER and mark.team:
            cents_by_team[mark.team] = mark.cents
        elif mark.kind is PrizeAct.TAKE_BACK and mark.team:
            cents_by_team.pop(mark.team, None)
    return cents_by_team
