"""The evening page: the organiser's tasks by urgency, tables, progress strip, latest actions, undo."""

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Grant, ScoreSheet
from scoring.sheet.devices import know_device
from scoring.sheet.services.log import Author
from tests.builders import (
    WINS_FOR_FIRST,
    a_tournament,
    an_organiser,
    draw,
    drawn_tournament,
    entries,
    first_stage,
    match_of,
    play_match,
    play_out,
)
from tests.markup import one_line
from tests.stages.test_rounds import draw as draw_number, entered
from tests.tiers import sampled
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.draws.services.draws import commit_draw, draw_stage
from tournaments.entries.services.entries import enter_teams, mark_presence
from tournaments.matches.services import results
from tournaments.matches.services.results import write_finals
from tournaments.models import Job, Match, Outcome, Stage, Tournament
from tournaments.queue import runner
from tournaments.tables.desk.evening import EveningPhase, folded

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

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
    return [task.kind for task in evening(desk, tournament).context["evening"].tasks]


def act(desk: Client, tournament: Tournament, name: str, match: Match, *more: Any, **sent: Any) -> Any:
    return desk.post(reverse(name, args=[tournament.slug, match.pk, *more]), sent)


def a_phone(match: Match, side: int) -> Author:
    """Connect a phone to a side of a match, and return the author of the hands that the phone sends."""
    device, _secret = know_device(None, at=timezone.now())
    Grant.objects.create(device=device, sheet_id=match.pk, side=side, made_at=timezone.now())
    return Author(device_id=device.pk)


def a_disputed_hand(match: Match) -> None:
    """Record two different versions of the first hand, sent by two phones."""
    results.write_hand(match.pk, (1, 1), HAND, author=a_phone(match, 0), at=timezone.now())
    results.write_hand(match.pk, (1, 1), OTHER_WAY, author=a_phone(match, 1), at=timezone.now())


def aged(match: Match, minutes: int) -> None:
    """Store that a match was called, and that its last hand was recorded, `minutes` minutes ago."""
    then = timezone.now() - timedelta(minutes=minutes)
    Match.objects.filter(pk=match.pk).update(called_at=then)
    ScoreSheet.objects.filter(pk=match.pk, written_at__isnull=False).update(written_at=then)


def test_evening_page_before_the_draw_links_to_the_draw(client: Client) -> None:
    tournament = a_tournament(teams=4)
    client.force_login(tournament.owner)
    page = evening(client, tournament)
    assert page.status_code == 200
    assert reverse("desk_draw", args=[tournament.slug]) in page.text
    assert [(phase.name, phase.state) for phase in page.context["phases"]] == [
        ("Iscrizioni", "now"), ("Sorteggio", ""), ("Semifinali", ""), ("Finale", "")
    ]  # fmt: skip


def test_progress_strip_with_one_entered_team_has_no_rounds(client: Client) -> None:
    tournament = a_tournament(teams=1)
    client.force_login(tournament.owner)
    assert [phase.name for phase in evening(client, tournament).context["phases"]] == [
        "Iscrizioni", "Sorteggio"
    ]  # fmt: skip


def test_progress_strip_shows_the_rounds_of_later_stages(client: Client) -> None:
    owner = an_organiser()
    stages = [StageSetup("groups", {"groups": 2, "advance": 2}), StageSetup("knockout", {})]
    tournament = create_tournament(
        owner, name="Coppa", card_game="mariglia", stages=stages, at=timezone.now(), tables=4
    )
    enter_teams(tournament, entries(8), author=Author(owner.pk), at=timezone.now())
    client.force_login(owner)
    expected = ["Iscrizioni", "Sorteggio", "Gironi: 1º turno", "Gironi: 2º turno", "Gironi: 3º turno",
                "Semifinali", "Finale"]  # fmt: skip
    assert [phase.name for phase in evening(client, tournament).context["phases"]] == expected
    draw(tournament)
    play_match(match_of(tournament, "A1.1"))
    phases = evening(client, tournament).context["phases"]
    assert [phase.name for phase in phases] == expected
    assert [phase.state for phase in phases] == ["done", "done", "now", "", "", "", ""]
    play_out(tournament)
    phases = evening(client, tournament).context["phases"]
    assert [phase.state for phase in phases] == ["done"] * 5 + ["next", ""]
    second = Stage.objects.get(tournament=tournament, number=2)
    draw_stage(second, by="seeds", lot="", author=Author(owner.pk), at=timezone.now())
    runner.drain()
    play_out(tournament)
    phases = evening(client, tournament).context["phases"]
    assert [phase.name for phase in phases] == expected
    assert [phase.text for phase in phases][4:] == ["4 su 4 finiti", "2 su 2 finiti", "1 su 1 finito"]
    assert {phase.state for phase in phases} == {"done"}


