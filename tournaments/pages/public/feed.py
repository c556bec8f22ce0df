"""The results of a tournament as an Atom feed: the latest first, a result put right comes up again."""

from datetime import datetime

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from tournaments.club.services.setup import the_club
from tournaments.exports.plain import plain
from tournaments.models import Tournament
from tournaments.results.selectors.matches import LatestResult, latest_results
from tournaments.tables.selectors.calendar import changed_at
from tournaments.web.frame import find_tournament
from tournaments.web.links import way_or_front
from tournaments.web.page_cache import if_changed
from tournaments.web.words import day, joined, match_words, result_words, side_words

SHOWN = 50


def results_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The results of one tournament."""
    tournament = find_tournament(request, slug)
    made = ResultsFeed()
    return if_changed(request, tournament, lambda: made(request, tournament), changed_at(tournament))


class ResultsFeed(Feed):  # type: ignore[type-arg]  # no parameters when it runs
    """What the framework asks of a feed; every id is the database's own, so it is the same at any address."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: Tournament, **_more: object) -> Tournament:
        """The tournament, which was found already."""
        return args[0]

    def title(self, tournament: Tournament) -> str:
        """Whose results these are."""
        return plain(_("Results: %(tournament)s") % {"tournament": tournament.name})

    def subtitle(self, tournament: Tournament) -> str:
        """Where and when it is played."""
        club = the_club()
        return plain(joined(", ".join(filter(None, [club.name, club.town])), day(tournament.starts_at)))

    def author_name(self) -> str:
        """The club, which every Atom feed must name."""
        return plain(the_club().name) or "Trionfo"

    def link(self, tournament: Tournament) -> str:
        """Its page."""
        return reverse("tournament", args=(tournament.slug,))

    def feed_guid(self, tournament: Tournament) -> str:
        """Its id."""
        return f"urn:uuid:{tournament.pk}"

    def items(self, tournament: Tournament) -> list[LatestResult]:
        """The results, not all of a long event."""
        return latest_results(tournament, SHOWN)

    def item_title(self, item: LatestResult) -> str:
        """Which match it was and who played it."""
        stage, match = item.match.match.stage, item.match
        names = joined(*(side_words(stage, side, item.rounds, {}) for side in match.sides))
        name = match_words(stage, match.match.label, item.rounds)
        return plain(_("%(match)s: %(names)s") % {"match": name, "names": names})

    def item_description(self, item: LatestResult) -> str:
        """Who won, and how."""
        won = [side.name for side in item.match.sides if side.won]
        told = _("%(team)s won") % {"team": won[0]} if won else _("nobody won")
        return plain(joined(told, result_words(item.match)))

    def item_link(self, item: LatestResult) -> str:
        """Its score sheet; the tournament where sheets are closed."""
        tournament = item.match.match.stage.tournament
        return way_or_front(tournament, "match_sheet", item.match.match.pk)

    def item_guid(self, item: LatestResult) -> str:
        """The match's own id, whatever becomes of its result."""
        return f"urn:uuid:{item.match.match.pk}"

    def item_pubdate(self, item: LatestResult) -> datetime:
        """When it was first over."""
        return item.first_at

    def item_updateddate(self, item: LatestResult) -> datetime:
        """When its result was last written."""
        return item.latest_at
