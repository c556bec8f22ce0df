"""Forms of the cash book. Amounts are entered in euros."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.cash import rules
from tournaments.cash.words import METHODS, in_euros
from tournaments.values.money import MOST_CENTS, Method
from tournaments.web.fields import AmountField

COUNT_AT_MOST = 10 * MOST_CENTS


class FundForm(forms.Form):
    """Form for the cash float: the money put into the drawer at the beginning."""

    amount = AmountField(label=gettext_lazy("Float"))


class ExpenseForm(forms.Form):
    """Form for an expense: text, receipt and amount."""

    text = forms.CharField(label=gettext_lazy("Another expense"), max_length=rules.LONGEST_NOTE)
    receipt = forms.CharField(label=gettext_lazy("Receipt"), required=False, max_length=rules.LONGEST_RECEIPT)
    amount = AmountField(label=gettext_lazy("Amount"))


class PrizePaymentForm(forms.Form):
    """Form for a prize paid from the drawer: text and amount."""

    text = forms.CharField(
        label=gettext_lazy("Another prize paid from the drawer"), max_length=rules.LONGEST_NOTE
    )
    amount = AmountField(label=gettext_lazy("Amount"))


class WaiverForm(forms.Form):
    """Form for waiving an amount that a team owes."""

    amount = AmountField(label=gettext_lazy("Amount"))
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=rules.LONGEST_NOTE)


class PaymentForm(forms.Form):
    """Form for a payment. The method `voucher:<id>` uses one evening of the carnet with this id."""

    amount = AmountField(label=gettext_lazy("Amount"))
    method = forms.ChoiceField(label=gettext_lazy("How"))

    def __init__(self, vouchers: list[tuple[str, str]], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["method"].choices = [*METHODS.items(), *vouchers]  # type: ignore[attr-defined]


class CarnetForm(forms.Form):
    """Form for selling a carnet (prepaid pass for several evenings) to a player."""

    person = forms.TypedChoiceField(label=gettext_lazy("To whom"))
    evenings = forms.IntegerField(
        label=gettext_lazy("Evenings"), min_value=1, max_value=rules.MOST_EVENINGS, initial=10
    )
    amount = AmountField(label=gettext_lazy("Price"))
    method = forms.ChoiceField(
        label=gettext_lazy("How"),
        choices=[(key, words) for key, words in METHODS.items() if key != Method.VOUCHER],
    )

    def __init__(self, persons: list[tuple[str, str]], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["person"].choices = [("", "—"), *persons]  # type: ignore[attr-defined]


class CashCountForm(forms.Form):
    """Form for counting the cash drawer: the total, or the number of each note and coin."""

    counted = AmountField(label=gettext_lazy("Counted"), least=0, most=COUNT_AT_MOST, required=False)
    explanation = forms.CharField(label=gettext_lazy("Note"), required=False, max_length=rules.LONGEST_NOTE)

    def __init__(self, *args: Any, sums: bool = False, **more: Any) -> None:
        """Build the form. With `sums`, the total of notes and coins replaces the entered total."""
        super().__init__(*args, **more)
        self.sums = sums
        for worth in rules.PIECES:
            widget = forms.NumberInput({"inputmode": "numeric", "placeholder": "0"})
            self.fields[f"pieces_{worth}"] = forms.IntegerField(
                label=in_euros(worth, short=True), required=False, min_value=0, max_value=9_999, widget=widget
            )

    @property
    def pieces(self) -> list[forms.BoundField]:
        """The form fields of notes and coins."""
        return [self[f"pieces_{worth}"] for worth in rules.PIECES]

    def clean(self) -> dict[str, Any]:
        """Add up the notes and coins; reject an entered total that differs from their sum."""
        values = super().clean() or {}
        pieces = {worth: values.get(f"pieces_{worth}") or 0 for worth in rules.PIECES}
        total = rules.counted_pieces(pieces)
        typed = values.get("counted")
        if any(pieces.values()) and (self.sums or typed is None):
            values["counted"] = total
        elif any(pieces.values()) and typed != total:
            self.add_error("counted", gettext_lazy("The notes and coins add up to another sum."))
        elif typed is None and not self.sums and "counted" not in self.errors:
            self.add_error("counted", gettext_lazy("Write what you have counted."))
        return values
