"""Progressive tables: the winner of each table advances until one table is left, which the champion wins.

With tables of three: 27 → 9 → 3. If the winners do not fill the tables of the next round, the best seconds
fill them, then the best thirds. If the entrants do not fill the tables of the first round, entrants on the
first lines have a bye, and advance like winners.

1. The order of a table: its winner; then games won and points scored there; then the match points so far;
   last the better line. The seconds of different tables are compared in the same way.
2. Entrants that did not play are placed behind all entrants that played, but a win without play is a win.
3. The entrants that advance, best first, are distributed over the next tables in serpentine order, row by
   row, with as few rematches as possible, then with as few club mates as possible.

Places: first by the number of tables passed; then by the number of entrants beaten at the last table; then by
the standings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.types import Sentence, Value, _, ngettext, sentence
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts import brackets, matching, pairing, round_faults
from tournaments.competition.format_parts.format import Format, Options, RoundByRound
from tournaments.competition.number_words import spelt
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.standings.tally import RoundReached, tally_of
from tournaments.competition.types import Annulled, Bye, EntrantId, KnownEntrant, Pairing, Points, Result

# The maximum distance in tables that an entrant may be moved to meet new opponents.
NEAR = 20

# The number of entrants beaten at the last table, for entrants that left before it was played.
AHEAD_IF_WITHDRAWN = -1


def cuts(entrants: int, sides: int) -> tuple[int, ...]:
    """Return the number of entrants in each round. Only the first round may have byes."""
    sizes = [entrants]
    while sizes[-1] > sides:
        tables, resting = divmod(sizes[-1], sides)
        sizes.append(-(-(tables + resting) // sides) * sides)
    return tuple(sizes)


def rounds(entrants: int, _options: Options, sides: int) -> int:
    """Return the number of rounds until one table is left."""
    return len(cuts(entrants, sides))


def next_round(stage: StageState) -> tuple[Pairing, ...]:
    """Return the tables of the next round, from the draw or from the results of the previous round."""
    turn = pairing.rounds_played(stage)
    if turn == 0:
        order = pairing.present(stage)
        resting = len(order) % stage.sides
        return *seated(order[resting:], stage), *((entrant,) for entrant in order[:resting])
    last = ranked(stage, turn)
    still_in = pairing.present(replace(stage, entrants=tuple(last)))
    tables = min(cuts(len(stage.entrants), stage.sides)[turn], len(still_in)) // stage.sides
    return seated(still_in[: tables * stage.sides], stage)


class Stood(NamedTuple):
    """The sort key of an entrant after a round; smaller is better."""

    place: int
    worth: tuple[int, ...]
    match_points: Points
    line: int


def ranked(stage: StageState, turn: int) -> Sequence[EntrantId]:
    """Return all entrants of a round, best first: those with byes, then winners, then seconds, and so on."""
    lines = {entrant: line for line, entrant in enumerate(stage.entrants)}
    stood: dict[EntrantId, Stood] = {}
    for meeting in (meeting for meeting in stage.meetings if meeting.round == turn):
        at_table = [
            Stood(0, _worth(stage, meeting, side), -stage.match_points(entrant), lines[entrant])
            for side, entrant in enumerate(meeting.entrants)
        ]
        places = {each: place for place, each in enumerate(sorted(at_table), start=1)}
        for entrant, each in zip(meeting.entrants, at_table, strict=True):
            stood[entrant] = each._replace(place=_place(meeting, entrant, places[each]))
    return sorted(stood, key=stood.__getitem__)


def _place(meeting: Meeting, entrant: EntrantId, place: int) -> int:
    """Return an entrant's place at its table: 0 for a bye; a loss without play is behind all other places."""
    if isinstance(meeting.outcome, Bye):
        return 0
    won = meeting.outcome.winner is not None and meeting.entrants[meeting.outcome.winner] == entrant
    return place if won or isinstance(meeting.outcome, Result) else place + len(meeting.entrants)


def _worth(stage: StageState, meeting: Meeting, side: int) -> tuple[int, ...]:
    """Return a sort key from the games won and the points scored at a table; smaller is better."""
    tally = tally_of(meeting.outcome, side, stage.games_to_win, by_net=stage.by_net)
    return -tally.won, -tally.played, tally.games_lost - tally.games_won, -tally.points_for


