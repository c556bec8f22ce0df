"""The declarations in a hand of Marianna: their values and limits (MNA-DECL, COP).

Shared by the games for two pairs in which King and Queen of a suit score and make trumps; in Latin packs the
Horse replaces the Queen.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from scoring.field_kinds.declarations import Declaration, DeclarationKind, declarations_field
from scoring.game_parts.declaration_limits import Options, each, only_played
from scoring.game_parts.fields import Check, Hand
from scoring.game_parts.profile import Profile
from scoring.referee.play import declarations_in_play
from scoring.types import Finding, Scores, Sentence, _, sentence, together

MARIANNA, MARIANNINO, MARIANNONE, COPRI = "marianna", "mariannino", "mariannone", "copri"

KINDS = (
    DeclarationKind(MARIANNA, _("Marianna")),
    DeclarationKind(MARIANNINO, _("Mariannino"), needs_suit=False),
    DeclarationKind(MARIANNONE, _("Mariannone"), needs_suit=False),
    DeclarationKind(COPRI, _("Mi copri")),
)
COMBINATIONS = (MARIANNINO, MARIANNONE)
# Declarations that make trumps; each suit allows one of the two.
MARRIAGES = (MARIANNA, COPRI)
# MNA-DECL-5, COP-1: declarations with a fixed value, independent of their order.
FIXED = {MARIANNINO: 250, MARIANNONE: 500, COPRI: 20}
LABELS: Mapping[str, str] = {kind.key: kind.label for kind in KINDS}

DECLARATIONS = declarations_field(_("Declarations"), "MNA-DECL-1", KINDS)

# Returns the values of the first, second … marianna of a hand.
Values = Callable[[Profile], Sequence[int]]


def worths(declared: Sequence[Declaration], profile: Profile, values: Sequence[int]) -> Iterator[int]:
    """Yield the value of each declaration; mariannas are valued by their position (MNA-DECL-1, COP-2).

    A profile may leave covered marriages out of this numbering. In Cinquecento they are always included,
    because they set trumps.
    """
    counting = MARRIAGES if profile.options.get("copri_counts", True) else (MARIANNA,)
    counted = 0
    for declaration in declared:
        yield FIXED[declaration.kind] if declaration.kind in FIXED else values[counted]
        counted += declaration.kind in counting


def declared_points(declared: tuple[Declaration, ...], profile: Profile, values: Sequence[int]) -> Scores:
    """Return the points that each side has scored by declarations (MNA-SCORE-1)."""
    points = [0] * profile.sides
    for declaration, worth in zip(declared, worths(declared, profile, values), strict=True):
        points[declaration.side] += worth
    return tuple(points)


OFF: Options = {
    MARIANNINO: ("mariannino", False, "MNA-DECL-5"),
    MARIANNONE: ("mariannone", "off", "MNA-DECL-5"),
    COPRI: ("copri", False, "COP-1"),
}

# MNA-DECL-5, COP-1: checks that the profile allows these kinds of declarations.
played_here = only_played(DECLARATIONS, OFF)


def combination_once(hand: Hand, _profile: Profile) -> Finding | None:
    """Check that a hand has at most one mariannino and one mariannone (MNA-DECL-5)."""
    kinds: set[str] = set()
    for at, declaration in each(hand, DECLARATIONS):
        if declaration.kind in COMBINATIONS and declaration.kind in kinds:
            text = sentence(_("There is only one %(kind)s in a hand."), kind=_named(declaration))
            return Finding("combination_twice", "MNA-DECL-5", text, at)
        kinds.add(declaration.kind)
    return None


def copri_before_trumps(hand: Hand, _profile: Profile) -> Finding | None:
    """Check that marriages are covered only before the trick that sets trumps (COP-1, COP-2)."""
    marriage: Declaration | None = None
    for at, declaration in each(hand, DECLARATIONS):
        if declaration.kind == COPRI and marriage:
            return Finding("covered_after_trumps", "COP-2", AFTER_TRUMPS, at)
        covering = marriage and marriage.kind == COPRI and marriage.trick
        if declaration.kind == MARIANNA and covering and covering == declaration.trick:
            return Finding("trumps_while_covering", "COP-1", _WHILE_COVERING, at)
        marriage = declaration if declaration.kind in MARRIAGES else marriage
    return None


def once_a_turn(hand: Hand, profile: Profile) -> Finding | None:
    """Check that no player declares two mariannas in the same trick (MNA-DECL-3)."""
    mariannas: list[Declaration] = []
    for at, declaration in each(hand, DECLARATIONS):
        if declaration.kind != MARIANNA or declaration.trick is None:
            continue
        same = [one for one in mariannas if (one.trick, one.side) == (declaration.trick, declaration.side)]
        again = declaration.player is not None and declaration.player in {one.player for one in same}
        if again or len(same) >= profile.seats // profile.sides:
            return Finding("two_in_a_trick", "MNA-DECL-3", TWO_IN_A_TRICK, f"{at}/trick")
        mariannas.append(declaration)
    return None


def combination_apart(hand: Hand, _profile: Profile) -> Finding | None:
    """Check that a combination is the only declaration in its trick (MNA-DECL-5).

    A combination is a mariannino or a mariannone. The declaring player holds all Queens or all Kings, so
    nobody else can have declared in that trick. Covered marriages are not checked.
    """
    kinds: dict[int, set[str]] = {}
    for at, declaration in each(hand, DECLARATIONS):
        if declaration.kind == COPRI or declaration.trick is None:
            continue
        other_kinds = kinds.setdefault(declaration.trick, set()) - {declaration.kind}
        if other_kinds.intersection(COMBINATIONS) or (other_kinds and declaration.kind in COMBINATIONS):
            return Finding("combination_with_a_marianna", "MNA-DECL-5", _APART, f"{at}/trick")
        kinds[declaration.trick].add(declaration.kind)
    return None


def in_time(kinds: Sequence[str], rule: str, last: Callable[[Profile], int]) -> Check:
    """Return the check that declarations of the given kinds are made in trick `last` or earlier."""

    def late(hand: Hand, profile: Profile) -> Iterator[Finding]:
        for at, declaration in each(hand, DECLARATIONS):
            if declaration.kind in kinds and (declaration.trick or 0) > last(profile):
                text = sentence(_TOO_LATE, kind=_named(declaration), last=last(profile))
                yield Finding("declared_too_late", rule, text, f"{at}/trick")

    return lambda hand, profile: together(late(hand, profile))


def when_the_stock_is_gone(kind: str, last: int, finding: Finding) -> Check:
    """Return the check that asks for confirmation of a declaration of kind `kind` after trick `last`."""

    def check(hand: Hand, _profile: Profile) -> Finding | None:
        tricks = {
            (declaration.kind, declaration.suit): declaration.trick
            for declaration in declarations_in_play(hand.values.get("play") or ())
        }
        for at, declaration in each(hand, DECLARATIONS):
            trick = declaration.trick or tricks.get((declaration.kind, declaration.suit))
            if declaration.kind == kind and (trick or 0) > last:
                return finding._replace(at=at, level="warning")
        return None

    return check


def _named(declaration: Declaration) -> Sentence:
    return Sentence(LABELS[declaration.kind])


AFTER_TRUMPS = sentence(_("There were trumps already: a marriage of two partners scores nothing any more."))
_WHILE_COVERING = sentence(
    _("In this trick a marriage was covered: that needs a trick without trumps. Take one of the two away.")
)
TWO_IN_A_TRICK = sentence(_("Nobody declares twice in one trick. Look at who declared, and when."))
_APART = sentence(
    _("Mariannino and mariannone are each declared in a trick of their own. Look at who declared, and when.")
)
_TOO_LATE = _("%(kind)s is declared in trick %(last)d at the latest. This one scores nothing.")
