"""The notice of a tournament as it stands, and the version of the privacy text that holds now."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Max
from django.utils import timezone

from tournaments.models import Notice, PrivacyText, RegulationsFile, Tournament
from tournaments.notice.rules import FIELDS, as_memory

# Where no text is written, the usual one holds: it is version 1.
USUAL_VERSION = 1


def notice_of(tournament: Tournament) -> Notice | None:
    """Return the notice, or None: no query where the tournament was read with it."""
    try:
        return tournament.notice
    except ObjectDoesNotExist:
        return None


def privacy_version() -> int:
    """Return the version of the privacy text that a request has to agree to: one query."""
    return PrivacyText.objects.aggregate(last=Max("version"))["last"] or USUAL_VERSION


def regulations_of(notice: Notice) -> RegulationsFile | None:
    """Return the regulations without what is in the file: one query where there are any."""
    if not notice.regulations:
        return None
    return RegulationsFile.objects.defer("data").filter(name=notice.regulations).first()


def values_of(notice: Notice | None) -> dict[str, Any]:
    """Return what a notice says by its fields; without one, what an empty one says."""
    standing = notice or Notice()
    return {key: getattr(standing, key) for key in FIELDS}


def remember_notice(tournament: Tournament) -> dict[str, Any] | None:
    """Return the notice as the next tournament takes it over; None where there is none."""
    notice = notice_of(tournament)
    if notice is None:
        return None
    memory = as_memory(values_of(notice), tournament.starts_at, timezone.get_default_timezone())
    return memory | {"regulations": notice.regulations}
