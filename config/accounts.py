"""Accounts, log-in by password or passkey, and the limit on failed log-in attempts.

Accounts are created by the setup link or by an invitation, not by signing up.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.people.log_in import BROWSER_COOKIE, know_browser
from tournaments.people.services import logins


class OrganisersOnly(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """The account adapter of allauth: sign-up is closed, and failed log-ins are counted in the database."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return False: sign-up is closed."""
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a log-in attempt; raise ValidationError if there are too many."""
        name, cookie = credentials.get("username", ""), request.COOKIES.get(BROWSER_COOKIE)
        self.counted = logins.count_try(name, cookie, at=timezone.now())
        if self.counted is None:
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user, or None for a wrong password. A successful log-in is not counted."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None and self.counted is not None:
            logins.forget_try(self.counted)
        return user

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Return False if the account has no password and is adding its first passkey."""
        required: bool = super().is_reauthentication_required(app=app, **more)
        return required and bool(self.get_reauthentication_methods(self.request.user))

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **login: Any) -> HttpResponse:
        """Return the response after a log-in, and mark this browser as known."""
        response: HttpResponse = super().post_login(request, user, **login)
        know_browser(request, response, user.get_username())
        return response


class Credential(forms.JSONField):
    """A form field for the JSON data of a passkey. Only a JSON object is valid."""

    def to_python(self, value: Any) -> Any:
        """Return the JSON object; raise ValidationError for any other value."""
        try:
            read = super().to_python(value)
        except (ValueError, RecursionError):  # numbers with thousands of digits, unbalanced brackets
            read = None
        if not isinstance(read, dict):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid", params={"value": ""})
        return read


class _Passkey(webauthn.AuthenticateWebAuthnForm):  # type: ignore[misc]
    credential = Credential(widget=forms.HiddenInput)

    def clean_credential(self) -> Any:
        """Return the verified credential; raise ValidationError for malformed data."""
        try:
            return super().clean_credential()
        except (ValueError, KeyError, AttributeError) as wrong:
            raise get_adapter().validation_error("incorrect_code") from wrong


class PasskeyLogin(_Passkey, webauthn.LoginWebAuthnForm):  # type: ignore[misc]
    """The form for logging in with a passkey."""


class PasskeyAgain(_Passkey, webauthn.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """The form for reauthentication with a passkey before a sensitive action."""


class NewPasskey(webauthn.AddWebAuthnForm):  # type: ignore[misc]
    """A form that adds a passkey to an account."""

    credential = Credential(widget=forms.HiddenInput)

    def clean(self) -> Any:
        """Return the cleaned data; raise ValidationError for malformed data."""
        try:
            return super().clean()
        except (ValueError, KeyError, AttributeError) as wrong:
            raise get_adapter().validation_error("incorrect_code") from wrong
