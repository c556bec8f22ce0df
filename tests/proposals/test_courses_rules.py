"""Rules of tournament proposals: examples from the design, and properties that hold for random requests."""

import pytest
from hypothesis import given, settings, strategies as st

from tournaments.club.rules import Leg
from tournaments.competition.formats import FORMATS
from tournaments.proposals.rules.courses import MOST, SEVERAL_EVENINGS, EveningWish, Offer, Proposal, offer
from tournaments.proposals.rules.evening import MatchPace, MatchShare, course_of, usual_pace
from tournaments.tables.rules.match_hours import BETWEEN_MATCHES, MeasuredPace

THREE_HOURS = 180
A_MATCH = MatchPace(32)


def proposal(evening_offer: Offer, key: str) -> Proposal:
    return next(each for each in evening_offer.proposals if each.key == key)


@pytest.mark.parametrize(
    ("key", "name", "matches", "share", "end"),
    [
        ("groups", "Groups and semifinals", 27, MatchShare(3, 5), 160),
        ("consolation", "Bracket and consolation", 22, MatchShare(2, 4), 128),
        ("placing", "Bracket for every place", 32, MatchShare(4, 4), 128),
    ],
)
def test_proposals_for_16_pairs_at_8_tables_equal_the_examples_of_the_design(
    key: str, name: str, matches: int, share: MatchShare, end: float
) -> None:
    evening_proposal = proposal(offer(EveningWish(16, 8, THREE_HOURS, A_MATCH)), key)
    assert (
        evening_proposal.name.english(),
        evening_proposal.matches,
        evening_proposal.share,
        evening_proposal.end,
    ) == (name, matches, share, end)
    assert evening_proposal.rounds == tuple(32.0 * turn for turn in range(1, int(end) // 32 + 1))


def test_best_formats_are_proposed_and_other_formats_are_listed_with_their_end_time() -> None:
    evening_offer = offer(EveningWish(16, 8, THREE_HOURS, A_MATCH))
    assert [each.key for each in evening_offer.proposals] == ["groups", "consolation", "placing"]
    formats = {each.key: each for each in evening_offer.formats}
    assert (formats["double_knockout"].end, formats["double_knockout"].fits) == (256, False)
    assert formats["round_robin"].several_evenings
    assert formats["swiss"].fits
    assert dict(formats["swiss"].options) == {"rounds": 5}


def test_four_groups_of_three_are_proposed_for_12_pairs() -> None:
    groups = proposal(offer(EveningWish(12, 6, THREE_HOURS, A_MATCH)), "groups")
    assert groups.stages[0].named_options == {"groups": 4, "advance": 1}
    assert groups.reason.english().startswith("Four groups of three: 12 matches in 3 rounds")


def test_earliest_possible_end_time_is_returned_if_no_format_fits() -> None:
    evening_offer = offer(EveningWish(40, 2, 120, A_MATCH))
    assert not evening_offer.proposals
    assert evening_offer.quickest is not None
    assert evening_offer.quickest > 120
    assert all(not each.fits for each in evening_offer.formats)


wishes = st.builds(
    EveningWish,
    st.integers(3, 48),
    st.integers(1, 64),
    st.integers(30, 600),
    st.builds(MatchPace, st.floats(5, 90), st.sampled_from([0.0, 0.2, 0.5])),
    st.just(2),
    st.just(2),
)
nets = st.builds(
    EveningWish,
    st.integers(3, 40),
    st.integers(1, 20),
    st.integers(30, 400),
    st.just(A_MATCH),
    st.integers(3, 5),
    st.just(1),
)


@settings(max_examples=60, deadline=None)
@given(wish=wishes | nets)
def test_proposals_can_be_played_and_end_in_time(wish: EveningWish) -> None:
    evening_offer = offer(wish)
    assert len(evening_offer.proposals) <= MOST
    assert len({each.key for each in evening_offer.proposals}) == len(evening_offer.proposals)
    for each in evening_offer.proposals:
        assert 0 < each.end <= wish.minutes
        assert (
            each.end >= each.matches * wish.pace.minutes * (1 - 1.3 * wish.pace.spread) / wish.tables - 1e-6
        )
        assert 0 <= each.share.least <= each.share.most
        assert max(each.rounds) == pytest.approx(each.end, rel=0.05)
        assert all(FORMATS[stage.format].fits(wish.sides, wish.players_a_side) for stage in each.stages)
    for other in evening_offer.formats:
        assert other.refusal or other.end
        assert not (other.fits and other.several_evenings)
        assert other.several_evenings <= (other.end > SEVERAL_EVENINGS * wish.minutes)


@settings(max_examples=40, deadline=None)
@given(entrants=st.integers(2, 40), key=st.sampled_from(sorted(FORMATS)))
def test_matches_per_entrant_are_consistent_with_the_total_number_of_seats(entrants: int, key: str) -> None:
    form = FORMATS[key]
    sides = max(2, form.sides.start)
    leg = Leg(form, form.read_options({}), sides)
    if entrants < max(form.fewest, sides * form.partners):
        return
    course = course_of([leg], entrants)
    seats = len(course.steps) * sides * form.partners
    assert course.share.least * entrants <= seats <= course.share.most * entrants
    keys = {step.key for step in course.steps}
    assert all(before in keys for step in course.steps for before in step.before)


def test_placing_bracket_gives_every_entrant_the_same_number_of_matches() -> None:
    form = FORMATS["knockout"]
    options = form.read_options({"placing": True, "third_place": True})
    for rounds in range(1, 7):
        course = course_of([Leg(form, options, 2)], 2**rounds)
        assert course.share == MatchShare(rounds, rounds)


def test_more_tables_never_delay_the_end_if_all_matches_have_equal_length() -> None:
    ends = [offer(EveningWish(16, tables, 100_000, A_MATCH)).quickest or 0.0 for tables in range(1, 9)]
    assert ends == sorted(ends, reverse=True)


def test_usual_match_duration_is_computed_from_hands_and_games() -> None:
    alone = usual_pace(MeasuredPace((240,), ((5,),), 1))
    assert alone == MatchPace((5 * 240 + BETWEEN_MATCHES) / 60, 0)
    best_of_three = usual_pace(MeasuredPace((240,), ((5,), (5,), (5,)), 2))
    assert best_of_three.minutes == pytest.approx((12.5 * 240 + BETWEEN_MATCHES) / 60)
    assert best_of_three.spread > 0
    assert usual_pace(MeasuredPace((120, 360), ((3, 7),), 1)).spread > 0
