"""The round drawn last, or the one that a lot on the table will draw: who stands on each side."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.db.models import Max

from tournaments.draws import rules as lots
from tournaments.formats import FORMATS
from tournaments.models import Draw, DrawCommitment, PairedRound, Slot, Stage, Team
from tournaments.stages.selectors import stage_facts
from tournaments.types import EntrantId, Line, Plan


@dataclass(frozen=True)
class DrawnCard:
    """One side of a match as drawn: a team, partners who entered alone, or nobody."""

    teams: tuple[Team, ...]

    @property
    def seed(self) -> int | None:
        """The seed of the team that is this side by itself."""
        return self.teams[0].seed if len(self.teams) == 1 else None

    @property
    def lines(self) -> list[str]:
        """The name as it stands on a card: the surnames of a pair, or partners, one under the other."""
        return [line for team in self.teams for line in team.name.split(" – ")]


@dataclass(frozen=True)
class DrawnMatch:
    """A match of the round drawn last: its name on the list, and its sides."""

    name: str
    sides: tuple[DrawnCard, ...]


def drawn_cards(stage: Stage) -> list[DrawnMatch]:
    """Return the matches of the round drawn last, in order; where the draw makes all rounds, of the first."""
    turn = (
        stage.matches.aggregate(last=Max("round"))["last"]
        if stage.format in stage_facts.ROUND_BY_ROUND
        else 1
    )
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    lines = {
        number: teams[who]
        for number, who in enumerate(stage_facts.facts_of([stage])[stage.pk].lines, start=1)
    }
    slots = Slot.objects.filter(stage=stage, match__round=turn, source="line").select_related("match")
    matches: dict[str, list[Team | None]] = {}
    for slot in slots.order_by("match__group", "match__number", "side"):
        name = slot.match.label if slot.match.group else str(slot.match.number)
        nobody = slot.resolved and slot.team_id is None  # the line may since be that of a latecomer
        matches.setdefault(name, []).append(None if nobody else lines.get(slot.source_line or 0))
    partners = FORMATS[stage.format].partners
    return [DrawnMatch(name, _cards(seats, partners)) for name, seats in matches.items()]


def cards_of_lot(stage: Stage, lot: str) -> list[DrawnMatch]:
    """Return the matches of the first round as this lot will draw them, before there is a draw.

    They are worked out from the promise that stands and the lot, as the draw itself will be, and stored
    nowhere; none where nothing is promised. Four queries, the first time one or two more.
    """
    promises = stage.commitments.filter(round=Draw.FIRST_ROUND, draw__isnull=True)
    promise = promises.order_by("-attempt").first()
    if promise is None:
        return []
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    seated = _seated_by(promise, lot, _Rules(stage))
    partners = FORMATS[stage.format].partners
    return [
        DrawnMatch(name, _cards([teams[who] if who else None for who in seats], partners))
        for name, seats in seated
    ]


@lru_cache(maxsize=8)
def lines_by_promise(promise: DrawCommitment, lot: str) -> tuple[EntrantId, ...]:
    """Return the lines that a lot makes of a promise, which never changes; worked out once."""
    entrants = lots.read_entrants(promise.entrants)
    return lots.lines_by_lot(entrants, promise.algorithm, promise.salt, lot, promise.apart)


class _Rules:
    """What a stage is drawn by, as the key under which its pairings are kept."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.key = (stage.pk, stage.format, json.dumps([stage.options, stage.profile], sort_keys=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rules) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=8)
def _seated_by(
    promise: DrawCommitment, lot: str, rules: _Rules
) -> tuple[tuple[str, tuple[str | None, ...]], ...]:
    """The names of the matches of the first round, and who sits where: nobody is None."""
    lines = lines_by_promise(promise, lot)
    facts = stage_facts.StageFacts(rules.stage, Draw(stage=rules.stage, lines=list(lines)), tuple(lines))
    return tuple(
        (
            match.label if match.group else str(match.number),
            tuple(_standing(source.number, lines) for source in match.sources if isinstance(source, Line)),
        )
        for match in sorted(_plan(facts).matches, key=lambda match: (match.group, match.number))
        if match.round == 1
    )


def _plan(facts: stage_facts.StageFacts) -> Plan:
    if facts.stage.format in stage_facts.ROUND_BY_ROUND:
        pairings = stage_facts.paired_by(facts, stage_facts.given_to_pair(facts))
        facts = replace(facts, rounds=(PairedRound(round=1, pairings=pairings),))
    return facts.plan()


def _standing(line: int, lines: Sequence[EntrantId]) -> str | None:
    return lines[line - 1] if line <= len(lines) else None


def _cards(seats: Sequence[Team | None], partners: int) -> tuple[DrawnCard, ...]:
    sides = len(seats) // partners
    return tuple(DrawnCard(tuple(filter(None, seats[side::sides]))) for side in range(sides))
