"""Tests of the check-in page, which needs no account and shows only public names.

The page is opened and closed at the desk.
"""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_account, draw
from tournaments.competition.names import Showing
from tournaments.door import services
from tournaments.entries.services.entries import Entry, enter_teams, mark_presence, withdraw_team
from tournaments.models import Person, Team, Tournament
from tournaments.people.services.names import show_person
from tournaments.tables.desk.moves import move_sentence
from tournaments.tables.selectors.journal_lines import latest_moves
from tournaments.values.visibility import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ENGLISH = {"accept-language": "en"}
PAIRS = (
    ("Bainzu Piras", "Rosanna Sanna"),
    ("Salvatore Puggioni", "Ines Satta"),
    ("Battista Cossu", "Elio Pinna"),
    ("Giommaria Carta", "Luca Ruiu"),
)


@pytest.fixture
def tournament() -> Tournament:
    tournament = a_tournament()
    entries = [Entry(pair, details={"town": "Ozieri"}) for pair in PAIRS]
    enter_teams(tournament, entries, author=Author(tournament.owner_id), at=timezone.now())
    return tournament


@pytest.fixture
def tablet() -> Client:
    return Client(headers=ENGLISH, enforce_csrf_checks=True)


def link(tournament: Tournament) -> str:
    door = services.open_door(tournament, author=Author(tournament.owner_id), at=timezone.now())
    return reverse("door_page", args=[services.door_secret(door)])


def team_of(tournament: Tournament, name: str) -> Team:
    return tournament.teams.get(name=name)


def visible(page: str) -> list[str]:
    """Return the names of the pairs that are shown on a page, in the order of the page."""
    rows = re.findall(r'<button\s+type="submit"\s+name="coppia".*?</button>', page, re.DOTALL)
    visible_rows = [row for row in rows if not re.search(r"\bhidden\b", row.partition(">")[0])]
    return [re.sub(r"<[^>]*>", "", re.findall(r"<b\s*>(.*?)</b>", row, re.DOTALL)[0]) for row in visible_rows]


def test_desk_opens_the_check_in_page_then_shows_its_qr_code_and_then_closes_the_page(
    client: Client, tournament: Tournament
) -> None:
    client.force_login(tournament.owner)
    entries, switch = (reverse(name, args=[tournament.slug]) for name in ("desk_entries", "desk_door"))
    assert "/porta/" not in client.get(entries).text.replace(switch, "")
    client.post(switch, {"open": "yes"})
    page = client.get(entries).text
    match = re.search(r"http://testserver(/porta/[0-9a-f-]{36}/)", page)
    assert match
    assert "<svg" in page
    assert Client().get(match[1]).status_code == 200
    client.post(switch, {"open": "no"})
    assert match[1] not in client.get(entries).text
    closed = Client(headers=ENGLISH).get(match[1])
    assert closed.status_code == 410
    assert "The desk has closed it" in closed.text


@pytest.mark.parametrize(
    ("role", "opens"),
    [("door", True), ("director", True), ("tables", False), ("speaker", False), ("", False)],
)
def test_only_roles_with_permission_can_open_the_check_in_page(
    client: Client, tournament: Tournament, role: str, opens: bool
) -> None:
    client.force_login(an_account("helper", role, tournament))
    answer = client.post(reverse("desk_door", args=[tournament.slug]), {"open": "yes"})
    assert (answer.status_code == 302) is opens
    assert tournament.door_pages.exists() is opens


def test_pair_checks_in_and_undoes_the_check_in(tablet: Client, tournament: Tournament) -> None:
    where, team = link(tournament), team_of(tournament, "Piras – Sanna")
    response = tablet.get(where, {"coppia": str(team.pk)})
    assert "Are you Piras – Sanna?" in response.text
    answer = tablet.post(where, {"present": str(team.pk)}, follow=True)
    assert "Welcome" in answer.text
    assert team_of(tournament, "Piras – Sanna").presence == "present"
    assert "are here" in answer.text
    back = re.search(r'name="back" value="([^"]+)"', answer.text)
    assert back
    tablet.post(where, {"back": back[1]})
    assert team_of(tournament, "Piras – Sanna").presence == "expected"