def test_progress_strip_shows_rounds_that_are_not_paired_yet(client: Client) -> None:
    tournament = drawn_tournament(8, form="swiss", options={"rounds": 5})
    client.force_login(tournament.owner)
    phases = evening(client, tournament).context["phases"]
    assert [phase.name for phase in phases][2:] == [f"{number}º turno" for number in range(1, 6)]
    assert [phase.text for phase in phases][2:] == ["4 chiamati", *["da giocare"] * 4]


def test_last_phase_of_the_progress_strip_shows_the_expected_end_of_the_tournament(client: Client) -> None:
    at = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
    for form in ("knockout", "swiss"):
        with time_machine.travel(at, tick=False):
            tournament = drawn_tournament(8, form=form, name=form)
            client.force_login(tournament.owner)
        with time_machine.travel(at + timedelta(minutes=1), tick=False):
            runner.drain()
            page = evening(client, tournament)
            text = words(page)
        assert re.fullmatch(r"finisce verso le \d\d:\d\d", page.context["phases"][-1].text)
        assert re.search(
            r"Fine prevista verso le \d\d:\d\d \(molto probabilmente fra le \d\d:\d\d e le \d\d:\d\d\)\. "
            r"Stima con 4 minuti a mano, aggiornata alle 22:01\.",
            text.replace("21:01", "22:01"),
        )


def test_evening_page_without_tasks_shows_the_next_matches(desk: Client, tournament: Tournament) -> None:
    page = evening(desk, tournament)
    assert page.context["evening"].tasks == ()
    assert page.context["evening"].coming
    assert [phase.state for phase in page.context["phases"]] == ["done", "done", "now", "", ""]
    assert page.context["phases"][2].text == "4 chiamati"


def test_progress_strip_shows_the_number_of_called_matches_until_play_begins(
    desk: Client, tournament: Tournament
) -> None:
    matches = [match_of(tournament, f"R1.{number}") for number in range(1, 5)]
    Match.objects.filter(pk__in=[match.pk for match in matches[1:]]).update(called_at=None, table=None)
    assert evening(desk, tournament).context["phases"][2].text == "1 chiamato"
    results.write_hand(matches[0].pk, (1, 1), HAND, author=Author(tournament.owner_id), at=timezone.now())
    assert evening(desk, tournament).context["phases"][2].text == "1 in gioco"


def test_progress_strip_with_more_than_eight_phases_merges_the_finished_phases(client: Client) -> None:
    tournament = drawn_tournament(8, form="round_robin")
    client.force_login(tournament.owner)
    names = [phase.name for phase in evening(client, tournament).context["phases"]]
    assert names == ["Sorteggio", *(f"{number}º turno" for number in range(1, 8))]


def test_merged_phases_of_the_progress_strip_are_labelled_with_the_first_and_last_phase() -> None:
    steps = [EveningPhase(str(number), "", "done" if number < 9 else "") for number in range(1, 14)]
    assert [step.name for step in folded(steps)] == ["3 – 6", *(str(number) for number in range(7, 14))]
    assert folded(steps[:8]) == steps[:8]


