"""Tests of the guides to the card games: every example agrees with the rules and the referee."""

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring.cards.packs import Card
from scoring.cards.tricks import Turn, best_place, breach
from scoring.field_kinds.declarations import Declaration, Declarations
from scoring.game_parts.briscola_cards import marriage
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES, tressette
from scoring.games.manni import Contract, shown_to_the_referee
from scoring.guides import loader
from scoring.guides.rules.guide import PLAYERS, Example, Guide, HandCards, TrickExample
from scoring.referee.live_hand import Recording, begun
from scoring.referee.referee import Case
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.rules.sheet import check_sheet
from tests.games.players.two_players import Club, PlayedHand, Table


def guide_of(card_game: CardGame, language: str = "en") -> Guide:
    """Return the guide of a game; fail if the game has none."""
    guide = loader.guide_of(card_game.key, language)
    assert guide is not None, card_game.key
    return guide


EVERY = pytest.mark.parametrize("card_game", CARD_GAMES.values(), ids=CARD_GAMES)
EXAMPLES = [
    pytest.param(card_game, example, id=f"{key}-{number}")
    for key, card_game in CARD_GAMES.items()
    for number, example in enumerate(guide_of(card_game).examples, start=1)
]
TRICKS = [
    pytest.param(card_game, example, id=f"{key}-{number}")
    for key, card_game in CARD_GAMES.items()
    for number, example in enumerate(guide_of(card_game).tricks, start=1)
]
SENTENCE_END = re.compile(r"[.?](?= |$)")


def faults(card_game: CardGame, example: Example) -> list[str]:
    """Return the differences between an example and its verdict: problems, running totals, and winner."""
    sheet = example.sheet
    verdict = check_sheet(
        {
            "card_game": card_game.key,
            "profile": sheet["profile"],
            "games": [{"hands": sheet["hands"]}],
        }
    )
    differences = [
        f"{problem.rule} {problem.where}" for problem in verdict.problems if problem.level == "error"
    ]
    game = verdict.state.games[0]
    running = tuple(hand.running if hand else None for hand in game.hands)
    if running != example.running:
        differences.append(f"running {running}, not {example.running}")
    if game.winner != example.winner:
        differences.append(f"winner {game.winner}, not {example.winner}")
    return differences


@pytest.mark.parametrize(("card_game", "example"), EXAMPLES)
def test_worked_example_agrees_with_the_computed_scores_and_winner(
    card_game: CardGame, example: Example
) -> None:
    assert faults(card_game, example) == []


@EVERY
def test_worked_example_with_wrong_numbers_is_found(card_game: CardGame) -> None:
    example = guide_of(card_game).examples[0]
    *before, (first, *rest) = example.running
    wrong_sum = (*before, (first + 1, *rest))
    assert faults(card_game, example._replace(running=wrong_sum))
    assert faults(card_game, example._replace(winner=1 if example.winner == 0 else 0))
    hands = [{**hand, "dealer": 9} for hand in example.sheet["hands"]]  # type: ignore[attr-defined]
    assert faults(card_game, example._replace(sheet={**example.sheet, "hands": hands}))


