"""A circuit is made and changed by an organiser of the club; the jobs that store its standings, and ratings.

Every change of a circuit is in its journal. Nothing is locked while standings and ratings are folded:
whatever changes meanwhile asks for the same job again.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.db import transaction
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadSetup, Problem, Sentence, _
from tournaments.club.services.setup import with_free_slug
from tournaments.models import Circuit, CircuitLine, CircuitMove, Job, Rating, RatingList, Tournament
from tournaments.people.names import clean_name
from tournaments.queue.runner import enqueue
from tournaments.season.rules import MOST_EVENTS, CircuitRow, Counted, Sharing, Who, read_scale
from tournaments.season.selectors.circuits import computed, held_until
from tournaments.season.selectors.ratings import RatingCourse, RatingFold, played_matches, rate
from tournaments.stages.selectors.stage_facts import team_size


def create_circuit(  # noqa: PLR0913  # what a circuit is made of
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
    """Make a circuit; raise BadSetup with the place of everything that cannot be."""
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
    """Change what a circuit is called and counts by, or its tournaments; its address stays.

    Raise BadSetup with the place of everything that cannot be.
    """
    if "name" in values:
        values["name"] = clean_name(values["name"])
    new = {**_terms(circuit), **values}
    read_scale(new["points"], beyond=new["beyond"], sharing=new["sharing"], best=new["best"])
    with transaction.atomic():
        Circuit.objects.filter(pk=circuit.pk).update(**values)
        circuit.refresh_from_db()
        before = list(circuit.tournaments.all())
        _refuse_tournaments(before if tournaments is None else tournaments, circuit.counted)
        _take_in(circuit, before if tournaments is None else tournaments, before)
        _note(circuit, "circuit_changed", author, at)
    return circuit


def _terms(circuit: Circuit) -> Mapping[str, Any]:
    return {name: getattr(circuit, name) for name in ("counted", "points", "beyond", "sharing", "best")}


def _refuse_tournaments(tournaments: Sequence[Tournament], counted: str) -> None:
    """A circuit of pairs is made of tournaments that pairs enter."""
    problems = []
    if len(tournaments) > MOST_EVENTS:
        text = _("A circuit has at most %(most)s tournaments.")
        sentence = Sentence(text, {"most": MOST_EVENTS})
        problems.append(Problem("too_many_tournaments", "", "error", "/tournaments", sentence))
    for at, tournament in enumerate(tournaments):
        if counted == Counted.PAIRS and team_size(tournament) == 1:
            text = _("In “%(name)s” everybody enters alone: it counts in a circuit of players only.")
            sentence = Sentence(text, {"name": tournament.name})
            problems.append(Problem("tournament_of_singles", "", "error", f"/tournaments/{at}", sentence))
    if problems:
        raise BadSetup(problems[0].code, problems[0].message, tuple(problems))


def _take_in(circuit: Circuit, tournaments: Sequence[Tournament], before: Sequence[Tournament] = ()) -> None:
    """Set the tournaments of a circuit, and queue its standings; one that never had any has none."""
    circuit.tournaments.set(tournaments)
    for tournament in [*tournaments, *before][:1]:
        enqueue("circuit", circuit.pk, tournament_id=tournament.pk)


def _note(circuit: Circuit, kind: str, author: Author, at: datetime) -> None:
    """Add a line to its journal: what it counts by from now on, and its tournaments by their ids."""
    ids = circuit.tournaments.order_by("made_at").values_list("pk", flat=True)
    body = {**_terms(circuit), "tournaments": [str(each) for each in ids]}
    CircuitMove.objects.create(circuit=circuit, kind=kind, at=at, body=body, user_id=author.user_id)


BATCH = 200
WHILE_PLAYED = timedelta(hours=1)


def rating_list_id(card_game: str) -> UUID:
    """Return the id under which the ratings of a card game stand, and are asked for."""
    return uuid5(NAMESPACE_OID, f"ratings:{card_game}")


def ask_season(tournament: Tournament, *, now: bool = False) -> None:
    """Queue what a tournament is counted in: its circuits once it is over, and the ratings of its card game.

    `now`: at once in any case, because it is found, or not found any more, by everybody.
    """
    if now or tournament.state == "over":
        ask_circuits(tournament)
        ask_ratings(tournament, due_at=timezone.now())
    elif not Job.objects.filter(
        kind="ratings", subject=rating_list_id(tournament.card_game), state="queued"
    ).exists():
        ask_ratings(tournament, due_at=timezone.now() + WHILE_PLAYED)


def ask_circuits(tournament: Tournament) -> None:
    """Queue the standings of every circuit a tournament belongs to."""
    for circuit_id in tournament.circuits.values_list("pk", flat=True):
        enqueue("circuit", circuit_id, tournament_id=tournament.pk, due_at=timezone.now())


def ask_ratings(tournament: Tournament, *, due_at: datetime) -> None:
    """Queue the ratings of a tournament's card game."""
    enqueue("ratings", rating_list_id(tournament.card_game), tournament_id=tournament.pk, due_at=due_at)


def keep_circuit(circuit: Circuit, rows: tuple[CircuitRow, ...], *, at: datetime) -> None:
    """Put new standings of a circuit in the place of the old ones."""
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


def keep_ratings(card_game: str, rating: RatingFold, *, at: datetime) -> None:
    """Put new ratings of a card game in the place of the old ones."""
    with transaction.atomic():
        stamp = {"matches": rating.matches, "computed_at": at}
        listing, _made = RatingList.objects.update_or_create(
            pk=rating_list_id(card_game), defaults={**stamp, "card_game": card_game}
        )
        listing.ratings.all().delete()
        Rating.objects.bulk_create(
            [_rating(listing, who, course) for who, course in rating.courses.items()], batch_size=BATCH
        )


def _rating(listing: RatingList, player: Who, course: RatingCourse) -> Rating:
    person, partner = player[0], player[1] if len(player) > 1 else None
    return Rating(
        listing=listing,
        person_id=person,
        partner_id=partner,
        mu=course.mu,
        sigma=course.sigma,
        ordinal=course.ordinal,
        matches=course.matches,
        course=course.stops,
    )


DONE = 1000


def fold_circuit(job: Job, _note: Callable[[int], None]) -> tuple[CircuitRow, ...]:
    """Fold the standings of a circuit, which writes nothing."""
    return computed(Circuit.objects.get(pk=job.subject))


def bring_circuit_up(job: Job, rows: tuple[CircuitRow, ...]) -> dict[str, Any]:
    """Store the standings of a circuit, and wait for those of a tournament that are held back."""
    circuit = Circuit.objects.get(pk=job.subject)
    keep_circuit(circuit, rows, at=timezone.now())
    due_at = held_until(circuit)
    if due_at is not None:
        enqueue("circuit", circuit.pk, tournament_id=job.tournament_id, due_at=due_at)
    return {"lines": len(rows)}


def fold_ratings(job: Job, note: Callable[[int], None]) -> RatingFold:
    """Rate every match of a card game, which writes nothing but how far it is."""
    matches = played_matches(_card_game(job))
    return rate(matches, lambda count: note(DONE * count // len(matches)))


def bring_ratings_up(job: Job, rating: RatingFold) -> dict[str, Any]:
    """Store the ratings of a card game."""
    keep_ratings(_card_game(job), rating, at=timezone.now())
    return {"matches": rating.matches, "ratings": len(rating.courses)}


def _card_game(job: Job) -> str:
    """Return the card game that is rated: that of the tournament which asked."""
    return Tournament.objects.values_list("card_game", flat=True).get(jobs=job)