def test_journal_records_that_a_check_in_was_made_on_the_check_in_page(
    tablet: Client, tournament: Tournament
) -> None:
    team = team_of(tournament, "Piras – Sanna")
    tablet.post(link(tournament), {"present": str(team.pk)})
    moves = [(move_sentence(move, tournament), move.author) for move in latest_moves(tournament)[:2]]
    assert moves == [
        ("Piras – Sanna: present, at the door", ""),
        ("The page at the door is open", tournament.owner.get_username()),
    ]


def test_second_check_in_of_a_pair_shows_a_thank_you_message_and_no_undo_button(
    tablet: Client, tournament: Tournament
) -> None:
    where, sent = link(tournament), {"present": str(team_of(tournament, "Piras – Sanna").pk)}
    tablet.post(where, sent)
    again = tablet.post(where, sent, follow=True)
    assert "Welcome" in again.text
    assert 'name="back"' not in again.text
    response = tablet.get(where, {"coppia": sent["present"]})
    assert "Piras – Sanna, you are marked as here" in response.text


def test_letter_filter_and_search_of_the_check_in_page_work_without_javascript(
    tablet: Client, tournament: Tournament
) -> None:
    for number in range(10):
        enter_teams(
            tournament,
            [Entry((f"Anna Deledda{number}", f"Ugo Mura{number}"))],
            author=Author(tournament.owner_id),
            at=timezone.now(),
        )
    where = link(tournament)
    page = tablet.get(where).text
    assert re.findall(r'data-letter="(\w)"\s+aria-pressed', page) == list("CDMPRS")
    assert len(visible(page)) == 14
    under_p = tablet.get(where, {"lettera": "P"}).text
    assert visible(under_p) == ["Piras – Sanna", "Puggioni – Satta", "Cossu – Pinna"]
    assert visible(tablet.get(where, {"cerca": "ruiu"}).text) == ["Carta – Ruiu"]
    assert "No pair by that name" in tablet.get(where, {"cerca": "nessuno"}).text
    assert len(visible(tablet.get(where, {"lettera": "Q", "coppia": "x", "fatto": "x"}).text)) == 14


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"present": "no team"}, "You are not on the list any more."),
        ({"present": "8c9f5a52-6f55-4a8a-9d4f-0d4a6f0b9c11"}, "You are not on the list any more."),
        ({"back": "forged"}, "That was too long ago."),
        ({}, "You are not on the list any more."),
    ],
)
def test_refused_check_in_shows_a_message_above_the_list_of_pairs(
    tablet: Client, tournament: Tournament, sent: dict[str, str], words: str
) -> None:
    answer = tablet.post(link(tournament), sent)
    assert answer.status_code == 409
    assert words in answer.text
    assert len(visible(answer.text)) == 4


