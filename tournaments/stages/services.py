"""The stages of a tournament are added and taken away, while they are only planned."""

from datetime import datetime

from django.db import transaction
from django.db.models import Count, F

from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.club.services.new_tournament import StageSetup, check_stages, checked_stage, same_partners
from tournaments.formats import FORMATS
from tournaments.lifecycle.rules import OVER
from tournaments.lifecycle.services import lock_stage, lock_tournament, move, note_change, note_move
from tournaments.models import Draw, Job, PairedRound, Stage, Tournament
from tournaments.queue.runner import enqueue
from tournaments.stages.selectors.stage_facts import ROUND_BY_ROUND


def next_round(stage: Stage, *, author: Author, at: datetime) -> Job | None:
    """Ask for the next round and return its job: the same while it is made and played.

    None when there is no such job: in the first round, which the draw makes, and where all rounds are
    known at the draw.
    """
    if stage.format not in ROUND_BY_ROUND:
        return None
    with transaction.atomic():
        lock_stage(stage)
        if can_pair(stage):
            wanted = _paired_rounds(stage) + 1
            move(stage, "drawing")
            enqueue("round", stage.pk, tournament_id=stage.tournament_id, wanted=wanted)
            body = {"stage": stage.number, "round": wanted}
            note_move(stage.tournament_id, "round_paired", author=author, at=at, body=body)
            note_change(stage.tournament_id, "bracket")
    return latest_round_job(stage)


def can_pair(stage: Stage) -> bool:
    """Whether the next round can be asked for: the one before is over, and the stage is not."""
    if stage.format not in ROUND_BY_ROUND or stage.state != "playing":
        return False
    return not stage.matches.exclude(state__in=OVER).exists()


def latest_round_job(stage: Stage) -> Job | None:
    """Return the job of the newest round that was asked for after the first; elsewhere there is none."""
    if stage.format not in ROUND_BY_ROUND:
        return None
    return Job.objects.filter(kind="round", subject=stage.pk).order_by("-wanted").first()


def _paired_rounds(stage: Stage) -> int:
    """How many rounds are paired since the draw that stands; no result is read, for a lock is held."""
    draw = Draw.objects.standing().filter(stage=stage)[0]
    paired = PairedRound.objects.filter(stage=stage, version__gte=draw.version)
    return int(paired.aggregate(rounds=Count("round", distinct=True))["rounds"])


def add_stage(tournament: Tournament, setup: StageSetup, *, author: Author, at: datetime) -> Stage:
    """Add a stage at the end, or before the bracket that stands there; raise NotNow once that is promised."""
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
    """Take a planned stage away; those after it move up; raise NotNow where play depends on it."""
    with transaction.atomic():
        stages = _locked(stage.tournament)
        found = next((each for each in stages if each.pk == stage.pk), None)
        if found is None or len(stages) == 1:
            text = _("A tournament needs one stage at least: add another one, then take this one away.")
            raise NotNow("only_stage", Sentence(text))
        _refuse_settled(found, before=True)
        if any(each.state == "over" and each.number == found.number - 1 for each in stages):
            text = _("The stage before it is over, and those who came through wait for this one. Draw it.")
            raise NotNow("stage_awaited", Sentence(text))
        found.delete()
        for later in stages[found.number :]:
            Stage.objects.filter(pk=later.pk).update(number=F("number") - 1)
        _note(stage.tournament, author, at)


def _locked(tournament: Tournament) -> list[Stage]:
    lock_tournament(tournament.pk)
    return list(Stage.objects.filter(tournament=tournament).order_by("number"))


def _refuse_settled(stage: Stage, *, before: bool) -> None:
    """What is promised or drawn stays where it is; after a stage that is over nothing is to come."""
    if before and (stage.state != "planned" or stage.commitments.exists()):
        text = _("Stage %(stage)s is promised or drawn already: it stays as it is.")
        raise NotNow("stage_drawn", Sentence(text, {"stage": stage.number}))
    if stage.state == "over":
        text = _("The tournament is over: no stage can be added. Make another tournament.")
        raise NotNow("tournament_over", Sentence(text))


def _note(tournament: Tournament, author: Author, at: datetime) -> None:
    note_move(tournament.pk, "rules_changed", author=author, at=at)
    note_change(tournament.pk, "entries")
