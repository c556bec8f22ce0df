"""The prizes of three tournaments: open for entries, finished, and official with some prizes handed over."""

from playwright.sync_api import Page

from tests.screens.club import Club

LONG = "Un prosciutto di Villagrande intero, due bottiglie di Cannonau e un cesto di pane carasau"
LIST = (
    {"text": "Prosciutto e vino", "place": 1, "value": 4800},
    {"text": "Formaggio", "place": 2, "value": 1600},
    {"text": "Buoni in denaro", "place": 3, "value": 2501, "is_money": True},
    {"text": "Torta", "place": 3},
    {"text": LONG, "given_for": "category", "category": "Le più lontane da casa"},
)


def found_prizes(club: Club) -> None:
    """Create the prizes of an open, a finished and an official tournament."""
    for place in ("open", "over", "corrected"):
        for each in LIST:
            club.client.send("POST", _address(club, place), each)
    club.client.send("POST", _address(club, "open"), {"text": "Medaglia", "place": 64})
    prizes = club.client.get(_address(club, "corrected"))["prizes"]
    first, _second, money, _cake, far = (each["id"] for each in prizes)
    teams = club.client.pages(f"/tournaments/{club.places['corrected']}/teams/")
    club.client.send("POST", f"{_address(club, 'corrected')}{first}/hand-over/", {})
    one = {"team": prizes[2]["holders"][0]["team"]}
    club.client.send("POST", f"{_address(club, 'corrected')}{money}/hand-over/", one)
    club.client.send("PATCH", f"{_address(club, 'corrected')}{far}/", {"team": teams[-1]["id"]})
    club.places |= {"prize_first": first, "prize_far": far}


def _address(club: Club, place: str) -> str:
    return f"/tournaments/{club.places[place]}/prizes/"


def no_prize(page: Page) -> None:
    """Submit a prize for a place that does not exist."""
    page.locator("main [name=text]").fill("Una cosa")
    page.locator("main [name=place]").fill("99")
    page.locator("main form button.primary.big").click()
    page.locator(".field.bad, [role=alert]").first.wait_for()
