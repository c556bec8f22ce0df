"""Tests of hands recorded during play, in each card game, from the first card to the counted points."""

from random import Random
from typing import Any

import pytest

from scoring.game_parts.card_game import Moment
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.referee.live_hand import Recording, begun, needed, taken_down, word_of
from scoring.sheet.rules.reader import read_hand, read_profile
from tests.games.players.every_game import PLAYERS
from tests.referee.random_player import play_a_hand
from tests.referee.replays import hands_of, replayed


def line_of(card_game: str, profile: Any, hand: Any) -> str:
    """Return the cards and declarations of a hand as one string, in order and separated by hyphens."""
    replay = replayed(card_game, profile, hand)
    words = []
    for act in replay.acts:
        if act.declaration:
            combination = act.declaration.kind in ("mariannino", "mariannone")
            words.append(word_of(act.declaration._replace(suit=None) if combination else act.declaration))
        elif act.kind.value == "cards":
            words.append(act.cards[0].name)
    return "-".join(words)


def opened(card_game: str, profile: Any, hand: Any) -> Recording:
    """Return a new recording of a hand in which no card has been played yet."""
    game = CARD_GAMES[card_game]
    before = {field.key: hand[field.key] for field in needed(game)}
    recording = begun(game, read_profile(game, profile), before)
    assert recording
    return recording


@pytest.mark.parametrize("card_game", PLAYERS)
def test_hand_recorded_step_by_step_equals_the_hand_on_the_sheet(card_game: str) -> None:
    """Points are counted by the rules MAR-SCORE-1, MAU-CARD-1, MNA-SCORE-1, MGO-SCORE-1 and MNI-SCORE-1."""
    for profile, hand in hands_of(card_game, "recording"):
        line = line_of(card_game, profile, hand)
        recording, accepted_line, refusal = taken_down(opened(card_game, profile, hand), line)
        assert (refusal, accepted_line) == (None, line)
        assert recording.over
        fields = recording.written_fields()
        for key in {"card_points", "tricks", "last_trick"} & hand.keys():
            assert fields[key] == hand[key]
        declarations = [(each["side"], each.get("suit")) for each in fields.get("declarations", [])]
        assert declarations == [(each["side"], each.get("suit")) for each in hand.get("declarations", [])]
        game = CARD_GAMES[card_game]
        before = {field.key: hand[field.key] for field in needed(game)}
        read, problems = read_hand(game, recording.profile, {**before, **fields})
        assert read, problems


@pytest.mark.parametrize("card_game", PLAYERS)
def test_card_by_card_recording_returns_the_seat_that_plays_the_next_card(card_game: str) -> None:
    profile, hand = hands_of(card_game, "turns")[0]
    start = opened(card_game, profile, hand)
    replay, words = replayed(card_game, profile, hand), line_of(card_game, profile, hand).split("-")
    acts = [act for act in replay.acts if act.kind.value in ("cards", "declared")]
    for count, act in enumerate(acts):
        recording, _accepted_line, _refusal = taken_down(start, "-".join(words[:count]))
        assert not recording.over
        if act.kind.value == "cards":
            assert recording.turn == act.seat
            assert act.cards[0] not in recording.played
        else:
            assert act.declaration in recording.may_be_declared()


@pytest.mark.parametrize("duty", ["revoke", "must_beat", "must_trump"])
def test_illegal_card_is_refused_at_the_latest_when_the_required_card_is_played(duty: str) -> None:
    """A revoke is proved when the player later plays a card of the suit led (MAR-PLAY-1, MAR-IRR-2)."""
    random, fault_count = Random(duty), 0
    while fault_count < 5:
        played = play_a_hand(random, cheat=duty)
        if played.cheated is None:
            continue
        fault_count += 1
        hand = played.written()
        cards = [card for trick in hand["play"] for card in trick["cards"]]
        recording, accepted_line, refusal = taken_down(opened("mariglia", {}, hand), "-".join(cards))
        assert refusal
        assert refusal.finding.rule == "MAR-PLAY-1"
        assert refusal.word == cards[len(accepted_line.split("-"))]
        assert len(recording.played) >= played.cheated[0] * 4 + played.cheated[1]


def test_turned_card_is_refused_from_a_player_other_than_the_dealer() -> None:
    """The turned card is the dealer's last card (MAR-TRI-1)."""
    hand = play_a_hand(Random(3)).written()
    start = opened("mariglia", {}, hand)
    recording, accepted_line, refusal = taken_down(start, hand["trionfo"])
    assert (recording, accepted_line) == (start, "")
    assert refusal
    assert (refusal.finding.code, refusal.finding.rule) == ("trionfo_not_the_dealers", "MAR-TRI-1")


