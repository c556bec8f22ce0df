"""Who may have an account, and how often its password may be tried.

Accounts are the organisers', made by the set-up link or by another organiser.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.pages.desk.setup import KNOWN, know_browser
from tournaments.services import logins


class OrganisersOnly(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Nobody signs up by himself; wrong passwords are counted in the database."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return False: the page says that sign-up is closed."""
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count one more try; raise a ValidationError when it is one too many."""
        name, cookie = credentials.get("username", ""), request.COOKIES.get(KNOWN)
        self.counted = logins.count_try(name, cookie, at=timezone.now())
        if self.counted is None:
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user, None for a wrong password; a right one does not count."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None and self.counted is not None:
            logins.forget_try(self.counted)
        return user

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **login: Any) -> HttpResponse:
        """Answer who has come in, and know this browser from now on."""
        response: HttpResponse = super().post_login(request, user, **login)
        know_browser(request, response, user.get_username())
        return response
