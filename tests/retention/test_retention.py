"""Erasure of names after the retention period.

Each name is erased once. Many names are erased in batches. The name of a person who has played again is kept.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import a_tournament, an_organiser, drawn_tournament, entries
from tournaments.entries.services.entries import Entry, enter_teams, withdraw_team
from tournaments.entries.services.substitutes import replace_player
from tournaments.models import Club, ClubMove, JournalEntry, Person, Stage, Tournament
from tournaments.people.services.names import erase_person
from tournaments.queue.tasks import forget
from tournaments.retention import selectors as selector, services as retention
from tournaments.retention.selectors import due_by, never_over, terms_now
from tournaments.retention.services import forget_due, let_stay, set_retention

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def over(tournament: Tournament, at: datetime) -> None:
    """Mark a tournament as over, with `at` as its end."""
    Tournament.objects.filter(pk=tournament.pk).update(state="over")
    Stage.objects.filter(tournament=tournament).update(state="over", over_at=at)


def an_old_club(years: int | None = 1, *, teams: int = 2, ago: int = 3) -> Tournament:
    """Return a tournament that ended years ago, in a club with a retention period of `years`."""
    tournament = drawn_tournament(teams, options={"substitutes": 2})
    over(tournament, NOW - timedelta(days=365 * ago))
    Person.objects.update(written_at=NOW - timedelta(days=3650))
    if years:
        set_retention(years, author=Author(tournament.owner_id), at=NOW - timedelta(days=400))
    return tournament


def names() -> list[str]:
    return sorted(Person.objects.exclude(written_name="").values_list("written_name", flat=True))


def all_due() -> list[str]:
    return [each.person.written_name for each in due_by(timezone.localdate(NOW))]


def test_club_without_a_retention_period_erases_no_name() -> None:
    an_old_club(None)
    assert (forget_due(at=NOW), len(names()), terms_now()) == (0, 4, None)


def test_due_names_are_erased_and_recorded() -> None:
    tournament = an_old_club()
    assert forget_due(at=NOW) == 4
    assert names() == []
    assert set(Person.objects.values_list("name", flat=True)) == {"N. N."}
    lines = JournalEntry.objects.filter(tournament=tournament, kind="name_erased")
    assert list(lines.values_list("user", flat=True)) == [None] * 4
    assert ClubMove.objects.filter(kind="name_erased").count() == 4


def test_name_of_a_person_who_plays_again_is_kept() -> None:
    an_old_club()
    again = a_tournament(name="Di nuovo")
    author = Author(again.owner_id)
    enter_teams(again, [Entry(["Anna Primu1", "Nuova"])], author=author, at=NOW)
    assert forget_due(at=NOW) == 3
    assert "Anna Primu1" in names()


def test_replaced_player_counts_as_a_player_of_the_tournament() -> None:
    """Replaced players and their substitutes all count as players of the tournament."""
    an_old_club()
    later = drawn_tournament(4, name="Dopo", options={"substitutes": 2})
    team = later.teams.get(seed=4)
    out = team.seats.get(position=0).person
    replace_player(team, 0, "Dora Piga", "malata", author=Author(later.owner_id), at=NOW)
    replace_player(team, 0, "Elsa Pala", "malata", author=Author(later.owner_id), at=NOW)
    Person.objects.update(written_at=NOW - timedelta(days=3650))
    over(later, NOW - timedelta(days=10))
    assert {out.written_name, "Dora Piga", "Elsa Pala"}.isdisjoint(all_due())


def test_name_of_a_person_who_never_played_is_erased_after_the_retention_period() -> None:
    tournament = a_tournament(teams=2)
    for team in tournament.teams.all():
        withdraw_team(team, author=Author(tournament.owner_id), at=NOW)
    set_retention(1, author=Author(tournament.owner_id), at=NOW - timedelta(days=400))
    Person.objects.update(written_at=NOW - timedelta(days=300))
    assert all_due() == []
    Person.objects.filter(written_name="Anna Primu1").update(written_at=NOW - timedelta(days=380))
    assert all_due() == ["Anna Primu1"]
    assert forget_due(at=NOW) == 1
    assert ClubMove.objects.filter(kind="name_erased", user=None).count() == 1


def test_name_kept_on_request_is_not_erased_until_that_request_is_cancelled() -> None:
    tournament = an_old_club()
    author, person = Author(tournament.owner_id), Person.objects.get(written_name="Anna Primu1")
    let_stay(person, stays=True, author=author, at=NOW)
    let_stay(person, stays=True, author=author, at=NOW)
    assert forget_due(at=NOW) == 3
    assert names() == ["Anna Primu1"]
    let_stay(person, stays=False, author=author, at=NOW)
    assert forget_due(at=NOW + timedelta(days=1)) == 1
    moves = ClubMove.objects.filter(kind__startswith="person").values_list("kind", flat=True)
    assert sorted(moves) == ["person_released", "person_stays"]
    with pytest.raises(NotNow):
        let_stay(person, stays=True, author=author, at=NOW)


def test_new_retention_period_erases_no_name_during_the_first_month() -> None:
    tournament = an_old_club(None)
    set_retention(1, author=Author(tournament.owner_id), at=NOW)
    assert forget_due(at=NOW + timedelta(days=29)) == 0
    assert forget_due(at=NOW + timedelta(days=30)) == 4


def test_saving_the_same_retention_period_does_not_restart_the_month_of_notice() -> None:
    tournament = an_old_club(1)
    set_retention(1, author=Author(tournament.owner_id), at=NOW)
    assert forget_due(at=NOW) == 4
    assert ClubMove.objects.filter(kind="retention_set").count() == 1


@pytest.mark.parametrize("years", [0, -1, 4, 1000])
def test_retention_period_that_is_not_offered_is_refused(years: int) -> None:
    with pytest.raises(BadEntry) as refused:
        set_retention(years, author=Author(an_organiser().pk), at=NOW)
    assert [problem.where for problem in refused.value.problems] == ["/years"]
    assert not Club.objects.exists()


def test_names_due_on_one_day_are_erased_in_batches() -> None:
    an_old_club(teams=4)
    assert [forget_due(at=NOW, most=3) for _again in range(5)] == [3, 3, 2, 0, 0]
    assert Club.objects.get().forgotten_on == timezone.localdate(NOW)


def test_erasure_uses_one_query_if_all_due_names_are_already_erased(django_assert_num_queries: Any) -> None:
    an_old_club()
    forget_due(at=NOW)
    with django_assert_num_queries(1):
        assert forget_due(at=NOW) == 0


def test_interrupted_erasure_continues_with_the_remaining_names(monkeypatch: pytest.MonkeyPatch) -> None:
    an_old_club()
    erased_people: list[Any] = []

    def end_at_the_third(person: Person, **more: Any) -> None:
        if len(erased_people) == 2:
            raise KeyboardInterrupt
        erased_people.append(person)
        erase_person(person, **more)

    monkeypatch.setattr(retention, "erase_person", end_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        forget_due(at=NOW)
    assert len(names()) == 2
    monkeypatch.undo()
    assert forget_due(at=NOW) == 2
    assert ClubMove.objects.filter(kind="name_erased").count() == 4


def test_name_of_a_person_who_enters_during_the_erasure_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name is checked again immediately before its erasure."""
    an_old_club()
    listed = due_by(timezone.localdate(NOW))
    again = a_tournament(name="Di nuovo")
    enter_teams(again, entries(1), author=Author(again.owner_id), at=NOW)
    monkeypatch.setattr(
        retention, "due_by", lambda day, only=None: selector.due_by(day, only=only) if only else listed
    )
    assert forget_due(at=NOW) == 2
    assert names() == ["Anna Primu1", "Bachisio Segundu1"]


