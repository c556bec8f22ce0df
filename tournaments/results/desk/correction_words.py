"""A correction in words: the result before and after, what would move, what has been corrected already."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, pgettext

from scoring.sheet.services.corrections import corrected_sheet
from tournaments.models import Match, Outcome, Team
from tournaments.results.rules import FollowUp
from tournaments.results.selectors.corrections import CorrectionPreview, SlotChange
from tournaments.results.selectors.matches import MatchNow, match_now, with_sides
from tournaments.results.services.corrections import Correction
from tournaments.stages.selectors.stage_facts import REOPENED
from tournaments.types import EntrantId
from tournaments.web.words import clock, match_words, side_words, state_words, targets_of


@dataclass(frozen=True)
class ResultWords:
    """A result: who wins and how, the score of every game that was played."""

    words: str
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class VersionWords:
    """One version of a result: when, by whom, what it says, the reason."""

    clock: str
    author: str
    result: ResultWords
    reason: str
    counts: bool


@dataclass(frozen=True)
class MovedMatch:
    """A match that follows, its sides before and after; `played` where they stay."""

    name: str
    state: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    changed: tuple[bool, ...]
    played: bool

    @property
    def turned(self) -> list[tuple[str, bool]]:
        """The sides after, each with whether it is another."""
        return list(zip(self.after, self.changed, strict=True))


@dataclass(frozen=True)
class MovedPlace:
    """A place in the standings before and after."""

    team: str
    before: int
    after: int


@dataclass(frozen=True)
class Moves:
    """Everything that would move; `tick` is whether the director may keep who plays on, `decide` must."""

    matches: tuple[MovedMatch, ...]
    places: tuple[MovedPlace, ...]
    sheets: tuple[str, ...]
    words: str
    tick: bool
    decide: bool


WON: Mapping[str, Any] = {
    "result": gettext_lazy("%(team)s win"),
    "walkover": gettext_lazy("%(team)s win by walkover"),
    "withdrawal": gettext_lazy("%(team)s win: the others have withdrawn"),
    "disqualification": gettext_lazy("%(team)s win: the others are disqualified"),
}
NOT_WON: Mapping[str, Any] = {
    "result": gettext_lazy("Nobody wins: all level"),
    "double_walkover": gettext_lazy("Nobody was there: nobody wins"),
    "double_disqualification": gettext_lazy("All disqualified: nobody wins"),
    "annulled": gettext_lazy("Annulled: it counts for nobody"),
    REOPENED: gettext_lazy("Back at the table: no result yet"),
}


def result_words(match: MatchNow, outcome: Outcome) -> ResultWords:
    """Say a result; one of a kind without words of its own is said by its kind."""
    games = tuple("\u00a0–\u00a0".join(map(str, score)) for score in outcome.games)
    if outcome.winner is None:
        return ResultWords(str(NOT_WON.get(outcome.kind, outcome.kind)), games)
    name = match.sides[outcome.winner].name
    return ResultWords(str(WON.get(outcome.kind, WON["result"])) % {"team": name or "?"}, games)


def to_come(match: MatchNow, correction: Correction, log: Any) -> Outcome:
    """Return the outcome a correction asks for, to be shown; the service makes the one that counts."""
    row = match.match
    if not correction.hands:
        return Outcome(match=row, kind=correction.outcome, winner=correction.winner)
    state = corrected_sheet(row.sheet, log, correction.hands)
    over = [list(game.score) for game in state.games if game.counts]
    return Outcome(
        match=row,
        kind="result" if state.over else REOPENED,
        winner=state.winner if state.over else None,
        games=over,
    )


def moves_in_words(match: MatchNow, preview: CorrectionPreview, after: Outcome, rounds: int) -> Moves:
    """Say everything that would move: six queries, however much it is."""
    stage = match.match.stage
    teams = _teams(preview)
    labels = list(dict.fromkeys(slot.label for slot in preview.slots))
    rows = (
        with_sides(Match.objects.filter(stage=stage, label__in=labels)).order_by("round", "number")
        if labels
        else []
    )
    found = {row.label: match_now(row) for row in rows}
    empty = pgettext("entrant", "not known yet") if after.kind == REOPENED else _("nobody")
    moved = []
    for label, following in found.items():
        following.match.stage = stage
        slots = {slot.side: slot for slot in preview.slots if slot.label == label}
        moved.append(_moved(following, slots, teams, empty, rounds))
    names = {label: match_words(stage, label, rounds) for label in preview.sheets}
    return Moves(
        matches=tuple(moved),
        places=tuple(
            MovedPlace(teams.get(str(each.entrant), "?"), each.before, each.after)
            for each in sorted(preview.places, key=lambda place: place.after)
        ),
        sheets=tuple(names.values()),
        words=_verdict(preview),
        tick=bool(preview.slots) and preview.verdict is not FollowUp.STAYS,
        decide=preview.decide,
    )


def _teams(preview: CorrectionPreview) -> dict[str, str]:
    named = [*(each for slot in preview.slots for each in (slot.before, slot.after)), *_placed(preview)]
    found = Team.objects.filter(pk__in={str(each) for each in named if each is not None})
    return {str(pk): name for pk, name in found.values_list("pk", "name")}


def _placed(preview: CorrectionPreview) -> list[EntrantId]:
    return [place.entrant for place in preview.places]


def _moved(
    following: MatchNow, slots: Mapping[int, SlotChange], teams: Mapping[str, str], empty: str, rounds: int
) -> MovedMatch:
    before, after = [], []
    for side in following.sides:
        slot = slots.get(side.side)
        now = side_words(following.match.stage, side, rounds, {})
        before.append(teams.get(str(slot.before), now) if slot and slot.before else now)
        after.append((teams.get(str(slot.after), "?") if slot.after else empty) if slot else now)
    return MovedMatch(
        name=match_words(following.match.stage, following.match.label, rounds),
        state=state_words(following, targets_of(following.match.stage)),
        before=tuple(before),
        after=tuple(after),
        changed=tuple(side.side in slots for side in following.sides),
        played=any(slot.played for slot in slots.values()),
    )


def _verdict(preview: CorrectionPreview) -> str:
    """Say what becomes of what follows."""
    if preview.verdict is FollowUp.STAYS:
        return _("What is paired stays as it is. Only rounds paired later see the correction.")
    if not preview.slots:
        return _("Nobody who plays on changes.")
    if preview.decide:
        return _(
            "The match that follows has begun: who plays it stays. "
            "You have to say so, or leave the result as it is."
        )
    return _("What follows has not begun: it gets the right sides as soon as you correct.")


def moved_in_words(preview: CorrectionPreview, match: MatchNow, rounds: int, *, stays: bool) -> str:
    """Say after a correction what was moved."""
    labels = list(dict.fromkeys(slot.label for slot in preview.slots))
    if not labels:
        return _("Result corrected. Nobody who plays on has changed.")
    if stays or preview.verdict is FollowUp.STAYS:
        return _("Result corrected. Who plays on stays as it was.")
    names = ", ".join(match_words(match.match.stage, label, rounds) for label in labels)
    return _("Result corrected. Other sides now in: %(matches)s.") % {"matches": names}


def versions_of(match: MatchNow) -> list[VersionWords]:
    """Return every version of a result that was corrected, the newest first; nothing where there was one."""
    rows = list(match.match.outcomes.select_related("user").order_by("-version")) if _corrected(match) else []
    return [
        VersionWords(
            clock=clock(row.made_at),
            author=row.user.get_username() if row.user else "",
            result=result_words(match, row),
            reason=row.reason,
            counts=number == 0,
        )
        for number, row in enumerate(rows)
    ]


def _corrected(match: MatchNow) -> bool:
    return match.outcome is not None and match.outcome.version > 1
