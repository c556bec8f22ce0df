"""The cards of the tray (list of open entry requests): one for each request, or for two single players.

On a card, the desk chooses the person for an ambiguous name: "Piras G." may be any Piras whose first name
begins with G.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from tournaments.competition.names import name_key, surname
from tournaments.models import EntryRequest, Person, TeamPlayer, Tournament
from tournaments.people.selectors.register import RegisteredPerson, with_events
from tournaments.requests import rules, selectors
from tournaments.requests.selectors import TrayRow
from tournaments.values.requests import RequestState
from tournaments.web.words import clock, short_date_words

# The number of cards shown at once. The others are on the page of the requests.
A_TRAY = 20
# With more candidates than this, the desk writes the entry by hand.
MOST_CANDIDATES = 8


@dataclass(frozen=True)
class OpenRequest:
    """An open request with the data for sorting and searching."""

    id: UUID
    number: int
    waiting: bool
    # True if the player looks for a partner.
    single: bool
    key: str

    def answers(self, words: Collection[str]) -> bool:
        """Return whether names, telephone number and email address together contain all search words."""
        return all(word in self.key for word in words)


def open_requests(tournament: Tournament) -> list[OpenRequest]:
    """Return the open requests of a tournament in order of arrival. One query."""
    rows = EntryRequest.objects.filter(tournament=tournament, state__in=rules.OPEN, joined_to=None)
    names = ("details__names", "joined__details__names", "details__phone", "details__mail")
    columns = rows.order_by("number").values_list("pk", "number", "state", "seeks_partner", "joined", *names)
    return [
        OpenRequest(
            pk,
            number,
            state == RequestState.WAITING,
            seeks and joined is None,
            name_key(" ".join((*(entry_names or ()), *(other or ()), phone or "", mail or ""))),
        )
        for pk, number, state, seeks, joined, entry_names, other, phone, mail in columns
    ]


def cards_of(new: Sequence[OpenRequest]) -> list[tuple[OpenRequest, ...]]:
    """Return the requests on each card: one request, or the requests of two players without a partner.

    If the number of such players is odd, the last player gets no card.
    """
    singles = [each for each in new if each.single]
    couples = list(zip(singles[::2], singles[1::2], strict=False))
    cards = [*((each,) for each in new if not each.single), *couples]
    return sorted(cards, key=lambda card: card[0].number)


@dataclass(frozen=True)
class Candidate:
    """A person whom a name may mean: id or "new", label, and a note on earlier tournaments."""

    value: str
    words: str
    small: str


@dataclass(frozen=True)
class DoubtfulName:
    """A name in a request that may mean several persons, with the persons to choose from."""

    place: int
    name: str
    choices: tuple[Candidate, ...]


@dataclass(frozen=True)
class TrayCard:
    """A card of the tray: request, names, contact, and the questions to answer before acceptance."""

    row: TrayRow
    title: str
    names: str
    when: str
    questions: tuple[DoubtfulName, ...] = ()
    # The two requests without a partner, each as its own card.
    pair: "tuple[TrayCard, ...]" = ()
    # Other players that the first one could be joined with.
    partners: tuple[tuple[UUID, str], ...] = ()

    @property
    def contact(self) -> list[tuple[str, str]]:
        """The telephone and email links, each with its label."""
        row, links = self.row, []
        if row.phone:
            links.append((f"tel:{''.join(row.phone.split())}", _("tel. %(number)s") % {"number": row.phone}))
        return [*links, (f"mailto:{row.mail}", row.mail)] if row.mail else links


def cards_in_words(
    tournament: Tournament, chosen: Sequence[tuple[OpenRequest, ...]], singles: Sequence[OpenRequest]
) -> tuple[list[TrayCard], selectors.Tray]:
    """Return the cards as template context, and the tray with the requests on the cards.

    At most 13 queries, and more if persons were merged.
    """
    ids = {each.id for card in chosen for each in card} | {each.id for each in singles[:A_TRAY]}
    chosen_tray = selectors.tray(tournament, most=len(ids), among=ids)
    rows = {row.request.pk: row for row in chosen_tray.rows}
    pairs = [rows[card[0].id] for card in chosen if len(card) == 1 and card[0].id in rows]
    questions = _questions(tournament, pairs)
    alone = [(row.request.pk, ", ".join(row.names)) for row in chosen_tray.singles]
    cards = [
        _card([rows[each.id] for each in card], questions, alone)
        for card in chosen
        if all(each.id in rows for each in card)
    ]
    return cards, chosen_tray


def _card(
    rows: Sequence[TrayRow],
    questions: Mapping[UUID, tuple[DoubtfulName, ...]],
    alone: Sequence[tuple[UUID, str]],
) -> TrayCard:
    first, when = rows[0], moment_words(rows[-1].request.made_at)
    if len(rows) == 1:
        return single_card(first, questions.get(first.request.pk, ()))
    partners = tuple(each for each in alone if each[0] != first.request.pk)
    pair = tuple(map(single_card, rows))
    return TrayCard(first, _("Two are looking for a partner"), "", when, pair=pair, partners=partners)


def single_card(row: TrayRow, questions: tuple[DoubtfulName, ...] = ()) -> TrayCard:
    """Return the card of one request, with the questions about its names."""
    title = " – ".join(map(short_title, row.names)) or "?"
    return TrayCard(row, title, ", ".join(row.names), moment_words(row.request.made_at), questions)


def short_title(name: str) -> str:
    """Return the title of a card: the surname, even if the player wrote the surname first."""
    last = surname(name)
    if not rules.is_short(last):
        return last
    return next((word for word in name.split() if not rules.is_short(word)), name)


def moment_words(moment: datetime) -> str:
    """Return the arrival time of a request as text: today, yesterday or the date, and the time of day."""
    days = (timezone.localdate() - timezone.localdate(moment)).days
    day = {0: _("today"), 1: _("yesterday")}.get(days) or short_date_words(timezone.localdate(moment))
    return f"{day}, {clock(moment)}"


def candidates(row: TrayRow, short: Mapping[str, Sequence[Person]]) -> dict[int, list[Person]]:
    """Return the persons to choose from for each ambiguous name in a request, by index of the name."""
    people_by_place: dict[int, list[Person]] = {}
    for place, (name, namesakes) in enumerate(zip(row.names, row.namesakes, strict=True)):
        people = list(namesakes) if len(namesakes) > 1 else []
        if not namesakes:
            people = list(short.get(name_key(name), ()))
        if people:
            people_by_place[place] = people[:MOST_CANDIDATES]
    return people_by_place


def _questions(tournament: Tournament, rows: Sequence[TrayRow]) -> dict[UUID, tuple[DoubtfulName, ...]]:
    short = selectors.shortened({name for row in rows for name in row.names})
    candidates_by_request = {row.request.pk: candidates(row, short) for row in rows}
    people = {
        person.pk: person
        for places in candidates_by_request.values()
        for each in places.values()
        for person in each
    }
    if not people:
        return {}
    events = {each.person.pk: _evenings(each) for each in with_events(people.values())}
    seats = TeamPlayer.objects.filter(tournament=tournament, person__in=people).select_related("team")
    teams = {seat.person_id: seat.team.written_name for seat in seats}
    return {
        row.request.pk: tuple(
            _question(place, row.names[place], namesakes, events, teams)
            for place, namesakes in candidates_by_request[row.request.pk].items()
        )
        for row in rows
    }


def _question(
    place: int, name: str, people: Sequence[Person], events: Mapping[UUID, str], teams: Mapping[UUID, str]
) -> DoubtfulName:
    free = [person for person in people if person.pk not in teams]
    choices = [Candidate(str(person.pk), _person_words(person), events[person.pk]) for person in free]
    inside = [
        _("%(name)s is in already: %(team)s") % {"name": person.written_name, "team": teams[person.pk]}
        for person in people
        if person.pk in teams
    ]
    choices.append(Candidate("new", _("No, somebody new"), "; ".join(inside)))
    return DoubtfulName(place, name, tuple(choices))


def _person_words(person: Person) -> str:
    name = " ".join(filter(None, (person.written_name, person.note)))
    return _("Yes, %(name)s") % {"name": name}


def _evenings(registered: RegisteredPerson) -> str:
    count, last = registered.events, registered.last
    if last is None:
        return _("never played here")
    words = ngettext(
        "%(count)d evening, the last on %(day)s", "%(count)d evenings, the last on %(day)s", count
    )
    return words % {"count": count, "day": short_date_words(timezone.localdate(last))}


@dataclass(frozen=True)
class WaitingRow:
    """A waiting request: its position, the names, and whether the player is looking for a partner."""

    place: int
    request: EntryRequest
    names: str
    single: bool


def waiting_rows(waiting: Sequence[OpenRequest], words: Collection[str], most: int) -> list[WaitingRow]:
    """Return the waiting requests that match the search, in order. At most two queries."""
    matching = [(place, each) for place, each in enumerate(waiting, start=1) if each.answers(words)][:most]
    rows = selectors.with_details().in_bulk([each.id for _place, each in matching]) if matching else {}
    return [
        WaitingRow(place, rows[each.id], ", ".join(selectors.names_of(rows[each.id])), each.single)
        for place, each in matching
        if each.id in rows
    ]
