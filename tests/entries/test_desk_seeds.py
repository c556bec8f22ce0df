"""Seeds proposed from the ratings of players and confirmed at the desk."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser, drawn_tournament, play_out
from tests.markup import one_line
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import JournalEntry, Person, Rating, Team, Tournament
from tournaments.season.selectors.ratings import strengths, usual_seeds

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def organiser() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(an_organiser())
    return client


@pytest.fixture
def tournament() -> Tournament:
    """Return a tournament of four pairs rated in reverse order of entry, and a fifth pair with no rating."""
    play_out(drawn_tournament(4, name="Estate"))
    new = a_tournament(name="Autunno")
    pairs = [[f"Anna Primu{number}", f"Bachisio Segundu{number}"] for number in (4, 3, 2, 1)]
    teams = [Entry(pair, pair[0]) for pair in [*pairs, ["Tore Nou", "Ada Noa"]]]
    enter_teams(new, teams, author=Author(new.owner_id), at=timezone.now())
    return new


def seeds_of(tournament: Tournament) -> dict[str, int | None]:
    return dict(tournament.teams.exclude(seed=None).values_list("name", "seed"))


def proposed(page: Any) -> list[str]:
    ids = [part.partition('"')[0] for part in page.content.decode().split('name="team" value="')[1:]]
    return [Team.objects.get(pk=each).name for each in ids]


def address(tournament: Tournament) -> str:
    return f"/regia/{tournament.slug}/iscrizioni/teste-di-serie/"


def test_teams_with_the_highest_ratings_are_proposed_as_seeds_without_being_saved(
    organiser: Client, tournament: Tournament
) -> None:
    page = organiser.get(address(tournament))
    assert proposed(page) == ["Anna Primu1", "Anna Primu2"]
    assert seeds_of(tournament) == {}
    for link in (f"/regia/{tournament.slug}/iscrizioni/", f"/regia/{tournament.slug}/sorteggio/"):
        assert address(tournament) in organiser.get(link).content.decode()


def test_strength_of_a_team_is_the_mean_rating_of_its_players(tournament: Tournament) -> None:
    mixed = Entry(["Gino Nou", "Anna Primu9"], "Mista")
    enter_teams(tournament, [mixed], author=Author(tournament.owner_id), at=timezone.now())
    team = Team.objects.get(name="Mista")
    rating = Rating.objects.get(person__name="Anna Primu1", partner=None)
    Rating.objects.create(
        listing=rating.listing, person=Person.objects.get(name="Anna Primu9"), mu=30, sigma=5, ordinal=15,
        matches=7,
    )  # fmt: skip
    ratings = {each.team: (each.ordinal, each.matches) for each in strengths(tournament)}
    assert ratings[team] == (7.5, 7)
    assert [each.team.name for each in strengths(tournament)][-1] == "Tore Nou"


def test_absent_team_is_not_proposed_as_a_seed(tournament: Tournament) -> None:
    tournament.teams.filter(name="Anna Primu1").update(presence="absent")
    assert next(each.team.name for each in strengths(tournament)) == "Anna Primu2"


def test_confirmed_seeds_are_the_seeds_shown_on_the_page(organiser: Client, tournament: Tournament) -> None:
    tournament.teams.filter(name="Tore Nou").update(seed=1)
    page = organiser.get(address(tournament), {"quante": "3"})
    names = proposed(page)
    assert len(names) == 3
    Rating.objects.all().delete()  # The ratings change after the page was shown; the seeds shown are saved.
    ids = [str(Team.objects.get(name=name, tournament=tournament).pk) for name in names]
    answer = organiser.post(address(tournament), {"team": ids}, follow=True)
    assert "3 teams are seeds now." in answer.content.decode()
    assert seeds_of(tournament) == {name: seed for seed, name in enumerate(names, start=1)}
    move = JournalEntry.objects.get(tournament=tournament, kind="seeds_set")
    assert (move.body, move.user) == ({"seeds": 3}, an_organiser())


@pytest.mark.parametrize("ids", [[], ["x"], [str(uuid4())]])
def test_seeds_for_unknown_teams_are_refused(
    organiser: Client, tournament: Tournament, ids: list[str]
) -> None:
    tournament.teams.filter(name="Tore Nou").update(seed=1)
    answer = organiser.post(address(tournament), {"team": ids}, follow=True)
    assert "The list has changed meanwhile." in answer.content.decode()
    assert seeds_of(tournament) == {"Tore Nou": 1}


def test_team_submitted_twice_gets_only_one_seed(organiser: Client, tournament: Tournament) -> None:
    team = str(tournament.teams.all()[0].pk)
    organiser.post(address(tournament), {"team": [team, team]})
    assert list(seeds_of(tournament).values()) == [1]


def test_seeds_cannot_be_changed_after_the_draw(organiser: Client) -> None:
    knockout = drawn_tournament(4)
    page = one_line(organiser.get(address(knockout)).content.decode())
    assert "The draw is made: the entries are closed." in page
    before = seeds_of(knockout)
    answer = organiser.post(address(knockout), {"team": [str(knockout.teams.get(seed=4).pk)]}, follow=True)
    assert "The draw is made: the entries are closed." in answer.content.decode()
    assert seeds_of(knockout) == before


def test_no_seeds_are_proposed_if_nobody_is_rated(organiser: Client) -> None:
    page = one_line(organiser.get(address(a_tournament(teams=4))).content.decode())
    assert "Nobody here has a rating yet" in page


@pytest.mark.parametrize("number", ["0", "x", "9999", ""])
def test_invalid_number_of_seeds_is_refused(organiser: Client, tournament: Tournament, number: str) -> None:
    assert organiser.get(address(tournament), {"quante": number}).status_code == 400


@pytest.mark.parametrize(("teams", "seeds"), [(2, 2), (8, 2), (15, 2), (16, 4), (31, 4), (32, 8), (128, 32)])
def test_default_number_of_seeds_grows_with_the_number_of_teams(teams: int, seeds: int) -> None:
    assert usual_seeds(teams) == seeds


def test_team_strengths_need_a_constant_number_of_queries(django_assert_num_queries: Any) -> None:
    for teams in (4, 16):
        tournament = a_tournament(teams=teams, name=f"Torneo {teams}")
        with django_assert_num_queries(3):
            strengths(tournament)
