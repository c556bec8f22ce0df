"""Queries about entry requests: requests by link, the desk's open requests, positions on the waiting list."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Max, Prefetch, Q, QuerySet

from scoring.sheet.devices import hashed
from tournaments.competition.names import name_key
from tournaments.models import EntryRequest, Notice, Person, PrivacyText, RequestDetails, Team, Tournament
from tournaments.people.selectors.register import named_so, register
from tournaments.requests import rules
from tournaments.values.requests import Accepts, RequestState

# The number of open requests shown at once, in order of arrival.
MOST_ROWS = 100


def with_details() -> QuerySet[EntryRequest]:
    """Return all requests with their details and the requests joined to them. Two queries."""
    joined = Prefetch("joined", EntryRequest.objects.select_related("details"))
    return EntryRequest.objects.select_related("details").prefetch_related(joined)


def details_of(request: EntryRequest) -> RequestDetails | None:
    """Return the personal data of a request; None if the data were deleted."""
    try:
        return request.details
    except ObjectDoesNotExist:
        return None


def names_of(request: EntryRequest) -> list[str]:
    """Return the names in a request and in any request joined to it; empty if the names were deleted."""
    rows = [details_of(each) for each in (request, *request.joined.all())]
    return [name for row in rows if row for name in row.names]


def notice_of(tournament: Tournament) -> Notice | None:
    """Return the notice of a tournament; None if there is no notice."""
    try:
        return tournament.notice
    except ObjectDoesNotExist:
        return None


def window_of(tournament: Tournament) -> rules.EntryWindow | None:
    """Return the conditions under which a tournament accepts requests; None if there is no notice."""
    notice = notice_of(tournament)
    if notice is None:
        return None
    before_draw = tournament.state == "entries"
    return rules.EntryWindow(Accepts(notice.accepts), before_draw, notice.opens_at, notice.closes_at)


def contact_of(tournament: Tournament) -> str:
    """Return the first line of the contact data in a tournament's notice; empty if there is no notice."""
    notice = notice_of(tournament)
    return notice.contact.strip().partition("\n")[0].strip() if notice else ""


def privacy_version() -> int:
    """Return the number of the current privacy text; 1 is the default text."""
    return PrivacyText.objects.aggregate(last=Max("version"))["last"] or 1


def request_of(token: str) -> EntryRequest | None:
    """Return the request with this link token, its details, team and tournament; None if unknown."""
    rows = with_details().select_related("team", "tournament__notice", "joined_to__details")
    return rows.filter(token_hash=hashed(token)).first()


def waiting_of(tournament: Tournament) -> QuerySet[EntryRequest]:
    """Return the requests that wait for a place, in order of arrival."""
    rows = EntryRequest.objects.filter(tournament=tournament, state=RequestState.WAITING, joined_to=None)
    return rows.order_by("number")


def looking_for_partner(tournament: Tournament) -> QuerySet[EntryRequest]:
    """Return the open requests of players who are still looking for a partner."""
    rows = EntryRequest.objects.filter(tournament=tournament, state__in=rules.OPEN, seeks_partner=True)
    return rows.filter(joined_to=None, joined=None).order_by("number")


@dataclass(frozen=True)
class Standing:
    """The state of a request; `position` counts from 1 among the entrants or the waiting requests."""

    request: EntryRequest
    state: RequestState
    names: Sequence[str]
    position: int | None
    places: int | None
    entered: int
    waiting: int
    seeks_partner: bool
    answer: str
    moved_up_at: datetime | None

    @property
    def ahead(self) -> int:
        """The number of requests ahead of this request on the waiting list."""
        return self.position - 1 if self.position and self.state is RequestState.WAITING else 0


def standing_of(request: EntryRequest) -> Standing:
    """Return the state of a request. Two queries for the entrants and the waiting requests."""
    tournament, notice = request.tournament, notice_of(request.tournament)
    head = request.joined_to or request
    teams = list(Team.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    waiting = list(waiting_of(tournament).values_list("pk", flat=True))
    state = RequestState(request.state)
    places = {RequestState.ACCEPTED: (request.team_id, teams), RequestState.WAITING: (head.pk, waiting)}
    each, row = places.get(state, (None, []))
    details = details_of(request)
    return Standing(
        request=request,
        state=state,
        names=names_of(head),
        position=row.index(each) + 1 if each in row else None,
        places=notice.places if notice else None,
        entered=len(teams),
        waiting=len(waiting),
        seeks_partner=request.seeks_partner and head is request and not list(request.joined.all()),
        answer=details.answer if details else "",
        moved_up_at=request.moved_up_at,
    )


def positions(tournament: Tournament, requests: Sequence[EntryRequest]) -> dict[object, int | None]:
    """Return the positions of several requests of a tournament, by request id. Two queries."""
    teams = Team.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True)
    entered = {team: place for place, team in enumerate(teams, start=1)}
    rows = waiting_of(tournament).values_list("pk", flat=True)
    waiting = {pk: place for place, pk in enumerate(rows, start=1)}
    places_by_request: dict[object, int | None] = {}
    for each in requests:
        if each.state == RequestState.WAITING:
            places_by_request[each.pk] = waiting.get(each.joined_to_id or each.pk)
        else:
            places_by_request[each.pk] = entered.get(each.team_id) if each.team_id else None
    return places_by_request


