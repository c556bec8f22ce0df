"""Pages of tournaments in which players enter alone and play in pairs that change."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.sheet.devices import shown_code
from tests.builders import a_tournament, an_organiser, drawn_tournament, match_of, play_match
from tests.markup import one_line
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import Match, Outcome, Team, Tournament
from tournaments.printing.sheets import match_papers

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def tournament() -> Tournament:
    """Return a drawn tournament of five players: player 5 has the bye, players 1 to 4 form two sides."""
    return drawn_tournament(5, form="individual", options={"rounds": 1})


@pytest.fixture
def match(tournament: Tournament) -> Match:
    return match_of(tournament)


@pytest.fixture
def desk(tournament: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(tournament.owner)
    return client


def names(match: Match) -> tuple[str, str]:
    """Return the name of each side, made of the surnames of its two players."""
    seats = [
        slot.team.name.split()[-1]
        for slot in match.slots.select_related("team").order_by("side")
        if slot.team
    ]
    return " – ".join(seats[0::2]), " – ".join(seats[1::2])


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@pytest.mark.parametrize("page", ["rounds", "tables", "desk_evening", "desk_sheets"])
def test_side_of_two_partners_is_named_by_both_surnames(
    tournament: Tournament, match: Match, desk: Client, page: str
) -> None:
    text = read(desk, reverse(page, args=[tournament.slug]))
    assert all(name in text for name in names(match))


def test_pages_show_the_table_or_the_bye_of_each_player(tournament: Tournament, desk: Client) -> None:
    rounds = read(desk, reverse("rounds", args=[tournament.slug]))
    assert "Resting in this round: Anna Primu5" in rounds
    teams = read(desk, reverse("teams", args=[tournament.slug]))
    assert teams.count("Called to table 1") == 4
    four = Team.objects.get(tournament=tournament, seed=4)
    assert "called to table 1" in read(desk, reverse("rounds", args=[tournament.slug]) + f"?segui={four.pk}")


def test_draw_page_shows_two_partners_as_one_side(tournament: Tournament, desk: Client) -> None:
    text = one_line(desk.get(reverse("desk_draw", args=[tournament.slug])).content.decode())
    assert text.count('<div class="drawn-side">') == 4
    assert text.count("bye</span>") == 1
    assert '<span class="pair-name">Anna Primu1</span><span class="pair-name">Anna Primu' in text


def test_printed_score_sheet_has_the_names_of_all_four_players(tournament: Tournament, match: Match) -> None:
    (paper,) = match_papers(tournament, [match.pk], "")
    assert [side.name for side in paper.sides] == list(names(match))
    players = " ".join(side.players for side in paper.sides)
    assert all(f"Anna Primu{number}" in players for number in (1, 2, 3, 4))


def test_phone_of_two_partners_records_hands_and_signs_the_sheet(match: Match) -> None:
    phone = Client(headers={"accept-language": "en"})
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    text = read(phone, reverse("table_side", args=[match.pk]))
    assert all(name in text for name in names(match))
    phone.post(reverse("table_side", args=[match.pk]), {"side": "1"})
    play_match(match, winner=1, sign=False)
    assert phone.get(reverse("table_sign", args=[match.pk])).status_code == 200
    phone.post(reverse("table_sign", args=[match.pk]), {"side": "1"})
    phone.post(reverse("table_pass", args=[match.pk, 0]), {"code": shown_code(match.sheet.key)})
    match.refresh_from_db()
    assert match.state == "signed"


def test_walkover_is_awarded_to_two_partners(tournament: Tournament, match: Match, desk: Client) -> None:
    form = read(desk, reverse("desk_match", args=[tournament.slug, match.pk]))
    assert all(name in form for name in names(match))
    address = reverse("desk_walkover", args=[tournament.slug, match.pk])
    desk.post(address, {"winner": "1", "reason": "assenti"})
    assert (Outcome.objects.get().kind, Outcome.objects.get().winner) == ("walkover", 1)
    sheet = read(desk, reverse("match_sheet", args=[tournament.slug, match.pk]))
    assert f"{names(match)[1]} win." in sheet
    assert verify_tournament(tournament).faults == []


def test_tie_break_explanation_counts_the_games_that_a_player_won_with_a_partner(
    tournament: Tournament, match: Match, desk: Client
) -> None:
    """Player 1 won 2–0 with a partner; player 5 has the same match points from a bye, but no games."""
    play_match(match, winner=0)
    partner = match.slots.select_related("team").get(side=2).team
    assert partner
    text = read(desk, reverse("standings", args=[tournament.slug]) + f"?perche={partner.pk}")
    assert f"Why is {partner.name} ahead of Anna Primu5?" in text
    assert "+2 against 0" in text


def test_desk_accepts_single_players_as_entrants() -> None:
    owner = an_organiser()
    tournament = a_tournament(form="individual", owner=owner)
    client = Client(headers={"accept-language": "en"})
    client.force_login(owner)
    address = reverse("desk_entries", args=[tournament.slug])
    assert client.get(address).content.decode().count('name="player_') == 1
    client.post(address, {"player_0": "Ada Fois", "player_1": "Ada Fois"})
    assert [team.name for team in tournament.teams.all()] == ["Ada Fois"]
