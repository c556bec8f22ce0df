"""Tests with random games of Marianna: valid games get the expected scores, and errors are reported (MNA,
COP).
"""

import pytest

from tests.games.players.clubs_of_marianne import any_marianna_club
from tests.games.players.faults import wrong_leader, wrong_winner
from tests.games.players.faults_of_marianne import (
    FAULTS,
    games_of,
    in_the_sixth,
    out_of_order,
    played_on,
    played_out,
    while_others_lead,
)
from tests.games.players.judge import Fault, agree, find

OWN_FAULTS = (
    Fault("another leads", "wrong_leader", "MNA-DECL-2", played_out(wrong_leader)),
    Fault("another wins", "wrong_trick_winner", "MNA-DECL-2", played_out(wrong_winner)),
    Fault("declared in the sixth trick", "declared_too_late", "MNA-DECL-3", played_out(in_the_sixth)),
    Fault("declared in another order", "declarations_out_of_order", "MNA-DECL-1", played_out(out_of_order)),
    Fault("not only the leader", "declared_out_of_turn", "MNA-DECL-4", played_out(while_others_lead)),
    Fault("on after a mariannone", "won_on_a_declaration", "MNA-GAME-2", played_out(played_on)),
)


def test_scores_of_random_hands_equal_the_scores_counted_by_the_players() -> None:
    """MNA-DECL-1, MNA-SCORE-1, MNA-GAME-1, MNA-GAME-2, COP-2: each game has random rule options."""
    agree("marianna", games_of(any_marianna_club))


@pytest.mark.parametrize("fault", [*FAULTS, *OWN_FAULTS], ids=lambda fault: fault.name)
def test_deliberate_error_in_random_hands_is_reported(fault: Fault) -> None:
    """Each error breaks MNA-CARD-1, MNA-CARD-2, MNA-DECL-1 to MNA-DECL-4 or COP-1."""
    fixed = {
        "copri": True,
        "late_trick6": False,
        "who_may": "any_at_turn",
        "mariannone": "win",
        "targets": [300],
    }
    find("marianna", games_of(any_marianna_club, complete=True, **fixed), fault)
