"""Tests of corrections at the desk to matches with final scores but without hands (COM-8)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import WINS_FOR_FIRST, drawn_tournament, match_of, sheet_log
from tests.forms import seating
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.matches.services import results
from tournaments.models import Match, Outcome, Tournament
from tournaments.queue import runner

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

REASON = {"reason": "Scritto al contrario"}


def confirm(match: Match) -> None:
    author = Author(match.tournament.owner_id)
    for side in range(match.slots.count()):
        results.sign_sheet(match.pk, side, author=author, at=timezone.now())
    runner.drain()


def write_scores(match: Match, scores: Mapping[int, Sequence[int]]) -> None:
    """Record the final scores of games at the desk, as if copied from paper."""
    author = Author(match.tournament.owner_id)
    finals = {game: list(score) for game, score in scores.items()}
    results.write_finals(match.pk, finals, author=author, at=timezone.now())


@pytest.fixture
def match() -> Match:
    """Return a confirmed match of Mariglia with the final scores of three games."""
    match = match_of(drawn_tournament(4))
    write_scores(match, {1: [36, 19], 2: [20, 38], 3: [47, 12]})
    confirm(match)
    return match


def desk_of(tournament: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(tournament.owner)
    return client


@pytest.fixture
def desk(match: Match) -> Client:
    return desk_of(match.tournament)


def address(match: Match, name: str = "desk_correct") -> str:
    return reverse(name, args=[match.tournament.slug, match.pk])


def inputs(page: Any) -> dict[str, str]:
    """Return the inputs of the form on a page, with the values that a browser would submit."""
    form = page.context["form"]
    sent = {"ending": str(form.ending["ending"].value())}
    for hand in form.hands:
        if hand.open:
            sent |= {hand.add_prefix(name): str(hand[name].value() or "") for name in hand.fields}
            sent[hand.add_prefix("version")] = str(hand["version"].value())
    return sent


def look(desk: Client, match: Match, **changed: str) -> Any:
    return desk.post(address(match), {**inputs(desk.get(address(match))), **changed})


def carried(page: Any) -> dict[str, str]:
    return {**dict(page.context["sent"]), "seen": page.context["seen"]}


def correct(desk: Client, match: Match, **changed: str) -> Any:
    """Correct scores in the form, confirm the preview, and run the jobs; return the preview."""
    preview = look(desk, match, **changed)
    assert preview.status_code == 200, errors_of(preview)
    answer = desk.post(address(match, "desk_correct_now"), {**carried(preview), **REASON})
    assert answer.status_code == 302
    runner.drain()
    return preview


def bodies(match: Match) -> dict[Any, Any]:
    return {place: dict(hand.body) for place, hand in sheet_log(match.pk).hands.items()}


def errors_of(page: Any) -> dict[str, list[str]]:
    wrong = [hand for hand in page.context["form"].hands if hand.errors]
    return {hand.prefix: next(iter(hand.errors.values())) for hand in wrong}


def test_correction_form_of_final_scores_has_an_input_for_each_side(desk: Client, match: Match) -> None:
    page = desk.get(address(match))
    sent = inputs(page)
    assert sent == {
        "ending": "hands",
        "final-1-version": "1", "final-1-0": "36", "final-1-1": "19",
        "final-2-version": "1", "final-2-0": "20", "final-2-1": "38",
        "final-3-version": "1", "final-3-0": "47", "final-3-1": "12",
    }  # fmt: skip
    assert all(f'name="{name}"' in page.text for name in sent)
    assert "Add hand" not in page.text
    assert page.text.count("Write the hands instead") == 3


def test_corrected_final_score_changes_the_winner_and_the_preview_names_the_winner(
    desk: Client, match: Match
) -> None:
    preview = correct(desk, match, **{"final-3-0": "12", "final-3-1": "47"})
    assert (preview.context["result"], preview.context["after_words"]) == ("Coppia 1 win", "Coppia 4 win")
    assert "12\u00a0–\u00a047" in preview.text
    outcome = Outcome.objects.get(match=match, version=2)
    assert (outcome.winner, outcome.games) == (1, [[36, 19], [20, 38], [12, 47]])
    assert [hand.version for hand in sheet_log(match.pk).hands.values()] == [1, 1, 2]
    assert verify_tournament(match.tournament).faults == []


@pytest.mark.parametrize(
    ("card_game", "before", "after"),
    [
        ("maniglia", [36, 20], [20, 36]),
        ("briscola_151", [151, 100], [100, 151]),
        ("tressette", [31, 20], [20, 31]),
        ("manni", [5, -5, 0], [-5, 5, 0]),
    ],
)
def test_final_score_of_any_game_can_be_corrected_at_the_desk(
    card_game: str, before: list[int], after: list[int]
) -> None:
    sides = len(before)
    tournament = drawn_tournament(2 * sides, card_game=card_game, form=seating(sides))
    match = Match.objects.filter(tournament=tournament, state="ready").order_by("number")[0]
    games = 1 if sides > 2 else 2
    for game in range(1, games + 1):
        write_scores(match, {game: before})
        match.refresh_from_db()
        if match.sheet.standing.verdict.state.over:
            break
    confirm(match)
    typed = {
        f"final-{at}-{side}": str(score) for at in range(1, game + 1) for side, score in enumerate(after)
    }
    correct(desk_of(tournament), match, **typed)
    assert set(map(str, bodies(match).values())) == {str({"final": after})}
    assert Outcome.objects.get(match=match, version=2).winner == 1
    assert verify_tournament(tournament).faults == []


@pytest.mark.parametrize(
    ("changed", "box", "words"),
    [
        ({"final-1-0": "80", "final-1-1": "10"}, "final-1", "35 to 69 points"),
        ({"final-1-0": "36", "final-1-1": "35"}, "final-1", "35 to 69 points"),
        ({"final-2-1": "30"}, "final-2", "35 to 69 points"),
        ({"final-2-0": "x"}, "final-2", "one whole number for each side"),
        ({"final-2-0": ""}, "final-2", "one whole number for each side"),
        ({"final-2-0": "38", "final-2-1": "20"}, "final-3", "already won"),
    ],
    ids=[
        "too high",
        "both at the target",
        "below the target",
        "no number",
        "one side alone",
        "after the match",
    ],
)
def test_impossible_final_score_is_refused_with_an_error_beside_the_input(
    desk: Client, match: Match, changed: dict[str, str], box: str, words: str
) -> None:
    page = look(desk, match, **changed)
    assert page.status_code == 400
    errors = errors_of(page)
    assert list(errors) == [box]
    assert words in errors[box][0]
    assert {**inputs(page), **changed} == inputs(page), "the typed scores stay"
    assert match.outcomes.count() == 1


def test_final_scores_submitted_unchanged_change_nothing(desk: Client, match: Match) -> None:
    page = look(desk, match)
    assert page.status_code == 400
    assert page.context["form"].touched == []
    correct(desk, match, **{"final-1-0": "37"})
    assert [hand.version for hand in sheet_log(match.pk).hands.values()] == [2, 1, 1]


def test_final_score_of_the_last_game_can_be_cleared(desk: Client, match: Match) -> None:
    changed = {"final-2-0": "38", "final-2-1": "20", "final-3-0": "", "final-3-1": ""}
    correct(desk, match, **changed)
    assert bodies(match) == {(1, 1): {"final": [36, 19]}, (2, 1): {"final": [38, 20]}}
    page = desk.get(address(match))
    assert inputs(page)["final-3-0"] == "", "the third game can be written again"
    correct(desk, match, **{"final-2-0": "20", "final-2-1": "38", "final-3-0": "48", "final-3-1": "31"})
    assert bodies(match)[3, 1] == {"final": [48, 31]}
    assert verify_tournament(match.tournament).faults == []


def test_final_score_cannot_be_cleared_while_a_later_game_has_a_score(desk: Client, match: Match) -> None:
    page = look(desk, match, **{"final-1-0": "", "final-1-1": ""})
    assert page.status_code == 400
    assert page.context["form"].refusal == ["Write game 1 first."]


def test_final_score_of_one_game_can_be_corrected_if_another_game_has_hands() -> None:
    match = match_of(drawn_tournament(4))
    author = Author(match.tournament.owner_id)
    results.write_hand(match.pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=timezone.now())
    write_scores(match, {2: [20, 38], 3: [47, 12]})
    confirm(match)
    desk = desk_of(match.tournament)
    page = desk.get(address(match))
    assert [hand.prefix for hand in page.context["form"].hands] == ["1-1", "1-2", "final-2", "final-3"]
    correct(desk, match, **{"final-3-0": "12", "final-3-1": "47"})
    log = sheet_log(match.pk).hands
    assert (log[1, 1].version, log[3, 1].body) == (1, {"final": [12, 47]})
    assert Outcome.objects.get(match=match, version=2).winner == 1
    assert verify_tournament(match.tournament).faults == []


def test_hands_entered_after_a_final_score_replace_the_final_score(desk: Client, match: Match) -> None:
    page = desk.post(address(match), {**inputs(desk.get(address(match))), "open": "1-1"})
    hands = [hand.prefix for hand in page.context["form"].hands]
    assert hands == ["1-1", "1-2", "final-2", "final-3"]
    hand = {"1-1-dealer": "0", "1-1-trionfo": "AS", "1-1-card_points_0": "66", "1-1-card_points_1": "4"}
    preview = desk.post(address(match), {**inputs(page), **hand})
    assert preview.status_code == 200
    answer = desk.post(address(match, "desk_correct_now"), {**carried(preview), **REASON})
    assert answer.status_code == 302
    body = sheet_log(match.pk).hands[1, 1].body
    assert (body["card_points"], "final" in body) == ([66, 4], False)
    assert verify_tournament(match.tournament).faults == []


def test_desk_error_for_wrong_card_points_does_not_advise_counting_the_cards(
    desk: Client, match: Match
) -> None:
    page = desk.post(address(match), {**inputs(desk.get(address(match))), "open": "1-1"})
    hand = {"1-1-dealer": "0", "1-1-trionfo": "AS", "1-1-card_points_0": "48", "1-1-card_points_1": "41"}
    refused = desk.post(address(match), {**inputs(page), **hand})
    assert "together they make 89, not 70. Look at the numbers again." in refused.text


def test_both_versions_of_a_final_score_are_shown_if_another_director_corrected_the_score(
    desk: Client, match: Match
) -> None:
    first = inputs(desk.get(address(match)))
    correct(desk, match, **{"final-3-0": "48"})
    page = desk.post(address(match), {**first, "final-3-0": "49"})
    assert page.status_code == 409
    conflicts = {hand.prefix: hand.conflict for hand in page.context["form"].hands if hand.conflict}
    assert list(conflicts) == ["final-3"]
    assert "48–12" in conflicts["final-3"]
    assert "49–12" in conflicts["final-3"]
    assert desk.post(address(match), inputs(page)).status_code == 200


def test_final_scores_of_a_reopened_match_can_be_changed_in_the_paper_score_form(
    desk: Client, match: Match
) -> None:
    correct(desk, match, ending="reopened")
    page = desk.get(address(match, "desk_match"))
    assert "Decided, waiting for the signatures" in page.text
    stands = [[text for _side, text in game.typed] for game in page.context["finals"].games]
    assert stands == [["36", "19"], ["20", "38"], ["47", "12"]]
    scores = {"final-1-0": "37", "final-1-1": "19"}
    rest = {"final-2-0": "20", "final-2-1": "38", "final-3-0": "47", "final-3-1": "12"}
    assert desk.post(address(match, "desk_paper_finals"), {**scores, **rest}).status_code == 302
    assert bodies(match)[1, 1] == {"final": [37, 19]}
