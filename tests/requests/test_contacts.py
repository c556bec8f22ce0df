"""Personal data in entry requests: deleted from the database on time, and never written to logs."""

import logging
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.logs import HiddenLinks
from tests.requests.builders import PHONE, a_request, a_request_and_token, an_open_tournament
from tournaments.models import CashLine, EntryRequest, RequestDetails, RequestMove, Stage, Team, Tournament
from tournaments.queue.tasks import forget
from tournaments.requests.services.contacts import forget_contacts, forget_own_contact

MAIL = "peppino.ledda@example.org"
A_MONTH = timedelta(days=30)


def ended(days: float) -> Tournament:
    """Return a tournament that started `days` days ago and has entry requests."""
    tournament = an_open_tournament(places=1)
    a_request(tournament, "Peppino Ledda", "Assunta Cabras", mail=MAIL)
    a_request(tournament, "Chi Aspetta", "Ancora Qui")
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=timezone.now() - timedelta(days=days))
    return tournament


@pytest.mark.django_db
@pytest.mark.parametrize(("days", "deleted_count"), [(29.9, 0), (29.97, 2), (30, 2), (400, 2)])
def test_personal_data_are_deleted_after_a_month_and_other_data_are_kept(
    days: float, deleted_count: int
) -> None:
    tournament = ended(days)
    assert forget_contacts(at=timezone.now()) == deleted_count
    assert RequestDetails.objects.count() == 2 - deleted_count
    assert (EntryRequest.objects.count(), tournament.teams.count()) == (2, 1)
    assert RequestMove.objects.count() == 4
    assert forget_contacts(at=timezone.now()) == 0


@pytest.mark.django_db
def test_deletion_period_of_a_long_tournament_starts_at_its_end() -> None:
    tournament = ended(90)
    Stage.objects.filter(tournament=tournament).update(over_at=timezone.now() - timedelta(days=3))
    assert forget_contacts(at=timezone.now()) == 0
    assert forget_contacts(at=timezone.now() + timedelta(days=28)) == 2


@pytest.mark.django_db
def test_deletion_period_of_a_tournament_without_a_start_begins_at_the_last_request() -> None:
    tournament = ended(0)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=None)
    assert forget_contacts(at=timezone.now()) == 0
    assert forget_contacts(at=timezone.now() + A_MONTH) == 2


@pytest.mark.django_db
def test_scheduled_maintenance_deletes_personal_data() -> None:
    ended(31)
    forget()
    assert not RequestDetails.objects.exists()


def texts(value: str) -> list[str]:
    """Return the database columns ("table.column") that contain the text `value`."""
    columns = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            for column in connection.introspection.get_table_description(cursor, table):
                cast = f"CAST({connection.ops.quote_name(column.name)} AS TEXT)"
                query = f"SELECT count(*) FROM {connection.ops.quote_name(table)} WHERE {cast} LIKE %s"
                cursor.execute(query, [f"%{value}%"])
                if cursor.fetchone()[0]:
                    columns.append(f"{table}.{column.name}")
    return columns


@pytest.mark.django_db
def test_contact_is_stored_in_one_database_table_only() -> None:
    ended(31)
    assert texts(PHONE) == ["tournaments_requestdetails.phone"]
    assert texts(MAIL) == ["tournaments_requestdetails.mail"]
    forget_contacts(at=timezone.now())
    assert texts(PHONE) == texts(MAIL) == []


@pytest.mark.django_db
def test_sender_of_a_request_can_delete_the_contact_at_any_time() -> None:
    tournament = an_open_tournament()
    request = a_request(tournament, mail=MAIL)
    forget_own_contact(request)
    assert texts(PHONE) == texts(MAIL) == []
    assert RequestDetails.objects.get().names


@pytest.mark.django_db
def test_cash_payments_are_kept_when_contacts_are_deleted() -> None:
    tournament = ended(31)
    team = Team.objects.get(tournament=tournament)
    CashLine.objects.create(
        tournament=tournament,
        number=1,
        kind="payment",
        team=team.pk,
        method="cash",
        amount=1_000,
        at=timezone.now(),
    )
    forget_contacts(at=timezone.now())
    assert CashLine.objects.get().amount == 1_000


def test_log_line_contains_no_personal_link() -> None:
    message_parts = "Forbidden (%s): %s", ("CSRF cookie not set.", "/i/4Mv8kQ_7-abc/ritiro/")
    record = logging.LogRecord("django.security.csrf", logging.WARNING, __file__, 1, *message_parts, None)
    assert HiddenLinks().filter(record)
    assert record.getMessage() == "Forbidden (CSRF cookie not set.): /i/…/ritiro/"
    assert settings.LOGGING["handlers"]["console"]["filters"][-1] == "hidden links"


@pytest.mark.django_db
def test_logs_contain_no_name_contact_or_link(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    tournament = an_open_tournament()
    _row, token = a_request_and_token(tournament, "Peppino Ledda", "Assunta Cabras", mail=MAIL)
    with caplog.at_level("DEBUG", logger="trionfo"), caplog.at_level("INFO"):
        client.get(f"/i/{token}/")
        client.post(f"/i/{token}/nomi/", {"player_0": "", "player_1": "Assunta Cabras"})
        client.get("/i/not-a-token-at-all-000/")
    log = " ".join(record.getMessage() for record in caplog.records)
    for secret in (token, PHONE, MAIL, "Ledda", "not-a-token"):
        assert secret not in log
