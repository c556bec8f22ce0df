"""Random games of Cinquecento: scores are those that players count, and errors are reported (CIN, COP)."""

from random import Random

import pytest

from tests.games.players.campaign import HANDS
from tests.games.players.clubs_of_marianne import any_cinquecento_club
from tests.games.players.faults import wrong_leader, wrong_winner
from tests.games.players.faults_of_marianne import (
    FAULTS,
    games_of,
    out_of_order,
    played_on,
    played_out,
    without_the_cards,
)
from tests.games.players.judge import JSON, SEED, Fault, agree, find, judged

OWN_FAULTS = (
    Fault("another leads", "wrong_leader", "CIN-DECL-1", played_out(wrong_leader)),
    Fault("another wins", "wrong_trick_winner", "CIN-DECL-1", played_out(wrong_winner)),
    Fault("sung without the cards", "not_held", "MNA-DECL-1", played_out(without_the_cards)),
    Fault("sung in another order", "declarations_out_of_order", "CIN-DECL-1", played_out(out_of_order)),
    Fault("a mariannone", "unknown_declaration", "CIN-DECL-1", played_out(played_on)),
)


def test_scores_of_random_hands_equal_the_scores_counted_by_the_players() -> None:
    """CIN-DECL-1, MNA-SCORE-1, CIN-GAME-1, COP-2: the games have random profiles."""
    agree("cinquecento", games_of(any_cinquecento_club))


@pytest.mark.parametrize("fault", [*FAULTS, *OWN_FAULTS], ids=lambda fault: fault.name)
def test_deliberate_error_in_random_hands_is_reported(fault: Fault) -> None:
    """Each error breaks MNA-CARD-1, MNA-CARD-2, MNA-DECL-1, MNA-DECL-3, CIN-DECL-1 or COP-1."""
    fixed = {"copri": True, "immediate": False, "targets": [300]}
    find("cinquecento", games_of(any_cinquecento_club, complete=True, **fixed), fault)


def sung_late(hand: JSON) -> bool:
    """Return whether a declaration was made after the stock was used up."""
    return any(trick["declared"] for trick in hand["play"][5:])


def test_only_late_declarations_in_random_hands_get_a_warning() -> None:
    """Declarations after the stock is used up get a warning, earlier ones do not (CIN-DECL-2)."""
    random, warning_count = Random(SEED), 0
    while warning_count < max(10, HANDS // 20):
        played = games_of(any_cinquecento_club, complete=True, immediate=False, copri=False)(random)
        late = [str(place) for place, hand in enumerate(played.hands) if sung_late(hand)]
        problems = judged("cinquecento", played.profile, played.hands).problems
        assert [(each.level, each.rule, each.where.split("/")[4]) for each in problems] == [
            ("warning", "CIN-DECL-2", place) for place in late
        ]
        warning_count += len(late)
