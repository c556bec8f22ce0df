"""Benchmark of `manage.py check_sheets` for sheets with points only, compared with parsing their JSON."""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.figures import Figure

ROOT = Path(__file__).parents[1]
SHEETS = 6_000
# Goal: two thousand sheets a second.
MS = 0.5


def sheets() -> list[str]:
    """Return SHEETS recorded matches as JSON texts with points but no cards; the matches are repeated."""
    lines = []
    for folder in ("evening16", "groups12"):
        matches = json.loads((ROOT / "tests" / "data" / folder / "matches.json").read_text(encoding="utf-8"))
        lines += [json.dumps(written(match)) for match in matches]
    return [lines[number % len(lines)] for number in range(SHEETS)]


def written(match: dict[str, Any]) -> dict[str, Any]:
    """Return a recorded match as a sheet that contains the points but not the cards."""
    games = [{"hands": [hand(dealt) for dealt in game["hands"]]} for game in match["games"]]
    return {"card_game": match["game"], "profile": {"targets": match["targets"]}, "games": games}


def hand(dealt: dict[str, Any]) -> dict[str, Any]:
    """Return the dealer, the trionfo and the points of a recorded hand."""
    short = {"dealer": "SENW".index(dealt["dealer"]), "trionfo": dealt["trionfo"]}
    return short | ({"card_points": dealt["points"]} if dealt["played"] else {"state": "ended_on_trionfo"})


def run() -> list[Figure]:
    """Time `check_sheets`: the time for many sheets minus the time for one sheet."""
    lines = sheets()
    full_seconds, nothing = command_seconds(lines), command_seconds(lines[:1])
    started = time.process_time()
    for line in lines:
        json.dumps(json.loads(line))
    floor = time.process_time() - started
    each = 1000 / SHEETS
    return [
        Figure("sheets", SHEETS),
        Figure("hands a sheet", sum(line.count('"dealer"') for line in lines) / SHEETS),
        Figure("ms a sheet", each * (full_seconds - nothing), goal=MS),
        Figure("ms a sheet; reading and writing JSON only", each * (full_seconds - nothing), each * floor),
    ]


def command_seconds(lines: list[str]) -> float:
    """Run the command with the given sheets as its input; return the CPU seconds that it used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run(
        [sys.executable, "manage.py", "check_sheets"],
        cwd=ROOT,
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr + process.stdout[-300:]
    assert process.stdout.count("\n") == len(lines)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
