"""The API against its own description: whatever is sent, it never breaks and says what it refuses."""

from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, settings
from rest_framework.authtoken.models import Token
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from tests import builders
from tournaments.models import Job, Team

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]

api = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())


@schemathesis.serializer("application/zip")
def bytes_of(_context: schemathesis.SerializationContext, value: Any) -> bytes:
    """An archive is sent as it is: bytes of any kind."""
    return value if isinstance(value, bytes) else repr(value).encode()


@pytest.mark.django_db
@api.parametrize()
@settings(
    max_examples=15,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
def test_whatever_is_sent_the_api_does_not_break(case: schemathesis.Case, evening: dict[str, Any]) -> None:
    case.path_parameters |= {
        key: value for key, value in evening["path"].items() if key in case.path_parameters
    }
    case.call_and_validate(headers=evening["headers"], checks=CHECKS)


@pytest.fixture
def evening(db: None, kept_connection: None) -> dict[str, Any]:
    """A tournament that is being played, and who runs it."""
    tournament = builders.drawn_tournament(4)
    token = Token.objects.create(user=tournament.owner)
    path = {
        "slug": tournament.slug,
        "match_id": str(builders.match_of(tournament).pk),
        "job_id": str(Job.objects.filter(kind="draw").get().pk),
        "team_id": str(Team.objects.filter(tournament=tournament)[0].pk),
        "key": "mariglia",
        "game": 1,
        "hand": 1,
        "number": 1,
    }
    # nothing unpacks an answer on this way in: none is asked for
    headers = {"Authorization": f"Token {token.key}", "Accept-Encoding": "identity"}
    return {"path": path, "headers": headers}
