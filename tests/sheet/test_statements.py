"""Tests of precompiled SQL statements: the rows that they return and the fields that they write."""

import json
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, models

from scoring.models import Device, Grant, ScoreSheet
from scoring.statements import Blank, RowsAsJson, Statement, insert_all, lock_row, store

pytestmark = [pytest.mark.django_db, pytest.mark.databases]
AT = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)


def test_prepared_statement_reads_objects_with_their_related_objects(django_assert_num_queries: Any) -> None:
    grants = [a_grant(a_sheet()) for _each in range(2)]
    calls: list[int] = []

    def query() -> models.QuerySet[Grant]:
        calls.append(1)
        return Grant.objects.select_related("sheet", "device").filter(
            sheet=Blank("sheet", models.UUIDField()), revoked_at=None
        )

    statement = Statement(query)
    for grant in grants:
        with django_assert_num_queries(1):
            row = statement.first(sheet=str(grant.sheet_id))
            assert row is not None
            assert (row, row.sheet, row.device) == (grant, grant.sheet, grant.device)
            assert row.sheet.profile == grant.sheet.profile
    assert statement.first(sheet=uuid.uuid4()) is None
    assert calls == [1]


def test_locked_row_is_returned_with_the_values_of_all_fields() -> None:
    sheet = a_sheet()
    locked = lock_row(ScoreSheet, str(sheet.pk), "head_seq")
    stored = ScoreSheet.objects.get(pk=sheet.pk)
    for field in ScoreSheet._meta.concrete_fields:
        assert getattr(locked, field.attname) == getattr(stored, field.attname), field.name
    with pytest.raises(ScoreSheet.DoesNotExist):
        lock_row(ScoreSheet, uuid.uuid4(), "head_seq")


def test_prepared_statement_with_two_parameters_returns_tuples() -> None:
    sheets = [a_sheet() for _each in range(3)]
    for number, sheet in enumerate(sheets):
        ScoreSheet.objects.filter(pk=sheet.pk).update(head_seq=number, written_at=AT)
    above, most = (Blank(name, models.IntegerField()) for name in ("above", "most"))
    statement = Statement(
        lambda: (
            ScoreSheet.objects.filter(head_seq__lte=most, head_seq__gt=above)
            .order_by("head_seq")
            .values_list("pk", "profile", "written_at")
        )
    )
    assert statement.rows(above=0, most=1) == [(sheets[1].pk, sheets[1].profile, AT)]
    assert [pk for pk, *_more in statement.rows(above=-1, most=9)] == [sheet.pk for sheet in sheets]


def test_database_query_returns_its_rows_as_a_json_string() -> None:
    sheets = {a_sheet().pk for _each in range(2)}
    text = ScoreSheet.objects.aggregate(rows=RowsAsJson("pk", "profile", "head_seq", "written_at"))["rows"]
    rows = json.loads(text)
    assert {uuid.UUID(pk) for pk, *_more in rows} == sheets
    assert [row[1:] for row in rows] == [[{"target": 35}, 0, None]] * 2
    assert json.loads(ScoreSheet.objects.none().aggregate(rows=RowsAsJson("pk"))["rows"] or "[]") == []


def test_storing_objects_writes_only_the_named_fields() -> None:
    first, second = a_sheet(), a_sheet()
    first.summary, first.head_seq, second.summary = {"hands": 1}, 7, {"hands": 2}
    store([first, second], "summary")
    stored = ScoreSheet.objects.in_bulk([first.pk, second.pk])
    assert [stored[each.pk].summary["hands"] for each in (first, second)] == [1, 2]
    assert stored[first.pk].head_seq == 0


def test_rows_are_inserted_together_and_a_duplicate_row_is_refused() -> None:
    phones = [Device(secret_hash=secret, made_at=AT, seen_at=AT) for secret in "ab"]
    insert_all(phones)
    assert Device.objects.filter(pk__in=[phone.pk for phone in phones]).count() == 2
    with pytest.raises(IntegrityError):
        insert_all([Device(secret_hash="a", made_at=AT, seen_at=AT)])


def a_sheet() -> ScoreSheet:
    return ScoreSheet.objects.create(card_game="mariglia", profile={"target": 35})


def a_grant(sheet: ScoreSheet) -> Grant:
    device = Device.objects.create(secret_hash=uuid.uuid4().hex, made_at=AT, seen_at=AT)
    return Grant.objects.create(sheet=sheet, device=device, made_at=AT)
