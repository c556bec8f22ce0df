"""Tests of the random players, one for each card game, written without the code of the rules."""

import ast
from pathlib import Path
from random import Random

import jsonschema  # type: ignore[import-untyped]
import pytest

from scoring.game_parts.description import hand_schema
from scoring.games import CARD_GAMES
from scoring.referee.live_hand import taken_down
from scoring.sheet.rules.reader import read_hand, read_profile
from tests.games import (
    players,
    test_botifarra_hands,
    test_cinquecento_hands,
    test_maniglia_auction_hands,
    test_maniglia_hands,
    test_manni_hands,
    test_marianna_hands,
    test_mariglia_hands,
    test_tressette_hands,
    test_two_players_hands,
)
from tests.games.players import faults_of_marianne
from tests.games.players.campaign import HANDS
from tests.games.players.every_game import PLAYERS
from tests.games.players.judge import JSON, SEED, disagreements
from tests.referee.test_live_hand import line_of, opened
from tests.tiers import sampled

EVERY = pytest.mark.parametrize("card_game", PLAYERS)
RULES = Path(__file__).parents[1]
OF_BOTH_MARIANNE = faults_of_marianne.FAULTS
RULES_BROKEN = {
    "mariglia": [fault.rule for fault in test_mariglia_hands.FAULTS],
    "maniglia": [fault.rule for fault in test_maniglia_hands.FAULTS],
    "maniglia_auction": [fault.rule for fault in test_maniglia_auction_hands.FAULTS],
    "marianna": [fault.rule for fault in (*OF_BOTH_MARIANNE, *test_marianna_hands.OWN_FAULTS)],
    "cinquecento": [fault.rule for fault in (*OF_BOTH_MARIANNE, *test_cinquecento_hands.OWN_FAULTS)],
    "manni": [fault.rule for fault in test_manni_hands.FAULTS],
    "tressette": [fault.rule for fault in test_tressette_hands.FAULTS],
    "botifarra": [fault.rule for fault in test_botifarra_hands.FAULTS],
    **{game: [row[2] for row in rows] for game, rows in test_two_players_hands.FAULTS.items()},
}


def test_every_card_game_has_a_random_player() -> None:
    assert PLAYERS.keys() == RULES_BROKEN.keys() == CARD_GAMES.keys()


@EVERY
def test_every_card_game_has_at_least_ten_deliberate_errors(card_game: str) -> None:
    assert len(RULES_BROKEN[card_game]) >= 10
    assert len(set(RULES_BROKEN[card_game])) >= 4


@EVERY
@pytest.mark.parametrize("seed", range(5))
def test_wrong_score_count_of_a_random_game_is_reported(card_game: str, seed: int) -> None:
    """COM-3: the test changes the count of the players: one point too many, then a wrong winner."""
    random = Random(seed)
    played = PLAYERS[card_game](random)
    assert disagreements(card_game, played) == []
    total = random.choice(played.running)
    side = random.randrange(len(total))
    total[side] += 1
    assert disagreements(card_game, played)
    total[side] -= 1
    played.winner = 1 if played.winner == 0 else 0
    assert disagreements(card_game, played)


@EVERY
def test_random_hands_match_the_schema_and_are_read_back_unchanged_from_json(card_game: str) -> None:
    game, random = CARD_GAMES[card_game], Random(card_game)
    schema = jsonschema.Draft202012Validator(hand_schema(game))
    for played in (PLAYERS[card_game](random) for _game in range(3)):
        profile = read_profile(game, played.profile)
        for raw in played.hands:
            hand, _problems = read_hand(game, profile, raw)
            assert hand is not None
            again, _problems = read_hand(game, profile, hand.as_json())
            assert again is not None
            assert again.as_json() == hand.as_json()
            assert schema.is_valid(raw)
            assert schema.is_valid(hand.as_json())
            assert not schema.is_valid({**raw, "joker": True})


@pytest.mark.parametrize("card_game", sampled(PLAYERS, 4))
def test_random_hands_are_accepted_with_or_without_the_cards_of_each_trick(card_game: str) -> None:
    """COM-HELD-1, COM-3: a legal hand is accepted both on a sheet and when recorded card by card.

    In Cinquecento, declarations out of turn cannot be recorded (docs/decisions/0016) and are skipped.
    """
    game, random = CARD_GAMES[card_game], Random(f"{SEED} recording {card_game}")
    hands = tapped = 0
    while hands < HANDS or tapped < HANDS / 4:
        played = PLAYERS[card_game](random)
        profile = read_profile(game, played.profile)
        for raw in played.hands:
            short = {key: value for key, value in raw.items() if key != "play"}
            _hand, problems = read_hand(game, profile, short)
            assert [each for each in problems if each.level == "error"] == [], (played.profile, short)
            hands += 1
            if raw.get("play") and "state" not in raw and (card_game != "cinquecento" or in_turn(raw)):
                line = line_of(card_game, played.profile, raw)
                recording, accepted_line, refusal = taken_down(opened(card_game, played.profile, raw), line)
                assert (refusal, accepted_line) == (None, line), (played.profile, raw)
                assert recording.over
                tapped += 1
    print(f"{card_game}: {hands} hands without their tricks, {tapped} card by card")


def in_turn(hand: JSON) -> bool:
    """Return whether the declarations in every trick follow the order of play."""
    return all(
        places == sorted(places)
        for trick in hand["play"]
        for places in [[(each["player"] - trick["leader"]) % 4 for each in trick.get("declared", ())]]
    )


def imported(file: Path) -> set[str]:
    """Return all modules that a file imports."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    plain = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return plain | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


def test_random_players_import_no_code_of_the_rules() -> None:
    """Only the module `judge` imports the rules, because it compares recorded games with the rules."""
    files = [*Path(players.__path__[0]).glob("*.py"), RULES / "referee" / "random_player.py"]
    assert len(files) > len(PLAYERS)
    of_the_rules = {
        file.stem: {name for name in imported(file) if name.startswith("scoring")} for file in files
    }
    assert {name: imports for name, imports in of_the_rules.items() if imports} == {
        "judge": {"scoring.sheet.rules.sheet", "scoring.types"}
    }
