"""What a team made of one match, as a chip of the standings: filled if won, outlined if lost."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.templatetags.sheet import signed
from tournaments.models import Team
from tournaments.pages.public.words import walkover_words
from tournaments.selectors.bracket import IN_PLAY
from tournaments.selectors.matches import MatchNow, SideNow


@dataclass(frozen=True)
class Result:
    """What a team made of one match: games won and lost, or why there are none."""

    text: str
    kind: str
    spoken: str


def result_of(match: MatchNow | None, team: Team, where: str, *, net: bool) -> Result:
    """Return the result of a team; `where` says in which round, or against whom."""
    if match is None:
        return Result("", "none", _("%(round)s: not reached") % {"round": where})
    own = next(side for side in match.sides if side.has(team.pk))
    if match.bye:
        return Result("–", "rest", _("%(round)s: bye") % {"round": where})
    if match.match.state == "walkover":
        return Result(_("w.o."), "w" if own.won else "p", f"{where}: {walkover_words(match)}")
    if not match.decided:
        return _undecided(match, own, where, net=net)
    return _decided(match, own, where, net=net)


def still_to_come(played: int, to_come: int) -> tuple[Result, ...]:
    """Return the rounds nobody is paired in yet."""
    numbers = range(played + 1, played + to_come + 1)
    return tuple(
        Result("", "open", _("%(round)s: to be played") % {"round": _("Round %(round)s") % {"round": number}})
        for number in numbers
    )


def _decided(match: MatchNow, own: SideNow, where: str, *, net: bool) -> Result:
    if net:
        worth = sum(own.scores)
        values = {"round": where, "net": worth}
        return Result(signed(worth), "w" if worth > 0 else "p", _("%(round)s: net %(net)s") % values)
    values = {"round": where, "won": own.games_won, "lost": _lost(match, own)}
    text = f"{values['won']}–{values['lost']}"
    return Result(text, "w" if own.won else "p", _("%(round)s: %(won)s to %(lost)s") % values)


def _undecided(match: MatchNow, own: SideNow, where: str, *, net: bool) -> Result:
    if match.match.state not in IN_PLAY:
        return Result("", "open", _("%(round)s: to be played") % {"round": where})
    values = {"round": where, "won": own.games_won, "lost": _lost(match, own)}
    if net:
        return Result("", "lv", _("%(round)s: being played") % values)
    text = f"{values['won']}–{values['lost']}"
    return Result(text, "lv", _("%(round)s: being played, %(won)s to %(lost)s") % values)


def _lost(match: MatchNow, own: SideNow) -> int:
    return max(side.games_won for side in match.sides if side is not own)
