"""The entries page of the desk: teams are added, changed, removed and checked in; lists are imported."""

import re
from typing import Any
from urllib.parse import urljoin

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser, draw, drawn_tournament
from tests.entries.test_imports import a_workbook
from tests.entries.test_withdrawals import leave
from tests.markup import one_line
from tournaments.entries.services.entries import mark_presence
from tournaments.models import Person, Team, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

TWO = {"player_0": "Tore Manca", "player_1": "Antonella Usai"}


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    return client


def page(desk: Client, tournament: Tournament, route: str = "desk_entries", /, **sent: Any) -> Any:
    where = reverse(route, args=[tournament.slug])
    return desk.post(where, sent) if sent else desk.get(where)


def of_team(desk: Client, route: str, team: Team, /, **sent: Any) -> Any:
    return desk.post(reverse(route, args=[team.tournament.slug, team.pk]), sent)


def test_team_is_entered_with_the_names_of_two_players(desk: Client, tournament: Tournament) -> None:
    answer = page(desk, tournament, **TWO)
    assert answer.status_code == 302
    team = tournament.teams.get()
    assert (team.name, [player.name for player in team.players.all()]) == (
        "Manca – Usai",
        ["Antonella Usai", "Tore Manca"],
    )


def test_team_is_entered_with_all_details(desk: Client, tournament: Tournament) -> None:
    page(desk, tournament, **TWO, name="Gli Ostinati", club="Li Punti", town="Sassari", seed="3")
    team = tournament.teams.get()
    assert (team.name, team.club, team.town, team.seed) == ("Gli Ostinati", "Li Punti", "Sassari", 3)


REFUSED = [
    pytest.param({"player_0": "Ada Fois", "player_1": ""}, "player_1", id="one name missing"),
    pytest.param({"player_0": "Ada Fois", "player_1": "tore manca"}, "which_1", id="a name of the register"),
    pytest.param({"player_0": "Ada Fois", "player_1": "Ada Fois"}, "player_1", id="twice the same"),
    pytest.param(
        {"player_0": "Ada\u202e Fois", "player_1": "Nicola Murgia"}, "player_0", id="an invisible letter"
    ),
    pytest.param(
        {"player_0": "Ada Fois", "player_1": "Nicola Murgia", "seed": "1"}, "seed", id="a seed that is taken"
    ),
    pytest.param(
        {"player_0": "Ada Fois", "player_1": "Nicola Murgia", "seed": "0"}, "seed", id="seed nought"
    ),
    pytest.param(
        {"player_0": "Ada Fois", "player_1": "Nicola Murgia", "seed": "1e3"},
        "seed",
        id="a seed in powers of ten",
    ),
    pytest.param(
        {"player_0": "Ada Fois", "player_1": "Nicola Murgia", "name": "Manca – Usai"},
        "name",
        id="a name that is taken",
    ),
    pytest.param({"player_0": "A" * 81, "player_1": "Nicola Murgia"}, "player_0", id="a name too long"),
]


@pytest.mark.parametrize(("sent", "field"), REFUSED)
def test_refused_entry_form_is_redisplayed_with_the_input_and_an_error_beside_the_field(
    desk: Client, tournament: Tournament, sent: dict[str, str], field: str
) -> None:
    page(desk, tournament, **TWO, seed="1")
    answer = page(desk, tournament, **sent)
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert {name: answer.context["form"][name].value() for name in sent} == sent
    assert tournament.teams.count() == 1


def test_error_for_a_repeated_player_names_the_first_team(desk: Client, tournament: Tournament) -> None:
    page(desk, tournament, **TWO)
    sent = {"player_0": "Ada Fois", "player_1": "Tore Manca"}
    response = page(desk, tournament, **sent)
    assert list(response.context["form"].errors) == ["which_1"]
    answer = page(desk, tournament, **sent, which_1=str(Person.objects.get(written_name="Tore Manca").pk))
    assert "Manca – Usai" in str(answer.context["form"].errors["player_1"])


def test_team_is_changed_on_its_page(desk: Client, tournament: Tournament) -> None:
    page(desk, tournament, **TWO)
    team = tournament.teams.get()
    form = desk.get(reverse("desk_team", args=[tournament.slug, team.pk])).context["form"]
    assert form["player_0"].value() == "Tore Manca"
    assert of_team(desk, "desk_team", team, **TWO, name="I Soliti", seed="2").status_code == 302
    team.refresh_from_db()
    assert (team.name, team.seed) == ("I Soliti", 2)
    assert of_team(desk, "desk_team", team, player_0="Tore Manca", player_1="").status_code == 400


