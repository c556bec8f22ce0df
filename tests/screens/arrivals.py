"""Pages before the draw: the entry requests, and the page on which arriving pairs check in."""

from playwright.sync_api import Page

from tests.screens.club import Club, at
from tests.screens.gallery import Shown

PAIRS = (
    ("Bainzu Piras", "Rosanna Sanna"),
    ("Giommaria Carta", "Luca Ruiu"),
    ("Graziella Deledda", "Ugo Mura"),
    ("Nicola Murgia", "Ada Fois"),
    ("Tore Manca", "Antonella Usai"),
    ("Salvatore Puggioni", "Ines Satta"),
    ("Battista Cossu", "Elio Pinna"),
    ("Maria Antonietta Dessì-Porcheddu", "Lello Chessa"),
    ("Pietro Demontis", "Gigi Oggiano"),
    ("Gavino Solinas", "Efisio Canu"),
    ("Bruno Nieddu", "Lina Poddighe"),
    ("Antioco Sechi", "Sara Virdis"),
    ("Paolo Delogu", "Rita Tola"),
)
FILL = """
from datetime import timedelta
from django.utils import timezone
from scoring.sheet.services.log import Author
from tournaments.door.services import close_door, door_secret, open_door
from tournaments.models import Notice, Tournament
from tournaments.requests.services.requests import accept, ask

now = timezone.now()
autumn = Tournament.objects.get(slug={slug!r})
author = Author(autumn.owner_id)
notice = Notice.objects.create(tournament=autumn, accepts="one_by_one", places=14, fee=1000)

def request(*names, phone="347 000 0163", mail="", hours=1, **more):
    sent = {{"phone": phone, "mail": mail, "consent": 1, "at": now - timedelta(hours=hours)}}
    return ask(autumn, names=names, **sent, **more)[0]

def waits(*names):
    accept(request(*names), author=author, at=now)

request("Franco Marongiu", "Tonina Pala", hours=22)
request("Sanna G.", "Marisa Dettori", phone="", mail="gsanna@posta.example", hours=7)
request("Peppino Ledda", seeks_partner=True)
request("Assunta Cabras", seeks_partner=True)
request("Ignazio Fresu", seeks_partner=True)
waits("Costantino Melis", "Pasqualina Corda")
waits("Raimonda Loi", "Sisinnio Atzeni")
waits("Teresina Pintus", "Boicu Zanda")
other = Tournament.objects.get(slug={other!r})
shut = open_door(other, author=author, at=now)
close_door(other, author=author, at=now)
print("shut_door=" + str(door_secret(shut)))
print("door=" + str(door_secret(open_door(autumn, author=author, at=now))))
"""


def found_arrivals(club: Club) -> None:
    """Create a tournament with thirteen pairs, requests of every kind, a fee, and an open check-in page."""
    slug = club.tournament("Torneo d’autunno", starts_at=at(2), tables=6)
    entries = [{"players": [{"name": name} for name in pair]} for pair in PAIRS]
    teams = club.client.send("POST", f"/tournaments/{slug}/teams/", entries).body
    club.check_in(slug, [teams[5]["id"]], "present")
    fill = FILL.format(slug=slug, other=club.places["winter"])
    printed = club.site.manage("shell", "-v0", "-c", fill).stdout
    club.places |= dict(line.split("=", 1) for line in printed.splitlines() if "=" in line)
    club.client.send("POST", f"/tournaments/{slug}/cash/float/", {"amount": 5000})
    for team, method in zip(teams[:4], ("cash", "cash", "card", "transfer"), strict=True):
        paid = {"team": team["id"], "amount": 1000, "method": method, "present": True}
        club.client.send("POST", f"/tournaments/{slug}/payments/", paid)
    club.places |= {"autumn": slug, "present_pair": teams[5]["id"]}


def touch_a_pair(page: Page) -> None:
    """On the check-in page, choose the initial of a pair, then the pair."""
    page.locator(".door-letters button", has_text="D").click()
    page.locator("#pairs > button", has_text="Delogu – Tola").click()
    page.locator("#sheet h2").wait_for()


def one_answer(page: Page) -> None:
    """Open the form for refusing an entry request."""
    page.locator(".refusal summary").first.click()


DOOR = "/porta/{door}/"
# The pages of this tournament.
ARRIVALS = [
    Shown("entries-tray", "desk", "/regia/{autumn}/iscrizioni/"),
    Shown("entries-tray-answer", "desk", "/regia/{autumn}/iscrizioni/", one_answer),
    Shown("requests", "desk", "/regia/{autumn}/iscrizioni/richieste/"),
    Shown("requests-none", "desk", "/regia/{autumn}/iscrizioni/richieste/?cerca=nessuno"),
    Shown("door", "public", DOOR),
    Shown("door-letter", "public", f"{DOOR}?lettera=P"),
    Shown("door-touched", "public", DOOR, touch_a_pair),
    Shown("door-already", "public", DOOR + "?coppia={present_pair}"),
    Shown("door-shut", "public", "/porta/{shut_door}/", status=410),
]
