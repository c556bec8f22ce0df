"""API views of entries: teams, player names, presence, withdrawals and substitutes."""

from dataclasses import replace
from typing import Any, ClassVar

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.types import BadEntry
from tournaments.competition.names import Showing, is_made_of
from tournaments.entries.sent_entries import entries_of, entry_of
from tournaments.entries.serializers import (
    TEAMS,
    TEAMS_IN,
    LeaveIn,
    LeavingIn,
    PlayerAnswer,
    Presence,
    RosterChangeAnswer,
    ShowingIn,
    SubstituteIn,
    TeamAnswer,
    TeamIn,
    WrittenTeamAnswer,
    presence_of,
    team_list,
)
from tournaments.entries.services.entries import change_team, mark_presence, withdraw_team
from tournaments.entries.services.late_entries import enter
from tournaments.entries.services.substitutes import replace_player
from tournaments.entries.services.withdrawals import come_back, leave_stage, preview_leaving, preview_return
from tournaments.models import Person, Team, TeamPlayer
from tournaments.people.services.names import erase_person, show_person
from tournaments.values.visibility import PageSwitch
from tournaments.web.api import requests
from tournaments.web.api.schema import PAGED, answers, page
from tournaments.web.api.serializers import NothingIn, ReasonIn

PLAYERS = Prefetch("seats", TeamPlayer.objects.select_related("person").order_by("position"))


class Teams(requests.ListCall):
    """API view of the teams of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "POST": "enter_teams"}
    of_page = PageSwitch.TEAMS
    ordering = ("number",)

    @extend_schema(operation_id="teams", parameters=PAGED, responses=answers(page(TeamAnswer)))
    def get(self, request: Request, slug: str) -> Response:
        """Return the teams with their players, in the order in which they were entered."""
        rows = self.paginate_queryset(self.tournament.teams.prefetch_related(PLAYERS))
        return self.get_paginated_response(_answer(self)(rows or (), many=True).data)

    @extend_schema(
        operation_id="enter_teams",
        request={"application/json": TEAMS_IN},
        responses=answers(TEAMS, 201),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter one team or a whole list; after the draw, only if the stage allows late entries."""
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
        return list(WrittenTeamAnswer(entered, many=True).data)


def _answer(call: requests.TournamentCall) -> type[TeamAnswer]:
    """Return the team serializer: names as entered for the desk, public names for other clients."""
    return WrittenTeamAnswer if call.at_desk else TeamAnswer


def outside_a_list(wrong: BadEntry, place: str = "/0") -> BadEntry:
    """Remove the list index from the JSON Pointers in an error about a single team."""
    problems = (replace(problem, where=problem.where.removeprefix(place)) for problem in wrong.problems)
    return BadEntry(wrong.code, wrong.message, tuple(problems))


class OneTeam(requests.TournamentCall):
    """API view of one team of a tournament."""

    acts: ClassVar[dict[str, str]] = {"GET": "read", "PATCH": "enter_teams", "DELETE": "enter_teams"}
    of_page = PageSwitch.TEAMS

    @extend_schema(operation_id="team", responses=answers(TeamAnswer))
    def get(self, request: Request, slug: str, team_id: str) -> Response:
        """Return one team with its players."""
        return Response(_answer(self)(self._team()).data)

    @extend_schema(operation_id="change_team", request=TeamIn, responses=answers(TeamAnswer))
    def patch(self, request: Request, slug: str, team_id: str) -> Response:
        """Change a team before the draw; omitted fields keep their values."""
        sent = requests.read(TeamIn, request.data, partial=True)
        team = self._team()
        try:
            entry = entry_of({**_as_sent(team), **sent})
            changed = change_team(team, entry, author=self.author, at=timezone.now())
        except BadEntry as wrong:
            raise outside_a_list(wrong) from wrong
        prefetch_related_objects([changed], PLAYERS)
        return Response(WrittenTeamAnswer(changed).data)

    @extend_schema(operation_id="withdraw_team", responses={204: None})
    def delete(self, request: Request, slug: str, team_id: str) -> Response:
        """Remove a team from the list before the draw."""
        withdraw_team(self._team(), author=self.author, at=timezone.now())
        return Response(status=204)

    def _team(self) -> Team:
        teams: QuerySet[Team] = Team.objects.select_related("tournament").prefetch_related(PLAYERS)
        return get_object_or_404(teams, tournament=self.tournament, pk=self.kwargs["team_id"])


def _as_sent(team: Team) -> dict[str, Any]:
    """Return a team as request data; a team name derived from its players' surnames is omitted."""
    sent = {key: value for key, value in WrittenTeamAnswer(team).data.items() if key in TeamIn().fields}
    players = [player["name"] for player in sent["players"]]
    return {key: value for key, value in sent.items() if key != "name" or not is_made_of(value, players)}


