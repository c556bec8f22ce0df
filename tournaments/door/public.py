"""The check-in page (mock-up 19): players tap their names to check in. Its URL contains a secret.

The page reads no session and no account. Its only action is checking teams in.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseGone
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.translation import say
from scoring.types import NotNow, RuleError, Sentence, _
from tournaments.door import services
from tournaments.door.rules import UNDO_FOR
from tournaments.door.selectors import DoorRow, door_page_of, door_rows
from tournaments.errors import status_of
from tournaments.models import DoorPage
from tournaments.people.log_in import hide_link
from tournaments.values.visibility import Visibility

LONGEST = 60
# Lists up to this length are shown without letters and search field.
FEW = 12


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def door_page(request: HttpRequest, secret: UUID) -> HttpResponse:
    """Show the teams; on POST, check in the chosen team or undo its check-in.

    Respond with 410 if the secret is unknown, the page is closed, or the draw is made. CSRF protection is not
    needed, because the form needs the secret URL and no cookies are read. So a tablet that blocks cookies, or
    shows the page all evening, can always check teams in.
    """
    answer = hide_link(_answer(request, secret))
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _answer(request: HttpRequest, secret: UUID) -> HttpResponse:
    page = door_page_of(secret)
    if page is None or page.closed_at or page.tournament.state != "entries":
        is_drawn = page is not None and not page.closed_at
        text = render_to_string("door/closed.html", {"page": page, "drawn": is_drawn}, request)
        return HttpResponseGone(text)
    if request.method != "POST":
        return _list(request, page)
    try:
        return _act(request, page, timezone.now())
    except RuleError as refusal:
        return _list(request, page, refusal)


def _act(request: HttpRequest, page: DoorPage, at: datetime) -> HttpResponse:
    """Check in a team or undo the check-in, then redirect to the list with a message."""
    where = request.path
    if "back" in request.POST:
        team, before = _read(page, request.POST["back"])
        services.take_back(page, team, before, at=at)
        return redirect(where)
    team = _id(request.POST.get("present", ""))
    before = services.arrive(page, team, at=at)
    return redirect(f"{where}?fatto={_mark(page, team, before)}")


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as wrong:
        raise NotNow(
            "team_gone", Sentence(_("You are not on the list any more. Ask at the desk."))
        ) from wrong


def _mark(page: DoorPage, team: UUID, before: str) -> str:
    return signing.dumps([str(team), before], salt=f"door:{page.pk}")


def _read(page: DoorPage, mark: str) -> tuple[UUID, str]:
    """Return a team and its previous presence from a signed token; raise NotNow if the token has expired."""
    try:
        team, before = signing.loads(mark, salt=f"door:{page.pk}", max_age=UNDO_FOR)
    except signing.BadSignature as late:
        text = _("That was too long ago. Ask at the desk to take it back.")
        raise NotNow("too_late", Sentence(text)) from late
    return UUID(team), before


def _last_check_in(page: DoorPage, mark: str, rows: list[DoorRow]) -> dict[str, Any] | None:
    """Return the team that was checked in last, with a token for undoing it; None if there is none."""
    try:
        team, before = _read(page, mark)
    except NotNow:
        return None
    row = next((each for each in rows if each.team.pk == team and each.present), None)
    return {"row": row, "mark": mark if before != "present" else ""} if row else None


def _list(request: HttpRequest, page: DoorPage, refusal: RuleError | None = None) -> HttpResponse:
    tournament = page.tournament
    rows = door_rows(tournament)
    letters = sorted({letter for row in rows for letter in row.pair.letters})
    letter = request.GET.get("lettera", "")
    letter, search = letter if letter in letters else "", request.GET.get("cerca", "")[:LONGEST]
    matching = [row for row in rows if letter in row.pair.letters and row.pair.answers(search)]
    row = next((each for each in rows if str(each.team.pk) == request.GET.get("coppia")), None)
    public = tournament.visibility == Visibility.PUBLISHED
    context = {
        "tournament": tournament,
        "rows": sorted(rows, key=lambda each: each.pair.place(letter)),
        "matching": {each.team.pk for each in matching},
        "letters": letters,
        "letter": letter,
        "search": search,
        "long": len(rows) > FEW,
        "chosen": row,
        "team": row.team if row else None,
        "thanks": _last_check_in(page, request.GET.get("fatto", ""), rows),
        "refusal": say(refusal.message) if refusal else "",
        "events_url": f"/api/v1/tournaments/{tournament.slug}/events/?since={tournament.version}"
        if public
        else "",
    }
    return render(request, "door/door.html", context, status=status_of(refusal) if refusal else 200)
