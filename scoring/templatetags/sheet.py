"""Template tags that draw the parts of a score sheet as SVG: scores, marks, suits, cards, icons."""

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from scoring.templatetags import score_drawing, suits, suits as icons
from scoring.translation import say

register = template.Library()
register.filter(suits.card_name)
register.filter(suits.rank_letter)
register.filter(suits.suit_name)
register.simple_tag(say, name="sentence_words")

MINUS = "\N{MINUS SIGN}"
MARK_SHAPES = (
    '<path d="M8 .8 15.2 8 8 15.2.8 8Z"/>',
    '<circle cx="8" cy="8" r="6.4"/>',
    '<path d="M2 2h12v12H2Z"/>',
    '<path d="M5 1h6v14H5Z"/>',
    '<path d="M8 1.5 15.2 14.5H.8Z"/>',
)


@register.simple_tag
def trama(score: int, target: int, side: int = 0, fresh: int = 0, *, apart: bool = False) -> SafeString:
    """Draw a score and its target; the last `fresh` points are highlighted as newly won.

    With `apart`, scripts can address each stitch separately.
    """
    label = ngettext("%(score)d point of %(target)d", "%(score)d points of %(target)d", score)
    drawing = _labelled(
        score_drawing.trama(score, target, side, fresh, apart=apart),
        label % {"score": score, "target": target},
    )
    unit = score_drawing.points_a_stitch(target)
    if unit == 1:
        return drawing
    words = gettext("1 stitch = %(points)d") % {"points": unit}
    return format_html('{}<small class="unit">{}</small>', drawing, words)


@register.simple_tag
def bilancia(points: int, total: int = 70, split: int = 35, side_left: int = 0) -> SafeString:
    """Draw the card points of a hand: the points of side `side_left` first, then the other side's points."""
    label = gettext("%(ours)d to %(theirs)d") % {"ours": points, "theirs": total - points}
    return _labelled(score_drawing.bilancia(points, total, split, side_left), label)


@register.simple_tag
def team_mark(side: int) -> SafeString:
    """Draw the mark of a side: lozenge, disc, square, bar or triangle."""
    return _svg(f"team-mark f{side}", "0 0 16 16", MARK_SHAPES[side])


@register.simple_tag
def pips(won: int, of: int, side: int = 0) -> SafeString:
    """Draw the games of a side as squares: filled if won, outlined if still needed to win the match."""
    label = ngettext("%(count)d game won", "%(count)d games won", won) % {"count": won}
    squares = _safe_markup('<i class="on"></i>' * won + "<i></i>" * max(of - won, 0))
    markup = '<span class="pips c{}" role="img" aria-label="{}">{}</span>'
    return format_html(markup, letter(side), label, squares)


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon without a label, for use next to a text or in an element that has a label."""
    return _svg("ic", "0 0 24 24", icons.ICONS[name])


@register.simple_tag
def icon_symbols(*names: str) -> SafeString:
    """Define icons once per page as hidden symbols, for `icon_use` to draw."""
    symbols = "".join(
        f'<symbol id="ic-{name}" viewBox="0 0 24 24">{icons.ICONS[name]}</symbol>' for name in names
    )
    return _safe_markup(f"<svg hidden>{symbols}</svg>")


@register.simple_tag
def icon_use(name: str) -> SafeString:
    """Draw an icon that `icon_symbols` has defined on the same page."""
    return _safe_markup(f'<svg class="ic" aria-hidden="true"><use href="#ic-{name}"/></svg>')


@register.simple_tag
def suit(letter: str, deck: suits.Deck = "french", label: bool = True) -> SafeString:
    """Draw the symbol of a suit of a card pack; use `label=False` beside a text with the suit's name."""
    look = suits.drawing(letter, deck)
    if not label:
        return _svg(f"suit s-{look.colour}", "0 0 24 24", look.path)
    opening_tag = f'<svg class="suit s-{look.colour}" viewBox="0 0 24 24" role="img" aria-label="{{}}">'
    return _labelled(opening_tag + look.path + "</svg>", suits.suit_name(letter, deck))


@register.simple_tag
def card(card: object, deck: suits.Deck = "french") -> SafeString:
    """Draw a card with its face up."""
    rank, letter = suits.split(card)
    look = suits.drawing(letter, deck)
    return format_html(
        '<span class="pcard {}" role="img" aria-label="{}"><b>{}</b>{}{}</span>',
        look.colour,
        suits.card_name(card, deck),
        suits.rank_letter(rank),
        _svg(f"suit s-{look.colour}", "0 0 24 24", look.path),
        _svg(f"suit big s-{look.colour}", "0 0 24 24", look.path),
    )


