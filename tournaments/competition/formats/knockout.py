"""Knock-out: losers are eliminated; options let them play for places or in a consolation bracket.

- `third_place`: the losers of the semifinals play for third place. With fewer than four entrants there is no
  such match.
- `placing`: the losers of every round before the semifinals play for all places behind the entrants that
  advanced, in rounds parallel to the next rounds: places 5 to 8, 9 to 16 and so on.
- `consolation`: the losers of the first round play a bracket for a title and for the best places behind the
  entrants that advanced. Entrants with a bye in the first round do not join after a later defeat, because the
  consolation bracket has already started.

A loser by walkover plays on like any other loser. An entrant that left the tournament does not play on, and
is placed behind the losers that play on.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from scoring.game_parts.profile import switch
from scoring.types import NoPairing, Sentence, _
from tournaments.competition import types
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts import round_names
from tournaments.competition.format_parts.advancement import sent_on
from tournaments.competition.format_parts.brackets import Bracket
from tournaments.competition.format_parts.format import AtTheDraw, Format, Options, Placing, Title
from tournaments.competition.format_parts.matching import Levels, bracket_parts
from tournaments.competition.format_parts.placement_matches import Contest, contest, matches_of, places_of
from tournaments.competition.seeding import bracket_size, seed_order

# The minimum number of first-round losers for a consolation bracket.
FEWEST_LOSERS = 2


def rounds_for(entrants: int) -> int:
    """Return the number of rounds of a bracket."""
    return bracket_size(entrants).bit_length() - 1


def structure(entrants: Sequence[types.EntrantId], options: Options, _sides: int) -> types.Plan:
    """Return all matches of the bracket from the first round to the final, and the placement matches."""
    if options.get("consolation"):
        check_consolation(len(entrants))
    rounds = rounds_for(len(entrants))
    matches = matches_of(bracket_of(len(entrants), options))
    return types.Plan(tuple(entrants), matches, rounds, final=round_names.label(rounds, 1))


def check_consolation(entrants: int) -> None:
    """Raise NoPairing if the first round is a semifinal or has too few losers for a consolation bracket."""
    size = bracket_size(entrants)
    losers = entrants - size // 2
    if size <= 4:
        text = _(
            "With %(count)s teams the first round is the semifinals: no consolation bracket can be made of "
            "their losers. Switch it off, or the match for third place on instead."
        )
        raise NoPairing("no_consolation", Sentence(text, {"count": entrants}))
    if losers < FEWEST_LOSERS:
        text = _(
            "With %(count)s teams only one loses in the first round: that makes no consolation bracket. "
            "Switch it off, or enter another team."
        )
        raise NoPairing("no_consolation", Sentence(text, {"count": entrants}))


def bracket_of(entrants: int, options: Options) -> Contest:
    """Return the matches of a bracket, including the matches of the losers of each round."""
    return _bracket(entrants, frozenset(key for key, on in options.items() if on))


@lru_cache(maxsize=64)
def _bracket(entrants: int, options: frozenset[str]) -> Contest:
    return _from_round(1, rounds_for(entrants), entrants, options)


def _from_round(turn: int, rounds: int, entrants: int, options: frozenset[str]) -> Contest:
    matches = tuple(_first_round(2**rounds) if turn == 1 else _next_round(turn, 2 ** (rounds - turn)))
    winners = _from_round(turn + 1, rounds, entrants, options) if turn < rounds else None
    return Contest(1, matches, winners, _of_losers(turn, rounds - turn, matches, entrants, options))


def _first_round(size: int) -> Iterable[types.PlannedMatch]:
    order = seed_order(size)
    for number, pair in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
        yield types.PlannedMatch(
            round_names.label(1, number), 1, number, (types.Line(pair[0]), types.Line(pair[1]))
        )


def _next_round(round_number: int, matches: int) -> Iterable[types.PlannedMatch]:
    for number in range(1, matches + 1):
        before = (
            round_names.label(round_number - 1, 2 * number - 1),
            round_names.label(round_number - 1, 2 * number),
        )
        sources = types.WinnerOf(before[0]), types.WinnerOf(before[1])
        yield types.PlannedMatch(round_names.label(round_number, number), round_number, number, sources)


def _of_losers(
    turn: int, rounds: int, matches: Sequence[types.PlannedMatch], entrants: int, options: frozenset[str]
) -> Contest | None:
    """Return the matches in which the losers of a round play on; None if the losers are eliminated."""
    losers = [types.LoserOf(match.label) for match in matches if _is_played(match, entrants)]
    first = 2**rounds + 1
    if rounds == 1:
        wished = "third_place" in options
        return (
            contest(losers, first, turn + 1, round_names.place_label, every_place=False) if wished else None
        )
    if rounds and "placing" in options:
        return contest(_by_seeds(matches, losers), first, turn + 1, round_names.place_label, every_place=True)
    if rounds and turn == 1 and "consolation" in options:
        return contest(
            _by_seeds(matches, losers), first, turn + 1, round_names.consolation_label, every_place=False
        )
    return None


def _is_played(match: types.PlannedMatch, entrants: int) -> bool:
    """Return True if both sides of the match have an entrant in the draw."""
    return all(not isinstance(source, types.Line) or source.number <= entrants for source in match.sources)


def _by_seeds(
    matches: Sequence[types.PlannedMatch], losers: Sequence[types.LoserOf]
) -> Sequence[types.Source]:
    """Return the losers of a round in the order of their expected strength, strongest first."""
    heights = {match.label: seed for match, seed in zip(matches, seed_order(len(matches)), strict=True)}
    return sorted(losers, key=lambda loser: -heights[loser.match])


def apart(entrants: int, _options: Options, _sides: int) -> Levels:
    """Return the separation levels of the bracket, which keep club mates apart as long as possible."""
    return bracket_parts(entrants)


def placing(bracket: Bracket) -> tuple[Placing, ...]:
    """Return the places of the champion and of all eliminated entrants, by the round reached."""
    return places_of(bracket, bracket_of(len(bracket.plan.entrants), _options_of(bracket.plan)))


def _options_of(plan: types.Plan) -> Mapping[str, bool]:
    """Return the options with which a bracket was drawn, derived from the labels of its matches."""
    labels = {match.label for match in plan.matches}
    return {
        "third_place": round_names.THIRD_PLACE in labels,
        "placing": any(name.startswith("P") for name in labels - {round_names.THIRD_PLACE}),
        "consolation": round_names.CONSOLATION_FINAL in labels,
    }


def titles(bracket: Bracket) -> tuple[Title, ...]:
    """Return the title won in the consolation bracket; no title if its final is not decided."""
    final = bracket.matches.get(round_names.CONSOLATION_FINAL)
    if final is None or final.outcome is None:
        return ()
    winner = sent_on(final.sides, final.outcome).winner
    name = Sentence(_("Winner of the consolation bracket"))
    return (Title(winner.entrant, name),) if isinstance(winner, types.KnownEntrant) else ()


def contradictions(options: Options) -> Mapping[str, Sentence]:
    """Return an error for options that let losers play both for places and in a consolation bracket."""
    if not (options["placing"] and options["consolation"]):
        return {}
    text = Sentence(
        _(
            "The losers of the first round cannot play for the places and in a consolation bracket as well. "
            "Choose one of the two."
        )
    )
    return {"placing": text, "consolation": text}


FORMAT = Format(
    key="knockout",
    listed=1,
    name=_("Knock-out"),
    about=_("Who loses is out; the last one left has won."),
    fewest=2,
    most=1024,
    sides=range(2, 3),
    family=Family.WINNERS,
    options=(
        switch(
            "third_place",
            _("Third-place match"),
            "",
            about=_("The losers of the semifinals play for third place."),
        ),
        switch(
            "placing",
            _("Matches for all places"),
            "",
            about=_("Who loses plays on for the places, so that everybody has one of their own."),
        ),
        switch(
            "consolation",
            _("Consolation bracket for the losers of the first round"),
            "",
            about=_("Nobody goes home after one match: they play a bracket among themselves."),
        ),
    ),
    contradictions=contradictions,
    paired=AtTheDraw(structure),
    placing=placing,
    titles=titles,
    round_name=round_names.round_name,
    match_name=round_names.match_name,
    tree_name=round_names.tree_name,
    column_name=round_names.column_name,
    apart=apart,
)
