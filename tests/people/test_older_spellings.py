"""Tests of migration 0042, which normalises apostrophes and hyphens in stored name keys."""

from importlib import import_module, reload

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.builders import a_tournament
from tests.entries.test_imports import taken_in
from tournaments.models import Person, Team

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]

BEFORE = [("tournaments", "0041_end_of_play")]


def migrate_from_before() -> None:
    """Migrate back to migration 0041, and then forward again."""
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    executor.migrate(BEFORE)
    executor.loader.build_graph()
    executor.migrate(leaves)


def person(name: str, key: str, *, bare: bool = True) -> Person:
    """Create a person with a name key in the form used before the migration."""
    return Person.objects.create(name=name, written_name=name, name_key=key, bare_key=key if bare else None)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Maria D’ Angelo", "maria d'angelo"),
        ("Niccolo' Lai", "niccolo lai"),
        ("Anna‑Maria  Łukasz", "anna-maria lukasz"),
        ("Straße \u2068Æsir", "strasse aesir"),
    ],
)
def test_migration_computes_name_keys_without_the_current_rules_for_names(
    monkeypatch: pytest.MonkeyPatch, name: str, key: str
) -> None:
    monkeypatch.setattr("tournaments.competition.names.name_key", str)
    migration = import_module("tournaments.migrations.0042_spellings")
    assert reload(migration).name_key(name) == key


def test_older_name_keys_are_normalised_and_at_most_one_namesake_keeps_the_unique_key() -> None:
    first = person("Maria D’Angelo", "maria d’angelo")
    second = person("Maria Dʼ Angelo", "maria dʼ angelo")
    by_hand = person("Niccolo’ Lai", "niccolo’ lai", bare=False)
    erased = person("N. N.", "")
    Person.objects.filter(pk=erased.pk).update(name_key=str(erased.pk), bare_key=None, written_name="")
    migrate_from_before()
    keys = {each.pk: (each.name_key, each.bare_key) for each in Person.objects.all()}
    shared = {keys[first.pk], keys[second.pk]}
    assert shared == {("maria d'angelo", "maria d'angelo"), ("maria d'angelo", None)}
    assert keys[by_hand.pk] == ("niccolo lai", None)
    assert keys[erased.pk] == (str(erased.pk), None)


def test_older_team_name_keys_are_normalised_and_stay_unique() -> None:
    tournament = a_tournament()
    taken_in(tournament, [["Ada Fois", "Nino Lai"], ["Ugo Cau", "Ina Cau"], ["Bea Melis", "Lia Melis"]])
    first, second, third = Team.objects.order_by("number")
    for team, name, key in ((first, "D’A", "d’a"), (second, "Dʼa", "dʼa"), (third, "X – Y", "x – y")):
        Team.objects.filter(pk=team.pk).update(name=name, written_name=name, name_key=key)
    migrate_from_before()
    keys = list(Team.objects.order_by("number").values_list("name_key", flat=True))
    assert keys == ["d'a", str(second.pk), "x - y"]
