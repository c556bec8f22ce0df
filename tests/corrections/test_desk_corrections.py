"""Corrections at the desk: the form, the preview, the correction, and the messages afterwards."""

# ruff: noqa: E501  (tables with one row per line)

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.models import SheetEvent
from scoring.sheet.rules.reader import read_hand, read_profile
from scoring.sheet.services.log import Author
from tests.builders import WINS_FOR_FIRST, drawn_tournament, match_of, play_match, sheet_log
from tests.forms import seating
from tests.games.players.every_game import PLAYERS
from tests.tiers import sampled
from tournaments.corrections.desk.form import CorrectionForm
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.matches.desk.hand_form import HandForm
from tournaments.matches.selectors.matches import one_match
from tournaments.matches.services import results
from tournaments.models import Match, Outcome, Slot, Tournament
from tournaments.queue import runner

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

# Both hands with the sides exchanged.
SWAPPED = {
    "1-1-dealer": "1", "1-1-card_points_0": "4", "1-1-card_points_1": "66",
    "2-1-dealer": "2", "2-1-card_points_0": "0", "2-1-card_points_1": "70",
}  # fmt: skip
GAMES, GAMES_SWAPPED = ("35\u00a0–\u00a00",) * 2, ("0\u00a0–\u00a035",) * 2
REASON = {"reason": "Scritto al contrario"}


