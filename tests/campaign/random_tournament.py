"""A random tournament of one or more stages, compared with the reference implementation."""

import json
from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from scoring.types import NoPairing, NotNow
from tests.campaign.acting import Acting
from tests.campaign.choices import StageChoice
from tests.campaign.counting import House
from tests.campaign.going_on import Rules, going_on
from tests.campaign.reference import Reference
from tournaments.competition.format_parts.round_checks import verdicts
from tournaments.competition.format_parts.rounds_file import read_rounds
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import draw_stage
from tournaments.draws.services.lots import write_lot
from tournaments.models import Stage, Tournament
from tournaments.queue import runner
from tournaments.stages.selectors.rounds import rounds_file
from tournaments.standings.selectors import levels_of

# Largest number of entrants for `verify`, which pairs every round again.
VERIFIED = 12


class RandomTournament(Acting):
    """A random tournament, which is played to the end of its last stage."""

    def play(self) -> None:
        """Play one stage after another, as long as enough entrants qualify."""
        before: Reference | None = None
        for number, choice in enumerate(self.choices, start=1):
            self.stage = Stage.objects.get(tournament=self.tournament, number=number)
            lines = self._draw(choice, before)
            if lines is None:
                break
            self.model = self._reference(choice, lines)
            self.settle()
            self.play_stage()
            self._draw_lots()
            self._check_rounds()
            before = self.model
            self.choice_before = choice
        if self.entrants <= VERIFIED:
            tournament = Tournament.objects.get(pk=self.tournament.pk)
            self.same("verify", verify_tournament(tournament).faults, [])

    def _reference(self, choice: StageChoice, lines: list[int]) -> Reference:
        points = {key: Fraction(str(value)) for key, value in choice.match_points.items()}
        if choice.form in ("round_robin", "groups"):  # all have the same number of byes
            points["bye"] = Fraction(0)
        house = House(
            **points,  # type: ignore[arg-type]  # the match points alone
            by_net=self.by_net,
            games_to_win=self.games_to_win,
            targets=self.targets,
            chain=choice.chain,
            partners=self.partners,
            drop_worst=choice.options.get("drop_worst", 0),
        )
        options = self.stage.options
        return self.reference(choice.form, options, lines, self.seats, house=house)

    def _draw(self, choice: StageChoice, before: Reference | None) -> list[int] | None:
        """Draw a stage and return its lines; return None if the site rightly refuses the draw."""
        by = self.random.choice(["seeds", "lots"])
        tiers = self._tiers(before) if before else None
        self.note("draw", choice.form, by)
        try:
            with transaction.atomic():
                draw_stage(self.stage, by=by, lot="7C AH 10S", author=self.author, at=timezone.now())
        except NotNow as refusal:
            self.same("the lot", (refusal.code, tiers), ("lot_needed", None))
            return None
        except NoPairing as refusal:
            count = sum(map(len, tiers or ()))
            self.note("no pairing", refusal.code, "of", count)
            assert before, "\n".join(self.told)
            return None
        runner.drain()
        draw = self.stage.draws.filter(round=1).order_by("-version")[0]
        lines = [self.numbers[line] for line in draw.lines]
        self.same("the lines", *self._lines(lines, by, before, tiers))
        return lines

    def _tiers(self, before: Reference) -> list[list[int]] | None:
        """Return the qualifiers of the previous stage in tiers; None if lots must be drawn."""
        options, tables = before.options, before.tables()
        advance = options.get("advance", 0) or max(len(before.lines), 1)
        best_next = options.get("best_next", 0)
        sure = len(tables) * advance
        if best_next == "fill_up":
            best_next = next(size for size in (2**power for power in range(11)) if size >= sure) - sure
        with_a_win = bool(options.get("nobody_without_a_win"))
        rules = Rules(
            advance, best_next, with_a_win, before.house.bye, before.house.lots, tuple(before.departures)
        )
        return going_on(list(tables.values()), rules)

    def _lines(
        self, lines: list[int], by: str, before: Reference | None, tiers: list[list[int]] | None
    ) -> tuple[object, object]:
        """Return the actual and the expected entrants on the predictable draw lines, for a comparison."""
        if before is None:
            seeded = [number for seed, number in sorted((s, n) for s, n in self.seeds if s is not None)]
            unseeded = sorted(number for seed, number in self.seeds if seed is None)
            if by == "seeds":
                return lines, seeded + unseeded
            return (lines[: len(seeded)], sorted(lines[len(seeded) :])), (seeded, unseeded)
        if tiers is None:
            return lines, "a lot"
        if not before.groups:
            return lines, [entrant for tier in tiers for entrant in tier]
        ordered_lines, at = [], 0
        for tier in tiers:
            ordered_lines.append(sorted(lines[at : at + len(tier)]))
            at += len(tier)
        return ordered_lines, [sorted(tier) for tier in tiers]

    def _draw_lots(self) -> None:
        """Draw lots among tied entrants, usually entrants on both sides of the qualifying line."""
        for _lot in range(3):
            self.stage.refresh_from_db()
            levels = levels_of(self.stage)
            if not levels or self.random.random() < 0.25:
                return
            teams = [str(team) for team in self.random.choice([levels[0], *levels]).entrants]
            self.random.shuffle(teams)
            lot = write_lot(self.stage, teams, author=self.author, at=timezone.now())
            order = tuple(self.numbers[team] for team in lot.lines)
            self.note("lot", order)
            self.model.house.lots.insert(0, order)
            self.compare_standings()

    def _check_rounds(self) -> None:
        """Export and import the rounds, and check that the pairings have no avoidable faults."""
        document = rounds_file(self.stage) if self.entrants <= VERIFIED else None
        rounds = read_rounds(json.loads(json.dumps(document))) if document else ()
        needless = [(each.number, verdict) for each in rounds for verdict in verdicts(each) if verdict.helped]
        self.same("the checker", needless, [])
