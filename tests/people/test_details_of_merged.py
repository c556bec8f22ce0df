"""Tests that a merge combines the details of two persons, and that undoing it restores them."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest

from scoring.types import BadEntry, NotNow
from tests.people.test_archives_of_merged import writer
from tests.people.test_register_page import enter, person
from tournaments.competition.names import Showing
from tournaments.models import Person
from tournaments.people.rules import JOINED
from tournaments.people.services import moving
from tournaments.people.services.names import show_person
from tournaments.people.services.register import add_person, change_person, merge_persons, split_person
from tournaments.people.services.undoing import undo_move

pytestmark = pytest.mark.django_db


def two() -> tuple[Person, Person]:
    """Return two persons with similar names, each of whom has played one tournament."""
    enter(("Gio Maria Carta", "Ugo Fois"))
    enter(("Giommaria Carta", "Ada Piras"))
    return person("Gio Maria Carta"), person("Giommaria Carta")


def test_hidden_person_stays_hidden_in_the_team_name_after_a_merge_is_undone() -> None:
    one, into = two()
    show_person(one, Showing.INITIALS, **writer())
    undo_move(merge_persons(one, into, **writer()), **writer())
    assert [team.name for team in (one.seats.get().team, into.seats.get().team)] == [
        "G. M. C. – Fois", "Carta – Piras",
    ]  # fmt: skip


EARLY, LATE = datetime(2024, 3, 1, 12, tzinfo=UTC), datetime(2025, 3, 1, 12, 0, 0, 5, tzinfo=UTC)
SOON, LATER = date(2026, 12, 31), date(2027, 12, 31)


def write_details_of(player: Person, **values: Any) -> None:
    """Save columns of a person directly in the database."""
    Person.objects.filter(pk=player.pk).update(**values)


def read(*people: Person) -> list[dict[str, Any]]:
    """Return, for each person, the values of the columns that a merge combines."""
    rows = Person.objects.in_bulk([each.pk for each in people])
    return [{column: getattr(rows[each.pk], column) for column in JOINED} for each in people]


def valid(*people: Person) -> list[tuple[str, date | None, datetime | None]]:
    """Return the member number, the expiry date and the time of the name request of each person.

    In the name request, a person asks to keep the name.
    """
    return [(row["member_number"], row["valid_until"], row["stays_since"]) for row in read(*people)]


def test_merge_keeps_the_later_membership_end_and_the_earlier_request_to_keep_the_name() -> None:
    one, into = two()
    write_details_of(one, member_number="61", valid_until=LATER, stays_since=LATE)
    write_details_of(into, valid_until=SOON, stays_since=EARLY)
    before = read(one, into)
    move = merge_persons(one, into, **writer())
    assert valid(into) == [("61", LATER, EARLY)]
    undo_move(move, **writer())
    assert read(one, into) == before
    write_details_of(into, valid_until=None, stays_since=None)
    merge_persons(one, into, **writer())
    assert valid(into) == [("61", LATER, LATE)]


def test_undoing_a_merge_keeps_details_changed_after_the_merge() -> None:
    one, into = two()
    write_details_of(one, member_number="61", valid_until=LATER, stays_since=LATE)
    move = merge_persons(one, into, **writer())
    change_person(into, member_number="62", valid_until=SOON, **writer())
    undo_move(move, **writer())
    assert valid(one, into) == [("61", LATER, LATE), ("62", SOON, None)]


def test_earlier_of_two_merges_can_be_undone_first() -> None:
    one, into = two()
    enter(("Gio Maria Cartas", "Nina Pau"))
    other = person("Gio Maria Cartas")
    write_details_of(one, member_number="61", valid_until=LATER, stays_since=EARLY, showing="initials")
    write_details_of(other, member_number="7", valid_until=SOON, stays_since=LATE, is_minor=True)
    before = read(one, into, other)
    first, second = (merge_persons(each, into, **writer()) for each in (one, other))
    assert valid(into) == [("61", LATER, EARLY)]
    undo_move(first, **writer())
    assert valid(one, into) == [("61", LATER, EARLY), ("7", SOON, LATE)]
    undo_move(second, **writer())
    assert read(one, into, other) == before


def test_change_of_a_name_cannot_be_undone_until_a_later_merge_and_split_are_undone() -> None:
    one, into = two()
    renamed = change_person(one, name="Gio Carta", **writer())
    merge = merge_persons(one, into, **writer())
    split = split_person(
        into, [UUID(each) for each in merge.body["tournaments"]], name="Nino Carta", **writer()
    )
    assert renamed
    with pytest.raises(NotNow) as refused:
        undo_move(renamed, **writer())
    assert refused.value.code == "undo_later_first"
    undo_move(undo_move(split, **writer()), **writer())
    undo_move(renamed, **writer())
    assert Person.objects.get(pk=one.pk).written_name == "Gio Maria Carta"


def test_split_without_a_tournament_is_refused() -> None:
    one, into = two()
    other = add_person(name="Gio Maria Cartas", **writer()).person
    merge_persons(other, into, **writer())
    with pytest.raises(BadEntry) as refused:
        split_person(into, [], **writer())
    assert refused.value.code == "no_events"
    assert Person.objects.get(pk=other.pk).merged_into == into != one


@pytest.mark.parametrize("way", ["change", "undo"])
def test_member_number_given_to_another_person_at_the_same_time_is_refused(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two()
    write_details_of(one, member_number="61")
    move = change_person(one, member_number="", **writer())
    assert move
    write_details_of(other, member_number="61")
    monkeypatch.setattr(moving, "refuse_taken_number", lambda *_holder: None)
    acts: dict[str, Any] = {
        "change": lambda: change_person(one, member_number="61", **writer()),
        "undo": lambda: undo_move(move, **writer()),
    }
    with pytest.raises(NotNow) as refused:
        acts[way]()
    assert refused.value.code == "state_changed"
    assert [row[0] for row in valid(one, other)] == ["", "61"]


def test_undoing_a_merge_leaves_both_persons_hidden_if_the_remaining_person_was_hidden() -> None:
    one, into = two()
    move = merge_persons(one, into, **writer())
    show_person(into, Showing.INITIALS, **writer())
    undo_move(move, **writer())
    assert {row["showing"] for row in read(one, into)} == {"initials"}
    assert [each.seats.get().team.name for each in (one, into)] == ["G. M. C. – Fois", "G. C. – Piras"]


def test_undoing_a_split_keeps_the_details_of_both_persons() -> None:
    first = enter(("Giovanni Sanna", "Ugo Fois"))
    enter(("Giovanni Sanna", "Ada Piras"))
    one = person("Giovanni Sanna")
    move = split_person(one, [first.pk], name="Giovanni Sanna", **writer())
    change_person(move.person, member_number="61", valid_until=SOON, **writer())
    show_person(move.person, Showing.INITIALS, **writer())
    undo_move(move, **writer())
    one.refresh_from_db()
    assert (one.seats.count(), one.name, one.showing) == (2, "G. S.", "initials")
    assert valid(one) == [("61", SOON, None)]
