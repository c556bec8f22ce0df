"""Late tables on the evening page, and the button that marks all sides as present."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Grant, ScoreSheet
from scoring.sheet.devices import know_device
from scoring.sheet.services.log import Author
from tests.builders import WINS_FOR_FIRST, an_account, drawn_tournament, match_of, play_match
from tournaments.matches.services import results
from tournaments.models import JournalEntry, Match, Tournament
from tournaments.queue import runner

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

# Minutes from the call until a team is late, plus one.
AFTER_THE_WAIT = 16


@pytest.fixture
def tournament() -> Tournament:
    tournament = drawn_tournament(8)
    called_at = timezone.now() - timedelta(minutes=AFTER_THE_WAIT)
    Match.objects.filter(tournament=tournament, state="ready").update(called_at=called_at)
    return tournament


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    return client


def late(client: Client, tournament: Tournament) -> list[int]:
    """Return the numbers of the tables listed as late."""
    page = client.get(reverse("desk_evening", args=[tournament.slug]))
    tasks = [task for task in page.context["evening"].tasks if task.kind == "late"]
    return [task.match.match.table for task in tasks]


def arrive(client: Client, match: Match, side: int) -> None:
    client.post(reverse("desk_arrived", args=[match.tournament.slug, match.pk]), {"side": side})


def open_phone(match: Match, side: int) -> None:
    device, _secret = know_device(None, at=timezone.now())
    Grant.objects.create(device=device, sheet_id=match.pk, side=side, made_at=timezone.now())


def test_table_with_both_sides_recorded_as_present_is_not_late(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    arrive(desk, match, 0)
    assert 1 in late(desk, tournament)
    arrive(desk, match, 1)
    assert late(desk, tournament) == [2, 3, 4]


def test_table_is_not_late_if_one_side_is_recorded_as_present_and_the_other_side_has_a_phone(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    open_phone(match, 1)
    arrive(desk, match, 0)
    assert late(desk, tournament) == [2, 3, 4]


def test_table_with_phones_of_both_sides_is_not_late(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    for side in (0, 1):
        open_phone(match, side)
    assert late(desk, tournament) == [2, 3, 4]


def press_all(client: Client, tournament: Tournament) -> Any:
    return client.post(reverse("desk_all_arrived", args=[tournament.slug]), follow=True)


def test_all_arrived_button_removes_every_table_from_the_late_list(
    desk: Client, tournament: Tournament
) -> None:
    assert len(late(desk, tournament)) == 4
    page = press_all(desk, tournament)
    assert late(desk, tournament) == []
    assert "Tutti arrivati: 4 tavoli." in page.text
    assert JournalEntry.objects.filter(tournament=tournament, kind="all_at_tables").count() == 1
    assert "Tutti arrivati ai tavoli" in page.text


def write_on_paper(tournament: Tournament) -> None:
    """Record all hands of match R1.1 at the desk, without a phone."""
    play_match(match_of(tournament, "R1.1"), sign=False)


def test_table_of_a_tournament_on_paper_is_late_only_if_exactly_one_side_is_recorded_as_present(
    desk: Client, tournament: Tournament
) -> None:
    write_on_paper(tournament)
    assert late(desk, tournament) == []
    desk.post(reverse("desk_arrived", args=[tournament.slug, match_of(tournament, "R1.2").pk]), {"side": 1})
    assert late(desk, tournament) == [2]


def test_tables_without_phones_are_late_if_another_table_has_a_phone(
    desk: Client, tournament: Tournament
) -> None:
    write_on_paper(tournament)
    open_phone(match_of(tournament, "R1.2"), 0)
    assert late(desk, tournament) == [2, 3, 4]


@pytest.mark.parametrize(("phones", "kinds"), [(0, []), (1, ["silent"])])
def test_table_without_phones_is_not_reported_for_missing_hands(
    desk: Client, tournament: Tournament, phones: int, kinds: list[str]
) -> None:
    match = match_of(tournament)
    results.write_hand(match.pk, (1, 1), WINS_FOR_FIRST[0], author=Author(), at=timezone.now())
    ScoreSheet.objects.filter(pk=match.pk).update(written_at=timezone.now() - timedelta(minutes=13))
    if phones:
        open_phone(match, 0)
    page = desk.get(reverse("desk_evening", args=[tournament.slug]))
    assert [task.kind for task in page.context["evening"].tasks if task.match_id == match.pk] == kinds


def test_tables_are_late_again_after_the_all_arrived_button_is_undone(
    desk: Client, tournament: Tournament
) -> None:
    press_all(desk, tournament)
    entry = JournalEntry.objects.get(tournament=tournament, kind="all_at_tables")
    desk.post(reverse("desk_undo", args=[tournament.slug, entry.pk]))
    assert len(late(desk, tournament)) == 4


def test_all_arrived_button_does_not_apply_to_a_match_called_later(
    desk: Client, tournament: Tournament
) -> None:
    press_all(desk, tournament)
    for label in ("R1.1", "R1.2"):
        match = match_of(tournament, label)
        results.award_walkover(match.pk, 0, "assenti", author=Author(), at=timezone.now())
    runner.drain()
    called_at = timezone.now() - timedelta(minutes=AFTER_THE_WAIT)
    Match.objects.filter(tournament=tournament, label="R2.1").update(called_at=called_at)
    assert len(late(desk, tournament)) == 1


def test_click_on_all_arrived_is_refused_if_no_match_is_called(desk: Client, tournament: Tournament) -> None:
    for match in Match.objects.filter(tournament=tournament, state="ready"):
        results.write_hand(match.pk, (1, 1), WINS_FOR_FIRST[0], author=Author(), at=timezone.now())
    assert "Nessun incontro è chiamato" in press_all(desk, tournament).text


def test_all_arrived_button_is_offered_unless_only_one_side_is_missing(
    desk: Client, tournament: Tournament
) -> None:
    address = reverse("desk_all_arrived", args=[tournament.slug])
    evening = reverse("desk_evening", args=[tournament.slug])
    assert address in desk.get(evening).text
    Match.objects.filter(tournament=tournament, table__gt=1).update(called_at=timezone.now())
    assert "Tutti arrivati: 1 tavolo" in desk.get(evening).text
    arrive(desk, match_of(tournament), 0)
    assert address not in desk.get(evening).text


def test_speaker_cannot_use_the_all_arrived_button(client: Client, tournament: Tournament) -> None:
    client.force_login(an_account("voce", "speaker"))
    assert press_all(client, tournament).status_code == 403