def test_team_is_removed_from_the_entries(desk: Client, tournament: Tournament) -> None:
    page(desk, tournament, **TWO)
    of_team(desk, "desk_withdraw", tournament.teams.get())
    assert not tournament.teams.exists()


def test_presence_switch_changes_from_expected_to_present_to_absent(
    desk: Client, tournament: Tournament
) -> None:
    page(desk, tournament, **TWO)
    team = tournament.teams.get()
    presences = []
    for _tap in range(3):
        of_team(desk, "desk_presence", team)
        team.refresh_from_db()
        presences.append(team.presence)
    assert presences == ["present", "absent", "present"]


def test_htmx_request_to_change_the_presence_returns_the_new_switch(
    desk: Client, tournament: Tournament
) -> None:
    page(desk, tournament, **TWO)
    where = reverse("desk_presence", args=[tournament.slug, tournament.teams.get().pk])
    answer = desk.post(where, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert 'aria-checked="true"' in answer.text


@pytest.mark.parametrize("word", ["present", "absent"])
def test_all_expected_teams_are_marked_as_present_or_absent_together(client: Client, word: str) -> None:
    tournament = a_tournament(teams=3)
    client.force_login(tournament.owner)
    first = tournament.teams.all()[0]
    of_team(client, "desk_presence", first)
    client.post(reverse("desk_presences", args=[tournament.slug]), {"presence": word})
    assert [team.presence for team in tournament.teams.all()] == ["present", word, word]


def test_checklist_before_the_draw_shows_the_numbers_of_entered_and_present_teams(client: Client) -> None:
    tournament = a_tournament(teams=6)
    client.force_login(tournament.owner)
    check = page(client, tournament).context["check"]
    assert (check.entered, check.checking_in) == (6, False)
    assert [item.icon for item in check.items] == ["check", "check", "info"]
    of_team(client, "desk_presence", tournament.teams.all()[0])
    check = page(client, tournament).context["check"]
    assert (check.present, check.expected, check.items[2].icon) == (1, 5, "clock")


def test_checklist_warns_if_only_one_team_is_entered(desk: Client, tournament: Tournament) -> None:
    page(desk, tournament, **TWO)
    check = page(desk, tournament).context["check"]
    assert check.items[-1].icon == "warn"


def test_entries_are_closed_after_the_draw(client: Client) -> None:
    tournament = drawn_tournament(4)
    client.force_login(tournament.owner)
    assert not page(client, tournament).context["open"]
    answer = page(client, tournament, **TWO)
    assert answer.status_code == 409
    assert answer.context["form"].non_field_errors()
    team = tournament.teams.all()[0]
    of_team(client, "desk_presence", team)
    of_team(client, "desk_withdraw", team)
    team.refresh_from_db()
    assert team.presence == "expected"


LIST = "Giocatore 1\tGiocatore 2\tCircolo\nTore Manca\tAntonella Usai\tLi Punti\n"


def the_plan(desk: Client, tournament: Tournament, **sent: Any) -> Any:
    return desk.post(reverse("desk_import", args=[tournament.slug]), sent)


def test_pasted_list_is_previewed_and_then_imported(desk: Client, tournament: Tournament) -> None:
    preview = the_plan(desk, tournament, text=LIST)
    assert preview.status_code == 200
    assert len(preview.context["added"]) == 1
    assert not tournament.teams.exists()
    response = page(desk, tournament, "desk_import_confirm", rows=preview.context["rows"])
    assert response.status_code == 302
    assert tournament.teams.get().club == "Li Punti"


def test_list_in_a_file_is_previewed_and_then_imported(desk: Client, tournament: Tournament) -> None:
    data = a_workbook([["Player 1", "Player 2", "Seed"], ["Tore Manca", "Antonella Usai", 1]])
    preview = the_plan(desk, tournament, file=SimpleUploadedFile("coppie.xlsx", data))
    page(desk, tournament, "desk_import_confirm", rows=preview.context["rows"])
    assert tournament.teams.get().seed == 1


def test_preview_of_a_list_shows_changes_with_old_and_new_values(
    desk: Client, tournament: Tournament
) -> None:
    page(desk, tournament, **TWO)
    preview = the_plan(desk, tournament, text=LIST)
    ((planned, ((_label, before, after),)),) = preview.context["changed"]
    assert (planned.team.name, before, after) == ("Manca – Usai", "", "Li Punti")


def test_errors_of_a_list_are_shown_by_row_and_column_and_block_the_import(
    desk: Client, tournament: Tournament
) -> None:
    preview = the_plan(desk, tournament, text=LIST + "Ada Fois\t\tNuoro\n")
    assert preview.status_code == 400
    assert [(fault.row, fault.column) for fault in preview.context["faults"]] == [(3, "B")]
    assert not preview.context["can_take"]
    assert reverse("desk_import_confirm", args=[tournament.slug]) not in preview.content.decode()
    assert "Ada Fois" in preview.context["form"]["text"].value()


WITHOUT_HEADINGS = "Tore Manca\tAntonella Usai\tNuoro\nAda Fois\tNino Murgia\tNuoro\n"


def test_third_column_of_a_list_without_headings_is_read_as_the_club(
    desk: Client, tournament: Tournament
) -> None:
    preview = the_plan(desk, tournament, text=WITHOUT_HEADINGS)
    assert not preview.context["plan"].faults
    assert [planned.entry.details["club"] for planned in preview.context["added"]] == ["Nuoro", "Nuoro"]


def test_director_chooses_which_field_each_column_contains(desk: Client, tournament: Tournament) -> None:
    preview = the_plan(desk, tournament, text="Tore Manca\tAntonella Usai\tI Soliti\n")
    columns = {"column_0": "players/1", "column_1": "players/0", "column_2": "name"}
    again = the_plan(desk, tournament, rows=preview.context["rows"], **columns)
    (planned,) = again.context["added"]
    assert (planned.entry.players, planned.entry.name) == (("Antonella Usai", "Tore Manca"), "I Soliti")
    page(desk, tournament, "desk_import_confirm", rows=again.context["rows"])
    assert tournament.teams.get().written_name == "I Soliti"


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        pytest.param(("club", "club", ""), "Due colonne contengono la stessa cosa", id="two of one thing"),
        pytest.param(("club", "town", ""), "Scegli la colonna dei giocatori", id="nobody's names"),
    ],
)
def test_contradictory_choice_of_columns_is_refused_with_an_explanation(
    desk: Client, tournament: Tournament, columns: tuple[str, ...], words: str
) -> None:
    preview = the_plan(desk, tournament, text=WITHOUT_HEADINGS)
    chosen = {f"column_{place}": key for place, key in enumerate(columns)}
    again = the_plan(desk, tournament, rows=preview.context["rows"], **chosen)
    assert again.status_code == 400
    assert words in again.content.decode()
    assert not again.context["can_take"]


