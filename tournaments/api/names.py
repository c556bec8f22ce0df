"""Names that are forgotten after a time, as the API reads and says them."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from scoring.sheet.serializers import (
    FLAG,
    MAYBE_NUMBER,
    TEXT,
    StrictSerializer,
    WholeNumber,
    YesNo,
    listed,
    record,
)
from tournaments.models import Person
from tournaments.rules.retention import Terms
from tournaments.selectors.retention import Due
from tournaments.web.api.shapes import DATE, ID

RETENTION = record(
    years=MAYBE_NUMBER,
    due=listed(record(id=ID, name=TEXT, on=DATE)),
    staying=listed(record(id=ID, name=TEXT)),
)
STAYING = record(id=ID, name=TEXT, stays=FLAG)


class RetentionIn(StrictSerializer):
    """After how many years names are forgotten; null for never."""

    years: serializers.IntegerField = WholeNumber(allow_null=True)


class StayIn(StrictSerializer):
    """Whether the owner of a name has asked that it stays."""

    stays = YesNo()


def retention_answer(terms: Terms | None, due: Sequence[Due], staying: Sequence[Person]) -> dict[str, Any]:
    """The time, who is due within a month, and who has asked to stay: the names as they were written."""
    return {
        "years": terms and terms.years,
        "due": [
            {"id": str(each.person.pk), "name": each.person.written_name, "on": each.day.isoformat()}
            for each in due
        ],
        "staying": [{"id": str(person.pk), "name": person.written_name} for person in staying],
    }


def staying_answer(person: Person) -> dict[str, Any]:
    """One person: whether their name stays."""
    return {"id": str(person.pk), "name": person.written_name, "stays": bool(person.stays_since)}
