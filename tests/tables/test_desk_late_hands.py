"""Hands that phones sent too late, on the evening page and on the match page."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Grant, LateHand
from scoring.sheet.devices import know_device, open_by_token, table_token
from tests.builders import drawn_tournament, match_of
from tests.markup import one_line
from tournaments.matches.services.late_hands import hand_over
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

HAND = {"dealer": 0, "trionfo": "AS", "card_points": [41, 29]}


@pytest.fixture
def late() -> LateHand:
    """Create a hand that a phone sent too late for its sheet, and return it."""
    match = match_of(drawn_tournament(4))
    device, _secret = know_device(None, at=timezone.now())
    open_by_token(table_token(match.sheet.key), device, at=timezone.now())
    grant = Grant.objects.select_related("sheet").get(sheet_id=match.pk)
    words = {"key": "late-hand", "code": "sheet_signed"}
    late_hand = hand_over(grant, (1, 5), HAND, at=timezone.now(), **words)
    assert late_hand is not None
    return late_hand


@pytest.fixture
def client() -> Client:
    """Return a test client that requests English pages."""
    return Client(headers={"accept-language": "en"})


def test_director_removes_a_late_hand_from_the_list_of_late_hands(client: Client, late: LateHand) -> None:
    match = Match.objects.select_related("tournament").get(pk=late.sheet_id)
    slug = match.tournament.slug
    client.force_login(match.tournament.owner)
    assert "Hand 5 of game 1 came too late" in client.get(reverse("desk_evening", args=[slug])).text
    page = reverse("desk_match", args=[slug, match.pk])
    assert "41 to 29" in client.get(page).text
    answer = client.post(reverse("desk_put_away", args=[slug, match.pk, late.pk]), follow=True)
    assert answer.redirect_chain == [(page, 302)]
    assert "41 to 29" not in answer.text
    evening = one_line(client.get(reverse("desk_evening", args=[slug])).text)
    assert "came too late" not in evening
    assert "a late hand was looked at" in evening


def test_anonymous_visitor_cannot_remove_a_late_hand_from_the_list(client: Client, late: LateHand) -> None:
    match = Match.objects.select_related("tournament").get(pk=late.sheet_id)
    client.post(reverse("desk_put_away", args=[match.tournament.slug, match.pk, late.pk]))
    late.refresh_from_db()
    assert late.seen_at is None
