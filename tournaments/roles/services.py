"""Services for roles, invitations, accounts and API tokens. The last organiser cannot lose the role.

The secret of an invitation is derived from its id and the secret key of the site, so that it can be shown
again; only its hash is stored.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from rest_framework.authtoken.models import Token

from scoring.sheet.devices import hashed
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.names import clean_name
from tournaments.lifecycle.services.journal import note_club
from tournaments.models import ApiToken, Invitation, Role, Tournament
from tournaments.permissions import holdings_of
from tournaments.roles.selectors import standing_organisers
from tournaments.values.roles import GOOD_FOR, KEY_BEGINS, ORGANISER, ROLES, Holding, narrowed_to

LONGEST_NAME = 80
LONGEST_USERNAME = 60


def invitation_secret(invitation: Invitation) -> str:
    """Return the secret at the end of an invitation's link."""
    return salted_hmac("invitation", str(invitation.pk), algorithm="sha256").hexdigest()[:40]


def change_name(user: User, name: str) -> None:
    """Change a user's name; raise BadEntry if the name is empty, too long or has invisible characters."""
    user.first_name, user.last_name = clean_name_at(name, "/full_name"), ""
    user.save(update_fields=["first_name", "last_name"])


def clean_name_at(name: str, where: str) -> str:
    """Return a name without superfluous spaces; raise BadEntry for an invalid name.

    `where` is the JSON Pointer of the name in the request. The error contains this pointer.
    """
    try:
        return clean_name(name)
    except BadEntry as refusal:
        problem = _problem(refusal.code, where, refusal.message)
        raise BadEntry(refusal.code, refusal.message, (problem,)) from refusal


def give_role(
    user: Any, role: str, tournament: Tournament | None = None, *, author: Author, at: datetime
) -> Role:
    """Give a user a role; raise NotNow if the user has the role already."""
    return _give(Role(user=user, role=role, tournament=tournament, made_by_id=author.user_id), author, at)


def give_role_back(role: Role, *, author: Author, at: datetime) -> Role:
    """Restore a role that was ended; raise NotNow if the user has the role already.

    `made_by` is kept, because the owner of the site is determined from it (`owns_site`).
    """
    again = Role(user=role.user, role=role.role, tournament=role.tournament, made_by_id=role.made_by_id)
    return _give(again, author, at)


def _give(role: Role, author: Author, at: datetime) -> Role:
    role.made_at = at
    try:
        with transaction.atomic():
            role.save(force_insert=True)
            note_club("role_given", author=author, at=at, body=_body(role))
    except IntegrityError as twice:
        raise NotNow("role_held", Sentence(_("You have this role already. Nothing was changed."))) from twice
    return role


def _body(role: Role | ApiToken) -> dict[str, Any]:
    tournament = str(role.tournament_id) if role.tournament_id else None
    return {"user": role.user_id, "role": role.role, "tournament": tournament}


def invite(role: str, tournament: Tournament | None, *, author: Author, at: datetime) -> Invitation:
    """Create an invitation to a role, valid for 48 hours.

    Raise BadEntry if the role is unknown, or if an organiser would be limited to one tournament.
    """
    if role not in ROLES:
        _refuse("unknown_role", "/role", Sentence(_("Choose one of the roles that are offered.")))
    if role == ORGANISER and tournament is not None:
        text = _("An organiser runs the whole club. Choose all tournaments, or the role of a referee.")
        _refuse("organiser_of_all", "/tournament", Sentence(text))
    body = {"role": role, "tournament": str(tournament.pk) if tournament else None}
    return _open(Invitation(role=role, tournament=tournament), body, author=author, at=at)


def invite_again(account: User, *, author: Author, at: datetime) -> Invitation:
    """Create an invitation to set a new password for an account, and withdraw earlier invitations."""
    before = Invitation.objects.filter(account=account, used_at=None, withdrawn_at=None)
    with transaction.atomic():
        before.update(withdrawn_at=at)
        return _open(Invitation(account=account), {"user": account.pk}, author=author, at=at)


def _open(invitation: Invitation, body: dict[str, Any], *, author: Author, at: datetime) -> Invitation:
    invitation.token_hash = hashed(invitation_secret(invitation))
    invitation.made_by_id, invitation.made_at, invitation.expires_at = author.user_id, at, at + GOOD_FOR
    with transaction.atomic():
        invitation.save(force_insert=True)
        note_club("invited", author=author, at=at, body={"invitation": str(invitation.pk), **body})
    return invitation


