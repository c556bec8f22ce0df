"""The page for creating a tournament, which proposes formats for the entrants, tables and end time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.forms.utils import ErrorDict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES, MAIN_GAME
from scoring.sheet.rules.reader import read_profile
from scoring.translation import say
from scoring.types import RuleError
from tournaments.again.rules import next_name, next_start
from tournaments.again.services.again import once_a_page
from tournaments.club.selectors.tournaments import models_saved
from tournaments.club.services.new_tournament import StageSetup, create_tournament, with_house_rules
from tournaments.competition.formats import FORMATS
from tournaments.competition.seals import seal_of
from tournaments.guides.public import by_name
from tournaments.house_rules.desk.presets import CUSTOM, PresetForm, preset_of
from tournaments.house_rules.selectors import games_with_rules, house_rules_now
from tournaments.models import Tournament
from tournaments.proposals.desk import words
from tournaments.proposals.desk.pictures import RoundBar, Shape, bar_of, picture_of
from tournaments.proposals.rules.courses import EveningWish, Offer, OtherFormat, Proposal, offer
from tournaments.proposals.selectors import PaceNow, pace_for
from tournaments.web import desk_frame
from tournaments.web.fields import PageKeyField, StartField
from tournaments.web.words import clock, date_words

SATURDAY = 5
USUAL_START, USUAL_LENGTH = time(20, 30), timedelta(hours=3)
FEWEST, MOST_ENTRANTS, MOST_IN_A_HALL = 3, 128, 64


class NewTournamentForm(PresetForm):
    """The form for creating a tournament: entrants, tables, end, preset, start, name."""

    entrants = forms.IntegerField(min_value=FEWEST, max_value=MOST_ENTRANTS)
    tables = forms.IntegerField(label=gettext_lazy("How many tables?"), min_value=1, max_value=MOST_IN_A_HALL)
    ends = forms.TimeField(
        label=gettext_lazy("When do you want to finish?"),
        input_formats=["%H:%M", "%H.%M"],
        widget=forms.TimeInput(
            attrs={"inputmode": "numeric", "maxlength": 5, "data-time": ""}, format="%H:%M"
        ),
    )
    starts_at = StartField()
    name = forms.CharField(
        label=gettext_lazy("It is called"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    trial = forms.BooleanField(label=gettext_lazy("Practice evening"), required=False)
    course = forms.CharField(required=False, max_length=80)
    key = PageKeyField()

    def __init__(self, card_game: CardGame, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        house = house_rules_now(card_game)
        self.choose_from(card_game, offer_own=False)
        self.offer_house_rules(house)
        if house.version:
            self.initial.pop("preset", None)
        self.fields["entrants"].label = (
            _("How many pairs?") if card_game.players_a_side == 2 else _("How many players?")
        )

    def minutes(self) -> int:
        """Return the available time in minutes; an end before the start is taken to be on the next day."""
        start = timezone.localtime(self.cleaned_data["starts_at"])
        end = datetime.combine(start.date(), self.cleaned_data["ends"])
        begin = start.replace(tzinfo=None, second=0, microsecond=0)
        length = end - begin if end > begin else end + timedelta(days=1) - begin
        return int(length.total_seconds() // 60)


@dataclass(frozen=True)
class OfferNow:
    """The proposals and other formats, the duration of a match, and the number of sides at a table."""

    offer: Offer
    pace: PaceNow
    sides: int


@dataclass(frozen=True)
class ProposalView:
    """A proposal for the template: its picture, its timeline bar, and its end time.

    `value` is the form value of the proposal: its key and a signature of the displayed stages.
    """

    proposal: Proposal
    value: str
    end: str
    picture: list[Shape]
    bar: RoundBar
    recommended: bool
    chosen: bool


@dataclass(frozen=True)
class FormatView:
    """A format that is not proposed: its description, its end time, and the URL of the full form."""

    name: str
    about: str
    end: str
    late: bool
    url: str


@desk_frame.at_home("create_tournament")
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Show the form and the proposals; on POST, create the tournament of the chosen proposal."""
    latest = _latest()
    chosen_game = CARD_GAMES.get(request.POST.get("card_game") or request.GET.get("gioco", ""))
    usual = None if chosen_game else _usual_game(latest)
    game = chosen_game or CARD_GAMES[usual or MAIN_GAME]
    form = NewTournamentForm(game, desk_frame.sent(request), initial=_usual(latest, game))
    values = form.cleaned_data if form.is_valid() else {}
    looks = "show" in request.POST
    now = _offer(form, game) if form.is_bound else _offer_of_initial(form, game)
    chosen = _chosen(values.get("course", ""), now)
    if chosen and not looks and _stages_differ(values["course"], chosen):
        text = _("With these answers the evening that you chose is another one. Look at it, then create it.")
        form.add_error("course", text)
    elif values and chosen and not looks and (created_tournament := _create(request, form, chosen)):
        return redirect("desk_entries", created_tournament.slug)
    if form.is_bound and not looks and not chosen and not form.errors:
        form.add_error("course", _("Choose one of the evenings, or another format below."))
    status = 200 if looks else desk_frame.status_with(form)
    context = {
        "form": form,
        "game": game,
        "looks": looks,
        "game_unknown": not chosen_game and not usual,
        "games": by_name(),
        "latest": latest,
        "models": models_saved(),
        "starts_at": form.cleaned_data.get("starts_at"),
        "played": _preset_words(form),
        "questions": [(form["entrants"], ""), (form["tables"], ""), (form["ends"], "")],
        **(_shown_offer(form, game, now, chosen) if now else {}),
    }
    return desk_frame.at_club(request, "desk", "proposals/new_tournament.html", context, status)


