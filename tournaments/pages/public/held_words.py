"""What is said where standings are held back: of which round they are, and why nobody has won yet."""

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.selectors.held import held_now
from tournaments.selectors.stages import shown_stage


def after_words(turn: int) -> str:
    """Return what stands over standings after a round."""
    return _("Standings after round %(after)s") % {"after": turn}


def nobody_words(tournament: Tournament) -> str:
    """Return what is said of a tournament that is over where no champions are shown."""
    if held_now(shown_stage(tournament)):
        return _("Over: the champions are revealed at the prize-giving")
    return _("Over, without champions")
