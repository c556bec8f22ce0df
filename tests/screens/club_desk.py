"""Desk pages of the club, with and without data: roles, persons, house rules, and the server."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.screens.brackets import won
from tests.screens.club import Club, at
from tests.screens.gallery import Shown
from tests.servers.site import PASSWORD
from tests.waiting import wait_for

FIRST_EVENING = (
    ("Gio Maria Carta", "Rita Ruiu"),
    ("Gavino Sanna", "Paolo Piras"),
    ("Giovanni Sanna", "Franca Lai"),
    ("Rosanna Sanna", "Efisio Canu"),
)
SECOND_EVENING = (
    ("Giommaria Carta", "Pina Deiana"),
    ("Gavino Sanna", "Salvatore Tola"),
    ("Giovanni Sanna", "Peppino Serra"),
    ("Vittoria Sannai", "Maria Antonietta Dessì-Porcheddu"),
)
PRACTICE = (("Uno", "Due"), ("Tre", "Quattro"), ("Cinque", "Sei"), ("Sette", "Otto"))
# Creates persons, roles and invitations; prints their ids and secrets as parts of page addresses.
ROLES = """
from datetime import timedelta
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.utils import timezone
from scoring.sheet.services.log import Author
from tournaments.again.services.again import save_model
from tournaments.machine.services import ask_copy
from tournaments.models import Person, Tournament, TournamentModel
from tournaments.people.services.register import change_person, split_person
from tournaments.roles.services import (
    give_role, invitation_secret, invite, invite_again, make_token, withdraw_invitation,
)

now = timezone.now()
me = get_user_model().objects.get(username="antonella")
me.first_name, me.last_name = "Antonella", "Usai"
me.save()
author = Author(me.pk)
winter = Tournament.objects.get(slug={winter!r})
acting = {{"author": author, "at": now}}
for username, name, role, where, hours in (
    ("bruno", "Bruno Nieddu", "organiser", None, 21),
    ("tore", "Tore Manca", "director", None, 22),
    ("speranza", "Speranza Lai", "director", winter, None),
    ("efisio", "Efisio Canu", "door", None, 49),
    ("maria", "Maria Antonietta Dessì-Porcheddu", "tables", winter, 46),
    ("ines", "Ines Satta", "speaker", None, 500),
):
    last = hours and now - timedelta(hours=hours)
    user = User.objects.create_user(username, first_name=name, last_login=last)
    give_role(user, role, where, **acting)
links = {{
    "invited": invite("door", winter, **acting),
    "invited_organiser": invite("organiser", None, **acting),
    "invited_again": invite_again(User.objects.get(username="efisio"), **acting),
    "withdrawn": invite("tables", None, **acting),
}}
withdraw_invitation(links["withdrawn"], **acting)
make_token(me, "Tabellone del sito del circolo", "director", winter, at=now)
save_model(winter, "Torneo del venerdì", **acting)
ask_copy()
giovanni = Person.objects.get(written_name="Giovanni Sanna")
split_person(giovanni, [Tournament.objects.get(slug={second!r}).pk], note="1956", **acting)
giovanni.refresh_from_db()
change_person(giovanni, note="di Ozieri", member_number="61", valid_until=now.date(), **acting)
gavino = Person.objects.get(written_name="Gavino Sanna")
change_person(gavino, member_number="204", valid_until=now.date() + timedelta(days=365), **acting)
carta = {{key: Person.objects.get(written_name=name).pk
         for key, name in {{"one": "Gio Maria Carta", "other": "Giommaria Carta"}}.items()}}
places = {{
    **{{name: invitation_secret(each) for name, each in links.items()}},
    "printed": links["invited"].pk, "model": TournamentModel.objects.get().pk, "giovanni": giovanni.pk,
    "gavino": gavino.pk, **carta,
}}
for name, value in places.items():
    print(f"{{name}}={{value}}")
"""
UNREADABLE: Any = {"name": "copia.jsonl.gz", "mimeType": "", "buffer": b"no copy"}
LOGO = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">
<rect width="120" height="40" fill="#1d6349"/><circle cx="20" cy="20" r="12" fill="#fffdf9"/>
<rect x="42" y="14" width="66" height="12" fill="#fffdf9"/></svg>"""


