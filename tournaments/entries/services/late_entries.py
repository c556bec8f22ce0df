"""Services that enter teams after the draw, if the stage still allows late entries.

A late team is added after the teams of the draw. The stage option `late` determines the points for the rounds
that the team has missed.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.competition.format_parts import club_policies, pairing
from tournaments.competition.format_parts.format import Format, RoundByRound
from tournaments.competition.formats import FORMATS
from tournaments.competition.roster import LATE
from tournaments.entries.services.entries import Entry, enter_teams, write_teams
from tournaments.entries.services.withdrawals import write_roster_change
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_stage, lock_tournament
from tournaments.models import Stage, Team, Tournament
from tournaments.stages.selectors.stage_facts import StageFacts, facts_of


def enter(tournament: Tournament, entries: Sequence[Entry], *, author: Author, at: datetime) -> list[Team]:
    """Enter all teams of a list or none: before the draw as usual, after the draw as late entries.

    Raise BadEntry with all problems and their JSON Pointers, NotNow if late entries are not allowed.
    """
    if tournament.state == "entries":
        return enter_teams(tournament, entries, author=author, at=at)
    return enter_late(tournament, entries, author=author, at=at)


def enter_late(
    tournament: Tournament, entries: Sequence[Entry], *, author: Author, at: datetime
) -> list[Team]:
    """Enter teams after the draw; raise NotNow if the stage does not allow late entries.

    Raise BadEntry with all problems and their JSON Pointers. The teams are marked as present.
    """
    with transaction.atomic():
        lock_tournament(tournament.pk)
        tournament = Tournament.objects.get(pk=tournament.pk)
        stage = tournament.stage_at_hand()
        lock_stage(stage)
        stage.tournament = tournament
        facts = taking_latecomers(stage, len(entries))
        teams = write_teams(tournament, [], entries, at=at)
        missed = len(facts.rounds)
        points = pairing.late_points(facts.state(), missed)
        for team in teams:
            Team.objects.filter(pk=team.pk).update(presence="present")
            worth = {"points": str(points), "missed": missed}
            write_roster_change(stage, team, LATE, author=author, at=at, body=worth)
            body = {"team": str(team.pk), "stage": stage.number, "round": missed + 1}
            note_move(tournament.pk, "team_entered_late", author=author, at=at, body=body)
        note_change(tournament.pk, "entries")
    return teams


def taking_latecomers(stage: Stage, teams: int = 1) -> StageFacts:
    """Return the recorded data of a stage; raise NotNow if `teams` late teams cannot enter the stage."""
    form = FORMATS[stage.format]
    if stage.tournament.state == "over":
        raise NotNow("tournament_over", Sentence(_("The tournament is over: nobody can enter any more.")))
    if stage.number > 1:
        text = _("Stage %(stage)s is for those who came through the one before: nobody enters it late.")
        raise NotNow("already_drawn", Sentence(text, {"stage": stage.number}))
    _refuse_fixed(form)
    if stage.state == "drawing":
        text = _("The round is just being paired. Wait a moment, then try again.")
        raise NotNow("being_drawn", Sentence(text))
    facts = facts_of([stage], up_to="outcome_seq")[stage.pk]
    _refuse_too_late(form, facts, teams)
    return facts


def _refuse_fixed(form: Format) -> None:
    if isinstance(form.paired, RoundByRound) and form.reached is None:
        return
    text = _(
        "In this format (%(format)s) the draw says who meets whom: nobody can enter late. "
        "As long as no hand is played, draw again with them; else they can replace who leaves."
    )
    raise NotNow("already_drawn", Sentence(text, {"format": Sentence(form.name)}))


def _refuse_too_late(form: Format, facts: StageFacts, teams: int) -> None:
    options, following = facts.stage.options, len(facts.rounds) + 1
    until = min(
        club_policies.house_number(options, form.family, club_policies.LATE_UNTIL),
        form.round_count(facts.state()),
    )
    if following > until:
        text = _(
            "The next round would be round %(next)s; teams could enter until round %(until)s. "
            "They can play in the next tournament."
        )
        raise NotNow("too_late_to_enter", Sentence(text, {"next": following, "until": until}))
    if len(facts.lines) + teams > form.most:
        text = _("This format takes at most %(most)s teams.")
        raise NotNow("too_many_entrants", Sentence(text, {"most": form.most}))
