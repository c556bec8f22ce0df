"""How long a game usually takes, in hands: what a forecast starts from until this tournament's own are known.

The hands are the means of games played at random by the rules, rounded; the seconds are an assumption, six
for every card of the pack, and give way to what is measured.
"""

from scoring.game_parts.card_game import CardGame
from scoring.rules.profile import Profile


def game_hands(card_game: CardGame, profile: Profile, number: int) -> int:
    """Return how many hands game `number`, from 0, usually takes: as many as its target is far."""
    pace = card_game.pace
    said = profile.options.get(pace.counted_by)
    if type(said) is int:
        return said
    target = profile.target(number)
    if target is None:
        return pace.game_hands
    usual = card_game.targets[0]
    return max(1, (2 * pace.game_hands * target + usual) // (2 * usual))
