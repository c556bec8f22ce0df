"""The charts of a team as SVG: points per hand, the score of a game hand by hand, turned-up cards.

The SVG contains only numbers and the letters of cards. Text entered by users is not part of the SVG.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from uuid import UUID

from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext

from scoring.sheet.rules import figures as sheet_figures
from scoring.templatetags import score_drawing
from scoring.templatetags.sheet import MINUS, real, signed
from scoring.templatetags.suits import rank_letter
from scoring.types import Scores
from tournaments.teams.selectors import SheetFigures
from tournaments.templatetags.components import Chart, KeyNumber
from tournaments.web.words import game_words, joined

WIDE = 340
LEFT_EDGE, RIGHT = 8, WIDE - 8
# The baseline of the bars, and the top of the highest bar.
BASE, TOP = 150, 34

MARK = 4.6
# The height of a line of digits.
LETTER = 13

MOST_NUMBERS = 12


def _svg(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308  # numbers and letters of our own


def _text(x: float, y: float, words: object, kind: str = "", anchor: str = "middle") -> str:
    classes = f' class="{kind}"' if kind else ""
    return f'<text{classes} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def histogram_chart(figures: sheet_figures.Histogram) -> SafeString:
    """Draw the histogram of points per hand.

    A line marks half of the points of a hand; the bars beyond the line are filled.
    """
    first, last = figures.bars[0].low, figures.bars[-1].high
    unit = (RIGHT - LEFT_EDGE) / (last - first + 1)
    highest = max(bar.hands for bar in figures.bars)

    def x(points: float) -> float:
        return LEFT_EDGE + (points - first) * unit

    parts = [_bar(bar, x(bar.low), x(bar.high + 1), highest, figures.split) for bar in figures.bars]
    parts.append(f'<path class="chart-axis" d="M{LEFT_EDGE - 4} {BASE}.5H{RIGHT + 4}"/>')
    step = 2 * max(bar.high - bar.low + 1 for bar in figures.bars)
    ticks = (points for points in range(first, last + 1) if points % step == 0)
    parts += [_text(x(points + 0.5), BASE + 17, real(points)) for points in ticks]
    if figures.split is not None:
        middle = x(figures.split + 0.5)
        parts.append(f'<path class="chart-middle" d="M{middle:.1f} 6V{BASE + 4}"/>')
        words = _("%(points)s, even") % {"points": figures.split}
        parts.append(_text(middle - 6, LETTER, words, "chart-middle", "end"))
    return _svg(parts)


def _bar(bar: sheet_figures.Bar, position: float, right: float, highest: int, split: int | None) -> str:
    if not bar.hands:
        return ""
    high = (BASE - TOP) * bar.hands / highest
    gap = 1.2 if bar.high > bar.low else 0.4
    kind = "up" if bar.way > 0 or split is None else "even" if bar.way == 0 else "chart-low"
    rectangle = (
        f'<rect class="{kind}" x="{position + gap:.1f}" y="{BASE - high:.1f}"'
        f' width="{right - position - 2 * gap:.1f}" height="{high:.1f}" rx="2"/>'
    )
    if bar.way == 0:
        return rectangle  # too narrow for a number: the table has it
    return rectangle + _text((position + right) / 2, BASE - high - 4, bar.hands, "n")


def race_chart(points: Sequence[Scores], target: int | None, sides: Sequence[int]) -> SafeString:
    """Draw a line of running scores for each of the `sides`, and a line for the target score."""
    low = min(0, *(min(scores) for scores in points))
    high = max(target or 0, 1, *(max(scores) for scores in points))
    across = (RIGHT - 62) / max(1, len(points) - 1)
    up = (BASE - 16) / (high - low)

    def at(hand: int, score: float) -> tuple[float, float]:
        return 30 + hand * across, BASE - (score - low) * up

    ground = at(0, 0)[1]
    parts = [f'<path class="chart-axis" d="M26 {ground:.1f}H{RIGHT - 26}"/>']
    if target:
        goal = at(0, target)[1]
        parts.append(f'<path class="goal" d="M30 {goal:.1f}H{RIGHT - 30}"/>')
        parts.append(_text(22, goal + 4, target, "", "end"))
    parts += _numbered(len(points) - 1, across)
    for side in sides:
        places = [at(hand, scores[side]) for hand, scores in enumerate(points)]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path class="way {score_drawing.MARKS[side]}" d="M{line}"/>')
        parts += [score_drawing.stitch(side, round(x, 1), round(y, 1), f"f{side}", MARK) for x, y in places]
    parts += _ends([(points[-1][side], side, at(0, points[-1][side])[1]) for side in sides])
    return _svg(parts)


def _numbered(count: int, across: float) -> Iterator[str]:
    """Yield labels with the hand numbers below the chart; only every fifth number if there are many hands."""
    step = 1 if count <= MOST_NUMBERS else 5
    for hand in range(step, count + 1, step):
        yield _text(30 + hand * across, BASE + 17, hand)


def _ends(ends: Sequence[tuple[int, int, float]]) -> Iterator[str]:
    """Yield labels with the final scores at the ends of the lines, placed so that they do not overlap."""
    free = float(LETTER)
    for score, side, height in sorted(ends, key=lambda end: end[2]):
        free = max(free, height + 5)
        yield _text(RIGHT - 22, free, real(score), f"end c{score_drawing.MARKS[side]}", "start")
        free += LETTER + 2


def luck_chart(figures: sheet_figures.Luck) -> SafeString:
    """Draw a column for each card with the number of times that the card was turned up as trump.

    All cards without value share one column.
    """
    across = (RIGHT - LEFT_EDGE) / len(figures.cards)
    highest = max(card.times for card in figures.cards)
    return _svg(
        part
        for number, card in enumerate(figures.cards)
        for part in _column(card, LEFT_EDGE + number * across, across, highest)
    )


def _column(card: sheet_figures.Turned, position: float, wide: float, highest: int) -> Iterator[str]:
    middle, high = position + wide / 2, (BASE - TOP) * card.times / highest
    if card.times:
        kind = "up" if card.worth else "chart-low"
        yield (
            f'<rect class="{kind}" x="{middle - 13:.1f}" y="{BASE - 12 - high:.1f}" width="26"'
            f' height="{high:.1f}" rx="3"/>'
        )
    yield _text(middle, BASE - 16 - high, card.times, "n")
    yield f'<path class="chart-axis" d="M{position + 3:.1f} {BASE - 11.5}H{position + wide - 3:.1f}"/>'
    yield _text(middle, BASE + 5, ranks_words(card.ranks), "rank")
    yield _text(middle, BASE + 20, signed(card.worth))


def ranks_words(ranks: Sequence[str]) -> str:
    """Return the name of a card, or of a range of cards: "K", "2–6"."""
    if len(ranks) == 1:
        return rank_letter(ranks[0])
    return f"{rank_letter(ranks[-1])}–{rank_letter(ranks[0])}"


TENTH = Decimal("0.1")


def tenths(number: Fraction) -> str:
    """Format a number with one decimal in the reader's language: "38,2"."""
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return str(number_format(exact.quantize(TENTH), 1)).replace("-", MINUS)


