"""Test data for screenshots of every page: tournaments open for entries, drawn, in play and over."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from time import sleep
from typing import Any
from urllib.request import urlopen
from zoneinfo import ZoneInfo

from tests.servers.site import PASSWORD, ROOT, Site
from tournaments.replay.client import Site as Client
from tournaments.replay.evening import EveningReplay, Recorded, read_folder, written_hand

DATA = ROOT / "tests" / "data"
CLUB = {
    "club": "Circolo La Mariglia",
    "town": "Sassari",
    "username": "antonella",
    "password": PASSWORD,
}
LOT = "7S KH 4D AC QD"
FINISHED = ("R1.1", "R1.2", "R1.3", "R1.7", "R1.8")
# 36 to 19, then 24 to 17: the match of mock-up 01a.
ONE_GAME_AND_A_HALF = [
    [("KH", 43), ("7S", 29), ("4C", 47), ("AD", 32), ("JC", 35), ("QH", 46)],
    [("AS", 31), ("6H", 44), ("7D", 25), ("KC", 41)],
]
# 33 to 31, the second side deals: a mariglia ends the game (01h).
CLOSE_TO_THE_END = [[("4C", 52), ("5D", 20), ("6S", 51), ("2H", 19), ("3C", 35)]]
TWO_GAMES = [[("AS", 66)], [("2C", 70)]]


@dataclass
class Club:
    """A test site with its data; `places` maps the placeholders in page URLs to ids and slugs."""

    site: Site
    client: Client
    places: dict[str, str] = field(default_factory=dict)

    def tournament(self, name: str, **more: Any) -> str:
        body = {"name": name, "card_game": "mariglia", "stages": [{"format": "knockout"}], "tables": 6}
        return str(self.client.send("POST", "/tournaments/", body | more).body["slug"])

    def enter(self, slug: str, recorded: Recorded, count: int, seeds: int = 4) -> list[str]:
        """Enter the first `count` teams of sample data, and seed the first `seeds` teams; return the ids of
        the teams.
        """
        entries = recorded.entries[:count]
        for entry in entries[seeds:]:
            entry["seed"] = None
        entered = self.client.send("POST", f"/tournaments/{slug}/teams/", entries).body
        return [team["id"] for team in entered]

    def check_in(self, slug: str, teams: Iterable[str], presence: str) -> None:
        """Set the check-in state of the given teams to `presence`."""
        self.client.send("POST", f"/tournaments/{slug}/check-in/", dict.fromkeys(teams, presence))

    def draw(self, slug: str, **how: str) -> None:
        """Draw the tournament, and wait until a match is at a table."""
        job = self.client.send("POST", f"/tournaments/{slug}/draw/", {"stage": 1, **how}).body["job"]
        while self.client.get(f"/jobs/{job['id']}/")["state"] != "done" or self._nobody_plays(slug):
            sleep(0.05)

    def _nobody_plays(self, slug: str) -> bool:
        rows = self.client.pages(f"/tournaments/{slug}/matches/?stage=1")
        return all(row["state"] == "waiting" for row in rows)

    def matches(self, slug: str) -> dict[str, str]:
        """Return the matches as a dict {label: id}."""
        rows = self.client.pages(f"/tournaments/{slug}/matches/?stage=1")
        return {row["label"]: row["id"] for row in rows}

    def write(self, match: str, games: list[list[tuple[str, int]]]) -> None:
        """Record hands as the organiser; each hand is dealt by the next seat."""
        dealt = 0
        for game, hands in enumerate(games, start=1):
            for hand, (card, points) in enumerate(hands, start=1):
                body = {"dealer": dealt % 4, "trionfo": card, "card_points": [points, 70 - points]}
                self.put(match, game, hand, body)
                dealt += 1

    def put(self, match: str, game: int, hand: int, body: dict[str, Any]) -> None:
        self.client.send("PUT", f"/matches/{match}/games/{game}/hands/{hand}/", body)

    def replay(self, match: str, recorded: dict[str, Any], *, games: int = 5, sign: bool = True) -> None:
        """Record the first `games` games of a match from sample data; sign the sheet if `sign` is true."""
        for game, played in enumerate(recorded["games"][:games], start=1):
            for hand, dealt in enumerate(played["hands"], start=1):
                self.put(match, game, hand, written_hand(dealt, with_play=False))
        for side in (0, 1) if sign else ():
            self.client.send("POST", f"/matches/{match}/sign/", {"side": side})


def evening_zone() -> str:
    """Return a time zone in which it is now 9 p.m., so that screenshots show times in the evening."""
    ahead = (21 - datetime.now(UTC).hour) % 24
    return f"Etc/GMT{-ahead:+d}" if ahead <= 14 else f"Etc/GMT{24 - ahead:+d}"


def at(days: float, hour: int = 20) -> str:
    """Return a time as an ISO string in the club's time zone: `days` days from today, at half past `hour`."""
    day = datetime.now(ZoneInfo(evening_zone())) + timedelta(days=days)
    return datetime.combine(day.date(), time(hour, 30), day.tzinfo).isoformat()


