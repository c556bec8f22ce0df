"""Tournaments of several formats: double knockout, placing matches, consolation, Swiss rounds, two stages."""

from playwright.sync_api import Page

from tests.screens.club import DATA, Club, at
from tests.screens.gallery import Shown
from tournaments.replay.evening import read_folder

# The hands of two games won by the first side, and of two won by the second.
SWEEPS = (
    ((0, "AS", [66, 4]), (1, "2C", [70, 0])),
    ((1, "AS", [4, 66]), (2, "2C", [0, 70])),
)

DOUBLE = {"U1.2": 0, "U1.4": 1, "U1.6": 0, "U1.8": 1, "U2.1": 0, "U2.2": 1}
PLACES = {**{f"R1.{number}": number % 2 for number in range(1, 9)}, "R2.1": 0, "P9-16.1": 1}
CONSOLATION = {"R1.1": 0, "R1.2": 1, "R1.3": 0, "C4.1": 0}


def found_brackets(club: Club) -> None:
    """Create tournaments of several formats, and play each until it is ready for the screenshots."""
    double = drawn(club, "Doppia di primavera", "double_knockout", 12, {"reset": True})
    won(club, double, DOUBLE)
    followed = club.client.pages(f"/tournaments/{double}/teams/")[0]["id"]
    places = drawn(club, "Torneo di tutti i posti", "knockout", 16, {"placing": True, "third_place": True})
    won(club, places, PLACES)
    consolation = drawn(club, "Torneo con consolazione", "knockout", 8, {"consolation": True})
    won(club, consolation, CONSOLATION)
    swiss = drawn(club, "Svizzero d’inverno", "swiss", 8, {"rounds": 4, "advance": 4}, after="knockout")
    for turn in (1, 2):
        won(club, swiss, {f"R{turn}.{number}": number % 2 for number in range(1, 5)})
        if turn == 1:
            club.draw(swiss, by="seeds")
    club.places |= {"double": double, "double_team": followed, "places": places}
    club.places |= {"consolation": consolation, "swiss": swiss}


def drawn(club: Club, name: str, form: str, teams: int, options: dict[str, object], after: str = "") -> str:
    stages = [{"format": form, "options": options}, *([{"format": after}] if after else [])]
    slug = club.tournament(name, stages=stages, starts_at=at(0), tables=8)
    club.enter(slug, read_folder(DATA / "evening16"), teams, seeds=teams)
    club.draw(slug, by="seeds")
    return slug


def won(club: Club, slug: str, winners: dict[str, int]) -> None:
    """Play the given matches to the given results, each match as soon as it has a table."""
    for label, winner in winners.items():
        match = _ready(club, slug, label)
        for game, (dealer, card, points) in enumerate(SWEEPS[winner], start=1):
            club.put(match, game, 1, {"dealer": dealer, "trionfo": card, "card_points": points})
        for side in (0, 1):
            club.client.send("POST", f"/matches/{match}/sign/", {"side": side})


def _ready(club: Club, slug: str, label: str) -> str:
    while True:
        for row in club.client.pages(f"/tournaments/{slug}/matches/?stage=1&state=ready"):
            if row["label"] == label:
                return str(row["id"])


def two_stages(page: Page) -> None:
    """Add a stage before the knockout and show the plan of both stages."""
    page.locator("button[name=add_stage]").click()
    page.locator("#stage-2").wait_for()
    page.locator("input[name=expected]").fill("12")
    page.locator("input[name=groups_groups]").fill("3")
    page.locator("button[name=show_plan]").click()
    page.locator(".plan").first.wait_for()


def too_few(page: Page) -> None:
    """Enter an expected number of entrants that is too small for the groups, and show the error."""
    two_stages(page)
    page.locator("input[name=expected]").fill("5")
    page.locator("button[name=show_plan]").click()
    page.locator(".errorlist").first.wait_for()


# Trees of brackets, rounds paired from results, a tournament of two stages.
BRACKETS = [
    Shown("double", "public", "/{double}/?segui="),
    Shown("double-followed", "public", "/{double}/?turno=3&segui={double_team}"),
    Shown("places", "public", "/{places}/?turno=2&segui="),
    Shown("consolation", "public", "/{consolation}/?turno=2&segui="),
    Shown("swiss", "public", "/{swiss}/"),
    Shown("swiss-rounds", "public", "/{swiss}/turni/"),
    Shown("desk-two-stages", "desk", "/regia/?gioco=mariglia", two_stages),
    Shown("desk-two-stages-wrong", "desk", "/regia/?gioco=mariglia", too_few),
    Shown("rules-second-stage", "desk", "/regia/{swiss}/regole/?fase=2"),
    Shown("swiss-desk-draw", "desk", "/regia/{swiss}/sorteggio/"),
]
