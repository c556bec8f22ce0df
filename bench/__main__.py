"""`python -m bench [NAME ...]`: run the benchmarks, print the results, and add them to bench/results.json.

Times differ from machine to machine. Each benchmark therefore also measures a baseline in the same run (the
cost of the work without the code of Trionfo). It prints the ratio of the two, and whether the goal is met.
"""

import argparse
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


def arguments_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line arguments."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description=f"Run the benchmarks, print each figure and add the run to bench/{RESULTS.name}.",
    )
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        type=benchmark_name,  # with `choices`, argparse 3.11 rejects an empty list of names
        help=f"a benchmark to run; without a name all of them run: {', '.join(NAMES)}",
    )
    return parser


def benchmark_name(text: str) -> str:
    """Return `text` if it is the name of a benchmark; otherwise raise ArgumentTypeError."""
    if text not in NAMES:
        raise argparse.ArgumentTypeError(f"invalid choice: {text!r} (choose from {', '.join(NAMES)})")
    return text


def main(arguments: list[str]) -> None:
    """Run the benchmarks named on the command line; without names, run all benchmarks."""
    names: list[str] = arguments_parser().parse_args(arguments).names
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
    """Return the short hash of the current commit, with "+" if there are uncommitted changes.

    The result is empty without Git or without a repository.
    """
    wanted = ("git", "describe", "--always", "--dirty=+")
    try:
        answer = subprocess.run(wanted, cwd=RESULTS.parent, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return answer.stdout.strip()


if __name__ == "__main__":
    main(sys.argv[1:])
