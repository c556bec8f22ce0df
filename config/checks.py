"""Checks at every start that the database has the required settings and triggers."""

from django.db import connection

from config.databases import sqlite_pragmas
from scoring import facts

SYNCHRONOUS = {"FULL": 2, "EXTRA": 3}


def database_faults() -> list[str]:
    """Return the missing settings and triggers of the database as sentences."""
    faults = _sqlite_faults() if connection.vendor == "sqlite" else _postgresql_faults()
    missing = facts.missing(connection)
    if missing:
        faults.append(f"the guards that keep facts append-only are missing: {', '.join(missing)}")
    return faults


def refuse_unsafe_database() -> None:
    """Exit if the settings of the database would allow stored data to be lost or changed."""
    faults = database_faults()
    if faults:
        raise SystemExit(f"Trionfo cannot start: {'; '.join(faults)}.")


def _sqlite_faults() -> list[str]:
    wanted = sqlite_pragmas()
    must: dict[str, str | int] = {
        "journal_mode": wanted["journal_mode"].lower(),
        "synchronous": SYNCHRONOUS[wanted["synchronous"]],
        "foreign_keys": 1,
        "secure_delete": 1,
        "recursive_triggers": 1,
    }
    pragmas = {name: _ask(f"PRAGMA {name}") for name in must}
    return [
        f"PRAGMA {name} is {pragmas[name]}, not {value}"
        for name, value in must.items()
        if pragmas[name] != value
    ]


def _postgresql_faults() -> list[str]:
    parameters = {name: _ask(f"SHOW {name}") for name in ("fsync", "synchronous_commit")}
    return [f"PostgreSQL runs with {name}=off" for name, value in parameters.items() if value == "off"]


def _ask(question: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(question)
        row = cursor.fetchone()
    return row[0] if row else None
