"""An archive that was brought here: what it tells, what stands in its way, how far it is."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from scoring.sentences import Sentence
from tournaments.models import Arrival, Job
from tournaments.queue.stored_refusal import kept_sentence
from tournaments.rules.archive import grouped

State = Literal["looked_at", "coming", "in", "refused", "failed"]


@dataclass(frozen=True)
class ArrivalNow:
    """One archive; `percent` counts while it is being taken in."""

    arrival: Arrival
    state: State
    percent: int = 0

    @property
    def told(self) -> dict[str, Any]:
        """What it tells of its event."""
        return dict(self.arrival.told)

    @property
    def starts_at(self) -> datetime | None:
        """When the event begins, or began."""
        starts_at = self.arrival.told["starts_at"]
        return datetime.fromisoformat(starts_at) if starts_at else None

    @property
    def grouped_digest(self) -> str:
        """The digest as it is compared."""
        return grouped(self.arrival.digest)

    @property
    def refused(self) -> Sentence | None:
        """Why it could not be taken in."""
        return kept_sentence(self.arrival.refused)

    @property
    def unnamed(self) -> int:
        """How many more are known here than are named."""
        return int(self.arrival.told["known"]) - len(self.arrival.told["known_names"])


def arrival_of(arrival_id: UUID) -> Arrival | None:
    """Return an archive that was brought here, without its bytes: one query."""
    found = Arrival.objects.filter(pk=arrival_id).defer("data")
    return found.select_related("tournament", "owner").first()


def arrival_now(arrival: Arrival) -> ArrivalNow:
    """Return how far an archive is: one query, and one more once its job is over."""
    job = Job.objects.filter(kind="import", subject=arrival.pk).order_by("-made_at").first()
    if job is not None and job.state in ("queued", "running"):
        return ArrivalNow(arrival, "coming", job.progress // 10)
    if job is not None:  # it may have come in since it was read
        arrival.refresh_from_db(fields=["tournament", "refused"])
    if arrival.tournament_id is not None:
        return ArrivalNow(arrival, "in")
    if arrival.refused:
        return ArrivalNow(arrival, "refused")
    return ArrivalNow(arrival, "failed" if job is not None and job.state == "failed" else "looked_at")
