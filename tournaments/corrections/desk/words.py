"""Texts about a correction: the result before and after, the matches that change, earlier corrections."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _, pgettext

from scoring.translation import say
from scoring.types import Sentence
from tournaments.competition.correction_policies import FollowUp
from tournaments.competition.formats import FORMATS
from tournaments.corrections.selectors.preview import CorrectionPreview, PlaceChange, SlotChange
from tournaments.matches.selectors.matches import MatchNow, SideNow, match_now, with_sides
from tournaments.matches.words import side_words, state_words, targets_of, winner_words
from tournaments.models import Match, Stage, Team
from tournaments.stages.selectors.stage_details import rounds_of
from tournaments.stages.selectors.stage_facts import REOPENED
from tournaments.web.words import against_words, match_words


class MovedMatch(NamedTuple):
    """A later match: for each side, the entrants before and after the correction, and whether they differ."""

    name: str
    state: str
    sides: list[tuple[str, str, bool]]
    played: bool


def moves_in_words(match: Match, preview: CorrectionPreview) -> dict[str, Any]:
    """Return the changes made by a correction as template context. At most six queries."""
    stage, rounds = match.stage, rounds_of(match)
    entrants = {each for slot in preview.slots for each in (slot.before, slot.after) if each}
    teams = team_names(entrants | {place.entrant for place in preview.places})
    empty = pgettext("entrant", "not known yet") if preview.outcome.kind == REOPENED else _("nobody")
    labels = {slot.label for slot in preview.slots}
    following = with_sides(Match.objects.filter(stage=stage, label__in=labels))
    return {
        "matches": [
            _moved(stage, match_now(row), preview.slots, {**teams, "None": empty}, rounds)
            for row in following.order_by("round", "number")
        ],
        "places": moved_places(preview.places, teams),
        "sheets": [match_words(stage, label, rounds) for label in preview.sheets],
        "words": _verdict(preview),
        "qualifiers": _qualifiers(preview),
    }


def _qualifiers(preview: CorrectionPreview) -> dict[str, Any] | None:
    qualifiers = preview.qualifiers
    if qualifiers is None:
        return None
    names = team_names((*qualifiers.going_on, *qualifiers.in_draw))
    return {
        "stage": say(Sentence(FORMATS[qualifiers.following.format].name)),
        "teams": ", ".join(names[each] for each in qualifiers.going_on),
        "instead": ", ".join(names[each] for each in qualifiers.in_draw),
    }


def team_names(entrants: Iterable[object]) -> dict[str, str]:
    """Return the team name of each entrant. One query."""
    teams = Team.objects.filter(pk__in=[str(each) for each in entrants])
    return {str(pk): name for pk, name in teams.values_list("pk", "name")}


def moved_places(places: Iterable[PlaceChange], teams: Mapping[str, str]) -> list[tuple[str, PlaceChange]]:
    """Return the changed places with the names of their teams, sorted by the new place."""
    return [
        (teams.get(str(place.entrant), "?"), place) for place in sorted(places, key=lambda place: place.after)
    ]


def _moved(
    stage: Stage, match: MatchNow, slots: Iterable[SlotChange], teams: Mapping[str, str], rounds: int
) -> MovedMatch:
    match.match.stage = stage
    moved = {slot.side: slot for slot in slots if slot.label == match.match.label}

    def before_and_after(side: SideNow) -> tuple[str, str, bool]:
        now, slot = side_words(stage, side, rounds, {}), moved.get(side.side)
        if slot is None:
            return now, now, False
        before = teams.get(str(slot.before), now) if slot.before else now
        return before, teams.get(str(slot.after), "?"), True

    return MovedMatch(
        name=match_words(stage, match.match.label, rounds),
        state=state_words(match, targets_of(stage)),
        sides=[before_and_after(side) for side in match.sides],
        played=any(slot.played for slot in moved.values()),
    )


def _verdict(preview: CorrectionPreview) -> str:
    """Return a sentence about the effect of the correction on later matches."""
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


def corrected_words(preview: CorrectionPreview, match: MatchNow, rounds: int, *, stays: bool) -> str:
    """Return the message after a correction: the new state of the match, and changes of later matches."""
    return f"{_act_words(match)} {_moved_words(preview, match, rounds, stays=stays)}".strip()


def _act_words(match: MatchNow) -> str:
    if match.decided:
        return _("Corrected: %(result)s.") % {"result": winner_words(match)}
    teams = against_words(side.name for side in match.sides)
    return _("%(teams)s: the match is open again. It waits for a table.") % {"teams": teams}


def _moved_words(preview: CorrectionPreview, match: MatchNow, rounds: int, *, stays: bool) -> str:
    labels = dict.fromkeys(slot.label for slot in preview.slots)
    if not labels:
        return _("Nobody who plays on has changed.") if match.decided else ""
    if stays or preview.verdict is FollowUp.STAYS:
        return _("Who plays on stays as it was.")
    names = ", ".join(match_words(match.match.stage, label, rounds) for label in labels)
    if not match.decided:
        return _("Waiting for it: %(matches)s.") % {"matches": names}
    return _("Other sides now in: %(matches)s.") % {"matches": names}
