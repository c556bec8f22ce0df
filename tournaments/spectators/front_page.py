"""The front page of the site (mock-up 27): running and coming tournaments, and the latest champions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext, pgettext

from scoring.translation import say
from tournaments.club.selectors.tournaments import EveningNow, begin_of, evenings
from tournaments.competition.formats import FORMATS
from tournaments.matches.selectors.matches import MatchNow
from tournaments.matches.words import side_words, targets_of
from tournaments.models import Tournament
from tournaments.notice.public import BigDate, big_date, entering_view, fee_words, game_words
from tournaments.notice.rules import is_open
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.standings.public.groups import nobody_words
from tournaments.tables.public import table_card
from tournaments.tables.selectors.tables_now import TablesNow, tables_now
from tournaments.templatetags.entrants import called
from tournaments.web import frame as page_frame
from tournaments.web.live_tables import LiveSide, LiveTable
from tournaments.web.words import against_words, clock, day, ends_of, joined, live_words

# The maximum number of tables shown per tournament, those called last.
MOST_TABLES = 8
MOST_WAITING = 2


class PageLink(NamedTuple):
    """A link to a page of a tournament: URL, icon and label. `first` marks the tournament's front page."""

    url: str
    icon: str
    label: str
    first: bool


@dataclass(frozen=True)
class RunningView:
    """A running tournament: its tables, the waiting matches, and the last finished match."""

    tournament: Tournament
    words: str
    live: int
    state: str
    links: tuple[PageLink, ...]
    tables: tuple[LiveTable, ...]
    more: str
    tables_url: str
    waiting: tuple[str, ...]
    finished: str


@dataclass(frozen=True)
class NextEvening:
    """A tournament before its draw: date, card game, format, fee, number of teams, and label of its link."""

    tournament: Tournament
    date: BigDate | None
    when: str
    facts: str
    more: str
    filled: int
    places: int | None
    chip: str
    go: str
    opens: bool


@dataclass(frozen=True)
class ChampionsView:
    """A finished tournament and its champions, or a sentence if it has no champion."""

    tournament: Tournament
    day: str
    names: str


def front_view() -> dict[str, Any]:
    """Return the tournaments on the front page. 13 queries at most."""
    rows = evenings()
    ends = ends_of([each.tournament for each in rows])
    by_state: dict[str, list[EveningNow]] = {"playing": [], "entries": [], "over": []}
    for row in rows:
        by_state[row.tournament.state].append(row)
    tables = tables_now([each.tournament.shown_stage() for each in by_state["playing"]])
    running = [_running(each, ends) for each in tables]
    coming = sorted(by_state["entries"], key=_by_start)
    first = max(running, key=lambda each: each.live, default=None)
    return {
        "running": sorted(running, key=lambda each: -each.live),
        "coming": [_next(each, ends) for each in coming],
        "champions": [_champions(each) for each in by_state["over"]],
        "events_url": _stream(first.tournament) if first else "",
    }


def _by_start(evening: EveningNow) -> tuple[bool, Any]:
    """Return the sort key of a tournament: its start; tournaments without a date come last."""
    start = evening.tournament.starts_at
    return start is None, start or timezone.now()


def _stream(tournament: Tournament) -> str:
    return f"{page_frame.events_of(tournament)}?since={tournament.version}"


# --- tournaments in play ----------------------------------------------------------------------------


def _running(current: TablesNow, ends: Mapping[UUID, object]) -> RunningView:
    tournament = current.stage.tournament
    tables_url = page_frame.way(tournament, "tables")
    latest = sorted(current.seated, key=lambda each: str(each.match.called_at), reverse=True)[:MOST_TABLES]
    seated = [each for each in current.seated if each in latest] if tables_url else []
    more = len(current.seated) - len(seated) if tables_url else 0
    finished = None if page_frame.front_is_closed(current.stage) or not tables_url else current.finished
    return RunningView(
        tournament=tournament,
        words=joined(day(begin_of(tournament)), capfirst(_rounds(current)), str(ends.get(tournament.pk, ""))),
        live=current.live,
        state=_state(current),
        links=_links(current),
        tables=tuple(_table(current, each) for each in seated),
        more=ngettext("%(count)d more table", "%(count)d more tables", more) % {"count": more}
        if more
        else "",
        tables_url=tables_url,
        waiting=_waiting(current) if tables_url else (),
        finished=_finished(finished) if finished else "",
    )


def _state(current: TablesNow) -> str:
    if current.live:
        return _("In play now")
    return live_words(0) if current.seated or current.waiting else _("Between two rounds")


def _rounds(current: TablesNow) -> str:
    """Return the names of the rounds in play, earliest first; empty if no match is at a table."""
    numbers = sorted({each.match.round for each in current.seated})
    form = FORMATS[current.stage.format]
    return ", ".join(say(form.round_name(number, current.rounds)) for number in numbers[:2])


