"""What is read aloud before a hand is confirmed: the new totals, what they were, why, and who deals next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules.types import GameState
from scoring.templatetags.sheet import real
from tournaments.pages.hand_chips import turned_card
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.preview import Opening, Preview
from tournaments.pages.table.why import WhyLine, why
from tournaments.pages.table.words import SideWords, game_name


@dataclass(frozen=True)
class SideAfter:
    """One side's total after the hand, and what it was."""

    who: SideWords
    total: int
    was: int

    @property
    def fresh(self) -> int:
        """The points of this hand."""
        return self.total - self.was


@dataclass(frozen=True)
class Review:
    """The whole page, in words. `turned` is the side whose turned card won the game, where one did."""

    sides: tuple[SideAfter, ...]
    why: tuple[WhyLine, ...]
    target: int | None
    over: bool
    won: SideWords | None
    score: str
    match_over: bool
    missing: str
    after: str
    next_dealer: str
    next_who: SideWords | None
    card: str
    turned: SideAfter | None


def review(here: AtTable, start: Opening, seen: Preview) -> Review:
    """Return what the confirm page says of a hand without errors."""
    game = seen.state.games[start.place[0] - 1]
    sides = tuple(SideAfter(words, game.score[words.side], start.before[words.side]) for words in here.words)
    winner = here.word(game.winner) if game.winner is not None else None
    following = seen.state.next
    dealer = following.dealer if following else None
    turned = turned_card(start.card_game, seen.body) if seen.ended else ""
    return Review(
        sides=sides,
        why=tuple(why(here, start, seen)),
        target=start.target,
        over=game.over,
        won=winner,
        score=_score(sides, winner),
        match_over=seen.state.over,
        missing="" if game.over or seen.state.time else _missing(sides, start.target),
        after=_after(here, seen, game),
        next_dealer=here.view.names.get(dealer, "") if dealer is not None else "",
        next_who=here.word(start.profile.side(dealer)) if dealer is not None and not here.alone else None,
        card=turned,
        turned=next((side for side in sides if side.who == winner), None) if turned else None,
    )


def _score(sides: Sequence[SideAfter], winner: SideWords | None) -> str:
    """Return the final score as it is said, the winner's first; a wrong claim may have won it with less."""
    first = sorted(sides, key=lambda side: (side.who != winner, -side.total)) if winner else sides
    return _figures([side.total for side in first])


def _figures(numbers: Sequence[int]) -> str:
    """Return numbers as they are read aloud: 36 to 19; more than two one after the other."""
    said = list(map(real, numbers))
    if len(said) != 2:
        return ", ".join(said)
    return _("%(first)s to %(other)s") % {"first": said[0], "other": said[1]}


def _missing(sides: Sequence[SideAfter], target: int | None) -> str:
    """Return how far whoever is ahead still has to go; nothing where there is nowhere to get to."""
    best = max(side.total for side in sides)
    if target is None or best >= target:
        return ""
    ahead = [side.who.inline for side in sides if side.total == best]
    left = target - best
    if len(ahead) > 1:
        text = ngettext(
            "<b>%(n)s point to go for both</b> to win the game.",
            "<b>%(n)s points to go for both</b> to win the game.",
            left,
        )
    else:
        text = ngettext(
            "<b>%(n)s point to go for %(who)s</b> to win the game.",
            "<b>%(n)s points to go for %(who)s</b> to win the game.",
            left,
        )
    return mark_safe(text % {"n": left, "who": escape(ahead[0])})  # noqa: S308  our own text, its one value escaped


def _after(here: AtTable, seen: Preview, game: GameState) -> str:
    """Return what a game that is over leads to."""
    if not game.over or here.view.profile.games == 1:
        return _("The match is over.") if game.over else ""
    score = _figures([seen.state.games_won[words.side] for words in here.words])
    following = seen.state.next
    if following is None:
        return _("The match is over, %(score)s in games.") % {"score": score}
    values = {"score": score, "target": here.view.profile.played_to(following.game - 1)}
    if following.game == here.view.profile.games:
        return _("It is %(score)s in games, and the decider is to %(target)s.") % values
    name = game_name(following.game)
    return _("It is %(score)s in games: now %(game)s, to %(target)s.") % {**values, "game": name}
