"""Entry requests: the entry form and the personal page in each of their states."""

from typing import Any

from playwright.sync_api import Page

from tests.screens.club import Club, at
from tests.screens.gallery import Shown
from tests.screens.notices import NOTICE, noticed

LONG = ("Maria Antonietta Dessì-Porcheddu della Maddalena Sottana", "Giovanni Battista Sanna-Randaccio")


def found_requests(club: Club) -> None:
    """Create tournaments for every kind of entry: open, full, closed, accepted by hand, and with a code."""
    noticed(club, "home", "Torneo d’autunno", 11, NOTICE)
    club.places["in"] = ask(club, "home", "Peppino Ledda", "Assunta Cabras")
    club.places["long_in"] = ask(club, "home", *LONG)
    noticed(club, "crowded", "Coppa di Natale", 8, NOTICE | {"places": 8})
    ask(club, "crowded", "Angelo Loi", "Bruna Serra")
    club.places["second"] = ask(club, "crowded", "Peppino Ledda", "Assunta Cabras")
    noticed(club, "slow", "Coppa d’inverno", 3, NOTICE | {"accepts": "one_by_one"})
    club.places["new"] = ask(club, "slow", "Peppino Ledda", "Assunta Cabras")
    club.places["single"] = ask(club, "slow", "Nina Soru")
    club.places["refused"] = ask(club, "slow", "Efisio Melis", "Vanna Melis")
    address = f"/tournaments/{club.places['slow']}/requests/"
    row = club.client.get(address)["results"][-1]
    answer = {"sentence": "Questa volta giocano solo i soci. Alla prossima vi aspettiamo."}
    club.client.send("POST", f"{address}{row['id']}/refuse/", answer)
    noticed(club, "coded", "Torneo dei soci", 5, NOTICE | {"accepts": "code", "code": "MIRTO"})
    noticed(club, "soon", "Torneo di stasera", 7, NOTICE | {"closes_at": at(0.1, 23), "doors_at": at(-1)})
    club.places["soon_in"] = ask(club, "soon", "Peppino Ledda", "Assunta Cabras")
    noticed(club, "shut_out", "Coppa d’estate", 5, NOTICE | {"opens_at": at(-9), "closes_at": at(-1)})


def ask(club: Club, place: str, *names: str) -> str:
    """Send an entry request; return the token of the personal page."""
    players: list[Any] = [{"name": name} for name in names]
    body = {"players": [*players, None][:2], "contact": {"phone": "347 000 0118"}, "consent": 1}
    answer = club.client.send("POST", f"/tournaments/{club.places[place]}/requests/", body).body
    return str(answer["link"]).rstrip("/").rpartition("/")[2]


def half_filled(page: Page) -> None:
    """Fill in the form with an incomplete second name, and leave the focus on the second name."""
    page.locator("[name=player_0]").fill("Peppino Ledda")
    page.locator("[name=player_1]").press_sequentially("Assunta Ca")
    page.locator("[name=phone]").fill("347 000 0118")
    page.locator("[name=consent]").check()
    page.locator("[name=player_1]").focus()


def faulty(page: Page) -> None:
    """Submit the form with the same name twice and without phone number and consent."""
    page.locator("[name=player_0]").fill("Peppino Ledda")
    page.locator("[name=player_1]").fill("Peppino Ledda")
    page.wait_for_timeout(2_500)
    page.locator("button.primary").last.click()
    page.locator(".field.bad").first.wait_for()


def by_mail(page: Page) -> None:
    """Select e-mail as the contact."""
    page.locator(".either label").last.click()


def open_data(page: Page) -> None:
    """Show the personal data that the club stores."""
    page.locator(".own-data summary").click()


REQUESTS = [
    Shown("request-notice", "public", "/{home}/"),
    Shown("request-form", "public", "/{home}/iscrizione/"),
    Shown("request-form-filled", "public", "/{home}/iscrizione/", half_filled),
    Shown("request-form-wrong", "public", "/{home}/iscrizione/", faulty),
    Shown("request-form-full", "public", "/{crowded}/iscrizione/", by_mail),
    Shown("request-form-code", "public", "/{coded}/iscrizione/"),
    Shown("request-form-closed", "public", "/{shut_out}/iscrizione/"),
    Shown("request-privacy", "public", "/{home}/iscrizione/privacy/"),
    Shown("request-in", "public", "/i/{in}/"),
    Shown("request-long", "public", "/i/{long_in}/", open_data),
    Shown("request-waiting", "public", "/i/{second}/"),
    Shown("request-new", "public", "/i/{new}/"),
    Shown("request-single", "public", "/i/{single}/"),
    Shown("request-refused", "public", "/i/{refused}/"),
    Shown("request-doors", "public", "/i/{soon_in}/"),
    Shown("request-names", "public", "/i/{in}/nomi/"),
    Shown("request-withdraw", "public", "/i/{in}/ritiro/"),
    Shown("request-unknown", "public", "/i/AAAAAAAAAAAAAAAAAAAAAA/", status=404),
    Shown("desk-privacy", "desk", "/regia/circolo/privacy/"),
]