def test_marriage_is_declared_once_and_only_by_the_leader() -> None:
    """A player can declare a marriage only when leading to a trick (MGO-MARR-1)."""
    start = opened("mariagio", {}, {"dealer": 0, "trump": "H"})
    assert sorted(word_of(declaration) for declaration in start.may_be_declared()) == [".C", ".D", ".H", ".S"]
    recording, accepted_line, refusal = taken_down(start, ".H-.H")
    assert (accepted_line, refusal.finding.rule if refusal else "") == (".H", "MGO-MARR-1")
    assert sorted(word_of(each) for each in recording.may_be_declared()) == [".C", ".D", ".S"]
    led, _accepted_line, _refusal = taken_down(start, ".H-2C")
    assert led.may_be_declared() == []


@pytest.mark.parametrize("line", ["XX", "AS-AS", "KH-.H", "-", "as", "AS KS", "marianna.H", "10S"])
def test_malformed_or_impossible_action_ends_the_recording_without_an_error(line: str) -> None:
    start = opened("mariglia", {}, {"dealer": 0, "trionfo": "2C"})
    recording, accepted_line, refusal = taken_down(start, line)
    assert refusal is None
    assert len(recording.played) == len([word for word in accepted_line.split("-") if word]) <= 1


@pytest.mark.parametrize("body", [{}, {"dealer": 0}, {"dealer": 7, "trionfo": "KH"}, {"trionfo": "KH"}])
def test_card_by_card_recording_needs_a_dealer_and_a_turned_card(body: Any) -> None:
    game = CARD_GAMES["mariglia"]
    profile: Profile = read_profile(game, {})
    assert begun(game, profile, body) is None


# A hand of Marianna without declarations, and its profile.
CLUB, HAND = next(example for example in hands_of("marianna", "whole") if not example[1]["declarations"])


def tricks_of(count: int) -> str:
    """Return the first `count` tricks of the sample hand as a string of cards, separated by hyphens."""
    return "-".join(card for trick in HAND["play"][:count] for card in trick["cards"])


@pytest.mark.parametrize(
    ("profile", "tricks", "is_offered"),
    [
        pytest.param({}, 4, True, id="MNA-DECL-3 while the stock lasts"),
        pytest.param({}, 5, False, id="MNA-DECL-3 after it"),
        pytest.param({"late_trick6": True}, 5, True, id="MNA-DECL-3 in the sixth trick"),
        pytest.param({"late_trick6": True}, 6, False, id="MNA-DECL-3 after the sixth"),
    ],
)
def test_declarations_are_offered_only_in_the_allowed_tricks(
    profile: Any, tricks: int, is_offered: bool
) -> None:
    start = opened("marianna", {"pack": CLUB["pack"], **profile}, HAND)
    recording, accepted_line, _refusal = taken_down(start, tricks_of(tricks))
    assert accepted_line == tricks_of(tricks)
    assert bool(recording.may_be_declared()) == is_offered


@pytest.mark.parametrize(("who_may", "is_offered"), [("any_at_turn", True), ("leader_only", False)])
def test_option_determines_which_players_may_declare(who_may: str, is_offered: bool) -> None:
    """An option decides which players may declare (MNA-DECL-4)."""
    start = opened("marianna", {"who_may": who_may}, {"dealer": 0})
    assert start.may_be_declared()
    led, _accepted_line, _refusal = taken_down(start, "2C")
    assert bool(led.may_be_declared()) == is_offered


def test_declared_suit_is_not_offered_again() -> None:
    """Each suit can be declared once in a hand (MNA-DECL-3)."""
    start = opened("marianna", {"mariannino": False, "mariannone": "off"}, {"dealer": 0})
    recording, _accepted_line, _refusal = taken_down(start, "marianna.H-2C")
    assert sorted(word_of(each) for each in recording.may_be_declared()) == [
        "marianna.C",
        "marianna.D",
        "marianna.S",
    ]


