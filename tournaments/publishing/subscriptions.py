"""Calendars of tournaments and teams (RFC 5545), and the Atom feed of results.

The calendar of a team has an event per match. The calendar of a tournament has an event per round, and an
event per match that has its own date. The UID of an event never changes. SEQUENCE is the version of the
tournament, which increases with every change, so that a moved event replaces the old one. The content does
not depend on the time of the request.
"""

from datetime import UTC, date, datetime, timedelta
from urllib.parse import urljoin
from uuid import UUID

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, gettext as _, ngettext
from icalendar import Calendar, Event

from tournaments.matches.selectors.matches import LatestResult, latest_results, results_changed_at
from tournaments.matches.words import result_words, side_words
from tournaments.models import Club, Team, Tournament
from tournaments.notice.public import where_words
from tournaments.notice.selectors import notice_of
from tournaments.tables.rules.match_hours import Hours
from tournaments.tables.selectors.calendar import Diary, DiaryMatch, DiaryRound, changed_at, diary_of
from tournaments.web import words
from tournaments.web.frame import find_tournament, way_or_front
from tournaments.web.page_cache import answer_of_tournament, shows_results
from tournaments.web.words import day, joined, match_words, plain, table_words

REFRESH = timedelta(minutes=15)
# The precision of a calendar, and the shortest event.
MINUTE = timedelta(minutes=1)


def calendar_of(diary: Diary, address: str, changed_at: datetime) -> bytes:
    """Return the dates of a tournament or a team as an iCalendar file. One query.

    `address` is the URL of the tournament's page.
    """
    name = joined(diary.team.name if diary.team else "", diary.tournament.name)
    calendar = Calendar()
    for key, value in (
        ("prodid", f"-//Trionfo//{get_language()}"),
        ("version", "2.0"),
        ("calscale", "GREGORIAN"),
        ("method", "PUBLISH"),
        ("name", plain(name)),
        ("x-wr-calname", plain(name)),
        ("url", address),
        ("x-published-ttl", "PT15M"),
    ):
        calendar.add(key, value)
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    for event in _events(diary, address, changed_at):
        calendar.add_component(event)
    years = {event.start.year for event in calendar.events}
    if years:
        calendar.add_missing_timezones(date(min(years) - 1, 1, 1), date(max(years) + 1, 12, 31))
    return bytes(calendar.to_ical())


def _events(diary: Diary, address: str, changed_at: datetime) -> list[Event]:
    club = Club.objects.current()
    place = where_words(notice_of(diary.tournament), club)
    events = [_round(diary, each, address) for each in diary.rounds]
    events += [_event(diary, each, address) for each in diary.matches]
    events = events or _tournament_itself(diary, address)
    for event in events:
        event.add("dtstamp", changed_at)
        event.add("last-modified", changed_at)
        event.add("sequence", diary.tournament.version)
        if place:
            event.add("location", place)
    return events


def _tournament_itself(diary: Diary, address: str) -> list[Event]:
    """Return a list with one event for a tournament before its draw.

    The list is empty if the start time is unknown or the tournament is over.
    """
    tournament = diary.tournament
    if tournament.starts_at is None or tournament.state == "over":
        return []
    begins = tournament.starts_at.astimezone(UTC)
    event = Event()
    event.add("uid", f"{tournament.pk}@trionfo")
    event.add("summary", plain(tournament.name))
    event.add("url", address)
    _add_hours(event, Hours(begins, begins + diary.length, sure=True))
    return [event]


def _event(diary: Diary, each: DiaryMatch, address: str) -> Event:
    match, team = each.match, diary.team
    event = Event()
    event.add("uid", f"{match.match.pk}{f'.{team.pk}' if team else ''}@trionfo")
    event.add("summary", plain(_summary(diary, each)))
    event.add("description", plain(_description(diary, each)))
    event.add("url", urljoin(address, way_or_front(diary.tournament, "match_sheet", match.match.pk)))
    _add_hours(event, each.hours)
    _add_status(event, each.hours, called_off=match.match.state == "walkover")
    return event


