"""Times, ages and matches in words, the same on every public page."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext as _, gettext_lazy, ngettext, pgettext_lazy

from scoring.translation import say
from scoring.types import Now, Sentence
from tournaments.competition.formats import FORMATS
from tournaments.competition.names import INVISIBLE, SPELLING, without_marks
from tournaments.competition.types import BYE_REASONS, bye_sentence
from tournaments.extras import parts_of
from tournaments.models import Match, Stage, Tournament
from tournaments.results.selectors.matches import MatchNow, SideNow
from tournaments.stages.selectors.stage_facts import profile_of
from tournaments.web.right_to_left import isolated


def clock(moment: datetime | None) -> str:
    """Return the time of day: 21:38; in the hour that comes twice, by which time that is: 02:20 CET."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return f"{date_format(local, 'H:i')} {local.tzname()}" if twice else date_format(local, "H:i")


def day(moment: datetime | None) -> str:
    """Return the day: sabato 21 novembre; with the year when it is not this one."""
    return "" if moment is None else date_words(timezone.localdate(moment))


def date_words(on: date) -> str:
    """Return a day of the calendar, said the same way."""
    words = date_format(on, "l j F" if on.year == timezone.localdate().year else "l j F Y")
    return words.lower() if get_language() == "it" else words  # Django's own Italian has capitals here


def short_date_words(on: date) -> str:
    """Return a day without its name: 31 October; with the year where it is another."""
    words = date_format(on, "j F" if on.year == timezone.localdate().year else "j F Y")
    return words.lower() if get_language() == "it" else words


def instant(moment: datetime | None) -> str:
    """Return the day and the time of day."""
    return f"{day(moment)}, {clock(moment)}" if moment else ""


def draw_words(starts_at: datetime | None) -> str:
    """Return when the draw is: the time of day, and the day unless it is today."""
    if starts_at is None:
        return _("The draw is to come")
    values = {"day": day(starts_at), "time": clock(starts_at)}
    if timezone.localdate(starts_at) == timezone.localdate():
        return _("The draw is at %(time)s") % values
    return _("The draw is on %(day)s at %(time)s") % values


def targets_of(stage: Stage) -> tuple[int, ...]:
    """Return how far the games of a stage go, game by game; nothing where they end by something else."""
    return profile_of(stage).targets


def game_words(number: int, targets: Sequence[int]) -> str:
    """Return a game by its number and target: 2ª partita ai 35, bella ai 45; one without a target alone."""
    if not targets:
        return _("one game")
    if number > len(targets):
        return _("deciding hand")
    values = {"number": number, "target": targets[number - 1]}
    if number == len(targets) > 1:
        return _("decider to %(target)s") % values
    return (_("game %(number)s to %(target)s") if len(targets) > 1 else _("one game to %(target)s")) % values


def table_words(table: int | None) -> str:
    """Return the name of a table."""
    return _("Table %(table)s") % {"table": table} if table else ""


def match_words(stage: Stage, label: str, rounds: int) -> str:
    """Return the name of a match in its format's own words: Quarti 1."""
    return say(FORMATS[stage.format].match_name(label, rounds))


def stage_round_words(stage: Stage, number: int, rounds: int, *, several: bool) -> str:
    """Return the name of a round; where there are several stages, one known by its number says of which."""
    form = FORMATS[stage.format]
    name = say(form.round_name(number, rounds))
    if not several or form.bracket:
        return name
    return _("%(stage)s: %(round)s") % {"stage": say(Sentence(form.name)), "round": name}


def joined(*parts: str) -> str:
    """Put what is said of one thing beside each other, leaving out what is empty."""
    return " · ".join(part for part in parts if part)


def against_words(names: Iterable[str]) -> str:
    """Return the sides of a match: two joined by "against", more with commas. A dash stays within a pair."""
    listed = [name for name in names if name]
    if len(listed) != 2:  # two sides
        return ", ".join(listed)
    return _("%(first)s against %(second)s") % {"first": listed[0], "second": listed[1]}


def finished_words(over: int, total: int) -> str:
    """Return how many of the matches of a round have finished."""
    words = ngettext("%(over)s of %(total)s finished", "%(over)s of %(total)s finished", total)
    return words % {"over": over, "total": total}


def state_words(match: MatchNow, targets: Sequence[int]) -> str:
    """Return what is going on at a match, without its table."""
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
    """Return why a match was decided without play: nobody there, a team that left, one that was sent away."""
    kind = match.outcome.kind if match.outcome else ""
    return str(DECIDED_WITHOUT_PLAY.get(kind, STATES["walkover"]))


