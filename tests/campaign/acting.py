"""Random actions in a stage: playing, awarding and correcting matches; withdrawals and late entries."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.games import CARD_GAMES
from scoring.sheet.services.corrections import HandChange
from scoring.types import NotNow
from tests.builders import sheet_log
from tests.campaign.comparing import Compared
from tests.campaign.sheets import Sheet
from tests.campaign.standing import End
from tournaments.corrections.services import Correction, correct_match
from tournaments.entries.services.entries import Entry
from tournaments.entries.services.late_entries import enter_late
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.matches.services import results
from tournaments.models import Match, Stage, Team
from tournaments.stages.selectors.stage_facts import can_pair
from tournaments.stages.services import next_round

AWARDS = ("walkover", "withdrawal", "disqualification")
TO_NOBODY = ("double_walkover", "double_disqualification")


class Acting(Compared):
    """A stage in which the services and the reference implementation perform the same random actions."""

    def play_stage(self) -> None:
        for _turn in range(10_000):
            self.stage.refresh_from_db()
            if can_pair(self.stage):
                self.note("next round")
                next_round(self.stage, author=self.author, at=timezone.now())
                self.settle()
            open_matches = [
                label for label, (_entrants, state) in self.states.items() if state in ("ready", "playing")
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
                label for label, (_entrants, state) in self.states.items() if state in ("ready", "playing")
            ]
            if open_matches:
                self.play_stage()
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
        """Return the matches with the given labels, in the order of the labels."""
        rows = Match.objects.filter(stage=self.stage, label__in=labels)
        by_label = {match.label: match for match in rows.select_related("sheet", "stage", "tournament")}
        return [by_label[label] for label in labels]

    def begin(self, match: Match) -> None:
        """Record the first hand of a match; if one hand decides the match, finish it instead."""
        sheet = self.random.choice(self.sheets)
        if len(sheet.hands) < 2:
            self.finish(match)
            return
        self.note("begin", match.label)
        self._write(match, sheet, sheet.hands[:1])
        self.begun[str(match.pk)] = sheet
        self.model.hands.add(match.label)

    def finish(self, match: Match) -> None:
        """Play a match to its end and confirm it; hands that are already recorded are kept."""
        hands = sheet_log(match.pk).hands if match.state == "playing" else {}
        sheet = self.begun.get(str(match.pk)) or self.random.choice(self.sheets)
        self.note("play", match.label, sheet.end)
        self._write(match, sheet, [hand for hand in sheet.hands if hand[0] not in hands])
        self.begun[str(match.pk)] = sheet
        results.confirm_match(match.pk, author=self.author, at=timezone.now())
        self.model.play(match.label, sheet.end)

    def _write(self, match: Match, sheet: Sheet, hands: Sequence[Any]) -> None:
        for place, body in hands:
            results.write_hand(match.pk, place, body, author=self.author, at=timezone.now())

    def give(self, match: Match) -> None:
        """Award a match to a random side, or to neither side."""
        winner = self.random.choice([*range(self.seats), *range(self.seats), None])
        self.note("give", match.label, winner)
        results.award_walkover(match.pk, winner, "assenti", author=self.author, at=timezone.now())
        self.model.play(match.label, End("walkover" if winner is not None else "double_walkover", winner))

    def leave(self) -> None:
        """Withdraw or disqualify an entrant."""
        present = [entrant for entrant in self.model.lines if entrant not in self.model.departures]
        if len(present) < 2 or len(self.model.departures) > len(present) // 3:
            return
        if self.partners > 1 and len(present) <= self.seats * self.partners:
            return
        entrant, kind = self.random.choice(present), self.random.choice(AWARDS[1:])
        self.note(kind, "of", entrant)
        team = Team.objects.get(tournament=self.tournament, number=entrant)
        withdrawn = self.model.leave(entrant, kind)
        try:
            with transaction.atomic():
                leave_stage(team, kind, "se ne va", author=self.author, at=timezone.now())
        except NotNow as refusal:
            self.same("the leaving", (refusal.code, withdrawn), ("nothing_to_leave", False))
            return
        self.same("the leaving", True, withdrawn)

    def enter_late(self) -> None:
        """Add an entrant after the draw."""
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
        """Correct a finished match: change hands, set another outcome, or reopen it."""
        counted = sorted(self.model.counts)
        if not counted:
            return
        match = self.matches([self.random.choice(counted)])[0]
        end, correction, sheet = self._any_correction(match)
        self.note("correct", match.label, end, "stays" if correction.stays else "")
        corrected = self.model.correct(match.label, end, stays=correction.stays)
        self.same("the correction", self._correct_for_real(match, correction), corrected)
        if corrected and sheet:
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
            withdrawn = any(
                entrant in self.model.departures for entrant in self.model.states()[match.label][0]
            )
            if not withdrawn:
                return None, Correction(outcome="reopened", stays=stays), None
        if kind == "nobody":
            annulled = () if self.model.bracket else ("annulled",)
            outcome = self.random.choice(TO_NOBODY + annulled)
            return End(outcome), Correction(outcome=outcome, stays=stays), None
        outcome, winner = self.random.choice(AWARDS), self.random.randrange(self.seats)
        return End(outcome, winner), Correction(outcome=outcome, winner=winner, stays=stays), None

    def _changes(self, match: Match, sheet: Sheet) -> list[HandChange]:
        """Return the changes that turn the hands of a match into the hands of `sheet`."""
        log = sheet_log(match.pk)
        wanted = dict(sheet.hands)
        standing = {place: hand for place, hand in log.hands.items() if hand.body is not None}
        return [
            HandChange(place, log.hands[place].version if place in log.hands else 0, wanted.get(place))
            for place in sorted({*standing, *wanted})
            if place not in standing or standing[place].body != wanted.get(place)
        ]

    def _correct_for_real(self, match: Match, correction: Correction) -> bool:
        """Correct a match through the service; return False if the director must first make a decision."""
        try:
            with transaction.atomic():
                correct_match(match.pk, correction, "scritto male", author=self.author, at=timezone.now())
        except NotNow as refusal:
            self.same("the refusal", refusal.code, "director_decides")
            return False
        return True
