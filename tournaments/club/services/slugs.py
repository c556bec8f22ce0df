"""The addresses that are made of a name: the first that is free, and is no page already."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction
from django.urls import URLResolver, get_resolver
from django.utils.text import slugify

from scoring.types import BadSetup, Sentence, _

DESK = "regia"


@cache
def page_words() -> frozenset[str]:
    """Return the first words of all pages of the site, and of its desk: what a tournament is not called.

    Its own page stands beside the one, its page of the desk beside the other.
    """
    found = {"static"}
    for address in _addresses(get_resolver()):
        first, _slash, rest = address.removeprefix("^").partition("/")
        found |= {first, rest.partition("/")[0]} if first == DESK else {first}
    return frozenset(found)


def _addresses(part: URLResolver, before: str = "") -> Iterator[str]:
    for each in part.url_patterns:
        address = f"{before}{each.pattern}"
        if isinstance(each, URLResolver):
            yield from _addresses(each, address)
        else:
            yield address


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