def test_check_ins_above_the_limit_per_minute_get_status_429(
    tablet: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.door.rules.MOST_A_MINUTE", 1)
    where, (one, other, *_rest) = link(tournament), tournament.teams.all()
    assert tablet.post(where, {"present": str(one.pk)}).status_code == 302
    assert tablet.post(where, {"present": str(other.pk)}).status_code == 429
    other.refresh_from_db()
    assert other.presence == "expected"


def test_undo_of_a_check_in_is_refused_after_the_page_is_replaced_or_the_time_limit_has_passed(
    tablet: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, team = link(tournament), team_of(tournament, "Piras – Sanna")
    mark = tablet.post(where, {"present": str(team.pk)})["Location"].partition("fatto=")[2]
    services.close_door(tournament, author=Author(tournament.owner_id), at=timezone.now())
    assert tablet.post(link(tournament), {"back": mark}).status_code == 409
    monkeypatch.setattr("tournaments.door.public.UNDO_FOR", timedelta(seconds=-1))
    mark = tablet.post(link(tournament), {"present": str(team.pk)})["Location"].partition("fatto=")[2]
    assert tablet.post(link(tournament), {"back": mark}).status_code == 409
    assert "Welcome" not in tablet.get(link(tournament), {"fatto": mark}).text


def test_check_in_page_is_closed_by_the_draw(tablet: Client, tournament: Tournament) -> None:
    where, author = link(tournament), Author(tournament.owner_id)
    everybody = dict.fromkeys(tournament.teams.values_list("pk", flat=True), "present")
    mark_presence(tournament, everybody, author=author, at=timezone.now())
    draw(tournament)
    for answer in (tablet.get(where), tablet.post(where, {"present": str(tournament.teams.all()[0].pk)})):
        assert answer.status_code == 410
        assert "Whoever comes now asks at the desk." in answer.text


def test_unknown_check_in_link_returns_410(tablet: Client) -> None:
    answer = tablet.get("/porta/8c9f5a52-6f55-4a8a-9d4f-0d4a6f0b9c11/")
    assert answer.status_code == 410
    assert "There is no such page" in answer.text
    assert tablet.get("/porta/turni/").status_code == 404


def test_check_in_page_is_not_cached_or_indexed_and_sets_no_cookies(
    tablet: Client, tournament: Tournament
) -> None:
    answer = tablet.get(link(tournament))
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Referrer-Policy"] == "strict-origin"
    assert not answer.cookies


def test_check_in_page_of_a_draft_tournament_has_no_live_updates(
    tablet: Client, tournament: Tournament
) -> None:
    Tournament.objects.update(visibility=Visibility.DRAFT)
    answer = tablet.get(link(tournament))
    assert answer.status_code == 200
    assert "data-events-url" not in answer.text


def test_check_in_page_hides_the_name_of_a_hidden_person(tablet: Client, tournament: Tournament) -> None:
    person = Person.objects.get(written_name="Bainzu Piras")
    author = Author(tournament.owner_id)
    show_person(person, Showing.INITIALS, is_minor=True, author=author, at=timezone.now())
    team = tournament.teams.get(players=person)
    page = tablet.get(link(tournament), {"coppia": str(team.pk)}).text
    assert "Piras" not in page
    assert "Bainzu" not in page
    assert "B. P. – Sanna" in visible(page)
    assert "Ozieri" not in page


def test_desk_undoes_recent_check_ins_made_on_the_check_in_page(
    client: Client, tablet: Client, tournament: Tournament
) -> None:
    where = link(tournament)
    for team in tournament.teams.all():
        tablet.post(where, {"present": str(team.pk)})
    client.force_login(tournament.owner)
    page = client.get(reverse("desk_entries", args=[tournament.slug]), headers=ENGLISH).text
    assert "In the last 15 minutes 4 were marked here as present." in " ".join(page.split())
    client.post(reverse("desk_door_back", args=[tournament.slug]))
    assert not tournament.teams.exclude(presence="expected").exists()


@pytest.mark.parametrize("teams", [2, 200])
def test_check_in_page_has_a_constant_number_of_queries(
    tablet: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = a_tournament(teams=teams, name="Torneo grande")
    where, team = link(tournament), tournament.teams.order_by("number")[0]
    with django_assert_num_queries(5):  # two queries read the due jobs
        assert len(visible(tablet.get(where, {"coppia": str(team.pk)}).text)) == teams


def test_check_in_of_a_withdrawn_pair_is_refused_with_a_message(
    tablet: Client, tournament: Tournament
) -> None:
    where, team = link(tournament), team_of(tournament, "Carta – Ruiu")
    pk = team.pk
    withdraw_team(team, author=Author(tournament.owner_id), at=timezone.now())
    assert "You are not on the list any more." in tablet.post(where, {"present": str(pk)}).text
