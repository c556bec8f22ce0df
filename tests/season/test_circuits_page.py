"""Tests of the public pages of circuits and ratings."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import an_organiser, drawn_tournament, play_out
from tests.markup import one_line
from tests.season.test_circuits import a_circuit, an_evening, author
from tournaments.club.services.new_tournament import StageSetup, change_tournament, create_tournament
from tournaments.competition.names import Showing
from tournaments.competition.types import Points
from tournaments.models import Person, Rating, Tournament
from tournaments.people.services.names import erase_person, show_person
from tournaments.queue import runner
from tournaments.season.public.circuit import tie_words
from tournaments.season.selectors.circuits import CircuitResult, LineNow
from tournaments.season.selectors.ratings import rating_curve
from tournaments.values.visibility import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

CIRCUIT = "/circuiti/circuito-dinverno/"
RATINGS = "/punteggi/mariglia/"


def read(address: str, language: str = "en", status: int = 200) -> str:
    """Return the HTML of a page in the given language, with whitespace collapsed."""
    answer = Client(headers={"accept-language": language}).get(address)
    assert answer.status_code == status
    return one_line(answer.content.decode())


def rows(page: str) -> list[str]:
    """Return the rows of the first table of a page as text."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in body.split("</tr>") if row.strip()]


def two_evenings() -> tuple[Tournament, Tournament]:
    return an_evening("Estate"), an_evening("Autunno", form="round_robin")


def test_circuit_page_shows_its_standings() -> None:
    a_circuit(*two_evenings(), counted="pairs", best=1)
    page = read(CIRCUIT)
    assert len(rows(page)) == 4
    assert rows(page)[0].startswith("1 Anna Primu1, Bachisio Segundu1 1: 100")
    assert rows(page)[0].endswith("100")
    assert 'href="/estate/"' in page
    assert "Of each the best result counts." in page
    assert re.search(r"Computed .+\d{2}:\d{2}\.", page)
    assert "More results are being counted" not in page


def test_order_of_rows_with_equal_totals_is_explained() -> None:
    summer, autumn = (Tournament(name=name) for name in ("Estate", "Autunno"))

    def line(place: int, name: str, *points: int) -> LineNow:
        results = {
            uuid4(): CircuitResult(event, 1, Points(each), counts=True)
            for event, each in zip((summer, autumn), points, strict=False)
        }
        return LineNow(place, (Person(name=name),), Points(sum(points)), results)

    lines = [line(1, "Ada", 100), line(1, "Ugo", 100), line(3, "Ina", 60, 40), line(4, "Leo", 55, 44)]
    assert tie_words(lines) == ["Ugo before Ina on the same points: 100 against 60 + 40."]


def test_result_that_does_not_count_is_struck_out_and_marked_for_screen_readers() -> None:
    a_circuit(*two_evenings(), best=1)
    page = read(CIRCUIT)
    assert page.count("<s>") == 2 * 8  # one for wide pages and one for narrow ones
    assert '</s><span class="vh">does not count</span>' in page
    assert "What is struck out does not count." in page


def test_circuit_list_links_to_all_circuits() -> None:
    a_circuit(an_evening("Estate"))
    assert 'href="/circuiti/"' in read("/")
    assert f'href="{CIRCUIT}"' in read("/circuiti/")
    assert 'href="/punteggi/mariglia/"' in read("/circuiti/")


def test_empty_pages_explain_that_there_are_no_circuits_or_ratings() -> None:
    an_organiser()
    assert "No circuits yet" in read("/circuiti/")
    assert "No ratings yet" in read("/circuiti/")
    assert "No ratings yet" in read(RATINGS)
    a_circuit(drawn_tournament(4))
    assert "They begin when the first of its tournaments is over." in read(CIRCUIT)


@pytest.mark.parametrize("address", ["/circuiti/nessuno/", "/punteggi/nessuno/", "/punteggi/"])
def test_unknown_circuit_or_card_game_returns_404(address: str) -> None:
    read(address, status=404)


@pytest.mark.parametrize("query", ["?pagina=99", "?pagina=x", "?chi=x", "?chi=", "?con=x&vista=altro"])
def test_invalid_query_parameters_are_ignored(query: str) -> None:
    a_circuit(an_evening("Estate"))
    read(CIRCUIT + query)
    assert len(rows(read(RATINGS + query))) == 8


def test_hidden_tournament_is_not_shown_on_circuit_pages() -> None:
    summer, autumn = two_evenings()
    draft = create_tournament(
        an_organiser(), name="Serata segreta", card_game="mariglia", stages=[StageSetup("knockout")],
        at=timezone.now(), visibility=Visibility.DRAFT,
    )  # fmt: skip
    a_circuit(summer, autumn, draft)
    person = Person.objects.get(name="Anna Primu1")
    Tournament.objects.filter(pk=autumn.pk).update(visibility=Visibility.UNPUBLISHED)
    for address in (CIRCUIT, "/circuiti/", f"{RATINGS}?chi={person.pk}"):
        page = read(address)
        assert "Serata segreta" not in page
        assert "Autunno" not in page
        assert "autunno" not in page


def test_circuit_of_hidden_tournaments_is_not_listed() -> None:
    summer = an_evening("Estate")
    a_circuit(summer)
    change_tournament(summer, author=author(), at=timezone.now(), visibility=Visibility.UNPUBLISHED)
    runner.drain()
    assert CIRCUIT not in read("/circuiti/")
    assert "No standings yet" in read(CIRCUIT)


