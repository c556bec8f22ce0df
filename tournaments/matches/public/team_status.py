"""The status of the team that a visitor follows: its match, its table, or how it was eliminated."""

from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.templatetags.sheet import real
from tournaments.competition.format_parts.trees import Trees
from tournaments.matches.selectors.bracket import IN_PLAY, Path
from tournaments.matches.selectors.matches import MatchNow, winner_of
from tournaments.models import Stage, Team
from tournaments.stages.selectors.stage_details import ROUND_BY_ROUND
from tournaments.templatetags.entrants import called
from tournaments.web.match_names import in_round_words
from tournaments.web.words import clock, joined, match_words


@dataclass(frozen=True)
class FollowView:
    """The status bar of the team that the visitor follows."""

    team: UUID
    name: str
    words: str
    url: str


def follow_view(
    stage: Stage, team: Team, path: Path | None, rounds: int, trees: Trees | None = None
) -> FollowView:
    """Return the status bar of the team that the visitor follows. `rounds` is 0 before the draw."""
    slug = stage.tournament.slug
    url = reverse("team", args=(slug, team.pk))
    return FollowView(team.pk, team.name, standing_words(stage, team, path, rounds, trees), url)


def standing_words(
    stage: Stage, team: Team, path: Path | None, rounds: int, trees: Trees | None = None
) -> str:
    """Return the status of a team in a stage as text, before or after the draw."""
    if not rounds:
        return _("waiting for the draw")
    if path is None or path.last is None:
        return _("not in the draw")
    return where_now(stage, path.last, team, rounds, trees)


def where_now(stage: Stage, match: MatchNow, team: Team, rounds: int, trees: Trees | None) -> str:
    """Return the status of a team as text: its current match, or else the outcome of its last match."""
    name = match_words(stage, match.match.label, rounds)
    if not match.decided:
        return whereabouts(match, team, name)
    if trees is not None:
        return words_after(stage, match, team, rounds, trees)
    if stage.format in ROUND_BY_ROUND and stage.state != "over":
        return _("has played round %(round)s") % {"round": match.match.round}
    return _("has played every round")


def words_after(stage: Stage, match: MatchNow, team: Team, rounds: int, trees: Trees) -> str:
    """Return the status text of a team in a bracket after its latest match was decided."""
    name = match_words(stage, match.match.label, rounds)
    if winner_of(match) != team:
        if match.match.label == trees.final:
            return _("lost the final")
        if not match.match.label.startswith("R"):
            return _("has lost: %(match)s") % {"match": name}
        return _("out %(in_the_round)s") % {"in_the_round": in_round_words(stage, match.match.round, rounds)}
    if match.match.label == trees.final:
        return called("won it", stage.tournament)
    if match.match.label in trees.onward:
        return _("through to the next round")
    return _("has won: %(match)s") % {"match": name}


def whereabouts(match: MatchNow, team: Team, name: str) -> str:
    """Return the status of a team before its match is decided: table and score, or why the match waits."""
    state, table = match.match.state, match.match.table
    if state in IN_PLAY:
        return _playing(match, team, table)
    if state == "ready" and table:
        values = {"table": table, "time": clock(match.match.called_at)}
        return _("called to table %(table)s at %(time)s") % values
    if state == "ready":
        return joined(name, _("waiting for a table"))
    if len(match.sides) > 2:
        return joined(name, _("waiting for the others"))
    return joined(name, _("waiting for the opponent"))


def _playing(match: MatchNow, team: Team, table: int | None) -> str:
    side_number = next(side.side for side in match.sides if side.has(team.pk))
    game = match.game_in_play
    if table and game and len(match.games) >= game:
        score = match.games[game - 1]["score"]
        if len(score) > 2:
            return _("now at table %(table)s, score %(own)s") % {
                "table": table,
                "own": real(score[side_number]),
            }
        values = {"table": table, "ours": real(score[side_number]), "theirs": real(score[1 - side_number])}
        return _("now at table %(table)s, %(ours)s to %(theirs)s") % values
    return _("now at table %(table)s") % {"table": table} if table else _("now playing")
