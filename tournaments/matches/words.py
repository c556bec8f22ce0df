"""The state, the sides and the result of a match as text."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from scoring.translation import say
from tournaments.competition.types import BYE_REASONS, bye_sentence
from tournaments.matches.selectors.matches import MatchNow, SideNow
from tournaments.models import Match, Stage
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.web.words import against_words, clock, game_words, instant, joined, match_words, time_words


def targets_of(stage: Stage) -> tuple[int, ...]:
    """Return the target score of each game in a match of the stage; empty if games have no target score."""
    return profile_of(stage).targets


def state_words(match: MatchNow, targets: Sequence[int]) -> str:
    """Return the state of a match as text, without the table number; empty for a waiting match."""
    state = match.match.state
    if match.match.postponed_to and state == "ready" and not match.match.table:
        return postponed_words(match.match)
    if state == "playing":
        return _in_play(match, targets)
    if state == "ready" and match.match.table:
        return _("called at %(time)s") % {"time": clock(match.match.called_at)}
    if state == "walkover":
        return walkover_words(match)
    return str(STATES[state])


def walkover_words(match: MatchNow) -> str:
    """Return the reason why a match was decided without play: walkover, withdrawal, annulment…"""
    kind = match.outcome.kind if match.outcome else ""
    return str(DECIDED_WITHOUT_PLAY.get(kind, STATES["walkover"]))


def postponed_words(match: Match) -> str:
    """Return the new date of a postponed match as text."""
    return _("postponed to %(instant)s") % {"instant": instant(match.postponed_to)}


def _in_play(match: MatchNow, targets: Sequence[int]) -> str:
    if not match.game_in_play:
        return _("to be signed")
    if match.time_says:
        return time_words(match.time_says)
    if not targets:
        return _("hand %(hand)s") % {"hand": match.hand_in_play}
    return game_words(match.game_in_play, targets)


STATES = {
    "waiting": "",
    "ready": gettext_lazy("waiting for a table"),
    "disputed": gettext_lazy("the referee has been called"),
    "signed": pgettext_lazy("match", "finished"),
    "confirmed": pgettext_lazy("match", "finished"),
    "walkover": gettext_lazy("walkover"),
    "bye": gettext_lazy("bye"),
}


def side_words(stage: Stage, side: SideNow, rounds: int, tables: Mapping[str, int]) -> str:
    """Return the name of a side or, if its team is unknown, the match or table that decides the team."""
    if side.name:
        return side.name
    if side.resolved:
        return say(bye_sentence(side.reason)) if side.reason in BYE_REASONS else _("nobody")
    if not side.source_label:  # the side is a line of the draw, and its team is not placed yet
        return _("being prepared")
    lost, table = side.source == "loser", tables.get(side.source_label)
    if table:
        return (_("Loser of table %(table)s") if lost else _("Winner of table %(table)s")) % {"table": table}
    name = match_words(stage, side.source_label, rounds)
    source = {"match": name[:1].lower() + name[1:]}
    return (_("Loser of %(match)s") if lost else _("Winner of %(match)s")) % source


def result_words(match: MatchNow) -> str:
    """Return the result of a match: the games won and the points of each game; empty while undecided."""
    if not match.decided:
        return ""
    if match.annulled:
        return walkover_words(match)
    won = "–".join(str(side.games_won) for side in match.sides)
    points = ", ".join("–".join(str(points) for points in game["score"]) for game in match.games)
    if match.match.state == "walkover":
        return joined(walkover_words(match), won)
    single = len(match.games) == 1 or len(match.sides) > 2  # tables of more than two sides play one game
    return points if single and points else joined(won, points)


def winner_words(match: MatchNow) -> str:
    """Return a sentence with the winner and the games won, such as "Carta – Ruiu wins, 2 to 1".

    The result is empty while undecided. A match of one game or of more than two sides has no numbers.
    """
    winner = next((side for side in match.sides if side.won), None)
    if not match.decided:
        return ""
    if winner is None:
        return _("no winner, %(teams)s") % {"teams": against_words(side.name for side in match.sides)}
    losers = [side for side in match.sides if side is not winner]
    if len(losers) > 1 or len(match.games) == 1:
        return _("%(winner)s wins") % {"winner": winner.name}
    values = {"winner": winner.name, "won": winner.games_won, "lost": losers[0].games_won}
    return _("%(winner)s wins, %(won)s to %(lost)s") % values


DECIDED_WITHOUT_PLAY = {
    "withdrawal": pgettext_lazy("how a match ended", "withdrawal"),
    "disqualification": pgettext_lazy("how a match ended", "disqualification"),
    "double_disqualification": pgettext_lazy("how a match ended", "disqualification"),
    "annulled": pgettext_lazy("how a match ended", "annulled"),
}
