"""Tests of the services that record, correct and remove hands, and of disputes."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from scoring import facts as triggers
from scoring.models import ScoreSheet, SheetEvent
from scoring.sheet.services import hands, signing
from scoring.sheet.services.hands import Writing, WritingResult
from scoring.sheet.services.log import Author, chain_faults, lock_sheet
from scoring.types import BadEntry, NotNow

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

FIRST = {"dealer": 0, "trionfo": "KC", "card_points": [41, 29], "tricks": [6, 4]}
SECOND = {"dealer": 1, "trionfo": "2H", "card_points": [35, 35]}
WON = {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]}
SWEPT = {"dealer": 1, "trionfo": "2C", "card_points": [70, 0]}


@pytest.fixture
def author(django_user_model: Any) -> Author:
    return Author(django_user_model.objects.create_user("table").pk)


@pytest.fixture
def sheet() -> ScoreSheet:
    return ScoreSheet.objects.create(card_game="mariglia", profile={"targets": [35, 35, 45]})


def write(
    sheet: ScoreSheet, place: tuple[int, int], raw: object, author: Author, **more: Any
) -> WritingResult:
    with transaction.atomic():
        return hands.record_hand(lock_sheet(sheet.pk), place, raw, author=author, at=timezone.now(), **more)


def strike(sheet: ScoreSheet, place: tuple[int, int], author: Author, based_on: int) -> bool:
    with transaction.atomic():
        locked = lock_sheet(sheet.pk)
        return hands.strike_hand(locked, place, based_on=based_on, author=author, at=timezone.now())


def sign(sheet: ScoreSheet, side: int, author: Author) -> bool:
    with transaction.atomic():
        return signing.sign_sheet(lock_sheet(sheet.pk), side, author=author, at=timezone.now())


def facts(sheet: ScoreSheet) -> list[str]:
    return list(SheetEvent.objects.filter(sheet=sheet).order_by("seq").values_list("kind", flat=True))


def test_hand_sent_twice_is_stored_once(sheet: ScoreSheet, author: Author) -> None:
    assert write(sheet, (1, 1), FIRST, author).writing is Writing.CREATED
    again = write(sheet, (1, 1), {**FIRST, "card_points": [41, None]}, author)
    assert (again.writing, again.version) == (Writing.SAME, 1)
    assert facts(sheet) == ["hand"]


@pytest.mark.control
def test_hand_sent_twice_is_stored_twice_if_the_unique_index_is_removed(
    sheet: ScoreSheet, author: Author
) -> None:
    """Show that only the database constraint prevents the second copy."""
    write(sheet, (1, 1), FIRST, author)
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX sheet_event_hand_version")
    write(sheet, (1, 1), FIRST, author)
    assert facts(sheet) == ["hand", "hand"]


def test_different_version_of_a_hand_is_stored_as_a_dispute(sheet: ScoreSheet, author: Author) -> None:
    write(sheet, (1, 1), FIRST, author)
    other = {**FIRST, "card_points": [29, 41], "tricks": [4, 6]}
    for _twice in range(2):
        answer = write(sheet, (1, 1), other, author)
        assert (answer.writing, answer.hand, answer.other) == (Writing.DIFFERS, FIRST, other)
    assert facts(sheet) == ["hand", "dispute"]
    sheet.refresh_from_db()
    assert sheet.summary["disputed"] == [[1, 1]]
    assert sheet.summary["games"][0]["score"] == [9, 0]


@pytest.mark.parametrize("keep", ["the hand that stands", "the other hand", "neither: struck"])
def test_dispute_ends_when_one_version_of_the_hand_is_chosen(
    sheet: ScoreSheet, author: Author, keep: str
) -> None:
    write(sheet, (1, 1), FIRST, author)
    other = {**FIRST, "card_points": [29, 41], "tricks": [4, 6]}
    write(sheet, (1, 1), other, author)
    if keep == "neither: struck":
        strike(sheet, (1, 1), author, based_on=1)
    else:
        write(sheet, (1, 1), other if keep == "the other hand" else FIRST, author, based_on=1)
    sheet.refresh_from_db()
    assert sheet.summary["disputed"] == []


def test_correction_refers_to_the_corrected_version_and_keeps_the_old_hand(
    sheet: ScoreSheet, author: Author
) -> None:
    write(sheet, (1, 1), FIRST, author)
    corrected = write(sheet, (1, 1), {**FIRST, "card_points": [42, 28]}, author, based_on=1)
    assert (corrected.writing, corrected.version) == (Writing.CORRECTED, 2)
    late = write(sheet, (1, 1), {**FIRST, "card_points": [43, 27]}, author, based_on=1)
    assert late.writing is Writing.DIFFERS
    repeated = write(sheet, (1, 1), {**FIRST, "card_points": [42, 28]}, author, based_on=1)
    assert repeated.writing is Writing.SAME
    assert facts(sheet) == ["hand", "correction", "dispute"]


def test_only_the_last_hand_of_a_sheet_can_be_removed_and_only_once(
    sheet: ScoreSheet, author: Author
) -> None:
    write(sheet, (1, 1), FIRST, author)
    write(sheet, (1, 2), SECOND, author)
    with pytest.raises(NotNow, match="not_the_last_hand"):
        strike(sheet, (1, 1), author, based_on=1)
    assert strike(sheet, (1, 2), author, based_on=1) is True
    assert strike(sheet, (1, 2), author, based_on=1) is False
    assert write(sheet, (1, 2), SECOND, author).version == 3


def test_removed_hand_that_is_sent_again_is_not_stored(sheet: ScoreSheet, author: Author) -> None:
    keyed = Author(author.user_id, None, "first-attempt")
    write(sheet, (1, 1), FIRST, keyed)
    strike(sheet, (1, 1), author, based_on=1)
    assert write(sheet, (1, 1), FIRST, keyed).writing is Writing.SAME
    assert facts(sheet) == ["hand", "strike"]


def test_client_key_cannot_be_used_for_two_hands(sheet: ScoreSheet, author: Author) -> None:
    keyed = Author(author.user_id, None, "the-key")
    write(sheet, (1, 1), FIRST, keyed)
    with pytest.raises(BadEntry, match="key_used_twice"):
        write(sheet, (1, 2), SECOND, keyed)


REFUSED = {
    "MAR-VAL-1 sum not 70": ((1, 1), {**FIRST, "card_points": [38, 31]}, "card_points_sum"),
    "MAR-VAL-2 tricks and points": ((1, 1), {**FIRST, "card_points": [48, 22], "tricks": [9, 1]}, None),
    "another game's field": ((1, 1), {**FIRST, "declarations": []}, None),
}


@pytest.mark.parametrize(("place", "raw", "code"), REFUSED.values(), ids=REFUSED)
def test_impossible_hand_is_refused_and_not_stored(
    sheet: ScoreSheet, author: Author, place: tuple[int, int], raw: object, code: str | None
) -> None:
    with pytest.raises(BadEntry) as refused:
        write(sheet, place, raw, author)
    assert refused.value.problems
    assert code is None or [problem.code for problem in refused.value.problems] == [code]
    assert facts(sheet) == []


def test_hands_must_be_recorded_in_order(sheet: ScoreSheet, author: Author) -> None:
    for place in ((1, 2), (2, 1), (3, 1)):
        with pytest.raises(NotNow, match="hand_out_of_order"):
            write(sheet, place, FIRST, author)


def decided(sheet: ScoreSheet, author: Author) -> ScoreSheet:
    """Record a match that one side wins 2–0, with one hand in each game, and return its sheet."""
    write(sheet, (1, 1), WON, author)
    write(sheet, (2, 1), SWEPT, author)
    sheet.refresh_from_db()
    return sheet


def test_hand_after_the_end_of_its_game_or_match_is_refused(sheet: ScoreSheet, author: Author) -> None:
    decided(sheet, author)
    for place in ((1, 2), (2, 2), (3, 1)):
        with pytest.raises((BadEntry, NotNow)):
            write(sheet, place, FIRST, author)


def test_each_side_signs_a_finished_sheet_once(sheet: ScoreSheet, author: Author) -> None:
    with pytest.raises(NotNow, match="match_not_decided"):
        sign(sheet, 0, author)
    decided(sheet, author)
    assert [sign(sheet, 0, author), sign(sheet, 0, author), sign(sheet, 1, author)] == [True, False, True]
    with pytest.raises(BadEntry, match="no_such_side"):
        sign(sheet, 2, author)
    sheet.refresh_from_db()
    assert sheet.summary["signed"] == [0, 1]


def test_sheet_with_a_disputed_hand_cannot_be_signed(sheet: ScoreSheet, author: Author) -> None:
    decided(sheet, author)
    write(sheet, (1, 1), {**WON, "trionfo": "7S"}, author)
    with pytest.raises(NotNow, match="hand_disputed"):
        sign(sheet, 0, author)


def test_signature_is_removed_when_a_hand_is_changed_after_signing(sheet: ScoreSheet, author: Author) -> None:
    decided(sheet, author)
    sign(sheet, 0, author)
    write(sheet, (2, 1), {**SWEPT, "trionfo": "3C"}, author, based_on=1)
    sheet.refresh_from_db()
    assert sheet.summary["signed"] == []


def test_hash_chain_reveals_a_changed_or_missing_log_entry(sheet: ScoreSheet, author: Author) -> None:
    decided(sheet, author)
    events = list(SheetEvent.objects.filter(sheet=sheet).order_by("seq"))
    assert chain_faults(sheet, events) == []
    events[1].body = {**events[1].body, "card_points": [60, 10]}
    assert "fact 2 does not follow from the one before" in chain_faults(sheet, events)
    assert chain_faults(sheet, events[:-1])


@pytest.mark.parametrize("change", ["update", "delete"])
def test_log_entries_cannot_be_updated_or_deleted(sheet: ScoreSheet, author: Author, change: str) -> None:
    write(sheet, (1, 1), FIRST, author)
    rows = SheetEvent.objects.filter(sheet=sheet)
    with pytest.raises(IntegrityError, match="only ever grows"), transaction.atomic():
        rows.update(game=2) if change == "update" else rows._raw_delete("default")


@pytest.mark.django_db(transaction=True)
def test_triggers_are_restored_after_a_migration_rebuilds_the_table(
    sheet: ScoreSheet, author: Author
) -> None:
    """Check that every `migrate` recreates the triggers that SQLite drops when a table is altered."""
    constraint = next(one for one in SheetEvent._meta.constraints if one.name == "sheet_event_seq_from_one")
    with connection.schema_editor() as editor:
        editor.remove_constraint(SheetEvent, constraint)
        editor.add_constraint(SheetEvent, constraint)
    if connection.vendor == "sqlite":
        assert triggers.missing(connection) != []
    triggers.install_after_migrate("default")
    assert triggers.missing(connection) == []
    write(sheet, (1, 1), FIRST, author)
    with pytest.raises(IntegrityError, match="only ever grows"), transaction.atomic():
        SheetEvent.objects.filter(sheet=sheet).update(game=2)
