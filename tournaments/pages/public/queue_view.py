"""The queue in words: which match waits for which table, or for whom who still plays elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.lifecycle.rules import OVER
from tournaments.models import Match, Stage
from tournaments.pages.public.ways import way
from tournaments.pages.public.words import clock, instant, match_words, postponed_words
from tournaments.results.selectors.matches import MatchNow, SideNow
from tournaments.selectors.calendar import postponed_matches
from tournaments.selectors.queue import Waiting, waiting_list

PAIR = 2


@dataclass(frozen=True)
class QueueLine:
    """One match that waits: its name, who is here for it, and what it waits for."""

    url: str
    name: str
    who: str
    waits: str


def queue_view(stage: Stage, rounds: int, free: Sequence[int]) -> list[QueueLine]:
    """Return the queue, those with a date of their own last and by it: six queries."""
    lines = [_line(stage, rounds, free, each) for each in waiting_list(stage)]
    return lines + dated_lines(stage, rounds)


def dated_lines(stage: Stage, rounds: int) -> list[QueueLine]:
    """Return the postponed matches, by their date: three queries."""
    return [_dated(stage, rounds, match) for match in postponed_matches(stage.tournament)]


def _dated(stage: Stage, rounds: int, match: MatchNow) -> QueueLine:
    """A postponed match waits for its day."""
    return replace(_line(stage, rounds, (), Waiting(match, None, {})), waits=postponed_words(match.match))


def _line(stage: Stage, rounds: int, free: Sequence[int], each: Waiting) -> QueueLine:
    row = each.match.match
    known = [side.name for side in each.match.sides if side.name]
    return QueueLine(
        url=way(stage.tournament, "match_sheet", row.pk),
        name=capfirst(match_words(stage, row.label, rounds)),
        who=(pgettext("between two teams", " against ") if len(each.match.sides) == PAIR else " · ").join(
            known
        ),
        waits=_table_wait(each, free) if each.place else _team_wait(stage, rounds, each),
    )


def _table_wait(each: Waiting, free: Sequence[int]) -> str:
    place = each.place or 1
    values = {"time": clock(each.match.match.ready_at), "place": place}
    if place <= len(free):
        return _("can begin: table %(table)s is free") % {"table": free[place - 1]}
    if place == len(free) + 1:
        return _("waits for a table since %(time)s: the next that is free is theirs") % values
    return _("waits for a table since %(time)s, number %(place)s in the queue") % values


def _team_wait(stage: Stage, rounds: int, each: Waiting) -> str:
    waits = [
        _side_wait(stage, rounds, side, source)
        for side in each.match.sides
        if (source := each.comes_from(side)) is not None and source.state not in OVER
    ]
    return "; ".join(waits)


def _side_wait(stage: Stage, rounds: int, side: SideNow, source: Match) -> str:
    """Who is still to come, and where that is being decided."""
    values = {"who": _awaited(stage, rounds, side), "table": source.table}
    if source.state in ("playing", "disputed") and source.table:
        return _("waits for %(who)s (now at table %(table)s)") % values
    if source.table:
        return _("waits for %(who)s (called to table %(table)s)") % values
    if source.postponed_to:
        return _("waits for %(who)s (postponed to %(instant)s)") % {
            **values,
            "instant": instant(source.postponed_to),
        }
    if source.state == "ready":
        return _("waits for %(who)s (waiting for a table)") % values
    return _("waits for %(who)s") % values


def _awaited(stage: Stage, rounds: int, side: SideNow) -> str:
    if side.team:
        return side.team.name
    values = {"match": match_words(stage, side.source_label, rounds)}
    if side.source == "loser":
        return pgettext("waits for", "the loser of %(match)s") % values
    return pgettext("waits for", "the winner of %(match)s") % values
