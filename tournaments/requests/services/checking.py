"""Validation of entry requests: entry period, entry code, names, contact and consent.

Anonymous visitors see the error messages, so the messages contain no data that are reserved for the desk.
"""

import hmac
from collections.abc import Sequence
from datetime import datetime

from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.names import clean_name, name_key
from tournaments.entries.services.players import Meant
from tournaments.models import EntryRequest, Notice, Person, Tournament
from tournaments.requests import rules, selectors
from tournaments.requests.rules import Closed
from tournaments.requests.services import entering
from tournaments.values.requests import Accepts

PAIR = 2
# The most persons named in a question about an abbreviated name.
MOST_NAMED = 3


def refuse_closed(tournament: Tournament, at: datetime) -> None:
    """Raise NotNow with the reason if no requests are accepted."""
    closed = rules.closed_why(selectors.window_of(tournament), at)
    if closed is not None:
        raise NotNow("entries_closed", _CLOSED[closed])


_CLOSED = {
    Closed.AT_DESK: Sentence(_("Entries for this tournament are taken at the club. Call or come by.")),
    Closed.NOT_YET: Sentence(_("Entries are not open yet. The notice says from when.")),
    Closed.OVER: Sentence(_("Entries are closed. Call the club: there may still be a place.")),
    Closed.BEGUN: Sentence(_("The draw is made: entries are closed.")),
}


def refuse_code(notice: Notice, code: str) -> None:
    if notice.accepts != Accepts.CODE:
        return
    if not hmac.compare_digest(name_key(code.strip()).encode(), name_key(notice.code.strip()).encode()):
        sentence = Sentence(_("That is not the code of the entries. Ask the club for it."))
        raise BadEntry("wrong_code", sentence, (Problem("wrong_code", "", "error", "/code", sentence),))


def cleaned_names(
    tournament: Tournament,
    names: Sequence[str],
    size: int,
    *,
    seeks_partner: bool = False,
    more: Sequence[Problem] = (),
) -> list[str]:
    """Return the cleaned names; raise BadEntry if names are invalid.

    The team needs `size` names. The error contains all errors in the names and the errors in `more`. Repeated
    names are reported only if there is no other error in the names. If the player looks for a partner but the
    tournament is not for pairs, BadEntry contains only this error.
    """
    if seeks_partner and tournament.team_size != PAIR:
        sentence = Sentence(_("You can look for a partner only where two play together."))
        raise BadEntry("no_partner_needed", sentence)
    problems, cleaned = [], []
    for place, name in enumerate([*names, *[""] * (size - len(names))]):
        try:
            cleaned.append(clean_name(name))
        except BadEntry as wrong:
            problems.append(Problem(wrong.code, "", "error", f"/players/{place}/name", wrong.message))
    if len(names) > size:
        sentence = Sentence(_("Write %(size)s names, no more."), {"size": size})
        problems.append(Problem("team_size", "", "error", "/players", sentence))
    keys = [name_key(name) for name in cleaned]
    problems += [
        Problem("player_twice", "", "error", f"/players/{place}/name", _ONESELF)
        for place, key in enumerate(keys)
        if not problems and key in keys[:place]
    ] + list(more)
    if problems:
        raise BadEntry(problems[0].code, problems[0].message, tuple(problems))
    return cleaned


_ONESELF = Sentence(_("This is the same name once more. Write who plays with you, or look for a partner."))


def contact_problems(phone: str, mail: str, consent: object) -> list[Problem]:
    """Return the errors in the contact and in the consent to the current privacy text."""
    problems = []
    if not phone and not mail:
        sentence = Sentence(_("Write a telephone number or an email address."))
        problems.append(Problem("contact_missing", "", "error", "/contact", sentence))
    if phone and not rules.is_phone(phone):
        sentence = Sentence(_("This is no telephone number. Write its digits, as you dial them."))
        problems.append(Problem("bad_phone", "", "error", "/contact/phone", sentence))
    if mail and not rules.is_mail(mail):
        sentence = Sentence(_("This is no email address. Write it as in name@example.org."))
        problems.append(Problem("bad_mail", "", "error", "/contact/mail", sentence))
    if consent in (None, "", False):
        sentence = Sentence(_("Without your consent the club may not keep your names. Tick the box."))
        problems.append(Problem("consent_missing", "", "error", "/consent", sentence))
    elif isinstance(consent, bool) or str(consent) != str(selectors.privacy_version()):
        sentence = Sentence(_("The text on your names has changed meanwhile. Read it and agree again."))
        problems.append(Problem("consent_changed", "", "error", "/consent", sentence))
    return problems


def refuse_names(tournament: Tournament, names: Sequence[str], but: Sequence[EntryRequest] = ()) -> bool:
    """Raise BadEntry if a player is already entered or has an open request, or if the names are invalid.

    Open requests in `but` are ignored. Return True if a name may mean several persons, so that the desk has
    to choose one.
    """
    _entry, problems = entering.entry_of(tournament, names, {})
    if len(names) < tournament.team_size:
        problems = [each for each in problems if each.code not in ("team_size", "team_name_taken")]
    ids = {one.pk for each in but for one in (each, *each.joined.all())}
    entering.refuse_public(problems, names, entering.waiting_already(tournament, names, ids))
    return any(each.code == entering.DOUBTFUL for each in problems)


def refuse_flood(tournament: Tournament) -> None:
    open_now = EntryRequest.objects.filter(tournament=tournament, state__in=rules.OPEN).count()
    if open_now >= rules.MOST_REQUESTS:
        text = _("More requests wait here than anybody can read. Call the club.")
        raise NotNow("too_many_requests", Sentence(text))


def refuse_drawn(tournament: Tournament) -> None:
    if tournament.state == "entries":
        return
    contact = selectors.contact_of(tournament)
    if contact:
        text = _("The draw is made: nothing can be changed here any more. Call %(contact)s.")
        raise NotNow("already_drawn", Sentence(text, {"contact": contact}))
    text = _("The draw is made: nothing can be changed here any more. Call the club.")
    raise NotNow("already_drawn", Sentence(text))


def refuse_shortened(names: Sequence[str], meant: Meant) -> None:
    """Raise BadEntry for each abbreviated name that may mean a known person and is missing in `meant`."""
    problems = [
        Problem(
            entering.DOUBTFUL, "", "error", f"/players/{place}/name", _doubtful_name(names[place], people)
        )
        for place, people in selectors.shortened_of_others(names).items()
        if place not in meant
    ]
    if problems:
        raise BadEntry(problems[0].code, problems[0].message, tuple(problems))


def _doubtful_name(name: str, people: Sequence[Person]) -> Sentence:
    words = ", ".join(person.written_name for person in people[:MOST_NAMED])
    text = _("Is %(name)s the same as %(people)s? Say who it is, or that it is somebody new, then accept.")
    return Sentence(text, {"name": name, "people": words})
