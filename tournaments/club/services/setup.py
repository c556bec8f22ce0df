"""The first setup: a one-time link with which the first organiser and the club are created."""

import secrets

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.sheet.devices import hashed
from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.models import Club, SetupLink
from tournaments.roles.selectors import standing_organisers
from tournaments.roles.services import clean_name_at, give_role, refuse_bad_account
from tournaments.values.roles import ORGANISER


def organiser_exists() -> bool:
    """Return True if an active organiser exists."""
    return standing_organisers().exists()


def setup_link() -> str | None:
    """Return the path of a new one-time link; None if an organiser exists. Earlier links become invalid."""
    if organiser_exists():
        return None
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        SetupLink.objects.all().delete()
        SetupLink.objects.create(token_hash=hashed(token), made_at=timezone.now())
    return f"/setup/{token}/"


def link_is_good(token: str) -> bool:
    """Return True if the setup link can still be used."""
    return not organiser_exists() and SetupLink.objects.filter(token_hash=hashed(token)).exists()


def set_up_club(
    token: str, *, username: str, password: str, club: str, town: str = "", name: str = ""
) -> User:
    """Create the first organiser and the club, and invalidate the one-time link that was used.

    `name` is the displayed name of the organiser. If it is empty, the user name is displayed.

    Raises:
        BadEntry: the account data, or the name of the club or town, are invalid.
        NotNow: the link has been used (`setup_link_spent`).
    """
    refuse_bad_account(get_user_model()(username=username, first_name=name), password, unnamed=True)
    club = clean_name_at(club, "/club")
    town = town and clean_name_at(town, "/town")
    name = name and clean_name_at(name, "/name")
    with transaction.atomic():
        used, _rows = SetupLink.objects.filter(token_hash=hashed(token)).delete()
        if not used or organiser_exists():
            text = _("This link was used already. Start Trionfo again to get a new one, or log in.")
            raise NotNow("setup_link_spent", Sentence(text))
        users = get_user_model().objects
        user: User = users.create_user(username=username, password=password, first_name=name)
        give_role(user, ORGANISER, author=Author(user.pk), at=timezone.now())
        Club.objects.update_or_create(pk=1, defaults={"name": club, "town": town})
    return user
