"""Serializers of the API requests and responses about teams: entry, presence, withdrawal."""

import copy
from collections.abc import Mapping
from typing import Any, Literal, get_args

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.serializers import BooleanField, CharField, IntegerField, UUIDField

from scoring.api.fields import Text, WholeNumber, WordField, YesNo
from scoring.api.serializers import Answer, FunctionField, StrictSerializer
from tournaments.competition.names import LONGEST, Showing
from tournaments.competition.roster import MOST_TEAMS
from tournaments.corrections.serializers import PlaceChangeAnswer, SlotChangeAnswer
from tournaments.people.services.register import MEMBER_LETTERS
from tournaments.values.details import DETAILS, LONGEST_DETAIL


class LeavingIn(StrictSerializer):
    """The choice between the withdrawal and the disqualification of a team."""

    kind = WordField(choices=("withdrawal", "disqualification"))


class LeaveIn(LeavingIn):
    """The withdrawal or disqualification of a team, with the reason."""

    reason = Text(max_length=500)


class MatchEndingAnswer(Answer):
    """The new outcome of a match after a team leaves or comes back."""

    label_ = CharField()
    kind = CharField()
    winner = IntegerField(allow_null=True)
    played = BooleanField()


class RosterChangeAnswer(Answer):
    """The effects of a team's withdrawal or return: outcomes, sides of matches and places that change."""

    stage = IntegerField(source="stage.number")
    annulled = BooleanField()
    matches = MatchEndingAnswer(source="endings", many=True)
    slots = FunctionField(
        SlotChangeAnswer(many=True),
        lambda preview: [slot for slot in preview.slots if slot.before != slot.after],
    )
    standings = PlaceChangeAnswer(source="places", many=True)


Presence = Literal["present", "absent", "expected"]
PRESENCE: tuple[str, ...] = get_args(Presence)


class PlayerIn(StrictSerializer):
    """A player, identified by a name, a person id or a member number.

    `person` is null for a player who is not in the register.
    """

    name = Text(max_length=LONGEST, required=False)
    person = UUIDField(required=False, allow_null=True)
    member_number = Text(max_length=MEMBER_LETTERS, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the submitted data; raise ValidationError unless the data identifies exactly one player."""
        if attrs.get("person") is not None and "member_number" in attrs:
            text = _("Say who it is by “person” or by “member_number”, not by both.")
            raise serializers.ValidationError({"member_number": [ErrorDetail(str(text), "said_twice")]})
        if "name" not in attrs and attrs.get("person") is None and "member_number" not in attrs:
            raise serializers.ValidationError({"name": [ErrorDetail(str(_("Write a name.")), "required")]})
        return attrs


class SubstituteIn(PlayerIn):
    """A substitution: the number of the replaced player (from 1), the new player, and the reason."""

    player = WholeNumber(min_value=1)
    reason = Text(max_length=500)


class ShowingIn(StrictSerializer):
    """The settings for showing a person's name to the public."""

    showing = WordField(choices=tuple(Showing))
    alias = Text(max_length=LONGEST, allow_blank=True)
    is_minor = YesNo()


def with_details(fields: Mapping[str, Any], detail: serializers.Field[Any, Any, Any, Any]) -> dict[str, Any]:
    """Return the given fields, with the fields of the team details inserted before `seed`."""
    names = list(fields)
    before = names[: names.index("seed")]
    details = {key: copy.deepcopy(detail) for key in DETAILS}
    return {**{name: fields[name] for name in before}, **details, **fields}


class TeamIn(StrictSerializer):
    """A team to enter. If it has no name, it is named after the surnames of its players."""

    name = Text(max_length=LONGEST, required=False, allow_blank=True)
    players: "serializers.ListSerializer[Any]" = serializers.ListSerializer(child=PlayerIn(), max_length=20)
    seed = WholeNumber(required=False, allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        """Return the serializer fields, with the fields of the team details before `seed`."""
        detail = Text(max_length=LONGEST_DETAIL, required=False, allow_blank=True)
        return with_details(super().get_fields(), detail)


def team_list(data: object) -> list[Mapping[str, Any]]:
    """Return the teams of a submitted list; raise ValidationError with the errors of all the teams."""
    sent: serializers.ListSerializer[Any] = serializers.ListSerializer(
        data=data, child=TeamIn(), allow_empty=False, max_length=MOST_TEAMS
    )
    sent.is_valid(raise_exception=True)
    return list(sent.validated_data)


class PlayerNameAnswer(Answer):
    """The public name of a player."""

    name = CharField(source="person.name")


class TeamAnswer(Answer):
    """A team and its players, in the order of their seats."""

    id = UUIDField(source="pk")
    number = IntegerField()
    name = CharField()
    players = PlayerNameAnswer(source="seats", many=True)
    seed = IntegerField(allow_null=True)
    presence = serializers.ChoiceField(choices=PRESENCE)

    def get_fields(self) -> dict[str, Any]:
        """Return the serializer fields, with the fields of the team details before `seed`."""
        return with_details(super().get_fields(), CharField())


class WrittenPlayerNameAnswer(PlayerNameAnswer):
    """The name of a player as entered at the desk."""

    name = CharField(source="person.written_name")


class WrittenTeamAnswer(TeamAnswer):
    """One team with the players' names as entered at the desk."""

    name = CharField(source="written_name")
    players = WrittenPlayerNameAnswer(source="seats", many=True)


# One team, or a list of teams.
TEAMS, TEAMS_IN = (
    PolymorphicProxySerializer(name, [one, one(many=True)], resource_type_field_name=None, many=False)
    for name, one in (("Teams", TeamAnswer), ("TeamsIn", TeamIn))
)


class PlayerAnswer(Answer):
    """A player's name as entered at the desk, and the public name."""

    name = CharField(source="written_name")
    shown_as = CharField(source="name")
    showing = WordField(choices=tuple(Showing))
    alias = CharField()
    is_minor = serializers.BooleanField()


def presence_of(data: object, teams: Mapping[str, object]) -> dict[object, str]:
    """Return the submitted presence of each team, by team id; raise ValidationError with all errors."""
    if not isinstance(data, dict):
        raise serializers.ValidationError(
            {"non_field_errors": [ErrorDetail(str(_("Write an object.")), "invalid")]}
        )
    faults = {}
    for team_id, presence in data.items():
        if team_id not in teams:
            faults[team_id] = [ErrorDetail(str(_("This team is not in the tournament.")), "unknown_team")]
        elif presence not in PRESENCE:
            faults[team_id] = [ErrorDetail(str(_("Write present, absent or expected.")), "invalid_choice")]
    if faults:
        raise serializers.ValidationError(faults)
    return {teams[team_id]: presence for team_id, presence in data.items()}
