"""Every desk page and form, and every public page of a tournament, can be reached by links."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from config.urls import desk_pages, form_pages, public_pages
from tests.builders import an_organiser
from tests.web.full_club import SCENES
from tests.web.scenes import SETUPS, STATES, TWO_STAGES, before_the_second_stage
from tests.web.walk import LinkReader, Walk
from tournaments.models import Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.timeout(300)]

# The walks of the short tier.
SHORT = {("knockout", "in play")}
WALKS = [(form, state) for form in SETUPS for state in STATES] + [(TWO_STAGES, "before the second stage")]
MAKERS = {**STATES, "before the second stage": before_the_second_stage}

# The URL patterns that the walk does not reach, each with the reason.
NOT_LINKED = {
    **dict.fromkeys(
        (
            "setup",
            "invitation",
            "request_page",
            "request_names",
            "request_withdraw",
            "request_arrive",
            "request_contact",
            "request_data",
        ),
        "opened by a secret that one person receives",
    ),
    **dict.fromkeys(
        ("embedded_bracket", "embedded_standings"), "copied as text into the pages of other sites"
    ),
    **dict.fromkeys(("desk_correct_now", "desk_import_confirm"), "a form of the preview that a POST answers"),
    **dict.fromkeys(
        ("desk_archive_zip", "desk_pack_pdf", "desk_arrival"), "linked once a job has made or read the file"
    ),
    **dict.fromkeys(("desk_copy", "desk_restore", "desk_restoring"), "linked once there is a backup"),
    "club_logo": "drawn once the club has a logo",
    "club_colours": "linked once the club has colours",
    "desk_components": "for developers; belongs to no work of the desk",
    "desk_give_back": "in the message after a role is taken away",
    "desk_merge": "linked for people that a search finds",
    "desk_one_name": "linked once the years of a name are over",
    "regulations": "linked once the file is uploaded",
    "table_page": "printed as a QR code on the signs of the tables",
}


@pytest.fixture
def desk(client: Client) -> Client:
    """Return a test client of an organiser that returns server errors as responses."""
    client.force_login(an_organiser())
    client.raise_request_exception = False
    return client


def pages_of_the_evening(desk: Client, tournament: Tournament) -> Iterator[str]:
    """Yield the HTML of the evening page, once for each page of its list of finished matches."""
    address = reverse("desk_evening", args=[tournament.slug])
    text = desk.get(address).text
    yield text
    for number in sorted(set(re.findall(r"finiti=(\d+)", text)) - {"1"}):
        yield desk.get(address, {"finiti": number}).text


@pytest.mark.parametrize(
    ("form", "state"),
    [pytest.param(*each, marks=() if each in SHORT else pytest.mark.sweep) for each in WALKS],
)
def test_tournament_pages_have_no_broken_links_and_link_to_all_finished_matches(
    desk: Client, form: str, state: str
) -> None:
    tournament = MAKERS[state](form)
    walk = Walk(desk, tournament.slug)
    walk.go()
    assert walk.broken == []
    assert "desk_evening" in walk.reached
    tournament.refresh_from_db()
    evening, *more = pages_of_the_evening(desk, tournament)
    if tournament.state == "playing":
        assert re.search(r'<a\s+class="hall-table', evening) or 'id="task-next' in evening
    links = {link for text in (evening, *more) for link in LinkReader(text).links}
    finished = Match.objects.filter(tournament=tournament, state__in=("signed", "confirmed", "walkover"))
    assert {
        reverse("desk_match", args=[tournament.slug, pk]) for pk in finished.values_list("pk", flat=True)
    } <= links


@pytest.mark.sweep
def test_every_page_and_form_can_be_reached_by_links(desk: Client) -> None:
    patterns = [*desk_pages, *public_pages, *form_pages]
    reached = set()
    for scene in SCENES:
        walk = Walk(desk, scene().slug, most=3)
        walk.go()
        assert (scene.__name__, walk.broken) == (scene.__name__, [])
        reached |= walk.reached
    site_walk = Walk(desk, most=2)
    site_walk.go()
    assert site_walk.broken == []
    reached |= site_walk.reached
    assert sorted({str(pattern.name) for pattern in patterns} - reached) == sorted(NOT_LINKED)