def signed_tenths(number: Fraction) -> str:
    """Format a gain or a loss with its sign and one decimal: "+1,8"."""
    return f"+{tenths(number)}" if number > 0 else tenths(number)


def points_chart(figures: Sequence[SheetFigures]) -> Chart | None:
    """Return the chart of points per hand; None if there are no hands.

    If there are too few hands, the chart contains only a sentence.
    """
    points = sheet_figures.points_made(hand for sheet in figures for hand in sheet.hands)
    if not points:
        return None
    card_game = figures[0].card_game
    title = _("Gains and losses, hand by hand") if card_game.by_net else _("Card points, hand by hand")
    if len(points) < sheet_figures.FEW_HANDS:
        words = _("Few hands yet: %(count)d of %(few)d") % {
            "count": len(points),
            "few": sheet_figures.FEW_HANDS,
        }
        return Chart(title, words, "", "")
    histogram = sheet_figures.histogram(card_game, points)
    values = {
        "count": ngettext("%(count)d hand", "%(count)d hands", histogram.hands) % {"count": histogram.hands},
        "low": real(histogram.half[0]),
        "high": real(histogram.half[1]),
    }
    half = _("%(count)s. Half of them lie between %(low)s and %(high)s.") % values
    if histogram.split is not None:
        half = _("%(count)s. Right of the line they gain; half lie between %(low)s and %(high)s.") % values
    rows = tuple(
        (real(bar.low) if bar.low == bar.high else f"{real(bar.low)} … {real(bar.high)}", str(bar.hands))
        for bar in histogram.bars
    )
    heads = (_("Points"), _("Hands"))
    return Chart(title, half, histogram_chart(histogram), f"{title}. {half}", heads, rows)


