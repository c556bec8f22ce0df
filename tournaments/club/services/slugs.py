"""Slugs made from names. A slug is unique and differs from the first path segment of every page."""

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
    """Return the first path segments of the pages of the site and of the desk; no slug may equal one of them.

    A tournament's public URL begins with its slug; its desk URL begins with the desk prefix and the slug.
    """
    first_words = {"static"}
    for address in _addresses(get_resolver()):
        first, _slash, rest = address.removeprefix("^").partition("/")
        first_words |= {first, rest.partition("/")[0]} if first == DESK else {first}
    return frozenset(first_words)


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
    """Create a row with a free slug made from `name`, or from `otherwise` if the name yields no slug.

    Raise BadSetup (`name_used_up`) after 999 attempts.
    """
    rows: Any = model._default_manager
    slugs = free_slugs(model, slugify(name)[:80] or otherwise, reserved)
    while True:
        try:
            with transaction.atomic():
                row: Row = rows.create(slug=next(slugs), name=name, **values)
                return row
        except IntegrityError:
            continue


def free_slugs(model: type[models.Model], stem: str, reserved: Collection[str] = ()) -> Iterator[str]:
    """Yield free slugs, beginning with the given stem; raise BadSetup after 999 attempts."""
    for attempt in range(1, 1_000):
        slug = stem if attempt == 1 else f"{stem[:80]}-{attempt}"
        if slug not in reserved and not model._default_manager.filter(slug=slug).exists():
            yield slug
    raise BadSetup("name_used_up", Sentence(_("Too many tournaments have this name. Choose another.")))
