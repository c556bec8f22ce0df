"""Options that a club sets for all formats: withdrawals, late entries, substitutes.

Stages drawn before an option existed use its default.
"""

from collections.abc import Mapping
from typing import cast

from scoring.game_parts.profile import Option, OptionValue, choice, number
from scoring.types import _
from tournaments.competition.correction_policies import Family

KEEP = "keep"
HALF = "half"
ANNUL = "annul"

WITHDRAWALS = choice(
    "leavers",
    _("If a team leaves"),
    "",
    {
        HALF: _(
            "With under half its matches played all are annulled; else they count and it forfeits the rest"
        ),
        KEEP: _("The matches played count, the opponents win the others by forfeit"),
        ANNUL: _("All its matches are annulled"),
    },
    about=_("When a team goes home before the end, so that the standings stay fair."),
)
WITHDRAWALS_OF_ROUNDS = choice(
    WITHDRAWALS.key, WITHDRAWALS.label, "", WITHDRAWALS.choices, KEEP, about=WITHDRAWALS.about
)
LATE_UNTIL = number(
    "late_until", _("Teams may still enter until round"), "", 2, range(31),
    about=_("Who comes late plays from the next round on."), zero=_("nobody comes late"),
)  # fmt: skip
SUBSTITUTES = number(
    "substitutes", _("Substitutes of a team"), "", 1, range(11),
    about=_("How many players of a team may be replaced by somebody who is in no other."), zero=_("none"),
)  # fmt: skip
SUBSTITUTES_UNTIL = number(
    "substitutes_until", _("Substitutes until round"), "", 0, range(31),
    about=_("After it nobody is replaced any more."), zero=_("to the end"),
)  # fmt: skip

_OF_ROUNDS = (WITHDRAWALS_OF_ROUNDS, LATE_UNTIL, SUBSTITUTES, SUBSTITUTES_UNTIL)

# The club options of each family. Brackets have no option for withdrawals and late entries: played matches
# always count, and nobody enters late.
HOUSE: Mapping[Family, tuple[Option, ...]] = {
    Family.FIXED: (WITHDRAWALS, SUBSTITUTES, SUBSTITUTES_UNTIL),
    Family.BY_SCORE: _OF_ROUNDS,
    Family.BY_PLACE: _OF_ROUNDS,
    Family.WINNERS: (SUBSTITUTES, SUBSTITUTES_UNTIL),
}


def withdrawals_policy(options: Mapping[str, OptionValue], family: Family) -> str:
    """Return the policy for the matches of a team that leaves: keep, half or annul (see `roster.py`)."""
    return cast(str, _chosen(options, family, WITHDRAWALS.key, KEEP))


def house_number(options: Mapping[str, OptionValue], family: Family, option: Option) -> int:
    """Return the value of a numeric club option, or its default; 0 if the family has no such option."""
    return cast(int, _chosen(options, family, option.key, 0))


def _chosen(
    options: Mapping[str, OptionValue], family: Family, key: str, otherwise: OptionValue
) -> OptionValue:
    usual = next((option.default for option in HOUSE[family] if option.key == key), otherwise)
    return options.get(key, usual)