def withdraw_invitation(invitation: Invitation, *, author: Author, at: datetime) -> None:
    """Withdraw an open invitation; raise NotNow if the invitation is not open."""
    with transaction.atomic():
        if not _claim(invitation, at, withdrawn_at=at):
            raise NotNow("invitation_over", Sentence(_("This invitation does not open any more.")))
        note_club("invitation_withdrawn", author=author, at=at, body={"invitation": str(invitation.pk)})


def _claim(invitation: Invitation, at: datetime, **columns: datetime) -> int:
    """Update the columns of an invitation if it is still open; return the number of updated rows (0 or 1).

    If several calls are made at the same time, only one of them updates the invitation.
    """
    still_open = Invitation.objects.filter(pk=invitation.pk, used_at=None, withdrawn_at=None)
    return still_open.filter(expires_at__gt=at).update(**columns)


def _use(invitation: Invitation, at: datetime) -> None:
    if not _claim(invitation, at, used_at=at):
        raise _spent()


def _spent() -> NotNow:
    text = _("This invitation was used already, or does not open any more. Ask for a new one.")
    return NotNow("invitation_spent", Sentence(text))


@dataclass(frozen=True)
class NewAccount:
    """Name, user name and password of a new account; the password is None if a passkey is used."""

    name: str
    username: str
    password: str | None


def accept_with_account(invitation: Invitation, account: NewAccount, *, at: datetime) -> User:
    """Accept an invitation with a new account, and return the account.

    Raise BadEntry for invalid data, NotNow if the invitation is not open.
    """
    user: User = get_user_model()(username=account.username.strip(), first_name=account.name.strip())
    refuse_bad_account(user, account.password)
    user.first_name, user.password = clean_name(account.name), make_password(account.password)
    try:
        with transaction.atomic():
            _use(invitation, at)
            user.save(force_insert=True)
            _give_invited(invitation, user, at)
    except IntegrityError as twice:
        raise _username_taken() from twice
    return user


def accept(invitation: Invitation, user: User, *, at: datetime) -> None:
    """Accept an invitation for an existing user.

    Raise NotNow if the invitation is not open, or if the user already has the role.
    """
    with transaction.atomic():
        _use(invitation, at)
        _give_invited(invitation, user, at)


def _give_invited(invitation: Invitation, user: User, at: datetime) -> None:
    author = Author(invitation.made_by_id)
    new_role = give_role(user, invitation.role, invitation.tournament, author=author, at=at)
    Invitation.objects.filter(pk=invitation.pk).update(new_role=new_role)


def renew_access(invitation: Invitation, password: str, *, at: datetime) -> User:
    """Set a new password through an invitation, and end all sessions of the account.

    Raise BadEntry for a weak password. Raise NotNow if the invitation is not open, or if it is an invitation
    to a role.
    """
    user = invitation.account
    if user is None:
        raise _spent()
    refuse_weak_password(user, password)
    with transaction.atomic():
        _use(invitation, at)
        user.set_password(password)
        user.save(update_fields=["password"])
        end_sessions(user)
        note_club("access_renewed", author=Author(user.pk), at=at, body={"user": user.pk})
    return user


def refuse_bad_account(user: User, password: str | None, *, unnamed: bool = False) -> None:
    """Raise BadEntry with all errors in the account data; with `unnamed`, errors in the name are ignored."""
    problems = [each for each in _account_problems(user) if not (unnamed and each.where == "/name")]
    if password is not None:
        problems += _password_problems(user, password)
    if problems:
        first = problems[0]
        raise BadEntry(first.code, first.message, tuple(problems))


def _account_problems(user: User) -> Sequence[Problem]:
    problems = []
    if not user.first_name:
        problems.append(_problem("missing_field", "/name", Sentence(_("Write your name."))))
    else:
        problems += _name_problems(user.first_name)
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as wrong:
        problems += [
            _problem("bad_username", "/username", Sentence(message))
            for message in wrong.message_dict.get("username", ())
        ]
    if get_user_model().objects.filter(username__iexact=user.username).exists():
        problems.append(_username_taken().problems[0])
    return problems


def _name_problems(name: str) -> Sequence[Problem]:
    try:
        clean_name_at(name, "/name")
    except BadEntry as refusal:
        return refusal.problems
    return ()


