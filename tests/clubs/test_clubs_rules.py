"""Slugs and host names of additional clubs."""

import pytest

from scoring.types import BadSetup
from tournaments.clubs.rules import check_host, check_slug


@pytest.mark.parametrize("slug", ["bosa", "b", "circolo-2", "a" * 30])
def test_valid_slug_is_returned_unchanged(slug: str) -> None:
    assert check_slug(slug) == slug


@pytest.mark.parametrize(
    "slug",
    ["", "Bosa", "2bosa", "-bosa", "bosa-", "bo--sa", "bo_sa", "bo/sa", "../x", "bosa\n", "à", "a" * 31],
)
def test_invalid_slug_of_a_club_is_refused(slug: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        check_slug(slug)
    assert [(each.code, each.where) for each in refusal.value.problems] == [("club_slug", "/slug")]


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("bosa.lan", "bosa.lan"),
        (" Bosa.Example.ORG. ", "bosa.example.org"),
        ("bosa", "bosa"),
        ("x-1.it", "x-1.it"),
    ],
)
def test_host_name_is_returned_in_lower_case(host: str, name: str) -> None:
    assert check_host(host) == name


@pytest.mark.parametrize(
    "host",
    [
        "",
        "bosa.lan:8000",
        "http://bosa.lan",
        "bosa..lan",
        "-bosa.lan",
        "bosa_.lan",
        "*.lan",
        "10.0.0.7",
        "a" * 254,
    ],
)
def test_invalid_host_name_is_refused(host: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        check_host(host)
    assert refusal.value.code == "club_host"
