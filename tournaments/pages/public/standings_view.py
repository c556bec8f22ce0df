"""The standings as they are read: places shared by equals, each team's results round by round."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Page
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.sentences import Sentence
from scoring.translation import say
from tournaments.formats import FORMATS
from tournaments.models import Match, Stage
from tournaments.pages.public.settled import settled_view
from tournaments.pages.public.standings_groups import group_views
from tournaments.pages.public.standings_numbers import questions
from tournaments.pages.public.standings_table import Table, Turns, page_of
from tournaments.pages.public.standings_why import Why, why_view
from tournaments.pages.public.words import joined
from tournaments.rules.qualifying import Terms, cut_line
from tournaments.rules.stage import StageState
from tournaments.rules.standings import Row
from tournaments.selectors.as_rules import profile_of
from tournaments.selectors.bracket import RoundNow, stage_rounds
from tournaments.selectors.folding import ROUND_BY_ROUND
from tournaments.selectors.held import held_now
from tournaments.selectors.matches import MatchNow, match_now, with_sides
from tournaments.selectors.official import settled_now
from tournaments.selectors.qualified import terms_of
from tournaments.selectors.standings import Stamp, StandingsNow, overall_now, stamp_of, standings_now
from tournaments.templatetags.entrants import called

ALL_STAGES = "tutte"


class Asked(NamedTuple):
    """What the address asks for: a stage by its number or all of them, a page, of whom to say why, when."""

    stage: str = ""
    page: int = 1
    why: str = ""
    after: int | None = None
    """The round after which; None is now."""


class Seen(NamedTuple):
    """All stages, what is asked of them, and whether also for what is held back."""

    stages: Sequence[Stage]
    asked: Asked
    whole: bool


@dataclass(frozen=True)
class StagePill:
    """The way to one stage, or to all of them."""

    name: str
    query: str
    current: bool


def standings_view(shown: Stage, asked: Asked, *, whole: bool = False) -> dict[str, Any]:
    """Return the standings of the stage asked for, or of the one that is shown: as many queries for any.

    `whole`: also what is held back from everybody, for who runs the tournament.
    """
    tournament = shown.tournament
    stages = list(tournament.stages.all())
    for each in stages:
        each.tournament = tournament
    overall = asked.stage == ALL_STAGES and len(stages) > 1
    chosen = next((each for each in stages if str(each.number) == asked.stage), None)
    stage = chosen or shown
    seen = Seen(stages, asked, whole)
    view: dict[str, Any] = _overall(seen) if overall else _of_stage(stage, seen)
    stamp = _stamp(stages) if overall else stamp_of(stage)
    kept = f"fase={asked.stage}&" if overall or chosen else ""
    now, past = f"?{kept}", view.get("past")
    kept += f"dopo={past}&" if past else ""
    return view | {
        "stages": _pills(stages, None if overall else stage),
        "now": now,
        "query": f"?{kept}",
        "here": f"?{kept}" + (f"pagina={asked.page}&" if asked.page > 1 else ""),
        "stamp": stamp,
        "settled": settled_view(tournament, stamp.settled),
        "overall": overall,
        "held_for_others": _for_others(stages if overall else [stage]) if whole else None,
        "over": _is_final(stage, stages) and not (overall or past or view["held"]),
        "format_name": "" if overall else say(Sentence(FORMATS[stage.format].name)),
    }


def _for_others(stages: Sequence[Stage]) -> int | None:
    """The round up to which everybody else sees these standings; None where they see what the desk sees."""
    return next(filter(None, map(held_now, stages)), None)


def _is_final(stage: Stage, stages: Sequence[Stage]) -> bool:
    return stage.state == "over" and stage.number == len(stages)


def _stamp(stages: Sequence[Stage]) -> Stamp:
    """What all stages together stand on."""
    counted, written = (sum(getattr(each, seq) for each in stages) for seq in ("bracket_seq", "outcome_seq"))
    return Stamp(counted, counted == written, None, settled_now(stages[-1], timezone.now()))


def _pills(stages: Sequence[Stage], current: Stage | None) -> tuple[StagePill, ...]:
    """One for each stage, by its format; two of one format by their numbers too."""
    if len(stages) < 2:
        return ()
    often = Counter(stage.format for stage in stages)
    pills = []
    for stage in stages:
        name = say(Sentence(FORMATS[stage.format].name))
        told = f"{stage.number}. {name}" if often[stage.format] > 1 else name
        pills.append(StagePill(told, f"?fase={stage.number}", current is not None and stage.pk == current.pk))
    return *pills, StagePill(_("All together"), f"?fase={ALL_STAGES}", current is None)


def _overall(seen: Seen) -> dict[str, Any]:
    """All stages counted together: no results by round, no cut."""
    stages, asked, whole = seen
    now = overall_now(stages, whole=whole)
    page = page_of(now.rows, asked.page)
    why = why_view(stages, now.rows, Why(asked.why, whole=whole))
    table = Table(stages, now.rows, page, why=why)
    return table.view() | {
        "questions": questions(stages[-1], overall=True),
        "held": now.held,
        "results": now.results,
    }


def _of_stage(stage: Stage, seen: Seen) -> dict[str, Any]:
    stages, asked, whole = seen
    asked_past = _past(stage, stage_rounds(stage), asked.after) if asked.after else None
    now = standings_now(stage, asked_past, whole=whole)
    past = min(filter(None, (asked_past, now.held)), default=None)
    following = next((each for each in stages if each.number == stage.number + 1), None)
    terms = terms_of(stage, now) if following and now.rows and not past else None
    bracket = FORMATS[stage.format].bracket
    decides: dict[str, Any] = {"plan": _plan(stage, now), "held": now.held, "results": now.results}
    decides |= {} if bracket else {"questions": questions(stage)}
    if now.groups:
        return decides | group_views(stage, now, asked.page, Why(asked.why, whole=whole), terms)
    rounds = stage_rounds(stage)
    page = page_of(now.rows, asked.page)
    cuts = _cuts(stage, now, following, terms)
    if following and terms and terms.advance < len(now.rows) and not cuts:
        decides["plan"] = joined(decides["plan"], _go_on(stage, following, terms))
    shown = rounds[:past] if past else rounds
    table = Table(
        [stage],
        now.rows,
        page,
        placing=now.placing if bracket else None,
        why=None if bracket else why_view([stage], now.rows, Why(asked.why, past, whole=whole)),
        turns=Turns(shown, 0 if past else _to_come(stage, now, rounds), _played(stage, page)),
        cuts=cuts,
    )
    over = min(_after(rounds), now.held or len(rounds))
    asked_for = None if past == now.held else past
    told = {"rounds": rounds, "after": past or over, "past": asked_for, "by_bracket": bracket}
    return decides | table.view() | told | {"all_past": range(1, over + 1 if over > 1 and not bracket else 1)}


def _past(stage: Stage, rounds: Sequence[RoundNow], after: int) -> int | None:
    """The round after which the standings are shown, if it is over and they go by rounds."""
    return after if not FORMATS[stage.format].bracket and 0 < after <= _after(rounds) else None


def _plan(stage: Stage, now: StandingsNow) -> str:
    """What the stage comes to, where its format says so."""
    words = FORMATS[stage.format].plan_in_words
    return say(words(len(now.rows), stage.options, profile_of(stage).sides)) if words and now.rows else ""


def _cuts(stage: Stage, now: StandingsNow, following: Stage | None, terms: Terms | None) -> dict[str, str]:
    """What is written over a row, by its entrant."""
    if FORMATS[stage.format].bracket:
        out = next((row.entrant for row in now.rows if row.entrant in now.placing), None)
        return {out: called("still in", stage.tournament)} if out and out != now.rows[0].entrant else {}
    above = cut_line(now.rows, terms).above if terms else 0
    if not above or not terms or following is None:
        return {}
    return {now.rows[above].entrant: _go_on(stage, following, terms)}


def _go_on(stage: Stage, following: Stage, terms: Terms) -> str:
    name = say(Sentence(FORMATS[following.format].name))
    return called("go on", stage.tournament, count=terms.advance, stage=name)


def _to_come(stage: Stage, now: StandingsNow, rounds: Sequence[RoundNow]) -> int:
    """How many rounds are not paired yet."""
    if stage.format not in ROUND_BY_ROUND or not rounds:
        return 0
    entrants, sides = tuple(row.entrant for row in now.rows), profile_of(stage).sides
    entered = StageState(entrants, options=stage.options, sides=sides)
    return max(0, FORMATS[stage.format].round_count(entered) - len(rounds))


def _after(rounds: Sequence[RoundNow]) -> int:
    """After which round the standings stand as they are."""
    return next((each.number - 1 for each in rounds if not each.over), len(rounds))


def _played(stage: Stage, page: Page[Row]) -> dict[tuple[str, int], MatchNow]:
    """The match of each team of the page in each round."""
    ids = [UUID(row.entrant) for row in page.object_list]
    rows = with_sides(Match.objects.filter(stage=stage, slots__team__in=ids).distinct())
    matches = [match_now(row) for row in rows]
    return {
        (str(team.pk), each.match.round): each
        for each in matches
        for side in each.sides
        for team in side.teams
    }
