"""Fixtures for the tests of entry requests."""

import pytest
from django.test import Client


@pytest.fixture
def client() -> Client:
    """Return a test client that requests English pages."""
    return Client(headers={"accept-language": "en"})
