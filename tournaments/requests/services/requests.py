"""Services for entry requests: send, accept, refuse, rename, join, withdraw and check in.

Players use a personal link, without an account; the desk uses an account. Every action locks the tournament,
so that simultaneous requests are processed one after the other.
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from scoring.sheet.devices import hashed, new_secret
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.names import is_made_of
from tournaments.entries.services import entries as entry_services
from tournaments.entries.services.players import Meant
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.locks import lock_entries, lock_tournament
from tournaments.models import EntryRequest, RequestDetails, Team, Tournament
from tournaments.requests import rules, selectors
from tournaments.requests.services import checking, entering
from tournaments.values.requests import Accepts, RequestAct, RequestState

# The author of actions by a personal link.
NOBODY = Author()
LONGEST_ANSWER = 240


def ask(  # noqa: PLR0913  # a request has all of these parts
    tournament: Tournament,
    *,
    names: Sequence[str],
    seeks_partner: bool = False,
    phone: str = "",
    mail: str = "",
    consent: object = None,
    key: str | None = None,
    code: str = "",
    at: datetime,
) -> tuple[EntryRequest, str]:
    """Store a request; return the request and the token of its personal link.

    `consent` is the number of the current privacy text. The request gets a team or waits for a place. It
    stays undecided if the desk decides on each request itself, if a partner is missing, or if the desk must
    choose a person.

    A repeated call with the same `key`, names and contact returns the first request. Raise NotNow if no
    requests are accepted, if too many requests are open, or if the key belongs to another request. Raise
    BadEntry for a wrong entry code, for invalid names, contact or consent, and for a player who is already
    entered or has an open request.
    """
    phone, mail = " ".join(phone.split()), mail.strip()
    token = _token(tournament, key, (list(names), seeks_partner, phone, mail))
    with transaction.atomic():
        tournament = _lock(tournament)
        again = EntryRequest.objects.filter(tournament=tournament, key=key).first() if key else None
        if again is not None:
            return _refuse_other_token(again, token), token
        checking.refuse_closed(tournament, at)
        notice = tournament.notice
        checking.refuse_code(notice, code)
        size = 1 if seeks_partner else tournament.team_size
        wrong = checking.contact_problems(phone, mail, consent)
        names = checking.cleaned_names(tournament, names, size, seeks_partner=seeks_partner, more=wrong)
        doubtful = checking.refuse_names(tournament, names)
        checking.refuse_flood(tournament)
        last = EntryRequest.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
        request = EntryRequest.objects.create(
            tournament=tournament,
            number=last + 1,
            seeks_partner=seeks_partner,
            token_hash=hashed(token),
            key=key,
            privacy_version=int(str(consent)),
            made_at=at,
        )
        RequestDetails.objects.create(request=request, names=names, phone=phone, mail=mail)
        entering.note(request, RequestAct.ASK, author=NOBODY, at=at)
        if not (seeks_partner or doubtful or notice.accepts == Accepts.ONE_BY_ONE):
            _settle(request, at=at, fresh=True)
        note_change(tournament.pk, "entries")
    return request, token


def _token(tournament: Tournament, key: str | None, words: object) -> str:
    """Return a new secret token or, with a `key`, a token computed from the arguments."""
    if key is None:
        return new_secret()
    message = repr((str(tournament.pk), key, words)).encode()
    digest = hmac.new(settings.SECRET_KEY.encode(), message, sha256).digest()
    return urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


def _refuse_other_token(request: EntryRequest, token: str) -> EntryRequest:
    if request.token_hash != hashed(token):
        text = _("This key stood for another request. Use a new key for a new request.")
        raise NotNow("key_used", Sentence(text))
    return request


def _lock(tournament: Tournament) -> Tournament:
    lock_tournament(tournament.pk)
    return Tournament.objects.select_related("notice").get(pk=tournament.pk)


def _settle(request: EntryRequest, *, at: datetime, fresh: bool = False) -> None:
    """Enter the team of a request, or put the request on the waiting list behind earlier requests."""
    entering.put(request, RequestState.WAITING)
    entering.fill(request.tournament, at=at, fresh=request.pk if fresh else None)
    request.refresh_from_db()
    if request.state == RequestState.WAITING:
        entering.note(request, RequestAct.WAIT, author=NOBODY, at=at)


@contextmanager
def _locked(request: EntryRequest) -> Iterator[EntryRequest]:
    """Lock the tournament in a transaction, reload the request and yield it."""
    with transaction.atomic():
        tournament = _lock(request.tournament)
        rows = selectors.with_details().select_related("team", "joined_to__details")
        now = rows.get(pk=request.pk)
        now.tournament = tournament
        yield now
        note_change(tournament.pk, "entries")


def accept(
    request: EntryRequest, *, meant: Meant | None = None, author: Author, at: datetime
) -> EntryRequest:
    """Accept a request, or put the request on the waiting list if no place is free.

    An accepted request stays unchanged. If the request is joined to another request, the other request is
    accepted and returned. Raise NotNow if the request is over, if the draw is made, or if a partner is
    missing.

    `meant` contains the persons that the desk chose for the names. Raise BadEntry if the names cannot be
    entered. The code is `which_person` if no person was chosen for a name that may mean several persons, or
    for an abbreviated name that may mean a known person.
    """
    with _locked(request) as mine:
        now = _head(mine)
        if now.state == RequestState.ACCEPTED:
            return now
        _refuse_over(now)
        checking.refuse_drawn(now.tournament)
        if now.seeks_partner and not now.joined.all():
            text = _("A partner is missing: join two who look for one, or write the second name.")
            raise NotNow("partner_missing", Sentence(text))
        persons = {**entering.meant_of([now]).get(now.pk, {}), **(meant or {})}
        names = selectors.names_of(now)
        checking.refuse_shortened(names, persons)
        _entry, problems = entering.entry_of(now.tournament, names, persons)
        if problems:
            raise BadEntry(problems[0].code, problems[0].message, _outside_a_list(problems))
        body: dict[str, object] = {"meant": entering.written_meant(persons)} if persons else {}
        entering.note(now, RequestAct.ACCEPT, author=author, at=at, body=body)
        _settle(now, at=at)
    return now


def _outside_a_list(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    return tuple(
        Problem(each.code, each.rule, each.level, each.where.removeprefix("/0"), each.message)
        for each in problems
    )


def _head(request: EntryRequest) -> EntryRequest:
    """Return the main request of a joined pair; any other request is returned unchanged."""
    if request.joined_to_id is None:
        return request
    head = selectors.with_details().select_related("team").get(pk=request.joined_to_id)
    head.tournament = request.tournament
    return head


def _refuse_over(request: EntryRequest) -> None:
    if request.state not in rules.OPEN or not selectors.names_of(request):
        raise NotNow("request_over", Sentence(_("This request is over already.")))


def refuse(request: EntryRequest, sentence: str, *, author: Author, at: datetime) -> EntryRequest:
    """Refuse an open request, with a message that is shown on the personal page.

    A refused request stays unchanged. Both requests of a joined pair are refused; return the earlier request.
    Raise BadEntry for a message of more than 240 letters, NotNow if the request is over.
    """
    sentence = " ".join(sentence.split())
    if len(sentence) > LONGEST_ANSWER:
        text = Sentence(_("Write at most %(most)s letters."), {"most": LONGEST_ANSWER})
        raise BadEntry("text_too_long", text, (Problem("text_too_long", "", "error", "/sentence", text),))
    with _locked(request) as mine:
        now = _head(mine)
        if now.state == RequestState.REFUSED:
            return now
        _refuse_over(now)
        entering.put(now, RequestState.REFUSED)
        each_of = [now.pk, *(each.pk for each in now.joined.all())]
        RequestDetails.objects.filter(pk__in=each_of).update(answer=sentence)
        entering.note(now, RequestAct.REFUSE, author=author, at=at)
    return now


def withdraw(request: EntryRequest, *, author: Author, at: datetime) -> EntryRequest:
    """Withdraw a request and remove its team before the draw; the next waiting request is promoted.

    If the request was joined with another one, the other player is without a partner again. Raise NotNow if
    the request was refused, or if it has a team and the draw has been made.
    """
    with _locked(request) as now:
        if now.state == RequestState.WITHDRAWN:
            return now
        if now.state == RequestState.REFUSED:
            raise NotNow("request_over", Sentence(_("This request is over already.")))
        team = now.team
        if team is not None:
            checking.refuse_drawn(now.tournament)
        _separate(now)
        entering.put(now, RequestState.WITHDRAWN, team=None)
        entering.note(now, RequestAct.WITHDRAW, author=author, at=at)
        if team is not None:
            entry_services.withdraw_team(team, author=author, at=at)
    return now


def _separate(request: EntryRequest) -> None:
    """Separate two joined requests; the other player is without a partner again."""
    other = request.joined_to or next(iter(request.joined.all()), None)
    if other is not None:
        EntryRequest.objects.filter(pk__in=(request.pk, other.pk)).update(joined_to=None)
        EntryRequest.objects.filter(pk=other.pk).update(state=RequestState.NEW, team=None, moved_up_at=None)
        request.joined_to = None


def rename(request: EntryRequest, names: Sequence[str], *, author: Author, at: datetime) -> EntryRequest:
    """Correct the names in a request and in its team, before the draw.

    A second name in a request without a partner means that the player has found a partner. Raise NotNow after
    the draw or if the request is over. Raise BadEntry for invalid names, and for a player who is already
    entered or has another open request.
    """
    with _locked(request) as now:
        head = _head(now)
        if now.state not in (*rules.OPEN, RequestState.ACCEPTED) or not selectors.names_of(now):
            raise NotNow("request_over", Sentence(_("This request is over already.")))
        checking.refuse_drawn(now.tournament)
        details = now.details
        finds = now.seeks_partner and head is now and not now.joined.all() and len(names) == checking.PAIR
        cleaned = checking.cleaned_names(
            now.tournament, names, checking.PAIR if finds else len(details.names)
        )
        if cleaned == details.names:
            return now
        if head.team is not None:
            _rename_team(head, now, cleaned, author, at)
        else:
            checking.refuse_names(now.tournament, cleaned, but=[head])
        RequestDetails.objects.filter(pk=now.pk).update(names=cleaned)
        details.names = cleaned
        entering.note(now, RequestAct.RENAME, author=author, at=at)
        if finds:
            now.seeks_partner = False
            now.save(update_fields=["seeks_partner"])
            if now.tournament.notice.accepts != Accepts.ONE_BY_ONE:
                _settle(now, at=at)
    return now


def _rename_team(
    head: EntryRequest, request: EntryRequest, names: Sequence[str], author: Author, at: datetime
) -> None:
    """Change the players and the name of a team after the names in one of its requests have changed.

    The seed and the details of the team are kept.
    """
    team: Team = head.team  # type: ignore[assignment]
    parts = [names if each.pk == request.pk else each.details.names for each in (head, *head.joined.all())]
    players = [name for part in parts for name in part]
    before = [seat.person.written_name for seat in team.seats.select_related("person").order_by("position")]
    name = "" if is_made_of(team.written_name, before) else team.written_name
    again, problems = entering.entry_of(head.tournament, players, {}, replacing=[team])
    doubtful = [each for each in problems if each.code == entering.DOUBTFUL]
    if doubtful and author.user_id is None:
        text = _("Somebody else at the club has this name. Call the club: they will sort it out.")
        raise BadEntry("which_person", Sentence(text))
    entering.refuse_public(problems, players)
    entry = entry_services.Entry(players, name or again.name, team.seed, team.details)
    entry_services.change_team(team, entry, author=author, at=at)


def join(first: EntryRequest, second: EntryRequest, *, author: Author, at: datetime) -> EntryRequest:
    """Join the requests of two players without a partner, at the position of the earlier request.

    The pair is entered or put on the waiting list, unless the desk must first choose the persons. Return the
    earlier request. Raise NotNow if one of the players no longer looks for a partner, or if the draw is made.
    Raise BadEntry if the pair cannot be entered.
    """
    first, second = sorted((first, second), key=lambda each: each.number)
    with _locked(first) as now:
        other = selectors.with_details().get(pk=second.pk)
        for each in (now, other):
            looks = each.seeks_partner and each.joined_to_id is None and not each.joined.all()
            if not looks or each.state not in rules.OPEN or each.tournament_id != now.tournament_id:
                raise NotNow("no_single", Sentence(_("One of these does not look for a partner any more.")))
        if now.pk == other.pk:
            raise NotNow("no_single", Sentence(_("Choose two: nobody plays with themselves.")))
        checking.refuse_drawn(now.tournament)
        names = [*selectors.names_of(now), *selectors.names_of(other)]
        _entry, problems = entering.entry_of(now.tournament, names, {})
        wrong = [each for each in problems if each.code != entering.DOUBTFUL]
        if wrong:
            raise BadEntry(wrong[0].code, wrong[0].message, _outside_a_list(wrong))
        EntryRequest.objects.filter(pk=other.pk).update(joined_to=now)
        entering.note(now, RequestAct.JOIN, author=author, at=at, body={"with": str(other.pk)})
        if not (problems or selectors.shortened_of_others(names)):
            _settle(now, at=at)
    return now


def arrive(request: EntryRequest, *, at: datetime) -> EntryRequest:
    """Mark the team of a request as present; allowed from the start of check-in until the draw.

    Raise NotNow at any other time, and if the request has no team.
    """
    with _locked(request) as now:
        team = now.team
        if team is None or now.state != RequestState.ACCEPTED:
            raise NotNow("not_in", Sentence(_("You are not on the list. Ask at the entrance.")))
        checking.refuse_drawn(now.tournament)
        notice = selectors.notice_of(now.tournament)
        since = rules.arrives_from(notice.doors_at if notice else None, now.tournament.starts_at)
        if since is None or at < since:
            raise NotNow("too_early", Sentence(_("It is too early: say so when you are in the hall.")))
        if team.presence != "present":
            entry_services.mark_presence(now.tournament, {team.pk: "present"}, author=NOBODY, at=at)
            entering.note(now, RequestAct.ARRIVE, author=NOBODY, at=at)
    return now


def keep_waiting(first: EntryRequest, second: EntryRequest, *, author: Author, at: datetime) -> None:
    """Put the requests of two single players on the waiting list, and do not propose this pair again.

    Raise NotNow after the draw.
    """
    with transaction.atomic():
        tournament = lock_entries(first.tournament)
        singles = selectors.looking_for_partner(tournament).filter(pk__in=(first.pk, second.pk))
        for each in singles.filter(state=RequestState.NEW):
            entering.put(each, RequestState.WAITING)
            entering.note(each, RequestAct.WAIT, author=author, at=at)
        note_change(tournament.pk, "entries")
