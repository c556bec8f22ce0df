"""Entry requests at the desk: accepting, refusing, pairing of single players, shared names, permissions."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_account, an_organiser, draw
from tests.requests.builders import PHONE, a_request, an_open_tournament, states
from tests.tiers import sampled
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import EntryRequest, Person, RequestDetails, RequestMove, Tournament
from tournaments.people.services.register import split_person
from tournaments.requests.rules import may_mean

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def tournament() -> Tournament:
    return an_open_tournament(accepts="one_by_one", places=4)


@pytest.fixture
def desk(tournament: Tournament) -> Client:
    client = Client(headers=ENGLISH)
    client.force_login(tournament.owner)
    return client


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def entries(client: Client, tournament: Tournament) -> str:
    return text_of(client.get(reverse("desk_entries", args=[tournament.slug])))


def act(client: Client, name: str, request: EntryRequest, **sent: Any) -> str:
    """Perform an action on an entry request at the desk; return the text of the page after the redirect."""
    where = reverse(name, args=[request.tournament.slug, request.pk])
    answer = client.post(where, sent, follow=True)
    assert answer.redirect_chain
    return text_of(answer)


def a_person_of_the_register(name: str, partner: str, event: str = "Torneo d’estate") -> Person:
    past = a_tournament(name=event, starts_at=timezone.now() - timedelta(days=30))
    enter_teams(past, [Entry((name, partner))], author=Author(past.owner_id), at=timezone.now())
    return Person.objects.filter(written_name=name).latest("written_at")


def test_entries_page_has_no_list_of_requests_if_there_are_no_requests(
    desk: Client, tournament: Tournament
) -> None:
    page = entries(desk, tournament)
    assert "request-tray" not in page
    assert 'data-live="entries"' in page


def test_request_is_accepted_on_the_entries_page(desk: Client, tournament: Tournament) -> None:
    one = a_request(tournament, "Franco Marongiu", "Tonina Pala")
    page = entries(desk, tournament)
    assert "1 request" in page
    assert "4 places free" in page
    assert "Marongiu – Pala <small>today," in page
    assert f'<a href="tel:3470007777">tel. {PHONE}</a>' in page
    text = act(desk, "desk_accept_request", one)
    assert "Franco Marongiu, Tonina Pala: entered." in text
    assert "request-tray" not in text
    assert states(tournament) == ["accepted"]
    assert tournament.teams.get().name == "Marongiu – Pala"


def test_accepted_request_is_put_on_the_waiting_list_if_no_place_is_free(
    desk: Client, tournament: Tournament
) -> None:
    tournament.notice.places = 1
    tournament.notice.save()
    one, other, third = (a_request(tournament) for _number in range(3))
    act(desk, "desk_accept_request", one)
    assert "Put on the waiting list" in entries(desk, tournament)
    act(desk, "desk_accept_request", third)
    text = act(desk, "desk_accept_request", other)
    assert "waiting for a place." in text
    assert states(tournament) == ["accepted", "waiting", "waiting"]
    names = [", ".join(each.details.names) for each in (other, third)]
    assert text.index(f"<b>1</b> <span> {names[0]}") < text.index(f"<b>2</b> <span> {names[1]}")
    assert "2 waiting for a place" in text


def test_request_is_refused_with_a_message_to_the_pair(desk: Client, tournament: Tournament) -> None:
    one = a_request(tournament)
    assert "The answer is on their page now." in act(
        desk, "desk_refuse_request", one, sentence="Siamo al completo, ci dispiace."
    )
    assert RequestDetails.objects.get(pk=one.pk).answer == "Siamo al completo, ci dispiace."
    assert states(tournament) == ["refused"]
    assert "This request is over already." in act(desk, "desk_accept_request", one)


def test_refusal_message_that_is_too_long_is_an_error(desk: Client, tournament: Tournament) -> None:
    one = a_request(tournament)
    assert "Write at most 240 letters." in act(desk, "desk_refuse_request", one, sentence="a" * 241)
    assert states(tournament) == ["asked"]


def test_desk_must_choose_between_two_persons_with_the_same_name_before_accepting(
    desk: Client, tournament: Tournament
) -> None:
    one = a_person_of_the_register("Gavino Piras", "Rosanna Sanna")
    a_person_of_the_register("Gavino Piras", "Ada Fois", "Torneo di primavera")
    second = Tournament.objects.get(name="Torneo di primavera")
    split_person(one, [second.pk], note="di Ozieri", author=Author(an_organiser().pk), at=timezone.now())
    request = a_request(tournament, "Gavino Piras", "Marisa Dettori")
    page = entries(desk, tournament)
    assert "Is it the same Gavino Piras?" in page
    assert "Yes, Gavino Piras di Ozieri" in page
    assert "1 evening, the last on" in page
    assert "Say which of them plays." in act(desk, "desk_accept_request", request)
    assert "First say who this is" in act(desk, "desk_accept_request", request, who_0="nobody")
    assert states(tournament) == ["asked"]
    chosen = Person.objects.get(note="di Ozieri")
    assert "entered." in act(desk, "desk_accept_request", request, who_0=str(chosen.pk))
    assert chosen in tournament.teams.get().players.all()


def test_desk_must_choose_the_person_of_an_abbreviated_name_before_accepting(
    desk: Client, tournament: Tournament
) -> None:
    gavino = a_person_of_the_register("Gavino Piras", "Rosanna Sanna")
    request = a_request(tournament, "Piras G.", "Marisa Dettori")
    page = entries(desk, tournament)
    assert "Is it the same Piras G.?" in page
    assert "Piras – Dettori <small>" in page
    assert "Is Piras G. the same as Gavino Piras?" in act(desk, "desk_accept_request", request)
    assert "First say who this is" in act(desk, "desk_accept_request", request, who_0="he")
    act(desk, "desk_accept_request", request, who_0=str(gavino.pk))
    assert tournament.teams.get().name == "Piras – Dettori"
    assert gavino in tournament.teams.get().players.all()


def test_desk_can_accept_an_abbreviated_name_as_a_new_person(desk: Client, tournament: Tournament) -> None:
    gavino = a_person_of_the_register("Gavino Piras", "Rosanna Sanna")
    enter_teams(
        tournament,
        [Entry(("Gavino Piras", "Ada Fois"), meant={0: gavino.pk})],
        author=Author(tournament.owner_id),
        at=timezone.now(),
    )
    request = a_request(tournament, "Piras G.", "Marisa Dettori")
    page = entries(desk, tournament)
    assert "Gavino Piras is in already: Piras – Fois" in page
    assert f'value="{gavino.pk}"' not in page
    act(desk, "desk_accept_request", request, who_0="new")
    assert "Piras G." in tournament.teams.get(number=2).players.values_list("written_name", flat=True)


@pytest.mark.parametrize(
    ("short", "name", "may"),
    [
        ("piras g.", "gavino piras", True),
        ("g. piras", "gavino piras", True),
        ("piras g.m.", "gio maria piras", True),
        ("g piras", "gavino piras", True),
        ("piras g.", "bainzu piras", False),
        ("piras g.", "gavino pirasi", False),
        ("gavino piras", "gavino piras", False),
        ("p. g.", "gavino piras", False),
    ],
)
def test_abbreviated_name_is_matched_with_full_names(short: str, name: str, may: bool) -> None:
    assert may_mean(short, name) is may


def test_desk_can_join_two_players_without_a_partner(desk: Client, tournament: Tournament) -> None:
    one = a_request(tournament, "Peppino Ledda", seeks_partner=True)
    assert "Still looking for a partner: Peppino Ledda" in entries(desk, tournament)
    other = a_request(tournament, "Assunta Cabras", seeks_partner=True)
    page = entries(desk, tournament)
    assert "Two are looking for a partner" in page
    assert "1 request" in page
    assert page.count("tel:") == 2
    for each in (one, other):
        assert page.count(reverse("desk_refuse_request", args=[tournament.slug, each.pk])) == 1
    text = act(desk, "desk_join_requests", one, other=str(other.pk))
    assert "Peppino Ledda, Assunta Cabras: entered." in text
    assert tournament.teams.get().name == "Ledda – Cabras"


def test_desk_can_telephone_or_refuse_a_single_player_without_a_partner(
    desk: Client, tournament: Tournament
) -> None:
    one = a_request(tournament, "Peppino Ledda", seeks_partner=True)
    page = entries(desk, tournament)
    assert "tel:" in page
    assert reverse("desk_refuse_request", args=[tournament.slug, one.pk]) in page
    act(desk, "desk_refuse_request", one, sentence="Siete dispari.")
    assert "Still looking" not in entries(desk, tournament)


def test_refusing_a_single_player_leaves_the_request_of_another_player_open(
    desk: Client, tournament: Tournament
) -> None:
    one = a_request(tournament, "Peppino Ledda", seeks_partner=True)
    a_request(tournament, "Assunta Cabras", seeks_partner=True)
    text = act(desk, "desk_refuse_request", one, sentence="Non questa volta.")
    assert "Still looking for a partner: Assunta Cabras" in text
    assert states(tournament) == ["refused", "asked"]


def test_desk_can_choose_a_partner_from_several_single_players(desk: Client, tournament: Tournament) -> None:
    singles = [a_request(tournament, f"Anna Sola{n}", seeks_partner=True) for n in range(5)]
    page = entries(desk, tournament)
    assert page.count("Two are looking for a partner") == 2
    assert "Still looking for a partner: Anna Sola4" in page
    act(desk, "desk_join_requests", singles[0], other=str(singles[4].pk))
    assert tournament.teams.get().name == "Sola0 – Sola4"


@pytest.mark.parametrize("other", ["", "nobody", "self"])
def test_invalid_partner_is_refused(desk: Client, tournament: Tournament, other: str) -> None:
    one = a_request(tournament, "Peppino Ledda", seeks_partner=True)
    sent = str(one.pk) if other == "self" else other
    words = "nobody plays with themselves" if other == "self" else "Choose with whom they play."
    assert words in act(desk, "desk_join_requests", one, other=sent)
    assert states(tournament) == ["asked"]


def test_two_single_players_left_on_the_waiting_list_can_still_be_joined(
    desk: Client, tournament: Tournament
) -> None:
    one = a_request(tournament, "Peppino Ledda", seeks_partner=True)
    other = a_request(tournament, "Assunta Cabras", seeks_partner=True)
    text = act(desk, "desk_request_waits", one, other=str(other.pk))
    assert "They wait on, each for a partner." in text
    assert states(tournament) == ["waiting", "waiting"]
    assert "looks for a partner" in text
    assert RequestMove.objects.filter(kind="wait").count() == 2
    act(desk, "desk_join_requests", one, other=str(other.pk))
    assert states(tournament) == ["accepted", "accepted"]


def test_navigation_shows_the_number_of_requests_on_every_desk_page(
    desk: Client, tournament: Tournament
) -> None:
    for _number in range(3):
        a_request(tournament)
    for _number in range(3):
        a_request(tournament, f"Anna Sola{_number}", seeks_partner=True)
    for name in ("desk_entries", "desk_draw", "desk_requests"):
        page = text_of(desk.get(reverse(name, args=[tournament.slug])))
        assert "Entries <b>4</b>" in page, name


def test_long_list_of_requests_has_pages_and_a_search(desk: Client, tournament: Tournament) -> None:
    for number in range(25):
        a_request(
            tournament, f"Anna Prima{number}", f"Ugo Primo{number}", mail="anna@posta.example", phone=""
        )
    page = entries(desk, tournament)
    assert page.count("<article") == 20
    assert "Prima0 – Primo0" in page
    assert "Prima20" not in page
    assert "5 more" in page
    where = reverse("desk_requests", args=[tournament.slug])
    assert text_of(desk.get(where, {"pagina": "2"})).count("<article") == 5
    assert text_of(desk.get(where, {"cerca": "prima21"})).count("<article") == 1
    assert text_of(desk.get(where, {"cerca": "anna@posta"})).count("<article") == 20
    a_request(tournament, "Peppino Ledda", seeks_partner=True)
    assert "Still looking for a partner: Peppino Ledda" in text_of(desk.get(where, {"cerca": "ledda"}))
    nothing = text_of(desk.get(where, {"cerca": "zz"}))
    assert "No request matches this search." in nothing
    assert "Peppino Ledda" not in nothing
    one = tournament.requests.get(number=22)
    answer = desk.post(
        reverse("desk_accept_request", args=[tournament.slug, one.pk]), {"next": "desk_requests"}
    )
    assert answer["Location"] == where


@pytest.mark.parametrize("role", ["door", "director", "tables", "speaker", ""])
def test_list_of_requests_is_visible_to_permitted_roles_only(tournament: Tournament, role: str) -> None:
    one = a_request(tournament, "Franco Marongiu", "Tonina Pala")
    client = Client(headers=ENGLISH)
    client.force_login(an_account("helper", role, tournament))
    sees = role in ("door", "director")
    for name in ("desk_entries", "desk_requests"):
        page = text_of(client.get(reverse(name, args=[tournament.slug])))
        assert (PHONE in page) is sees
    answer = client.post(reverse("desk_accept_request", args=[tournament.slug, one.pk]))
    assert (answer.status_code == 302) is sees
    assert states(tournament) == (["accepted"] if sees else ["asked"])


def test_request_of_another_tournament_returns_404(desk: Client, tournament: Tournament) -> None:
    other = a_request(an_open_tournament(accepts="one_by_one"))
    for pk in (other.pk, uuid4()):
        where = reverse("desk_accept_request", args=[tournament.slug, pk])
        assert desk.post(where).status_code == 404
    assert states(other.tournament) == ["asked"]


def test_list_of_requests_is_not_shown_after_the_draw(desk: Client) -> None:
    closed_tournament = an_open_tournament(teams=4, accepts="one_by_one")
    one = a_request(closed_tournament)
    draw(closed_tournament)
    closed_tournament.refresh_from_db()
    page = entries(desk, closed_tournament)
    assert "request-tray" not in page
    assert "Entries <b>1</b>" not in page
    assert "The draw is made" in act(desk, "desk_accept_request", one)
    assert "The draw is made" in act(desk, "desk_request_waits", one, other=str(one.pk))


@pytest.mark.parametrize("count", sampled([2, 40, 200], 2))
def test_list_of_requests_needs_no_extra_queries_for_many_requests(
    desk: Client, tournament: Tournament, count: int, django_assert_num_queries: Any
) -> None:
    a_person_of_the_register("Gavino Piras", "Rosanna Sanna")
    for number in range(count):
        a_request(tournament, "Piras G." if number == 0 else f"Anna Prima{number}", f"Ugo Primo{number}")
    for number in range(2):
        a_request(tournament, f"Anna Sola{number}", seeks_partner=True)
    entries(desk, tournament)
    with django_assert_num_queries(QUERIES):
        desk.get(reverse("desk_requests", args=[tournament.slug]))


QUERIES = 21
