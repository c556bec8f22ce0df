"""Corrections of confirmed results: the policy decides the fate of later matches; no version is lost."""

# ruff: noqa: E501  (tables with one row per line)
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import SheetEvent, TableKey
from scoring.sheet.devices import know_device, open_by_token, table_token
from scoring.sheet.services.corrections import HandChange
from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow
from tests.builders import (
    WINS_FOR_FIRST,
    WINS_FOR_SECOND,
    drawn_tournament,
    first_stage,
    match_of,
    play_match,
    play_out,
)
from tests.markup import one_line
from tests.stages.test_rounds import draw, entered
from tournaments.club.services.new_tournament import StageSetup
from tournaments.competition.correction_policies import CorrectionEffect, Following, FollowUp
from tournaments.corrections.selectors.preview import CorrectionPreview
from tournaments.corrections.services import Correction, correct_match, preview_correction
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import take_back_draw
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.matches.selectors.matches import one_match
from tournaments.matches.services import results
from tournaments.models import JournalEntry, Match, Outcome, Slot, Stage, Team, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = pytest.mark.django_db

# Both hands with the sides exchanged, so that the other side wins.
OTHER_WINNER = Correction(
    hands=[HandChange((game, 1), 1, hand) for game, hand in enumerate(WINS_FOR_SECOND, start=1)]
)


# The other side wins the second game, so that a third game is needed.
LAST_GAME_UNDECIDED = Correction(hands=[HandChange((2, 1), 1, WINS_FOR_SECOND[1])])


def score_of(points: int, *, version: int) -> Correction:
    """Return a correction that gives the first side the given card points in the first hand."""
    hand = {"dealer": 0, "trionfo": "AS", "card_points": [points, 70 - points]}
    return Correction(hands=[HandChange((1, 1), version, hand)])


def team_with_seed(tournament: Tournament, seed: int) -> Team:
    return Team.objects.get(tournament=tournament, seed=seed)


def correct(match: Match, correction: Correction, reason: str = "scritto al contrario") -> CorrectionPreview:
    author = Author(match.tournament.owner_id)
    preview = correct_match(match.pk, correction, reason, author=author, at=timezone.now())
    runner.drain()
    return preview


def seeds_in(tournament: Tournament, label: str) -> list[int | None]:
    slots = Slot.objects.filter(match__tournament=tournament, match__label=label).order_by("side")
    return [slot.team.seed if slot.team else None for slot in slots.select_related("team")]


def places(tournament: Tournament) -> dict[str, int]:
    now = standings_now(Stage.objects.get(tournament=tournament))
    return {row.entrant: row.place for row in now.rows}


def faults(tournament: Tournament) -> list[str]:
    return verify_tournament(Tournament.objects.get(pk=tournament.pk)).faults


@pytest.mark.databases
def test_corrected_winner_advances_if_the_next_match_has_no_hand() -> None:
    tournament = drawn_tournament(4, options={"third_place": True})
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    assert (seeds_in(tournament, "R2.1"), seeds_in(tournament, "P3")) == ([1, 2], [4, 3])
    preview = correct(match_of(tournament, "R1.1"), OTHER_WINNER)
    assert (preview.change, preview.following, preview.verdict) == (
        CorrectionEffect.WINNER,
        Following.PUBLISHED,
        FollowUp.MOVES,
    )
    assert {(each.label, each.side) for each in preview.slots} == {("R2.1", 0), ("P3", 0)}
    assert set(preview.sheets) == {"R2.1", "P3"}
    assert (seeds_in(tournament, "R2.1"), seeds_in(tournament, "P3")) == ([4, 2], [1, 3])
    assert match_of(tournament, "R2.1").state == "ready"
    assert match_of(tournament, "R1.1").state == "confirmed"
    assert faults(tournament) == []


