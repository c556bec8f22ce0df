"""Final scores entered from a paper sheet (COM-8): limits, entry of all games at once, optional hands."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import SheetEvent
from tests.builders import an_account, drawn_tournament, match_of, sheet_log
from tests.markup import one_line
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import JournalEntry, Match, Outcome

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

WON = [[36, 19], [20, 38], [47, 12]]


@pytest.fixture
def match() -> Match:
    return match_of(drawn_tournament(4))


@pytest.fixture
def desk(match: Match) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(match.tournament.owner)
    return client


def address(match: Match, name: str = "desk_paper_finals") -> str:
    return reverse(name, args=[match.tournament.slug, match.pk])


def finals(*games: Any) -> dict[str, Any]:
    """Return the form data with the final score of each game."""
    return {
        f"final-{number}-{side}": score
        for number, game in enumerate(games, start=1)
        for side, score in enumerate(game)
    }


def facts(match: Match) -> int:
    return SheetEvent.objects.filter(sheet=match.pk).count()


def test_final_scores_of_three_games_decide_the_match(desk: Client, match: Match) -> None:
    assert desk.post(address(match), finals(*WON)).status_code == 302
    assert "Coppia 1 win, 2 to 1." in desk.get(address(match, "desk_paper")).content.decode()
    desk.post(address(match, "desk_confirm"))
    outcome = Outcome.objects.get(match=match)
    assert (outcome.winner, outcome.games, outcome.game_winners) == (0, WON, [0, 1, 0])
    assert verify_tournament(match.tournament).faults == []
    assert JournalEntry.objects.filter(kind="finals_written").count() == 1


def test_final_scores_submitted_several_times_are_stored_once(desk: Client, match: Match) -> None:
    for _ in range(3):
        assert desk.post(address(match), finals(*WON)).status_code == 302
    assert facts(match) == 3


def test_final_score_can_be_corrected(desk: Client, match: Match) -> None:
    desk.post(address(match), finals(*WON))
    assert desk.post(address(match), finals([37, 19], *WON[1:])).status_code == 302
    assert sheet_log(match.pk).hands[1, 1].body == {"final": [37, 19]}
    assert facts(match) == 4


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        pytest.param([[80, 10]], 1, id="MAR-VAL-6 beyond what a last hand can add"),
        pytest.param([[36, 35]], 1, id="MAR-VAL-6 both at the target"),
        pytest.param([[36, 19], [38, "x"]], 2, id="COM-8 no number"),
        pytest.param([[36, 19], [38, ""]], 2, id="COM-8 one side alone"),
        pytest.param([[36, 19], [38, 0], [45, 0]], 3, id="COM-5 a game after the match"),
    ],
)
def test_impossible_final_score_shows_an_error_beside_its_game(
    desk: Client, match: Match, typed: list[list[Any]], wrong: int
) -> None:
    answer = desk.post(address(match), finals(*typed))
    assert answer.status_code == 400
    assert [game.number for game in answer.context["finals"].games if game.wrong] == [wrong]
    page = one_line(answer.content.decode())
    for name, value in finals(*typed).items():
        assert f'name="{name}" value="{value}"' in page
    assert page.count(" autofocus") == 1
    assert facts(match) == 0


def test_final_scores_that_omit_the_first_game_are_refused(desk: Client, match: Match) -> None:
    answer = desk.post(address(match), finals(["", ""], [36, 19]))
    assert answer.status_code == 409
    assert "Write game 1 first" in answer.content.decode()


def test_final_score_of_a_game_with_recorded_hands_is_refused(desk: Client, match: Match) -> None:
    hand = {"dealer": 0, "trionfo": "KH", "card_points_0": 43, "state": "played", "version": 0, "key": "a"}
    row = {"place": "1-1", **{f"1-1-{name}": value for name, value in hand.items()}}
    assert desk.post(address(match, "desk_paper"), row).status_code == 302
    answer = desk.post(address(match), finals([36, 19]))
    assert answer.status_code == 409
    assert "written hand by hand" in answer.content.decode()
    assert facts(match) == 1


def test_hand_after_a_final_score_of_its_game_is_refused(desk: Client, match: Match) -> None:
    desk.post(address(match), finals([36, 19]))
    hand = {"dealer": 1, "trionfo": "KH", "card_points_0": 43, "state": "played", "version": 0, "key": "a"}
    row = {"place": "1-2", **{f"1-2-{name}": value for name, value in hand.items()}}
    assert desk.post(address(match, "desk_paper"), row).status_code == 400
    assert facts(match) == 1


@pytest.mark.parametrize("strike", [{}, {"strike": "on"}], ids=["by a hand", "by nothing"])
def test_final_score_can_be_replaced_by_a_recorded_hand_or_struck_out(
    desk: Client, match: Match, strike: dict[str, str]
) -> None:
    desk.post(address(match), finals([36, 19]))
    assert desk.get(address(match, "desk_paper") + "?mano=1-1").status_code == 200
    hand = {"dealer": 0, "trionfo": "KH", "card_points_0": 43, "state": "played", "version": 1, "key": "a"}
    row = {"place": "1-1", **{f"1-1-{name}": value for name, value in {**hand, **strike}.items()}}
    assert desk.post(address(match, "desk_paper"), row).status_code == 302
    assert [hand.body.get("card_points") for hand in sheet_log(match.pk).hands.values()] == (
        [] if strike else [[43, 27]]
    )


def test_next_game_after_a_final_score_can_be_recorded_hand_by_hand(desk: Client, match: Match) -> None:
    desk.post(address(match), finals([36, 19]))
    page = desk.get(address(match, "desk_paper"))
    assert page.context["form"].place == (2, 1)
    hand = {"dealer": 1, "trionfo": "KH", "card_points_0": 43, "state": "played", "version": 0, "key": "a"}
    row = {"place": "2-1", **{f"2-1-{name}": value for name, value in hand.items()}}
    assert desk.post(address(match, "desk_paper"), row).status_code == 302


def test_final_scores_are_shown_on_every_page_of_the_match(desk: Client, match: Match) -> None:
    desk.post(address(match), finals(*WON))
    slug = match.tournament.slug
    for page in (
        reverse("match_sheet", args=[slug, match.pk]),
        address(match, "desk_match"),
        address(match, "desk_paper"),
        reverse("table", args=[match.pk]),
        f"/api/v1/matches/{match.pk}/sheet/",
    ):
        assert desk.get(page).status_code == 200, page
    desk.post(address(match, "desk_confirm"))
    assert desk.get(address(match, "desk_correct")).status_code == 200
    assert desk.get(reverse("match_sheet", args=[slug, match.pk])).status_code == 200


def test_only_permitted_roles_can_enter_final_scores(match: Match) -> None:
    another = Client()
    another.force_login(an_account("efisio"))
    assert another.post(address(match), finals(*WON)).status_code == 404
    another.force_login(an_account("porta", "door"))
    assert another.post(address(match), finals(*WON)).status_code == 403
    assert facts(match) == 0
