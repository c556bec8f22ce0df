"""Template filters for amounts of money, in the reader's language."""

from django import template
from django.utils.translation import get_language

from tournaments.values.money import amount_text

register = template.Library()


@register.filter
def euros(cents: int) -> str:
    """Return an amount in cents as text: 10,00 € or €10.00."""
    return amount_text(cents, get_language() or "")


@register.filter
def short_euros(cents: int) -> str:
    """Return an amount without the cents of whole euros: 10 € or €10."""
    return amount_text(cents, get_language() or "", short=True)


@register.filter
def typed_euros(cents: int) -> str:
    """Return an amount as the value of a form field: 10,00."""
    return amount_text(cents, get_language() or "", symbol=False)


@register.filter
def typed_short(cents: int) -> str:
    """Return an amount without a currency sign and without the cents of whole euros: 10."""
    return amount_text(cents, get_language() or "", short=True, symbol=False)
