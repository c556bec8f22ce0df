"""The draw anyone can check: what was promised before, what was drawn, and how to repeat it."""

from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.models import Draw, DrawCommitment, JournalEntry, Stage, Team, Tournament
from tournaments.pages.public.frame import find_tournament, frame
from tournaments.pages.public.kept import kept
from tournaments.pages.public.lot_view import lot_view
from tournaments.pages.public.words import instant
from tournaments.stages.selectors.rounds import shown_stage
from tournaments.stages.selectors.row_conversion import profile_of


@kept
def draw_public(request: HttpRequest, found: Tournament) -> HttpResponse:
    """Every input of the draw, and what came of it; the salt only once the lot has been drawn."""
    stage = shown_stage(found)
    return render(request, "public/draw.html", frame(stage, "teams") | _draw_view(stage))


def _draw_view(stage: Stage) -> dict[str, Any]:
    commitment = last_commitment(stage)
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    draw = getattr(commitment, "draw", None)
    return {
        "stage": stage,
        "pack": profile_of(stage).pack,
        "lot": lot_view(stage.tournament) if stage.tournament.laid else None,
        "commitment": commitment,
        "draw": draw,
        "entrants": [(teams[key], seed) for key, seed, *_club in commitment.entrants] if commitment else [],
        "lines": [teams[key] for key in draw.lines] if draw else [],
        "promised_at": instant(commitment.made_at) if commitment else "",
        "drawn_at": instant(draw.made_at) if draw else "",
        "taken_back": [
            {**each, "lines": [teams[key] for key in each["draw"].lines if key in teams]}
            for each in taken_back(stage)
        ],
        "lots": [
            (
                each,
                [teams[key] for key in each.lines],
                instant(each.made_at),
                f"{reverse('draw_facts', args=(stage.tournament.slug,))}?sorte={each.version}",
            )
            for each in stage.draws.filter(round=Draw.LOTS).select_related("commitment").order_by("version")
        ],
    }


def last_commitment(stage: Stage) -> DrawCommitment | None:
    """Return the promise that stands, with its draw: the one drawn last, else the latest not drawn."""
    rows = list(stage.commitments.filter(round=Draw.FIRST_ROUND).select_related("draw").order_by("-attempt"))
    if stage.state != "planned":
        return next((each for each in rows if hasattr(each, "draw")), rows[0] if rows else None)
    return next((each for each in rows if not hasattr(each, "draw")), None)


def taken_back(stage: Stage) -> list[dict[str, Any]]:
    """Return the draws that were made again, each with its lot, its order and the reason."""
    rows = JournalEntry.objects.filter(tournament=stage.tournament_id, kind="draw_taken_back")
    reasons = {row.body["version"]: row for row in rows if row.body["stage"] == stage.number}
    if not reasons:
        return []
    draws = stage.draws.filter(round=Draw.FIRST_ROUND, version__in=reasons).order_by("-version")
    return [
        {
            "draw": draw,
            "drawn_at": instant(draw.made_at),
            "reason": reasons[draw.version].reason,
            "at": instant(reasons[draw.version].at),
        }
        for draw in draws.select_related("commitment")
    ]


def draw_facts(request: HttpRequest, slug: str) -> HttpResponse:
    """The facts of the draw as the script reads them."""
    stage, lot = shown_stage(find_tournament(request, slug)), request.GET.get("sorte", "")
    if lot.isascii() and lot.isdigit():
        commitment = stage.commitments.filter(round=Draw.LOTS, draw__version=int(lot[:4])).first()
    else:
        commitment = last_commitment(stage)
    if commitment is None or not hasattr(commitment, "draw"):
        raise Http404
    facts = {
        "algorithm": commitment.algorithm,
        "commitment": commitment.digest,
        "entrants": commitment.entrants,
        "apart": commitment.apart,
        "salt": commitment.salt,
        "by": commitment.draw.by,
        "lot": commitment.draw.lot,
        "lines": commitment.draw.lines,
    }
    answer = JsonResponse(facts, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="draw.json"'
    return answer


def draw_script(request: HttpRequest, slug: str) -> HttpResponse | FileResponse:
    """The stand-alone script that repeats a draw, as it lies in docs/."""
    find_tournament(request, slug)
    script = settings.BASE_DIR / "docs" / "repeat_draw.py"
    return FileResponse(script.open("rb"), as_attachment=True, content_type="text/x-python; charset=utf-8")
