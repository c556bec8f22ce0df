"""Rules of the visibility switches: the URLs that each switch closes to the public, and unknown switches."""

import pytest

from scoring.types import BadSetup
from tournaments.values.visibility import ALWAYS_OPEN, CLOSED_WITH, PageSwitch, check_closed, is_open


@pytest.mark.parametrize(
    ("closed", "address", "opened"),
    [
        ([], "standings", True),
        (["standings"], "standings", False),
        (["standings"], "standings_csv", False),
        (["standings"], "rounds", True),
        (["standings"], "poster", False),
        (["bracket"], "poster", False),
        (["bracket", "standings"], "tournament", True),
        (list(PageSwitch), "preview", True),
        (["teams"], "team", False),
        (["sheets"], "cards_page", False),
        (["tables"], "team_calendar", False),
    ],
)  # fmt: skip
def test_url_is_hidden_by_the_visibility_switch_of_its_page(
    closed: list[str], address: str, opened: bool
) -> None:
    assert is_open(closed, address) is opened


def test_every_visibility_switch_hides_a_url_but_none_hides_the_front_page() -> None:
    assert set().union(*CLOSED_WITH.values()) == set(PageSwitch)
    assert ALWAYS_OPEN.isdisjoint(CLOSED_WITH)


@pytest.mark.parametrize(
    ("sent", "stored_pages"),
    [([], []), (["wall", "bracket", "wall"], ["bracket", "wall"]), ([*reversed(PageSwitch)], [*PageSwitch])],
)
def test_hidden_pages_are_stored_without_duplicates_in_a_fixed_order(
    sent: list[str], stored_pages: list[str]
) -> None:
    assert check_closed(sent) == stored_pages


@pytest.mark.parametrize("sent", [["front"], ["bracket", "BRACKET"], [""], ["x" * 500]])
def test_error_for_an_unknown_page_names_the_field(sent: list[str]) -> None:
    with pytest.raises(BadSetup) as refused:
        check_closed(sent)
    assert [(each.code, each.where) for each in refused.value.problems] == [("unknown_page", "/closed_pages")]
