"""The latest drawn round, the round resulting from the cards on the table, and the proposed next round."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from django.db.models import Max

from scoring.translation import say
from scoring.types import NotNow, Sentence, _
from tournaments.competition import lots
from tournaments.competition.format_parts.round_faults import Breach
from tournaments.competition.formats import FORMATS
from tournaments.competition.seals import seal_of
from tournaments.competition.types import EntrantId, Line, Plan, PlannedMatch, Points
from tournaments.models import Draw, DrawCommitment, Match, PairedRound, Slot, Stage, Team
from tournaments.stages.selectors import stage_facts
from tournaments.stages.selectors.pairing import breaches_of, given_to_pair, paired_by
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND, profile_of
from tournaments.standings.selectors import qualified


@dataclass(frozen=True)
class DrawnCard:
    """One side of a drawn match: a team, players paired in an individual event, or nobody."""

    teams: tuple[Team, ...]

    @property
    def seed(self) -> int | None:
        """The seed of the team; None if the side is not a single team."""
        return self.teams[0].seed if len(self.teams) == 1 else None

    @property
    def lines(self) -> list[str]:
        """The names on the card, one per line."""
        return [line for team in self.teams for line in team.name.split(" – ")]


@dataclass(frozen=True)
class DrawnMatch:
    """A match of the latest drawn round: its name and its sides."""

    name: str
    sides: tuple[DrawnCard, ...]
    group: str = field(default="", compare=False)
    # The table that the match is called to, None while it waits for a table.
    table: int | None = field(default=None, compare=False)

    @property
    def played(self) -> bool:
        """True if each side has a team."""
        return all(side.teams for side in self.sides)


@dataclass(frozen=True)
class DrawnGroup:
    """A drawn group: its teams in the order drawn, and its first-round matches."""

    key: str
    teams: tuple[Team, ...]
    matches: tuple[DrawnMatch, ...]


@dataclass(frozen=True)
class DrawnRound:
    """The latest drawn round: its matches, its groups (if the stage has groups) and its plan."""

    matches: tuple[DrawnMatch, ...]
    groups: tuple[DrawnGroup, ...]
    plan: Plan


def drawn_cards(stage: Stage) -> list[DrawnMatch]:
    """Return the matches of the latest drawn round, in order."""
    return list(drawn_round(stage).matches)


def drawn_round(stage: Stage) -> DrawnRound:
    """Return the latest drawn round, or the first round if the format draws all rounds together."""
    turn = stage.matches.aggregate(last=Max("round"))["last"] if stage.format in ROUND_BY_ROUND else 1
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    facts = stage_facts.facts_of([stage])[stage.pk]
    lines = {number: teams[entrant] for number, entrant in enumerate(facts.lines, start=1)}
    slots = Slot.objects.filter(stage=stage, match__round=turn, source="line").select_related("match")
    seats: dict[Match, list[Team | None]] = {}
    for slot in slots.order_by("match__group", "match__number", "side"):
        nobody = slot.resolved and slot.team_id is None  # a late entry may have the line since
        seats.setdefault(slot.match, []).append(None if nobody else lines.get(slot.source_line or 0))
    partners = FORMATS[stage.format].partners
    matches = [
        DrawnMatch(_name_of(match), _cards(seated, partners), match.group, match.table)
        for match, seated in seats.items()
    ]
    plan = facts.plan()
    return DrawnRound(tuple(matches), _groups(plan, matches, teams), plan)


def _name_of(match: Match | PlannedMatch) -> str:
    return str(match.label if match.group else match.number)


def _groups(plan: Plan, matches: Sequence[DrawnMatch], teams: Mapping[str, Team]) -> tuple[DrawnGroup, ...]:
    return tuple(
        DrawnGroup(
            group.key,
            tuple(teams[each] for each in group.entrants),
            tuple(match for match in matches if match.group == group.key and match.played),
        )
        for group in plan.groups
    )


def cards_of_lot(stage: Stage, lot: str) -> list[DrawnMatch]:
    """Return the first-round matches that a draw with the text or cards `lot` would produce.

    The matches are computed from the current commitment and the lot, as in a draw, and are not stored. If
    there is no unused commitment, the list is empty. Two queries; three on the first call if the stage is
    paired round by round. Raise BadEntry if the lot is invalid.
    """
    promises = stage.commitments.filter(round=Draw.FIRST_ROUND, draw__isnull=True)
    promise = promises.order_by("-attempt").first()
    if promise is None:
        return []
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    seated = _seated_by(promise, lot, _Rules(stage))
    partners = FORMATS[stage.format].partners
    return [
        DrawnMatch(name, _cards([teams[entrant] if entrant else None for entrant in seats], partners))
        for name, seats in seated
    ]


@lru_cache(maxsize=8)
def lines_by_promise(promise: DrawCommitment, lot: str) -> tuple[EntrantId, ...]:
    """Return the entrants in the order drawn with a lot. Cached, because commitments never change."""
    entrants = lots.read_entrants(promise.entrants)
    return lots.lines_by_lot(entrants, promise.algorithm, promise.salt, lot, promise.apart)


class _Rules:
    """The options and the profile of a stage, used as a cache key for pairings."""

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
    return seated_on(rules.stage, lines_by_promise(promise, lot))


def seated_on(stage: Stage, lines: Sequence[EntrantId]) -> tuple[tuple[str, tuple[str | None, ...]], ...]:
    """Return the name and the entrants of each first-round match for the given draw order.

    An empty seat is None.
    """
    return _seats(stage_facts.StageFacts(stage, Draw(stage=stage, lines=list(lines)), tuple(lines)))


def _seats(facts: stage_facts.StageFacts) -> tuple[tuple[str, tuple[str | None, ...]], ...]:
    number = len(facts.rounds) + 1
    return tuple(
        (
            _name_of(match),
            tuple(_standing(each.number, facts.lines) for each in match.sources if isinstance(each, Line)),
        )
        for match in sorted(_plan(facts).matches, key=lambda match: (match.group, match.number))
        if match.round == number
    )


def _plan(facts: stage_facts.StageFacts) -> Plan:
    if facts.stage.format in ROUND_BY_ROUND:
        pairings = paired_by(facts, given_to_pair(facts))
        paired = PairedRound(round=len(facts.rounds) + 1, pairings=pairings)
        facts = replace(facts, rounds=(*facts.rounds, paired))
    return facts.plan()


def _standing(line: int, lines: Sequence[EntrantId]) -> str | None:
    return lines[line - 1] if line <= len(lines) else None


def _cards(seats: Sequence[Team | None], partners: int) -> tuple[DrawnCard, ...]:
    sides = len(seats) // partners
    return tuple(DrawnCard(tuple(filter(None, seats[side::sides]))) for side in range(sides))


# The largest number of entrants for which a page shows a proposed round.
MAX_PROPOSED = 128


@dataclass(frozen=True)
class ProposedMatch:
    """A proposed match: the teams on each side, and their match points so far."""

    sides: tuple[tuple[Team, ...], ...]
    points: tuple[Points, ...]


@dataclass(frozen=True)
class ProposedRound:
    """The next round of a stage as it would be paired or drawn now. It is not saved."""

    # The number of the round, from 1.
    number: int
    matches: tuple[ProposedMatch, ...]
    resting: tuple[Team, ...]
    # The rules that the round breaks: the code, the teams, the message.
    breaches: tuple[tuple[str, tuple[Team, ...], str], ...]

    @property
    def teams(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The ids of the teams on each side of each match."""
        return tuple(
            tuple(tuple(str(team.pk) for team in side) for side in each.sides) for each in self.matches
        )


