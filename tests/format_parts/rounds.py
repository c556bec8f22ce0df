"""Random stages that are paired round by round, and an independent search for the best possible round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

import networkx as nx

from tests.format_parts.builders import some_entrants
from tournaments.competition.format_parts.format import Format
from tournaments.competition.format_parts.round_names import label
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.types import (
    NO_OPPONENT,
    Annulled,
    Bye,
    Disqualification,
    DoubleWalkover,
    EntrantId,
    Outcome,
    Pairing,
    Result,
    Walkover,
)

# The outcomes of a match of two, and their frequencies in percent.
AT_TABLES: Sequence[tuple[Outcome, int]] = (
    (Result(0, ((35, 20), (35, 30))), 40),
    (Result(1, ((20, 35), (30, 35))), 40),
    (Result(None, ((20, 35), (35, 30))), 10),
    (Walkover(0), 4),
    (Walkover(1), 2),
    (Disqualification(1), 2),
    (DoubleWalkover(), 1),
    (Annulled(), 1),
)


WON, LOST = Result(0, ((35, 20), (35, 20))), Result(1, ((20, 35), (20, 35)))


def tables(pairings: Sequence[Pairing]) -> list[str]:
    """Return pairings as strings: "1-5" with the lower line number first, and "7" for a bye."""
    return ["-".join(sorted(pairing, key=int)) for pairing in pairings]


def round_of(text: str) -> list[Pairing]:
    """Parse the pairings in a text such as "1-5 6-2 7"."""
    return [tuple(map(EntrantId, table.split("-"))) for table in text.split()]


def with_rounds(stage: StageState, *rounds: str) -> StageState:
    """Return the stage after rounds such as "1-5 6-2 7": 1 beats 5, 6 beats 2, and 7 has a bye."""
    for turn, text in enumerate(rounds, start=1):
        pairings = round_of(text)
        outcomes = [WON if len(pairing) > 1 else Bye(0, NO_OPPONENT) for pairing in pairings]
        stage = after(stage, pairings, outcomes, turn)
    return stage


def a_stage(form: Format, entrants: int, sides: int = 2, **options: object) -> StageState:
    """Return a stage before its first round."""
    return StageState(some_entrants(entrants), options=form.read_options(options), sides=sides)


def some_clubs(entrants: Sequence[EntrantId], clubs: int, chance: Random) -> Mapping[EntrantId, str]:
    """Return a random club for each entrant, or the empty string for no club."""
    return {entrant: chance.choice("ABCDEFGH"[:clubs] + " ").strip() for entrant in entrants}


def played_rounds(
    form: Format, stage: StageState, chance: Random, *, coming: int = 0, going: int = 0
) -> Iterator[tuple[StageState, tuple[Pairing, ...]]]:
    """Yield each round and the stage before it; up to `coming` entrants join late, and up to `going`
    withdraw.
    """
    for turn in range(1, form.round_count(stage) + 1):
        pairings = form.pair(stage)
        yield stage, pairings
        stage = after(stage, pairings, [an_outcome(len(pairing), chance) for pairing in pairings], turn)
        if chance.random() * turn < going:
            stage = replace(stage, out=stage.out | {chance.choice(stage.entrants)})
            going -= 1
        if chance.random() * turn < coming:
            late = EntrantId(str(len(stage.entrants) + 1))
            stage = replace(stage, entrants=(*stage.entrants, late))
            coming -= 1


def after(
    stage: StageState, pairings: Sequence[Pairing], outcomes: Sequence[Outcome], turn: int
) -> StageState:
    """Return the stage after round `turn` with the given outcomes."""
    over = [
        Meeting(label(turn, number), pairing, outcome, turn)
        for number, (pairing, outcome) in enumerate(zip(pairings, outcomes, strict=True), start=1)
    ]
    return replace(stage, meetings=(*stage.meetings, *over))


def an_outcome(sitting: int, chance: Random) -> Outcome:
    """Return a random outcome of a match with `sitting` sides."""
    if sitting == 1:
        return Bye(0, NO_OPPONENT)
    if sitting > 2:
        scores = tuple(chance.sample(range(40), sitting))
        return Result(scores.index(max(scores)), (scores,))
    outcomes, weights = zip(*AT_TABLES, strict=True)
    return chance.choices(outcomes, weights)[0]


def every_round(entrants: Sequence[EntrantId]) -> Iterator[tuple[Pairing, ...]]:
    """Yield all possible rounds at tables of two, with one bye if the number of entrants is odd."""
    if not entrants:
        yield ()
        return
    first, *opponents = entrants
    alone = [()] if len(entrants) % 2 else []
    for partner in [*((other,) for other in opponents), *alone]:
        remaining = [other for other in opponents if other not in partner]
        for rest in every_round(remaining) if partner or len(remaining) % 2 == 0 else ():
            yield ((first, *partner), *rest)


def went_without_play(stage: StageState, entrant: EntrantId) -> int:
    """Return how many byes and wins without play an entrant has had."""
    return stage.tally(entrant).byes + sum(
        meeting.entrants[meeting.outcome.winner] == entrant
        for meeting in stage.meetings
        if isinstance(meeting.outcome, Walkover | Disqualification)
    )


def repeated(stage: StageState, pairings: Sequence[Pairing]) -> tuple[int, int]:
    """Return the number of rematches in a round, and the number of earlier byes.

    The second number counts the earlier byes of the entrants that have a bye in the round. A win without play
    counts as a bye.
    """
    again = sum(stage.opponents(pairing[0]).count(pairing[1]) > 0 for pairing in pairings if len(pairing) > 1)
    return again, sum(went_without_play(stage, pairing[0]) for pairing in pairings if len(pairing) == 1)


def fewest_repeated(stage: StageState) -> tuple[int, int]:
    """Return the smallest result of `repeated` for any possible round.

    An independent search computes this result.
    """
    present = [entrant for entrant in stage.entrants if entrant not in stage.out]
    graph = nx.Graph()
    for place, entrant in enumerate(present):
        if len(present) % 2:
            graph.add_edge(entrant, "bye", weight=-went_without_play(stage, entrant))
        for other in present[:place]:
            graph.add_edge(entrant, other, weight=-1000 * (other in stage.opponents(entrant)))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    cost = -sum(graph.edges[pair]["weight"] for pair in pairs)
    return divmod(cost, 1000)
