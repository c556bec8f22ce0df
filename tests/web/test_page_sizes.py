"""The largest pages of a tournament of 64 entrants have fewer than 100,000 bytes (issue 33)."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Grant
from scoring.sheet.devices import know_device
from scoring.sheet.services.log import Author
from tests.builders import a_tournament, draw, play_match, play_out
from tests.cash.cashbox import acting
from tests.markup import markup_faults
from tests.tiers import sampled
from tournaments.cash.services import pay
from tournaments.entries.services.entries import mark_presence
from tournaments.matches.selectors.matches import MatchNow
from tournaments.models import Notice, Team, Tournament
from tournaments.queue import runner
from tournaments.standings.public import numbers
from tournaments.web.number_cells import ResultView

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ENTRANTS, TABLES, MOST_BYTES = 64, 32, 100_000
DEFINED = re.compile(r'<symbol id="([^"]+)"')
USED = re.compile(r'<use href="#([^"]+)"')


def a_large_tournament(form: str = "knockout", teams: int = ENTRANTS, **options: int) -> Tournament:
    """Return a tournament of 64 pairs with a long name and slug."""
    name = "Memorial Antonio Deledda di Ferragosto"
    return a_tournament(teams=teams, tables=TABLES, form=form, options=options, name=name)


def two_phones_at_each_table(tournament: Tournament) -> None:
    """Connect two phones to each ready match, one for each side."""
    for match in tournament.matches.filter(state="ready"):
        for side in (0, 1):
            device, _secret = know_device(None, at=timezone.now())
            Grant.objects.create(device=device, sheet_id=match.pk, side=side, made_at=timezone.now())


def page_at(tournament: Tournament, address: str, *, desk: bool, language: str = "it") -> str:
    """Return the HTML of a page after checks of its markup and its icons."""
    client = Client(headers={"accept-language": language})
    if desk:
        client.force_login(tournament.owner)
    page = client.get(address, follow=True).text
    assert markup_faults(page) == []
    defined = DEFINED.findall(page)
    assert len(defined) == len(set(defined))
    assert set(USED.findall(page)) <= set(defined)
    return page


def bytes_at(tournament: Tournament, name: str) -> int:
    """Return the size in bytes of a desk page in Italian or in English, whichever is larger."""
    address = reverse(name, args=[tournament.slug])
    pages = [page_at(tournament, address, desk=True, language=language) for language in ("it", "en")]
    return max(len(page.encode()) for page in pages)


def test_entries_page_of_64_pairs_before_the_draw_stays_under_100_000_bytes() -> None:
    tournament = a_large_tournament()
    present = tournament.teams.values_list("pk", flat=True)[: ENTRANTS // 2]
    author = Author(tournament.owner_id)
    mark_presence(tournament, dict.fromkeys(present, "present"), author=author, at=timezone.now())
    assert bytes_at(tournament, "desk_entries") < MOST_BYTES


def test_desk_pages_of_64_pairs_after_the_draw_stay_under_100_000_bytes() -> None:
    tournament = a_large_tournament()
    draw(tournament)
    two_phones_at_each_table(tournament)
    sizes = {name: bytes_at(tournament, name) for name in ("desk_entries", "desk_sheets", "desk_evening")}
    assert {name: size for name, size in sizes.items() if size >= MOST_BYTES} == {}


def public_sizes(tournament: Tournament) -> dict[tuple[str, str, bool], int]:
    """Return the sizes of public pages for a visitor, a logged-in account, and a follower of a team."""
    team = tournament.teams.latest("number")
    return {
        (name, query, desk): len(
            page_at(tournament, reverse(name, args=[tournament.slug]) + query, desk=desk).encode()
        )
        for name in ("tournament", "standings", "teams")
        for query, desk in (("", False), ("", True), (f"?segui={team.pk}", False))
    }


def test_public_pages_of_groups_of_eight_stay_under_100_000_bytes_for_every_reader() -> None:
    tournament = a_large_tournament("groups", groups=8)
    draw(tournament)
    assert {key: size for key, size in public_sizes(tournament).items() if size >= MOST_BYTES} == {}


@pytest.mark.sweep
def test_public_pages_of_a_knockout_in_play_stay_under_100_000_bytes_for_every_reader() -> None:
    tournament = a_large_tournament()
    draw(tournament)
    for match in tournament.matches.filter(state="ready"):
        play_match(match.pk, drain=False)
    runner.drain()
    assert {key: size for key, size in public_sizes(tournament).items() if size >= MOST_BYTES} == {}


@pytest.mark.sweep
def test_public_page_of_a_finished_double_knockout_stays_under_100_000_bytes_for_every_reader() -> None:
    tournament = a_large_tournament("double_knockout")
    draw(tournament)
    play_out(tournament)
    assert {key: size for key, size in public_sizes(tournament).items() if size >= MOST_BYTES} == {}


def test_entries_page_of_64_pairs_with_fees_stays_under_100_000_bytes() -> None:
    tournament = a_large_tournament()
    Notice.objects.create(tournament=tournament, fee=1000)
    sizes = {"nobody": bytes_at(tournament, "desk_entries")}
    entered = list(tournament.teams.all())
    for part, teams in (("half", entered[: ENTRANTS // 2]), ("all", entered[ENTRANTS // 2 :])):
        for team in teams:
            pay(tournament, team.pk, 1000, "cash", present=True, **acting())
        sizes[part] = bytes_at(tournament, "desk_entries")
    draw(tournament)
    sizes["drawn"] = bytes_at(tournament, "desk_entries")
    assert {name: size for name, size in sizes.items() if size >= MOST_BYTES} == {}


def a_win_in_every_second_round(
    match: MatchNow | None, team: Team, where: str, *, net: bool
) -> ResultView:  # the arguments of numbers.result_of
    """Return alternate losses and wins, for which the drawing of the results is largest."""
    won = match is not None and match.match.round % 2 == 0
    return ResultView("2–0", "w" if won else "p", f"{where}: 2 a 0")


@pytest.mark.parametrize("played", sampled([True, False], 1))
def test_public_pages_of_a_round_robin_of_64_pairs_stay_under_100_000_bytes_for_every_reader(
    played: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if played:
        monkeypatch.setattr(numbers, "result_of", a_win_in_every_second_round)
    tournament = a_large_tournament("round_robin")
    draw(tournament)
    assert {key: size for key, size in public_sizes(tournament).items() if size >= MOST_BYTES} == {}


@pytest.mark.parametrize(
    ("form", "teams", "fee"),
    [("knockout", 128, 0), ("knockout", 128, 1000), ("knockout", 64, 1000), ("swiss", 64, 1000)],
)
def test_entries_page_with_unpaid_fees_stays_under_100_000_bytes_before_and_after_the_draw(
    form: str, teams: int, fee: int
) -> None:
    tournament = a_large_tournament(form, teams)
    if fee:
        Notice.objects.create(tournament=tournament, fee=fee)
    sizes = {"before": bytes_at(tournament, "desk_entries")}
    draw(tournament)
    sizes["drawn"] = bytes_at(tournament, "desk_entries")
    assert {name: size for name, size in sizes.items() if size >= MOST_BYTES} == {}
