"""What a player may owe to a trick, and the sentence that says so; a game lists what it asks (MAR-PLAY-1)."""

from scoring.rules.tricks import Duty, beating, following, trumping
from scoring.sentences import _, sentence

FOLLOW = Duty("revoke", sentence(_("This player holds the suit that was led and must follow it.")), following)
BEAT = Duty(
    "must_beat",
    sentence(_("An opponent is winning the trick: this player can beat that card and must.")),
    beating,
)
TRUMP = Duty(
    "must_trump",
    sentence(_("An opponent is winning the trick: this player can trump and must.")),
    trumping,
)
