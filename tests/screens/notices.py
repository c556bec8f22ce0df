"""Public notices of tournaments: ordinary, long, minimal, without free places, not yet open, and closed."""

import re

from playwright.sync_api import Page

from tests.screens.club import Club, at
from tests.screens.gallery import Shown

PAIRS = (
    "Piras Sanna", "Carta Ruiu", "Deledda Mura", "Murgia Fois", "Manca Usai", "Puggioni Satta",
    "Cossu Pinna", "Marras Chessa", "Demontis Oggiano", "Solinas Canu", "Nieddu Poddighe",
)  # fmt: skip
LONG_NAME = "Memorial Salvatore Porcheddu, torneo di Mariglia a coppie dell’autunno sassarese"
LONG_TEXT = (
    "Il regolamento è quello della casa: si gioca col mazzo francese, l’asso di briscola chiude la mano e "
    "chi sbaglia a dichiarare paga. Le informazioni sono su https://www.lamariglia.it/regole?anno=2026, "
    "oppure al bancone.\n\n"
)
NOTICE = {
    "place": "Sala del circolo",
    "address": "via Torres 14, Sassari",
    "directions": "Al primo piano, con ascensore.",
    "doors_at": at(11, 19),
    "fee": 1000,
    "fee_includes": "Cena esclusa, carte e caffè compresi. Si paga la sera, alla cassa.",
    "prizes": "Prosciutto e vino ai primi\nFormaggio ai secondi, una torta ai terzi.",
    "contact": "Rosanna, 079 555 0142\nLa sera dopo le 18, o circolo@lamariglia.it",
    "text": "Chi esce presto resta a cena con noi.",
    "places": 16,
    "closes_at": at(10, 21),
    "accepts": "at_once",
}


def found_notices(club: Club) -> None:
    """Create a tournament for each kind of public notice."""
    noticed(club, "usual", "Torneo d’autunno", 11, NOTICE)
    long = {
        "text": LONG_TEXT * 14 + "<script>alert('no')</script>",
        "prizes": "Un prosciutto intero della Barbagia e sei bottiglie di Cannonau ai vincitori\n"
        "Una bottiglia di mirto di casa a chi arriva da più lontano",
        "contact": "Maria Antonietta Dessì-Porcheddu, segretaria del circolo, +39 079 555 0142",
    }
    noticed(club, "long", LONG_NAME, 3, NOTICE | long)
    noticed(club, "full", "Coppa di Natale", 8, NOTICE | {"places": 8, "accepts": "code", "code": "MIRTO"})
    noticed(club, "bare", "Torneo di prova", 0, {"place": "Bar Centrale"})
    noticed(club, "early", "Coppa di primavera", 0, NOTICE | {"opens_at": at(2, 8), "accepts": "at_desk"})
    closed = {"opens_at": at(-9), "closes_at": at(-1)}
    noticed(club, "closed", "Coppa d’inverno", 5, NOTICE | closed)


def noticed(club: Club, place: str, name: str, pairs: int, notice: dict[str, object]) -> None:
    slug = club.tournament(name, starts_at=at(11), notice=notice)
    entries = [
        {"players": [{"name": f"Gavino {first}"}, {"name": f"Rita {second}"}], "name": f"{first} – {second}"}
        for first, second in (pair.split() for pair in PAIRS[:pairs])
    ]
    if entries:
        club.client.send("POST", f"/tournaments/{slug}/teams/", entries)
    club.places[place] = slug


def faulty_notice(page: Page) -> None:
    """Submit a notice with two errors: the fee is invalid, and entries need a code but the code is empty."""
    page.locator("[name=fee]").fill("dieci euro")
    page.get_by_label(re.compile("codice|code")).first.check()
    page.locator("main form button.primary").click()
    page.locator(".field.bad").first.wait_for()


def no_pdf(page: Page) -> None:
    """Upload a file that is not a PDF."""
    file = {"name": "regolamento.pdf", "mimeType": "application/pdf", "buffer": b"GIF89a"}
    page.locator("[name=regulations]").set_input_files(file)  # type: ignore[arg-type]
    page.locator("button[value=regulations]").click()
    page.locator(".field.bad").first.wait_for()


NOTICES = [
    Shown("notice", "public", "/{usual}/"),
    Shown("notice-teams", "public", "/{usual}/coppie/"),
    Shown("notice-long", "public", "/{long}/"),
    Shown("notice-full", "public", "/{full}/"),
    Shown("notice-bare", "public", "/{bare}/"),
    Shown("notice-early", "public", "/{early}/"),
    Shown("notice-closed", "public", "/{closed}/"),
    Shown("desk-notice", "desk", "/regia/{usual}/locandina/"),
    Shown("desk-notice-wrong", "desk", "/regia/{usual}/locandina/", faulty_notice),
    Shown("desk-notice-file", "desk", "/regia/{usual}/locandina/", no_pdf),
]
