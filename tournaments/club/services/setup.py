"""The first start: a one-time link makes the first organiser and names the club."""

import secrets
from collections.abc import Collection, Iterator
from typing import Any, TypeVar

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.text import slugify

from scoring.sheet.devices import hashed
from scoring.types import BadEntry, BadSetup, NotNow, Problem, Sentence, _
from tournaments.models import Club, SetupLink


def organiser_exists() -> bool:
    """Return whether anybody can organise yet."""
    return get_user_model().objects.filter(is_staff=True, is_active=True).exists()


def setup_link() -> str | None:
    """Make a fresh one-time link (a path) while there is no organiser; the ones before it stop working."""
    if organiser_exists():
        return None
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        SetupLink.objects.all().delete()
        SetupLink.objects.create(token_hash=hashed(token), made_at=timezone.now())
    return f"/setup/{token}/"


def link_is_good(token: str) -> bool:
    """Return whether this link may still be used."""
    return not organiser_exists() and SetupLink.objects.filter(token_hash=hashed(token)).exists()


def set_up_club(token: str, *, username: str, password: str, club: str, town: str = "") -> User:
    """Use the one-time link: make the first organiser and the club. Raises NotNow when the link is spent."""
    _refuse_weak_password(username, password)
    with transaction.atomic():
        used, _rows = SetupLink.objects.filter(token_hash=hashed(token)).delete()
        if not used or organiser_exists():
            text = _("This link was used already. Start Trionfo again to get a new one, or log in.")
            raise NotNow("setup_link_spent", Sentence(text))
        user: User = get_user_model().objects.create_superuser(username=username, password=password)
        Club.objects.update_or_create(pk=1, defaults={"name": club, "town": town})
    return user


def _refuse_weak_password(username: str, password: str) -> None:
    try:
        validate_password(password, get_user_model()(username=username))
    except ValidationError as weak:
        problems = tuple(
            Problem("weak_password", "", "error", "/password", Sentence(message)) for message in weak.messages
        )
        raise BadEntry("weak_password", Sentence(_("Choose a longer password.")), problems) from weak


def the_club() -> Club:
    """Return the club of this site; before set-up, one without a name."""
    return Club.objects.first() or Club(name="", town="")


Row = TypeVar("Row", bound=models.Model)


def with_free_slug(
    model: type[Row], name: str, *, otherwise: str, reserved: Collection[str] = (), **values: Any
) -> Row:
    """Create a row of this name under the first free address; `otherwise` where the name gives none."""
    rows: Any = model._default_manager
    slugs = free_slugs(model, slugify(name)[:80] or otherwise, reserved)
    while True:
        try:
            with transaction.atomic():
                made: Row = rows.create(slug=next(slugs), name=name, **values)
                return made
        except IntegrityError:
            continue


def free_slugs(model: type[models.Model], stem: str, reserved: Collection[str] = ()) -> Iterator[str]:
    """Yield the addresses that are free, the stem itself first; raise BadSetup after a thousand."""
    for attempt in range(1, 1_000):
        slug = stem if attempt == 1 else f"{stem[:80]}-{attempt}"
        if slug not in reserved and not model._default_manager.filter(slug=slug).exists():
            yield slug
    raise BadSetup("name_used_up", Sentence(_("Too many tournaments have this name. Choose another.")))
