"""The home page of the desk, with the form for a new tournament, and the page of the first setup."""

from collections.abc import Iterable
from math import inf

from django import forms
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseGone
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext_lazy

from scoring.games import CARD_GAMES
from scoring.translation import say
from scoring.types import RuleError
from tournaments.club.desk.new_tournament import TournamentForms, changed_course
from tournaments.club.selectors.tournaments import begin_of, models_saved, with_first_call
from tournaments.club.services.new_tournament import create_tournament
from tournaments.club.services.setup import link_is_good, set_up_club
from tournaments.errors import status_of
from tournaments.guides.public import by_name
from tournaments.models import Club, Tournament
from tournaments.people.log_in import hide_link, log_in
from tournaments.permissions import may, roles_of, run_by
from tournaments.roles.services import LONGEST_NAME
from tournaments.web.desk_frame import BAD_FORM, at_club, at_home, put_beside, refuse_act, sent, status_with


@at_home("open_desk", anywhere=True)
def home(request: HttpRequest) -> HttpResponse:
    """Show the user's tournaments, or create a tournament.

    The card game of the latest tournament is the default.
    """
    mine = _tournaments_of_user(request)
    creates = may("create_tournament", roles_of(request.user))
    sends = request.method == "POST"
    if sends:
        refuse_act("create_tournament", request.user, anywhere=True)
    chosen = request.POST.get("card_game", "") if sends else request.GET.get("gioco", "")
    game = CARD_GAMES.get(chosen or (mine[0].card_game if mine else "")) if creates else None
    course, status = None, BAD_FORM if sends else 200
    if game and sends:
        course = changed_course(game, request.POST)
        status = 200 if course else BAD_FORM
    if game and course is None:
        course = TournamentForms(game, sent(request))
        course.first.initial.update(_initial_values(request, course))
        try:
            if sends and course.is_valid():
                return redirect("desk_entries", _create(request, course).slug)
        except RuleError as refusal:
            status = status_of(refusal)
            course.refuse(refusal)
    context = {
        "creates": creates,
        "course": course,
        "form": course and course.first,
        "games": by_name(),
        "game": game,
        "models": models_saved(),
        "whole": sends or bool(request.GET),
        "tournaments": by_state(mine),
        "club": Club.objects.current(),
    }
    return at_club(request, "desk", "club/desk_home.html", context, status)


def _create(request: HttpRequest, course: TournamentForms) -> Tournament:
    evening = course.first.cleaned_data
    return create_tournament(
        request.user,
        name=evening["name"],
        card_game=course.card_game.key,
        stages=course.setups(),
        at=timezone.now(),
        profile=course.first.played_by(),
        starts_at=evening["starts_at"],
        tables=evening["tables"],
        trial=evening["trial"],
    )


def _initial_values(request: HttpRequest, course: TournamentForms) -> dict[str, str]:
    """Return the initial values of form fields that are given in the query string."""
    return {key: str(value) for key, value in request.GET.items() if key in course.first.fields}


def _tournaments_of_user(request: HttpRequest) -> list[Tournament]:
    """Return the user's tournaments, newest first, each with its start and its link to a desk page."""
    rows = with_first_call(run_by(request.user).filter(deleting_at=None)).annotate(
        entered=Count("teams", distinct=True)
    )
    mine: list[Tournament] = list(rows)
    for tournament in mine:
        door = not may("open_evening", roles_of(request.user, tournament))
        tournament.begin = begin_of(tournament)  # type: ignore[attr-defined]
        tournament.front = "desk_entries" if door else "desk_evening"  # type: ignore[attr-defined]
    return mine


STATES = ("playing", "entries", "over")


def by_state(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Return the tournaments sorted by state: in play, upcoming (by date), finished (newest first)."""

    def key(tournament: Tournament) -> tuple[int, float]:
        if tournament.state == "entries":
            day = tournament.starts_at.timestamp() if tournament.starts_at else inf
        else:
            day = -(tournament.starts_at or tournament.made_at).timestamp()
        return STATES.index(tournament.state), day

    return sorted(tournaments, key=key)


class SetupForm(forms.Form):
    """Form for the first setup: the club, and the name, user name and password of its first organiser."""

    club = forms.CharField(
        label=gettext_lazy("Name of the club"),
        max_length=80,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    town = forms.CharField(label=gettext_lazy("Town"), max_length=80, required=False)
    name = forms.CharField(
        label=gettext_lazy("Your name and surname"), max_length=LONGEST_NAME, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )  # fmt: skip
    username = forms.CharField(
        label=gettext_lazy("Your user name"), max_length=60,
        help_text=gettext_lazy("With this you log in the next time."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )  # fmt: skip
    password = forms.CharField(
        label=gettext_lazy("Password"), strip=False, max_length=200,
        help_text=gettext_lazy("Twelve characters or more. Three or four words that do not belong together."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip


def setup(request: HttpRequest, token: str) -> HttpResponse:
    """Show the setup form for the club and its organiser; status 410 if the one-time link is not valid."""
    return hide_link(_setup(request, token))


def _setup(request: HttpRequest, token: str) -> HttpResponse:
    if not link_is_good(token):
        return HttpResponseGone(render_to_string("club/setup_over.html", request=request))
    form = SetupForm(sent(request))
    if form.is_valid():
        try:
            user = set_up_club(token, **form.cleaned_data)
        except RuleError as refusal:
            if refusal.code == "setup_link_spent":
                context = {"refusal": say(refusal.message)}
                return HttpResponseGone(render_to_string("club/setup_over.html", context, request))
            put_beside(form, refusal)
        else:
            return log_in(request, user, "desk", method="setup")
    return render(request, "club/setup.html", {"form": form}, status=status_with(form))
