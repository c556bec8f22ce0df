"""The number of random hands for each card game: few in an ordinary run, ten thousand in `make campaigns`."""

import os

HANDS = int(os.environ.get("HANDS", "60"))
