"""The tournaments of the club as cards: running, to come, past."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _, pgettext

from tournaments.club.selectors.tournaments import EveningNow, begin_of, evenings
from tournaments.models import Tournament
from tournaments.notice.rules import is_open
from tournaments.standings.public.groups import nobody_words
from tournaments.templatetags.entrants import alone, called
from tournaments.web.words import clock, day, ends_of, live_words


@dataclass(frozen=True)
class CardView:
    """One tournament: its name, its day, its state in words."""

    tournament: Tournament
    day: str
    words: str
    live: int
    champions: str
    go: str
    ends: object


@dataclass(frozen=True)
class TournamentGroup:
    """Tournaments in the same state, under one heading."""

    key: str
    title: str
    cards: tuple[CardView, ...]


def shelves() -> tuple[TournamentGroup, ...]:
    """Return the tournaments by what a visitor looks for first: what is being played now."""
    found = evenings()
    ends = ends_of([each.tournament for each in found])
    titles = {
        "playing": pgettext("tournaments", "Being played"),
        "entries": pgettext("tournaments", "Next"),
        "over": pgettext("tournaments", "Played"),
    }
    rows = (
        (state, title, [each for each in found if each.tournament.state == state])
        for state, title in titles.items()
    )
    return tuple(
        TournamentGroup(state, title, tuple(_card(each, ends) for each in _in_order(state, rows_)))
        for state, title, rows_ in rows
        if rows_
    )


def _in_order(state: str, tournaments: list[EveningNow]) -> list[EveningNow]:
    """What comes next stands first, the nearest day before the others; a tournament without a day last."""
    if state != "entries":
        return tournaments
    return sorted(
        tournaments,
        key=lambda each: (each.tournament.starts_at is None, each.tournament.starts_at or timezone.now()),
    )


def _card(evening: EveningNow, ends: Mapping[UUID, object]) -> CardView:
    tournament = evening.tournament
    return CardView(
        tournament=tournament,
        day=day(begin_of(tournament)),
        words=_words(evening),
        live=evening.live,
        champions=_champions(evening),
        go=_go(evening),
        ends=ends.get(tournament.pk, ""),
    )


def _champions(evening: EveningNow) -> str:
    """Who won, all of them where nothing separates the first."""
    if not evening.champions:
        return ""
    names = ", ".join(team.name for team in evening.champions)
    if alone(evening.tournament) and len(evening.champions) == 1:
        return _("Champion: %(team)s") % {"team": names}
    return _("Champions: %(team)s") % {"team": names}


def _go(evening: EveningNow) -> str:
    """What a card leads to: before the draw the notice is the front page, where there is one."""
    tournament = evening.tournament
    if tournament.state == "entries":
        notice = tournament.shown_stage().front_notice()
        if notice is None:
            return called("see all", tournament)
        if is_open(notice, tournament, timezone.now()):
            return pgettext("a tournament", "Enter")
        return _("Read the notice")
    return _("See the bracket") if evening.has_bracket else _("See the standings")


def _words(evening: EveningNow) -> str:
    state = evening.tournament.state
    if state == "playing":
        return live_words(evening.live)
    if state == "over":
        return "" if evening.champions else nobody_words(evening.tournament)
    return entered_words(evening)


def entered_words(evening: EveningNow) -> str:
    """Say when it begins and how many have entered."""
    count = {"count": evening.teams, "time": clock(evening.tournament.starts_at)}
    return called("begins" if evening.tournament.starts_at else "entered", evening.tournament, **count)
