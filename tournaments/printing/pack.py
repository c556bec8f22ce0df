"""The print pack of a tournament: entries, draw, score sheets of open matches, cross tables of groups."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _, pgettext

from scoring.games import CARD_GAMES
from scoring.translation import say
from tournaments.competition.formats import FORMATS
from tournaments.matches.selectors.matches import MatchNow, match_now, with_sides
from tournaments.matches.words import side_words, walkover_words
from tournaments.models import MadeFile, Match, Stage, Tournament
from tournaments.printing.sheets import blank_paper, match_papers, open_matches, place_words, sheets_data
from tournaments.queue.services import NewFile
from tournaments.rosters.selectors.roster import teams_gone, with_seats
from tournaments.web.typesetting import typeset
from tournaments.web.words import match_words

TEMPLATE = "printing/pack.typ"


def pack_pdf(tournament: Tournament, address: str, note: Callable[[int], None]) -> bytes:
    """Return the print pack as PDF; the function `note` is called with the number of parts read so far."""
    data = pack_data(tournament, address, note)
    return typeset(TEMPLATE, data, tournament)


def make_pack(file: MadeFile, progress: Callable[[int, int], None]) -> NewFile:
    """Make the print pack that was requested, in a background job."""
    return NewFile(pack_pdf(file.tournament, file.address, lambda part: progress(part, len(PARTS))))


def pack_data(tournament: Tournament, address: str, note: Callable[[int], None]) -> dict[str, Any]:
    """Return the data of the pack template."""
    papers = match_papers(tournament, open_matches(tournament), address)
    data = sheets_data(papers or [blank_paper(tournament)] * 2, abreast=True)
    data["title"] = tournament.name
    data["place"] = place_words(tournament)
    data["game"] = _(CARD_GAMES[tournament.card_game].name)
    data["pack"] = _words()
    for number, (part, read) in enumerate(PARTS.items(), start=1):
        data[part] = read(tournament)
        note(number)
    return data


def entry_list(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the teams that have not left, with their players, ordered by name. Three queries."""
    withdrawn = teams_gone(tournament)
    teams = tournament.teams.prefetch_related(with_seats())
    ordered = sorted(teams, key=lambda team: (team.name.casefold(), team.number))
    return [
        {
            "name": team.name,
            "players": ", ".join(seat.person.name for seat in team.seats.all()),
            "from": " · ".join(filter(None, (team.club, team.town))),
        }
        for team in ordered
        if team.pk not in withdrawn
    ]


def drawn_rounds(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the matches of every drawn stage, grouped by round."""
    rounds: list[dict[str, Any]] = []
    stages = list(tournament.stages.order_by("number"))
    for stage in stages:
        stage.tournament = tournament
        matches = _matches(stage)
        tables = {each.match.label: each.match.table for each in matches if each.match.table}
        last = max((each.match.round for each in matches), default=0)
        by_round: dict[int, list[MatchNow]] = defaultdict(list)
        for each in matches:
            by_round[each.match.round].append(each)
        rounds += [
            {
                "stage": _("Stage %(number)s") % {"number": stage.number} if len(stages) > 1 else "",
                "name": say(FORMATS[stage.format].round_name(number, last)),
                "matches": [_drawing(stage, each, last, tables) for each in each_round],
            }
            for number, each_round in sorted(by_round.items())
        ]
    return rounds


def _matches(stage: Stage) -> list[MatchNow]:
    rows = with_sides(Match.objects.filter(stage=stage)).order_by("round", "number")
    return [match_now(row) for row in rows]


def _drawing(stage: Stage, match: MatchNow, last: int, tables: dict[str, int]) -> dict[str, Any]:
    return {
        "name": match_words(stage, match.match.label, last),
        "table": str(match.match.table or ""),
        "sides": [side_words(stage, side, last, tables) for side in match.sides],
        "result": _result(match),
    }


def _result(match: MatchNow) -> str:
    """Return the games won as text, or the text for a bye or an annulled match; empty before the result."""
    if match.bye:
        return _("bye")
    if match.annulled:
        return walkover_words(match)
    return "–".join(str(side.games_won) for side in match.sides) if match.decided else ""


def group_tables(tournament: Tournament) -> list[dict[str, Any]]:
    """Return a cross table of each group, with the results so far."""
    groups: dict[tuple[int, str], list[MatchNow]] = defaultdict(list)
    for stage in tournament.stages.order_by("number"):
        stage.tournament = tournament
        for match in _matches(stage):
            if match.match.group:
                groups[stage.number, match.match.group].append(match)
    return [_cross(key, matches) for (_stage, key), matches in sorted(groups.items())]


def _cross(key: str, matches: Sequence[MatchNow]) -> dict[str, Any]:
    """Return the cross table of a group: each row has the results of one team against the others."""
    names = {side.team.pk: side.name for match in matches for side in match.sides if side.team}
    order = sorted(names, key=lambda team: names[team].casefold())
    results: dict[Any, str] = defaultdict(str)
    for match in matches:
        first, second = (side.team.pk if side.team else None for side in match.sides[:2])
        if match.decided and not match.annulled and first and second:
            first_games, second_games = (side.games_won for side in match.sides[:2])
            results[first, second] += f" {first_games}–{second_games}"
            results[second, first] += f" {second_games}–{first_games}"
    return {
        "name": _("Group %(key)s") % {"key": key},
        "teams": [names[team] for team in order],
        "results": [[results[row, column].strip() for column in order] for row in order],
    }


def _words() -> dict[str, str]:
    return {
        "entries": _("Entry list"),
        "draw": _("Who meets whom"),
        "cross_tables": _("Tables of the groups"),
        "team": _("Team"),
        "players": _("Players"),
        "from": _("Club, town"),
        "here": pgettext("column of the entry list", "Here"),
        "match": _("Match"),
        "table": _("Table"),
        "result": pgettext("column of the draw", "Result"),
        "points": _("Points"),
        "place": _("Place"),
        "nobody": _("Nobody has entered yet."),
        "not_drawn": _("Nothing was drawn yet."),
    }


# The parts of a pack in the order of its pages; the sheets are printed before the groups.
PARTS: dict[str, Callable[[Tournament], Any]] = {
    "entries": entry_list,
    "rounds": drawn_rounds,
    "cross_tables": group_tables,
}