def _latest() -> Tournament | None:
    return Tournament.objects.filter(trial=False, deleting_at=None).order_by("-made_at").first()


def _usual_game(latest: Tournament | None) -> str | None:
    return latest.card_game if latest else next(iter(games_with_rules()), None)


def _usual(latest: Tournament | None, game: CardGame) -> dict[str, Any]:
    """Return the initial values of the form, taken from the latest tournament or from the defaults."""
    now = timezone.localtime()
    before = latest.starts_at and timezone.localtime(latest.starts_at) if latest else None
    start = (next_start(before, now) or _first_start(now)).replace(second=0, microsecond=0)
    name = (
        next_name(latest.name, before and before.date(), start.date()) if latest else date_words(start.date())
    )
    entered = latest.teams.count() // latest.partners if latest else 0
    preset = preset_of(game, latest.profile) if latest and latest.card_game == game.key else CUSTOM
    return {
        **({} if preset == CUSTOM else {"preset": preset}),
        "entrants": min(MOST_ENTRANTS, max(FEWEST, entered)) if entered else 16,
        "tables": min(MOST_IN_A_HALL, latest.tables) if latest else 8,
        "starts_at": start,
        "ends": (start + USUAL_LENGTH).time(),
        "name": name[:1].upper() + name[1:80],
    }


def _first_start(now: datetime) -> datetime:
    """Return the usual start time: today if that time is in the future, otherwise next Saturday."""
    today = datetime.combine(now.date(), USUAL_START, tzinfo=now.tzinfo)
    return today if today > now else today + timedelta(days=(SATURDAY - now.weekday()) % 7 or 7)


def _offer(form: NewTournamentForm, game: CardGame) -> OfferNow | None:
    """Return the proposals for the submitted values; None if a value is invalid."""
    needed = ("entrants", "tables", "ends", "starts_at", "preset")
    if any(name in form.errors for name in needed):
        return None
    profile, _stages = with_house_rules(game, form.played_by(), ())
    pace, sides = pace_for(game, profile), read_profile(game, profile).sides
    wish = EveningWish(
        form.cleaned_data["entrants"],
        form.cleaned_data["tables"],
        form.minutes(),
        pace.pace,
        sides,
        game.players_a_side,
    )
    return OfferNow(offer(wish), pace, sides)


def _offer_of_initial(form: NewTournamentForm, game: CardGame) -> OfferNow | None:
    initial = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    form.cleaned_data = initial
    form._errors = ErrorDict()  # type: ignore[attr-defined]
    return _offer(form, game)


