"""Add stages to a tournament, and delete stages that are not yet drawn."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.club.services.new_tournament import StageSetup, check_stages, checked_stage, same_partners
from tournaments.competition.formats import FORMATS
from tournaments.draws.services.draws import too_few_for
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.lifecycle.services.states import move
from tournaments.models import Stage, Tournament
from tournaments.queue.runner import follow_up


def add_stage(tournament: Tournament, setup: StageSetup, *, author: Author, at: datetime) -> Stage:
    """Add a stage at the end, or before a final bracket.

    Raise NotNow if that bracket's draw has begun, or if the last stage is over. Raise BadSetup if the rules
    are invalid or do not fit the other stages: a bracket before the last stage, or another number of entrants
    on a side.
    """
    game = CARD_GAMES[tournament.card_game]
    values = checked_stage(game, tournament.profile, setup, "")
    with transaction.atomic():
        stages = _locked(tournament)
        last = stages[-1]
        before = FORMATS[last.format].bracket
        _refuse_settled(last, before=before)
        place = len(stages) - before
        formats = [stage.format for stage in stages]
        formats.insert(place, setup.format)
        check_stages([StageSetup(form) for form in formats])
        same_partners(formats)
        if before:
            Stage.objects.filter(pk=last.pk).update(number=F("number") + 1)
        stage = Stage.objects.create(tournament=tournament, number=place + 1, state="planned", **values)
        _note(tournament, author, at)
    return stage


def remove_stage(stage: Stage, *, author: Author, at: datetime) -> None:
    """Delete a planned stage and renumber the stages after it.

    A stage with qualified teams is deleted only if the teams are too few for its format. If the last stage is
    deleted in this way, the tournament is over (docs/decisions/0008).

    Raise NotNow for the only stage, for a drawn stage, and for a stage with enough qualified teams.
    """
    with transaction.atomic():
        stages = _locked(stage.tournament)
        planned = next((each for each in stages if each.pk == stage.pk), None)
        if planned is None or len(stages) == 1:
            text = _("A tournament needs one stage at least: add another one, then take this one away.")
            raise NotNow("only_stage", Sentence(text))
        _refuse_settled(planned, before=True)
        awaited = any(each.state == "over" and each.number == planned.number - 1 for each in stages)
        if awaited and not too_few_for(planned):
            text = _("The stage before it is over, and those who came through wait for this one. Draw it.")
            raise NotNow("stage_awaited", Sentence(text))
        number = planned.number
        planned.delete()
        for later in stages[number:]:
            Stage.objects.filter(pk=later.pk).update(number=F("number") - 1)
        _note(stage.tournament, author, at)
        if awaited and number == len(stages):
            move(stage.tournament, "over")
            note_change(stage.tournament_id, "standings")
            follow_up("results", stage.tournament)


def _locked(tournament: Tournament) -> list[Stage]:
    lock_tournament(tournament.pk)
    return list(Stage.objects.filter(tournament=tournament).order_by("number"))


def _refuse_settled(stage: Stage, *, before: bool) -> None:
    """Raise NotNow if the stage is over or, with `before` set, if its draw has begun."""
    if before and (stage.state != "planned" or stage.commitments.exists()):
        text = _("Stage %(stage)s is promised or drawn already: it stays as it is.")
        raise NotNow("stage_drawn", Sentence(text, {"stage": stage.number}))
    if stage.state == "over":
        text = _("The tournament is over: no stage can be added. Make another tournament.")
        raise NotNow("tournament_over", Sentence(text))


def _note(tournament: Tournament, author: Author, at: datetime) -> None:
    note_move(tournament.pk, "rules_changed", author=author, at=at)
    note_change(tournament.pk, "entries")
