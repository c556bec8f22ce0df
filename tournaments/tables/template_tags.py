"""Template filters that turn matches, disputes and times into words."""

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
    """Return what the card game of this key is called."""
    return gettext(CARD_GAMES[key].name)


@register.filter
def format_name(key: str) -> str:
    """Return what the format of this key is called."""
    return gettext(FORMATS[key].name)


@register.filter
def scores(games: Iterable[Sequence[int]]) -> list[str]:
    """Return the score of each game: 35 – 28."""
    return ["\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}".join(map(str, score)) for score in games]


@register.filter
def minutes_since(moment: datetime) -> int:
    """Return for how many whole minutes something has been so."""
    return int((timezone.now() - moment).total_seconds() // 60)


@register.filter
def match_name(match: Match, rounds: int) -> str:
    """Return what a match is called in a stage of so many rounds."""
    return words.match_words(match.stage, match.label, rounds)


@register.filter
def where_is(match: Match, rounds: int) -> str:
    """Return where a match is found: its table while it is open, its name before and after."""
    open_now = match.table and match.state in ("ready", "playing", "disputed")
    return table_words(match.table) if open_now else match_name(match, rounds)


@register.filter
def among(sides: Iterable[SideNow], numbers: Collection[int] | None) -> list[SideNow]:
    """Return the sides with these numbers."""
    return [side for side in sides if side.side in (numbers or ())]


@register.filter
def except_for(sides: Iterable[SideNow], numbers: Collection[int] | None) -> list[SideNow]:
    """Return the sides without these numbers."""
    return [side for side in sides if side.side not in (numbers or ())]


@register.filter
def names(sides: Iterable[SideNow]) -> str:
    """Return what sides are called, those that are known."""
    return joined(side.name for side in sides if side.name)


@register.filter
def versions(dispute: Dispute, match: MatchNow) -> list[version_words.WrittenVersion]:
    """Return the ways a hand of a match was written, the one that stands first."""
    return version_words.version_views(CARD_GAMES[match.match.sheet.card_game], match, dispute)


@register.filter
def likely_cause(dispute: Dispute, match: MatchNow) -> str:
    """Return why a hand was probably written in several ways."""
    return version_words.likely_cause(CARD_GAMES[match.match.sheet.card_game], dispute)