def test_tasks_on_the_evening_page_are_ordered_by_urgency(desk: Client, tournament: Tournament) -> None:
    late, silent, unsigned, disputed = (match_of(tournament, f"R1.{number}") for number in (1, 2, 3, 4))
    aged(late, 16)
    results.write_hand(silent.pk, (1, 1), HAND, author=Author(), at=timezone.now())
    a_phone(silent, 0)
    aged(silent, 13)
    play_match(unsigned, sign=False)
    aged(unsigned, 6)
    a_disputed_hand(disputed)
    results.object_to_sheet(disputed.pk, author=Author(), at=timezone.now())
    Job.objects.filter(tournament=tournament).update(state="failed", over_at=timezone.now())
    task_kinds = kinds(desk, tournament)
    assert list(dict.fromkeys(task_kinds)) == ["job", "dispute", "call", "unsigned", "late", "silent"]
    troubles = [table.trouble for table in evening(desk, tournament).context["evening"].tables]
    assert troubles == ["late", "silent", "unsigned", "dispute"]


@pytest.mark.parametrize(("seconds", "has_warning"), [(0, False), (40, True)])
def test_evening_page_warns_when_jobs_are_not_run(
    desk: Client, tournament: Tournament, seconds: int, has_warning: bool
) -> None:
    Job.objects.all().delete()
    since = timezone.now() - timedelta(seconds=seconds)
    stage = tournament.stages.get()
    runner.enqueue("bracket", stage.pk, tournament_id=tournament.pk, due_at=since)
    runner.enqueue("calendar", stage.pk, tournament_id=tournament.pk, due_at=since)
    assert kinds(desk, tournament).count("job") == int(has_warning)
    page = one_line(evening(desk, tournament).content.decode())
    assert ("Tabellone e tavoli sono fermi dalle" in page) is has_warning
    assert "Cinque tentativi" not in page


@pytest.mark.parametrize(("minutes", "waits"), [(4, []), (5, ["late"]), (15, ["late"])])
def test_table_whose_match_has_not_begun_is_late_after_five_minutes(
    desk: Client, tournament: Tournament, minutes: int, waits: list[str]
) -> None:
    aged(match_of(tournament), minutes)
    assert kinds(desk, tournament) == waits


def test_late_table_shows_a_countdown_and_the_desk_records_the_sides_present(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now() - timedelta(minutes=6))
    called_at = timezone.localtime(timezone.now() - timedelta(minutes=6))
    until = called_at + timedelta(minutes=15)
    page = words(evening(desk, tournament))
    assert "Tavolo 1: Coppia 1 e Coppia 8 non hanno cominciato" in page
    assert f"Chiamati alle {called_at:%H:%M}. A tavolino dalle {until:%H:%M}, fra 9 minuti." in page
    assert "Richiama in sala" in page
    assert "Arrivati: Coppia 1" in page
    act(desk, tournament, "desk_arrived", match, side=0)
    page = words(evening(desk, tournament))
    assert "Tavolo 1: manca Coppia 8" in page
    assert "Arrivati: Coppia 1" not in page
    assert "Coppia 1: arrivati" in page, "among the latest moves"
    act(desk, tournament, "desk_arrived", match, side=1)
    assert kinds(desk, tournament) == []


