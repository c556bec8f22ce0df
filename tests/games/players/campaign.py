"""How many hands of a card game are played at random: few in every run, ten thousand in `make campaigns`."""

import os

HANDS = int(os.environ.get("HANDS", "60"))
