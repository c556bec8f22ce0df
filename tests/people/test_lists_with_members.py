"""Tests of imported team lists with member numbers, and of names that several persons share."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser
from tests.people.test_register_page import enter, text_of
from tournaments.entries.rules.import_rows import read_table
from tournaments.entries.services.entries import Entry, change_team, enter_teams
from tournaments.entries.services.imports import ImportPlan, import_teams, plan_import
from tournaments.models import Distinction, Person, Tournament
from tournaments.people.services.register import add_person, merge_persons

HEADS = ["Giocatore 1", "Tessera", "Giocatore 2", "Tessera", "Circolo"]


@pytest.mark.parametrize(
    "heads",
    [
        pytest.param(["Giocatore 1", "Tessera", "Giocatore 2", "Tessera"], id="twice the same heading"),
        pytest.param(["Giocatore 1", "Tessera 1", "Giocatore 2", "N. tessera 2"], id="numbered"),
        pytest.param(["Player 1", "Member number", "Player 2", "Member no."], id="English"),
        pytest.param(["Primo giocatore", "Tessera giocatore 1", "Giocatore 2", "Tessera 2"], id="whose"),
    ],
)
def test_columns_of_member_numbers_are_recognised_by_their_headings(heads: list[str]) -> None:
    read = read_table([heads, ["Ada Fois", "61", "Nino Murgia", ""]], 2)
    (row,) = read.rows
    assert (row.players, row.members) == (("Ada Fois", "Nino Murgia"), {0: "61"})
    assert (row.columns["members/0"], row.columns["members/1"]) == ("B", "D")
    assert (read.faults, read.ignored) == ((), ())


def test_single_player_can_be_imported_by_member_number_only() -> None:
    (row,) = read_table([["Tessera", "Circolo"], ["61", "Nuoro"]], 1).rows
    assert (row.players, row.members, row.details) == (("",), {0: "61"}, {"club": "Nuoro"})


def test_player_with_neither_name_nor_member_number_is_an_error() -> None:
    (fault,) = read_table([HEADS, ["", "", "Nino Murgia", "61", ""]], 2).faults
    assert (fault.row, fault.column, fault.code) == (2, "A", "player_missing")


def writer() -> dict[str, Any]:
    """Return the keyword arguments `author` and `at` for a service call."""
    return {"author": Author(), "at": timezone.now()}


def a_member(name: str, **more: Any) -> Person:
    """Add a person to the register, and return the person."""
    return add_person(name=name, **more, **writer()).person


def faults_of(plan: ImportPlan) -> list[tuple[int, str, str]]:
    """Return the errors of an import plan as tuples of row, column and code."""
    return [(fault.row, fault.column, fault.code) for fault in plan.faults]


@pytest.mark.django_db
def test_member_number_identifies_a_player_with_or_without_a_name() -> None:
    one, other = a_member("Giovanni Sanna", member_number="61"), a_member("Ada Fois", member_number="7")
    namesake = a_member("Giovanni Sanna", note="1956")
    tournament = a_tournament()
    rows = [HEADS, ["giovanni sana", "61", "", "7", ""], ["Rita Murgia", "", "Tore Loi", "", ""]]
    plan = import_teams(tournament, rows, **writer())
    assert faults_of(plan) == []
    assert {seat.person for seat in tournament.teams.get(number=1).seats.all()} == {one, other}
    assert tournament.teams.get(number=1).name == "Sanna – Fois"
    assert not namesake.seats.exists()
    again = plan_import(tournament, rows)
    assert [each.act for each in again.rows] == ["same", "same"]


@pytest.mark.django_db
def test_error_for_a_wrong_member_number_identifies_the_cell_of_the_list() -> None:
    a_member("Giovanni Sanna", member_number="61")
    rows = [HEADS, ["Giovanni Sanna", "16", "Ada Fois", "", ""], ["Ada Piras", "61", "Tore Loi", "", ""]]
    plan = plan_import(a_tournament(), rows)
    assert faults_of(plan) == [(2, "B", "unknown_member_number"), (3, "B", "member_number_of_another")]
    assert "Giovanni Sanna" in plan.faults[1].message.english()


@pytest.mark.django_db
def test_member_number_in_a_list_replaces_a_wrongly_entered_person_of_the_same_name(
    django_assert_max_num_queries: Any,
) -> None:
    enter(("Giovanni Sanna", "Ugo Fois"))
    tournament = Tournament.objects.get()
    one = Person.objects.get(written_name="Giovanni Sanna")
    other = a_member("Giovanni Sanna", note="1956", member_number="61")
    rows = [HEADS, ["Giovanni Sanna", "61", "Ugo Fois", "", ""]]
    with django_assert_max_num_queries(12):
        plan = plan_import(tournament, rows)
    assert [(each.act, each.differs) for each in plan.rows] == [("change", ("players",))]
    import_teams(tournament, rows, **writer())
    assert (one.seats.count(), other.seats.count()) == (0, 1)


def two_called_alike() -> tuple[Tournament, Person, Person]:
    """Return a tournament, and the two members of one of its teams, who have the same name."""
    one, other = a_member("Giovanni Sanna", member_number="61"), a_member("Giovanni Sanna", member_number="7")
    tournament = a_tournament()
    enter_teams(tournament, [Entry(["?", "?"], "I Sanna", meant={0: one.pk, 1: other.pk})], **writer())
    return tournament, one, other


def players_in(tournament: Tournament) -> list[list[Person]]:
    """Return the players of each team, in seat order."""
    return [[seat.person for seat in team.seats.order_by("position")] for team in tournament.teams.all()]


@pytest.mark.django_db
def test_order_of_two_players_with_the_same_name_in_a_team_can_be_corrected(desk: Client) -> None:
    tournament, one, other = two_called_alike()
    team = tournament.teams.get()
    names = ["Giovanni Sanna", "Giovanni Sanna"]
    change_team(team, Entry(names, "I Sanna", details={"club": "Nuoro"}), **writer())
    assert players_in(tournament) == [[one, other]]
    change_team(team, Entry(names, "I Sanna", meant={0: other.pk}), **writer())
    assert players_in(tournament) == [[other, one]]
    sent = {"player_0": names[0], "player_1": names[1], "name": "I Sanna", "town": "Ozieri"}
    assert desk.post(f"/regia/{tournament.slug}/iscrizioni/{team.pk}/", sent).status_code == 302
    assert players_in(tournament) == [[other, one]]
    rows = [[*HEADS[:1], *HEADS[2:3], "Circolo"], [*names, "Bosa"]]
    plan = import_teams(tournament, rows, **writer())
    assert ([each.differs for each in plan.rows], faults_of(plan)) == ([("club",)], [])
    assert players_in(tournament) == [[other, one]]


@pytest.mark.django_db
def test_desk_is_asked_to_identify_a_second_player_with_the_same_name(desk: Client) -> None:
    one, other = a_member("Giovanni Sanna", member_number="61"), a_member("Giovanni Sanna", note="1956")
    tournament = a_tournament()
    enter_teams(tournament, [Entry(["?", "Ugo Fois"], meant={0: one.pk})], **writer())
    where = f"/regia/{tournament.slug}/iscrizioni/{tournament.teams.get().pk}/"
    sent = {"player_0": "Giovanni Sanna", "player_1": "Giovanni Sanna", "name": "I Sanna"}
    page = text_of(desk.post(where, sent))
    assert ('name="which_0"' in page, 'name="which_1"' in page) == (False, True)
    assert desk.post(where, {**sent, "which_1": str(other.pk)}).status_code == 302
    assert players_in(tournament) == [[one, other]]


@pytest.mark.django_db
def test_person_chosen_from_an_outdated_suggestion_list_is_entered(desk: Client) -> None:
    one, other = a_member("Giovanni Sanna", member_number="61"), a_member("Giovanni Sanna", note="1956")
    tournament = a_tournament()
    where = f"/regia/{tournament.slug}/iscrizioni/"
    chosen = re.search(r'<option value="(Giovanni Sanna · 1956 [^"]*)"', text_of(desk.get(where)))
    assert chosen
    enter_teams(a_tournament(name="Altro"), [Entry(["?", "Ugo Fois"], meant={0: other.pk})], **writer())
    assert desk.post(where, {"player_0": chosen[1], "player_1": "Ada Piras"}).status_code == 302
    sent = {"player_0": "Giovanni Sanna · di Ozieri · 2 serate", "player_1": "Rita Murgia"}
    page = text_of(desk.post(where, sent))
    assert re.search(r"un’altra persona che si chiama Giovanni Sanna\s*<", page)
    desk.post(where, {**sent, "which_0": "new"})
    new = Person.objects.exclude(pk__in=[one.pk, other.pk]).get(written_name="Giovanni Sanna")
    assert [players[0] for players in players_in(tournament)] == [other, new]


@pytest.mark.django_db
def test_list_import_recognises_two_teams_with_identical_player_names() -> None:
    one, other = a_member("Giovanni Sanna", member_number="61"), a_member("Giovanni Sanna", member_number="7")
    tournament, ugo = a_tournament(), a_member("Ugo Fois", member_number="8")
    entries = [
        Entry(["?", "Ugo Fois"], "Alba", meant={0: one.pk, 1: None}),
        Entry(["?", "?"], "Brezza", meant={0: other.pk, 1: ugo.pk}),
    ]
    enter_teams(tournament, entries, **writer())
    bare = plan_import(tournament, [["Giovanni Sanna", "Ugo Fois"], ["Giovanni Sanna", "Ugo Fois"]])
    assert ([each.act for each in bare.rows], faults_of(bare)) == (["same", "same"], [])
    names = [["Giocatore 1", "Giocatore 2", "Nome coppia"], ["Giovanni Sanna", "Ugo Fois", "Alba"]]
    assert [each.act for each in plan_import(tournament, names).rows] == ["same"]
    numbers = [HEADS, ["", "7", "", "8", "Nuoro"], ["Giovanni Sanna", "61", "Ugo Fois", "", "Bosa"]]
    plan = plan_import(tournament, numbers)
    rows = [(each.team and each.team.name, each.differs) for each in plan.rows]
    assert (rows, faults_of(plan)) == ([("Brezza", ("club",)), ("Alba", ("club",))], [])


@pytest.fixture
def desk(client: Client) -> Client:
    """Return a test client that is logged in as an organiser."""
    client.force_login(an_organiser())
    return client


def signed(page: str) -> str:
    """Return the value of the hidden form field `rows`, which contains the signed list."""
    match = re.search(r'name="rows" value="([^"]+)"', page)
    assert match
    return match[1]


LIST = "Giovanni Sanna\tUgo Fois\nGiovanni Sanna\tAda Piras"


@pytest.mark.django_db
def test_ambiguous_name_in_a_list_leads_to_one_question_per_row(desk: Client) -> None:
    one, other = a_member("Giovanni Sanna", member_number="61"), a_member("Giovanni Sanna", note="di Ozieri")
    tournament = a_tournament()
    address = f"/regia/{tournament.slug}/iscrizioni/elenco/"
    page = text_of(desk.post(address, {"text": LIST}))
    assert "Quale?" in page
    assert "Giovanni Sanna, riga 1" in page
    assert "di Ozieri" in page
    assert "Importa tutto l’elenco" not in page
    page = text_of(desk.post(address, {"rows": signed(page), "which_1_0": str(other.pk)}))
    assert "Giovanni Sanna, riga 1" not in page
    assert "Giovanni Sanna, riga 2" in page
    page = text_of(desk.post(address, {"rows": signed(page), "which_2_0": "new"}))
    assert "Importa tutto l’elenco" in page
    assert not tournament.teams.exists()
    desk.post(f"{address}conferma/", {"rows": signed(page)})
    assert (one.seats.count(), other.seats.get().team.number) == (0, 1)
    assert Person.objects.filter(written_name="Giovanni Sanna").count() == 3
    assert Distinction.objects.count() == 3


@pytest.mark.django_db
def test_question_about_persons_with_the_same_name_is_repeated_after_an_invalid_answer(desk: Client) -> None:
    a_member("Giovanni Sanna", member_number="61")
    a_member("Giovanni Sanna", note="di Ozieri")
    tournament = a_tournament()
    address = f"/regia/{tournament.slug}/iscrizioni/elenco/"
    page = text_of(desk.post(address, {"text": "Giovanni Sanna\tUgo Fois"}))
    for wrong in ("", "x", "9" * 5_000, "00000000-0000-4000-8000-00000000000"):
        again = desk.post(address, {"rows": signed(page), "which_1_0": wrong})
        assert "Quale?" in text_of(again)
    nobody = {"rows": signed(page), "which_1_0": "00000000-0000-4000-8000-000000000000"}
    assert "Nessuno nel registro" in text_of(desk.post(address, nobody))


@pytest.mark.django_db
def test_chosen_person_who_was_merged_before_the_import_is_replaced_by_the_remaining_person(
    desk: Client,
) -> None:
    one = a_member("Giovanni Sanna", member_number="61")
    other = a_member("Giovanni Sanna", note="1956")
    tournament = a_tournament()
    address = f"/regia/{tournament.slug}/iscrizioni/elenco/"
    page = text_of(desk.post(address, {"text": "Giovanni Sanna\tUgo Fois"}))
    assert str(other.pk) in page
    page = text_of(desk.post(address, {"rows": signed(page), "which_1_0": str(other.pk)}))
    merge_persons(other, one, **writer())
    desk.post(f"{address}conferma/", {"rows": signed(page)})
    assert players_in(tournament)[0][0] == one
    assert plan_import(tournament, [["Giovanni Sanna", "Ada Piras"]]).questions == ()
