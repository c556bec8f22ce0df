"""The number of random hands for each card game: few by default, ten thousand with `make campaigns`."""

import os

HANDS = int(os.environ.get("HANDS", "60"))
