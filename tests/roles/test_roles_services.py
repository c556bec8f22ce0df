"""Tests of the services for roles: single-use invitations, ended roles, and the last organiser."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.authtoken.models import Token

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import PASSWORD, a_tournament, an_account, an_organiser
from tournaments.management.commands import demo
from tournaments.models import ApiToken, ClubMove, Invitation, Role, Tournament
from tournaments.permissions import found_by, holdings_of, may, roles_of, run_by
from tournaments.roles import services
from tournaments.values.roles import DIRECTOR, DOOR, ORGANISER
from tournaments.values.visibility import Visibility
from tournaments.web.api.tokens import token_by_key

pytestmark = pytest.mark.django_db

RITA = services.NewAccount("Rita Tola", "rita", PASSWORD)


def fresh(user: Any) -> Any:
    """Read the user from the database again."""
    return get_user_model().objects.get(pk=user.pk)


def invited(role: str = DOOR, tournament: Tournament | None = None, **more: Any) -> Invitation:
    maker = more.pop("maker", None) or an_organiser()
    return services.invite(role, tournament, author=Author(maker.pk), at=more.pop("at", timezone.now()))


@pytest.mark.databases
def test_invitation_creates_an_account_with_the_role() -> None:
    tournament = a_tournament()
    rita = services.accept_with_account(invited(DOOR, tournament), RITA, at=timezone.now())
    assert rita.check_password(PASSWORD)
    assert rita.get_full_name() == "Rita Tola"
    assert roles_of(fresh(rita), tournament) == {DOOR}
    assert may("enter_teams", roles_of(fresh(rita), tournament))
    assert not may("draw", roles_of(fresh(rita), tournament))
    assert [each.kind for each in ClubMove.objects.order_by("at")][-2:] == ["invited", "role_given"]
    assert "Rita" not in str([each.body for each in ClubMove.objects.all()])


@pytest.mark.parametrize("state", ["used", "expired", "withdrawn"])
def test_expired_or_withdrawn_invitation_creates_no_account(state: str) -> None:
    at = timezone.now()
    invitation = invited(at=at - timedelta(hours=49) if state == "expired" else at)
    if state == "used":
        services.accept_with_account(invitation, services.NewAccount("A B", "ab", PASSWORD), at=at)
    elif state == "withdrawn":
        services.withdraw_invitation(invitation, author=Author(), at=at)
    with pytest.raises(NotNow) as refusal:
        services.accept_with_account(invitation, RITA, at=at)
    assert refusal.value.code == "invitation_spent"
    assert not get_user_model().objects.filter(username="rita").exists()


@pytest.mark.parametrize(
    ("account", "code", "where"),
    [
        (("", "rita", PASSWORD), "missing_field", "/name"),
        (("Ri\u202eta", "rita", PASSWORD), "name_invisible", "/name"),
        (("R" * 81, "rita", PASSWORD), "name_too_long", "/name"),
        (("Rita", "ri ta", PASSWORD), "bad_username", "/username"),
        (("Rita", "Antonella", PASSWORD), "username_taken", "/username"),
        (("Rita", "rita", "rita"), "weak_password", "/password"),
    ],
)
def test_error_in_the_data_of_a_new_account_names_the_field(
    account: tuple[str, str, str], code: str, where: str
) -> None:
    invitation = invited()
    with pytest.raises(BadEntry) as refusal:
        services.accept_with_account(invitation, services.NewAccount(*account), at=timezone.now())
    assert (code, where) in [(each.code, each.where) for each in refusal.value.problems]
    invitation.refresh_from_db()
    assert invitation.used_at is None


@pytest.mark.databases
def test_invitation_stays_open_if_the_user_already_has_the_role() -> None:
    bruno, invitation = an_account("bruno", DOOR), invited()
    with pytest.raises(NotNow) as refusal:
        services.accept(invitation, bruno, at=timezone.now())
    assert refusal.value.code == "role_held"
    services.accept(invitation, an_account("caterina"), at=timezone.now())


@pytest.mark.parametrize(("role", "code"), [("king", "unknown_role"), (ORGANISER, "organiser_of_all")])
def test_invitation_to_an_invalid_role_is_refused(role: str, code: str) -> None:
    with pytest.raises(BadEntry) as refusal:
        invited(role, a_tournament())
    assert refusal.value.code == code


@pytest.mark.databases
def test_database_refuses_invalid_and_duplicate_roles() -> None:
    tournament, user = a_tournament(), an_account("bruno", DOOR)
    for role, where in ((ORGANISER, tournament), ("king", None), (DOOR, None)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Role.objects.create(user=user, role=role, tournament=where, made_at=timezone.now())


@pytest.mark.databases
def test_role_ends_immediately_and_can_be_restored() -> None:
    tournament = a_tournament()
    bruno, me = an_account("bruno", DIRECTOR, tournament), an_organiser()
    services.take_role_away(bruno.roles.get(), author=Author(me.pk), at=timezone.now())
    assert not may("draw", roles_of(fresh(bruno), tournament))
    services.give_role(bruno, DIRECTOR, tournament, author=Author(me.pk), at=timezone.now())
    assert may("draw", roles_of(fresh(bruno), tournament))


@pytest.mark.databases
def test_organiser_can_be_removed_only_if_another_organiser_remains() -> None:
    first, second = an_organiser(), an_organiser("bruno")
    at = timezone.now()
    services.take_role_away(second.roles.get(), author=Author(first.pk), at=at)
    with pytest.raises(NotNow) as refusal:
        services.take_role_away(first.roles.get(), author=Author(first.pk), at=at)
    assert refusal.value.code == "last_organiser"
    assert roles_of(fresh(first)) == {ORGANISER}


def test_inactive_account_does_not_count_as_the_last_organiser() -> None:
    first, second = an_organiser(), an_organiser("bruno")
    get_user_model().objects.filter(pk=second.pk).update(is_active=False)
    with pytest.raises(NotNow):
        services.take_role_away(first.roles.get(), author=Author(first.pk), at=timezone.now())


def test_invitation_becomes_invalid_when_the_inviting_organiser_loses_the_role() -> None:
    an_organiser()
    bruno = an_organiser("bruno")
    invitation = invited(ORGANISER, maker=bruno)
    services.take_role_away(bruno.roles.get(), author=Author(), at=timezone.now())
    with pytest.raises(NotNow):
        services.accept(invitation, bruno, at=timezone.now())


@pytest.mark.databases
def test_password_reset_logs_the_user_out_everywhere() -> None:
    bruno, client, mine = an_account("bruno", DOOR), Client(), Client()
    client.force_login(bruno)
    mine.force_login(an_organiser())
    old = services.invite_again(bruno, author=Author(), at=timezone.now())
    link = services.invite_again(bruno, author=Author(), at=timezone.now())
    with pytest.raises(NotNow):
        services.renew_access(old, PASSWORD + "x", at=timezone.now())
    services.renew_access(link, PASSWORD + "x", at=timezone.now())
    assert fresh(bruno).check_password(PASSWORD + "x")
    assert roles_of(fresh(bruno)) == {DOOR}
    assert client.get("/regia/").status_code == 302
    assert mine.get("/regia/").status_code == 200
    assert Session.objects.count() == 1


@pytest.mark.databases
def test_organisers_see_all_tournaments_and_other_users_see_those_of_their_roles() -> None:
    draft = a_tournament(name="Bozza", visibility=Visibility.DRAFT)
    other = an_organiser("bruno")
    helper = an_account("caterina", DOOR, draft)
    assert draft in found_by(other)
    assert set(run_by(helper)) == {draft}
    a_tournament(name="Altra bozza", visibility=Visibility.DRAFT)
    assert set(found_by(helper)) == {draft}


@pytest.mark.databases
def test_roles_of_a_user_are_read_with_one_query(django_assert_num_queries: Any) -> None:
    tournaments = [a_tournament(name=f"Torneo {number}") for number in range(3)]
    user = fresh(an_account("bruno", DOOR, tournaments[0]))
    with django_assert_num_queries(1):
        assert [len(roles_of(user, each) & {DOOR}) for each in tournaments] == [1, 0, 0]
        assert len(holdings_of(user)) == 1


def test_token_is_limited_to_roles_of_its_owner() -> None:
    tournament = a_tournament()
    bruno = fresh(an_account("bruno", DIRECTOR, tournament))
    token, key = services.make_token(bruno, "cassa", DOOR, tournament, at=timezone.now())
    assert key not in str(token.__dict__)
    assert token_by_key(key, at=timezone.now()) == token
    for role, where in ((ORGANISER, None), (DOOR, None), (DIRECTOR, a_tournament(name="Altro"))):
        with pytest.raises(BadEntry):
            services.make_token(bruno, "x", role, where, at=timezone.now())
    for _twice in range(2):
        services.revoke_token(token, at=timezone.now())
    assert token_by_key(key, at=timezone.now()) is None
    assert token_lines(bruno) == ["token_made", "token_revoked"]


def test_token_with_an_invisible_character_in_the_name_is_refused() -> None:
    with pytest.raises(BadEntry) as refusal:
        services.make_token(an_organiser(), "Si\u202eto", ORGANISER, at=timezone.now())
    assert [(each.code, each.where) for each in refusal.value.problems] == [("name_invisible", "/name")]
    assert not ApiToken.objects.exists()


def test_revoked_token_made_by_a_command_is_refused_and_the_revocation_is_recorded(
    client: Client,
) -> None:
    bruno = an_account("bruno", DOOR)
    key = Token.objects.create(user=bruno).key
    client.force_login(bruno)
    for _twice in range(2):
        assert client.post(reverse("desk_revoke_plain")).status_code == 302
    calls = Client(headers={"authorization": f"Token {key}"})
    assert calls.get("/api/v1/tokens/").status_code == 401
    assert token_lines(bruno) == ["token_revoked"]


def token_lines(user: Any) -> list[str]:
    """Return the kinds of the journal entries about a user's tokens, oldest first."""
    lines = ClubMove.objects.filter(user=user, kind__startswith="token_").order_by("at")
    return list(lines.values_list("kind", flat=True))