def found_club_desk(club: Club) -> None:
    """Create a finished, a drawn, a practice and a future tournament, with persons, roles and a backup."""
    one = _evening(club, "Coppa di San Martino", FIRST_EVENING, at(-8))
    won(club, one, {"R1.1": 0, "R1.2": 1, "R2.1": 0})
    two = _evening(club, "Memorial di primavera", SECOND_EVENING, at(-1))
    trial = _evening(club, "Prova generale", PRACTICE, at(0), trial=True)
    playing = club.matches(trial)["R1.1"]
    club.write(playing, [[("KH", 41), ("2C", 44)]])
    club.client.send("PATCH", f"/tournaments/{trial}/", {"embeddable": True})
    winter = club.tournament("Torneo d’inverno", starts_at=at(6))
    wait_for(lambda: bool(club.client.get(f"/tournaments/{one}/")["state"] == "over"))
    club.places |= {"past": one, "last": two, "trial": trial, "trial_playing": playing, "winter": winter}
    printed = club.site.manage("shell", "-v0", "-c", ROLES.format(winter=winter, second=two)).stdout
    club.places |= dict(line.split("=", 1) for line in printed.splitlines() if "=" in line)
    copies = club.site.data / "backups"
    wait_for(lambda: any(copies.glob("trionfo_*.jsonl.gz")))
    club.places["copy"] = min(copies.glob("trionfo_*.jsonl.gz")).name


def _evening(club: Club, name: str, pairs: tuple[tuple[str, str], ...], when: str, **more: bool) -> str:
    slug = club.tournament(name, starts_at=when, tables=2, **more)
    entries: list[dict[str, Any]] = [{"players": [{"name": one} for one in pair]} for pair in pairs]
    for entry, pair in zip(entries, pairs, strict=True):
        entry["name"] = " – ".join(player.split()[-1] for player in pair)
    club.client.send("POST", f"/tournaments/{slug}/teams/", entries)
    club.draw(slug, by="seeds")
    return slug


def filled(wrong: str, **values: str) -> Callable[[Page], None]:
    """Return a function that fills in and submits the form, and waits for the element `wrong`."""

    def touch(page: Page) -> None:
        for name, value in values.items():
            page.locator(f"main [name={name}]").first.fill(value)
        page.locator("main form button.primary, button.primary[form]").first.click()
        page.locator(wrong).first.wait_for()

    return touch


BAD = ".field.bad, .errorlist, [role=alert]"


def nobody_answers(page: Page) -> None:
    """Enter 64 entrants and four tables with an end time that is too early for every format."""
    page.locator("[name=entrants]").fill("64")
    page.locator("[name=tables]").fill("4")
    page.locator("[name=ends]").fill("21:00")
    page.locator("[name=ends]").press("Tab")
    page.locator("#offer .note", has_text="21:00").wait_for()


def both_folds(page: Page) -> None:
    """Expand all collapsed sections of the form."""
    for summary in page.locator(".ask-folds > details > summary").all():
        summary.click()


def each_case(page: Page) -> None:
    """Expand the detailed options for corrections."""
    page.locator(".finer summary").click()


def a_logo(page: Page) -> None:
    """Upload a logo unless one was uploaded for an earlier screenshot."""
    if not page.locator("img.club-logo.large").count():
        page.locator("input[type=file]").set_input_files(
            {"name": "logo.svg", "mimeType": "image/svg+xml", "buffer": LOGO}
        )
        page.locator("button[value=logo]").click()
        page.locator("img.club-logo.large").wait_for()


def no_logo(page: Page) -> None:
    """Upload a file that is not an image as the logo."""
    page.locator("input[type=file]").set_input_files(
        {"name": "logo.png", "mimeType": "image/png", "buffer": b"no"}
    )
    page.locator("button[value=logo]").click()
    page.locator(BAD).first.wait_for()


def colours_alike(page: Page) -> None:
    """Submit a background colour and a text colour with too little contrast."""
    page.locator("[name=own_colours]").check()
    filled(BAD, ground_colour="#777777", text_colour="#787878")(page)


def a_key(page: Page) -> None:
    """Create an API token, so that the page shows its key."""
    page.locator("[name=name]").fill("Tabellone del sito")
    page.locator("main form button.primary").click()
    page.locator("#key").wait_for()


def no_copy(page: Page) -> None:
    """Upload a file that is not a backup, confirm with the password, and wait for the refusal."""
    page.locator("input[type=file]").set_input_files(UNREADABLE)
    page.locator("form[enctype] button").click()
    page.locator("main form button.primary").click()
    if "reauthenticate" in page.url:
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("main form button").click()  # continues with the restore
    page.locator("main [role=alert]").wait_for(timeout=90_000)


# The desk of a new club.
EMPTY_DESK = [
    Shown("desk-first", "desk", "/regia/"),
    Shown("new-tournament-first", "desk", "/regia/nuovo/"),
    Shown("persons-first", "desk", "/regia/persone/"),
    Shown("attendance-first", "desk", "/regia/persone/presenze/"),
    Shown("roles-first", "desk", "/regia/chi-conduce/"),
    Shown("machine-first", "desk", "/regia/macchina/"),
    Shown("journal-first", "desk", "/regia/giornale/"),
]

