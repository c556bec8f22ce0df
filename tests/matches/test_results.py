"""Tests of match results: states, outcomes, walkovers, disputes, tables and table codes."""

import pytest
from django.utils import timezone

from scoring.models import CodeTry, Device, ScoreSheet, TableKey
from scoring.sheet import devices
from scoring.sheet.devices import TRIES, TRIES_A_ROOM, know_device, open_by_code, revoke_grant, table_code
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import WINS_FOR_FIRST, a_tournament, drawn_tournament, match_of, play_match, play_out
from tournaments.club.services.new_tournament import change_tournament
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.matches.selectors.matches import one_match
from tournaments.matches.services import results
from tournaments.models import JournalEntry, Match, Outcome, Tournament
from tournaments.queue import runner

pytestmark = [pytest.mark.django_db, pytest.mark.databases]

FIRST = WINS_FOR_FIRST[0]


def author_of(tournament: Tournament) -> Author:
    return Author(tournament.owner_id)


def test_match_becomes_ready_then_playing_then_signed_and_its_winner_enters_the_next_match() -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    assert (match.state, match.table) == ("ready", 1)
    results.write_hand(match.pk, (1, 1), FIRST, author=author_of(tournament), at=timezone.now())
    assert match_of(tournament).state == "playing"
    assert play_match(match).state == "signed"
    final = one_match(match_of(tournament, "R2.1").pk)
    assert [side.team.seed if side.team else None for side in final.sides] == [1, None]
    assert final.match.state == "waiting"
    play_match(match_of(tournament, "R1.2"), winner=1)
    final = one_match(match_of(tournament, "R2.1").pk)
    assert [side.team.seed if side.team else None for side in final.sides] == [1, 3]
    assert final.match.state == "ready"


