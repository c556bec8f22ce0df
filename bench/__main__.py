"""`python -m bench [NAME …]`: runs the benchmarks, prints each figure, adds the run to bench/results.json.

A machine's seconds say little about another's, so each benchmark measures a floor in the same run
(what the work would cost with nothing of ours in it) and tells the ratio, and whether its goal is met.
"""

import importlib
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from bench.figures import Row, line_of, rows_of, with_run

NAMES = (
    "check_sheets",
    "card_games",
    "feasible",
    "brackets",
    "standings",
    "standings_read",
    "hand_put",
    "writers",
    "first_page",
    "one_more",
    "readiness",
    "odds",
    "swiss",
    "ratings",
    "public_reads",
    "watching",
    "big_bracket",
    "draws",
    "round_in_play",
)
RESULTS = Path(__file__).with_name("results.json")


def main(names: list[str]) -> None:
    """Run the benchmarks of these names, or all."""
    run: Row = {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        "commit": commit(),
        "python": platform.python_version(),
        "figures": {},
    }
    for name in names or NAMES:
        run["figures"][name] = rows = rows_of(importlib.import_module(f"bench.{name}").run())
        for row in rows:
            print(f"{name:14} {line_of(row)}")
    history = RESULTS.read_text() if RESULTS.exists() else ""
    RESULTS.write_text(with_run(history, run))
    goals = [row["met"] for rows in run["figures"].values() for row in rows if "met" in row]
    print(f"{sum(goals)} of {len(goals)} goals met")


def commit() -> str:
    """Return the short name of the source's commit, marked where the tree differs; empty without git."""
    wanted = ("git", "describe", "--always", "--dirty=+")
    try:
        answer = subprocess.run(wanted, cwd=RESULTS.parent, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return answer.stdout.strip()


if __name__ == "__main__":
    main(sys.argv[1:])
