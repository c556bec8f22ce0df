"""The bases of calls, by what they are about, and what may be sent to them.

The types are checked here; what the words mean is checked by the rules.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import UUIDField
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.settings import api_settings

from scoring.models import Grant
from scoring.sheet import serializers as sheet_api
from scoring.sheet.calls import Call
from scoring.sheet.services.corrections import HandChange
from scoring.sheet.services.log import Author
from scoring.statements import Blank, Statement
from tournaments.competition.names import LONGEST
from tournaments.competition.types import Scene
from tournaments.draws.services.draws import BY
from tournaments.entries.services.entries import MOST_TEAMS
from tournaments.models import Match, Stage, Tournament
from tournaments.notice.api import NoticeIn
from tournaments.permissions import may, roles_of
from tournaments.results.services.corrections import Correction
from tournaments.values.clock import ClockAct
from tournaments.values.visibility import PageSwitch, Visibility
from tournaments.web.api.http import at_table


def stage_of(tournament: Tournament, number: int) -> Stage:
    """Return a stage by its number in the tournament, or 404."""
    stages = Stage.objects.select_related("tournament")
    return get_object_or_404(stages, tournament=tournament, number=number)


class TournamentCall(Call):
    """A route about one tournament, named by its slug."""

    of_page: ClassVar[PageSwitch | None] = None

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament: one query, or 404."""
        return get_object_or_404(Tournament.objects.select_related("notice"), slug=self.kwargs["slug"])

    @property
    def author(self) -> Author:
        """Return who writes."""
        return Author(user_id=self.request.user.pk)

    @cached_property
    def sees_all(self) -> bool:
        """Whether the caller runs the tournament, and so sees what is held back from everybody."""
        return may("read_desk", roles_of(self.request.user, self.tournament))

    @cached_property
    def at_desk(self) -> bool:
        """Whether the caller reads names as the desk wrote them."""
        return may("enter_teams", roles_of(self.request.user, self.tournament))


class ListCall(TournamentCall, GenericAPIView[Any]):
    """A route that lists what a tournament has, a page at a time."""


ONE_MATCH = Statement(
    lambda: (
        Match.objects.select_related("sheet", "stage", "tournament")
        .filter(pk=Blank("match", UUIDField()))
        .order_by()
    )
)


class MatchCall(Call):
    """A route about one match, named by its id."""

    of_page: ClassVar[PageSwitch | None] = None

    @cached_property
    def match(self) -> Match:
        """The match with its sheet, stage and tournament: one query, or 404."""
        match = ONE_MATCH.first(match=self.kwargs["match_id"])
        if match is None:
            raise Http404
        return match

    @property
    def tournament(self) -> Tournament:
        """The tournament of the match."""
        return self.match.tournament

    @cached_property
    def grant(self) -> Grant | None:
        """What lets the caller's phone or code write at this table."""
        visitor = at_table(self.request)
        return visitor.grant(self.match.pk) if visitor else None

    @property
    def phone(self) -> Grant | None:
        """The grant by which the caller was let in; None where an account was."""
        return self.__dict__.get("grant")

    @property
    def author(self) -> Author:
        """Return who writes: the phone where it was let in as one, or else the account."""
        phone = self.phone
        return Author(device_id=phone.device_id) if phone else Author(user_id=self.request.user.pk)


