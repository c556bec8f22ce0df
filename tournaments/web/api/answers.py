"""What the API says of a tournament and its parts: rows and rules in, JSON out. Decides nothing."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from fractions import Fraction
from typing import Any

from scoring.sheet.services.hands import WritingResult
from scoring.strict_json import digest
from scoring.translation import say
from tournaments.entries.selectors.withdrawals import RosterPreview
from tournaments.forecast.selectors import Forecast
from tournaments.format_parts.format import Placing
from tournaments.models import DrawCommitment, Job, Stage, Tournament
from tournaments.results.selectors.corrections import CorrectionPreview
from tournaments.results.selectors.matches import MatchNow, came_from
from tournaments.stages.selectors.stage_facts import match_points_of
from tournaments.standings.rules.tables import Row
from tournaments.standings.selectors import Stamp, StandingsNow
from tournaments.tables.rules import WARNINGS
from tournaments.tables.selectors.calendar import RoundClock, RoundDates


def tournament_answer(tournament: Tournament) -> dict[str, Any]:
    """One tournament with its stages, which must be fetched with it."""
    return {
        "id": str(tournament.pk),
        "slug": tournament.slug,
        "name": tournament.name,
        "card_game": tournament.card_game,
        "profile": tournament.profile,
        "stages": [stage_answer(stage) for stage in tournament.stages.all()],
        "starts_at": tournament.starts_at and tournament.starts_at.isoformat(),
        "tables": tournament.tables,
        "shows_odds": tournament.shows_odds,
        "embeddable": tournament.embeddable,
        "standings_until": tournament.standings_until,
        "closed_pages": tournament.closed_pages,
        "correction_minutes": tournament.correction_minutes,
        "reopened_at": tournament.reopened_at and tournament.reopened_at.isoformat(),
        "grace_minutes": tournament.grace_minutes,
        "state": tournament.state,
        "visibility": tournament.visibility,
        "version": tournament.version,
    }


def stage_answer(stage: Stage) -> dict[str, Any]:
    """One stage: what it plays by, and whether that may still change."""
    return {
        "number": stage.number,
        "format": stage.format,
        "options": stage.options,
        "match_points": match_points_of(stage).as_json(),
        "tie_breaks": stage.tie_breaks,
        "corrections": stage.corrections,
        "profile": stage.profile,
        "state": stage.state,
    }


def clock_answer(running: RoundClock | None, now: datetime) -> dict[str, Any]:
    """How the clock of the round stands, for a reader whose own clock may be wrong: `left` counts seconds."""
    clock = running.clock if running and running.running else None
    return {
        "now": now.isoformat(),
        "stage": running.stage.number if running and clock else None,
        "round": running.round if running and clock else None,
        "state": clock.state(now).value if clock else "none",
        "started_at": clock.started_at.isoformat() if clock else None,
        "ends_at": clock.end(now).isoformat() if clock else None,
        "left": int(clock.remaining(now).total_seconds()) if clock else None,
        "warnings": [int(before.total_seconds()) for before in WARNINGS],
        "reason": running.reason if running and clock else "",
    }


def forecast_answer(forecast: Forecast) -> dict[str, Any]:
    """When it ends, as of when, and from what that was told."""
    instants = {key: getattr(forecast, key).isoformat() for key in ("as_of", "low", "middle", "high")}
    return {
        **instants,
        "hand_seconds": forecast.hand_seconds,
        "measured_hands": forecast.measured,
        "seed": forecast.seed,
        "runs": forecast.runs,
    }


def calendar_answer(
    rounds: Iterable[RoundDates], postponed: Iterable[MatchNow], now: datetime
) -> dict[str, Any]:
    """The rounds with their dates, and the postponed matches by theirs."""
    return {
        "rounds": [_round_plan(each, now) for each in rounds],
        "postponed": [
            {
                "match": str(each.match.pk),
                "label": each.match.label,
                "to": each.match.postponed_to.isoformat() if each.match.postponed_to else None,
            }
            for each in postponed
        ],
    }


def _round_plan(each: RoundDates, now: datetime) -> dict[str, Any]:
    plan = each.plan
    return {
        "stage": each.stage.number,
        "round": each.round,
        "starts_at": plan.starts_at.isoformat() if plan and plan.starts_at else None,
        "minutes": plan.minutes if plan else None,
        "deadline": plan.deadline.isoformat() if plan and plan.deadline else None,
        "to_play": each.to_play,
        "overdue": each.overdue(now),
    }


def draw_answer(promise: DrawCommitment) -> dict[str, Any]:
    """One promised draw: before it is made only the promise, after it everything needed to repeat it."""
    draw = getattr(promise, "draw", None)
    return {
        "stage": promise.stage.number,
        "round": promise.round,
        "attempt": promise.attempt,
        "algorithm": promise.algorithm,
        "entrants": promise.entrants,
        "apart": promise.apart,
        "digest": promise.digest,
        "promised_at": promise.made_at.isoformat(),
        "salt": promise.salt if draw else None,
        "by": draw.by if draw else None,
        "lot": draw.lot if draw else None,
        "lines": draw.lines if draw else None,
        "drawn_at": draw.made_at.isoformat() if draw else None,
    }


def job_answer(job: Job) -> dict[str, Any]:
    """One job and how far it is."""
    return {
        "id": str(job.pk),
        "kind": job.kind,
        "state": job.state,
        "progress": job.progress / 1000,
        "result": job.result,
    }


def match_answer(now: MatchNow) -> dict[str, Any]:
    """One match as everybody sees it."""
    match = now.match
    return {
        "id": str(match.pk),
        "label": match.label,
        "stage": match.stage.number,
        "round": match.round,
        "state": match.state,
        "sides": [
            {
                "team": str(side.team.pk) if side.team else None,
                "teams": [str(team.pk) for team in side.teams],
                "from": came_from(side),
            }
            for side in now.sides
        ],
        "table": match.table,
        "games_won": [side.games_won for side in now.sides],
        "winner": _winner(now),
        "version": match.sheet.head_seq,
    }


def _winner(now: MatchNow) -> int | None:
    """The side that goes on: with a bye, the only one there."""
    if now.match.state != "bye":
        return now.winner
    return next((side.side for side in now.sides if side.teams), None)


def correction_answer(preview: CorrectionPreview) -> dict[str, Any]:
    """What a correction moves: matches side by side, places, the sheets that may be on paper."""
    return {
        "change": preview.change,
        "following": preview.following,
        "verdict": preview.verdict,
        "stays": preview.stays,
        "matches": [
            {
                "label": slot.label,
                "side": slot.side,
                "from": slot.before,
                "to": slot.after,
                "played": slot.played,
            }
            for slot in preview.slots
        ],
        "standings": [
            {"team": place.entrant, "from": place.before, "to": place.after} for place in preview.places
        ],
        "sheets": list(preview.sheets),
    }


def roster_answer(preview: RosterPreview) -> dict[str, Any]:
    """What moves when a team leaves or comes back: how matches end, who stands elsewhere, places."""
    return {
        "stage": preview.stage.number,
        "annulled": preview.annulled,
        "matches": [
            {"label": each.label, "kind": each.kind, "winner": each.winner, "played": each.played}
            for each in preview.endings
        ],
        "slots": [
            {"label": slot.label, "side": slot.side, "from": slot.before, "to": slot.after}
            for slot in preview.slots
            if slot.before != slot.after
        ],
        "standings": [
            {"team": place.entrant, "from": place.before, "to": place.after} for place in preview.places
        ],
    }


def hand_answer(
    result: WritingResult, place: tuple[int, int], sent: object, key: str | None
) -> dict[str, Any]:
    """What became of a hand; key and digest are echoed, so that a phone knows its own hand was taken."""
    return {
        "key": key,
        "digest": digest(sent),
        "game": place[0],
        "number": place[1],
        "writing": result.writing.value,
        "version": result.version,
        "hand": result.hand,
        "warnings": [warning.as_json(say) for warning in result.warnings],
    }


def number_answer(value: Fraction) -> int | str:
    """A whole number as a number, any other exactly, such as "1/2"."""
    return value.numerator if value.denominator == 1 else str(value)


def stamp_answer(stage: Stage, stamp: Stamp) -> dict[str, Any]:
    """What an answer about a stage was computed from."""
    return {
        "stage": stage.number,
        "computed_at": stamp.computed_at and stamp.computed_at.isoformat(),
        "results_counted": stamp.results_counted,
        "up_to_date": stamp.up_to_date,
        "standing": stamp.settled.standing,
        "official_at": stamp.settled.official_at and stamp.settled.official_at.isoformat(),
    }


def standings_rows(now: StandingsNow, group: str | None, *, by_net: bool) -> list[dict[str, Any]]:
    """The rows of the standings, group after group where there are any, or of one group."""
    if not now.groups:
        return [standings_row(row, placing=now.placing.get(row.entrant), by_net=by_net) for row in now.rows]
    return [
        standings_row(row, group=key, by_net=by_net)
        for key, rows in now.groups.items()
        for row in rows
        if group in (None, key)
    ]


def standings_row(
    row: Row, *, by_net: bool, group: str = "", placing: Placing | None = None
) -> dict[str, Any]:
    """One row of the standings; `placing` is the span of places a team that is out has for certain.

    `net` is what the matches came to where they are counted by net, else null; `group` is its key, or empty.
    """
    return {
        "place": row.place,
        "team": row.entrant,
        "group": group,
        "match_points": number_answer(row.match_points),
        "net": row.tally.points_for if by_net else None,
        "tie_breaks": [{"key": key, "value": number_answer(value)} for key, value in row.tie_breaks],
        "placing": [placing.first, placing.last] if placing else None,
        **asdict(row.tally),
    }