def _seal(proposal: Proposal) -> str:
    return seal_of(proposal.stages)


def _chosen(course: str, now: OfferNow | None) -> Proposal | None:
    key, _colon, _seal_shown = course.partition(":")
    return next((each for each in now.offer.proposals if each.key == key), None) if now else None


def _stages_differ(course: str, chosen: Proposal) -> bool:
    """Return whether the stages of the proposal have changed since the page was rendered."""
    _key, _colon, seal = course.partition(":")
    return bool(seal) and seal != _seal(chosen)


def _create(request: HttpRequest, form: NewTournamentForm, chosen: Proposal) -> Tournament | None:
    """Create and return the tournament; if that fails, add the errors to the form and return None."""
    values, at = form.cleaned_data, timezone.now()
    wanted = {
        "name": values["name"],
        "card_game": form.card_game.key,
        "stages": [StageSetup(stage.format, stage.named_options) for stage in chosen.stages],
        "profile": form.played_by(),
        "starts_at": values["starts_at"],
        "tables": values["tables"],
        "trial": values["trial"],
    }
    try:
        return once_a_page(
            request.user,
            values["key"],
            list(wanted.items()),
            lambda: create_tournament(request.user, at=at, **wanted),
            at=at,
        )
    except RuleError as refusal:
        desk_frame.put_beside(form, refusal)
        return None


def _shown_offer(
    form: NewTournamentForm, game: CardGame, now: OfferNow, chosen: Proposal | None
) -> Mapping[str, Any]:
    """Return the template context of the proposals and of the other formats."""
    values, minutes, offered, pace = form.cleaned_data, form.minutes(), now.offer, now.pace
    start, entrants = values["starts_at"], values["entrants"]
    first = chosen or next(iter(offered.proposals), None)
    return {
        "proposals": [
            ProposalView(
                each,
                f"{each.key}:{_seal(each)}",
                words.about(start, each.end),
                picture_of(each, entrants),
                bar_of(each.rounds, each.end, minutes),
                place == 0,
                each is first,
            )
            for place, each in enumerate(offered.proposals)
        ],
        "formats": [_format_view(each, form, game) for each in offered.formats],
        "start": clock(start),
        "wished": clock(start + timedelta(minutes=minutes)),
        "nothing_fits": words.nothing_fits(offered, start, minutes),
        "pace_words": words.pace_words(pace),
        "questions": [
            (form["entrants"], _("About right will do: it can change until the draw.")),
            (
                form["tables"],
                words.tables_words(entrants, values["tables"], now.sides, single=game.players_a_side == 1),
            ),
            (form["ends"], words.time_words(minutes, pace)),
        ],
    }


def _preset_words(form: NewTournamentForm) -> str:
    """Return the name of the preset in lower case; empty if the preset is invalid."""
    names = dict(form.fields["preset"].choices)  # type: ignore[attr-defined]
    name = str(names.get(form.cleaned_data.get("preset"), ""))
    return f"{name[:1].lower()}{name[1:]}"


def _format_view(each: OtherFormat, form: NewTournamentForm, game: CardGame) -> FormatView:
    values = form.cleaned_data
    end = words.about(values["starts_at"], each.end)
    ends = _("Ends about %(at)s.") % {"at": end}
    if each.refusal:
        ends = say(each.refusal)
    elif each.several_evenings:
        ends = _("Needs more evenings.")
    options = {f"{each.key}_{key}": value for key, value in each.options}
    start = timezone.localtime(values["starts_at"])
    query = {
        "gioco": game.key,
        "preset": values["preset"],
        "format": each.key,
        "tables": values["tables"],
        "expected": values["entrants"] * FORMATS[each.key].partners,
        "starts_at": f"{start:%Y-%m-%dT%H:%M}",
        "name": values.get("name") or "",
        **({"trial": "1"} if values.get("trial") else {}),
        **options,
    }
    url = f"{reverse('desk')}?{urlencode(cast(Any, query))}#new"
    return FormatView(say(each.name), say(each.about), ends, not each.fits, url)
