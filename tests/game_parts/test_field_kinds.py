"""How a field is asked for: what is left out means the plain case (COM-6)."""

from scoring.game_parts import field_kinds


def test_numbers_are_shared_by_the_sides_unless_others_are_named() -> None:
    assert field_kinds.Shares(lambda _profile: 70).owners == ()


def test_a_declaration_is_made_in_a_suit_unless_it_says_otherwise() -> None:
    """MNA-DECL-1, MNA-DECL-5."""
    assert field_kinds.DeclarationKind("k", "l").needs_suit is True


def test_what_no_screen_asks_for_is_one_of_the_ways_to_ask() -> None:
    assert isinstance(field_kinds.NOT_ASKED, field_kinds.NotAsked)
