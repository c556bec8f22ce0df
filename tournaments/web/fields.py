"""Shared form fields: start of a tournament, amount of money, idempotency key."""

from datetime import datetime
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, gettext_lazy

from tournaments.values.money import MOST_CENTS, amount_text, read_amount

# The valid years of a date, well inside the range of Python's dates.
YEARS = range(1900, 2200)

THOUSAND_EUROS = 1_000_00  # cents


class StartField(forms.DateTimeField):
    """A date and time in the `datetime-local` input of the browser.

    An unchanged field keeps its initial value, because the input has no seconds and cannot represent both
    repeated hours at the end of summer time.
    """

    widget = forms.DateTimeInput
    value_now: Any = None

    def __init__(self, label: Any = "", **more: Any) -> None:
        when = self.widget(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        when.supports_microseconds = True  # else the form truncates its initial value
        super().__init__(label=label or gettext_lazy("Begins"), widget=when, **more)

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        """Return the bound field, and store the initial value of the form."""
        self.value_now = form.get_initial_for_field(self, field_name)
        return super().get_bound_field(form, field_name)

    def clean(self, value: Any) -> Any:
        """Return the initial value if the text is unchanged, else parse the text."""
        now = self.value_now
        widget = cast("forms.DateTimeInput", self.widget)
        if isinstance(now, datetime) and value == widget.format_value(self.prepare_value(now)):
            return now
        return super().clean(value)

    def to_python(self, value: Any) -> datetime | None:
        """Return the date and time; raise ValidationError for a year outside of YEARS."""
        moment = super().to_python(value)
        if moment and moment.year not in YEARS:
            text = _("Write a year from %(first)d to %(last)d.")
            raise forms.ValidationError(text % {"first": YEARS[0], "last": YEARS[-1]})
        return moment


class AmountField(forms.Field):
    """An amount in euros, converted to cents; None if the field is optional and empty.

    The limits `least` and `most` are in cents and inclusive.
    """

    def __init__(self, *, least: int = 1, most: int = MOST_CENTS, **more: Any) -> None:
        widget = forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "maxlength": 24})
        super().__init__(**{"widget": widget, **more})
        self.least, self.most = least, most

    def to_python(self, value: Any) -> Any:
        """Return the amount in cents; raise ValidationError for an invalid notation or beyond the limits."""
        text = str(value or "").strip()
        cents = read_amount(text, least=self.least, most=self.most) if text else None
        if text and cents is None:
            most = amount_text(self.most, get_language() or "", short=True)
            above = _("Write an amount in euros above zero, at most %(most)s: 10 or 10.50.")
            counted = _("Write an amount in euros, at most %(most)s: 0, 10 or 10.50.")
            raise forms.ValidationError((above if self.least else counted) % {"most": most})
        return cents

    def prepare_value(self, value: Any) -> Any:
        """Convert cents to the text of the field; return a text unchanged."""
        if not isinstance(value, int):
            return value
        short = value < THOUSAND_EUROS  # `read_amount` refuses "1,000", which could mean one euro
        return amount_text(value, get_language() or "", short=short, symbol=False)


class PageKeyField(forms.CharField):
    """A hidden field with an idempotency key, so that a form that is sent twice is recognised."""

    def __init__(self) -> None:
        super().__init__(max_length=64, required=False, widget=forms.HiddenInput, initial=page_key)


def page_key() -> str:
    """Return a new idempotency key for a form."""
    return f"page-{timezone.now().timestamp():.6f}"
