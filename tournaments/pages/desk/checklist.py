"""Before the draw: what is settled, what is not, and what would follow from drawing now."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules.errors import RuleError
from scoring.translation import say
from tournaments.models import Stage, Team, Tournament
from tournaments.rules.formats import FORMATS
from tournaments.rules.types import EntrantId, Line, Nobody


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
    drawn = len(teams) - counts["absent"]
    stage = tournament.stages.all()[0]
    too_few, byes = _drawn(stage, drawn)
    waiting = counts["expected"] > 0 and counts["expected"] < len(teams)
    items = [_seeds(teams), Item("check", _("Nobody is in two teams"))]
    items += [_expected([team for team in teams if team.presence == "expected"])] if waiting else []
    items += [_absent(counts["absent"])] if counts["absent"] else []
    items.append(Item("warn", too_few) if too_few else _byes(drawn, byes))
    return Checklist(
        counts["present"],
        counts["expected"],
        counts["absent"],
        len(teams),
        tuple(items),
        not too_few and not waiting,
    )


def _drawn(stage: Stage, entrants: int) -> tuple[str, int]:
    """Plan the stage with so many: the words it would be refused with, and how many would have a bye."""
    try:
        plan = FORMATS[stage.format].plan(
            [EntrantId(str(number)) for number in range(entrants)], stage.options
        )
    except RuleError as refusal:
        return say(refusal.message), 0
    lines = [source for match in plan.matches for source in match.sources if isinstance(source, Line)]
    return "", sum(isinstance(plan.on_line(line.number), Nobody) for line in lines)


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


def _expected(teams: Sequence[Team]) -> Item:
    names = ", ".join(team.name for team in teams[:4]) + ("…" if len(teams) > 4 else "")
    text = ngettext(
        "%(count)d team still expected: %(names)s", "%(count)d teams still expected: %(names)s", len(teams)
    )
    return Item("clock", text % {"count": len(teams), "names": names})


def _absent(count: int) -> Item:
    text = ngettext(
        "%(count)d absent team is left out of the draw",
        "%(count)d absent teams are left out of the draw",
        count,
    )
    return Item("clock", text % {"count": count})


def _byes(entrants: int, byes: int) -> Item:
    if not byes:
        return Item("check", _("Drawing with %(teams)s: nobody has a bye") % {"teams": entrants})
    text = ngettext(
        "Drawing with %(teams)s: %(count)d team has a bye in the first round",
        "Drawing with %(teams)s: %(count)d teams have a bye in the first round",
        byes,
    )
    return Item("info", text % {"teams": entrants, "count": byes})
