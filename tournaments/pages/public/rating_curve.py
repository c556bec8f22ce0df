"""A rating from tournament to tournament: drawn from left to right, with its numbers for a table."""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games import CARD_GAMES
from scoring.templatetags.sheet import MINUS
from tournaments.selectors.ratings import RatingCurve, Stop
from tournaments.web.words import day

WIDE, BOTTOM, TOP, MARGIN = 320, 104, 8, 8


@dataclass(frozen=True)
class CurveRow:
    """One stop of the curve in words."""

    slug: str
    tournament: str
    day: str
    matches: int
    rating: str


@dataclass(frozen=True)
class CurveView:
    """The line, its dots, where nothing would stand, and the rows of its table."""

    game: str
    key: str
    names: str
    rating: str
    matches: int
    line: str
    dots: tuple[tuple[float, float], ...]
    nothing: float
    label: str
    rows: tuple[CurveRow, ...]


def rating_words(ordinal: float) -> str:
    """Return a rating as it is shown, with one decimal: 23.4."""
    rounded = round(ordinal, 1)
    return (MINUS if rounded < 0 else "") + str(number_format(abs(rounded), 1))


def curve_view(curve: RatingCurve) -> CurveView:
    """Return what is drawn of a curve; the height is from the lowest of its numbers, or 0, to the highest."""
    names = ", ".join(person.name for person in curve.people)
    heights = [0.0, *(stop.ordinal for stop in curve.stops)]
    low, high = min(heights), max(heights)
    dots = tuple(
        (_across(number, len(curve.stops)), _up(stop.ordinal, low, high))
        for number, stop in enumerate(curve.stops)
    )
    return CurveView(
        game=_(CARD_GAMES[curve.card_game].name),
        key=curve.card_game,
        names=names,
        rating=rating_words(curve.ordinal),
        matches=curve.matches,
        line="M" + " ".join(f"{x:g} {y:g}" for x, y in dots) if dots else "",
        dots=dots,
        nothing=_up(0.0, low, high),
        label=_label(curve, names),
        rows=tuple(map(_row, curve.stops)),
    )


def _across(number: int, stops: int) -> float:
    step = (WIDE - 2 * MARGIN) / max(1, stops - 1)
    return round(MARGIN + step * number, 1)


def _up(ordinal: float, low: float, high: float) -> float:
    part = (ordinal - low) / (high - low) if high > low else 0.0
    return round(BOTTOM - (BOTTOM - TOP) * part, 1)


def _label(curve: RatingCurve, names: str) -> str:
    words = ngettext(
        "Rating of %(name)s after %(count)d tournament: %(last)s",
        "Rating of %(name)s over %(count)d tournaments: from %(first)s to %(last)s",
        len(curve.stops),
    )
    ends = (curve.stops[0], curve.stops[-1]) if curve.stops else ()
    first, last = (rating_words(stop.ordinal) for stop in ends) if ends else ("0", "0")
    return words % {"name": names, "count": len(curve.stops), "first": first, "last": last}


def _row(stop: Stop) -> CurveRow:
    tournament = stop.tournament
    return CurveRow(
        tournament.slug,
        tournament.name,
        day(tournament.starts_at),
        stop.matches,
        rating_words(stop.ordinal),
    )
