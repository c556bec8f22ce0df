"""The rows of public data that make up the archive of a tournament, in a fixed order.

Not included: accounts, phones, keys of tables, unrevealed salts, reasons that only the desk reads, and any
form of a name except the public one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from scoring.models import ScoreSheet, SheetEvent
from scoring.sheet.services.log import author_hashed
from tournaments import models
from tournaments.competition.roster import SUBSTITUTE
from tournaments.values.details import DETAILS

CHUNK = 500
ERASED = "erased"
# The journal entries whose reason is public.
TOLD_TO_ALL = frozenset({"draw_taken_back", "event_reopened"})


@dataclass(frozen=True)
class FactKind:
    """A kind of archived row: file name, Django model, stored fields, order, and the ORM lookup to its
    tournament.
    """

    name: str
    model: type[Model]
    fields: tuple[str, ...]
    of: str = "stage__tournament"
    order: tuple[str, ...] = ("pk",)
    only: Mapping[str, Any] = field(default_factory=dict)
    # Fields that older archives do not contain; they are empty then.
    optional: frozenset[str] = frozenset()

    def rows(self, tournament: models.Tournament) -> QuerySet[Any]:
        """Return the rows of a tournament that are of this kind."""
        rows = self.model._default_manager.filter(**{self.of: tournament.pk}, **self.only)
        return rows.order_by(*self.order)


_ROUND = ("stage", "round")
_STAGE = ("stage__number", "round")
_PLACE = ("stage__number", "round", "number")

TOURNAMENT = FactKind(
    "tournament",
    models.Tournament,
    (
        *("id", "slug", "name", "card_game", "profile", "starts_at", "tables", "partners", "shows_odds"),
        *("correction_minutes", "reopened_at", "grace_minutes", "state", "visibility", "made_at"),
    ),
    of="pk",
)
STAGES = FactKind(
    "stages",
    models.Stage,
    (
        *("id", "number", "format", "options", "match_points", "tie_breaks", "corrections", "profile"),
        *("rules_version", "state", "over_at", "outcome_seq", "bracket_seq", "roster_changes"),
    ),
    of="tournament",
    order=("number",),
)
TEAMS = FactKind(
    "teams",
    models.Team,
    ("id", "number", "name", *DETAILS, "seed", "presence", "entered_at"),
    of="tournament",
    order=("number",),
    optional=frozenset(DETAILS) - {"club", "town"},  # all archives have these
)
SHEETS = FactKind(
    "sheets",
    ScoreSheet,
    ("id", "card_game", "profile", "profile_version", "written_at"),
    of="match__tournament",
    order=(*(f"match__{name}" for name in _PLACE), "pk"),
)
EVENTS = FactKind(
    "entries",
    SheetEvent,
    (
        *("sheet", "seq", "kind", "game", "hand", "version", "body", "written_by"),
        *("prev_hash", "hash", "recorded_at"),
    ),
    of="sheet__match__tournament",
    order=(*(f"sheet__match__{name}" for name in _PLACE), "sheet", "seq"),
)
JOURNAL = FactKind(
    "journal",
    models.JournalEntry,
    ("id", "at", "kind", "match_id", "body", "reason"),
    of="tournament",
    order=("at", "pk"),
)
# All kinds except persons, each after the kinds it refers to.
KINDS = (
    TOURNAMENT,
    STAGES,
    TEAMS,
    FactKind(
        "players",
        models.TeamPlayer,
        ("team", "person", "position", "since"),
        of="tournament",
        order=("team__number", "position"),
    ),
    FactKind(
        "promises",
        models.DrawCommitment,
        ("id", *_ROUND, "attempt", "entrants", "apart", "algorithm", "salt", "digest", "made_at"),
        order=(*_STAGE, "attempt"),
        only={"draw__isnull": False},
    ),
    FactKind(
        "draws",
        models.Draw,
        ("id", *_ROUND, "version", "commitment", "by", "lot", "lines", "made_at"),
        order=(*_STAGE, "version"),
    ),
    FactKind(
        "rounds",
        models.PairedRound,
        ("id", *_ROUND, "version", "lines", "pairings", "after_seq", "given", "breaches", "made_at"),
        order=(*_STAGE, "version"),
    ),
    SHEETS,
    FactKind(
        "matches",
        models.Match,
        (
            *("sheet", "stage", "round", "number", "group", "label", "state", "table", "moved_from"),
            *("ready_at", "called_at", "over_at", "postponed_to", "by_cards"),
        ),
        of="tournament",
        order=(*_PLACE, "pk"),
    ),
    FactKind(
        "slots",
        models.Slot,
        (
            *("match", "stage", "round", "side", "source", "source_line", "source_match", "team"),
            *("resolved", "reason"),
        ),
        order=(*(f"match__{name}" for name in _PLACE), "match", "side"),
    ),
    EVENTS,
    FactKind(
        "outcomes",
        models.Outcome,
        (
            *("match", "version", "stage", "seq", "kind", "winner", "games", "game_winners"),
            *("sheet_seq", "moves_as", "reason", "made_at"),
        ),
        order=("stage__number", "seq"),
    ),
    FactKind(
        "roster",
        models.RosterChange,
        ("id", "stage", "team", "version", "first_seq", "seq", "kind", "body", "made_at"),
        order=("stage__number", "seq"),
    ),
    FactKind("plans", models.RoundPlan, (*_ROUND, "starts_at", "minutes", "deadline"), order=_STAGE),
    FactKind(
        "clock",
        models.ClockMove,
        ("id", *_ROUND, "seq", "act", "seconds", "reason", "at"),
        order=(*_STAGE, "seq"),
    ),
    JOURNAL,
)
PERSONS = "persons"


def rows_of(kind: FactKind, tournament: models.Tournament) -> Iterator[dict[str, Any]]:
    """Yield the rows of one kind, as they are written to the archive."""
    change_line = _CHANGED_LINES.get(kind.name)
    for row in kind.rows(tournament).iterator(chunk_size=CHUNK):
        line = {name: _json_value(getattr(row, _column(kind, name))) for name in kind.fields}
        yield change_line(row, line) if change_line else line


def _column(kind: FactKind, name: str) -> str:
    return str(kind.model._meta.get_field(name).attname)  # type: ignore[union-attr]  # none is a relation back


def _json_value(value: Any) -> Any:
    """Convert a column value to a JSON value."""
    if isinstance(value, UUID):
        return str(value)
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def _with_author(event: Any, line: dict[str, Any]) -> dict[str, Any]:
    return line | {"written_by": author_hashed(event)}


def _without_asides(_entry: Any, line: dict[str, Any]) -> dict[str, Any]:
    return line | {"reason": line["reason"] if line["kind"] in TOLD_TO_ALL else ""}


_CHANGED_LINES: dict[str, Callable[[Any, dict[str, Any]], dict[str, Any]]] = {
    EVENTS.name: _with_author,
    JOURNAL.name: _without_asides,
}


def persons_of(tournament: models.Tournament) -> Iterator[dict[str, Any]]:
    """Yield the current and former players of a tournament with their public names. Two queries."""
    changes = models.RosterChange.objects.filter(stage__tournament=tournament, kind=SUBSTITUTE)
    replaced = {
        person_id
        for body in changes.values_list("body", flat=True)
        for person_id in (body["out"], body["in"])
    }
    seated = models.TeamPlayer.objects.filter(tournament=tournament).values("person")
    for person in models.Person.objects.filter(Q(pk__in=seated) | Q(pk__in=replaced)).order_by("pk"):
        showing = ERASED if person.erased_at else person.showing
        yield {"id": str(person.pk), "name": person.name, "showing": showing}
