"""The service that replaces a player after the draw, if the stage allows it; both names are kept.

Before the draw, the team is changed instead. The team name does not change, and the sheets of finished
matches keep their players (`tournaments/rosters/selectors/roster.py`).
"""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.format_parts.club_policies import SUBSTITUTES, SUBSTITUTES_UNTIL, house_number
from tournaments.competition.formats import FORMATS
from tournaments.competition.names import clean_name
from tournaments.competition.roster import SUBSTITUTE
from tournaments.entries.selectors.withdrawals import stage_of_team
from tournaments.entries.services.players import Meant, player_named, seat_persons
from tournaments.entries.services.withdrawals import write_roster_change
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_stage
from tournaments.models import Person, RosterChange, Stage, Team, TeamPlayer
from tournaments.rosters.selectors.identities import substitutions_of
from tournaments.rosters.selectors.roster import teams_gone


def replace_player(
    team: Team,
    position: int,
    name: str,
    reason: str,
    *,
    author: Author,
    at: datetime,
    meant: Meant | None = None,
) -> TeamPlayer:
    """Replace a player by a substitute from now on; raise NotNow if the stage does not allow this.

    `position` is the position of the player, counted from 0. `meant` maps the key 0 to the person of the
    substitute, if known. Raise BadEntry if the reason is missing, the position is unknown, the name is
    invalid, several persons have the name (`which_person`), or the substitute plays in this tournament or has
    played for another team.
    """
    if not reason.strip():
        raise BadEntry("reason_missing", Sentence(_("Write why the player is replaced.")))
    stage = stage_of_team(team)
    with transaction.atomic():
        lock_stage(stage)
        refuse_substitute(team, stage)
        seat = team.seats.select_related("person").filter(position=position).first()
        if seat is None:
            raise BadEntry("no_such_player", Sentence(_("This team has no such player. Choose one of it.")))
        out, coming = seat.person, _substitute_person(team, clean_name(name), meant or {}, at)
        TeamPlayer.objects.filter(pk=seat.pk).update(person=coming, since=at)
        body = {"position": position, "out": str(out.pk), "in": str(coming.pk)}
        write_roster_change(stage, team, SUBSTITUTE, author=author, at=at, reason=reason, body=body)
        moved = {"team": str(team.pk), "stage": stage.number, **body}
        note_move(stage.tournament_id, "player_replaced", author=author, at=at, body=moved, reason=reason)
        note_change(stage.tournament_id, "entries")
    seat.person, seat.since = coming, at
    return seat


def refuse_substitute(team: Team, stage: Stage) -> None:
    """Raise NotNow if the team may not replace a player in this stage."""
    form, options = FORMATS[stage.format], stage.options
    most = house_number(options, form.family, SUBSTITUTES)
    until = house_number(options, form.family, SUBSTITUTES_UNTIL)
    if stage.tournament.state == "over" or team.pk in teams_gone(stage.tournament):
        text = _("%(team)s plays no more: nobody can be replaced.")
        raise NotNow("plays_no_more", Sentence(text, {"team": team.name}))
    if not most:
        raise NotNow("no_substitutes", Sentence(_("In this stage no player can be replaced.")))
    if RosterChange.objects.filter(stage=stage, team=team, kind=SUBSTITUTE).count() >= most:
        text = _("%(team)s has had its substitutes: the rule of this stage allows %(most)s.")
        raise NotNow("too_many_substitutes", Sentence(text, {"team": team.name, "most": most}))
    if until and _round_of(team, stage) > until:
        text = _("Players can be replaced until round %(until)s; that is over for %(team)s.")
        raise NotNow("too_late_for_substitutes", Sentence(text, {"team": team.name, "until": until}))


def _round_of(team: Team, stage: Stage) -> int:
    """Return the number of the team's current or next round, else of its last round; 0 if it has none."""
    mine = stage.matches.filter(slots__team=team)
    last = mine.exclude(state__in=["waiting", "ready"]).aggregate(last=Max("round"))["last"] or 0
    following = mine.filter(state__in=["waiting", "ready"]).order_by("round").first()
    return following.round if following else last


def _substitute_person(team: Team, name: str, meant: Meant, at: datetime) -> Person:
    """Return the substitute; raise BadEntry if this person plays, or has played, for another team."""
    problems: list[Problem] = []
    player = player_named(name, meant, team, problems)
    if problems:
        raise BadEntry(
            problems[0].code, problems[0].message, tuple(_problem_of_player(each) for each in problems)
        )
    coming = seat_persons(team.tournament, [player], at=at)[0]
    elsewhere = TeamPlayer.objects.filter(tournament=team.tournament_id, person=coming).first()
    before = [
        row.team
        for row, (out, _coming) in substitutions_of([coming.pk])
        if out == str(coming.pk) and row.team.tournament_id == team.tournament_id and row.team_id != team.pk
    ]
    other = elsewhere.team if elsewhere else next(iter(before), None)
    if other is not None:
        text = _("%(player)s plays or has played for %(team)s. Choose somebody who has not played here.")
        sentence = Sentence(text, {"player": name, "team": other.name})
        problem = Problem("player_twice", "", "error", "/name", sentence)
        raise BadEntry("player_twice", sentence, (problem,))
    return coming


def _problem_of_player(problem: Problem) -> Problem:
    return replace(problem, where=problem.where.removeprefix("/players/0"))
