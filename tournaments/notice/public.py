"""The public notice of a tournament before the draw, and the regulations of the tournament."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _, ngettext, pgettext

from scoring.games import CARD_GAMES
from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.number_words import spelt
from tournaments.matches.words import targets_of
from tournaments.models import Club, Notice, RegulationsFile, Stage, Tournament
from tournaments.notice import rules
from tournaments.notice.rules import Phase, TextPiece
from tournaments.notice.selectors import notice_of, regulations_of
from tournaments.stages.selectors.commitments import last_commitment
from tournaments.templatetags.entrants import alone, called
from tournaments.values.money import amount_text
from tournaments.values.requests import Accepts
from tournaments.web.frame import find_tournament
from tournaments.web.page_cache import answer_of_tournament
from tournaments.web.words import clock, day, joined, plain

# A text of one paragraph up to this length is shown below the name.
SHORT_TEXT = 160
MAP = "https://www.openstreetmap.org/search?"
# Characters that could end a script, as JSON escapes.
BEYOND_JSON = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


class NoticeLine(NamedTuple):
    """A line of the notice below the date: its label, its main text and any further lines of text."""

    icon: str
    label: str
    first: Sequence[TextPiece]
    more: Sequence[Sequence[TextPiece]] = ()
    map_url: str = ""


class BigDate(NamedTuple):
    """The date and time of a tournament in parts: weekday, day of the month, month and time."""

    weekday: str
    number: str
    month: str
    time: str


class Entering(NamedTuple):
    """The state of the entries for the template: number of entries, number of places, phase, and texts."""

    filled: int
    places: int | None
    phase: Phase
    full: bool
    chip: str
    kind: str
    bold: str
    words: str
    until: str


def notice_view(stage: Stage, notice: Notice, club: Club, address: str) -> dict[str, Any]:
    """Return the template context of the notice page. Two queries, one more if there are regulations."""
    tournament = stage.tournament
    teams = list(tournament.teams.order_by("number").values_list("pk", "name"))
    entering = entering_view(tournament, notice, len(teams))
    text = rules.paragraphs(notice.text)
    short = len(text) == 1 and len(notice.text) <= SHORT_TEXT and "\n" not in notice.text
    return {
        "notice": notice,
        "place_name": ", ".join(filter(None, [club.name, club.town])),
        "lead": game_sentence(stage),
        "short_text": rules.linked(notice.text) if short else [],
        "paragraphs": [] if short else [_lines(each) for each in text],
        "date": big_date(tournament.starts_at),
        "lines": notice_lines(tournament, notice),
        "teams": teams,
        "entering": entering,
        "room": not entering.full and entering.phase is Phase.OPEN and notice.places is not None,
        "regulations": regulations_of(notice),
        "commitment": last_commitment(stage),
        "event_json": event_json(tournament, notice, club, address, full=entering.full),
    }


def _lines(text: str) -> list[list[TextPiece]]:
    return [rules.linked(line) for line in text.splitlines()]


def game_sentence(stage: Stage) -> str:
    """Return the card game and the length of a match, such as "Mariglia a coppie: due partite ai 35."."""
    named = game_words(stage.tournament)
    targets = targets_of(stage)
    if not targets:
        return f"{named}."
    first, last = targets[:-1] or targets, targets[-1]
    if len(set(first)) > 1:
        length = ", ".join(_("to %(target)s") % {"target": target} for target in targets)
    else:
        count = spelt(len(first))
        values = {"count": say(count) if isinstance(count, Sentence) else count, "target": first[0]}
        text = _("%(count)s games to %(target)s") if len(first) > 1 else _("one game to %(target)s")
        length = text % values
        length += ", " + _("decider to %(target)s") % {"target": last} if len(targets) > 1 else ""
    return _("%(game)s: %(length)s.") % {"game": named, "length": length}


def game_words(tournament: Tournament) -> str:
    """Return the name of the card game; for teams of two, followed by "in pairs" in the user's language."""
    game = say(Sentence(CARD_GAMES[tournament.card_game].name))
    return game if alone(tournament) else _("%(game)s in pairs") % {"game": game}


