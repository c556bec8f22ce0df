"""The context of public pages about the tables, the match queue and the round clock."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext, pgettext

from scoring.translation import joined as listed, say
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.matches.selectors.bracket import stage_rounds
from tournaments.matches.selectors.matches import MatchNow, SideNow, match_now, with_sides
from tournaments.matches.words import postponed_words, side_words, targets_of
from tournaments.models import Match, Stage, Tournament
from tournaments.tables.rules.clock import WARNINGS, ClockState
from tournaments.tables.selectors.calendar import RoundClock, clock_of, postponed_matches
from tournaments.tables.selectors.evening import seated_matches, tables_called
from tournaments.tables.selectors.waiting_list import Waiting, waiting_list
from tournaments.web import words as page_words
from tournaments.web.frame import way
from tournaments.web.match_names import of_match_words

# The number of tables on a page.
A_PAGE = 64


@dataclass(frozen=True)
class TableCard:
    """A table with its match, and the state of the match as text."""

    match: MatchNow
    url: str
    name: str
    kind: str
    state: str
    detail: str
    target: int | None

    @property
    def sides(self) -> list[tuple[SideNow, int | None]]:
        """The sides with their points in the current game; the points are None if no game is in play."""
        playing = self.match.game_in_play is not None
        return [(side, self.match.points_in_play(side) if playing else None) for side in self.match.sides]


def tables_view(tournament: Tournament, stage: Stage, search: str = "", page: int = 1) -> dict[str, Any]:
    """Return the context of the tables page: table cards, free tables, queue, clock. At most twelve queries.

    A tournament with more than A_PAGE tables is divided into pages: one query more, and two more for a
    search.
    """
    rounds = len(stage_rounds(stage))
    seated = seated_matches(stage)
    large = tournament.tables > A_PAGE
    places = dict(seated.values_list("table", "pk")) if large else {}
    ids = list(places.values())
    if large and search:
        ids = list(tables_called(tournament, seated, search).values_list("pk", flat=True))
    table_page = Paginator(ids, A_PAGE).get_page(page)
    wanted = seated.filter(pk__in=table_page.object_list) if large else seated
    matches = [match_now(row) for row in with_sides(wanted)]
    used_tables = places or {each.match.table for each in matches}
    targets = targets_of(stage)
    free = [table for table in range(1, tournament.tables + 1) if table not in used_tables]
    return {
        "drawn": rounds > 0 or stage.state == "drawing",
        "over": tournament.state == "over",
        "clock": clock_view(stage, rounds, timezone.now()),
        "cards": [table_card(stage, each, targets, rounds) for each in matches],
        "lines": queue_view(stage, rounds, free),
        "free": free,
        "searched": large,
        "search": search,
        "page": table_page,
        "query": f"?{urlencode({'cerca': search})}&" if search else "?",
    }


def table_card(stage: Stage, match: MatchNow, targets: Sequence[int], rounds: int) -> TableCard:
    """Return the table card for a match at a table."""
    game = match.game_in_play
    kind, state, detail = _state(match, targets)
    return TableCard(
        match=match,
        url=way(stage.tournament, "match_sheet", match.match.pk),
        name=page_words.match_words(stage, match.match.label, rounds),
        kind=kind,
        state=capfirst(state),
        detail=detail,
        target=targets[min(game, len(targets)) - 1] if game and targets else None,
    )


def _state(match: MatchNow, targets: Sequence[int]) -> tuple[str, str, str]:
    row = match.match
    if row.state == "disputed":
        return "err", _("referee"), _("called to the table")
    if row.state == "playing" and match.game_in_play:
        hand = _("hand %(hand)s") % {"hand": match.hand_in_play}
        if match.time_says:
            return "warn", page_words.time_words(match.time_says), hand
        if not targets:
            return "", hand, ""
        return "", page_words.game_words(match.game_in_play, targets), hand
    if row.state == "playing":
        return "", pgettext("match", "finished"), _("to be signed")
    if row.table:
        return (
            "warn",
            pgettext("match", "called"),
            _("at %(time)s") % {"time": page_words.clock(row.called_at)},
        )
    return "", _("in the queue"), _("since %(time)s") % {"time": page_words.clock(row.ready_at)}


PAIR = 2


@dataclass(frozen=True)
class QueueLine:
    """A waiting match: its name, its known sides, and the reason for the wait."""

    url: str
    name: str
    sides: str
    waits: str


def queue_view(stage: Stage, rounds: int, free: Sequence[int]) -> list[QueueLine]:
    """Return the lines of the queue, followed by the postponed matches by date.

    If the queue is long, one line has the number of matches that are left out. Six queries.
    """
    waiting = waiting_list(stage)
    queue = [each for each in waiting if each.place]
    more = queue[0].queue_length - len(queue) if queue else 0
    lines = [_line(stage, rounds, free, each) for each in waiting]
    left_out = [_left_out(more)] if more else []
    return [*lines[: len(queue)], *left_out, *lines[len(queue) :], *dated_lines(stage, rounds)]


def _left_out(count: int) -> QueueLine:
    words = ngettext("and %(count)d more match", "and %(count)d more matches", count) % {"count": count}
    return QueueLine(url="", name=words, sides="", waits=_("in the queue"))


def dated_lines(stage: Stage, rounds: int) -> list[QueueLine]:
    """Return the queue lines of the postponed matches, by date. Three queries."""
    return [_dated(stage, rounds, match) for match in postponed_matches(stage.tournament)]


def _dated(stage: Stage, rounds: int, match: MatchNow) -> QueueLine:
    return replace(_line(stage, rounds, (), Waiting(match, None, {})), waits=postponed_words(match.match))


def _line(stage: Stage, rounds: int, free: Sequence[int], each: Waiting) -> QueueLine:
    row = each.match.match
    names = [side.name for side in each.match.sides if side.name]
    return QueueLine(
        url=way(stage.tournament, "match_sheet", row.pk),
        name=capfirst(page_words.match_words(stage, row.label, rounds)),
        sides=(pgettext("between two teams", " against ") if len(each.match.sides) == PAIR else " · ").join(
            names
        ),
        waits=_table_wait(each, free) if each.place else _team_wait(stage, rounds, each),
    )


def _table_wait(each: Waiting, free: Sequence[int]) -> str:
    place = each.place or 1
    values = {"time": page_words.clock(each.match.match.ready_at), "place": place}
    if place <= len(free):
        return _("can begin: table %(table)s is free") % {"table": free[place - 1]}
    if each.match.match.moved_from is not None:
        return _("open again: number %(place)s in the queue for a table") % values
    if place == len(free) + 1:
        return _("waits for a table since %(time)s: the next that is free is theirs") % values
    return _("waits for a table since %(time)s, number %(place)s in the queue") % values


def _team_wait(stage: Stage, rounds: int, each: Waiting) -> str:
    sources: dict[UUID, Match] = {}
    awaited: dict[UUID, list[SideNow]] = {}
    for side in each.match.sides:
        source = each.comes_from(side)
        if source is not None and source.state not in OVER:
            sources[source.pk] = source
            awaited.setdefault(source.pk, []).append(side)
    known_sides = [side for side in each.match.sides if side.team]
    tables = {source.label: source.table for source in sources.values() if source.table}
    if len(each.match.sides) == len(sources) == PAIR and not known_sides:
        names = [side_words(stage, side, rounds, tables) for side in each.match.sides]
        return page_words.against_words(name[:1].lower() + name[1:] for name in names)
    return "; ".join(
        (_busy if sides[0] in known_sides else _source_wait)(
            sources[pk], listed(_awaited(stage, rounds, side) for side in sides)
        )
        for pk, sides in awaited.items()
    )


def _busy(source: Match, names: str) -> str:
    values = {"who": names, "table": source.table}
    if source.state in ("playing", "disputed") and source.table:
        return _("%(who)s: now at table %(table)s") % values
    if source.table:
        return _("%(who)s: first at table %(table)s") % values
    return _("%(who)s: another match first") % values


def _source_wait(source: Match, names: str) -> str:
    values = {"who": names, "table": source.table}
    if source.state in ("playing", "disputed") and source.table:
        return _("waits for %(who)s (now at table %(table)s)") % values
    if source.table:
        return _("waits for %(who)s (called to table %(table)s)") % values
    if source.postponed_to:
        return _("waits for %(who)s (postponed to %(instant)s)") % {
            **values,
            "instant": page_words.instant(source.postponed_to),
        }
    if source.state == "ready":
        return _("waits for %(who)s (waiting for a table)") % values
    return _("waits for %(who)s") % values


def _awaited(stage: Stage, rounds: int, side: SideNow) -> str:
    if side.team:
        return side.team.name
    values = {"match": of_match_words(stage, side.source_label, rounds)}
    if side.source == "loser":
        return pgettext("waits for", "the loser of %(match)s") % values
    return pgettext("waits for", "the winner of %(match)s") % values


MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class ClockView:
    """The round clock as shown on a page."""

    round: int
    name: str
    state: str
    seconds_left: int
    words: str
    detail: str
    near: bool

    @property
    def running(self) -> bool:
        """True if the clock is running, so that the script of the page counts down."""
        return self.state == ClockState.RUNNING


def clock_view(stage: Stage, rounds: int, now: datetime) -> ClockView | None:
    """Return the clock that was started last, also if paused; None if stopped or never started. One query."""
    round_clock = clock_of(stage)
    if round_clock is None or not round_clock.running:
        return None
    name = say(FORMATS[stage.format].round_name(round_clock.round, max(rounds, round_clock.round)))
    return clock_in_words(round_clock, name, now)


def clock_in_words(clock: RoundClock, name: str, now: datetime) -> ClockView:
    """Return the clock of a round as text, with the name of the round."""
    state, remaining = clock.clock.state(now), clock.clock.remaining(now)
    return ClockView(
        round=clock.round,
        name=name,
        state=state.value,
        seconds_left=int(remaining.total_seconds()),
        words=_("Time!") if state is ClockState.TIME else minutes_left(remaining),
        detail=_detail(clock, state, now),
        near=remaining <= max(WARNINGS),
    )


def minutes_left(remaining: timedelta) -> str:
    """Return the remaining time in minutes, rounded up."""
    minutes = -(-remaining // MINUTE)
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def _detail(clock: RoundClock, state: ClockState, now: datetime) -> str:
    if state is ClockState.PAUSED:
        return _("stopped at %(time)s: %(reason)s") % {
            "time": page_words.clock(clock.clock.paused_at),
            "reason": clock.reason,
        }
    if state is ClockState.TIME:
        return _("since %(time)s") % {"time": page_words.clock(clock.clock.ends_at)}
    return _("until %(time)s") % {"time": page_words.clock(clock.clock.end(now))}
