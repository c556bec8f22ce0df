"""Withdrawing a draw, with a reason, before the first hand is recorded. The old draw stays on record."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import ScoreSheet
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import WINS_FOR_FIRST, draw, drawn_tournament, entries, first_stage, match_of, play_out
from tests.entries.test_withdrawals import faults, states
from tests.markup import one_line
from tournaments.draws.services.draws import take_back_draw
from tournaments.entries.services.entries import enter_teams
from tournaments.matches.services import results
from tournaments.models import Draw, JournalEntry, Match, Tournament
from tournaments.standings.selectors import standings_now

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


def take_back(tournament: Tournament, reason: str = "mancava una coppia") -> None:
    author = Author(tournament.owner_id)
    take_back_draw(first_stage(tournament), reason, author=author, at=timezone.now())


def draw_again(tournament: Tournament, lot: str = "altra sorte") -> None:
    draw(tournament, by="lots", lot=lot)


@pytest.mark.parametrize("form", ["knockout", "round_robin", "swiss"])
def test_withdrawn_draw_is_made_again_with_a_late_team(form: str) -> None:
    tournament = drawn_tournament(5, seeded=False, by="lots", lot="prima sorte", form=form)
    take_back(tournament)
    assert states(tournament) == ["entries", "planned"]
    assert (Match.objects.count(), ScoreSheet.objects.count()) == (0, 0)
    assert standings_now(first_stage(tournament)).rows == ()
    late = entries(1, seeded=False, first=6)
    enter_teams(tournament, late, author=Author(tournament.owner_id), at=timezone.now())
    draw_again(tournament)
    draws = list(Draw.objects.order_by("version").values_list("version", "lot"))
    assert draws == [(1, "prima sorte"), (2, "altra sorte")]
    assert len(standings_now(first_stage(tournament)).rows) == 6
    assert faults(tournament) == []
    play_out(tournament)
    if form == "swiss":
        draw(tournament)
        assert Match.objects.filter(tournament=tournament, round=2).count() == 3
    assert faults(tournament) == []


def test_second_draw_of_the_same_entrants_uses_a_new_salt() -> None:
    tournament = drawn_tournament(4, seeded=False, by="lots", lot="sorte")
    take_back(tournament)
    draw_again(tournament, "sorte")
    salts = set(Draw.objects.values_list("commitment__salt", flat=True))
    assert len(salts) == 2
    assert faults(tournament) == []


def test_draw_cannot_be_withdrawn_after_the_first_hand_is_recorded() -> None:
    tournament = drawn_tournament(4)
    author = Author(tournament.owner_id)
    first = match_of(tournament)
    results.write_hand(first.pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=timezone.now())
    with pytest.raises(NotNow, match="draw_stands"):
        take_back(tournament)
    results.strike_hand(first.pk, (1, 1), based_on=1, author=author, at=timezone.now())
    with pytest.raises(NotNow, match="draw_stands"):
        take_back(tournament)


def test_draw_cannot_be_withdrawn_after_a_walkover_is_awarded() -> None:
    tournament = drawn_tournament(4)
    author = Author(tournament.owner_id)
    results.award_walkover(match_of(tournament).pk, 0, "assenti", author=author, at=timezone.now())
    with pytest.raises(NotNow, match="draw_stands"):
        take_back(tournament)


def test_withdrawing_a_draw_is_refused_without_a_reason_and_before_the_draw() -> None:
    tournament = drawn_tournament(4)
    with pytest.raises(BadEntry, match="reason_missing"):
        take_back(tournament, " ")
    take_back(tournament)
    with pytest.raises(NotNow, match="not_drawn"):
        take_back(tournament)


def test_public_page_shows_the_withdrawn_draw_and_the_new_draw(client: Client) -> None:
    tournament = drawn_tournament(4, seeded=False, by="lots", lot="prima sorte")
    client.force_login(tournament.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    where = reverse("desk_take_back", args=[tournament.slug])
    assert where in client.get(reverse("desk_draw", args=[tournament.slug])).content.decode()
    client.post(where, {"reason": "Mancava una coppia"})
    assert JournalEntry.objects.get(kind="draw_taken_back").reason == "Mancava una coppia"
    public = reverse("draw_public", args=[tournament.slug])
    assert "The list is not sealed yet" in client.get(public).content.decode()
    draw_again(tournament)
    page = one_line(client.get(public).content.decode())
    assert all(words in page for words in ("prima sorte", "altra sorte", "Mancava una coppia"))
