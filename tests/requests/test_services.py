"""Services of entry requests: send, accept, promote from the waiting list, withdraw, rename, form pairs."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import an_organiser, draw
from tests.requests.builders import PHONE, a_request, a_request_and_token, an_open_tournament, states
from tournaments.entries.services.entries import Entry, enter_teams, withdraw_team
from tournaments.models import EntryRequest, Notice, Person, RequestMove, Team, Tournament
from tournaments.requests.selectors import request_of, standing_of, tray
from tournaments.requests.services import requests

pytestmark = pytest.mark.django_db
LINK = Author()


@pytest.fixture
def club() -> Author:
    return Author(an_organiser().pk)


def now() -> Any:
    return timezone.now()


def again(request: EntryRequest) -> EntryRequest:
    return EntryRequest.objects.get(pk=request.pk)


def team_of(request: EntryRequest) -> Team:
    return Team.objects.get(requests=request)


@pytest.mark.databases
def test_requests_are_accepted_automatically_until_all_places_are_taken() -> None:
    tournament = an_open_tournament(teams=1, places=3)
    for _each in range(4):
        a_request(tournament)
    assert states(tournament) == ["accepted", "accepted", "waiting", "waiting"]
    rows = [standing_of(each) for each in tournament.requests.order_by("number")]
    assert [(each.position, each.ahead) for each in rows] == [(2, 0), (3, 0), (1, 0), (2, 1)]
    assert rows[0].request.moved_up_at is None


def test_tournament_without_a_limit_accepts_every_request() -> None:
    tournament = an_open_tournament()
    assert [a_request(tournament).state for _each in range(3)] == ["accepted"] * 3


@pytest.mark.databases
@pytest.mark.parametrize("leaves", ["by the link", "by the desk"])
def test_first_waiting_request_is_promoted_to_a_free_place(leaves: str, club: Author) -> None:
    tournament = an_open_tournament(places=2)
    first, second, third, fourth = (a_request(tournament) for _each in range(4))
    if leaves == "by the link":
        requests.withdraw(first, author=LINK, at=now())
    else:
        withdraw_team(team_of(first), author=club, at=now())
    assert states(tournament) == ["withdrawn", "accepted", "accepted", "waiting"]
    assert again(third).moved_up_at
    assert not again(second).moved_up_at
    assert not again(fourth).moved_up_at
    assert standing_of(again(fourth)).position == 1


@pytest.mark.databases
def test_more_places_on_the_notice_promote_waiting_requests() -> None:
    tournament = an_open_tournament(places=1)
    rows = [a_request(tournament) for _each in range(3)]
    Notice.objects.filter(tournament=tournament).update(places=3)
    requests.withdraw(rows[0], author=LINK, at=now())
    assert states(tournament) == ["withdrawn", "accepted", "accepted"]


@pytest.mark.databases
def test_request_waits_for_the_desk_if_requests_are_decided_one_by_one(club: Author) -> None:
    tournament = an_open_tournament(places=1, accepts="one_by_one")
    first, second = a_request(tournament), a_request(tournament)
    assert states(tournament) == ["asked", "asked"]
    requests.accept(second, author=club, at=now())
    requests.accept(first, author=club, at=now())
    requests.accept(first, author=club, at=now())
    assert states(tournament) == ["waiting", "accepted"]


def test_correct_entry_code_is_accepted() -> None:
    tournament = an_open_tournament(accepts="code", code="Sette Bello")
    with pytest.raises(BadEntry) as refusal:
        a_request(tournament, code="asso")
    assert refusal.value.code == "wrong_code"
    assert refusal.value.problems[0].where == "/code"
    assert a_request(tournament, code=" sette bello ").state == "accepted"


@pytest.mark.parametrize(
    ("more", "code", "where"),
    [
        ({"consent": None}, "consent_missing", "/consent"),
        ({"consent": 2}, "consent_changed", "/consent"),
        ({"consent": True}, "consent_changed", "/consent"),
        ({"phone": ""}, "contact_missing", "/contact"),
        ({"phone": "no"}, "bad_phone", "/contact/phone"),
        ({"mail": "anna@"}, "bad_mail", "/contact/mail"),
        ({"names": ["Anna Piras", "anna  PIRAS"]}, "player_twice", "/players/1/name"),
        ({"names": ["Anna Piras"]}, "name_missing", "/players/1/name"),
        ({"names": ["Anna Piras", "B" * 81]}, "name_too_long", "/players/1/name"),
        ({"names": ["Anna Piras", "Bea\u202e Sanna"]}, "name_invisible", "/players/1/name"),
        ({"names": ["Anna", "Bea", "Carla"]}, "team_size", "/players"),
        ({"names": ["Gino Già", "Bea Sanna"]}, "player_twice", "/players/0/name"),
        ({"names": ["Bea Sanna", "Rina in Attesa"]}, "player_twice", "/players/1/name"),
        ({"names": ["gino gia"], "seeks_partner": True}, "player_twice", "/players/0/name"),
    ],
)
def test_invalid_request_is_refused_and_not_stored(
    more: dict[str, Any], code: str, where: str, club: Author
) -> None:
    tournament = an_open_tournament(accepts="one_by_one")
    enter_teams(tournament, [Entry(["Gino Già", "Pina Già"])], author=club, at=now())
    a_request(tournament, "Rina in Attesa", "Lia in Attesa")
    with pytest.raises(BadEntry) as refusal:
        requests.ask(
            tournament,
            **{"names": ["Anna Piras", "Bea Sanna"], "phone": PHONE, "consent": 1, "at": now(), **more},
        )
    assert (refusal.value.code, refusal.value.problems[0].where) == (code, where)
    assert tournament.requests.count() == 1


@pytest.mark.parametrize(
    ("notice", "state"),
    [
        ({"accepts": "at_desk"}, "entries"),
        ({"closes_at": now() - timedelta(hours=3)}, "entries"),
        ({"opens_at": now() + timedelta(hours=3)}, "entries"),
        ({}, "playing"),
    ],
)
def test_request_is_refused_while_entries_are_closed(notice: dict[str, Any], state: str) -> None:
    tournament = an_open_tournament(**notice)
    Tournament.objects.filter(pk=tournament.pk).update(state=state)
    with pytest.raises(NotNow) as refusal:
        a_request(tournament)
    assert refusal.value.code == "entries_closed"


@pytest.mark.databases
def test_second_pair_with_the_same_surnames_is_named_with_initials() -> None:
    tournament = an_open_tournament()
    a_request(tournament, "Mario Piras", "Gino Sanna")
    second = a_request(tournament, "Luca Piras", "Ugo Sanna")
    assert second.team
    assert second.team.written_name == "L. Piras – U. Sanna"


@pytest.mark.databases
def test_request_with_a_repeated_idempotency_key_returns_the_first_request() -> None:
    tournament = an_open_tournament()
    first, token = a_request_and_token(tournament, "Anna Piras", "Bea Sanna", key="k")
    assert a_request_and_token(tournament, "Anna Piras", "Bea Sanna", key="k") == (first, token)
    with pytest.raises(NotNow) as refusal:
        a_request(tournament, "Altri Due", "Anche Loro", key="k")
    assert refusal.value.code == "key_used"
    assert request_of(token) == first
    assert request_of("x") is None
    assert token not in first.token_hash


@pytest.mark.databases
def test_request_with_an_ambiguous_name_waits_until_the_desk_chooses_the_person(club: Author) -> None:
    for note in ("di Ozieri", "1956"):
        Person.objects.create(name="G. Piras", written_name="G. Piras", name_key="g. piras", note=note)
    tournament = an_open_tournament(places=1)
    request = a_request(tournament, "G. Piras", "Bea Sanna")
    assert request.state == "asked"
    row = tray(tournament).rows[0]
    assert row.questions == [0]
    assert {each.note for each in row.namesakes[0]} == {"di Ozieri", "1956"}
    with pytest.raises(BadEntry) as refusal:
        requests.accept(request, author=club, at=now())
    assert refusal.value.code == "which_person"
    enter_teams(tournament, [Entry(["Chi Occupa", "Il Posto"])], author=club, at=now())
    chosen = row.namesakes[0][1]
    requests.accept(request, meant={0: chosen.pk}, author=club, at=now())
    assert again(request).state == "waiting"
    withdraw_team(tournament.teams.get(), author=club, at=now())
    moved = again(request)
    assert moved.state == "accepted"
    assert moved.team
    assert chosen in moved.team.players.all()


@pytest.mark.databases
def test_waiting_request_with_an_ambiguous_name_is_not_promoted(club: Author) -> None:
    tournament = an_open_tournament(places=1)
    first = a_request(tournament)
    doubtful = a_request(tournament, "G. Piras", "Bea Sanna")
    third = a_request(tournament)
    for note in ("di Ozieri", "1956"):
        Person.objects.create(name="G. Piras", written_name="G. Piras", name_key="g. piras", note=note)
    requests.withdraw(first, author=LINK, at=now())
    assert (again(doubtful).state, again(third).state) == ("waiting", "accepted")


def test_refused_request_stores_the_message_of_the_desk(club: Author) -> None:
    tournament = an_open_tournament(accepts="one_by_one")
    request = a_request(tournament)
    requests.refuse(request, "  Solo soci,  questa volta. ", author=club, at=now())
    assert standing_of(again(request)).answer == "Solo soci, questa volta."
    with pytest.raises(NotNow):
        requests.accept(request, author=club, at=now())
    with pytest.raises(NotNow):
        requests.withdraw(request, author=LINK, at=now())


def test_error_after_the_draw_contains_the_contact_of_the_club(club: Author) -> None:
    tournament = an_open_tournament(teams=3, places=4, contact="Antonella, 079 123456\nla sera")
    request, waiting = a_request(tournament), a_request(tournament)
    draw(tournament)
    for act in (
        lambda: requests.withdraw(request, author=LINK, at=now()),
        lambda: requests.rename(request, ["A B", "C D"], author=LINK, at=now()),
        lambda: requests.arrive(request, at=now()),
        lambda: requests.accept(waiting, author=club, at=now()),
    ):
        with pytest.raises(NotNow) as refusal:
            act()
        assert refusal.value.code == "already_drawn"
        assert "Antonella, 079 123456." in refusal.value.message.english()
    requests.withdraw(waiting, author=LINK, at=now())
    assert states(tournament) == ["accepted", "withdrawn"]


@pytest.mark.databases
def test_corrected_name_in_a_request_also_changes_the_team_name() -> None:
    tournament = an_open_tournament(places=1)
    inside = a_request(tournament, "Peppino Leda", "Assunta Cabras")
    Team.objects.filter(requests=inside).update(town="Sorso", seed=3)
    requests.rename(inside, ["Peppino Ledda", "Assunta Cabras"], author=LINK, at=now())
    team = team_of(inside)
    assert (team.written_name, team.town, team.seed) == ("Ledda – Cabras", "Sorso", 3)
    waiting = a_request(tournament, "Uno Sbagliato", "Due Giusto")
    requests.rename(waiting, ["Uno Giusto", "Due Giusto"], author=LINK, at=now())
    assert standing_of(again(waiting)).names == ["Uno Giusto", "Due Giusto"]
    with pytest.raises(BadEntry) as refusal:
        requests.rename(waiting, ["Peppino Ledda", "Due Giusto"], author=LINK, at=now())
    assert refusal.value.code == "player_twice"


@pytest.mark.databases
def test_two_single_players_are_joined_and_separated_again(club: Author) -> None:
    tournament = an_open_tournament(places=1)
    first = a_request(tournament, "Sola Uno", seeks_partner=True)
    a_request(tournament)
    second = a_request(tournament, "Sola Due", seeks_partner=True)
    assert [each.names for each in tray(tournament).singles] == [["Sola Uno"], ["Sola Due"]]
    with pytest.raises(NotNow) as refusal:
        requests.accept(first, author=club, at=now())
    assert refusal.value.code == "partner_missing"
    requests.join(second, first, author=club, at=now())
    assert standing_of(again(first)).names == ["Sola Uno", "Sola Due"]
    assert standing_of(again(second)).position == 1
    withdraw_team(tournament.teams.get(), author=club, at=now())
    assert {again(first).state, again(second).state} == {"accepted"}
    requests.rename(second, ["Sola Tre"], author=LINK, at=now())
    assert tournament.teams.get().written_name == "Uno – Tre"
    requests.withdraw(first, author=LINK, at=now())
    assert (again(first).state, again(second).state) == ("withdrawn", "asked")
    assert standing_of(again(second)).seeks_partner
    assert not tournament.teams.exists()
    with pytest.raises(NotNow):
        requests.join(first, second, author=club, at=now())


@pytest.mark.databases
def test_single_player_who_adds_a_partner_is_accepted() -> None:
    tournament = an_open_tournament()
    single = a_request(tournament, "Sola Uno", seeks_partner=True)
    requests.rename(single, ["Sola Uno", "Trovato Due"], author=LINK, at=now())
    assert again(single).state == "accepted"


def test_team_can_check_in_by_the_personal_link_after_the_doors_open() -> None:
    tournament = an_open_tournament(doors_at=now() + timedelta(minutes=5))
    request = a_request(tournament)
    with pytest.raises(NotNow) as refusal:
        requests.arrive(request, at=now())
    assert refusal.value.code == "too_early"
    requests.arrive(request, at=now() + timedelta(minutes=6))
    requests.arrive(request, at=now() + timedelta(minutes=7))
    assert team_of(request).presence == "present"
    assert RequestMove.objects.filter(kind="arrive").count() == 1


@pytest.mark.databases
def test_journal_of_requests_stores_no_names(club: Author) -> None:
    tournament = an_open_tournament()
    request = a_request(tournament, "Peppino Ledda", "Assunta Cabras")
    requests.rename(request, ["Peppino Ledda", "Assunta Cabra"], author=LINK, at=now())
    requests.withdraw(request, author=club, at=now())
    rows = list(RequestMove.objects.order_by("at").values_list("kind", "user", "body"))
    assert [row[0] for row in rows] == ["ask", "move_up", "rename", "withdraw"]
    assert "Ledda" not in str(rows)
    assert rows[-1][1] == club.user_id


@pytest.mark.databases
def test_list_of_requests_needs_no_extra_queries_for_eighty_requests(django_assert_num_queries: Any) -> None:
    tournament = an_open_tournament(accepts="one_by_one", places=8)
    for _each in range(2):
        a_request(tournament)
    with django_assert_num_queries(8):
        assert len(tray(Tournament.objects.get(pk=tournament.pk)).rows) == 2
    for _each in range(118):
        a_request(tournament)
    with django_assert_num_queries(8):
        now_there = tray(Tournament.objects.get(pk=tournament.pk))
    assert (len(now_there.rows), now_there.count, now_there.more, now_there.free) == (100, 120, 20, 8)
