"""Pages of cash books: unused, during check-in and closed; some entries are paid with a carnet (prepaid
pass).
"""

from typing import Any

from playwright.sync_api import Page

from tests.screens.club import Club, at
from tests.screens.gallery import Shown

LONG = ("Maria Antonietta Dessì-Porcheddu", "Giovanna Maria Battistina Sanna-Satta")
PAIRS = (
    ("Bainzu Piras", "Rosanna Sanna"),
    ("Giommaria Carta", "Luca Ruiu"),
    ("Graziella Deledda", "Ugo Mura"),
    ("Nicola Murgia", "Ada Fois"),
    ("Tore Manca", "Antonella Usai"),
    ("Salvatore Puggioni", "Ines Satta"),
    ("Battista Cossu", "Elio Pinna"),
    ("Maria Marras", "Lello Chessa"),
    ("Pietro Demontis", "Gigi Oggiano"),
    LONG,
)
FEE = """
from tournaments.models import Notice, Person, Tournament
for slug in {slugs!r}:
    Notice.objects.create(tournament=Tournament.objects.get(slug=slug), fee=1000)
print("owner=%s" % Person.objects.get(written_name="Tore Manca").pk)
"""


def found_cash(club: Club) -> None:
    """Create four tournaments for the cash pages.

    The first is at check-in. The second has a closed cash book, and the third has an unused one. The fourth
    has no entry fee.
    """
    door, over, fresh, free = (
        club.tournament(name, starts_at=at(day))
        for name, day in (
            ("Torneo d’autunno", 0), ("Coppa di San Martino", -1),
            ("Torneo d’inverno", 7), ("Torneo libero", 9),
        )
    )  # fmt: skip
    script = FEE.format(slugs=[door, over, fresh])
    teams = {slug: _enter(club, slug, PAIRS) for slug in (door, over)}
    for slug in (fresh, free):
        _enter(club, slug, PAIRS[:4])
    printed = club.site.manage("shell", "-v0", "-c", script).stdout
    owner = next(line.split("=")[1] for line in printed.splitlines() if line.startswith("owner="))
    for slug, paid in ((door, 8), (over, 9)):
        _send(club, slug, "cash/float/", amount=5000)
        carnet = _send(club, slug, "carnets/", person=owner, evenings=10, amount=9000, method="transfer")
        for number, team in enumerate(teams[slug][:paid]):
            how = {2: {"method": "card"}, 3: {"method": "transfer"}}.get(number, {"method": "cash"})
            if number == 4:
                how = {"method": "voucher", "carnet": carnet["id"]}
            if number == 5 and slug == door:
                continue
            if number == 7:
                _send(club, slug, "waivers/", team=team, amount=1000, reason="ospiti")
            else:
                _send(club, slug, "payments/", team=team, amount=1000, present=True, **how)
        club.check_in(slug, teams[slug][8:9], "absent")
        _send(club, slug, "expenses/", text="Sei mazzi di carte nuovi", amount=1200, receipt="scontrino")
        _send(club, slug, "expenses/", text="Caffè e acqua", amount=2650, receipt="scontrino 12")
        _send(club, slug, "expenses/", text="Prosciutto e vino", amount=4800, prize=True)
    line = _send(club, over, "expenses/", text="Bicchieri", amount=300)
    _send(club, over, "cash/close/", counted=2000, explanation="Resto sbagliato al bar")
    club.client.send("POST", f"/tournaments/{over}/payments/{line['id']}/reverse/", {})
    club.client.send("DELETE", f"/tournaments/{over}/teams/{teams[over][0]}/")
    club.places |= {"door": door, "cashed": over, "fresh": fresh, "free": free, "payer": teams[door][2],
                    "long": teams[door][9]}  # fmt: skip


def _enter(club: Club, slug: str, pairs: tuple[tuple[str, str], ...]) -> list[str]:
    entries = [{"players": [{"name": one} for one in pair]} for pair in pairs]
    return [team["id"] for team in club.client.send("POST", f"/tournaments/{slug}/teams/", entries).body]


def _send(club: Club, slug: str, call: str, **body: Any) -> dict[str, Any]:
    return dict(club.client.send("POST", f"/tournaments/{slug}/{call}", body).body)


def other_ways(page: Page) -> None:
    """Expand the list of other payment methods."""
    page.locator(".euro > a").last.click()
    page.locator(".euro details").wait_for()


def counted(page: Page) -> None:
    """Enter the counted notes and coins, and wait for the difference."""
    page.locator(".pieces summary").click()
    page.locator("[name=pieces_2000]").fill("1")
    page.locator("[name=pieces_50]").fill("3")
    page.locator("[name=pieces_50]").press("Tab")
    page.locator(".difference").wait_for()


def no_amount(page: Page) -> None:
    """Submit an expense with an invalid amount."""
    page.locator("[name=expense-text]").fill("Caffè")
    page.locator("[name=expense-amount]").fill("niente")
    page.locator("button[value=expense]").click()
    page.locator(".field.bad").first.wait_for()


# The pages of the cash.
CASH = [
    Shown("entries-cash", "desk", "/regia/{door}/iscrizioni/"),
    Shown("entries-cash-ways", "desk", "/regia/{door}/iscrizioni/", other_ways),
    Shown("entries-cash-unpaid", "desk", "/regia/{door}/iscrizioni/?mostra=da-pagare"),
    Shown("cash", "desk", "/regia/{door}/cassa/"),
    Shown("cash-counted", "desk", "/regia/{door}/cassa/", counted),
    Shown("cash-refused", "desk", "/regia/{door}/cassa/", no_amount),
    Shown("cash-closed", "desk", "/regia/{cashed}/cassa/"),
    Shown("cash-first", "desk", "/regia/{fresh}/cassa/"),
    Shown("cash-no-fee", "desk", "/regia/{free}/cassa/"),
    Shown("cash-team", "desk", "/regia/{door}/cassa/{payer}/"),
    Shown("cash-team-long", "desk", "/regia/{door}/cassa/{long}/"),
    Shown("carnets", "desk", "/regia/{door}/cassa/carnet/"),
]
