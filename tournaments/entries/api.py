"""Teams enter, are put right, are checked in."""

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField, UUIDField

from scoring.sheet.serializers import Answer, StrictSerializer, Text, WholeNumber, WordField, YesNo
from scoring.types import BadEntry
from tournaments.competition.names import LONGEST, Showing, is_made_of
from tournaments.competition.roster import MOST_TEAMS
from tournaments.entries.sent_entries import entries_of, entry_of
from tournaments.entries.serializers import LeaveIn, LeavingIn, RosterChangeAnswer
from tournaments.entries.services.entries import change_team, mark_presence, withdraw_team
from tournaments.entries.services.late_entries import enter
from tournaments.entries.services.substitutes import replace_player
from tournaments.entries.services.withdrawals import come_back, leave_stage, preview_leaving, preview_return
from tournaments.models import Person, Team, TeamPlayer
from tournaments.people.services.names import erase_person, show_person
from tournaments.people.services.register import MEMBER_LETTERS
from tournaments.values.details import DETAILS, LONGEST_DETAIL
from tournaments.values.visibility import PageSwitch
from tournaments.web.api import requests
from tournaments.web.api.answers import page
from tournaments.web.api.schema import PAGED, answers

PRESENCE = ("present", "absent", "expected")
PRESENCES = {"type": "object", "additionalProperties": {"type": "string", "enum": list(PRESENCE)}}
"""By the ids of teams."""


