"""Template filters that render matches, disputes and times as text."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.translation import gettext

from scoring.games import CARD_GAMES
from scoring.translation import joined, say
from tournaments.competition.formats import FORMATS
from tournaments.guides.public import players_words
from tournaments.matches import version_words
from tournaments.matches.selectors.disputes import Dispute
from tournaments.matches.selectors.matches import MatchNow, SideNow
from tournaments.models import Match
from tournaments.tables.public import minutes_left
from tournaments.web import words
from tournaments.web.words import clock, day, instant, table_words, time_words

register = template.Library()
for each in (clock, day, instant, joined, minutes_left, players_words, say, table_words, time_words):
    register.filter(each)
register.filter("points_in_play", MatchNow.points_in_play)


@register.filter
def game_name(key: str) -> str:
    """Return the name of a card game."""
    return gettext(CARD_GAMES[key].name)


@register.filter
def format_name(key: str) -> str:
    """Return the name of a format."""
    return gettext(FORMATS[key].name)


@register.filter
def scores(games: Iterable[Sequence[int]]) -> list[str]:
    """Return the scores of the games as text, e.g. “35 – 28”."""
    return ["\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}".join(map(str, score)) for score in games]


@register.filter
def minutes_since(moment: datetime) -> int:
    """Return the number of whole minutes that have passed since a point in time."""
    return int((timezone.now() - moment).total_seconds() // 60)


@register.filter
def match_name(match: Match, rounds: int) -> str:
    """Return the name of a match. `rounds` is the number of rounds of its stage."""
    return words.match_words(match.stage, match.label, rounds)


@register.filter
def where_is(match: Match, rounds: int) -> str:
    """Return the table of an open match; return the name of a match that is over or has no table."""
    open_now = match.table and match.state in ("ready", "playing", "disputed")
    return table_words(match.table) if open_now else match_name(match, rounds)


@register.filter
def among(sides: Iterable[SideNow], numbers: Collection[int] | None) -> list[SideNow]:
    """Return the sides whose number is in `numbers`; an empty list if `numbers` is None."""
    return [side for side in sides if side.side in (numbers or ())]


@register.filter
def except_for(sides: Iterable[SideNow], numbers: Collection[int] | None) -> list[SideNow]:
    """Return the sides whose number is not in `numbers`; all sides if `numbers` is None."""
    return [side for side in sides if side.side not in (numbers or ())]


@register.filter
def names(sides: Iterable[SideNow]) -> str:
    """Return the names of the known sides as one text."""
    return joined(side.name for side in sides if side.name)


@register.filter
def versions(dispute: Dispute, match: MatchNow) -> list[version_words.WrittenVersion]:
    """Return the versions of a disputed hand, the valid version first."""
    return version_words.version_views(CARD_GAMES[match.match.sheet.card_game], match, dispute)


@register.filter
def likely_cause(dispute: Dispute, match: MatchNow) -> str:
    """Return the probable cause of a dispute about a hand, as a sentence."""
    return version_words.likely_cause(CARD_GAMES[match.match.sheet.card_game], dispute)
