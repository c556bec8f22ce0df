"""The organiser's own page: the tournaments that are theirs, and a new one from a preset."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.card_game import CardGame
from scoring.rules.card_games import CARD_GAMES
from scoring.rules.errors import RuleError
from scoring.rules.hand import as_written
from scoring.rules.options import Option
from scoring.rules.profile import read_profile
from tournaments.errors import status_of
from tournaments.models import Tournament
from tournaments.pages.desk.access import at_home, sent
from tournaments.pages.desk.presets import PresetForm, option_field, shown_value
from tournaments.pages.desk.refusals import BAD_FORM, put_beside, status_with
from tournaments.pages.public.rules_view import players_words
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


class NewForm(EveningForm, PresetForm):
    """A new tournament of one card game: a preset, the evening, a format that seats its tables."""

    field_order = ("preset", "format", "name", "starts_at", "tables")

    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)

    def __init__(self, card_game: CardGame, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.choose_from(card_game, own=False)
        self.formats = [FORMATS[key] for key in formats_of(card_game)]
        self.fields["format"].choices = [(form.key, _(form.name)) for form in self.formats]  # type: ignore[attr-defined]
        self.fields["format"].initial = self.formats[0].key
        for name, option in self._format_options():
            self.fields[name] = option_field(option, required=False)
            self.initial[name] = shown_value(as_written(option.default))

    def _format_options(self) -> Iterator[tuple[str, Option]]:
        for form in self.formats:
            yield from ((f"{form.key}_{option.key}", option) for option in form.all_options)

    def by_format(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """The formats to choose from, each with the fields that are its own."""
        return [
            (form.key, _(form.name), [self[f"{form.key}_{option.key}"] for option in form.options])
            for form in self.formats
        ]

    def evening_fields(self) -> list[forms.BoundField]:
        """The name, the start, the tables."""
        return [self[name] for name in EveningForm.base_fields]

    def stage(self) -> StageSetup:
        """Return the one stage of the evening."""
        said, form = self.cleaned_data, FORMATS[self.cleaned_data["format"]]
        options = {option.key: said[f"{form.key}_{option.key}"] for option in form.all_options}
        return StageSetup(form.key, {key: value for key, value in options.items() if value is not None})

    def refused_fields(self) -> dict[str, str]:
        """Return which field is meant by the place of a problem."""
        form = self.cleaned_data["format"]
        return {f"options/{option.key}": f"{form}_{option.key}" for option in FORMATS[form].all_options}


def formats_of(card_game: CardGame) -> list[str]:
    """Return the formats that seat every way this game is played, what clubs play most first."""
    tables = {read_profile(card_game, preset.profile).sides for preset in card_game.presets}
    players = card_game.players_a_side
    return [key for key, form in FORMATS.items() if all(form.fits(sides, players) for sides in tables)]


@at_home("create_tournament")
def home(request: HttpRequest) -> HttpResponse:
    """Show the organiser's tournaments, and make a new one: of the card game chosen, or of the latest."""
    mine = list(_mine(request))
    game = CARD_GAMES.get(_asked_game(request) or (mine[0].card_game if mine else ""))
    form, status = NewForm(game, sent(request)) if game else None, 200
    if form is None and request.method == "POST":
        status = BAD_FORM
    if form and form.is_valid():
        try:
            return redirect("desk_entries", _create(request, form).slug)
        except RuleError as refusal:
            status = status_of(refusal)
            put_beside(form, refusal, form.refused_fields())
    context = {
        "form": form,
        "games": _games(game),
        "game": game and {"key": game.key, "name": _(game.name), "players": players_words(game)},
        "tournaments": [_listed(tournament) for tournament in mine],
        "club": the_club(),
        "desk_home": reverse("desk"),
        "desk_nav": [{"url": reverse("desk"), "icon": "home", "label": _("Tournaments"), "current": True}],
    }
    return render(request, "desk/home.html", context, status=status_with(form, status) if form else status)


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


def _create(request: HttpRequest, form: NewForm) -> Tournament:
    said = form.cleaned_data
    return create_tournament(
        request.user,
        name=said["name"],
        card_game=form.card_game.key,
        stages=[form.stage()],
        at=timezone.now(),
        profile=form.played_by(),
        starts_at=said["starts_at"],
        tables=said["tables"],
    )


def _mine(request: HttpRequest) -> QuerySet[Tournament]:
    """Return the tournaments this person owns or directs, the newest first: one query."""
    mine = Tournament.objects.all() if request.user.is_superuser else Tournament.objects.filter(
        Q(owner=request.user.pk) | Q(directors=request.user.pk)
    )  # fmt: skip
    return mine.distinct().annotate(entered=Count("teams", distinct=True))
