"""Tests of advancement: a bracket updated match by match equals the bracket computed as a whole."""

from collections.abc import Iterable

import pytest
from hypothesis import given, strategies as st

from tests.format_parts.builders import a_plan, a_table_plan, names, ready
from tournaments.competition.format_parts.advancement import (
    Progress,
    SlotMove,
    arrival,
    bye_of,
    moves_after,
    pass_on,
    sent_on,
)
from tournaments.competition.format_parts.brackets import Bracket, BracketMatch, advance
from tournaments.competition.types import (
    UNKNOWN,
    Annulled,
    Bye,
    DoubleWalkover,
    EntrantId,
    Expected,
    KnownEntrant,
    Label,
    Line,
    LineAfter,
    LoserOf,
    Nobody,
    Outcome,
    Plan,
    PlannedSlot,
    Result,
    Sides,
    Walkover,
    WinnerOf,
    Withdrawal,
)

A, B = KnownEntrant(EntrantId("A")), KnownEntrant(EntrantId("B"))
NOBODY = Nobody("double_walkover")


@pytest.mark.parametrize(
    ("outcome", "winner", "loser"),
    [
        pytest.param(Result(1), "B", "A", id="played"),
        pytest.param(Walkover(0), "A", "B", id="COM-WO-1: the absent side is the loser"),
        pytest.param(Withdrawal(0), "A", "(withdrawal)", id="who left is no loser"),
        pytest.param(DoubleWalkover(), "(double_walkover)", "(double_walkover)", id="neither was there"),
    ],
)
def test_outcome_of_a_match_determines_the_occupants_of_the_next_slots(
    outcome: Outcome, winner: str, loser: str
) -> None:
    assert names(sent_on((A, B), outcome)) == [winner, loser]


@pytest.mark.parametrize(
    ("sides", "winner", "loser"),
    [
        ((A, NOBODY), "A", "(no_loser)"),
        ((NOBODY, B), "B", "(no_loser)"),
        ((NOBODY, NOBODY), "(double_walkover)", "(no_loser)"),
    ],
    ids=["second side empty", "first side empty", "both empty"],
)
def test_bye_advances_the_only_entrant(sides: Sides, winner: str, loser: str) -> None:
    assert names(sent_on(sides, bye_of(sides))) == [winner, loser]


@pytest.mark.parametrize("sides", [(A, UNKNOWN), (A, NOBODY)], ids=["one not known", "one empty"])
def test_win_of_a_match_with_an_empty_side_is_refused(sides: Sides) -> None:
    with pytest.raises(ValueError, match="two entrants"):
        sent_on(sides, Result(0))


def test_tied_match_without_a_winner_raises_value_error() -> None:
    with pytest.raises(ValueError, match="level"):
        sent_on((A, B), Result(None))


@pytest.mark.parametrize(
    ("sides", "progress"),
    [
        ((UNKNOWN, A), "waiting"),
        ((NOBODY, UNKNOWN), "waiting"),
        ((A, B, Expected(EntrantId("C"))), "waiting"),
        ((A, B, KnownEntrant(EntrantId("C"))), "ready"),
        ((A, B), "ready"),
        ((A, NOBODY), "bye"),
        ((NOBODY, NOBODY), "bye"),
    ],
)
def test_progress_of_an_undecided_match_depends_on_its_sides(sides: Sides, progress: str) -> None:
    assert arrival(sides) == progress


def test_outcome_fills_only_slots_that_still_expect_an_entrant() -> None:
    free_slot = PlannedSlot("R2.1", 0, LineAfter(1, "R1.1"), None)
    waits = PlannedSlot("R2.2", 0, LineAfter(2, "R1.1"), EntrantId("B"))
    assert moves_after([free_slot, waits], (A, B), Annulled()) == (SlotMove("R2.2", 0, B),)


def test_slot_receives_the_winner_or_the_loser_of_its_source_match() -> None:
    feeds = [PlannedSlot("R2.1", 1, WinnerOf("R1.2")), PlannedSlot("P3", 0, LoserOf("R1.2"))]
    assert moves_after(feeds, (A, B), Result(0)) == (SlotMove("R2.1", 1, A), SlotMove("P3", 0, B))


