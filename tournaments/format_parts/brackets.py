"""The bracket of a stage, folded from its structure and its outcomes and from nothing else."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from scoring.types import Sentence, _
from tournaments.format_parts.advancement import (
    PROGRESS_OF,
    Progress,
    SlotMove,
    arrival,
    free,
    pass_on,
    sent_on,
    settle,
)
from tournaments.types import (
    UNKNOWN,
    Bye,
    EntrantId,
    Expected,
    KnownEntrant,
    Label,
    Line,
    LineAfter,
    Nobody,
    Occupant,
    Outcome,
    Pairing,
    Plan,
    PlannedMatch,
    PlannedSlot,
    Side,
    Sides,
    WinnerOf,
)


@dataclass(frozen=True)
class BracketMatch:
    """A match of the bracket as it stands."""

    label: Label
    sides: Sides
    outcome: Outcome | None
    withdrawn: tuple[EntrantId, ...] = ()
    """The entrants of this match that left the stage before it was decided: their side is empty."""

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return PROGRESS_OF[type(self.outcome)] if self.outcome else arrival(self.sides)


@dataclass(frozen=True)
class Bracket:
    """Every match of a stage as it stands, and who won the one that decides it."""

    plan: Plan
    matches: Mapping[Label, BracketMatch]
    kept_out: Mapping[tuple[Label, Side], Occupant] = field(default_factory=dict)
    """Who would stand on a side of a match that keeps its entrants."""

    @property
    def champion(self) -> Occupant:
        """Who won it all: known, not yet, or nobody; where no match decides it, the standings say."""
        if self.plan.final is None:
            return UNKNOWN
        final = self.matches[self.plan.final]
        return sent_on(final.sides, final.outcome).winner if final.outcome else UNKNOWN


def open_pairings(bracket: Bracket) -> tuple[Pairing, ...]:
    """Who meets whom in the first round that is not over, as far as it is known; nobody once all are."""
    matches = [(planned.round, bracket.matches[planned.label]) for planned in bracket.plan.matches]
    to_play = min((number for number, match in matches if not match.outcome), default=0)
    pairings = (
        tuple(side.entrant for side in match.sides if isinstance(side, KnownEntrant | Expected))
        for number, match in matches
        if number == to_play
    )
    return tuple(pairing for pairing in pairings if pairing)


def champion_missing(bracket: Bracket) -> Sentence | None:
    """Say so when the final is over and nobody won it."""
    if not isinstance(bracket.champion, Nobody):
        return None
    return Sentence(_("Nobody won the final, so there is no champion: first place is not given."))


class _Memory:
    """A board in memory, for the fold of a whole stage."""

    def __init__(
        self,
        plan: Plan,
        outcomes: Mapping[Label, Outcome],
        seated: Mapping[Label, Sides],
        absent: Mapping[EntrantId, str],
    ) -> None:
        self.recorded = outcomes
        self.seated = seated
        self.withdrawals = absent
        self.rounds = {match.label: match.round for match in plan.matches}
        self.free = {match.label for match in plan.matches if _is_free(match, len(plan.entrants))}
        self.standing: dict[Label, list[Occupant]] = {
            match.label: [UNKNOWN] * len(match.sources) for match in plan.matches
        }
        self.outcomes: dict[Label, Outcome] = {}
        self.withdrawn: dict[Label, tuple[EntrantId, ...]] = defaultdict(tuple)
        self._before_leaving: dict[tuple[Label, Side], KnownEntrant] = {}
        self.feeds: dict[Label, list[PlannedSlot]] = defaultdict(list)
        for match in plan.matches:
            for side, source in enumerate(match.sources):
                if isinstance(source, Line):
                    self.place(SlotMove(match.label, side, plan.on_line(source.number)))
                    continue
                coming = plan.entrants[source.number - 1] if isinstance(source, LineAfter) else None
                self.feeds[source.match].append(PlannedSlot(match.label, side, source, coming))
                if coming is not None:
                    self.place(SlotMove(match.label, side, Expected(coming)))

    def sides(self, match: Label) -> Sides:
        sides = self.seated.get(match) or tuple(self.standing[match])
        if (
            self.withdrawn[match]
            and all(isinstance(side, Nobody) for side in sides)
            and self._played_after(match)
        ):
            last = KnownEntrant([who for who in self.withdrawals if who in self.withdrawn[match]][-1])
            there = (self._before_leaving.get((match, number)) for number in range(len(sides)))
            return tuple(last if before == last else side for before, side in zip(there, sides, strict=True))
        return sides

    def _played_after(self, match: Label) -> bool:
        """Whether the next match of who goes on from it is decided: then who left last had a bye here."""
        after = [slot.match for slot in self.feeds[match] if isinstance(slot.source, WinnerOf)]
        return any(each in self.recorded or self._played_after(each) for each in after)

    def fed_by(self, match: Label) -> Iterable[PlannedSlot]:
        return self.feeds[match]

    def place(self, move: SlotMove) -> bool:
        coming = self._unless_withdrawn(move)
        changed = self.standing[move.match][move.side] != coming
        self.standing[move.match][move.side] = coming
        return changed

    def _unless_withdrawn(self, move: SlotMove) -> Occupant:
        """Who has left stands only where a match was decided, and where the draw gave it a bye before."""
        who = move.occupant
        if not isinstance(who, KnownEntrant | Expected) or who.entrant not in self.withdrawals:
            return who
        if move.match in self.recorded:
            return KnownEntrant(who.entrant)  # waits for nothing any more
        if move.match in self.free and not self._left_before(move, who.entrant):
            return who
        if who.entrant not in self.withdrawn[move.match]:
            self.withdrawn[move.match] += (who.entrant,)
            self._before_leaving[move.match, move.side] = KnownEntrant(who.entrant)
        return Nobody(self.withdrawals[who.entrant])

    def _left_before(self, move: SlotMove, entrant: EntrantId) -> bool:
        """Whether its place in an earlier round is empty already."""
        left = (self.rounds[label] for label, gone in self.withdrawn.items() if entrant in gone)
        return any(turn < self.rounds[move.match] for turn in left)

    def decided(self, match: Label) -> Outcome | None:
        return self.outcomes.get(match) if match in self.recorded else None

    def stand(self, match: Label, progress: Progress, bye: Bye | None) -> None:
        if bye:
            self.outcomes[match] = bye

    def matches(self) -> dict[Label, BracketMatch]:
        return {
            label: BracketMatch(label, sides, self.outcomes.get(label), self._withdrawn_from(label, sides))
            for label, sides in ((label, self.sides(label)) for label in self.standing)
        }

    def _withdrawn_from(self, label: Label, sides: Sides) -> tuple[EntrantId, ...]:
        return tuple(who for who in self.withdrawn[label] if KnownEntrant(who) not in sides)

    def kept_out(self) -> dict[tuple[Label, Side], Occupant]:
        return {
            (label, side): self.standing[label][side]
            for label, sides in self.seated.items()
            for side, stays in enumerate(sides)
            if self.standing[label][side] != stays
        }


def _is_free(match: PlannedMatch, entrants: int) -> bool:
    """Whether the draw itself leaves a side of it empty."""
    return any(isinstance(source, Line) and source.number > entrants for source in match.sources)


def advance(
    plan: Plan,
    outcomes: Mapping[Label, Outcome],
    *,
    given_back: Container[Label] = (),
    seated: Mapping[Label, Sides] | None = None,
    absent: Mapping[EntrantId, str] | None = None,
) -> Bracket:
    """Fold structure and outcomes into the bracket; byes are worked out, so those given are passed over.

    `given_back` are matches that were over and are open again: who waited for their end waits no longer.
    `seated` keep their entrants, whoever wins before them. `absent` says who has left the
    stage and why: they stand in no match that is not decided.
    """
    given = {label: outcome for label, outcome in outcomes.items() if not isinstance(outcome, Bye)}
    board = _Memory(plan, given, seated or {}, absent or {})
    for match in plan.matches:
        if all(isinstance(source, Line) for source in match.sources):
            settle(board, match.label)
    for match in plan.matches:
        if match.label in given:
            board.outcomes[match.label] = given[match.label]
            pass_on(board, match.label, given[match.label])
        elif match.label in given_back:
            free(board, match.label)
        elif absent:
            settle(board, match.label)
    return Bracket(plan, board.matches(), board.kept_out())
