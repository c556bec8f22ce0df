"""The address of what has a page of its own: made of its name, the first that is free."""

from collections.abc import Collection
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils.text import slugify

from scoring.rules.errors import BadSetup
from scoring.rules.words import Sentence, _

Row = TypeVar("Row", bound=models.Model)


def with_free_slug(
    model: type[Row], name: str, *, otherwise: str, reserved: Collection[str] = (), **values: Any
) -> Row:
    """Create a row of this name under the first free address; `otherwise` where the name gives none."""
    rows: Any = model._default_manager
    stem = slugify(name)[:80] or otherwise
    for attempt in range(1, 1_000):
        slug = stem if attempt == 1 else f"{stem}-{attempt}"
        if slug in reserved or rows.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                made: Row = rows.create(slug=slug, name=name, **values)
                return made
        except IntegrityError:
            continue
    raise BadSetup("name_used_up", Sentence(_("Too many tournaments have this name. Choose another.")))
