"""`simulate_hands`: repeat the simulations of hands and write the hand tables for the odds."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring import games as card_games
from scoring.game_parts.card_game import HandTable
from scoring.games import CARD_GAMES, CardGame
from scoring.odds.simulation import BLOCK, as_module, make_table

FOLDER = Path(card_games.__file__).with_name("hand_tables")


class Command(BaseCommand):
    """Generate the hand tables again; they change only with the computer player or the number of hands."""

    help = "Simulate the hands of every table again, from its seed, and write the tables."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for the number of hands, the number of processes, and the output folder."""
        parser.add_argument(
            "--hands", type=int, default=4_000_000, help=f"number of hands, a multiple of {BLOCK:,}"
        )
        parser.add_argument("--workers", type=int, default=2, help="number of processes")
        parser.add_argument("--into", type=Path, default=FOLDER, help="the folder of the tables")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write one module for each hand table."""
        blocks, rest = divmod(options["hands"], BLOCK)
        if blocks < 1 or rest:
            raise CommandError(f"The number of hands is a multiple of {BLOCK:,}.")
        for old, card_game in _tables().items():
            table = make_table(old, card_game.card_values, blocks=blocks, workers=options["workers"])
            (options["into"] / f"{table.name}.py").write_text(as_module(table))
            self.stdout.write(f"{table.name}: {table.hands:,} hands, first block {table.first_block}")


def _tables() -> dict[HandTable, CardGame]:
    """Return each hand table once, with a card game that uses it."""
    return {game.hand_table: game for game in CARD_GAMES.values() if game.hand_table}
