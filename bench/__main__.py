"""`python -m bench [NAME …]`: runs the benchmarks, prints each figure, writes bench/results.json.

A machine's seconds say little about another's, so each benchmark measures a floor in the same run
(what the work would cost with nothing of ours in it) and tells the ratio.
"""

import importlib
import json
import platform
import sys
from pathlib import Path

NAMES = (
    "check_sheets",
    "card_games",
    "feasible",
    "brackets",
    "standings",
    "hand_put",
    "first_page",
    "one_more",
    "readiness",
    "odds",
    "swiss",
    "public_reads",
    "watching",
    "big_bracket",
)
RESULTS = Path(__file__).with_name("results.json")


def main(names: list[str]) -> None:
    """Run the benchmarks of these names, or all."""
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() and names else {}
    results["python"] = platform.python_version()
    for name in names or NAMES:
        figures = importlib.import_module(f"bench.{name}").run()
        results[name] = figures
        for label, value in figures.items():
            print(f"{name:14} {label:44} {value}")
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
