"""A client generated from the OpenAPI description plays a tournament with its typed calls only."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from tests.checked_client import description
from tests.evenings.hands import Writer
from tests.faults.tables import Standing
from tests.tiers import sampled
from tests.waiting import wait_for
from tournaments.competition.lifecycle import OVER

__all__ = ["description"]

PACKAGE = "generated_client"
# The generator needs to know that an archive is bytes. Its output is not formatted.
CONFIGURATION = {"content_type_overrides": {"application/zip": "application/octet-stream"}, "post_hooks": []}
SEED = 20261124


@pytest.fixture(scope="module")
def client_package(tmp_path_factory: pytest.TempPathFactory, description: dict[str, Any]) -> Iterator[str]:
    """Generate the client without a warning; yield the name of its importable package."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "description.json").write_text(json.dumps(description))
    (folder / "configuration.json").write_text(json.dumps(CONFIGURATION))
    command = "generate --path description.json --config configuration.json --meta none --fail-on-warning"
    process = subprocess.run(
        [Path(sys.executable).with_name("openapi-python-client"), *command.split(), "--output-path", PACKAGE],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    sys.path.insert(0, str(folder))
    yield PACKAGE
    sys.path.remove(str(folder))


@dataclass(frozen=True)
class Api:
    """The calls and models of the generated client, which are looked up by name."""

    package: str
    connection: Any = None

    def model(self, name: str, fields: Any) -> Any:
        """Return an instance of the model with the given name."""
        return getattr(import_module(f"{self.package}.models"), name).from_dict(fields)

    def call(self, name: str, *where: Any, status: int = 200, **more: Any) -> Any:
        """Make an API call such as `matches.write_hand`; check its status and return the typed response."""
        answer = import_module(f"{self.package}.api.{name}").sync_detailed(
            *where, client=self.connection, **more
        )
        assert answer.status_code == status, answer.content
        return answer.parsed

    def pages(self, name: str, *where: Any, **more: Any) -> Iterator[Any]:
        """Yield the rows of all pages of a list, following the cursor."""
        cursor: dict[str, Any] = {}
        while True:
            page = self.call(name, *where, **cursor, **more)
            yield from page.results
            if page.next_ is None:
                return
            cursor = {"cursor": parse_qs(urlsplit(page.next_).query)["cursor"][0]}


@pytest.fixture
def api(client_package: str, embedded: Standing) -> Iterator[Api]:
    """A generated client of a running site, with the organiser's token."""
    library = import_module(client_package)
    with library.AuthenticatedClient(
        embedded.site.url, embedded.token, prefix="Token", raise_on_unexpected_status=True
    ) as connection:
        yield Api(client_package, connection)


def hand_model(card_game: str) -> str:
    """Return the name of the generated model for a hand of the card game."""
    return "WriteHand" + card_game.title().replace("_", "")


@pytest.mark.site
@pytest.mark.timeout(300)
@pytest.mark.parametrize("card_game", ["mariglia", "marianna"])
def test_generated_client_plays_a_tournament_to_the_end(api: Api, card_game: str) -> None:
    game, random = CARD_GAMES[card_game], Random(SEED)
    writer = Writer(game, read_profile(game, {}), random)

    name = f"Serata {random.randrange(10**6)}"
    setup = {"name": name, "card_game": card_game, "stages": [{"format": "knockout"}], "tables": 2}
    slug = api.call("tournaments.create_tournament", body=api.model("TournamentIn", setup), status=201).slug
    teams = [
        api.model("TeamIn", {"players": [{"name": f"Anna {word}"}, {"name": f"Efisio {word}"}], "seed": seed})
        for seed, word in enumerate(("Usai", "Fois", "Canu", "Loi"), start=1)
    ]
    entered = api.call("tournaments.enter_teams", slug, body=teams, status=201)
    assert [team.seed for team in entered] == [1, 2, 3, 4]
    draw = api.model("DrawIn", {"stage": 1, "by": "lots", "lot": "7C AH 10S"})
    job = api.call("tournaments.draw", slug, body=draw, status=202).job
    wait_for(lambda: api.call("jobs.job", job.id).state == "done")

    while not all(match.state in OVER for match in list_of(api, slug)):
        wait_for(lambda: any(match.state == "ready" for match in list_of(api, slug)))
        for match in list_of(api, slug):
            if match.state == "ready":
                play(api, writer, match)

    final = max(list_of(api, slug), key=lambda match: match.round_)
    bracket = settled(api, "bracket", slug)
    assert [row.id for row in bracket.rows if row.round_ == final.round_] == [final.id]
    champion = final.sides[final.winner].team
    standings = settled(api, "standings", slug)
    assert (standings.rows[0].place, standings.rows[0].team) == (1, champion)
    assert champion in {team.id for team in api.pages("tournaments.teams", slug)}
    assert api.call("tournaments.tournament", slug).state == "over"


def list_of(api: Api, slug: str) -> list[Any]:
    """Return all matches, read from the API in pages of two."""
    return list(api.pages("tournaments.matches", slug, stage=1, page_size=2))


def play(api: Api, writer: Writer, match: Any) -> None:
    """Send each hand of a match twice; read the sheet and sign for both sides."""
    for number, game in enumerate(writer.match(), start=1):
        for hand, body in enumerate(game["hands"], start=1):
            place = (match.id, number, hand)
            model = api.model(hand_model(writer.card_game.key), body)
            key = f"{match.id}-{number}-{hand}"
            first = api.call("matches.write_hand", *place, body=model, idempotency_key=key, status=201)
            again = api.call("matches.write_hand", *place, body=model)
            assert (first.key, first.hand.to_dict()) == (key, body)
            assert (first.writing, again.writing, again.version) == ("created", "same", first.version)
    sheet = api.call("matches.sheet", match.id)
    assert (sheet.valid, sheet.match, sheet.next_) == (True, match.id, None)
    for side in (0, 1):
        signed = api.call("matches.sign_sheet", match.id, body=api.model("SignIn", {"side": side}))
    assert (signed.state, signed.winner) == ("signed", sheet.winner)


def settled(api: Api, name: str, slug: str) -> Any:
    """Return the bracket or the standings as soon as they contain every result."""
    wait_for(lambda: api.call(f"tournaments.{name}", slug, stage=1).up_to_date)
    return api.call(f"tournaments.{name}", slug, stage=1)


@pytest.mark.parametrize("card_game", sampled(CARD_GAMES, 3))
def test_generated_client_has_a_typed_field_for_each_field_of_a_hand(
    client_package: str, card_game: str
) -> None:
    game, random = CARD_GAMES[card_game], Random(SEED)
    writer = Writer(game, read_profile(game, {}), random)
    hands = [hand for played in writer.match() for hand in played["hands"]]
    for hand in hands:
        typed = Api(client_package).model(hand_model(card_game), hand)
        assert getattr(typed, "additional_properties", {}) == {}
        assert typed.to_dict() == hand
