"""Calls of time on the phone pages, the sheets, the tables page and the desk pages."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of
from tests.markup import one_line
from tournaments.matches.services import results
from tournaments.models import Match, Tournament
from tournaments.tables.services.time_called import call_time, say_none_begun

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

NINE = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}
TEN_LESS = {"dealer": 1, "trionfo": "2C", "card_points": [26, 44]}
EVEN = {"dealer": 1, "trionfo": "2C", "card_points": [35, 35]}


def write(match: Match, *hands: dict[str, Any], first: int = 1) -> None:
    for number, hand in enumerate(hands, start=first):
        results.write_hand(match.pk, (1, number), hand, **writer(match))


def writer(match: Match) -> dict[str, Any]:
    return {"author": Author(match.tournament.owner_id), "at": timezone.now()}


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(4)


@pytest.fixture
def match(tournament: Tournament) -> Match:
    return match_of(tournament)


@pytest.fixture
def english(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    client.cookies["django_language"] = "en"
    return client


def page(client: Client, name: str, *args: Any) -> str:
    answer = client.get(reverse(name, args=args), headers={"accept-language": "en"})
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def press(client: Client, match: Match, act: str) -> Any:
    return client.post(
        reverse("table_time", args=[match.pk]), {"act": act}, headers={"accept-language": "en"}
    )


@pytest.mark.parametrize(
    ("hands", "begun", "heading"),
    [
        pytest.param([NINE], None, "Time! Finish this hand, then stop.", id="COM-TIME-1"),
        pytest.param([NINE, TEN_LESS], False, "Time, and the game is level: one more hand.", id="COM-TIME-2"),
        pytest.param([], False, "Time, and nobody is ahead: one hand decides.", id="COM-TIME-3"),
        pytest.param([NINE], False, "Time: the match ends as it stands.", id="decided"),
    ],
)
def test_table_page_shows_the_next_step_after_the_call_of_time(
    english: Client, match: Match, hands: list[dict[str, Any]], begun: bool | None, heading: str
) -> None:
    write(match, *hands)
    call_time(match.pk, **writer(match))
    if begun is False:
        say_none_begun(match.pk, **writer(match))
    text = page(english, "table", match.pk)
    assert heading in text
    assert ("No hand had begun" in text) is (begun is None)


def test_phone_that_reports_no_hand_in_play_can_sign_the_sheet(english: Client, match: Match) -> None:
    write(match, NINE)
    assert "The referee has called time" in page(english, "table", match.pk)
    press(english, match, "call")
    press(english, match, "none")
    assert "Sign the sheet" in page(english, "table", match.pk)
    assert "by time" in page(english, "table_sign", match.pk)


def test_hand_recorded_after_the_call_of_time_is_marked_on_every_view_of_the_sheet(
    english: Client, match: Match
) -> None:
    write(match, NINE)
    call_time(match.pk, **writer(match))
    write(match, EVEN, first=2)
    for name, args in (("table", [match.pk]), ("match_sheet", [match.tournament.slug, match.pk])):
        text = page(english, name, *args)
        assert text.count("after time was called:") == 1
        assert "by time" in text or name == "table"


def test_call_of_time_cannot_be_withdrawn_at_the_table_once_a_hand_is_recorded(
    english: Client, match: Match
) -> None:
    call_time(match.pk, **writer(match))
    write(match, NINE)
    answer = press(english, match, "back")
    assert answer.status_code == 409
    assert "so it stands" in answer.content.decode()


def test_unknown_action_on_the_call_of_time_changes_nothing(english: Client, match: Match) -> None:
    assert press(english, match, "stop").status_code == 302
    assert "time" not in match_of(match.tournament).sheet.summary


def test_desk_calls_time_at_all_tables(english: Client, match: Match, tournament: Tournament) -> None:
    write(match, NINE)
    assert "Call time" in page(english, "desk_evening", tournament.slug)
    where = reverse("desk_time", args=[tournament.slug])
    answer = english.post(where, follow=True, headers={"accept-language": "en"})
    text = one_line(answer.content.decode())
    assert "Time called at 2 tables." in text
    assert "Time: the last hand" in text or "time: the last hand" in text
    again = one_line(english.post(where, follow=True, headers={"accept-language": "en"}).content.decode())
    assert "No table is playing that time could be called at." in again


@pytest.mark.parametrize(
    ("sent", "status", "summary"),
    [
        pytest.param({"act": "call"}, 302, "finish_hand", id="called"),
        pytest.param({"act": "none"}, 302, "over", id="none had begun"),
        pytest.param({"act": "place", "hands": "5"}, 302, "finish_hand", id="placed later"),
        pytest.param({"act": "place", "hands": "x"}, 400, "finish_hand", id="placed nowhere"),
        pytest.param({"act": "back"}, 302, None, id="taken back"),
    ],
)
def test_desk_changes_the_call_of_time_at_one_table(
    english: Client, match: Match, sent: dict[str, str], status: int, summary: str | None
) -> None:
    write(match, NINE)
    if sent["act"] != "call":
        call_time(match.pk, **writer(match))
    where = reverse("desk_match_time", args=[match.tournament.slug, match.pk])
    assert english.post(where, sent, headers={"accept-language": "en"}).status_code == status
    assert match_of(match.tournament).sheet.summary.get("time") == summary


def test_tables_and_sheet_show_the_deciding_hand_as_a_fourth_game(english: Client) -> None:
    """If the third game is void, the deciding hand is recorded in a fourth game (COM-TIME-3)."""
    tournament = drawn_tournament(4, profile={"time_unfinished": "void"}, name="Fermo")
    match = match_of(tournament)
    for game, points in enumerate(([70, 0], [0, 70], [41, 29]), start=1):
        body = {"dealer": game - 1, "trionfo": "2C", "card_points": points}
        results.write_hand(match.pk, (game, 1), body, **writer(match))
    call_time(match.pk, **writer(match))
    say_none_begun(match.pk, **writer(match))
    assert match_of(tournament).sheet.summary["next"] == {"game": 4, "hand": 1, "dealer": None}
    english.force_login(tournament.owner)
    assert "ecid" in page(english, "tables", tournament.slug)
    assert "Deciding hand" in page(english, "match_sheet", tournament.slug, match.pk)
    assert "Deciding hand" in page(english, "table", match.pk)
    page(english, "desk_evening", tournament.slug)
    page(english, "desk_match", tournament.slug, match.pk)
    page(english, "tournament", tournament.slug)
    results.write_hand(match.pk, (4, 1), {**NINE, "dealer": 2}, **writer(match))
    assert "Deciding hand" in page(english, "table_sign", match.pk)
    page(english, "tournament", tournament.slug)
    page(english, "match_sheet", tournament.slug, match.pk)
    for side in (0, 1):
        results.sign_sheet(match.pk, side, **writer(match))
    page(english, "desk_correct", tournament.slug, match.pk)
