"""Functions that create test objects with default values."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.utils import timezone

from scoring.sheet.rules.log import SheetLog
from scoring.sheet.services.log import Author, sheet_logs
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.matches.services import results
from tournaments.models import Match, Stage, Tournament
from tournaments.queue import runner
from tournaments.roles.services import give_role
from tournaments.values.roles import ORGANISER

PASSWORD = "sette bello di cuori"

WINS_FOR_FIRST = (
    {"dealer": 0, "trionfo": "AS", "card_points": [66, 4]},
    {"dealer": 1, "trionfo": "2C", "card_points": [70, 0]},
)
WINS_FOR_SECOND = (
    {"dealer": 1, "trionfo": "AS", "card_points": [4, 66]},
    {"dealer": 2, "trionfo": "2C", "card_points": [0, 70]},
)


def an_organiser(username: str = "antonella", *, superuser: bool = False, staff: bool = True) -> Any:
    """Return an organiser's account, created if missing.

    A new account has no role if `staff` and `superuser` are both false; an existing account is not changed.
    """
    users = get_user_model().objects
    account = users.filter(username=username).first()
    if account:
        return account
    user = users.create_user(username, password=PASSWORD)
    if staff or superuser:
        give_role(user, ORGANISER, author=Author(), at=timezone.now())
    return user


def an_account(username: str, role: str = "", tournament: Tournament | None = None) -> Any:
    """Return an account, created if missing; give it `role`, if any, for one tournament or for all."""
    user = an_organiser(username, staff=False)
    if role:
        give_role(user, role, tournament, author=Author(), at=timezone.now())
    return user


def a_tournament(
    *, teams: int = 0, seeded: bool = True, owner: Any = None, name: str = "Torneo d’autunno", **more: Any
) -> Tournament:
    """Return a tournament with the given number of teams; by default, it is a knockout in Mariglia."""
    owner = owner or an_organiser()
    stage = StageSetup(more.pop("form", "knockout"), more.pop("options", {}))
    card_game = more.pop("card_game", "mariglia")
    more.setdefault("tables", 4)
    tournament = create_tournament(
        owner, name=name, card_game=card_game, stages=[stage], at=timezone.now(), **more
    )
    if teams:
        entered = entries(teams, seeded=seeded, size=tournament.team_size)
        enter_teams(tournament, entered, author=Author(owner.pk), at=timezone.now())
    return tournament


def entries(count: int, *, seeded: bool = True, first: int = 1, size: int = 2) -> list[Entry]:
    """Return entries with different names for the given number of pairs or single players."""
    if size == 1:
        return [
            Entry([f"Anna Primu{number}"], seed=number if seeded else None)
            for number in range(first, first + count)
        ]
    return [
        Entry(
            [f"Anna Primu{number}", f"Bachisio Segundu{number}"],
            f"Coppia {number}",
            seed=number if seeded else None,
        )
        for number in range(first, first + count)
    ]


def first_stage(tournament: Tournament) -> Stage:
    """Return the tournament's first stage, read from the database."""
    return Stage.objects.select_related("tournament").get(tournament=tournament, number=1)


def drawn_tournament(teams: int = 4, *, by: str = "seeds", lot: str = "", **more: Any) -> Tournament:
    """Return a drawn tournament; its jobs have assigned the first matches to tables."""
    tournament = a_tournament(teams=teams, **more)
    draw(tournament, by=by, lot=lot)
    tournament.refresh_from_db()
    return tournament


def draw(tournament: Tournament, *, by: str = "seeds", lot: str = "") -> None:
    """Draw the first stage of a tournament, or its next round, and run the queued jobs."""
    draw_stage(first_stage(tournament), by=by, lot=lot, author=Author(tournament.owner_id), at=timezone.now())
    runner.drain()


def match_of(tournament: Tournament, label: str = "R1.1") -> Match:
    """Return a match by its label, read from the database."""
    return Match.objects.select_related("sheet", "stage", "tournament").get(
        tournament=tournament, label=label
    )


def play_match(match: Match | UUID, winner: int = 0, *, sign: bool = True, drain: bool = True) -> Match:
    """Play a match that one side wins 2–0 in two hands, sign for both sides, and run the jobs."""
    match_id = match if isinstance(match, UUID) else match.pk
    author = Author(Match.objects.select_related("tournament").get(pk=match_id).tournament.owner_id)
    for game, hand in enumerate((WINS_FOR_FIRST, WINS_FOR_SECOND)[winner], start=1):
        results.write_hand(match_id, (game, 1), hand, author=author, at=timezone.now())
    for side in (0, 1) if sign else ():
        results.sign_sheet(match_id, side, author=author, at=timezone.now())
    if drain:
        runner.drain()
    return Match.objects.select_related("sheet", "stage", "tournament").get(pk=match_id)


def play_sheet(match: Match | UUID, hands: Sequence[Mapping[str, Any]], *, sign: bool = True) -> Match:
    """Record the given hands as the only game of a match, sign for every side, and run the jobs."""
    match_id = match if isinstance(match, UUID) else match.pk
    match_row = Match.objects.select_related("tournament").get(pk=match_id)
    author = Author(match_row.tournament.owner_id)
    for number, hand in enumerate(hands, start=1):
        results.write_hand(match_id, (1, number), hand, author=author, at=timezone.now())
    for side in range(match_row.slots.count()) if sign else ():
        results.sign_sheet(match_id, side, author=author, at=timezone.now())
    runner.drain()
    return Match.objects.select_related("sheet", "stage", "tournament").get(pk=match_id)


def leave_unplayed(tournament: Tournament, *labels: str) -> None:
    """Record a double walkover for each of the given matches, and run the queued jobs."""
    for label in labels:
        author = Author(tournament.owner_id)
        match_id = match_of(tournament, label).pk
        results.award_walkover(match_id, None, "nessuno è venuto", author=author, at=timezone.now())
        runner.drain()


def play_out(tournament: Tournament) -> None:
    """Play all ready matches until no match is ready; the first side always wins."""
    while True:
        ready = list(Match.objects.filter(tournament=tournament, state="ready").order_by("round", "number"))
        if not ready:
            return
        for match in ready:
            play_match(match, drain=False)
        runner.drain()


def sheet_log(sheet_id: UUID) -> SheetLog:
    """Return the log of a sheet, computed from its stored log entries."""
    return sheet_logs([sheet_id])[sheet_id]