@extend_schema(exclude=True)
class Description(Call, SpectacularAPIView):
    """OpenAPI, in YAML or JSON."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES


@extend_schema(exclude=True)
class Docs(Call, SpectacularSwaggerView):
    """A page to read it on and to try it."""

    acts: ClassVar[dict[str, str]] = {"GET": "read"}
    permission_classes = api_settings.DEFAULT_PERMISSION_CLASSES


MOST_STAGES = 16
MOST_CHANGES = 200


def read(
    serializer: type[sheet_api.StrictSerializer], data: object, *, partial: bool = False
) -> dict[str, Any]:
    """Return what was sent, or refuse it with everything wrong in it; a partial one may leave fields out.

    The framework's own `partial` would let what is inside a list leave its fields out too.
    """
    sent = serializer(data=data)
    for field in sent.fields.values() if partial else ():
        field.required = False
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)


class StageIn(sheet_api.StrictSerializer):
    """One stage; what is left out takes the format's or the tournament's default."""

    format = sheet_api.Text(max_length=40)
    options = sheet_api.AnyObject(required=False)
    match_points = sheet_api.AnyObject(required=False)
    tie_breaks = serializers.ListField(child=sheet_api.Text(max_length=40), required=False, max_length=20)
    corrections = sheet_api.AnyObject(required=False)
    profile = sheet_api.AnyObject(required=False)


class LateHandIn(sheet_api.StrictSerializer):
    """A hand that its sheet refused, under which code, and the key its phone gave it."""

    key = sheet_api.Text(max_length=64)
    game = sheet_api.WholeNumber(min_value=1, max_value=6)
    hand = sheet_api.WholeNumber(min_value=1, max_value=200)
    code = sheet_api.Text(max_length=40)
    body = sheet_api.AnyObject()


class TournamentIn(sheet_api.StrictSerializer):
    """A tournament to set up."""

    name = sheet_api.Text(max_length=LONGEST)
    card_game = sheet_api.Text(max_length=40)
    profile = sheet_api.AnyObject(required=False)
    stages: "serializers.ListSerializer[Any]" = serializers.ListSerializer(
        child=StageIn(), allow_empty=False, max_length=MOST_STAGES
    )
    starts_at = sheet_api.Instant(required=False, allow_null=True)
    tables = sheet_api.WholeNumber(min_value=None, max_value=None, required=False)
    visibility = sheet_api.WordField(choices=tuple(Visibility), required=False)
    trial = sheet_api.YesNo(required=False)
    notice = NoticeIn(required=False, allow_null=True)


class TournamentChangeIn(sheet_api.StrictSerializer):
    """What of a tournament may change at any time."""

    name = sheet_api.Text(max_length=LONGEST, required=False)
    starts_at = sheet_api.Instant(required=False, allow_null=True)
    tables = sheet_api.WholeNumber(min_value=None, max_value=None, required=False)
    shows_odds = sheet_api.YesNo(required=False)
    embeddable = sheet_api.YesNo(required=False)
    standings_until = sheet_api.WholeNumber(required=False, allow_null=True)
    closed_pages = serializers.ListField(child=sheet_api.Text(max_length=40), required=False, max_length=20)
    correction_minutes = sheet_api.WholeNumber(required=False)
    grace_minutes = sheet_api.WholeNumber(min_value=1, max_value=180, required=False)
    visibility = sheet_api.WordField(choices=tuple(Visibility), required=False)
    trial = sheet_api.YesNo(required=False)
    notice = NoticeIn(required=False, allow_null=True)


class DrawIn(sheet_api.StrictSerializer):
    """Which stage to draw, and how."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    by = sheet_api.WordField(choices=BY)
    lot = sheet_api.Text(required=False, allow_blank=True, trim_whitespace=False)


class PromiseIn(sheet_api.StrictSerializer):
    """Which stage will be drawn."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)


class TakeBackIn(PromiseIn):
    """Which draw is taken back, and why."""

    reason = sheet_api.Text(max_length=500)


class LotBetweenIn(sheet_api.StrictSerializer):
    """A stage, and those who are level in it, by their ids."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    teams = serializers.ListField(child=sheet_api.Text(max_length=40), min_length=2, max_length=MOST_TEAMS)


class LotIn(LotBetweenIn):
    """The lot that was drawn; by hand the teams stand in the order it gave."""

    by = sheet_api.WordField(choices=("lots", "hand"))
    lot = sheet_api.Text(required=False, allow_blank=True, trim_whitespace=False)
    reason = sheet_api.Text(required=False, max_length=200)


class SideIn(sheet_api.StrictSerializer):
    """A side of the match."""

    side = sheet_api.WholeNumber(min_value=0)


class SignIn(SideIn):
    """The side that signs, and the table's code where it does so on another side's phone."""

    code = serializers.CharField(required=False, max_length=20)


class CallIn(sheet_api.StrictSerializer):
    """The side that calls the director, if it wants to say so."""

    side = sheet_api.WholeNumber(min_value=0, required=False, allow_null=True)


