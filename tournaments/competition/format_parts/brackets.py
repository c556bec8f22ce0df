"""The bracket of a stage, computed from only its structure and its outcomes."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from scoring.types import Sentence, _
from tournaments.competition import types
from tournaments.competition.format_parts import advancement


@dataclass(frozen=True)
class BracketMatch:
    """The current state of a match of the bracket."""

    label: types.Label
    sides: types.Sides
    outcome: types.Outcome | None
    # The entrants that left the stage before this match was decided; their side is empty.
    withdrawn: tuple[types.EntrantId, ...] = ()

    @property
    def progress(self) -> advancement.Progress:
        """The progress of this match."""
        return (
            advancement.PROGRESS_OF[type(self.outcome)] if self.outcome else advancement.arrival(self.sides)
        )


@dataclass(frozen=True)
class Bracket:
    """The current state of all matches of a stage."""

    plan: types.Plan
    matches: Mapping[types.Label, BracketMatch]
    # The occupants that would replace the entrants of matches that keep their entrants (`seated`).
    kept_out: Mapping[tuple[types.Label, types.Side], types.Occupant] = field(default_factory=dict)

    @property
    def champion(self) -> types.Occupant:
        """The winner of the final; nobody if no side has won; UNKNOWN before its end, or without a final."""
        if self.plan.final is None:
            return types.UNKNOWN
        final = self.matches[self.plan.final]
        return advancement.sent_on(final.sides, final.outcome).winner if final.outcome else types.UNKNOWN


def open_pairings(bracket: Bracket) -> tuple[types.Pairing, ...]:
    """Return the known entrants of each match in the first unfinished round; empty if all rounds are over."""
    matches = [(planned.round, bracket.matches[planned.label]) for planned in bracket.plan.matches]
    to_play = min((number for number, match in matches if not match.outcome), default=0)
    pairings = (
        tuple(side.entrant for side in match.sides if isinstance(side, types.KnownEntrant | types.Expected))
        for number, match in matches
        if number == to_play
    )
    return tuple(pairing for pairing in pairings if pairing)


def champion_missing(bracket: Bracket) -> Sentence | None:
    """Return the reason why there is no champion; None unless the final is over without a winner."""
    if not isinstance(bracket.champion, types.Nobody):
        return None
    return Sentence(_("Nobody won the final, so there is no champion: first place is not given."))


class _Memory:
    """The slots of a stage in memory. The function `advance` uses this class to compute the whole bracket."""

    def __init__(
        self,
        plan: types.Plan,
        outcomes: Mapping[types.Label, types.Outcome],
        seated: Mapping[types.Label, types.Sides],
        absent: Mapping[types.EntrantId, str],
    ) -> None:
        self.recorded = outcomes
        self.seated = seated
        self.withdrawals = absent
        self.rounds = {match.label: match.round for match in plan.matches}
        self.free = {match.label for match in plan.matches if _is_free(match, len(plan.entrants))}
        self.standing: dict[types.Label, list[types.Occupant]] = {
            match.label: [types.UNKNOWN] * len(match.sources) for match in plan.matches
        }
        self.outcomes: dict[types.Label, types.Outcome] = {}
        self.withdrawn: dict[types.Label, tuple[types.EntrantId, ...]] = defaultdict(tuple)
        self._before_leaving: dict[tuple[types.Label, types.Side], types.KnownEntrant] = {}
        self.feeds: dict[types.Label, list[types.PlannedSlot]] = defaultdict(list)
        for match in plan.matches:
            for side, source in enumerate(match.sources):
                if isinstance(source, types.Line):
                    self.place(advancement.SlotMove(match.label, side, plan.on_line(source.number)))
                    continue
                coming = plan.entrants[source.number - 1] if isinstance(source, types.LineAfter) else None
                self.feeds[source.match].append(types.PlannedSlot(match.label, side, source, coming))
                if coming is not None:
                    self.place(advancement.SlotMove(match.label, side, types.Expected(coming)))

    def sides(self, match: types.Label) -> types.Sides:
        sides = self.seated.get(match) or tuple(self.standing[match])
        if (
            self.withdrawn[match]
            and all(isinstance(side, types.Nobody) for side in sides)
            and self._played_after(match)
        ):
            last = types.KnownEntrant(
                [entrant for entrant in self.withdrawals if entrant in self.withdrawn[match]][-1]
            )
            occupants = (self._before_leaving.get((match, number)) for number in range(len(sides)))
            return tuple(
                last if before == last else side for before, side in zip(occupants, sides, strict=True)
            )
        return sides

    def _played_after(self, match: types.Label) -> bool:
        after = [slot.match for slot in self.feeds[match] if isinstance(slot.source, types.WinnerOf)]
        return any(each in self.recorded or self._played_after(each) for each in after)

    def fed_by(self, match: types.Label) -> Iterable[types.PlannedSlot]:
        return self.feeds[match]

    def place(self, move: advancement.SlotMove) -> bool:
        coming = self._occupant_after_withdrawals(move)
        changed = self.standing[move.match][move.side] != coming
        self.standing[move.match][move.side] = coming
        return changed

    def _occupant_after_withdrawals(self, move: advancement.SlotMove) -> types.Occupant:
        """Return the occupant of a slot, empty if the entrant has left the stage.

        An entrant that left keeps its slots in decided matches and in byes of the draw.
        """
        occupant = move.occupant
        if (
            not self.withdrawals
            or not isinstance(occupant, types.STANDING)
            or occupant.entrant not in self.withdrawals
        ):
            return occupant
        if move.match in self.recorded:
            return types.KnownEntrant(occupant.entrant)  # no longer waits for another match
        if move.match in self.free and not self._left_before(move, occupant.entrant):
            return occupant
        if occupant.entrant not in self.withdrawn[move.match]:
            self.withdrawn[move.match] += (occupant.entrant,)
            self._before_leaving[move.match, move.side] = types.KnownEntrant(occupant.entrant)
        return types.Nobody(self.withdrawals[occupant.entrant])

    def _left_before(self, move: advancement.SlotMove, entrant: types.EntrantId) -> bool:
        turns = (self.rounds[label] for label, entrants in self.withdrawn.items() if entrant in entrants)
        return any(turn < self.rounds[move.match] for turn in turns)

    def decided(self, match: types.Label) -> types.Outcome | None:
        return self.outcomes.get(match) if match in self.recorded else None

    def stand(self, match: types.Label, progress: advancement.Progress, bye: types.Bye | None) -> None:
        if bye:
            self.outcomes[match] = bye

    def matches(self) -> dict[types.Label, BracketMatch]:
        return {
            label: BracketMatch(label, sides, self.outcomes.get(label), self._withdrawn_from(label, sides))
            for label, sides in ((label, self.sides(label)) for label in self.standing)
        }

    def _withdrawn_from(self, label: types.Label, sides: types.Sides) -> tuple[types.EntrantId, ...]:
        return tuple(entrant for entrant in self.withdrawn[label] if types.KnownEntrant(entrant) not in sides)

    def kept_out(self) -> dict[tuple[types.Label, types.Side], types.Occupant]:
        return {
            (label, side): self.standing[label][side]
            for label, sides in self.seated.items()
            for side, stays in enumerate(sides)
            if self.standing[label][side] != stays
        }


def _is_free(match: types.PlannedMatch, entrants: int) -> bool:
    """Return True if the draw gives a bye in this match, because one of its lines has no entrant."""
    return any(isinstance(source, types.Line) and source.number > entrants for source in match.sources)


def _has_only_lines(match: types.PlannedMatch) -> bool:
    return _LINE.issuperset(map(type, match.sources))


_LINE = frozenset({types.Line})


def _matches_on_lines(
    plan: types.Plan, outcomes: Mapping[types.Label, types.Outcome]
) -> Iterator[BracketMatch]:
    """Yield the current matches of a stage in which no match depends on the outcome of another match."""
    on_line = cache(plan.on_line)
    for label, _round, _number, sources, _group in plan.matches:
        sides = tuple([on_line(source.number) for source in sources if isinstance(source, types.Line)])
        outcome = outcomes.get(label)
        if outcome is not None:
            advancement.refuse_unseated(sides)
        elif advancement.arrival(sides) is advancement.Progress.BYE:
            outcome = advancement.bye_of(sides)
        yield BracketMatch(label, sides, outcome)


def advance(
    plan: types.Plan,
    outcomes: Mapping[types.Label, types.Outcome],
    *,
    given_back: Container[types.Label] = (),
    seated: Mapping[types.Label, types.Sides] | None = None,
    absent: Mapping[types.EntrantId, str] | None = None,
) -> Bracket:
    """Compute the bracket from its structure and its outcomes; byes in `outcomes` are ignored.

    `given_back` are matches that were over and are open again; entrants of such a match can begin a later
    match without waiting for its new result. `seated` are matches that keep their entrants, whatever the
    results of earlier matches. `absent` maps each entrant that left the stage to the reason; the entrant is
    removed from all undecided matches.
    """
    match_outcomes = {
        label: outcome for label, outcome in outcomes.items() if not isinstance(outcome, types.Bye)
    }
    if not absent and not seated and all(map(_has_only_lines, plan.matches)):
        return Bracket(plan, {match.label: match for match in _matches_on_lines(plan, match_outcomes)})
    board = _Memory(plan, match_outcomes, seated or {}, absent or {})
    for match in plan.matches:
        if _has_only_lines(match):
            advancement.settle(board, match.label)
    for match in plan.matches:
        if match.label in match_outcomes:
            board.outcomes[match.label] = match_outcomes[match.label]
            advancement.pass_on(board, match.label, match_outcomes[match.label])
        elif match.label in given_back:
            advancement.free(board, match.label)
        elif absent:
            advancement.settle(board, match.label)
    return Bracket(plan, board.matches(), board.kept_out())
