"""The club's past, year by year: tournaments that are over, who won them, the records of their games."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.db.models import Count, QuerySet
from django.db.models.functions import Coalesce, ExtractYear

from scoring.strict_json import grouped
from scoring.types import Sentence
from tournaments.archive.rules import GameRecords, PlayedGame, records_of
from tournaments.club.selectors.tournaments import champions_of
from tournaments.matches.selectors.matches import MatchNow, match_now, with_sides
from tournaments.models import Arrival, Job, Match, Team, Tournament
from tournaments.permissions import counting
from tournaments.queue.selectors import kept_sentence

NOT_PLAYED = ("walkover", "bye")


@dataclass(frozen=True)
class PastEvent:
    """A tournament that is over: how many entered, who won."""

    tournament: Tournament
    entered: int
    champions: tuple[Team, ...]


@dataclass(frozen=True)
class ArchiveNow:
    """The years there are with how many tournaments each, and one of them in full."""

    years: Mapping[int, int]
    year: int
    events: tuple[PastEvent, ...]
    records: Mapping[str, GameRecords]
    # The matches in which the records were made.
    matches: Mapping[UUID, MatchNow]


def archive_now(year: int | None) -> ArchiveNow | None:
    """Return the year asked for, else the latest; None while nothing is over: thirteen queries at most."""
    over = _over()
    counted = over.order_by().values("year").annotate(tournaments=Count("pk")).order_by("-year")
    years: dict[int, int] = {row["year"]: row["tournaments"] for row in counted}
    if not years:
        return None
    shown = year if year is not None and year in years else next(iter(years))
    tournaments = list(over.filter(year=shown).order_by("-began").prefetch_related("stages"))
    records = records_of(_games(tournaments))
    return ArchiveNow(years, shown, _events(tournaments), records, _matches(records))


def _over() -> QuerySet[Any]:
    """The tournaments that are over, each with when it began and its year, by the club's own time."""
    began = Coalesce("starts_at", "made_at")
    return counting().filter(state="over").annotate(began=began).annotate(year=ExtractYear("began"))


def _events(tournaments: Sequence[Tournament]) -> tuple[PastEvent, ...]:
    rows = Team.objects.filter(tournament__in=tournaments).order_by().values("tournament")
    entered = {row["tournament"]: row["count"] for row in rows.annotate(count=Count("pk"))}
    champions = champions_of(tournaments)
    return tuple(PastEvent(each, entered.get(each.pk, 0), champions.get(each.pk, ())) for each in tournaments)


def _games(tournaments: Sequence[Tournament]) -> Iterator[PlayedGame]:
    """Every game that was played to its end, the oldest first: one query."""
    rows = Match.objects.filter(tournament__in=tournaments).exclude(state__in=NOT_PLAYED)
    values = rows.order_by("over_at", "pk").values_list("pk", "sheet__card_game", "sheet__summary")
    for match_id, card_game, summary in values:
        for game in summary.get("games", ()):
            if game["winner"] is not None and "by_time" not in game:
                yield PlayedGame(match_id, card_game, game["hands"], tuple(game["score"]))


def _matches(records: Mapping[str, GameRecords]) -> dict[UUID, MatchNow]:
    wanted = {game.match for each in records.values() for game in (each.longest, each.widest) if game}
    rows = with_sides(Match.objects.filter(pk__in=wanted).select_related("tournament"))
    return {row.pk: match_now(row) for row in rows}


State = Literal["looked_at", "coming", "in", "refused", "failed"]


@dataclass(frozen=True)
class ArrivalNow:
    """One archive; `percent` counts while it is being taken in."""

    arrival: Arrival
    state: State
    percent: int = 0

    @property
    def summary(self) -> dict[str, Any]:
        """The event of the archive in short: its name, its address and its counts."""
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
