"""Tests of the desk pages of circuits."""

from typing import Any

import pytest
from django.test import Client

from tests.builders import a_tournament, an_organiser, drawn_tournament
from tests.markup import one_line
from tests.season.test_circuits import a_circuit, an_evening
from tournaments.models import Circuit, CircuitMove, Tournament
from tournaments.queue import runner
from tournaments.values.visibility import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

DESK = "/regia/circuiti/"
ONE = f"{DESK}circuito-dinverno/"
FORM: dict[str, Any] = {
    "name": "Circuito d’inverno", "counted": "players", "points": "10, 6 3;1", "beyond": "1",
    "sharing": "split", "best": "0",
}  # fmt: skip


@pytest.fixture
def organiser() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(an_organiser())
    return client


def text(answer: Any) -> str:
    return one_line(answer.content.decode())


def test_circuit_is_created_at_the_desk(organiser: Client) -> None:
    tournament = an_evening("Estate")
    answer = organiser.post(DESK, FORM | {"tournaments": [str(tournament.pk)]})
    assert (answer.status_code, answer.headers["Location"]) == (302, ONE)
    circuit = Circuit.objects.get()
    assert (circuit.points, circuit.beyond, list(circuit.tournaments.all())) == (
        [10, 6, 3, 1],
        1,
        [tournament],
    )
    runner.drain()
    assert circuit.lines.count() == 8
    assert ONE in text(organiser.get(DESK))
    assert DESK in text(organiser.get("/regia/"))


def test_empty_field_for_the_number_of_results_counts_all_results(organiser: Client) -> None:
    assert organiser.post(DESK, FORM | {"best": ""}).status_code == 302
    assert Circuit.objects.get().best == 0
    best = organiser.get(ONE).context["form"]["best"]
    assert (best.field.prepare_value(best.initial), best.field.widget.attrs["placeholder"]) == (
        None,
        "all of them",
    )


def test_journal_names_the_author_of_a_changed_circuit(organiser: Client) -> None:
    circuit = a_circuit(an_evening("Estate"))
    page = text(organiser.get(ONE))
    assert "checked" in page
    assert 'value="100, 80, 60, 40"' in page
    answer = organiser.post(ONE, FORM | {"name": "Coppa", "tournaments": []})
    assert answer.status_code == 302
    circuit.refresh_from_db()
    assert (circuit.name, circuit.points, circuit.tournaments.count()) == ("Coppa", [10, 6, 3, 1], 0)
    page = text(organiser.get(ONE))
    assert ": changed, antonella</li>" in page
    assert ": made, antonella</li>" in page


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": " "}, "This field is required."),
        ({"name": "a\u202eb"}, "This name holds an invisible character. Type it again."),
        ({"points": "10, x"}, "“x” is not a whole number."),
        ({"points": "10, ١"}, "“١” is not a whole number."),
        ({"points": ", ,"}, "“” is not a whole number."),
        ({"points": "3, 10"}, "Place 2 is worth more than the one before."),
        ({"points": "99999"}, "The points of a place go from 0 to 10000."),
        ({"beyond": "5"}, "Who comes after the table cannot have more than its last place."),
        ({"best": "-1"}, "Ensure this value is greater than or equal to 0."),
        ({"counted": "teams"}, "Select a valid choice."),
    ],
)
def test_error_is_shown_beside_the_field_and_the_input_is_kept(
    organiser: Client, change: dict[str, str], words: str
) -> None:
    a_circuit()
    for address in (DESK, ONE):
        answer = organiser.post(address, FORM | {"name": "Nuovo"} | change)
        assert answer.status_code == 400
        assert words in text(answer)
    assert Circuit.objects.get().name == "Circuito d’inverno"
    assert CircuitMove.objects.count() == 1


def test_tournament_for_single_players_is_refused_in_a_circuit_of_pairs(organiser: Client) -> None:
    singles = a_tournament(form="individual", options={"rounds": 1}, name="Singoli")
    answer = organiser.post(DESK, FORM | {"counted": "pairs", "tournaments": [str(singles.pk)]})
    assert answer.status_code == 400
    assert "In “Singoli” everybody enters alone" in text(answer)


def test_drafts_of_other_organisers_can_be_chosen_for_a_circuit_but_trials_cannot(organiser: Client) -> None:
    other = an_organiser("barore")
    draft = drawn_tournament(4, name="Segreta", owner=other)
    trial = drawn_tournament(4, name="Di prova", owner=other, trial=True)
    Tournament.objects.filter(pk=draft.pk).update(visibility=Visibility.DRAFT)
    circuit = a_circuit()
    page = text(organiser.get(ONE))
    assert ("Segreta" in page, "Di prova" in page) == (True, False)
    assert organiser.post(ONE, FORM | {"tournaments": [str(trial.pk)]}).status_code == 400
    assert organiser.post(ONE, FORM | {"tournaments": [str(draft.pk)]}).status_code == 302
    assert list(circuit.tournaments.all()) == [draft]


def test_desk_pages_of_circuits_are_for_organisers_only() -> None:
    a_circuit()
    client = Client()
    client.force_login(an_organiser("guest", staff=False))
    assert [client.get(address).status_code for address in (DESK, ONE)] == [404, 404]


def test_unknown_circuit_at_the_desk_returns_404(organiser: Client) -> None:
    assert organiser.get(f"{DESK}nessuno/").status_code == 404


def test_tournament_cannot_have_the_url_of_a_circuit_or_rating_page() -> None:
    assert a_tournament(name="Circuiti").slug == "circuiti-2"
    assert a_tournament(name="Punteggi").slug == "punteggi-2"


def test_circuit_page_at_the_desk_needs_no_extra_queries_for_many_tournaments(
    organiser: Client, django_assert_num_queries: Any
) -> None:
    for count in (1, 3):
        a_circuit(*(an_evening(f"Torneo {count} {number}") for number in range(count)))
        slug = Circuit.objects.order_by("-made_at")[0].slug
        with django_assert_num_queries(9):
            organiser.get(f"{DESK}{slug}/")
