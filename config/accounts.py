"""Who may have an account: organisers, made by the set-up link or by another organiser."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class OrganisersOnly(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Nobody signs up by himself."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return False: the page says that sign-up is closed."""
        return False
