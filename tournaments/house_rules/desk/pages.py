"""Desk pages of the house rules: choose a card game, then edit its rules beside a worked example."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.translation import say
from scoring.types import Sentence
from tournaments.guides.public import by_name
from tournaments.house_rules.desk.example_view import example_of
from tournaments.house_rules.desk.forms import MOVE, GameOptions, after_move
from tournaments.house_rules.desk.rule_rows import HEADINGS, RESULTS, rule_rows, sections_of
from tournaments.house_rules.selectors import HouseRulesNow, games_with_rules, house_rules_now
from tournaments.house_rules.services import HouseSetup, save_house_rules
from tournaments.web.desk_frame import acting, at_club, at_home, carried_out, number_sent, status_with


class GameCard(NamedTuple):
    """A card game in the list, and whether the club has saved house rules for the game."""

    key: str
    name: str
    has_rules: bool


class HouseForm(GameOptions):
    """The form for all house rules of a card game."""

    def __init__(self, house: HouseRulesNow, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.ask_options(house.card_game, house.profile)
        self.ask_choices(
            house.card_game,
            tie_breaks=house.tie_breaks,
            match_points=house.match_points,
            corrections=house.corrections,
        )

    def setup(self) -> HouseSetup:
        """Return the house rules entered in the form."""
        return HouseSetup(self.chosen_profile(), self.chain, self.chosen_points(), self.chosen_corrections())


@at_home("change_house_rules")
def house_games(request: HttpRequest) -> HttpResponse:
    """Show the card games; mark those with saved house rules."""
    ruled = games_with_rules()
    games = [GameCard(each.key, say(Sentence(each.name)), each.key in ruled) for each in by_name()]
    return at_club(request, "desk_house_rules", "house_rules/games.html", {"games": games})


@at_home("change_house_rules")
def house_rules(request: HttpRequest, card_game: str) -> HttpResponse:
    """Show and save the house rules of one card game. Moving a tie-break saves nothing."""
    if card_game not in CARD_GAMES:
        raise Http404
    game = CARD_GAMES[card_game]
    house = house_rules_now(game)
    data = after_move(request.POST) if request.method == "POST" else None
    form = HouseForm(house, data)
    saves = data is not None and MOVE not in data
    if saves and carried_out(form, lambda: _save(request, game, form)):
        messages.success(request, _("Saved. They hold from the next tournament on."))
        return redirect("desk_house_game", game.key)
    context = {
        "form": form,
        "card_game": game,
        "house": house,
        "version": request.POST.get("version", house.version),
        "unsaved": data is not None,
        "example": example_of(form),
        "sections": sections_of((row for row in rule_rows(form) if row.heading != RESULTS), HEADINGS),
    }
    status = status_with(form) if saves else 200
    return at_club(request, "desk_house_rules", "house_rules/house_rules.html", context, status)


def _save(request: HttpRequest, game: CardGame, form: HouseForm) -> None:
    save_house_rules(game, form.setup(), version=number_sent(request, "version"), **acting(request))