@pytest.mark.databases
def test_original_and_corrected_result_are_kept_with_the_reason() -> None:
    tournament = drawn_tournament(4)
    match = play_match(match_of(tournament, "R1.1"))
    correct(match, OTHER_WINNER, "firmato il foglio dell’altro tavolo")
    assert list(match.outcomes.order_by("version").values_list("version", "winner")) == [(1, 0), (2, 1)]
    assert Outcome.objects.get(match=match, version=2).reason == "firmato il foglio dell’altro tavolo"
    kinds = list(SheetEvent.objects.filter(sheet=match.pk).order_by("seq").values_list("kind", flat=True))
    assert kinds[-3:] == ["correction", "correction", "confirmation"]
    assert JournalEntry.objects.get(kind="result_corrected").reason == "firmato il foglio dell’altro tavolo"


@pytest.mark.databases
def test_preview_of_a_correction_saves_nothing() -> None:
    tournament = drawn_tournament(4)
    match = play_match(match_of(tournament, "R1.1"))
    before = (SheetEvent.objects.count(), Outcome.objects.count(), seeds_in(tournament, "R2.1"))
    preview = preview_correction(match.pk, OTHER_WINNER, at=timezone.now())
    assert [(each.label, each.side, each.played) for each in preview.slots] == [("R2.1", 0, False)]
    assert preview.places
    assert (SheetEvent.objects.count(), Outcome.objects.count(), seeds_in(tournament, "R2.1")) == before


def test_director_can_decide_that_a_match_that_has_begun_keeps_its_entrants() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    author = Author(tournament.owner_id)
    final = match_of(tournament, "R2.1")
    results.write_hand(final.pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=timezone.now())
    with pytest.raises(NotNow, match="director_decides"):
        correct(match_of(tournament, "R1.1"), OTHER_WINNER)
    assert match_of(tournament, "R1.1").outcomes.count() == 1
    decided = Correction(hands=OTHER_WINNER.hands, stays=True)
    assert correct(match_of(tournament, "R1.1"), decided).verdict is FollowUp.DECIDE
    assert seeds_in(tournament, "R2.1") == [1, 2]
    assert faults(tournament) == []
    play_out(tournament)
    assert faults(tournament) == []


@pytest.mark.databases
def test_preview_of_a_correction_that_keeps_the_entrants_shows_the_resulting_places() -> None:
    tournament = drawn_tournament(4, options={"third_place": True})
    for label in ("R1.1", "R1.2", "R2.1", "P3"):
        play_match(match_of(tournament, label))
    before = places(tournament)
    preview = preview_correction(match_of(tournament, "R1.1").pk, OTHER_WINNER, at=timezone.now())
    assert (preview.verdict, preview.decide, preview.stays) == (FollowUp.DECIDE, True, True)
    decided = correct(match_of(tournament, "R1.1"), Correction(hands=OTHER_WINNER.hands, stays=True))
    assert decided.places == preview.places
    after = places(tournament)
    moved = {
        entrant: (before[entrant], after[entrant]) for entrant in before if before[entrant] != after[entrant]
    }
    assert {each.entrant: (each.before, each.after) for each in decided.places} == moved


def test_director_can_keep_the_entrants_of_a_next_match_that_has_not_begun() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    preview = correct(match_of(tournament, "R1.1"), Correction(hands=OTHER_WINNER.hands, stays=True))
    assert (preview.decide, preview.stays, preview.sheets) == (False, True, ())
    assert seeds_in(tournament, "R2.1") == [1, None]
    assert faults(tournament) == []


@pytest.mark.databases
def test_played_match_corrected_to_a_disqualification_counts_as_a_walkover() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    correct(match_of(tournament, "R1.1"), Correction(outcome="disqualification", winner=1))
    now = one_match(match_of(tournament, "R1.1").pk)
    assert ([side.games_won for side in now.sides], now.winner, now.games) == ([0, 2], 1, ())
    correct(match_of(tournament, "R1.1"), Correction(outcome="reopened"))
    now = one_match(match_of(tournament, "R1.1").pk)
    assert ([side.games_won for side in now.sides], now.decided, now.outcome) == ([2, 0], False, None)


