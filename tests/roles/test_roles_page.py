"""Tests of the pages of roles, invitations and the user's own account."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import PASSWORD, a_tournament, an_account, an_organiser, drawn_tournament
from tournaments.models import Invitation, Role, Tournament
from tournaments.roles import services

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ROLES = "/regia/chi-conduce/"
ACCESS = "/regia/accesso/"


def at_desk(user: Any) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


@pytest.fixture
def desk() -> Client:
    return at_desk(an_organiser())


def link_on(page: str) -> str:
    """Return the path of the invitation link that is shown on a page."""
    match = re.search(r"/invito/[0-9a-f]+/", page)
    assert match
    return match[0]


def test_invitation_can_be_created_and_accepted_and_leads_to_the_desk(desk: Client) -> None:
    tournament = a_tournament(name="Torneo d’inverno")
    response = desk.post(ROLES, {"role": "door", "tournament": str(tournament.pk)})
    assert response["Location"] == f"{ROLES}#invitation"
    page = desk.get(ROLES)
    assert page.text.count('id="invitation"') == 1
    assert "good for 47 hours" in page.text
    assert "<svg" in page.text
    visitor = Client(headers={"accept-language": "en"})
    link = link_on(page.text)
    invitation_page = visitor.get(link)
    assert "antonella wants you at the door" in invitation_page.text
    assert "Torneo d’inverno" in invitation_page.text
    assert invitation_page["Referrer-Policy"] == "strict-origin"
    rita = {"name": "Rita Tola", "username": "rita", "password": PASSWORD}
    assert visitor.post(link, rita)["Location"] == "/regia/"
    assert visitor.cookies["known"]["path"] == "/accounts/"
    assert "Torneo d’inverno" in visitor.get("/regia/").text
    assert "Rita Tola" in desk.get(ROLES).text
    again = Client(headers={"accept-language": "en"}).get(link)
    assert (again.status_code, "It was used already" in again.text) == (410, True)


def test_tournament_being_deleted_is_not_offered_for_an_invitation(desk: Client) -> None:
    tournament, going = a_tournament(name="Torneo che resta"), a_tournament(name="Torneo che va")
    Tournament.objects.filter(pk=going.pk).update(deleting_at=timezone.now())
    for address in (ROLES, ACCESS):
        page = desk.get(address).text
        assert (tournament.name in page, going.name in page) == (True, False)
    assert desk.post(ROLES, {"role": "door", "tournament": str(going.pk)}).status_code == 400


def test_page_of_an_expired_or_withdrawn_invitation_shows_the_reason(desk: Client) -> None:
    at = timezone.now()
    old = services.invite("door", None, author=Author(), at=at - timedelta(hours=49))
    withdrawn_invitation = services.invite("door", None, author=Author(), at=at)
    desk.post(reverse("desk_withdraw_invitation", args=[withdrawn_invitation.pk]))
    for invitation, words in ((old, "48 hours are over"), (withdrawn_invitation, "It was withdrawn")):
        page = desk.get(f"/invito/{services.invitation_secret(invitation)}/")
        assert (page.status_code, words in page.text) == (410, True)
    assert desk.get("/invito/x/").status_code == 410


def test_responses_to_an_invitation_link_are_not_cached(desk: Client) -> None:
    """The URL of an invitation contains a secret."""
    bruno, at = at_desk(an_account("bruno", "door")), timezone.now()
    door, tables = (services.invite(role, None, author=Author(), at=at) for role in ("door", "tables"))
    again = services.invite_again(an_account("caterina", "door"), author=Author(), at=at)
    link, other, renewal = (f"/invito/{services.invitation_secret(each)}/" for each in (door, tables, again))
    visitor = Client(headers={"accept-language": "en"})
    answers = [
        (visitor.get(link), 200),
        (visitor.post(link, {"name": ""}), 400),
        (visitor.post(renewal, {"password": "x"}), 400),
        (bruno.post(link), 409),
        (bruno.post(other), 302),
        (bruno.post(other), 410),
        (visitor.get("/invito/x/"), 410),
        (visitor.get("/setup/x/"), 410),
    ]
    for answer, status in answers:
        headers = {"Cache-Control": "no-store", "Referrer-Policy": "strict-origin"}
        assert answer.status_code == status
        assert headers.items() <= dict(answer.items()).items()


def test_invalid_account_shows_errors_and_keeps_the_input(desk: Client) -> None:
    desk.post(ROLES, {"role": "door"})
    link = link_on(desk.get(ROLES).text)
    visitor = Client(headers={"accept-language": "en"})
    page = visitor.post(link, {"name": "Rita", "username": "antonella", "password": PASSWORD})
    assert page.status_code == 400
    assert "Somebody has this user name already" in page.text
    assert 'value="Rita"' in page.text


def test_account_with_a_passkey_needs_no_password_if_the_host_allows_passkeys(desk: Client) -> None:
    desk.post(ROLES, {"role": "door"})
    link = link_on(desk.get(ROLES).text)
    plain = Client(headers={"accept-language": "en"})
    assert "This device" not in plain.get(link, headers={"host": "192.168.1.20"}).text
    typed = {"name": "Rita", "username": "rita", "way": "passkey", "password": ""}
    assert plain.post(link, typed, headers={"host": "192.168.1.20"}).status_code == 400
    local: Any = {"headers": {"host": "localhost"}}
    response: Any = plain.post(link, typed, **local)
    assert response["Location"] == reverse("mfa_add_webauthn")
    assert plain.get(response["Location"], **local).status_code == 200
    assert not get_user_model().objects.get(username="rita").has_usable_password()


def test_logged_in_user_accepts_an_invitation_with_one_button(desk: Client) -> None:
    desk.post(ROLES, {"role": "tables"})
    link = link_on(desk.get(ROLES).text)
    bruno = at_desk(an_account("bruno", "door"))
    assert "the role is added to this account" in bruno.get(link).text
    assert bruno.post(link).status_code == 302
    assert set(Role.objects.filter(user__username="bruno").values_list("role", flat=True)) == {
        "door",
        "tables",
    }


def test_form_sent_after_the_role_of_the_user_has_ended_is_refused(desk: Client) -> None:
    tournament = drawn_tournament(4)
    bruno = at_desk(an_account("bruno", "director", tournament))
    evening, wall = (reverse(name, args=[tournament.slug]) for name in ("desk_evening", "desk_wall"))
    assert bruno.get(evening).status_code == 200
    role = Role.objects.get(user__username="bruno")
    answer = desk.post(reverse("desk_take_away", args=[role.pk]), follow=True)
    assert "bruno: taken away." in answer.text
    refused = bruno.post(wall, {"scene": "tables"})
    assert (refused.status_code, "Your role was taken away" in refused.text) == (403, True)
    assert bruno.get(evening).status_code == 403
    undo = re.search(r'action="(/regia/chi-conduce/[^"]+/rimetti/)"', answer.text)
    assert undo
    desk.post(undo[1])
    assert bruno.get(evening).status_code == 200


def test_user_without_a_role_is_informed_at_the_desk(desk: Client, django_assert_num_queries: Any) -> None:
    bruno = at_desk(an_account("bruno", "door", a_tournament()))
    caterina = at_desk(an_account("caterina"))
    desk.post(reverse("desk_take_away", args=[Role.objects.get(user__username="bruno").pk]))
    bruno.get("/regia/")
    with django_assert_num_queries(3):
        refused = bruno.get("/regia/")
    assert (refused.status_code, "Your role was taken away" in refused.text) == (403, True)
    assert bruno.get(ACCESS).status_code == 403
    assert caterina.get("/regia/").status_code == 404


def test_owner_of_the_site_stays_the_owner_when_the_role_is_restored(desk: Client) -> None:
    """The role of the site's owner is ended by mistake and restored with the undo button."""
    role = Role.objects.get()
    bruno = an_account("bruno")
    services.give_role(bruno, "organiser", author=Author(role.user_id), at=timezone.now())
    other = at_desk(bruno)
    other.post(reverse("desk_take_away", args=[role.pk]))
    assert desk.get(reverse("desk_clubs")).status_code == 403
    other.post(reverse("desk_give_back", args=[role.pk]))
    assert desk.get(reverse("desk_clubs")).status_code == 200
    assert other.get(reverse("desk_clubs")).status_code == 403


