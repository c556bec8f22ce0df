"""Lists are paged by a cursor, so that a page stays the same while rows are added before it."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import BigIntegerField, ExpressionWrapper, F, QuerySet
from django.db.models.functions import Cast
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from tournaments.models import Match
from tournaments.web.api.shapes import MATCH_STATES


class CursorPages(CursorPagination):
    """Pages of a list; a view says by what they are ordered, which must never be the same twice."""

    page_size_query_param = "page_size"
    max_page_size = 500

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """Return the rows of the page asked for; a cursor that was made up names no page."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, OverflowError, ValidationError) as wrong:
            raise NotFound(_("There is no such page. Start again from the first.")) from wrong

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        """Return what the view is ordered by."""
        ordering: tuple[str, ...] = view.ordering
        return ordering


def in_playing_order(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Give every match its place in the tournament: stage, round and number in one number."""
    names = ("stage__number", "round", "number")
    stage, turn, number = (Cast(F(name), BigIntegerField()) for name in names)
    place = (stage * 100_000 + turn) * 100_000 + number
    return matches.annotate(place=ExpressionWrapper(place, BigIntegerField()))


class _WholeNumber(forms.IntegerField):
    """A whole number in plain digits."""

    def to_python(self, value: Any) -> int | None:
        """Return the number, or refuse what other alphabets and notations take for one."""
        if value and not (value.isascii() and value.isdecimal() and len(value) <= 5):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class NumberFilter(filters.NumberFilter):  # type: ignore[misc]
    """Narrows a list by a whole number."""

    field_class = _WholeNumber


class MatchFilter(filters.FilterSet):  # type: ignore[misc]
    """Matches of a stage (by its number in the tournament), of a round, in a state."""

    stage = NumberFilter(field_name="stage__number")
    round = NumberFilter()
    state = filters.ChoiceFilter(choices=[(state, state) for state in MATCH_STATES])

    class Meta:
        model = Match
        fields = ("stage", "round", "state")
