"""The evening console: what waits for the organiser, in order, and what can be done about it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Grant, ScoreSheet
from scoring.services.devices import know_device
from scoring.services.log import Author
from tests.builders import WINS_FOR_FIRST, a_tournament, drawn_tournament, match_of, play_match, play_out
from tournaments.jobs import runner
from tournaments.models import Job, Match, Outcome, Tournament
from tournaments.services import results

pytestmark = pytest.mark.django_db

HAND = {"dealer": 0, "trionfo": "JS", "card_points": [43, 27]}
OTHER_WAY = {"dealer": 0, "trionfo": "JS", "card_points": [27, 43]}


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(8)


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    return client


def evening(desk: Client, tournament: Tournament, **headers: str) -> Any:
    return desk.get(reverse("desk_evening", args=[tournament.slug]), headers=headers)


def kinds(desk: Client, tournament: Tournament) -> list[str]:
    return [view.task.kind for view in evening(desk, tournament).context["tasks"]]


def act(desk: Client, tournament: Tournament, name: str, match: Match, *more: Any, **sent: Any) -> Any:
    return desk.post(reverse(name, args=[tournament.slug, match.pk, *more]), sent)


def a_phone(match: Match, side: int) -> Author:
    """Return a phone that was let in at this table, for a side."""
    device, _secret = know_device(None, at=timezone.now())
    Grant.objects.create(device=device, sheet_id=match.pk, side=side, made_at=timezone.now())
    return Author(device_id=device.pk)


def a_quarrel(match: Match) -> None:
    """Two phones write the first hand in two ways."""
    results.write_hand(match.pk, (1, 1), HAND, author=a_phone(match, 0), at=timezone.now())
    results.write_hand(match.pk, (1, 1), OTHER_WAY, author=a_phone(match, 1), at=timezone.now())


def aged(match: Match, minutes: int) -> None:
    """Let time pass at a table."""
    then = timezone.now() - timedelta(minutes=minutes)
    Match.objects.filter(pk=match.pk).update(called_at=then)
    ScoreSheet.objects.filter(pk=match.pk, written_at__isnull=False).update(written_at=then)


def test_before_the_draw_the_console_leads_to_it(client: Client) -> None:
    tournament = a_tournament(teams=4)
    client.force_login(tournament.owner)
    page = evening(client, tournament)
    assert page.status_code == 200
    assert reverse("desk_draw", args=[tournament.slug]) in page.text
    assert [phase.state for phase in page.context["phases"]] == ["now", ""]


def test_nothing_to_do_says_so_and_names_what_comes_next(desk: Client, tournament: Tournament) -> None:
    page = evening(desk, tournament)
    assert page.context["tasks"] == []
    assert page.context["coming"]
    assert [phase.state for phase in page.context["phases"]] == ["done", "done", "", "", ""]


def test_tasks_come_in_order_of_urgency(desk: Client, tournament: Tournament) -> None:
    late, silent, unsigned, quarrel = (match_of(tournament, f"R1.{number}") for number in (1, 2, 3, 4))
    aged(late, 16)
    results.write_hand(silent.pk, (1, 1), HAND, author=Author(), at=timezone.now())
    aged(silent, 13)
    play_match(unsigned, sign=False)
    aged(unsigned, 6)
    a_quarrel(quarrel)
    results.object_to_sheet(quarrel.pk, author=Author(), at=timezone.now())
    Job.objects.filter(tournament=tournament).update(state="failed", over_at=timezone.now())
    found = kinds(desk, tournament)
    assert list(dict.fromkeys(found)) == ["job", "dispute", "call", "unsigned", "late", "silent"]
    troubles = [view.table.trouble for view in evening(desk, tournament).context["tables"]]
    assert troubles == ["late", "silent", "unsigned", "dispute"]


@pytest.mark.parametrize(("seconds", "said"), [(0, False), (40, True)])
def test_the_desk_says_when_nothing_is_worked_out(
    desk: Client, tournament: Tournament, seconds: int, said: bool
) -> None:
    Job.objects.all().delete()
    since = timezone.now() - timedelta(seconds=seconds)
    stage = tournament.stages.get()
    runner.enqueue("bracket", stage.pk, tournament_id=tournament.pk, due_at=since)
    runner.enqueue("calendar", stage.pk, tournament_id=tournament.pk, due_at=since)
    assert kinds(desk, tournament).count("job") == int(said)
    page = evening(desk, tournament).content.decode()
    assert ("Tabellone e tavoli sono fermi dalle" in page) is said
    assert "Provato cinque volte" not in page


@pytest.mark.parametrize(("minutes", "waits"), [(14, []), (15, ["late"])])
def test_a_pair_is_late_after_a_quarter_of_an_hour(
    desk: Client, tournament: Tournament, minutes: int, waits: list[str]
) -> None:
    aged(match_of(tournament), minutes)
    assert kinds(desk, tournament) == waits


@pytest.mark.parametrize(("minutes", "waits"), [(11, []), (12, ["silent"])])
def test_a_table_is_silent_after_twelve_minutes(
    desk: Client, tournament: Tournament, minutes: int, waits: list[str]
) -> None:
    match = match_of(tournament)
    results.write_hand(match.pk, (1, 1), HAND, author=Author(), at=timezone.now())
    aged(match, minutes)
    assert kinds(desk, tournament) == waits


def test_swapped_points_are_named_as_the_likely_cause(desk: Client, tournament: Tournament) -> None:
    a_quarrel(match_of(tournament))
    (view,) = evening(desk, tournament).context["tasks"]
    assert [version.score for version in view.versions] in (["43 a 27", "27 a 43"], ["43 to 27", "27 to 43"])
    assert [version.stands for version in view.versions] == [True, False]
    assert [version.who for version in view.versions] == [
        slot.team.name for slot in match_of(tournament).slots.order_by("side") if slot.team
    ]
    assert view.cause


@pytest.mark.parametrize(("chosen", "score"), [(0, [10, 0]), (1, [2, 8])])
def test_the_referee_chooses_which_hand_is_right(
    desk: Client, tournament: Tournament, chosen: int, score: list[int]
) -> None:
    match = match_of(tournament)
    a_quarrel(match)
    (view,) = evening(desk, tournament).context["tasks"]
    answer = act(desk, tournament, "desk_settle", match, 1, 1, version=view.versions[chosen].seq)
    assert answer.status_code == 302
    assert kinds(desk, tournament) == []
    match = match_of(tournament)
    assert match.state == "playing"
    assert match.sheet.summary["games"][0]["score"] == score


def test_a_quarrel_that_is_over_is_not_settled_twice(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    a_quarrel(match)
    (view,) = evening(desk, tournament).context["tasks"]
    sent = {"version": view.versions[1].seq}
    act(desk, tournament, "desk_settle", match, 1, 1, **sent)
    answer = act(desk, tournament, "desk_settle", match, 1, 1, **sent)
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text


def test_an_unsigned_sheet_is_confirmed_from_the_console(desk: Client, tournament: Tournament) -> None:
    match = play_match(match_of(tournament), sign=False)
    aged(match, 6)
    assert kinds(desk, tournament) == ["unsigned"]
    assert act(desk, tournament, "desk_confirm", match).status_code == 302
    assert match_of(tournament).state == "confirmed"
    assert kinds(desk, tournament) == []


def test_an_undecided_sheet_is_not_confirmed(desk: Client, tournament: Tournament) -> None:
    answer = act(desk, tournament, "desk_confirm", match_of(tournament))
    assert answer.status_code == 409
    assert answer.context["refusal"]


def test_a_call_is_answered(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    results.object_to_sheet(match.pk, author=Author(), at=timezone.now())
    assert kinds(desk, tournament) == ["call"]
    act(desk, tournament, "desk_answer", match)
    assert kinds(desk, tournament) == []
    assert match_of(tournament).state == "ready"


@pytest.mark.parametrize(
    ("winner", "kind", "side"), [("1", "walkover", 1), ("nobody", "double_walkover", None)]
)
def test_a_walkover_is_written_with_its_reason(
    desk: Client, tournament: Tournament, winner: str, kind: str, side: int | None
) -> None:
    match = match_of(tournament)
    answer = act(desk, tournament, "desk_walkover", match, winner=winner, reason="Non si sono visti")
    assert answer.status_code == 302
    outcome = Outcome.objects.get(match=match)
    assert (outcome.kind, outcome.winner, outcome.reason) == (kind, side, "Non si sono visti")


def test_a_walkover_without_reason_keeps_what_was_chosen(desk: Client, tournament: Tournament) -> None:
    answer = act(desk, tournament, "desk_walkover", match_of(tournament), winner="1", reason=" ")
    assert answer.status_code == 400
    assert "reason" in answer.context["walkover"].errors
    assert answer.context["walkover"]["winner"].value() == "1"
    assert not Outcome.objects.exists()


def test_a_walkover_without_a_choice_is_refused(desk: Client, tournament: Tournament) -> None:
    answer = act(desk, tournament, "desk_walkover", match_of(tournament), reason="x")
    assert (answer.status_code, list(answer.context["walkover"].errors)) == (400, ["winner"])


def test_no_walkover_for_a_match_being_played(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    results.write_hand(match.pk, (1, 1), WINS_FOR_FIRST[0], author=Author(), at=timezone.now())
    answer = act(desk, tournament, "desk_walkover", match, winner="0", reason="x")
    assert answer.status_code == 409
    assert answer.context["walkover"].non_field_errors()
    assert match_of(tournament).state == "playing"


def test_a_match_waits_for_a_table_and_is_called_to_a_free_one(client: Client) -> None:
    tournament = drawn_tournament(4, tables=1)
    client.force_login(tournament.owner)
    Tournament.objects.filter(pk=tournament.pk).update(tables=2)
    (view,) = evening(client, tournament).context["tasks"]
    assert (view.task.kind, view.task.table) == ("free", 2)
    match = view.task.match.match
    assert act(client, tournament, "desk_move", match, table=2).status_code == 302
    assert Match.objects.get(pk=match.pk).table == 2
    assert kinds(client, tournament) == []


@pytest.mark.parametrize(("table", "status"), [("2", 409), ("9", 409), ("x", 400), ("", 400), ("0", 400)])
def test_a_table_that_cannot_be_is_refused_beside_its_field(
    desk: Client, tournament: Tournament, table: str, status: int
) -> None:
    answer = act(desk, tournament, "desk_move", match_of(tournament), table=table)
    assert answer.status_code == status
    assert "table" in answer.context["move"].errors
    assert match_of(tournament).table == 1


def test_a_match_that_is_over_has_no_table(desk: Client, tournament: Tournament) -> None:
    match = play_match(match_of(tournament))
    assert act(desk, tournament, "desk_move", match, table=1).status_code == 409


def test_calling_again_begins_the_wait_anew(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    aged(match, 20)
    act(desk, tournament, "desk_move", match, table=match.table)
    assert kinds(desk, tournament) == []


def test_failed_work_is_sent_round_again(desk: Client, tournament: Tournament) -> None:
    job = Job.objects.filter(tournament=tournament, kind="bracket").latest("made_at")
    Job.objects.filter(pk=job.pk).update(state="failed", over_at=timezone.now())
    assert kinds(desk, tournament) == ["job"]
    desk.post(reverse("desk_retry", args=[tournament.slug, job.pk]))
    job.refresh_from_db()
    assert job.state == "queued"


def test_a_phone_is_taken_off_a_table(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    a_phone(match, 0)
    grant = Grant.objects.get()
    assert "1 " in evening(desk, tournament).context["system_lines"][0]["text"]
    act(desk, tournament, "desk_revoke", match, grant.pk)
    grant.refresh_from_db()
    assert grant.revoked_at is not None


def test_a_phone_of_another_table_is_not_touched(desk: Client, tournament: Tournament) -> None:
    a_phone(match_of(tournament, "R1.2"), 0)
    grant = Grant.objects.get()
    assert act(desk, tournament, "desk_revoke", match_of(tournament), grant.pk).status_code == 404


def test_the_match_page_shows_what_can_be_done(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    a_quarrel(match)
    page = desk.get(reverse("desk_match", args=[tournament.slug, match.pk]))
    assert page.status_code == 200
    assert len(page.context["disputes"]) == 1
    over = play_match(match_of(tournament, "R1.2"))
    page = desk.get(reverse("desk_match", args=[tournament.slug, over.pk]))
    assert not page.context["open"]


def test_the_latest_moves_tell_hands_and_acts(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    a_quarrel(match)
    act(desk, tournament, "desk_walkover", match_of(tournament, "R1.2"), winner="0", reason="Influenza")
    moves = evening(desk, tournament).context["moves"]
    assert any(move.card == "JS" for move in moves)
    assert any(move.reason == "Influenza" and move.who == tournament.owner.username for move in moves)


def test_the_live_stream_is_answered_with_the_evening_alone(desk: Client, tournament: Tournament) -> None:
    page = evening(desk, tournament, hx_request="true")
    assert "<html" not in page.text
    assert 'id="evening"' in page.text


def test_the_end_of_the_evening_says_so(desk: Client, tournament: Tournament) -> None:
    play_out(tournament)
    page = evening(desk, tournament)
    assert page.context["tasks"] == []
    assert {phase.state for phase in page.context["phases"]} == {"done"}


@pytest.mark.parametrize("teams", [16, 128])
def test_the_evening_asks_as_often_for_a_large_tournament(
    client: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams, tables=4)
    client.force_login(tournament.owner)
    a_quarrel(match_of(tournament))
    evening(client, tournament)
    with django_assert_num_queries(32):
        evening(client, tournament)
