"""Actions on the register: add, rename, merge, split and distinguish persons. Each action can be undone.

A person's results are moved by changing the seats in the teams. Ids in stored records are never changed; they
are mapped to the current person when read (`RosterIdentity`). Draws, sheets and archives therefore stay the
same.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.names import Showing, clean_name, name_key, shown_name
from tournaments.models import Distinction, Person, PersonMove
from tournaments.people.rules import split_fault
from tournaments.people.selectors.preview import refuse_gone, refuse_merge, refuse_same
from tournaments.people.selectors.register import named_so, register, standing_moves, with_events
from tournaments.people.services import moving
from tournaments.people.services.undoing import take_merge_back
from tournaments.rosters.selectors.identities import events_of
from tournaments.values.persons import PersonAct

MEMBER_LETTERS = 20


def add_person(*, author: Author, at: datetime, **values: Any) -> PersonMove:
    """Add a person who has not entered a tournament yet; return the action of the register.

    `values` has `name` and the fields of `change_person`. Raise BadEntry if fields are invalid; the error
    lists all of them. Raise BadEntry also if another person has the member number, and if a person of the
    same name exists, unless a note or a member number distinguishes the two. Raise NotNow if another request
    has stored the name first.
    """
    values = _clean_details(values)
    key = name_key(values["written_name"])
    with transaction.atomic():
        namesakes = named_so([key], lock=True).get(key, [])
        if namesakes and not (values.get("note") or values.get("member_number")):
            sentence = Sentence(NAMESAKE, {"name": values["written_name"]})
            raise BadEntry("name_known", sentence, (Problem("name_known", "", "error", "/note", sentence),))
        bare_key = None if namesakes else key
        person = Person(**values, name=values["written_name"], name_key=key, bare_key=bare_key, written_at=at)
        moving.refuse_taken_number(person, person.member_number)
        Person.objects.bulk_create([person], ignore_conflicts=True)
        if not Person.objects.filter(pk=person.pk).exists():
            raise NotNow("state_changed", moving.FASTER)
        move = moving.note_act(PersonAct.ADD, person, None, {}, author, at)
        for each in namesakes:
            _mark_distinct(person, each)
    return move


NAMESAKE = _(
    "%(name)s is in the register already. If this is somebody else, write what tells the two apart: "
    "from where, born when."
)


def change_person(person: Person, *, author: Author, at: datetime, **values: Any) -> PersonMove | None:
    """Change the `name`, `note`, `member_number` or `valid_until` of a person everywhere.

    Return the action, or None if nothing changes. Raise BadEntry if fields are invalid; the error lists all
    of them. Raise BadEntry also if another person has the member number. Raise NotNow if the person was
    erased or merged, or if another request changed the register at the same time.
    """
    values = _clean_details(values)
    with transaction.atomic():
        moving.lock_persons(person)
        refuse_gone(person)
        moving.refuse_taken_number(person, values.get("member_number", ""))
        before = {key: getattr(person, key) for key in values if getattr(person, key) != values[key]}
        if not before:
            return None
        move = moving.note_act(PersonAct.CHANGE, person, None, {"fields": sorted(before)}, author, at)
        moving.remember_before(move, person, before)
        moving.write_details(person, {key: values[key] for key in before})
    return move


def _clean_details(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cleaned column values; raise BadEntry with the pointers of all invalid fields."""
    clean: dict[str, Any] = {}
    problems = []
    for field, text in values.items():
        column = "written_name" if field == "name" else field
        try:
            clean[column] = _clean(field, text)
        except BadEntry as wrong:
            problems.append(Problem(wrong.code, "", "error", f"/{field}", wrong.message))
    if problems:
        raise BadEntry(problems[0].code, problems[0].message, tuple(problems))
    return clean


def _clean(field: str, text: Any) -> Any:
    if field == "valid_until" or (field != "name" and not text.strip()):
        return text if field == "valid_until" else ""
    name = clean_name(text)
    if field == "member_number" and len(name) > MEMBER_LETTERS:
        text = _("A member number has at most %(most)s letters and digits.")
        raise BadEntry("member_number_too_long", Sentence(text, {"most": MEMBER_LETTERS}))
    return name


def merge_persons(person: Person, into: Person, *, author: Author, at: datetime) -> PersonMove:
    """Merge a person into another person and return the action.

    Raise BadEntry if both arguments are the same person. Raise NotNow if both persons played in one
    tournament, or if one of the two was erased or merged.
    """
    refuse_same(person, into)
    with transaction.atomic():
        moving.lock_persons(person, into)
        refuse_gone(person, into)
        first, second = with_events([person, into])
        refuse_merge(first, second)
        events = {each.pk for each in first.tournaments}
        move = moving.join_persons(person, into, events, author=author, at=at)
    person.refresh_from_db()
    return move


