"""A round at mixed tables as it is read: a box a table, who rests, and the ways to the other rounds."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.translation import say
from tournaments.models import JournalEntry, Tournament
from tournaments.results.public.bracket import Pill, part_pills, round_pills
from tournaments.results.public.match_box import BoxDrawing, BoxView, box_view
from tournaments.results.rules import Settled, SettledState
from tournaments.results.selectors.round_tables import RoundTables
from tournaments.web.words import instant


@dataclass(frozen=True)
class SettledView:
    """What is said over results that are all in; `reopened` has the reason of the last opening."""

    official: bool
    words: str
    reopened: str = ""


def settled_view(tournament: Tournament, settled: Settled) -> SettledView | None:
    """Return what is said of results, nothing while there are more to come: one query once opened again."""
    if settled.official_at is None:
        return None
    official = settled.standing is SettledState.OFFICIAL
    text = _("Official since %(instant)s") if official else _("Provisional until %(instant)s")
    return SettledView(official, text % {"instant": instant(settled.official_at)}, _reopened(tournament))


def _reopened(tournament: Tournament) -> str:
    if tournament.reopened_at is None:
        return ""
    entries = JournalEntry.objects.filter(tournament=tournament, kind="event_reopened")
    reason = entries.order_by("-at").values_list("reason", flat=True).first()
    values = {"instant": instant(tournament.reopened_at), "reason": reason}
    return _("Opened again by the organiser, %(instant)s: “%(reason)s”") % values


@dataclass(frozen=True)
class RoundsView:
    """What is shown of one round."""

    name: str
    turn: int
    boxes: tuple[BoxView, ...]
    resting: tuple[str, ...]
    rounds: tuple[Pill, ...]
    parts: tuple[Pill, ...]
    follow_query: str
    breaches: tuple[tuple[str, str], ...]
    """Of each promise that could not be kept, whom it is about and what it is."""


def rounds_view(now: RoundTables) -> RoundsView:
    """Put one round into words."""
    drawing = BoxDrawing(now.stage, len(now.rounds), now.matches, now.path)
    return RoundsView(
        name=say(now.rounds[now.current - 1].name),
        turn=now.current,
        boxes=tuple(box_view(drawing, match) for match in now.matches),
        resting=tuple(team.name for team in now.resting),
        rounds=round_pills(now.rounds, now.current),
        parts=part_pills(f"?turno={now.current}", now.part, now.parts),
        follow_query=f"?turno={now.current}&" + (f"parte={now.part}&" if now.parts > 1 else ""),
        breaches=tuple(
            (", ".join(team.name for team in breach.teams), say(breach.sentence)) for breach in now.breaches
        ),
    )
