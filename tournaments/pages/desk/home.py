"""The organiser's own page: the tournaments that are theirs, and a new one from a preset."""

from typing import Any

from django import forms
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.card_games import CARD_GAMES
from scoring.rules.errors import RuleError
from scoring.rules.options import Option
from tournaments.errors import status_of
from tournaments.models import Tournament
from tournaments.pages.desk.access import at_home, sent
from tournaments.pages.desk.presets import TargetsForm, option_field
from tournaments.pages.desk.refusals import put_beside, status_with
from tournaments.pages.public.words import day
from tournaments.rules.formats import FORMATS
from tournaments.services.create import MOST_TABLES, StageSetup, create_tournament
from tournaments.services.setup import the_club


class EveningForm(forms.Form):
    """The name of a tournament, when it begins, how many tables there are."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Begins"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    tables = forms.IntegerField(label=gettext_lazy("Tables"), min_value=1, max_value=MOST_TABLES, initial=6)


class NewForm(EveningForm, TargetsForm):
    """A new tournament: a preset of the card game, the evening, the format's options."""

    field_order = ("card_game", "preset", "name", "starts_at", "tables")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        games = [(key, _(game.name)) for key, game in CARD_GAMES.items()]
        self.formats = FORMATS
        self.format = next(iter(FORMATS))
        self.choose_from(CARD_GAMES[self._game(games)], own=False)
        self.options: tuple[Option, ...] = FORMATS[self.format].options
        for option in self.options:
            self.fields[f"stage_{option.key}"] = option_field(option)

    def _game(self, games: list[tuple[str, str]]) -> str:
        asked = str(self.data.get("card_game", "")) if self.is_bound else ""
        return asked if asked in dict(games) else games[0][0]

    def stage(self) -> StageSetup:
        """Return the one stage of the evening."""
        said = self.cleaned_data
        options = {option.key: said[f"stage_{option.key}"] for option in self.options}
        return StageSetup(self.format, options, profile={"targets": self.chosen_targets()})


@at_home("create_tournament")
def home(request: HttpRequest) -> HttpResponse:
    """Show the organiser's tournaments, and make a new one."""
    form, status = NewForm(sent(request)), 200
    if form.is_valid():
        try:
            tournament = _create(request, form)
            return redirect("desk_entries", tournament.slug)
        except RuleError as refusal:
            status = status_of(refusal)
            put_beside(form, refusal)
    context = {
        "form": form,
        "tournaments": [(tournament, day(tournament.starts_at)) for tournament in _mine(request)],
        "club": the_club(),
        "format_name": _(FORMATS[form.format].name),
        "game_name": _(form.card_game.name),
        "desk_home": reverse("desk"),
        "desk_nav": [{"url": reverse("desk"), "icon": "home", "label": _("Tournaments"), "current": True}],
    }
    return render(request, "desk/home.html", context, status=status_with(form, status))


def _create(request: HttpRequest, form: NewForm) -> Tournament:
    said = form.cleaned_data
    return create_tournament(
        request.user,
        name=said["name"],
        card_game=form.card_game.key,
        stages=[form.stage()],
        at=timezone.now(),
        profile={"targets": form.chosen_targets()},
        starts_at=said["starts_at"],
        tables=said["tables"],
    )


def _mine(request: HttpRequest) -> Any:
    """Return the tournaments this person owns or directs, the newest first: one query."""
    mine = Tournament.objects.all() if request.user.is_superuser else Tournament.objects.filter(
        Q(owner=request.user.pk) | Q(directors=request.user.pk)
    )  # fmt: skip
    return mine.distinct().annotate(entered=Count("teams", distinct=True))