def test_confirmed_list_with_a_new_error_is_previewed_again(desk: Client, tournament: Tournament) -> None:
    rows = the_plan(desk, tournament, text=LIST).context["rows"]
    page(desk, tournament, player_0="Tore Manca", player_1="Ines Satta")
    answer = page(desk, tournament, "desk_import_confirm", rows=rows)
    assert answer.status_code == 400
    assert answer.context["plan"].faults
    assert tournament.teams.count() == 1


@pytest.mark.parametrize(
    "sent", [{"text": ""}, {"text": "   \n"}, {"text": 'a;"b'}, {"text": "Giocatore 1;Giocatore 2"}]
)
def test_text_that_is_not_a_list_is_refused_with_an_explanation(
    desk: Client, tournament: Tournament, sent: dict[str, str]
) -> None:
    answer = the_plan(desk, tournament, **sent)
    assert answer.status_code == 400
    assert answer.context["form"].errors["text"]


def test_too_large_file_is_refused_with_an_error_beside_the_file_field(
    desk: Client, tournament: Tournament
) -> None:
    answer = the_plan(desk, tournament, file=SimpleUploadedFile("big.csv", b"a;b\n" * 600_000))
    assert answer.status_code == 400
    assert answer.context["form"].errors["file"]


def test_list_cannot_be_imported_without_a_preview(desk: Client, tournament: Tournament) -> None:
    other = a_tournament(name="Altro", owner=an_organiser())
    elsewhere = the_plan(desk, other, text=LIST).context["rows"]
    for rows in ("", "nonsense", signing.dumps([["A Uno", "B Due"]]), elsewhere):
        answer = page(desk, tournament, "desk_import_confirm", rows=rows)
        assert answer.status_code == 400
    assert not tournament.teams.exists()