def split_person(  # an act has all of these parts
    person: Person,
    tournaments: Collection[UUID],
    *,
    name: str = "",
    note: str = "",
    author: Author,
    at: datetime,
) -> PersonMove:
    """Move some tournaments of a person to a newly added person, and return the action.

    If a merge brought exactly the given tournaments to the person, the merge is undone instead. Without
    `name`, a new person gets the name of `person`. Raise BadEntry for an invalid name or note, if no
    tournament is given, if the person did not play in one of the tournaments, or if the person would keep no
    tournament. Raise NotNow if the person was erased or merged.
    """
    values = _clean_details({"name": name.strip() or person.written_name, "note": note})
    with transaction.atomic():
        moving.lock_persons(person)
        refuse_gone(person)
        events = events_of([person.pk])[person.pk]
        back = _merged_with(person, set(tournaments) & events)
        if back is None or not set(tournaments) <= events:
            _refuse_split(events, list(tournaments))
        if back is not None:
            values_of_person = values if name.strip() else {"note": values["note"]}
            return _bring_back(back, person, values_of_person, author, at)
        new = _new_beside(person, values, at)
        chosen = set(tournaments)
        named_after = moving.teams_named_after(person, chosen)
        moved = {"tournaments": moving.id_texts(chosen), "teams": moving.id_texts(named_after)}
        body = {**moved, "new": True, **_answers(new, person, at)}
        move = moving.note_act(PersonAct.SPLIT, new, person, body, author, at)
        moving.move_events(chosen, person, new)
        moving.name_after_players(named_after)
        moving.tell_events(chosen, person=new)
    return move


def _merged_with(person: Person, chosen: set[UUID]) -> PersonMove | None:
    merges = standing_moves().filter(kind=PersonAct.MERGE, other=person, person__merged_into=person)
    events = id_set(chosen)
    return next((each for each in merges if events and set(each.body["tournaments"]) == events), None)


def _refuse_split(events: set[UUID], chosen: list[UUID]) -> None:
    code = split_fault(frozenset(id_set(events)), moving.id_texts(chosen))
    if not code:
        return
    place = next((at for at, each in enumerate(chosen) if each not in events), None)
    where = "/tournaments" if place is None else f"/tournaments/{place}"
    sentence = Sentence(SPLIT_FAULTS[code])
    raise BadEntry(code, sentence, (Problem(code, "", "error", where, sentence),))


SPLIT_FAULTS = {
    "no_events": _("Choose the tournaments that somebody else played."),
    "event_not_theirs": _("They did not play in this tournament. Choose among those they played."),
    "nothing_left": _("These are all their tournaments: change the name instead, or leave one out."),
}


def _bring_back(
    merge: PersonMove, person: Person, values: Mapping[str, Any], author: Author, at: datetime
) -> PersonMove:
    """Split a person by undoing a merge, and save the new details of the restored person."""
    answers = _answers(merge.person, person, at)
    move = take_merge_back(merge, PersonAct.SPLIT, author, at, **answers)
    back = Person.objects.get(pk=merge.person_id)
    changed = {key: value for key, value in values.items() if value and getattr(back, key) != value}
    moving.remember_before(move, back, {key: getattr(back, key) for key in changed})
    moving.write_details(back, changed)
    return move


def _new_beside(person: Person, values: Mapping[str, Any], at: datetime) -> Person:
    showing = Showing(person.showing)
    if showing is Showing.ALIAS:
        showing = Showing.INITIALS
    name = values["written_name"]
    return Person.objects.create(
        name=shown_name(name, showing),
        written_name=name,
        name_key=name_key(name),
        note=values["note"],
        showing=showing,
        is_minor=person.is_minor,
        written_at=at,
        certain_since=at,
    )


def tell_apart(first: Person, second: Person, *, author: Author, at: datetime) -> PersonMove:
    """Mark two persons with similar names as different, so that no merge is proposed again.

    Raise BadEntry if both arguments are the same person, NotNow if one of the two was erased or merged.
    """
    refuse_same(first, second)
    with transaction.atomic():
        moving.lock_persons(first, second)
        refuse_gone(first, second)
        body = {"apart": _mark_distinct(first, second)}
        return moving.note_act(PersonAct.APART, first, second, body, author, at)


def _mark_distinct(one: Person, other: Person) -> bool:
    first, second = sorted((one, other), key=lambda each: each.pk)
    return Distinction.objects.get_or_create(first=first, second=second)[1]


def keep_together(persons: Sequence[Person], *, author: Author, at: datetime) -> list[PersonMove]:
    """Confirm that all results of a person belong to one person, for each given person. Return the actions.

    Persons who are already confirmed, and erased or merged persons, are left out.
    """
    with transaction.atomic():
        moves = []
        for person in sorted(persons, key=lambda each: each.pk):
            rows = register().filter(pk=person.pk, certain_since=None)
            if rows.update(certain_since=at):
                moves.append(moving.note_act(PersonAct.SAME, person, None, {}, author, at))
    return moves


def _answers(new: Person, person: Person, at: datetime) -> dict[str, bool]:
    certain = Person.objects.filter(pk=person.pk, certain_since=None).update(certain_since=at)
    return {"apart": _mark_distinct(new, person), "certain": bool(certain)}


def id_set(ids: Iterable[UUID]) -> set[str]:
    return set(map(str, ids))
