"""Tournaments of two to 128 pairs: knockouts and leagues, before the draw, in play and over."""

from itertools import product
from random import Random
from time import sleep
from typing import Any

from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from tests.evenings.hands import Writer
from tests.screens.club import Club, at
from tests.screens.gallery import Shown
from tournaments.competition.lifecycle import OVER

SIZES = (2, 6, 16, 33, 128)
MARIGLIA = CARD_GAMES["mariglia"]
FIRST = (
    "Antonella", "Bachisio", "Caterina", "Domenico", "Efisio", "Franca", "Gavino", "Ignazia",
    "Leonardo", "Maddalena", "Nanni", "Olimpia", "Pasquale", "Rosalba", "Salvatore", "Tore",
)  # fmt: skip
LAST = (
    "Usai", "Murgia", "Fois", "Piras", "Canu", "Deiana", "Solinas", "Loi", "Sanna", "Cossu", "Pinna", "Serra",
    "Melis", "Tola", "Manca", "Ledda", "Cherchi", "Carboni", "Demontis", "Lai", "Pittalis", "Sechi",
    "Dettori", "Porcheddu",
)  # fmt: skip
TOWNS = ("Sassari", "Ozieri", "Alghero", "Tempio Pausania", "")


def league(size: int) -> dict[str, Any]:
    """Return a stage for this number of pairs: round robin, groups of four, or Swiss rounds."""
    if size < 16:
        return {"format": "round_robin"}
    if size % 4:
        return {"format": "swiss", "options": {"rounds": 4}}
    return {"format": "groups", "options": {"groups": size // 4}}


def found_size(size: int, club: Club) -> None:
    """Create tournaments of `size` pairs: a knockout before the draw, and knockouts and leagues in play and
    over.
    """
    knockout = {"format": "knockout", "options": {"third_place": size > 2}}
    entered = _entered(club, f"Torneo di Ferragosto per {size}", size, knockout)
    club.check_in(entered, _teams(club, entered)[: size // 2], "present")
    club.places[f"before{size}"] = entered
    for kind, stage in (("knockout", knockout), ("league", league(size))):
        for state, most in (("live", 0.6), ("over", 1.0)):
            slug = _entered(club, f"{NAMES[kind]} {size} {state}", size, stage)
            club.draw(slug, by="seeds")
            _played(club, slug, most)
            _places(club, slug, f"{kind}{size}{state}")


NAMES = {"knockout": "Coppa San Nicola", "league": "Campionato del circolo"}


def _entered(club: Club, name: str, size: int, stage: dict[str, Any]) -> str:
    slug = club.tournament(name, stages=[stage], starts_at=at(0, 18), tables=min(max(size // 2, 1), 24))
    chance = Random(size)
    people = chance.sample([f"{first} {last}" for first, last in product(FIRST, LAST)], 2 * size)
    rows: dict[str, dict[str, Any]] = {}
    for seed, pair in enumerate(zip(people[::2], people[1::2], strict=True), start=1):
        surnames = " – ".join(player.split()[-1] for player in pair)
        name = surnames if surnames not in rows else " – ".join(pair)
        players = [{"name": player} for player in pair]
        rows[name] = {"name": name, "players": players, "seed": seed, "town": chance.choice(TOWNS)}
    for start in range(0, size, 50):
        club.client.send("POST", f"/tournaments/{slug}/teams/", [*rows.values()][start : start + 50])
    return slug


def _teams(club: Club, slug: str) -> list[str]:
    return [team["id"] for team in club.client.pages(f"/tournaments/{slug}/teams/")]


def _played(club: Club, slug: str, part: float) -> None:
    """Play the fraction `part` of the matches. If `part` is below 1, also begin up to two further matches."""
    chance = Random(slug)
    while True:
        matches = club.client.pages(f"/tournaments/{slug}/matches/?stage=1")
        over = sum(match["state"] in OVER for match in matches)
        ready = [match["id"] for match in matches if match["state"] == "ready"]
        wanted = int(part * len(matches)) - over
        if part < 1 and wanted <= 0 and ready:
            for match in ready[:2]:
                _write(club, match, Writer(MARIGLIA, read_profile(MARIGLIA, {}), chance).match()[:1])
            return
        if over == len(matches):
            if _is_over(club, slug):
                return
            _drawn_on(club, slug, max(match["round"] for match in matches))
        for match in ready[: wanted if part < 1 else None]:
            _write(club, match, Writer(MARIGLIA, read_profile(MARIGLIA, {}), chance).match())
            for side in (0, 1):
                club.client.send("POST", f"/matches/{match}/sign/", {"side": side})
        sleep(0.05)


def _drawn_on(club: Club, slug: str, turn: int) -> None:
    """Draw the next Swiss round if there is one and the standings are up to date."""
    table = club.client.get(f"/tournaments/{slug}/standings/?stage=1")
    stage = club.client.get(f"/tournaments/{slug}/")["stages"][0]
    if stage["format"] == "swiss" and turn < stage["options"]["rounds"] and table["up_to_date"]:
        club.draw(slug, by="seeds")


def _is_over(club: Club, slug: str) -> bool:
    """Return True if the standings contain every result and the tournament is over."""
    table = club.client.get(f"/tournaments/{slug}/standings/?stage=1")
    return bool(table["up_to_date"]) and club.client.get(f"/tournaments/{slug}/")["state"] == "over"


def _write(club: Club, match: str, games: list[Any]) -> None:
    for game, played in enumerate(games, start=1):
        for hand, body in enumerate(played["hands"], start=1):
            club.put(match, game, hand, body)


def _places(club: Club, slug: str, place: str) -> None:
    matches = club.client.pages(f"/tournaments/{slug}/matches/?stage=1")
    match_shown = next((match for match in matches if match["state"] == "playing"), matches[-1])
    club.client.send("PATCH", f"/tournaments/{slug}/", {"embeddable": True})
    club.places |= {place: slug, f"{place}match": match_shown["id"], f"{place}team": _teams(club, slug)[0]}


PAGES = {
    "front": "/{at}/?segui=",
    "standings": "/{at}/classifica/",
    "tables": "/{at}/tavoli/",
    "pairs": "/{at}/coppie/",
    "team": "/{at}/coppie/{team}/",
    "match": "/{at}/incontri/{match}/",
    "draw": "/{at}/sorteggio/",
    "wall": "/{at}/parete/",
    "embedded": "/{at}/incorpora/tabellone/",
    "embedded-standings": "/{at}/incorpora/classifica/",
    "rounds": "/{at}/turni/",
}
SCREENS = {
    "before": ("front", "standings", "tables", "pairs", "draw", "wall"),
    "knockout": ("front", "standings", "tables", "pairs", "team", "match", "draw", "wall", "embedded"),
    "league": ("front", "tables", "pairs", "team", "match", "draw", "wall", "embedded-standings", "rounds"),
}


def _shown(kind: str, size: int, state: str) -> list[Shown]:
    words = {word: f"{{{kind}{size}{state}{word}}}" for word in ("", "team", "match")}
    return [
        Shown(
            "-".join(each for each in (kind, str(size), state, page) if each),
            "public",
            PAGES[page].format(at=words[""], team=words["team"], match=words["match"]),
        )
        for page in SCREENS[kind]
    ]


# The pages of the tournaments of each size.
OF_EACH_SIZE = {
    size: [
        each
        for kind, states in (("before", ("",)), ("knockout", ("live", "over")), ("league", ("live", "over")))
        for state in states
        for each in _shown(kind, size, state)
    ]
    for size in SIZES
}
