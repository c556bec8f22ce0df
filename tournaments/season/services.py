"""Services for circuits, and the jobs that store the standings of circuits and the ratings.

Each change of a circuit is recorded in its journal. Standings and ratings are computed without a lock; a
change during a computation queues the job again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction
from django.db.models import F, Manager, Model, Sum
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.club.services.slugs import with_free_slug
from tournaments.competition.names import clean_name
from tournaments.competition.types import MOST_EVENTS, Counted, Sharing
from tournaments.models import Circuit, CircuitLine, CircuitMove, Job, Tournament
from tournaments.models.season import RatedEvent, Rating, RatingList, RatingStop
from tournaments.queue.runner import enqueue
from tournaments.season.rules import CircuitRow, PersonIds, read_scale
from tournaments.season.selectors.circuits import computed, held_until
from tournaments.season.selectors.rated_events import RatingTask, rating_task
from tournaments.season.selectors.ratings import RatingCourse, RatingFold, found_list, rate


def create_circuit(  # noqa: PLR0913  # a circuit has all of these parts
    *,
    name: str,
    points: Sequence[int],
    author: Author,
    at: datetime,
    counted: str = Counted.PLAYERS,
    beyond: int = 0,
    sharing: str = Sharing.SPLIT,
    best: int = 0,
    tournaments: Sequence[Tournament] = (),
) -> Circuit:
    """Create a circuit.

    The name is checked first, then the points, then the tournaments; the first check that fails raises its
    error. Raise BadEntry for an invalid name, and BadSetup for invalid points (`read_scale`) or tournaments.
    The error for the tournaments contains all problems with their JSON Pointers.
    """
    name = clean_name(name)
    scale = read_scale(points, beyond=beyond, sharing=sharing, best=best)
    _refuse_tournaments(tournaments, counted)
    with transaction.atomic():
        circuit = with_free_slug(
            Circuit,
            name,
            otherwise="circuito",
            counted=counted,
            points=list(scale.points),
            beyond=scale.beyond,
            sharing=scale.sharing,
            best=scale.best,
            made_at=at,
        )
        _take_in(circuit, tournaments)
        _note(circuit, "circuit_created", author, at)
    return circuit


def change_circuit(
    circuit: Circuit,
    *,
    author: Author,
    at: datetime,
    tournaments: Sequence[Tournament] | None = None,
    **values: Any,
) -> Circuit:
    """Change the name, the rules or the tournaments of a circuit; its slug does not change.

    If `tournaments` is None, the circuit keeps its tournaments. Raise the same errors as `create_circuit`;
    after an error, the caller must reload `circuit`.
    """
    if "name" in values:
        values["name"] = clean_name(values["name"])
    new = {**_terms(circuit), **values}
    read_scale(new["points"], beyond=new["beyond"], sharing=new["sharing"], best=new["best"])
    with transaction.atomic():
        _lock(circuit, **values)
        before = list(circuit.tournaments.all())
        _refuse_tournaments(before if tournaments is None else tournaments, circuit.counted, before)
        _take_in(circuit, before if tournaments is None else tournaments, before)
        _note(circuit, "circuit_changed", author, at)
    return circuit


def remember_circuits(tournament: Tournament) -> dict[str, list[str]]:
    """Return the ids of the circuits that contain a tournament, in the form stored for `recall_circuits`."""
    return {"circuits": [str(each) for each in tournament.circuits.values_list("pk", flat=True)]}


def recall_circuits(event: tuple[Tournament, Mapping[str, Any], Author, datetime]) -> None:
    """Add the repetition of a tournament to the circuits of the original tournament.

    Trials are not added. Deleted or full circuits are skipped. The caller opens the transaction.
    """
    tournament, memory, author, at = event
    if tournament.trial:
        return
    for circuit in Circuit.objects.filter(pk__in=memory.get("circuits", ())).order_by("pk"):
        _lock(circuit)
        if circuit.tournaments.count() < MOST_EVENTS:
            circuit.tournaments.add(tournament)
            enqueue("circuit", circuit.pk, tournament_id=tournament.pk)
            _note(circuit, "circuit_changed", author, at)


def _lock(circuit: Circuit, **values: Any) -> None:
    """Lock a circuit for the transaction, store the given values, and reload the circuit."""
    Circuit.objects.filter(pk=circuit.pk).update(made_at=F("made_at"), **values)
    circuit.refresh_from_db()


def _terms(circuit: Circuit) -> Mapping[str, Any]:
    return {name: getattr(circuit, name) for name in ("counted", "points", "beyond", "sharing", "best")}


def _refuse_tournaments(
    tournaments: Sequence[Tournament], counted: str, before: Sequence[Tournament] = ()
) -> None:
    """Raise BadSetup for trials, for too many tournaments, and for single players in a circuit of pairs.

    A tournament in `before` that has become a trial may stay, but earns no points.
    """
    problems = []
    if len(tournaments) > MOST_EVENTS:
        text = _("A circuit has at most %(most)s tournaments.")
        sentence = Sentence(text, {"most": MOST_EVENTS})
        problems.append(Problem("too_many_tournaments", "", "error", "/tournaments", sentence))
    for at, tournament in enumerate(tournaments):
        if tournament.trial and tournament not in before:
            text = _("“%(name)s” is a trial: it counts in no circuit.")
            sentence = Sentence(text, {"name": tournament.name})
            problems.append(Problem("trial_counts_nowhere", "", "error", f"/tournaments/{at}", sentence))
        if counted == Counted.PAIRS and tournament.team_size == 1:
            text = _("In “%(name)s” everybody enters alone: it counts in a circuit of players only.")
            sentence = Sentence(text, {"name": tournament.name})
            problems.append(Problem("tournament_of_singles", "", "error", f"/tournaments/{at}", sentence))
    if problems:
        raise BadSetup(problems[0].code, problems[0].message, tuple(problems))


def _take_in(circuit: Circuit, tournaments: Sequence[Tournament], before: Sequence[Tournament] = ()) -> None:
    """Set the tournaments of a circuit, and queue its standings job if it has or had any tournaments."""
    circuit.tournaments.set(tournaments)
    for tournament in [*tournaments, *before][:1]:
        enqueue("circuit", circuit.pk, tournament_id=tournament.pk)


def _note(circuit: Circuit, kind: str, author: Author, at: datetime) -> None:
    """Record the rules and the tournaments of a changed circuit in its journal."""
    ids = circuit.tournaments.order_by("made_at").values_list("pk", flat=True)
    body = {**_terms(circuit), "tournaments": [str(each) for each in ids]}
    CircuitMove.objects.create(circuit=circuit, kind=kind, at=at, body=body, user_id=author.user_id)


BATCH = 200
WHILE_PLAYED = timedelta(hours=1)


def rating_list_id(card_game: str) -> UUID:
    """Return the id of the rating list of a card game."""
    return uuid5(NAMESPACE_OID, f"ratings:{card_game}")


def ask_at_once(tournament: Tournament) -> None:
    """Queue the jobs for a tournament's circuits and for its card game's ratings, due immediately."""
    ask_circuits(tournament)
    ask_ratings(tournament, due_at=timezone.now())


def ask_season(tournament: Tournament) -> None:
    """Queue circuit and rating jobs if the tournament is over, otherwise a rating job due within an hour."""
    if tournament.state == "over":
        ask_at_once(tournament)
    else:
        ask_ratings(tournament, due_at=timezone.now() + WHILE_PLAYED, unless_sooner=True)


def ask_circuits(tournament: Tournament) -> None:
    """Queue a job to compute the standings of each circuit of a tournament."""
    for circuit_id in tournament.circuits.values_list("pk", flat=True):
        enqueue("circuit", circuit_id, tournament_id=tournament.pk, due_at=timezone.now())


def ask_ratings(tournament: Tournament, *, due_at: datetime, unless_sooner: bool = False) -> None:
    """Queue a job to compute the ratings of a tournament's card game."""
    enqueue(
        "ratings",
        rating_list_id(tournament.card_game),
        tournament_id=tournament.pk,
        due_at=due_at,
        unless_sooner=unless_sooner,
    )