def seated(order: Sequence[EntrantId], stage: StageState) -> tuple[Pairing, ...]:
    """Return the tables filled row by row in serpentine order, with the fewest rematches and club mates."""
    count = len(order) // stage.sides
    tables: list[list[EntrantId]] = [[] for _table in range(count)]
    meetings = pairing.times_met(stage)
    for start in range(0, len(order), count or 1):
        row = order[start : start + count]
        wanted = range(count) if start // count % 2 == 0 else range(count - 1, -1, -1)
        edges = {
            (place, count + table): _cost(entrant, tables[table], meetings, stage, abs(wanted[place] - table))
            for place, entrant in enumerate(row)
            for table in range(max(0, wanted[place] - NEAR), min(count, wanted[place] + NEAR + 1))
        }
        for place, table in _seat(edges, wanted, count):
            tables[table].append(row[place])
    return tuple(map(tuple, tables))


def _seat(
    edges: Mapping[tuple[int, int], matching.Cost], wanted: Sequence[int], count: int
) -> Sequence[tuple[int, int]]:
    usual = list(enumerate(wanted))
    if not any(any(edges[place, count + table]) for place, table in usual):
        return usual
    return [(place, table - count) for place, table in matching.cheapest_pairs(2 * count, edges)]


def _cost(
    entrant: EntrantId,
    table: Sequence[EntrantId],
    meetings: Mapping[EntrantId, Mapping[EntrantId, int]],
    stage: StageState,
    far: int,
) -> matching.Cost:
    again = sum(meetings[entrant][other] for other in table)
    club = stage.clubs.get(entrant, "")
    mates = sum(club == stage.clubs.get(other, "") != "" for other in table)
    return again, mates, far * far


def reached(stage: StageState, bracket: brackets.Bracket) -> Mapping[EntrantId, RoundReached]:
    """Return, for each entrant, the number of tables passed and of entrants beaten at its last table.

    The number of beaten entrants is -1 if the entrant left before that table was played, so that the entrant
    is placed behind all entrants that played in that round.
    """
    through: dict[EntrantId, int] = {}
    ahead: dict[EntrantId, int] = {}
    for planned in bracket.plan.matches:
        match = bracket.matches[planned.label]
        seated = [side.entrant for side in match.sides if isinstance(side, KnownEntrant)]
        through |= dict.fromkeys((*seated, *match.withdrawn), planned.round - 1)
        ahead |= dict.fromkeys(seated, 0) | dict.fromkeys(match.withdrawn, AHEAD_IF_WITHDRAWN)
    for meeting in stage.meetings:
        worth = {entrant: _worth(stage, meeting, side) for side, entrant in enumerate(meeting.entrants)}
        for entrant in worth if not isinstance(meeting.outcome, Annulled) else ():
            if through[entrant] == meeting.round - 1:
                ahead[entrant] = sum(worth[entrant] < other for other in worth.values())
    final = rounds(len(stage.entrants), stage.options, stage.sides)
    champions = {
        meeting.entrants[0 if isinstance(meeting.outcome, Bye) else meeting.outcome.winner]
        for meeting in stage.meetings
        if meeting.round == final and meeting.outcome.winner is not None and not _unplayed(meeting)
    }
    return {
        entrant: RoundReached(passed + (entrant in champions), ahead[entrant])
        for entrant, passed in through.items()
    }


def _unplayed(meeting: Meeting) -> bool:
    """Return True if the match became a bye because the other entrants left before play."""
    return isinstance(meeting.outcome, Bye) and len(meeting.entrants) > 1


def plan_in_words(entrants: int, _options: Options, sides: int) -> Sentence:
    """Return a sentence such as "Tables of three, 27 → 9 → 3: …"."""
    resting = entrants % sides if entrants > sides else 0
    path = " → ".join(map(str, cuts(entrants, sides)))
    values: dict[str, Value] = {"sides": spelt(sides), "path": path}
    plan = sentence(
        _("Tables of %(sides)s, %(path)s: who wins a table goes on, and the best of the others fill up."),
        **values,
    )
    if not resting:
        return plan
    rest = ngettext(
        "In the first round %(count)s rests, and goes on.",
        "In the first round %(count)s rest, and go on.",
        resting,
    )
    return sentence(_("%(plan)s %(more)s"), plan=plan, more=rest)


FORMAT = Format(
    key="progressive_tables",
    listed=9,
    name=_("Progressive tables"),
    about=_("Who wins a table goes on, until one table is left."),
    fewest=3,
    most=1024,
    sides=range(3, 6),
    family=Family.BY_PLACE,
    paired=RoundByRound(rounds, next_round, cuts),
    promises=lambda _options, _sides: round_faults.SEATING - {"left_out", "needless_bye"},
    reached=reached,
    plan_in_words=plan_in_words,
)
