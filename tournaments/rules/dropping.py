"""Worst rounds that do not count: so many of each entrant's, once it has more rounds than that.

A round is worse by what it is worth in match points, then by games, then by points; of equal ones the first
is dropped. It is out of all that is counted of its entrant; whom it met there stays met.
"""

from collections.abc import Callable, Iterable, Mapping

from scoring.game_parts.options import OptionValue, number
from scoring.sentences import _
from tournaments.rules.tally import Record, Tally
from tournaments.types import Points

DROP_WORST = number("drop_worst", _("Worst rounds that do not count"), "", 0, range(4))


def dropped(options: Mapping[str, OptionValue]) -> int:
    """How many rounds of each are dropped."""
    return int(str(options.get(DROP_WORST.key, 0)))


def without_worst(rounds: Iterable[Record], drop: int, worth: Callable[[Tally], Points]) -> Record:
    """The rounds of an entrant added up, but for the worst."""
    in_order = sorted(rounds, key=lambda record: (worth(record.tally), _games(record), _points(record)))
    return sum(in_order[drop:] if len(in_order) > drop else in_order, Record())


def _games(record: Record) -> int:
    return record.games_won - record.games_lost


def _points(record: Record) -> int:
    return record.points_for - record.points_against
