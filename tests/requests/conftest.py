"""What the tests of requests from home have in common."""

import pytest
from django.test import Client


@pytest.fixture
def client() -> Client:
    """Somebody who reads English."""
    return Client(headers={"accept-language": "en"})
