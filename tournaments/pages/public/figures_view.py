"""The figures of a team in words: what its hands come to, how one game went, how lucky it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from uuid import UUID

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sheet.rules.figures import FEW_HANDS, cards_turned, histogram, luck, points_made, race
from scoring.templatetags.sheet import MINUS, real, signed
from scoring.templatetags.weave import MARKS
from tournaments.pages.public.charts import histogram_chart, luck_chart, race_chart, ranks_words
from tournaments.pages.public.words import game_words, joined
from tournaments.selectors.figures import SheetFigures

TENTH = Decimal("0.1")


def tenths(number: Fraction) -> str:
    """Write a number with one decimal, by the reader's language: 38,2."""
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return str(number_format(exact.quantize(TENTH), 1)).replace("-", MINUS)


def signed_tenths(number: Fraction) -> str:
    """Write a gain or a loss with one decimal: +1,8."""
    return f"+{tenths(number)}" if number > 0 else tenths(number)


@dataclass(frozen=True)
class Chart:
    """A drawing, what it says in a sentence, and its numbers: heads, then rows."""

    title: str
    words: str
    drawing: SafeString | str
    label: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    legend: tuple[tuple[int, str], ...] = ()
    """The mark of each side with its name."""
    size: str = "0 0 340 172"


@dataclass(frozen=True)
class KeyNumber:
    """One large number and what it counts."""

    number: str
    words: str


def points_chart(figures: Sequence[SheetFigures]) -> Chart | None:
    """Return how the points of every hand lie; only a sentence while there are few."""
    points = points_made(hand for sheet in figures for hand in sheet.hands)
    if not points:
        return None
    card_game = figures[0].card_game
    title = _("Gains and losses, hand by hand") if card_game.by_net else _("Card points, hand by hand")
    if len(points) < FEW_HANDS:
        words = _("Few hands yet: %(count)d of %(few)d") % {"count": len(points), "few": FEW_HANDS}
        return Chart(title, words, "", "")
    found = histogram(card_game, points)
    values = {
        "count": ngettext("%(count)d hand", "%(count)d hands", found.hands) % {"count": found.hands},
        "low": real(found.half[0]),
        "high": real(found.half[1]),
    }
    half = _("%(count)s. Half of them lie between %(low)s and %(high)s.") % values
    if found.split is not None:
        half = _("%(count)s. Right of the line they gain; half lie between %(low)s and %(high)s.") % values
    rows = tuple(
        (real(bar.low) if bar.low == bar.high else f"{real(bar.low)} … {real(bar.high)}", str(bar.hands))
        for bar in found.bars
    )
    heads = (_("Points"), _("Hands"))
    return Chart(title, half, histogram_chart(found), f"{title}. {half}", heads, rows)


def race_of(figures: Sequence[SheetFigures], names: Mapping[UUID, str]) -> Chart | None:
    """Return how the latest game with hands to look at went; `names` are those of the matches."""
    games = (
        (sheet, number, game)
        for sheet in reversed(figures)
        for number, game in reversed([*enumerate(sheet.state.games, start=1)])
    )
    sheet, number, game = next((each for each in games if race(each[2])), (None, 0, None))
    if sheet is None or game is None:
        return None
    where = names[sheet.match.match.pk]
    points, called = race(game), [side.name for side in sheet.match.sides]
    others = [side.side for side in sheet.match.sides if side is not sheet.side]
    order = (sheet.side.side, *others)
    score = "–".join(real(points[-1][side]) for side in order)
    words = joined(where, game_words(number, sheet.profile.targets), score)
    against = _("against %(teams)s") % {"teams": ", ".join(called[side] for side in others)}
    return Chart(
        title=_("How the game grew"),
        words=f"{words}, {against}.",
        drawing=race_chart(points, game.target, order[::-1]),
        label=_("Score after each hand: %(score)s at the end") % {"score": score},
        heads=(_("Hand"), *(called[side] for side in order)),
        rows=tuple(
            (str(hand), *(real(scores[side]) for side in order)) for hand, scores in enumerate(points) if hand
        ),
        legend=tuple((side, called[side]) for side in order if side < len(MARKS)),
    )


def luck_of(figures: Sequence[SheetFigures]) -> Chart | None:
    """Return how lucky the cards were that the side turned; None where no card is turned."""
    turned = cards_turned(hand for sheet in figures for hand in sheet.hands)
    if not turned:
        return None
    found = luck(figures[-1].profile, turned)
    values = {
        "times": ngettext("Once.", "%(count)d times.", found.times) % {"count": found.times},
        "mean": signed_tenths(found.mean),
        "usual": signed_tenths(found.usual),
    }
    words = _("%(times)s It is luck, and says how much: %(mean)s a hand; the average is %(usual)s.") % values
    title = _("The trump card, when they deal")
    rows = tuple((ranks_words(card.ranks), signed(card.worth), str(card.times)) for card in found.cards)
    heads = (_("Card"), _("Worth"), _("Times"))
    return Chart(title, words, luck_chart(found), f"{title}. {words}", heads, rows)


def key_numbers(figures: Sequence[SheetFigures]) -> list[KeyNumber]:
    """Return the averages that stand in the head: points a hand, the cards turned."""
    hands = [hand for sheet in figures for hand in sheet.hands]
    points, turned = points_made(hands), cards_turned(hands)
    found = []
    if points:
        mean, net = Fraction(sum(points), len(points)), figures[0].card_game.by_net
        words = _("net a hand") if net else _("card points a hand")
        found.append(KeyNumber(signed_tenths(mean) if net else tenths(mean), words))
    if turned:
        mean = Fraction(sum(turned), len(turned))
        found.append(KeyNumber(signed_tenths(mean), _("trump card when they deal")))
    return found
