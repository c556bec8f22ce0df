"""A copy written and loaded beside, on the database of the tests; what is not whole is refused."""

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
from tournaments.copies.services.loading import CheckedCopy, load_copy
from tournaments.copies.services.writing import site_id, write_copy
from tournaments.models import ClubMove, Installation, Person, Role, Tournament

pytestmark = [pytest.mark.usefixtures("beside"), pytest.mark.embedded, pytest.mark.sweep]


@pytest.fixture
def copy(beside: Path) -> Path:
    """A copy of an evening that is being played."""
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
    """Return the rows of a copy as an older release wrote them: without what it did not know."""
    executor = MigrationExecutor(connection)
    known = executor.loader.project_state(
        [*{**dict(executor.loader.graph.leaf_nodes()), **layout}.items()]
    ).apps
    found = []
    for row in map(json.loads, rows):
        app, model = row["model"].split(".")
        if model not in known.all_models[app]:
            continue
        names = {field.name for field in known.get_model(app, model)._meta.get_fields()}
        row["fields"] = {name: value for name, value in row["fields"].items() if name in names}
        row["fields"] |= of_users if row["model"] == "auth.user" else {}
        found.append(f"{json.dumps(row)}\n")
    return found


def code_of(copy: Path) -> str:
    with pytest.raises(RuleError) as refused, loaded(copy):
        pass
    return refused.value.code


def test_what_is_loaded_is_what_was_written(copy: Path) -> None:
    with loaded(copy) as checked:
        assert checked.tournaments == 1
        for model in (SheetEvent, Person, Tournament, ClubMove, Installation):
            here = list(model._base_manager.order_by("pk").values())
            assert here == list(model._base_manager.using(BESIDE).order_by("pk").values())
    assert not list(copy.parent.glob("trial*"))


def test_the_same_site_has_the_same_digest_and_another_fact_another(copy: Path, tmp_path: Path) -> None:
    first, second = write_copy(tmp_path / "one.gz"), write_copy(tmp_path / "two.gz")
    assert first.digest == second.digest
    play_match(match_of(Tournament.objects.get(), "R1.2"))
    assert write_copy(tmp_path / "three.gz").digest != first.digest


def test_nothing_is_left_of_the_snapshot_that_a_copy_is_read_from(copy: Path) -> None:
    left = {file.name for file in copy.parent.iterdir()} - {"turns"}  # the line of who writes in this folder
    assert left == {copy.name}


def test_a_copy_that_is_cut_is_refused_wherever_it_is_cut(copy: Path) -> None:
    whole, text = copy.read_bytes(), lines(copy)
    cut = copy.with_name("cut.gz")
    for size in (0, 1, 40, len(whole) // 2, len(whole) - 1):
        cut.write_bytes(whole[:size])
        assert code_of(cut) == "copy_broken"
    for changed in (text[:-1], text[:-2], [*text[:5], *text[6:]], [text[0]], [text[0], text[-1]]):
        assert code_of(spoilt(copy, changed)) == "copy_broken"


@pytest.mark.parametrize("part", ["none", "half", "all but the last", "without the first", "the last alone"])
def test_truncated_uncompressed_copy_is_refused(copy: Path, part: str) -> None:
    text = lines(copy)
    left = {
        "none": text[:0],
        "half": text[: len(text) // 2],
        "all but the last": text[:-1],
        "without the first": text[1:],
        "the last alone": text[-1:],
    }[part]
    file = copy.with_name("cut.jsonl")
    file.write_text("".join(left))
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
def test_foreign_json_lines_are_refused(copy: Path, rows: list[str]) -> None:
    file = copy.with_name("foreign.jsonl")
    file.write_text("".join(f"{row}\n" for row in rows))
    assert code_of(file) == "copy_broken"


def test_a_row_that_was_changed_is_refused(copy: Path) -> None:
    changed = [line.replace('"name": "Torneo', '"name": "Coppa') for line in lines(copy)]
    assert code_of(spoilt(copy, changed)) == "copy_broken"


def test_a_newer_copy_is_refused_in_a_sentence(copy: Path) -> None:
    first, *rest = lines(copy)
    head = json.loads(first)["trionfo"]
    head["version"], head["layout"]["tournaments"] = "9.9", "0999_of_tomorrow"
    assert code_of(spoilt(copy, [f"{MARK}{json.dumps(head)}}}\n", *rest])) == "copy_newer"


def test_a_copy_of_another_site_is_refused_where_there_are_tournaments(copy: Path) -> None:
    Installation.objects.all().delete()
    assert code_of(copy) == "copy_foreign"
    with loaded(copy, any_site=True) as checked:
        assert checked.tournaments == 1


def test_a_copy_from_before_copies_said_what_they_are_comes_in_as_of_this_site(copy: Path) -> None:
    """Its rows are laid out as they were then, and are brought up."""
    with loaded(spoilt(copy, as_of(lines(copy)[1:-1], LAYOUT_BEFORE))) as checked:
        assert checked.tournaments == 1
        assert str(Installation.objects.using(BESIDE).get().uid) == site_id()


def test_an_older_copy_is_loaded_as_it_was_laid_out_and_brought_up(copy: Path) -> None:
    """As of migration 0026, where whoever is staff organises: they get their role there, and nobody here."""
    roles = Role.objects.count()
    old = as_of(lines(copy)[1:-1], LAYOUT_BEFORE | {"tournaments": "0026_closed_pages"}, is_staff=True)
    head = json.loads(lines(copy)[0])["trionfo"]
    head["layout"] |= LAYOUT_BEFORE | {"tournaments": "0026_closed_pages"}
    end = line_of(CopyEnd(len(old), sha256("".join(old).encode()).hexdigest()))
    with loaded(spoilt(copy, [f"{MARK}{json.dumps(head)}}}\n", *old, end])) as checked:
        assert checked.tournaments == 1
        assert Tournament.objects.using(BESIDE).get().pairs_up == 0
        given = Role.objects.using(BESIDE).values_list("user__username", "role")
        assert list(given) == [("antonella", "organiser")]
    assert Role.objects.count() == roles
