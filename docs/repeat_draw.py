"""Repeat a draw from the file that the draw's page offers: python3 repeat_draw.py draw.json."""

import hashlib
import hmac
import json
import sys
import unicodedata
from collections import Counter
from itertools import count
from pathlib import Path

draw = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
if draw["algorithm"] not in ("trionfo-1", "trionfo-2"):
    sys.exit("this script repeats trionfo-1 and trionfo-2 only")
parts_clubs = draw["algorithm"] == "trionfo-2"

keys = ["algorithm", "entrants", "salt"] + ["apart"] * parts_clubs
promised = {key: draw[key] for key in keys}
canonical = json.dumps(promised, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
if hashlib.sha256(canonical.encode()).hexdigest() != draw["commitment"]:
    sys.exit("NOT what was promised before the lot was drawn")

lot = " ".join(unicodedata.normalize("NFC", draw["lot"]).split())
key = hmac.digest(draw["salt"].encode(), lot.encode(), "sha256")
blocks = (hmac.digest(key, n.to_bytes(8, "big"), "sha256") for n in count())
numbers = (int.from_bytes(block[i : i + 8], "big") for block in blocks for i in (0, 8, 16, 24))

seeded = [
    entrant
    for _seed, entrant in sorted((seed, entrant) for entrant, seed, *_club in draw["entrants"] if seed)
]
unseeded = [entrant for entrant, seed, *_club in draw["entrants"] if not seed]
for last in range(len(unseeded) - 1, 0, -1):
    fair = 2**64 // (last + 1) * (last + 1)
    other = next(number for number in numbers if number < fair) % (last + 1)
    unseeded[last], unseeded[other] = unseeded[other], unseeded[last]
lines = seeded + unseeded

levels = range(len(draw["apart"]) if parts_clubs else 0)
part = [
    {line - 1: n for n, part_lines in enumerate(draw["apart"][level]) for line in part_lines}
    for level in levels
]
club = {
    entrant: club_field[0] if club_field and club_field[0] else (entrant,)
    for entrant, _seed, *club_field in draw["entrants"]
}
club_counts: Counter[tuple[object, ...]] = Counter()


def counted() -> None:
    """Count the entrants of each club in each half, quarter and smaller part of the bracket."""
    club_counts.clear()
    club_counts.update(
        (level, part[level][i], club[entrant]) for level in levels for i, entrant in enumerate(lines)
    )


def more(level: int, a: int, b: int) -> int:
    """Return how many pairs of club mates are added at `level` by swapping lines `a` and `b`."""
    part_a, part_b, club_a, club_b = part[level][a], part[level][b], club[lines[a]], club[lines[b]]
    if part_a == part_b or club_a == club_b:
        return 0
    now = club_counts[level, part_a, club_a] + club_counts[level, part_b, club_b] - 2
    return club_counts[level, part_b, club_a] + club_counts[level, part_a, club_b] - now


def moved(level: int, a: int) -> bool:
    """Swap a line of the draw with another to separate club mates; return False if no swap helps."""
    for b in (*range(a + 1, len(lines)), *range(len(seeded), a)):
        if more(level, a, b) < 0 and all(more(before, a, b) <= 0 for before in range(level)):
            lines[a], lines[b] = lines[b], lines[a]
            counted()
            return True
    return False


counted()
for level in levels:
    while sum(
        club_counts[level, part[level][a], club[lines[a]]] > 1 and moved(level, a)
        for a in range(len(seeded), len(lines))
    ):
        pass

print(*lines, sep="\n")
if draw.get("lines") not in (None, lines):
    sys.exit("NOT the lines that were drawn")
