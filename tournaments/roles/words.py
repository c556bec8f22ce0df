"""Texts about roles: name, description, and permissions."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from tournaments.extras import parts_of
from tournaments.models import Tournament
from tournaments.permissions import account_name
from tournaments.values.roles import DIRECTOR, DOOR, ORGANISER, SPEAKER, TABLES, strongest


@dataclass(frozen=True)
class RoleWords:
    """The texts of a role: name, description, first line of an invitation, permissions, and restrictions."""

    name: Any
    line: Any
    wanted: Any
    may: tuple[Any, ...]
    may_not: Any = ""


WORDS = {
    ORGANISER: RoleWords(
        pgettext_lazy("role", "Organiser"),
        gettext_lazy("Everything: the club, tournaments, persons, the machine."),
        gettext_lazy("%(name)s wants you to organise the club"),
        (
            gettext_lazy("You make tournaments and run all of them"),
            gettext_lazy("You invite others, and take roles away"),
        ),
    ),
    DIRECTOR: RoleWords(
        pgettext_lazy("role", "Referee"),
        gettext_lazy("Draws, decides, corrects."),
        gettext_lazy("%(name)s wants you as referee"),
        (
            gettext_lazy("You enter pairs and draw"),
            gettext_lazy("You decide at the tables and correct results"),
        ),
        gettext_lazy("You do not change how a tournament is played"),
    ),
    DOOR: RoleWords(
        pgettext_lazy("role", "Door"),
        gettext_lazy("Entries and who is present."),
        gettext_lazy("%(name)s wants you at the door"),
        (gettext_lazy("You enter the pairs and note who has come"),),
        gettext_lazy("You do not touch draws and results"),
    ),
    TABLES: RoleWords(
        pgettext_lazy("role", "Tables"),
        gettext_lazy("Sheets on paper, calls, confirmations."),
        gettext_lazy("%(name)s wants you at the tables"),
        (
            gettext_lazy("You type in the paper sheets and confirm results"),
            gettext_lazy("You call pairs to their tables and answer them"),
        ),
        gettext_lazy("You do not touch draws and corrections"),
    ),
    SPEAKER: RoleWords(
        pgettext_lazy("role", "Speaker"),
        gettext_lazy("The screen in the hall."),
        gettext_lazy("%(name)s wants you as speaker"),
        (gettext_lazy("You choose what the screen in the hall shows"),),
        gettext_lazy("You do not touch draws and results"),
    ),
}


def role_words(role: str) -> str:
    """Return the name of a role, or the empty string if the role is unknown."""
    return str(WORDS[role].name) if role in WORDS else ""


def more_of(role: str) -> list[object]:
    """Return the lines of text that optional extras add to the permissions of a role."""
    return [line for part in parts_of("role_lines") for line in part(role)]


def introduced_by(roles: Collection[str]) -> str:
    """Return the name of the strongest of the given roles, or the empty string if there is none."""
    return role_words(strongest(roles))


def place_words(tournament: Tournament | None) -> str:
    """Return the name of the tournament to which a role is limited, or the text for all tournaments."""
    return tournament.name if tournament else _("all tournaments")


def person_words(user: Any) -> str:
    """Return the name of a user, or the text "The club" if there is no user."""
    return account_name(user) or _("The club")
