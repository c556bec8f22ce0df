"""“Why is A ahead of B?”, answered from the questions the standings themselves asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.sentences import Sentence
from scoring.translation import say
from tournaments.models import Stage, Team
from tournaments.pages.public.standings_numbers import by_net, written
from tournaments.pages.public.words import short_names
from tournaments.rules.standings import MATCH_POINTS, Group, Row, Step
from tournaments.rules.tiebreaks import TIE_BREAKS, Shown
from tournaments.selectors.why import why_ahead
from tournaments.types import EntrantId


@dataclass(frozen=True)
class WhyLine:
    """One question: what both are worth by it, or in words why it says nothing."""

    name: str
    note: str
    first: str
    second: str
    words: str
    decides: bool


@dataclass(frozen=True)
class WhyView:
    """The box that compares a row with the one below it."""

    first: Team
    second: Team
    heads: tuple[str, ...]
    lines: tuple[WhyLine, ...]
    deciding: str
    """The key of the question that parts them; empty where nothing does."""
    at_once: bool

    @property
    def last(self) -> WhyLine:
        """The question at which it ends."""
        return self.lines[-1]

    @property
    def by_lot(self) -> bool:
        """Whether a lot was needed."""
        return self.deciding in TIE_BREAKS and TIE_BREAKS[self.deciding].shown is Shown.PLACE


class Why(NamedTuple):
    """Of which team it is asked, after which round, and whether also by what is held back from everybody."""

    team: str
    after: int | None = None
    whole: bool = False


def why_view(stages: Sequence[Stage], rows: Sequence[Row], asked: Why, ordered: Group = ()) -> WhyView | None:
    """Compare the wanted team with the one below it, the last with the one above: three or four queries."""
    place = next((place for place, row in enumerate(rows) if row.entrant == asked.team), None)
    if place is None or len(rows) < 2:
        return None
    upper = min(place, len(rows) - 2)
    ids = [rows[upper].entrant, rows[upper + 1].entrant]
    teams = Team.objects.in_bulk(ids)
    named = {str(pk): team for pk, team in teams.items()}
    first, second = (named[each] for each in ids)
    both = EntrantId(str(first.pk)), EntrantId(str(second.pk))
    steps = why_ahead(stages, *both, ordered, asked.after, whole=asked.whole)
    return _compared(stages, first, second, steps)


def _compared(stages: Sequence[Stage], first: Team, second: Team, steps: Sequence[Step]) -> WhyView:
    parted = steps[-1].first != steps[-1].second
    net = by_net(stages[-1])
    return WhyView(
        first=first,
        second=second,
        heads=short_names((first.name, second.name)),
        lines=tuple(_line(step, net, decides=parted and step is steps[-1]) for step in steps),
        deciding=steps[-1].key if parted else "",
        at_once=len(steps) == 1,
    )


def _line(step: Step, net: bool, *, decides: bool) -> WhyLine:
    among = step.among and step.counts and len(step.level) > 2
    return WhyLine(
        name=_("Net") if net and step.key == MATCH_POINTS.key else say(Sentence(step.name)),
        note=_("among the %(count)s who are level") % {"count": len(step.level)} if among else "",
        first=written(step.key, step.first, net=net),
        second=written(step.key, step.second, net=net),
        words="" if decides else _silent(step),
        decides=decides,
    )


def _silent(step: Step) -> str:
    """Why a question has nothing to say, where it has not."""
    if not step.counts:
        if len(step.level) == 2:
            return _("have not met")
        return _("not all %(count)s who are level have met") % {"count": len(step.level)}
    if step.key in TIE_BREAKS and TIE_BREAKS[step.key].shown is Shown.PLACE:
        return _("no lot drawn")
    return ""
