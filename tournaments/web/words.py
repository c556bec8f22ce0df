"""Texts for times, dates, tables, games and rounds."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext as _, gettext_lazy, ngettext

from scoring.translation import say
from scoring.types import Now, Sentence
from tournaments.competition.formats import FORMATS
from tournaments.competition.names import INVISIBLE, SPELLING, without_marks
from tournaments.extras import parts_of
from tournaments.models import Stage, Tournament
from tournaments.web.right_to_left import isolated


def clock(moment: datetime | None) -> str:
    """Return the time of day, such as 21:38; empty for None.

    The hour that occurs twice at the end of summer time is shown with its time zone: 02:20 CET.
    """
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return f"{date_format(local, 'H:i')} {local.tzname()}" if twice else date_format(local, "H:i")


def day(moment: datetime | None) -> str:
    """Return the local day as text: sabato 21 novembre; with the year if it is not the current year.

    The result for None is an empty text.
    """
    return "" if moment is None else date_words(timezone.localdate(moment))


def date_words(on: date) -> str:
    """Return a date as text: sabato 21 novembre; with the year if it is not the current year."""
    words = date_format(on, "l j F" if on.year == timezone.localdate().year else "l j F Y")
    return words.lower() if get_language() == "it" else words  # Django's Italian names have capitals here


def short_date_words(on: date) -> str:
    """Return a date without the weekday: 31 October; with the year if it is not the current year."""
    words = date_format(on, "j F" if on.year == timezone.localdate().year else "j F Y")
    return words.lower() if get_language() == "it" else words


def instant(moment: datetime | None) -> str:
    """Return a point in time as text: the day and the time of day; empty for None."""
    return f"{day(moment)}, {clock(moment)}" if moment else ""


def draw_words(starts_at: datetime | None) -> str:
    """Return the sentence about the time of the draw, with the day unless it is today."""
    if starts_at is None:
        return _("The draw is to come")
    values = {"day": day(starts_at), "time": clock(starts_at)}
    if timezone.localdate(starts_at) == timezone.localdate():
        return _("The draw is at %(time)s") % values
    return _("The draw is on %(day)s at %(time)s") % values


def game_words(number: int, targets: Sequence[int]) -> str:
    """Return the name of a game with its target score: 2ª partita ai 35, bella ai 45.

    `number` counts from 1; a number above the number of targets is the deciding hand after time was called.
    """
    if not targets:
        return _("one game")
    if number > len(targets):
        return _("deciding hand")
    values = {"number": number, "target": targets[number - 1]}
    if number == len(targets) > 1:
        return _("decider to %(target)s") % values
    return (_("game %(number)s to %(target)s") if len(targets) > 1 else _("one game to %(target)s")) % values


def table_words(table: int | None) -> str:
    """Return the name of a table; empty if there is none."""
    return _("Table %(table)s") % {"table": table} if table else ""


def match_words(stage: Stage, label: str, rounds: int) -> str:
    """Return the name of a match in its format, such as "Quarti 1"."""
    return say(FORMATS[stage.format].match_name(label, rounds))


def stage_round_words(stage: Stage, number: int, rounds: int, *, several: bool) -> str:
    """Return the name of a round.

    A numbered round also has the name of the format if the tournament has several stages.
    """
    form = FORMATS[stage.format]
    name = say(form.round_name(number, rounds))
    if not several or form.bracket:
        return name
    return _("%(stage)s: %(round)s") % {"stage": say(Sentence(form.name)), "round": name}


def joined(*parts: str) -> str:
    """Return the non-empty parts joined by a middle dot."""
    return " · ".join(part for part in parts if part)


def against_words(names: Iterable[str]) -> str:
    """Return the sides of a match as text: two sides joined by "against", more sides by commas."""
    listed = [name for name in names if name]
    if len(listed) != 2:  # two sides
        return ", ".join(listed)
    return _("%(first)s against %(second)s") % {"first": listed[0], "second": listed[1]}


def finished_words(over: int, total: int) -> str:
    """Return the number of finished matches of a round as text."""
    words = ngettext("%(over)s of %(total)s finished", "%(over)s of %(total)s finished", total)
    return words % {"over": over, "total": total}


def time_words(now: str) -> str:
    """Return the text for the state of a table after time was called; `now` is a value of `Now`."""
    return str(AFTER_TIME[Now(now)])


AFTER_TIME = {
    Now.FINISH: gettext_lazy("time: the last hand"),
    Now.PLAY_ON: gettext_lazy("time: played on, level"),
    Now.DECIDE: gettext_lazy("time: one hand decides"),
    Now.OVER: gettext_lazy("time: to be signed"),
}


BETWEEN_SURNAMES = " – "
# The words for the way in which a team has left a stage.
LEAVING_WORDS = {"withdrawal": gettext_lazy("has left"), "disqualification": gettext_lazy("sent away")}


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return short names for columns: the first surnames of pairs, or full names if two would be equal."""
    short = tuple(name.partition(BETWEEN_SURNAMES)[0] for name in names)
    return short if len(set(short)) == len(short) else tuple(names)


def live_words(live: int) -> str:
    """Return the number of matches in play as text."""
    if not live:
        return _("Matches are being called")
    return ngettext("%(count)d match in play", "%(count)d matches in play", live) % {"count": live}


def plain(text: str) -> str:
    """Return a text on one line, with right-to-left names isolated and spaces for invisible characters.

    Zero-width joiners within a name or an emoji are kept, because they are part of the spelling.
    """
    letters = (
        letter if SPELLING.match(letter) or unicodedata.category(letter) not in INVISIBLE else " "
        for letter in without_marks(text)
    )
    return isolated(" ".join("".join(letters).split()))


def ends_of(tournaments: Sequence[Tournament]) -> Mapping[UUID, object]:
    """Return the expected end of each tournament as text. Empty if no optional extra forecasts ends."""
    return {key: ends for part in parts_of("ends") for key, ends in part(tournaments).items()}