class PlayerIn(StrictSerializer):
    """A person who plays: by name, by the id of the register (null: nobody of it), or by member number."""

    name = Text(max_length=LONGEST, required=False)
    person = UUIDField(required=False, allow_null=True)
    member_number = Text(max_length=MEMBER_LETTERS, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a player of whom nothing is said, or two things at once."""
        if attrs.get("person") is not None and "member_number" in attrs:
            text = _("Say who it is by “person” or by “member_number”, not by both.")
            raise serializers.ValidationError({"member_number": [ErrorDetail(str(text), "said_twice")]})
        if "name" not in attrs and attrs.get("person") is None and "member_number" not in attrs:
            raise serializers.ValidationError({"name": [ErrorDetail(str(_("Write a name.")), "required")]})
        return attrs


class SubstituteIn(PlayerIn):
    """Which player goes, counted from 1 as they are listed, who comes (as a player enters), and why."""

    player = WholeNumber(min_value=1)
    reason = Text(max_length=500)


class ShowingIn(StrictSerializer):
    """How a person's name is shown to everybody."""

    showing = WordField(choices=tuple(Showing))
    alias = Text(max_length=LONGEST, allow_blank=True)
    is_minor = YesNo()


def with_details(fields: Mapping[str, Any], detail: serializers.Field[Any, Any, Any, Any]) -> dict[str, Any]:
    """Return the fields of a team, those of its details before the seed."""
    names = list(fields)
    before = names[: names.index("seed")]
    details = {key: copy.deepcopy(detail) for key in DETAILS}
    return {**{name: fields[name] for name in before}, **details, **fields}


class TeamIn(StrictSerializer):
    """A team that enters; without a name it is called by its players' surnames."""

    name = Text(max_length=LONGEST, required=False, allow_blank=True)
    players: "serializers.ListSerializer[Any]" = serializers.ListSerializer(child=PlayerIn(), max_length=20)
    seed = WholeNumber(required=False, allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        """Return its fields, the details before the seed."""
        detail = Text(max_length=LONGEST_DETAIL, required=False, allow_blank=True)
        return with_details(super().get_fields(), detail)


def team_list(data: object) -> list[Mapping[str, Any]]:
    """Return the teams of a list that was sent, or refuse it with everything wrong in it."""
    sent: serializers.ListSerializer[Any] = serializers.ListSerializer(
        data=data, child=TeamIn(), allow_empty=False, max_length=MOST_TEAMS
    )
    sent.is_valid(raise_exception=True)
    return list(sent.validated_data)


class PlayerNameAnswer(Answer):
    """The name of a player, as everybody sees it."""

    name = CharField(source="person.name")


class TeamAnswer(Answer):
    """One team with its players, which must be fetched with it in the order they are written."""

    id = UUIDField(source="pk")
    number = IntegerField()
    name = CharField()
    players = PlayerNameAnswer(source="seats", many=True)
    seed = IntegerField(allow_null=True)
    presence = serializers.ChoiceField(choices=PRESENCE)

    def get_fields(self) -> dict[str, Any]:
        """Return its fields, the details before the seed."""
        return with_details(super().get_fields(), CharField())


class WrittenPlayerNameAnswer(PlayerNameAnswer):
    """The name of a player, as the desk wrote it."""

    name = CharField(source="person.written_name")


class WrittenTeamAnswer(TeamAnswer):
    """The same team with the names as the desk wrote them."""

    name = CharField(source="written_name")
    players = WrittenPlayerNameAnswer(source="seats", many=True)


TEAMS, TEAMS_IN = (
    PolymorphicProxySerializer(name, [one, one(many=True)], resource_type_field_name=None, many=False)
    for name, one in (("Teams", TeamAnswer), ("TeamsIn", TeamIn))
)
"""One team alone, or a list of them."""


class PlayerAnswer(Answer):
    """One player's name as it was written, and how it is shown."""

    name = CharField(source="written_name")
    shown_as = CharField(source="name")
    showing = WordField(choices=tuple(Showing))
    alias = CharField()
    is_minor = serializers.BooleanField()


def presence_of(data: object, teams: Mapping[str, object]) -> dict[object, str]:
    """Return {team: presence} for the teams known by these ids, or refuse it with everything wrong in it."""
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


PLAYERS = Prefetch("seats", TeamPlayer.objects.select_related("person").order_by("position"))


class Teams(requests.ListCall):
    """The teams of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "enter_teams"}
    of_page = PageSwitch.TEAMS
    ordering = ("number",)

    @extend_schema(operation_id="teams", parameters=PAGED, responses=answers(page(TeamAnswer)))
    def get(self, request: Request, slug: str) -> Response:
        """The teams with their players, in the order they entered."""
        rows = self.paginate_queryset(self.tournament.teams.prefetch_related(PLAYERS))
        return self.get_paginated_response([_answer(self).of(team) for team in rows or ()])

    @extend_schema(
        operation_id="enter_teams",
        request={"application/json": TEAMS_IN},
        responses=answers(TEAMS, 201),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter one team, or all of a list, or none of it; late where the stage allows it."""
        if type(request.data) is list:
            return Response(self._enter(team_list(request.data)), status=201)
        try:
            (entered,) = self._enter([requests.read(TeamIn, request.data)])
        except BadEntry as wrong:
            raise outside_a_list(wrong) from wrong
        return Response(entered, status=201)

    def _enter(self, teams: list[Any]) -> list[dict[str, Any]]:
        entered = enter(self.tournament, entries_of(teams), author=self.author, at=timezone.now())
        prefetch_related_objects(entered, PLAYERS)
        return [WrittenTeamAnswer.of(team) for team in entered]


def _answer(call: requests.TournamentCall) -> type[TeamAnswer]:
    """Return how a team is shown: the desk reads names as it wrote them."""
    return WrittenTeamAnswer if call.at_desk else TeamAnswer


def outside_a_list(wrong: BadEntry, place: str = "/0") -> BadEntry:
    """Return a refusal of a list of one as one of what stands at this place of it alone."""
    problems = (replace(problem, where=problem.where.removeprefix(place)) for problem in wrong.problems)
    return BadEntry(wrong.code, wrong.message, tuple(problems))


class OneTeam(requests.TournamentCall):
    """One team of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PATCH": "enter_teams", "DELETE": "enter_teams"}
    of_page = PageSwitch.TEAMS

    @extend_schema(operation_id="team", responses=answers(TeamAnswer))
    def get(self, request: Request, slug: str, team_id: str) -> Response:
        """One team with its players."""
        return Response(_answer(self).of(self._team()))

    @extend_schema(operation_id="change_team", request=TeamIn, responses=answers(TeamAnswer))
    def patch(self, request: Request, slug: str, team_id: str) -> Response:
        """Put a team right before the draw; what is left out stays."""
        asked = requests.read(TeamIn, request.data, partial=True)
        team = self._team()
        try:
            entry = entry_of({**_as_sent(team), **asked})
            changed = change_team(team, entry, author=self.author, at=timezone.now())
        except BadEntry as wrong:
            raise outside_a_list(wrong) from wrong
        prefetch_related_objects([changed], PLAYERS)
        return Response(WrittenTeamAnswer.of(changed))

    @extend_schema(operation_id="withdraw_team", responses={204: None})
    def delete(self, request: Request, slug: str, team_id: str) -> Response:
        """Take a team off the list before the draw."""
        withdraw_team(self._team(), author=self.author, at=timezone.now())
        return Response(status=204)

    def _team(self) -> Team:
        teams: QuerySet[Team] = Team.objects.select_related("tournament").prefetch_related(PLAYERS)
        return get_object_or_404(teams, tournament=self.tournament, pk=self.kwargs["team_id"])


def _as_sent(team: Team) -> dict[str, Any]:
    """Return a team as it could have been sent; a name that its players gave it follows them."""
    sent = {key: value for key, value in WrittenTeamAnswer.of(team).items() if key in TeamIn().fields}
    players = [player["name"] for player in sent["players"]]
    return {key: value for key, value in sent.items() if key != "name" or not is_made_of(value, players)}


class OnePlayer(requests.TournamentCall):
    """How the name of a player of a team is shown."""

    acts: ClassVar[dict[str, str]] = {"GET": "show_names", "PATCH": "show_names", "DELETE": "erase_name"}

    @extend_schema(operation_id="player", responses=answers(PlayerAnswer))
    def get(self, request: Request, slug: str, team_id: str, player: int) -> Response:
        """One player, counted from 1 as they are listed: the name, and what everybody sees of it."""
        return Response(PlayerAnswer.of(self._person()))

    @extend_schema(operation_id="show_name", request=ShowingIn, responses=answers(PlayerAnswer))
    def patch(self, request: Request, slug: str, team_id: str, player: int) -> Response:
        """Show the name in another way, everywhere; left out, all stays, but a minor's turns to initials."""
        asked = requests.read(ShowingIn, request.data, partial=True)
        person = self._person()
        chosen = Showing(asked.pop("showing")) if "showing" in asked else None
        said: dict[str, Any] = {"alias": person.alias, "is_minor": person.is_minor} | asked
        show_person(person, chosen, **said, author=self.author, at=timezone.now())
        return Response(PlayerAnswer.of(person))

    @extend_schema(operation_id="erase_name", responses={204: None})
    def delete(self, request: Request, slug: str, team_id: str, player: int) -> Response:
        """Erase the name for good, in every tournament; what was played stays."""
        erase_person(self._person(), author=self.author, at=timezone.now())
        return Response(status=204)

    def _person(self) -> Person:
        seats = TeamPlayer.objects.select_related("person")
        team, position = self.kwargs["team_id"], self.kwargs["player"] - 1
        return get_object_or_404(seats, tournament=self.tournament, team=team, position=position).person


class CheckIn(requests.TournamentCall):
    """Who has come."""

    acts: ClassVar[dict[str, str]] = {"POST": "mark_presence"}

    @extend_schema(
        operation_id="check_in",
        request={"application/json": PRESENCES},
        responses=answers(PRESENCES),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Say of some teams, by their ids, that they are present, absent, or still expected."""
        known = {str(pk): pk for pk in self.tournament.teams.values_list("pk", flat=True)}
        presence = presence_of(request.data, known)
        mark_presence(self.tournament, presence, author=self.author, at=timezone.now())
        return Response({str(team_id): word for team_id, word in presence.items()})


class TeamAct(requests.TournamentCall):
    """An act about one team of a tournament."""

    acts: ClassVar[dict[str, str]] = {"POST": "leave_stage"}

    def team(self) -> Team:
        """Return the team, or 404."""
        return get_object_or_404(Team, tournament=self.tournament, pk=self.kwargs["team_id"])


class LeavePreview(TeamAct):
    """What would happen if a team left."""

    @extend_schema(operation_id="preview_leaving", request=LeavingIn, responses=answers(RosterChangeAnswer))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Preview a withdrawal without saving it."""
        return Response(
            RosterChangeAnswer.of(
                preview_leaving(self.team(), requests.read(LeavingIn, request.data)["kind"])
            )
        )


class Leave(TeamAct):
    """A team that leaves."""

    @extend_schema(operation_id="leave_stage", request=LeaveIn, responses=answers(RosterChangeAnswer, 201))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Let a team leave (withdrawal) or send it away (disqualification), with the reason."""
        sent = requests.read(LeaveIn, request.data)
        seen = leave_stage(self.team(), sent["kind"], sent["reason"], author=self.author, at=timezone.now())
        return Response(RosterChangeAnswer.of(seen), status=201)


class ReturnPreview(TeamAct):
    """What would happen if a team came back."""

    @extend_schema(
        operation_id="preview_return", request=requests.NothingIn, responses=answers(RosterChangeAnswer)
    )
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Preview the return of a team without saving it."""
        requests.read(requests.NothingIn, request.data)
        return Response(RosterChangeAnswer.of(preview_return(self.team(), at=timezone.now())))


class Return(TeamAct):
    """A team that comes back."""

    @extend_schema(
        operation_id="come_back", request=requests.ReasonIn, responses=answers(RosterChangeAnswer, 201)
    )
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Take it back that a team has left, while nothing was paired or played since that hangs on it."""
        reason = requests.read(requests.ReasonIn, request.data)["reason"]
        seen = come_back(self.team(), reason, author=self.author, at=timezone.now())
        return Response(RosterChangeAnswer.of(seen), status=201)


class Substitute(TeamAct):
    """A player who is replaced."""

    acts: ClassVar[dict[str, str]] = {"POST": "replace_player"}

    @extend_schema(operation_id="replace_player", request=SubstituteIn, responses=answers(TeamAnswer, 201))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Put somebody in the place of a player from now on, under the rule of the stage."""
        sent, team = requests.read(SubstituteIn, request.data), self.team()
        position, reason = sent.pop("player") - 1, sent.pop("reason")
        try:
            coming = entry_of({"players": [sent]})
        except BadEntry as wrong:
            raise outside_a_list(wrong, "/0/players/0") from wrong
        who: dict[str, Any] = {"author": self.author, "at": timezone.now()}
        replace_player(team, position, coming.players[0], reason, meant=coming.meant, **who)
        prefetch_related_objects([team], PLAYERS)
        return Response(WrittenTeamAnswer.of(team), status=201)