@contextmanager
def found_club(site: Site) -> Iterator[Club]:
    """Yield a club with all data that can be created without a phone; the first organiser must exist."""
    with empty_club(site) as club:
        evening16, groups12 = (read_folder(DATA / name) for name in ("evening16", "groups12"))
        _over(club, evening16)
        _open_entries(club, groups12)
        _drawn_by_lots(club, groups12)
        _in_groups(club, groups12)
        _corrected(club, evening16)
        _circuits(club, evening16)
        _timed(club, groups12)
        _shut(club, groups12)
        _evening(club, evening16)
        on_the_wall(club)
        yield club


@contextmanager
def empty_club(site: Site) -> Iterator[Club]:
    """Yield a club that has an organiser but no contents."""
    token = site.manage("drf_create_token", CLUB["username"]).stdout.split()[2]
    club = Club(site, Client(site.url, token))
    yield club
    club.client.close()


def _over(club: Club, recorded: Recorded) -> None:
    evening = EveningReplay(club.client, recorded, "Torneo d’estate")
    evening.set_up()
    evening.play(workers=2)
    evening.differences()
    matches = club.matches(evening.slug)
    champions = club.client.get(f"/tournaments/{evening.slug}/standings/")["rows"][0]["team"]
    club.places |= {"over": evening.slug, "final": matches["R4.1"], "champions": champions}
    club.places["champion"] = _first_player(f"{club.site.url}/{evening.slug}/coppie/{champions}/")


def _first_player(team: str) -> str:
    """Return the id of a player from the public page of a team, because the API does not return it."""
    with urlopen(team) as page:  # a page of the test site
        match = re.search(r"/giocatori/([^/]*)/", page.read().decode())
    assert match
    return match[1]


def _open_entries(club: Club, recorded: Recorded) -> None:
    slug = club.tournament("Coppa di Natale", starts_at=at(14))
    teams = club.enter(slug, recorded, 10)
    club.check_in(slug, teams[:6], "present")
    club.check_in(slug, teams[6:7], "absent")
    club.places |= {"open": slug, "team": teams[2]}


def _drawn_by_lots(club: Club, recorded: Recorded) -> None:
    slug = club.tournament("Coppa del presidente", starts_at=at(0, 17), tables=3)
    club.enter(slug, recorded, 8)
    club.draw(slug, by="lots", lot=LOT)
    matches = club.matches(slug)
    club.write(matches["R1.1"], TWO_GAMES)
    club.places |= {"drawn": slug, "unsigned": matches["R1.1"], "ready": matches["R1.2"]}


def _in_groups(club: Club, recorded: Recorded) -> None:
    """Create a tournament of eight pairs in two groups and a bracket, with one match over and one in play."""
    stages = [{"format": "groups", "options": {"groups": 2}}, {"format": "knockout"}]
    slug = club.tournament("Memorial di primavera", stages=stages, starts_at=at(0, 18))
    teams = club.enter(slug, recorded, 8, seeds=8)
    club.draw(slug, by="seeds")
    matches = club.matches(slug)
    club.write(matches["A1.1"], TWO_GAMES)
    for side in (0, 1):
        club.client.send("POST", f"/matches/{matches['A1.1']}/sign/", {"side": side})
    club.write(matches["B1.1"], TWO_GAMES[:1])
    club.places |= {"groups": slug, "ahead": teams[0]}


def _corrected(club: Club, recorded: Recorded) -> None:
    """Create a finished tournament of four pairs with one corrected result and no period for corrections."""
    slug = club.tournament("Torneo di primavera", starts_at=at(0, 17))
    club.enter(slug, recorded, 4)
    club.draw(slug, by="seeds")
    for label in ("R1.1", "R1.2", "R2.1"):
        match = _ready(club, label, slug)
        club.write(match, TWO_GAMES)
        for side in (0, 1):
            club.client.send("POST", f"/matches/{match}/sign/", {"side": side})
    twice = club.matches(slug)["R1.2"]
    hand = {"dealer": 0, "trionfo": "AS", "card_points": [68, 2]}
    changed = {"game": 1, "number": 1, "version": 1, "hand": hand}
    reason = {"hands": [changed], "reason": "Due punti contati due volte"}
    club.client.send("POST", f"/matches/{twice}/corrections/", reason)
    club.client.send("PATCH", f"/tournaments/{slug}/", {"correction_minutes": 0})
    club.places |= {"corrected": slug, "twice": twice}


