"""Repeat a draw by lots from the file its page offers: python3 repeat_draw.py draw.json."""

import hashlib
import hmac
import json
import sys
import unicodedata
from itertools import count
from pathlib import Path

draw = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
if draw["algorithm"] != "trionfo-1":
    sys.exit("this script repeats trionfo-1 only")

promised = {key: draw[key] for key in ("algorithm", "entrants", "salt")}
canonical = json.dumps(promised, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
if hashlib.sha256(canonical.encode()).hexdigest() != draw["commitment"]:
    sys.exit("NOT what was promised before the lot was drawn")

lot = " ".join(unicodedata.normalize("NFC", draw["lot"]).split())
key = hmac.digest(draw["salt"].encode(), lot.encode(), "sha256")
blocks = (hmac.digest(key, n.to_bytes(8, "big"), "sha256") for n in count())
numbers = (int.from_bytes(block[i : i + 8], "big") for block in blocks for i in (0, 8, 16, 24))

seeded = [entrant for _seed, entrant in sorted((seed, entrant) for entrant, seed in draw["entrants"] if seed)]
others = [entrant for entrant, seed in draw["entrants"] if not seed]
for last in range(len(others) - 1, 0, -1):
    fair = 2**64 // (last + 1) * (last + 1)
    other = next(number for number in numbers if number < fair) % (last + 1)
    others[last], others[other] = others[other], others[last]

print(*seeded, *others, sep="\n")
if draw.get("lines") not in (None, seeded + others):
    sys.exit("NOT the lines that were drawn")
