"""The strip below the tables: the next rounds of a bracket, or the leaders of the standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.templatetags.sheet import real
from scoring.translation import say
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.tables import Row
from tournaments.matches.selectors.bracket import IN_PLAY, RoundNow, live_round
from tournaments.matches.selectors.matches import MatchNow, SideNow
from tournaments.matches.words import side_words
from tournaments.models import Stage, Team
from tournaments.standings.public.numbers import by_net, cells_of, columns_of
from tournaments.standings.selectors import standings_now
from tournaments.wall.rules import boxes_at_once, in_pages, rounds_below
from tournaments.wall.selectors import matches_of_rounds
from tournaments.web.words import finished_words

# The number of leaders, two per box; of each group as many as a box has rows.
LEADERS = 8
A_BOX = 2


@dataclass(frozen=True)
class StripRow:
    """A row of a box in the strip: the name of a side, its score, and its state (won, lost, in play or
    unknown).
    """

    name: str
    score: str = ""
    kind: str = ""
    place: str = ""


@dataclass(frozen=True)
class StripBox:
    """A box of the strip with a match or a few rows of the standings; `head` is the letter of a group."""

    rows: tuple[StripRow, ...]
    kind: str = ""
    head: str = ""


@dataclass(frozen=True)
class StripPart:
    """The boxes of the strip below one heading, divided into pages that are shown in turn."""

    title: str
    detail: str
    pages: Sequence[Sequence[StripBox]]


@dataclass(frozen=True)
class Strip:
    """The strip below the tables. The name of the final or of the current round can follow its parts.

    `ahead` is the name of this round, or empty if the parts show the final. `detail` is the progress of the
    current round.
    """

    parts: Sequence[StripPart]
    ahead: str = ""
    detail: str = ""


def strip_of(stage: Stage, rounds: Sequence[RoundNow], tables: Mapping[str, int]) -> Strip | None:
    """Return the strip below the tables, or None if no strip is shown. At most five queries.

    `tables` maps the labels of matches to their tables.
    """
    if FORMATS[stage.format].bracket:
        visible_rounds = rounds_below([each.matches for each in rounds], live_round(rounds))
        return _bracket(stage, rounds, tables, visible_rounds) if visible_rounds else None
    return _leaders(stage, rounds) if any(each.decided for each in rounds) else None


def _bracket(stage: Stage, rounds: Sequence[RoundNow], tables: Mapping[str, int], wanted: range) -> Strip:
    matches = matches_of_rounds(stage, wanted)
    boxes = {
        number: [_match_box(stage, match, len(rounds), tables) for match in matches.get(number, ())]
        for number in wanted
    }
    every = [box for each in boxes.values() for box in each]
    room = _max_boxes(every)
    if len(every) > room:  # with long names, only the next round is shown
        wanted = range(min(live_round(rounds) + 1, len(rounds)), wanted.stop)[:1]
        room = _max_boxes(boxes[wanted[0]])
    parts = [
        StripPart(say(rounds[number - 1].name), _detail(matches[number]), in_pages(boxes[number], room))
        for number in wanted
        if boxes[number]
    ]
    return Strip(parts, say(rounds[-1].name) if len(rounds) not in wanted else "")


def _detail(matches: Sequence[MatchNow]) -> str:
    """Return the number of finished matches as text, or the number of known sides if no match is finished.

    Empty if no match is finished and no side, or every side, is known.
    """
    if over := sum(match.decided for match in matches):
        return finished_words(over, len(matches))
    places = [side for match in matches for side in match.sides]
    values = {"known": sum(bool(side.name) for side in places), "places": len(places)}
    some = 0 < values["known"] < values["places"]
    return _("%(known)s of %(places)s are through") % values if some else ""


def _max_boxes(boxes: Sequence[StripBox]) -> int:
    return boxes_at_once(max((len(row.name) for box in boxes for row in box.rows), default=0))


def _match_box(stage: Stage, match: MatchNow, rounds: int, tables: Mapping[str, int]) -> StripBox:
    state = match.match.state
    called = state == "ready" and match.match.table
    kind = "live" if state in IN_PLAY else "call" if called else ""
    return StripBox(tuple(_side_row(stage, match, side, rounds, tables) for side in match.sides), kind)


def _side_row(
    stage: Stage, match: MatchNow, side: SideNow, rounds: int, tables: Mapping[str, int]
) -> StripRow:
    name, game = side_words(stage, side, rounds, tables), match.game_in_play
    if match.match.state in IN_PLAY and game:
        points = side.scores[game - 1] if len(side.scores) >= game else 0
        return StripRow(name, real(points), "now")
    if match.decided:
        return StripRow(name, str(side.games_won), "w" if side.won else "l")
    return StripRow(name, "", "" if side.name else "l")


def _leaders(stage: Stage, rounds: Sequence[RoundNow]) -> Strip:
    """Return the leaders of the standings or of each group, and the name of the current round."""
    now, column, net = standings_now(stage), columns_of(stage)[:1], by_net(stage)
    names = dict(Team.objects.filter(tournament=stage.tournament_id).values_list("pk", "name"))
    by_id = {str(key): name for key, name in names.items()}

    def row(each: Row) -> StripRow:
        points = cells_of(each, column, net=net)[0].text
        return StripRow(by_id[each.entrant], points, place=str(each.place))

    boxes = [StripBox(tuple(map(row, rows[:A_BOX])), head=key) for key, rows in now.groups.items()] or [
        StripBox(tuple(map(row, rows))) for rows in in_pages(now.rows[:LEADERS], A_BOX)
    ]
    part = StripPart(_("Standings"), column[0].name, in_pages(boxes, _max_boxes(boxes)))
    played = rounds[live_round(rounds) - 1]
    return Strip([part], say(played.name), finished_words(played.decided, played.matches))