def _circuits(club: Club, recorded: Recorded) -> None:
    """Create a circuit that counts one result, a future circuit, and a tournament open for entries."""
    seeding = club.tournament("Coppa della Befana", starts_at=at(40))
    club.enter(seeding, recorded, 8, seeds=8)
    terms = {"points": [100, 80, 65, 50, 40, 30, 20, 10], "beyond": 5, "best": 1}
    played = [club.places["over"], club.places["corrected"], club.places["open"]]
    circuit = {"name": "Circuito d’inverno", "tournaments": played, **terms}
    slug = club.client.send("POST", "/circuits/", circuit).body["slug"]
    both = None
    while both is None:
        sleep(0.05)
        rows = club.client.get(f"/circuits/{slug}/standings/")["rows"]
        both = next((row for row in rows if len(row["results"]) > 1), None)
    later = {"name": "Trofeo dei rioni", "points": [3, 2, 1], "tournaments": [club.places["open"]]}
    before = club.client.send("POST", "/circuits/", later).body["slug"]
    club.places |= {
        "seeding": seeding,
        "circuit": slug,
        "circuit_before": before,
        "rated": both["players"][0]["id"],
    }


def _timed(club: Club, recorded: Recorded) -> None:
    """Create a tournament of eight pairs with a running clock, a call of time at two tables, and a postponed
    match.
    """
    slug = club.tournament("Torneo a tempo", starts_at=at(0, 19), tables=3)
    club.enter(slug, recorded, 8, seeds=8)
    club.draw(slug, by="seeds")
    matches = club.matches(slug)
    club.write(matches["R1.1"], [[("KH", 41), ("2C", 44)]])
    club.write(matches["R1.2"], [[("KH", 41)]])
    for label in ("R1.1", "R1.2"):
        club.client.send("POST", f"/matches/{matches[label]}/time/", {})
    club.put(matches["R1.1"], 1, 3, {"dealer": 2, "trionfo": "2C", "card_points": [35, 35]})
    club.client.send("POST", f"/tournaments/{slug}/clock/", {"round": 1, "act": "start", "minutes": 8})
    plan = {"round": 2, "starts_at": at(1), "minutes": 50}
    club.client.send("POST", f"/tournaments/{slug}/calendar/", plan)
    away = {"to": at(3), "reason": "Una coppia via fino a domenica"}
    club.client.send("POST", f"/matches/{matches['R1.3']}/postpone/", away)
    club.places |= {"timed": slug, "time_level": matches["R1.1"], "time_called": matches["R1.2"]}


def _shut(club: Club, recorded: Recorded) -> None:
    """Create a tournament of four pairs. Its bracket, tables and sheets are visible only to the desk."""
    slug = club.tournament("Torneo a porte chiuse", starts_at=at(0, 20), tables=2)
    club.enter(slug, recorded, 4, seeds=4)
    club.draw(slug, by="seeds")
    closed = {"closed_pages": ["bracket", "tables", "sheets"]}
    club.client.send("PATCH", f"/tournaments/{slug}/", closed)
    club.places["shut"] = slug


def _evening(club: Club, recorded: Recorded) -> None:
    """Create and draw a tournament of sixteen pairs at six tables, without phones."""
    third = [{"format": "knockout", "options": {"third_place": True}}]
    slug = club.tournament("Torneo d’autunno", stages=third, starts_at=at(0))
    teams = club.enter(slug, recorded, 16, seeds=16)
    club.check_in(slug, teams, "present")
    club.draw(slug, by="seeds")
    matches = club.matches(slug)
    club.client.send("PATCH", f"/tournaments/{slug}/", {"embeddable": True})
    club.places |= {"evening": slug, "followed": teams[7], "playing": matches["R1.4"]}
    club.places |= {"half_signed": matches["R1.5"], "disputed": matches["R1.6"], "finished": matches["R1.2"]}


def play_on(club: Club) -> None:
    """Continue the main tournament until it is ready for the screenshots."""
    recorded = read_folder(DATA / "evening16").matches
    matches = club.matches(club.places["evening"])
    for label in FINISHED:
        club.replay(_ready(club, label, club.places["evening"]), recorded[label])
    club.write(matches["R1.4"], ONE_GAME_AND_A_HALF)
    club.replay(matches["R1.5"], recorded["R1.5"], sign=False)
    club.replay(matches["R1.6"], recorded["R1.6"], games=2, sign=False)
    for hand, dealt in enumerate(recorded["R1.6"]["games"][2]["hands"][:2], start=1):
        club.put(matches["R1.6"], 3, hand, written_hand(dealt, with_play=False))
    club.write(_ready(club, "R2.1", club.places["evening"]), CLOSE_TO_THE_END)
    club.places |= {"signed": matches["R1.1"], "waiting": matches["R2.2"], "close": matches["R2.1"]}
    club.places["leads_on"] = matches["R1.3"]


def on_the_wall(club: Club) -> None:
    """Show the draw, the standings and the champions on the wall pages of three tournaments."""
    for place, scene in (("drawn", "draw"), ("groups", "standings"), ("corrected", "champions")):
        club.client.send("POST", f"/tournaments/{club.places[place]}/wall/", {"scene": scene})


def _ready(club: Club, label: str, slug: str) -> str:
    """Wait until a match has a table, and return its id."""
    while True:
        rows = club.client.pages(f"/tournaments/{slug}/matches/?stage=1&state=ready")
        for row in rows:
            if row["label"] == label:
                return str(row["id"])
