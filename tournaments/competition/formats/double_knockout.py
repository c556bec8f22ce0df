"""Double knock-out: entrants with two defeats are out; entrants with one defeat play in the lower bracket.

The upper bracket is a knock-out. The losers of its first round play the first round of the lower bracket. The
losers of each later round enter the lower bracket and meet the entrants that are left there. So the lower
bracket has two rounds for each round of the upper bracket. The winners of both brackets meet in the final.
With the option `reset`, a second final decides if the entrant without a defeat loses the final.

The losers of each round of the upper bracket take crossed places in the lower bracket. For round j, the
binary digits of j-1 define the swaps: the last digit swaps the halves, the last but one swaps the quarters
within the halves, and so on. So opponents from the upper bracket meet again as late as possible: a rematch of
the last match of the upper bracket is only possible in the last two rounds of the lower bracket.

The draw gives byes only in the first round, to the best seeds. If a place in the lower bracket stays empty,
the opponent advances without a match.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scoring.game_parts.profile import switch
from scoring.types import _
from tournaments.competition import types
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts import (
    advancement,
    brackets,
    matching,
    placement_matches,
    round_names,
)
from tournaments.competition.format_parts.format import AtTheDraw, Format, Options, Placing
from tournaments.competition.seeding import bracket_size, seed_order

UPPER, LOWER = "U", "L"

# The source of each place of a round, from top to bottom; None if no entrant can come there.
Places = Sequence[types.Source | None]


def structure(entrants: Sequence[types.EntrantId], options: Options, _sides: int) -> types.Plan:
    """Return the matches of the upper bracket, the lower bracket, the final and any second final."""
    height = bracket_size(len(entrants)).bit_length() - 1
    upper = [_upper_round(height, turn) for turn in range(1, height + 1)]
    lower: list[types.PlannedMatch] = []
    losers = _losers(upper[0], len(entrants))
    for turn in range(2, height + 1):
        losers = _lower_round(2 * turn - 3, losers[::2], losers[1::2], lower)
        losers = _lower_round(2 * turn - 2, _crossed(_losers(upper[turn - 1]), turn), losers, lower)
    final = _final(height, upper[-1][0], lower[-1])
    finals = (final, _second_final(final)) if options["reset"] else (final,)
    matches = placement_matches.numbered([*(match for played in upper for match in played), *lower, *finals])
    return types.Plan(tuple(entrants), matches, finals[-1].round, final=finals[-1].label)


def _upper_round(height: int, turn: int) -> Sequence[types.PlannedMatch]:
    matches = range(1, 2 ** (height - turn) + 1)
    return [
        types.PlannedMatch(round_names.label(turn, number, UPPER), max(1, 2 * turn - 2), number, sources)
        for number, sources in zip(matches, _upper_sources(height, turn), strict=True)
    ]


def _upper_sources(height: int, turn: int) -> Iterator[tuple[types.Source, types.Source]]:
    if turn == 1:
        lines = [types.Line(number) for number in seed_order(2**height)]
        return zip(lines[::2], lines[1::2], strict=True)
    winners = [
        types.WinnerOf(round_names.label(turn - 1, number + 1, UPPER))
        for number in range(2 ** (height - turn + 1))
    ]
    return zip(winners[::2], winners[1::2], strict=True)


def _losers(matches: Sequence[types.PlannedMatch], entrants: int | None = None) -> Places:
    return [
        None
        if entrants
        and any(isinstance(source, types.Line) and source.number > entrants for source in match.sources)
        else types.LoserOf(match.label)
        for match in matches
    ]


def _crossed(losers: Places, turn: int) -> Places:
    """Return the losers of upper-bracket round `turn`, in the order of their lower-bracket positions."""
    digits = len(losers).bit_length() - 1
    change = sum(1 << (digits - 1 - digit) for digit in range(digits) if (turn - 1) >> digit & 1)
    return [losers[place ^ change] for place in range(len(losers))]


def _lower_round(turn: int, first: Places, second: Places, lower: list[types.PlannedMatch]) -> Places:
    """Append a round of the lower bracket and return its winners, including entrants without an opponent."""
    played: list[types.PlannedMatch] = []
    winners: list[types.Source | None] = []
    for one, other in zip(first, second, strict=True):
        if one and other:
            number = len(played) + 1
            played.append(
                types.PlannedMatch(round_names.label(turn, number, LOWER), turn + 1, number, (one, other))
            )
        winners.append(types.WinnerOf(played[-1].label) if one and other else one or other)
    lower += played
    return winners


def _final(height: int, upper: types.PlannedMatch, lower: types.PlannedMatch) -> types.PlannedMatch:
    return types.PlannedMatch(
        round_names.DOUBLE_FINAL, 2 * height, 1, (types.WinnerOf(upper.label), types.WinnerOf(lower.label))
    )


def _second_final(final: types.PlannedMatch) -> types.PlannedMatch:
    sources = types.RematchOf(final.label), types.WinnerOf(final.label)
    return types.PlannedMatch(round_names.SECOND_FINAL, final.round + 1, 1, sources)


def apart(entrants: int, _options: Options, _sides: int) -> matching.Levels:
    """Return the separation levels of the bracket, which keep club mates apart as long as possible."""
    return matching.bracket_parts(entrants)


def placing(bracket: brackets.Bracket) -> tuple[Placing, ...]:
    """Return the places of the champion and of all eliminated entrants.

    Losers of the same round of the lower bracket share places. An entrant that left or was disqualified in
    the upper bracket is placed with the losers of the next round of the lower bracket.
    """
    line = {entrant: number for number, entrant in enumerate(bracket.plan.entrants)}
    champion = bracket.champion
    nobody = isinstance(champion, types.Nobody)
    above = 0 if nobody else 1
    spans = []
    filled = _filled_sides(bracket)
    for matches in _from_the_final(bracket.plan):
        out = [entrant for match in matches for entrant in _eliminated(bracket, match)]
        size = len(out) + sum(_to_lose(bracket, match, filled[match.label]) for match in matches)
        spans.append(placement_matches.Span(sorted(out, key=line.__getitem__), above, size))
        above += size
    first = [Placing(champion.entrant, 1, 1)] if isinstance(champion, types.KnownEntrant) else []
    return (*first, *placement_matches.placings_of(spans, champion=not nobody))


def _from_the_final(plan: types.Plan) -> Iterable[Sequence[types.PlannedMatch]]:
    """Return groups of matches whose losers share places, best first: finals, then lower-bracket rounds."""
    tiers: dict[int, list[types.PlannedMatch]] = {}
    for match in plan.matches:
        lost_in = match.round + (match.label[0] == UPPER)
        tiers.setdefault(plan.rounds if match.label[0] == round_names.DOUBLE_FINAL else lost_in, []).append(
            match
        )
    return [tiers[turn] for turn in sorted(tiers, reverse=True)]


def _eliminated(bracket: brackets.Bracket, planned: types.PlannedMatch) -> Sequence[types.EntrantId]:
    """Return the entrants that are eliminated by this match."""
    match = bracket.matches[planned.label]
    if match.outcome is None or match.withdrawn:
        return match.withdrawn
    winner, loser = advancement.sent_on(match.sides, match.outcome)
    second = bracket.matches.get(round_names.SECOND_FINAL)
    on = {winner, loser} if planned.label[0] == UPPER else {winner}
    if second and planned.label == round_names.DOUBLE_FINAL:
        on.update(second.sides)
    return [side.entrant for side in match.sides if isinstance(side, types.KnownEntrant) and side not in on]


def _filled_sides(bracket: brackets.Bracket) -> Mapping[types.Label, int]:
    filled: dict[types.Label, int] = {}
    for planned in sorted(bracket.plan.matches, key=lambda match: match.round):
        sides = bracket.matches[planned.label].sides
        filled[planned.label] = sum(
            _is_filled(side, source, filled) for side, source in zip(sides, planned.sources, strict=True)
        )
    return filled


def _is_filled(side: types.Occupant, source: types.Source, filled: Mapping[types.Label, int]) -> bool:
    if not isinstance(side, types.Unknown):
        return not isinstance(side, types.Nobody)
    if isinstance(source, types.WinnerOf):
        return filled[source.match] > 0
    if isinstance(source, types.LoserOf | types.RematchOf):
        return filled[source.match] == 2
    return True


def _to_lose(bracket: brackets.Bracket, planned: types.PlannedMatch, filled: int) -> bool:
    match = bracket.matches[planned.label]
    if planned.label[0] == UPPER or (
        planned.label == round_names.DOUBLE_FINAL and round_names.SECOND_FINAL in bracket.matches
    ):
        return False
    return match.outcome is None and filled == 2


FORMAT = Format(
    key="double_knockout",
    listed=5,
    name=_("Double knock-out"),
    about=_("Who loses twice is out."),
    fewest=3,
    most=1024,
    sides=range(2, 3),
    family=Family.WINNERS,
    options=(
        switch(
            "reset",
            _("Second final if who had not lost yet loses the first"),
            "",
            about=_("Otherwise one final decides, whoever comes from where."),
        ),
    ),
    paired=AtTheDraw(structure),
    placing=placing,
    round_name=round_names.double_round_name,
    match_name=round_names.double_match_name,
    tree_name=round_names.double_tree_name,
    column_name=round_names.double_column_name,
    apart=apart,
)
