"""The API for hands that a phone stored offline: hands that replace an earlier hand, and late hands."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Grant, LateHand, SheetEvent
from scoring.sheet.devices import COOKIE, know_device, open_by_token, revoke_grant, table_token
from scoring.sheet.services import late_hands
from scoring.sheet.services.log import Author
from tests import builders
from tournaments.corrections.services import Correction, correct_match
from tournaments.matches.services import results
from tournaments.matches.services.late_hands import put_late_hand_away
from tournaments.models import Match
from tournaments.queue import runner

HAND = {"dealer": 0, "trionfo": "AS", "card_points": [40, 30]}
OTHER = {"dealer": 0, "trionfo": "AS", "card_points": [30, 40]}


@pytest.fixture
def match(db: None) -> Match:
    """Return a match that has a table and is ready to be played."""
    return builders.match_of(builders.drawn_tournament(4))


@pytest.fixture
def phone(call: Any, match: Match) -> Any:
    """Return an API client with the cookie of a phone that has opened the table."""
    device, secret = know_device(None, at=timezone.now())
    open_by_token(table_token(match.sheet.key), device, at=timezone.now())
    call.credentials()
    call.cookies[COOKIE] = secret
    return call


def write(phone: Any, match: Match, body: object, key: str, **headers: str) -> Any:
    address = f"/api/v1/matches/{match.pk}/games/1/hands/1/"
    return phone.put(address, body, headers={"Idempotency-Key": key, **headers})


def stored_facts(match: Match) -> list[tuple[str, Any]]:
    """Return the kind and the card points of each log entry of the score sheet."""
    facts = SheetEvent.objects.filter(sheet_id=match.pk).order_by("seq")
    return [(fact.kind, fact.body.get("card_points")) for fact in facts]


@pytest.mark.databases
def test_edited_hand_corrects_the_hand_that_the_server_already_stored(phone: Any, match: Match) -> None:
    write(phone, match, HAND, "first")
    answer = write(phone, match, OTHER, "second", Replaces="first")
    assert (answer.status_code, answer.json()["writing"]) == (200, "corrected")
    again = write(phone, match, OTHER, "second", Replaces="first")
    assert (again.status_code, again.json()["key"], again.json()["writing"]) == (200, "second", "same")
    assert stored_facts(match) == [("hand", [40, 30]), ("correction", [30, 40])]


@pytest.mark.databases
def test_original_hand_that_arrives_after_its_edited_version_changes_nothing(
    phone: Any, match: Match
) -> None:
    assert write(phone, match, OTHER, "second", Replaces="first").status_code == 201
    late = write(phone, match, HAND, "first")
    assert (late.status_code, late.json()["key"]) == (200, "first")
    assert stored_facts(match) == [("hand", [30, 40])]


@pytest.mark.databases
def test_edited_hand_without_the_idempotency_key_of_the_old_hand_opens_a_dispute(
    phone: Any, match: Match
) -> None:
    write(phone, match, HAND, "first")
    assert write(phone, match, OTHER, "second").status_code == 409
    assert [kind for kind, _points in stored_facts(match)] == ["hand", "dispute"]


@pytest.mark.databases
def test_edited_hand_with_the_idempotency_key_of_another_phone_is_refused(phone: Any, match: Match) -> None:
    write(phone, match, HAND, "first")
    device, secret = know_device(None, at=timezone.now())
    open_by_token(table_token(match.sheet.key), device, at=timezone.now())
    phone.cookies[COOKIE] = secret
    assert write(phone, match, OTHER, "second", Replaces="first").status_code == 409


@pytest.mark.databases
@pytest.mark.parametrize("is_stored", [True, False], ids=["it came", "it never came"])
def test_hand_can_be_struck_out_by_its_idempotency_key(phone: Any, match: Match, is_stored: bool) -> None:
    if is_stored:
        write(phone, match, HAND, "first")
    address = f"/api/v1/matches/{match.pk}/games/1/hands/1/"
    for _attempt in range(2):
        answer = phone.delete(address, headers={"Idempotency-Key": "back", "Replaces": "first"})
        assert (answer.status_code, answer.json()["key"]) == (200, "back")
    assert write(phone, match, HAND, "first").status_code == 200
    assert [kind for kind, _points in stored_facts(match)] == (["hand", "strike"] if is_stored else [])


@pytest.mark.databases
def test_answer_to_a_strike_by_idempotency_key_has_the_version_of_the_strike(
    phone: Any, match: Match
) -> None:
    address = f"/api/v1/matches/{match.pk}/games/1/hands/1/"

    def strike(**headers: str) -> object:
        return phone.delete(address, headers={"Idempotency-Key": "back", **headers}).json()["version"]

    assert strike(Replaces="none") == 0
    write(phone, match, HAND, "first")
    write(phone, match, OTHER, "second", Replaces="first")
    assert strike(Replaces="none") == 2
    assert [strike(Replaces="second"), strike(Replaces="second"), strike(**{"If-Match": '"2"'})] == [3, 3, 3]
    write(phone, match, HAND, "third")
    assert strike(Replaces="second") == 4
    assert strike(Replaces="third") == 5


def leave(phone: Any, match: Match, key: str = "late", body: object = HAND) -> Any:
    late = {"key": key, "game": 1, "hand": 1, "code": "sheet_signed", "body": body}
    return phone.post(f"/api/v1/matches/{match.pk}/late-hands/", late)


@pytest.mark.databases
def test_revoked_phone_can_send_a_late_hand_to_the_director(phone: Any, match: Match) -> None:
    revoke_grant(Grant.objects.get(sheet_id=match.pk), at=timezone.now())
    assert write(phone, match, HAND, "late").status_code == 403
    answers = [leave(phone, match) for _attempt in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["key"] == "late"
    assert list(LateHand.objects.values_list("body", "code")) == [(HAND, "sheet_signed")]
    assert stored_facts(match) == []


def test_late_hand_of_an_unknown_phone_is_refused(call: Any, match: Match) -> None:
    call.credentials()
    assert leave(call, match).status_code == 401
    call.cookies[COOKIE] = know_device(None, at=timezone.now())[1]
    assert leave(call, match).status_code == 403
    assert not LateHand.objects.exists()


def test_late_hand_that_is_too_long_is_refused(phone: Any, match: Match) -> None:
    assert leave(phone, match, body={"dealer": "x" * 9_000}).status_code == 413


def test_late_hand_sent_again_is_accepted_although_the_sheet_takes_no_more(
    phone: Any, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = leave(phone, match)
    monkeypatch.setattr(late_hands, "MOST", 1)
    assert leave(phone, match).json() == first.json()
    refused = leave(phone, match, key="other")
    assert (refused.status_code, refused.json()["code"]) == (409, "inbox_full")
    assert LateHand.objects.count() == 1


@pytest.mark.databases
def test_late_hand_can_be_dismissed_only_once(phone: Any, match: Match) -> None:
    leave(phone, match)
    late = LateHand.objects.get()
    author = Author(match.tournament.owner_id)
    for _attempt in range(2):
        put_late_hand_away(match.pk, late.pk, author=author, at=timezone.now())
    moves = match.tournament.journal.filter(kind="late_hand_seen")
    assert [move.body["late"] for move in moves] == [HAND]


def give_back_and_strike(match: Match) -> None:
    """Play a match, reopen it and strike out its hands, so that the match is played again."""
    builders.play_match(match)
    author, at = Author(match.tournament.owner_id), timezone.now()
    correct_match(match.pk, Correction(outcome="reopened"), "wrong table", author=author, at=at)
    runner.drain()
    for place in sorted(builders.match_of(match.tournament).sheet.standing.log.hands, reverse=True):
        results.strike_hand(match.pk, place, author=author, at=at, based_on=1)


@pytest.mark.databases
def test_hand_recorded_before_a_match_was_reopened_is_refused_and_stored_as_a_late_hand(
    phone: Any, match: Match
) -> None:
    give_back_and_strike(match)
    before = stored_facts(match)
    refused = write(phone, match, HAND, "first-time", Reopenings="0")
    assert (refused.status_code, refused.json()["code"]) == (409, "sheet_reopened")
    assert stored_facts(match) == before
    late = {"key": "first-time", "game": 1, "hand": 1, "code": "sheet_reopened", "body": HAND}
    response = phone.post(f"/api/v1/matches/{match.pk}/late-hands/", late)
    assert (response.status_code, response.json()["on_sheet"]) == (201, False)
    assert LateHand.objects.get().code == "sheet_reopened"


@pytest.mark.databases
@pytest.mark.parametrize("headers", [{"Reopenings": "1"}, {}], ids=["read since", "number not sent"])
def test_hand_recorded_after_a_match_was_reopened_is_accepted(
    phone: Any, match: Match, headers: dict[str, str]
) -> None:
    give_back_and_strike(match)
    answer = write(phone, match, HAND, "second-time", **headers)
    assert answer.status_code == 201, answer.json()


@pytest.mark.databases
def test_identical_hand_sent_again_after_a_match_was_reopened_changes_nothing(
    phone: Any, match: Match
) -> None:
    give_back_and_strike(match)
    write(phone, match, HAND, "second-time", Reopenings="1")
    again = write(phone, match, HAND, "first-time", Reopenings="0")
    assert (again.status_code, again.json()["writing"]) == (200, "same")


@pytest.mark.parametrize("number", ["one", "-1", "1.5", "999999", ""])
def test_hand_with_an_invalid_number_of_reopenings_is_refused(phone: Any, match: Match, number: str) -> None:
    refused = write(phone, match, HAND, "first", Reopenings=number)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_reopenings")


def test_hand_form_contains_the_number_of_times_the_match_was_reopened(phone: Any, match: Match) -> None:
    client = Client()
    client.cookies[COOKIE] = phone.cookies[COOKIE].value
    address = reverse("table_confirm", args=[match.pk, 1, 1])
    typed = {"dealer": "0", "trionfo_suit": "C", "trionfo_rank": "K", "card_points_0": "40", "tricks_0": "5"}
    assert 'data-reopenings="0"' in client.get(address, typed).text
    give_back_and_strike(match)
    assert 'data-reopenings="1"' in client.get(address, typed).text
