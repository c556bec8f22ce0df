"""Triggers that refuse UPDATE and DELETE on fact tables, on SQLite and PostgreSQL.

SQLite drops a table's triggers whenever a migration rebuilds it, so they are made again after
every migrate and looked for at every start.
"""

from typing import Any

from django.apps import apps
from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper


class Fact(models.Model):
    """A row that is never changed and never deleted; triggers in both databases refuse it."""

    class Meta:
        abstract = True


ACTS = ("update", "delete")
SQLITE = """CREATE TRIGGER IF NOT EXISTS {name} BEFORE {act} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} only ever grows'); END"""
POSTGRESQL_FUNCTION = """CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% only ever grows', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$"""
POSTGRESQL = """CREATE OR REPLACE TRIGGER {name} BEFORE {act} ON {table}
FOR EACH ROW EXECUTE FUNCTION refuse_change()"""
EXISTING = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
}


def fact_tables() -> list[str]:
    """Return the tables of every fact, in order."""
    return sorted(model._meta.db_table for model in apps.get_models() if issubclass(model, Fact))


def expected() -> list[tuple[str, str, str]]:
    """Return (trigger, act, table) for every guard that must stand."""
    return [(f"{table}_no_{act}", act, table) for table in fact_tables() for act in ACTS]


def install(connection: BaseDatabaseWrapper) -> None:
    """Make every guard whose table exists; harmless when it stands already."""
    tables = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRESQL_FUNCTION)
        template = POSTGRESQL if connection.vendor == "postgresql" else SQLITE
        for name, act, table in expected():
            if table in tables:
                cursor.execute(template.format(name=name, act=act.upper(), table=table))


def drop(connection: BaseDatabaseWrapper) -> None:
    """Take the guards away; only the tests' flush between two tests needs this."""
    suffix = " ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name, _act, table in expected():
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{suffix.format(table=table)}")


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the guards that should stand and do not."""
    with connection.cursor() as cursor:
        cursor.execute(EXISTING[connection.vendor])
        standing = {row[0] for row in cursor.fetchall()}
    return [name for name, _act, _table in expected() if name not in standing]


def install_after_migrate(using: str, **_signal: Any) -> None:
    """Receive post_migrate."""
    install(connections[using])