@pytest.mark.databases
def test_second_correction_keeps_the_decision_about_the_next_match() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    play_match(match_of(tournament, "R2.1"))
    correct(match_of(tournament, "R1.1"), Correction(hands=OTHER_WINNER.hands, stays=True))
    score = {"dealer": 1, "trionfo": "AS", "card_points": [3, 67]}
    correct(match_of(tournament, "R1.1"), Correction(hands=[HandChange((1, 1), 2, score)], stays=True))
    rows = Outcome.objects.filter(match__tournament=tournament, match__label="R1.1").order_by("version")
    assert [(row.winner, row.moves_as) for row in rows] == [(0, None), (1, 1), (1, 1)]
    assert seeds_in(tournament, "R2.1") == [1, 2]
    assert faults(tournament) == []


def test_corrected_score_with_the_same_winner_does_not_change_the_entrants_of_later_matches() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    play_match(match_of(tournament, "R2.1"))
    preview = correct(match_of(tournament, "R1.1"), score_of(68, version=1))
    assert (preview.change, preview.following) == (CorrectionEffect.SCORE, Following.FINISHED)
    assert (preview.verdict, preview.slots, preview.places) == (FollowUp.MOVES, (), ())
    assert match_of(tournament, "R1.1").sheet.summary["games"][0]["score"] == [37, 0]
    assert faults(tournament) == []


@pytest.mark.databases
def test_corrected_score_can_change_the_order_of_teams_by_a_tie_break() -> None:
    tournament = drawn_tournament(4, form="round_robin")
    Stage.objects.filter(tournament=tournament).update(tie_breaks=["point_difference"])
    for label in ("R1.1", "R1.2"):
        play_match(match_of(tournament, label))
    preview = correct(match_of(tournament, "R1.2"), score_of(69, version=1))
    assert (preview.change, preview.following, preview.verdict) == (
        CorrectionEffect.TIE,
        Following.UNPAIRED,
        FollowUp.MOVES,
    )
    winner = str(match_of(tournament, "R1.1").slots.get(side=0).team_id)
    assert (winner, 1, 2) in [(each.entrant, each.before, each.after) for each in preview.places]
    preview = correct(match_of(tournament, "R1.2"), score_of(70, version=2))
    assert (preview.change, preview.places) == (CorrectionEffect.SCORE, ())
    assert faults(tournament) == []


@pytest.mark.databases
def test_reopening_a_match_removes_its_winner_from_the_next_match() -> None:
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    correct(match_of(tournament, "R1.1"), Correction(outcome="reopened"))
    assert (match_of(tournament, "R1.1").state, match_of(tournament, "R2.1").state) == ("playing", "waiting")
    assert seeds_in(tournament, "R2.1") == [None, 2]
    assert faults(tournament) == []


@pytest.mark.databases
@pytest.mark.parametrize(
    ("first", "then", "final"),
    [
        pytest.param(("walkover", 0), ("walkover", 1), [4, 2], id="the wrong pair was absent"),
        pytest.param(("walkover", 0), ("double_disqualification", None), [None, 2], id="both sent away"),
        pytest.param(("double_walkover", None), ("walkover", 1), [4, 2], id="one pair was there after all"),
        pytest.param(("walkover", 0), ("disqualification", 0), [1, 2], id="only the word changes"),
    ],
)
def test_outcome_of_a_match_that_was_not_played_is_corrected(
    first: tuple[str, int | None], then: tuple[str, int | None], final: list[int | None]
) -> None:
    tournament = drawn_tournament(4)
    author = Author(tournament.owner_id)
    match = match_of(tournament, "R1.1")
    results.award_walkover(match.pk, first[1], "nessuno", author=author, at=timezone.now())
    runner.drain()
    play_match(match_of(tournament, "R1.2"), drain=False)
    correct(match_of(tournament, "R1.1"), Correction(outcome=then[0], winner=then[1]))
    assert seeds_in(tournament, "R2.1") == final
    assert faults(tournament) == []


