"""Tests of the API of circuits: create, read, change, and errors with the JSON Pointer of the field."""

from typing import Any

import pytest
from django.test import Client

from tests.builders import a_tournament, an_organiser, drawn_tournament, play_out
from tests.season.test_circuits import a_circuit, an_evening, correct_the_final
from tournaments.competition.names import Showing
from tournaments.models import Circuit, Person, Tournament
from tournaments.queue import runner
from tournaments.values.visibility import Visibility

CIRCUITS = "/api/v1/circuits/"
ONE = f"{CIRCUITS}circuito-dinverno/"
STANDINGS = f"{ONE}standings/"
CIRCUIT_BODY: dict[str, Any] = {"name": "Circuito d’inverno", "points": [10, 6, 3]}


def places(answer: Any) -> dict[str, str]:
    """Return the error codes by the JSON Pointer of the invalid field."""
    return {problem["where"]: problem["code"] for problem in answer.json()["problems"]}


def test_circuit_is_created_with_default_values(desk: Any) -> None:
    an_evening("Estate")
    answer = desk.post(CIRCUITS, CIRCUIT_BODY | {"tournaments": ["estate"], "counted": "pairs", "best": 2})
    assert answer.status_code == 201
    circuit = answer.json()
    assert {key: circuit[key] for key in ("slug", "counted", "beyond", "sharing", "best", "tournaments")} == {
        "slug": "circuito-dinverno", "counted": "pairs", "beyond": 0, "sharing": "split", "best": 2,
        "tournaments": ["estate"],
    }  # fmt: skip
    assert circuit["computed_at"] is None
    assert desk.get(STANDINGS).json() == {"rows": [], "computed_at": None, "up_to_date": False}
    runner.drain()
    assert desk.get(ONE).json()["computed_at"]
    assert desk.get(CIRCUITS).json()["results"] == [desk.get(ONE).json()]


def test_circuit_standings_contain_places_points_and_results(call: Any, db: None) -> None:
    tournament = an_evening("Estate")
    a_circuit(tournament, counted="pairs", points=[10, 5, 2, 1], best=1)
    answer = call.get(STANDINGS).json()
    assert answer["up_to_date"] is True
    assert [row["place"] for row in answer["rows"]] == [1, 2, 3, 3]
    assert answer["rows"][2]["points"] == "3/2"
    first = answer["rows"][0]
    assert [each["name"] for each in first["players"]] == ["Anna Primu1", "Bachisio Segundu1"]
    assert first["results"] == [{"tournament": "estate", "place": 1, "points": 10, "counts": True}]
    correct_the_final(tournament)
    assert call.get(STANDINGS).json()["rows"][0]["players"][0]["name"] == "Anna Primu2"


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"name": ""}, "/name", "blank"),
        ({"points": []}, "/points", "points_missing"),
        ({"points": [1, 2]}, "/points/1", "points_rise"),
        ({"points": [10_001]}, "/points/0", "points_range"),
        ({"points": ["1"]}, "/points/0", "invalid"),
        ({"points": [True]}, "/points/0", "invalid"),
        ({"points": [1.5]}, "/points/0", "invalid"),
        ({"beyond": 11}, "/beyond", "points_rise"),
        ({"best": 101}, "/best", "best_range"),
        ({"counted": "teams"}, "/counted", "invalid_choice"),
        ({"sharing": "half"}, "/sharing", "invalid_choice"),
        ({"tournaments": ["nothing"]}, "/tournaments/0", "unknown_tournament"),
        ({"tournaments": ["singoli"], "counted": "pairs"}, "/tournaments/0", "tournament_of_singles"),
        ({"owner": 1}, "/owner", "unknown_field"),
    ],
)
def test_api_error_for_an_invalid_circuit_names_the_field(
    desk: Any, change: Any, where: str, code: str
) -> None:
    a_tournament(form="individual", options={"rounds": 1}, name="Singoli")
    answer = desk.post(CIRCUITS, CIRCUIT_BODY | change)
    assert (answer.status_code, places(answer)) == (400, {where: code})
    assert not Circuit.objects.exists()


def test_circuit_is_changed_over_the_api(desk: Any) -> None:
    for name in ("Estate", "Autunno"):
        an_evening(name)
    desk.post(CIRCUITS, CIRCUIT_BODY)
    answer = desk.patch(ONE, {"tournaments": ["autunno", "estate"], "best": 1})
    assert (answer.status_code, answer.json()["best"]) == (200, 1)
    assert sorted(answer.json()["tournaments"]) == ["autunno", "estate"]
    assert desk.patch(ONE, {"points": [1, 2]}).status_code == 400
    assert desk.get(ONE).json()["points"] == [10, 6, 3]
    assert desk.get(f"{CIRCUITS}nothing/").status_code == 404
    assert desk.patch(f"{CIRCUITS}nothing/", {}).status_code == 404


def test_unpublished_tournament_stays_in_the_circuit_but_is_not_public(desk: Any) -> None:
    other = an_organiser("barore")
    for name in ("Segreta", "Estate"):
        play_out(drawn_tournament(4, name=name, owner=other))
    circuit = a_circuit(*Tournament.objects.all())
    Tournament.objects.filter(name="Segreta").update(visibility=Visibility.UNPUBLISHED)
    for address in (CIRCUITS, ONE, STANDINGS):
        assert "segreta" not in Client().get(address).content.decode()
    assert "segreta" in desk.get(ONE).json()["tournaments"]  # an organiser of the club reads all of them
    assert circuit.tournaments.count() == 2


def test_names_in_circuit_standings_follow_the_privacy_setting_of_each_person(call: Any, db: None) -> None:
    a_circuit(an_evening("Estate"))
    Person.objects.filter(name="Anna Primu1").update(name="A. P.", showing=Showing.INITIALS)
    names = [row["players"][0]["name"] for row in call.get(STANDINGS).json()["rows"]]
    assert "A. P." in names
    assert "Anna Primu1" not in names


def test_circuit_api_needs_no_extra_queries_for_many_teams(
    call: Any, db: None, django_assert_num_queries: Any
) -> None:
    for teams in (4, 16):
        tournament = an_evening(f"Torneo {teams}", teams=teams)
        circuit = a_circuit(tournament, name=f"Circuito {teams}")
        with django_assert_num_queries(4):
            call.get(f"{CIRCUITS}{circuit.slug}/standings/")
        with django_assert_num_queries(2):
            call.get(f"{CIRCUITS}{circuit.slug}/")
        with django_assert_num_queries(2):
            call.get(CIRCUITS)
