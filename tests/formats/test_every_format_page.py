"""Tests of all tournament pages in every format: before the draw, after the draw, in play and finished."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser, first_stage, match_of, play_match, play_out, play_sheet
from tests.invented import ALONE, alone_hands
from tests.markup import one_line
from tournaments.competition.format_parts.format import Format
from tournaments.competition.formats import FORMATS
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import draw_stage
from tournaments.models import Match, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

pytestmark = [pytest.mark.django_db, pytest.mark.sweep, pytest.mark.alike]

PAGES = ("tournament", "rounds", "tables", "standings", "teams", "draw_public")
DESK = ("desk_evening", "desk_draw", "desk_entries", "desk_sheets", "desk_rules")
EVERY = pytest.mark.parametrize(
    "form", [form for form in FORMATS.values() if 2 in form.sides], ids=lambda form: form.key
)


def addresses(tournament: Tournament) -> Iterator[str]:
    """Yield the URLs of all pages of a tournament, of a followed team, and of all matches except byes."""
    slug = tournament.slug
    yield from (reverse(name, args=[slug]) for name in (*PAGES, *DESK))
    team = tournament.teams.order_by("number").first()
    for name in ("tournament", "rounds", "standings", "tables"):
        yield f"{reverse(name, args=[slug])}?segui={team.pk if team else ''}"
    for match in Match.objects.filter(tournament=tournament).exclude(state="bye"):
        yield reverse("match_sheet", args=[slug, match.pk])
        yield reverse("desk_match", args=[slug, match.pk])


def look_at(reader: Client, tournament: Tournament) -> None:
    """Request every page of a tournament; fail unless each page loads or redirects.

    A page redirects if it does not apply to the tournament.
    """
    for address in addresses(tournament):
        status = reader.get(address).status_code
        assert status in (200, 302), f"{address}: {status}"


@EVERY
def test_every_page_opens_in_every_state_of_a_tournament(form: Format) -> None:
    owner = an_organiser()
    reader = Client(headers={"accept-language": "en"})
    reader.force_login(owner)
    options = {option.key: True for option in form.options if option.schema == {"type": "boolean"}}
    options.pop("consolation", None)
    tournament = a_tournament(teams=7, owner=owner, form=form.key, options=options)
    look_at(reader, tournament)
    author = Author(owner.pk)
    for turn in range(12):
        tournament.refresh_from_db()
        if tournament.state == "over":
            break
        draw_stage(first_stage(tournament), by="seeds", author=author, at=timezone.now())
        runner.drain()
        if turn == 0:
            label = Match.objects.filter(tournament=tournament, state="ready").values_list(
                "label", flat=True
            )[0]
            play_match(match_of(tournament, label))
            look_at(reader, tournament)
        else:
            evening = one_line(reader.get(reverse("desk_evening", args=[tournament.slug])).content.decode())
            assert f"Round {turn + 1} paired" in evening
        play_out(tournament)
    look_at(reader, tournament)
    tournament.refresh_from_db()
    assert tournament.state == "over"
    assert verify_tournament(tournament).faults == []


@pytest.mark.parametrize(
    "form", [form for form in FORMATS.values() if 3 in form.sides], ids=lambda form: form.key
)
def test_every_page_opens_with_three_sides_at_a_table(form: Format, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CARD_GAMES, ALONE.key, ALONE)
    owner = an_organiser()
    reader = Client(headers={"accept-language": "en"})
    reader.force_login(owner)
    tournament = a_tournament(teams=8, owner=owner, form=form.key, card_game="alone")
    look_at(reader, tournament)
    while tournament.state != "over":
        draw_stage(first_stage(tournament), by="seeds", author=Author(owner.pk), at=timezone.now())
        runner.drain()
        look_at(reader, tournament)
        while match := Match.objects.filter(tournament=tournament, state="ready").first():
            play_sheet(match, alone_hands((6, 4, 2), (5, 4, 3)))
        tournament.refresh_from_db()
    look_at(reader, tournament)
    assert verify_tournament(tournament).faults == []


def test_standings_show_the_round_reached_if_rounds_eliminate_entrants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four entrants at tables of three: entrant 1 has a bye, 2 wins, 3 fills the last table, and 1 wins the
    last table.
    """
    monkeypatch.setitem(CARD_GAMES, ALONE.key, ALONE)
    tournament = a_tournament(teams=4, form="progressive_tables", card_game="alone")
    reader = Client(headers={"accept-language": "en"})
    reader.force_login(tournament.owner)
    draw = one_line(reader.get(reverse("desk_draw", args=[tournament.slug])).content.decode())
    assert "Tables of three, 4 → 3" in draw
    assert "With 4 players 1 has a bye in the first round" in draw
    for _turn in range(2):
        draw_stage(first_stage(tournament), by="seeds", author=Author(tournament.owner_id), at=timezone.now())
        runner.drain()
        match = Match.objects.get(tournament=tournament, state="ready")
        play_sheet(match, alone_hands((6, 4, 2), (5, 4, 3)))
    rows = standings_now(first_stage(tournament)).rows
    seeds = {str(team.pk): team.seed for team in tournament.teams.all()}
    assert [(row.place, seeds[row.entrant]) for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    address = reverse("standings", args=[tournament.slug])
    page = one_line(reader.get(f"{address}?perche={rows[2].entrant}").content.decode())
    order = page[page.index("When level, in this order") :]
    assert order.index("Tables come through") < order.index("At the last table") < order.index("Net</")
    assert "Tables come through: <b>1 against 0</b>, and that decides." in page
