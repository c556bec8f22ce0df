"""A whole tournament of any card game over HTTP: entries, draw, every hand, and standings."""

import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.reader import read_profile
from tests.evenings.hands import Games, Writer
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.replay.client import Site

PLAYERS = (
    "Antonella Usai", "Bachisio Murgia", "Caterina Fois", "Domenico Piras", "Efisio Canu", "Franca Deiana",
    "Gavino Solinas", "Ignazia Loi", "Leonardo Sanna", "Maddalena Cossu", "Nanni Pinna", "Olimpia Serra",
    "Pasquale Melis", "Rosalba Tola", "Salvatore Manca", "Tore Ledda",
)  # fmt: skip


@dataclass
class Evening:
    """A tournament; `hands` counts the recorded hands, and `sheets` contains the games of each match."""

    site: Site
    card_game: CardGame
    options: dict[str, Any]
    entrants: int
    random: Random
    slug: str = ""
    hands: int = 0
    sheets: dict[str, Games] = field(default_factory=dict)

    @property
    def profile(self) -> Profile:
        return read_profile(self.card_game, self.options)

    def set_up(self) -> None:
        """Create a tournament in the first format for the number of sides, then enter teams and draw."""
        sides = self.profile.sides
        format_key = next(
            key for key, tournament_format in FORMATS.items() if sides in tournament_format.sides
        )
        body = {
            "name": f"Serata {self.card_game.key} {sides} {self.random.randrange(10**6)}",
            "card_game": self.card_game.key,
            "profile": self.options,
            "stages": [{"format": format_key}],
            "tables": 8,
        }
        self.slug = self.site.send("POST", "/tournaments/", body).body["slug"]
        self.site.send("POST", f"/tournaments/{self.slug}/teams/", self._entries())
        answer = self.site.send("POST", f"/tournaments/{self.slug}/draw/", {"stage": 1, "by": "seeds"}).body
        while self.site.get(f"/jobs/{answer['job']['id']}/")["state"] != "done":
            time.sleep(0.02)

    def _entries(self) -> list[dict[str, Any]]:
        each = self.card_game.players_a_side
        names = iter(PLAYERS)
        teams = [[next(names) for _seat in range(each)] for _team in range(self.entrants)]
        return [
            {
                "name": " – ".join(name.split()[1] for name in team) if each > 1 else team[0],
                "players": [{"name": name} for name in team],
                "seed": number,
            }
            for number, team in enumerate(teams, start=1)
        ]

    def play(self) -> None:
        """Play every match as soon as it is ready, until all matches are over."""
        while True:
            matches = self.matches()
            if all(match["state"] in OVER for match in matches):
                return
            ready = [match for match in matches if match["state"] == "ready"]
            for match in ready:
                self._play_match(match)
            time.sleep(0 if ready else 0.05)

    def matches(self) -> list[dict[str, Any]]:
        """Return all matches of the stage from the API."""
        return self.site.pages(f"/tournaments/{self.slug}/matches/?stage=1")

    def _play_match(self, match: dict[str, Any]) -> None:
        writer = Writer(self.card_game, self.profile, self.random)
        games = writer.match()
        for game, played in enumerate(games, start=1):
            for hand, body in enumerate(played["hands"], start=1):
                path = f"/matches/{match['id']}/games/{game}/hands/{hand}/"
                self.site.send("PUT", path, body, Idempotency_Key=f"{match['id']}-{game}-{hand}")
                self.hands += 1
        for side in range(self.profile.sides):
            self.site.send("POST", f"/matches/{match['id']}/sign/", {"side": side})
        self.sheets[match["id"]] = games

    def sheet(self, match: str) -> Any:
        """Return the sheet of a match from the API."""
        return self.site.get(f"/matches/{match}/sheet/")

    def standings(self) -> Any:
        """Return the standings as soon as they contain every result."""
        for _attempt in range(200):
            page = self.site.get(f"/tournaments/{self.slug}/standings/?stage=1")
            if page["up_to_date"]:
                return page
            time.sleep(0.05)
        raise AssertionError("the standings are still out of date")
