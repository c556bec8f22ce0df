"""The changes in a stage when a team leaves or comes back: outcomes, entrants of matches, and places."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.types import NotNow, Sentence, _
from tournaments.competition import roster
from tournaments.competition.correction_policies import Family
from tournaments.competition.format_parts.club_policies import withdrawals_policy
from tournaments.competition.format_parts.format import RoundByRound
from tournaments.competition.formats import FORMATS
from tournaments.competition.seals import seal_of
from tournaments.competition.types import EntrantId, Label
from tournaments.corrections.selectors import preview
from tournaments.models import Outcome, PairedRound, RosterChange, Stage, Team
from tournaments.stages.selectors.stage_facts import REOPENED, StageFacts, facts_of


@dataclass(frozen=True)
class MatchEnding:
    """A match with a changed outcome: the kind of outcome, the winner, and whether the match has begun."""

    label: Label
    kind: str
    winner: int | None
    played: bool


@dataclass(frozen=True)
class RosterPreview:
    """All changes in a stage when a team leaves or comes back."""

    stage: Stage
    annulled: bool
    endings: tuple[MatchEnding, ...]
    slots: tuple[preview.SlotChange, ...]
    places: tuple[preview.PlaceChange, ...]

    @property
    def seal(self) -> str:
        """A digest of the new outcomes and of the changed entrants of matches, but not of the standings."""
        return seal_of(self.annulled, self.endings, self.slots)


@dataclass(frozen=True)
class RosterPlan:
    """The preview of a team's withdrawal or return, and the outcomes to be added, by match label."""

    preview: RosterPreview
    outcomes: Mapping[Label, Outcome]

    @property
    def touched(self) -> frozenset[Label]:
        """The labels of the matches that the withdrawal or return changes."""
        return frozenset(self.outcomes) | {slot.label for slot in self.preview.slots}


def stage_of_team(team: Team) -> Stage:
    """Return the latest drawn stage that includes the team; raise NotNow if there is none."""
    drawn_stages = Stage.objects.with_draw().filter(tournament=team.tournament_id)
    for stage in drawn_stages.select_related("tournament").order_by("-number"):
        facts = facts_of([stage], up_to="outcome_seq")[stage.pk]
        if str(team.pk) in facts.lines:
            return stage
    text = _("%(team)s is in no stage that is drawn. Before the draw, take it off the list instead.")
    raise NotNow("not_in_a_stage", Sentence(text, {"team": team.name}))


def plan_leaving(team: Team, stage: Stage, kind: str, reason: str) -> RosterPlan:
    """Plan the changes caused by the withdrawal of a team; raise NotNow if the team cannot leave."""
    facts = facts_of([stage], up_to="outcome_seq")[stage.pk]
    entrant = EntrantId(str(team.pk))
    _refuse_leaving(facts, team)
    form = FORMATS[stage.format]
    by_rounds = isinstance(form.paired, RoundByRound)
    matches = form.round_count(facts.state()) if by_rounds else roster.matches_in_plan(facts.bracket, entrant)
    policy = withdrawals_policy(stage.options, form.family)
    annulled = roster.is_annulled(policy, facts.bracket, entrant, matches)
    ended = roster.outcomes_of_leaving(
        facts.bracket, entrant, kind, reason, annulled=annulled, given_back=facts.given_back
    )
    outcomes = {
        label: Outcome(stage=stage, kind=outcome.kind, winner=outcome.winner, reason=reason)
        for label, outcome in ended.items()
    }
    withdrawals = {**facts.roster.withdrawals, entrant: kind}
    after = replace(
        facts, outcomes={**facts.outcomes, **outcomes}, roster=roster.Roster(withdrawals, facts.roster.late)
    )
    planned = _planned(facts, after, outcomes, annulled=annulled)
    if form.family is Family.WINNERS and not planned.touched:
        text = _("%(team)s has no match to come in this stage. To take a match from it, correct that match.")
        raise NotNow("nothing_to_leave", Sentence(text, {"team": team.name}))
    return planned


def _refuse_leaving(facts: StageFacts, team: Team) -> None:
    stage = facts.stage
    if EntrantId(str(team.pk)) in facts.roster.withdrawals:
        raise NotNow("left_already", Sentence(_("%(team)s has left already."), {"team": team.name}))
    if stage.state == "drawing":
        text = _("The matches are just being made. Wait a moment, then try again.")
        raise NotNow("being_drawn", Sentence(text))
    if stage.tournament.state == "over":
        text = _("The tournament is over. To take a match from %(team)s, correct that match.")
        raise NotNow("tournament_over", Sentence(text, {"team": team.name}))


