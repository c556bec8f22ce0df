"""The tournaments of the club as cards: running, to come, past."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Tournament
from tournaments.pages.public.words import clock, day, live_words
from tournaments.selectors.evenings import EveningNow, evenings


@dataclass(frozen=True)
class CardView:
    """One tournament: its name, its day, its state in words."""

    tournament: Tournament
    day: str
    words: str
    live: int
    champion: str


@dataclass(frozen=True)
class Shelf:
    """Tournaments in the same state, under one heading."""

    key: str
    title: str
    cards: tuple[CardView, ...]


def shelves() -> tuple[Shelf, ...]:
    """Return the tournaments by what a visitor looks for first: what is being played now."""
    found = evenings()
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
        Shelf(state, title, tuple(map(_card, _in_order(state, rows_))))
        for state, title, rows_ in rows
        if rows_
    )


def _in_order(state: str, found: list[EveningNow]) -> list[EveningNow]:
    """What comes next stands first, the nearest day before the others; a tournament without a day last."""
    if state != "entries":
        return found
    return sorted(
        found,
        key=lambda each: (each.tournament.starts_at is None, each.tournament.starts_at or timezone.now()),
    )


def _card(evening: EveningNow) -> CardView:
    tournament = evening.tournament
    return CardView(
        tournament=tournament,
        day=day(tournament.starts_at),
        words=_words(evening),
        live=evening.live,
        champion=evening.champion.name if evening.champion else "",
    )


def _words(evening: EveningNow) -> str:
    state = evening.tournament.state
    if state == "playing":
        return live_words(evening.live)
    if state == "over":
        return "" if evening.champion else _("Over, without champions")
    return entered_words(evening)


def entered_words(evening: EveningNow) -> str:
    """Say when it begins and how many have entered."""
    count = {"count": evening.teams, "time": clock(evening.tournament.starts_at)}
    if evening.tournament.starts_at is None:
        return ngettext("%(count)d pair entered", "%(count)d pairs entered", evening.teams) % count
    return (
        ngettext(
            "Begins at %(time)s, %(count)d pair entered",
            "Begins at %(time)s, %(count)d pairs entered",
            evening.teams,
        )
        % count
    )
