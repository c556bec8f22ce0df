"""Random tournaments: a director's actions in random order, with checks after each action."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import RuleError
from tests.builders import entries, play_match
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.competition.lifecycle import AT_A_TABLE, OVER
from tournaments.corrections.services import Correction, correct_match
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import enter_teams
from tournaments.entries.services.late_entries import enter_late
from tournaments.entries.services.substitutes import replace_player
from tournaments.entries.services.withdrawals import come_back, leave_stage
from tournaments.matches.services import results
from tournaments.models import Match, Stage, Team, Tournament
from tournaments.queue import runner
from tournaments.standings.selectors import standings_now

KNOCKOUT = StageSetup("knockout")
# Tricks per player in a hand of Manni: one hand that the first player wins, one that the second wins.
TRICKS = ((6, 4, 2), (2, 6, 4))
# Card game, stages and numbers of entrants of each kind of tournament. All formats are covered.
EVENINGS: Mapping[str, tuple[str, Sequence[StageSetup], Sequence[int]]] = {
    "knockout": ("mariglia", [KNOCKOUT], range(3, 10)),
    "knockout, third place": ("mariglia", [StageSetup("knockout", {"third_place": True})], range(4, 10)),
    "knockout, all places": ("mariglia", [StageSetup("knockout", {"placing": True})], range(4, 9)),
    "knockout, consolation": ("mariglia", [StageSetup("knockout", {"consolation": True})], range(6, 9)),
    "double knockout": ("mariglia", [StageSetup("double_knockout", {"reset": True})], range(3, 8)),
    "groups, then knockout": (
        "mariglia",
        [StageSetup("groups", {"groups": 2, "advance": 2}), KNOCKOUT],
        range(5, 9),
    ),
    "round robin, annulled": ("mariglia", [StageSetup("round_robin", {"leavers": "annul"})], range(3, 6)),
    "round robin, then knockout": (
        "mariglia",
        [StageSetup("round_robin", {"advance": 2}), KNOCKOUT],
        range(3, 6),
    ),
    "swiss": ("mariglia", [StageSetup("swiss", {"rounds": 3})], range(4, 9)),
    "mitchell": ("mariglia", [StageSetup("mitchell", {"rounds": 2})], range(4, 9)),
    "individual": ("mariglia", [StageSetup("individual", {"rounds": 3})], range(4, 10)),
    "danish": ("manni", [StageSetup("danish", {"rounds": 3})], range(3, 10)),
    "table rounds": ("manni", [StageSetup("table_rounds", {"rounds": 2})], range(3, 10)),
    "progressive tables": ("manni", [StageSetup("progressive_tables")], range(3, 10)),
}

PUBLIC = (
    "",
    "turni/",
    "tavoli/",
    "classifica/",
    "coppie/",
    "sorteggio/",
    "risultati.atom",
    "calendario.ics",
    "classifica.csv",
    "risultati.csv",
)
DESK = ("", "iscrizioni/", "sorteggio/", "calendario/", "fogli/", "premi/", "regole/")
ACTS = 14
TRIES = 5
PAGES_AN_ACT = 1
TEAMS_AT_THE_END = 1
PAGES_AT_THE_END = 5


@dataclass
class RandomEvening:
    """A random tournament, defined by kind and seed; `faults` lists errors with the actions before them."""

    kind: str
    seed: int
    # The number of random actions.
    length: int = ACTS
    acts: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def play(self, owner: Any) -> list[str]:
        """Play the tournament and return descriptions of all errors."""
        self.chance = random.Random(f"{self.kind} {self.seed}")
        card_game, stages, sizes = EVENINGS[self.kind]
        self.tournament = create_tournament(
            owner,
            name=f"{self.kind} {self.seed}",
            card_game=card_game,
            stages=stages,
            at=timezone.now(),
            tables=8,
        )
        self.author = Author(owner.pk)
        self.desk = Client(raise_request_exception=False)
        self.desk.force_login(owner)
        alone = ("individual", "danish", "table rounds", "progressive tables")
        self.size, self.newcomers = 1 if self.kind in alone else 2, 0
        entered = entries(self.chance.choice(sizes), size=self.size)
        enter_teams(self.tournament, entered, author=self.author, at=timezone.now())
        self._draw()
        for _number in range(self.length):
            self._act()
            self._check()
            if self.faults:
                return self.faults
        teams = list(self.tournament.teams.order_by("seed"))
        for team in self.chance.sample(teams, min(TEAMS_AT_THE_END, len(teams))):
            self._ask([self._team_page(team), self._leaving(team)])
        self._ask(self.chance.sample(self._pages(), PAGES_AT_THE_END))
        return self.faults

    def _act(self) -> None:
        """Try random actions until the services accept one. A refused action must change nothing."""
        acts: list[Callable[[], str | None]] = self.chance.choices(
            [
                self._result,
                self._walkover,
                self._leave,
                self._return,
                self._correct,
                self._give_back,
                self._draw,
                self._replace,
                self._enter_late,
            ],
            [10, 2, 3, 4, 3, 3, 2, 2, 1],
            k=TRIES,
        )
        for act in acts:
            try:
                with transaction.atomic():
                    act_text = act()
            except RuleError as refused:
                self.acts.append(f"{act.__name__[1:]} refused: {refused.code}")
                continue
            if act_text is not None:
                self.acts.append(act_text)
                runner.drain()
                return

    def _match(self, states: frozenset[str]) -> Match | None:
        matches = list(
            Match.objects.select_related("sheet").filter(tournament=self.tournament, state__in=states)
        )
        matches.sort(key=lambda match: match.label)
        return self.chance.choice(matches) if matches else None

    def _team(self) -> Team:
        return self.chance.choice(list(self.tournament.teams.order_by("seed")))

    def _result(self) -> str | None:
        match = self._match(frozenset({"ready"}))
        if match is None:
            return None
        winner = self.chance.randrange(2)
        if self.tournament.card_game == "manni":
            self._play_manni(match, TRICKS[winner])
        else:
            play_match(match, winner, drain=False)
        return f"{match.label} to side {winner}"

    def _play_manni(self, match: Match, tricks: Sequence[int]) -> None:
        """Record the same hand repeatedly until the match is over, then sign for every side."""
        number = 0
        while not match.sheet.summary.get("over"):
            hand = {"dealer": number % 3, "cut": "7S", "tricks": list(tricks)}
            number += 1
            results.write_hand(match.pk, (1, number), hand, author=self.author, at=timezone.now())
            match.sheet.refresh_from_db()
        for side in range(3):
            results.sign_sheet(match.pk, side, author=self.author, at=timezone.now())

    def _walkover(self) -> str | None:
        match = self._match(AT_A_TABLE)
        if match is None:
            return None
        winner = self.chance.choice([0, 1, None])
        results.award_walkover(match.pk, winner, "assenti", author=self.author, at=timezone.now())
        return f"{match.label} given to {winner}"

    def _leave(self) -> str:
        team = self._team()
        kind = self.chance.choice(["withdrawal", "disqualification"])
        leave_stage(team, kind, "a casa", author=self.author, at=timezone.now())
        return f"{team.seed} leaves by {kind}"

    def _return(self) -> str | None:
        teams = self.tournament.teams.filter(roster__isnull=False).distinct().order_by("seed")
        if not teams:
            return None
        team = self.chance.choice(list(teams))
        come_back(team, "era un errore", author=self.author, at=timezone.now())
        return f"{team.seed} comes back"

    def _correct(self) -> str | None:
        match = self._match(OVER)
        if match is None:
            return None
        outcome = self.chance.choice(["walkover", "disqualification", "double_disqualification", "annulled"])
        winner = None if outcome in ("double_disqualification", "annulled") else self.chance.randrange(2)
        stays = self.chance.random() < 0.3
        correction = Correction(outcome=outcome, winner=winner, stays=stays)
        correct_match(match.pk, correction, "scritto male", author=self.author, at=timezone.now())
        return f"{match.label} corrected to {outcome} {winner}"

    def _give_back(self) -> str | None:
        match = self._match(OVER)
        if match is None:
            return None
        back = Correction(outcome="reopened")
        correct_match(match.pk, back, "da rigiocare", author=self.author, at=timezone.now())
        return f"{match.label} given back"

    def _draw(self) -> str | None:
        stages = Stage.objects.filter(tournament=self.tournament).exclude(state="over").order_by("number")
        stage = stages.select_related("tournament").first()
        if stage is None:
            return None
        draw_stage(stage, by="seeds", author=self.author, at=timezone.now())
        runner.drain()
        return f"stage {stage.number} drawn"

    def _replace(self) -> str:
        team = self._team()
        position = self.chance.choice([seat.position for seat in team.seats.order_by("position")])
        self.newcomers += 1
        name = f"Sostituto {self.newcomers}"
        replace_player(team, position, name, "malato", author=self.author, at=timezone.now())
        return f"{name} for player {position} of {team.seed}"

    def _enter_late(self) -> str:
        self.newcomers += 1
        first = 20 + self.newcomers  # a name and a seed that no entrant has
        (entry,) = entries(1, first=first, size=self.size)
        enter_late(self.tournament, [entry], author=self.author, at=timezone.now())
        return f"{first} enters late"

    def _check(self) -> None:
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        faults = list(verify_tournament(tournament).faults)
        for stage in tournament.stages.exclude(state__in=["planned", "drawing"]):
            open_now = stage.matches.exclude(state__in=OVER).exists()
            if open_now and (stage.state == "over" or tournament.state == "over"):
                faults.append(f"stage {stage.number} is {stage.state} with a match to play")
            closed = stage.matches.filter(state__in=AT_A_TABLE, sheet__key__closed_at__isnull=False)
            faults += [f"the table of {match.label} is closed" for match in closed]
            now = standings_now(stage, withheld_too=True)
            for entrant, place in now.placing.items():
                if not 1 <= place.first <= place.last <= len(now.rows):
                    faults.append(f"{entrant} has place {place.first} to {place.last} of {len(now.rows)}")
        self.faults += [f"{each} (after {'; '.join(self.acts)})" for each in faults]
        team = self._team()
        # Most faults were on the page of a withdrawal, so it is requested four times as often as other pages.
        pages = [*self._pages(), self._team_page(team), *[self._leaving(team)] * 4]
        self._ask(self.chance.sample(pages, PAGES_AN_ACT))

    def _pages(self) -> list[str]:
        slug = self.tournament.slug
        return [*(f"/{slug}/{page}" for page in PUBLIC), *(f"/regia/{slug}/{page}" for page in DESK)]

    def _team_page(self, team: Team) -> str:
        return f"/{self.tournament.slug}/coppie/{team.pk}/"

    def _leaving(self, team: Team) -> str:
        return f"/regia/{self.tournament.slug}/iscrizioni/{team.pk}/uscita/"

    def _ask(self, pages: Sequence[str]) -> None:
        for page in pages:
            status = self.desk.get(page).status_code
            if status >= 500:
                self.faults.append(f"{page} is {status} (after {'; '.join(self.acts)})")
