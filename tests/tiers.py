"""The tier (short or long) and the kind of each test (decision 0042)."""

from collections.abc import Iterable
from typing import Any

import pytest

# The marker expression of `make test` on SQLite.
SHORT = "not (timing or sweep or control) and (smoke or not (site or browser))"
# The marker expression of `make test` on PostgreSQL.
SHORT_POSTGRES = f"databases and {SHORT}"
# Kinds of test that are repeated once if they fail, because they depend on other processes.
REPEATABLE = ("site", "browser")
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}


def sampled(values: Iterable[Any], most: int) -> list[Any]:
    """Return test parameters, of which the short tier uses the first `most` and the long tier uses all."""
    return [
        value if number < most else pytest.param(value, marks=pytest.mark.sweep)
        for number, value in enumerate(values)
    ]


def touches_database(item: pytest.Item) -> bool:
    """Return True if the test reads or writes the database of the test process."""
    fixtures = DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
    return bool(fixtures or item.get_closest_marker("django_db"))


def kind_of(item: pytest.Item) -> str:
    """Return the kind of a test: browser, site, database or pure."""
    for marker in ("browser", "site"):
        if item.get_closest_marker(marker):
            return marker
    return "database" if touches_database(item) else "pure"


def describe(items: list[pytest.Item]) -> None:
    """Write the name and the kind of each test to the JUnit report, which `tests/__main__.py` reads."""
    for item in items:
        item.user_properties += [("nodeid", item.nodeid), ("kind", kind_of(item))]