class TimeIn(sheet_api.StrictSerializer):
    """At which tables time is called: those of a stage, or of one of its rounds."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    round = sheet_api.WholeNumber(min_value=1, required=False)


class ClockIn(sheet_api.StrictSerializer):
    """An act upon the clock of a round; minutes at the start or for a shift, a reason for pause and shift."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    round = sheet_api.WholeNumber(min_value=1)
    act = sheet_api.WordField(choices=[act.value for act in ClockAct])
    minutes = sheet_api.WholeNumber(required=False)
    reason = sheet_api.Text(max_length=200, required=False, allow_blank=True)


class WallIn(sheet_api.StrictSerializer):
    """What the wall is to show."""

    scene = sheet_api.WordField(choices=tuple(Scene))


class RoundPlanIn(sheet_api.StrictSerializer):
    """When a round begins, how long it lasts, until when it must be played."""

    stage = sheet_api.WholeNumber(default=1, min_value=1)
    round = sheet_api.WholeNumber(min_value=1)
    starts_at = sheet_api.Instant(required=False, allow_null=True)
    minutes = sheet_api.WholeNumber(required=False, allow_null=True)
    deadline = sheet_api.Instant(required=False, allow_null=True)


class PostponeIn(sheet_api.StrictSerializer):
    """The date a match gets, and why."""

    to = sheet_api.Instant()
    reason = sheet_api.Text(max_length=500)


class TimePlaceIn(sheet_api.StrictSerializer):
    """How many hands stood on the sheet when time was called."""

    hands = sheet_api.WholeNumber(min_value=0)


class WalkoverIn(sheet_api.StrictSerializer):
    """The side that was present, or null when nobody wins; and why."""

    winner = sheet_api.WholeNumber(min_value=0, allow_null=True)
    reason = sheet_api.Text(max_length=500)


class HandChangeIn(sheet_api.StrictSerializer):
    """A hand as it should stand, based on the version that stands (0 for none); null strikes it."""

    game = sheet_api.WholeNumber(min_value=1)
    number = sheet_api.WholeNumber(min_value=1)
    version = sheet_api.WholeNumber(min_value=0)
    hand = sheet_api.AnyObject(allow_null=True)


class CorrectionIn(sheet_api.StrictSerializer):
    """What should stand instead: hands, or an outcome without play and who wins by it.

    `stays` is the director's decision that who plays on stays, whoever won.
    """

    hands: "serializers.ListSerializer[Any]" = serializers.ListSerializer(
        child=HandChangeIn(), required=False, max_length=MOST_CHANGES
    )
    outcome = sheet_api.Text(max_length=40, required=False)
    winner = sheet_api.WholeNumber(min_value=0, required=False, allow_null=True)
    stays = sheet_api.YesNo(required=False)


class CorrectIn(CorrectionIn):
    """A correction and its reason. With a seal it is refused if the preview has changed."""

    reason = sheet_api.Text(max_length=500)
    seal = sheet_api.Text(max_length=40, required=False)


def correction_of(sent: Mapping[str, Any]) -> Correction:
    """Return a correction that was sent as the services take it."""
    hands = [
        HandChange((change["game"], change["number"]), change["version"], change["hand"])
        for change in sent.get("hands", ())
    ]
    words = {key: sent[key] for key in ("outcome", "winner", "stays") if key in sent}
    return Correction(hands=hands, **words)


class VersionIn(sheet_api.StrictSerializer):
    """The version of a hand that is right."""

    version = sheet_api.WholeNumber(min_value=1)


class LeavingIn(sheet_api.StrictSerializer):
    """How a team leaves."""

    kind = sheet_api.WordField(choices=("withdrawal", "disqualification"))


class LeaveIn(LeavingIn):
    """How a team leaves, and why."""

    reason = sheet_api.Text(max_length=500)


class ReasonIn(sheet_api.StrictSerializer):
    """Why something is done."""

    reason = sheet_api.Text(max_length=500)


class NothingIn(sheet_api.StrictSerializer):
    """An act that needs no words."""
