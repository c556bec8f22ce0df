"""Management command `invite`: print a link for a new organiser or for setting a new password."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Author
from tournaments.roles.selectors import standing_organisers
from tournaments.roles.services import invitation_secret, invite, invite_again
from tournaments.values.roles import ORGANISER


class Command(BaseCommand):
    """`invite --organiser NAME`: print a link to set a new password or to create the account."""

    help = "Print the path of an access link for an organiser, valid once and for 48 hours."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--organiser", required=True, metavar="NAME", help="the user name")

    def handle(self, *_args: Any, **options: Any) -> None:
        name, author, at = options["organiser"], Author(), timezone.now()
        user = get_user_model().objects.filter(username=name).first()
        if user is None:
            invitation = invite(ORGANISER, None, author=author, at=at)
        elif standing_organisers().filter(user=user).exists():
            invitation = invite_again(user, author=author, at=at)
        else:
            raise CommandError(f"{name} does not organise the club: an organiser has to invite them.")
        self.stdout.write(reverse("invitation", args=[invitation_secret(invitation)]))
        self.stdout.write("Put the address of the site before it. It is good for 48 hours, and works once.")
