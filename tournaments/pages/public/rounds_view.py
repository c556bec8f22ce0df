"""A round at mixed tables as it is read: a box a table, who rests, and the ways to the other rounds."""

from dataclasses import dataclass

from scoring.translation import say
from tournaments.pages.public.boxes import BoxView, Drawing, box_view
from tournaments.pages.public.bracket_view import Pill, part_pills, round_pills
from tournaments.selectors.round_tables import RoundTables


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
    drawing = Drawing(now.stage, len(now.rounds), now.matches, now.path)
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
