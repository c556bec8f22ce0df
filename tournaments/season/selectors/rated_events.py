"""Selection of the matches that must be rated again after tournaments have changed.

A tournament with a new version counts as changed only if the digest of its matches is different. All matches
from the first match of a changed tournament on are rated again, starting from the ratings before that match.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from scoring.strict_json import digest
from tournaments.models import RatedEvent, Rating, RatingList, RatingStop
from tournaments.permissions import counting
from tournaments.season.rules import PersonIds
from tournaments.season.selectors.ratings import MatchOrder, PlayedMatch, RatingCourse, matches_in_order

Matches = Sequence[tuple[MatchOrder, PlayedMatch]]


@dataclass(frozen=True)
class RatingTask:
    """The matches to rate, the initial ratings, and the stored rows to replace."""

    matches: tuple[PlayedMatch, ...]
    # The ratings to start with, by player or pair.
    courses: dict[PersonIds, RatingCourse]
    # The current state of the changed tournaments and of all later ones.
    events: tuple[RatedEvent, ...]
    # Primary keys of stored `RatedEvent` rows whose tournaments are not rated any more.
    removals: tuple[int, ...]
    # Primary keys of stored `RatedEvent` rows whose stops are replaced.
    outdated: frozenset[int]
    # The stored ratings that change.
    ratings: Mapping[PersonIds, Rating]
    # When the previous ratings were computed. None if there are none.
    after: datetime | None


def rating_task(card_game: str, listing: RatingList | None) -> RatingTask:
    """Return the matches that have to be rated again, and the ratings to start from. About ten queries."""
    rated_events = RatedEvent.objects.filter(listing=listing)
    count = counting().filter(card_game=card_game)
    as_they_are = rated_events.filter(tournament_key=OuterRef("pk"), version=OuterRef("version"))
    versions = dict(count.exclude(Exists(as_they_are)).values_list("pk", "version"))
    removals = list(rated_events.exclude(Exists(count.filter(pk=OuterRef("tournament_key")))))
    before = {row.tournament_key: row for row in rated_events.filter(tournament_key__in=versions)}
    now = _by_tournament(matches_in_order(card_game, versions.keys()) if versions else ())
    events = [_event(key, version, now[str(key)]) for key, version in versions.items()]
    changed = [each for each in events if not _is_unchanged(each, before.get(each.tournament_key))]
    stale = [*removals, *(before[each.tournament_key] for each in changed if each.tournament_key in before)]
    begin = min((each.first_at for each in (*changed, *stale) if each.first_at), default=None)
    later = list(_overlapping_since(rated_events, begin))
    keys = {each.tournament_key for each in (*changed, *later)} - {each.tournament_key for each in removals}
    matches = matches_in_order(card_game, keys) if keys - versions.keys() else _joined(now, keys)
    outdated = frozenset(each.pk for each in (*stale, *later))
    ratings = _ratings(listing, matches, outdated)
    known_versions = {each.tournament_key: each.version for each in later} | versions
    again = _by_tournament(matches)
    rows = [each for each in events if each.tournament_key not in keys]
    return RatingTask(
        tuple(match for _order, match in matches),
        _courses(ratings, outdated),
        (*rows, *(_event(key, known_versions[key], again[str(key)]) for key in keys)),
        tuple(each.pk for each in removals),
        outdated,
        ratings,
        listing.computed_at if listing else None,
    )


def _is_unchanged(event: RatedEvent, before: RatedEvent | None) -> bool:
    return before is not None and before.digest == event.digest


def _overlapping_since(events: QuerySet[RatedEvent], begin: datetime | None) -> Iterable[RatedEvent]:
    """Return the tournaments that ended at the given time or later, and tournaments that overlap with them.

    Tournaments that overlap with these are included too, and so on.
    """
    overlapping: list[RatedEvent] = []
    while begin is not None:
        overlapping = list(events.filter(last_at__gte=begin))
        first = min((each.first_at for each in overlapping if each.first_at), default=begin)
        begin = first if first < begin else None
    return overlapping


def _by_tournament(matches: Matches) -> Mapping[str, Matches]:
    by_tournament: dict[str, list[tuple[MatchOrder, PlayedMatch]]] = defaultdict(list)
    for order, match in matches:
        by_tournament[match.tournament].append((order, match))
    return by_tournament


def _joined(matches: Mapping[str, Matches], keys: Iterable[UUID]) -> Matches:
    return sorted((each for key in keys for each in matches[str(key)]), key=itemgetter(0))


def _event(tournament_key: UUID, version: int, matches: Matches) -> RatedEvent:
    rows = [[at.isoformat(), key, match.sides, match.ranks] for (at, key), match in matches]
    return RatedEvent(
        tournament_key=tournament_key,
        version=version,
        digest=digest(rows),
        first_at=matches[0][0][0] if matches else None,
        last_at=matches[-1][0][0] if matches else None,
        matches=len(matches),
    )


def rated_by(match: PlayedMatch) -> Iterable[PersonIds]:
    """Yield the ids of each person and each pair in a match. The match changes the ratings of all of them."""
    for side in match.sides:
        yield from ((person,) for person in side)
        if len(side) > 1:
            yield tuple(sorted(side))


def _ratings(
    listing: RatingList | None, matches: Matches, outdated: Collection[int]
) -> Mapping[PersonIds, Rating]:
    """Return the stored ratings of the players in the given matches and in the outdated tournaments."""
    of_before = Rating.objects.filter(stops__event__in=outdated).distinct()
    players = {player for _order, match in matches for player in rated_by(match)} | set(
        map(_player, of_before)
    )
    alone_or_with = Q(partner=None) | Q(partner__in={player[1] for player in players if len(player) > 1})
    rows = Rating.objects.filter(alone_or_with, listing=listing, person__in={player[0] for player in players})
    return {player: row for row in rows if (player := _player(row)) in players}


def _player(row: Rating) -> PersonIds:
    return tuple(str(each) for each in (row.person_id, row.partner_id) if each)


def _courses(ratings: Mapping[PersonIds, Rating], outdated: Collection[int]) -> dict[PersonIds, RatingCourse]:
    """Return each player's last rating from a tournament that is not outdated, if there is one. One query."""
    before = RatingStop.objects.filter(rating=OuterRef("pk")).exclude(event__in=outdated)
    last = Subquery(before.order_by("-matches").values("pk")[:1])
    rows = Rating.objects.filter(pk__in=[row.pk for row in ratings.values()]).annotate(last=last)
    last_stops = {stop.rating_id: stop for stop in RatingStop.objects.filter(pk__in=rows.values("last"))}
    stops = ((player, last_stops[row.pk]) for player, row in ratings.items() if row.pk in last_stops)
    return {player: RatingCourse(stop.mu, stop.sigma, stop.ordinal, stop.matches) for player, stop in stops}
