"""Management command `createsuperuser`: create an organiser on the command line."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.management.commands import createsuperuser
from django.db import transaction
from django.utils import timezone

from scoring.sheet.services.log import Author
from tournaments.roles.services import give_role
from tournaments.values.roles import ORGANISER


class Command(createsuperuser.Command):
    """Variant of Django's `createsuperuser` that gives the new account the role of an organiser."""

    def handle(self, *args: Any, **options: Any) -> None:
        superusers = get_user_model().objects.filter(is_superuser=True)
        with transaction.atomic():
            before = set(superusers.values_list("pk", flat=True))
            super().handle(*args, **options)
            for user in superusers.exclude(pk__in=before):
                give_role(user, ORGANISER, author=Author(user.pk), at=timezone.now())
