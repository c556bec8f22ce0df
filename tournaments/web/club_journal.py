"""The filter and the lines of the club's journal, to which every subject adds lines."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Self
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from tournaments.permissions import account_name

PAGE = 50


@dataclass(frozen=True)
class JournalFilter:
    """A filter by kind, user, tournament and day. `before` is the time and id of the line before the page."""

    kind: str = ""
    person: int | None = None
    tournament: UUID | None = None
    day: date | None = None
    before: tuple[datetime, UUID] | None = None
    most: int = PAGE

    def of(self, moves: QuerySet[Any]) -> list[Any]:
        """Return the matching rows of a table, newest first, with one row more than `most`: one query."""
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
    """An act of the journal: its time, its place, its words, its author and its reason."""

    at: datetime
    id: UUID
    kind: str
    place: str
    words: str
    author: str
    reason: str = ""

    @classmethod
    def of(cls, move: Model, place: str, words: str) -> Self:
        """Return the line of a row that has an instant, a kind and a user."""
        row: Any = move
        author = account_name(row.user)
        return cls(row.at, row.pk, row.kind, place, words, author, getattr(row, "reason", ""))
