"""Every optional detail of a team (club, town …) in forms, the API, lists, files, pages and archives."""

import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from scoring.sheet.services.log import Author
from scoring.types import BadEntry
from tests.archive.archives import archive_of
from tests.archive.zips import digest_of, files_of, vouched
from tests.builders import a_tournament, an_organiser
from tests.publishing.test_downloads_page import opened
from tournaments.archive.rules import line_of
from tournaments.archive.selectors.event_rows import TEAMS
from tournaments.archive.services.archive_file import open_archive
from tournaments.archive.services.archives import import_archive
from tournaments.archive.services.rows import read_rows
from tournaments.entries.rules.import_rows import read_table
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Team, Tournament
from tournaments.values.details import DETAILS

pytestmark = pytest.mark.django_db

PLAYERS = ["Tore Manca", "Antonella Usai"]
TEXT = "Monte Agudu"
each_detail = pytest.mark.parametrize("key", DETAILS)


@pytest.fixture
def tournament() -> Tournament:
    return a_tournament()


@pytest.fixture
def organiser(tournament: Tournament) -> Client:
    visitor = Client(headers={"accept-language": "en"})
    visitor.force_login(tournament.owner)
    return visitor


def entered(tournament: Tournament, key: str) -> Team:
    """Enter a team with only the detail `key`, and return the team."""
    (team,) = enter_teams(
        tournament,
        [Entry(PLAYERS, details={key: TEXT})],
        author=Author(tournament.owner_id),
        at=timezone.now(),
    )
    return team


def only(key: str) -> dict[str, str]:
    """Return the details of a team; all are empty except `key`."""
    return dict.fromkeys(DETAILS, "") | {key: TEXT}


@each_detail
def test_detail_of_a_team_is_entered_and_changed_in_the_form(
    tournament: Tournament, organiser: Client, key: str
) -> None:
    sent: dict[str, Any] = {"player_0": PLAYERS[0], "player_1": PLAYERS[1], key: TEXT}
    organiser.post(reverse("desk_entries", args=[tournament.slug]), sent)
    team = tournament.teams.get()
    assert team.details == only(key)
    address = reverse("desk_team", args=[tournament.slug, team.pk])
    assert f'value="{TEXT}"' in organiser.get(address).content.decode()
    organiser.post(address, sent | {key: ""})
    assert tournament.teams.get().details == dict.fromkeys(DETAILS, "")


@each_detail
def test_detail_of_a_team_is_written_and_read_over_the_api(
    tournament: Tournament, organiser: Client, key: str
) -> None:
    address, kind = f"/api/v1/tournaments/{tournament.slug}/teams/", "application/json"
    sent = {"players": [{"name": name} for name in PLAYERS], key: TEXT}
    team = organiser.post(address, sent, content_type=kind).json()
    assert {name: team[name] for name in DETAILS} == only(key)
    changed = organiser.patch(f"{address}{team['id']}/", {"seed": 1}, content_type=kind).json()
    assert (changed[key], changed["seed"]) == (TEXT, 1)
    refused = organiser.patch(f"{address}{team['id']}/", {key: "x" * 81}, content_type=kind)
    assert refused.status_code == 400
    assert [problem["where"] for problem in refused.json()["problems"]] == [f"/{key}"]


@pytest.mark.parametrize(
    ("key", "heading"),
    [(key, heading) for key, detail in DETAILS.items() for heading in sorted(detail.headings)],
)
def test_team_detail_is_read_from_a_column_with_any_known_heading_of_the_detail(
    key: str, heading: str
) -> None:
    (row,) = read_table([["Giocatori", heading.title()], [", ".join(PLAYERS), TEXT]], 2).rows
    assert row.details == {key: TEXT}


def test_no_column_heading_belongs_to_two_team_details() -> None:
    headings = [heading for detail in DETAILS.values() for heading in detail.headings]
    assert len(headings) == len(set(headings))


@each_detail
@pytest.mark.parametrize("language", ["en", "it"])
def test_team_detail_is_read_from_a_column_with_the_heading_used_in_exported_files(
    key: str, language: str
) -> None:
    with override(language):
        label = gettext(DETAILS[key].label)
    (row,) = read_table([["Giocatori", label], [", ".join(PLAYERS), TEXT]], 2).rows
    assert row.details == {key: TEXT}


@each_detail
def test_import_preview_shows_a_team_detail_and_its_change(
    tournament: Tournament, organiser: Client, key: str
) -> None:
    address = reverse("desk_import", args=[tournament.slug])
    label = DETAILS[key].label
    page = organiser.post(address, {"text": f"Giocatori\t{label}\n{', '.join(PLAYERS)}\t{TEXT}"})
    assert f'<th scope="col">{label}</th>' in page.content.decode()
    assert f'<td class="players">{TEXT}</td>' in page.content.decode()
    entered(tournament, key)
    page = organiser.post(address, {"text": f"Giocatori\t{label}\n{', '.join(PLAYERS)}\tNuoro"})
    ((_planned, changes),) = page.context["changed"]
    assert changes == [(label, TEXT, "Nuoro")]


@each_detail
@pytest.mark.parametrize("name", ["iscritti.csv", "iscritti.xlsx", "classifica.csv"])
def test_exported_files_have_a_column_for_each_team_detail(
    tournament: Tournament, key: str, name: str
) -> None:
    entered(tournament, key)
    heads, *lines = opened(tournament, name)
    assert DETAILS[key].label in heads
    for line in lines:
        assert line[heads.index(DETAILS[key].label)] == TEXT


@each_detail
def test_team_detail_is_shown_at_the_desk_and_on_the_public_page(
    tournament: Tournament, organiser: Client, key: str
) -> None:
    team = entered(tournament, key)
    assert TEXT in organiser.get(reverse("desk_entries", args=[tournament.slug])).content.decode()
    assert f"· {TEXT}" in Client().get(reverse("team", args=[tournament.slug, team.pk])).content.decode()


def archive_with(key: str) -> bytes:
    """Return an archive of a tournament in which one team has the detail `key`."""

    def event_with_details() -> Tournament:
        tournament = a_tournament()
        entered(tournament, key)
        return tournament

    return archive_of(event_with_details)


@each_detail
def test_team_detail_is_kept_in_an_archive(key: str) -> None:
    archive = open_archive(BytesIO(archive_with(key)))
    arrival = import_archive(archive, owner=an_organiser("tore"), at=timezone.now())
    assert arrival.teams.get().details == only(key)


def test_optional_detail_missing_from_an_archive_is_read_as_empty() -> None:
    data = archive_with("town")
    files = files_of(data)
    (row,) = map(json.loads, files["facts/teams.jsonl"].splitlines())
    del row["town"]
    files["facts/teams.jsonl"] = line_of(row)
    archive = open_archive(BytesIO(vouched(files, digest_of(data))))
    with pytest.raises(BadEntry):
        list(read_rows(archive, TEAMS, {}))
    (team,) = read_rows(archive, replace(TEAMS, optional=frozenset({"town"})), {})
    assert isinstance(team, Team)
    assert team.details == dict.fromkeys(DETAILS, "")
