"""The preview of a correction: the matches, places and printed sheets that would change."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace

from tournaments.competition.correction_policies import (
    CorrectionEffect,
    Family,
    Following,
    FollowUp,
    furthest,
    read_policy,
)
from tournaments.competition.format_parts.brackets import Bracket
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.competition.seals import seal_of
from tournaments.competition.types import EntrantId, Expected, KnownEntrant, Label, Nobody, Occupant
from tournaments.models import Match, Outcome, Slot, Stage
from tournaments.stages.selectors.stage_facts import StageFacts, Stored, facts_of
from tournaments.standings.selectors import OtherQualifiers, other_qualifiers, standings_from

PLAYED = OVER - {"bye"} | {"playing", "disputed"}


@dataclass(frozen=True)
class SlotChange:
    """A side of a match that would get another entrant; a `played` match keeps its old entrant.

    `reason` is the new reason of a side that stays empty, otherwise an empty string.
    """

    label: Label
    side: int
    before: EntrantId | None
    after: EntrantId | None
    played: bool
    reason: str = ""


@dataclass(frozen=True)
class PlaceChange:
    """An entrant whose place in the standings would change."""

    entrant: EntrantId
    before: int
    after: int


@dataclass(frozen=True)
class CorrectionPreview:
    """All changes that a correction would make, and the verdict of the stage's correction policy.

    `outcome` is the corrected outcome, which is not saved. If the correction reopens the match, `outcome`
    contains the games decided so far. `slots` are the sides that would get other entrants. If `stays` is
    true, no entrant moves, and the places are computed accordingly. `reasons` are the sides that stay empty,
    but for another reason. `qualifiers` are the teams that would qualify for a drawn stage instead of drawn
    teams. `version` is the version of the current outcome.
    """

    outcome: Outcome
    change: CorrectionEffect
    following: Following
    verdict: FollowUp
    slots: tuple[SlotChange, ...]
    places: tuple[PlaceChange, ...]
    stays: bool
    version: int
    reasons: tuple[SlotChange, ...] = ()
    qualifiers: OtherQualifiers | None = None

    @property
    def seal(self) -> str:
        """A digest of the preview, with which the site detects that the effects have changed.

        The digest depends on the version of the current outcome, the effect of the correction on the result,
        the verdict and the changed sides, but not on the places.
        """
        return seal_of(self.version, self.change, self.verdict, self.slots)

    @property
    def decide(self) -> bool:
        """True if the director must confirm that entrants stay, because a later match has begun."""
        begun = self.verdict is FollowUp.DECIDE or any(slot.played for slot in self.slots)
        return self.moves_somebody and begun

    @property
    def moves_somebody(self) -> bool:
        """True if another entrant would advance, and the correction policy does not keep the old entrant."""
        return bool(self.slots) and self.verdict is not FollowUp.STAYS

    @property
    def sheets(self) -> tuple[Label, ...]:
        """Labels of the matches whose sheets may already be printed with the old names."""
        slots = () if self.stays else self.slots
        return tuple(dict.fromkeys(each.label for each in slots if each.before and not each.played))


def preview(match: Match, outcome: Outcome, *, stays: bool = False) -> CorrectionPreview:
    """Return the changes that a correction of the match to this outcome would make; save nothing.

    `stays` is true if the director has decided to keep the entrants of later matches.
    """
    stage = match.stage
    facts = facts_of([stage], up_to="outcome_seq")[stage.pk]
    moved_facts = _corrected(facts, match.label, outcome)
    unmoved_facts = _corrected(facts, match.label, outcome, moves_as=went_on_by(facts, match.label))
    changes = list(_folded_changes(facts, moved_facts, stage))
    slots = tuple(slot for slot in changes if not slot.reason)
    stays = (stays and bool(slots)) or any(slot.played for slot in slots or changes)
    places = tuple(place_changes(facts, unmoved_facts if stays else moved_facts))
    standing = facts.outcomes.get(match.label)
    change = _change(standing, outcome, places)
    following = following_of(match)
    verdict = read_policy(stage.corrections, FORMATS[stage.format].family)[following, change]
    if slots and not stays and verdict is not FollowUp.MOVES:
        stays, places = True, tuple(place_changes(facts, unmoved_facts))
    reasons = () if stays else tuple(slot for slot in changes if slot.reason)
    qualifiers = other_qualifiers(unmoved_facts if stays else moved_facts)
    version = standing.version if standing else 0
    return CorrectionPreview(
        outcome, change, following, verdict, slots, places, stays, version, reasons, qualifiers
    )


def went_on_by(facts: StageFacts, label: Label) -> Stored | None:
    """Return the outcome that decided which entrants advanced.

    This is an earlier outcome if the director kept the entrants of later matches in a correction, otherwise
    the current outcome.
    """
    return facts.moving.get(label, facts.outcomes.get(label))


def _corrected(
    facts: StageFacts, label: Label, outcome: Outcome, moves_as: Stored | None = None
) -> StageFacts:
    moving = {each: row for each, row in facts.moving.items() if each != label}
    if moves_as is not None:
        moving[label] = moves_as
    return replace(facts, outcomes={**facts.outcomes, label: outcome}, moving=moving)


def _folded_changes(facts: StageFacts, corrected: StageFacts, stage: Stage) -> Iterator[SlotChange]:
    before = facts.bracket
    begun = stage.matches.filter(state__in=PLAYED).values_list("label", flat=True)
    played = {*begun, *facts.moving}
    return slot_changes(
        before, corrected.fold(seated={label: before.matches[label].sides for label in played}), played
    )


def slot_changes(before: Bracket, after: Bracket, played: Container[Label]) -> Iterator[SlotChange]:
    """Yield each side that has different entrants in the two brackets, including sides of played matches."""
    for label, match in before.matches.items():
        for side, (old, new) in enumerate(zip(match.sides, after.matches[label].sides, strict=True)):
            would_be = after.kept_out.get((label, side), new)
            if old != would_be:
                reason = would_be.reason if isinstance(old, Nobody) and isinstance(would_be, Nobody) else ""
                yield SlotChange(label, side, _entrant(old), _entrant(would_be), label in played, reason)


def _entrant(occupant: Occupant) -> EntrantId | None:
    return occupant.entrant if isinstance(occupant, KnownEntrant | Expected) else None


def place_changes(facts: StageFacts, corrected: StageFacts) -> Iterator[PlaceChange]:
    before = {row.entrant: row.place for row in standings_from(facts, withheld_too=True).rows}
    for row in standings_from(corrected, withheld_too=True).rows:
        if before[row.entrant] != row.place:
            yield PlaceChange(row.entrant, before[row.entrant], row.place)


def _change(standing: Stored | None, outcome: Outcome, places: Iterable[PlaceChange]) -> CorrectionEffect:
    if standing is None or standing.winner != outcome.winner or standing.kind != outcome.kind:
        return CorrectionEffect.WINNER
    return CorrectionEffect.TIE if any(places) else CorrectionEffect.SCORE


def following_of(match: Match) -> Following:
    """Return how far play has advanced after a match: in its next matches, later rounds or the next stage."""
    family = FORMATS[match.stage.format].family
    if family is Family.WINNERS:
        return furthest(_STATES.get(each.state, Following.UNPAIRED) for each in fed_matches(match))
    if family is Family.FIXED:
        after = Match.objects.filter(tournament=match.tournament_id, stage__number=match.stage.number + 1)
    else:
        after = Match.objects.filter(stage=match.stage_id, round__gt=match.round)
    return _of_a_round(set(after.exclude(state="bye").values_list("state", flat=True)))


_STATES = {
    "ready": Following.PUBLISHED,
    "playing": Following.STARTED,
    "disputed": Following.STARTED,
    "signed": Following.FINISHED,
    "confirmed": Following.FINISHED,
    "walkover": Following.FINISHED,
}


def _of_a_round(states: set[str]) -> Following:
    if not states:
        return Following.UNPAIRED
    if states <= OVER:
        return Following.FINISHED
    return Following.STARTED if states & PLAYED else Following.PUBLISHED


def fed_matches(match: Match) -> list[Match]:
    """Return the matches that get an entrant from this match, directly or through byes."""
    slots = Slot.objects.filter(source_match=match).exclude(source="after").select_related("match")
    fed = list({slot.match_id: slot.match for slot in slots}.values())
    return [each for near in fed for each in ([near, *fed_matches(near)] if near.state == "bye" else [near])]
