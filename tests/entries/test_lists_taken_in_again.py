"""Exported lists of entrants (CSV or XLSX) change nothing when they are imported again."""

import random

import pytest
from django.utils import timezone, translation

from scoring.sheet.services.log import Author
from scoring.types import BadEntry
from tests.builders import a_tournament
from tournaments.competition.names import clean_name, name_key
from tournaments.entries.list_files import read_file
from tournaments.entries.services.entries import Entry, check_entries, enter_teams
from tournaments.entries.services.imports import plan_import
from tournaments.publishing.spreadsheets import csv_lines, xlsx_bytes
from tournaments.publishing.tables import entrants_table

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

LETTERS = (
    "abcXYZ àèéìòùÀÈÉ ñçßøłæ'’\"“”«»‘`´ =+-@#＝＋－＠ ,;|/&()[].:!?*_%$ 0123"
    " ♠♣🃏 李伟王芳 عبدسلام Ωλέξ Олена กขค 한국 かな"
)
SPELT = [
    "👨\u200d👩\u200d👧",
    "\u06cc\u200c\u06a9",
    "'=",
    "=1+1",
    "- ",
    "1. ",
    "#N/D ",
    "\u2764\ufe0f",
    " e ",
    "Sanna, ",
]


def random_names(number: int, seed: int) -> list[str]:
    """Return `number` different valid names with letters and symbols of many scripts."""
    chance, names = random.Random(seed), dict[str, str]()
    while len(names) < number:
        text = "".join(chance.choice([*LETTERS, *SPELT]) for _letter in range(chance.randint(1, 14)))
        try:
            name = clean_name(text)
        except BadEntry:
            continue
        names.setdefault(name_key(name), name)
    return list(names.values())


@pytest.mark.parametrize(
    "number", [40, pytest.param(2_000, marks=[pytest.mark.sweep, pytest.mark.timeout(600)])]
)
@pytest.mark.parametrize("language", ["it", "en"])
def test_importing_the_exported_entrants_again_changes_nothing(number: int, language: str) -> None:
    names = random_names(number, seed=number)
    tournament = a_tournament()
    entries = [Entry(names[place : place + 2]) for place in range(0, number, 4)]
    entries += [
        Entry(names[place + 2 : place + 4], name=f"{names[place]} {place}"[:80])
        for place in range(0, number, 4)
    ]
    assert not check_entries(tournament, entries)[1]
    enter_teams(tournament, entries, author=Author(tournament.owner_id), at=timezone.now())
    with translation.override(language):
        table = entrants_table(tournament)
        files = ["".join(csv_lines(table)).encode(), xlsx_bytes([table], timezone.now())]
    for data in files:
        plan = plan_import(tournament, read_file(data).rows)
        assert (plan.faults, plan.doubts) == ((), ())
        assert [(each.act, each.differs) for each in plan.rows] == [("same", ())] * len(entries)
