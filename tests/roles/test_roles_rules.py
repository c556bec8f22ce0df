"""Tests of the rules of roles: included roles, scope of one tournament, and limits of API tokens."""

from uuid import UUID

import pytest
from hypothesis import given, strategies as st

from tournaments.values.roles import INCLUDES, ROLES, Holding, narrowed_to, roles_at, strongest

PLACES = (None, UUID(int=1), UUID(int=2))
holdings = st.builds(Holding, st.sampled_from(ROLES), st.sampled_from(PLACES))


@given(st.lists(holdings, max_size=4), holdings)
def test_token_never_has_more_permissions_than_its_owner(
    owner_holdings: list[Holding], scope: Holding
) -> None:
    for place in PLACES:
        mine = {role for owner_role in roles_at(owner_holdings, place) for role in INCLUDES[owner_role]}
        assert roles_at(narrowed_to(scope, owner_holdings), place) <= mine & {scope.role}


@given(st.lists(holdings, max_size=4), holdings)
def test_token_for_one_tournament_gives_no_access_to_another_tournament(
    owner_holdings: list[Holding], scope: Holding
) -> None:
    for place in PLACES:
        if scope.tournament not in (None, place):
            assert roles_at(narrowed_to(scope, owner_holdings), place) == frozenset()


@given(st.lists(holdings, max_size=4))
def test_token_without_a_scope_has_all_roles_of_its_owner(owner_holdings: list[Holding]) -> None:
    assert narrowed_to(None, owner_holdings) == tuple(owner_holdings)


@pytest.mark.parametrize("role", ROLES)
def test_role_is_limited_to_its_tournament_unless_it_has_no_tournament(role: str) -> None:
    assert roles_at([Holding(role)], PLACES[1]) == {role}
    assert roles_at([Holding(role)], None) == {role}
    assert roles_at([Holding(role, PLACES[1])], PLACES[2]) == frozenset()
    assert roles_at([Holding(role, PLACES[1])], None) == frozenset()


def test_strongest_role_of_a_user_is_returned() -> None:
    assert strongest({"door", "director"}) == "director"
    assert strongest(set()) == ""
