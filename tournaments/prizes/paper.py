"""Printed pages about prizes: receipts to sign, and diplomas with the games of the final."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone
from django.utils.translation import get_language, gettext as _, ngettext, pgettext

from scoring.templatetags.sheet import real
from tournaments.club.selectors.tournaments import BRACKETS
from tournaments.competition.standings.final_places import PlaceSpan
from tournaments.identity.public import logo_document
from tournaments.matches.selectors.matches import MatchNow, SideNow, match_now, with_sides
from tournaments.matches.words import targets_of
from tournaments.models import Club, Match, Team, Tournament
from tournaments.prizes.selectors import PrizeNow, places_of, prizes_now
from tournaments.prizes.words import amount, place_name, prize_for
from tournaments.rosters.selectors.roster import with_seats
from tournaments.templatetags.entrants import alone, called
from tournaments.web.typesetting import typeset
from tournaments.web.words import date_words, day, game_words, joined, plain

DIPLOMAS, RECEIPTS = "prizes/diplomas.typ", "prizes/receipts.typ"


def receipts(tournament: Tournament) -> bytes | None:
    """Return the receipts of all winners as PDF; None if there are no winners."""
    data = receipts_data(tournament)
    return typeset(RECEIPTS, data, tournament) if data["receipts"] else None


def receipts_data(tournament: Tournament) -> dict[str, Any]:
    """Return the data of the receipts template. At most twelve queries."""
    club, prizes = Club.objects.current(), prizes_now(tournament).prizes
    seats = _players_of(tournament, {each.team.pk for now in prizes for each in now.holders})
    rows = [row for now in prizes for row in _receipts_of(now, seats)]
    return {
        "lang": get_language() or "",
        "title": _("Receipts for prizes"),
        "logo": logo_document(club),
        "tournament": plain(tournament.name),
        "place": plain(joined(club.name, day(tournament.starts_at))),
        "receipts": [
            {"number": f"{number} / {len(rows)}", **row} for number, row in enumerate(rows, start=1)
        ],
        "words": {
            "receipt": pgettext("what a winner signs", "Receipt"),
            "day": _("Day"),
            "signature": _("Received (signature)"),
        },
    }


def _receipts_of(now: PrizeNow, players: Mapping[Any, Sequence[str]]) -> list[dict[str, str]]:
    due = [each for each in now.holders if each.due]
    shared = pgettext("a prize", "shared by %(count)s") % {"count": len(due)}
    return [
        {
            "text": plain(now.prize.text),
            "prize_for": plain(prize_for(now)),
            "shared": shared if len(due) > 1 else "",
            "team": plain(each.team.name),
            "players": plain(_beside(each.team, players)),
            "amount": "" if each.cents is None else amount(each.cents),
        }
        for each in due
    ]


def _beside(team: Team, players: Mapping[Any, Sequence[str]]) -> str:
    names = ", ".join(players.get(team.pk, ()))
    return "" if names == team.name else names


def _players_of(tournament: Tournament, ids: Collection[Any]) -> dict[Any, list[str]]:
    """Return the public names of the players, keyed by team. Two queries."""
    teams = tournament.teams.filter(pk__in=ids).prefetch_related(with_seats())
    return {team.pk: [seat.person.name for seat in team.seats.all()] for team in teams}


def diplomas(tournament: Tournament, places: Collection[int]) -> bytes | None:
    """Return the diplomas of the given places as PDF; None if no team has any of the places."""
    data = diplomas_data(tournament, places)
    return typeset(DIPLOMAS, data, tournament) if data["diplomas"] else None


def diplomas_data(tournament: Tournament, places: Collection[int]) -> dict[str, Any]:
    """Return the data for the template of the diplomas. At most twelve queries."""
    club, final, standing = Club.objects.current(), final_match(tournament), places_of(tournament).final
    won = {UUID(entrant): span for entrant, span in standing.items() if span.holds(places)}
    finalists = {side.team.pk: side for side in final.sides if side.team} if final else {}
    players = _players_of(tournament, {*won, *finalists})
    return {
        "lang": get_language() or "",
        "title": _("Diplomas"),
        "logo": logo_document(club),
        "club": plain(", ".join(filter(None, [club.name, club.town]))),
        "tournament": plain(tournament.name),
        "place": plain(", ".join(filter(None, [club.town, _day_with_year(tournament)]))),
        "words": {"joiner": pgettext("between two names", "and")},
        "signatures": [[_("The president"), plain(club.name)], [_("The referee"), _("of the tournament")]],
        "diplomas": [
            {
                "heading": called("champions", tournament) if span.first == 1 else place_name(span.first),
                "names": [plain(name) for name in players[team]],
                "lines": _lines(tournament, len(standing), span, _in_final(finalists, team, players)),
                "games": _games(tournament, final, finalists.get(team)),
            }
            for team, span in won.items()
        ],
    }


def _day_with_year(tournament: Tournament) -> str:
    on = timezone.localdate(tournament.starts_at or tournament.made_at)
    words = date_words(on)
    return words if words.endswith(str(on.year)) else f"{words} {on.year}"


def final_match(tournament: Tournament) -> MatchNow | None:
    """Return the final of a bracket with its games; None if the final is not decided. Three queries."""
    finals = Match.objects.filter(
        tournament=tournament, stage__format__in=BRACKETS, number=1, feeds__isnull=True
    ).order_by("stage__number")
    final = next(reversed([match_now(match) for match in with_sides(finals)]), None)
    return final if final and final.decided and len(final.sides) == 2 and final.games else None


class InFinal(NamedTuple):
    """The result of the final for one side: games won, games lost, and the opponents' names."""

    won: int
    lost: int
    opponents: Sequence[str]


def _in_final(
    finalists: Mapping[UUID, SideNow], team: UUID, players: Mapping[UUID, Sequence[str]]
) -> InFinal | None:
    if team not in finalists or len(finalists) != 2:
        return None
    other = next(each for each in finalists if each != team)
    return InFinal(finalists[team].games_won, finalists[other].games_won, players[other])


def _lines(tournament: Tournament, count: int, span: PlaceSpan, final: InFinal | None) -> list[str]:
    """Return the lines of a diploma with the number of entrants and the result of the final."""
    of = called("count", tournament, count=count)
    first = _("first of %(teams)s") if span.first == 1 and not alone(tournament) else _("out of %(teams)s")
    lines = [first % {"teams": of}]
    if final is None:
        return lines
    games = ngettext(
        "in the final %(won)s game to %(lost)s", "in the final %(won)s games to %(lost)s", final.won
    )
    joiner = pgettext("between two names", "and")
    against = _("against %(names)s") % {"names": plain(f" {joiner} ".join(final.opponents))}
    return [", ".join([*lines, games % {"won": final.won, "lost": final.lost}]), against]


def _games(tournament: Tournament, final: MatchNow | None, finalist: SideNow | None) -> list[dict[str, str]]:
    if final is None or finalist is None:
        return []
    side = finalist.side
    stage = final.match.stage
    stage.tournament = tournament
    targets = targets_of(stage)
    score = pgettext("a score", "%(ours)s to %(theirs)s")
    return [
        {
            "score": score % {"ours": real(game["score"][side]), "theirs": real(game["score"][1 - side])},
            "name": game_words(number, targets),
        }
        for number, game in enumerate(final.games, start=1)
    ]
