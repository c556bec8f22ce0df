"""SQL statements that replace several steps of Django's ORM, and queries that are compiled only once.

All of them work on SQLite and PostgreSQL.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connection, models
from django.db.models.query import ModelIterable, get_related_populators
from django.utils.functional import cached_property

Row = TypeVar("Row", bound=models.Model)
Answer = TypeVar("Answer")


def lock_row(kind: type[Row], key: Any, column: str) -> Row:
    """Lock a row until the transaction ends, and return it; raise DoesNotExist if there is no such row.

    The function sets `column` to its own value, because an UPDATE locks the row and can return it on both
    databases.
    """
    with connection.cursor() as cursor:
        cursor.execute(_lock(kind, column), [_key(kind, key)])
        locked = cursor.fetchall()
    if not locked:
        raise kind.DoesNotExist  # type: ignore[attr-defined]  # every model has its own
    row: Row = _whole_rows(kind).objects_of(locked)[0]
    return row


@cache
def _lock(kind: type[models.Model], column: str) -> str:
    table, id_column = kind._meta.db_table, kind._meta.pk.column
    columns = ", ".join(f'"{field.column}"' for field in kind._meta.concrete_fields)
    return f"UPDATE {table} SET {column} = {column} WHERE {id_column} = %s RETURNING {columns}"  # noqa: S608  # our own names


@cache
def _whole_rows(kind: type[models.Model]) -> "Statement[Any]":
    return Statement(kind._default_manager.order_by)


def raise_number(kind: type[models.Model], key: Any, column: str, *alike: str, by: int = 1) -> int:
    """Add `by` to a column and return the new value; the row stays locked until the transaction ends.

    The columns named in `alike` are set to the same value. Raise IndexError if there is no such row.
    """
    table, id_column = kind._meta.db_table, kind._meta.pk.column
    raised = ", ".join(f"{each} = {column} + %s" for each in (column, *alike))
    sql = f"UPDATE {table} SET {raised} WHERE {id_column} = %s RETURNING {column}"  # noqa: S608  # our own names
    with connection.cursor() as cursor:
        cursor.execute(sql, [*[by] * (1 + len(alike)), _key(kind, key)])
        return int(cursor.fetchall()[0][0])


def insert(row: models.Model, on_conflict: str) -> int:
    """Insert a row with this `ON CONFLICT` clause; return the number of rows inserted or updated.

    An automatic primary key stays unset on the object.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"{_insert(type(row))} ON CONFLICT {on_conflict}", _values(row))
        return int(cursor.rowcount)


def insert_all(rows: Sequence[models.Model]) -> None:
    """Insert one or more rows of a model. The automatic primary keys of the objects stay unset."""
    _run_with_each(_insert(type(rows[0])), [*map(_values, rows)])


def store(rows: Sequence[models.Model], *names: str) -> None:
    """Write the given fields of several objects of one model, at least one, to the database."""
    kind = type(rows[0])
    fields = [each for each in kind._meta.concrete_fields if each.name in names]
    values = [
        [
            field.get_db_prep_save(getattr(row, field.attname), connection)
            for field in (*fields, kind._meta.pk)
        ]
        for row in rows
    ]
    changed = ", ".join(f'"{field.column}" = %s' for field in fields)
    sql = f"UPDATE {kind._meta.db_table} SET {changed} WHERE {kind._meta.pk.column} = %s"  # noqa: S608  # our own names
    _run_with_each(sql, values)


