"""The organiser's own page: the tournaments that are theirs, and a new one from a preset."""

from typing import Any

from django import forms
from django.contrib.auth import login
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseGone
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.translation import say
from scoring.types import RuleError
from tournaments.club.desk.new_tournament import TournamentForms, changed_course
from tournaments.club.services.new_tournament import create_tournament
from tournaments.club.services.setup import link_is_good, set_up_club, the_club
from tournaments.errors import status_of
from tournaments.guides.public import players_words
from tournaments.models import Tournament
from tournaments.people.services import KNOWN_FOR, cookie_for
from tournaments.web.desk_frame import BAD_FORM, at_home, club_rail, put_beside, sent, status_with
from tournaments.web.words import day


@at_home("create_tournament")
def home(request: HttpRequest) -> HttpResponse:
    """Show the organiser's tournaments, and make a new one: of the card game chosen, or of the latest."""
    mine = list(_mine(request))
    game = CARD_GAMES.get(_asked_game(request) or (mine[0].card_game if mine else ""))
    course, status = TournamentForms(game, sent(request)) if game else None, 200
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
    return render(request, "club/desk_home.html", context, status=status)


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


def _create(request: HttpRequest, course: TournamentForms) -> Tournament:
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


KNOWN = "known"
"""The cookie of a browser in which an account was opened (tournaments/people/services.py)."""


class SetupForm(forms.Form):
    """The club and its first organiser."""

    club = forms.CharField(
        label=gettext_lazy("Name of the club"),
        max_length=80,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    town = forms.CharField(label=gettext_lazy("Town"), max_length=80, required=False)
    username = forms.CharField(
        label=gettext_lazy("Your user name"), max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )  # fmt: skip
    password = forms.CharField(
        label=gettext_lazy("Password"), strip=False, max_length=200,
        help_text=gettext_lazy("Twelve characters or more. Three or four words that do not belong together."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip


def setup(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for club and organiser, once; a link that is spent says so and leads to the log-in."""
    if not link_is_good(token):
        return HttpResponseGone(render_to_string("club/setup_over.html", request=request))
    form = SetupForm(sent(request))
    if not form.is_valid():
        return _page(request, form, status=status_with(form))
    try:
        user = set_up_club(token, **form.cleaned_data)
    except RuleError as refusal:
        if refusal.code == "setup_link_spent":
            return HttpResponseGone(
                render_to_string("club/setup_over.html", {"refusal": say(refusal.message)}, request)
            )
        put_beside(form, refusal)
        return _page(request, form, status=status_of(refusal))
    login(request, user, backend="allauth.account.auth_backends.AuthenticationBackend")
    desk = redirect("desk")
    know_browser(request, desk, user.get_username())
    return desk


def know_browser(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Leave a cookie by which this browser is known when it opens the same account again."""
    response.set_cookie(
        KNOWN,
        cookie_for(name),
        max_age=KNOWN_FOR,
        path="/accounts/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def _page(request: HttpRequest, form: SetupForm, *, status: int) -> HttpResponse:
    page = render(request, "club/setup.html", {"form": form}, status=status)
    # The link in the address is the key. Without any referrer the form would come from nowhere: refused.
    page["Referrer-Policy"] = "strict-origin"
    return page
