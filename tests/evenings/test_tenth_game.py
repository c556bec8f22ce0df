"""A new card game needs only one file: a copy of the site with this file can play the game.

Nothing else in the copy is changed. The API lists the game, hands of the game can be entered at the table,
and the results are computed and shown.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from scoring import games as card_games
from tests.evenings import tenth
from tests.evenings.evening import Evening
from tests.evenings.phone import PhoneEvening, sign_in
from tests.evenings.test_every_card_game import places, sheets
from tests.servers.site import Site, copied_site, embedded_site
from tournaments.replay.client import Site as Client

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def with_a_tenth_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running copy of the site that contains the file of the new game."""
    copy = copied_site(tmp_path_factory.mktemp("copy"))
    shutil.copy(Path(str(tenth.__file__)), copy / "scoring" / "games" / "stella.py")
    with embedded_site(tmp_path_factory.mktemp("data"), root=copy) as site:
        yield site


@pytest.fixture(autouse=True)
def known_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game in the test process, which generates the hands."""
    monkeypatch.setitem(card_games.CARD_GAMES, tenth.CARD_GAME.key, tenth.CARD_GAME)


def test_new_card_game_is_played_through_the_api_and_on_the_phone(
    with_a_tenth_game: Site, browser: Browser
) -> None:
    token = with_a_tenth_game.organise()
    with closing(Client(with_a_tenth_game.url, token)) as client:
        assert "stella" in [game["key"] for game in client.get("/card-games/")]
        evening = Evening(client, tenth.CARD_GAME, {}, entrants=4, random=Random(10))
        evening.set_up()
        evening.play()
        sheets(evening, evening.matches())
        places(evening, evening.matches())
        at_the_tables = PhoneEvening(client, tenth.CARD_GAME, {}, entrants=2, random=Random(11))
        at_the_tables.set_up()
        with sign_in(browser, with_a_tenth_game.url) as page:
            at_the_tables.play_on(page)
        sheets(at_the_tables, at_the_tables.matches())
        places(at_the_tables, at_the_tables.matches())


def test_new_card_game_is_unknown_to_a_site_without_the_file_of_the_game(tmp_path: Path) -> None:
    with embedded_site(tmp_path) as site, closing(Client(site.url, site.organise())) as client:
        assert "stella" not in [game["key"] for game in client.get("/card-games/")]