def _run_with_each(sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """Run a statement once with each row of values.

    A single row is run by `execute`: for `executemany`, psycopg starts a pipeline with three more messages.
    """
    with connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(sql, rows[0])
        else:
            cursor.executemany(sql, rows)


def _key(kind: type[models.Model], key: Any) -> Any:
    return kind._meta.pk.get_db_prep_value(key, connection)


def _values(row: models.Model) -> list[Any]:
    """Return the values of a row in the form that the database needs."""
    return [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in _fields(type(row))]


@cache
def _fields(kind: type[models.Model]) -> list[Any]:
    """Return the fields to insert: all concrete fields, without an automatic primary key."""
    return [field for field in kind._meta.concrete_fields if not isinstance(field, models.AutoField)]


@cache
def _insert(kind: type[models.Model]) -> str:
    names = ", ".join(f'"{field.column}"' for field in _fields(kind))
    places = ", ".join("%s" for _field in _fields(kind))
    return f"INSERT INTO {kind._meta.db_table} ({names}) VALUES ({places})"  # noqa: S608  # our own names


class RowsAsJson(models.Aggregate):
    """An aggregate that returns all rows of a query as one JSON text: a list of lists, in any order.

    For a query without rows, the result is `[]` on SQLite and None on PostgreSQL.

    The aggregate is meant for queries of thousands of rows. Without it, SQLite reads row by row, and between
    two rows the thread waits for its turn in the process. While another thread computes, each row takes about
    five milliseconds. No other connection can commit until the query has been read to its end.
    """

    template = "JSON_GROUP_ARRAY(JSON_ARRAY(%(expressions)s))"
    output_field = models.TextField()

    def __init__(self, *columns: str) -> None:
        super().__init__(*map(_JsonColumn, columns))

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """Return the SQL for PostgreSQL, where the JSON functions have other names than in SQLite."""
        template = "CAST(JSON_AGG(JSON_BUILD_ARRAY(%(expressions)s)) AS text)"
        return self.as_sql(compiler, connection, template=template, **more)


class _JsonColumn(models.Func):
    """A column of `RowsAsJson`. The value of a JSONField is included as JSON, not as a quoted string."""

    template = "%(expressions)s"

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """Return SQL that marks JSON columns as JSON, because SQLite stores them as text."""
        (column,) = self.source_expressions
        template = "JSON(%(expressions)s)" if isinstance(column.output_field, models.JSONField) else None
        return self.as_sql(compiler, connection, template=template, **more)


class Statement(Generic[Answer]):
    """A queryset that is often run with new parameter values; its SQL is compiled only once.

    `query` returns a queryset of models, with their `select_related`, or a queryset of tuples by
    `values_list`.
    """

    def __init__(self, query: Callable[[], models.QuerySet[Any, Answer]]) -> None:
        self.query = query

    def rows(self, **values: Any) -> list[Answer]:
        """Run one query and return its rows."""
        plan = self._plan
        sent = [each.of(values) if isinstance(each, Blank) else each for each in plan.parameters]
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, sent)
            return self.objects_of(cursor.fetchall())

    def objects_of(self, rows: Sequence[Sequence[Any]]) -> list[Answer]:
        """Return the objects or tuples for rows of the database, whose columns are those of the query."""
        plan = self._plan
        return [*map(plan.read, plan.compiler.apply_converters(rows, plan.converters))]

    def first(self, **values: Any) -> Answer | None:
        """Run one query and return its first row, or None if there is none."""
        return next(iter(self.rows(**values)), None)

    @cached_property
    def _plan(self) -> "_Plan":
        """The compiled SQL, which is the same for all databases of the process."""
        rows = self.query()
        compiler = rows.query.get_compiler(rows.db)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_sql in compiler.select])
        read = _reader(compiler, rows.db) if rows._iterable_class is ModelIterable else tuple
        return _Plan(sql, parameters, compiler, converters, read)


class Blank(models.Expression):
    """A named parameter of a Statement, set each time the Statement is run; `field` is its type."""

    def __init__(self, name: str, field: "models.Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Return a placeholder, with this object as its parameter."""
        return "%s", [self]

    def of(self, values: Mapping[str, Any]) -> Any:
        """Return the value of this parameter in the form that the database needs."""
        return self.output_field.get_db_prep_value(values[self.name], connection)


class _Plan(NamedTuple):
    sql: str
    parameters: Sequence[Any]
    compiler: Any
    converters: dict[int, Any]
    read: Callable[[Sequence[Any]], Any]


def _reader(compiler: Any, db: str) -> Callable[[Sequence[Any]], Any]:
    """Return a function that builds a model instance from a row, as Django's querysets do."""
    info = compiler.klass_info
    columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    names = [column.target.attname for column, *_sql in compiler.select[columns]]
    related = get_related_populators(info, compiler.select, db)  # type: ignore[call-arg]  # of Django 6

    def read(row: Sequence[Any]) -> Any:
        model = info["model"].from_db(db, names, row[columns])
        for each in related:
            each.populate(row, model)
        return model

    return read
