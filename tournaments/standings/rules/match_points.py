"""What a match is worth in the standings: so much for a win, level, a loss, a bye."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields

from scoring.errors import BadSetup
from scoring.sentences import Sentence, _
from scoring.types import Problem
from tournaments.types import Points

MOST = 100
ONE = Points(1)
HALVES = re.compile(r"[0-9]{1,3}(\.[05]|/2)?")


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """A win 1, level a half, a loss 0; a bye counts as a win, so who has one is not behind who played."""

    win: Points = ONE
    level: Points = ONE / 2
    loss: Points = ONE * 0
    bye: Points = ONE

    def as_json(self) -> dict[str, int | str]:
        """Whole numbers as numbers, halves as "1/2"; `read_match_points` reads them back."""
        return {field.name: _as_text(getattr(self, field.name)) for field in fields(self)}


def _as_text(points: Points) -> int | str:
    return int(points) if points.denominator == 1 else str(points)


def read_match_points(raw: Mapping[str, object], where: str = "/match_points") -> MatchPoints:
    """Complete the match points with their defaults, or raise BadSetup with everything wrong in them."""
    known = {field.name for field in fields(MatchPoints)}
    read = {key: _read(value) for key, value in raw.items() if key in known}
    problems = [_unknown(key, where) for key in raw if key not in known]
    problems += [_unreadable(key, where) for key, points in read.items() if points is None]
    if problems:
        text = _("These match points cannot be given. Look at each one marked.")
        raise BadSetup("bad_match_points", Sentence(text), tuple(problems))
    return MatchPoints(**{key: points for key, points in read.items() if points is not None})


def _read(value: object) -> Points | None:
    """Whole and half numbers up to a hundred, written 2, 1.5 or "3/2"; nothing else is worth a match."""
    if type(value) not in (int, float, str) or not HALVES.fullmatch(str(value)):
        return None
    points = Points(str(value))
    return points if points <= MOST else None


def _unknown(key: str, where: str) -> Problem:
    text = _("Match points are given for win, level, loss and bye. Take “%(key)s” away.")
    return Problem("unknown_match_points", "", "error", where, Sentence(text, {"key": key[:40]}))


def _unreadable(key: str, where: str) -> Problem:
    text = _("Write a whole or half number from 0 to %(most)s.")
    return Problem("bad_match_points", "", "error", f"{where}/{key}", Sentence(text, {"most": MOST}))


USUAL = MatchPoints()