@pytest.mark.databases
def test_correction_undoes_an_advancement_that_followed_from_a_bye() -> None:
    tournament = drawn_tournament(8)
    for label in ("R1.2", "R1.3", "R1.4"):
        play_match(match_of(tournament, label))
    correct(match_of(tournament, "R1.2"), Correction(outcome="double_disqualification"))
    play_match(match_of(tournament, "R1.1"))
    assert match_of(tournament, "R2.1").state == "bye"
    assert seeds_in(tournament, "R3.1") == [1, None]
    correct(match_of(tournament, "R1.1"), OTHER_WINNER)
    assert seeds_in(tournament, "R3.1") == [8, None]
    assert faults(tournament) == []


@pytest.mark.parametrize(
    ("correction", "refusal", "code"),
    [
        pytest.param(Correction(), BadEntry, "bad_correction", id="nothing"),
        pytest.param(Correction(OTHER_WINNER.hands, "walkover", 0), BadEntry, "bad_correction", id="both"),
        pytest.param(Correction(outcome="lost"), BadEntry, "unknown_outcome", id="no such outcome"),
        pytest.param(Correction(outcome="walkover"), BadEntry, "bad_winner", id="nobody named"),
        pytest.param(Correction(outcome="double_walkover", winner=1), BadEntry, "bad_winner", id="somebody named"),
        pytest.param(Correction(outcome="annulled"), BadEntry, "bracket_annulled", id="somebody goes on"),
        pytest.param(Correction([HandChange((1, 1), 2, WINS_FOR_FIRST[0])]), NotNow, "hand_changed", id="another version"),
        pytest.param(Correction([HandChange((1, 9), 0, WINS_FOR_FIRST[0])]), BadEntry, "hand_out_of_order", id="a gap"),
        pytest.param(Correction([HandChange((1, 1), 1, {"dealer": 0})]), BadEntry, "bad_hand", id="half a hand"),
        pytest.param(Correction([HandChange((1, 1), 1, None)]), BadEntry, "hand_out_of_order", id="not the last"),
    ],
)  # fmt: skip
def test_invalid_correction_is_refused_and_nothing_is_saved(
    correction: Correction, refusal: type[Exception], code: str
) -> None:
    tournament = drawn_tournament(4)
    match = play_match(match_of(tournament, "R1.1"))
    before: Any = (SheetEvent.objects.count(), Outcome.objects.count())
    for attempt in (
        correct,
        lambda match, correction: preview_correction(match.pk, correction, at=timezone.now()),
    ):
        with pytest.raises(refusal, match=code):
            attempt(match, correction)
    with pytest.raises(BadEntry, match="reason_missing"):
        correct(match, OTHER_WINNER, " ")
    assert (SheetEvent.objects.count(), Outcome.objects.count()) == before


def test_correction_that_changes_only_the_reason_for_an_empty_side_needs_no_decision() -> None:
    tournament = drawn_tournament(8)
    author = Author(tournament.owner_id)
    results.award_walkover(match_of(tournament, "R1.2").pk, None, "assenti", author=author, at=timezone.now())
    for label in ("R1.1", "R1.3", "R1.4", "R2.2", "R3.1"):
        play_match(match_of(tournament, label))
    preview = correct(match_of(tournament, "R1.2"), Correction(outcome="double_disqualification"))
    assert (preview.slots, preview.decide) == ((), False)
    assert match_of(tournament, "R1.2").outcomes.order_by("-version")[0].kind == "double_disqualification"
    empty = Slot.objects.get(match__tournament=tournament, source_match__label="R1.2", match__label="R2.1")
    assert empty.reason == "disqualification"
    assert faults(tournament) == []


@pytest.mark.databases
def test_withdrawn_team_that_is_disqualified_by_a_correction_shares_a_place_with_its_opponent() -> None:
    tournament = drawn_tournament(4)
    author = Author(tournament.owner_id)
    first, fourth = team_with_seed(tournament, 1), team_with_seed(tournament, 4)
    leave_stage(first, "withdrawal", "a casa", author=author, at=timezone.now())
    runner.drain()
    play_match(match_of(tournament, "R1.2"))
    correct(match_of(tournament, "R1.1"), Correction(outcome="walkover", winner=0))
    places_before = places(tournament)
    assert places_before[str(first.pk)] < places_before[str(fourth.pk)]
    preview = correct(match_of(tournament, "R1.1"), Correction(outcome="double_disqualification"))
    assert (preview.slots, preview.stays, bool(preview.places)) == ((), False, True)
    assert places(tournament)[str(first.pk)] == places(tournament)[str(fourth.pk)]
    assert faults(tournament) == []


