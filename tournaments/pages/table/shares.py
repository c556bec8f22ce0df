"""What a page shows where numbers that make a fixed sum are asked for (COM-6): one fills itself in."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.game_parts import field_kinds as asked
from scoring.game_parts.fields import turned_key
from scoring.sentences import Sentence
from scoring.sheet.rules.hand import Field
from scoring.translation import say
from scoring.types import Problem
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.choices import chosen_dealer
from tournaments.pages.table.draft import Draft
from tournaments.pages.table.inputs import field_inputs
from tournaments.pages.table.preview import Opening
from tournaments.pages.table.turned import gain_pattern
from tournaments.pages.table.words import gain


class Owner(NamedTuple):
    """Whose number it is: its place, the words, and the side with its mark where there is one."""

    place: int
    heading: str
    side: int | None
    mark: str


def owners_of(here: AtTable, shares: asked.Shares) -> list[Owner]:
    """Return who the numbers belong to, in the order shown: the sides, ours first, or those named."""
    if shares.owners:
        return [Owner(place, say(Sentence(name)), None, "") for place, name in enumerate(shares.owners)]
    return [Owner(who.side, who.heading, who.side, who.mark) for who in here.words]


def shares(
    here: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """The numbers side by side; a sum that need not be written is a check, and a stepper asks one for it."""
    wanted: asked.Shares = field.asked  # type: ignore[assignment]
    total, names = wanted.total(opening.profile), field_inputs(opening.profile, field)
    typed = [draft.given(name) for name in names]
    boxes = [_box(owner, names, typed, total) for owner in owners_of(here, wanted)]
    shown = {"key": field.key, "total": total, "boxes": boxes, "look": "shared"}
    if not field.required:
        return {**shown, "look": "stepper" if len(boxes) == 2 else "shared"}
    even = opening.card_game.even_split if len(boxes) == 2 and not wanted.owners else None
    half = even or (None if wanted.owners else total // len(boxes))
    keypad = {"half": half, "all": total, "swap": True}
    return {**shown, "keypad": keypad, "even": even, **(_weighed(here, opening, draft, boxes, even, total))}


def _box(owner: Owner, names: Sequence[str], typed: Sequence[str], total: int) -> dict[str, Any]:
    value, others = typed[owner.place], [*typed[: owner.place], *typed[owner.place + 1 :]]
    left = total - sum(map(int, others)) if all(text.isdecimal() for text in others) else -1
    derived = left if not value and 0 <= left <= total else None
    return {"who": owner, "name": names[owner.place], "value": value, "derived": derived}


def _weighed(
    here: AtTable,
    opening: Opening,
    draft: Draft,
    boxes: list[dict[str, Any]],
    even: int | None,
    total: int,
) -> dict[str, Any]:
    """What is above the even split goes to who made it (MAR-SCORE-2): the sum, shown as it is done."""
    if even is None:
        return {}
    counted = _counted(opening, draft)
    shown: dict[str, Any] = {
        "spoken": _("%(ours)d to %(theirs)d").replace("%(ours)d", "{ours}").replace("%(theirs)d", "{theirs}"),
        "before": ",".join(map(str, counted)),
        "gains": [gain_pattern(who) for who in sorted(here.words, key=lambda who: who.side)],
    }
    ours = _whole(boxes[0])
    if ours is None or ours > total:
        return {**shown, "ours": None}
    made = {boxes[0]["who"].side: ours, boxes[1]["who"].side: total - ours}
    side = max(made, key=lambda each: made[each])
    points, who = made[side] - even, here.word(side)
    then = {"was": counted[side], "then": counted[side] + points}
    return {
        **shown,
        "ours": ours,
        "above": points,
        "points": made[side],
        "who": who,
        "gain": gain(points, who),
        **then,
    }


def _counted(opening: Opening, draft: Draft) -> tuple[int, ...]:
    """Return the score once the turned card is on it, before the count."""
    dealer = chosen_dealer(opening, draft)
    rank = draft.given(f"{turned_key(opening.card_game)}_rank")
    if dealer is None:
        return opening.before
    side, points = opening.profile.side(dealer), opening.turned_points(dealer, rank)
    return tuple(score + (points if each == side else 0) for each, score in enumerate(opening.before))


def _whole(box: dict[str, Any]) -> int | None:
    value = box["value"] or box["derived"]
    return int(value) if value is not None and str(value).isdecimal() else None
