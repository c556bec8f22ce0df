"""Check that the tests of the rules cover every branch of the code of the rules.

`make coverage` runs this module. A run takes seconds, because each property test uses only a few examples.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import coverage
import pytest

from tests.effort import cut_examples

ROOT = Path(__file__).parents[1]
PURE = [ROOT / "scoring" / folder for folder in ("cards", "game_parts", "games", "referee", "sheet/rules")]
TESTS = [ROOT / "tests" / folder for folder in ("cards", "game_parts", "games", "referee", "sheet")]


def main(arguments: Sequence[str]) -> int:
    """Run the tests of the rules with the given pytest arguments; print uncovered lines and branches."""
    cut_examples()
    measured = coverage.Coverage(data_file=None, branch=True, source=[str(folder) for folder in PURE])
    with measured.collect():
        status = pytest.main(["-q", "-n0", *(arguments or map(str, TESTS))])
    share = measured.report(show_missing=True, skip_covered=True, precision=2)
    print(f"{share:.2f} % of the lines and branches of the rules of card games")
    return int(status) or int(share < 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