def test_match_without_a_result_cannot_be_corrected() -> None:
    tournament = drawn_tournament(4)
    with pytest.raises(NotNow, match="nothing_to_correct"):
        correct(match_of(tournament, "R1.1"), OTHER_WINNER)


def open_by_code(match: Match) -> None:
    """Open the sheet of a match with its table code, on a phone that has not opened the sheet before."""
    device, _secret = know_device(None, at=timezone.now())
    open_by_token(table_token(TableKey.objects.get(pk=match.pk)), device, at=timezone.now())


@pytest.mark.parametrize("first", ["walkover", "hands"])
def test_table_code_opens_the_sheet_of_a_match_that_was_returned_to_its_table(first: str) -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    if first == "hands":
        play_match(match)
    else:
        author = Author(tournament.owner_id)
        results.award_walkover(match.pk, 0, "tavolo sbagliato", author=author, at=timezone.now())
        runner.drain()
    with pytest.raises(NotNow, match="table_closed"):
        open_by_code(match)
    correct(match, Correction(outcome="reopened"))
    assert match_of(tournament).state == ("playing" if first == "hands" else "ready")
    open_by_code(match)


def test_table_code_opens_the_sheet_of_a_match_that_a_correction_leaves_undecided() -> None:
    tournament = drawn_tournament(4)
    match = match_of(tournament)
    play_match(match)
    correct(match, LAST_GAME_UNDECIDED)
    assert match_of(tournament).state == "playing"
    open_by_code(match)


@pytest.mark.databases
@pytest.mark.parametrize("correction", ["reopened", "undecided"])
def test_match_cannot_be_returned_to_its_table_after_the_draw_of_the_next_stage(correction: str) -> None:
    setups = [StageSetup("groups", {"groups": 2, "advance": 2}), StageSetup("knockout")]
    tournament = entered(setups, 8)
    draw(tournament)
    play_out(tournament)
    draw(tournament, 2)
    match = match_of(tournament, "A1.1")
    wanted = Correction(outcome="reopened") if correction == "reopened" else LAST_GAME_UNDECIDED
    with pytest.raises(NotNow, match="next_stage_drawn"):
        correct(match, wanted)
    assert match_of(tournament, "A1.1").state == "signed"
    assert faults(tournament) == []
    take_back_draw(
        tournament.stages.get(number=2), "errore", author=Author(tournament.owner_id), at=timezone.now()
    )
    runner.drain()
    correct(match, wanted)
    assert match_of(tournament, "A1.1").state == "playing"
    assert faults(tournament) == []


@pytest.fixture
def groups_drawn_on() -> Tournament:
    """Return a tournament with two finished groups of four, and a drawn knock-out that has not begun."""
    setups = [StageSetup("groups", {"groups": 2, "advance": 2}), StageSetup("knockout")]
    tournament = entered(setups, 8)
    draw(tournament)
    play_out(tournament)
    draw(tournament, 2)
    return tournament


# A walkover in A1.1 for team 8, which then qualifies instead of team 1.
LOST_BY_FIRST = Correction(outcome="walkover", winner=1)


@pytest.mark.databases
def test_correction_preview_names_the_teams_that_qualify_after_the_correction(
    groups_drawn_on: Tournament, client: Client
) -> None:
    match = match_of(groups_drawn_on, "A1.1")
    preview = preview_correction(match.pk, LOST_BY_FIRST, at=timezone.now())
    assert preview.qualifiers is not None
    teams = {str(team.pk): team.seed for team in groups_drawn_on.teams.all()}
    named = [
        [teams[each] for each in entrants]
        for entrants in (preview.qualifiers.going_on, preview.qualifiers.in_draw)
    ]
    assert named == [[8], [1]]
    client.force_login(groups_drawn_on.owner)
    form = {"ending": "walkover:1", "reason": "scritto al contrario"}
    page = client.post(
        f"/regia/{groups_drawn_on.slug}/incontri/{match.pk}/correggi/",
        form,
        headers={"accept-language": "en"},
    )
    assert "Coppia 8 would go on, not Coppia 1" in one_line(page.text)


