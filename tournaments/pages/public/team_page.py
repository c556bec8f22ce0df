"""The page of a team in a tournament (mock-ups 08, 08b): where it is, its matches, its figures."""

from dataclasses import dataclass
from itertools import starmap
from typing import Any, NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.sentences import Sentence
from scoring.templatetags.sheet import real, signed
from scoring.translation import say
from tournaments.formats import FORMATS
from tournaments.models import Stage, Tournament
from tournaments.pages.public.figures_view import KeyNumber, key_numbers, luck_of, points_chart, race_of
from tournaments.pages.public.following import standing_words
from tournaments.pages.public.frame import frame
from tournaments.pages.public.kept import kept
from tournaments.pages.public.ways import way
from tournaments.pages.public.words import LEFT, joined, match_words, side_words, walkover_words
from tournaments.selectors.bracket import Path, trees_of_stage
from tournaments.selectors.matches import MatchNow, SideNow
from tournaments.selectors.team import PLAYED, Came, TeamNow, by_net, came_to, own_side, team_now
from tournaments.stages.selectors.rounds import shown_stage
from tournaments.standings.selectors import PlaceNow


@dataclass(frozen=True)
class MatchRow:
    """One match of a team: its name, what it came to, whom it met, the points of the games."""

    url: str
    name: str
    told: "Told"
    opponents: str
    partners: str
    games: tuple[tuple[str, bool], ...]
    aside: str
    """What is said where no game was played."""


@kept
def team_page(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Show one team; what is not a team of this tournament is no page."""
    stage = shown_stage(tournament)
    team = tournament.teams.prefetch_related("seats__person").filter(pk=team_id).first()
    if team is None:
        raise Http404
    now = team_now(tournament, list(tournament.stages.all()), team)
    return render(request, "public/team.html", frame(stage, "teams") | team_view(stage, now))


def team_view(stage: Stage, now: TeamNow) -> dict[str, Any]:
    """Return what the page shows: one query more where there is a bracket."""
    stages = {stage.pk: stage}
    for match in now.matches:
        each = stages.setdefault(match.match.stage_id, match.match.stage)
        each.tournament = match.match.stage.tournament = stage.tournament
    names = {each.match.pk: _name(stages[each.match.stage_id], each, now) for each in now.matches}
    rows = [_row(stages[each.match.stage_id], each, now, names) for each in reversed(now.matches)]
    return {
        "team": now.team,
        "players": now.players,
        "place_words": place_words(now.place) if now.place else "",
        "where": _where(stage, now),
        "playing": any(row.told is TOLD[Came.IN_PLAY] for row in rows),
        "numbers": [*_won(now), *key_numbers(now.figures)],
        "rows": rows,
        "form": [row for row in reversed(rows) if row.told.letter][-FORM:],
        "charts": [chart for chart in _charts(now, names) if chart],
    }


FORM = 8
"""So many of the last results stand in a row on a phone."""


def _charts(now: TeamNow, names: dict[Any, str]) -> list[Any]:
    return [points_chart(now.figures), race_of(now.figures, names), luck_of(now.figures)]


def _name(stage: Stage, match: MatchNow, now: TeamNow) -> str:
    """The name of a match, with its stage where there are several."""
    name = match_words(stage, match.match.label, now.rounds[stage.pk])
    several = len(now.rounds) > 1
    return joined(say(Sentence(FORMATS[stage.format].name)), name) if several else name


def _where(stage: Stage, now: TeamNow) -> str:
    """Where the team is now, or how it has left."""
    if now.gone:
        return capfirst(str(LEFT[now.gone]))
    rounds = now.rounds.get(stage.pk, 0)
    trees = trees_of_stage(stage) if rounds and FORMATS[stage.format].bracket else None
    here = tuple(each for each in now.matches if each.match.stage_id == stage.pk)
    return capfirst(standing_words(stage, now.team, Path(now.team.pk, here), rounds, trees))


def place_words(place: PlaceNow) -> str:
    """Say a place: 3rd of 16 as a number, a shared span, the group it is of."""
    number = str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
    words = ngettext("place %(number)s of %(of)d", "place %(number)s of %(of)d", place.of)
    group = _("Group %(key)s") % {"key": place.group} if place.group else ""
    then = _("after round %(number)s") % {"number": place.held} if place.held else ""
    return joined(group, words % {"number": number, "of": place.of}, then)


def _won(now: TeamNow) -> list[KeyNumber]:
    """How many matches it has won of those it played; its net where nets are what counts."""
    stood = [(each, own_side(each, [now.team.pk])) for each in now.matches]
    came = [found for found in starmap(came_to, stood) if found in PLAYED]
    if not came:
        return []
    played = ngettext("%(count)d match", "%(count)d matches", len(came)) % {"count": len(came)}
    if by_net(now.matches[0]):
        net = sum(sum(own.scores) for match, own in stood if match.decided)
        return [KeyNumber(signed(net), _("net in %(played)s") % {"played": played})]
    words = ngettext("match won of %(played)d", "matches won of %(played)d", came.count(Came.WON))
    return [KeyNumber(str(came.count(Came.WON)), words % {"played": len(came)})]


class Told(NamedTuple):
    """What a match came to: a letter, the box it stands in (filled if won, outlined if lost), in words."""

    letter: Any
    kind: str
    words: Any


TOLD = {
    Came.WON: Told(pgettext_lazy("letter", "W"), "w", pgettext_lazy("match, result", "won")),
    Came.LOST: Told(pgettext_lazy("letter", "L"), "p", pgettext_lazy("match, result", "lost")),
    Came.LEVEL: Told("=", "p", pgettext_lazy("match, result", "level")),
    Came.BYE: Told("–", "open", gettext_lazy("bye")),
    Came.IN_PLAY: Told("●", "lv", gettext_lazy("in play")),
    Came.TO_COME: Told("", "open", gettext_lazy("to be played")),
}


def _row(stage: Stage, match: MatchNow, now: TeamNow, names: dict[UUID, str]) -> MatchRow:
    own = own_side(match, [now.team.pk])
    told, rounds = TOLD[came_to(match, own)], now.rounds[stage.pk]
    return MatchRow(
        url=way(stage.tournament, "match_sheet", match.match.pk),
        name=names[match.match.pk],
        told=told,
        opponents=", ".join(
            side_words(stage, side, rounds, {}) for side in match.sides if side.side != own.side
        ),
        partners=_with(own, now),
        games=_games(match, own),
        aside=_aside(match),
    )


def _with(own: SideNow, now: TeamNow) -> str:
    others = [team.name for team in own.teams if team != now.team]
    return _("with %(partner)s") % {"partner": ", ".join(others)} if others else ""


def _aside(match: MatchNow) -> str:
    return walkover_words(match) if match.match.state == "walkover" else ""


def _games(match: MatchNow, own: SideNow) -> tuple[tuple[str, bool], ...]:
    """The points of each game, its own first, and whether it won it; of nets its own alone."""
    if by_net(match):
        return tuple((signed(game["score"][own.side]), own.won) for game in match.games)
    return tuple((_score(game, own.side), game["winner"] == own.side) for game in match.games)


def _score(game: dict[str, Any], own: int) -> str:
    others = [points for side, points in enumerate(game["score"]) if side != own]
    return "–".join(map(real, (game["score"][own], *others)))
