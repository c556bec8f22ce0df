"""Triggers that refuse UPDATE and DELETE on fact tables, on SQLite and PostgreSQL.

SQLite drops a table's triggers whenever a migration rebuilds it, so they are made again after
every migrate and looked for at every start.

One way leads past DELETE: `delete_facts` names each row beforehand, in the same transaction, in a table of
its own, and the triggers let the named rows go and no others. UPDATE has no such way.
"""

from typing import Any

from django.apps import apps
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.statements import insert


class Fact(models.Model):
    """A row that is never changed and never deleted; triggers in both databases refuse it."""

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
    """Return the tables of every fact, in order."""
    return sorted(model._meta.db_table for model in apps.get_models() if issubclass(model, Fact))


def expected() -> list[tuple[str, str, str]]:
    """Return (trigger, act, table) for every guard that must stand."""
    return [(f"{table}_no_{act}", act, table) for table in fact_tables() for act in ACTS]


def install(connection: BaseDatabaseWrapper) -> None:
    """Make every guard whose table exists; harmless when it stands already."""
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
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}")  # one of an older edition may stand there
            if table in tables:
                cursor.execute(templates[act].format(name=name, table=table))


def delete_facts(rows: models.QuerySet[Any]) -> int:
    """Delete these facts, whatever refers to them, within a transaction; return how many there were.

    What refers to a fact that is gone must be gone too before the transaction ends.
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
        gone: int = cursor.rowcount
        cursor.execute(f"DELETE FROM {RELEASED} WHERE fact_table = %s", [table])  # noqa: S608
    return gone


def insert_unless_there(fact: Fact) -> bool:
    """Insert one fact; False, and nothing done, where a constraint says that its place is taken.

    The transaction goes on either way, without a savepoint; what else is wrong with it is raised.
    """
    return insert(fact, "DO NOTHING") > 0


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
