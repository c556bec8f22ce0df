"""Authentication in the API for a single table.

Phones are authenticated by a cookie, and programs by the code of a sheet.
"""

from typing import Any

import pytest
from django.conf import settings
from django.middleware.csrf import _get_new_csrf_string as new_csrf
from django.utils import timezone
from rest_framework.authtoken.models import Token

from scoring.models import CodeTry, Device, Grant
from scoring.sheet.devices import (
    COOKIE,
    know_device,
    open_by_token,
    revoke_grant,
    shown_code,
    table_code,
    table_token,
)
from tests import builders
from tournaments.models import Match

HAND = builders.WINS_FOR_FIRST[0]


@pytest.fixture
def match(db: None) -> Match:
    return builders.match_of(builders.drawn_tournament(4))


def write(client: Any, match: Match, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.put(f"/api/v1/matches/{match.pk}/games/1/hands/1/", HAND, headers=named)


def open_table(client: Any, match: Match) -> Grant:
    device, secret = know_device(None, at=timezone.now())
    client.cookies[COOKIE] = secret
    return open_by_token(table_token(match.sheet.key), device, at=timezone.now())


def test_request_without_authentication_returns_401(call: Any, match: Match) -> None:
    answer = write(call, match)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_phone_can_record_a_hand_on_the_sheet_of_the_table_it_joined(call: Any, match: Match) -> None:
    grant = open_table(call, match)
    assert write(call, match).status_code == 201
    event = match.sheet.events.get()
    assert (event.device_id, event.user_id) == (grant.device_id, None)


def test_idempotency_key_of_a_phone_is_stored_with_the_hand(call: Any, match: Match) -> None:
    open_table(call, match)
    assert write(call, match, idempotency_key="k-1").json()["key"] == "k-1"
    assert match.sheet.events.get().client_key == "k-1"
    assert write(call, match, idempotency_key="k-1").status_code == 200


def test_idempotency_key_used_for_another_hand_is_refused(call: Any, match: Match) -> None:
    open_table(call, match)
    address = f"/api/v1/matches/{match.pk}/games/1/hands/1/"
    other = {"dealer": 0, "trionfo": "KC", "card_points": [40, 30]}
    write(call, match, idempotency_key="k-1")
    differs = call.put(address, other, headers={"idempotency-key": "k-1"})
    assert (differs.status_code, differs.json()["code"]) == (409, "hand_differs")
    corrects = call.put(address, other, headers={"idempotency-key": "k-1", "if-match": '"1"'})
    assert (corrects.status_code, corrects.json()["code"]) == (400, "key_used_twice")
    assert call.put(address, other, headers={"idempotency-key": "k-2", "if-match": '"1"'}).status_code == 200


def test_phone_cannot_record_a_hand_on_the_sheet_of_another_table(call: Any, match: Match) -> None:
    open_table(call, builders.match_of(match.tournament, "R1.2"))
    answer = write(call, match)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_at_this_table")


def test_phone_whose_access_is_revoked_cannot_record_a_hand(call: Any, match: Match) -> None:
    revoke_grant(open_table(call, match), at=timezone.now())
    assert write(call, match).status_code == 403


def test_hand_sent_with_a_forged_cookie_is_refused(call: Any, match: Match) -> None:
    call.cookies[COOKIE] = "made up"
    assert write(call, match).status_code == 403
    assert call.get(f"/api/v1/matches/{match.pk}/sheet/").status_code == 200


def test_cookie_without_a_csrf_token_is_refused(call: Any, match: Match) -> None:
    open_table(call, match)
    call.handler.enforce_csrf_checks = True
    answer = write(call, match)
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")
    call.cookies[settings.CSRF_COOKIE_NAME] = token = new_csrf()
    assert write(call, match, x_csrftoken=token).status_code == 201


def test_request_of_a_logged_in_account_can_also_be_authenticated_by_a_phone_cookie(
    call: Any, match: Match
) -> None:
    open_table(call, match)
    call.force_login(builders.an_organiser("barore"))
    assert write(call, match).status_code == 201


def test_token_authentication_does_not_use_the_phone_cookie(call: Any, match: Match) -> None:
    open_table(call, match)
    token = Token.objects.create(user=builders.an_account("barore"))
    assert write(call, match, authorization=f"Token {token.key}").status_code == 403


def test_author_of_a_hand_sent_with_a_token_is_the_owner_of_the_token(call: Any, match: Match) -> None:
    token = Token.objects.create(user=match.tournament.owner)
    assert write(call, match, authorization=f"Token {token.key}").status_code == 201
    assert match.sheet.events.get().user_id == match.tournament.owner_id


def test_forged_token_is_refused(call: Any, match: Match) -> None:
    answer = write(call, match, authorization="Token nonsense")
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")


@pytest.mark.parametrize("typed", [table_code, shown_code, lambda key: table_code(key).lower()])
def test_program_with_the_sheet_code_can_record_a_hand_on_the_sheet(
    call: Any, match: Match, typed: Any
) -> None:
    code = typed(match.sheet.key)
    assert write(call, match, authorization=f"Table {code}").status_code == 201
    assert write(call, match, authorization=f"Table {code}").status_code == 200
    assert Device.objects.count() == 1


def test_program_with_the_code_of_another_table_is_refused(call: Any, match: Match) -> None:
    code = table_code(builders.match_of(match.tournament, "R1.2").sheet.key)
    answer = write(call, match, authorization=f"Table {code}")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_at_this_table")


@pytest.mark.parametrize("state", ["adjusted", "void"])
def test_referee_ruling_from_a_program_with_the_sheet_code_is_refused(
    call: Any, match: Match, state: str
) -> None:
    code = table_code(match.sheet.key)
    address = f"/api/v1/matches/{match.pk}/games/1/hands/1/"
    answer = call.put(address, {**HAND, "state": state}, headers={"authorization": f"Table {code}"})
    assert (answer.status_code, answer.json()["code"]) == (403, "ruling")
    assert not match.sheet.events.exists()


def test_void_auction_hand_from_a_program_with_the_sheet_code_is_accepted(call: Any, db: None) -> None:
    match = builders.match_of(builders.drawn_tournament(4, card_game="maniglia_auction", form="table_rounds"))
    code = table_code(match.sheet.key)
    address = f"/api/v1/matches/{match.pk}/games/1/hands/1/"
    answer = call.put(address, {"dealer": 0, "state": "void"}, headers={"authorization": f"Table {code}"})
    assert answer.status_code == 201


def test_client_is_blocked_after_several_wrong_codes(call: Any, match: Match) -> None:
    for _number in range(5):
        answer = write(call, match, authorization="Table AAAAAA")
        assert (answer.status_code, answer.json()["code"]) == (401, "code_wrong")
        assert answer.headers["WWW-Authenticate"]
    answer = write(call, match, authorization="Table AAAAAB")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_codes")
    assert CodeTry.objects.filter(visitor__startswith="device").count() == 5


def test_client_that_used_the_right_code_before_is_not_blocked_by_wrong_codes(
    call: Any, match: Match
) -> None:
    code = table_code(match.sheet.key)
    write(call, match, authorization=f"Table {code}")
    for _number in range(6):
        write(call, match, authorization="Table AAAAAA")
    assert write(call, match, authorization=f"Table {code}").status_code == 200


def test_table_code_of_a_finished_match_is_refused(call: Any, match: Match) -> None:
    builders.play_match(match)
    answer = write(call, match, authorization=f"Table {table_code(match.sheet.key)}")
    assert (answer.status_code, answer.json()["code"]) == (409, "table_closed")


def test_table_code_is_not_checked_when_public_data_is_read(call: Any, match: Match) -> None:
    address = f"/api/v1/matches/{match.pk}/"
    assert call.get(address, headers={"authorization": "Table AAAAAA"}).status_code == 200
    assert not CodeTry.objects.exists()


def test_recording_a_hand_from_a_phone_needs_eleven_queries(
    call: Any, match: Match, django_assert_num_queries: Any
) -> None:
    open_table(call, match)
    with django_assert_num_queries(11):
        assert write(call, match).status_code == 201


def test_recording_a_hand_with_an_idempotency_key_needs_at_most_twelve_queries(
    call: Any, match: Match, django_assert_max_num_queries: Any
) -> None:
    open_table(call, match)
    for hand in (1, 2, 3):
        body = {**HAND, "dealer": hand - 1, "card_points": [36, 34]}
        address = f"/api/v1/matches/{match.pk}/games/1/hands/{hand}/"
        with django_assert_max_num_queries(12):
            answer = call.put(address, body, headers={"idempotency-key": f"key-of-hand-{hand}"})
        assert answer.status_code == 201