def proposed_round(stage: Stage) -> ProposedRound | None:
    """Return a proposal for the next round of a stage: the matches if the round was paired or drawn now.

    A draw in the proposal is a draw by seeds. Return None if the stage has more than MAX_PROPOSED entrants.
    Raise RuleError if no round can be made, for example because the first stage is not drawn yet.
    """
    facts = _facts_to_pair(stage)
    if len(facts.lines) > MAX_PROPOSED:
        return None
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    seats = [[entrant for entrant in seated if entrant] for _name, seated in _seats(facts)]
    points = facts.state().match_points if facts.rounds else lambda _entrant: Points(0)
    partners = FORMATS[stage.format].partners
    full = [each for each in seats if len(each) > 1]
    return ProposedRound(
        number=len(facts.rounds) + 1,
        matches=tuple(
            ProposedMatch(
                sides=tuple(card.teams for card in _cards([teams[entrant] for entrant in each], partners)),
                points=tuple(points(EntrantId(entrant)) for entrant in each),
            )
            for each in full
        ),
        resting=tuple(teams[entrant] for each in seats if len(each) == 1 for entrant in each),
        breaches=tuple(_breaches(facts, seats, teams)),
    )


def seal_of_round(proposed: ProposedRound | None) -> str:
    """Return the digest of the proposed matches; `proposed` may be None."""
    return seal_of(proposed.teams if proposed else None)


def _facts_to_pair(stage: Stage) -> stage_facts.StageFacts:
    """Return the recorded data for pairing the next round.

    For a later stage that is not drawn yet, the entrants are the teams that qualify. Raise NotNow for a first
    stage that is not drawn yet.
    """
    if stage.state != "planned":
        return stage_facts.facts_of([stage], up_to="outcome_seq")[stage.pk]
    if stage.number == 1:
        raise NotNow("not_drawn", Sentence(_("This stage is not drawn yet.")))
    before = Stage.objects.select_related("tournament")
    lines = qualified(before.get(tournament=stage.tournament_id, number=stage.number - 1))
    FORMATS[stage.format].check(len(lines), stage.options, profile_of(stage).sides)
    return stage_facts.StageFacts(stage, Draw(stage=stage, lines=list(lines)), lines)


def _breaches(
    facts: stage_facts.StageFacts, pairings: Sequence[Sequence[str]], teams: Mapping[str, Team]
) -> Iterator[tuple[str, tuple[Team, ...], str]]:
    if facts.stage.format not in ROUND_BY_ROUND:
        return
    inputs = given_to_pair(facts)
    for code, entrants, values in breaches_of(facts, inputs, pairings):
        breach = Breach(code, tuple(entrants), tuple(values.items()))
        yield code, tuple(teams[entrant] for entrant in entrants), say(breach.sentence)
