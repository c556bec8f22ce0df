"""Names of matches and rounds in sentences; Italian names include the preposition and the article."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, pgettext_lazy

from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.formats import FORMATS
from tournaments.models import Stage

# The name of a match after "winner of" and "loser of", by its plain name.
OF_MATCH: Mapping[str, Any] = {
    "Final": pgettext_lazy("of a match", "final"),
    "Semifinal %(number)s": pgettext_lazy("of a match", "semifinal %(number)s"),
    "Quarter-final %(number)s": pgettext_lazy("of a match", "quarter-final %(number)s"),
    "Round of 16, match %(number)s": pgettext_lazy("of a match", "round of 16, match %(number)s"),
    "Round of 32, match %(number)s": pgettext_lazy("of a match", "round of 32, match %(number)s"),
    "Round of 64, match %(number)s": pgettext_lazy("of a match", "round of 64, match %(number)s"),
    "Round %(round)s, match %(number)s": pgettext_lazy("of a match", "round %(round)s, match %(number)s"),
    "Consolation semifinal %(number)s": pgettext_lazy("of a match", "consolation semifinal %(number)s"),
    "Consolation quarter-final %(number)s": pgettext_lazy(
        "of a match", "consolation quarter-final %(number)s"
    ),
    "Consolation, round of %(size)s, match %(number)s": pgettext_lazy(
        "of a match", "consolation, round of %(size)s, match %(number)s"
    ),
    "Places %(first)s to %(last)s, match %(number)s": pgettext_lazy(
        "of a match", "places %(first)s to %(last)s, match %(number)s"
    ),
    "Final of the upper bracket": pgettext_lazy("of a match", "final of the upper bracket"),
    "Final of the lower bracket": pgettext_lazy("of a match", "final of the lower bracket"),
    "Upper bracket, round %(round)s, match %(number)s": pgettext_lazy(
        "of a match", "upper bracket, round %(round)s, match %(number)s"
    ),
    "Lower bracket, round %(round)s, match %(number)s": pgettext_lazy(
        "of a match", "lower bracket, round %(round)s, match %(number)s"
    ),
}

# The round in which an entrant was eliminated, by its plain name.
IN_ROUND: Mapping[str, Any] = {
    "Final": pgettext_lazy("in a round", "in the final"),
    "Semifinals": pgettext_lazy("in a round", "in the semifinals"),
    "Quarter-finals": pgettext_lazy("in a round", "in the quarter-finals"),
    "Round of 16": pgettext_lazy("in a round", "in the round of 16"),
    "Round of 32": pgettext_lazy("in a round", "in the round of 32"),
    "Round of 64": pgettext_lazy("in a round", "in the round of 64"),
    "Round %(round)s": pgettext_lazy("in a round", "in round %(round)s"),
}

# "ottavo" and "undicesimo" begin with a vowel: dell’8º ottavo, all’11º turno
BEFORE_A_VOWEL = re.compile(r"\b(de|a)(?:l|lla) (?=(?:8|11)[ºª])")


def of_match_words(stage: Stage, label: str, rounds: int) -> str:
    """Return the name of a match as used after "winner of".

    An example is "Semifinal 1", in Italian "della 1ª semifinale".
    """
    return _form_of(FORMATS[stage.format].match_name(label, rounds), OF_MATCH)


def in_round_words(stage: Stage, number: int, rounds: int) -> str:
    """Return the name of a round as used after "eliminated".

    An example is "in the quarter-finals", in Italian "ai quarti".
    """
    return _form_of(FORMATS[stage.format].round_name(number, rounds), IN_ROUND)


def _form_of(name: Sentence, texts: Mapping[str, Any]) -> str:
    if name.text not in texts:
        return say(name)
    words = str(texts[name.text]) % dict(name.values)
    return BEFORE_A_VOWEL.sub(r"\1ll’", words) if get_language() == "it" else words