def big_date(moment: datetime | None) -> BigDate | None:
    """Return the parts of a time for display; None if no time is given.

    The month includes the year if the time is not in the current year.
    """
    if moment is None:
        return None
    local = timezone.localtime(moment)
    month = date_format(local, "F" if local.year == timezone.localdate().year else "F Y")
    words = [date_format(local, "l"), month]
    if get_language() == "it":
        words = [each.lower() for each in words]
    time = pgettext("the hour a tournament begins", "at %(time)s") % {"time": clock(moment)}
    return BigDate(words[0], str(local.day), words[1], time)


def notice_lines(tournament: Tournament, notice: Notice) -> list[NoticeLine]:
    """Return the lines about location, times, fee, prizes and contact that are not empty."""
    return [
        line
        for line in (
            _place(notice),
            _hours(tournament, notice),
            _fee(tournament, notice),
            _line_of("prize", _("Prizes"), notice.prizes, rules.linked),
            _line_of("call", _("Contact"), notice.contact, rules.linked_contact),
        )
        if line
    ]


def _place(notice: Notice) -> NoticeLine | None:
    where = ", ".join(filter(None, [notice.place, notice.address]))
    if not where:
        return _line_of("pin", pgettext("of an evening", "Place"), notice.directions, rules.linked)
    map_link = MAP + urlencode({"query": notice.address}) if notice.address else ""
    more = _lines(notice.directions)
    return NoticeLine("pin", pgettext("of an evening", "Place"), [TextPiece(where)], more, map_link)


def _hours(tournament: Tournament, notice: Notice) -> NoticeLine | None:
    if notice.doors_at is None:
        return None
    words = _("Doors open at %(time)s") % {"time": clock(notice.doors_at)}
    same = tournament.starts_at and _same_day(notice.doors_at, tournament.starts_at)
    if not same:
        words = _("Doors open on %(day)s at %(time)s") % {
            "day": day(notice.doors_at),
            "time": clock(notice.doors_at),
        }
    begins = clock(tournament.starts_at)
    more = _lines(_("The draw is at %(time)s.") % {"time": begins}) if begins else []
    return NoticeLine("clock", _("Hours"), [TextPiece(words)], more)


def _same_day(first: datetime, second: datetime) -> bool:
    return timezone.localdate(first) == timezone.localdate(second)


def _fee(tournament: Tournament, notice: Notice) -> NoticeLine | None:
    if not notice.fee:
        return _line_of("euro", _("Fee"), notice.fee_includes, rules.linked)
    more = _lines(notice.fee_includes)
    return NoticeLine("euro", _("Fee"), [TextPiece(fee_words(tournament, notice))], more)


def fee_words(tournament: Tournament, notice: Notice) -> str:
    """Return the fee as text, such as "10 € a coppia"."""
    amount = amount_text(notice.fee, get_language() or "", short=True)
    return called("fee", tournament, amount=amount)


def _line_of(icon: str, label: str, text: str, pieces: Any) -> NoticeLine | None:
    if not text:
        return None
    first, more = rules.first_line(text)
    return NoticeLine(icon, label, pieces(first), [pieces(line) for line in more.splitlines()])


def entering_view(tournament: Tournament, notice: Notice, filled: int) -> Entering:
    """Return the current state of the entries."""
    phase = rules.phase_of(notice, tournament, timezone.now())
    full = notice.places is not None and filled >= notice.places
    bold, words = _state_words(notice, phase, filled, full=full)
    return Entering(
        filled=filled,
        places=notice.places,
        phase=phase,
        full=full,
        chip=_chip(phase, full=full),
        kind="ok" if phase is Phase.OPEN and not full else "warn" if phase is not Phase.CLOSED else "",
        bold=bold,
        words=words,
        until=_entry_times(notice, phase),
    )


def _chip(phase: Phase, *, full: bool) -> str:
    if phase is Phase.BEFORE:
        return _("Entries not open yet")
    if phase is Phase.CLOSED:
        return _("Entries closed")
    return _("All places taken") if full else _("Entries open")


