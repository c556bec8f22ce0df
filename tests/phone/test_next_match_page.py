"""The phone that signed for the winners opens the winners' next match without a code."""

from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Grant
from scoring.sheet.devices import revoke_grant, shown_code
from tests.builders import draw, drawn_tournament, match_of, play_match
from tests.markup import one_line
from tests.phone.test_table_page import a_phone, page, sent_to
from tournaments.matches.selectors.matches import one_match
from tournaments.models import Match, Slot, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

BUTTON = "Open your next match"


@pytest.fixture
def tournament() -> Tournament:
    """Return a tournament of four pairs before its two semifinals."""
    return drawn_tournament(4)


def signed(match: Match) -> tuple[Client, Client]:
    """Play a match to its end, sign on the phones of both sides, and return the phones."""
    phones = a_phone(match), a_phone(match, side=1)
    play_match(match, sign=False)
    for side, phone in enumerate(phones):
        phone.post(page("table_sign", match), {"side": str(side)})
    return phones


def final_of(tournament: Tournament) -> Match:
    """Play the second semifinal and return the final."""
    play_match(match_of(tournament, "R1.2"))
    final = match_of(tournament, "R2.1")
    assert final.state == "ready"
    return final


def grants(match: Match) -> list[tuple[UUID, int | None]]:
    """Return the phones with access to a match as tuples (device, side)."""
    return list(Grant.objects.filter(sheet_id=match.pk).values_list("device_id", "side"))


def test_phone_of_the_winner_opens_the_next_match_without_a_code(tournament: Tournament) -> None:
    match = match_of(tournament)
    winner, loser = signed(match)
    assert BUTTON not in winner.get(page("table_sign", match)).content.decode()
    final = final_of(tournament)
    for name in ("table_sign", "table"):
        assert BUTTON in winner.get(page(name, match)).content.decode()
        assert BUTTON not in loser.get(page(name, match)).content.decode()
        assert BUTTON not in Client().get(page(name, match)).content.decode()
    assert sent_to(winner.post(page("table_next", match))) == page("table", final)
    side = Slot.objects.get(match=final, team=Slot.objects.get(match=match, side=0).team).side
    assert [each for _device, each in grants(final)] == [side]
    assert "Score hand 1" in winner.get(page("table", final)).content.decode()


def test_next_match_that_is_not_ready_is_not_opened(tournament: Tournament) -> None:
    match = match_of(tournament)
    winner, _loser = signed(match)
    answer = winner.post(page("table_next", match))
    assert answer.status_code == 409
    assert "Your next match is not ready yet." in answer.content.decode()
    assert Grant.objects.exclude(sheet_id=match.pk).count() == 0


def test_next_match_is_not_opened_for_the_loser_or_a_phone_that_did_not_sign(tournament: Tournament) -> None:
    match = match_of(tournament)
    watching = a_phone(match)
    _winner, loser = signed(match)
    final = final_of(tournament)
    for phone in (loser, watching):
        assert phone.post(page("table_next", match)).status_code == 409
    for stranger in (Client(), a_phone_of_another_table(tournament)):
        assert stranger.post(page("table_next", match)).status_code == 403
    assert grants(final) == []


def a_phone_of_another_table(tournament: Tournament) -> Client:
    """Return a phone client that has opened a table of another tournament."""
    other = drawn_tournament(4, name="Un’altra serata")
    assert other.pk != tournament.pk
    return a_phone(match_of(other))


def test_phone_of_the_losers_does_not_open_the_next_match_of_the_winners(tournament: Tournament) -> None:
    """The only phone at the table belongs to the losers; the winners sign on it with the table code."""
    match = match_of(tournament)
    phone = a_phone(match, side=1)
    play_match(match, sign=False)
    phone.post(page("table_sign", match), {"side": "1"})
    phone.post(page("table_pass", match, 0), {"code": shown_code(match.sheet.key)})
    final = final_of(tournament)
    assert phone.post(page("table_next", match)).status_code == 409
    code = {"code": shown_code(match.sheet.key), "side": "0"}
    phone.post(page("table_side", match), code)  # nor by changing the side afterwards
    assert phone.post(page("table_next", match)).status_code == 409
    assert grants(final) == []


def test_revoked_phone_opens_no_next_match(tournament: Tournament) -> None:
    match = match_of(tournament)
    winner, _loser = signed(match)
    final = final_of(tournament)
    winner.post(page("table_next", match))
    revoke_grant(Grant.objects.get(sheet_id=final.pk), at=timezone.now())
    assert winner.post(page("table_next", match)).status_code == 409
    assert winner.get(page("table", final)).content.decode().count("Score hand 1") == 0
    Grant.objects.filter(sheet_id=final.pk).delete()
    revoke_grant(Grant.objects.get(sheet_id=match.pk, side=0), at=timezone.now())
    assert winner.post(page("table_next", match)).status_code == 403
    assert grants(final) == []


def test_next_match_is_opened_only_by_post_with_a_csrf_token(tournament: Tournament) -> None:
    match = match_of(tournament)
    winner, _loser = signed(match)
    final = final_of(tournament)
    assert winner.get(page("table_next", match)).status_code == 405
    outsider = Client(enforce_csrf_checks=True)
    outsider.cookies = winner.cookies
    assert outsider.post(page("table_next", match)).status_code == 403
    assert grants(final) == []


@pytest.fixture
def individual() -> Tournament:
    """Return a tournament of eight players who change partners, before its first round."""
    return drawn_tournament(8, form="individual", options={"rounds": 2})


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("side", [0, 1])
def test_phone_of_two_partners_opens_the_next_match_of_either_player(
    individual: Tournament, side: int, place: int
) -> None:
    match = match_of(individual)
    phone = signed(match)[side]
    play_match(match_of(individual, "R1.2"))
    draw(individual)
    partners = one_match(match.pk).sides[side].teams
    text = one_line(phone.get(page("table_sign", match)).content.decode())
    assert all(f"{BUTTON}: {player.name}" in text for player in partners)
    player = partners[place]
    following = Match.objects.get(slots__team=player, round=2)
    assert sent_to(phone.post(page("table_next", match), {"team": player.pk})) == page("table", following)
    (new_side,) = [each.side for each in one_match(following.pk).sides if each.has(player.pk)]
    assert [each for _device, each in grants(following)] == [new_side]
    play_match(following, sign=False)
    assert phone.post(page("table_sign", following), {"side": str(new_side)}).status_code == 302
    following.sheet.refresh_from_db()
    assert following.sheet.summary["signed"] == [new_side]


def test_phone_of_two_partners_opens_no_next_match_without_the_name_of_a_partner(
    individual: Tournament,
) -> None:
    match = match_of(individual)
    phone = signed(match)[0]
    play_match(match_of(individual, "R1.2"))
    draw(individual)
    opponent = one_match(match.pk).sides[1].teams[0]
    for sent in ({}, {"team": opponent.pk}, {"team": "x"}):
        assert phone.post(page("table_next", match), sent).status_code == 409
    assert Grant.objects.exclude(sheet_id=match.pk).count() == 0
