"""The checklist before a draw: teams, seeds, byes, and the size of the stage."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from scoring.translation import say
from scoring.types import RuleError
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.qualifying import Qualifier
from tournaments.competition.types import EntrantId, Line, Nobody, Plan, PlannedMatch
from tournaments.models import Stage, Team, Tournament
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND, profile_of
from tournaments.standings.selectors import qualifiers_of
from tournaments.templatetags.entrants import called


class Item(NamedTuple):
    """One line of the checklist, with a status icon."""

    icon: str
    text: str

    @property
    def style(self) -> str:
        """The CSS class that marks the line as good, as a warning or as an error."""
        return {"check": "cok", "clock": "cwarn", "warn": "cerr"}.get(self.icon, "muted")


@dataclass(frozen=True)
class Checklist:
    """The numbers of teams by presence, the items of the checklist, and the qualified entrants."""

    present: int
    expected: int
    absent: int
    items: tuple[Item, ...]
    # The teams of a later stage, in the order of their lines, each seeded by its place. Empty for the first
    # stage.
    qualifiers: tuple[Qualifier, ...] = ()

    @property
    def entered(self) -> int:
        """The number of teams in the tournament."""
        return self.present + self.expected + self.absent

    @property
    def marks(self) -> tuple[str, ...]:
        """The presence of each team, in the order present, expected, absent."""
        return ("present",) * self.present + ("expected",) * self.expected + ("absent",) * self.absent

    @property
    def checking_in(self) -> bool:
        """True if a team has been checked in or marked absent. If False, every team counts as present."""
        return self.present + self.absent > 0


def checklist(tournament: Tournament, teams: Sequence[Team]) -> Checklist:
    """Return the checklist for the next draw. A later stage includes the teams that qualify for it."""
    counts = {
        word: sum(team.presence == word for team in teams) for word in ("present", "expected", "absent")
    }
    stage = tournament.stage_at_hand()
    qualifiers: tuple[Qualifier, ...] = ()
    items: list[Item] = []
    try:
        if stage.number > 1:
            qualifiers = qualifiers_of(tournament.stages.get(number=stage.number - 1))
            count = len(qualifiers)
            items.append(_qualified_item(stage, count))
        else:
            count = len(teams) - counts["absent"]
            items += _entry_items(tournament, teams, counts)
        byes = _byes_of(stage, count)
        words = FORMATS[stage.format].plan_in_words
        items.append(_byes(tournament, count, byes))
        items += [Item("list", say(words(count, stage.options, profile_of(stage).sides)))] if words else []
    except RuleError as refusal:
        items.append(Item("warn", say(refusal.message)))
    return Checklist(**counts, items=tuple(items), qualifiers=qualifiers)


def _qualified_item(stage: Stage, through: int) -> Item:
    words = ngettext(
        "%(count)d qualifies from stage %(stage)s", "%(count)d qualify from stage %(stage)s", through
    )
    return Item("check", words % {"count": through, "stage": stage.number - 1})


def _entry_items(tournament: Tournament, teams: Sequence[Team], counts: Mapping[str, int]) -> Iterator[Item]:
    """Yield the checklist lines about seeds, repeated players, and expected or absent teams."""
    yield _seeds(teams)
    yield Item("check", called("nobody twice", tournament))
    expected = [team.name for team in teams if team.presence == "expected"]
    if 0 < len(expected) < len(teams):
        names = ", ".join(expected[:4]) + ("…" if len(expected) > 4 else "")
        yield Item("clock", called("expected", tournament, count=len(expected), names=names))
    if counts["absent"]:
        yield Item("clock", called("absent", tournament, count=counts["absent"]))


def _byes_of(stage: Stage, entrants: int) -> int:
    """Return the number of first-round byes; raise RuleError if the stage has too few entrants."""
    ids = [EntrantId(str(number)) for number in range(entrants)]
    form, sides = FORMATS[stage.format], profile_of(stage).sides
    plan = form.plan(ids, stage.options, sides)
    if stage.format in ROUND_BY_ROUND:
        return entrants % (sides * form.partners)
    return sum(_entrants_in(plan, match) == 1 for match in plan.matches if match.round == 1)


def _entrants_in(plan: Plan, match: PlannedMatch) -> int:
    lines = [source for source in match.sources if isinstance(source, Line)]
    return sum(not isinstance(plan.on_line(line.number), Nobody) for line in lines)


def _seeds(teams: Sequence[Team]) -> Item:
    """Return the checklist line about the seeds, which must be 1, 2, 3 … without a gap."""
    seeds = sorted(team.seed for team in teams if team.seed is not None and team.presence != "absent")
    if seeds != list(range(1, len(seeds) + 1)):
        missing = next(number for number in range(1, len(seeds) + 2) if number not in seeds)
        return Item("info", _("Seed %(seed)s is missing: the next one takes its line") % {"seed": missing})
    if not seeds:
        return Item("info", _("No seeds: all places are drawn"))
    words = ngettext("%(count)d seed chosen", "%(count)d seeds chosen", len(seeds))
    return Item("check", words % {"count": len(seeds)})


def _byes(tournament: Tournament, entrants: int, byes: int) -> Item:
    if not byes:
        return Item("check", called("no byes", tournament, teams=entrants))
    return Item("info", called("byes", tournament, teams=entrants, count=byes))
