"""A tournament at random, played through the services, every act told to the reference and compared."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.rules.card_games import CARD_GAMES
from scoring.rules.errors import NoPairing, NotNow
from scoring.rules.profile import read_profile
from scoring.selectors import sheet_log
from scoring.services.corrections import HandChange
from scoring.services.log import Author
from tests.builders import an_organiser
from tests.tournaments.campaign.choices import StageChoice, a_setting, a_size, a_stage_choice, entries
from tests.tournaments.campaign.counting import House
from tests.tournaments.campaign.going_on import Rules, going_on
from tests.tournaments.campaign.reference import BRACKETS, BY_ROUNDS, End, Reference, Told
from tests.tournaments.campaign.sheets import Sheet, sheets
from tournaments.jobs import runner
from tournaments.models import Match, Stage, Team, Tournament
from tournaments.rules.formats import FORMATS
from tournaments.selectors.standings import standings_now
from tournaments.selectors.verify import verify_tournament
from tournaments.services import results
from tournaments.services.corrections import Correction, correct_match
from tournaments.services.create import StageSetup, create_tournament
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Entry, enter_teams, mark_presence
from tournaments.services.latecomers import enter_late
from tournaments.services.leavers import leave_stage
from tournaments.services.rounds import can_pair, next_round

GIVEN = ("walkover", "withdrawal", "disqualification")
TO_NOBODY = ("double_walkover", "double_disqualification")
VERIFIED = 12
"""Of so many entrants at most the facts are folded once more by `verify`, which pairs every round again."""


class RandomTournament:
    """One tournament and its reference; what is done is noted, so that a difference can be told."""

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
        self.begun: dict[str, Sheet] = {}
        """The matches whose sheet has some of its hands."""

    def note(self, *words: object) -> None:
        """Note what is done."""
        self.told.append(" ".join(map(str, words)))

    def same(self, what: str, found: object, expected: object) -> None:
        """Compare, and tell how it came to a difference."""
        if found != expected:
            raise AssertionError("\n".join([*self.told, f"{what}:", *_differences(found, expected)]))

    # Setting up

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
            here = {team.pk: "absent" if team in away else "present" for team in teams}
            mark_presence(self.tournament, here, author=self.author, at=timezone.now())

    # From stage to stage

    def play(self) -> None:
        """Play it all, or as far as somebody can go on."""
        before: Reference | None = None
        for number, choice in enumerate(self.choices, start=1):
            self.stage = Stage.objects.get(tournament=self.tournament, number=number)
            lines = self._draw(choice, before)
            if lines is None:
                break
            self.model = self._reference(choice, lines)
            self.settle()
            self._play_stage()
            before = self.model
            self.choice_before = choice
        if self.entrants <= VERIFIED:
            tournament = Tournament.objects.get(pk=self.tournament.pk)
            self.same("verify", verify_tournament(tournament).faults, [])

    def _reference(self, choice: StageChoice, lines: list[int]) -> Reference:
        points = {key: Fraction(str(value)) for key, value in choice.match_points.items()}
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
        return self.reference(choice.form, options, lines, self.seats, house)

    def _draw(self, choice: StageChoice, before: Reference | None) -> list[int] | None:
        """Draw a stage; None where it cannot be drawn, and then the reference has to know why."""
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
        runner.drain(60)
        drawn = self.stage.draws.order_by("-version")[0]
        lines = [self.numbers[line] for line in drawn.lines]
        self.same("the lines", *self._lines(lines, by, before, tiers))
        return lines

    def _tiers(self, before: Reference) -> list[list[int]] | None:
        """Who goes on from the stage before."""
        options, tables = before.options, before.tables()
        advance = options.get("advance", 0) or max(len(before.lines), 1)
        best_next = options.get("best_next", 0)
        sure = len(tables) * advance
        if best_next == "fill_up":
            best_next = next(size for size in (2**power for power in range(11)) if size >= sure) - sure
        with_a_win = bool(options.get("nobody_without_a_win"))
        rules = Rules(advance, best_next, with_a_win, before.house.bye, gone=tuple(before.gone))
        return going_on(list(tables.values()), rules)

    def _lines(
        self, lines: list[int], by: str, before: Reference | None, tiers: list[list[int]] | None
    ) -> tuple[object, object]:
        """What is known of the lines before, and what they should be."""
        if before is None:
            seeded = [number for seed, number in sorted((s, n) for s, n in self.seeds if s is not None)]
            others = sorted(number for seed, number in self.seeds if seed is None)
            if by == "seeds":
                return lines, seeded + others
            return (lines[: len(seeded)], sorted(lines[len(seeded) :])), (seeded, others)
        if tiers is None:
            return lines, "a lot"
        if not before.groups:
            return lines, [who for tier in tiers for who in tier]
        found, at = [], 0
        for tier in tiers:
            found.append(sorted(lines[at : at + len(tier)]))
            at += len(tier)
        return found, [sorted(tier) for tier in tiers]

    # Act by act

    def _play_stage(self) -> None:
        for _turn in range(10_000):
            self.stage.refresh_from_db()
            if can_pair(self.stage):
                self.note("next round")
                next_round(self.stage, author=self.author, at=timezone.now())
                self.settle()
            open_matches = [
                label for label, (_who, state) in self.states.items() if state in ("ready", "playing")
            ]
            if not open_matches:
                break
            if self.random.random() < 0.25:
                self.random.choice([self.correct, self.correct, self.leave, self.enter_late])()
                self.settle()
                continue
            self._play_some(open_matches)
        for _last in range(self.random.choice([0, 0, 1, 2])):
            self.correct()
            self.settle()
            open_matches = [
                label for label, (_who, state) in self.states.items() if state in ("ready", "playing")
            ]
            if open_matches:
                self._play_stage()
                return
        self.same("the stage", Stage.objects.get(pk=self.stage.pk).state, "over")

    def _play_some(self, open_matches: list[str]) -> None:
        many = max(1, round(len(open_matches) * self.random.choice([0.4, 1, 1, 1])))
        rows = self.matches(self.random.sample(open_matches, many))
        for match in rows:
            chance = self.random.random()
            if match.state == "ready" and not match.sheet.summary.get("hands") and chance < 0.12:
                self.give(match)
            elif match.state == "ready" and chance < 0.17:
                self.begin(match)
            else:
                self.finish(match)
            if self.random.random() < 0.02:
                self.correct()
                break
        self.settle()

    def matches(self, labels: Sequence[str]) -> list[Match]:
        """These matches, in the order of the labels asked for."""
        rows = Match.objects.filter(stage=self.stage, label__in=labels)
        found = {match.label: match for match in rows.select_related("sheet", "stage", "tournament")}
        return [found[label] for label in labels]

    def begin(self, match: Match) -> None:
        """The first hand, where it decides nothing."""
        sheet = self.random.choice(self.sheets)
        if len(sheet.hands) < 2:
            self.finish(match)
            return
        self.note("begin", match.label)
        self._write(match, sheet, sheet.hands[:1])
        self.begun[str(match.pk)] = sheet
        self.model.hands.add(match.label)

    def finish(self, match: Match) -> None:
        """A match is played to its end and confirmed, with the hands it may have from before."""
        written = sheet_log(match.pk).hands if match.state == "playing" else {}
        sheet = self.begun.get(str(match.pk)) or self.random.choice(self.sheets)
        self.note("play", match.label, sheet.end)
        self._write(match, sheet, [hand for hand in sheet.hands if hand[0] not in written])
        self.begun[str(match.pk)] = sheet
        results.confirm_match(match.pk, author=self.author, at=timezone.now())
        self.model.play(match.label, sheet.end)

    def _write(self, match: Match, sheet: Sheet, hands: Sequence[Any]) -> None:
        for place, body in hands:
            results.write_hand(match.pk, place, body, author=self.author, at=timezone.now())

    def give(self, match: Match) -> None:
        """A match is given to who is there, or to nobody."""
        winner = self.random.choice([*range(self.seats), *range(self.seats), None])
        self.note("give", match.label, winner)
        results.award_walkover(match.pk, winner, "assenti", author=self.author, at=timezone.now())
        self.model.play(match.label, End("walkover" if winner is not None else "double_walkover", winner))

    def leave(self) -> None:
        """Somebody leaves the stage, or is sent away."""
        left = [who for who in self.model.lines if who not in self.model.gone]
        if len(left) < 2 or len(self.model.gone) > len(left) // 3:
            return
        if self.partners > 1 and len(left) <= self.seats * self.partners:
            return
        who, kind = self.random.choice(left), self.random.choice(GIVEN[1:])
        self.note(kind, "of", who)
        team = Team.objects.get(tournament=self.tournament, number=who)
        done = self.model.leave(who, kind)
        try:
            with transaction.atomic():
                leave_stage(team, kind, "se ne va", author=self.author, at=timezone.now())
        except NotNow as refusal:
            self.same("the leaving", (refusal.code, done), ("nothing_to_leave", False))
            return
        self.same("the leaving", True, done)

    def enter_late(self) -> None:
        """Somebody comes after the draw."""
        if self.model.form not in ("swiss", "danish", "individual") or self.stage.number > 1:
            return
        number = max(self.numbers.values()) + 1
        names = [f"Persona {number} tardi {letter}" for letter in "ab"]
        size = CARD_GAMES[self.setting.card_game].players_a_side // self.partners
        entry = Entry(names[:size], f"Squadra {number}")
        self.note("late", number)
        can = self.model.may_enter_late()
        try:
            with transaction.atomic():
                (team,) = enter_late(self.tournament, [entry], author=self.author, at=timezone.now())
        except NotNow as refusal:
            self.same("the latecomer", (refusal.code, can), ("too_late_to_enter", False))
            return
        self.same("the latecomer", team.number if can else "refused", number)
        self.numbers[str(team.pk)] = number
        self.model.enter_late(number)

    def correct(self) -> None:
        """What counts is put right: by hands, by another ending, or back at the table."""
        counted = sorted(self.model.counts)
        if not counted:
            return
        match = self.matches([self.random.choice(counted)])[0]
        end, correction, sheet = self._any_correction(match)
        self.note("correct", match.label, end, "stays" if correction.stays else "")
        done = self.model.correct(match.label, end, stays=correction.stays)
        self.same("the correction", self._correct_for_real(match, correction), done)
        if done and sheet:
            self.begun[str(match.pk)] = sheet

    def _any_correction(self, match: Match) -> tuple[End | None, Correction, Sheet | None]:
        stays = self.random.random() < 0.4
        kind = self.random.choice(["hands", "hands", "without play", "nobody", "reopened"])
        if kind == "hands" and match.sheet.summary.get("over"):
            sheet = self.random.choice(self.sheets)
            changes = self._changes(match, sheet)
            if changes:
                return sheet.end, Correction(hands=changes, stays=stays), sheet
        if kind == "reopened":
            gone = any(who in self.model.gone for who in self.model.states()[match.label][0])
            if not gone:
                return None, Correction(outcome="reopened", stays=stays), None
        if kind == "nobody":
            annulled = () if self.model.bracket else ("annulled",)
            outcome = self.random.choice(TO_NOBODY + annulled)
            return End(outcome), Correction(outcome=outcome, stays=stays), None
        outcome, winner = self.random.choice(GIVEN), self.random.randrange(self.seats)
        return End(outcome, winner), Correction(outcome=outcome, winner=winner, stays=stays), None

    def _changes(self, match: Match, sheet: Sheet) -> list[HandChange]:
        """What turns the sheet of a match into another one."""
        log = sheet_log(match.pk)
        wanted = dict(sheet.hands)
        standing = {place: hand for place, hand in log.hands.items() if hand.body is not None}
        return [
            HandChange(place, log.hands[place].version if place in log.hands else 0, wanted.get(place))
            for place in sorted({*standing, *wanted})
            if place not in standing or standing[place].body != wanted.get(place)
        ]

    def _correct_for_real(self, match: Match, correction: Correction) -> bool:
        """Whether it was done; False where the director has to decide first."""
        try:
            with transaction.atomic():
                correct_match(match.pk, correction, "scritto male", author=self.author, at=timezone.now())
        except NotNow as refusal:
            self.same("the refusal", refusal.code, "director_decides")
            return False
        return True

    # Comparing

    def settle(self) -> None:
        """Let the jobs run, tell the reference of new matches, compare everything."""
        runner.drain(120)
        rows = list(
            Match.objects.filter(stage=self.stage).prefetch_related("slots").order_by("round", "number")
        )
        found = {
            match.label: ([self._standing(slot) for slot in match.slots.all()], match.state) for match in rows
        }
        self._learn(rows, found)
        self.states = self.model.states()
        self.same("the matches", found, self.states)
        open_stage = Stage.objects.get(pk=self.stage.pk).state != "over"
        self.same("whether it is played", open_stage or self.model.over, True)
        self._compare_standings()

    def _standing(self, slot: Any) -> int | str:
        if slot.team_id:
            return self.numbers[str(slot.team_id)]
        return "nobody" if slot.resolved else "unknown"

    def _learn(self, rows: Sequence[Match], found: dict[str, Any]) -> None:
        if self.model.form in BRACKETS:
            self.same("the rounds", {match.label: match.round for match in rows}, self.model.turns)
            return
        new = [match for match in rows if match.label not in self.model.sources]
        if new and (not self.model.sources or self.model.form in BY_ROUNDS):
            self.model.learn(
                [
                    Told(
                        match.label,
                        match.round,
                        tuple(who for who in found[match.label][0] if isinstance(who, int)),
                        match.group,
                    )
                    for match in new
                ]
            )
            self.same("the promises", self.model.faults, [])

    def _compare_standings(self) -> None:
        now = standings_now(Stage.objects.select_related("tournament").get(pk=self.stage.pk))
        tables = {key: list(rows) for key, rows in now.groups.items()} or {"": list(now.rows)}
        found = {key: [self._row(row) for row in rows] for key, rows in tables.items()}
        expected = {key: [tuple(row) for row in rows] for key, rows in self.model.tables().items()}
        if self.model.bracket and not self.model.over:
            found, expected = _unordered(found), _unordered(expected)
        self.same("the standings", found, expected)

    def _row(self, row: Any) -> tuple[object, ...]:
        tally = row.tally
        columns = (
            *(tally.played, tally.walkovers, tally.won, tally.level, tally.lost, tally.byes),
            *(tally.games_won, tally.games_lost, tally.points_for, tally.points_against),
        )
        return row.place, self.numbers[str(row.entrant)], row.match_points, columns, row.tie_breaks


def _unordered(tables: dict[str, Any]) -> Any:
    """What each has made, whoever is before whom."""
    return {key: sorted(row[1:4] for row in rows) for key, rows in tables.items()}


def _differences(found: Any, expected: Any) -> list[str]:
    """What is not the same, part by part."""
    if isinstance(found, dict) and isinstance(expected, dict):
        keys = [key for key in {**found, **expected} if found.get(key) != expected.get(key)]
        return [
            line for key in keys for line in (f"{key}:", *_differences(found.get(key), expected.get(key)))
        ]
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected) > 1:
        pairs = [pair for pair in zip(found, expected, strict=True) if pair[0] != pair[1]]
        return [line for pair in pairs for line in _differences(*pair)]
    return [f"  the site says  {found}", f"  the reference  {expected}"]
