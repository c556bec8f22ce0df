"""Pictures of proposals as SVG paths (groups, brackets, rounds), and the timeline bar of the rounds."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.club.rules import going_on
from tournaments.competition.formats import FORMATS
from tournaments.competition.seeding import bracket_size
from tournaments.competition.types import EntrantId
from tournaments.proposals.rules.courses import Proposal, StageIdea

HEIGHT = 104
MOST_LINES = 16
MOST_BEHIND_GROUPS = 8
MOST_GROUPS = 6
CELL, STEP = 10, 11.5


class Shape(NamedTuple):
    """An SVG path in a picture, with its style."""

    kind: str
    path: str


class Segment(NamedTuple):
    """A round in the timeline bar: its start and its width, in thousandths of the bar's width."""

    start: float
    width: float


class RoundBar(NamedTuple):
    """The rounds of a proposal and the requested end, in thousandths of the bar's width."""

    rounds: tuple[Segment, ...]
    wish: float


def picture_of(proposal: Proposal, entrants: int) -> list[Shape]:
    """Return the SVG paths of a proposal's picture."""
    first, *later = proposal.stages
    if later:
        form, options = FORMATS[first.format], first.named_options
        plan = form.plan([EntrantId(str(line)) for line in range(entrants)], form.read_options(options))
        groups = [len(group.entrants) for group in plan.groups]
        qualified = min(MOST_BEHIND_GROUPS, bracket_size(going_on(plan, form.read_options(options))))
        return [*_groups(len(groups), max(groups)), Shape("dots", "M128 52H160"), *_bracket(qualified, 170)]
    return list(_alone(first, proposal, entrants))


def _alone(stage: StageIdea, proposal: Proposal, entrants: int) -> Iterator[Shape]:
    options = stage.named_options
    lines = min(MOST_LINES, bracket_size(entrants))
    if options.get("placing"):
        yield from _lattice(lines)
    elif FORMATS[stage.format].bracket:
        yield from _bracket(lines, 4)
        if options.get("consolation"):
            yield from _bracket(max(2, lines // 2), 196, winner="dots")
    elif proposal.share.most >= entrants - 1:
        yield from _cross(0, 0, min(entrants, 8))
    else:
        yield from _rounds(len(proposal.rounds))


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}Z"


def _cross(x: float, y: float, size: int) -> Iterator[Shape]:
    """Yield the cells of the square cross table of a group."""
    for row in range(size):
        for column in range(size):
            kind = "own" if row == column else "cell"
            yield Shape(kind, _box(x + 1 + column * STEP, y + 1 + row * STEP, CELL, CELL))


def _groups(groups: int, size: int) -> Iterator[Shape]:
    """Yield the cross tables of as many groups as fit into two rows."""
    side = min(size, 4)
    for place in range(min(groups, MOST_GROUPS if side < 4 else 4)):
        yield from _cross((place // 2) * (side * STEP + 10), (place % 2) * 54, side)


def _bracket(lines: int, x: float, *, winner: str = "winner") -> Iterator[Shape]:
    """Yield the boxes and lines of a bracket, left to right, with at most eight first-round matches."""
    matches = max(1, min(lines, MOST_LINES) // 2)
    centres = [HEIGHT / matches * (place + 0.5) for place in range(matches)]
    width, gap = (17, 23) if matches > 2 else (26, 36)
    while True:
        for centre in centres:
            yield Shape("box", _box(x, centre - 4, width, 8))
        if len(centres) == 1:
            break
        middle = x + width + gap / 2
        pairs = list(zip(centres[::2], centres[1::2], strict=True))
        for upper, lower in pairs:
            yield Shape("line", f"M{x + width:g} {upper:g}H{middle:g}V{lower:g}H{x + width:g}")
            yield Shape("line", f"M{middle:g} {(upper + lower) / 2:g}H{x + width + gap:g}")
        centres, x = [(upper + lower) / 2 for upper, lower in pairs], x + width + gap
    end = x + width
    if winner == "winner":
        yield Shape("line", f"M{end:g} {centres[0]:g}h10")
        yield Shape("winner", f"M{end + 20:g} {centres[0] - 9:g}l9 9-9 9-9-9Z")
    else:
        yield Shape("dots", f"M{end:g} {centres[0]:g}h8")


def _lattice(lines: int) -> Iterator[Shape]:
    """Yield the boxes and lines of a bracket that decides every place: winners go up, losers go down."""
    matches, rounds = max(1, lines // 2), max(1, lines.bit_length() - 1)
    step, width = HEIGHT / matches, 30
    columns = [4 + place * 78 for place in range(rounds)]
    rows = [step * (place + 0.5) for place in range(matches)]
    for number, x in enumerate(columns[:-1]):
        block = matches >> number
        for place, y in enumerate(rows):
            base, within = place - place % block, place % block
            up, down = base + within // 2, base + block // 2 + within // 2
            yield Shape("line", f"M{x + width} {y:g}L{columns[number + 1]} {rows[up]:g}")
            yield Shape("dots", f"M{x + width} {y:g}L{columns[number + 1]} {rows[min(down, matches - 1)]:g}")
    for x in columns:
        for y in rows:
            yield Shape("box", _box(x, y - 4, width, 8))
    yield Shape("line", f"M{columns[-1] + width} {rows[0]:g}h8")
    yield Shape("winner", f"M{columns[-1] + width + 17} {rows[0] - 6.4:g}l7 7-7 7-7-7Z")


def _rounds(rounds: int) -> Iterator[Shape]:
    """Yield the rounds from left to right, each as a column of tables."""
    columns = min(rounds, 6)
    rows = [13 + 26 * place for place in range(4)]
    for column in range(columns):
        x = 4 + column * 50
        for y in rows:
            yield Shape("box", _box(x, y - 5, 28, 10))
        if column < columns - 1:
            yield Shape("dots", f"M{x + 32} 52h14")


def bar_of(rounds: Sequence[float], end: float, minutes: int) -> RoundBar:
    """Return the timeline bar of a proposal. `end` is the end of the last round, in minutes.

    The full width stands for `end` or for the available time, `minutes`, if that is longer.
    """
    length = max(end, float(minutes)) or 1.0
    starts = [0.0, *sorted(rounds)]
    segments = [
        Segment(1000 * start / length, max(0.0, 1000 * (stop - start) / length - 8))
        for start, stop in pairwise(starts)
        if stop > start
    ]
    return RoundBar(tuple(segments), 1000 * minutes / length)
