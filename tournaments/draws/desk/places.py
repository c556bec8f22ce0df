"""Previews of a first round that is already determined by seeds or by places in the previous stage."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from scoring.translation import say
from scoring.types import RuleError
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.qualifying import Qualifier, crossed, places_next
from tournaments.competition.types import EntrantId, Plan
from tournaments.draws.desk.checklist import Checklist
from tournaments.draws.selectors.proposed_rounds import seated_on
from tournaments.models import Stage, Team
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND


class PlacedSide(NamedTuple):
    """One side of a match: a place such as 1A or a seed, and the team, if known. For a bye both are empty."""

    place: str
    team: Team | None = None


class PlacedRound(NamedTuple):
    """A first round: its name and the sides of its matches."""

    name: str
    matches: tuple[tuple[PlacedSide, ...], ...]


def by_place(stage: Stage, plan: Plan, following: Stage) -> PlacedRound | None:
    """Return the first round of the next stage; each side is a place in a group, such as 1A.

    Return None if qualification depends on more than the place in the group, or if the next stage is not a
    bracket. Raise NoPairing if the next stage cannot be played with this number of entrants.
    """
    advance = cast(int, stage.options.get("advance", 0))
    groups = [group.key for group in plan.groups]
    next_best = places_next(len(groups), advance, stage.options.get("best_next", 0))
    fixed = advance and not next_best and not stage.options.get("nobody_without_a_win")
    if not groups or not fixed or not FORMATS[following.format].bracket:
        return None
    places = [
        Qualifier(EntrantId(f"{place}{key}"), key, place) for place in range(1, advance + 1) for key in groups
    ]
    return _placed(following, {each: PlacedSide(str(each)) for each in crossed(places)})


def fixed_round(stage: Stage, check: Checklist, teams: Sequence[Team]) -> PlacedRound | None:
    """Return the first round of an undrawn stage; None if the round is not determined or cannot be made."""
    by_id = {str(team.pk): team for team in teams}
    lines = {each.entrant: PlacedSide(_place(each), by_id[each.entrant]) for each in check.qualifiers}
    if stage.number == 1:
        lines = _by_seeds(check, teams)
    try:
        return _placed(stage, lines) if lines else None
    except RuleError:
        return None


def _place(qualifier: Qualifier) -> str:
    return f"{qualifier.place}{qualifier.group}"


def _by_seeds(check: Checklist, teams: Sequence[Team]) -> dict[EntrantId, PlacedSide]:
    """Return the sides in seed order; empty if a team has no seed or the check-in is incomplete."""
    candidates = [team for team in teams if team.presence != "absent"]
    if (check.checking_in and check.expected) or any(team.seed is None for team in candidates):
        return {}
    return {
        EntrantId(str(team.pk)): PlacedSide(str(team.seed), team)
        for team in sorted(candidates, key=lambda team: cast(int, team.seed))
    }


def _placed(stage: Stage, lines: Mapping[EntrantId, PlacedSide]) -> PlacedRound:
    form = FORMATS[stage.format]
    rounds = 1 if stage.format in ROUND_BY_ROUND else form.plan(list(lines), stage.options).rounds
    matches = tuple(
        tuple(lines[EntrantId(each)] if each else PlacedSide("") for each in seats)
        for _name, seats in seated_on(stage, tuple(lines))
    )
    return PlacedRound(say(form.round_name(1, rounds)), matches)
