"""The public page of a draw: the commitment, the result, and the data needed to repeat the draw."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.competition.lots import CARDS
from tournaments.draws.selectors.proposed_rounds import DrawnCard, DrawnMatch, cards_of_lot
from tournaments.models import Draw, JournalEntry, Stage, Team, Tournament
from tournaments.stages.selectors.commitments import last_commitment
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.web.frame import find_tournament, frame
from tournaments.web.page_cache import cached_page
from tournaments.web.words import instant


@cached_page
def draw_public(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the inputs and result of the draw. The salt is shown only after the lot has been drawn."""
    stage = tournament.shown_stage()
    return render(request, "draws/draw.html", frame(stage, "teams") | _draw_view(stage))


def _draw_view(stage: Stage) -> dict[str, Any]:
    commitment = last_commitment(stage)
    teams = {str(team.pk): team for team in Team.objects.filter(tournament=stage.tournament_id)}
    draw = getattr(commitment, "draw", None)
    return {
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


def taken_back(stage: Stage) -> list[dict[str, Any]]:
    """Return the withdrawn draws, newest first, each with the time and the reason."""
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
    """Return the data of a draw as a JSON file, which the script for repeating draws reads.

    The parameter `sorte` is the version of a lot between tied teams. Raise Http404 before the draw, or for an
    unknown lot.
    """
    stage, lot = find_tournament(request, slug).shown_stage(), request.GET.get("sorte", "")
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
    """Return the script `docs/repeat_draw.py`, with which anybody can repeat a draw."""
    find_tournament(request, slug)
    script = settings.BASE_DIR / "docs" / "repeat_draw.py"
    return FileResponse(script.open("rb"), as_attachment=True, content_type="text/x-python; charset=utf-8")


@dataclass(frozen=True)
class PairCard:
    """One side of a drawn match, shown as a card. `card` is None while the side is face down."""

    card: DrawnCard | None
    newest: bool = False

    @property
    def bye(self) -> bool:
        """True if it is known that the side has no team."""
        return self.card is not None and not self.card.teams


@dataclass(frozen=True)
class PairMatch:
    """A drawn match with its sides, face up or face down."""

    name: str
    sides: tuple[PairCard, ...]

    @property
    def begun(self) -> bool:
        """True if at least one team of the match is face up."""
        return any(side.card and side.card.teams for side in self.sides)

    @property
    def newest(self) -> bool:
        """True if the last side that was turned face up belongs to this match."""
        return any(side.newest for side in self.sides)


def lot_view(tournament: Tournament, *, all_pairs: bool = False) -> dict[str, Any]:
    """Return the template context of a draw by cards: the cards on the table, and the drawn pairs.

    The pairs are included as soon as a pair is face up. If `all_pairs` is true, the pairs are included as
    soon as all cards are face up. One query; two or three more if pairs are included.
    """
    stage, cards = tournament.stage_at_hand(), tournament.laid.split()
    shows = tournament.pairs_up or (all_pairs and tournament.turned == CARDS)
    matches = cards_of_lot(stage, tournament.laid) if shows else []
    return {
        "cards": [*cards[: tournament.turned], *([""] * (len(cards) - tournament.turned))],
        "turned": tournament.turned,
        "pack": profile_of(stage).pack,
        "matches": tuple(_turned_matches(matches, tournament.pairs_up)),
        "pairs_up": tournament.pairs_up,
        "pairs": sum(bool(side.teams) for match in matches for side in match.sides),
    }


def _turned_matches(matches: Sequence[DrawnMatch], pairs_up: int) -> Iterator[PairMatch]:
    number = 0
    for match in matches:
        sides = []
        for side in match.sides:
            number += bool(side.teams)
            visible = not side.teams or number <= pairs_up
            sides.append(PairCard(side if visible else None, bool(side.teams) and number == pairs_up))
        yield PairMatch(match.name, tuple(sides))