@register.simple_tag
def cards(text: str, deck: suits.Deck = "french") -> SafeString:
    """Draw cards given as text such as "7D KC", in the active language; return any other text escaped."""
    names = text.split()
    if not names or not all(name in suits.pack_of(deck).cards for name in names):
        return format_html("{}", text)
    laid = format_html_join(" ", "{}", ((tri(name, None, deck),) for name in names))
    return format_html('<span class="lotted">{}</span>', laid)


@register.simple_tag
def tri(card: object, points: int | None = None, deck: suits.Deck = "french") -> SafeString:
    """Draw a turned-up card (trionfo) as on a score sheet: rank, suit and points."""
    rank, letter = suits.split(card)
    worth = format_html("<em>{}</em>", signed(points)) if points else ""
    return format_html(
        '<span class="tri{}"><span class="vh">{}</span><span aria-hidden="true">{}</span>{}{}</span>',
        " zero" if points == 0 else "",
        suits.card_name(card, deck),
        suits.rank_letter(rank),
        suit(letter, deck, label=False),
        worth,
    )


@register.filter
def signed(points: int) -> str:
    """Return a number as text with its sign; the minus sign is U+2212."""
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


@register.filter
def real(points: int) -> str:
    """Return a number as text, without a plus sign; the minus sign of a negative number is U+2212."""
    return str(points).replace("-", MINUS)


@register.filter
def unsigned(points: int) -> int:
    """Return the absolute value of a number, for labels that contain the word gain or loss."""
    return abs(points)


@register.filter
def at(scores: Sequence[int], side: int) -> int:
    """Return the score of one side from the scores of all sides."""
    return scores[side]


@register.filter
def letter(side: int) -> str:
    """Return the CSS class of a side's colour: a letter from a to e."""
    return score_drawing.MARKS[side]


@register.simple_tag
def as_of(instant: datetime) -> SafeString:
    """Render a time of day, which a script replaces with the time elapsed, such as "12 seconds ago"."""
    hour = formats.time_format(timezone.localtime(instant).time(), "H:i")
    words = pgettext("instant", "at %(time)s") % {"time": hour}
    return format_html('<time datetime="{}" data-ago>{}</time>', instant.isoformat(timespec="seconds"), words)


@register.simple_tag
def logo() -> SafeString:
    """Draw the logo of the site."""
    return _safe_markup(LOGO)


@register.simple_tag
def wordmark() -> SafeString:
    """Draw the name of the site; the dot of its first i is a lozenge."""
    return _safe_markup(
        '<span class="wordmark" role="img" aria-label="Trionfo"><span aria-hidden="true">'
        'Tr<span class="i">\N{LATIN SMALL LETTER DOTLESS I}<i></i></span>onfo</span></span>'
    )


@register.simple_tag
def cimosa() -> SafeString:
    """Draw the woven border below the page header; use it at most once per page."""
    return _safe_markup(CIMOSA)


def _safe_markup(markup: str) -> SafeString:
    # Only constants and numbers of this module are passed; texts of users go through format_html.
    return mark_safe(markup)  # noqa: S308


def _svg(classes: str, box: str, body: str) -> SafeString:
    return _safe_markup(f'<svg class="{classes}" viewBox="{box}" aria-hidden="true">{body}</svg>')


def _labelled(svg: str, label: str) -> SafeString:
    return format_html(svg, label)


LOGO = score_drawing.logo()
CIMOSA = (
    '<svg class="cimosa" aria-hidden="true"><defs>'
    '<pattern id="cimosa" width="48" height="14" patternUnits="userSpaceOnUse">'
    '<path class="mark-1" d="M11 1h2v2h-2zM9 3h6v2H9zM7 5h10v4H7zM9 9h6v2H9zM11 11h2v2h-2z"/>'
    '<path class="mark-paper" d="M11 5h2v4h-2zM10 6h4v2h-4z"/>'
    '<path class="mark-2" d="M35 3h2v2h-2zM33 5h6v4h-6zM35 9h2v2h-2z"/>'
    '<path class="mark-ink" d="M23 6h2v2h-2zM47 6h1v2h-1zM0 6h1v2H0z"/></pattern></defs>'
    '<rect width="100%" height="14" fill="url(#cimosa)"/></svg>'
)