@pytest.fixture
def tournament() -> Tournament:
    """Return a tournament of four teams in which both matches of the first round are over."""
    tournament = drawn_tournament(4)
    play_match(match_of(tournament, "R1.1"))
    play_match(match_of(tournament, "R1.2"))
    return tournament


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(tournament.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def address(match: Match, name: str = "desk_correct") -> str:
    return reverse(name, args=[match.tournament.slug, match.pk])


def browser(page: Any) -> dict[str, str]:
    """Return the input values that a browser submits if the page is not changed."""
    form: CorrectionForm = page.context["form"]
    sent = {"ending": str(form.ending["ending"].value())}
    for hand in form.hands:
        for name in hand.fields:
            value = hand[name].value()
            if value is not None and value is not False:
                sent[hand.add_prefix(name)] = str(value)
    return sent


def carried(page: Any) -> dict[str, str]:
    """Return the form data that the confirmation button of the preview page submits."""
    return {**dict(page.context["sent"]), "seen": page.context["seen"]}


def look(desk: Client, match: Match, **changed: str) -> Any:
    """Open the correction form, change some fields, and return the preview."""
    return desk.post(address(match), {**browser(desk.get(address(match))), **changed})


def correct(desk: Client, match: Match, changed: dict[str, str], **more: str) -> Any:
    """Correct a result with the form and the confirmed preview; then run the pending jobs."""
    preview = look(desk, match, **changed)
    assert preview.status_code == 200
    answer = desk.post(address(match, "desk_correct_now"), {**carried(preview), **REASON, **more})
    runner.drain()
    return answer


def seeds_in(tournament: Tournament, label: str) -> list[int | None]:
    slots = Slot.objects.filter(match__tournament=tournament, match__label=label).order_by("side")
    return [slot.team.seed if slot.team else None for slot in slots.select_related("team")]


def row_counts(match: Match) -> tuple[int, int]:
    return SheetEvent.objects.filter(sheet=match.pk).count(), Outcome.objects.filter(match=match).count()


def test_correction_form_shows_every_stored_hand(desk: Client, tournament: Tournament) -> None:
    page = desk.get(address(match_of(tournament)))
    sent = browser(page)
    assert page.status_code == 200
    assert (sent["1-1-dealer"], sent["1-1-trionfo"], sent["1-1-card_points_0"]) == ("0", "AS", "66")
    assert (sent["2-1-dealer"], sent["2-1-trionfo"], sent["2-1-card_points_1"]) == ("1", "2C", "0")
    assert [hand.place for hand in page.context["form"].hands] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def fields_on(page: Any) -> set[str]:
    """Return the keys of the hands with visible inputs on the page; a key has the form "game-number"."""
    return {f"{match[1]}" for match in re.finditer(r'name="(\d+-\d+)-(?!version)[a-z_0-9]+"', page.text)}


def open_hand(desk: Client, match: Match, place: str, **changed: str) -> dict[str, str]:
    """Open one hand of the page; return the input values that a browser then submits."""
    page = desk.post(address(match), {"ending": "hands", "open": place})
    assert page.status_code == 200
    assert fields_on(page) == {place}
    sent = {name: value for name, value in browser(page).items() if name.startswith((place, "ending"))}
    return sent | changed


def test_only_the_opened_hand_has_input_fields(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    assert fields_on(desk.get(address(match))) == set()
    changed = {"1-1-card_points_0": "68", "1-1-card_points_1": "2"}
    sent = open_hand(desk, match, "1-1", **changed)
    both = desk.post(address(match), {**sent, "open": "2-1"})
    assert fields_on(both) == {"1-1", "2-1"}
    hands = {hand.place: hand for hand in both.context["form"].hands}
    assert hands[1, 1]["card_points_0"].value() == "68", "what was typed stays"
    page = desk.post(address(match), sent)
    assert page.status_code == 200
    desk.post(address(match, "desk_correct_now"), {**carried(page), **REASON})
    assert sheet_log(match.pk).hands[1, 1].body["card_points"] == [68, 2]
    assert sheet_log(match.pk).hands[2, 1].version == 1


def test_correction_that_leaves_a_game_undecided_shows_input_fields_for_the_next_hand(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    sent = open_hand(desk, match, "1-1", **{"1-1-card_points_0": "40", "1-1-card_points_1": "30"})
    page = desk.post(address(match), sent)
    assert page.status_code == 400
    hands = {hand.place: hand for hand in page.context["form"].hands}
    assert hands[1, 1].guides == [
        "With this hand game 1 is not over: add hand 2 to it, or put its other hands right."
    ]
    assert fields_on(page) == {"1-1", "1-2"}, "the hand that is missing is there to be filled in"
    assert "The game before this one is not finished" not in page.text


def test_correction_that_ends_a_game_earlier_lists_the_hands_to_strike_out(client: Client) -> None:
    tournament = drawn_tournament(2, tables=1)
    match, author = match_of(tournament), Author(tournament.owner_id)
    for game in (1, 2):
        for number, points in enumerate(([50, 20], [66, 4]), start=1):
            hand = {"dealer": number, "trionfo": "2S", "card_points": points}
            results.write_hand(match.pk, (game, number), hand, author=author, at=timezone.now())
    for side in (0, 1):
        results.sign_sheet(match.pk, side, author=author, at=timezone.now())
    runner.drain()
    client.force_login(tournament.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    changed = {"1-1-card_points_0": "70", "1-1-card_points_1": "0"}
    page = client.post(address(match), open_hand(client, match, "1-1", **changed))
    assert page.status_code == 400
    hands = {hand.place: hand for hand in page.context["form"].hands}
    assert hands[1, 1].guides == ["With this hand game 1 is over before hand 2: strike hand 2."]
    assert fields_on(page) == {"1-1", "1-2"}
    sent = {name: value for name, value in browser(page).items() if name.startswith(("1-1", "1-2", "ending"))}
    assert client.post(address(match), {**sent, "1-2-strike": "on"}).status_code == 200


def test_cards_ticked_in_a_hand_are_kept_when_the_hand_is_corrected(client: Client) -> None:
    tournament = drawn_tournament(4)
    match, ticked = match_of(tournament, "R1.1"), {"side": 1, "cards": ["7C", "KH"]}
    author = Author(tournament.owner_id)
    results.write_hand(
        match.pk, (1, 1), {**WINS_FOR_FIRST[0], "taken": ticked}, author=author, at=timezone.now()
    )
    play_match(match)
    client.force_login(tournament.owner)
    correct(client, match, SWAPPED)
    body = sheet_log(match.pk).hands[1, 1].body
    assert (body["card_points"], body["taken"]) == ([4, 66], ticked)


def test_match_page_links_to_the_correction_only_if_there_is_a_result(
    desk: Client, tournament: Tournament
) -> None:
    over, ready = match_of(tournament), match_of(tournament, "R2.1")
    assert address(over) in desk.get(address(over, "desk_match")).text
    assert address(ready) not in desk.get(address(ready, "desk_match")).text
    assert desk.get(address(ready)).headers["Location"] == address(ready, "desk_match")


def test_preview_shows_the_changes_and_saves_nothing(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    before = row_counts(match)
    page = look(desk, match, **SWAPPED)
    moves, preview = page.context["moves"], page.context["preview"]
    assert page.status_code == 200
    assert (page.context["result"], page.context["after_words"]) == ("Coppia 1 win", "Coppia 4 win")
    assert " · ".join(GAMES) in page.text
    assert " · ".join(GAMES_SWAPPED) in page.text
    (final,) = moves["matches"]
    assert final.sides == [("Coppia 1", "Coppia 4", True), ("Coppia 2", "Coppia 2", False)]
    assert (preview.moves_somebody, preview.decide, len(moves["sheets"])) == (True, False, 1)
    assert ("Coppia 1", 1, 3) in [(team, each.before, each.after) for team, each in moves["places"]]
    assert row_counts(match) == before
    assert seeds_in(tournament, "R2.1") == [1, 2]


def test_correction_advances_the_new_winner_and_names_the_next_match(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    answer = correct(desk, match, SWAPPED)
    assert (answer.status_code, answer.headers["Location"]) == (302, address(match, "desk_match"))
    assert seeds_in(tournament, "R2.1") == [4, 2]
    page = desk.get(address(match, "desk_match"))
    assert "Final" in str([str(each) for each in page.context["messages"]])
    assert verify_tournament(tournament).faults == []


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        pytest.param(
            {"ending": "reopened"},
            "Coppia 1 against Coppia 4: the match is open again. It waits for a table. Waiting for it: Final.",
            id="open again",
        ),
        pytest.param(
            {"2-1-strike": "on"}, "Coppia 1 against Coppia 4: the match is open again.", id="hand struck"
        ),
        pytest.param(
            SWAPPED, "Corrected: Coppia 4 wins, 2 to 0. Other sides now in: Final.", id="other winner"
        ),
        pytest.param(
            {"1-1-card_points_0": "68", "1-1-card_points_1": "2"},
            "Corrected: Coppia 1 wins, 2 to 0. Nobody who plays on has changed.",
            id="other points",
        ),
    ],
)
def test_message_after_a_correction_describes_the_match_and_the_changed_later_matches(
    desk: Client, tournament: Tournament, changed: dict[str, str], words: str
) -> None:
    match = match_of(tournament)
    correct(desk, match, changed)
    page = desk.get(address(match, "desk_match"))
    assert words in " ".join(str(each) for each in page.context["messages"])


@pytest.mark.parametrize(
    "changed", [{"ending": "reopened"}, {"2-1-strike": "on"}], ids=["reopened", "struck"]
)
def test_reopened_match_is_called_to_a_free_table(
    desk: Client, tournament: Tournament, changed: dict[str, str]
) -> None:
    match = match_of(tournament)
    correct(desk, match, changed)
    assert match_of(tournament).table == 1
    evening = desk.get(reverse("desk_evening", args=[tournament.slug]))
    assert evening.context["moves"][0].text == "open again: to be played"
    assert [table.match_id for table, _says in evening.context["tables"]] == [match.pk]


def test_match_page_shows_the_original_and_the_corrected_result_with_the_reason(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    assert desk.get(address(match, "desk_match")).context["versions"] == []
    correct(desk, match, SWAPPED)
    page = desk.get(address(match, "desk_match"))
    newest, oldest = page.context["versions"]
    assert (newest[1], newest[0].reason) == ("Coppia 4 win", REASON["reason"])
    assert (oldest[1], oldest[0].reason) == ("Coppia 1 win", "")
    assert '<span class="muted small">antonella</span>' in page.text
    assert REASON["reason"] in page.text


def test_public_sheet_shows_the_correction_in_one_line(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    correct(desk, match, SWAPPED)
    local_time = timezone.localtime(Outcome.objects.get(match=match, version=2).made_at)
    page = Client().get(
        reverse("match_sheet", args=[tournament.slug, match.pk]), headers={"accept-language": "en"}
    )
    assert page.text.count(REASON["reason"]) == 1
    assert f"{local_time:%H:%M}" in page.text


def test_evening_page_shows_the_correction_in_one_line(desk: Client, tournament: Tournament) -> None:
    correct(desk, match_of(tournament), SWAPPED)
    moves = desk.get(reverse("desk_evening", args=[tournament.slug])).context["moves"]
    assert [line.move.reason for line in moves].count(REASON["reason"]) == 1


@pytest.mark.parametrize(
    ("ending", "words", "final", "state"),
    [
        pytest.param("walkover:1", "Coppia 4 win by walkover", [4, 2], "walkover", id="walkover to the other side"),
        pytest.param("walkover:0", "Coppia 1 win by walkover", [1, 2], "walkover", id="walkover to the same side"),
        pytest.param("disqualification:1", "Coppia 4 win: the others are disqualified", [4, 2], "walkover", id="one disqualified"),
        pytest.param("double_disqualification", "All disqualified: nobody wins", [None, 2], "walkover", id="both disqualified"),
        pytest.param("double_walkover", "Nobody was there: nobody wins", [None, 2], "walkover", id="nobody there"),
        pytest.param("reopened", "Back at the table: no result yet", [None, 2], "playing", id="back to the table"),
    ],
)  # fmt: skip
def test_result_is_corrected_to_another_outcome(
    desk: Client, tournament: Tournament, ending: str, words: str, final: list[int | None], state: str
) -> None:
    match = match_of(tournament)
    page = look(desk, match, ending=ending)
    assert page.context["after_words"] == words
    assert correct(desk, match, {"ending": ending}).status_code == 302
    assert seeds_in(tournament, "R2.1") == final
    assert match_of(tournament).state == state
    assert verify_tournament(tournament).faults == []


def test_striking_out_the_last_hand_reopens_the_match(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    preview = look(desk, match, **{"2-1-strike": "on"}).context["after"]
    assert (preview.kind, len(preview.games)) == ("reopened", 1)
    assert correct(desk, match, {"2-1-strike": "on"}).status_code == 302
    assert match_of(tournament).state == "playing"
    assert match.outcomes.latest("version").games == []
    assert seeds_in(tournament, "R2.1") == [None, 2]


def test_forgotten_hand_is_added_by_a_correction(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    changed = {
        "2-1-card_points_0": "60", "2-1-card_points_1": "10",
        "2-2-dealer": "2", "2-2-trionfo": "3C", "2-2-card_points_0": "60", "2-2-card_points_1": "10",
    }  # fmt: skip
    assert correct(desk, match, changed).status_code == 302
    kinds = list(SheetEvent.objects.filter(sheet=match.pk).order_by("seq").values_list("kind", flat=True))
    assert kinds[-3:] == ["correction", "hand", "confirmation"]


def begin_final(tournament: Tournament) -> None:
    author = Author(tournament.owner_id)
    final = match_of(tournament, "R2.1")
    results.write_hand(final.pk, (1, 1), WINS_FOR_FIRST[0], author=author, at=timezone.now())


def test_correction_needs_a_ticked_confirmation_if_the_next_match_has_begun(
    desk: Client, tournament: Tournament
) -> None:
    begin_final(tournament)
    match = match_of(tournament)
    page = look(desk, match, **SWAPPED)
    assert (page.context["preview"].decide, page.context["moves"]["matches"][0].played) == (True, True)
    assert "By the corrected result" in page.text
    refused = desk.post(address(match, "desk_correct_now"), {**carried(page), **REASON})
    assert refused.status_code == 409
    assert refused.context["why"].non_field_errors()
    assert REASON["reason"] in refused.text
    assert seeds_in(tournament, "R2.1") == [1, 2]
    answer = desk.post(address(match, "desk_correct_now"), {**carried(refused), **REASON, "stays": "on"})
    assert answer.status_code == 302
    assert seeds_in(tournament, "R2.1") == [1, 2]
    assert match_of(tournament).outcomes.count() == 2
    assert verify_tournament(tournament).faults == []


def test_public_sheet_does_not_show_the_new_winner_as_advancing_if_the_old_entrant_stays(
    desk: Client, tournament: Tournament
) -> None:
    begin_final(tournament)
    correct(desk, match_of(tournament), {"ending": "walkover:1"}, stays="on")
    page = desk.get(reverse("match_sheet", args=[tournament.slug, match_of(tournament).pk]))
    assert "Coppia 4 win, and who plays on stays." in page.text
    assert "go on." not in page.text


def test_correction_must_be_previewed_again_if_the_next_match_has_begun_since_the_preview(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    page = look(desk, match, **SWAPPED)
    begin_final(tournament)
    refused = desk.post(address(match, "desk_correct_now"), {**carried(page), **REASON})
    assert refused.status_code == 409
    assert refused.context["preview"].decide
    assert match.outcomes.count() == 1


def test_correction_with_an_outdated_preview_is_refused(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    page = look(desk, match, ending="walkover:1")
    correct(desk, match, {"ending": "double_walkover"})
    before = row_counts(match)
    refused = desk.post(address(match, "desk_correct_now"), {**carried(page), **REASON})
    assert refused.status_code == 409
    assert refused.context["result"] == "Nobody was there: nobody wins"
    assert (row_counts(match), seeds_in(tournament, "R2.1")) == (before, [None, 2])
    assert desk.post(address(match, "desk_correct_now"), {**carried(refused), **REASON}).status_code == 302


def test_correction_without_a_reason_is_refused_and_keeps_the_input(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    page = look(desk, match, **SWAPPED)
    refused = desk.post(address(match, "desk_correct_now"), {**carried(page), "reason": " "})
    assert refused.status_code == 400
    assert refused.context["why"].errors["reason"]
    assert carried(refused) == carried(page)
    assert match.outcomes.count() == 1


@pytest.mark.parametrize(
    ("changed", "has_refusal", "place"),
    [
        pytest.param({}, True, None, id="nothing changed"),
        pytest.param({"ending": "walkover:1", "1-1-card_points_0": "65", "1-1-card_points_1": "5"}, True, None, id="both hands and an outcome"),
        pytest.param({"1-1-card_points_0": "69"}, True, ((1, 1), "card_points_0"), id="a sum that is wrong"),
        pytest.param({"1-1-card_points_0": "settanta"}, True, ((1, 1), "card_points_0"), id="words for a number"),
        pytest.param({"1-1-dealer": ""}, True, ((1, 1), "dealer"), id="nobody dealt"),
        pytest.param({"1-1-trionfo": "9S"}, False, ((1, 1), "trionfo"), id="a card that is not in the pack"),
        pytest.param({"1-1-strike": "on"}, True, None, id="not the last hand"),
        pytest.param({"ending": "beaten"}, False, None, id="no such outcome"),
        pytest.param({"ending": "annulled"}, False, None, id="annulled in a bracket"),
    ],
)  # fmt: skip
def test_invalid_correction_is_shown_on_the_form_and_keeps_the_input(
    desk: Client, tournament: Tournament, changed: dict[str, str], has_refusal: bool, place: Any
) -> None:
    match = match_of(tournament)
    before = row_counts(match)
    page = look(desk, match, **changed)
    form = page.context["form"]
    assert page.status_code == 400
    assert bool(form.refusal) is has_refusal
    hands = {hand.place: hand for hand in form.hands}
    if place:
        assert list(hands[place[0]].errors) == [place[1]]
    elif not has_refusal:
        assert form.ending.errors
    for name, value in changed.items():
        if name not in {"ending", "1-1-strike"}:
            assert hands[1, 1][name.removeprefix("1-1-")].value() == value
    assert row_counts(match) == before


def test_form_shows_both_versions_of_a_hand_that_another_director_has_corrected(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    first, second = browser(desk.get(address(match))), browser(desk.get(address(match)))
    mine = {"1-1-card_points_0": "67", "1-1-card_points_1": "3", "2-1-trionfo": "AC"}
    yours = {"1-1-card_points_0": "65", "1-1-card_points_1": "5", "1-1-trionfo": "7S"}
    preview = desk.post(address(match), {**first, **mine})
    desk.post(address(match, "desk_correct_now"), {**carried(preview), **REASON})
    refused = desk.post(address(match), {**second, **yours})
    assert refused.status_code == 409
    hands = {hand.place: hand for hand in refused.context["form"].hands}
    assert all(numbers in hands[1, 1].conflict for numbers in ("67·3", "65·5"))
    assert hands[1, 1]["card_points_0"].value() == "65"
    assert (hands[2, 1].conflict, hands[2, 1]["trionfo"].value()) == ("", "AC")
    again = desk.post(address(match), browser(refused))
    assert again.status_code == 200
    assert desk.post(address(match, "desk_correct_now"), {**carried(again), **REASON}).status_code == 302
    assert match_of(tournament).outcomes.count() == 3


def test_input_of_the_correction_form_is_kept_if_the_match_has_been_reopened(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    mine = {**browser(desk.get(address(match))), **SWAPPED}
    correct(desk, match, {"ending": "reopened"})
    refused = desk.post(address(match), mine)
    assert (refused.status_code, browser(refused)) == (409, mine)
    assert refused.context["form"].refusal


def test_correction_submitted_twice_is_made_once(desk: Client, tournament: Tournament) -> None:
    match = match_of(tournament)
    page = look(desk, match, **SWAPPED)
    sent = {**carried(page), **REASON}
    assert desk.post(address(match, "desk_correct_now"), sent).status_code == 302
    refused = desk.post(address(match, "desk_correct_now"), sent)
    assert refused.status_code == 409
    assert [bool(hand.conflict) for hand in refused.context["form"].hands if hand.base_version] == [
        True,
        True,
    ]
    assert match.outcomes.count() == 2


def test_correction_form_keeps_the_input_when_it_is_opened_again_from_the_preview(
    desk: Client, tournament: Tournament
) -> None:
    match = match_of(tournament)
    page = look(desk, match, **SWAPPED)
    form = desk.post(address(match), {**carried(page), "reason": "x", "back": "1"})
    assert form.status_code == 200
    assert browser(form) == {**browser(desk.get(address(match))), **SWAPPED}


@pytest.mark.parametrize("key", sampled(PLAYERS, 3))
def test_correction_form_keeps_an_unchanged_hand_of_any_card_game(key: str) -> None:
    chance = Random(key)
    sides = CARD_GAMES[key].sides
    match = match_of(drawn_tournament(2 * sides, card_game=key, form=seating(sides)))
    for played in (PLAYERS[key](chance) for _game in range(12)):
        profile = read_profile(CARD_GAMES[key], played.profile)
        if profile.sides != sides:  # other number of sides
            continue
        view = replace(CorrectionForm(one_match(match.pk)).view, profile=profile)
        for number, raw in enumerate(played.hands, start=1):
            hand, _problems = read_hand(CARD_GAMES[key], profile, raw)
            assert hand is not None
            body = hand.as_json()
            form = HandForm(view, (1, number), body, 1, None)
            sent = QueryDict(mutable=True)
            sent.update({form.add_prefix(name): typed(form[name].value()) for name in form.fields})
            back = HandForm(view, (1, number), body, 1, sent)
            assert back.is_valid(), back.errors
            again, problems = read_hand(CARD_GAMES[key], profile, back.wanted())
            assert again is not None, problems
            assert (back.touched, again.as_json()) == (False, body)


def typed(value: object) -> str:
    return "" if value is None or value is False else str(value)


def test_correction_pages_need_a_bounded_number_of_queries(
    desk: Client, tournament: Tournament, django_assert_max_num_queries: Any
) -> None:
    larger = drawn_tournament(16, name="Più grande", owner=tournament.owner)
    play_match(match_of(larger))
    for each in (tournament, larger):
        match = match_of(each)
        with django_assert_max_num_queries(16):
            sent = browser(desk.get(address(match)))
        with django_assert_max_num_queries(40):
            page = desk.post(address(match), {**sent, **SWAPPED})
        with django_assert_max_num_queries(60):
            desk.post(address(match, "desk_correct_now"), {**carried(page), **REASON})
        with django_assert_max_num_queries(22):
            desk.get(address(match, "desk_match"))
