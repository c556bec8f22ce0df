"""Tests that tables of simulated hands are reproduced from the seed and have the expected properties."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.game_parts.card_game import HandTable
from scoring.games import CARD_GAMES
from scoring.odds.management.commands.simulate_hands import FOLDER
from scoring.odds.simulation import BLOCK, CountScale, as_module, count_block, digest, make_table

MARIGLIA = CARD_GAMES["mariglia"]
TABLES = {game.hand_table.name: game for game in CARD_GAMES.values() if game.hand_table}


def share(table: HandTable, hands: int) -> float:
    """Return `hands` as a fraction of all hands in the table."""
    return hands / table.hands


@pytest.mark.parametrize("name", TABLES)
def test_stored_table_of_hands_is_reproduced_by_a_new_simulation(name: str) -> None:
    """A failure means that the simulated play has changed: generate new tables with `make hands`."""
    card_game = TABLES[name]
    table = card_game.hand_table
    assert table
    new_table = make_table(table, card_game.card_values, blocks=1, workers=1)
    assert (new_table.first_block, new_table.hands) == (table.first_block, BLOCK)
    assert digest(new_table.counts) == table.first_block


@pytest.mark.parametrize("name", TABLES)
def test_stored_table_of_hands_covers_every_card_value_and_number_of_points(name: str) -> None:
    card_game = TABLES[name]
    table = card_game.hand_table
    assert table
    assert table.hands == 4_000_000
    assert table.even == card_game.even_split
    assert set(table.counts) == set(card_game.card_values)
    assert {len(row) - 1 for row in table.counts.values()} == {card_game.fixed_total}


@pytest.mark.sweep
def test_table_of_hands_does_not_depend_on_the_number_of_processes() -> None:
    table = MARIGLIA.hand_table
    assert table
    one, two = (make_table(table, MARIGLIA.card_values, blocks=2, workers=workers) for workers in (1, 2))
    assert one.counts == two.counts


@pytest.mark.sweep
def test_simulation_with_another_block_number_or_seed_produces_different_hands() -> None:
    scale = CountScale(MARIGLIA.card_values, 70)
    first, same, other, seed = (count_block(*which, scale) for which in ((0, 1), (0, 1), (1, 1), (0, 2)))
    assert first == same
    assert first not in (other, seed)


def test_simulated_hands_have_the_expected_shares_of_worthless_cards_and_rare_scores() -> None:
    """Half the turned-up cards are worthless, and a cappotto is rare (MAR-TRI-1, MAR-VAL-4, MAR-VAL-5)."""
    table = MARIGLIA.hand_table
    assert table
    assert share(table, sum(table.counts[0])) == pytest.approx(0.5, abs=0.001)
    for value in range(1, 6):
        assert share(table, sum(table.counts[value])) == pytest.approx(0.1, abs=0.001)
    assert share(table, sum(row[0] + row[70] for row in table.counts.values())) < 0.005
    assert sum(table.counts[5][:6]) == 0
    assert table.counts[5][6] > 0


@pytest.mark.parametrize("name", TABLES)
def test_stored_table_of_hands_equals_the_module_written_by_the_command(name: str) -> None:
    table = TABLES[name].hand_table
    assert table
    assert (FOLDER / f"{name}.py").read_text() == as_module(table)


@pytest.mark.sweep
def test_simulate_hands_command_regenerates_every_table_by_default(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("simulate_hands", "--hands", str(2 * BLOCK), "--into", str(tmp_path))
    output = capsys.readouterr().out
    assert sorted(file.stem for file in tmp_path.iterdir()) == sorted(TABLES)
    for name, card_game in TABLES.items():
        namespace: dict[str, HandTable] = {}
        exec(compile((tmp_path / f"{name}.py").read_text(), name, "exec"), namespace)
        assert namespace["HANDS"].hands == 2 * BLOCK
        assert card_game.hand_table
        assert namespace["HANDS"].first_block == card_game.hand_table.first_block
        assert f"{name}: 20,000 hands, first block {namespace['HANDS'].first_block}" in output


@pytest.mark.parametrize("hands", ["0", "15000", "-10000"])
def test_number_of_hands_must_be_a_multiple_of_the_block_size(hands: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="a multiple of 10,000"):
        call_command("simulate_hands", "--hands", hands, "--into", str(tmp_path))
    assert list(tmp_path.iterdir()) == []