def postponed_words(match: Match) -> str:
    """Return the date a match was given."""
    return _("postponed to %(instant)s") % {"instant": instant(match.postponed_to)}


def _in_play(match: MatchNow, targets: Sequence[int]) -> str:
    if not match.game_in_play:
        return _("to be signed")
    if match.time_says:
        return time_words(match.time_says)
    if not targets:
        return _("hand %(hand)s") % {"hand": match.hand_in_play}
    return game_words(match.game_in_play, targets)


def time_words(now: str) -> str:
    """Return what is played at a table since time was called there."""
    return str(AFTER_TIME[Now(now)])


AFTER_TIME = {
    Now.FINISH: gettext_lazy("time: the last hand"),
    Now.PLAY_ON: gettext_lazy("time: played on, level"),
    Now.DECIDE: gettext_lazy("time: one hand decides"),
    Now.OVER: gettext_lazy("time: to be signed"),
}

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
    """Return who stands on a side, or where they will come from: the table while that match is played."""
    if side.name:
        return side.name
    if side.resolved:
        return say(bye_sentence(side.reason)) if side.reason in BYE_REASONS else _("nobody")
    if not side.source_label:  # it stands on a line of the draw, and nobody has been put there yet
        return _("being prepared")
    lost, table = side.source == "loser", tables.get(side.source_label)
    if table:
        return (_("Loser of table %(table)s") if lost else _("Winner of table %(table)s")) % {"table": table}
    name = match_words(stage, side.source_label, rounds)
    source = {"match": name[:1].lower() + name[1:]}
    return (_("Loser of %(match)s") if lost else _("Winner of %(match)s")) % source


def result_words(match: MatchNow) -> str:
    """Return how a match ended: its games, and the points of each; nothing while it is played."""
    if not match.decided:
        return ""
    if match.annulled:
        return walkover_words(match)
    won = "–".join(str(side.games_won) for side in match.sides)
    points = ", ".join("–".join(str(points) for points in game["score"]) for game in match.games)
    if match.match.state == "walkover":
        return joined(walkover_words(match), won)
    single = len(match.games) == 1 or len(match.sides) > 2  # tables of several play one game
    return points if single and points else joined(won, points)


def winner_words(match: MatchNow) -> str:
    """Return the winner of a decided match with the games won: Carta – Ruiu wins, 2 to 1."""
    winner = next((side for side in match.sides if side.won), None)
    if not match.decided:
        return ""
    if winner is None:
        return _("no winner, %(teams)s") % {"teams": against_words(side.name for side in match.sides)}
    others = [side for side in match.sides if side is not winner]
    if len(others) > 1 or len(match.games) == 1:
        return _("%(winner)s wins") % {"winner": winner.name}
    values = {"winner": winner.name, "won": winner.games_won, "lost": others[0].games_won}
    return _("%(winner)s wins, %(won)s to %(lost)s") % values


DECIDED_WITHOUT_PLAY = {
    "withdrawal": pgettext_lazy("how a match ended", "withdrawal"),
    "disqualification": pgettext_lazy("how a match ended", "disqualification"),
    "double_disqualification": pgettext_lazy("how a match ended", "disqualification"),
    "annulled": pgettext_lazy("how a match ended", "annulled"),
}

BETWEEN_SURNAMES = " – "
LEFT = {"withdrawal": gettext_lazy("has left"), "disqualification": gettext_lazy("sent away")}
"""How a team has left a stage."""


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return what fits over columns: the first surname of each pair, or whole names where two are alike."""
    short = tuple(name.partition(BETWEEN_SURNAMES)[0] for name in names)
    return short if len(set(short)) == len(short) else tuple(names)


def live_words(live: int) -> str:
    """Say how many matches are being played."""
    if not live:
        return _("Matches are being called")
    return ngettext("%(count)d match in play", "%(count)d matches in play", live) % {"count": live}


def plain(text: str) -> str:
    """Return a text on one line, right-to-left names isolated, a space for each invisible letter.

    The joiners within a name or an emoji stay: they are spelling.
    """
    seen = (
        letter if SPELLING.match(letter) or unicodedata.category(letter) not in INVISIBLE else " "
        for letter in without_marks(text)
    )
    return isolated(" ".join("".join(seen).split()))


def ends_of(tournaments: Sequence[Tournament]) -> Mapping[UUID, object]:
    """Return when each tournament ends, as far as an extra can tell: what says so as a text."""
    return {key: ends for part in parts_of("ends") for key, ends in part(tournaments).items()}
