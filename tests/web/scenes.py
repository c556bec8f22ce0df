"""Tournaments of any format, one function for each state, for the test that follows all links."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import an_organiser, entries
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.competition.formats import FORMATS
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import enter_teams
from tournaments.matches.services import results
from tournaments.models import Match, Stage, Tournament
from tournaments.queue import runner
from tournaments.values.visibility import Visibility

TWO_STAGES = "groups, then knockout"
SETUPS: Mapping[str, list[StageSetup]] = {form: [StageSetup(form, {})] for form in FORMATS} | {
    TWO_STAGES: [StageSetup("groups", {"groups": 2, "advance": 2}), StageSetup("knockout", {})]
}
# The card games of the formats that seat more than two sides; other formats use Mariglia.
CARD_GAMES = {"progressive_tables": "manni"}
TEAMS = {"progressive_tables": 9}
HANDS: Mapping[str, Mapping[str, Any]] = {
    "mariglia": {"dealer": 0, "trionfo": "JS", "card_points": [43, 27]},
    "manni": {"dealer": 0, "cut": "JS", "tricks": [6, 4, 2]},
}


def in_draft(form: str) -> Tournament:
    """Return a draft tournament without entries."""
    return create_tournament(
        an_organiser(),
        name="Torneo di prova",
        card_game=CARD_GAMES.get(form, "mariglia"),
        stages=SETUPS[form],
        at=timezone.now(),
        tables=4,
        visibility=Visibility.DRAFT,
    )


def with_entries(form: str) -> Tournament:
    """Return a published tournament whose entries are open."""
    tournament = in_draft(form)
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLISHED)
    tournament.refresh_from_db()
    entered = entries(TEAMS.get(form, 8), size=tournament.team_size)
    enter_teams(tournament, entered, author=author_of(tournament), at=timezone.now())
    return tournament


def drawn(form: str) -> Tournament:
    """Return a tournament whose first matches are called to tables."""
    tournament = with_entries(form)
    draw_next(tournament)
    return tournament


def in_play(form: str) -> Tournament:
    """Return a tournament in which one hand has been recorded."""
    tournament = drawn(form)
    match = ready(tournament)[0]
    hand = HANDS[tournament.card_game]
    results.write_hand(match.pk, (1, 1), hand, author=author_of(tournament), at=timezone.now())
    return tournament


def after_a_round(form: str) -> Tournament:
    """Return a tournament in which all matches that were ready after the draw are over."""
    tournament = drawn(form)
    give_matches(tournament)
    return tournament


def before_the_second_stage(form: str) -> Tournament:
    """Return a tournament whose first stage is over."""
    tournament = drawn(form)
    while tournament.stage_at_hand().number == 1:
        give_matches(tournament)
    return tournament


def finished(form: str) -> Tournament:
    """Return a tournament that is over and whose results can still be corrected."""
    tournament = drawn(form)
    while Tournament.objects.get(pk=tournament.pk).state != "over":
        if ready(tournament):
            give_matches(tournament)
        else:
            draw_next(tournament)
    tournament.refresh_from_db()
    return tournament


def official(form: str) -> Tournament:
    """Return a tournament whose results are official."""
    tournament = finished(form)
    Stage.objects.filter(tournament=tournament).update(over_at=timezone.now() - timedelta(days=2))
    return tournament


STATES: Mapping[str, Callable[[str], Tournament]] = {
    "draft": in_draft,
    "entries": with_entries,
    "called": drawn,
    "in play": in_play,
    "after a round": after_a_round,
    "finished": finished,
    "official": official,
}


def author_of(tournament: Tournament) -> Author:
    """Return the organiser of a tournament as the author of an action."""
    return Author(tournament.owner_id)


def ready(tournament: Tournament) -> list[Match]:
    """Return the matches that are ready to be played."""
    return list(Match.objects.filter(tournament=tournament, state="ready").order_by("round", "number"))


def give_matches(tournament: Tournament) -> None:
    """Award every ready match to its first side, and run the jobs that follow."""
    for match in ready(tournament):
        results.award_walkover(match.pk, 0, "assenti", author=author_of(tournament), at=timezone.now())
    runner.drain()


def draw_next(tournament: Tournament) -> None:
    """Draw the current stage, or pair its next round, and run the jobs that follow."""
    stage = Tournament.objects.get(pk=tournament.pk).stage_at_hand()
    draw_stage(stage, by="seeds", author=author_of(tournament), at=timezone.now())
    runner.drain()
