"""No page and no API response shows the full name of a person whose name is hidden."""

import re
from itertools import product

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from scoring.sheet.devices import shown_code
from scoring.sheet.services.log import Author
from tests.builders import a_tournament, first_stage, match_of, play_match
from tests.routes import routes
from tournaments.competition.names import Showing
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.entries.services.substitutes import replace_player
from tournaments.models import CircuitLine, Match, Person, Prize, Rating, Team, Tournament
from tournaments.people.services.names import erase_person, show_person
from tournaments.queue import runner
from tournaments.season.services import ask_season, create_circuit

pytestmark = [pytest.mark.django_db, pytest.mark.sweep, pytest.mark.alike]

# Surnames shown by initials, by an alias, erased, and replaced before being hidden; used for nothing else.
HIDDEN = ("Zuccaruncone", "Piscireddu", "Cantalupene", "Murgiaddas")


def an_evening() -> Tournament:
    """Return a tournament with hidden names, one finished match, and one match in play."""
    tournament = a_tournament(options={"substitutes": 2})
    author, at = Author(tournament.owner_id), timezone.now()
    players = [[f"Gavina {name}", f"Bachisio Segundu{number}"] for number, name in enumerate(HIDDEN)]
    teams = enter_teams(tournament, [Entry(each) for each in players], author=author, at=at)
    draw_stage(first_stage(tournament), by="seeds", author=author, at=at)
    runner.drain()
    play_match(match_of(tournament))
    replace_player(teams[3], 0, "Dora Piga", "si è fatta male", author=author, at=at)
    initials, alias, erased, replaced = (Person.objects.get(name=f"Gavina {name}") for name in HIDDEN)
    show_person(initials, Showing.INITIALS, is_minor=True, author=author, at=at)
    show_person(alias, Showing.ALIAS, alias="La Rossa", author=author, at=at)
    erase_person(erased, author=author, at=at)
    show_person(replaced, Showing.INITIALS, author=author, at=at)
    create_circuit(name="Circuito", points=[3, 2, 1], tournaments=[tournament], author=author, at=at)
    Tournament.objects.update(state="over")  # so that circuits and ratings include these players
    ask_season(Tournament.objects.get())
    runner.drain()
    Tournament.objects.update(state="playing")
    assert CircuitLine.objects.count() == Rating.objects.filter(partner=None).count() + 4
    return tournament


def filled(
    route: str, tournament: Tournament, match: Match, team: Team | None = None, person: Person | None = None
) -> str | None:
    """Return the URL of a route with values for its parameters; None if a parameter has no value."""
    team = team or tournament.teams.order_by("number")[0]
    values = {"slug": tournament.slug, "match": match.pk, "match_id": match.pk, "team_id": team.pk, "game": 1}
    values["person_id"] = person.pk if person else team.players.all()[0].pk
    values |= {"hand": 1, "number": 1, "step": "trionfo", "key": "mariglia", "side": 0, "player": 1}
    values |= {"table": 1, "prize_id": prize_of(tournament).pk}
    values |= {"circuit": "circuito", "card_game": "mariglia"}
    names = re.findall(r"<(?:\w+:)?(\w+)>", route)
    if any(name not in values for name in names) or "(?P" in route:
        return None
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda match_found: str(values[match_found[1]]), route)


def prize_of(tournament: Tournament) -> Prize:
    """Return the prize of a tournament; create the prize if it does not exist."""
    return Prize.objects.get_or_create(tournament=tournament, number=1, place=1, text="Prosciutto e vino")[0]


def addresses_of(tournament: Tournament, match: Match) -> list[str]:
    """Return every URL that contains the slug of this tournament or the id of this match."""
    addresses = [filled(route, tournament, match) for route, _page in routes(get_resolver().url_patterns)]
    about = (tournament.slug, str(match.pk))
    return [each for each in addresses if each and any(name in each for name in about)]


def every(route: str, tournament: Tournament, match: Match) -> set[str]:
    """Return the URLs of a route for each possible value of its team or person parameter."""
    teams = list(tournament.teams.all()) if "team_id" in route else [None]
    persons = list(Person.objects.all()) if "person_id" in route else [None]
    addresses = (filled(route, tournament, match, team, person) for team in teams for person in persons)
    return {address for address in addresses if address}


def test_hidden_names_are_on_no_page_and_in_no_api_response() -> None:
    tournament = an_evening()
    pages = 0
    for match in Match.objects.filter(tournament=tournament):
        public, phone = Client(), Client()
        phone.post("/t/", {"code": shown_code(match.sheet.key)})
        phone.post(f"/tavolo/{match.pk}/chi/", {"side": "0"})
        for route, _page in routes(get_resolver().url_patterns):
            for address, reader in product(every(route, tournament, match), (public, phone)):
                answer = reader.get(address, {"segui": str(tournament.teams.all()[0].pk), "cerca": "uccar"})
                pages += answer.status_code == 200
                text = answer.getvalue().decode(errors="replace")
                names = [name for name in HIDDEN if name.casefold() in text.casefold()]
                assert not names, f"{address}: {names}"
    assert pages > 100
    assert verify_tournament(tournament).faults == []


def test_hidden_names_are_replaced_as_each_person_chose() -> None:
    tournament = an_evening()
    names = list(tournament.teams.order_by("number").values_list("name", flat=True))
    assert names == ["G. Z. – Segundu0", "La Rossa – Segundu1", "N. N. – Segundu2", "G. M. – Segundu3"]


def test_search_for_a_hidden_name_finds_nothing() -> None:
    tournament = an_evening()
    for word, count in (("zuccar", 0), ("gavina", 0), ("la rossa", 1), ("segundu0", 1)):
        page = Client(headers={"accept-language": "en"}).get(f"/{tournament.slug}/coppie/", {"cerca": word})
        assert page.content.decode().count('<th scope="row"') == count, word