@dataclass(frozen=True)
class TrayRow:
    """An open request for the desk: its contact, and the registered persons that each name may mean."""

    request: EntryRequest
    names: Sequence[str]
    phone: str
    mail: str
    # The persons that each name may belong to. If there are several, the desk has to choose.
    namesakes: Sequence[Sequence[Person]]
    # The position on the waiting list.
    position: int | None
    seeks_partner: bool

    @property
    def questions(self) -> list[int]:
        """The indexes of the ambiguous names, for which the desk must choose the person."""
        return [place for place, people in enumerate(self.namesakes) if len(people) > 1]


@dataclass(frozen=True)
class Tray:
    """The open requests of a tournament, in order of arrival."""

    rows: Sequence[TrayRow]
    # The requests of players who look for a partner and can be joined.
    singles: Sequence[TrayRow]
    places: int | None
    entered: int
    free: int | None
    # The number of all open requests.
    count: int

    @property
    def more(self) -> int:
        """The number of open requests that are not shown."""
        return self.count - len(self.rows)


def tray(tournament: Tournament, most: int = MOST_ROWS, among: Collection[UUID] | None = None) -> Tray:
    """Return the first `most` open requests; with `among`, only requests with the given ids.

    Seven queries, and more if persons were merged.
    """
    notice = notice_of(tournament)
    entered = Team.objects.filter(tournament=tournament).count()
    requests = with_details().filter(tournament=tournament, state__in=rules.OPEN, joined_to=None)
    if among is not None:
        requests = requests.filter(pk__in=among)
    count = requests.count()
    open_requests = list(requests.order_by("number")[:most])
    waiting = list(waiting_of(tournament).values_list("pk", flat=True))
    people = named_so({name_key(name) for each in open_requests for name in names_of(each)})
    place = {pk: number for number, pk in enumerate(waiting, start=1)}
    rows = [_row(each, place, people) for each in open_requests]
    places = notice.places if notice else None
    free = None if places is None else max(0, places - entered)
    return Tray(rows, [each for each in rows if each.seeks_partner], places, entered, free, count)


def _row(request: EntryRequest, place: Mapping[UUID, int], people: Mapping[str, Sequence[Person]]) -> TrayRow:
    names, details = names_of(request), details_of(request)
    return TrayRow(
        request=request,
        names=names,
        phone=details.phone if details else "",
        mail=details.mail if details else "",
        namesakes=[people.get(name_key(name), ()) for name in names],
        position=place.get(request.pk),
        seeks_partner=request.seeks_partner and not request.joined.all(),
    )


def shortened(names: Collection[str]) -> dict[str, list[Person]]:
    """Return the persons that each abbreviated name may mean, by normalised name.

    One query; no query if no name is abbreviated.
    """
    keys = {name_key(name) for name in names}
    short = {key for key in keys if any(map(rules.is_short, key.replace(".", ". ").split())) and " " in key}
    words = {word for key in short for word in key.replace(".", ". ").split() if not rules.is_short(word)}
    if not words:
        return {}
    wanted = Q()
    for word in sorted(words):
        wanted |= Q(name_key__contains=word)
    people = list(register().filter(wanted)[:500])
    return {key: [each for each in people if rules.may_mean(key, each.name_key)] for key in short}


def shortened_of_others(names: Sequence[str]) -> dict[int, list[Person]]:
    """Return the persons that abbreviated names may mean, by index of the name. At most three queries.

    A name that is exactly the name of a registered person is left out.
    """
    short = {key: people for key, people in shortened(names).items() if people}
    people_by_key = named_so(short) if short else {}
    keys = [name_key(name) for name in names]
    return {
        place: short[key] for place, key in enumerate(keys) if key in short and not people_by_key.get(key)
    }