@pytest.mark.parametrize("teams", [16, 128])
def test_entries_page_has_a_constant_number_of_queries(
    client: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = a_tournament(teams=teams)
    client.force_login(tournament.owner)
    page(client, tournament)
    with django_assert_num_queries(16):
        page(client, tournament)


def menu_of(desk: Client, team: Team) -> str:
    """Return the HTML of the menu of actions on a team, which the desk loads into the team's row."""
    answer = desk.get(
        reverse("desk_team", args=[team.tournament.slug, team.pk]), headers={"HX-Request": "true"}
    )
    assert answer["HX-Retarget"] == f"#t-{team.pk} .acts > a"
    return answer.text


def test_actions_on_a_team_are_in_one_menu_after_the_draw(client: Client) -> None:
    tournament = drawn_tournament(4)
    client.force_login(tournament.owner)
    entries = reverse("desk_entries", args=[tournament.slug])
    page = client.get(entries).text
    team = tournament.teams.get(seed=1)
    row = page[page.index(f'id="t-{team.pk}"') :].split("</tr>")[0]
    own_page = reverse("desk_team", args=[tournament.slug, team.pk])
    assert [urljoin(entries, link) for link in re.findall(r'<a[^>]* href="([^"]+)"', row)] == [own_page]
    acts = ("desk_substitute", "desk_names", "team", "desk_leave")
    without_script = client.get(own_page).text.split('<nav class="sheet pad acts-list"')[1].split("</nav>")[0]
    for base, links in ((entries, menu_of(client, team)), (own_page, without_script)):
        assert [urljoin(base, link) for link in re.findall(r'<a[^>]* href="([^"]+)"', links)] == [
            reverse(name, args=[tournament.slug, team.pk]) for name in acts
        ]
    assert "Circolo" not in page  # no pair has a club


def test_menu_of_a_withdrawn_team_does_not_offer_a_substitution(client: Client) -> None:
    tournament = drawn_tournament(4)
    client.force_login(tournament.owner)
    team = tournament.teams.get(seed=1)
    leave(tournament, 1)
    page = menu_of(client, team)
    assert f'href="{team.pk}/cambio/"' not in page
    assert f'href="{team.pk}/uscita/"' in page
    assert "Rientra" in page


def listed(desk: Client, tournament: Tournament, query: str = "", **headers: str) -> list[str]:
    """Return the team names in the list of entries."""
    answer = desk.get(f"{reverse('desk_entries', args=[tournament.slug])}{query}", headers=headers)
    return [row[0].written_name for row in answer.context["rows"]]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("ritirate", "Nessuna coppia ritirata."),
        ("assenti", "Nessuna coppia assente."),
        ("ritirate&cerca=zzz", "Nessuna coppia con questo nome"),
    ],
)
def test_filter_that_matches_no_team_shows_a_message(client: Client, query: str, words: str) -> None:
    tournament = drawn_tournament(4)
    client.force_login(tournament.owner)
    page = client.get(f"{reverse('desk_entries', args=[tournament.slug])}?mostra={query}")
    assert page.context["rows"] == []
    assert words in page.text
    assert "Qui non resta nessuno" not in page.text


def test_list_is_imported_only_before_the_draw(client: Client) -> None:
    tournament = a_tournament(teams=4)
    client.force_login(tournament.owner)
    address, link = (reverse(name, args=[tournament.slug]) for name in ("desk_entries", "desk_import"))
    assert link in client.get(address).text
    draw(tournament)
    assert link not in client.get(address).text


def test_list_of_entries_can_be_searched_by_team_player_and_club(client: Client) -> None:
    tournament = a_tournament(teams=12)
    Team.objects.filter(tournament=tournament, number=3).update(club="Circolo Sórso")
    client.force_login(tournament.owner)
    assert listed(client, tournament, "?cerca=coppia+11") == ["Coppia 11"]
    assert listed(client, tournament, "?cerca=primu12") == ["Coppia 12"]
    assert listed(client, tournament, "?cerca=sorso") == ["Coppia 3"]
    assert listed(client, tournament, "?cerca=nessuno") == []
    assert len(listed(client, tournament, "?cerca=+")) == 12


def test_search_is_kept_when_the_presence_of_a_listed_team_is_changed(client: Client) -> None:
    tournament = a_tournament(teams=12)
    client.force_login(tournament.owner)
    team = tournament.teams.get(number=11)
    current_url = f"http://testserver{reverse('desk_entries', args=[tournament.slug])}?cerca=coppia+11"
    answer = client.post(
        reverse("desk_presence", args=[tournament.slug, team.pk]),
        headers={"HX-Request": "true", "HX-Current-URL": current_url},
    )
    assert [row[0].pk for row in answer.context["rows"]] == [team.pk]


