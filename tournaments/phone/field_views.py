"""What a page shows where a card is asked for, and what one that is turned does to the score at once."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.game_parts import field_kinds
from scoring.game_parts.card_game import CardGame, EntryStep, turned_key
from scoring.game_parts.fields import Field
from scoring.templatetags.suits import card_name, rank_name, suit_name
from scoring.translation import say
from scoring.types import Problem, Sentence
from tournaments.phone.access import AtTable
from tournaments.phone.draft import Draft
from tournaments.phone.inputs import field_inputs
from tournaments.phone.preview import Opening
from tournaments.phone.words import SideWords, gain


def dealer(
    table: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """Whose turn it is to deal is known after the first hand; anybody may still be chosen."""
    chosen, sides = chosen_dealer(opening, draft), opening.profile.sides
    rounds = range(opening.profile.seats // sides)
    seats = [
        _seat(table, words.side + sides * turn, chosen=chosen) for turn in rounds for words in table.words
    ]
    return {
        "name": field.key,
        "seats": seats,
        "known": opening.dealer is not None,
        "chosen": next((seat for seat in seats if seat["checked"]), None),
    }


def _seat(table: AtTable, seat: int, *, chosen: int | None) -> dict[str, Any]:
    words = table.word(table.view.profile.side(seat))
    name = table.view.names.get(seat, str(seat + 1))
    return {"seat": seat, "name": name, "words": words, "checked": seat == chosen}


def chosen_dealer(opening: Opening, draft: Draft) -> int | None:
    """Return who deals: as chosen, else whose turn it is."""
    said = draft.value("dealer")
    return int(said) if said.isdecimal() and int(said) < opening.profile.seats else opening.dealer


def side(
    table: AtTable, _opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """One of the sides, each with its mark."""
    return {"required": field.required, **_sides(table, draft, field.key)}


def _sides(table: AtTable, draft: Draft, name: str) -> dict[str, Any]:
    said = draft.value(name)
    return {"name": name, "sides": [{"words": who, "checked": str(who.side) == said} for who in table.words]}


def suit(
    _table: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """The four suits of the pack; one that need not be written may be left out again."""
    chosen = draft.value(field.key)
    return {
        "name": field.key,
        "required": field.required,
        "left_out": not chosen,
        "suits": suit_choices(opening, chosen),
        "deck": opening.profile,
    }


def suit_choices(opening: Opening, chosen: str) -> list[dict[str, Any]]:
    """Return the suits as they are chosen from."""
    return [
        {"letter": letter, "name": suit_name(letter, opening.profile), "checked": letter == chosen}
        for letter in suits_shown(opening.profile.pack.suits)
    ]


def suits_shown(suits: Mapping[str, str]) -> list[str]:
    """Return the suits in the order the buttons stand: red, red, black, black where there are colours."""
    return list(suits) if "B" in suits else sorted(suits, key="HDCS".find)


def number(
    _table: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """A number between the bounds that the rules set."""
    bounds: field_kinds.NumberKind = field.input_kind  # type: ignore[assignment]
    return {
        "name": field.key,
        "value": draft.value(field.key),
        "lowest": bounds.lowest(opening.profile),
        "highest": bounds.highest(opening.profile),
        "required": field.required,
    }


def claim(
    table: AtTable, _opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """Who claims, and what was counted so far."""
    most = field.input_kind.most  # type: ignore[union-attr]
    name = f"{field.key}_card_points"
    return {
        "key": field.key,
        "most": most,
        "claimant": _sides(table, draft, f"{field.key}_side"),
        "box": {"name": name, "value": draft.value(name)},
        "keypad": {},
    }


def card(
    table: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """Suit and rank are chosen in any order; the value beside each rank is the game's own."""
    rank, suit = (draft.value(name) for name in field_inputs(opening.profile, field))
    ranks = [_rank_choice(opening, letter, rank) for letter in opening.profile.ranks]
    turned = field.key == turned_key(opening.card_game)
    chosen = rank + suit if rank + suit in opening.profile.pack.cards else ""
    return {
        "key": field.key,
        "deck": opening.profile,
        "suits": suit_choices(opening, suit),
        "high": [choice for choice in ranks if choice["value"]] if turned else [],
        "low": [choice for choice in ranks if not choice["value"] or not turned],
        "pattern": _("%(rank)s of %(suit)s") % {"rank": "{rank}", "suit": "{suit}"},
        "turned": turned,
        "whole": any(set(step.fields) <= {"dealer", field.key} for step in _asking(opening, field)),
        "card": chosen,
        "card_name": card_name(chosen, opening.profile) if chosen else "",
        "means": card_meaning(opening, chosen) if chosen else "",
        **(_revealed(table, opening, draft, chosen) if turned else {}),
    }


def _asking(opening: Opening, field: Field[Any]) -> list[EntryStep]:
    return [step for step in opening.card_game.entry_steps if field.key in step.fields]


def suits_to_begin_with(table: AtTable) -> list[dict[str, Any]]:
    """Return the suits that open the next hand at a touch, where it begins with the turned card alone."""
    step, coming = table.view.card_game.entry_steps[0], table.view.next
    key, profile = turned_key(table.view.card_game), table.view.profile
    if coming is None or coming.dealer is None or set(step.fields) != {"dealer", key}:
        return []
    address = reverse("table_step", args=[table.id, coming.game, coming.hand, step.key])
    return [
        {"letter": letter, "name": suit_name(letter, profile), "address": f"{address}?{key}_suit={letter}"}
        for letter in suits_shown(profile.pack.suits)
    ]


