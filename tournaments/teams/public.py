"""The page of a team in a tournament (mock-ups 08, 08b): its status, its matches, its charts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from scoring.templatetags.sheet import real, signed
from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.format_parts.trees import Trees
from tournaments.competition.formats import FORMATS
from tournaments.competition.types import Annulled
from tournaments.matches.public.team_status import standing_words, where_now
from tournaments.matches.selectors.bracket import IN_PLAY, Path, stage_rounds, trees_of_stage
from tournaments.matches.selectors.matches import MatchNow, SideNow, match_now, winner_of, with_sides
from tournaments.matches.words import DECIDED_WITHOUT_PLAY, side_words, walkover_words
from tournaments.models import Match, Person, Stage, Team, Tournament
from tournaments.rosters.selectors.roster import teams_gone, teams_named, with_substitutes
from tournaments.stages.selectors.commitments import last_commitment
from tournaments.standings.selectors import PlaceNow
from tournaments.teams.charts import key_numbers, luck_of, points_chart, race_of
from tournaments.teams.selectors import PLAYED, OutcomeOfSide, TeamNow, by_net, came_to, own_side, team_now
from tournaments.templatetags.components import KeyNumber
from tournaments.web.frame import frame, way
from tournaments.web.page_cache import cached_page
from tournaments.web.words import LEAVING_WORDS, day, draw_words, joined, match_words

A_PAGE = 64


@dataclass(frozen=True)
class TeamView:
    """A row of the team list."""

    team: Team
    players: str
    where: str
    kind: str


def teams_view(stage: Stage, search: str, number: int) -> dict[str, Any]:
    """Return the template context for one page of the team list; `number` is the page number, from 1.

    At most nine queries, and up to four more after substitutions and withdrawals.
    """
    rounds = len(stage_rounds(stage))
    trees = trees_of_stage(stage) if rounds and FORMATS[stage.format].bracket else None
    matching_teams = teams_named(stage.tournament, search).prefetch_related("seats__person")
    page = Paginator(matching_teams, A_PAGE).get_page(number)
    teams = list(page.object_list)
    latest = _latest(stage, [team.pk for team in teams])
    players = with_substitutes(teams)
    withdrawn = teams_gone(stage.tournament) if stage.roster_changes else {}
    return {
        "teams": [
            _withdrawn_words(
                _team(stage, team, players_words(players[team.pk]), latest.get(team.pk), rounds, trees),
                withdrawn.get(team.pk),
            )
            for team in teams
        ],
        "page": page,
        "query": f"?{urlencode({'cerca': search})}&",
        "search": search,
    }


class WhereNow(NamedTuple):
    """The current status of a team as text; `kind` is "live", "called", "out" or empty."""

    words: str
    kind: str


def where_each(tournament: Tournament, teams: Sequence[Team]) -> dict[UUID, WhereNow]:
    """Return the status of each drawn team in the last stage where it has a match.

    One query, and at most five per stage.
    """
    now: dict[UUID, WhereNow] = {}
    begun = [stage for stage in tournament.stages.all() if stage.state != "planned"]
    for stage in reversed(begun):
        remaining_teams = [team for team in teams if team.pk not in now]
        if not remaining_teams:
            break
        stage.tournament = tournament
        rounds = len(stage_rounds(stage))
        trees = trees_of_stage(stage) if rounds and FORMATS[stage.format].bracket else None
        latest = _latest(stage, [team.pk for team in remaining_teams])
        for team in remaining_teams:
            if match := latest.get(team.pk):
                words = capfirst(where_now(stage, match, team, rounds, trees))
                lost = match.decided and trees is not None and winner_of(match) != team
                now[team.pk] = WhereNow(words, "out" if lost or stage != begun[-1] else _kind(match))
    return now


def _kind(match: MatchNow) -> str:
    if match.match.state in IN_PLAY:
        return "live"
    return "called" if match.match.state == "ready" and match.match.table else ""


def _withdrawn_words(view: TeamView, how: str | None) -> TeamView:
    return replace(view, where=capfirst(str(LEAVING_WORDS[how])), kind="") if how else view


def _latest(stage: Stage, ids: Sequence[UUID]) -> dict[UUID, MatchNow]:
    """Return the current or next match of each team, or its last match if all its matches are over."""
    rows = with_sides(Match.objects.filter(stage=stage, slots__team__in=ids).distinct()).order_by("-round")
    matches = [match_now(row) for row in rows]  # from the last round to the first
    decided = [match for match in reversed(matches) if match.decided]
    coming = [match for match in matches if not match.decided]
    return {team.pk: match for match in [*decided, *coming] for side in match.sides for team in side.teams}


def players_words(players: Sequence[tuple[Person, str]], name: str = "name") -> str:
    """Return the names of a team's players; a substitute is shown with the replaced player."""
    named = [(getattr(person, name) or person.name, out) for person, out in players]
    return ", ".join(
        _("%(player)s (for %(out)s)") % {"player": player, "out": out} if out else player
        for player, out in named
    )