def test_table_with_one_side_present_is_late_immediately(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    act(desk, tournament, "desk_arrived", match, side=1)
    assert "Tavolo 1: manca Coppia 1" in words(evening(desk, tournament))


def test_table_with_a_phone_is_not_late_until_the_grace_period_is_over(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    a_phone(match, 0)
    aged(match, 10)
    assert kinds(desk, tournament) == []
    aged(match, 15)
    page = words(evening(desk, tournament))
    assert "Arrivati: Coppia 1." in page
    assert "A tavolino…" in page


def test_recording_presence_at_a_table_in_play_is_refused(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    results.write_hand(match.pk, (1, 1), HAND, author=Author(), at=timezone.now())
    assert act(desk, tournament, "desk_arrived", match, side=0).status_code == 409
    assert act(desk, tournament, "desk_arrived", match_of(tournament, "R1.2"), side=7).status_code == 400


@pytest.mark.parametrize(("minutes", "waits"), [(11, []), (12, ["silent"])])
def test_table_without_new_hands_for_twelve_minutes_is_reported(
    desk: Client, tournament: Tournament, minutes: int, waits: list[str]
) -> None:
    match = match_of(tournament)
    results.write_hand(match.pk, (1, 1), HAND, author=Author(), at=timezone.now())
    a_phone(match, 0)
    aged(match, minutes)
    assert kinds(desk, tournament) == waits


def test_swapped_points_are_named_as_the_likely_cause_of_a_dispute(
    desk: Client, tournament: Tournament
) -> None:
    a_disputed_hand(match_of(tournament))
    page = words(evening(desk, tournament))
    order = [
        "Scritta da Coppia 1:",
        "scritta per prima",
        "Scritta da Coppia 8:",
        "Stessi punti a parti invertite",
    ]
    assert sorted(order, key=page.index) == order


@pytest.mark.parametrize(
    ("language", "sentences", "buttons", "stands"),
    [
        (
            "it",
            [
                "Scritta da Coppia 1: Coppia 1 43, Coppia 8 27",
                "Scritta da Coppia 8: Coppia 1 27, Coppia 8 43",
            ],
            ["Vale: Coppia 1 43, Coppia 8 27", "Vale: Coppia 1 27, Coppia 8 43"],
            "Per ora vale la prima scritta: scegli quella giusta.",
        ),
        (
            "en",
            [
                "Written by Coppia 1: Coppia 1 43, Coppia 8 27",
                "Written by Coppia 8: Coppia 1 27, Coppia 8 43",
            ],
            ["It was Coppia 1 43, Coppia 8 27", "It was Coppia 1 27, Coppia 8 43"],
            "For now the one written first counts: choose the right one.",
        ),
    ],
)
@pytest.mark.parametrize("name", ["desk_evening", "desk_match"])
def test_disputed_hand_shows_the_author_and_the_points_of_each_version(
    desk: Client,
    tournament: Tournament,
    name: str,
    language: str,
    sentences: list[str],
    buttons: list[str],
    stands: str,
) -> None:
    match = match_of(tournament)
    a_disputed_hand(match)
    place = [tournament.slug] if name == "desk_evening" else [tournament.slug, match.pk]
    page = words(desk.get(reverse(name, args=place), headers={"accept-language": language}))
    assert [sentence in page for sentence in (*sentences, *buttons)] == [True] * 4
    assert stands in page


def test_versions_of_a_disputed_hand_of_three_players_show_the_tricks_of_each_player(client: Client) -> None:
    tournament = drawn_tournament(3, card_game="manni", form="table_rounds", tables=1)
    client.force_login(tournament.owner)
    match = Match.objects.get(tournament=tournament, round=1)
    for side, tricks in enumerate(([6, 4, 2], [4, 6, 2])):
        hand = {"dealer": 0, "cut": "JS", "tricks": tricks}
        results.write_hand(match.pk, (1, 1), hand, author=a_phone(match, side), at=timezone.now())
    page = words(evening(client, tournament))
    first, second, third = (slot.team.name for slot in match.slots.order_by("side") if slot.team)
    assert f"Scritta da {first}: {first} 6, {second} 4, {third} 2" in page
    assert f"Vale: {first} 4, {second} 6, {third} 2" in page


def test_versions_of_a_hand_with_equal_points_are_distinguished_by_the_turned_up_card(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    for side, card in enumerate(("JS", "7S")):
        hand = {**HAND, "trionfo": card}
        results.write_hand(match.pk, (1, 1), hand, author=a_phone(match, side), at=timezone.now())
    page = words(evening(desk, tournament))
    assert "Vale: Fante di picche" in page
    assert "Vale: Mariglia di picche" in page
    assert "Sette" not in page


def test_table_shows_the_points_of_the_game_in_play(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    results.write_hand(match.pk, (1, 1), {**HAND, "trionfo": "2S"}, author=Author(), at=timezone.now())
    assert points(desk, tournament) == [8, 0]
    results.write_hand(match.pk, (1, 2), WINS_FOR_FIRST[1], author=Author(), at=timezone.now())
    assert points(desk, tournament) == [0, 0], "the first game is over, the second has no hand"
    results.write_hand(match.pk, (2, 1), HAND, author=Author(), at=timezone.now())
    assert points(desk, tournament) == [10, 0]


def points(desk: Client, tournament: Tournament) -> list[int]:
    """Return the points that the page shows next to the team names of table 1."""
    page = one_line(evening(desk, tournament).text)
    table = page[page.index('id="table-1"') :]
    return [int(each) for each in re.findall(r'<b\s+class="c[ab]">\s*(\d+)\s*</b>', table)[:2]]


def words(page: Any) -> str:
    """Return the text of a page with whitespace collapsed."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page.text)).replace("\xa0", " ").split())


@pytest.mark.parametrize(("chosen", "score"), [(0, [10, 0]), (1, [2, 8])])
def test_version_that_the_director_chooses_for_a_disputed_hand_counts(
    desk: Client, tournament: Tournament, chosen: int, score: list[int]
) -> None:
    match = match_of(tournament)
    a_disputed_hand(match)
    (task,) = evening(desk, tournament).context["evening"].tasks
    answer = act(desk, tournament, "desk_settle", match, 1, 1, version=task.dispute.versions[chosen].seq)
    assert answer.status_code == 302
    assert kinds(desk, tournament) == []
    match = match_of(tournament)
    assert match.state == "playing"
    assert match.sheet.summary["games"][0]["score"] == score


def test_settled_dispute_cannot_be_settled_again(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    a_disputed_hand(match)
    (task,) = evening(desk, tournament).context["evening"].tasks
    sent = {"version": task.dispute.versions[1].seq}
    act(desk, tournament, "desk_settle", match, 1, 1, **sent)
    answer = act(desk, tournament, "desk_settle", match, 1, 1, **sent)
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text


def test_unsigned_sheet_is_confirmed_from_the_evening_page(desk: Client, tournament: Tournament) -> None:
    match = play_match(match_of(tournament), sign=False)
    aged(match, 6)
    assert kinds(desk, tournament) == ["unsigned"]
    assert act(desk, tournament, "desk_confirm", match).status_code == 302
    assert match_of(tournament).state == "confirmed"
    assert kinds(desk, tournament) == []


def test_sheet_of_an_unfinished_match_cannot_be_confirmed(desk: Client, tournament: Tournament) -> None:
    answer = act(desk, tournament, "desk_confirm", match_of(tournament))
    assert answer.status_code == 409
    assert answer.context["refusal"]


def test_director_marks_the_call_from_a_table_as_answered(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    results.object_to_sheet(match.pk, author=Author(), at=timezone.now())
    assert kinds(desk, tournament) == ["call"]
    act(desk, tournament, "desk_answer", match)
    assert kinds(desk, tournament) == []
    assert match_of(tournament).state == "ready"


@pytest.mark.parametrize(
    ("winner", "kind", "side"), [("1", "walkover", 1), ("nobody", "double_walkover", None)]
)
def test_walkover_is_stored_with_the_reason_that_was_entered(
    desk: Client, tournament: Tournament, winner: str, kind: str, side: int | None
) -> None:
    match = match_of(tournament)
    answer = act(desk, tournament, "desk_walkover", match, winner=winner, reason="Non si sono visti")
    assert answer.status_code == 302
    outcome = Outcome.objects.get(match=match)
    assert (outcome.kind, outcome.winner, outcome.reason) == (kind, side, "Non si sono visti")


def test_walkover_without_a_reason_is_refused_and_keeps_the_chosen_winner(
    desk: Client, tournament: Tournament
) -> None:
    answer = act(desk, tournament, "desk_walkover", match_of(tournament), winner="1", reason=" ")
    assert answer.status_code == 400
    assert "reason" in answer.context["walkover"].errors
    assert answer.context["walkover"]["winner"].value() == "1"
    assert not Outcome.objects.exists()


def test_walkover_without_a_chosen_winner_is_refused(desk: Client, tournament: Tournament) -> None:
    answer = act(desk, tournament, "desk_walkover", match_of(tournament), reason="x")
    assert (answer.status_code, list(answer.context["walkover"].errors)) == (400, ["winner"])


def test_walkover_in_a_match_in_play_is_refused(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    results.write_hand(match.pk, (1, 1), WINS_FOR_FIRST[0], author=Author(), at=timezone.now())
    answer = act(desk, tournament, "desk_walkover", match, winner="0", reason="x")
    assert answer.status_code == 409
    assert answer.context["walkover"].non_field_errors()
    assert match_of(tournament).state == "playing"


def test_waiting_match_is_called_to_a_free_table(client: Client) -> None:
    tournament = drawn_tournament(4, tables=1)
    client.force_login(tournament.owner)
    Tournament.objects.filter(pk=tournament.pk).update(tables=2)
    (task,) = evening(client, tournament).context["evening"].tasks
    assert (task.kind, task.table) == ("free", 2)
    match = task.match.match
    assert act(client, tournament, "desk_move", match, table=2).status_code == 302
    assert Match.objects.get(pk=match.pk).table == 2
    assert kinds(client, tournament) == []


def test_task_of_a_free_table_names_every_side_of_the_match(client: Client) -> None:
    game, profile = "maniglia_auction", {"players": 3}
    tournament = drawn_tournament(6, form="table_rounds", card_game=game, profile=profile, tables=1)
    client.force_login(tournament.owner)
    Tournament.objects.filter(pk=tournament.pk).update(tables=2)
    page = evening(client, tournament)
    (task,) = page.context["evening"].tasks
    names = [side.name for side in task.match.sides]
    assert len(names) == 3
    assert " · ".join(names) in one_line(page.content.decode())


@pytest.mark.parametrize(("table", "status"), [("2", 409), ("9", 409), ("x", 400), ("", 400), ("0", 400)])
def test_occupied_or_invalid_table_is_refused_with_an_error_beside_the_field(
    desk: Client, tournament: Tournament, table: str, status: int
) -> None:
    answer = act(desk, tournament, "desk_move", match_of(tournament), table=table)
    assert answer.status_code == status
    assert "table" in answer.context["move"].errors
    assert match_of(tournament).table == 1


def test_finished_match_cannot_be_moved_to_a_table(desk: Client, tournament: Tournament) -> None:
    match = play_match(match_of(tournament))
    assert act(desk, tournament, "desk_move", match, table=1).status_code == 409


def test_match_that_was_just_called_again_is_not_late(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    aged(match, 20)
    act(desk, tournament, "desk_move", match, table=match.table)
    assert kinds(desk, tournament) == []


def test_failed_job_is_queued_again_by_the_desk(desk: Client, tournament: Tournament) -> None:
    job = Job.objects.filter(tournament=tournament, kind="draw").latest("made_at")
    Job.objects.filter(pk=job.pk).update(state="failed", over_at=timezone.now())
    assert kinds(desk, tournament) == ["job"]
    desk.post(reverse("desk_retry", args=[tournament.slug, job.pk]))
    job.refresh_from_db()
    assert job.state == "queued"


def test_desk_removes_a_phone_from_a_table(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    a_phone(match, 0)
    grant = Grant.objects.get()
    assert "1 " in evening(desk, tournament).context["system_lines"][0]["text"]
    act(desk, tournament, "desk_revoke", match, grant.pk)
    grant.refresh_from_db()
    assert grant.revoked_at is not None


def test_phone_of_another_table_cannot_be_removed(desk: Client, tournament: Tournament) -> None:
    a_phone(match_of(tournament, "R1.2"), 0)
    grant = Grant.objects.get()
    assert act(desk, tournament, "desk_revoke", match_of(tournament), grant.pk).status_code == 404


def test_match_page_shows_disputes_but_no_actions_once_the_match_is_over(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    a_disputed_hand(match)
    page = desk.get(reverse("desk_match", args=[tournament.slug, match.pk]))
    assert page.status_code == 200
    assert len(page.context["disputes"]) == 1
    over = play_match(match_of(tournament, "R1.2"))
    page = desk.get(reverse("desk_match", args=[tournament.slug, over.pk]))
    assert not page.context["open"]


def moves(desk: Client, tournament: Tournament, language: str = "it") -> list[str]:
    """Return the sentences that describe the latest actions, newest first."""
    latest_moves = evening(desk, tournament, accept_language=language).context["moves"]
    return [f"{move.where}, {move.text}" if move.where else move.text for move in latest_moves]


def undo_of(desk: Client, tournament: Tournament, number: int = 0) -> Any:
    """Undo one of the latest actions and return the page that is shown next."""
    line = evening(desk, tournament).context["moves"][number]
    assert line.undo, line
    return desk.post(reverse("desk_undo", args=[tournament.slug, line.move.entry]), follow=True)


def test_latest_actions_are_described_by_sentences_with_team_names(
    desk: Client, tournament: Tournament
) -> None:
    match, other = match_of(tournament), match_of(tournament, "R1.2")
    results.write_hand(match.pk, (1, 1), HAND, author=a_phone(match, 0), at=timezone.now())
    play_match(match_of(tournament, "R1.3"), sign=False)
    at = timezone.now()
    results.sign_sheet(match_of(tournament, "R1.3").pk, 1, author=Author(), at=at)
    act(desk, tournament, "desk_walkover", other, winner="0", reason="Influenza")
    latest_moves = evening(desk, tournament).context["moves"]
    assert any(move.card == "JS" for move in latest_moves)
    assert any(line.move.reason == "Influenza" for line in latest_moves)
    sentences = moves(desk, tournament)
    assert "Tavolo 1, partita 1, mano 1: Coppia 1 43, Coppia 8 27" in sentences
    assert "2º quarto, a tavolino, vince Coppia 4" in sentences
    assert "Tavolo 3, hanno firmato Coppia 7" in sentences
    assert moves(desk, tournament, "en").count("Quarter-final 2, walkover to Coppia 4") == 1


def test_check_in_is_recorded_in_the_journal_with_the_team_name_and_can_be_undone(client: Client) -> None:
    tournament = a_tournament(teams=4)
    client.force_login(tournament.owner)
    first, *other_teams = tournament.teams.order_by("number")
    author = Author(tournament.owner_id)
    mark_presence(tournament, {first.pk: "present"}, author=author, at=timezone.now())
    mark_presence(tournament, {team.pk: "absent" for team in other_teams}, author=author, at=timezone.now())
    assert moves(client, tournament)[:2] == ["3 coppie: assenti", "Coppia 1: presente"]
    assert undo_of(client, tournament, 1).status_code == 200
    first.refresh_from_db()
    assert first.presence == "expected"
    assert moves(client, tournament)[0] == "Coppia 1: in attesa"


def test_latest_actions_show_all_final_scores_in_one_line_and_no_draw_commitment(
    client: Client,
) -> None:
    tournament = a_tournament(teams=2)
    author = Author(tournament.owner_id)
    commit_draw(first_stage(tournament), author=author, at=timezone.now())
    client.force_login(tournament.owner)
    assert len(moves(client, tournament)) == 3
    draw(tournament, by="lots", lot="7S KH 4D AC QD")
    finals = {1: [36, 20], 2: [40, 11]}
    write_finals(match_of(tournament).pk, finals, author=author, at=timezone.now())
    sentences = moves(client, tournament, "en")
    assert sentences[0] == "Table 1, final scores written from paper"
    assert not [line for line in sentences if "Played" in line or "promise" in line.lower()]


def test_walkover_can_be_undone_from_its_message_and_from_the_latest_actions(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    sent = {"winner": "1", "reason": "Non si sono visti"}
    where = reverse("desk_walkover", args=[tournament.slug, match.pk])
    page = desk.post(where, sent, follow=True)
    runner.drain()
    assert "A tavolino: vince Coppia 8, contro Coppia 1." in words(page)
    undo = re.search(r'action="(/regia/[^"]*/annulla/[^"]*)"', page.text)
    assert undo
    desk.post(undo[1])
    runner.drain()
    match = match_of(tournament)
    assert match.state == "ready"
    assert Outcome.objects.filter(match=match).latest("version").kind == "reopened"
    assert desk.post(undo[1], follow=True).text.count("Non si può più annullare") == 1
    act(desk, tournament, "desk_walkover", match, **sent)
    runner.drain()
    undo_of(desk, tournament)
    runner.drain()
    assert match_of(tournament).state == "ready"


def test_match_is_in_play_again_after_its_confirmed_result_is_undone(
    desk: Client, tournament: Tournament
) -> None:
    match = play_match(match_of(tournament), sign=False)
    act(desk, tournament, "desk_confirm", match)
    runner.drain()
    undo_of(desk, tournament)
    runner.drain()
    assert match_of(tournament).state == "playing"


def test_change_of_the_wall_view_is_recorded_in_the_journal_and_can_be_undone(
    desk: Client, tournament: Tournament
) -> None:
    before = Tournament.objects.get(pk=tournament.pk).wall
    desk.post(reverse("desk_wall", args=[tournament.slug]), {"scene": "standings"})
    assert moves(desk, tournament)[0] == "Schermo in sala: Tabellone"
    undo_of(desk, tournament)
    assert Tournament.objects.get(pk=tournament.pk).wall == before
    assert moves(desk, tournament)[1] == "Schermo in sala: Tabellone"
    assert evening(desk, tournament).context["moves"][1].undo is False, "only the newest of its kind"


def test_recorded_presence_at_a_table_can_be_undone(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    act(desk, tournament, "desk_arrived", match, side=0)
    assert moves(desk, tournament)[0] == "Tavolo 1, Coppia 1: arrivati"
    undo_of(desk, tournament)
    assert moves(desk, tournament)[0] == "Tavolo 1, Coppia 1: non ancora arrivati"


def test_undo_of_an_action_that_cannot_be_undone_is_refused(desk: Client, tournament: Tournament) -> None:
    entry = tournament.journal.get(kind="draw_made")
    page = desk.post(reverse("desk_undo", args=[tournament.slug, entry.pk]), follow=True)
    assert "Non si può più annullare" in page.text
    assert desk.post(reverse("desk_undo", args=[tournament.slug, match_of(tournament).pk])).status_code == 404


def test_call_of_time_at_one_table_can_be_undone(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    results.write_hand(match.pk, (1, 1), HAND, author=Author(), at=timezone.now())
    act(desk, tournament, "desk_match_time", match, act="call")
    undo_of(desk, tournament)
    assert not match_of(tournament).sheet.summary.get("time")


def test_live_update_of_the_evening_page_returns_only_a_part_of_the_page(
    desk: Client, tournament: Tournament
) -> None:
    page = evening(desk, tournament, hx_request="true")
    assert "<html" not in page.text
    assert 'id="evening"' in page.text


def test_evening_page_of_a_finished_tournament_shows_champions_and_final_standings(
    desk: Client, tournament: Tournament
) -> None:
    play_out(tournament)
    page = evening(desk, tournament)
    assert page.context["evening"].tasks == ()
    assert {phase.state for phase in page.context["phases"]} == {"done"}
    text = words(page)
    assert "Campioni: Coppia 1" in text
    assert "libero" not in text
    final = re.findall(r'<b\s+class="no flare">([^<]*)</b>\s*<span>([^<]*)</span>\s*</li>', page.text)
    assert [place for place, _name in final] == ["1", "2", "3–4", "3–4", *["5–8"] * 4]
    assert [name for _place, name in final][:2] == ["Coppia 1", "Coppia 2"]
    assert reverse("standings_xlsx", args=[tournament.slug]) in page.text
    desk.post(reverse("desk_wall", args=[tournament.slug]), {"scene": "champions"})
    assert Tournament.objects.get(pk=tournament.pk).wall == "champions"
    assert "Mostrali sullo schermo" not in words(evening(desk, tournament))


def test_final_standings_include_the_entrants_eliminated_in_the_groups(
    client: Client,
) -> None:
    tournament = entered([StageSetup("groups", {"groups": 2, "advance": 2}), StageSetup("knockout")], 8)
    for number in (1, 2):
        draw_number(tournament, number)
        play_out(tournament)
    client.force_login(tournament.owner)
    final = evening(client, tournament).context["final"]
    assert [place for place, _name in final] == ["1", "2", "3–4", "3–4", "5–6", "5–6", "7–8", "7–8"]
    assert len({name for _place, name in final}) == 8


@pytest.mark.parametrize("teams", sampled([16, 32, 128], 2))
def test_evening_page_has_a_constant_number_of_queries(
    client: Client, teams: int, django_assert_num_queries: Any
) -> None:
    tournament = drawn_tournament(teams, tables=4)
    client.force_login(tournament.owner)
    a_disputed_hand(match_of(tournament))
    evening(client, tournament)
    with django_assert_num_queries(36):
        evening(client, tournament)
