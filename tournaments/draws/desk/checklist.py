"""Before the draw: what is settled, what is not, and what would follow from drawing now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _, ngettext

from scoring.translation import say
from scoring.types import RuleError
from tournaments.formats import FORMATS
from tournaments.models import Stage, Team, Tournament
from tournaments.stages.selectors.stage_facts import ROUND_BY_ROUND, profile_of, stage_at_hand
from tournaments.standings.selectors import qualified
from tournaments.templatetags.entrants import called
from tournaments.types import EntrantId, Line, Nobody, Plan, PlannedMatch


@dataclass(frozen=True)
class Item:
    """One line of the list, and the drawing that says how it is."""

    icon: str
    text: str

    @property
    def style(self) -> str:
        """The colour beside the drawing: good, worth a look, in the way."""
        return {"check": "cok", "clock": "cwarn", "warn": "cerr"}.get(self.icon, "muted")


@dataclass(frozen=True)
class Checklist:
    """The counts and the lines; `ready` when a draw would not be refused."""

    present: int
    expected: int
    absent: int
    entered: int
    items: tuple[Item, ...]
    ready: bool
    through: int = 0
    """How many come through to a later stage, each seeded by the way there."""

    @property
    def marks(self) -> tuple[str, ...]:
        """A stitch for each team: present, absent or not yet known."""
        return ("present",) * self.present + ("expected",) * self.expected + ("absent",) * self.absent

    @property
    def checking_in(self) -> bool:
        """Whether anybody was checked in yet; before that, every team counts."""
        return self.present + self.absent > 0


def checklist(tournament: Tournament, teams: Sequence[Team]) -> Checklist:
    """Look at the entries as the draw will."""
    counts = {
        word: sum(team.presence == word for team in teams) for word in ("present", "expected", "absent")
    }
    stage = stage_at_hand(tournament)
    if stage.number > 1:
        return _of_who_comes_through(stage, counts)
    drawn = len(teams) - counts["absent"]
    too_few, byes = _trial_plan(stage, drawn)
    waiting = counts["expected"] > 0 and counts["expected"] < len(teams)
    expected = [team for team in teams if team.presence == "expected"]
    items = [_seeds(teams), Item("check", called("nobody twice", tournament))]
    items += [_expected(tournament, expected)] if waiting else []
    items += [Item("clock", called("absent", tournament, count=counts["absent"]))] if counts["absent"] else []
    items.append(Item("warn", too_few) if too_few else _byes(tournament, drawn, byes))
    items += [] if too_few else _plan(stage, drawn)
    return Checklist(
        counts["present"],
        counts["expected"],
        counts["absent"],
        len(teams),
        tuple(items),
        not too_few and not waiting,
    )


def _of_who_comes_through(stage: Stage, counts: Mapping[str, int]) -> Checklist:
    """A later stage is drawn from those who go on: how many they are, or what is still missing."""
    before = stage.tournament.stages.get(number=stage.number - 1)
    before.tournament = stage.tournament
    found = Checklist(**counts, entered=sum(counts.values()), items=(), ready=False)
    try:
        through = len(qualified(before))
    except RuleError as refusal:
        return replace(found, items=(Item("warn", say(refusal.message)),))
    words = ngettext(
        "%(count)d qualifies from stage %(stage)s", "%(count)d qualify from stage %(stage)s", through
    ) % {"count": through, "stage": before.number}
    too_few, byes = _trial_plan(stage, through)
    items = [Item("check", words)]
    items.append(Item("warn", too_few) if too_few else _byes(stage.tournament, through, byes))
    items += [] if too_few else _plan(stage, through)
    return replace(found, items=tuple(items), ready=not too_few, through=through)


def _trial_plan(stage: Stage, entrants: int) -> tuple[str, int]:
    """Plan the stage with so many: the words it would be refused with, and how many would have a bye."""
    ids = [EntrantId(str(number)) for number in range(entrants)]
    sides = profile_of(stage).sides
    try:
        plan = FORMATS[stage.format].plan(ids, stage.options, sides)
    except RuleError as refusal:
        return say(refusal.message), 0
    if stage.format in ROUND_BY_ROUND:
        return "", entrants % sides
    first = [match for match in plan.matches if match.round == 1]
    return "", sum(_seated(plan, match) == 1 for match in first)


def _seated(plan: Plan, match: PlannedMatch) -> int:
    """How many sit down to a match of the first round: one alone rests."""
    lines = [source for source in match.sources if isinstance(source, Line)]
    return sum(not isinstance(plan.on_line(line.number), Nobody) for line in lines)


def _plan(stage: Stage, entrants: int) -> list[Item]:
    """What a stage of so many comes to, where its format says so."""
    words = FORMATS[stage.format].plan_in_words
    return [Item("list", say(words(entrants, stage.options, profile_of(stage).sides)))] if words else []


def _seeds(teams: Sequence[Team]) -> Item:
    """Seeds are well chosen when they count 1, 2, 3 … without a gap among those who will be drawn."""
    seeds = sorted(team.seed for team in teams if team.seed is not None and team.presence != "absent")
    if seeds != list(range(1, len(seeds) + 1)):
        missing = next(number for number in range(1, len(seeds) + 2) if number not in seeds)
        return Item("info", _("Seed %(seed)s is missing: the next one takes its line") % {"seed": missing})
    if not seeds:
        return Item("info", _("No seeds: everybody is drawn"))
    return Item(
        "check",
        ngettext("%(count)d seed chosen", "%(count)d seeds chosen", len(seeds)) % {"count": len(seeds)},
    )


def _expected(tournament: Tournament, teams: Sequence[Team]) -> Item:
    names = ", ".join(team.name for team in teams[:4]) + ("…" if len(teams) > 4 else "")
    return Item("clock", called("expected", tournament, count=len(teams), names=names))


def _byes(tournament: Tournament, entrants: int, byes: int) -> Item:
    if not byes:
        return Item("check", _("Drawing with %(teams)s: nobody has a bye") % {"teams": entrants})
    return Item("info", called("byes", tournament, teams=entrants, count=byes))
