"""Limits on declarations, shared by several card games: once per suit, in order, only in certain tricks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from scoring.field_kinds.declarations import Declaration, Declarations, Declared
from scoring.game_parts.fields import Hand
from scoring.game_parts.profile import Profile
from scoring.types import Finding, Level, Sentence, _, sentence, together

Looked = Callable[[Hand, Profile], Finding | None]
# The first and the last trick in which declarations are allowed.
Tricks = Callable[[Profile], tuple[int, int]]


def each(hand: Hand, field: Declared) -> Iterator[tuple[str, Declaration]]:
    """Yield each declaration of a hand with its JSON Pointer."""
    declarations: tuple[Declaration, ...] = hand.get(field) or ()
    for place, declaration in enumerate(declarations):
        yield f"/{field.key}/{place}", declaration


def once_a_suit(field: Declared, rule: str, kinds: Sequence[str]) -> Looked:
    """Return the check that each suit is declared at most once by declarations of the given kinds."""

    def repeated(hand: Hand, profile: Profile) -> Iterator[Finding]:
        declared_suits: set[str | None] = set()
        for at, declaration in each(hand, field):
            if declaration.kind not in kinds:
                continue
            if declaration.suit in declared_suits:
                suit = Sentence(profile.pack.suits[str(declaration.suit)])
                yield Finding("suit_declared_twice", rule, sentence(_TWICE, suit=suit), at)
            declared_suits.add(declaration.suit)

    return lambda hand, profile: together(repeated(hand, profile))


# By kind of declaration: the option that excludes it, the value that does so, and the rule id.
Options = Mapping[str, tuple[str, object, str]]


def only_played(field: Declared, options: Options) -> Looked:
    """Return the check that the profile allows the kinds of all declarations."""
    labels = {kind.key: kind.label for kind in cast(Declarations, field.kind).kinds}

    def strange(hand: Hand, profile: Profile) -> Iterator[Finding]:
        for at, declaration in each(hand, field):
            option, off, rule = options.get(declaration.kind, ("", None, ""))
            if option and profile.options[option] == off:
                text = sentence(NOT_PLAYED, kind=Sentence(labels[declaration.kind]))
                yield Finding("declaration_not_played", rule, text, f"{at}/kind")

    return lambda hand, profile: together(strange(hand, profile))


def in_order(field: Declared, rule: str) -> Looked:
    """Return the check that the declarations are listed in the order of their tricks."""

    def check(hand: Hand, _profile: Profile) -> Finding | None:
        latest = 0
        for at, declaration in each(hand, field):
            if declaration.trick is not None and declaration.trick < latest:
                return Finding("declarations_out_of_order", rule, sentence(_ORDER), at)
            latest = max(latest, declaration.trick or 0)
        return None

    return check


def within(field: Declared, rule: str, tricks: Tricks, level: Level = "error") -> Looked:
    """Return the check that declarations were made in an allowed trick, if their trick is known."""

    def outside(hand: Hand, profile: Profile) -> Iterator[Finding]:
        first, last = tricks(profile)
        for at, declaration in each(hand, field):
            if declaration.trick is not None and not first <= declaration.trick <= last:
                text = sentence(_MOMENT, first=first, last=last)
                yield Finding("declared_too_late_or_early", rule, text, f"{at}/trick", level)

    return lambda hand, profile: together(outside(hand, profile))


NOT_PLAYED = _("%(kind)s is not played here. Take it away.")
_TWICE = _("The suit of %(suit)s was declared already: each suit counts once in a hand.")
_ORDER = _("Write the declarations in the order they were made: this one was before the last.")
_MOMENT = _("One may declare in tricks %(first)d to %(last)d. This declaration does not count.")
