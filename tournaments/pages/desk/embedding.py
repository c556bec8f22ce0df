"""Whether other sites may show the bracket and the standings, and what they write into their pages for it."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _

from tournaments.club.services.new_tournament import change_tournament
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.web.desk_frame import author_of, desk


@dataclass(frozen=True)
class Snippet:
    """The lines for one page."""

    label: str
    text: str


@dataclass(frozen=True)
class Embedding:
    """Whether it is allowed, and then the lines to copy."""

    allowed: bool
    snippets: tuple[Snippet, ...] = ()


@desk("change_tournament", "POST")
def embedding(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Allow it, or allow it no longer."""
    allowed = bool(request.POST.get("allowed"))
    change_tournament(tournament, author=author_of(request), at=timezone.now(), embeddable=allowed)
    told = _("Other sites may show it now.") if allowed else _("No other site shows it now.")
    messages.success(request, told)
    return redirect(f"{reverse('desk_rules', args=(tournament.slug,))}#elsewhere")


def embedding_now(request: HttpRequest, tournament: Tournament) -> Embedding:
    """Return the switch as it stands: one query, for the stages."""
    if not tournament.embeddable:
        return Embedding(allowed=False)
    bracket = any(FORMATS[stage.format].bracket for stage in tournament.stages.all())
    pages = [("embedded_bracket", _("Bracket"))] if bracket else []
    pages += [("embedded_standings", _("Standings"))]
    snippets = (Snippet(label, _lines(request, tournament, name, label)) for name, label in pages)
    return Embedding(allowed=True, snippets=tuple(snippets))


def _lines(request: HttpRequest, tournament: Tournament, name: str, label: str) -> str:
    address = request.build_absolute_uri(reverse(name, args=(tournament.slug,)))
    title = f"{label}, {tournament.name}"
    more = 'width="100%" height="640" loading="lazy"'
    return f'<iframe src="{escape(address)}" title="{escape(title)}" {more}></iframe>'