@pytest.mark.databases
def test_withdrawn_invitation_keeps_the_time_of_its_first_withdrawal() -> None:
    bruno, at = an_organiser("bruno"), timezone.now()
    first = services.invite_again(bruno, author=Author(bruno.pk), at=at)
    later = at + timedelta(hours=1)
    services.invite_again(bruno, author=Author(bruno.pk), at=later)
    services.invite_again(bruno, author=Author(bruno.pk), at=later + timedelta(hours=1))
    an_organiser()
    services.take_role_away(bruno.roles.get(), author=Author(), at=later + timedelta(hours=2))
    first.refresh_from_db()
    assert first.withdrawn_at == later


def test_previous_invitation_stays_valid_if_a_new_invitation_cannot_be_created(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bruno, at = an_account("bruno", DOOR), timezone.now()
    link = services.invite_again(bruno, author=Author(), at=at)

    def fault(*_line: Any, **_more: Any) -> None:
        raise OSError("full")

    monkeypatch.setattr(services, "note_club", fault)
    with pytest.raises(OSError, match="full"):
        services.invite_again(bruno, author=Author(), at=at)
    link.refresh_from_db()
    assert link.withdrawn_at is None


def test_commands_create_and_recover_an_organiser(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("createsuperuser", "--noinput", "--username", "tore", "--email", "")
    tore = get_user_model().objects.get(username="tore")
    assert roles_of(tore) == {ORGANISER}
    call_command("invite", "--organiser", "tore")
    path = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("/invito/"))
    answer = Client().post(path, {"password": PASSWORD})
    assert answer.status_code == 302
    assert fresh(tore).check_password(PASSWORD)
    an_account("bruno")
    with pytest.raises(CommandError):
        call_command("invite", "--organiser", "bruno")


def test_demo_command_creates_an_organiser_with_a_valid_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo.Command, "_play", lambda *_evening: None)
    call_command("demo")
    call_command("demo")  # the first run ended before it made a tournament
    password = capsys.readouterr().out.rpartition("with the password ")[2].split()[0]
    visitor = Client()
    assert visitor.login(username="demo", password=password)
    assert visitor.get("/regia/").status_code == 200
