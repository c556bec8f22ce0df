"""Amounts on pages, in the reader's language."""

from django import template
from django.utils.translation import get_language

from tournaments.values.money import amount_text

register = template.Library()


@register.filter
def euros(cents: int) -> str:
    """Show an amount: 10,00 € or €10.00."""
    return amount_text(cents, get_language() or "")


@register.filter
def short_euros(cents: int) -> str:
    """Show an amount without the cents of whole euros: 10 € or €10."""
    return amount_text(cents, get_language() or "", short=True)


@register.filter
def typed_euros(cents: int) -> str:
    """Show an amount as a field holds it: 10,00."""
    return amount_text(cents, get_language() or "", symbol=False)


@register.filter
def typed_short(cents: int) -> str:
    """Show an amount beside the sign of the euro: 10."""
    return amount_text(cents, get_language() or "", short=True, symbol=False)
