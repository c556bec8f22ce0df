"""The jobs of the season: the standings of a circuit, the ratings of a card game. Folded ahead, then stored.

Nothing is locked while they are folded: whatever changes meanwhile asks for the same job again.
"""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from tournaments.models import Circuit, Job, Tournament
from tournaments.queue.runner import enqueue
from tournaments.season.rules import CircuitRow
from tournaments.season.selectors.circuits import computed, held_until
from tournaments.season.selectors.ratings import RatingFold, played_matches, rate
from tournaments.season.services import keep_circuit, keep_ratings

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
