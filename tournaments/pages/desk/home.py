"""The organiser's own page: the tournaments that are theirs, and a new one from a preset."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import RuleError
from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from tournaments.errors import status_of
from tournaments.models import Tournament
from tournaments.pages.desk.access import at_home, sent
from tournaments.pages.desk.courses import Course, changed_course
from tournaments.pages.desk.frame import club_rail
from tournaments.pages.desk.refusals import BAD_FORM
from tournaments.pages.public.rules_view import players_words
from tournaments.pages.public.words import day
from tournaments.services.create import create_tournament
from tournaments.services.setup import the_club


@at_home("create_tournament")
def home(request: HttpRequest) -> HttpResponse:
    """Show the organiser's tournaments, and make a new one: of the card game chosen, or of the latest."""
    mine = list(_mine(request))
    game = CARD_GAMES.get(_asked_game(request) or (mine[0].card_game if mine else ""))
    course, status = Course(game, sent(request)) if game else None, 200
    if course is None and request.method == "POST":
        status = BAD_FORM
    changed = changed_course(game, request.POST) if game and request.method == "POST" else None
    if course and changed is None and course.first.is_bound:
        status = BAD_FORM
        try:
            if course.is_valid():
                return redirect("desk_entries", _create(request, course).slug)
        except RuleError as refusal:
            status = status_of(refusal)
            course.refuse(refusal)
    course = changed or course
    context = {
        "course": course,
        "form": course and course.first,
        "games": _games(game),
        "game": game and {"key": game.key, "name": _(game.name), "players": players_words(game)},
        "tournaments": [_listed(tournament) for tournament in mine],
        "club": the_club(),
        "desk_home": reverse("desk"),
        "desk_nav": club_rail("desk"),
    }
    return render(request, "desk/home.html", context, status=status)


def _asked_game(request: HttpRequest) -> str:
    return request.POST.get("card_game", "") if request.method == "POST" else request.GET.get("gioco", "")


def _games(chosen: CardGame | None) -> list[dict[str, Any]]:
    """Every card game there is, by name."""
    games = [
        {"key": key, "name": _(game.name), "players": players_words(game), "chosen": game is chosen}
        for key, game in CARD_GAMES.items()
    ]
    return sorted(games, key=lambda game: str(game["name"]))


def _listed(tournament: Tournament) -> dict[str, Any]:
    game = CARD_GAMES[tournament.card_game]
    return {"tournament": tournament, "day": day(tournament.starts_at), "game": _(game.name)}


def _create(request: HttpRequest, course: Course) -> Tournament:
    said = course.first.cleaned_data
    return create_tournament(
        request.user,
        name=said["name"],
        card_game=course.card_game.key,
        stages=course.setups(),
        at=timezone.now(),
        profile=course.first.played_by(),
        starts_at=said["starts_at"],
        tables=said["tables"],
    )


def _mine(request: HttpRequest) -> QuerySet[Tournament]:
    """Return the tournaments this person owns or directs, the newest first: one query."""
    mine = Tournament.objects.all() if request.user.is_superuser else Tournament.objects.filter(
        Q(owner=request.user.pk) | Q(directors=request.user.pk)
    )  # fmt: skip
    return mine.distinct().annotate(entered=Count("teams", distinct=True))
