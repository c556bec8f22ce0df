"""The public page of past tournaments by year: champions, entrants, and records of each card game."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from scoring.games import CARD_GAMES
from scoring.templatetags.sheet import real
from scoring.translation import say
from scoring.types import Sentence
from tournaments.archive.rules import GameRecords, PlayedGame
from tournaments.archive.selectors.archive_list import ArchiveNow, PastEvent, archive_now
from tournaments.models import Club, Tournament
from tournaments.permissions import versions_found
from tournaments.standings.selectors import held_now
from tournaments.templatetags.entrants import called
from tournaments.web import frame, page_cache
from tournaments.web.words import against_words, day


@dataclass(frozen=True)
class EventView:
    """The data of a past tournament for the template."""

    url: str
    name: str
    day: str
    game: str
    champions: tuple[str, ...]
    # The text shown if there are no champions.
    nobody: str
    entered: str


@dataclass(frozen=True)
class RecordView:
    """The data of a record for the template: title, value, sides of the match, and URL of its sheet."""

    title: str
    words: str
    sides: str
    url: str


def archive(request: HttpRequest) -> HttpResponse:
    """Show the finished tournaments of the requested year, by default the latest."""
    club = Club.objects.current()

    def page() -> HttpResponse:
        now = archive_now(frame.number_asked(request, "anno"))
        return render(
            request, "archive/archive_list.html", {"club": club} | (archive_view(now) if now else {})
        )

    return page_cache.answer_of(request, (club.name, versions_found()), page)


def archive_view(now: ArchiveNow) -> dict[str, Any]:
    """Return the template context of the page of past tournaments."""
    several = len({event.tournament.card_game for event in now.events}) > 1
    return {
        "year": now.year,
        "years": [(year, count, year == now.year) for year, count in now.years.items()],
        "events": [_event(event) for event in now.events],
        "records": [
            record
            for key, game_records in now.records.items()
            for record in _records(now, say(Sentence(CARD_GAMES[key].name)) if several else "", game_records)
        ],
    }


def _event(event: PastEvent) -> EventView:
    tournament = event.tournament
    return EventView(
        url=reverse("tournament", args=(tournament.slug,)),
        name=tournament.name,
        day=day(tournament.starts_at),
        game=say(Sentence(CARD_GAMES[tournament.card_game].name)),
        champions=tuple(team.name for team in event.champions),
        nobody="" if event.champions else _words_without_champions(tournament),
        entered=called("count", tournament, count=event.entered),
    )


def _words_without_champions(tournament: Tournament) -> str:
    is_held = held_now(tournament.shown_stage())
    return _("at the prize-giving") if is_held else _("without champions")


def _records(now: ArchiveNow, game: str, records: GameRecords) -> list[RecordView]:
    views = []
    if records.longest:
        hands = ngettext("%(count)d hand", "%(count)d hands", records.longest.hands)
        words = hands % {"count": records.longest.hands}
        views.append(_record(now, _("The longest game"), game, words, records.longest))
    score = "–".join(map(real, sorted(records.widest.score, reverse=True)))
    return [*views, _record(now, _("The widest victory"), game, score, records.widest)]


def _record(now: ArchiveNow, title: str, game: str, words: str, record: PlayedGame) -> RecordView:
    match = now.matches[record.match]
    return RecordView(
        title=_("%(record)s of %(game)s") % {"record": title, "game": game} if game else title,
        words=words,
        sides=against_words(side.name for side in match.sides),
        url=frame.way_or_front(match.match.tournament, "match_sheet", match.match.pk),
    )
