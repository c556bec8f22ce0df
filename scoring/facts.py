"""Database triggers, for SQLite and PostgreSQL, that refuse UPDATE and DELETE on append-only tables.

SQLite drops the triggers of a table whenever a migration rebuilds it. They are therefore created again after
every migrate and checked at every start of the site.

`delete_facts` is the only way to delete append-only rows: it first lists the rows in a separate table, in the
same transaction, and the triggers allow the deletion of listed rows only. Append-only rows are never updated.
"""

from typing import Any

from django.apps import apps
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.statements import insert


class Fact(models.Model):
    """Abstract base class of append-only models: database triggers refuse to update or delete their rows."""

    class Meta:
        abstract = True


RELEASED = "scoring_releasedfact"
ACTS = ("update", "delete")
_NAMED = "SELECT 1 FROM scoring_releasedfact WHERE fact_table = {table} AND fact_row = CAST(OLD.id AS {text})"
SQLITE: dict[str, str] = {
    "update": """CREATE TRIGGER {name} BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} only ever grows'); END""",
    "delete": """CREATE TRIGGER {name} BEFORE DELETE ON {table} WHEN NOT EXISTS ("""
    + _NAMED.format(table="'{table}'", text="TEXT")
    + """)
BEGIN SELECT RAISE(ABORT, '{table} only ever grows'); END""",
}
_REFUSE = "RAISE EXCEPTION '% only ever grows', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';"
_RELEASED = f"IF EXISTS ({_NAMED.format(table='TG_TABLE_NAME', text='text')}) THEN RETURN OLD; END IF;"
_FUNCTION = "CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"
POSTGRESQL_FUNCTIONS = (
    _FUNCTION.format(name="refuse_change", body=_REFUSE),
    _FUNCTION.format(name="refuse_delete", body=f"{_RELEASED} {_REFUSE}"),
)
POSTGRESQL: dict[str, str] = {
    act: f"CREATE OR REPLACE TRIGGER {{name}} BEFORE {act.upper()} ON {{table}} "
    f"FOR EACH ROW EXECUTE FUNCTION {function}()"
    for act, function in (("update", "refuse_change"), ("delete", "refuse_delete"))
}
EXISTING = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
    "WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace",
}


def fact_tables() -> list[str]:
    """Return the sorted table names of all append-only models, which inherit from Fact."""
    return sorted(model._meta.db_table for model in apps.get_models() if issubclass(model, Fact))


def expected() -> list[tuple[str, str, str]]:
    """Return (trigger name, operation, table) for every trigger that the append-only tables must have."""
    return [(f"{table}_no_{act}", act, table) for table in fact_tables() for act in ACTS]


def install(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers of all existing append-only tables, and replace older versions of them.

    Do nothing while the table of `ReleasedFact` does not exist, because the triggers read this table.
    """
    tables = set(connection.introspection.table_names())
    if RELEASED not in tables:
        return
    on_sqlite = connection.vendor == "sqlite"
    templates = SQLITE if on_sqlite else POSTGRESQL
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for function in () if on_sqlite else POSTGRESQL_FUNCTIONS:
            cursor.execute(function)
        for name, act, table in expected():
            if table in tables and on_sqlite:
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")  # a trigger of an older edition may exist
            if table in tables:
                cursor.execute(templates[act].format(name=name, table=table))


def delete_facts(rows: models.QuerySet[Any]) -> int:
    """Delete append-only rows in the current transaction; return how many were deleted.

    Rows that refer to a deleted row must be deleted too before the transaction ends.
    """
    connection, meta = connections[rows.db], rows.model._meta
    table, text = meta.db_table, "TEXT" if connection.vendor == "sqlite" else "text"
    query, params = rows.order_by().values_list("pk").query.get_compiler(connection=connection).as_sql()
    named = f"SELECT fact_row FROM {RELEASED} WHERE fact_table = %s"  # noqa: S608  # our own tables
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {RELEASED} (fact_table, fact_row) SELECT %s, CAST(id AS {text}) FROM {table} "  # noqa: S608
            f"WHERE id IN ({query})",
            [table, *params],
        )
        cursor.execute(f"DELETE FROM {table} WHERE CAST(id AS {text}) IN ({named})", [table])  # noqa: S608
        row_count: int = cursor.rowcount
        cursor.execute(f"DELETE FROM {RELEASED} WHERE fact_table = %s", [table])  # noqa: S608
    return row_count


def insert_unless_there(fact: Fact) -> bool:
    """Insert an append-only row; return False if a unique constraint refuses it.

    The transaction continues in both cases, without a savepoint. Other database errors are raised. An
    automatic primary key stays unset on the object.
    """
    return insert(fact, "DO NOTHING") > 0


def drop(connection: BaseDatabaseWrapper) -> None:
    """Drop all triggers; only tests do this, to empty the append-only tables."""
    suffix = " ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name, _act, table in expected():
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{suffix.format(table=table)}")


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of expected triggers that do not exist in the database."""
    with connection.cursor() as cursor:
        cursor.execute(EXISTING[connection.vendor])
        standing = {row[0] for row in cursor.fetchall()}
    return [name for name, _act, _table in expected() if name not in standing]


def install_after_migrate(using: str, **_signal: Any) -> None:
    """Create the triggers after each `migrate` command (a receiver of `post_migrate`)."""
    install(connections[using])
