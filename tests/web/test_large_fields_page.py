"""Pages with over 1,000 persons split their queries, because SQLite limits the number of parameters."""

import pytest
from django.test import Client

from tests.builders import drawn_tournament
from tournaments.entries.services.imports import plan_import
from tournaments.printing.pack import entry_list
from tournaments.printing.sheets import match_papers

pytestmark = [pytest.mark.alike, pytest.mark.sweep]

LIST = [["Giocatore 1", "Giocatore 2"], ["Mario Nuovo", "Gino Nuovo"]]


@pytest.mark.django_db
def test_entries_printed_sheets_and_list_import_work_for_1040_players() -> None:
    tournament = drawn_tournament(520, tables=260)
    desk = Client()
    desk.force_login(tournament.owner)
    assert desk.get(f"/regia/{tournament.slug}/iscrizioni/").status_code == 200
    assert len(entry_list(tournament)) == 520
    papers = match_papers(tournament, tournament.matches.values_list("pk", flat=True), "http://torneo/")
    assert len(papers) > 260
    assert [planned.act for planned in plan_import(tournament, LIST).rows] == ["add"]
