"""La trama and la bilancia: a score and the split of a hand, one stitch a point."""

from collections.abc import Callable, Iterator

STITCHES_A_COLUMN = 5
TENS_FROM = 100
MARKS = "abcde"
"""The mark of each side: its shape and colour on every page, wherever the side is shown."""


def lozenge(x: float, y: float, size: float) -> str:
    """The mark of side 0: a square on its point."""
    return f'd="M{x:g} {y - size:g}l{size:g} {size:g}-{size:g} {size:g}-{size:g}-{size:g}Z"/>'


def peak(x: float, y: float, size: float) -> str:
    """The mark of side 4: three corners, one up."""
    return f'd="M{x:g} {y - size * 0.85:g}l{size:g} {size * 1.7:g}h{-2 * size:g}Z"/>'


def stitch(side: int, x: float, y: float, kind: str, size: float = 4.7) -> str:
    """One stitch in the shape of its side: lozenge, grain, square, bar, peak."""
    if side == 0:
        return f'<path class="{kind}" {lozenge(x, y, size)}'
    if side == 1:
        return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{size * 0.85:g}"/>'
    if side == 4:
        return f'<path class="{kind}" {peak(x, y, size)}'
    width = size * 0.85 if side == 2 else size * 0.5
    return f'<rect class="{kind}" x="{x - width:g}" y="{y - 4:g}" width="{2 * width:g}" height="8"/>'


def hole(x: float, y: float) -> str:
    """What tells a stitch just woven without its colour."""
    return f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="1.5"/>'


def points_a_stitch(target: int) -> int:
    """A long game is woven in tens."""
    return 10 if target > TENS_FROM else 1


def stitches(score: int, target: int) -> int:
    """How many stitches a score is: the last one before the line is woven when the target is reached."""
    unit = points_a_stitch(target)
    woven = max(score, 0) // unit
    return woven if score >= target else min(woven, target // unit - 1)


def trama(score: int, target: int, side: int, fresh: int) -> str:
    """Draw a score on its way to the target: columns of five, what passes the target beyond a line."""
    goal, done = target // points_a_stitch(target), stitches(score, target)
    new = done - stitches(score - fresh, target)
    columns = -(-max(done, goal) // STITCHES_A_COLUMN)
    over = done > goal
    body = "".join(_stitches(done, goal, side, new))
    line = f'<path class="goal" d="M{goal * 2 + 2:g} 0V50"/>' if over else ""
    return _svg("trama", f"0 0 {columns * 10 + 4 * over} 50", body + line)


def _stitches(length: int, goal: int, side: int, new: int) -> Iterator[str]:
    for place in range(max(length, goal)):
        x = place // STITCHES_A_COLUMN * 10 + 5 + (4 if place >= goal else 0)
        y = (STITCHES_A_COLUMN - 1 - place % STITCHES_A_COLUMN) * 10 + 5
        fresh = length - new <= place < length
        if place >= length:
            yield f'<circle class="o" cx="{x}" cy="{y}" r="1.3"/>'
        else:
            yield stitch(side, x, y, "n" if fresh else f"f{side}") + (hole(x, y) if fresh else "")


def bilancia(points: int, total: int, split: int, side_left: int) -> str:
    """Draw the card points of a hand in two rows, ours from the left; what crosses the split is full."""
    columns = -(-total // 2)
    body = "".join(_grains(points, total, split, side_left))
    line = f'<path class="half" d="M{split * 5:g} -4V24"/>' if split else ""
    return _svg("bilancia", f"0 -4 {columns * 10} 28", body + line)


def _grains(points: int, total: int, split: int, side_left: int) -> Iterator[str]:
    for place in range(total):
        ours = place < points
        side = side_left if ours else 1 - side_left
        crossing = place >= split if ours else place < split
        kind = f"f{side}" if crossing or not split else f"f{side} under"
        yield stitch(side, place // 2 * 10 + 5, place % 2 * 10 + 5, kind, 4.6)


def _svg(name: str, box: str, body: str) -> str:
    # The label is put in by the tag, which knows the reader's language.
    look = f'class="{name}" viewBox="{box}" preserveAspectRatio="xMinYMax meet"'
    return f'<svg {look} role="img" aria-label="{{}}">{body}</svg>'


def logo(cell: Callable[[int, int], str]) -> str:
    """Draw the stepped lozenge of the loom, nine by nine, in the colours of its rings."""
    squares = (
        f'<rect class="{cell(x, y)}" x="{x * 10 + 40.3:g}" y="{y * 10 + 40.3:g}" '
        'width="9.4" height="9.4" rx="2"/>'
        for y in range(-4, 5)
        for x in range(-4, 5)
        if cell(x, y)
    )
    return f'<svg class="logo" viewBox="0 0 90 90" aria-hidden="true">{"".join(squares)}</svg>'


def ring(x: int, y: int) -> str:
    """The colour of a cell of the logo: red rim, a gap, indigo cross, saffron heart."""
    return {0: "mark-3", 1: "mark-2", 3: "mark-1", 4: "mark-1"}.get(abs(x) + abs(y), "")
