"""The guides of the registry: every worked example comes out as its text says, every account is named."""

import re
from importlib import import_module
from pkgutil import iter_modules

import pytest

from scoring.rules.card_game import CardGame
from scoring.rules.card_games import CARD_GAMES, guides
from scoring.rules.guide import Example, Guide
from scoring.rules.sheet import check_sheet


def guide_of(card_game: CardGame) -> Guide:
    """Return the guide of a game: a game without one is not finished."""
    assert card_game.guide is not None, card_game.key
    return card_game.guide


EVERY = pytest.mark.parametrize("card_game", CARD_GAMES.values(), ids=CARD_GAMES)
EXAMPLES = [
    pytest.param(card_game, example, id=f"{key}-{number}")
    for key, card_game in CARD_GAMES.items()
    for number, example in enumerate(card_game.guide.examples if card_game.guide else (), start=1)
]
A_SEED = re.compile(r"· \d{3}_[0-9a-f]{16}\.txt$")
SENTENCE_END = re.compile(r"[.?](?= |$)")


def faults(card_game: CardGame, example: Example) -> list[str]:
    """Return what is not as the example says: its sheet, its running totals, its winner."""
    sheet = example.sheet
    verdict = check_sheet(
        {
            "card_game": card_game.key,
            "profile": sheet["profile"],
            "games": [{"hands": sheet["hands"]}],
        }
    )
    found = [f"{problem.rule} {problem.where}" for problem in verdict.problems if problem.level == "error"]
    game = verdict.state.games[0]
    running = tuple(hand.running if hand else None for hand in game.hands)
    if running != example.running:
        found.append(f"running {running}, not {example.running}")
    if game.winner != example.winner:
        found.append(f"winner {game.winner}, not {example.winner}")
    return found


@pytest.mark.parametrize(("card_game", "example"), EXAMPLES)
def test_a_worked_example_comes_out_as_it_says(card_game: CardGame, example: Example) -> None:
    assert faults(card_game, example) == []


@EVERY
def test_an_example_that_says_something_else_is_found(card_game: CardGame) -> None:
    example = guide_of(card_game).examples[0]
    *before, (first, *others) = example.running
    wrong_sum = (*before, (first + 1, *others))
    assert faults(card_game, example._replace(running=wrong_sum))
    assert faults(card_game, example._replace(winner=1 if example.winner == 0 else 0))
    hands = [{**hand, "dealer": 9} for hand in example.sheet["hands"]]  # type: ignore[attr-defined]
    assert faults(card_game, example._replace(sheet={**example.sheet, "hands": hands}))


@EVERY
def test_a_guide_has_a_summary_of_two_sentences_sections_examples_and_an_account(card_game: CardGame) -> None:
    guide = guide_of(card_game)
    assert len(SENTENCE_END.findall(guide.summary)) == 2
    assert len(guide.examples) >= 2
    assert A_SEED.search(guide.sources[0])
    titles = [section.title for section in guide.sections]
    assert len(titles) == len(set(titles)) >= 5
    assert all(section.paragraphs and all(section.paragraphs) for section in guide.sections)


def test_every_guide_belongs_to_a_game() -> None:
    modules = [import_module(f"{guides.__name__}.{found.name}") for found in iter_modules(guides.__path__)]
    written = [module.GUIDE for module in modules if hasattr(module, "GUIDE")]
    assert [guide.summary for guide in written if guide not in map(guide_of, CARD_GAMES.values())] == []
