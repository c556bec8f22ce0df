"""What was declared in the play, beside what stands on the sheet: the two say the same, one maybe more.

Must not know what a declaration is worth or when it may be made.
"""

from collections.abc import Sequence
from dataclasses import replace

from scoring.cards.tricks import Trick
from scoring.game_parts.card_game import Check
from scoring.game_parts.declarations import Declaration, Declared
from scoring.rules.referee import Case
from scoring.sentences import _, sentence
from scoring.sheet.rules.hand import Hand
from scoring.sheet.rules.profile import Profile
from scoring.types import Finding


def spoken(play: tuple[Trick, ...]) -> tuple[Declaration, ...]:
    """Return what was declared in the play, in order."""
    return tuple(declaration for trick in play for declaration in trick.declared)


def not_as_spoken(
    case: Case, written: tuple[Declaration, ...], said: tuple[Declaration, ...]
) -> Finding | None:
    """Return where the sheet has another declaration than was `said` in the play, or not as many."""
    for place, (mine, theirs) in enumerate(zip(written, said, strict=False)):
        if not _same(mine, theirs):
            return case.fault("not_as_declared", "count", _NOT_AS_DECLARED, f"/declarations/{place}")
    if len(written) != len(said):
        text = sentence(_HOW_MANY, played=len(said), written=len(written))
        return case.fault("not_as_declared", "count", text, "/declarations")
    return None


def beyond_a_limit(
    hand: Hand, profile: Profile, field: Declared, said: tuple[Declaration, ...], limits: Sequence[Check]
) -> Finding | None:
    """Ask what is asked of the sheet again of what was `said`: the play knows by whom and in which trick."""
    known = replace(hand, values={**hand.values, field.key: said})
    for limit in limits:
        finding = limit(known, profile)
        if finding and not limit(hand, profile):
            return finding
    return None


def _same(written: Declaration, said: Declaration) -> bool:
    """Whether they agree in all that both say."""
    pairs = zip(written, said, strict=True)
    return all(mine == theirs for mine, theirs in pairs if None not in (mine, theirs))


_NOT_AS_DECLARED = sentence(_("In the play something else was declared here. Look at who declared what."))
_HOW_MANY = _("By the play there are %(played)d declarations, but %(written)d are written.")
