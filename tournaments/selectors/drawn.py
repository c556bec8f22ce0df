"""The first round as it was drawn: match by match, who stands on each side. Three queries."""

from dataclasses import dataclass

from tournaments.models import Slot, Stage, Team


@dataclass(frozen=True)
class DrawnCard:
    """One side of a match as drawn: a team, or nobody."""

    team: Team | None

    @property
    def lines(self) -> list[str]:
        """The name as it stands on a card: the surnames of a pair one under the other."""
        return self.team.name.split(" – ") if self.team else []


@dataclass(frozen=True)
class DrawnMatch:
    """A match of the first round: its number and its two sides."""

    number: int
    sides: tuple[DrawnCard, ...]


def drawn_cards(stage: Stage) -> list[DrawnMatch]:
    """Return the matches of the first round in the order of the bracket."""
    draw = stage.draws.order_by("-version")[0]
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    lines = {number: teams.get(entrant) for number, entrant in enumerate(draw.lines, start=1)}
    slots = (
        Slot.objects.filter(stage=stage, source="line", match__round=1)
        .select_related("match")
        .order_by("match__number", "side")
    )
    matches: dict[int, list[DrawnCard]] = {}
    for slot in slots:
        matches.setdefault(slot.match.number, []).append(DrawnCard(lines.get(slot.source_line or 0)))
    return [DrawnMatch(number, tuple(sides)) for number, sides in matches.items()]