def _state_words(notice: Notice, phase: Phase, filled: int, *, full: bool) -> tuple[str, str]:
    if phase is Phase.BEFORE and notice.opens_at:
        values = {"day": day(notice.opens_at), "time": clock(notice.opens_at)}
        return _("Not open yet."), _("Entries open on %(day)s at %(time)s.") % values
    if phase is Phase.CLOSED:
        return _("Entries are closed."), ""
    closes = notice.closes_at and {"day": day(notice.closes_at), "time": clock(notice.closes_at)}
    ends = _("Entries close on %(day)s at %(time)s.") % closes if closes else ""
    if notice.places is None:
        return "", ends
    if full:
        waiting = _("Whoever enters now waits for a place.") if notice.accepts != Accepts.AT_DESK else ""
        return _("All places are taken."), " ".join(filter(None, [waiting, ends]))
    rest = notice.places - filled
    return ngettext("%(count)d place left.", "%(count)d places left.", rest) % {"count": rest}, ends


def _entry_times(notice: Notice, phase: Phase) -> str:
    if phase is Phase.BEFORE and notice.opens_at:
        return _("from %(day)s, %(time)s") % {"day": day(notice.opens_at), "time": clock(notice.opens_at)}
    if phase is Phase.OPEN and notice.closes_at:
        return _("until %(day)s, %(time)s") % {"day": day(notice.closes_at), "time": clock(notice.closes_at)}
    return _("Entries are closed.") if phase is Phase.CLOSED else ""


def where_words(notice: Notice | None, club: Club) -> str:
    """Return the location of a tournament from its notice, or else the name and town of the club."""
    place_and_address = [notice.place, notice.address] if notice else []
    return plain(
        ", ".join(filter(None, place_and_address)) or ", ".join(filter(None, [club.name, club.town]))
    )


def event_json(tournament: Tournament, notice: Notice, club: Club, address: str, *, full: bool) -> SafeString:
    """Return the tournament as a schema.org event in JSON, escaped for use in a script element."""
    organizer = club.name or "Trionfo"
    event: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": tournament.name,
        "url": address,
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "startDate": _iso(tournament.starts_at),
        "doorTime": _iso(notice.doors_at),
        "description": notice.text,
        "maximumAttendeeCapacity": notice.places,
        "location": {
            "@type": "Place",
            "name": notice.place or organizer,
            "address": notice.address or joined(club.address, club.town) or organizer,
        },
        "organizer": {"@type": "Organization", "name": organizer},
        "offers": {
            "@type": "Offer",
            "price": f"{notice.fee // 100}.{notice.fee % 100:02d}",
            "priceCurrency": "EUR",
            "url": address,
            "validFrom": _iso(notice.opens_at),
            "validThrough": _iso(notice.closes_at),
            "availability": f"https://schema.org/{'SoldOut' if full else 'InStock'}",
        },
    }
    text = json.dumps(_without_gaps(event), ensure_ascii=False).translate(BEYOND_JSON)
    return mark_safe(text)  # noqa: S308  # no sign of it can end the script


def _iso(moment: datetime | None) -> str | None:
    return timezone.localtime(moment).isoformat() if moment else None


def _without_gaps(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: _without_gaps(each) for key, each in value.items() if each not in (None, "")}


def regulations(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the regulations as PDF, with headers that block scripts and external content."""
    tournament = find_tournament(request, slug)
    notice = notice_of(tournament)
    file = RegulationsFile.objects.filter(name=notice.regulations).first() if notice else None
    if file is None:
        raise Http404

    def make() -> HttpResponse:
        answer = HttpResponse(bytes(file.data), content_type="application/pdf")
        answer["Content-Disposition"] = f'inline; filename="{slug}-{file.name[:8]}.pdf"'
        answer["X-Content-Type-Options"] = "nosniff"
        answer["Content-Security-Policy"] = "default-src 'none'; sandbox; frame-ancestors 'none'"
        return answer

    return answer_of_tournament(request, tournament, make, every=None)
