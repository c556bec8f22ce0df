"""Names of matches and rounds within Italian sentences, with their articles and prepositions."""

import pytest
from django.utils.translation import override

from tournaments.competition.format_parts import round_names
from tournaments.models import Stage
from tournaments.web.match_names import IN_ROUND, OF_MATCH, in_round_words, of_match_words


@pytest.mark.parametrize(
    ("form", "label", "rounds", "words"),
    [
        ("knockout", "R1.6", 4, "del 6º ottavo"),
        ("knockout", "R1.8", 4, "dell’8º ottavo"),
        ("knockout", "R1.11", 5, "dell’11º sedicesimo"),
        ("knockout", "R1.18", 6, "del 18º trentaduesimo"),
        ("knockout", "R2.1", 4, "del 1º quarto"),
        ("knockout", "R3.2", 4, "della 2ª semifinale"),
        ("knockout", "R1.8", 7, "dell’incontro 8 del 1º turno"),
        ("knockout", "P5-8.1", 4, "dell’incontro 1 per i posti dal 5º all’8º"),
        ("knockout", "C4.2", 4, "della 2ª semifinale di consolazione"),
        ("double_knockout", "U1.3", 6, "dell’incontro 3 del 1º turno dei vincenti"),
        ("double_knockout", "L4.1", 6, "della finale dei perdenti"),
    ],
)
def test_name_of_a_match_in_an_italian_sentence_has_the_right_article(
    form: str, label: str, rounds: int, words: str
) -> None:
    with override("it"):
        assert of_match_words(Stage(format=form), label, rounds) == words


@pytest.mark.parametrize(
    ("number", "rounds", "words"),
    [(1, 4, "agli ottavi"), (2, 4, "ai quarti"), (3, 4, "in semifinale"), (1, 8, "al 1º turno")],
)
def test_name_of_a_round_in_an_italian_sentence_has_the_right_preposition(
    number: int, rounds: int, words: str
) -> None:
    with override("it"):
        assert in_round_words(Stage(format="knockout"), number, rounds) == words


def test_every_name_of_a_match_or_round_has_a_form_for_italian_sentences() -> None:
    trees = [text for pair in round_names.ROUND_NAMES.values() for text in pair[1:]]
    halves = [text for half in round_names.DOUBLE_BRACKETS.values() for text in (half.final, half.match)]
    beside = [*round_names.CONSOLATION_ROUNDS.values(), round_names.CONSOLATION_EARLY]
    assert {*trees, *halves, *beside, round_names.EARLY_ROUND[1]} <= OF_MATCH.keys()
    assert {pair[0] for pair in round_names.ROUND_NAMES.values()} | {
        round_names.EARLY_ROUND[0]
    } == IN_ROUND.keys()
