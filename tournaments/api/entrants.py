"""Teams and their players, as the API reads them and as it says them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from scoring.sheet.serializers import StrictSerializer, Text, WholeNumber, Word, YesNo
from tournaments.models import Person, Team
from tournaments.rules.names import LONGEST, Showing
from tournaments.services.entries import MOST_TEAMS, Entry

PRESENCE = ("present", "absent", "expected")


class PlayerIn(StrictSerializer):
    """A person who plays."""

    name = Text(max_length=LONGEST)


class ShowingIn(StrictSerializer):
    """How a person's name is shown to everybody."""

    showing = Word(choices=tuple(Showing))
    alias = Text(max_length=LONGEST, allow_blank=True)
    is_minor = YesNo()


class TeamIn(StrictSerializer):
    """A team that enters; without a name it is called by its players' surnames."""

    name = Text(max_length=LONGEST, required=False, allow_blank=True)
    players: "serializers.ListSerializer[Any]" = serializers.ListSerializer(child=PlayerIn(), max_length=20)
    club = Text(max_length=LONGEST, required=False, allow_blank=True)
    town = Text(max_length=LONGEST, required=False, allow_blank=True)
    seed = WholeNumber(required=False, allow_null=True)


def entry_of(team: Mapping[str, Any]) -> Entry:
    """Return a team that was sent as the services take it."""
    return Entry(**{**team, "players": [player["name"] for player in team["players"]]})


def team_list(data: object) -> list[Mapping[str, Any]]:
    """Return the teams of a list that was sent, or refuse it with everything wrong in it."""
    sent: serializers.ListSerializer[Any] = serializers.ListSerializer(
        data=data, child=TeamIn(), allow_empty=False, max_length=MOST_TEAMS
    )
    sent.is_valid(raise_exception=True)
    return list(sent.validated_data)


def team_answer(team: Team, *, at_desk: bool = False) -> dict[str, Any]:
    """One team with its players, which must be fetched with it in the order they are written.

    The desk reads names as it wrote them, everybody else as they are shown.
    """
    name = "written_name" if at_desk else "name"
    return {
        "id": str(team.pk),
        "number": team.number,
        "name": getattr(team, name),
        "players": [{"name": getattr(seat.person, name)} for seat in team.seats.all()],
        "club": team.club,
        "town": team.town,
        "seed": team.seed,
        "presence": team.presence,
    }


def player_answer(person: Person) -> dict[str, Any]:
    """One player's name as it was written, and how it is shown."""
    return {
        "name": person.written_name,
        "shown_as": person.name,
        "showing": person.showing,
        "alias": person.alias,
        "is_minor": person.is_minor,
    }


def presence_of(data: object, known: Mapping[str, object]) -> dict[object, str]:
    """Return {team: presence} for the teams known by these ids, or refuse it with everything wrong in it."""
    if not isinstance(data, dict):
        raise serializers.ValidationError(
            {"non_field_errors": [ErrorDetail(str(_("Write an object.")), "invalid")]}
        )
    faults = {}
    for team_id, presence in data.items():
        if team_id not in known:
            faults[team_id] = [ErrorDetail(str(_("This team is not in the tournament.")), "unknown_team")]
        elif presence not in PRESENCE:
            faults[team_id] = [ErrorDetail(str(_("Write present, absent or expected.")), "invalid_choice")]
    if faults:
        raise serializers.ValidationError(faults)
    return {known[team_id]: presence for team_id, presence in data.items()}
