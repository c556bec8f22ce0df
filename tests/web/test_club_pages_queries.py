"""Desk pages of the club need a fixed number of queries for any number of rows."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_account, an_organiser
from tests.tiers import sampled
from tournaments.again.services.again import save_model
from tournaments.models import Invitation, Tournament, TournamentModel
from tournaments.roles.services import invitation_secret, invite, make_token

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PAGES: dict[str, tuple[Callable[[Tournament], str], int]] = {
    "roles": (lambda _tournament: reverse("desk_roles"), 8),
    "printed invitation": (lambda _tournament: reverse("desk_invitation", args=[newest().pk]), 7),
    "invitation": (lambda _tournament: f"/invito/{invitation_secret(newest())}/", 5),
    "own access": (lambda _tournament: reverse("desk_access"), 9),
    "club": (lambda _tournament: reverse("desk_club"), 6),
    "house rules": (lambda _tournament: reverse("desk_house_rules"), 6),
    "house rules of a game": (lambda _tournament: reverse("desk_house_game", args=["mariglia"]), 6),
    "again": (lambda tournament: reverse("desk_again", args=[tournament.slug]), 10),
    "keep a model": (lambda tournament: reverse("desk_save_model", args=[tournament.slug]), 7),
    "model": (lambda _tournament: reverse("desk_model", args=[TournamentModel.objects.get().pk]), 6),
    "delete": (lambda tournament: reverse("desk_delete", args=[tournament.slug]), 20),
    "put back": (lambda _tournament: reverse("desk_restoring"), 5),
    "journal": (lambda _tournament: reverse("desk_club_journal"), 14),
}


def newest() -> Invitation:
    return Invitation.objects.latest("made_at")


def fill(organiser: Any, rounds: int) -> Tournament:
    """Create a template and `rounds` tournaments with roles and tokens; return the last tournament."""
    author, at = Author(organiser.pk), timezone.now()
    for number in range(rounds):
        tournament = a_tournament(teams=4, name=f"Serata {number}")
        an_account(f"porta-{number}", "door", tournament)
        invite("tables", tournament, author=author, at=at)
        make_token(organiser, f"Tabellone {number}", "director", tournament, at=at)
    save_model(tournament, "Venerdì", author=author, at=at)
    return tournament


@pytest.mark.parametrize("subject", PAGES)
@pytest.mark.parametrize("rounds", sampled([4, 1], 1))
def test_club_page_has_a_fixed_number_of_queries(
    subject: str, rounds: int, django_assert_num_queries: Any
) -> None:
    organiser, browser = an_organiser(), Client()
    browser.force_login(organiser)
    tournament = fill(organiser, rounds)
    address, queries = PAGES[subject]
    path = address(tournament)
    browser.get(path)
    with django_assert_num_queries(queries):
        assert browser.get(path).status_code == 200
