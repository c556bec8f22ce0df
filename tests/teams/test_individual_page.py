"""Pages where everybody enters alone: two partners are a side, at the desk, on the phone, on paper."""

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
    """Five players, one round: 5 rests, 1 has a partner and the two others are against them."""
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
    """What the two sides are called: by the surnames of their players, seats 0 and 2, 1 and 3."""
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
def test_both_sides_are_called_by_their_partners(
    tournament: Tournament, match: Match, desk: Client, page: str
) -> None:
    shown = read(desk, reverse(page, args=[tournament.slug]))
    assert all(name in shown for name in names(match))


def test_who_rests_and_who_plays_is_told_to_each(tournament: Tournament, desk: Client) -> None:
    rounds = read(desk, reverse("rounds", args=[tournament.slug]))
    assert "Resting in this round: Anna Primu5" in rounds
    teams = read(desk, reverse("teams", args=[tournament.slug]))
    assert teams.count("Called to table 1") == 4
    four = Team.objects.get(tournament=tournament, seed=4)
    assert "called to table 1" in read(desk, reverse("rounds", args=[tournament.slug]) + f"?segui={four.pk}")


def test_the_draw_shows_partners_on_one_side(tournament: Tournament, desk: Client) -> None:
    drawn = one_line(desk.get(reverse("desk_draw", args=[tournament.slug])).content.decode())
    assert drawn.count('<div class="drawn-side">') == 4
    assert drawn.count("bye</span>") == 1
    assert '<span class="pair-name">Anna Primu1</span><span class="pair-name">Anna Primu' in drawn


def test_the_paper_has_the_four_names(tournament: Tournament, match: Match) -> None:
    (paper,) = match_papers(tournament, [match.pk], "")
    assert [side.name for side in paper.sides] == list(names(match))
    players = " ".join(side.players for side in paper.sides)
    assert all(f"Anna Primu{number}" in players for number in (1, 2, 3, 4))


def test_a_phone_is_held_by_two_partners_who_write_and_sign(match: Match) -> None:
    phone = Client(headers={"accept-language": "en"})
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    asked = read(phone, reverse("table_side", args=[match.pk]))
    assert all(name in asked for name in names(match))
    phone.post(reverse("table_side", args=[match.pk]), {"side": "1"})
    play_match(match, winner=1, sign=False)
    assert phone.get(reverse("table_sign", args=[match.pk])).status_code == 200
    phone.post(reverse("table_sign", args=[match.pk]), {"side": "1"})
    phone.post(reverse("table_pass", args=[match.pk, 0]), {"code": shown_code(match.sheet.key)})
    match.refresh_from_db()
    assert match.state == "signed"


def test_a_walkover_is_given_to_two_partners(tournament: Tournament, match: Match, desk: Client) -> None:
    form = read(desk, reverse("desk_match", args=[tournament.slug, match.pk]))
    assert all(name in form for name in names(match))
    address = reverse("desk_walkover", args=[tournament.slug, match.pk])
    desk.post(address, {"winner": "1", "reason": "assenti"})
    assert (Outcome.objects.get().kind, Outcome.objects.get().winner) == ("walkover", 1)
    sheet = read(desk, reverse("match_sheet", args=[tournament.slug, match.pk]))
    assert f"{names(match)[1]} win." in sheet
    assert verify_tournament(tournament).faults == []


def test_why_a_player_is_ahead_counts_what_its_side_made(
    tournament: Tournament, match: Match, desk: Client
) -> None:
    """1 and its partner have won 2–0; 5, who rested, has as many match points and no games."""
    play_match(match, winner=0)
    partner = match.slots.select_related("team").get(side=2).team
    assert partner
    shown = read(desk, reverse("standings", args=[tournament.slug]) + f"?perche={partner.pk}")
    assert f"Why is {partner.name} ahead of Anna Primu5?" in shown
    assert "+2 against 0" in shown


def test_the_desk_takes_single_players() -> None:
    owner = an_organiser()
    tournament = a_tournament(form="individual", owner=owner)
    client = Client(headers={"accept-language": "en"})
    client.force_login(owner)
    address = reverse("desk_entries", args=[tournament.slug])
    assert client.get(address).content.decode().count('name="player_') == 1
    client.post(address, {"player_0": "Ada Fois", "player_1": "Ada Fois"})
    assert [team.name for team in tournament.teams.all()] == ["Ada Fois"]