def _round(diary: Diary, each: DiaryRound, address: str) -> Event:
    """Return the calendar event of a round. Its description has the number of matches.

    Once matches are finished, the description has the number of finished matches as well.
    """
    name = words.stage_round_words(each.stage, each.number, each.rounds, several=diary.stages > 1)
    matches = ngettext("%(count)d match", "%(count)d matches", each.matches) % {"count": each.matches}
    stands = words.finished_words(each.over, each.matches) if each.over else matches
    event = Event()
    event.add("uid", f"{each.stage.pk}.{each.number}@trionfo")
    event.add("summary", plain(_by_this_day(name) if each.hours.by_day else name))
    event.add("description", plain(joined(diary.tournament.name, stands, _estimate_words(each.hours))))
    event.add("url", address)
    _add_hours(event, each.hours)
    _add_status(event, each.hours, called_off=each.called_off == each.matches)
    return event


def _add_status(event: Event, hours: Hours, *, called_off: bool) -> None:
    event.add("status", "CANCELLED" if called_off else "CONFIRMED" if hours.sure else "TENTATIVE")


def _add_hours(event: Event, hours: Hours) -> None:
    """Add the start and the end to an event in local time; a deadline becomes an all-day event.

    The all-day event is marked as free time. An event that begins or ends in the repeated hour at the end of
    summer time is written in UTC, because the local time is ambiguous.
    """
    if hours.by_day:
        day_of = timezone.localtime(hours.start).date()
        event.add("dtstart", day_of)
        event.add("dtend", day_of + timedelta(days=1))
        event.add("transp", "TRANSPARENT")
        return
    start, end = (at.astimezone(UTC).replace(second=0, microsecond=0) for at in (hours.start, hours.end))
    times = start, max(end, start + MINUTE)
    local = [timezone.localtime(at) for at in times]
    calendar_times = times if any(map(_is_repeated_hour, local)) else local
    for name, at in zip(("dtstart", "dtend"), calendar_times, strict=True):
        event.add(name, at)


def _is_repeated_hour(local: datetime) -> bool:
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()


def _summary(diary: Diary, each: DiaryMatch) -> str:
    match, team = each.match, diary.team
    opponents = [side for side in match.sides if not (team and side.has(team.pk))]
    names = joined(*(side_words(match.match.stage, side, each.rounds, {}) for side in opponents))
    table = table_words(match.match.table)
    if team is None:
        summary = f"{table}: {names}" if table else names
    elif table:
        summary = _("%(table)s: against %(others)s") % {"table": table, "others": names}
    else:
        summary = _("Against %(others)s") % {"others": names}
    return _by_this_day(summary) if each.hours.by_day else summary


def _by_this_day(match: str) -> str:
    return _("Play by this day: %(match)s") % {"match": match}


def _description(diary: Diary, each: DiaryMatch) -> str:
    """Return the description of a calendar event: match, tournament, result, and a note if the time may
    change.
    """
    name = match_words(each.match.match.stage, each.match.match.label, each.rounds)
    return joined(name, diary.tournament.name, result_words(each.match), _estimate_words(each.hours))


def _estimate_words(hours: Hours) -> str:
    return "" if hours.sure else _("the hour is worked out and may change")


def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the calendar of a tournament."""
    return _calendar(request, find_tournament(request, slug), None, slug)


def team_calendar(request: HttpRequest, slug: str, team_id: UUID) -> HttpResponse:
    """Return the calendar of a team."""
    tournament = find_tournament(request, slug)
    team = tournament.teams.filter(pk=team_id).first()
    if team is None:
        raise Http404
    return _calendar(request, tournament, team, f"{slug}-{team.number}")


def _calendar(request: HttpRequest, tournament: Tournament, team: Team | None, name: str) -> HttpResponse:
    address = request.build_absolute_uri(reverse("tournament", args=(tournament.slug,)))

    def build() -> HttpResponse:
        calendar = calendar_of(diary_of(tournament, team), address, changed_at(tournament))
        headers = {"Content-Disposition": f'inline; filename="{name}.ics"'}
        return HttpResponse(calendar, content_type="text/calendar; charset=utf-8", headers=headers)

    return answer_of_tournament(request, tournament, build, every=None)


MAX_RESULTS = 50


def results_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the Atom feed of the results of a tournament."""
    tournament = find_tournament(request, slug)

    def build() -> HttpResponse:
        response = shows_results(ResultsFeed()(request, tournament))
        del response[
            "Last-Modified"
        ]  # a date does not cover the language, the release or fractions of a second
        return response

    return answer_of_tournament(request, tournament, build, every=None)


