"""The cards of a draw: laid face down, turned face up, removed from the table, and used for the draw."""

from typing import Any

import pytest
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import NotNow
from tests.builders import a_tournament, drawn_tournament, first_stage
from tournaments.draws.services import lots as lot_cards
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Change, Draw, DrawCommitment, JournalEntry, Stage, Tournament
from tournaments.queue import runner

pytestmark = pytest.mark.django_db

FIVE = ("7D", "KC", "4S", "AH", "QD")


def on_table(tournament: Tournament) -> tuple[str, int]:
    return Tournament.objects.values_list("laid", "turned").get(pk=tournament.pk)


def lay(tournament: Tournament) -> Stage:
    """Lay five cards face down on the table, and return the stage to be drawn."""
    stage = first_stage(tournament)
    lot_cards.lay_cards(stage, FIVE, author=Author(tournament.owner_id), at=timezone.now())
    return stage


def end(act: Any, stage: Stage) -> None:
    act(stage, author=Author(stage.tournament.owner_id), at=timezone.now())


def test_laying_cards_face_down_publishes_a_commitment_and_makes_no_draw() -> None:
    tournament = a_tournament(teams=4)
    lay(tournament)
    assert on_table(tournament) == ("7D KC 4S AH QD", 0)
    assert DrawCommitment.objects.get().stage.tournament_id == tournament.pk
    assert not Draw.objects.exists()
    line = JournalEntry.objects.get(kind="cards_laid")
    assert "7D" not in str(line.body), "the desk's list of moves tells no card before it is turned"


def test_turning_the_same_card_twice_notifies_wall_displays_only_once() -> None:
    tournament = a_tournament(teams=4)
    stage = lay(tournament)
    before = Change.objects.filter(tournament=tournament).count()
    for _press in range(2):
        lot_cards.turn_cards(stage, 1)
    assert on_table(tournament)[1] == 1
    assert Change.objects.filter(tournament=tournament).count() == before + 1
    for up_to, turned in ((3, 3), (2, 3), (9, 5)):
        lot_cards.turn_cards(stage, up_to)
        assert on_table(tournament)[1] == turned


def test_draw_by_cards_uses_the_turned_cards_and_is_shown_on_the_wall_display() -> None:
    tournament = a_tournament(teams=4)
    stage = lay(tournament)
    promised = DrawCommitment.objects.get()
    lot_cards.turn_cards(stage, 5)
    end(lot_cards.draw_by_cards, stage)
    runner.drain()
    draw = Draw.objects.get()
    assert (draw.lot, draw.by, draw.commitment) == ("7D KC 4S AH QD", "lots", promised)
    assert on_table(tournament) == ("", 0)
    tournament.refresh_from_db()
    assert tournament.wall == "draw"


def test_journal_lists_the_face_up_cards_when_all_cards_are_removed() -> None:
    tournament = a_tournament(teams=4)
    stage = lay(tournament)
    lot_cards.turn_cards(stage, 2)
    end(lot_cards.take_up_cards, stage)
    assert on_table(tournament) == ("", 0)
    assert JournalEntry.objects.get(kind="cards_taken_up").body == {"seen": "7D KC"}
    lay(tournament)


def refused(code: str, act: Any, *args: Any) -> None:
    with pytest.raises(NotNow) as refusal:
        act(*args)
    assert refusal.value.code == code


def test_actions_of_a_draw_by_cards_in_the_wrong_order_are_refused() -> None:
    tournament = a_tournament(teams=4)
    stage = first_stage(tournament)
    refused("no_cards", lot_cards.turn_cards, stage, 1)
    refused("no_cards", end, lot_cards.take_up_cards, stage)
    refused("no_cards", end, lot_cards.draw_by_cards, stage)
    lay(tournament)
    refused("cards_laid", lay, tournament)
    lot_cards.turn_cards(stage, 4)
    refused("cards_not_turned", end, lot_cards.draw_by_cards, stage)
    assert on_table(tournament) == ("7D KC 4S AH QD", 4)


def test_draw_by_text_is_refused_while_cards_are_on_the_table() -> None:
    tournament = a_tournament(teams=4)
    stage = lay(tournament)

    def by_words() -> None:
        draw_stage(stage, by="lots", lot="tre parole", author=Author(tournament.owner_id), at=timezone.now())

    refused("cards_laid", by_words)
    assert not Draw.objects.exists()


def test_draw_by_cards_is_refused_if_the_entries_have_changed() -> None:
    tournament = a_tournament(teams=4)
    stage = lay(tournament)
    lot_cards.turn_cards(stage, 5)
    entered = [Entry(["Tore Nou", "Ugo Nou"], "")]
    enter_teams(tournament, entered, author=Author(tournament.owner_id), at=timezone.now())
    refused("entries_changed", end, lot_cards.draw_by_cards, stage)
    assert not Draw.objects.exists()
    assert DrawCommitment.objects.count() == 1
    end(lot_cards.take_up_cards, stage)


def test_card_actions_are_refused_once_the_stage_is_drawn() -> None:
    tournament = drawn_tournament(4)
    refused("already_drawn", lay, tournament)
    refused("already_drawn", lot_cards.turn_cards, first_stage(tournament), 1)
