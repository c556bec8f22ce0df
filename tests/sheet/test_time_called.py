"""Tests of calls of time: effects on the hand in play, the game in progress, and the match (COM-TIME)."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_next_hand, check_sheet
from scoring.sheet.rules.time_called import TimeCall, read_time_call
from scoring.types import Verdict
from tests.evenings.hands import Games, Writer
from tests.sheet.builders import (
    a_hand,
    a_sheet,
    a_won_game,
    errors,
    hands_to,
    problem_keys,
    turned_hand,
    verdict_on,
)

# A check of a sheet that runs inside the test.
Check = Callable[[], Verdict]
GROUPS, KNOCKOUT = {"draws": True}, {"draws": False}
NOT_BEGUN = {"begun": False}


def called(*games: Any, hands: int, profile: Any = None, **call: Any) -> Verdict:
    """Return the verdict on a sheet with a call of time after `hands` hands."""
    return check_sheet(a_sheet(*games, **(profile or {})) | {"time_called": {"hands": hands, **call}})


def of_nets(*nets: int, **call: Any) -> Verdict:
    """Return the verdict on an auction game in which time is called at the given net scores."""
    sheet = {"card_game": "maniglia_auction", "profile": {}, "games": [{"final": [*nets]}]}
    return check_sheet(sheet | {"time_called": {"hands": 0, "begun": False, **call}})


def outcome_of(verdict: Verdict) -> Any:
    """Return a tuple: match over, games won, winner, next step, and the effect of time on each game."""
    state = verdict.state
    marks = [game.by_time.value if game.by_time else None for game in state.games]
    return state.over, state.games_won, state.winner, state.time and state.time.value, marks


NINE = a_hand(0, "KC", (41, 29))  # 9 to 0
LEVEL = a_hand(1, "2C", (35, 35))  # nobody scores
TEN_LESS = a_hand(1, "2C", (26, 44))  # 9 for the other side


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(a_hand(0, "KC", (41, 29)), id="COM-TIME-1 the trionfo was turned, so it is played out"),
        pytest.param(turned_hand(0, "7C"), id="COM-TIME-1 the trionfo itself ended the game"),
        pytest.param(turned_hand(0, "7C", "annulled"), id="COM-TIME-1 the hand begun was annulled"),
    ],
)
def test_hand_in_play_when_time_is_called_is_accepted_and_later_hands_are_refused(
    begun: dict[str, Any],
) -> None:
    before = hands_to((31, 20))
    call = TimeCall(len(before), draws=True)
    card_game = CARD_GAMES["mariglia"]
    place = {"game": 1, "hand": len(before) + 1}
    profile = read_profile(card_game, {"targets": [35]})
    check = check_next_hand(card_game, profile, [{"hands": before}], begun, **place, time=call)
    assert (check.problems, check.state.over, check.state.winner) == ((), True, 0)
    after = called([*before, begun, NINE], hands=len(before), profile={"targets": [35]}, **GROUPS)
    assert ("hand_after_time", "error") in [(each.code, each.level) for each in after.problems] or errors(
        after
    ) == [("COM-5", f"/games/0/hands/{len(before) + 1}")]


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        pytest.param(
            partial(called, [NINE], hands=1, **GROUPS),
            (False, (0, 0), None, "finish_hand", [None]),
            id="COM-TIME-1 a hand may have begun: it is waited for",
        ),
        pytest.param(
            partial(called, [NINE], hands=1, **NOT_BEGUN, **GROUPS),
            (True, (1, 0), 0, "over", ["won"]),
            id="COM-TIME-2 the side ahead has the game",
        ),
        pytest.param(
            partial(called, [NINE, TEN_LESS], hands=1, **GROUPS),
            (True, (0, 0), None, "over", ["level"]),
            id="COM-TIME-2 in groups a level game is drawn, and so is the match",
        ),
        pytest.param(
            partial(called, [NINE, TEN_LESS], hands=1, **KNOCKOUT),
            (False, (0, 0), None, "play_on", [None]),
            id="COM-TIME-2 in a knock-out a level game is played on",
        ),
        pytest.param(
            partial(called, [NINE, TEN_LESS, {**LEVEL, "dealer": 2}], hands=1, **KNOCKOUT),
            (False, (0, 0), None, "play_on", [None]),
            id="COM-TIME-2 still level, one more",
        ),
        pytest.param(
            partial(called, [NINE, TEN_LESS, {**NINE, "dealer": 2}], hands=1, **KNOCKOUT),
            (True, (1, 0), 0, "over", ["won"]),
            id="COM-TIME-2 until somebody is ahead",
        ),
        pytest.param(
            partial(called, [NINE], hands=1, profile={"time_unfinished": "void"}, **NOT_BEGUN, **GROUPS),
            (True, (0, 0), None, "over", ["void"]),
            id="COM-TIME-2 option void: the game does not count",
        ),
        pytest.param(
            partial(called, a_won_game(0), a_won_game(1), hands=4, **NOT_BEGUN, **GROUPS),
            (True, (1, 1), None, "over", [None, None]),
            id="COM-TIME-3 level on games in groups is a draw",
        ),
        pytest.param(
            partial(called, a_won_game(0), [NINE], hands=3, **NOT_BEGUN, **KNOCKOUT),
            (True, (2, 0), 0, "over", [None, "won"]),
            id="COM-TIME-3 two games, the second by time",
        ),
        pytest.param(
            partial(called, a_won_game(0), hands=2, **NOT_BEGUN, **KNOCKOUT),
            (True, (1, 0), 0, "over", [None]),
            id="COM-TIME-3 between two games: more games win",
        ),
        pytest.param(
            partial(called, a_won_game(0), [TEN_LESS], hands=3, **NOT_BEGUN, **KNOCKOUT),
            (False, (1, 1), None, "deciding_hand", [None, "won"]),
            id="COM-TIME-3 level on games in a knock-out: one hand decides",
        ),
        pytest.param(
            partial(called, a_won_game(0), [TEN_LESS], [LEVEL], hands=3, **NOT_BEGUN, **KNOCKOUT),
            (False, (1, 1), None, "deciding_hand", [None, "won", None]),
            id="COM-TIME-3 which is repeated while equal",
        ),
        pytest.param(
            partial(called, a_won_game(0), [TEN_LESS], [LEVEL, {**NINE, "dealer": 0}], hands=3, **NOT_BEGUN),
            (True, (2, 1), 0, "over", [None, "won", "won"]),
            id="COM-TIME-3 and then decides",
        ),
        pytest.param(
            partial(called, [NINE], [NINE], hands=1, profile={"time_unfinished": "void"}, **NOT_BEGUN),
            (True, (1, 0), 0, "over", ["void", "won"]),
            id="COM-TIME-3 a void game, then the hand that decides",
        ),
        pytest.param(
            partial(called, hands=0, **NOT_BEGUN),
            (False, (0, 0), None, "deciding_hand", []),
            id="nothing was dealt",
        ),
        pytest.param(
            partial(called, [NINE], hands=0, **NOT_BEGUN),
            (True, (1, 0), 0, "over", ["won"]),
            id="nothing was dealt: the first hand decides",
        ),
        pytest.param(
            partial(called, hands=0, **NOT_BEGUN, **GROUPS),
            (True, (0, 0), None, "over", []),
            id="nothing was dealt: a draw in groups",
        ),
        pytest.param(
            partial(called, {"final": [35, 20]}, {"final": [12, 20]}, hands=0, **NOT_BEGUN, **GROUPS),
            (True, (1, 1), None, "over", [None, "won"]),
            id="COM-8 results alone: the second by time",
        ),
        pytest.param(
            partial(called, {"final": [35, 20]}, [NINE], hands=1, **KNOCKOUT),
            (False, (1, 0), None, "finish_hand", [None, None]),
            id="COM-8 a result alone is no hand of those that stood on the sheet",
        ),
        pytest.param(
            partial(of_nets, 9, -3, -3, -3, **KNOCKOUT),
            (True, (1, 0, 0, 0), 0, "over", ["won"]),
            id="COM-TIME-2 nets written alone",
        ),
        pytest.param(
            partial(of_nets, 6, 6, -6, -6, **GROUPS),
            (True, (0, 0, 0, 0), None, "over", ["level"]),
            id="COM-TIME-2 level nets in groups",
        ),
        pytest.param(
            partial(called, hands=1000), (False, (0, 0), None, "finish_hand", []), id="a thousand hands"
        ),
        pytest.param(
            partial(
                called,
                a_won_game(0),
                a_won_game(1),
                [NINE],
                [TEN_LESS],
                hands=5,
                profile={"time_unfinished": "void"},
                **NOT_BEGUN,
            ),
            (True, (1, 2), 1, "over", [None, None, "void", "won"]),
            id="COM-TIME-3 the third game void: the hand that decides is a fourth",
        ),
    ],
)
def test_call_of_time_ends_a_match_with_the_expected_result(check: Check, expected: Any) -> None:
    verdict = check()
    assert verdict.valid, problem_keys(verdict)
    assert outcome_of(verdict) == expected


@pytest.mark.parametrize(
    ("check", "problem"),
    [
        pytest.param(
            partial(called, [NINE, TEN_LESS, LEVEL | {"dealer": 2}], hands=1, **GROUPS),
            ("COM-TIME-1", "/games/0/hands/2"),
            id="COM-TIME-1 no new hand starts",
        ),
        pytest.param(
            partial(called, [NINE, LEVEL], hands=1, **NOT_BEGUN),
            ("COM-TIME-1", "/games/0/hands/1"),
            id="COM-TIME-1 none had begun",
        ),
        pytest.param(
            partial(called, a_won_game(0), [NINE], hands=2, **NOT_BEGUN),
            ("COM-TIME-3", "/games/1"),
            id="COM-TIME-3 the match is decided",
        ),
        pytest.param(
            partial(called, {"final": [12, 12]}, hands=0),
            ("COM-TIME-2", "/games/0/final"),
            id="a level result",
        ),
        pytest.param(
            partial(of_nets, 6, 6, -6, -6), ("COM-TIME-2", "/games/0/final"), id="level nets in a knock-out"
        ),
        pytest.param(
            partial(of_nets, 9, -3, -3, -2), ("MAU-SCORE-1", "/games/0/final"), id="nets that make one"
        ),
        pytest.param(
            partial(called, hands=-1), ("COM-TIME-1", "/time_called/hands"), id="fewer than no hands"
        ),
        pytest.param(partial(called, hands=1001), ("COM-TIME-1", "/time_called/hands"), id="more than any"),
        pytest.param(partial(called, hands=True), ("COM-TIME-1", "/time_called/hands"), id="no number"),
        pytest.param(partial(called, hands=1, begun=1), ("COM-TIME-1", "/time_called/begun"), id="no flag"),
        pytest.param(partial(called, hands=1, draws=1), ("COM-TIME-1", "/time_called/draws"), id="nor this"),
        pytest.param(partial(called, hands=1, who=1), ("COM-TIME-1", "/time_called/who"), id="no such field"),
        pytest.param(
            partial(check_sheet, a_sheet() | {"time_called": "21:30"}),
            ("COM-TIME-1", "/time_called"),
            id="an instant",
        ),
    ],
)
def test_impossible_entries_after_a_call_of_time_are_refused(check: Check, problem: Any) -> None:
    assert errors(check()) == [problem]


def test_dealer_of_every_deciding_hand_is_drawn_by_lot() -> None:
    """Check that the dealer of a repeated deciding hand is drawn again (COM-TIME-3)."""
    for games in ([a_won_game(0), [TEN_LESS]], [a_won_game(0), [TEN_LESS], [LEVEL]]):
        following = called(*games, hands=3, **NOT_BEGUN).state.next
        assert following is not None
        assert (following.game, following.dealer) == (3, None)
    by_whoever = [LEVEL, LEVEL, a_hand(3, points=(36, 34))]
    verdict = called(a_won_game(0), [{**TEN_LESS, "dealer": 0}], by_whoever, hands=3, **NOT_BEGUN)
    assert problem_keys(verdict) == []


def test_match_ended_by_time_stays_over_if_another_game_is_recorded() -> None:
    """Check that the additional game does not count (COM-TIME-3)."""
    verdict = called(a_won_game(0), [NINE], hands=2, **NOT_BEGUN)
    assert outcome_of(verdict)[:4] == (True, (1, 0), 0, "over")


def test_final_score_of_a_game_stopped_by_time_is_accepted() -> None:
    """Check a final score below the target (COM-8, COM-TIME-2)."""
    state = called({"final": [35, 20]}, {"final": [12, 20]}, hands=0, **NOT_BEGUN, **GROUPS).state
    assert [game.score for game in state.games] == [(35, 20), (12, 20)]


def test_call_of_time_does_not_decide_a_match_with_an_unreadable_game() -> None:
    """Check that the games won stay unknown (COM-3, COM-TIME-3)."""
    verdict = called(None, a_won_game(0), hands=2, **NOT_BEGUN, **GROUPS)
    assert outcome_of(verdict) == (False, (1, 0), None, None, [None, None])


def test_verdict_has_fields_about_time_only_if_time_was_called() -> None:
    verdict = verdict_on([NINE]).as_json()
    assert "time" not in verdict
    assert "by_time" not in verdict["games"][0]
    assert called([NINE], hands=1, **NOT_BEGUN, **GROUPS).as_json()["games"][0]["by_time"] == "won"


@pytest.mark.parametrize(
    ("call", "body"),
    [
        (TimeCall(0), {"hands": 0}),
        (TimeCall(7, begun=True), {"hands": 7, "begun": True}),
        (TimeCall(3, begun=False, draws=True), {"hands": 3, "begun": False, "draws": True}),
        (TimeCall(2, None, True), {"hands": 2, "draws": True}),
    ],
    ids=["nothing said", "a hand had begun", "none had, and level stays level", "level stays level"],
)
def test_call_of_time_is_read_back_unchanged_from_json(call: TimeCall, body: dict[str, Any]) -> None:
    assert call.as_json() == body
    assert read_time_call(body) == (call, [])


EVERY = pytest.mark.parametrize("card_game", CARD_GAMES.values(), ids=CARD_GAMES)
DRAWS = pytest.mark.parametrize("draws", [True, False], ids=["level stays level", "somebody has to win"])


def _begun(card_game: CardGame, seed: int, hands: int) -> Games:
    return Writer(card_game, read_profile(card_game, {}), Random(seed)).play_on([], hands)


@EVERY
@DRAWS
def test_every_card_game_can_be_stopped_by_a_call_of_time(card_game: CardGame, draws: bool) -> None:
    """Check that one more hand is due, and further hands only to break a tie (COM-TIME-1 to 3)."""
    profile = read_profile(card_game, {})
    for seed in range(6):
        games = _begun(card_game, seed, hands=1 + seed % 3)
        hands = sum(len(game["hands"]) for game in games)
        writer = Writer(card_game, profile, Random(seed), TimeCall(hands, draws=draws))
        before = writer.verdict(games)
        if before["next"] is None:
            continue
        assert before["time"] == "finish_hand"
        finished = writer.play_on(games, 1)
        after = writer.verdict(finished)
        assert after["time"] == "over" if draws else after["time"] in ("over", "play_on", "deciding_hand")
        ended = writer.play_on(finished)
        last = writer.verdict(ended)
        assert (last["time"], last["next"], last["valid"]) == ("over", None, True)
        assert draws or last["winner"] is not None
        if draws:
            assert ended == finished
        _refused(writer, ended)


def _refused(writer: Writer, games: Games) -> None:
    """Check that no further hand is accepted."""
    game, hand = len(games), len(games[-1]["hands"]) + 1
    check = check_next_hand(
        writer.card_game, writer.profile, games, games[0]["hands"][0], game=game, hand=hand, time=writer.time
    )
    assert {problem.code for problem in check.problems} & {"hand_after_time", "hand_after_the_game"}


@EVERY
def test_call_of_time_does_not_change_the_score_of_any_hand(card_game: CardGame) -> None:
    games = _begun(card_game, 5, hands=3)
    profile = read_profile(card_game, {})
    called_now = TimeCall(3, begun=False, draws=True)
    plain = Writer(card_game, profile, Random(0)).verdict(games)
    stopped = Writer(card_game, profile, Random(0), called_now).verdict(games)
    assert [game["hands"] for game in plain["games"]] == [game["hands"] for game in stopped["games"]]


@EVERY
def test_current_net_scores_count_in_a_game_stopped_by_time(card_game: CardGame) -> None:
    """Check that the highest net score wins, and that equal highest scores are a tie (COM-TIME-2)."""
    games = _begun(card_game, 9, hands=2)
    writer = Writer(card_game, read_profile(card_game, {}), Random(0), TimeCall(2, begun=False, draws=True))
    verdict = writer.verdict(games)
    last = verdict["games"][-1]
    best = max(last["score"])
    alone = last["score"].count(best) == 1
    if last.get("by_time"):
        assert last["winner"] == (last["score"].index(best) if alone else None)
        assert last["by_time"] == ("won" if alone else "level")


def test_option_for_games_stopped_by_time_is_stored_in_the_profile() -> None:
    """Check that by default the side that is ahead wins (COM-TIME-2)."""
    for card_game in CARD_GAMES.values():
        if "time_unfinished" in card_game.options_by_key:
            assert read_profile(card_game, {}).options["time_unfinished"] == "leader"
            profile = read_profile(card_game, {"time_unfinished": "void"})
            assert profile.as_json()["time_unfinished"] == "void"
