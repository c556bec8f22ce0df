"""The API of name retention: read and set the period, keep or erase a name."""

from typing import Any

import pytest

from tests.retention.test_desk_forgetting import due_within
from tournaments.models import Club, Person

pytestmark = pytest.mark.django_db

NAMES = "/api/v1/names/"


def test_retention_period_is_read_and_set(desk: Any) -> None:
    assert desk.get(NAMES).json() == {"years": None, "due": [], "staying": []}
    assert desk.patch(NAMES, {"years": 5}).json()["years"] == 5
    assert desk.patch(NAMES, {"years": None}).json()["years"] is None
    assert Club.objects.get().forget_after is None


def test_due_name_is_kept_or_erased_over_the_api(desk: Any) -> None:
    due_within(20)
    due = desk.get(NAMES).json()["due"]
    assert [each["name"] for each in due] == [
        "Anna Primu1",
        "Anna Primu2",
        "Bachisio Segundu1",
        "Bachisio Segundu2",
    ]
    first, second, *_other_ids = (each["id"] for each in due)
    due_name = {"id": first, "name": "Anna Primu1", "stays": True}
    assert desk.patch(f"{NAMES}{first}/", {"stays": True}).json() == due_name
    assert desk.delete(f"{NAMES}{second}/").status_code == 204
    assert desk.delete(f"{NAMES}{second}/").status_code == 204
    now = desk.get(NAMES).json()
    assert ([each["name"] for each in now["staying"]], len(now["due"])) == (["Anna Primu1"], 2)
    assert Person.objects.get(pk=second).name == "N. N."
    refused = desk.patch(f"{NAMES}{second}/", {"stays": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "name_erased")


@pytest.mark.parametrize(
    ("sent", "code", "where"),
    [
        pytest.param({"years": 4}, "unknown_time", "/years", id="no such time"),
        pytest.param({"years": "3"}, "invalid", "/years", id="no number"),
        pytest.param({}, "required", "/years", id="nothing"),
        pytest.param({"years": 3, "since": 1}, "unknown_field", "/since", id="unknown field"),
    ],
)
def test_api_error_for_an_invalid_period_names_the_field(
    desk: Any, sent: dict[str, Any], code: str, where: str
) -> None:
    refused = desk.patch(NAMES, sent)
    assert refused.status_code == 400
    assert [(each["code"], each["where"]) for each in refused.json()["problems"]] == [(code, where)]


def test_api_returns_404_for_an_unknown_person(desk: Any) -> None:
    nobody = "00000000-0000-4000-8000-000000000000"
    assert desk.patch(f"{NAMES}{nobody}/", {"stays": True}).status_code == 404
    assert desk.delete(f"{NAMES}{nobody}/").status_code == 404
