"""How a field is asked for: what is left out means the plain case (COM-6)."""

from scoring.field_kinds.basic import Shares
from scoring.field_kinds.declarations import DeclarationKind


def test_numbers_are_shared_by_the_sides_unless_others_are_named() -> None:
    assert Shares(lambda _profile: 70).owners == ()


def test_a_declaration_is_made_in_a_suit_unless_it_says_otherwise() -> None:
    """MNA-DECL-1, MNA-DECL-5."""
    assert DeclarationKind("k", "l").needs_suit is True
