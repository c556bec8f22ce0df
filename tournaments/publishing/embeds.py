"""Pages that show the bracket or the standings in an iframe of another site, if the organiser allows it.

Only the pages of this module may be framed. They contain no forms and set no cookie.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from csp.decorators import csp_replace
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.club.services.new_tournament import change_tournament
from tournaments.competition.formats import FORMATS
from tournaments.matches.public.bracket import bracket_view
from tournaments.matches.selectors.bracket import bracket_now
from tournaments.models import Stage, Tournament
from tournaments.standings.public.page import Query, standings_view
from tournaments.tables.selectors.calendar import changed_at
from tournaments.web.desk_frame import author_of, desk
from tournaments.web.frame import find_tournament, number_asked
from tournaments.web.page_cache import answer_of_tournament

ANYBODY = {"frame-ancestors": ["*"]}


@xframe_options_exempt
@csp_replace(ANYBODY)  # type: ignore[arg-type]  # its stub allows views with a request only
def embedded_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket of the last stage that has a bracket."""
    tournament = _find_embeddable(request, slug)
    stage = next((each for each in reversed(tournament.stages.all()) if FORMATS[each.format].bracket), None)
    if stage is None:
        raise Http404
    stage.tournament = tournament
    return answer_of_tournament(
        request,
        tournament,
        lambda: _embed(request, "bracket", stage, _bracket(request, stage)),
        every=None,
    )


@xframe_options_exempt
@csp_replace(ANYBODY)  # type: ignore[arg-type]  # its stub allows views with a request only
def embedded_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings of the current stage."""
    stage = (tournament := _find_embeddable(request, slug)).shown_stage()
    query = Query(page=number_asked(request, "pagina") or 1)
    return answer_of_tournament(
        request,
        tournament,
        lambda: _embed(request, "standings", stage, standings_view(stage, query)),
        every=None,
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


def _embed(request: HttpRequest, what: str, stage: Stage, values: dict[str, Any]) -> HttpResponse:
    tournament = stage.tournament
    front = reverse("tournament", args=(tournament.slug,))
    full = reverse("standings", args=(tournament.slug,)) if what == "standings" else front
    context = {"tournament": tournament, "front": front, "full": full, "changed_at": changed_at(tournament)}
    return render(request, f"publishing/embed_{what}.html", values | context)


@dataclass(frozen=True)
class Snippet:
    """The HTML code that embeds one page in another site."""

    label: str
    text: str


@dataclass(frozen=True)
class Embedding:
    """The permission to embed pages in other sites, and the HTML code to copy."""

    allowed: bool
    snippets: tuple[Snippet, ...] = ()


@desk("change_tournament", "POST")
def embedding(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Allow or forbid other sites to embed pages of the tournament."""
    allowed = bool(request.POST.get("allowed"))
    change_tournament(tournament, author=author_of(request), at=timezone.now(), embeddable=allowed)
    message = _("Other sites may show it now.") if allowed else _("No other site shows it now.")
    messages.success(request, message)
    return redirect(f"{reverse('desk_rules', args=(tournament.slug,))}#elsewhere")


def embedding_now(request: HttpRequest, tournament: Tournament) -> Embedding:
    """Return whether embedding is allowed, and the HTML code to copy. One query."""
    if not tournament.embeddable:
        return Embedding(allowed=False)
    bracket = any(FORMATS[stage.format].bracket for stage in tournament.stages.all())
    pages = [("embedded_bracket", _("Bracket"))] if bracket else []
    pages += [("embedded_standings", _("Standings"))]
    snippets = (Snippet(label, _lines(request, tournament, name, label)) for name, label in pages)
    return Embedding(allowed=True, snippets=tuple(snippets))


def embedding_panel(context: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the template context of the embedding panel."""
    return {"embedding": embedding_now(context["request"], context["tournament"])}


def _lines(request: HttpRequest, tournament: Tournament, name: str, label: str) -> str:
    address = request.build_absolute_uri(reverse(name, args=(tournament.slug,)))
    title = f"{label}, {tournament.name}"
    more = 'width="100%" height="640" loading="lazy"'
    return f'<iframe src="{escape(address)}" title="{escape(title)}" {more}></iframe>'
