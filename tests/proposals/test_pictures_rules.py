"""Pictures of proposals stay within their width and height for any number of entrants."""

import re

import pytest

from tournaments.proposals.desk.pictures import HEIGHT, picture_of
from tournaments.proposals.rules.courses import EveningWish, offer
from tournaments.proposals.rules.evening import MatchPace

WIDTH = 312


def corners(path: str) -> list[tuple[float, float]]:
    """Return the points of an SVG path."""
    x = y = 0.0
    points = []
    for command, numbers in re.findall(r"([MHVLhvlZ])([^MHVLhvlZ]*)", path):
        values = [float(number) for number in re.findall(r"-?[0-9.]+", numbers)]
        steps = [values] if command in "HVhv" else [values[at : at + 2] for at in range(0, len(values), 2)]
        for step in steps:
            before = (x, y) if command.islower() else (0.0, 0.0)
            across = command in "MLlHh"
            down = command in "MLlVv"
            x = before[0] + step[0] if across else x
            y = before[1] + step[-1] if down else y
            points.append((x, y))
    return points


@pytest.mark.parametrize("entrants", [4, 5, 7, 8, 12, 16, 24, 31, 32, 48, 64, 100, 128])
@pytest.mark.parametrize(("sides", "players"), [(2, 2), (3, 1), (4, 1)])
def test_picture_of_every_proposal_stays_within_its_width_and_height(
    entrants: int, sides: int, players: int
) -> None:
    evening_offer = offer(EveningWish(entrants, 64, 600, MatchPace(20), sides, players))
    for proposal in evening_offer.proposals:
        for shape in picture_of(proposal, entrants):
            for x, y in corners(shape.path):
                assert 0 <= x <= WIDTH, (proposal.key, shape)
                assert 0 <= y <= HEIGHT, (proposal.key, shape)
