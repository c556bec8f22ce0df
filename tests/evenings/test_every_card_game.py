"""A tournament of every card game over HTTP, from the entries to the final standings."""

from contextlib import closing
from random import Random
from typing import Any

import pytest

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from tests.evenings.evening import Evening
from tests.evenings.hands import Writer
from tests.faults.tables import Standing
from tournaments.replay.client import Site

pytestmark = [pytest.mark.site, pytest.mark.timeout(300)]

SEED = 20261121
ENTRANTS = 5
FAULTS = """
from tournaments.draws.selectors.verify import verify_tournament
print(verify_tournament(Tournament.objects.get(slug={slug!r})).faults)
"""


def ways_to_sit(card_game: CardGame) -> list[dict[str, Any]]:
    """Return one profile of a card game for each possible number of players."""
    option = card_game.options_by_key.get("players")
    if option is None:
        return [{}]
    bounds: Any = option.schema
    return [{"players": seats} for seats in range(bounds["minimum"], bounds["maximum"] + 1)]


EVENINGS = [
    pytest.param(card_game, options, id="-".join([key, *map(str, options.values())]))
    for key, card_game in CARD_GAMES.items()
    for options in ways_to_sit(card_game)
]


@pytest.mark.parametrize(("card_game", "options"), EVENINGS)
def test_tournament_of_each_card_game_is_played_to_the_final_standings(
    embedded: Standing, card_game: CardGame, options: dict[str, Any]
) -> None:
    with closing(Site(embedded.site.url, embedded.token)) as site:
        evening = Evening(site, card_game, options, entrants=ENTRANTS, random=Random(SEED))
        evening.set_up()
        evening.play()
        matches = evening.matches()
        sheets(evening, matches)
        places(evening, matches)
    assert embedded.site.python(FAULTS.format(slug=evening.slug)).strip() == "[]"


def sheets(evening: Evening, matches: list[dict[str, Any]]) -> None:
    """Check that the sheets on the site have the results that the test computes from the same hands."""
    writer = Writer(evening.card_game, evening.profile, Random(0))
    for match in matches:
        if match["id"] in evening.sheets:
            folded = writer.verdict(evening.sheets[match["id"]])
            site_sheet = evening.sheet(match["id"])
            assert within(folded, site_sheet) == folded
            assert match["games_won"] == folded["games_won"]
            assert match["winner"] == folded["winner"]


def within(folded: Any, site_sheet: Any) -> Any:
    """Return a copy of `site_sheet` without the fields that `folded` does not have, at any level."""
    if isinstance(folded, dict):
        return {key: within(folded[key], site_sheet[key]) for key in folded}
    if isinstance(folded, list):
        return [within(*pair) for pair in zip(folded, site_sheet, strict=True)]
    return site_sheet


def places(evening: Evening, matches: list[dict[str, Any]]) -> None:
    """Check the standings against the results of the matches."""
    rows = evening.standings()["rows"]
    assert sorted(row["team"] for row in rows) == sorted(
        {side["team"] for match in matches for side in match["sides"] if side["team"]}
    )
    if evening.card_game.by_net:
        nets: dict[str, int] = dict.fromkeys((row["team"] for row in rows), 0)
        for match in matches:
            for game in evening.sheet(match["id"])["games"]:
                for side, net in zip(match["sides"], game["score"], strict=True):
                    nets[side["team"]] += net
        assert [row["net"] for row in rows] == sorted(nets.values(), reverse=True)
        assert {row["team"]: row["net"] for row in rows} == nets
    else:
        final = max((match for match in matches if match["label"].startswith("R")), key=lambda m: m["round"])
        champion = final["sides"][final["winner"]]["team"]
        assert rows[0]["team"] == champion
        assert rows[0]["place"] == 1
