"""Recompute a tournament from its recorded data, report rows that differ, and compute a digest of the data.

The digest covers draws, sheets and decisions, but no ids and no times. Two runs of the same tournament have
the same digest, on SQLite or PostgreSQL and with any number of tables.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder

from scoring.facts import Fact
from scoring.models import SheetEvent
from scoring.sheet.rules.log import SheetLog, fold_log
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.services.log import as_rules, chain_faults, counted_games
from scoring.strict_json import digest
from scoring.types import RuleError
from tournaments import models
from tournaments.competition import lots
from tournaments.competition.format_parts.brackets import Bracket
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.draws.services.draws import lines_of
from tournaments.matches.selectors.matches import with_sides
from tournaments.matches.services.results import state_of
from tournaments.stages.selectors import stage_facts
from tournaments.stages.selectors.pairing import before_each_round, paired_by
from tournaments.stages.selectors.stage_details import card_game_of


@dataclass
class Report:
    """The result of a verification: a message about each difference, and the digest of the recorded data."""

    faults: list[str] = field(default_factory=list)
    digest: str = ""
    sheets: int = 0
    facts: int = 0


def verify_tournament(tournament: models.Tournament) -> Report:
    """Recompute a tournament from its recorded data and report each stored row that differs."""
    report = Report()
    stages = []
    for stage in tournament.stages.using(tournament._state.db):
        stage.tournament = tournament
        missing = _missing_facts(stage)
        report.faults += missing
        try:
            stages.append(_verify_stage(stage, tournament, report))
        except UNFOLDABLE as wrong:
            stages.append({})
            if not missing:
                report.faults.append(f"stage {stage.number} cannot be folded from its facts: {wrong!r}")
    report.digest = digest({"card_game": tournament.card_game, "stages": stages})
    return report


# Exceptions of the rules for missing or invalid facts. They are reported as faults, not raised.
UNFOLDABLE = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RuleError)


def _missing_facts(stage: models.Stage) -> list[str]:
    """Return messages about missing data of a stage, and about draws that differ from the commitment."""
    using = stage._state.db
    outcomes = models.Outcome.objects.using(using).filter(stage=stage)
    changes = models.RosterChange.objects.using(using).filter(stage=stage)
    numbered = {*outcomes.values_list("seq", flat=True), *changes.values_list("seq", flat=True)}
    faults = [
        f"stage {stage.number}: outcome {number} is missing"
        for number in range(1, max(stage.outcome_seq, stage.bracket_seq, *numbered, 0) + 1)
        if number not in numbered
    ]
    if numbered and max(numbered) > stage.outcome_seq:
        faults.append(f"stage {stage.number}: its last outcome is not the one it counts to")
    draws = list(models.Draw.objects.using(using).filter(stage=stage).select_related("commitment"))
    if stage.state != "planned" and not any(draw.round == models.Draw.FIRST_ROUND for draw in draws):
        faults.append(f"stage {stage.number} is drawn, but its draw is missing")
    faults += [
        f"stage {stage.number}: the draw has other lines than those who were in it"
        for draw in draws
        if _ids(draw.lines) != _ids([each.id for each in lots.read_entrants(draw.commitment.entrants)])
    ]
    return faults


def _ids(lines: object) -> list[str]:
    return sorted(map(str, lines)) if isinstance(lines, list) else []


def _verify_stage(stage: models.Stage, tournament: models.Tournament, report: Report) -> dict[str, Any]:
    """Verify one stage, and return its data for the digest."""
    numbers = {str(team.pk): team.number for team in tournament.teams.all()}
    stage_part: dict[str, Any] = {"format": stage.format} | _changed_options(stage)
    facts = stage_facts.facts_of([stage]).get(stage.pk)
    if facts is None:
        return stage_part
    for draw in models.Draw.objects.using(stage._state.db).filter(stage=stage).select_related("commitment"):
        _verify_draw(draw, report)
    _verify_rounds(facts, report)
    matches = list(with_sides(stage.matches.all()))
    logs = _verify_sheets(matches, report)
    bracket = facts.bracket
    labels = {match.label for match in matches}
    if stage.state != "drawing" or labels:
        report.faults += [
            f"{label}: the match is missing" for label in sorted(bracket.matches.keys() - labels)
        ]
    for match in matches:
        if match.label in bracket.matches:
            _verify_match(match, bracket, report)
        else:
            report.faults.append(f"{match.label}: no draw and no round has made this match")
    _verify_state(stage, matches, report)
    return (
        stage_part
        | {
            "by": facts.draw.by,
            "lines": [numbers[entrant] for entrant in facts.lines],
            "matches": {match.label: _match_part(match, logs[match.pk], numbers) for match in matches},
        }
        | _roster_of(facts, numbers)
    )


def _roster_of(facts: stage_facts.StageFacts, numbers: dict[str, int]) -> dict[str, Any]:
    """Return the withdrawals and the tie-break lots of a stage, in the form used for the digest."""
    withdrawals = {
        str(numbers[entrant]): reason for entrant, reason in sorted(facts.roster.withdrawals.items())
    }
    lots_drawn = [[numbers[entrant] for entrant in lot] for lot in facts.lots]
    return {**({"gone": withdrawals} if withdrawals else {}), **({"lots": lots_drawn} if lots_drawn else {})}


def _changed_options(stage: models.Stage) -> dict[str, Any]:
    """Return the options that differ from the defaults, so that new options do not change old digests."""
    card_game = card_game_of(stage)
    usual = {**card_game.former_options, **read_profile(card_game, {}).as_json()}
    usual_options = {
        option.key
        for option in FORMATS[stage.format].all_options
        if option.present(stage.options.get(option.key)) == option.default
    }
    return {
        "options": {key: value for key, value in stage.options.items() if key not in usual_options},
        "profile": {key: value for key, value in stage.profile.items() if value != usual.get(key)},
    }


def _verify_draw(draw: models.Draw, report: Report) -> None:
    promise = draw.commitment
    entrants = lots.read_entrants(promise.entrants)
    if lots.commitment(entrants, promise.algorithm, promise.salt, promise.apart) != promise.digest:
        report.faults.append("the draw's commitment does not match its entrants and salt")
    lines = sorted(draw.lines) if draw.by == "hand" else draw.lines
    if lines_of(promise, draw.by, draw.lot) != lines:
        report.faults.append("the draw, repeated, puts the entrants on other lines")


def _verify_rounds(facts: stage_facts.StageFacts, report: Report) -> None:
    """Pair every round again from its original inputs, and compare the result with the stored pairings."""
    for paired, before in before_each_round(facts):
        withdrawals = sorted(before.roster.withdrawals)
        if list(before.lines) != paired.lines or withdrawals != paired.given.get("gone", []):
            report.faults.append(f"round {paired.round} was paired for others than those who were in")
        elif paired_by(before, paired.given) != paired.pairings:
            report.faults.append(f"round {paired.round}, paired again, has other pairings")


def _verify_sheets(matches: list[models.Match], report: Report) -> dict[UUID, SheetLog]:
    """Check the hash chain and the summary of every sheet in one query."""
    events: dict[UUID, list[SheetEvent]] = defaultdict(list)
    using = matches[0]._state.db if matches else "default"
    rows = SheetEvent.objects.using(using).filter(sheet__in=[match.pk for match in matches])
    for event in rows.order_by("sheet_id", "seq"):
        events[event.sheet_id].append(event)
    for match in matches:
        faults = chain_faults(match.sheet, events[match.pk])
        report.faults += [f"{match.label}: {fault}" for fault in faults]
    report.sheets += len(matches)
    report.facts += sum(len(facts) for facts in events.values())
    return {match.pk: fold_log(as_rules(events[match.pk])) for match in matches}


def _standing_outcome(match: models.Match) -> models.Outcome | None:
    return next(reversed(list(match.outcomes.all())), None)


def _verify_match(match: models.Match, bracket: Bracket, report: Report) -> None:
    """Compare the slots, state and outcome of a match with the values computed from the recorded data."""
    expected = bracket.matches[match.label]
    if tuple(stage_facts.occupant_of(slot) for slot in match.slots.all()) != expected.sides:
        report.faults.append(f"{match.label}: other entrants than the outcomes lead to")
    outcome = _standing_outcome(match)
    states = _states_by(outcome, str(expected.progress), match.sheet.summary)
    if match.state not in states:
        report.faults.append(f"{match.label}: is {match.state}, but folds into {' or '.join(states)}")
    versions = [row.version for row in match.outcomes.all()]
    if versions != [*range(1, len(versions) + 1)]:
        report.faults.append(f"{match.label}: one of its outcomes is missing")
    if outcome is not None and outcome.kind == "result":
        _verify_outcome(match, outcome, report)


def _states_by(outcome: models.Outcome | None, progress: str, summary: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the states that a match may have, given its outcome, its bracket state and its sheet."""
    if outcome is not None and outcome.kind != stage_facts.REOPENED:
        return ("signed", "confirmed") if outcome.kind == "result" else ("walkover",)
    return (progress,) if progress in ("waiting", "bye") else (state_of(summary),)


