"""The match list of the evening page: finished matches, or all matches found by a search."""

from typing import Any
from uuid import UUID

from django.db.models import F, Max, Q, QuerySet

from scoring.sheet.devices import hashed, typed_code
from scoring.translation import say
from tournaments.competition.formats import FORMATS
from tournaments.competition.lifecycle import OVER
from tournaments.competition.names import name_key
from tournaments.matches.selectors.matches import rounds_by_stage
from tournaments.models import Match, Slot, Stage, Tournament


def listed_matches(tournament: Tournament, search: str) -> QuerySet[Match]:
    """Return the finished matches, newest first; for a search, the matches found, with open matches last."""
    text = " ".join(search.split())
    matches = Match.objects.filter(tournament=tournament).annotate(latest=Max("outcomes__made_at"))
    wanted = _search(tournament, text) if text else Q(state__in=OVER, outcomes__isnull=False)
    order = (F("latest").desc(nulls_last=True), "stage__number", "round", "number")
    return matches.filter(wanted).exclude(state="bye").order_by(*order)


def _search(tournament: Tournament, text: str) -> Q:
    """Return a filter that finds the text in teams, players, names, rounds, numbers and sheet codes."""
    condition = Q(pk__in=_played_by(tournament, text)) | Q(pk__in=_named(tournament, text))
    condition |= Q(sheet__key__code_hash=hashed(typed_code(text)))
    if text.isdecimal():
        condition |= Q(table=int(text[:4])) | Q(number=int(text[:4]))
    return condition


def _played_by(tournament: Tournament, text: str) -> QuerySet[Slot, Any]:
    """Return the ids of the matches of every team that has the text in its name or in a player's name."""
    of_team = Q(name__icontains=text) | Q(players__name_key__contains=name_key(text))
    teams = tournament.teams.filter(of_team).values("pk")
    return Slot.objects.filter(match__tournament=tournament, team__in=teams).values("match")


def _named(tournament: Tournament, text: str) -> list[UUID]:
    """Return the ids of the matches with the text in their name or in their round's name. Three queries."""
    if text.isdecimal():
        return []
    stages = {stage.pk: stage for stage in tournament.stages.all()}
    rounds, wanted = rounds_by_stage(tournament), text.casefold()
    rows = Match.objects.filter(tournament=tournament).values_list("pk", "stage", "round", "label")
    return [
        pk
        for pk, stage, number, label in rows
        if wanted in _names(stages[stage], number, label, rounds[stage]).casefold()
    ]


def _names(stage: Stage, number: int, label: str, rounds: int) -> str:
    form = FORMATS[stage.format]
    return f"{say(form.match_name(label, rounds))} / {say(form.round_name(number, rounds))}"
