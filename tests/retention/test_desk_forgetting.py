"""The desk page for the retention period of names."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_account, an_organiser, drawn_tournament
from tests.markup import one_line
from tests.retention.test_retention import over
from tournaments.models import Club, Person, Tournament
from tournaments.retention.services import set_retention

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PAGE = "/regia/nomi/"


@pytest.fixture
def organiser() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(an_organiser())
    return client


def due_within(days: int, *, teams: int = 2, name: str = "Torneo d’autunno") -> Tournament:
    """Return a tournament whose player names are due for erasure in `days` days."""
    tournament = drawn_tournament(teams, name=name)
    now = timezone.now()
    ended = timezone.localtime(now + timedelta(days=days)).replace(hour=12)
    over(tournament, ended.replace(year=ended.year - 1))
    Person.objects.update(written_at=now - timedelta(days=900))
    set_retention(1, author=Author(tournament.owner_id), at=now - timedelta(days=800))
    return tournament


def text(answer: Any) -> str:
    return one_line(answer.content.decode())


def test_names_are_not_erased_until_a_retention_period_is_chosen(organiser: Client) -> None:
    drawn_tournament(2)
    page = text(organiser.get(PAGE))
    assert "Names are never forgotten by themselves." in page
    assert "Nobody yet." in page
    assert organiser.post(PAGE, {"years": "3"}).status_code == 302
    assert Club.objects.get().forget_after == 3
    assert "the time was changed, antonella" in text(organiser.get(PAGE))
    assert organiser.post(PAGE, {"years": ""}).status_code == 302
    assert Club.objects.get().forget_after is None


def test_retention_periods_are_shown_in_the_language_of_the_reader(organiser: Client) -> None:
    for language, words in (
        ("it", ("Mai", "Dopo 1 anno", "Dopo 10 anni")),
        ("en", ("Never", "After 1 year")),
    ):
        page = text(organiser.get(PAGE, headers={"accept-language": language}))
        assert all(each in page for each in words)


@pytest.mark.parametrize("years", ["4", "x", "-1"])
def test_invalid_retention_period_is_refused_at_its_field(organiser: Client, years: str) -> None:
    answer = organiser.post(PAGE, {"years": years})
    assert answer.status_code == 400
    assert "Select a valid choice" in text(answer)


def test_names_due_for_erasure_within_a_month_are_listed(organiser: Client) -> None:
    due_within(20)
    page = text(organiser.get(PAGE))
    assert "4 names will be forgotten by " in page
    assert "Anna Primu1" in page
    due_within(40, teams=4, name="Dopo")
    Person.objects.update(written_at=timezone.now() - timedelta(days=900))
    assert "will be forgotten by" not in text(organiser.get(PAGE))


def test_due_name_can_be_kept_or_erased_immediately(organiser: Client) -> None:
    due_within(20)
    first, second, *_other_people = Person.objects.order_by("written_name")
    assert organiser.post(f"{PAGE}{first.pk}/", {"act": "stay"}).status_code == 302
    assert organiser.post(f"{PAGE}{second.pk}/", {"act": "forget"}).status_code == 302
    page = text(organiser.get(PAGE))
    assert "2 names will be forgotten by " in page
    assert f'No longer<span class="vh">({first.written_name})' in page
    assert f"({second.written_name})" not in page
    second.refresh_from_db()
    assert (second.name, second.written_name) == ("N. N.", "")
    organiser.post(f"{PAGE}{first.pk}/", {"act": "release"})
    assert "3 names will be forgotten by " in text(organiser.get(PAGE))
    refused = organiser.post(f"{PAGE}{second.pk}/", {"act": "stay"}, follow=True)
    assert "This name was erased" in text(refused)


def test_retention_page_is_for_organisers_only(organiser: Client) -> None:
    tournament = due_within(20)
    person = Person.objects.all()[0]
    director = an_account("caterina", "director", tournament)
    hers = Client()
    hers.force_login(director)
    for address in (PAGE, f"{PAGE}{person.pk}/"):
        assert hers.post(address, {"act": "forget"}).status_code == 404
        assert Client().post(address, {"act": "forget"}).status_code == 403
    assert organiser.get(f"{PAGE}{person.pk}/").status_code == 405
    assert organiser.post(f"{PAGE}{person.pk}/", {"act": "shout"}).status_code == 404
    assert organiser.post(f"{PAGE}{tournament.pk}/", {"act": "forget"}).status_code == 404
    person.refresh_from_db()
    assert person.written_name


def test_unfinished_old_tournaments_are_listed_on_the_retention_page(organiser: Client) -> None:
    old = a_tournament(name="Mai finito", teams=2)
    Tournament.objects.filter(pk=old.pk).update(made_at=timezone.now() - timedelta(days=900))
    set_retention(2, author=Author(old.owner_id), at=timezone.now())
    assert "<b>Mai finito</b>." in text(organiser.get(PAGE))


def test_retention_page_needs_no_extra_queries_for_many_names(
    organiser: Client, django_assert_num_queries: Any
) -> None:
    due_within(20)
    organiser.get(PAGE)
    with django_assert_num_queries(15):
        organiser.get(PAGE)
    due_within(20, teams=16, name="Tanti")
    with django_assert_num_queries(15):
        assert "32 names will be" in text(organiser.get(PAGE))
