"""The tables on the wall page, with number, state and points, on pages that are shown in turn."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext, pgettext

from scoring.translation import say
from tournaments.competition.formats import FORMATS
from tournaments.competition.names import surname
from tournaments.matches.selectors.bracket import RoundNow
from tournaments.matches.selectors.matches import MatchNow, SideNow
from tournaments.matches.words import side_words
from tournaments.models import Stage
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.tables.public import clock_view
from tournaments.tables.selectors.waiting_list import waiting_list
from tournaments.wall.rules import A_PAGE, AT_ONCE, LARGE, in_pages, runs
from tournaments.wall.selectors import in_full, just_finished, labels_by_table, seated
from tournaments.wall.strip import strip_of
from tournaments.web.words import match_words, time_words

# The number of letters in a line of a large card.
LONG_NAME = 18
MINUTE = timedelta(minutes=1)

# A function that returns the name of a side on a card.
Called = Callable[[SideNow], str]


@dataclass(frozen=True)
class WallRow:
    """The row for one side on a table card; `points` is None before the first and after the last hand."""

    side: int
    name: str
    points: int | None
    games_won: int

    @property
    def long(self) -> bool:
        """True if the name is so long that smaller letters are needed."""
        return len(self.name) > LONG_NAME


@dataclass(frozen=True)
class WallCard:
    """The card of a table that is free, called, in play, or finished but not signed."""

    table: int
    kind: str = "free"
    key: str = ""
    round: str = ""
    state: str = ""
    waits: str = ""
    waits_briefly: str = ""
    rows: tuple[WallRow, ...] = ()
    game: int | None = None
    target: int | None = None
    needed: int = 1

    @property
    def many(self) -> bool:
        """True if the table has more than two sides."""
        return len(self.rows) > 2

    @property
    def long(self) -> bool:
        """True if a name is so long that all names of the card need smaller letters."""
        return any(row.long for row in self.rows)


class CardData(NamedTuple):
    """The data that all table cards have in common."""

    stage: Stage
    rounds: int
    targets: Sequence[int]
    needed: int
    called: Called
    now: datetime


def table_cards(
    stage: Stage, matches: Sequence[MatchNow], rounds: int, tables: int, now: datetime
) -> list[WallCard]:
    """Return a card for every table, in order.

    One query in a tournament of single players with more than LARGE tables, otherwise none.
    """
    at_table = {match.match.table: match for match in matches if match.match.table}
    numbers = sorted({*range(1, tables + 1), *(number for number in at_table if number)})
    called = _called(stage, matches, crowded=len(numbers) > LARGE)
    profile = profile_of(stage)
    data = CardData(stage, rounds, profile.targets, profile.games_to_win, called, now)
    return [
        _card(data, at_table[number], number) if number in at_table else WallCard(number)
        for number in numbers
    ]


def _called(stage: Stage, matches: Sequence[MatchNow], *, crowded: bool) -> Called:
    """Return a function that returns the name of a side, or the surname of a player on a crowded page."""
    if not crowded or stage.tournament.team_size > 1:
        return lambda side: side.name
    full = in_full([team for match in matches for side in match.sides for team in side.teams])
    return lambda side: surname(side.name) if side.team and side.team.pk in full else side.name


def _card(data: CardData, match: MatchNow, table: int) -> WallCard:
    game, targets = match.game_in_play, data.targets
    return WallCard(
        table=table,
        kind=_kind(match, targets),
        key=str(match.match.pk),
        round=say(FORMATS[data.stage.format].round_name(match.match.round, data.rounds)),
        state=_state(match, targets),
        waits=_waiting_words(match, data.now) if match.match.state == "ready" else "",
        waits_briefly=_brief_waiting_words(match, data.now) if match.match.state == "ready" else "",
        rows=tuple(
            WallRow(side.side, data.called(side), _points(side, game, match), side.games_won)
            for side in match.sides
        ),
        game=game,
        target=targets[min(game, len(targets)) - 1] if game and targets else None,
        needed=data.needed,
    )


def _points(side: SideNow, game: int | None, match: MatchNow) -> int | None:
    if game:
        return side.scores[game - 1] if len(side.scores) >= game else 0
    return side.scores[-1] if len(match.games) == 1 else None


def _kind(match: MatchNow, targets: Sequence[int]) -> str:
    """Return the CSS class of the card for a match; a deciding game has its own class."""
    if match.match.state == "ready":
        return "call"
    if match.match.state == "disputed":
        return "err"
    game = match.game_in_play
    if not game:
        return "done"
    return "bella" if len(targets) > 1 and game >= len(targets) else "live"


def _state(match: MatchNow, targets: Sequence[int]) -> str:
    """Return the state of the match in two or three words."""
    game, kind = match.game_in_play, match.match.state
    if kind == "ready":
        return ""
    if kind == "disputed":
        return pgettext("on the wall", "referee")
    if not game:
        return _("to be signed")
    if match.time_says:
        return time_words(match.time_says)
    return _game(game, targets) or _("hand %(hand)s") % {"hand": match.hand_in_play}


def _game(game: int, targets: Sequence[int]) -> str:
    if not targets:
        return ""
    if game > len(targets):
        return pgettext("on the wall", "last hand")
    values = {"number": game, "target": targets[game - 1]}
    if len(targets) == 1:
        return pgettext("on the wall", "to %(target)s") % values
    if game == len(targets):
        return pgettext("on the wall", "Decider to %(target)s") % values
    return pgettext("on the wall", "Game %(number)s to %(target)s") % values


def _waiting_words(match: MatchNow, now: datetime) -> str:
    """Return the text of a call to a table: "come to the table", or the minutes since the call."""
    minutes = _minutes_since_call(match, now)
    if minutes < 1:
        return _("Please come to table %(table)s") % {"table": match.match.table}
    words = ngettext("Waiting for you for %(count)d minute", "Waiting for you for %(count)d minutes", minutes)
    return words % {"count": minutes}


def _brief_waiting_words(match: MatchNow, now: datetime) -> str:
    """Return the minutes since the call for a small card, or "called"."""
    minutes = _minutes_since_call(match, now)
    if minutes < 1:
        return pgettext("on the wall", "called")
    return ngettext("%(count)d minute ago", "%(count)d minutes ago", minutes) % {"count": minutes}


def _minutes_since_call(match: MatchNow, now: datetime) -> int:
    return (now - match.match.called_at) // MINUTE if match.match.called_at else 0


PAIR = 2
NEXT, FINISHED = 3, 2
# A longer name takes two lines beside the tables.
LONG = 24


@dataclass(frozen=True)
class NextLine:
    """One of the next matches: its name and its sides."""

    name: str
    sides: tuple[str, ...]


@dataclass(frozen=True)
class DoneRow:
    """The row for one side of a finished match."""

    name: str
    score: str
    won: bool


def tables_scene(stage: Stage, rounds: Sequence[RoundNow], part: int) -> dict[str, Any]:
    """Return the context of the tables view: tables, other matches, strip and clock. At most 16 queries.

    Free tables are listed only by number. With very many tables, only the tables of one page are read.
    """
    now, count = timezone.now(), stage.tournament.tables
    if count > AT_ONCE * A_PAGE:
        labels = labels_by_table(stage)
        pages = in_pages(list(labels), A_PAGE) or [()]
        part = part if part <= len(pages) else 1
        cards = table_cards(stage, seated(stage, pages[part - 1]), len(rounds), count, now)
        turns: list[Sequence[WallCard]] = [()] * len(pages)
        turns[part - 1] = [card for card in cards if card.kind != "free"]
        free = _free_tables(number for number in range(1, count + 1) if number not in labels)
        tables, large = {label: table for table, label in labels.items()}, False
        turns = turns if labels else []
    else:
        matches = seated(stage)
        cards = table_cards(stage, matches, len(rounds), count, now)
        large = len(cards) <= LARGE
        tables = {match.match.label: match.match.table for match in matches if match.match.table}
        turns = in_pages([card for card in cards if card.kind != "free"])
        free = _free_tables(card.table for card in cards if card.kind == "free")
    return {
        "scene": "wall/_tables.html",
        "turns": turns_of(turns),
        "clock": clock_view(stage, len(rounds), now),
        **_coming_and_finished(stage, tables, len(rounds)),
        "strip": strip_of(stage, rounds, tables) if large else None,
        "large": large,
        "crowded": not large,
        "free": free,
    }


def _free_tables(tables: Iterable[int]) -> str:
    """Return the numbers of the free tables as text: "2, 4–6"."""
    return ", ".join(f"{first}–{last}" if last > first else str(first) for first, last in runs(tables))


def _coming_and_finished(stage: Stage, tables: dict[str, int], rounds: int) -> dict[str, Any]:
    """Return the next and the finished matches, as many of each as fit on the page."""
    waiting = [each.match for each in waiting_list(stage) if not each.match.bye]
    finished = just_finished(stage, FINISHED)
    return {
        "coming": [_next(stage, match, rounds, tables) for match in _fitting(waiting[:NEXT])],
        "finished": [_games_won(match) for match in _fitting(finished)],
    }


def _fitting(matches: Sequence[MatchNow]) -> Sequence[MatchNow]:
    """Return the first matches, as many as fit on the page (at least one match)."""
    if any(len(match.sides) > PAIR for match in matches):
        return matches[:1]
    longest = max((len(side.name) for match in matches for side in match.sides), default=0)
    return matches[: len(matches) - 1] if longest > LONG and len(matches) > 1 else matches


def _next(stage: Stage, match: MatchNow, rounds: int, tables: dict[str, int]) -> NextLine:
    name = capfirst(match_words(stage, match.match.label, rounds))
    return NextLine(name, tuple(side_words(stage, side, rounds, tables) for side in match.sides))


def _games_won(match: MatchNow) -> list[DoneRow]:
    """Return the games won by each side, or the points if there is only one game."""
    single = len(match.games) == 1
    return [
        DoneRow(side.name, str(side.scores[0] if single else side.games_won), side.won)
        for side in match.sides
    ]


# More cards than these are laid out in three rows of four.
TWO_ROWS = 8


@dataclass(frozen=True)
class WallPage:
    """A page of table cards: its cards, its layout, and its number."""

    cards: Sequence[Any]
    layout: str
    label: str
    title: str = ""


def turns_of(pages: Sequence[Sequence[Any]], titles: Sequence[str] = ()) -> list[WallPage]:
    """Return the pages with their layout; the pages are numbered if there are several."""
    crowded = len(pages) > 1 or (pages and len(pages[0]) > LARGE)
    crowd = "crowd rows3" if len(pages) > 1 or (pages and len(pages[0]) > TWO_ROWS) else "crowd"
    return [
        WallPage(
            cards,
            crowd if crowded else f"few n{len(cards)}",
            numbered(place, len(pages)),
            titles[place - 1] if titles else "",
        )
        for place, cards in enumerate(pages, start=1)
    ]


def part_of(turns: Sequence[WallPage], number: int) -> dict[str, Any]:
    """Return one part of the wall pages, its number, and the number of the next part.

    Each response contains one part. Up to AT_ONCE pages are a single part, and the number of the next part is
    then None. With more pages, each page is a part, and the first part follows the last.
    """
    parts = in_pages(turns, 1) if len(turns) > AT_ONCE else [turns]
    number = number if number <= len(parts) else 1
    return {
        "turns": parts[number - 1],
        "part": number,
        "next_part": number % len(parts) + 1 if len(parts) > 1 else None,
    }


def numbered(place: int, pages: int) -> str:
    """Return the page number as text, e.g. "1 of 2"; empty if there is only one page."""
    if pages < 2:
        return ""
    return pgettext("pages of the wall", "%(page)s of %(pages)s") % {"page": place, "pages": pages}
