"""The address of what has a page of its own: made of its name, the first that is free."""

from collections.abc import Collection, Iterator
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils.text import slugify

from scoring.errors import BadSetup
from scoring.sentences import Sentence, _

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