def _links(current: TablesNow) -> tuple[PageLink, ...]:
    """Return the links to the public pages of a tournament, its front page last."""
    tournament = current.stage.tournament
    links = [
        PageLink(
            page_frame.way(tournament, name),
            tab.icon,
            page_frame.page_label(tab.label, tournament),
            name == "tournament",
        )
        for name, tab in page_frame.tabs(current.stage)
        if name not in ("rounds", "tables")
    ]
    return tuple(reversed(links))


def _table(current: TablesNow, match: MatchNow) -> LiveTable:
    targets = targets_of(current.stage)
    card = table_card(current.stage, match, targets, current.rounds)
    decides = card.kind == "" and match.game_in_play and match.game_in_play >= len(targets) > 1
    return LiveTable(
        url=card.url,
        number=match.match.table or 0,
        state=card.state,
        brief=_game(match.game_in_play, decides=bool(decides)) if card.kind == "" else card.state,
        kind="decider" if decides else card.kind,
        target=card.target,
        needed=profile_of(current.stage).games_to_win,
        sides=tuple(LiveSide(side.side, side.name, points, side.games_won) for side, points in card.sides),
    )


def _game(number: int | None, *, decides: bool) -> str:
    """Return the name of the game in play, such as "game 2" or "decider", or "finished" at the end."""
    if number is None:
        return pgettext("match", "finished")
    if decides:
        return pgettext("game in play", "decider")
    return pgettext("game in play", "game %(number)s") % {"number": number}


def _waiting(current: TablesNow) -> tuple[str, ...]:
    """Return the first waiting matches as text. Matches without a known team are left out."""
    tables = {each.match.label: each.match.table for each in current.seated if each.match.table}
    matches = [match for match in current.waiting if any(side.name for side in match.sides)]
    return tuple(_match_to_come(current, match, tables) for match in matches[:MOST_WAITING])


def _match_to_come(current: TablesNow, match: MatchNow, tables: Mapping[str, int]) -> str:
    """Return the sides of a waiting match, known teams first."""
    sides = sorted(match.sides, key=lambda side: not side.name)
    names = [side_words(current.stage, side, current.rounds, tables) for side in sides]
    side_names = [
        name if side.name or not place else name[:1].lower() + name[1:]
        for place, (side, name) in enumerate(zip(sides, names, strict=True))
    ]
    return against_words(side_names)


def _finished(match: MatchNow) -> str:
    """Return the sides of a finished match with their games won, or with their points if the match had one
    game.
    """
    single = len(match.games) == 1
    return ", ".join(
        f"{side.name} {side.scores[0] if single else side.games_won}" for side in match.sides if side.name
    )


# --- upcoming tournaments ---------------------------------------------------------------------------


def _next(evening: EveningNow, ends: Mapping[UUID, object]) -> NextEvening:
    tournament = evening.tournament
    stage = tournament.shown_stage()
    notice = stage.front_notice()
    entering = entering_view(tournament, notice, evening.teams) if notice else None
    doors = notice and notice.doors_at
    date = big_date(tournament.starts_at)
    fee = fee_words(tournament, notice) if notice and notice.fee else ""
    return NextEvening(
        tournament=tournament,
        date=date,
        when=", ".join(filter(None, [day(tournament.starts_at), date.time if date else ""])),
        facts=", ".join(filter(None, [game_words(tournament), fee])),
        more=joined(
            _formats(list(tournament.stages.all())),
            _("doors open at %(time)s") % {"time": clock(doors)} if doors else "",
            str(ends.get(tournament.pk, "")),
        ),
        filled=evening.teams,
        places=notice.places if notice else None,
        chip=entering.chip if entering else "",
        go=_go(evening),
        opens=bool(notice and is_open(notice, tournament, timezone.now())),
    )


def _formats(stages: Sequence[Any]) -> str:
    return ", ".join(_stage_format(place, each.format) for place, each in enumerate(stages))


def _stage_format(place: int, key: str) -> str:
    name = _(FORMATS[key].name)
    return name if not place else name[:1].lower() + name[1:]


def _go(evening: EveningNow) -> str:
    """Return the link label of a tournament before its draw, such as "Enter" or "Read the notice"."""
    tournament = evening.tournament
    notice = tournament.shown_stage().front_notice()
    if notice is None:
        return called("see all", tournament)
    if is_open(notice, tournament, timezone.now()):
        return pgettext("a tournament", "Enter")
    return _("Read the notice")


# --- the latest champions ---------------------------------------------------------------------------


def _champions(evening: EveningNow) -> ChampionsView:
    tournament = evening.tournament
    names = ", ".join(team.name for team in evening.champions)
    return ChampionsView(tournament, day(begin_of(tournament)), names or nobody_words(tournament))