class Trick:
    """An example trick of a guide, checked by the referee of its game."""

    def __init__(self, card_game: CardGame, example: TrickExample) -> None:
        self.card_game, self.example = card_game, example
        self.profile: Profile = read_profile(card_game, dict(example.profile))
        self.cards = self.read(example.cards)

    def read(self, cards: str) -> tuple[Card, ...]:
        return tuple(self.profile.read_card(card, "") for card in cards.split())

    def seat(self, place: int) -> int:
        return (self.example.leader + place) % self.profile.seats

    def case(self, *, declared: bool = True) -> Case:
        """Return the completed example trick as input for the referee, with or without declarations."""
        start = begun(self.card_game, self.profile, self.example.hand)
        assert start is not None, "the fields before the first card are incomplete"
        declarations = self.example.declared if declared else ()
        tricks = [*self.example.before, {"leader": self.example.leader, "cards": self.example.cards.split()}]
        tricks[-1] = {**tricks[-1], "declared": [*declarations]} if declarations else tricks[-1]
        play = start.follows.play.read(tricks, self.profile)
        return start.follows.case(start.hand, self.profile, play)

    def recording(self) -> Recording:
        recording = begun(self.card_game, self.profile, self.example.hand)
        assert recording is not None
        return recording

    def breaches(self, hand: HandCards) -> dict[str, str]:
        """Return the illegal cards of a hand, each with the code of the duty that it breaks."""
        case = self.case()
        free = len(self.example.before) < case.rules.drawing and not self.example.stock_gone
        lying, seat = self.cards[: hand.place], self.seat(hand.place)
        teams = case.teams
        winning = self.seat(best_place(lying, case.trumps[-1], case.strength)) if lying else None
        partner = winning is not None and teams[winning] == teams[seat]
        turn = Turn(self.read(hand.cards), lying, case.trumps[-1], case.strength, partner)
        duties = {card: breach(turn, card, () if free else case.rules.duties) for card in turn.hand_cards}
        return {card.name: duty.code for card, duty in duties.items() if duty}

    def faults(self) -> Iterator[str]:
        """Yield the differences between the example trick and the results of the referee."""
        case, example = self.case(), self.example
        if len(self.cards) != self.profile.seats:
            yield f"{len(self.cards)} cards"
        if case.winner(len(case.play) - 1) != example.winner:
            yield f"won by {case.winner(len(case.play) - 1)}"
        for number, trick in enumerate(case.play):
            if example.before and trick.leader != case.leader(number):
                yield f"trick {number} is led by another"
        worth = sum(self.profile.card_values[card.rank] for card in self.cards) + case.rules.trick_point
        if worth != example.points:
            yield f"worth {worth}"
        trumps = (self.case(declared=False).trumps[-1], case.trumps[-1])
        if trumps != (example.trumps[0], example.trumps[-1]):
            yield f"trumps {trumps}"
        yield from self._declared_faults(case)
        yield from self._cards_faults()

    def _declared_faults(self, case: Case) -> Iterator[str]:
        """Yield an error for each declaration that is not allowed or whose cards are not held."""
        for look in self.recording().follows.looks:
            if fault := look(case):
                yield f"declared: {fault.code}"

    def _cards_faults(self) -> Iterator[str]:
        """Yield the errors in the cards that the example shows in the hands of players.

        An error is a card that is shown twice, a played card that is illegal or not in the hand, or a card
        that is wrongly shown as legal or illegal.
        """
        example = self.example
        first = [card for trick in example.before for card in trick["cards"]]  # type: ignore[attr-defined]
        hands = {hand.place: hand.cards.split() for hand in example.hands}
        table = [card for place, card in enumerate(example.cards.split()) if place not in hands]
        all_cards = [*first, *table, *(card for cards in hands.values() for card in cards)]
        if len(all_cards) != len(set(all_cards)):
            yield f"a card lies there twice: {sorted(all_cards)}"
        for hand in example.hands:
            played = self.cards[hand.place].name
            if played not in hand.cards.split() or played in hand.refused:
                yield f"{played} is not a card that {PLAYERS[self.seat(hand.place)]} may play"
            if self.breaches(hand) != hand.refused:
                yield f"refused at place {hand.place}: {self.breaches(hand)}"

    def unheld(self) -> Iterator[str]:
        """Yield each declared marriage or napoletana whose cards are not in the hand shown."""
        field = next(each for each in self.card_game.fields if isinstance(each.kind, Declarations))
        declarations: tuple[Declaration, ...] = self.case().play[-1].declared
        assert field.kind
        for each in declarations:
            if each.kind == "copri":
                continue
            place = (each.seat - self.example.leader) % self.profile.seats
            hand = next((hand for hand in self.example.hands if hand.place == place), None)
            combination = tressette.cards_of(each, self.profile) if self.card_game.key == "tressette" else ()
            cards = {card.name for card in combination or marriage(self.profile, str(each.suit))}
            if hand is None or not cards <= set(hand.cards.split()):
                yield f"{each.kind} {each.suit}"


