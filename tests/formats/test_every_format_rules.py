"""Contract tests for every format; a new file in `formats/` is covered automatically."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from scoring.types import BadSetup, NoPairing
from tests.format_parts.builders import played_out, some_entrants, stronger_pair_wins, stronger_wins
from tournaments.competition.format_parts.brackets import Bracket
from tournaments.competition.format_parts.format import Format
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import StageState, meetings_of
from tournaments.competition.standings.tables import standings
from tournaments.competition.types import KnownEntrant, Pairing, RematchOf

every_format = pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)

every_format_of_two = pytest.mark.parametrize(
    "form",
    [form for form in FORMATS.values() if 2 in form.sides and form.partners == 1],
    ids=lambda form: form.key,
)


def switched_on(form: Format) -> dict[str, object]:
    """Return all boolean options set to true, except options that contradict an earlier option."""
    on: dict[str, object] = {}
    for key in (option.key for option in form.options if option.schema == {"type": "boolean"}):
        if not form.contradictions(form.read_options({}) | on | {key: True}):  # type: ignore[arg-type]
            on[key] = True
    return on


def a_whole_stage(form: Format, entrants: int, sides: int = 0) -> tuple[Bracket, StageState]:
    """Play a whole stage, one round at a time if the pairings depend on the results."""
    sides = sides or min(form.sides)
    options = form.read_options(switched_on(form))
    rounds: list[tuple[Pairing, ...]] = []
    while True:
        judge = stronger_wins if form.partners == 1 else stronger_pair_wins
        bracket, _outcomes = played_out(form.plan(some_entrants(entrants), options, sides, rounds), judge)
        stage = StageState(
            bracket.plan.entrants, meetings_of(bracket), options, sides=sides, partners=form.partners
        )
        following = form.pair(stage)
        if not following:
            return bracket, stage
        rounds.append(following)


def some_size(form: Format, data: st.DataObject) -> tuple[int, int]:
    """Return a valid number of entrants and a valid number of sides at a table."""
    sides = data.draw(st.sampled_from(form.sides))
    return data.draw(st.integers(max(form.fewest, sides), min(form.most, 24))), sides


def test_format_is_registered_under_its_key_and_has_a_unique_position() -> None:
    assert FORMATS
    places = [form.listed for form in FORMATS.values()]
    assert places == sorted(set(places))
    assert all(form.key == key for key, form in FORMATS.items())


@every_format
@given(data=st.data())
def test_format_seats_every_entrant_once_a_round_and_spreads_the_byes(
    form: Format, data: st.DataObject
) -> None:
    bracket, stage = a_whole_stage(form, *some_size(form, data))
    rounds: dict[int, list[str]] = {}
    for planned in bracket.plan.matches:
        seated = [
            side.entrant for side in bracket.matches[planned.label].sides if isinstance(side, KnownEntrant)
        ]
        rounds.setdefault(planned.round, []).extend(seated)
    assert all(len(seated) == len(set(seated)) for seated in rounds.values())
    assert sorted(rounds[1]) == sorted(bracket.plan.entrants)
    assert max(rounds) == form.round_count(stage) == bracket.plan.rounds
    byes = [stage.tally(entrant).byes for entrant in stage.entrants]
    assert max(byes) - min(byes) <= 1
    assert all(match.outcome for match in bracket.matches.values())


@every_format_of_two
@given(data=st.data())
def test_format_with_two_sides_avoids_repeated_opponents(form: Format, data: st.DataObject) -> None:
    bracket, stage = a_whole_stage(form, data.draw(st.integers(4, min(form.most, 24))))
    times = 1 + 2 * two_defeats_it_takes(bracket)
    for first, second in combinations(stage.entrants, 2):
        assert stage.opponents(first).count(second) <= times


def two_defeats_it_takes(bracket: Bracket) -> bool:
    """Return True if an entrant is eliminated by two defeats, so that opponents may meet three times."""
    sources = (source for match in bracket.plan.matches for source in match.sources)
    return any(isinstance(source, RematchOf) for source in sources)


@every_format
def test_format_returns_the_same_pairings_for_the_same_stage(form: Format) -> None:
    entrants, options, sides = some_entrants(11), form.read_options({}), min(form.sides)
    assert form.plan(entrants, options, sides) == form.plan(entrants, options, sides)
    stage = StageState(entrants, options=options, sides=sides, partners=form.partners)
    first = form.pair(stage)
    assert first == form.pair(replace(stage))
    assert sorted(entrant for pairing in first for entrant in pairing) == sorted(entrants)
    assert all(len(pairing) in (1, stage.seats) for pairing in first)


@every_format
def test_format_returns_no_pairings_for_a_finished_stage(form: Format) -> None:
    _bracket, stage = a_whole_stage(form, 7)
    assert form.pair(stage) == ()


@pytest.mark.parametrize(
    ("form", "sides"), [(form, sides) for form in FORMATS.values() for sides in form.sides]
)
def test_totals_of_wins_games_and_points_add_up(form: Format, sides: int) -> None:
    bracket, stage = a_whole_stage(form, 13, sides)
    rows = standings(stage)
    tallies = [row.tally for row in rows]
    opponents = sides - 1
    assert sum(tally.won for tally in tallies) * opponents == sum(tally.lost for tally in tallies)
    assert sum(tally.games_won for tally in tallies) * opponents == sum(tally.games_lost for tally in tallies)
    if sides == 2:
        assert sum(tally.points_for for tally in tallies) == sum(tally.points_against for tally in tallies)
    placed = [place.entrant for place in form.placing(bracket)]
    assert sorted(placed) == (sorted(stage.entrants) if form.bracket else [])
    assert isinstance(bracket.champion, KnownEntrant) == form.bracket


@every_format
@given(data=st.data())
def test_each_separation_level_contains_every_line_once(form: Format, data: st.DataObject) -> None:
    entrants, sides = some_size(form, data)
    for level in form.apart(entrants, form.read_options({}), sides):
        assert sorted(line for part in level for line in part) == list(range(1, entrants + 1))


@every_format
def test_groups_contain_every_entrant_once(form: Format) -> None:
    plan = form.plan(some_entrants(29), form.read_options({}), min(form.sides))
    grouped = [entrant for group in plan.groups for entrant in group.entrants]
    assert sorted(grouped) == (sorted(plan.entrants) if plan.groups else [])
    assert {match.group for match in plan.matches} <= {"", *(group.key for group in plan.groups)}


@every_format
def test_unsupported_number_of_sides_raises_value_error(form: Format) -> None:
    with pytest.raises(ValueError, match="at a table"):
        form.plan(some_entrants(12), form.read_options({}), max(form.sides) + 1)


@every_format
@given(data=st.data())
def test_plan_of_a_format_is_described_for_every_number_of_entrants(
    form: Format, data: st.DataObject
) -> None:
    entrants, sides = some_size(form, data)
    if form.plan_in_words:
        assert form.plan_in_words(entrants, form.read_options({}), sides).english()


@every_format
def test_match_labels_and_match_names_are_unique(form: Format) -> None:
    entrants, options, sides = some_entrants(101), form.read_options(switched_on(form)), max(form.sides)
    first = form.pair(StageState(entrants, options=options, sides=sides, partners=form.partners))
    plan = form.plan(entrants, options, sides, [first, first[::-1]])
    labels = [match.label for match in plan.matches]
    named = [form.match_name(label, plan.rounds).english() for label in labels]
    assert len(set(labels)) == len(set(named)) == len(labels)
    assert len({form.round_name(number, plan.rounds) for number in range(1, plan.rounds + 1)}) == plan.rounds


@every_format
def test_impossible_sizes_and_unknown_options_are_refused(form: Format) -> None:
    for entrants, sides in ((form.fewest - 1, 2), (max(form.sides) - 1, max(form.sides)), (form.most + 1, 2)):
        with pytest.raises(NoPairing):
            form.check_size(entrants, sides)
    with pytest.raises(BadSetup):
        form.read_options({"no such option": True})


@every_format
def test_more_qualifiers_than_entrants_are_refused(form: Format) -> None:
    if "advance" not in {option.key for option in form.options}:
        return
    for advance in (2, 3):
        form.check(6, form.read_options({"advance": advance}), min(form.sides))
    with pytest.raises(NoPairing, match="too_many_go_on"):
        form.check(6, form.read_options({"advance": 7}), min(form.sides))


@every_format
def test_options_match_their_schema_and_can_be_read_back(form: Format) -> None:
    schema = form.schema()
    assert schema["additionalProperties"] is False
    assert set(schema["properties"]) == {option.key for option in form.all_options}  # type: ignore[call-overload]
    defaults = form.read_options({})
    assert form.read_options(defaults) == defaults
