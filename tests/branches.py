"""`make coverage`: the rules' own tests take every branch of the rules.

The rules know no Django, so neither does this: nothing else is imported, and it takes seconds.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import coverage
import pytest

from tests.effort import cut_examples

ROOT = Path(__file__).parents[1]
RULES = ROOT / "scoring" / "rules"
TESTS = ROOT / "tests" / "scoring" / "rules"
ALONE = [
    "-c",
    str(TESTS / "pytest.toml"),
    f"--rootdir={ROOT}",
    f"--confcutdir={TESTS}",
    "-p",
    "no:cacheprovider",
]
"""Without the project's own settings: only the rules and their tests."""


def main(arguments: Sequence[str]) -> int:
    """Run the rules' tests (`arguments` are told to pytest) and name every line and branch they leave out."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    cut_examples()
    measured = coverage.Coverage(data_file=None, branch=True, source=[str(RULES)])
    with measured.collect():
        status = pytest.main([*ALONE, "-q", "--no-header", *(arguments or [str(TESTS)])])
    share = measured.report(show_missing=True, skip_covered=True, precision=2)
    print(f"{share:.2f} % of the lines and branches of scoring/rules")
    return int(status) or int(share < 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