@pytest.mark.parametrize(("card_game", "example"), TRICKS)
def test_example_trick_agrees_with_the_computed_winner_and_points(
    card_game: CardGame, example: TrickExample
) -> None:
    assert [*Trick(card_game, example).faults()] == []


@pytest.mark.parametrize(
    ("card_game", "example"),
    [row for row in TRICKS if row.values[1].declared],  # type: ignore[union-attr]
)
def test_declared_cards_of_an_example_trick_are_in_the_hand_shown(
    card_game: CardGame, example: TrickExample
) -> None:
    assert [*Trick(card_game, example).unheld()] == []


@pytest.mark.parametrize(("card_game", "example"), TRICKS)
def test_example_trick_with_wrong_values_is_found(card_game: CardGame, example: TrickExample) -> None:
    def found(**other: Any) -> bool:
        return any(Trick(card_game, example._replace(**other)).faults())

    assert found(winner=(example.winner + 1) % 2)
    assert found(points=example.points + 1)
    assert found(trumps=("C" if example.trumps[0] != "C" else "D", *example.trumps[1:]))
    for place, hand in enumerate(example.hands):
        nothing = [*example.hands[:place], hand._replace(refused={}), *example.hands[place + 1 :]]
        assert found(hands=tuple(nothing)) is bool(hand.refused)
        for card in {*hand.cards.split()} - {*hand.refused}:
            one_more = hand._replace(refused={**hand.refused, card: "revoke"})
            assert found(hands=(*example.hands[:place], one_more, *example.hands[place + 1 :]))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        pytest.param("points = 2", "points = 3", "worth 2", id="points"),
        pytest.param("winner = 2", "winner = 1", "won by 2", id="winner"),
        pytest.param('trumps = ["none"]', 'trumps = ["D"]', "trumps (None, None)", id="trumps"),
        pytest.param("7C", "AS", "a card lies there twice", id="cards"),
        pytest.param("[[184, 116]]", "[[184, 117]]", "running ((184, 116),), not ((184, 117),)", id="totals"),
        pytest.param("[[184, 116]]", "[[184, 116]]\nwinner = 0", "winner None, not 0", id="winner of a game"),
        pytest.param('suit = "H", trick = 2', 'suit = "D", trick = 2', "MNA-", id="a score sheet"),
    ],
)
def test_mistake_in_a_data_file_of_a_guide_is_reported(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    for part in ("data", "en"):
        shutil.copytree(loader.FOLDER / part, tmp_path / part)
    file, card_game = tmp_path / "data" / "marianna.toml", CARD_GAMES["marianna"]
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    guide = loader.load_guide(tmp_path, "marianna")
    assert guide
    every = [each for example in guide.tricks for each in Trick(card_game, example).faults()]
    every += [each for example in guide.examples for each in faults(card_game, example)]
    assert any(each.startswith(fault) for each in every), every


def test_each_duty_of_a_game_is_shown_in_an_example_trick() -> None:
    """The examples break the duties to follow, beat and trump; in one trick any card may be played."""
    for key in ("mariglia", "maniglia", "mariaggia", "botifarra"):
        hands = [hand for example in guide_of(CARD_GAMES[key]).tricks for hand in example.hands]
        codes = {code for hand in hands for code in hand.refused.values()}
        assert codes == {"revoke", "must_beat", "must_trump"}, key
    for key in ("mariglia", "maniglia", "botifarra"):
        assert any(not hand.refused for one in guide_of(CARD_GAMES[key]).tricks for hand in one.hands), key


def test_example_trick_with_changing_trumps_is_won_by_the_later_trump_suit() -> None:
    example = guide_of(CARD_GAMES["marianna"]).tricks[1]
    assert example.trumps == ("H", "S")
    before = Trick(CARD_GAMES["marianna"], example).case(declared=False)
    assert before.winner(1) == PLAYERS.index("Dino")
    assert example.winner == PLAYERS.index("Anna")


EXCHANGE = guide_of(CARD_GAMES["mariagio"]).tricks[0]


def exchanged_hand(random: Random, example: TrickExample, player: int) -> Mapping[str, Any]:
    """Return a complete hand of Mariagio whose first trick is the given example trick.

    In this trick the given player makes the exchange of the example. Two random players play the other
    tricks.
    """
    assert example.exchanged
    given_card, turned = example.exchanged
    club = Club("mariagio", {"targets": [200], "pack": "french", "ten_card": "seven", "captured": False})
    hands = [hand.cards.split() for hand in example.hands]
    rest = {rank + suit for rank in club.ranks for suit in club.suits} - {given_card, *hands[0], *hands[1]}
    stock = [given_card, *random.sample(sorted(rest), len(rest))]
    hand = PlayedHand(1, str(example.hand["trump"]), declared=[{"side": 0, "suit": "H", "trick": 1}])
    hand.play.append(
        {
            "leader": 0,
            "cards": example.cards.split(),
            "winner": example.winner,
            "exchanged": {"player": player, "card": turned},
            "declared": [{"side": 0, "suit": "H"}],
            "drawn": [stock.pop(), stock.pop()],
        }
    )
    hand.points[example.winner] += example.points
    for seat, cards in enumerate(hands):
        cards.remove(example.cards.split()[seat])
    for place, card in enumerate(hand.play[0]["drawn"]):
        hands[(example.winner + place) % 2].append(card)
    table, leader = Table(random, club, hand, hands, stock, lambda _hand: None, ""), example.winner
    for number in range(2, 21):
        leader = table.play_a_trick(number, leader)
    hand.last = leader
    return hand.written()


def problems(hand: Mapping[str, Any]) -> list[str]:
    verdict = check_sheet({"card_game": "mariagio", "profile": {}, "games": [{"hands": [hand]}]})
    return [problem.code for problem in verdict.problems if problem.level == "error"]


@pytest.mark.parametrize("seed", range(20))
def test_example_exchange_and_marriage_are_legal_for_the_leader_only(seed: int) -> None:
    assert problems(exchanged_hand(Random(seed), EXCHANGE, player=0)) == []
    assert problems(exchanged_hand(Random(seed), EXCHANGE, player=1)) == ["exchanged_off_lead"]


def test_guide_of_manni_has_the_rank_orders_used_to_check_the_play() -> None:
    guide, manni = guide_of(CARD_GAMES["manni"]), CARD_GAMES["manni"]
    profile = read_profile(manni, {})
    for kind, order in zip(("KS", "3D"), guide.rank_orders, strict=True):
        start = begun(manni, profile, {"dealer": 0, "cut": kind})
        assert start
        strength = shown_to_the_referee(start.hand, profile, ()).strength
        assert sorted(strength, key=lambda rank: -strength[rank]) == [*order.ranks]
    assert Contract.NULLO.value in guide.rank_orders[1].name.lower()


@EVERY
def test_guide_has_rank_orders_only_if_cards_have_no_values(card_game: CardGame) -> None:
    assert bool(guide_of(card_game).rank_orders) is not any(card_game.card_values)


@EVERY
def test_card_packs_marked_as_house_rules_in_a_guide_are_packs_of_the_game(card_game: CardGame) -> None:
    decks = {word for deck in card_game.court_orders for word in deck}
    guide = guide_of(card_game)
    assert guide.house_decks <= decks
    assert card_game.pack.key not in guide.house_decks


@pytest.mark.parametrize("language", ["en", "it"])
@EVERY
def test_guide_contains_all_required_parts_from_the_summary_to_the_sources(
    card_game: CardGame, language: str
) -> None:
    guide = guide_of(card_game, language)
    assert len(SENTENCE_END.findall(guide.summary)) == 2
    assert len(guide.examples) >= 2
    assert guide.tricks
    assert 5 <= len(guide.words) <= 9
    assert all(site and title for site, title in guide.sources)
    assert len(guide.sources) == len(set(guide.sources)) >= 1
    assert guide.history
    titles = [section.title for section in guide.sections]
    assert len(titles) == len(set(titles)) >= 5
    assert all(section.paragraphs and all(section.paragraphs) for section in guide.sections)
