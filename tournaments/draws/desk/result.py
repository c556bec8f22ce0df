"""The desk page of a finished draw, with the size of the stage and its groups or first matches."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, ngettext

from scoring.translation import say
from scoring.types import RuleError
from tournaments.competition.format_parts.size_words import size_in_words
from tournaments.competition.formats import FORMATS
from tournaments.competition.types import Plan
from tournaments.draws.desk.places import PlacedRound, by_place
from tournaments.draws.selectors.proposed_rounds import drawn_round
from tournaments.draws.services import draws
from tournaments.extras import parts_of
from tournaments.guides.public import option_words
from tournaments.models import Draw, Job, Stage
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND, profile_of
from tournaments.stages.selectors.stage_facts import can_pair
from tournaments.standings.selectors import results_missing
from tournaments.web.desk_frame import at_desk, refusal_words


def drawn_page(request: HttpRequest, stage: Stage, draw: Draw, job: Job) -> HttpResponse:
    """Show the groups or matches that were drawn, or the progress of the job that creates the matches."""
    tournament, pack = stage.tournament, profile_of(stage).pack
    context: dict[str, Any] = {
        "draw": draw,
        "job": job,
        "percent": job.progress // 10,
        "lot_cards": draw.lot.split() if {*draw.lot.split()} <= {*pack.cards} else [],
        "pack": pack,
        "seeds": sum(seed is not None for _entrant, seed, *_club in draw.commitment.entrants),
        "options": stage_options(stage),
    }
    if job.state == "done":
        latest_round = drawn_round(stage)
        rounds = stage.matches.aggregate(last=Max("round"))["last"] or 1
        turn = rounds if stage.format in ROUND_BY_ROUND else 1
        context |= {
            "cards": latest_round.matches,
            "drawn_groups": latest_round.groups,
            "size": size_words(stage, latest_round.plan),
            "terms": list(_terms(stage)),
            "name": say(FORMATS[stage.format].round_name(turn, rounds)),
            "next_round": turn + 1 if can_pair(stage) else None,
            "can_take_back": not refusal_words(lambda: draws.refuse_taking_back(stage)),
            **_following(stage, latest_round.plan),
        }
    template = "draws/_desk_result.html" if request.htmx else "draws/desk_result.html"  # type: ignore[attr-defined]
    return at_desk(request, tournament, template, context)


def size_words(stage: Stage, plan: Plan) -> str:
    """Return the size of a stage as a sentence."""
    return say(size_in_words(FORMATS[stage.format], plan, stage.options, profile_of(stage).sides))


def _terms(stage: Stage) -> Iterator[str]:
    tables, targets = stage.tournament.tables, profile_of(stage).targets
    yield ngettext("on %(count)d table", "on %(count)d tables", tables) % {"count": tables}
    if targets:
        words = ngettext("one game to %(targets)s", "games to %(targets)s", len(targets))
        yield words % {"targets": ", ".join(map(str, targets))}
    for ends in parts_of("ends"):
        if forecast := ends([stage.tournament]).get(stage.tournament_id):
            yield str(forecast)


def _following(stage: Stage, plan: Plan) -> dict[str, PlacedRound | str]:
    """Return the template context for the next stage; empty if there is no next stage."""
    following = stage.tournament.stages.filter(number=stage.number + 1).first()
    if following is None:
        return {}
    following.tournament = stage.tournament
    words: dict[str, PlacedRound | str] = {"following": _following_words(stage, following)}
    try:
        placed = by_place(stage, plan, following)
    except RuleError:
        return words
    return words | {"placed": placed} if placed else words


def _following_words(stage: Stage, following: Stage) -> str:
    missing = results_missing(stage)
    words = _("%(format)s follows once this stage is over.")
    if missing:
        words = ngettext(
            "%(format)s follows once this stage is over: %(count)d result is missing.",
            "%(format)s follows once this stage is over: %(count)d results are missing.",
            missing,
        )
    return words % {"format": _(FORMATS[following.format].name), "count": missing}


def stage_options(stage: Stage) -> list[tuple[str, str]]:
    """Return the format options, the number of tables and the target scores as (label, value) pairs."""
    targets = profile_of(stage).targets
    return [
        *(
            (_(option.label), option_words(option, stage.options.get(option.key, option.default)))
            for option in FORMATS[stage.format].all_options
        ),
        (_("Tables"), str(stage.tournament.tables)),
        *([(_("Games"), ", ".join(map(str, targets)))] if targets else []),
    ]