def _username_taken() -> BadEntry:
    text = Sentence(_("Somebody has this user name already. Choose another."))
    return BadEntry("username_taken", text, (_problem("username_taken", "/username", text),))


def refuse_weak_password(user: User, password: str) -> None:
    """Raise BadEntry for a weak password."""
    problems = _password_problems(user, password)
    if problems:
        raise BadEntry("weak_password", Sentence(_("Choose a longer password.")), tuple(problems))


def _password_problems(user: User, password: str) -> list[Problem]:
    try:
        validate_password(password, user)
    except ValidationError as weak:
        return [_problem("weak_password", "/password", Sentence(message)) for message in weak.messages]
    return []


def _problem(code: str, where: str, sentence: Sentence) -> Problem:
    return Problem(code, "", "error", where, sentence)


def _refuse(code: str, where: str, sentence: Sentence) -> None:
    raise BadEntry(code, sentence, (_problem(code, where, sentence),))


def take_role_away(role: Role, *, author: Author, at: datetime) -> None:
    """End a role; raise NotNow for the last organiser. A role that has already ended stays unchanged.

    The open invitations made by a former organiser are withdrawn. Organiser roles are locked in a fixed
    order, so that two organisers cannot remove each other.
    """
    with transaction.atomic():
        if role.role == ORGANISER:
            _refuse_last(role)
        if not Role.objects.filter(pk=role.pk, ended_at=None).update(ended_at=at, ended_by=author.user_id):
            return
        if role.role == ORGANISER:
            open_invitations = Invitation.objects.filter(
                made_by=role.user_id, used_at=None, withdrawn_at=None
            )
            open_invitations.update(withdrawn_at=at)
        note_club("role_taken_away", author=author, at=at, body=_body(role))


def _refuse_last(role: Role) -> None:
    standing = standing_organisers().select_for_update(of=("self",)).order_by("pk")
    if {each.user_id for each in standing} == {role.user_id}:
        text = _("This is the last organiser. Invite another first, then take this role away.")
        raise NotNow("last_organiser", Sentence(text))


def end_sessions(user: User) -> int:
    """End all sessions of a user; return the number of ended sessions."""
    logged_in = [
        each.pk
        for each in Session.objects.iterator()
        if each.get_decoded().get("_auth_user_id") == str(user.pk)
    ]
    return Session.objects.filter(pk__in=logged_in).delete()[0]


def make_token(
    user: User, name: str, role: str, tournament: Tournament | None = None, *, at: datetime
) -> tuple[ApiToken, str]:
    """Create an API token, and return the token and its key. The key is not stored.

    Without a tournament, the token is valid in all tournaments, and the user needs a role in all tournaments.
    Raise BadEntry for a missing or invalid name, or for an organiser's token limited to one tournament. Raise
    BadEntry also if the user has neither `role` in the tournament nor a role that includes it (`INCLUDES`).
    """
    scope = Holding(role, tournament.pk if tournament else None)
    if not name.strip():
        _refuse("missing_field", "/name", Sentence(_("Give the token a name: what is it for?")))
    if (role == ORGANISER and tournament is not None) or scope not in narrowed_to(scope, holdings_of(user)):
        text = _("Choose a role that you have yourself: a token reaches no further than you do.")
        _refuse("role_not_yours", "/role", Sentence(text))
    key = KEY_BEGINS + secrets.token_urlsafe(30)
    token = ApiToken(
        user=user,
        name=clean_name_at(name, "/name"),
        role=role,
        tournament=tournament,
        key_hash=hashed(key),
        made_at=at,
    )
    with transaction.atomic():
        token.save(force_insert=True)
        note_club("token_made", author=Author(user.pk), at=at, body={"token": str(token.pk), **_body(token)})
    return token, key


def revoke_token(token: ApiToken, *, at: datetime) -> None:
    """Revoke an API token."""
    with transaction.atomic():
        if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=at):
            note_club("token_revoked", author=Author(token.user_id), at=at, body={"token": str(token.pk)})


def revoke_plain_token(user: User, *, at: datetime) -> None:
    """Delete the user's API token that was created by a management command."""
    with transaction.atomic():
        if Token.objects.filter(user=user).delete()[0]:
            note_club("token_revoked", author=Author(user.pk), at=at, body={"user": user.pk})