NEW = [
    Shown("desk-full", "desk", "/regia/"),
    Shown("new-tournament-fits", "desk", "/regia/nuovo/?gioco=briscola_151"),
    Shown("new-tournament-none", "desk", "/regia/nuovo/", nobody_answers),
    Shown("new-tournament-refused", "desk", "/regia/nuovo/", filled(BAD, name=" ")),
    Shown("new-tournament-folds", "desk", "/regia/nuovo/", both_folds),
    Shown("again-refused", "desk", "/regia/{past}/di-nuovo/", filled(BAD, name=" ")),
    Shown("model", "desk", "/regia/modelli/{model}/"),
    Shown("delete-trial", "desk", "/regia/{trial}/elimina/"),
]
HOUSE = [
    Shown("house-rules", "desk", "/regia/regole-della-casa/"),
    Shown("house-game", "desk", "/regia/regole-della-casa/mariglia/"),
    Shown("house-game-finer", "desk", "/regia/regole-della-casa/mariglia/", each_case),
    Shown("house-game-alone", "desk", "/regia/regole-della-casa/mariaggia/"),
    Shown("house-game-refused", "desk", "/regia/regole-della-casa/mariglia/", filled(BAD, win="0")),
    Shown("club-page", "desk", "/regia/circolo/", a_logo),
    Shown("club-page-no-logo", "desk", "/regia/circolo/", no_logo),
    Shown("club-page-refused", "desk", "/regia/circolo/", colours_alike),
]
ROLE_SCREENS = [
    Shown("roles", "desk", "/regia/chi-conduce/"),
    Shown("invitation-print", "desk", "/regia/chi-conduce/inviti/{printed}/"),
    Shown("invitation", "public", "/invito/{invited}/"),
    Shown("invitation-organiser", "public", "/invito/{invited_organiser}/"),
    Shown("invitation-refused", "public", "/invito/{invited}/",
          filled(BAD, name="Rita Tola", username="bruno", password="corta")),
    Shown("invitation-again", "public", "/invito/{invited_again}/"),
    Shown("invitation-logged-in", "desk", "/invito/{invited}/"),
    Shown("invitation-withdrawn", "public", "/invito/{withdrawn}/", status=410),
    Shown("invitation-unknown", "public", "/invito/nessuno/", status=410),
    Shown("access", "desk", "/regia/accesso/"),
    Shown("access-key", "desk", "/regia/accesso/", a_key),
    Shown("access-refused", "desk", "/regia/accesso/", filled(BAD, name=" ")),
    Shown("password", "desk", "/accounts/password/change/"),
    Shown("second-step", "desk", "/accounts/2fa/"),
]  # fmt: skip
PEOPLE = [
    Shown("persons", "desk", "/regia/persone/"),
    Shown("persons-found", "desk", "/regia/persone/?q=sanna"),
    Shown("persons-spelling", "desk", "/regia/persone/?dopo=1"),
    Shown("persons-nobody", "desk", "/regia/persone/?q=nessuno"),
    Shown("person-desk", "desk", "/regia/persone/{giovanni}/"),
    Shown("person-search", "desk", "/regia/persone/{giovanni}/?q=sanna"),
    Shown("person-refused", "desk", "/regia/persone/{giovanni}/", filled(BAD, member_number="204")),
    Shown("merge", "desk", "/regia/persone/{one}/unisci/{other}/"),
    Shown("merge-refused", "desk", "/regia/persone/{giovanni}/unisci/{gavino}/"),
    Shown("attendance", "desk", "/regia/persone/presenze/"),
    Shown("attendance-empty", "desk", "/regia/persone/presenze/?anno=2019"),
]
MACHINE = [
    Shown("machine", "desk", "/regia/macchina/"),
    Shown("restore", "desk", "/regia/macchina/rimetti/{copy}/"),
    Shown("restoring", "desk", "/regia/macchina/rimetti/"),
    Shown("restoring-refused", "desk", "/regia/macchina/", no_copy),
    Shown("journal", "desk", "/regia/giornale/"),
    Shown("journal-nothing", "desk", "/regia/giornale/?giorno=2019-01-01"),
    Shown("clubs", "desk", "/regia/circoli/"),
    Shown("clubs-refused", "desk", "/regia/circoli/",
          filled(BAD, name="Circolo di Bosa", slug="Bosa 1", host="bosa")),
]  # fmt: skip
TRIAL = [
    Shown("trial-evening", "desk", "/regia/{trial}/"),
    Shown("trial-bracket", "public", "/{trial}/"),
    Shown("trial-match", "public", "/{trial}/incontri/{trial_playing}/"),
    Shown("trial-wall", "public", "/{trial}/parete/"),
    Shown("trial-table", "desk", "/tavolo/{trial_playing}/"),
    Shown("trial-embedded", "public", "/{trial}/incorpora/tabellone/"),
    Shown("trial-embedded-standings", "public", "/{trial}/incorpora/classifica/"),
]
# The desk of a club with contents.
CLUB_DESK = [*NEW, *HOUSE, *ROLE_SCREENS, *PEOPLE, *MACHINE, *TRIAL]