LATIN_COPRI = {"pack": "latin", "copri": True, "mariannino": False, "mariannone": "off"}
# Four tricks in which the leader asks to be covered, without success; seat 1 leads the first trick.
FAILED = [
    "copri.D-KD-AD-HD-2D",  # an opponent's Ace wins the trick
    "copri.C-KC-2C-4D-4C",  # the partner has no Horse and plays another suit, and the King wins
    "copri.S-4S-5S-6S-7S",  # the leader asks, and leads another card
    "copri.B-HB-3B-KB-2B",  # an opponent's Three wins the trick
]
LEADERS = [1, 2, 2, 1]


@pytest.mark.parametrize("card_game", ["marianna", "cinquecento"])
def test_failed_cover_of_a_marriage_scores_nothing_and_play_continues(card_game: str) -> None:
    """COP-1: after the failed cover, the hand still has no trumps, and every card of the trick is legal."""
    profile = {
        key: value for key, value in LATIN_COPRI.items() if card_game == "marianna" or key[:3] != "mar"
    }
    start = opened(card_game, profile, {"dealer": 0})
    line = "-".join(FAILED)
    recording, accepted_line, refusal = taken_down(start, line)
    assert (refusal, accepted_line) == (None, line)
    assert [trick.leader for trick in recording.play] == LEADERS
    assert recording.trump is None
    rest = [card for card in recording.profile.pack.cards if card not in {c.name for c in recording.played}]
    full_line = "-".join([line, *rest])
    over, accepted_line, refusal = taken_down(start, full_line)
    assert (refusal, accepted_line, over.over) == (None, full_line, True)
    fields = over.written_fields()
    assert fields["declarations"] == []
    assert [len(trick.get("declared", [])) for trick in fields["play"]] == [1] * 4 + [0] * 6
    game = CARD_GAMES[card_game]
    read, problems = read_hand(game, over.profile, {"dealer": 0, **fields})
    assert read, problems
    scored = game.score(read, Moment(game, over.profile, (0, 0), 500))
    assert scored["declarations"] == (0, 0)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        pytest.param("", True, id="COP-1 who leads the first trick"),
        pytest.param("2S", False, id="COP-1 who does not lead"),
        pytest.param("copri.D", False, id="COP-1 who has asked in this trick"),
        pytest.param(FAILED[0], True, id="COP-1 after it failed"),
        pytest.param("copri.D-KD-4D-HD-2D", False, id="COP-2 after it succeeded"),
        pytest.param("marianna.S-2S-4S-5S-6S", False, id="COP-2 after a marianna"),
    ],
)
def test_cover_of_a_marriage_is_offered_to_the_leader_while_there_are_no_trumps(
    line: str, offered: bool
) -> None:
    recording, accepted_line, _refusal = taken_down(opened("marianna", LATIN_COPRI, {"dealer": 0}), line)
    assert accepted_line == line
    assert any(declaration.kind == "copri" for declaration in recording.may_be_declared()) == offered


def test_suit_of_a_failed_cover_of_a_marriage_is_not_offered_again() -> None:
    """COP-1, MNA-DECL-1: the suit of an uncovered marriage can no longer be declared."""
    recording, _accepted_line, _refusal = taken_down(
        opened("marianna", LATIN_COPRI, {"dealer": 0}), FAILED[0]
    )
    offered = sorted(word_of(declaration) for declaration in recording.may_be_declared())
    assert offered == ["copri.B", "copri.C", "copri.S", "marianna.B", "marianna.C", "marianna.S"]


def test_failed_cover_of_a_marriage_scores_nothing_and_later_declarations_count() -> None:
    """COP-1, COP-2: the second marriage is covered and scores 20; the marianna declared later scores 60."""
    line = f"{FAILED[0]}-copri.C-KC-2C-HC-4C-marianna.S-2S"
    recording, accepted_line, refusal = taken_down(opened("marianna", LATIN_COPRI, {"dealer": 0}), line)
    assert (refusal, accepted_line) == (None, line)
    assert [word_of(declaration) for declaration in recording.declarations] == ["copri.C", "marianna.S"]
    assert recording.trump == "S"


def test_marianna_declared_during_the_cover_of_a_marriage_makes_the_cover_fail() -> None:
    """COP-1, MNA-DECL-2: an opponent declares a marianna in the same trick, so the trick has trumps."""
    line = "copri.D-KD-marianna.C-2C-HD-4D"
    recording, accepted_line, refusal = taken_down(opened("marianna", LATIN_COPRI, {"dealer": 0}), line)
    assert (refusal, accepted_line) == (None, line)
    assert [word_of(declaration) for declaration in recording.declarations] == ["marianna.C"]
    assert recording.turn == 2
