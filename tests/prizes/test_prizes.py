"""Prize services, and the prizes in the cash book and on public pages."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone, translation

from scoring.types import BadEntry, NotNow
from tests.builders import a_tournament, drawn_tournament, leave_unplayed, match_of, play_match
from tests.prizes.evenings import a_category, a_prize, acting, played
from tournaments.club.services.deletion import delete_tournament
from tournaments.competition.names import Showing
from tournaments.competition.standings.prize_kinds import PrizeFor
from tournaments.extras import parts_of
from tournaments.lifecycle.services.undo import undo_move
from tournaments.models import JournalEntry, Person, Prize, PrizeMove, Tournament
from tournaments.people.services.names import show_person
from tournaments.prizes import services
from tournaments.prizes.rules import MOST_PRIZES, PrizeState, PrizeTerms
from tournaments.prizes.selectors import PrizeNow, prizes_now
from tournaments.prizes.words import holder_names, won_prizes
from tournaments.queue import runner
from tournaments.tables.desk.moves import move_sentence
from tournaments.tables.selectors.journal_lines import latest_moves

pytestmark = pytest.mark.django_db


def now_of(prize: Prize) -> PrizeNow:
    return next(each for each in prizes_now(prize.tournament).prizes if each.prize.pk == prize.pk)


def names(now: PrizeNow) -> list[str]:
    return [each.team.name for each in now.holders if each.due]


def refused(code: str, act: Any, *args: Any, **more: Any) -> None:
    with pytest.raises((NotNow, BadEntry)) as refusal:
        act(*args, **more)
    assert refusal.value.code == code


@pytest.mark.databases
def test_winners_of_prizes_are_known_when_the_tournament_is_over() -> None:
    tournament = played()
    first, third = a_prize(tournament), a_prize(tournament, "Torta", 3)
    money = a_prize(tournament, "Denaro", 4, value=2501, is_money=True)
    assert names(now_of(first)) == ["Coppia 1"]
    assert names(now_of(third)) == ["Coppia 3", "Coppia 4"]
    assert holder_names(now_of(third)) in (
        "shared by Coppia 3 and Coppia 4",
        "da dividere tra Coppia 3 e Coppia 4",
    )
    assert [each.cents for each in now_of(money).holders] == [1251, 1250]
    assert {now_of(each).state for each in (first, third, money)} == {PrizeState.ASSIGNED}


def test_first_prize_is_not_awarded_without_a_champion() -> None:
    tournament = drawn_tournament(4)
    for label in ("R1.1", "R1.2"):
        play_match(match_of(tournament, label))
    leave_unplayed(tournament, "R2.1")
    prizes = [a_prize(tournament, f"Premio {place}", place) for place in (1, 2, 3)]
    shares = [names(now_of(prize)) for prize in prizes]
    assert [len(each) for each in shares] == [0, 2, 2]
    assert not {*shares[1]} & {*shares[2]}


def test_prize_has_no_winner_during_play_and_expected_winners_until_results_are_official() -> None:
    tournament = a_tournament(teams=4)
    assert now_of(a_prize(tournament)).state is PrizeState.OPEN
    playing = drawn_tournament(4, name="Altro")
    prize = a_prize(playing)
    assert (now_of(prize).state, now_of(prize).holders) == (PrizeState.OPEN, ())
    refused("prize_nobodys", services.hand_over, prize, **acting(playing))
    over = played(4, official=False, name="Finito")
    prize = a_prize(over)
    assert now_of(prize).state is PrizeState.EXPECTED
    refused("not_official", services.hand_over, prize, **acting(over))
    assert not PrizeMove.objects.exists()


def test_prize_for_a_nonexistent_place_is_refused_or_marked_as_impossible_after_the_draw() -> None:
    tournament = a_tournament(teams=4)
    prize = a_prize(tournament, place=9)
    Tournament.objects.filter(pk=tournament.pk).update(state="entries")
    knockout = drawn_tournament(4, name="Altro")
    refused("no_such_place", a_prize, knockout, place=9)
    Prize.objects.filter(pk=prize.pk).update(tournament=knockout)
    prize.refresh_from_db()
    assert now_of(prize).state is PrizeState.IMPOSSIBLE
    refused("no_such_place", services.hand_over, prize, **acting(knockout))


@pytest.mark.databases
def test_prize_is_handed_over_only_once_and_the_hand_over_can_be_cancelled() -> None:
    tournament = played()
    prize = a_prize(tournament, "Denaro", 3, value=1001, is_money=True)
    one, other = now_of(prize).holders
    services.hand_over(prize, one.team.pk, **acting(tournament))
    services.hand_over(prize, one.team.pk, **acting(tournament))
    assert [(each.kind, each.body) for each in PrizeMove.objects.all()] == [("hand_over", {"cents": 501})]
    assert now_of(prize).state is PrizeState.ASSIGNED
    services.hand_over(prize, **acting(tournament))
    assert now_of(prize).state is PrizeState.HANDED_OVER
    refused("prize_handed_over", services.remove_prize, prize, **acting(tournament))
    refused("prize_handed_over", services.change_prize, prize, {"text": "X"}, **acting(tournament))
    services.take_back(prize, other.team.pk, **acting(tournament))
    services.take_back(prize, **acting(tournament))
    refused("prize_not_handed_over", services.take_back, prize, **acting(tournament))
    refused("not_theirs", services.hand_over, prize, uuid4(), **acting(tournament))
    services.remove_prize(prize, **acting(tournament))
    refused("prize_removed", services.hand_over, prize, **acting(tournament))


def test_prize_for_a_category_can_be_assigned_manually_at_any_time() -> None:
    tournament = a_tournament(teams=4)
    prize, team = a_category(tournament), tournament.teams.all()[2]
    refused("prize_nobodys", services.hand_over, prize, **acting(tournament))
    refused("not_theirs", services.assign_prize, prize, uuid4(), **acting(tournament))
    refused("given_by_standings", services.assign_prize, a_prize(tournament), team.pk, **acting(tournament))
    services.assign_prize(prize, team.pk, **acting(tournament))
    services.assign_prize(prize, team.pk, **acting(tournament))
    assert PrizeMove.objects.count() == 1
    assert names(now_of(prize)) == [team.name]
    services.assign_prize(prize, None, **acting(tournament))
    assert now_of(prize).state is PrizeState.OPEN
    services.assign_prize(prize, team.pk, **acting(tournament))
    services.hand_over(prize, **acting(tournament))
    refused("prize_handed_over", services.assign_prize, prize, None, **acting(tournament))


def test_prize_for_a_group_is_awarded_to_the_winner_of_the_group() -> None:
    tournament = played(6, form="groups", options={"groups": 2, "advance": 1})
    terms = PrizeTerms("Vino", PrizeFor.GROUP, 1, "B")
    prize = services.add_prize(tournament, terms, **acting(tournament))
    group_b = tournament.matches.filter(group="B").values_list("slots__team__name", flat=True)
    assert set(names(now_of(prize))) <= set(group_b)
    assert names(now_of(prize))
    refused("no_such_place", services.change_prize, prize, {"group": "C"}, **acting(tournament))


def test_new_winner_and_former_winner_who_received_the_prize_are_both_listed() -> None:
    tournament = played()
    prize = a_prize(tournament)
    services.hand_over(prize, **acting(tournament))
    move, second = PrizeMove.objects.get(), tournament.teams.get(name="Coppia 2")
    services.take_back(prize, **acting(tournament))
    fact = {"tournament": tournament, "prize_id": prize.pk, "kind": "hand_over", "at": timezone.now()}
    PrizeMove.objects.create(**fact, team=second.pk)
    holders = now_of(prize).holders
    assert [(each.team.pk, each.due, each.handed_over) for each in holders] == [
        (move.team, True, False),
        (second.pk, False, True),
    ]


@pytest.mark.databases
def test_prizes_are_numbered_without_gaps_after_reordering() -> None:
    tournament = a_tournament(teams=4)
    one, two, three = (a_prize(tournament, text, place) for place, text in enumerate("abc", start=1))
    services.move_prize(three, 1, **acting(tournament))
    services.move_prize(one, 99, **acting(tournament))
    services.move_prize(one, 99, **acting(tournament))
    assert "".join(tournament.prizes.values_list("text", flat=True)) == "cba"
    services.remove_prize(two, **acting(tournament))
    assert list(tournament.prizes.values_list("text", "number")) == [("c", 1), ("a", 2)]


def test_number_of_prizes_is_limited() -> None:
    tournament = a_tournament(teams=4)
    Prize.objects.bulk_create(
        Prize(tournament=tournament, number=number, place=1, text="Vino")
        for number in range(1, MOST_PRIZES + 1)
    )
    refused("too_many_prizes", a_prize, tournament)


@pytest.mark.databases
def test_recorded_prize_actions_are_append_only_and_deleted_with_a_trial_tournament() -> None:
    tournament = played(4, trial=True)
    prize = a_prize(tournament)
    services.hand_over(prize, **acting(tournament))
    for act in (
        lambda: PrizeMove.objects.update(kind="take_back"),
        lambda: PrizeMove.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()
    delete_tournament(tournament, **acting(tournament))
    runner.drain()
    assert not PrizeMove.objects.exists()


def test_hand_over_of_a_prize_is_shown_in_the_journal_and_can_be_undone_there() -> None:
    tournament = played()
    prize = a_prize(tournament)
    services.hand_over(prize, **acting(tournament))
    sentences = [move_sentence(move, tournament) for move in latest_moves(tournament, 2)]
    assert any("Coppia 1" in each for each in sentences)
    undo_move(JournalEntry.objects.get(kind="prize_handed_over"), "", **acting(tournament))
    assert now_of(prize).state is PrizeState.ASSIGNED
    undo_move(JournalEntry.objects.get(kind="prize_taken_back"), "", **acting(tournament))
    assert now_of(prize).state is PrizeState.HANDED_OVER
    with pytest.raises(NotNow):
        undo_move(JournalEntry.objects.filter(kind="prizes_changed")[0], "", **acting(tournament))


@pytest.mark.databases
def test_cash_book_lists_each_prize_and_each_share_of_prize_money() -> None:
    tournament = played()
    ham, _cake = a_prize(tournament, value=4800), a_prize(tournament, "Torta", 3)
    a_prize(tournament, "Denaro", 3, value=501, is_money=True)
    services.hand_over(ham, **acting(tournament))
    (read,) = parts_of("prize_lines")
    lines = read(tournament)
    assert [(cents, handed) for _key, _text, cents, handed in lines] == [
        (4800, True),
        (None, False),
        (251, False),
        (250, False),
    ]
    assert lines[0].text == "Prosciutto e vino (first place), Coppia 1"
    ham.text = "Formaggio"
    ham.save()
    tournament.teams.update(name="Altri")
    with translation.override("it"):
        renamed = read(tournament)
    assert renamed[0].text == "Formaggio (primo posto), Altri"
    assert [each.key for each in renamed] == [each.key for each in lines]


def test_won_prizes_are_public_when_the_standings_are_official() -> None:
    tournament, pending = played(), played(4, official=False, name="Ancora")
    for each in (tournament, pending):
        a_prize(each)
    assert won_prizes(pending) == []
    first = tournament.teams.get(name="Coppia 1")
    person = Person.objects.get(
        seats__team=first, seats__position=first.seats.order_by("position")[0].position
    )
    first.name = first.written_name = f"{person.name} – Segundu1"
    first.save()
    show_person(person, Showing.INITIALS, is_minor=True, **acting(tournament))
    for page in ("", "classifica/"):
        text = Client().get(f"/{tournament.slug}/{page}").content.decode()
        assert "Prosciutto e vino" in text
        assert person.written_name not in text
        assert "Prosciutto e vino" not in Client().get(f"/{pending.slug}/{page}").content.decode()


@pytest.mark.databases
@pytest.mark.parametrize("teams", [4, 8])
def test_prizes_need_no_extra_queries_for_many_teams(teams: int, django_assert_num_queries: Any) -> None:
    tournament = played(teams)
    for place in range(1, teams + 1):
        a_prize(tournament, place=place)
    with django_assert_num_queries(QUERIES):
        prizes_now(tournament)


QUERIES = 6