def race_of(figures: Sequence[SheetFigures], names: Mapping[UUID, str]) -> Chart | None:
    """Return the chart of the latest recorded game; None if no game is recorded.

    `names` maps the ids of matches to their names.
    """
    games = (
        (sheet, number, game)
        for sheet in reversed(figures)
        for number, game in reversed([*enumerate(sheet.state.games, start=1)])
    )
    sheet, number, game = next((each for each in games if sheet_figures.race(each[2])), (None, 0, None))
    if sheet is None or game is None:
        return None
    where = names[sheet.match.match.pk]
    points, called = sheet_figures.race(game), [side.name for side in sheet.match.sides]
    other_sides = [side.side for side in sheet.match.sides if side is not sheet.side]
    order = (sheet.side.side, *other_sides)
    score = "–".join(real(points[-1][side]) for side in order)
    words = joined(where, game_words(number, sheet.profile.targets), score)
    against = _("against %(teams)s") % {"teams": ", ".join(called[side] for side in other_sides)}
    return Chart(
        title=_("How the game grew"),
        words=f"{words}, {against}.",
        drawing=race_chart(points, game.target, order[::-1]),
        label=_("Score after each hand: %(score)s at the end") % {"score": score},
        heads=(_("Hand"), *(called[side] for side in order)),
        rows=tuple(
            (str(hand), *(real(scores[side]) for side in order)) for hand, scores in enumerate(points) if hand
        ),
        legend=tuple((side, called[side]) for side in order if side < len(score_drawing.MARKS)),
    )


def luck_of(figures: Sequence[SheetFigures]) -> Chart | None:
    """Return the chart of the cards that a team turned up; None if no turned-up card is recorded."""
    turned = sheet_figures.cards_turned(hand for sheet in figures for hand in sheet.hands)
    if not turned:
        return None
    luck = sheet_figures.luck(figures[-1].profile, turned)
    values = {
        "times": ngettext("Once.", "%(count)d times.", luck.times) % {"count": luck.times},
        "mean": signed_tenths(luck.mean),
        "usual": signed_tenths(luck.usual),
    }
    words = _("%(times)s It is luck, and says how much: %(mean)s a hand; the average is %(usual)s.") % values
    title = _("The trump card, when they deal")
    rows = tuple((ranks_words(card.ranks), signed(card.worth), str(card.times)) for card in luck.cards)
    heads = (_("Card"), _("Worth"), _("Times"))
    return Chart(title, words, luck_chart(luck), f"{title}. {words}", heads, rows)


def key_numbers(figures: Sequence[SheetFigures]) -> list[KeyNumber]:
    """Return the averages shown at the top of the page: points per hand, and points from turned-up cards."""
    hands = [hand for sheet in figures for hand in sheet.hands]
    points, turned = sheet_figures.points_made(hands), sheet_figures.cards_turned(hands)
    numbers = []
    if points:
        mean, net = Fraction(sum(points), len(points)), figures[0].card_game.by_net
        words = _("net a hand") if net else _("card points a hand")
        numbers.append(KeyNumber(signed_tenths(mean) if net else tenths(mean), words))
    if turned:
        mean = Fraction(sum(turned), len(turned))
        numbers.append(KeyNumber(signed_tenths(mean), _("trump card when they deal")))
    return numbers
