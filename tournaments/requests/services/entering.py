"""The steps from a request to a team: checks of the names, and promotion from the waiting list.

These functions run within the transaction of an action, while the tournament is locked.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, Problem, Sentence, _
from tournaments.competition.names import name_key
from tournaments.entries.services.entries import Entry, check_entries, write_teams
from tournaments.entries.services.players import Meant
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.models import EntryRequest, RequestDetails, RequestMove, Team, Tournament
from tournaments.queue.runner import follow_up
from tournaments.requests import rules, selectors
from tournaments.values.requests import RequestAct, RequestState

# The code of the problem that several persons of the register have a name: the desk has to choose.
DOUBTFUL = "which_person"
# The number of waiting requests that are read at a time if the places are not limited.
A_BATCH = 50


def note(
    request: EntryRequest,
    act: RequestAct,
    *,
    author: Author,
    at: datetime,
    body: dict[str, object] | None = None,
) -> None:
    """Record an action on a request in the journal. The journal entry contains ids, but no names."""
    RequestMove.objects.create(
        tournament_id=request.tournament_id,
        request_id=request.pk,
        at=at,
        kind=act,
        body=body or {},
        user_id=author.user_id,
    )


def put(request: EntryRequest, state: RequestState, **columns: object) -> None:
    """Set the state of a request and of all requests joined to it."""
    rows = EntryRequest.objects.filter(Q(pk=request.pk) | Q(joined_to=request.pk))
    rows.update(state=state, **columns)
    for name, value in {"state": state.value, **columns}.items():
        setattr(request, name, value)


def entry_of(
    tournament: Tournament, names: Sequence[str], meant: Meant, *, replacing: Sequence[Team] = ()
) -> tuple[Entry, list[Problem]]:
    """Return the entry of a team with the given names, and the errors in the entry.

    The JSON Pointers of the errors begin with `/0`. `replacing` contains the stored team, if any.
    """
    entry = Entry(players=names, meant=meant)
    _checked, problems = check_entries(tournament, [entry], replacing=replacing)
    return entry, problems


def waiting_already(
    tournament: Tournament, names: Sequence[str], but: Collection[UUID] = ()
) -> list[Problem]:
    """Return an error for each name in another open request; requests with an id in `but` are ignored."""
    rows = RequestDetails.objects.filter(request__tournament=tournament, request__state__in=rules.OPEN)
    open_names = rows.exclude(pk__in=but).values_list("names", flat=True)
    waiting = {name_key(name) for row in open_names for name in row}
    return [twice(place, name) for place, name in enumerate(names) if name_key(name) in waiting]


def twice(place: int, name: str) -> Problem:
    """Return the error for a player who is already entered."""
    text = _("%(player)s is entered already. If it is somebody else of that name, call the club.")
    return Problem("player_twice", "", "error", f"/players/{place}/name", Sentence(text, {"player": name}))


def refuse_public(problems: Sequence[Problem], names: Sequence[str], waiting: Sequence[Problem] = ()) -> None:
    """Raise BadEntry if the names have errors; the messages are suitable for anonymous visitors.

    `problems` are the errors of `entry_of`. A name that may mean several persons is no error here.
    """
    plain = [_plain(each, names) for each in problems if each.code != DOUBTFUL] + list(waiting)
    if plain:
        raise BadEntry(plain[0].code, plain[0].message, tuple(plain))


def _plain(problem: Problem, names: Sequence[str]) -> Problem:
    steps = problem.where.split("/")
    if problem.code == "player_twice" and len(steps) > 3:
        return twice(int(steps[3]), names[int(steps[3])])
    where = "/" + "/".join(steps[2:]) if len(steps) > 2 else ""
    return Problem(problem.code, problem.rule, problem.level, where, problem.message)


def meant_of(requests: Collection[EntryRequest]) -> dict[UUID, dict[int, UUID | None]]:
    """Return the persons that the desk chose for the names in requests, by request id. One query."""
    moves = RequestMove.objects.filter(request_id__in=[each.pk for each in requests], kind=RequestAct.ACCEPT)
    meant: dict[UUID, dict[int, UUID | None]] = {}
    for move in moves.order_by("at"):
        if "meant" in move.body:
            meant[move.request_id] = read_meant(move.body["meant"])
    return meant


def written_meant(meant: Meant) -> dict[str, str | None]:
    """Convert the persons that the desk chose to JSON for the journal."""
    return {str(place): str(person) if person else None for place, person in meant.items()}


def read_meant(persons: Mapping[str, str | None]) -> dict[int, UUID | None]:
    """Convert JSON from the journal to the persons that the desk chose."""
    return {int(place): UUID(person) if person else None for place, person in persons.items()}


def fill_places(tournament: Tournament) -> None:
    """Promote waiting requests while places are free. Called after every entry and withdrawal.

    An accepted request whose team was removed is withdrawn. If no request waits, one query is made; after the
    draw, none. A promotion calls this function once more, without effect.
    """
    if tournament.state != "entries":
        return
    rows = EntryRequest.objects.filter(
        Q(state=RequestState.WAITING) | Q(state=RequestState.ACCEPTED, team=None), tournament=tournament
    )
    if rows.exists():
        fill(tournament, at=timezone.now())


def fill(tournament: Tournament, *, at: datetime, fresh: UUID | None = None) -> None:
    """Promote waiting requests while places are free, and store the time of each promotion.

    No time is stored for the new request `fresh`. Accepted requests whose team was removed are withdrawn
    first. The function locks the tournament, and does nothing after the draw.
    """
    with transaction.atomic():
        lock_tournament(tournament.pk)
        tournament = Tournament.objects.select_related("notice").get(pk=tournament.pk)
        if tournament.state != "entries":
            return
        _withdraw_removed(tournament, at)
        if entered := _move_up(tournament, at, fresh):
            note_move(tournament.pk, "teams_entered", author=Author(), at=at, body={"teams": entered})
            note_change(tournament.pk, "entries")
            follow_up("plan", tournament)


def _withdraw_removed(tournament: Tournament, at: datetime) -> None:
    """Withdraw the requests whose team the desk has removed."""
    rows = EntryRequest.objects.filter(tournament=tournament, state=RequestState.ACCEPTED, team=None)
    for each in rows.filter(joined_to=None):
        put(each, RequestState.WITHDRAWN)
        note(each, RequestAct.WITHDRAW, author=Author(), at=at)


def _move_up(tournament: Tournament, at: datetime, fresh: UUID | None) -> int:
    """Enter waiting requests in order while places are free; return the number of new teams.

    A request that cannot enter now stays on the list.
    """
    notice = selectors.notice_of(tournament)
    entered = tournament.teams.count()
    free = rules.places(notice.places if notice else None, range(entered), ()).free
    if free == 0:
        return 0
    moved, last = 0, 0
    while free is None or moved < free:
        rows = _in_order(tournament).filter(number__gt=last)
        waiting = list(rows[: A_BATCH if free is None else free - moved])
        if not waiting:
            break
        meant, last = meant_of(waiting), waiting[-1].number
        for each in waiting:
            moved += _enter(tournament, each, meant.get(each.pk, {}), at, is_news=each.pk != fresh)
    return moved


def _in_order(tournament: Tournament) -> QuerySet[EntryRequest]:
    rows = selectors.with_details().filter(tournament=tournament, state=RequestState.WAITING, joined_to=None)
    return rows.order_by("number")


def _enter(
    tournament: Tournament, request: EntryRequest, meant: Meant, at: datetime, *, is_news: bool
) -> bool:
    """Create the team of a request; return False if the team cannot be entered now."""
    entry, problems = entry_of(tournament, selectors.names_of(request), meant)
    if problems:
        return False
    try:
        with transaction.atomic():
            (team,) = write_teams(tournament, [], [entry], at=at)
    except BadEntry:
        return False
    put(request, RequestState.ACCEPTED, team=team, **({"moved_up_at": at} if is_news else {}))
    note(request, RequestAct.MOVE_UP, author=Author(), at=at, body={"team": str(team.pk)})
    return True