def plan_return(team: Team, stage: Stage) -> RosterPlan:
    """Plan the changes when a team comes back; raise NotNow if it has not left or it is too late."""
    facts = facts_of([stage], up_to="outcome_seq")[stage.pk]
    entrant = EntrantId(str(team.pk))
    if entrant not in facts.roster.withdrawals:
        text = _("%(team)s has not left: there is nothing to take back.")
        raise NotNow("not_gone", Sentence(text, {"team": team.name}))
    leaving = _leaving_of(team, stage)
    _refuse_late_return(leaving, team, stage)
    outcomes = {label: _before(rows) for label, rows in _outcomes_before(leaving).items()}
    withdrawals = {other: kind for other, kind in facts.roster.withdrawals.items() if other != entrant}
    after = replace(
        facts, outcomes={**facts.outcomes, **outcomes}, roster=roster.Roster(withdrawals, facts.roster.late)
    )
    _refuse_begun(team, facts, after, _begun_labels(stage) - outcomes.keys())
    return _planned(facts, after, outcomes, annulled=False)


def _refuse_begun(team: Team, before: StageFacts, after: StageFacts, labels: frozenset[Label]) -> None:
    """Raise NotNow if the return would change an entrant of a match that has begun or is over."""
    seated = {label: before.bracket.matches[label].sides for label in labels}
    changes = preview.slot_changes(before.bracket, after.fold(seated=seated), labels)
    if any(slot.played for slot in changes):
        _too_late(team, _("a later match has begun"))


def _leaving_of(team: Team, stage: Stage) -> RosterChange:
    rows = RosterChange.objects.filter(team=team, stage=stage, kind__in=roster.LEAVING)
    return rows.order_by("-version")[0]


def _refuse_late_return(change: RosterChange, team: Team, stage: Stage) -> None:
    if (
        stage.state == "drawing"
        or PairedRound.objects.filter(stage=stage, after_seq__gte=change.seq).exists()
    ):
        _too_late(team, _("the next round is paired without it"))
    if Stage.objects.with_draw().after(stage).exists():
        _too_late(team, _("the next stage is drawn without it"))
    later_changes = RosterChange.objects.filter(
        stage=stage, seq__gt=change.seq, kind__in=(*roster.LEAVING, roster.RETURN)
    )
    if later_changes.exclude(team=team).exists():
        _too_late(team, _("another team has left or come back since"))


def _too_late(team: Team, because: str) -> None:
    text = _("%(team)s cannot come back: %(because)s. What was played since stands.")
    raise NotNow("too_late_to_return", Sentence(text, {"team": team.name, "because": Sentence(because)}))


def _outcomes_before(change: RosterChange) -> dict[Label, list[Outcome]]:
    outcomes = Outcome.objects.filter(stage=change.stage_id, seq__gte=change.first_seq, seq__lt=change.seq)
    rows = (
        Outcome.objects.filter(match__in=outcomes.values("match")).select_related("match").order_by("version")
    )
    versions_by_label: dict[Label, list[Outcome]] = {}
    for row in rows:
        versions_by_label.setdefault(row.match.label, []).append(row)
    for label, versions in list(versions_by_label.items()):
        if versions[-1].seq >= change.seq:
            del versions_by_label[label]  # the later correction is kept
        else:
            versions_by_label[label] = versions[:-1]
    return versions_by_label


def _before(versions: list[Outcome]) -> Outcome:
    if not versions:
        return Outcome(kind=REOPENED, winner=None)
    last = versions[-1]
    columns: dict[str, Any] = {name: getattr(last, name) for name in STANDING}
    return Outcome(**columns)


# The columns that are copied from the outcome before.
STANDING = ("kind", "winner", "games", "game_winners", "moves_as")


def _begun_labels(stage: Stage) -> frozenset[Label]:
    """Return the labels of the matches that have begun or are over; byes are not included."""
    return frozenset(stage.matches.filter(state__in=preview.PLAYED).values_list("label", flat=True))


def _planned(
    before: StageFacts, after: StageFacts, outcomes: Mapping[Label, Outcome], *, annulled: bool
) -> RosterPlan:
    stage = before.stage
    begun_labels = _begun_labels(stage)
    endings = tuple(
        MatchEnding(label, row.kind, row.winner, label in begun_labels) for label, row in outcomes.items()
    )
    slots = tuple(preview.slot_changes(before.bracket, after.bracket, begun_labels - frozenset(outcomes)))
    places = tuple(preview.place_changes(before, after))
    return RosterPlan(RosterPreview(stage, annulled, endings, slots, places), outcomes)
