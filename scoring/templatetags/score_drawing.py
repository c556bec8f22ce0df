"""SVG drawings of a score as stitches (trama), of the card points of a hand (bilancia), and of the logo."""

from collections.abc import Iterator

STITCHES_A_COLUMN = 5
TENS_FROM = 100
# The mark of each side: its shape and colour on every page
MARKS = "abcde"


def lozenge(x: float, y: float, size: float) -> str:
    """Return the SVG path for the mark of side 0, a square standing on a corner."""
    return f'd="M{x:g} {y - size:g}l{size:g} {size:g}-{size:g} {size:g}-{size:g}-{size:g}Z"/>'


def peak(x: float, y: float, size: float) -> str:
    """Return the SVG path for the mark of side 4, a triangle standing on its base."""
    return f'd="M{x:g} {y - size * 0.85:g}l{size:g} {size * 1.7:g}h{-2 * size:g}Z"/>'


def stitch(side: int, x: float, y: float, kind: str, size: float = 4.7) -> str:
    """Return a stitch of a drawing as SVG, in the side's shape: lozenge, disc, square, bar or triangle."""
    if side == 0:
        return f'<path class="{kind}" {lozenge(x, y, size)}'
    if side == 1:
        return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{size * 0.85:g}"/>'
    if side == 4:
        return f'<path class="{kind}" {peak(x, y, size)}'
    width = size * 0.85 if side == 2 else size * 0.5
    return f'<rect class="{kind}" x="{x - width:g}" y="{y - 4:g}" width="{2 * width:g}" height="8"/>'


def points_a_stitch(target: int) -> int:
    """Return how many points one stitch stands for: ten if the target is high, otherwise one."""
    return 10 if target > TENS_FROM else 1


def stitches(score: int, target: int) -> int:
    """Return the number of stitches drawn for a score; the last stitch appears only at the target."""
    unit = points_a_stitch(target)
    woven = max(score, 0) // unit
    return woven if score >= target else min(woven, target // unit - 1)


def trama(score: int, target: int, side: int, fresh: int, *, apart: bool = False) -> str:
    """Draw a score and its target in columns of five stitches; a line separates points beyond the target.

    The last `fresh` points of the score are drawn as new. All stitches of one kind form one SVG path.
    Adjoining stitches are one segment of the path; with `apart`, each stitch is a separate segment.
    """
    goal, stitch_count = target // points_a_stitch(target), stitches(score, target)
    old = min(stitch_count, stitches(score - fresh, target))
    columns = -(-max(stitch_count, goal) // STITCHES_A_COLUMN)
    over = stitch_count > goal
    parts = (
        (f"f{side}", range(old), side),
        (f"n f{side}", range(old, stitch_count), side),
        ("hole", range(old, stitch_count), ROUND),
        ("o", range(stitch_count, goal), ROUND),
    )
    body = "".join(
        f'<path class="{kind}" d="{"".join(_runs(places, goal, shape, apart))}"/>'
        for kind, places, shape in parts
        if places
    )
    line = f'<path class="goal" d="M{goal * 2 + 2:g} 0V50"/>' if over else ""
    return _svg("trama", f"0 0 {columns * 10 + 4 * over} 50", body + line)


LOZENGE, ROUND, PEAK = 0, 1, 4


def _runs(places: range, goal: int, shape: int, apart: bool) -> Iterator[str]:
    """Yield SVG path data for each run of neighbouring stitches: diagonal for lozenges, otherwise vertical.

    A run is a straight dashed line: each dash is a stitch (`static/css/trionfo.css`). A dash covers ten units
    of height, or ten units of width for a lozenge. A triangle cannot be a dash, so triangles are drawn one by
    one.
    """
    step, offset = (STITCHES_A_COLUMN + 1, 0) if shape == LOZENGE else (1, 5)
    apart = apart or shape == PEAK
    within = max(0, goal - places.start)
    for part, beyond in ((places[:within], 0), (places[within:], 4)):
        for place in part:
            column, row = divmod(place, STITCHES_A_COLUMN)
            if row and place - step in part and not apart:
                continue
            most = 1 if apart else STITCHES_A_COLUMN - row
            length = 10 * len(part[place - part.start :: step][:most])
            bottom = 50 - row * 10
            across = f"l{length}-{length}" if shape == LOZENGE else f"V{bottom - length}"
            run = "m0-9l4.7 8h-9.4" if shape == PEAK else across
            yield f"M{column * 10 + offset + beyond} {bottom}{run}"


def bilancia(points: int, total: int, split: int, side_left: int) -> str:
    """Draw the card points of a hand in two rows; highlight the points of a side that exceed `split`."""
    columns = -(-total // 2)
    body = "".join(_grains(points, total, split, side_left))
    line = f'<path class="half" d="M{split * 5:g} -4V24"/>' if split else ""
    return _svg("bilancia", f"0 -4 {columns * 10} 28", body + line)


def _grains(points: int, total: int, split: int, side_left: int) -> Iterator[str]:
    for place in range(total):
        is_won = place < points
        side = side_left if is_won else 1 - side_left
        crossing = place >= split if is_won else place < split
        kind = f"f{side}" if crossing or not split else f"f{side} under"
        yield stitch(side, place // 2 * 10 + 5, place % 2 * 10 + 5, kind, 4.6)


def _svg(name: str, box: str, body: str) -> str:
    # The template tag fills in the label, in the active language
    look = f'class="{name}" viewBox="{box}" preserveAspectRatio="xMinYMax"'
    return f'<svg {look} role="img" aria-label="{{}}">{body}</svg>'


# Colours of the logo by the distance from its centre: red rim, a gap, indigo cross, saffron centre
RINGS = {"mark-1": (3, 4), "mark-2": (1,), "mark-3": (0,)}


def logo() -> str:
    """Draw the logo: small squares that form a lozenge. A CSS stroke enlarges and rounds the squares."""
    cells = [(x, y) for y in range(-4, 5) for x in range(-4, 5)]
    body = ""
    for kind, far in RINGS.items():
        ring = ((x * 10 + 42.3, y * 10 + 42.3) for x, y in cells if abs(x) + abs(y) in far)
        squares = "".join(f"M{x:g} {y:g}h5.4v5.4h-5.4z" for x, y in ring)
        body += f'<path class="{kind}" d="{squares}"/>'
    return f'<svg class="logo" viewBox="0 0 90 90" aria-hidden="true">{body}</svg>'
