"""The cards of a draw at the desk and on the wall display. No page reveals a card that is face down."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_tournament
from tests.markup import one_line
from tournaments.draws.selectors.proposed_rounds import cards_of_lot, drawn_cards
from tournaments.models import Draw, JournalEntry, Match, Tournament
from tournaments.queue import runner

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

FIVE = {"card_0": "7D", "card_1": "KC", "card_2": "4S", "card_3": "AH", "card_4": "QD"}
CARDS = ("Seven of diamonds", "King of clubs", "Four of spades", "Ace of hearts", "Queen of diamonds")


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """Return a tournament of four pairs; its organiser is logged in to the test client."""
    four_pairs = a_tournament(teams=4)
    client.force_login(four_pairs.owner)
    return four_pairs


def lay(client: Client, tournament: Tournament, **sent: str) -> Any:
    where = reverse("desk_lay_cards", args=[tournament.slug])
    return client.post(where, sent or {"by": "lots", **FIVE})


def act(client: Client, tournament: Tournament, **sent: object) -> Any:
    where = reverse("desk_turn_cards", args=[tournament.slug])
    return client.post(where, sent, follow=True, headers={"accept-language": "en"})


def face_up(page: str) -> list[str]:
    """Return the names of the cards that are face up on a page."""
    return re.findall(r'class="pcard (?:red|black|)[^"]*" role="img" aria-label="([^"]+ of [^"]+)"', page)


def everywhere(tournament: Tournament) -> list[str]:
    """Return the text of all pages and API responses that visitors can read without logging in."""
    reader = Client(headers={"accept-language": "en"})
    base, api = f"/{tournament.slug}/", f"/api/v1/tournaments/{tournament.slug}/"
    pages = [base, f"{base}sorteggio/", f"{base}coppie/", f"{base}parete/", f"{base}tavoli/"]
    calls = [api, f"{api}draws/", f"{api}wall/", f"{api}matches/"]
    assert reader.get(f"{base}sorteggio/draw.json").status_code == 404
    return [reader.get(address).content.decode() for address in (*pages, *calls)]


def test_wall_display_shows_a_card_only_after_the_desk_turns_the_card(
    client: Client, tournament: Tournament
) -> None:
    assert lay(client, tournament).status_code == 302
    wall = Client(headers={"accept-language": "en"})
    for turned in range(6):
        if turned:
            desk = one_line(act(client, tournament, up_to=turned).content.decode())
            assert face_up(desk) == list(CARDS[:turned])
        page = one_line(wall.get(f"/{tournament.slug}/parete/").content.decode())
        assert face_up(page) == list(CARDS[:turned])
        assert page.count("pcard back") == 5 - turned
        for content in everywhere(tournament):
            for card, name in list(zip(FIVE.values(), CARDS, strict=True))[turned:]:
                assert not re.search(rf"\b{card}\b", content)
                assert name not in content
    assert not Draw.objects.exists()
    act(client, tournament, act="draw")
    assert Draw.objects.get().lot == "7D KC 4S AH QD"


def test_desk_page_offers_the_next_step_of_a_draw_by_cards(client: Client, tournament: Tournament) -> None:
    lay(client, tournament)
    page = one_line(act(client, tournament, up_to=2).content.decode())
    assert 'value="3" data-space autofocus' in page
    assert "2 of 5 turned" in page
    assert "Confirm the draw" not in page
    page = one_line(act(client, tournament, up_to=5).content.decode())
    assert page.count("draw-card-pair back") == 4
    assert re.search(r'value="pairs" data-space autofocus>\s*Turn the first pair', page)
    assert "Confirm the draw" not in page
    page = one_line(act(client, tournament, act="pairs", up_to=4).content.decode())
    assert "draw-card-pair back" not in page
    assert re.search(r'value="draw" data-space autofocus>\s*Confirm the draw', page)
    tournament.teams.update(seed=None)
    page = one_line(act(client, tournament, act="take_up").content.decode())
    assert "Turn the cards one by one on the big screen" in page


def readable(page: str) -> list[str]:
    """Return the names of the pairs that are face up on a page, in the order of the page."""
    cards = re.findall(r'<ol class="(?:pairings|w-page|draw)[^"]*".*?</ol>', page, re.DOTALL)
    words = re.sub(r"<[^>]*>", " ", " ".join(cards))
    return re.findall(r"Coppia\s+\d", words)


def test_wall_display_and_phones_show_each_pairing_only_after_the_desk_reveals_the_pairing(
    client: Client, tournament: Tournament
) -> None:
    lay(client, tournament)
    act(client, tournament, up_to=5)
    base, slug = f"/{tournament.slug}/", tournament.slug
    reader = Client(headers={"accept-language": "en"})
    turned: list[list[str]] = []
    for up_to in range(5):
        if up_to:
            act(client, tournament, act="pairs", up_to=up_to)
        desk = readable(client.get(reverse("desk_draw", args=[slug])).content.decode())
        assert len(desk) == up_to
        for address in (base, f"{base}sorteggio/", f"{base}parete/"):
            page = one_line(reader.get(address).content.decode())
            assert readable(page) == desk, address
            if up_to and "pairings" in page:
                assert f"{up_to} of 4 turned" in one_line(page)
        for content in everywhere(tournament)[5:]:
            assert "R1.1" not in content
        assert not Draw.objects.exists()
        assert not Match.objects.exists()
        turned.append(desk)
    assert all(turned[step] == turned[4][:step] for step in range(5))
    act(client, tournament, act="draw")
    runner.drain()
    pairs = readable(client.get(reverse("desk_draw", args=[slug])).content.decode())
    assert pairs == turned[4]
    assert Draw.objects.get().lot == "7D KC 4S AH QD"


@pytest.mark.parametrize(
    ("form", "teams"),
    [("knockout", 11), ("groups", 7), ("swiss", 9), ("round_robin", 5), ("double_knockout", 6)],
)
def test_pairings_revealed_before_the_draw_are_the_pairings_of_the_completed_draw(
    client: Client, form: str, teams: int
) -> None:
    tournament = a_tournament(teams=teams, form=form)
    client.force_login(tournament.owner)
    lay(client, tournament)
    act(client, tournament, up_to=5)
    stage = tournament.stages.get()
    expected = cards_of_lot(stage, "7D KC 4S AH QD")
    act(client, tournament, act="draw")
    runner.drain()
    assert drawn_cards(stage) == expected
    assert sum(bool(side.teams) for match in expected for side in match.sides) == teams


def test_revealing_pairings_is_refused_before_all_cards_are_turned_or_if_entries_have_changed(
    client: Client, tournament: Tournament
) -> None:
    lay(client, tournament)
    assert "Turn all five cards first" in act(client, tournament, act="pairs", up_to=1).content.decode()
    act(client, tournament, up_to=5)
    tournament.teams.filter(number=4).update(presence="absent")
    tournament.teams.exclude(number=4).update(presence="present")
    page = one_line(act(client, tournament, act="pairs", up_to=1).content.decode())
    assert "The entries have changed since the cards were laid." in page
    tournament.refresh_from_db()
    assert tournament.pairs_up == 0


def test_journal_records_face_up_cards_and_revealed_pairings_when_all_cards_are_removed(
    client: Client, tournament: Tournament
) -> None:
    lay(client, tournament)
    act(client, tournament, up_to=5)
    act(client, tournament, act="pairs", up_to=2)
    act(client, tournament, act="take_up")
    entry = JournalEntry.objects.get(kind="cards_taken_up")
    assert entry.body == {"seen": "7D KC 4S AH QD", "pairs": 2}
    tournament.refresh_from_db()
    assert (tournament.laid, tournament.turned, tournament.pairs_up) == ("", 0, 0)


def test_draw_by_seeds_creates_the_matches_without_showing_cards(
    client: Client, tournament: Tournament
) -> None:
    client.post(reverse("desk_draw", args=[tournament.slug]), {"by": "seeds"})
    runner.drain()
    assert Match.objects.count() == 3
    page = one_line(client.get(reverse("desk_draw", args=[tournament.slug])).content.decode())
    assert "draw-card-pair back" not in page


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", ["7 ♦", "K ♣", "4 ♠", "A ♥", "Q ♦"]), ("it", ["7 ♦", "R ♣", "4 ♠", "A ♥", "D ♦"])],
)
def test_wall_display_and_public_page_show_the_lot_as_cards(
    client: Client, tournament: Tournament, language: str, expected: list[str]
) -> None:
    lay(client, tournament)
    act(client, tournament, up_to=5)
    act(client, tournament, act="draw")
    runner.drain()
    suits = {"D": "♦", "C": "♣", "S": "♠", "H": "♥"}
    for page in ("parete", "sorteggio"):
        reader = Client(headers={"accept-language": language})
        content = one_line(reader.get(f"/{tournament.slug}/{page}/").content.decode())
        assert "7D KC 4S AH QD" not in content
        cards = re.search(r'<span class="lotted">.*?</span></span>(?=</)', content, re.DOTALL)
        assert cards
        corners = re.findall(r'<span aria-hidden="true">(\w+)</span>', cards[0])
        assert [
            f"{rank} {suits[card[-1]]}" for rank, card in zip(corners, FIVE.values(), strict=True)
        ] == expected
        assert cards[0].count("<svg") == 5


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        pytest.param({"by": "lots"}, "text", id="no cards"),
        pytest.param({"by": "lots", "text": "parole"}, "text", id="words are not turned"),
        pytest.param({"by": "lots", **FIVE, "card_3": ""}, "card_3", id="four cards"),
        pytest.param({"by": "seeds", **FIVE, "card_4": "7D"}, "card_4", id="the same card twice"),
        pytest.param({"by": "lots", **FIVE, "card_0": "9D"}, "card_0", id="a card that is not in this pack"),
    ],
)
def test_laying_invalid_cards_is_refused(
    client: Client, tournament: Tournament, sent: dict[str, str], field: str
) -> None:
    answer = lay(client, tournament, **sent)
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    tournament.refresh_from_db()
    assert tournament.laid == ""


@pytest.mark.parametrize("up_to", ["", "x", "\u0661", "-1", "99", "0"])
def test_turning_an_invalid_number_of_cards_turns_no_card(
    client: Client, tournament: Tournament, up_to: str
) -> None:
    lay(client, tournament)
    assert act(client, tournament, up_to=up_to).status_code == 200
    tournament.refresh_from_db()
    assert tournament.turned == 0


def test_desk_shows_why_a_card_action_is_refused(client: Client, tournament: Tournament) -> None:
    assert "No cards lie on the table." in act(client, tournament, up_to=1).content.decode()
    lay(client, tournament)
    assert "Turn all five cards first" in act(client, tournament, act="draw").content.decode()
    assert lay(client, tournament).status_code == 409


def test_laying_cards_is_refused_for_a_tournament_with_one_team(client: Client) -> None:
    tournament = a_tournament(teams=1)
    client.force_login(tournament.owner)
    assert lay(client, tournament).status_code == 409


def test_wall_display_with_cards_has_a_constant_number_of_queries(
    client: Client, django_assert_num_queries: Any
) -> None:
    for teams in (4, 32):
        sized_tournament = a_tournament(teams=teams, name=f"Torneo di {teams}")
        client.force_login(sized_tournament.owner)
        lay(client, sized_tournament)
        with django_assert_num_queries(5):
            Client().get(f"/{sized_tournament.slug}/parete/")