def test_last_organiser_cannot_be_removed_on_the_page(desk: Client) -> None:
    role = Role.objects.get()
    page = desk.post(reverse("desk_take_away", args=[role.pk]), follow=True)
    assert "This is the last organiser" in page.text


def test_only_organisers_can_invite_and_other_roles_see_only_permitted_pages() -> None:
    tournament = drawn_tournament(4)
    door = at_desk(an_account("rita", "door", tournament))
    assert door.get(ROLES).status_code == 404
    home = door.get("/regia/").text
    assert ROLES not in home
    assert reverse("desk_entries", args=[tournament.slug]) in home
    page = door.get(reverse("desk_entries", args=[tournament.slug])).text
    rail = page[page.index('id="rail-menu"') : page.index('class="account"')]
    assert reverse("desk_entries", args=[tournament.slug]) in rail
    for name in ("desk_evening", "desk_draw", "desk_rules"):
        assert f'"{reverse(name, args=[tournament.slug])}"' not in rail
    refused = door.get(reverse("desk_draw", args=[tournament.slug]))
    assert (refused.status_code, "This is not part of your role" in refused.text) == (403, True)


def test_every_desk_page_shows_the_user_name_and_a_log_out_button(desk: Client) -> None:
    tournament = drawn_tournament(4)
    for address in ("/regia/", ROLES, ACCESS, reverse("desk_evening", args=[tournament.slug])):
        page = desk.get(address).text
        account = page[page.index('class="account"') :]
        assert "antonella" in account
        assert "Organiser" in account
        assert reverse("account_logout") in account
        assert ACCESS in account