def _team(
    stage: Stage, team: Team, players: str, match: MatchNow | None, rounds: int, trees: Trees | None
) -> TeamView:
    where, kind = _where_and_how(stage, team, match, rounds, trees)
    return TeamView(team, players, capfirst(where), kind)


def _where_and_how(
    stage: Stage, team: Team, match: MatchNow | None, rounds: int, trees: Trees | None
) -> tuple[str, str]:
    if match is None:
        presence_words = {
            "present": (_("present"), "ok"),
            "absent": (_("absent"), ""),
            "expected": (_("expected"), ""),
        }
        return presence_words[team.presence]
    playing = match.match.state in ("playing", "disputed")
    return where_now(stage, match, team, rounds, trees), "live" if playing else ""


def before_the_draw(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """Return the context shown before the draw: start time, numbers of teams, draw commitment."""
    presences = list(tournament.teams.values_list("presence", flat=True))
    return {
        "draw_words": draw_words(tournament.starts_at),
        "day": day(tournament.starts_at),
        "entered": len(presences),
        "present": presences.count("present"),
        "counted": any(presence != "expected" for presence in presences),
        "drawing": stage.state == "drawing",
        "commitment": last_commitment(stage),
    }


@dataclass(frozen=True)
class MatchRow:
    """A row of the match list of a team: match name, result, opponents, points in the games."""

    url: str
    name: str
    outcome: "OutcomeWords"
    opponents: str
    partners: str
    games: tuple[tuple[str, bool], ...]
    # The text shown if no game was played.
    aside: str


@cached_page
def team(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Show the page of a team; raise Http404 if the team is not in this tournament."""
    stage = tournament.shown_stage()
    team = tournament.teams.prefetch_related("seats__person").filter(pk=team_id).first()
    if team is None:
        raise Http404
    now = team_now(tournament, list(tournament.stages.all()), team)
    return render(request, "teams/team.html", frame(stage, "teams") | team_view(stage, now))


def team_view(stage: Stage, now: TeamNow) -> dict[str, Any]:
    """Return the context of the team page. One query if the stage is a bracket, otherwise none."""
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
        "where": _where_it_is(stage, now),
        "playing": any(row.outcome is OUTCOME_WORDS[OutcomeOfSide.IN_PLAY] for row in rows),
        "numbers": [*_won(now), *key_numbers(now.figures)],
        "rows": rows,
        "form": [row for row in reversed(rows) if row.outcome.letter][-FORM:],
        "charts": [chart for chart in _charts(now, names) if chart],
    }


# The number of last results in a row on a phone.
FORM = 8


def _charts(now: TeamNow, names: dict[Any, str]) -> list[Any]:
    return [points_chart(now.figures), race_of(now.figures, names), luck_of(now.figures)]


def _name(stage: Stage, match: MatchNow, now: TeamNow) -> str:
    """Return the name of a match, preceded by the name of its stage if the tournament has several stages."""
    name = match_words(stage, match.match.label, now.rounds[stage.pk])
    several = len(now.rounds) > 1
    return joined(say(Sentence(FORMATS[stage.format].name)), name) if several else name


def _where_it_is(stage: Stage, now: TeamNow) -> str:
    """Return the status of the team in the current stage; for a withdrawn team, the kind of withdrawal."""
    if now.withdrawal:
        return capfirst(str(LEAVING_WORDS[now.withdrawal]))
    rounds = now.rounds.get(stage.pk, 0)
    trees = trees_of_stage(stage) if rounds and FORMATS[stage.format].bracket else None
    matches_of_stage = tuple(each for each in now.matches if each.match.stage_id == stage.pk)
    return capfirst(standing_words(stage, now.team, Path(now.team.pk, matches_of_stage), rounds, trees))


def place_words(place: PlaceNow) -> str:
    """Return a place or a shared place as text, such as "3–4 of 16", with the group if there are groups."""
    number = str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
    words = ngettext("place %(number)s of %(of)d", "place %(number)s of %(of)d", place.of)
    group = _("Group %(key)s") % {"key": place.group} if place.group else ""
    then = _("after round %(number)s") % {"number": place.withheld_after} if place.withheld_after else ""
    return joined(group, words % {"number": number, "of": place.of}, then)


def _won(now: TeamNow) -> list[KeyNumber]:
    """Return the number of matches won, or the sum of net points if the card game counts net points."""
    stood = [(each, own_side(each, [now.team.pk])) for each in now.matches]
    outcomes = [outcome for outcome in starmap(came_to, stood) if outcome in PLAYED]
    if not outcomes:
        return []
    played = ngettext("%(count)d match", "%(count)d matches", len(outcomes)) % {"count": len(outcomes)}
    if by_net(now.matches[0]):
        net = sum(sum(side.scores) for match, side in stood if match.decided)
        return [KeyNumber(signed(net), _("net in %(played)s") % {"played": played})]
    words = ngettext(
        "match won of %(played)d", "matches won of %(played)d", outcomes.count(OutcomeOfSide.WON)
    )
    return [KeyNumber(str(outcomes.count(OutcomeOfSide.WON)), words % {"played": len(outcomes)})]


class OutcomeWords(NamedTuple):
    """The result of a match as text: its letter, the CSS class of its box, and its name."""

    letter: Any
    kind: str
    words: Any


OUTCOME_WORDS = {
    OutcomeOfSide.WON: OutcomeWords(pgettext_lazy("letter", "W"), "w", pgettext_lazy("match, result", "won")),
    OutcomeOfSide.LOST: OutcomeWords(
        pgettext_lazy("letter", "L"), "p", pgettext_lazy("match, result", "lost")
    ),
    OutcomeOfSide.LEVEL: OutcomeWords("=", "p", pgettext_lazy("match, result", "level")),
    OutcomeOfSide.ANNULLED: OutcomeWords("–", "open", DECIDED_WITHOUT_PLAY[Annulled.kind]),
    OutcomeOfSide.BYE: OutcomeWords("–", "open", gettext_lazy("bye")),
    OutcomeOfSide.IN_PLAY: OutcomeWords("●", "lv", gettext_lazy("in play")),
    OutcomeOfSide.TO_COME: OutcomeWords("", "open", gettext_lazy("to be played")),
}


def _row(stage: Stage, match: MatchNow, now: TeamNow, names: dict[UUID, str]) -> MatchRow:
    side_of_team = own_side(match, [now.team.pk])
    outcome_words, rounds = OUTCOME_WORDS[came_to(match, side_of_team)], now.rounds[stage.pk]
    return MatchRow(
        url=way(stage.tournament, "match_sheet", match.match.pk),
        name=names[match.match.pk],
        outcome=outcome_words,
        opponents=", ".join(
            side_words(stage, side, rounds, {}) for side in match.sides if side.side != side_of_team.side
        ),
        partners=_with(side_of_team, now),
        games=_games(match, side_of_team),
        aside=_aside(match),
    )


def _with(side: SideNow, now: TeamNow) -> str:
    partners = [team.name for team in side.teams if team != now.team]
    return _("with %(partner)s") % {"partner": ", ".join(partners)} if partners else ""


def _aside(match: MatchNow) -> str:
    return walkover_words(match) if match.match.state == "walkover" else ""


def _games(match: MatchNow, side: SideNow) -> tuple[tuple[str, bool], ...]:
    """Return the score of each game (points of this side first), and whether this side won the game."""
    if by_net(match):
        return tuple((signed(game["score"][side.side]), side.won) for game in match.games)
    return tuple((_score(game, side.side), game["winner"] == side.side) for game in match.games)


def _score(game: dict[str, Any], first: int) -> str:
    other_points = [points for side, points in enumerate(game["score"]) if side != first]
    return "–".join(map(real, (game["score"][first], *other_points)))
