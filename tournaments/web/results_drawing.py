"""A drawing of a team's results in many rounds: a square is a win, a line is any other result."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tournaments.web.number_cells import ResultView

# The number of rounds in a line.
A_LINE = 16
# The height and width of a round in pixels.
SQUARE = 8


class ResultsDrawing(NamedTuple):
    """The SVG paths by kind of result, the size of the drawing, and the numbers of results."""

    paths: tuple[tuple[str, str], ...]
    across: int
    down: int
    won: int
    decided: int
    to_come: int

    @property
    def width(self) -> int:
        """The width of the drawing in pixels."""
        return self.across * SQUARE

    @property
    def height(self) -> int:
        """The height of the drawing in pixels."""
        return self.down * SQUARE


def results_drawing(results: Sequence[ResultView]) -> ResultsDrawing:
    """Return the drawing, with one path for each kind of result."""
    counts = Counter(each.kind for each in results)
    return ResultsDrawing(
        tuple((kind, _path(results, kind)) for kind in counts),
        min(len(results), A_LINE),
        -(-len(results) // A_LINE),
        counts["w"],
        counts["w"] + counts["p"],
        counts["open"] + counts["lv"],
    )


def _path(results: Sequence[ResultView], kind: str) -> str:
    strokes, length = [], 0
    for number, each in enumerate(results):
        length = length + 1 if each.kind == kind else 0
        following = results[number + 1].kind if number + 1 < len(results) else ""
        ends_line = (number + 1) % A_LINE == 0
        if length and (following != kind or ends_line):
            across, down = (number + 1 - length) % A_LINE, number // A_LINE
            strokes.append(f"M{across} {down}h{length}")
            length = 0
    return "".join(strokes)
