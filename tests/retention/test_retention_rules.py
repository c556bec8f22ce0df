"""Rules of the retention period: the day on which a name is erased."""

from datetime import date

import pytest

from tournaments.retention.rules import PersonFacts, RetentionTerms, due_on, years_after

LONG_AGO = date(2020, 1, 1)
ENTRY_DAY = date(2021, 5, 1)


@pytest.mark.parametrize(
    ("facts", "terms", "day"),
    [
        pytest.param(
            PersonFacts(ENTRY_DAY, over=[date(2023, 12, 20)]),
            RetentionTerms(3, LONG_AGO),
            date(2026, 12, 20),
            id="one",
        ),
        pytest.param(
            PersonFacts(ENTRY_DAY, over=[date(2023, 12, 20), date(2022, 1, 1), date(2024, 2, 2)]),
            RetentionTerms(3, LONG_AGO),
            date(2027, 2, 2),
            id="the last of several counts",
        ),
        pytest.param(
            PersonFacts(ENTRY_DAY, over=[None]), RetentionTerms(1, LONG_AGO), None, id="still to be played"
        ),
        pytest.param(
            PersonFacts(ENTRY_DAY, over=[date(2022, 1, 1), None]),
            RetentionTerms(1, LONG_AGO),
            None,
            id="one of two is open",
        ),
        pytest.param(
            PersonFacts(ENTRY_DAY), RetentionTerms(2, LONG_AGO), date(2023, 5, 1), id="in none: since written"
        ),
        pytest.param(
            PersonFacts(ENTRY_DAY, stays=True), RetentionTerms(1, LONG_AGO), None, id="asked to stay, in none"
        ),
        pytest.param(
            PersonFacts(ENTRY_DAY, stays=True, over=[date(2022, 1, 1)]),
            RetentionTerms(1, LONG_AGO),
            None,
            id="asked to stay",
        ),
        pytest.param(
            PersonFacts(ENTRY_DAY, over=[date(2022, 1, 1)]),
            RetentionTerms(1, date(2026, 11, 22)),
            date(2026, 12, 22),
            id="the time is new: announced for a month",
        ),
        pytest.param(
            PersonFacts(date(2026, 11, 1), over=[date(2019, 1, 1)]),
            RetentionTerms(5, LONG_AGO),
            date(2026, 12, 1),
            id="an old tournament came from elsewhere this month",
        ),
        pytest.param(
            PersonFacts(ENTRY_DAY, over=[date(2024, 2, 29)]),
            RetentionTerms(1, LONG_AGO),
            date(2025, 3, 1),
            id="29 February",
        ),
    ],
)
def test_day_of_erasure_depends_on_the_last_tournament_and_the_period(
    facts: PersonFacts, terms: RetentionTerms, day: date | None
) -> None:
    assert due_on(facts, terms) == day


def test_retention_period_that_starts_on_a_leap_day_ends_on_a_leap_day_in_a_leap_year() -> None:
    assert years_after(date(2024, 2, 29), 4) == date(2028, 2, 29)