def test_names_on_circuit_pages_follow_the_privacy_setting_of_each_person() -> None:
    a_circuit(an_evening("Estate"))
    initials, erased = (Person.objects.get(name=name) for name in ("Anna Primu1", "Anna Primu2"))
    show_person(initials, Showing.INITIALS, author=author(), at=timezone.now())
    erase_person(erased, author=author(), at=timezone.now())
    for page in (read(CIRCUIT), read(RATINGS), read(f"{RATINGS}?vista=coppie")):
        assert "Primu1" not in page
        assert "Primu2" not in page
        assert "A. P." in page
    assert "N. N." in read(CIRCUIT)
    assert "N. N." not in read(RATINGS)  # ratings of erased persons are left out
    assert 'class="even"' not in read(f"{RATINGS}?chi={erased.pk}")


def test_rating_list_starts_with_the_strongest_player() -> None:
    an_evening("Estate")
    page = read(RATINGS)
    stored = Rating.objects.filter(partner=None).order_by("-ordinal", "pk").select_related("person")
    assert [row.split(" ")[1:3] for row in rows(page)] == [each.person.name.split() for each in stored]
    best = stored[0]
    assert rows(page)[0] == f"1 {best.person.name} : the curve 2 {best.ordinal:.1f}"
    assert "From 3 matches" in page
    assert f"{best.ordinal:.1f}".replace(".", ",") in read(RATINGS, "it")


def test_ratings_of_pairs_are_listed_separately() -> None:
    an_evening("Estate")
    page = read(f"{RATINGS}?vista=coppie")
    assert len(rows(page)) == 4
    pair = Rating.objects.filter(partner__isnull=False).order_by("-ordinal")[0]
    assert f"chi={pair.person_id}&con={pair.partner_id}" in page.replace("&amp;", "&")
    assert (
        "<svg"
        in read(f"{RATINGS}?vista=coppie&chi={pair.person_id}&con={pair.partner_id}").partition("curve")[2]
    )


def test_rating_page_of_a_card_game_for_single_players_has_no_link_to_pairs() -> None:
    assert "vista=coppie" not in read("/punteggi/manni/")


def test_rating_chart_has_a_table_with_the_same_numbers() -> None:
    for name in ("Estate", "Autunno"):
        an_evening(name)
    person = Person.objects.get(name="Anna Primu1")
    (curve,) = rating_curve(person)
    assert [(stop.tournament.name, stop.matches) for stop in curve.stops] == [("Estate", 2), ("Autunno", 4)]
    page = read(f"{RATINGS}?chi={person.pk}")
    assert "An estimate of strength: 0 for a newcomer, about 20 for an average player" in page
    label = (
        f"Rating of Anna Primu1 over 2 tournaments: from {curve.stops[0].ordinal:.1f} to {curve.ordinal:.1f}"
    )
    assert f'role="img" aria-label="{label}"' in page
    assert page.count('r="3.5"') == 2
    assert [row.split()[0] for row in rows(page)] == ["Estate", "Autunno"]
    assert rows(page)[1].endswith(f"4 {curve.ordinal:.1f}")
    svg = read(f"{RATINGS}?chi={person.pk}", "it").partition('d="M8')[2].partition("</svg>")[0]
    assert "," not in svg  # coordinates are not localised


def test_unrated_person_has_no_rating_chart() -> None:
    an_evening("Estate")
    stranger = Person.objects.create(name="Tore", written_name="Tore", name_key="tore")
    assert 'class="even"' not in read(f"{RATINGS}?chi={stranger.pk}")
    assert rating_curve(stranger) == ()


def test_circuit_and_rating_pages_need_no_extra_queries_for_many_players(
    django_assert_num_queries: Any,
) -> None:
    for name, teams in (("Uno", 4), ("Due", 16)):
        tournament = drawn_tournament(teams, name=name)
        play_out(tournament)
        circuit = a_circuit(tournament, name=f"Circuito {name}")
        person = Person.objects.get(name="Anna Primu1")
        client = Client()
        with django_assert_num_queries(6):
            client.get(f"/circuiti/{circuit.slug}/")
        with django_assert_num_queries(7):
            client.get(f"{RATINGS}?chi={person.pk}")
        with django_assert_num_queries(3):
            rating_curve(person)
        with django_assert_num_queries(3):
            client.get("/circuiti/")


def test_circuit_and_rating_pages_are_revalidated_by_etag() -> None:
    a_circuit(an_evening("Estate"))
    person = Person.objects.get(name="Anna Primu1")
    addresses = (CIRCUIT, RATINGS, f"{RATINGS}?chi={person.pk}")
    client = Client()
    tags = {address: client.get(address).headers["ETag"] for address in addresses}
    for address, tag in tags.items():
        again = client.get(address, headers={"if-none-match": tag})
        assert again.status_code == 304 or again.headers["ETag"] != tag  # the tag changes with the minute
    show_person(person, Showing.INITIALS, author=author(), at=timezone.now())
    for address, tag in tags.items():
        changed = client.get(address, headers={"if-none-match": tag})
        assert changed.status_code == 200
        assert "Primu1" not in changed.content.decode()
