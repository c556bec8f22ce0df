"""The page for creating a tournament: the organiser fills in the form and chooses a proposal."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from tests.builders import a_tournament, an_organiser, drawn_tournament
from tests.forms import filled
from tests.tiers import sampled
from tournaments.models import HouseRules, Match, Tournament
from tournaments.proposals.rules.evening import usual_for
from tournaments.proposals.selectors import ENOUGH, pace_for

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ADDRESS = "/regia/nuovo/"
EVENING = {
    "card_game": "mariglia",
    "preset": "35",
    "entrants": "16",
    "tables": "8",
    "ends": "23:30",
    "starts_at": "2026-12-05T20:30",
    "name": "Torneo d’inverno",
}


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def presets() -> list[str]:
    return [preset.key for preset in CARD_GAMES["mariglia"].presets]


def ask(desk: Client, **more: str) -> Any:
    return desk.post(ADDRESS, {**EVENING, "preset": presets()[0], **more})


def test_new_tournament_page_shows_proposals_before_the_form_is_filled_in(desk: Client) -> None:
    page = desk.get(ADDRESS)
    assert page.status_code == 200
    assert page.context["proposals"]
    assert page.context["proposals"][0].recommended


@pytest.mark.parametrize(
    ("now", "start"),
    [("27T15:10", "27T20:30"), ("28T20:29", "28T20:30"), ("27T20:30", "28T20:30"), ("28T21:00", "05T20:30")],
)
def test_first_tournament_starts_today_if_the_default_start_time_is_in_the_future(
    desk: Client, monkeypatch: pytest.MonkeyPatch, now: str, start: str
) -> None:
    at = datetime.fromisoformat(f"2026-11-{now}").replace(tzinfo=timezone.get_default_timezone())
    monkeypatch.setattr("django.utils.timezone.now", lambda: at)
    desk.force_login(get_user_model().objects.get())
    assert f"{desk.get(ADDRESS).context['form'].initial['starts_at']:%dT%H:%M}" == start


def test_card_game_with_house_rules_of_the_club_is_preselected(desk: Client) -> None:
    assert desk.get(ADDRESS).context["game_unknown"]
    assert not desk.get(f"{ADDRESS}?gioco=manni").context["game_unknown"]
    HouseRules.objects.create(card_game="mariglia")
    page = desk.get(ADDRESS)
    assert (page.context["game"].key, page.context["game_unknown"]) == ("mariglia", False)


def test_initial_form_values_are_taken_from_the_latest_tournament(desk: Client) -> None:
    a_tournament(teams=5, name="Torneo 2", tables=3, card_game="marianna")
    initial = desk.get(ADDRESS).context["form"].initial
    assert (initial["name"], initial["entrants"], initial["tables"]) == ("Torneo 3", 5, 3)
    assert desk.get(ADDRESS).context["game"].key == "marianna"


OF_THE_HOUSE = [
    pytest.param({"targets": [45]}, "45", id="a preset"),
    pytest.param({"targets": [35, 35, 70]}, "house", id="none of the presets"),
]


@pytest.mark.parametrize("address", [ADDRESS, "/regia/"])
@pytest.mark.parametrize(("profile", "preset"), OF_THE_HOUSE)
def test_new_tournament_starts_with_the_rules_of_the_club(
    desk: Client, address: str, profile: dict[str, Any], preset: str
) -> None:
    a_tournament(teams=4, profile={"targets": [70]})
    HouseRules.objects.create(card_game="mariglia", profile=profile)
    form = desk.get(address, {"gioco": "mariglia"}).context["form"]
    assert form["preset"].value() == preset
    sent = {**filled(form), "card_game": "mariglia", "name": "Serata", "tables": "8", "ends": "04:00"}
    assert desk.post(address, {**sent, "entrants": "4", "course": "round_robin"}).status_code == 302
    stage = Tournament.objects.get(name="Serata").stages.all()[0]
    assert stage.profile["targets"] == profile["targets"]


def test_chosen_preset_overrides_the_rules_of_the_club(desk: Client) -> None:
    HouseRules.objects.create(card_game="mariglia", profile={"targets": [35, 35, 70]})
    ask(desk, course="round_robin", entrants="4", preset="70", ends="04:00")
    assert Tournament.objects.get().profile["targets"] == [70]


def test_initial_number_of_pairs_is_half_the_number_of_single_players(
    desk: Client,
) -> None:
    a_tournament(teams=8, form="individual", name="Singoli 1")
    assert desk.get(ADDRESS).context["form"].initial["entrants"] == 4


def test_initial_form_values_are_not_taken_from_a_trial_tournament(desk: Client) -> None:
    a_tournament(name="Torneo 2")
    a_tournament(name="Prova 7", trial=True)
    assert desk.get(ADDRESS).context["form"].initial["name"] == "Torneo 3"


def test_proposals_are_refreshed_without_creating_a_tournament(desk: Client) -> None:
    page = ask(desk, show="1", entrants="8")
    assert (page.status_code, Tournament.objects.count()) == (200, 0)
    assert page.context["proposals"]
    assert b"<svg" in page.content


@pytest.mark.parametrize("place", [0, 1, 2])
def test_chosen_proposal_is_created_with_its_stages(desk: Client, place: int) -> None:
    view = ask(desk, show="1", ends="03:30").context["proposals"][place]
    answer = ask(desk, course=view.proposal.key, ends="03:30", trial="on")
    tournament = Tournament.objects.get()
    assert answer.headers["Location"] == f"/regia/{tournament.slug}/iscrizioni/"
    assert (tournament.name, tournament.tables, tournament.trial) == ("Torneo d’inverno", 8, True)
    stages = list(tournament.stages.all())
    assert [stage.format for stage in stages] == [each.format for each in view.proposal.stages]
    for stage, idea in zip(stages, view.proposal.stages, strict=True):
        assert stage.options | idea.named_options == stage.options


def test_new_tournament_form_submitted_twice_creates_one_tournament(desk: Client) -> None:
    key = desk.get(ADDRESS).context["form"]["key"].value()
    for name in ("Sabato", "Sabato", "Domenica"):
        assert ask(desk, course="groups", ends="03:30", key=key, name=name).status_code == 302
    assert Tournament.objects.count() == 2


def test_outdated_proposal_is_shown_again_and_creates_no_tournament(desk: Client) -> None:
    first_proposal = ask(desk, show="1", ends="03:30").context["proposals"][0]
    page = ask(desk, course=first_proposal.value, ends="03:30", entrants="8")
    assert (page.status_code, Tournament.objects.count()) == (400, 0)
    assert page.context["form"].errors["course"]
    again = next(each for each in page.context["proposals"] if each.chosen)
    assert again.proposal.key == first_proposal.proposal.key
    assert ask(desk, course=again.value, ends="03:30", entrants="8").status_code == 302


@pytest.mark.parametrize(("field", "wrong"), [("entrants", "200"), ("tables", ""), ("ends", "25:00")])
def test_field_error_is_shown_when_proposals_are_refreshed(desk: Client, field: str, wrong: str) -> None:
    text = ask(desk, show="1", **{field: wrong}).content.decode()
    about = text.split(f'id="about-{field}"')[1].split("</div>")[0]
    assert "errorlist" in about


def test_start_and_preset_are_still_shown_if_another_field_is_invalid(desk: Client) -> None:
    context = ask(desk, show="1", entrants="200", preset="70").context
    assert (context["starts_at"].day, context["played"]) == (5, "partita unica ai 70")
    assert ask(desk, show="1", starts_at="domani", preset="36").context["played"] == ""


def test_invalid_start_time_is_reported_instead_of_the_proposals(desk: Client) -> None:
    text = ask(desk, show="1", starts_at="domani").content.decode()
    assert "note err" in text.split('id="offer"')[1].split("create-bar")[0]


def test_form_without_a_chosen_proposal_is_refused(desk: Client) -> None:
    page = ask(desk)
    assert (page.status_code, Tournament.objects.count()) == (400, 0)
    assert page.context["form"].errors["course"]


def test_page_shows_the_earliest_possible_end_time_if_no_format_fits(desk: Client) -> None:
    page = ask(desk, show="1", tables="5", entrants="16", preset="35", ends="22:00")
    assert page.context["proposals"] == []
    assert "la più veloce finisce verso le 22:" in page.context["nothing_fits"]
    assert page.context["nothing_fits"] in page.content.decode()


def test_page_shows_no_end_time_if_the_quickest_format_takes_days(desk: Client) -> None:
    words = ask(desk, show="1", tables="1", entrants="128").context["nothing_fits"]
    assert words.startswith("Niente finisce entro le 23:30: anche alla più veloce non basta una serata.")


def test_page_explains_why_no_format_is_possible_with_too_few_entrants(desk: Client) -> None:
    answers = {"card_game": "maniglia_auction", "preset": "players_4", "entrants": "3", "show": "1"}
    page = ask(desk, **answers)
    assert page.context["nothing_fits"] == page.context["formats"][0].end != ""


@pytest.mark.parametrize(
    "wrong",
    [
        {"entrants": "2"},
        {"entrants": "129"},
        {"tables": "0"},
        {"tables": "65"},
        {"ends": "25:00"},
        {"ends": ""},
        {"starts_at": "domani"},
        {"starts_at": "9999-12-31T23:00"},
        {"starts_at": "0001-01-01T00:00"},
        {"preset": "36"},
        {"entrants": "molte"},
    ],
    ids=repr,
)
def test_invalid_value_of_a_new_tournament_is_refused_at_its_field(
    desk: Client, wrong: dict[str, str]
) -> None:
    page = ask(desk, course="groups", **wrong)
    assert page.status_code == 400
    assert set(page.context["form"].errors) >= set(wrong)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("key", sampled(CARD_GAMES, 3))
def test_every_card_game_has_proposals(desk: Client, key: str) -> None:
    page = desk.get(ADDRESS, {"gioco": key})
    sent = {**filled(page.context["form"]), "card_game": key, "ends": "04:00", "name": "Serata"}
    proposals = desk.post(ADDRESS, {**sent, "show": "1"}).context["proposals"]
    assert proposals
    assert desk.post(ADDRESS, {**sent, "course": proposals[0].proposal.key}).status_code == 302
    assert Tournament.objects.get().card_game == key


def test_format_that_is_not_proposed_links_to_the_full_form_with_the_entered_values(desk: Client) -> None:
    formats = ask(desk, show="1").context["formats"]
    other = next(each for each in formats if "format=double_knockout" in each.url)
    form = desk.get(other.url).context["form"]
    assert (form["format"].value(), form["tables"].value(), form["name"].value()) == (
        "double_knockout",
        "8",
        "Torneo d’inverno",
    )


def test_format_for_single_players_expects_twice_as_many_entrants(
    desk: Client,
) -> None:
    formats = ask(desk, show="1", trial="on").context["formats"]
    other = next(each for each in formats if "format=individual" in each.url)
    form = desk.get(other.url).context["form"]
    assert (form["expected"].value(), form["trial"].value()) == ("32", "1")
    sent = {**filled(form), "card_game": "mariglia", "trial": "on"}
    assert desk.post("/regia/", sent).status_code == 302
    assert Tournament.objects.get().trial


def test_match_duration_is_measured_in_the_latest_tournaments() -> None:
    game, now = CARD_GAMES["mariglia"], timezone.now()
    profile = {"targets": [35]}
    assert pace_for(game, profile) == (usual_for(game, profile), 0)
    tournaments = [drawn_tournament(8, profile=profile, name=f"Serata {number}") for number in range(4)]
    drawn_tournament(8, profile=profile, name="Prova", trial=True)
    Match.objects.update(state="confirmed", called_at=now - timedelta(minutes=90), over_at=now)
    Match.objects.filter(tournament__in=tournaments).update(called_at=now - timedelta(minutes=32))
    measured_pace = pace_for(game, profile)
    assert len(tournaments) * 7 >= ENOUGH
    assert (
        round(measured_pace.pace.minutes),
        round(measured_pace.pace.spread, 3),
        measured_pace.evenings,
    ) == (32, 0, 4)


def test_match_duration_is_not_measured_in_matches_with_another_game_length() -> None:
    game, now = CARD_GAMES["manni"], timezone.now()
    nine, twelve = ({**read_profile(game, {"length": length}).as_json()} for length in (9, 12))
    more: Any = {"card_game": "manni", "form": "table_rounds", "options": {"rounds": 3}, "profile": nine}
    drawn_tournament(12, **more)
    Match.objects.update(state="confirmed", called_at=now - timedelta(minutes=32), over_at=now)
    assert Match.objects.count() >= ENOUGH
    assert pace_for(game, nine).evenings == 1
    assert pace_for(game, twelve) == (usual_for(game, twelve), 0)


def test_new_tournament_page_uses_at_most_11_queries(
    desk: Client, django_assert_max_num_queries: Any
) -> None:
    a_tournament(teams=8)
    with django_assert_max_num_queries(11):
        desk.get(ADDRESS)


def test_new_tournament_page_is_for_organisers_only(client: Client) -> None:
    assert client.get(ADDRESS).status_code == 302
    client.force_login(an_organiser("caterina", staff=False))
    assert client.get(ADDRESS).status_code == 404


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({}, "Giocano tutte insieme, nessuna aspetta."),
        ({"entrants": "17"}, "Giocano in 16 insieme, 1 riposa."),
        ({"entrants": "18"}, "2 aspettano un tavolo."),
        ({"card_game": "manni", "preset": "9", "entrants": "12"}, "Giocano tutti insieme, nessuno aspetta."),
        ({"card_game": "manni", "preset": "9", "entrants": "14"}, "Giocano in 12 insieme, 2 riposano."),
    ],
    ids=repr,
)
def test_text_about_tables_states_how_many_pairs_or_players_play_at_once_or_wait(
    desk: Client, answers: dict[str, str], words: str
) -> None:
    questions = ask(desk, show="1", **answers).context["questions"]
    assert questions[1][1] == words


def test_available_time_too_short_for_a_match_is_reported(desk: Client) -> None:
    questions = ask(desk, show="1", ends="20:35").context["questions"]
    assert questions[2][1].endswith("non basta per un incontro.")