def _verify_state(stage: models.Stage, matches: list[models.Match], report: Report) -> None:
    """Check that a finished stage has no unplayed match, and that every outcome in the bracket is stored."""
    open_now = [match.label for match in matches if match.state not in OVER]
    if stage.state == "over" and open_now:
        report.faults.append(
            f"stage {stage.number} is over, but {', '.join(open_now[:3])} can still be played"
        )
    if stage.bracket_seq > stage.outcome_seq:
        report.faults.append(f"stage {stage.number}: its bracket has seen more outcomes than there are")


def _verify_outcome(match: models.Match, outcome: models.Outcome, report: Report) -> None:
    """Compare a result with its score sheet. Winners of games are compared only if they are stored."""
    summary = match.sheet.summary
    if outcome.winner != summary.get("winner"):
        report.faults.append(f"{match.label}: the outcome's winner is not the sheet's")
    played = counted_games(summary)
    if outcome.games != [game["score"] for game in played]:
        report.faults.append(f"{match.label}: the outcome's scores are not the sheet's")
    if outcome.game_winners and outcome.game_winners != [game["winner"] for game in played]:
        report.faults.append(f"{match.label}: the outcome's games are not won as on the sheet")


def _match_part(match: models.Match, log: SheetLog, numbers: dict[str, int]) -> dict[str, Any]:
    outcome = _standing_outcome(match)
    return {
        "teams": [numbers[str(slot.team_id)] if slot.team_id else slot.reason for slot in match.slots.all()],
        "state": match.state,
        "hands": {f"{game}.{hand}": standing.body for (game, hand), standing in sorted(log.hands.items())},
        "signed": sorted(log.signatures),
        **({"time_called": log.time.as_json()} if log.time else {}),
        "outcome": [outcome.kind, outcome.winner, outcome.games] if outcome else None,
    }


def seal_of(tournament: models.Tournament) -> str:
    """Return the digest of all recorded data of a tournament, including times, authors and the journal.

    The digest changes with each recorded fact. If a copy of the digest is kept elsewhere, anybody can prove
    later that no earlier fact was changed or deleted. The stored data alone cannot prove this, because
    somebody could have rewritten the data together with its hashes.
    """
    using = tournament._state.db
    of_stage = {"stage__tournament": tournament}
    querysets: list[tuple[type[Fact], dict[str, Any]]] = [
        (SheetEvent, {"sheet__match__tournament": tournament}),
        (models.Outcome, of_stage),
        (models.DrawCommitment, of_stage),
        (models.Draw, of_stage),
        (models.PairedRound, of_stage),
        (models.RosterChange, of_stage),
        (models.ClockMove, of_stage),
        (models.JournalEntry, {"tournament": tournament}),
    ]
    seal = hashlib.sha256()
    for model, which in querysets:
        rows = model._base_manager.using(using).filter(**which).order_by("pk")
        for row in rows.values_list().iterator(chunk_size=2_000):
            seal.update(json.dumps([model._meta.label, *row], cls=DjangoJSONEncoder, sort_keys=True).encode())
    return seal.hexdigest()
