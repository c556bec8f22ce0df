"""Undo of register actions, such as a merge: tournaments move back, and previous details are restored."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.models import Distinction, Person, PersonBefore, PersonMove
from tournaments.people.rules import SHOWN_AS, joined_values, standing_values
from tournaments.people.selectors.preview import refuse_gone, refuse_merge
from tournaments.people.selectors.register import standing_moves, with_events
from tournaments.people.services import moving, names
from tournaments.rosters.selectors.identities import events_of
from tournaments.values.persons import PersonAct


def undo_move(move: PersonMove, *, author: Author, at: datetime) -> PersonMove:
    """Undo an action on the register and return the new action.

    Raise NotNow if the action was undone already or is an undo, or if a later action depends on it. Raise
    BadEntry if the member number to restore belongs to another person now.
    """
    with transaction.atomic():
        moving.lock_persons(*(each for each in (move.person, move.other) if each is not None))
        if not standing_moves().filter(pk=move.pk).exists():
            raise NotNow("undone_already", Sentence(_("This was undone already. Look again.")))
        if move.kind == PersonAct.MERGE:
            return take_merge_back(move, PersonAct.UNDO, author, at)
        if move.kind == PersonAct.SPLIT and not move.body.get("new"):
            return _merge_again(move, author, at)
        if move.kind == PersonAct.ADD:
            _take_addition_back(move, author, at)
        else:
            UNDOING[PersonAct(move.kind)](move)
        return moving.note_act(PersonAct.UNDO, move.person, move.other, {}, author, at, undoes=move)


LATER = Sentence(_("Something was changed here since. Undo that first, then this."))


def _take_addition_back(move: PersonMove, author: Author, at: datetime) -> None:
    """Undo the addition of a person: erase the person.

    Raise NotNow if the person has entered a tournament, or if a later action involves the person.
    """
    refuse_gone(move.person)
    if events_of([move.person_id])[move.person_id]:
        raise NotNow("has_played", Sentence(_("They have entered a tournament: they stay in the register.")))
    about = Q(person=move.person) | Q(other=move.person)
    if standing_moves().filter(about).exclude(pk=move.pk).exists():
        raise NotNow("undo_later_first", LATER)
    names.erase_person(move.person, author=author, at=at)


def _take_change_back(move: PersonMove) -> None:
    refuse_gone(move.person)
    before = PersonBefore.objects.filter(move=move, person=move.person).first()
    moves = standing_moves().filter(at__gt=move.at, kind__in=[PersonAct.CHANGE, PersonAct.SPLIT])
    later = PersonBefore.objects.filter(person=move.person, move__in=moves)
    if before is None or any(before.values.keys() & each.values.keys() for each in later):
        raise NotNow("undo_later_first", LATER)
    values = moving.values_before(before)
    moving.refuse_taken_number(move.person, values.get("member_number", ""))
    moving.write_details(move.person, values)
    before.delete()


def take_merge_back(
    merge: PersonMove, kind: PersonAct, author: Author, at: datetime, **answers: bool
) -> PersonMove:
    """Undo a merge, so that the merged person gets back the moved tournaments; return the new action.

    `answers` is stored in the body of the new action. The caller opens the transaction. Raise NotNow if a
    later action depends on the merge.
    """
    person, into = _both(merge)
    is_known = merge.before.count() == len((person, into))
    if person.merged_into_id != into.pk or into.merged_into_id or not is_known:
        raise NotNow("undo_later_first", LATER)
    moving.lock_persons(person, into)
    events = events_of([into.pk])[into.pk] & set(map(UUID, merge.body["tournaments"]))
    named_after = set(map(UUID, merge.body["teams"])) & set(moving.teams_named_after(into))
    body = {"tournaments": moving.id_texts(events), "teams": moving.id_texts(named_after)}
    move = moving.note_act(kind, person, into, {**body, **answers}, author, at, undoes=merge)
    _separate_persons(merge, person, into)
    moving.move_events(events, into, person)
    moving.name_after_players(named_after)
    moving.tell_events(events, person=person)
    moving.tell_events(events_of([into.pk])[into.pk], person=into)
    return move


def _both(move: PersonMove) -> tuple[Person, Person]:
    if move.other_id is None:
        raise LookupError("an act about one person alone")
    return Person.objects.get(pk=move.person_id), Person.objects.get(pk=move.other_id)


def _separate_persons(merge: PersonMove, person: Person, into: Person) -> None:
    """Restore the details that both persons had before a merge; later changes of `into` are kept.

    If the display of the name was changed after the merge, the change applies to both persons.
    """
    values_of_into, values_of_person = _values_without(merge, into), moving.joined_before(merge, person.pk)
    since = (
        {}
        if set(SHOWN_AS) <= values_of_into.keys()
        else {column: getattr(into, column) for column in SHOWN_AS}
    )
    moving.write_columns(into, values_of_into)
    back = {column: values_of_person[column] for column in ("member_number", *SHOWN_AS)} | since
    if Person.objects.exclude(member_number="").filter(member_number=back["member_number"]).exists():
        back["member_number"] = ""
    person.merged_into = None
    person.save(update_fields=["merged_into"])
    moving.write_columns(person, back)
    names.follow_person(person)
    names.follow_person(into)


def _values_without(merge: PersonMove, into: Person) -> dict[str, Any]:
    """Return the column values that `into` would have if the merge had not happened.

    Columns that were changed after the merge are left out. The values stored with later merges are corrected
    in the same way.
    """
    before = moving.joined_before(merge, into.pk)
    after = joined_values(before, moving.joined_before(merge, merge.person_id))
    merges = standing_moves().filter(kind=PersonAct.MERGE, other=into, before__person=into)
    for later in merges.filter(at__gt=merge.at).order_by("at"):
        values_of_into, values_of_merged = (
            moving.joined_before(later, each) for each in (into.pk, later.person_id)
        )
        without = values_of_into | standing_values(values_of_into, before, after)
        moving.remember_before(later, into, without)
        before, after = (
            joined_values(without, values_of_merged),
            joined_values(values_of_into, values_of_merged),
        )
    return standing_values(moving.columns_joined(into), before, after)


def _merge_again(move: PersonMove, author: Author, at: datetime) -> PersonMove:
    """Undo a split that had undone a merge: merge the two persons again, and return the new action."""
    person, into = _both(move)
    first, second = with_events([person, into])
    refuse_merge(first, second)
    before = PersonBefore.objects.filter(move=move, person=person).first()
    if before is None:
        raise NotNow("undo_later_first", LATER)
    moving.write_details(person, before.values)
    _take_apart_back(move)
    events = {each.pk for each in first.tournaments}
    return moving.join_persons(person, into, events, author=author, at=at, undoes=move)


def _take_split_back(move: PersonMove) -> None:
    new, person = _both(move)
    refuse_gone(new, person)
    both = events_of([new.pk, person.pk])
    events = both[new.pk] & set(map(UUID, move.body["tournaments"]))
    if events & both[person.pk]:
        refuse_merge(*with_events([new, person]))
    named_after = set(map(UUID, move.body["teams"])) & set(moving.teams_named_after(new))
    moving.move_events(events, new, person)
    _take_apart_back(move)
    if both[new.pk] == events:
        moving.join_columns(new, person)
        Person.objects.filter(pk=new.pk).update(merged_into=person, name_key=str(new.pk), bare_key=None)
        names.follow_person(person)
    moving.name_after_players(named_after)
    moving.tell_events(events, person=person)


def _take_apart_back(move: PersonMove) -> None:
    """Reopen the questions about similar names that a split closed."""
    if move.other is None:
        return
    if move.body.get("certain"):
        Person.objects.filter(pk=move.other.pk).update(certain_since=None)
    if move.body.get("apart", True):
        first, second = sorted((move.person, move.other), key=lambda each: each.pk)
        Distinction.objects.filter(first=first, second=second).delete()


def _take_same_back(move: PersonMove) -> None:
    Person.objects.filter(pk=move.person_id).update(certain_since=None)


UNDOING = {
    PersonAct.CHANGE: _take_change_back,
    PersonAct.SPLIT: _take_split_back,
    PersonAct.APART: _take_apart_back,
    PersonAct.SAME: _take_same_back,
}