def test_name_erased_twice_is_recorded_once() -> None:
    tournament = an_old_club()
    person, author = Person.objects.get(written_name="Anna Primu1"), Author(tournament.owner_id)
    for _twice in range(2):
        erase_person(person, author=author, at=NOW)
    assert ClubMove.objects.filter(kind="name_erased").count() == 1
    assert JournalEntry.objects.filter(kind="name_erased").count() == 1


def test_day_of_erasure_is_computed_in_the_time_zone_of_the_club() -> None:
    """The tournament ends at 00:30 in Rome, which is 23:30 of the previous day in UTC."""
    tournament = an_old_club()
    over(tournament, datetime(2025, 11, 22, 23, 30, tzinfo=UTC))  # 00:30 of the 23rd in Rome
    assert forget_due(at=datetime(2026, 11, 22, 22, 59, tzinfo=UTC)) == 0
    assert forget_due(at=datetime(2026, 11, 22, 23, 1, tzinfo=UTC)) == 4


def test_names_of_players_in_unfinished_old_tournaments_are_not_erased() -> None:
    old = a_tournament(teams=2)
    Tournament.objects.filter(pk=old.pk).update(made_at=NOW - timedelta(days=800))
    Person.objects.update(written_at=NOW - timedelta(days=800))
    set_retention(2, author=Author(old.owner_id), at=NOW - timedelta(days=400))
    a_tournament(name="Di adesso")
    terms = terms_now()
    assert terms
    assert [each.pk for each in never_over(terms, timezone.localdate(NOW))] == [old.pk]
    assert all_due() == []


def test_finding_due_names_needs_no_extra_queries_for_many_persons(django_assert_num_queries: Any) -> None:
    an_old_club(teams=2)
    with django_assert_num_queries(6):
        assert len(all_due()) == 4
    more = drawn_tournament(16, name="Tanti")
    over(more, NOW - timedelta(days=1000))
    Person.objects.update(written_at=NOW - timedelta(days=3650))
    with django_assert_num_queries(6):
        assert len(all_due()) == 32


def test_scheduled_task_erases_due_names(monkeypatch: pytest.MonkeyPatch) -> None:
    an_old_club()
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    assert forget.name in [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    assert forget() == 5  # four names, and the nightly backup is queued
