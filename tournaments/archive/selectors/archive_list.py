"""Queries for the list of past tournaments, for records, and for uploaded archives."""

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
    """A finished tournament: its number of entrants and its champions."""

    tournament: Tournament
    entered: int
    champions: tuple[Team, ...]


@dataclass(frozen=True)
class ArchiveNow:
    """The number of past tournaments in each year, and the tournaments of one year."""

    years: Mapping[int, int]
    year: int
    events: tuple[PastEvent, ...]
    records: Mapping[str, GameRecords]
    # The matches of the records.
    matches: Mapping[UUID, MatchNow]


def archive_now(year: int | None) -> ArchiveNow | None:
    """Return the past tournaments of a year; None if there are none in any year. At most 16 queries.

    If `year` is None or a year without tournaments, the latest year is returned. Trials are left out.
    """
    over = _over()
    counted = over.order_by().values("year").annotate(tournaments=Count("pk")).order_by("-year")
    years: dict[int, int] = {row["year"]: row["tournaments"] for row in counted}
    if not years:
        return None
    shown_year = year if year is not None and year in years else next(iter(years))
    tournaments = list(over.filter(year=shown_year).order_by("-began").prefetch_related("stages"))
    records = records_of(_games(tournaments))
    return ArchiveNow(years, shown_year, _events(tournaments), records, _matches(records))


def _over() -> QuerySet[Any]:
    """Return the finished tournaments, annotated with start and year in the club's time zone."""
    began = Coalesce("starts_at", "made_at")
    return counting().filter(state="over").annotate(began=began).annotate(year=ExtractYear("began"))


def _events(tournaments: Sequence[Tournament]) -> tuple[PastEvent, ...]:
    rows = Team.objects.filter(tournament__in=tournaments).order_by().values("tournament")
    entered = {row["tournament"]: row["count"] for row in rows.annotate(count=Count("pk"))}
    champions = champions_of(tournaments)
    return tuple(PastEvent(each, entered.get(each.pk, 0), champions.get(each.pk, ())) for each in tournaments)


def _games(tournaments: Sequence[Tournament]) -> Iterator[PlayedGame]:
    """Yield all finished games of these tournaments, oldest first. One query."""
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
    """The state of an uploaded archive; `percent` is the progress of its import."""

    arrival: Arrival
    state: State
    percent: int = 0

    @property
    def summary(self) -> dict[str, Any]:
        """The summary of the tournament: name, slug, start, and numbers of teams, matches and persons."""
        return dict(self.arrival.told)

    @property
    def starts_at(self) -> datetime | None:
        """The start of the tournament. None if it has no start."""
        starts_at = self.arrival.told["starts_at"]
        return datetime.fromisoformat(starts_at) if starts_at else None

    @property
    def grouped_digest(self) -> str:
        """The digest in groups of characters, for comparison by eye."""
        return grouped(self.arrival.digest)

    @property
    def refused(self) -> Sentence | None:
        """The reason why the import was refused. None if the import was not refused."""
        return kept_sentence(self.arrival.refused)

    @property
    def unnamed(self) -> int:
        """The number of persons in the archive who exist on this site and are missing from the displayed
        list.
        """
        return int(self.arrival.told["known"]) - len(self.arrival.told["known_names"])


def arrival_of(arrival_id: UUID) -> Arrival | None:
    """Return an uploaded archive without its bytes; None if the id is unknown. One query."""
    arrivals = Arrival.objects.filter(pk=arrival_id).defer("data")
    return arrivals.select_related("tournament", "owner").first()


def arrival_now(arrival: Arrival) -> ArrivalNow:
    """Return the state of an uploaded archive. One query, two when its job has ended."""
    job = Job.objects.filter(kind="import", subject=arrival.pk).order_by("-made_at").first()
    if job is not None and job.state in ("queued", "running"):
        return ArrivalNow(arrival, "coming", job.progress // 10)
    if job is not None:  # the import may have finished since the row was read
        arrival.refresh_from_db(fields=["tournament", "refused"])
    if arrival.tournament_id is not None:
        return ArrivalNow(arrival, "in")
    if arrival.refused:
        return ArrivalNow(arrival, "refused")
    return ArrivalNow(arrival, "failed" if job is not None and job.state == "failed" else "looked_at")
