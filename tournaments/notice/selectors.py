"""Queries for the notice of a tournament and for the version of the privacy text."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Max
from django.utils import timezone

from tournaments.models import Notice, PrivacyText, RegulationsFile, Tournament
from tournaments.notice.rules import FIELDS, as_memory

# Without a text of the club, the default text is version 1.
USUAL_VERSION = 1


def notice_of(tournament: Tournament) -> Notice | None:
    """Return the notice of a tournament, or None. No query if the notice was already fetched."""
    try:
        return tournament.notice
    except ObjectDoesNotExist:
        return None


def privacy_version() -> int:
    """Return the version of the privacy text that applicants have to accept. One query."""
    return PrivacyText.objects.aggregate(last=Max("version"))["last"] or USUAL_VERSION


def regulations_of(notice: Notice) -> RegulationsFile | None:
    """Return the regulations without the file's content, or None if there are none. At most one query."""
    if not notice.regulations:
        return None
    return RegulationsFile.objects.defer("data").filter(name=notice.regulations).first()


def values_of(notice: Notice | None) -> dict[str, Any]:
    """Return the values of a notice by field, or the default values if there is no notice."""
    standing = notice or Notice()
    return {key: getattr(standing, key) for key in FIELDS}


def remember_notice(tournament: Tournament) -> dict[str, Any] | None:
    """Return the values of the notice for a later tournament; None if there is no notice."""
    notice = notice_of(tournament)
    if notice is None:
        return None
    memory = as_memory(values_of(notice), tournament.starts_at, timezone.get_default_timezone())
    return memory | {"regulations": notice.regulations}
