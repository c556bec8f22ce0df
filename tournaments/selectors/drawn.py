"""The round drawn last: match by match, who stands on each side. Six queries at most."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from tournaments.models import Slot, Stage, Team
from tournaments.rules.formats import FORMATS
from tournaments.selectors.folding import ROUND_BY_ROUND, facts_of


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
    turn = stage.matches.aggregate(last=Max("round"))["last"] if stage.format in ROUND_BY_ROUND else 1
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    lines = {number: teams[who] for number, who in enumerate(facts_of([stage])[stage.pk].lines, start=1)}
    slots = Slot.objects.filter(stage=stage, match__round=turn, source="line").select_related("match")
    matches: dict[str, list[Team | None]] = {}
    for slot in slots.order_by("match__group", "match__number", "side"):
        name = slot.match.label if slot.match.group else str(slot.match.number)
        nobody = slot.resolved and slot.team_id is None  # the line may since be that of a latecomer
        matches.setdefault(name, []).append(None if nobody else lines.get(slot.source_line or 0))
    partners = FORMATS[stage.format].partners
    return [DrawnMatch(name, _cards(seats, partners)) for name, seats in matches.items()]


def _cards(seats: Sequence[Team | None], partners: int) -> tuple[DrawnCard, ...]:
    sides = len(seats) // partners
    return tuple(DrawnCard(tuple(filter(None, seats[side::sides]))) for side in range(sides))
