"""Tests that official results can be changed only after the event has been reopened."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, BadSetup, NotNow
from tests.builders import an_account, drawn_tournament, match_of, play_out
from tests.markup import one_line
from tournaments.club.services.new_tournament import change_tournament
from tournaments.corrections.services import (
    Correction,
    correct_match,
    preview_correction,
    reopen_event,
)
from tournaments.matches.selectors.matches import event_settled, is_frozen
from tournaments.models import JournalEntry, Stage, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

GIVEN_BACK = Correction(outcome="reopened")
WALKOVER = Correction(outcome="walkover", winner=1)


@pytest.fixture
def tournament() -> Tournament:
    """Return a tournament in which all matches were played."""
    tournament = drawn_tournament(4)
    play_out(tournament)
    tournament.refresh_from_db()
    return tournament


def later(minutes: int) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def over_for(tournament: Tournament, minutes: int) -> None:
    """Set the end of the stage to `minutes` minutes ago."""
    Stage.objects.filter(tournament=tournament).update(over_at=later(-minutes))


def reopen(tournament: Tournament, reason: str = "foglio scambiato", minutes: int = 31) -> Tournament:
    return reopen_event(tournament, reason, author=Author(tournament.owner_id), at=later(minutes))


def correct(tournament: Tournament, correction: Correction, minutes: int = 0) -> None:
    author = Author(tournament.owner_id)
    final = match_of(tournament, "R2.1")
    correct_match(final.pk, correction, "scritto male", author=author, at=later(minutes))


def test_results_can_be_corrected_until_the_correction_period_is_over(tournament: Tournament) -> None:
    assert event_settled(tournament, later(29)).standing == "provisional"
    correct(tournament, WALKOVER, minutes=29)
    assert is_frozen(tournament, later(31))


@pytest.mark.parametrize("act", ["preview", "act"])
def test_official_results_cannot_be_corrected_until_the_owner_reopens_the_event(
    tournament: Tournament, act: str
) -> None:
    final = match_of(tournament, "R2.1")
    acts: dict[str, Callable[[], object]] = {
        "preview": lambda: preview_correction(final.pk, WALKOVER, at=later(31)),
        "act": lambda: correct(tournament, WALKOVER, minutes=31),
    }
    with pytest.raises(NotNow, match="event_frozen"):
        acts[act]()
    reopen(tournament)
    correct(tournament, WALKOVER, minutes=32)
    assert JournalEntry.objects.get(kind="event_reopened").reason == "foglio scambiato"
    assert is_frozen(Tournament.objects.get(pk=tournament.pk), later(62))


def test_event_can_be_reopened_only_with_a_reason_and_after_the_correction_period(
    tournament: Tournament,
) -> None:
    with pytest.raises(BadEntry, match="reason_missing"):
        reopen(tournament, " ")
    with pytest.raises(NotNow, match="not_frozen"):
        reopen(tournament, minutes=29)
    assert not JournalEntry.objects.filter(kind="event_reopened").exists()


def test_reopened_final_puts_the_event_back_into_play(tournament: Tournament) -> None:
    correct(tournament, GIVEN_BACK)
    tournament.refresh_from_db()
    stage = Stage.objects.get(tournament=tournament)
    assert (tournament.state, stage.state, stage.over_at) == ("playing", "playing", None)
    assert event_settled(tournament, later(99)).standing == "open"
    play_out(tournament)


def test_organiser_can_set_the_correction_period(tournament: Tournament) -> None:
    author = Author(tournament.owner_id)
    changed = change_tournament(tournament, author=author, at=timezone.now(), correction_minutes=0)
    assert is_frozen(changed, timezone.now())
    with pytest.raises(BadSetup, match="correction_minutes_range"):
        change_tournament(tournament, author=author, at=timezone.now(), correction_minutes=99_999)


@pytest.mark.parametrize("page", ["standings", "tournament"])
def test_public_pages_show_when_the_results_become_official(
    client: Client, tournament: Tournament, page: str
) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    address = reverse(page, args=[tournament.slug])
    assert "Provisional until" in client.get(address).text
    over_for(tournament, 45)
    assert "Official since" in client.get(address).text
    reopen_event(tournament, "foglio scambiato", author=Author(tournament.owner_id), at=timezone.now())
    text = one_line(client.get(address).text)
    assert "Provisional until" in text
    assert "foglio scambiato" in text


def test_only_the_owner_can_reopen_the_event_at_the_desk(client: Client, tournament: Tournament) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    director = an_account("bachisio", "director", tournament)
    address, evening = (reverse(name, args=[tournament.slug]) for name in ("desk_reopen", "desk_evening"))
    over_for(tournament, 45)
    client.force_login(director)
    assert address not in client.get(evening).text
    assert client.post(address, {"reason": "x"}).status_code == 403
    client.force_login(tournament.owner)
    assert address in client.get(evening).text
    assert client.post(address, {"reason": ""}).status_code == 400
    assert client.post(address, {"reason": "foglio scambiato"}).status_code == 302
    refused = client.post(address, {"reason": "ancora"})
    assert (refused.status_code, "not official yet" in refused.text) == (409, True)
