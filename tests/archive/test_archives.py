"""Export and import of a tournament: an archive is imported completely and unchanged, or is refused."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZIP_STORED, ZipFile

import pytest
from django.utils import timezone
from hypothesis import given, settings, strategies as st

from scoring.models import ScoreSheet, SheetEvent, TableKey
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, RuleError
from tests.archive.archives import archive_of, archived
from tests.archive.zips import digest_of, files_of, packed, vouched
from tests.builders import (
    a_tournament,
    an_organiser,
    drawn_tournament,
    first_stage,
    match_of,
    play_match,
    play_out,
)
from tests.test_hidden_names import HIDDEN, an_evening
from tests.tiers import sampled
from tournaments.archive import rules
from tournaments.archive.rules import MANIFEST
from tournaments.archive.services import archive_file
from tournaments.archive.services.archive_file import open_archive
from tournaments.archive.services.archives import import_archive
from tournaments.competition.format_parts.format import Format
from tournaments.competition.formats import FORMATS
from tournaments.competition.names import Showing
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import commit_draw
from tournaments.models import Match, Outcome, Person, Stage, Team, Tournament
from tournaments.people.services.names import erase_person, show_person
from tournaments.publishing import tables
from tournaments.publishing.tables import results_table
from tournaments.queue import runner

pytestmark = pytest.mark.django_db


def taken_in(data: bytes) -> Tournament:
    """Import the tournament from an archive, and return the tournament."""
    return import_archive(open_archive(BytesIO(data)), owner=an_organiser("tore"), at=timezone.now())


def half_played() -> Tournament:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament))
    return tournament


EVERY = pytest.mark.parametrize(
    "form", sampled((form for form in FORMATS.values() if 2 in form.sides), 3), ids=lambda form: form.key
)


@EVERY
def test_archive_of_an_imported_tournament_of_every_format_has_the_same_digest_and_bytes(
    form: Format,
) -> None:
    def build_tournament() -> Tournament:
        tournament = drawn_tournament(7, form=form.key)
        play_out(tournament)
        return tournament

    data = archive_of(build_tournament)
    tournament = taken_in(data)
    report = verify_tournament(tournament)
    assert (report.faults, report.digest) == ([], digest_of(data))
    assert archived(tournament) == data


def test_imported_score_sheets_keep_their_hash_chains() -> None:
    data = archive_of(half_played)
    taken_in(data)
    lines = [json.loads(line) for line in files_of(data)["facts/entries.jsonl"].splitlines()]
    events = SheetEvent.objects.order_by("seq")
    assert [event.hash for event in events] == [line["hash"] for line in lines]
    assert [(event.user_id, event.device_id) for event in events] == [(None, None)] * 4
    assert events[0].written_by == lines[0]["written_by"]


def test_end_of_an_imported_match_is_the_time_of_its_last_hand() -> None:
    def build_tournament() -> Tournament:
        tournament = half_played()
        tournament.matches.filter(state="signed").update(over_at=timezone.now() + timedelta(days=1))
        return tournament

    taken_in(archive_of(build_tournament))
    last_hand = SheetEvent.objects.filter(kind="hand").latest("seq")
    assert Match.objects.get(state="signed").over_at == last_hand.recorded_at


def test_running_tournament_continues_after_the_import() -> None:
    tournament = taken_in(archive_of(half_played))
    assert TableKey.objects.filter(closed_at=None).count() == 2
    runner.drain()
    play_out(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "over"
    assert verify_tournament(tournament).faults == []


def test_archive_contains_no_hidden_names_secrets_or_accounts() -> None:
    secrets: list[str] = []

    def build_tournament() -> Tournament:
        tournament = an_evening()
        keys = TableKey.objects.all()
        secrets.extend(secret for key in keys for secret in (key.token_hash, key.code_hash))
        secrets.extend(["antonella", "si è fatta male", "pbkdf2", "md5$"])
        return tournament

    data = archive_of(build_tournament)
    text = b"".join(files_of(data).values()).decode().casefold()
    assert not [each for each in (*HIDDEN, *secrets) if each.casefold() in text]
    tournament = taken_in(data)
    assert archived(tournament) == data
    erased = Person.objects.get(erased_at__isnull=False)
    assert (erased.name, erased.written_name) == ("N. N.", "")
    showings = {person.name: person.showing for person in Person.objects.exclude(showing="full")}
    assert showings == {"G. Z.": "initials", "G. M.": "initials", "La Rossa": "alias", "N. N.": "initials"}


def test_unrevealed_salt_of_a_draw_is_not_archived() -> None:
    def promised() -> Tournament:
        tournament = a_tournament(teams=4)
        commit_draw(first_stage(tournament), author=Author(tournament.owner_id), at=timezone.now())
        return tournament

    files = files_of(archive_of(promised))
    assert files["facts/promises.jsonl"] == b""


def test_second_archive_of_an_unchanged_tournament_has_the_same_bytes() -> None:
    tournament = half_played()
    assert archived(tournament) == archived(tournament)


def test_export_needs_no_extra_queries_for_large_tournaments(django_assert_max_num_queries: Any) -> None:
    counts = []
    for teams in (4, 16):
        tournament = drawn_tournament(teams, name=f"Torneo {teams}")
        play_out(tournament)
        with django_assert_max_num_queries(60) as queries:
            archived(tournament)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_export_includes_a_match_that_ends_during_the_export(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = drawn_tournament(4)
    played: list[Match] = []

    def slowly(event: Tournament) -> Any:
        if not played:
            played.append(play_match(match_of(event)))
        return results_table(event)

    monkeypatch.setattr(tables, "results_table", slowly)
    data = archived(tournament)
    assert len(files_of(data)["facts/entries.jsonl"].splitlines()) == 4
    assert data == archived(tournament)


def test_export_is_refused_if_the_tournament_keeps_changing(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = drawn_tournament(4)

    def changing(event: Tournament) -> Any:
        Tournament.objects.filter(pk=event.pk).update(version=event.version + 1)
        return results_table(event)

    monkeypatch.setattr(tables, "results_table", changing)
    with pytest.raises(NotNow, match="event_moves"):
        archived(tournament)


def test_export_is_refused_during_a_draw_and_with_inconsistent_data() -> None:
    tournament = drawn_tournament(4)
    Stage.objects.filter(tournament=tournament).update(state="drawing")
    with pytest.raises(NotNow, match="draw_in_the_making"):
        archived(tournament)
    Stage.objects.filter(tournament=tournament).update(state="playing")
    ScoreSheet.objects.filter(match__tournament=tournament).update(head_seq=3)
    with pytest.raises(NotNow, match="event_faulty"):
        archived(tournament)


# Persons that exist on the importing site


def test_imported_person_with_a_public_full_name_is_matched_by_name() -> None:
    data = archive_of(half_played)
    other_tournament = a_tournament(teams=1, name="Un altro")
    anna = Person.objects.get(name="Anna Primu1")
    tournament = taken_in(data)
    assert Person.objects.count() == 8
    assert tournament.teams.get(number=1).players.filter(pk=anna.pk).exists()
    assert other_tournament.teams.get().players.filter(pk=anna.pk).exists()
    assert verify_tournament(tournament).digest == digest_of(data)


def test_hidden_or_erased_person_stays_hidden_or_erased_after_an_import() -> None:
    data = archive_of(half_played)
    other_tournament = a_tournament(teams=2, name="Un altro")
    hidden, erased = Person.objects.get(name="Anna Primu1"), Person.objects.get(name="Bachisio Segundu1")
    author = Author(other_tournament.owner_id)
    show_person(hidden, Showing.INITIALS, author=author, at=timezone.now())
    files = files_of(data)
    person_id = next(
        json.loads(line)["id"]
        for line in files["facts/persons.jsonl"].splitlines()
        if json.loads(line)["name"] == "Bachisio Segundu2"
    )
    Person.objects.create(pk=person_id, name="Bachisio Segundu2", name_key="x")
    erase_person(Person.objects.get(pk=person_id), author=author, at=timezone.now())
    renamed = files["facts/teams.jsonl"].replace(b"Coppia 1", b"Primu1 - Segundu1")
    files["facts/teams.jsonl"] = renamed.replace(b"Coppia 2", b"Primu2 - Segundu2")
    tournament = taken_in(vouched(files, digest_of(data)))
    first, second = tournament.teams.order_by("number")[:2]
    assert (first.name, first.written_name) == ("A. P. – Segundu1", "Primu1 - Segundu1")
    assert (second.name, second.written_name) == ("Primu2 – N. N.",) * 2
    assert erased.erased_at is None
    players = second.players.values_list("name", flat=True)
    assert sorted(players) == ["Anna Primu2", "N. N."]


def test_imported_initials_are_not_matched_with_a_person_of_the_same_initials() -> None:
    data = archive_of(an_evening)
    stranger = Person.objects.create(name="G. Z.", written_name="G. Z.", name_key="g. z.")
    tournament = taken_in(data)
    assert not tournament.teams.filter(players=stranger).exists()


def test_import_with_a_taken_slug_gets_a_numbered_slug_and_a_second_import_is_refused() -> None:
    data = archive_of(half_played)
    first_tournament = a_tournament(name="Torneo d’autunno")
    tournament = taken_in(data)
    assert (first_tournament.slug, tournament.slug) == ("torneo-dautunno", "torneo-dautunno-2")
    with pytest.raises(BadEntry, match="event_known"):
        taken_in(data)


# Refused archives

Files = dict[str, bytes]


def changed(name: str, old: bytes, new: bytes) -> Callable[[Files], None]:
    """Return a function that replaces the bytes `old` with `new` in one file of an archive."""

    def change(files: Files) -> None:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)

    return change


def without(name: str) -> Callable[[Files], None]:
    def leave_out(files: Files) -> None:
        del files[name]

    return leave_out


def added(name: str) -> Callable[[Files], None]:
    return lambda files: files.update({name: b"x\n"})


def doubled(name: str) -> Callable[[Files], None]:
    def double(files: Files) -> None:
        files[name] += files[name].splitlines(keepends=True)[0]

    return double


MADE_ON_PURPOSE = [
    pytest.param(without("facts/clock.jsonl"), "archive_files", id="a file of facts is missing"),
    pytest.param(added("../../evil.py"), "archive_files", id="a path out of the folder"),
    pytest.param(added("/etc/passwd"), "archive_files", id="a path from the root"),
    pytest.param(added("tables/../x.csv"), "archive_files", id="a path in disguise"),
    pytest.param(added("facts/evil.jsonl"), "archive_files", id="a kind that nobody knows"),
    pytest.param(changed("facts/slots.jsonl", b"{", b"{{"), "archive_line", id="no JSON"),
    pytest.param(changed("facts/slots.jsonl", b"{", b"["), "archive_line", id="no object"),
    pytest.param(changed("facts/slots.jsonl", b'"side":0', b'"side": 0'), "archive_line", id="a space"),
    pytest.param(changed("facts/slots.jsonl", b'"side":0', b'"side":0.0'), "archive_line", id="a float"),
    pytest.param(changed("facts/slots.jsonl", b'"side":0', b'"side":true'), "archive_line", id="true"),
    pytest.param(changed("facts/slots.jsonl", b'"side":0', b'"side":-1'), "archive_line", id="below zero"),
    pytest.param(changed("facts/slots.jsonl", b'"side":0', b'"side":NaN'), "archive_line", id="no number"),
    pytest.param(changed("facts/slots.jsonl", b'"side":0', b'"side":99999999999'), "archive_line", id="huge"),
    pytest.param(changed("facts/slots.jsonl", b'"side":0', b'"side":null'), "archive_line", id="nothing"),
    pytest.param(changed("facts/slots.jsonl", b'"side":0,', b""), "archive_line", id="a field is missing"),
    pytest.param(
        changed("facts/slots.jsonl", b'"side":0', b'"side":0,"sidf":1'), "archive_line", id="a field too many"
    ),
    pytest.param(
        changed("facts/slots.jsonl", b'"side":0', b'"side":0,"side":0'), "archive_line", id="a doubled field"
    ),
    pytest.param(changed("facts/slots.jsonl", b'"line"', b'"li\\u0000e"'), "archive_line", id="a NUL"),
    pytest.param(
        changed("facts/teams.jsonl", b'"name":"Coppia 1"', b'"name":"' + b"x" * 99 + b'"'),
        "archive_line",
        id="a name too long",
    ),
    pytest.param(changed("facts/persons.jsonl", b"Anna", b"An\xe2\x80\xaena"), "archive_line", id="bidi"),
    pytest.param(changed("facts/persons.jsonl", b'"full"', b'"loud"'), "archive_line", id="shown otherwise"),
    pytest.param(changed("facts/persons.jsonl", b"Anna", b"Anna\xcc\x80"), "archive_line", id="decomposed"),
    pytest.param(
        changed("facts/slots.jsonl", b"\n", b" " * (4 * 2**20) + b"\n"), "archive_line", id="a line too long"
    ),
    pytest.param(
        changed("facts/slots.jsonl", b'"source":"line"', b'"source":' + b"[" * 99_999),
        "archive_line",
        id="deep",
    ),
    pytest.param(doubled("facts/slots.jsonl"), "archive_contradicts", id="a doubled row"),
    pytest.param(doubled("facts/tournament.jsonl"), "archive_not_one", id="two events"),
    pytest.param(
        changed("facts/tournament.jsonl", b'"mariglia"', b'"whist"'), "archive_unknown_rules", id="a game"
    ),
    pytest.param(
        changed("facts/stages.jsonl", b'"knockout"', b'"ladder"'), "archive_unknown_rules", id="a format"
    ),
    pytest.param(
        changed("facts/entries.jsonl", b"[66,4]", b"[65,5]"),
        "archive_digest",
        id="another hand",
    ),
    pytest.param(changed("facts/entries.jsonl", b'"AS"', b'"XX"'), "archive_digest", id="no card"),
    pytest.param(
        changed("facts/entries.jsonl", b'"written_by":[', b'"written_by":[9'),
        "archive_digest",
        id="author",
    ),
    pytest.param(
        changed("facts/outcomes.jsonl", b'"winner":0', b'"winner":1'), "archive_digest", id="a winner"
    ),
    pytest.param(
        changed("facts/journal.jsonl", b'"body":{}', b'"body":[]'), "archive_digest", id="a body that is none"
    ),
    *(
        pytest.param(
            changed("facts/journal.jsonl", b'"body":{}', b'"body":{"team":%s}' % team),
            "archive_digest",
            id=f"no team {number}",
        )
        for number, team in enumerate((b'"x"', b"[]", b"7", b"null"))
    ),
    pytest.param(changed("facts/draws.jsonl", b'"seeds"', b'"lots"'), "archive_digest", id="a draw"),
    pytest.param(
        changed("facts/matches.jsonl", b'"signed"', b'"walkover"'), "archive_digest", id="how a match ended"
    ),
    pytest.param(
        changed("facts/matches.jsonl", b'"signed"', b'"singing"'), "archive_contradicts", id="no state"
    ),
]


def nothing_came() -> None:
    """Assert that the database contains no tournament data."""
    for model in (Tournament, Stage, Team, Person, Match, ScoreSheet, SheetEvent, Outcome, TableKey):
        assert not model.objects.exists(), model


@pytest.mark.alike  # archives are refused before the database is used
@pytest.mark.parametrize(("change", "code"), MADE_ON_PURPOSE)
def test_manipulated_archive_is_refused(change: Callable[[Files], None], code: str) -> None:
    data = archive_of(half_played)
    files = files_of(data)
    change(files)
    with pytest.raises(BadEntry) as refused:
        taken_in(vouched(files, digest_of(data)))
    assert refused.value.code == code
    nothing_came()


def test_archive_with_a_wrong_digest_is_refused() -> None:
    data = archive_of(half_played)
    with pytest.raises(BadEntry, match="archive_digest"):
        taken_in(vouched(files_of(data), "0" * 64))
    nothing_came()


def other_zips(data: bytes) -> dict[str, tuple[bytes, str]]:
    """Return invalid archives and their expected error codes, keyed by description."""
    files = files_of(data)
    manifest = read(data)
    members = [*files.items(), (MANIFEST, manifest)]
    return {
        "empty": (b"", "archive_unreadable"),
        "no zip": (b"Sanna - Piras\n" * 99, "archive_unreadable"),
        "cut in half": (data[: len(data) // 2], "archive_unreadable"),
        "the end is missing": (data[:-1], "archive_unreadable"),
        "the beginning is missing": (data[100:], "archive_changed"),
        "no manifest": (packed(files.items()), "archive_changed"),
        "two manifests": (packed([*members, (MANIFEST, manifest)]), "archive_changed"),
        "a file twice": (packed([*members, members[0]]), "archive_files"),
        "a file too many": (packed([*members, ("facts/more.jsonl", b"")]), "archive_files"),
        "a folder": (packed([*members, ("facts/", b"")]), "archive_files"),
        "a file too few": (packed(members[1:]), "archive_files"),
        "packed otherwise": (packed(members, ZIP_STORED), "archive_changed"),
        "a manifest that is none": (packed([*files.items(), (MANIFEST, b"[]")]), "archive_changed"),
        "a manifest with a space": (
            packed([*files.items(), (MANIFEST, manifest + b" ")]),
            "archive_changed",
        ),
        "a manifest too large": (packed([*files.items(), (MANIFEST, b" " * 2**21)]), "archive_changed"),
        "another version": (
            packed([*files.items(), (MANIFEST, manifest.replace(b'"version": 1', b'"version": 2'))]),
            "archive_version",
        ),
    }


def read(data: bytes) -> bytes:
    """Return the manifest of an archive as bytes."""
    return ZipFile(BytesIO(data)).read(MANIFEST)


def test_incomplete_archive_is_refused() -> None:
    data = archive_of(half_played)
    for name, (broken, code) in other_zips(data).items():
        with pytest.raises(BadEntry) as refused:
            open_archive(BytesIO(broken))
        assert refused.value.code == code, name


def test_zip_bomb_is_refused_before_unpacking(monkeypatch: pytest.MonkeyPatch) -> None:
    data = archive_of(half_played)
    files = files_of(data) | {"README.txt": b"\0" * 2**20}
    monkeypatch.setattr(rules, "MOST_BYTES", 2**20)
    monkeypatch.setattr(archive_file, "_measure", lambda *_any: pytest.fail("unpacked"))
    with pytest.raises(BadEntry, match="archive_too_large"):
        open_archive(BytesIO(vouched(files, digest_of(data))))


@pytest.fixture(scope="module")
def original(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """Return the archive of a half-played tournament."""
    with django_db_blocker.unblock():
        return archive_of(half_played)


@pytest.mark.django_db(transaction=False)
@settings(max_examples=400)
@given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_archive_with_one_flipped_bit_is_refused_or_opens_with_the_same_data(
    original: bytes, place: float, bit: int
) -> None:
    flipped = bytearray(original)
    flipped[int(place * len(original))] ^= 1 << bit
    same_or_refused(original, bytes(flipped))


def test_archive_with_a_changed_zip_directory_is_refused_or_opens_with_the_same_data(original: bytes) -> None:
    for place in range(original.index(b"PK\x01\x02"), len(original)):
        flipped = bytearray(original)
        flipped[place] ^= 0xFF
        same_or_refused(original, bytes(flipped))


def same_or_refused(original: bytes, changed: bytes) -> None:
    """Assert that a changed archive is refused or has the same manifest and files as the original."""
    try:
        opened = open_archive(BytesIO(changed))
    except RuleError:
        return
    expected = open_archive(BytesIO(original))
    assert opened.manifest == expected.manifest
    for name in opened.manifest.members:
        assert opened.zip.read(name) == expected.zip.read(name)