class OnePlayer(requests.TournamentCall):
    """API view of the name under which a player is shown."""

    acts: ClassVar[dict[str, str]] = {"GET": "show_names", "PATCH": "show_names", "DELETE": "erase_name"}

    @extend_schema(operation_id="player", responses=answers(PlayerAnswer))
    def get(self, request: Request, slug: str, team_id: str, player: int) -> Response:
        """Return a player's full name and public name. The players of a team are numbered from 1."""
        return Response(PlayerAnswer(self._person()).data)

    @extend_schema(operation_id="show_name", request=ShowingIn, responses=answers(PlayerAnswer))
    def patch(self, request: Request, slug: str, team_id: str, player: int) -> Response:
        """Change how a player's name is shown. Minors get initials. Omitted fields keep their values."""
        sent = requests.read(ShowingIn, request.data, partial=True)
        person = self._person()
        chosen = Showing(sent.pop("showing")) if "showing" in sent else None
        fields: dict[str, Any] = {"alias": person.alias, "is_minor": person.is_minor} | sent
        show_person(person, chosen, **fields, author=self.author, at=timezone.now())
        return Response(PlayerAnswer(person).data)

    @extend_schema(operation_id="erase_name", responses={204: None})
    def delete(self, request: Request, slug: str, team_id: str, player: int) -> Response:
        """Erase a player's name permanently from every tournament, but keep the results."""
        erase_person(self._person(), author=self.author, at=timezone.now())
        return Response(status=204)

    def _person(self) -> Person:
        seats = TeamPlayer.objects.select_related("person")
        team, position = self.kwargs["team_id"], self.kwargs["player"] - 1
        return get_object_or_404(seats, tournament=self.tournament, team=team, position=position).person


class CheckIn(requests.TournamentCall):
    """API view that marks teams as present or absent."""

    acts: ClassVar[dict[str, str]] = {"POST": "mark_presence"}

    @extend_schema(
        operation_id="check_in",
        request=dict[str, Presence],
        responses=answers(dict[str, Presence]),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Mark teams as present, absent or expected."""
        team_ids = {str(pk): pk for pk in self.tournament.teams.values_list("pk", flat=True)}
        presence = presence_of(request.data, team_ids)
        mark_presence(self.tournament, presence, author=self.author, at=timezone.now())
        return Response({str(team_id): word for team_id, word in presence.items()})


class TeamAct(requests.TournamentCall):
    """Base class of API views for actions on one team of a tournament."""

    acts: ClassVar[dict[str, str]] = {"POST": "leave_stage"}

    def team(self) -> Team:
        """Return the team, or raise Http404 if the tournament has no such team."""
        return get_object_or_404(Team, tournament=self.tournament, pk=self.kwargs["team_id"])


class LeavePreview(TeamAct):
    """API view that previews a withdrawal or a disqualification."""

    @extend_schema(operation_id="preview_leaving", request=LeavingIn, responses=answers(RosterChangeAnswer))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Show the effects of a withdrawal without saving it."""
        return Response(
            RosterChangeAnswer(
                preview_leaving(self.team(), requests.read(LeavingIn, request.data)["kind"])
            ).data
        )


class Leave(TeamAct):
    """API view that withdraws or disqualifies a team."""

    @extend_schema(operation_id="leave_stage", request=LeaveIn, responses=answers(RosterChangeAnswer, 201))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Withdraw or disqualify a team, with a reason."""
        sent = requests.read(LeaveIn, request.data)
        changes = leave_stage(
            self.team(), sent["kind"], sent["reason"], author=self.author, at=timezone.now()
        )
        return Response(RosterChangeAnswer(changes).data, status=201)


class ReturnPreview(TeamAct):
    """API view that previews the return of a team that has left."""

    @extend_schema(operation_id="preview_return", request=NothingIn, responses=answers(RosterChangeAnswer))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Show the effects of a team's return without saving it."""
        requests.read(NothingIn, request.data)
        return Response(RosterChangeAnswer(preview_return(self.team(), at=timezone.now())).data)


class Return(TeamAct):
    """API view of the return of a team that has left."""

    @extend_schema(operation_id="come_back", request=ReasonIn, responses=answers(RosterChangeAnswer, 201))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Undo a team's withdrawal, unless a later pairing or match already depends on it."""
        reason = requests.read(ReasonIn, request.data)["reason"]
        changes = come_back(self.team(), reason, author=self.author, at=timezone.now())
        return Response(RosterChangeAnswer(changes).data, status=201)


class Substitute(TeamAct):
    """API view that replaces a player by a substitute."""

    acts: ClassVar[dict[str, str]] = {"POST": "replace_player"}

    @extend_schema(operation_id="replace_player", request=SubstituteIn, responses=answers(TeamAnswer, 201))
    def post(self, request: Request, slug: str, team_id: str) -> Response:
        """Replace a player by a substitute from now on, if the stage allows substitutes."""
        sent, team = requests.read(SubstituteIn, request.data), self.team()
        position, reason = sent.pop("player") - 1, sent.pop("reason")
        try:
            coming = entry_of({"players": [sent]})
        except BadEntry as wrong:
            raise outside_a_list(wrong, "/0/players/0") from wrong
        author_and_time: dict[str, Any] = {"author": self.author, "at": timezone.now()}
        replace_player(team, position, coming.players[0], reason, meant=coming.meant, **author_and_time)
        prefetch_related_objects([team], PLAYERS)
        return Response(WrittenTeamAnswer(team).data, status=201)