class ResultsAtom(Atom1Feed):
    """An Atom feed whose `updated` is the time of the last change, even if that change withdrew a result."""

    def latest_post_date(self) -> datetime:
        """Return the time of the last change of a result."""
        changed: datetime = self.feed["changed_at"]
        return changed


class ResultsFeed(Feed):  # type: ignore[type-arg]  # no parameters when it runs
    """The feed of results. The ids of its entries are database ids, which do not depend on the site's URL."""

    feed_type = ResultsAtom

    def get_object(self, request: HttpRequest, *args: Tournament, **_more: object) -> Tournament:
        """Return the tournament of the feed."""
        return args[0]

    def title(self, tournament: Tournament) -> str:
        """Return the title of the feed."""
        return plain(_("Results: %(tournament)s") % {"tournament": tournament.name})

    def subtitle(self, tournament: Tournament) -> str:
        """Return the name and the town of the club, and the day of the tournament."""
        club = Club.objects.current()
        return plain(joined(", ".join(filter(None, [club.name, club.town])), day(tournament.starts_at)))

    def author_name(self) -> str:
        """Return the name of the club, or "Trionfo" if the club has no name; Atom requires an author."""
        return plain(Club.objects.current().name) or "Trionfo"

    def link(self, tournament: Tournament) -> str:
        """Return the URL of the tournament's page."""
        return reverse("tournament", args=(tournament.slug,))

    def feed_guid(self, tournament: Tournament) -> str:
        """Return the id of the feed."""
        return f"urn:uuid:{tournament.pk}"

    def feed_extra_kwargs(self, tournament: Tournament) -> dict[str, datetime]:
        """Return the time of the last change of a result, for `ResultsAtom`."""
        return {"changed_at": results_changed_at(tournament)}

    def items(self, tournament: Tournament) -> list[LatestResult]:
        """Return the latest results."""
        return latest_results(tournament, MAX_RESULTS)

    def item_title(self, item: LatestResult) -> str:
        """Return the names of the match and of its sides."""
        stage, match = item.match.match.stage, item.match
        names = joined(*(side_words(stage, side, item.rounds, {}) for side in match.sides))
        name = match_words(stage, match.match.label, item.rounds)
        return plain(_("%(match)s: %(names)s") % {"match": name, "names": names})

    def item_description(self, item: LatestResult) -> str:
        """Return the winner and the score of the match."""
        if item.match.annulled:
            return plain(result_words(item.match))
        won = [side.name for side in item.match.sides if side.won]
        winner_words = _("%(team)s won") % {"team": won[0]} if won else _("nobody won")
        return plain(joined(winner_words, result_words(item.match)))

    def item_link(self, item: LatestResult) -> str:
        """Return the URL of the score sheet, or of the tournament if sheets are not public."""
        tournament = item.match.match.stage.tournament
        return way_or_front(tournament, "match_sheet", item.match.match.pk)

    def item_guid(self, item: LatestResult) -> str:
        """Return the id of the match, which stays the same if the result changes."""
        return f"urn:uuid:{item.match.match.pk}"

    def item_pubdate(self, item: LatestResult) -> datetime:
        """Return the time of the first result of the match."""
        return item.first_at

    def item_updateddate(self, item: LatestResult) -> datetime:
        """Return the time of the last change of the result."""
        return item.latest_at
