"""Tests of writing a backup and loading it into a second database; invalid backup files are refused."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.databases import BESIDE
from config.restoring import trial_beside
from scoring.models import SheetEvent
from scoring.types import RuleError
from tests.builders import drawn_tournament, match_of, play_match
from tournaments.copies.rules import LAYOUT_BEFORE, MARK, CopyEnd, line_of
from tournaments.copies.selectors import copies, copy_folder, copy_named
from tournaments.copies.services.loading import CheckedCopy, load_copy
from tournaments.copies.services.writing import site_id, write_copy
from tournaments.models import ClubMove, Installation, Person, Role, Tournament

pytestmark = [pytest.mark.usefixtures("beside"), pytest.mark.embedded, pytest.mark.sweep]


@pytest.fixture
def copy(beside: Path) -> Path:
    """Return a backup of a tournament in play."""
    play_match(match_of(drawn_tournament(4)))
    write_copy(beside / "copy.jsonl.gz")
    return beside / "copy.jsonl.gz"


def lines(copy: Path) -> list[str]:
    return gzip.decompress(copy.read_bytes()).decode().splitlines(keepends=True)


def spoilt(copy: Path, changed: list[str]) -> Path:
    file = copy.with_name("spoilt.jsonl.gz")
    file.write_bytes(gzip.compress("".join(changed).encode()))
    return file


@contextmanager
def loaded(copy: Path, **more: Any) -> Iterator[CheckedCopy]:
    with trial_beside():
        yield load_copy(copy, BESIDE, **more)


def as_of(rows: list[str], layout: dict[str, str], **of_users: Any) -> list[str]:
    """Convert the rows of a backup to those of an older release: remove newer models and fields."""
    executor = MigrationExecutor(connection)
    old_apps = executor.loader.project_state(
        [*{**dict(executor.loader.graph.leaf_nodes()), **layout}.items()]
    ).apps
    old_rows = []
    for row in map(json.loads, rows):
        app, model = row["model"].split(".")
        if model not in old_apps.all_models[app]:
            continue
        names = {field.name for field in old_apps.get_model(app, model)._meta.get_fields()}
        row["fields"] = {name: value for name, value in row["fields"].items() if name in names}
        row["fields"] |= of_users if row["model"] == "auth.user" else {}
        old_rows.append(f"{json.dumps(row)}\n")
    return old_rows


def code_of(copy: Path) -> str:
    with pytest.raises(RuleError) as refused, loaded(copy):
        pass
    return refused.value.code


def test_loaded_rows_equal_the_rows_of_the_backup(copy: Path) -> None:
    with loaded(copy) as checked:
        assert checked.tournaments == 1
        for model in (SheetEvent, Person, Tournament, ClubMove, Installation):
            rows = list(model._base_manager.order_by("pk").values())
            assert rows == list(model._base_manager.using(BESIDE).order_by("pk").values())
    assert not list(copy.parent.glob("trial*"))


def test_digest_of_a_backup_changes_only_if_the_data_changes(copy: Path, tmp_path: Path) -> None:
    first, second = write_copy(tmp_path / "one.gz"), write_copy(tmp_path / "two.gz")
    assert first.digest == second.digest
    play_match(match_of(Tournament.objects.get(), "R1.2"))
    assert write_copy(tmp_path / "three.gz").digest != first.digest


def test_snapshot_is_deleted_after_a_backup(copy: Path) -> None:
    names = {file.name for file in copy.parent.iterdir()} - {
        "turns"
    }  # the file with which writers of this folder wait their turn
    assert names == {copy.name}


def test_truncated_backup_is_refused_at_every_length(copy: Path) -> None:
    content, text = copy.read_bytes(), lines(copy)
    cut = copy.with_name("cut.gz")
    for size in (0, 1, 40, len(content) // 2, len(content) - 1):
        cut.write_bytes(content[:size])
        assert code_of(cut) == "copy_broken"
    for changed in (text[:-1], text[:-2], [*text[:5], *text[6:]], [text[0]], [text[0], text[-1]]):
        assert code_of(spoilt(copy, changed)) == "copy_broken"


@pytest.mark.parametrize("part", ["none", "half", "all but the last", "without the first", "the last alone"])
def test_truncated_uncompressed_backup_is_refused(copy: Path, part: str) -> None:
    text = lines(copy)
    remaining_lines = {
        "none": text[:0],
        "half": text[: len(text) // 2],
        "all but the last": text[:-1],
        "without the first": text[1:],
        "the last alone": text[-1:],
    }[part]
    file = copy.with_name("cut.jsonl")
    file.write_text("".join(remaining_lines))
    assert code_of(file) == "copy_broken"


USER = '{"model": "auth.user", "pk": %s, "fields": %s}'


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([USER % (1, '{"username": "x", "password": "y"}')], id="a user"),
        pytest.param([USER % (each, f'{{"username": "{each}"}}') for each in (1, 2)], id="two users"),
        pytest.param([USER % (1, "[]")], id="fields that are a list"),
        pytest.param([USER % (10**26, '{"username": "x"}')], id="a number too large"),
        pytest.param(['{"model": "shop.order", "pk": 1, "fields": {}}'], id="a model that is none of ours"),
        pytest.param(["null"], id="null"),
        pytest.param(['{"trionfo":[]}', "{}"], id="a first line that is a list"),
        pytest.param(['{"trionfo":3}', "{}"], id="a first line that is a number"),
    ],
)
def test_json_lines_file_that_is_not_a_backup_is_refused(copy: Path, rows: list[str]) -> None:
    file = copy.with_name("foreign.jsonl")
    file.write_text("".join(f"{row}\n" for row in rows))
    assert code_of(file) == "copy_broken"


def test_backup_with_a_changed_row_is_refused(copy: Path) -> None:
    changed = [line.replace('"name": "Torneo', '"name": "Coppa') for line in lines(copy)]
    assert code_of(spoilt(copy, changed)) == "copy_broken"


def test_backup_of_a_newer_version_is_refused(copy: Path) -> None:
    first, *rest = lines(copy)
    head = json.loads(first)["trionfo"]
    head["version"], head["layout"]["tournaments"] = "9.9", "0999_of_tomorrow"
    assert code_of(spoilt(copy, [f"{MARK}{json.dumps(head)}}}\n", *rest])) == "copy_newer"


def test_backup_of_another_site_is_refused_if_tournaments_exist(copy: Path) -> None:
    Installation.objects.all().delete()
    assert code_of(copy) == "copy_foreign"
    with loaded(copy, any_site=True) as checked:
        assert checked.tournaments == 1


def test_older_backup_without_a_header_line_is_loaded_and_migrated(copy: Path) -> None:
    """The rows have the fields of an older release and are migrated to the current fields."""
    with loaded(spoilt(copy, as_of(lines(copy)[1:-1], LAYOUT_BEFORE))) as checked:
        assert checked.tournaments == 1
        assert str(Installation.objects.using(BESIDE).get().uid) == site_id()


def test_older_backup_is_loaded_with_the_migrations_of_its_release_and_then_migrated(copy: Path) -> None:
    roles = Role.objects.count()
    old = as_of(lines(copy)[1:-1], LAYOUT_BEFORE | {"tournaments": "0026_closed_pages"}, is_staff=True)
    head = json.loads(lines(copy)[0])["trionfo"]
    head["layout"] |= LAYOUT_BEFORE | {"tournaments": "0026_closed_pages"}
    end = line_of(CopyEnd(len(old), sha256("".join(old).encode()).hexdigest()))
    with loaded(spoilt(copy, [f"{MARK}{json.dumps(head)}}}\n", *old, end])) as checked:
        assert checked.tournaments == 1
        assert Tournament.objects.using(BESIDE).get().pairs_up == 0
        copied_roles = Role.objects.using(BESIDE).values_list("user__username", "role")
        assert list(copied_roles) == [("antonella", "organiser")]
    assert Role.objects.count() == roles


@pytest.mark.parametrize("name", ["trionfo_20261128_030000_yearly.jsonl.gz",
                                  "trionfo_20261399_030000_night.jsonl.gz"])  # fmt: skip
def test_file_with_a_name_that_no_backup_has_is_not_listed(name: str) -> None:
    copy_folder().mkdir()
    (copy_folder() / name).touch()
    assert (copies(), copy_named(name)) == ([], None)
