"""What is read aloud before a hand is confirmed: the new totals, what they were, why, and who deals next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.rules.types import HandResult
from scoring.rules.words import Sentence
from scoring.translation import say
from tournaments.pages.sheet_view import turned_key
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.preview import Opening, Preview
from tournaments.pages.table.words import SideWords, game_name, signed


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
class WhyLine:
    """One reason: what it is, the sum behind it, and what it gave to whom. A card is shown as a card."""

    label: str
    card: str = ""
    detail: str = ""
    points: str = ""
    mark: str = ""
    total: bool = False


@dataclass(frozen=True)
class Review:
    """The whole page, in words."""

    sides: tuple[SideAfter, ...]
    why: tuple[WhyLine, ...]
    target: int
    won: SideWords | None
    score: str
    match_won: bool
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
    return Review(
        sides=sides,
        why=tuple(_why(here, start, seen)),
        target=start.target,
        won=winner,
        score=_score(sides, winner),
        match_won=seen.state.winner is not None,
        missing="" if winner else _missing(sides, start.target),
        after=_after(here, seen) if winner else "",
        next_dealer=here.view.names.get(dealer, "") if dealer is not None else "",
        next_who=here.word(start.card_game.side(dealer)) if dealer is not None else None,
        card=str(seen.body.get(turned_key(start.card_game), "")),
        turned=next((side for side in sides if side.who == winner), None) if seen.ended else None,
    )


def _score(sides: Sequence[SideAfter], winner: SideWords | None) -> str:
    """Return the final score as it is said, the winner's first."""
    first, other = (
        sorted((side.total for side in sides), reverse=True) if winner else (side.total for side in sides)
    )
    return _("%(first)s to %(other)s") % {"first": first, "other": other}


def _missing(sides: Sequence[SideAfter], target: int) -> str:
    """Return how far whoever is ahead still has to go."""
    best = max(side.total for side in sides)
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


def _after(here: AtTable, seen: Preview) -> str:
    """Return what a won game leads to."""
    won = [seen.state.games_won[words.side] for words in here.words]
    following = seen.state.next
    if following is None:
        return _("The match is over, %(left)s games to %(right)s.") % {"left": won[0], "right": won[1]}
    targets = here.view.profile.targets
    values = {"left": won[0], "right": won[1], "target": targets[following.game - 1]}
    if following.game == len(targets):
        return _("It is %(left)s to %(right)s in games, and the decider is to %(target)s.") % values
    name = game_name(following.game)
    return _("It is %(left)s to %(right)s in games: now %(game)s, to %(target)s.") % {**values, "game": name}


def _why(here: AtTable, start: Opening, seen: Preview) -> list[WhyLine]:
    result = seen.result
    if result is None:
        return []
    lines = [_part(here, start, seen, key, result) for key in result.parts]
    return [*(line for line in lines if line), *_totals(here, result)]


def _part(here: AtTable, start: Opening, seen: Preview, key: str, result: HandResult) -> WhyLine | None:
    """Return one part of the hand's score: the turned card with its dealer, the count with its sum."""
    label = say(Sentence(start.card_game.parts[key]))
    if key == turned_key(start.card_game):
        return _turned(here, start, seen, label, result)
    if seen.body.get("card_points"):
        return _counted(here, start, seen, result.parts[key])
    side = _best(result.parts[key])
    points = result.parts[key][side]
    return WhyLine(label, points=signed(points), mark=here.word(side).mark) if points else None


def _best(points: Sequence[int]) -> int:
    return max(range(len(points)), key=points.__getitem__)


def _turned(here: AtTable, start: Opening, seen: Preview, label: str, result: HandResult) -> WhyLine:
    key = turned_key(start.card_game)
    side = start.card_game.side(result.dealer)
    whose = pgettext("turned card", "of %(name)s") % {"name": here.view.names.get(result.dealer, "")}
    points = signed(result.parts[key][side])
    return WhyLine(label, str(seen.body[key]), whose, points, here.word(side).mark)


def _counted(here: AtTable, start: Opening, seen: Preview, points: Sequence[int]) -> WhyLine:
    counted = seen.body["card_points"]
    left, right = (counted[words.side] for words in here.words)
    side = _best(points)
    label = _("Cards %(left)s to %(right)s") % {"left": left, "right": right}
    detail = _sum(start, counted[side], any(points))
    return WhyLine(label, "", detail, signed(points[side]), here.word(side).mark)


def _sum(start: Opening, made: int, scored: bool) -> str:
    if not scored:
        return _("even, no points")
    return (
        f"{made} \N{MINUS SIGN} {start.card_game.even_split}"
        if start.card_game.even_split is not None
        else ""
    )


def _totals(here: AtTable, result: HandResult) -> list[WhyLine]:
    """Return what the hand gave to each side that got something."""
    lines = [_total(words, result.score[words.side]) for words in here.words if result.score[words.side]]
    return lines or [WhyLine(_("No points in this hand"), points="0", total=True)]


def _total(words: SideWords, points: int) -> WhyLine:
    label = _("%(who)s, in this hand") % {"who": words.heading}
    return WhyLine(label, points=signed(points), mark=words.mark, total=True)
