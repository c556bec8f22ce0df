"""Contents of iCalendar files, parsed with the icalendar library."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from icalendar import Calendar

from scoring.sheet.services.log import Author
from tests import builders
from tests.builders import a_tournament, drawn_tournament, first_stage, match_of, play_match
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.entries.services.entries import enter_teams
from tournaments.matches.services.results import award_walkover
from tournaments.matches.services.tables import move_match
from tournaments.models import Club, Match, Slot, Team, Tournament
from tournaments.publishing.subscriptions import calendar_of
from tournaments.tables.selectors.calendar import changed_at, diary_of
from tournaments.tables.services.calendar import plan_round, postpone_match
from tournaments.web.words import plain

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ADDRESS = "http://192.168.1.20:8000/torneo/"
SUMMER = datetime(2026, 7, 4, 18, 30, tzinfo=UTC)
WINTER = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
EXPECTED = "the hour is worked out and may change"


def read(tournament: Tournament, team: Team | None = None) -> Any:
    """Return the parsed calendar of a tournament or a team."""
    tournament.refresh_from_db()
    ical_bytes = calendar_of(diary_of(tournament, team), ADDRESS, changed_at(tournament))
    calendar = Calendar.from_ical(ical_bytes)
    assert calendar.errors == []
    assert calendar.to_ical() == ical_bytes
    return calendar


def events(tournament: Tournament, team: Team | None = None) -> list[Any]:
    return list(read(tournament, team).events)


def author(tournament: Tournament) -> dict[str, Any]:
    return {"author": Author(tournament.owner_id), "at": timezone.now()}


def team_of(tournament: Tournament, number: int) -> Team:
    return tournament.teams.get(number=number)


def the_event(tournament: Tournament, match: Match, team: Team | None = None) -> Any:
    return next(each for each in events(tournament, team) if str(each["uid"]).startswith(str(match.pk)))


def test_event_of_a_match_has_table_opponent_and_location() -> None:
    Club.objects.create(pk=1, name="La Mariglia", town="Sassari")
    tournament = drawn_tournament(4, starts_at=WINTER)
    team = team_of(tournament, 1)
    match = match_of(tournament)
    (event,) = events(tournament, team)
    assert event["uid"] == f"{match.pk}.{team.pk}@trionfo"
    assert event["summary"] == "Table 1: against Coppia 4"
    assert event["location"] == "La Mariglia, Sassari"
    assert event["description"] == "Semifinal 1 · Torneo d’autunno"
    assert event["url"] == f"http://192.168.1.20:8000/{tournament.slug}/incontri/{match.pk}/"
    assert event["status"] == "CONFIRMED"
    assert match.called_at is not None
    assert event.start == timezone.localtime(match.called_at).replace(second=0, microsecond=0)
    assert event.end - event.start == diary_of(tournament).length
    assert event["dtstart"].params["TZID"] == "Europe/Rome"


def properties(event: Any, *names: str) -> tuple[str, ...]:
    return tuple(str(event[name]) for name in names)


def test_tournament_calendar_has_an_event_per_round() -> None:
    tournament = drawn_tournament(8, tables=2, starts_at=WINTER)
    stage, first = first_stage(tournament), match_of(tournament)
    assert [properties(each, "uid", "summary", "description", "status") for each in events(tournament)] == [
        (f"{stage.pk}.1@trionfo", "Quarter-finals", "Torneo d’autunno · 4 matches", "CONFIRMED"),
        (f"{stage.pk}.2@trionfo", "Semifinals", f"Torneo d’autunno · 2 matches · {EXPECTED}", "TENTATIVE"),
        (f"{stage.pk}.3@trionfo", "Final", f"Torneo d’autunno · 1 match · {EXPECTED}", "TENTATIVE"),
    ]
    assert {str(each["url"]) for each in events(tournament)} == {ADDRESS}
    play_match(first)
    played, following, _final = events(tournament)
    assert played["description"] == "Torneo d’autunno · 1 of 4 finished"
    assert played["uid"] == f"{stage.pk}.1@trionfo"
    assert following.start >= played.start


def test_round_lasts_from_the_start_of_its_first_match_to_the_end_of_its_last_match() -> None:
    tournament = drawn_tournament(4)
    one, other = match_of(tournament), match_of(tournament, "R1.2")
    for match, called, over in ((one, 0, 40), (other, 10, 65)):
        play_match(match)
        hours = {"called_at": WINTER + called * MINUTE, "over_at": WINTER + over * MINUTE}
        Match.objects.filter(pk=match.pk).update(**hours)
    event = events(tournament)[0]
    assert event.start.astimezone(UTC) == WINTER
    assert event.end - event.start == 65 * MINUTE
    assert event["description"] == "Torneo d’autunno · 2 of 2 finished"


def test_postponed_match_has_an_event_separate_from_its_round() -> None:
    tournament = drawn_tournament(4)
    match, to = match_of(tournament), timezone.now() + timedelta(days=3)
    before = events(tournament)[0]
    postpone_match(match.pk, to, "pioggia", **author(tournament))
    events_by_id = {str(each["uid"]): each for each in events(tournament)}
    assert len(events_by_id) == 3
    alone = events_by_id[f"{match.pk}@trionfo"]
    assert alone["summary"] == "Coppia 1 · Coppia 4"
    assert alone.start.astimezone(UTC) == to.replace(second=0, microsecond=0)
    round_of_the_others = events_by_id[str(before["uid"])]
    assert round_of_the_others["description"] == "Torneo d’autunno · 1 match"
    assert round_of_the_others.end == before.end
    other = match_of(tournament, "R1.2")
    postpone_match(other.pk, to, "pioggia", **author(tournament))
    assert str(before["uid"]) not in {str(each["uid"]) for each in events(tournament)}


def test_round_events_include_the_stage_if_there_are_several_stages() -> None:
    owner = builders.an_organiser()
    stages = [StageSetup("groups", {"groups": 2, "advance": 2}), StageSetup("knockout", {})]
    tournament = create_tournament(
        owner, name="Coppa", card_game="mariglia", stages=stages, at=timezone.now(), tables=4
    )
    enter_teams(tournament, builders.entries(8), author=Author(owner.pk), at=timezone.now())
    builders.draw(tournament)
    summaries = [str(each["summary"]) for each in events(tournament)]
    assert summaries == ["Groups: Round 1", "Groups: Round 2", "Groups: Round 3"]


def test_event_of_a_postponed_final_names_the_semifinals_that_decide_its_sides() -> None:
    tournament = drawn_tournament(4)
    Match.objects.filter(pk=match_of(tournament, "R2.1").pk).update(postponed_to=WINTER)
    summaries = {str(each["summary"]) for each in events(tournament)}
    assert "Winner of semifinal 1 · Winner of semifinal 2" in summaries


def test_match_moved_to_another_table_keeps_its_event_with_a_higher_sequence_number() -> None:
    tournament = drawn_tournament(4)
    team, match = team_of(tournament, 1), match_of(tournament)
    before = the_event(tournament, match, team)
    move_match(match, 4, **author(tournament))
    after = the_event(tournament, match, team)
    assert before["uid"] == after["uid"]
    assert before["sequence"] < after["sequence"]
    assert before["last-modified"].dt <= after["last-modified"].dt
    assert after["summary"] == "Table 4: against Coppia 4"


def test_calendar_of_an_unchanged_tournament_has_the_same_bytes() -> None:
    tournament = drawn_tournament(4)
    assert read(tournament).to_ical() == read(tournament).to_ical()


@pytest.mark.parametrize(
    ("starts", "hour", "name"),
    [pytest.param(SUMMER, 20, "CEST", id="summer"), pytest.param(WINTER, 19, "CET", id="winter")],
)
def test_event_of_a_postponed_match_is_in_local_time(starts: datetime, hour: int, name: str) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    Match.objects.filter(pk=match.pk).update(postponed_to=starts, called_at=None, table=None)
    calendar = read(tournament, team_of(tournament, 1))
    (event,) = calendar.events
    assert (event.start.hour, event.start.minute) == (hour, 30)
    assert event.start.astimezone(UTC) == starts
    assert event["summary"] == "Against Coppia 4"
    assert [zone.tz_name for zone in calendar.timezones] == ["Europe/Rome"]
    zone = calendar.timezones[0].to_tz()
    assert starts.astimezone(zone).tzname() == name


AUTUMN = datetime(2026, 10, 25, tzinfo=UTC)  # at 01:00 clocks in Rome go back from 03:00 to 02:00
SPRING = datetime(2026, 3, 29, tzinfo=UTC)  # at 01:00 they go forward from 02:00 to 03:00
USUAL = 0
CHANGING_CLOCKS = [
    pytest.param(AUTUMN, 40, 45, id="from the first of the two hours into the second"),
    pytest.param(AUTUMN, 40, 70, id="from the first of the two hours to after the second"),
    pytest.param(AUTUMN, 10, 20, id="within the first of the two hours"),
    pytest.param(AUTUMN, 10, USUAL, id="from the first of the two hours, with the usual length"),
    pytest.param(AUTUMN, 70, 45, id="within the second of the two hours"),
    pytest.param(AUTUMN, 70, USUAL, id="from the second of the two hours, with the usual length"),
    pytest.param(AUTUMN, 59, 5, id="over the change itself"),
    pytest.param(AUTUMN, -10, 90, id="from before the two hours into the second"),
    pytest.param(AUTUMN, -10, 30, id="from before the two hours into the first"),
    pytest.param(AUTUMN, -60, 60, id="to the beginning of the two hours"),
    pytest.param(AUTUMN, -30, 180, id="over both hours"),
    pytest.param(AUTUMN, 120, 45, id="right after the two hours"),
    pytest.param(SPRING, 45, 45, id="over the hour that does not exist"),
    pytest.param(SPRING, 45, USUAL, id="over the hour that does not exist, with the usual length"),
    pytest.param(SPRING, 60, 45, id="right after the hour that does not exist"),
]


@pytest.mark.parametrize(("night", "called", "lasts"), CHANGING_CLOCKS)
def test_match_event_keeps_its_times_in_the_night_of_a_clock_change(
    night: datetime, called: int, lasts: int
) -> None:
    tournament = drawn_tournament(2)
    match, start = match_of(tournament), night + called * MINUTE
    end = start + (lasts * MINUTE or diary_of(tournament).length)
    over = {"over_at": end, "state": "confirmed"} if lasts else {}
    Match.objects.filter(pk=match.pk).update(called_at=start, **over)
    for team in (None, team_of(tournament, 1)):
        (event,) = events(tournament, team)
        assert (event.start.astimezone(UTC), event.end.astimezone(UTC)) == (start, end)


@pytest.mark.parametrize(
    "starts",
    [
        pytest.param(AUTUMN + 10 * MINUTE, id="the first of the two hours"),
        pytest.param(AUTUMN + 70 * MINUTE, id="the second of the two hours"),
        pytest.param(AUTUMN - 20 * MINUTE, id="before the two hours"),
        pytest.param(SPRING + 45 * MINUTE, id="before the hour that does not exist"),
        pytest.param(SPRING + 60 * MINUTE, id="after the hour that does not exist"),
    ],
)
def test_tournament_event_keeps_its_times_in_the_night_of_a_clock_change(starts: datetime) -> None:
    tournament = a_tournament(teams=4, starts_at=starts)
    (event,) = events(tournament)
    assert event.start.astimezone(UTC) == starts
    assert event.end.astimezone(UTC) == starts + diary_of(tournament).length
    for name in ("dtstart", "dtend"):
        local, zone = event[name].dt.replace(tzinfo=None), ZoneInfo("Europe/Rome")
        if "TZID" in event[name].params:
            twice = [local.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1)]
            assert twice[0] == twice[1], "a local time that night has once"
        else:
            assert event[name].to_ical().endswith(b"Z")


def test_event_of_a_postponed_match_has_the_new_date() -> None:
    tournament = drawn_tournament(4)
    match, to = match_of(tournament), timezone.now() + timedelta(days=3)
    postpone_match(match.pk, to, "pioggia", **author(tournament))
    event = the_event(tournament, match, team_of(tournament, 1))
    assert event.start.astimezone(UTC) == to.replace(second=0, microsecond=0)
    assert event["status"] == "CONFIRMED"


def test_round_with_a_deadline_is_an_all_day_event_marked_as_free_time() -> None:
    tournament = drawn_tournament(4)
    plan_round(first_stage(tournament), 2, deadline=WINTER + timedelta(days=30), **author(tournament))
    team, match = team_of(tournament, 1), match_of(tournament, "R2.1")
    Slot.objects.filter(match=match, side=0).update(team=team, resolved=True)
    (of_the_team, of_all) = (the_event(tournament, match, team), events(tournament)[-1])
    for final in (of_the_team, of_all):
        assert final["dtstart"].dt == date(2026, 12, 21)
        assert final["dtend"].dt == date(2026, 12, 22)
        assert final["transp"] == "TRANSPARENT"
        assert final["status"] == "CONFIRMED"
    assert str(of_the_team["summary"]).startswith("Play by this day: Against ")
    assert of_all["summary"] == "Play by this day: Final"


def test_event_with_an_estimated_time_is_tentative() -> None:
    tournament = drawn_tournament(4)
    first, final = events(tournament)
    assert final["status"] == "TENTATIVE"
    assert EXPECTED in final["description"]
    assert final.start - first.end == 5 * MINUTE


def test_event_of_a_finished_match_has_its_result() -> None:
    tournament = drawn_tournament(4)
    match = play_match(match_of(tournament))
    event = the_event(tournament, match, team_of(tournament, 1))
    assert event["description"] == "Semifinal 1 · Torneo d’autunno · 2–0 · 35–0, 35–0"
    assert event.end > event.start


def test_event_of_a_walkover_is_cancelled_and_a_bye_has_no_event() -> None:
    tournament = drawn_tournament(3)
    match = match_of(tournament, "R1.2")
    assert events(tournament)[0]["description"] == "Torneo d’autunno · 1 match"
    award_walkover(match.pk, 0, "non sono venuti", **author(tournament))
    assert the_event(tournament, match, team_of(tournament, 2))["status"] == "CANCELLED"
    listed = {str(each["uid"]).partition("@")[0] for each in events(tournament, team_of(tournament, 1))}
    assert not any(uid.startswith(str(match_of(tournament, "R1.1").pk)) for uid in listed)
    assert [str(each["status"]) for each in events(tournament)] == ["CANCELLED", "TENTATIVE"]


def test_calendar_before_the_draw_has_one_event_for_the_tournament() -> None:
    tournament = a_tournament(teams=4, starts_at=WINTER)
    (event,) = events(tournament, team_of(tournament, 1))
    assert (event["uid"], event["summary"]) == (f"{tournament.pk}@trionfo", "Torneo d’autunno")
    assert event.start.hour == 19
    Tournament.objects.update(starts_at=None)
    assert events(tournament) == []


NAMES = [
    pytest.param("Murgia, Fois; e figli", "Murgia, Fois; e figli", id="commas"),
    pytest.param("Murgia\nATTENDEE:mailto:x@y", "Murgia ATTENDEE:mailto:x@y", id="a line of its own"),
    pytest.param("Murgia\r\nEND:VEVENT", "Murgia END:VEVENT", id="the end of the event"),
    pytest.param("Murgia\u202esiof\u2066", "Murgia siof", id="letters that turn the line round"),
    pytest.param("Murgia\x01\x07", "Murgia", id="control characters"),
    pytest.param("Murgia \\n Fois", "Murgia \\n Fois", id="a backslash"),
    pytest.param("Çà " + "è" * 70, "Çà " + "è" * 70, id="a line to be folded"),
]


@pytest.mark.parametrize(("name", "plain_name"), NAMES)
def test_special_characters_in_a_team_name_are_escaped_in_the_calendar(name: str, plain_name: str) -> None:
    tournament = drawn_tournament(4)
    Team.objects.filter(tournament=tournament, number=4).update(name=name)
    (event,) = events(tournament, team_of(tournament, 1))
    assert event["summary"] == f"Table 1: against {plain_name}"
    assert event["status"] == "CONFIRMED"


@pytest.mark.parametrize(("name", "text"), NAMES)
def test_calendar_text_is_one_line_without_control_characters(name: str, text: str) -> None:
    assert plain(name) == text


def test_null_characters_are_removed_from_calendar_text() -> None:
    """PostgreSQL rejects null characters in text."""
    assert plain("Murgia\x00") == "Murgia"
