"""Progressive tables: who wins a table goes on, cut after cut; who wins the last table is the champion.

With tables of three 27 → 9 → 3. When the winners do not fill the tables of the next round, the best seconds
do, and where they are too few the best thirds after them. In the first round alone some may be over: so many
of the first lines rest, and go on like winners.

1. At a table stands first who won it, then who won more games there, then who made more points; then who has
   made more match points so far, and last the better line. Seconds of different tables compare by the same.
2. Who did not play stands behind everybody who did; but who won so has won.
3. Those who go on, best first, are dealt out over the next tables like a serpent, row by row, so that as few
   as can be meet again; then so that club mates are apart.

Places: who came through more tables is before who came through fewer; who went out after as many, by how many
others one was ahead of at the last table; then the standings as usual.
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

NEAR = 20
"""How many tables further on somebody may be seated to meet new people."""

LEFT = -1
"""Ahead of how many at its last table somebody is who left the stage before it was played."""


def cuts(entrants: int, sides: int) -> tuple[int, ...]:
    """How many are in each round: each has whole tables but the first."""
    left = [entrants]
    while left[-1] > sides:
        tables, resting = divmod(left[-1], sides)
        left.append(-(-(tables + resting) // sides) * sides)
    return tuple(left)


def rounds(entrants: int, _options: Options, sides: int) -> int:
    """As many as leave one table."""
    return len(cuts(entrants, sides))


def next_round(stage: StageState) -> tuple[Pairing, ...]:
    """Seat the first round by the lines, a later one by who came through the one before."""
    turn = pairing.rounds_played(stage)
    if turn == 0:
        order = pairing.present(stage)
        resting = len(order) % stage.sides
        return *seated(order[resting:], stage), *((who,) for who in order[:resting])
    last = ranked(stage, turn)
    still_in = pairing.present(replace(stage, entrants=tuple(last)))
    tables = min(cuts(len(stage.entrants), stage.sides)[turn], len(still_in)) // stage.sides
    return seated(still_in[: tables * stage.sides], stage)


class Stood(NamedTuple):
    """How somebody came out of a round: its place at the table, and by what; less is better."""

    place: int
    worth: tuple[int, ...]
    match_points: Points
    line: int


def ranked(stage: StageState, turn: int) -> Sequence[EntrantId]:
    """All who were in a round, best first: who rested, then winners, then seconds."""
    lines = {who: line for line, who in enumerate(stage.entrants)}
    stood: dict[EntrantId, Stood] = {}
    for meeting in (meeting for meeting in stage.meetings if meeting.round == turn):
        at_table = [
            Stood(0, _worth(stage, meeting, side), -stage.match_points(who), lines[who])
            for side, who in enumerate(meeting.entrants)
        ]
        places = {each: place for place, each in enumerate(sorted(at_table), start=1)}
        for who, each in zip(meeting.entrants, at_table, strict=True):
            stood[who] = each._replace(place=_place(meeting, who, places[each]))
    return sorted(stood, key=stood.__getitem__)


def _place(meeting: Meeting, entrant: EntrantId, place: int) -> int:
    """Of who rests before the first; of who did not play, unless it won so, behind the last."""
    if isinstance(meeting.outcome, Bye):
        return 0
    won = meeting.outcome.winner is not None and meeting.entrants[meeting.outcome.winner] == entrant
    return place if won or isinstance(meeting.outcome, Result) else place + len(meeting.entrants)


def _worth(stage: StageState, meeting: Meeting, side: int) -> tuple[int, ...]:
    """What it made at its table, less for more."""
    made = tally_of(meeting.outcome, side, stage.games_to_win, by_net=stage.by_net)
    return -made.won, -made.played, made.games_lost - made.games_won, -made.points_for


def seated(order: Sequence[EntrantId], stage: StageState) -> tuple[Pairing, ...]:
    """Deal them out over the tables, a row at a time and each row backwards after the one before."""
    count = len(order) // stage.sides
    tables: list[list[EntrantId]] = [[] for _table in range(count)]
    met = pairing.times_met(stage)
    for start in range(0, len(order), count or 1):
        row = order[start : start + count]
        wanted = range(count) if start // count % 2 == 0 else range(count - 1, -1, -1)
        edges = {
            (place, count + table): _cost(who, tables[table], met, stage, abs(wanted[place] - table))
            for place, who in enumerate(row)
            for table in range(max(0, wanted[place] - NEAR), min(count, wanted[place] + NEAR + 1))
        }
        for place, table in _seat(edges, wanted, count):
            tables[table].append(row[place])
    return tuple(map(tuple, tables))


def _seat(
    edges: Mapping[tuple[int, int], matching.Cost], wanted: Sequence[int], count: int
) -> Sequence[tuple[int, int]]:
    """Everybody at the wanted table if that costs nothing, else at the cheapest: place and table of each."""
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
    """How far each has come: through how many tables, and ahead of how many at the last one.

    Who left the stage before its table was played is behind all who stayed at theirs.
    """
    through: dict[EntrantId, int] = {}
    ahead: dict[EntrantId, int] = {}
    for match in bracket.plan.matches:
        there = bracket.matches[match.label]
        seated = [side.entrant for side in there.sides if isinstance(side, KnownEntrant)]
        through |= dict.fromkeys((*seated, *there.withdrawn), match.round - 1)
        ahead |= dict.fromkeys(seated, 0) | dict.fromkeys(there.withdrawn, LEFT)
    for meeting in stage.meetings:
        worth = {who: _worth(stage, meeting, side) for side, who in enumerate(meeting.entrants)}
        for who in worth if not isinstance(meeting.outcome, Annulled) else ():
            if through[who] == meeting.round - 1:
                ahead[who] = sum(worth[who] < other for other in worth.values())
    final = rounds(len(stage.entrants), stage.options, stage.sides)
    champions = {
        meeting.entrants[0 if isinstance(meeting.outcome, Bye) else meeting.outcome.winner]
        for meeting in stage.meetings
        if meeting.round == final and meeting.outcome.winner is not None and not _unplayed(meeting)
    }
    return {who: RoundReached(passed + (who in champions), ahead[who]) for who, passed in through.items()}


def _unplayed(meeting: Meeting) -> bool:
    """Whether somebody left the table before it was played, and the others have a bye: nobody has won it."""
    return isinstance(meeting.outcome, Bye) and len(meeting.entrants) > 1


def plan_in_words(entrants: int, _options: Options, sides: int) -> Sentence:
    """Twenty-seven at tables of three: 27 → 9 → 3."""
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
