"""Maniglia for pairs: like Mariglia, but the turned-up card does not score near the target (MAN).

The rules are in games.md, section 2. Table talk and exposed cards are not allowed, so the game
has no options for them.
"""

from dataclasses import replace

from scoring.cards.packs import NEAPOLITAN
from scoring.game_parts.card_game import Preset
from scoring.games.mariglia import MARIGLIA, VALUES
from scoring.types import HandState, _

TABLE_TALK = frozenset({"deal_style", "speaking", "questions", "hide_trump_seven"})


def trionfo_points(value: int, before: int, target: int) -> int:
    """Return the points of the turned-up card; 0 if the highest card could end the game (MAN-TRI-1)."""
    return value if before + max(VALUES) < target else 0


CARD_GAME = MANIGLIA = replace(
    MARIGLIA,
    key="maniglia",
    name=_("Maniglia"),
    pack=NEAPOLITAN,
    rank_names={"7": _("Maniglia")},
    targets=(35, 35, 35),
    presets=(
        Preset("35_35_35", _("Best of three to 35"), {"targets": [35, 35, 35]}),
        Preset("35", _("One game to 35"), {"targets": [35]}),
        Preset("35_35_45", _("Two games to 35, decider to 45"), {"targets": [35, 35, 45]}),
    ),
    first_dealer=_("drawn by lot"),
    options=tuple(option for option in MARIGLIA.options if option.key not in TABLE_TALK),
    states={
        state: rule for state, rule in MARIGLIA.states.items() if state is not HandState.ENDED_ON_TRIONFO
    },
    refused_states={HandState.ENDED_ON_TRIONFO: "MAN-TRI-2"},
    moment_checks=(),
    trionfo_points=trionfo_points,
)