def test_filters_of_the_entries_page_after_the_draw_show_the_number_of_teams(client: Client) -> None:
    tournament = a_tournament(teams=6)
    absent = tournament.teams.get(number=6)
    words = dict.fromkeys(tournament.teams.values_list("pk", flat=True), "present")
    words[absent.pk] = "absent"
    mark_presence(tournament, words, author=Author(tournament.owner_id), at=timezone.now())
    draw(tournament)
    leave(tournament, 1)
    client.force_login(tournament.owner)
    answer = client.get(reverse("desk_entries", args=[tournament.slug]))
    counts = {pill.name: pill.count for pill in answer.context["parts"]}
    assert counts == {"Tutte": 6, "In gara": 4, "Assenti": 1, "Ritirate": 1}
    assert listed(client, tournament, "?mostra=assenti") == ["Coppia 6"]
    assert len(listed(client, tournament, "?mostra=in-gara")) == 4
    assert len(listed(client, tournament, "?mostra=ritirate")) == 1


def test_menu_badge_counts_expected_teams_only_before_the_draw(client: Client) -> None:
    tournament = a_tournament(teams=4)
    client.force_login(tournament.owner)
    address = reverse("desk_entries", args=[tournament.slug])

    def mark() -> list[int]:
        links = client.get(address).context["desk_nav"]
        return [link["badge"] for link in links if link["url"] == address]

    assert mark() == [4]
    draw(tournament)
    assert mark() == [0]


@pytest.mark.parametrize("form", ["knockout", "individual"])
def test_message_row_of_an_empty_list_spans_all_columns_of_the_table(client: Client, form: str) -> None:
    tournament = a_tournament(form=form)
    client.force_login(tournament.owner)
    page = client.get(reverse("desk_entries", args=[tournament.slug])).text
    head = page.partition("<thead>")[2].partition("</thead>")[0]
    columns = re.findall(r'<td\s+colspan="(\d)"', page)
    assert columns == [str(head.count("<th ") - 1)]


def test_entries_of_more_than_64_teams_are_paginated(client: Client) -> None:
    tournament = a_tournament(teams=70)
    client.force_login(tournament.owner)
    assert len(listed(client, tournament)) == 64
    rest = listed(client, tournament, "?pagina=2")
    assert rest == [f"Coppia {number}" for number in range(65, 71)]
    assert listed(client, tournament, "?cerca=coppia+70") == ["Coppia 70"]
    path = reverse("desk_entries", args=[tournament.slug])
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{path}?pagina=2"}
    assert listed(client, tournament, **headers) == rest
    page = client.get(f"{path}?cerca=coppia").text
    assert 'href="?mostra=&amp;cerca=coppia&amp;pagina=2"' in page


def test_adding_the_65th_team_redirects_to_the_page_that_lists_the_team(client: Client) -> None:
    tournament = a_tournament(teams=64)
    client.force_login(tournament.owner)
    path = reverse("desk_entries", args=[tournament.slug])
    answer = client.post(path, {"player_0": "Ada Fois", "player_1": "Nino Murgia"})
    assert answer["Location"] == f"{path}?pagina=2"
    assert listed(client, tournament, "?pagina=2") == ["Fois – Murgia"]


def test_players_already_entered_are_not_suggested_again(client: Client) -> None:
    tournament = a_tournament(teams=4)
    client.force_login(tournament.owner)
    a_tournament(teams=6, name="Altra sera")
    path = reverse("desk_entries", args=[tournament.slug])
    offered = client.get(path).context["people"]
    assert [name.split(" ·")[0] for name in offered] == [
        "Anna Primu5", "Anna Primu6", "Bachisio Segundu5", "Bachisio Segundu6",
    ]  # fmt: skip


def test_import_preview_counts_the_changed_teams_that_are_not_shown(client: Client) -> None:
    tournament = a_tournament(teams=203)
    client.force_login(tournament.owner)
    rows = [f"Anna Primu{number}, Bachisio Segundu{number}\tNuoro" for number in range(1, 204)]
    page = the_plan(client, tournament, text="\n".join(["Giocatori\tCircolo", *rows]))
    assert len(page.context["changed"]) == 203
    assert '<p class="muted">e altri 3</p>' in one_line(page.text)
