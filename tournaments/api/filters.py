"""What lists can be narrowed by."""

from typing import Any

from django import forms
from django_filters import rest_framework as filters

from tournaments.api.shapes import MATCH_STATES
from tournaments.models import Match


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