def keep_circuit(circuit: Circuit, rows: tuple[CircuitRow, ...], *, at: datetime) -> None:
    """Replace the stored standings of a circuit."""
    with transaction.atomic():
        circuit.lines.all().delete()
        CircuitLine.objects.bulk_create(
            [_line(circuit, number, row) for number, row in enumerate(rows, start=1)], batch_size=BATCH
        )
        Circuit.objects.filter(pk=circuit.pk).update(computed_at=at)


def _line(circuit: Circuit, number: int, row: CircuitRow) -> CircuitLine:
    person, partner = row.persons[0], row.persons[1] if len(row.persons) > 1 else None
    return CircuitLine(
        circuit=circuit,
        number=number,
        place=row.place,
        person_id=person,
        partner_id=partner,
        total=str(row.total),
        results=[[each.event, each.place, str(each.points), each.counts] for each in row.results],
    )


class RatedAnew(NamedTuple):
    """The matches that had to be rated, and the new ratings."""

    task: RatingTask
    fold: RatingFold


def rate_anew(card_game: str, note: Callable[[int], None] = lambda _count: None) -> RatedAnew:
    """Compute the ratings of a card game that must be updated. The ratings are not stored.

    `note` is called with the progress, from 0 to 1000.
    """
    task = rating_task(card_game, found_list(card_game))
    every = len(task.matches)
    return RatedAnew(task, rate(task.matches, lambda count: note(COMPLETE * count // every), task.courses))


def keep_ratings(card_game: str, anew: RatedAnew, *, at: datetime) -> RatingList:
    """Store recomputed ratings.

    If other ratings were stored in the meantime, the ratings are first computed again.
    """
    with transaction.atomic():
        listing, _is_new = RatingList.objects.get_or_create(
            pk=rating_list_id(card_game), defaults={"card_game": card_game}
        )
        RatingList.objects.filter(pk=listing.pk).update(card_game=card_game)  # lock the row until the commit
        listing.refresh_from_db()
        task, fold = anew if listing.computed_at == anew.task.after else rate_anew(card_game)
        _replace(listing, task, fold)
        listing.matches = listing.events.aggregate(all=Sum("matches"))["all"] or 0
        listing.computed_at = at
        listing.save(update_fields=["matches", "computed_at"])
    return listing


def _replace(listing: RatingList, task: RatingTask, fold: RatingFold) -> None:
    """Replace the outdated rows by the recomputed rows."""
    RatingStop.objects.filter(event__in=task.outdated).delete()
    listing.events.filter(pk__in=task.removals).delete()
    outdated = [row.pk for player, row in task.ratings.items() if player not in fold.courses]
    listing.ratings.filter(pk__in=outdated).delete()
    for event in task.events:
        event.listing = listing
    as_rated = ["version", "digest", "first_at", "last_at", "matches"]
    _put(RatedEvent.objects, task.events, ["listing", "tournament_key"], as_rated)
    ratings = {
        player: _rating(task.ratings.get(player) or _newcomer(listing, player), course)
        for player, course in fold.courses.items()
    }
    _put(Rating.objects, ratings.values(), ["pk"], ["mu", "sigma", "ordinal", "matches"])
    events = {str(each.tournament_key): each.pk for each in task.events}
    stops = [
        RatingStop(
            rating_id=ratings[player].pk,
            event_id=events[stop.tournament],
            matches=stop.matches,
            mu=stop.mu,
            sigma=stop.sigma,
            ordinal=stop.ordinal,
        )
        for player, course in fold.courses.items()
        for stop in course.stops
    ]
    RatingStop.objects.bulk_create(stops, batch_size=BATCH)


def _put(table: Manager[Any], rows: Iterable[Model], unique: list[str], columns: list[str]) -> None:
    """Insert rows, or update the rows that already exist."""
    table.bulk_create(rows, BATCH, update_conflicts=True, unique_fields=unique, update_fields=columns)


def _newcomer(listing: RatingList, player: PersonIds) -> Rating:
    return Rating(listing=listing, person_id=player[0], partner_id=player[1] if len(player) > 1 else None)


def _rating(row: Rating, course: RatingCourse) -> Rating:
    row.mu, row.sigma, row.ordinal, row.matches = course.mu, course.sigma, course.ordinal, course.matches
    return row


COMPLETE = 1000


def fold_circuit(job: Job, _note: Callable[[int], None]) -> tuple[CircuitRow, ...]:
    """Return the computed standings of a circuit, without storing them."""
    return computed(Circuit.objects.get(pk=job.subject))


def bring_circuit_up(job: Job, rows: tuple[CircuitRow, ...]) -> dict[str, Any]:
    """Store the standings of a circuit; queue a job for the time when withheld standings become official."""
    circuit = Circuit.objects.get(pk=job.subject)
    keep_circuit(circuit, rows, at=timezone.now())
    due_at = held_until(circuit)
    if due_at is not None:
        enqueue("circuit", circuit.pk, tournament_id=job.tournament_id, due_at=due_at)
    return {"lines": len(rows)}


def fold_ratings(job: Job, note: Callable[[int], None]) -> RatedAnew:
    """Compute the ratings of a card game that must be updated; store only the progress of the job."""
    return rate_anew(_card_game(job), note)


def bring_ratings_up(job: Job, anew: RatedAnew) -> dict[str, Any]:
    """Store the computed ratings of a card game."""
    listing = keep_ratings(_card_game(job), anew, at=timezone.now())
    return {"matches": listing.matches, "rated": len(anew.task.matches), "ratings": len(anew.fold.courses)}


def _card_game(job: Job) -> str:
    """Return the card game whose ratings the job updates."""
    return next(key for key in CARD_GAMES if rating_list_id(key) == job.subject)
