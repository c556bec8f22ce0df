"""Every URL of the site respects the visibility of draft and unpublished tournaments."""

import pytest
from django.test import Client

from scoring.sheet.devices import shown_code
from tests.builders import an_account, drawn_tournament, match_of, play_match
from tests.test_hidden_names import addresses_of
from tournaments.models import Person, Tournament
from tournaments.permissions import stream_of
from tournaments.values.visibility import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.sweep, pytest.mark.alike]

NAME = "Serata dei Nuraghi"
HIDDEN = (Visibility.DRAFT, Visibility.UNPUBLISHED)


def a_tournament_that_is(visibility: Visibility) -> Tournament:
    """Return a drawn tournament with the given visibility and one finished match."""
    tournament = drawn_tournament(4, name=NAME)
    play_match(match_of(tournament))
    Tournament.objects.filter(pk=tournament.pk).update(visibility=visibility)
    tournament.refresh_from_db()
    return tournament


def addresses(tournament: Tournament) -> list[str]:
    """Return the URLs of a tournament and of its match that is in play."""
    return addresses_of(tournament, match_of(tournament, "R1.2"))


def visitors(tournament: Tournament) -> dict[str, Client]:
    clients = {role: Client() for role in ("public", "scorer", "director", "organiser", "no role")}
    director = an_account("caterina", "director", tournament)
    clients["director"].force_login(director)
    for role in ("door", "tables", "speaker"):
        clients[role] = Client()
        clients[role].force_login(an_account(role, role, tournament))
    clients["organiser"].force_login(tournament.owner)
    clients["no role"].force_login(an_account("barore"))
    match = match_of(tournament, "R1.2")
    clients["scorer"].post("/t/", {"code": shown_code(match.sheet.key)})
    clients["scorer"].post(f"/tavolo/{match.pk}/chi/", {"side": "0"})
    return clients


@pytest.mark.parametrize("visibility", HIDDEN)
def test_hidden_tournament_is_not_found_by_the_public_and_accounts_without_a_role(
    visibility: Visibility,
) -> None:
    tournament = a_tournament_that_is(visibility)
    clients = visitors(tournament)
    for role in ("public", "no role"):
        for address in addresses(tournament):
            answer = clients[role].get(address)
            assert answer.status_code in (302, 404, 405), f"{role} {address}: {answer.status_code}"
            assert NAME not in answer.getvalue().decode(errors="replace")
            if answer.status_code == 302:
                assert answer["Location"].startswith("/accounts/login/"), address
        for address in ("/", "/archivio/", "/api/v1/tournaments/"):
            assert NAME not in clients[role].get(address).content.decode()
        for person in Person.objects.all():  # all of them are in this tournament only
            assert clients[role].get(f"/giocatori/{person.pk}/").status_code == 404


@pytest.mark.parametrize("visibility", HIDDEN)
@pytest.mark.parametrize("role", ["scorer", "director", "organiser"])
def test_hidden_tournament_is_found_by_its_scorers_directors_and_organisers(
    role: str, visibility: Visibility
) -> None:
    tournament = a_tournament_that_is(visibility)
    visitor, slug = visitors(tournament)[role], tournament.slug
    for address in (f"/{slug}/", f"/{slug}/classifica/", f"/api/v1/tournaments/{slug}/clock/"):
        assert visitor.get(address).status_code == 200, address
    assert visitor.get(f"/tavolo/{match_of(tournament, 'R1.2').pk}/").status_code == 200
    listed = visitor.get("/api/v1/tournaments/").json()["results"]
    assert [each["slug"] for each in listed] == ([] if role == "scorer" else [slug])


@pytest.mark.parametrize("role", ["public", "scorer", "director", "organiser", "no role"])
@pytest.mark.parametrize("visibility", list(Visibility))
def test_event_stream_is_open_only_to_roles_that_may_see_the_tournament(
    role: str, visibility: Visibility
) -> None:
    tournament = a_tournament_that_is(visibility)
    cookies = {name: each.value for name, each in visitors(tournament)[role].cookies.items()}
    may = visibility is Visibility.PUBLISHED or role in ("scorer", "director", "organiser")
    stands = (tournament.pk, tournament.version, tournament.results_version)
    assert stream_of(tournament.slug, cookies) == (stands if may else None)


def test_unknown_slug_has_no_event_stream() -> None:
    assert stream_of("nothing", {}) is None


def test_desk_can_unpublish_a_tournament() -> None:
    tournament = a_tournament_that_is(Visibility.PUBLISHED)
    organiser = visitors(tournament)["organiser"]
    about = {"part": "about", "name": NAME, "tables": "4", "grace_minutes": "15", "correction_minutes": "30"}
    organiser.post(f"/regia/{tournament.slug}/regole/", about | {"visibility": "unpublished"})
    assert Client().get(f"/{tournament.slug}/").status_code == 404
    # Without the field, the visibility does not change.
    organiser.post(f"/regia/{tournament.slug}/regole/", about)
    assert Client().get(f"/{tournament.slug}/").status_code == 404


@pytest.mark.parametrize("visibility", HIDDEN)
def test_hidden_tournament_has_the_same_response_as_a_missing_tournament(visibility: Visibility) -> None:
    """Status, headers and text are equal except for the URL, so that nothing reveals the tournament."""
    tournament = a_tournament_that_is(visibility)

    def said(address: str) -> tuple[int, dict[str, str], str]:
        answer = Client().get(address)
        headers = {name: value for name, value in answer.headers.items() if name != "Content-Security-Policy"}
        return answer.status_code, headers, answer.content.decode()

    about = [each for each in addresses(tournament) if each.split("/")[1] == tournament.slug]
    about += [f"/api/v1/tournaments/{tournament.slug}/"]
    assert len(about) > 10
    for address in about:
        elsewhere = address.replace(tournament.slug, "x" * len(tournament.slug))
        status, headers, words = said(address)
        other_status, other_headers, other_words = said(elsewhere)
        if status in (302, 405):  # a redirect to the log-in page, or a call without GET
            continue
        assert (status, headers) == (other_status, other_headers), address
        assert words == other_words.replace("x" * len(tournament.slug), tournament.slug), address