class Rows:
    """An in-memory copy of the database rows of a bracket: one row per slot, changed one at a time."""

    def __init__(self, bracket: Bracket) -> None:
        self.slots = {(m.label, n): side for m in bracket.matches.values() for n, side in enumerate(m.sides)}
        self.sources = [
            PlannedSlot(m.label, n, source, self.coming(m.label, n))
            for m in bracket.plan.matches
            for n, source in enumerate(m.sources)
        ]
        self.outcomes = {m.label: m.outcome for m in bracket.matches.values()}
        self.touched: list[Label] = []

    def coming(self, match: Label, side: int) -> EntrantId | None:
        occupant = self.slots[match, side]
        return occupant.entrant if isinstance(occupant, Expected) else None

    def sides(self, match: Label) -> Sides:
        return tuple(occupant for (label, _side), occupant in self.slots.items() if label == match)

    def fed_by(self, match: Label) -> Iterable[PlannedSlot]:
        return [
            slot for slot in self.sources if not isinstance(slot.source, Line) and slot.source.match == match
        ]

    def place(self, move: SlotMove) -> bool:
        changed = self.slots[move.match, move.side] != move.occupant
        self.slots[move.match, move.side] = move.occupant
        return changed

    def decided(self, match: Label) -> Outcome | None:
        outcome = self.outcomes[match]
        return None if isinstance(outcome, Bye) else outcome

    def stand(self, match: Label, progress: Progress, bye: Bye | None) -> None:
        self.touched.append(match)
        self.outcomes[match] = bye

    def matches(self) -> dict[Label, BracketMatch]:
        return {
            label: BracketMatch(label, self.sides(label), outcome) for label, outcome in self.outcomes.items()
        }


SOME_OUTCOME = st.one_of(
    st.builds(Result, st.sampled_from([0, 1])),
    st.builds(Walkover, st.sampled_from([0, 1])),
    st.builds(Withdrawal, st.sampled_from([0, 1])),
    st.just(DoubleWalkover()),
)


@given(st.integers(2, 40), st.booleans(), st.data())
def test_bracket_updated_match_by_match_equals_the_bracket_computed_as_a_whole(
    size: int, third: bool, data: st.DataObject
) -> None:
    match_by_match(a_plan(size, third_place=third), SOME_OUTCOME, data)


@given(st.integers(0, 12), st.integers(2, 5), st.integers(1, 4), st.data())
def test_mixed_tables_updated_match_by_match_equal_the_stage_computed_as_a_whole(
    more: int, sides: int, rounds: int, data: st.DataObject
) -> None:
    at_a_table = st.one_of(
        st.builds(Result, st.sampled_from([None, *range(sides)])),
        st.builds(Walkover, st.sampled_from(range(sides))),
        st.just(DoubleWalkover()),
    )
    match_by_match(a_table_plan(sides + more, sides, rounds), at_a_table, data)


def match_by_match(plan: Plan, some_outcome: st.SearchStrategy[Outcome], data: st.DataObject) -> None:
    """Decide all matches in random order, comparing the rows with the computed bracket after each match."""
    bracket = advance(plan, {})
    rows, outcomes = Rows(bracket), {}
    while open_matches := ready(bracket):
        label = data.draw(st.sampled_from(open_matches))
        outcomes[label] = rows.outcomes[label] = data.draw(some_outcome)
        pass_on(rows, label, outcomes[label])
        bracket = advance(plan, outcomes)
        assert rows.matches() == bracket.matches
    assert all(match.outcome for match in bracket.matches.values())


def test_advancement_updates_only_matches_whose_slots_change() -> None:
    rows = Rows(advance(a_plan(1024, third_place=True), {}))
    rows.outcomes["R1.1"] = Result(0)
    pass_on(rows, "R1.1", Result(0))
    assert rows.touched == ["R2.1"]