def test_query_for_open_questions_about_persons_runs_for_organisers_only(desk: Client) -> None:
    bruno = at_desk(an_account("bruno", "door"))
    for client, times in ((desk, 1), (bruno, 0)):
        client.get(ACCESS)
        with CaptureQueriesContext(connection) as queries:
            client.get(ACCESS)
        assert sum("certain_since" in each["sql"] for each in queries.captured_queries) == times


def test_secret_key_of_an_api_token_is_shown_only_once(desk: Client) -> None:
    page = desk.post(ACCESS, {"name": "cassa", "role": "door"})
    key = re.search(r'value="(trionfo_[^"]+)"', page.text)
    assert key
    assert key[1] not in desk.get(ACCESS).text
    assert "never used" in desk.get(ACCESS).text
    calls = Client(headers={"authorization": f"Token {key[1]}"})
    assert calls.post("/api/v1/tournaments/", {}, content_type="application/json").status_code == 403
    token = an_organiser().api_tokens.get()
    desk.post(reverse("desk_revoke_token", args=[token.pk]))
    assert calls.get("/api/v1/tournaments/").status_code == 401


def test_user_can_log_out_in_all_browsers(desk: Client) -> None:
    other = at_desk(an_organiser())
    assert desk.post(reverse("desk_leave_everywhere")).status_code == 302
    assert other.get("/regia/")["Location"].startswith("/accounts/login/")


def test_lost_password_is_reset_by_an_invitation_link(desk: Client) -> None:
    log_in = Client(headers={"accept-language": "en"}).get("/accounts/login/")
    assert "Have you lost the password?" in log_in.text
    rita = an_account("rita", "door")
    assert desk.post(reverse("desk_renew"), {"account": str(rita.pk)})["Location"].endswith("#invitation")
    link = link_on(desk.get(ROLES).text)
    hers = Client(headers={"accept-language": "en"})
    assert "choose a new password" in hers.get(link).text
    assert hers.post(link, {"password": "rita"}).status_code == 400
    assert hers.post(link, {"password": PASSWORD + "x"})["Location"] == "/regia/"


def test_user_changes_their_own_name(desk: Client) -> None:
    assert desk.post(reverse("desk_own_name"), {"full_name": "  Antonella   Usai "}).status_code == 302
    assert "Antonella Usai" in desk.get(ACCESS).text
    assert "Antonella Usai" in desk.get(ROLES).text
    refused = desk.post(reverse("desk_own_name"), {"full_name": "Anto\u202enella"})
    assert (refused.status_code, "invisible character" in refused.text) == (400, True)
    assert an_organiser().get_full_name() == "Antonella Usai"


def test_account_page_needs_no_extra_queries_for_many_tokens(
    desk: Client, django_assert_num_queries: Any
) -> None:
    me = an_organiser()
    for number in range(2):
        where = a_tournament(name=f"Torneo {number}")
        services.make_token(me, f"Programma {number}", "door", where, at=timezone.now())
    desk.get(ACCESS)
    with CaptureQueriesContext(connection) as before:
        desk.get(ACCESS)
    for number in range(2, 5):
        where = a_tournament(name=f"Torneo {number}")
        services.make_token(me, f"Programma {number}", "door", where, at=timezone.now())
    with django_assert_num_queries(len(before)):
        desk.get(ACCESS)


def test_role_list_needs_no_extra_queries_for_many_users(
    desk: Client, django_assert_num_queries: Any
) -> None:
    for number in range(2):
        an_account(f"helper{number}", "door")
        Invitation.objects.all().delete()
        services.invite("door", None, author=Author(), at=timezone.now())
        with django_assert_num_queries(8):
            desk.get(ROLES)
