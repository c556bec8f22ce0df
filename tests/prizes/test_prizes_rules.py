"""Prize rules: winners, division to the cent, invalid definitions."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, strategies as st

from scoring.types import BadEntry
from tournaments.competition.standings.final_places import spans
from tournaments.competition.standings.prize_kinds import PrizeAct, PrizeFor
from tournaments.competition.types import EntrantId
from tournaments.prizes.rules import (
    MOST_VALUE,
    FinalPlaces,
    PrizeMark,
    PrizeTerms,
    assigned_to,
    check_terms,
    handed_over,
    missing_place,
    shares,
    split,
    winners,
)

PLACE, GROUP, CATEGORY = PrizeFor


def standing(**places: int) -> Mapping[EntrantId, Any]:
    return spans({EntrantId(entrant): place for entrant, place in places.items()})


KNOCKOUT = FinalPlaces(standing(a=1, b=2, c=3, d=3, e=5, f=5, g=5, h=5), {}, 8, {})
GROUPS = FinalPlaces(
    standing(a=1, x=2, b=3, y=3),
    {"A": standing(a=1, b=2), "B": standing(x=1, y=1)},
    4,
    {"A": 2, "B": 2},
)
PLAYING = FinalPlaces({}, {}, 8, {"A": 4, "B": 4})
BEFORE = FinalPlaces({}, {})


@pytest.mark.parametrize(
    ("terms", "places", "expected"),
    [
        pytest.param(PrizeTerms("Vino", PLACE, 1), KNOCKOUT, "a", id="the champions"),
        pytest.param(PrizeTerms("Vino", PLACE, 3), KNOCKOUT, "cd", id="two thirds share that of the third"),
        pytest.param(PrizeTerms("Vino", PLACE, 4), KNOCKOUT, "cd", id="and that of the fourth"),
        pytest.param(PrizeTerms("Vino", PLACE, 8), KNOCKOUT, "efgh", id="those of the quarter-finals"),
        pytest.param(PrizeTerms("Vino", PLACE, 9), KNOCKOUT, "", id="there is no ninth"),
        pytest.param(PrizeTerms("Vino", GROUP, 2, "A"), GROUPS, "b", id="the second of a group"),
        pytest.param(PrizeTerms("Vino", GROUP, 1, "B"), GROUPS, "xy", id="two first in a group"),
        pytest.param(PrizeTerms("Vino", GROUP, 1, "C"), GROUPS, "", id="there is no such group"),
        pytest.param(PrizeTerms("Vino", CATEGORY, None, "", "I più anziani"), KNOCKOUT, "", id="by hand"),
        pytest.param(PrizeTerms("Vino", PLACE, 1), PLAYING, "", id="nobody before the end"),
    ],
)
def test_winners_of_a_prize_follow_the_standings(
    terms: PrizeTerms, places: FinalPlaces, expected: str
) -> None:
    assert "".join(winners(terms, places)) == expected


@pytest.mark.parametrize(
    ("terms", "places", "code"),
    [
        pytest.param(PrizeTerms("Vino", PLACE, 9), KNOCKOUT, "There is no place", id="over: no such place"),
        pytest.param(PrizeTerms("Vino", PLACE, 9), PLAYING, "There is no place", id="drawn: no such place"),
        pytest.param(PrizeTerms("Vino", PLACE, 9), BEFORE, None, id="before the draw nobody knows"),
        pytest.param(PrizeTerms("Vino", PLACE, 8), KNOCKOUT, None, id="the last place"),
        pytest.param(PrizeTerms("Vino", GROUP, 1, "Z"), GROUPS, "There is no group", id="no such group"),
        pytest.param(PrizeTerms("Vino", GROUP, 1, "A"), KNOCKOUT, "no groups", id="no groups at all"),
        pytest.param(PrizeTerms("Vino", GROUP, 3, "A"), GROUPS, "There is no place", id="beyond the group"),
        pytest.param(PrizeTerms("Vino", CATEGORY, None, "", "X"), KNOCKOUT, None, id="a category"),
    ],
)
def test_nonexistent_place_or_group_of_a_prize_is_reported_with_the_reason(
    terms: PrizeTerms, places: FinalPlaces, code: str | None
) -> None:
    sentence = missing_place(terms, places)
    assert (sentence is None) if code is None else (sentence is not None and code in sentence.text)


@pytest.mark.parametrize(
    ("terms", "codes"),
    [
        pytest.param(PrizeTerms("", PLACE, 1), ["prize_text_missing"], id="no text"),
        pytest.param(PrizeTerms("x" * 121, PLACE, 1), ["prize_text_too_long"], id="too long"),
        pytest.param(PrizeTerms("Vino", PLACE), ["prize_place_missing"], id="for no place"),
        pytest.param(PrizeTerms("Vino", PLACE, 0), ["prize_place_missing"], id="place 0"),
        pytest.param(PrizeTerms("Vino", PLACE, 513), ["prize_place_missing"], id="beyond every tournament"),
        pytest.param(PrizeTerms("Vino", PLACE, 9), ["no_such_place"], id="beyond this one"),
        pytest.param(PrizeTerms("Vino", GROUP, 1), ["prize_group_missing"], id="in no group"),
        pytest.param(PrizeTerms("Vino", CATEGORY), ["prize_category_missing"], id="for nobody"),
        pytest.param(PrizeTerms("Vino", PLACE, 1, value=0), ["prize_value_range"], id="worth nothing"),
        pytest.param(PrizeTerms("Vino", PLACE, 1, value=10**12), ["prize_value_range"], id="worth a million"),
        pytest.param(PrizeTerms("Vino", PLACE, 1, is_money=True), ["prize_money_missing"], id="no money"),
        pytest.param(PrizeTerms("", GROUP, None), ["prize_text_missing", "prize_place_missing"], id="two"),
    ],
)
def test_error_for_an_invalid_prize_names_the_field(terms: PrizeTerms, codes: list[str]) -> None:
    with pytest.raises(BadEntry) as refused:
        check_terms(terms, KNOCKOUT)
    assert [problem.code for problem in refused.value.problems][: len(codes)] == codes
    assert refused.value.code == codes[0]


def test_prize_fields_that_do_not_apply_are_dropped() -> None:
    terms = PrizeTerms("Vino", PLACE, 1, group="A", category="I più anziani")
    assert check_terms(terms, KNOCKOUT) == PrizeTerms("Vino", PLACE, 1)
    terms = PrizeTerms("Vino", CATEGORY, 1, group="A", category="I più anziani")
    assert check_terms(terms, KNOCKOUT) == PrizeTerms("Vino", CATEGORY, None, "", "I più anziani")


@given(cents=st.integers(1, MOST_VALUE), count=st.integers(1, 512))
def test_shares_of_prize_money_add_up_and_the_first_winners_get_the_remaining_cents(
    cents: int, count: int
) -> None:
    parts = split(cents, count)
    assert sum(parts) == cents
    assert parts == sorted(parts, reverse=True)
    assert parts[0] - parts[-1] in (0, 1)


@given(
    places=st.lists(st.integers(1, 40), min_size=1, max_size=40),
    values=st.lists(st.integers(1, MOST_VALUE), min_size=1, max_size=40),
)
def test_no_cent_of_a_prize_is_lost_or_paid_twice(places: list[int], values: list[int]) -> None:
    """Each prize for an existing place is divided completely among the teams that share the place."""
    ranks = sorted(places)
    level = {EntrantId(str(number)): ranks.index(place) + 1 for number, place in enumerate(ranks)}
    final_places = FinalPlaces(spans(level), {}, len(level), {})
    for place, value in enumerate(values, start=1):
        terms = PrizeTerms("Buono", PLACE, place, is_money=True, value=value)
        paid = [each.cents or 0 for each in shares(terms, winners(terms, final_places))]
        assert sum(paid) == (value if place <= len(level) else 0)


def test_shares_of_a_prize_in_goods_have_no_amount() -> None:
    terms = PrizeTerms("Prosciutto", PLACE, 3, value=4800)
    assert [each.cents for each in shares(terms, winners(terms, KNOCKOUT))] == [None, None]


HAND, BACK, GIVE = PrizeAct.HAND_OVER, PrizeAct.TAKE_BACK, PrizeAct.ASSIGN


@pytest.mark.parametrize(
    ("marks", "owner", "handed"),
    [
        pytest.param([], None, {}, id="nothing happened"),
        pytest.param([(GIVE, "a")], "a", {}, id="given by hand"),
        pytest.param([(GIVE, "a"), (GIVE, "b")], "b", {}, id="to another"),
        pytest.param([(GIVE, "a"), (GIVE, None)], None, {}, id="to nobody again"),
        pytest.param([(HAND, "a", 50)], None, {"a": 50}, id="handed over"),
        pytest.param([(HAND, "a"), (BACK, "a")], None, {}, id="and back"),
        pytest.param([(HAND, "a"), (HAND, "b"), (BACK, "a")], None, {"b": None}, id="one of two"),
    ],
)
def test_assigned_team_and_shares_already_handed_over_are_computed_from_the_prize_actions(
    marks: list[tuple[Any, ...]], owner: str | None, handed: dict[str, int | None]
) -> None:
    prize_marks = [PrizeMark(*each) for each in marks]
    assert (assigned_to(prize_marks), handed_over(prize_marks)) == (owner, handed)
