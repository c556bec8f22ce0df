"""Pages after a tournament: standings not yet shown, a print pack in preparation, names due for erasure."""

from playwright.sync_api import Page, Route

from tests.screens.brackets import drawn, won
from tests.screens.club import Club, at
from tests.screens.gallery import Shown
from tests.waiting import wait_for

PAST = {
    "Atzeni – Floris": ("Bonaria Atzeni", "Raimondo Floris"),
    "Mura – Sini": ("Grazia Mura", "Priamo Sini"),
}
NEARLY_A_YEAR_AGO = """
from datetime import timedelta
from django.contrib.auth import get_user_model
from django.utils import timezone
from scoring.sheet.services.log import Author
from tournaments.models import Person, Stage
from tournaments.retention.services import let_stay, set_retention

now, author = timezone.now(), Author(get_user_model().objects.get().pk)
Stage.objects.filter(tournament__slug={slug!r}).update(over_at=now - timedelta(days=350))
people = Person.objects.filter(teams__tournament__slug={slug!r}).order_by("written_name")
Person.objects.filter(pk__in=people).update(written_at=now - timedelta(days=900))
set_retention(1, author=author, at=now - timedelta(days=800))
let_stay(people[0], stays=True, author=author, at=now)
"""


def found_afterwards(club: Club) -> None:
    """Create a tournament whose standings are not yet shown, and one that ended almost a year ago."""
    surprise = drawn(club, "Campionato a sorpresa", "round_robin", 6, {})
    won(club, surprise, {f"R{turn}.{number}": number % 2 for turn in (1, 2) for number in (1, 2, 3)})
    club.client.send("PATCH", f"/tournaments/{surprise}/", {"standings_until": 1})
    past = club.tournament("Torneo dell’anno scorso", starts_at=at(-350), tables=2)
    entries = [
        {"name": name, "players": [{"name": player} for player in pair]} for name, pair in PAST.items()
    ]
    club.client.send("POST", f"/tournaments/{past}/teams/", entries)
    club.draw(past, by="seeds")
    won(club, past, {"R1.1": 0})
    wait_for(lambda: bool(club.client.get(f"/tournaments/{past}/")["state"] == "over"))
    club.site.manage("shell", "-v0", "-c", NEARLY_A_YEAR_AGO.format(slug=past))
    club.places |= {"held": surprise, "past": past}


def ask_for_the_pack(page: Page) -> None:
    """Request the print pack, and freeze the page while it shows the progress."""

    def unheard(route: Route) -> None:
        if "hx-request" not in route.request.headers:
            route.fallback()

    page.route("**/fogli/**", unheard)
    for _try in range(20):
        with page.expect_navigation():
            page.locator("#pack form button").click()
        if page.locator("#pack progress").count():
            return
    raise AssertionError("the progress of the pack was not shown")


# The pages of these tournaments, each with its visitor.
AFTERWARDS = [
    Shown("standings-held", "public", "/{held}/"),
    Shown("standings-held-back", "desk", "/{held}/"),
    Shown("pack-being-made", "desk", "/regia/{held}/fogli/", ask_for_the_pack),
    Shown("names-due", "desk", "/regia/nomi/"),
]