def turned_label(card_game: CardGame) -> str:
    """Return what the card turned before play is called; nothing where none is turned."""
    key = turned_key(card_game)
    return say(Sentence(next(field.label for field in card_game.fields if field.key == key))) if key else ""


def _rank_choice(opening: Opening, letter: str, chosen: str) -> dict[str, Any]:
    points = [opening.turned_points(side, letter) for side in range(opening.profile.sides)]
    return {
        "letter": letter,
        "name": rank_name(letter, opening.profile),
        "value": opening.profile.card_values[letter],
        "points": ",".join(map(str, points)),
        "checked": letter == chosen,
        "means": rank_meaning(opening, letter).replace("%(suit)s", "{suit}"),
    }


def rank_meaning(opening: Opening, rank: str) -> str:
    """Return what a card of this rank makes the hand, with `%(suit)s` where its suit matters."""
    means = opening.card_game.card_means
    return _(means(rank, opening.profile)) if means else ""


def card_meaning(opening: Opening, card: str) -> str:
    """Return what the card that was cut makes the hand: trumps hearts, no trump, nullo."""
    return rank_meaning(opening, card[:-1]) % {"suit": suit_name(card[-1], opening.profile)}


def _revealed(table: AtTable, opening: Opening, draft: Draft, chosen: str) -> dict[str, Any]:
    """What the turned card does to the score at once, and the patterns that say so while it is chosen."""
    shown: dict[str, Any] = {
        "before": ",".join(map(str, opening.before)),
        "gains": [gain_pattern(who) for who in sorted(table.words, key=lambda who: who.side)],
    }
    dealer = chosen_dealer(opening, draft)
    return shown | _turned(table, opening, dealer, chosen) if chosen and dealer is not None else shown


def gain_pattern(side: SideWords) -> dict[str, Any]:
    """Return the words of a gain with a place for its number, for the script."""
    pattern = _("%(points)s for %(who)s") % {"points": "{n}", "who": side.inline}
    return {"side": side.side, "mark": side.mark, "pattern": pattern}


def _turned(table: AtTable, opening: Opening, dealer: int, card: str) -> dict[str, Any]:
    side = opening.profile.side(dealer)
    points, was = opening.turned_points(dealer, card[:-1]), opening.before[side]
    who = table.word(side)
    return {"points": points, "words": who, "gain": gain(points, who), "was": was, "then": was + points}


class Owner(NamedTuple):
    """Whose number it is: its place, the words, and the side with its mark where there is one."""

    place: int
    heading: str
    side: int | None
    mark: str


def owners_of(table: AtTable, shares: field_kinds.Shares) -> list[Owner]:
    """Return who the numbers belong to, in the order shown: the sides, ours first, or those named."""
    if shares.owners:
        return [Owner(place, say(Sentence(name)), None, "") for place, name in enumerate(shares.owners)]
    return [Owner(who.side, who.heading, who.side, who.mark) for who in table.words]


def shares(
    table: AtTable, opening: Opening, draft: Draft, field: Field[Any], _errors: list[Problem]
) -> dict[str, Any]:
    """The numbers side by side; a sum that need not be written is a check, and a stepper asks one for it."""
    wanted: field_kinds.Shares = field.input_kind  # type: ignore[assignment]
    total, names = wanted.total(opening.profile), field_inputs(opening.profile, field)
    typed = [draft.value(name) for name in names]
    boxes = [_box(owner, names, typed, total) for owner in owners_of(table, wanted)]
    shown = {"key": field.key, "total": total, "boxes": boxes, "look": "shared"}
    if not field.required:
        return {**shown, "look": "stepper" if len(boxes) == 2 else "shared"}
    even = opening.card_game.even_split if len(boxes) == 2 and not wanted.owners else None
    half = even or (None if wanted.owners else total // len(boxes))
    keypad = {"half": half, "all": total, "swap": True}
    return {**shown, "keypad": keypad, "even": even, **(_weighed(table, opening, draft, boxes, even, total))}


def _box(owner: Owner, names: Sequence[str], typed: Sequence[str], total: int) -> dict[str, Any]:
    value, others = typed[owner.place], [*typed[: owner.place], *typed[owner.place + 1 :]]
    left = total - sum(map(int, others)) if all(text.isdecimal() for text in others) else -1
    derived = left if not value and 0 <= left <= total else None
    return {"words": owner, "name": names[owner.place], "value": value, "derived": derived}


def _weighed(
    table: AtTable,
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
        "gains": [gain_pattern(who) for who in sorted(table.words, key=lambda who: who.side)],
    }
    ours = _sum_view(boxes[0])
    if ours is None or ours > total:
        return {**shown, "ours": None}
    made = {boxes[0]["words"].side: ours, boxes[1]["words"].side: total - ours}
    side = max(made, key=lambda each: made[each])
    points, who = made[side] - even, table.word(side)
    then = {"was": counted[side], "then": counted[side] + points}
    return {
        **shown,
        "ours": ours,
        "above": points,
        "points": made[side],
        "words": who,
        "gain": gain(points, who),
        **then,
    }


def _counted(opening: Opening, draft: Draft) -> tuple[int, ...]:
    """Return the score once the turned card is on it, before the count."""
    dealer = chosen_dealer(opening, draft)
    rank = draft.value(f"{turned_key(opening.card_game)}_rank")
    if dealer is None:
        return opening.before
    side, points = opening.profile.side(dealer), opening.turned_points(dealer, rank)
    return tuple(score + (points if each == side else 0) for each, score in enumerate(opening.before))


def _sum_view(box: dict[str, Any]) -> int | None:
    value = box["value"] or box["derived"]
    return int(value) if value is not None and str(value).isdecimal() else None