def test_last_match_ends_the_tournament_and_closes_all_tables() -> None:
    tournament = drawn_tournament(4, options={"third_place": True})
    play_out(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "over"
    assert not TableKey.objects.filter(closed_at__isnull=True).exists()
    assert verify_tournament(tournament).faults == []


def test_hand_sent_to_a_waiting_match_is_refused() -> None:
    tournament = drawn_tournament(4)
    with pytest.raises(NotNow, match="match_waiting"):
        results.write_hand(
            match_of(tournament, "R2.1").pk, (1, 1), FIRST, author=author_of(tournament), at=timezone.now()
        )


def test_identical_hand_sent_again_after_the_signatures_is_accepted() -> None:
    tournament = drawn_tournament(2)
    match = play_match(match_of(tournament))
    author = author_of(tournament)
    assert results.write_hand(match.pk, (1, 1), FIRST, author=author, at=timezone.now()).writing == "same"
    with pytest.raises(NotNow, match="sheet_signed"):
        results.strike_hand(match.pk, (2, 1), based_on=1, author=author, at=timezone.now())
    with pytest.raises(NotNow, match="sheet_signed"):
        results.write_hand(match.pk, (1, 1), FIRST, author=author, at=timezone.now(), based_on=1)


def test_different_hand_makes_the_match_disputed_until_a_version_is_chosen() -> None:
    tournament = drawn_tournament(2)
    match, author = match_of(tournament), author_of(tournament)
    results.write_hand(match.pk, (1, 1), FIRST, author=author, at=timezone.now())
    other = {**FIRST, "trionfo": "7S"}
    assert results.write_hand(match.pk, (1, 1), other, author=author, at=timezone.now()).writing == "differs"
    assert match_of(tournament).state == "disputed"
    with pytest.raises(NotNow, match="hand_disputed"):
        results.sign_sheet(match.pk, 0, author=author, at=timezone.now())
    results.settle_hand(match.pk, (1, 1), version=1, author=author, at=timezone.now())
    assert match_of(tournament).state == "playing"


def test_call_for_the_director_makes_the_match_disputed_until_the_call_is_answered() -> None:
    tournament = drawn_tournament(2)
    match, author = match_of(tournament), author_of(tournament)
    results.object_to_sheet(match.pk, author=author, at=timezone.now(), side=1)
    assert match_of(tournament).state == "disputed"
    results.write_hand(match.pk, (1, 1), FIRST, author=author, at=timezone.now())
    assert match_of(tournament).state == "disputed", "playing on does not take the call back"
    results.answer_call(match.pk, author=author, at=timezone.now())
    assert match_of(tournament).state == "playing"


def test_repeated_call_and_repeated_answer_change_nothing() -> None:
    tournament = drawn_tournament(2)
    match, author = match_of(tournament), author_of(tournament)

    def stored() -> tuple[int, int, int]:
        tournament.refresh_from_db()
        sheet = ScoreSheet.objects.get(pk=match.pk)
        return tournament.version, JournalEntry.objects.filter(tournament=tournament).count(), sheet.head_seq

    for act in (results.object_to_sheet, results.answer_call):
        act(match.pk, author=author, at=timezone.now())
        once = stored()
        assert act(match.pk, author=author, at=timezone.now()).pk == match.pk
        assert stored() == once


def test_director_confirms_a_sheet_with_one_missing_signature() -> None:
    tournament = drawn_tournament(2)
    match, author = play_match(match_of(tournament), sign=False), author_of(tournament)
    results.sign_sheet(match.pk, 0, author=author, at=timezone.now())
    assert results.confirm_match(match.pk, author=author, at=timezone.now()).state == "confirmed"
    results.confirm_match(match.pk, author=author, at=timezone.now())
    assert Outcome.objects.filter(match=match).count() == 1


def test_walkover_needs_a_reason_and_advances_the_winner_and_allows_no_hands() -> None:
    tournament = drawn_tournament(4)
    match, author = match_of(tournament), author_of(tournament)
    with pytest.raises(BadEntry, match="reason_missing"):
        results.award_walkover(match.pk, 1, " ", author=author, at=timezone.now())
    results.award_walkover(match.pk, 1, "absent at 21:53", author=author, at=timezone.now())
    runner.drain()
    final = one_match(match_of(tournament, "R2.1").pk)
    assert final.sides[0].team is not None
    assert final.sides[0].team.seed == 4
    with pytest.raises(NotNow, match="match_over"):
        results.write_hand(match.pk, (1, 1), FIRST, author=author, at=timezone.now())
    assert JournalEntry.objects.filter(kind="walkover", reason="absent at 21:53").exists()


def test_double_walkover_gives_the_next_opponent_a_bye_and_is_shown_as_the_reason() -> None:
    tournament = drawn_tournament(4)
    author = author_of(tournament)
    results.award_walkover(match_of(tournament).pk, None, "nobody came", author=author, at=timezone.now())
    play_match(match_of(tournament, "R1.2"))
    final = one_match(match_of(tournament, "R2.1").pk)
    assert final.match.state == "bye"
    assert (final.sides[0].team, final.sides[0].reason) == (None, "double_walkover")
    tournament.refresh_from_db()
    assert tournament.state == "over"
    assert verify_tournament(tournament).faults == []


def test_walkover_is_refused_for_a_match_that_is_in_play_or_over() -> None:
    tournament = drawn_tournament(2)
    match, author = match_of(tournament), author_of(tournament)
    results.write_hand(match.pk, (1, 1), FIRST, author=author, at=timezone.now())
    with pytest.raises(NotNow, match="match_being_played"):
        results.award_walkover(match.pk, 0, "late", author=author, at=timezone.now())
    play_match(match)
    with pytest.raises(NotNow, match="sheet_signed"):
        results.award_walkover(match.pk, 0, "late", author=author, at=timezone.now())


def test_matches_wait_until_a_table_of_the_tournament_is_free() -> None:
    tournament = drawn_tournament(8, tables=2)
    matches = Match.objects.filter(tournament=tournament, round=1).order_by("number")
    assert [match.table for match in matches] == [1, 2, None, None]
    play_match(match_of(tournament, "R1.2"))
    assert [match.table for match in matches.all()] == [1, 2, 2, None]


def test_recording_a_hand_increases_the_tournament_version_by_one() -> None:
    tournament = drawn_tournament(2)
    before = Tournament.objects.get(pk=tournament.pk).version
    results.write_hand(
        match_of(tournament).pk, (1, 1), FIRST, author=author_of(tournament), at=timezone.now()
    )
    after = Tournament.objects.get(pk=tournament.pk)
    assert after.version == before + 1
    assert [change.topic for change in after.changes.filter(version__gt=before)] == ["hand"]


@pytest.mark.parametrize("teams", [4, 64])
def test_recording_a_hand_needs_a_constant_number_of_queries(
    teams: int, django_assert_num_queries: object
) -> None:
    tournament = drawn_tournament(teams, tables=teams)
    match, author = match_of(tournament), author_of(tournament)
    results.write_hand(match.pk, (1, 1), {**FIRST, "card_points": [41, 29]}, author=author, at=timezone.now())
    with django_assert_num_queries(9):  # type: ignore[operator]
        results.write_hand(
            match.pk,
            (1, 2),
            {**FIRST, "dealer": 1, "card_points": [41, 29]},
            author=author,
            at=timezone.now(),
        )


def test_empty_tournament_passes_verification() -> None:
    assert verify_tournament(a_tournament()).faults == []


def test_signature_is_refused_after_the_director_has_confirmed_the_sheet() -> None:
    tournament = drawn_tournament(2)
    match, author = play_match(match_of(tournament), sign=False), author_of(tournament)
    results.sign_sheet(match.pk, 0, author=author, at=timezone.now())
    results.confirm_match(match.pk, author=author, at=timezone.now())
    assert results.sign_sheet(match.pk, 0, author=author, at=timezone.now()).state == "confirmed"
    with pytest.raises(NotNow, match="sheet_signed"):
        results.sign_sheet(match.pk, 1, author=author, at=timezone.now())
    assert Outcome.objects.filter(match=match).count() == 1


def test_different_hand_sent_to_a_signed_sheet_changes_nothing() -> None:
    tournament = drawn_tournament(2)
    match, author = play_match(match_of(tournament)), author_of(tournament)
    answer = results.write_hand(
        match.pk, (1, 1), {**FIRST, "trionfo": "7S"}, author=author, at=timezone.now()
    )
    assert (answer.writing, answer.hand) == ("differs", FIRST)
    assert match_of(tournament).sheet.summary["disputed"] == []
    assert results.confirm_match(match.pk, author=author, at=timezone.now()).state == "confirmed"


def test_second_call_for_the_director_is_not_stored_while_the_first_is_open() -> None:
    tournament = drawn_tournament(2)
    match, author = match_of(tournament), author_of(tournament)
    for _twice in range(2):
        results.object_to_sheet(match.pk, author=author, at=timezone.now())
    assert match_of(tournament).sheet.head_seq == 1


def test_waiting_match_is_called_as_soon_as_a_table_is_added() -> None:
    tournament = drawn_tournament(4, tables=1)
    change_tournament(tournament, author=author_of(tournament), at=timezone.now(), tables=3)
    runner.drain()
    assert match_of(tournament, "R1.2").table == 2


def test_accepted_result_stores_a_change_for_the_standings_page() -> None:
    tournament = drawn_tournament(4, options={"third_place": True})
    play_match(match_of(tournament))
    topics = Tournament.objects.get(pk=tournament.pk).changes.values_list("topic", flat=True)
    assert "standings" in topics


@pytest.mark.parametrize("name", ["Regia", "T", "api", "Setup", "Giochi"])
def test_tournament_with_the_same_name_as_a_page_gets_a_different_slug(name: str) -> None:
    assert a_tournament(name=name).slug == f"{name.lower()}-2"


def test_revoked_table_code_is_refused_and_the_new_code_is_accepted() -> None:
    tournament = drawn_tournament(2)
    key = TableKey.objects.get(sheet=match_of(tournament).pk)
    phone, _secret = know_device(None, at=timezone.now())
    revoke_grant(open_by_code(table_code(key), phone, "10.0.0.1", at=timezone.now()), at=timezone.now())
    other, _secret = know_device(None, at=timezone.now())
    with pytest.raises(BadEntry, match="code_wrong"):
        open_by_code(table_code(key), other, "10.0.0.1", at=timezone.now())
    key.refresh_from_db()
    assert open_by_code(table_code(key), other, "10.0.0.1", at=timezone.now()).sheet_id == key.sheet_id


def try_wrong_code(phone: Device) -> str:
    """Enter a wrong table code and return the error code."""
    with pytest.raises((BadEntry, NotNow)) as refusal:
        open_by_code("AAAAAA", phone, "10.0.0.1", at=timezone.now())
    return str(refusal.value.code)


def test_limit_of_wrong_codes_is_exact_when_two_phones_enter_codes_simultaneously(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phones = [know_device(None, at=timezone.now())[0] for _phone in range(TRIES_A_ROOM // TRIES + 1)]
    before = [phone for phone in phones[:-1] for _try in range(TRIES)][:-1]
    assert {try_wrong_code(phone) for phone in before} == {"code_wrong"}
    at_once: list[str] = []

    def read_while_another_tries(text: str) -> str:
        monkeypatch.setattr(devices, "typed_code", typed_code)
        at_once.append(try_wrong_code(phones[-1]))
        return typed_code(text)

    typed_code = devices.typed_code
    monkeypatch.setattr(devices, "typed_code", read_while_another_tries)
    at_once.append(try_wrong_code(phones[-2]))
    assert sorted(at_once) == ["code_wrong", "too_many_codes"]
    assert CodeTry.objects.filter(visitor__startswith="room:").count() == TRIES_A_ROOM


def test_right_code_is_accepted_after_many_wrong_codes_from_the_same_ip_address() -> None:
    tournament = drawn_tournament(2)
    key = TableKey.objects.get(sheet=match_of(tournament).pk)
    for _visitor in range(16):
        prankster, _secret = know_device(None, at=timezone.now())
        for _try in range(5):
            with pytest.raises((BadEntry, NotNow)):
                open_by_code("AAAAAA", prankster, "10.0.0.1", at=timezone.now())
    phone, _secret = know_device(None, at=timezone.now())
    assert open_by_code(table_code(key), phone, "10.0.0.1", at=timezone.now()).sheet_id == key.sheet_id
