"""A random tournament before its first draw: its random options, its entries, and its log of actions."""

from random import Random
from typing import Any

from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.services.log import Author
from tests.builders import an_organiser
from tests.campaign.choices import StageChoice, a_setting, a_size, a_stage_choice, entries
from tests.campaign.reference import Reference
from tests.campaign.sheets import Sheet, sheets
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.competition.formats import FORMATS
from tournaments.entries.services.entries import enter_teams, mark_presence
from tournaments.models import Tournament


class SetUp:
    """A random tournament with its reference implementation, and a log of actions for the error messages."""

    def __init__(self, seed: int, reference: type[Reference] = Reference) -> None:
        self.random, self.reference = Random(seed), reference
        self.told: list[str] = [f"seed {seed}"]
        self.setting = a_setting(self.random)
        self.sheets = sheets(self.setting)
        self.entrants = a_size(self.random)
        self.choices = self._choose_stages()
        self.tournament = self._set_up()
        self.author = Author(self.tournament.owner_id)
        self._enter()
        self.numbers = {str(team.pk): team.number for team in self.tournament.teams.all()}
        # The matches with some of the hands of a sheet.
        self.begun: dict[str, Sheet] = {}

    def note(self, *words: object) -> None:
        """Add an action to the log."""
        self.told.append(" ".join(map(str, words)))

    def same(self, what: str, actual: object, expected: object) -> None:
        """Raise AssertionError with the log of actions unless the two values are equal."""
        if actual != expected:
            raise AssertionError("\n".join([*self.told, f"{what}:", *_differences(actual, expected)]))

    # Set-up

    def _choose_stages(self) -> list[StageChoice]:
        profile = read_profile(CARD_GAMES[self.setting.card_game], self.setting.options)
        self.seats, self.targets, self.games_to_win = profile.sides, profile.targets, profile.games_to_win
        self.by_net = CARD_GAMES[self.setting.card_game].by_net
        self.entrants = max(self.entrants, self.seats)
        count = self.random.choice([1, 1, 1, 1, 2, 2, 3])
        choices: list[StageChoice] = []
        entrants, self.partners = self.entrants, 0
        while len(choices) < count and entrants >= self.seats:
            last = len(choices) == count - 1
            size = CARD_GAMES[self.setting.card_game].players_a_side
            partners = [self.partners] if self.partners else range(1, size + 1)
            choice = a_stage_choice(
                self.random, entrants, self.seats, partners, last=last, by_net=self.by_net
            )
            self.partners = FORMATS[choice.form].partners
            choices.append(choice)
            entrants = choice.going_on
        return choices

    def _set_up(self) -> Tournament:
        setups = [
            StageSetup(choice.form, choice.options, choice.match_points, choice.tie_breaks)
            for choice in self.choices
        ]
        self.note(self.setting, self.entrants, *self.choices)
        return create_tournament(
            an_organiser(),
            name="Torneo",
            card_game=self.setting.card_game,
            stages=setups,
            profile=self.setting.options,
            tables=max(1, self.entrants // self.random.choice([1, 2, 4])),
            at=timezone.now(),
        )

    def _enter(self) -> None:
        size = CARD_GAMES[self.setting.card_game].players_a_side // self.partners
        absent = self.random.choice([0, 0, 0, 1, 2])
        entered = entries(self.random, self.entrants + absent, size)
        enter_teams(self.tournament, entered, author=self.author, at=timezone.now())
        teams = list(self.tournament.teams.order_by("number"))
        away = self.random.sample(teams, absent)
        self.seeds = [(team.seed, team.number) for team in teams if team not in away]
        if absent:
            self.note("absent", [team.number for team in away])
            presence = {team.pk: "absent" if team in away else "present" for team in teams}
            mark_presence(self.tournament, presence, author=self.author, at=timezone.now())


def _differences(actual: Any, expected: Any) -> list[str]:
    """Return lines of text that show where two values differ."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        keys = [key for key in {**actual, **expected} if actual.get(key) != expected.get(key)]
        return [
            line for key in keys for line in (f"{key}:", *_differences(actual.get(key), expected.get(key)))
        ]
    if isinstance(actual, list) and isinstance(expected, list) and len(actual) == len(expected) > 1:
        pairs = [pair for pair in zip(actual, expected, strict=True) if pair[0] != pair[1]]
        return [line for pair in pairs for line in _differences(*pair)]
    return [f"  the site says  {actual}", f"  the reference  {expected}"]