def test_correction_preview_names_no_team_if_the_qualifiers_do_not_change(
    groups_drawn_on: Tournament,
) -> None:
    match = match_of(groups_drawn_on, "A1.1")
    assert preview_correction(match.pk, score_of(68, version=1), at=timezone.now()).qualifiers is None


def test_evening_page_offers_a_new_draw_after_a_change_of_qualifiers(
    groups_drawn_on: Tournament, client: Client
) -> None:
    client.force_login(groups_drawn_on.owner)
    address, english = f"/regia/{groups_drawn_on.slug}/", {"accept-language": "en"}
    assert "would go on now" not in client.get(address, headers=english).text
    correct(match_of(groups_drawn_on, "A1.1"), LOST_BY_FIRST)
    page = one_line(client.get(address, headers=english).text)
    assert "Coppia 8 would go on now" in page
    assert "was drawn with Coppia 1" in page
    take_back_draw(
        groups_drawn_on.stages.get(number=2),
        "un altro passa",
        author=Author(groups_drawn_on.owner_id),
        at=timezone.now(),
    )
    draw(groups_drawn_on, 2)
    assert "would go on now" not in client.get(address, headers=english).text
    assert 8 in seeds_in(groups_drawn_on, "R1.1") + seeds_in(groups_drawn_on, "R1.2")


def qualifiers_on_page(client: Client, tournament: Tournament) -> set[str]:
    """Return the names of the teams that the public page of stage 1 marks as qualified."""
    page = client.get(f"/{tournament.slug}/classifica/?fase=1")
    return {row.team.name for cross in page.context["crosses"] for row in cross.rows if row.goes_on}


def test_groups_page_marks_the_teams_that_were_drawn_in_the_next_stage(
    groups_drawn_on: Tournament, client: Client
) -> None:
    qualifiers = qualifiers_on_page(client, groups_drawn_on)
    assert "Coppia 1" in qualifiers
    correct(match_of(groups_drawn_on, "A1.1"), LOST_BY_FIRST)
    assert qualifiers_on_page(client, groups_drawn_on) == qualifiers
    second = groups_drawn_on.stages.get(number=2)
    author = Author(groups_drawn_on.owner_id)
    take_back_draw(second, "another pair qualifies", author=author, at=timezone.now())
    assert qualifiers_on_page(client, groups_drawn_on) == qualifiers - {"Coppia 1"} | {"Coppia 8"}


def test_standings_have_no_qualifying_line_if_the_drawn_teams_differ_from_the_teams_that_qualify(
    client: Client,
) -> None:
    setups = [StageSetup("round_robin", {"advance": 2}), StageSetup("knockout")]
    tournament = entered(setups, 4)
    draw(tournament)
    play_out(tournament)
    draw(tournament, 2)
    address = f"/{tournament.slug}/classifica/?fase=1"
    assert [row.cut for row in client.get(address).context["rows"] if row.cut]
    first = tournament.teams.get(seed=1)
    for match in first_stage(tournament).matches.filter(slots__team=first):
        side = match.slots.get(team=first).side
        correct(match, Correction(outcome="walkover", winner=1 - side))
    assert not [row.cut for row in client.get(address).context["rows"] if row.cut]


def test_evening_page_offers_no_new_draw_after_the_next_stage_has_begun(
    groups_drawn_on: Tournament, client: Client
) -> None:
    client.force_login(groups_drawn_on.owner)
    correct(match_of(groups_drawn_on, "A1.1"), LOST_BY_FIRST)
    play_match(match_of(groups_drawn_on, "R1.1"))
    page = client.get(f"/regia/{groups_drawn_on.slug}/", headers={"accept-language": "en"})
    assert "would go on now" not in page.text
