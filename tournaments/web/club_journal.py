"""The filter and the lines of the club's journal."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Self
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from tournaments.permissions import account_name

PAGE = 50


@dataclass(frozen=True)
class JournalFilter:
    """A filter for journal lines. All matching lines are older than `before` (time and id of a line)."""

    kind: str = ""
    person: int | None = None
    tournament: UUID | None = None
    day: date | None = None
    before: tuple[datetime, UUID] | None = None
    most: int = PAGE

    def of(self, moves: QuerySet[Any]) -> list[Any]:
        """Return at most `most` + 1 matching rows, newest first. One query.

        The additional row shows that more rows exist. The caller filters the rows by `tournament`.
        """
        if self.kind:
            moves = moves.filter(kind=self.kind)
        if self.person is not None:
            moves = moves.filter(user=self.person)
        if self.day is not None:
            moves = moves.filter(at__date=self.day)
        if self.before is not None:
            at, row = self.before
            moves = moves.filter(Q(at__lt=at) | Q(at=at, pk__lt=row))
        return list(moves.order_by("-at", "-pk")[: self.most + 1])


@dataclass(frozen=True)
class JournalLine:
    """A line of the journal: the time, tournament, description, author and reason of an action."""

    at: datetime
    id: UUID
    kind: str
    place: str
    words: str
    author: str
    reason: str = ""

    @classmethod
    def of(cls, move: Model, place: str, words: str) -> Self:
        """Return the journal line for a database row that has a time, a kind and a user."""
        row: Any = move
        author = account_name(row.user)
        return cls(row.at, row.pk, row.kind, place, words, author, getattr(row, "reason", ""))
