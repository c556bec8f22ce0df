"""The picture that stands beside a link to a tournament: its name, its day, who won or how it stands.

Drawing it takes longer than a page, so it is kept until the tournament changes.
"""

from collections.abc import Sequence
from typing import Any

from django.core.cache import cache
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.club.selectors import champions_of
from tournaments.club.services.setup import the_club
from tournaments.exports.pdf import pictures
from tournaments.exports.plain import plain
from tournaments.models import Match, Tournament
from tournaments.results.selectors.bracket import IN_PLAY
from tournaments.results.selectors.matches import MatchNow, latest_results, match_now, with_sides
from tournaments.stages.selectors.rounds import shown_stage
from tournaments.standings.public.groups import nobody_words
from tournaments.standings.selectors import held_now
from tournaments.templatetags.entrants import called
from tournaments.web.words import clock, day, joined

TEMPLATE = "preview.typ"
SIZE = (1200, 630)
DOTS_PER_INCH = 144
SHOWN = 3
KEPT_FOR = 7 * 24 * 3600


def preview_png(tournament: Tournament) -> bytes:
    """Return the picture as the tournament is now, from the cache while nothing has changed."""
    key = f"preview:{tournament.pk}:{get_language()}"
    now = tournament.version, tournament.standings_until and held_now(shown_stage(tournament))
    known, picture = cache.get(key, (None, b""))
    if known != now:
        (picture,) = pictures(TEMPLATE, preview_data(tournament), dots_per_inch=DOTS_PER_INCH)
        cache.set(key, (now, picture), KEPT_FOR)
    return bytes(picture)


def preview_data(tournament: Tournament) -> dict[str, Any]:
    """Return what the template draws it from: six queries at most while it is played."""
    club = the_club()
    place = joined(", ".join(filter(None, [club.name, club.town])), day(tournament.starts_at))
    heading, large, matches = _of_the_moment(tournament)
    return {
        "lang": get_language() or "",
        "name": plain(tournament.name),
        "place": plain(place),
        "heading": capfirst(heading),
        "large": [plain(each) for each in large],
        "matches": [_drawn(match) for match in matches],
    }


def _of_the_moment(tournament: Tournament) -> tuple[str, list[str], Sequence[MatchNow]]:
    """What is said, in large letters or as scores: the champions; the tables in play; who has entered."""
    if tournament.state == "over":
        champions = champions_of([tournament]).get(tournament.pk, ())
        if not champions:
            return nobody_words(tournament), [], ()
        return called("champions", tournament), [team.name for team in champions], ()
    if tournament.state == "entries":
        return _entries(tournament)
    rows = Match.objects.filter(tournament=tournament, state__in=IN_PLAY).order_by("-round", "table")
    playing = [match_now(row) for row in with_sides(rows)[:SHOWN]]
    if playing:
        return _("In play"), [], playing
    return _("Latest results"), [], [each.match for each in latest_results(tournament, SHOWN)]


def _entries(tournament: Tournament) -> tuple[str, list[str], Sequence[MatchNow]]:
    entered = tournament.teams.count()
    begins = clock(tournament.starts_at)
    heading = _("The draw is at %(time)s") % {"time": begins} if begins else _("The draw is to come")
    return heading, [called("count", tournament, count=entered)] if entered else [], ()


def _drawn(match: MatchNow) -> dict[str, Any]:
    """Two sides and their games; of several, who leads and the rest."""
    names = [plain(side.name) or "…" for side in match.sides]
    if len(names) > 2:
        return {"sides": [names[0], ", ".join(names[1:])], "score": "·"}
    game = match.game_in_play
    games = [side.games_won for side in match.sides]
    points = match.games[game - 1]["score"] if game and len(match.games) >= game else None
    told = points if points and not any(games) else games
    return {"sides": names, "score": "–".join(map(str, told))}
