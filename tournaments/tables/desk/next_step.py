"""The next step of a tournament after a round or stage has ended, with the proposed matches as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.templatetags.sheet import real
from scoring.translation import joined, say
from scoring.types import RuleError
from tournaments.competition.formats import FORMATS
from tournaments.competition.names import team_name
from tournaments.draws.selectors.proposed_rounds import (
    ProposedMatch,
    ProposedRound,
    proposed_round,
    seal_of_round,
)
from tournaments.models import Stage, Team
from tournaments.tables.selectors.evening import Evening


class ProposedLine(NamedTuple):
    """A proposed match: its table (empty if no table is free), its sides' names, and their match points."""

    table: str
    sides: tuple[str, ...]
    points: str


class Check(NamedTuple):
    """A pairing rule, shown below the proposed matches. The text of a broken rule contains the teams."""

    text: str
    # The name of the icon: `check` for a rule that the matches keep, `warn` for a broken rule.
    icon: str


@dataclass(frozen=True)
class NextStep:
    """The next step: its heading and its proposed matches.

    No matches are proposed if the stage is too large, a draw has begun, or the step is refused.
    """

    title: str
    button: str
    matches: tuple[ProposedLine, ...] = ()
    checks: tuple[Check, ...] = ()
    refusal: str = ""
    # A hash of the matches that the button sends back; empty if the page of the draw is to be used.
    seal: str = ""


def next_step(evening: Evening) -> NextStep | None:
    """Return the next step of the tournament; None if no step is due. The number of queries is constant."""
    if not any(task.kind == "next" for task in evening.tasks):
        return None
    stage = evening.stage
    if stage.state == "planned" and _is_promised(stage):
        return NextStep(_title(stage, 1), "")
    try:
        proposed = proposed_round(stage)
    except RuleError as refusal:
        return NextStep(_title(stage, evening.last_round + 1), "", refusal=say(refusal.message))
    number = proposed.number if proposed else evening.last_round + 1
    free = [table.number for table in evening.tables if table.match_id is None]
    matches = proposed.matches if proposed else ()
    return NextStep(
        title=_title(stage, number),
        button=_button(stage, number),
        matches=tuple(_line(each, table) for each, table in _with_tables(matches, free)),
        checks=tuple(_checks(stage, proposed)) if proposed else (),
        seal=seal_of_round(proposed),
    )


def _is_promised(stage: Stage) -> bool:
    """Return True if a draw by lots has begun."""
    return bool(stage.tournament.laid) or stage.commitments.filter(draw__isnull=True).exists()


def _title(stage: Stage, number: int) -> str:
    if stage.state == "planned":
        values = {"stage": stage.number, "before": stage.number - 1, "format": _(FORMATS[stage.format].name)}
        return _("Stage %(before)s is over: prepare stage %(stage)s, %(format)s") % values
    return _("Round %(before)s is over: pair round %(round)s") % {"before": number - 1, "round": number}


def _button(stage: Stage, number: int) -> str:
    if stage.state == "planned":
        return _("Create the matches")
    return _("Pair round %(round)s") % {"round": number}


def _with_tables(
    matches: Sequence[ProposedMatch], free: Sequence[int]
) -> Iterator[tuple[ProposedMatch, int | None]]:
    for place, match in enumerate(matches):
        yield match, free[place] if place < len(free) else None


def _line(match: ProposedMatch, table: int | None) -> ProposedLine:
    return ProposedLine(
        table=str(table) if table else "",
        sides=tuple(team_name([team.name for team in side]) for side in match.sides),
        points=_points(match),
    )


def _points(match: ProposedMatch) -> str:
    """Return the match points of the sides as text; one number if all sides have the same match points.

    Empty if no side has match points, or if partners have separate match points.
    """
    if not any(match.points) or len(match.sides) != len(match.points):
        return ""
    values = dict.fromkeys(match.points) if len(set(match.points)) == 1 else match.points
    return " – ".join(real(int(each)) if each.denominator == 1 else str(each) for each in values)


def _checks(stage: Stage, proposed: ProposedRound) -> Iterator[Check]:
    """Yield the broken pairing rules with the names of the teams, and then the rules that are kept."""
    for _code, teams, sentence in proposed.breaches:
        yield Check(f"{_names(teams)}: {sentence}", icon="warn")
    promised = FORMATS[stage.format].promises(stage.options, len(proposed.matches[0].sides))
    if "rematch" in promised and not any(code == "rematch" for code, *_rest in proposed.breaches):
        yield Check(_("Nobody meets an opponent again"), icon="check")
    if proposed.resting:
        yield Check(_("Bye: %(teams)s") % {"teams": _names(proposed.resting)}, icon="check")
    else:
        yield Check(_("Nobody has a bye"), icon="check")


def _names(teams: Sequence[Team]) -> str:
    return joined(team.name for team in teams)
