"""Bracket and standings to stand within the pages of another site, where the organiser has allowed it.

These pages alone may be framed. They hold nothing that is pressed, set no cookie and need none.
"""

from dataclasses import replace
from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.formats import FORMATS
from tournaments.models import Stage, Tournament
from tournaments.results.public.bracket import bracket_view
from tournaments.results.selectors.bracket import bracket_now
from tournaments.stages.selectors.rounds import shown_stage
from tournaments.standings.public.page import Asked, standings_view
from tournaments.tables.selectors.calendar import changed_at
from tournaments.web.frame import find_tournament, number_asked
from tournaments.web.page_cache import if_changed

ANYBODY = {"frame-ancestors": ["*"]}


@xframe_options_exempt
@csp_replace(ANYBODY)  # type: ignore[arg-type]  # it says that a view takes nothing but the request
def embedded_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket of the last stage that has one."""
    tournament = _find_embeddable(request, slug)
    stage = next((each for each in reversed(tournament.stages.all()) if FORMATS[each.format].bracket), None)
    if stage is None:
        raise Http404
    stage.tournament = tournament
    return if_changed(
        request, tournament, lambda: _embed(request, "bracket", stage, _bracket(request, stage))
    )


@xframe_options_exempt
@csp_replace(ANYBODY)  # type: ignore[arg-type]  # it says that a view takes nothing but the request
def embedded_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of the stage at hand."""
    stage = shown_stage(tournament := _find_embeddable(request, slug))
    asked = Asked(page=number_asked(request, "pagina") or 1)
    return if_changed(
        request, tournament, lambda: _embed(request, "standings", stage, standings_view(stage, asked))
    )


def _find_embeddable(request: HttpRequest, slug: str) -> Tournament:
    tournament = find_tournament(request, slug)
    if not tournament.embeddable:
        raise Http404
    return tournament


def _bracket(request: HttpRequest, stage: Stage) -> dict[str, Any]:
    now = bracket_now(
        stage,
        turn=number_asked(request, "turno"),
        tree=number_asked(request, "albero"),
        part=number_asked(request, "parte"),
    )
    if now is None:
        return {"bracket": None, "drawing": stage.state == "drawing"}
    view = bracket_view(now)
    front = reverse("tournament", args=(stage.tournament.slug,))
    return {"bracket": replace(view, follow_query=f"{front}{view.follow_query}")}


def _embed(request: HttpRequest, what: str, stage: Stage, shown: dict[str, Any]) -> HttpResponse:
    """`what` is the name of a template and of the whole page."""
    tournament = stage.tournament
    front = reverse("tournament", args=(tournament.slug,))
    full = reverse("standings", args=(tournament.slug,)) if what == "standings" else front
    context = {"tournament": tournament, "front": front, "full": full, "changed_at": changed_at(tournament)}
    return render(request, f"public/embed_{what}.html", shown | context)
