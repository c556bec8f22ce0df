"""Who may have an account, and how often its password may be tried.

Accounts are the organisers', made by the set-up link or by another organiser.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.people.log_in import KNOWN, know_browser
from tournaments.people.services import logins


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

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Return False for an account that has no means to reauthenticate and adds its first passkey."""
        required: bool = super().is_reauthentication_required(app=app, **more)
        return required and bool(self.get_reauthentication_methods(self.request.user))

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **login: Any) -> HttpResponse:
        """Answer who has come in, and know this browser from now on."""
        response: HttpResponse = super().post_login(request, user, **login)
        know_browser(request, response, user.get_username())
        return response


class Credential(forms.JSONField):
    """What a browser says of a passkey: an object; anything else is refused and breaks nothing."""

    def to_python(self, value: Any) -> Any:
        """Return the object, or refuse what is none."""
        try:
            read = super().to_python(value)
        except (ValueError, RecursionError):  # numbers of thousands of digits, brackets without end
            read = None
        if not isinstance(read, dict):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid", params={"value": ""})
        return read


class _Passkey(webauthn.AuthenticateWebAuthnForm):  # type: ignore[misc]
    credential = Credential(widget=forms.HiddenInput)

    def clean_credential(self) -> Any:
        """Return whose passkey it is, or refuse what no browser would send."""
        try:
            return super().clean_credential()
        except (ValueError, KeyError, AttributeError) as wrong:
            raise get_adapter().validation_error("incorrect_code") from wrong


class PasskeyLogin(_Passkey, webauthn.LoginWebAuthnForm):  # type: ignore[misc]
    """Logging in by a passkey."""


class PasskeyAgain(_Passkey, webauthn.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """The same, asked once more before something that matters."""


class NewPasskey(webauthn.AddWebAuthnForm):  # type: ignore[misc]
    """A passkey that is added to an account."""

    credential = Credential(widget=forms.HiddenInput)

    def clean(self) -> Any:
        """Return what was sent, or refuse what no browser would send."""
        try:
            return super().clean()
        except (ValueError, KeyError, AttributeError) as wrong:
            raise get_adapter().validation_error("incorrect_code") from wrong
