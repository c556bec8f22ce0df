"""The inputs of one step of writing a hand, as a page shows them; which there are is the game's affair."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules.card_game import EntryStep
from scoring.rules.types import Problem
from scoring.rules.words import Sentence
from scoring.templatetags.suits import card_name, rank_name, suit_name
from scoring.translation import say
from tournaments.pages.sheet_view import turned_key
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.draft import Draft, field_inputs, field_of, kind_of
from tournaments.pages.table.preview import Opening
from tournaments.pages.table.words import SideWords, gain, lowered


@dataclass(frozen=True)
class FieldView:
    """One field: its key, the template that asks for it, what that needs, and what is wrong with it."""

    key: str
    label: str
    template: str
    show: Mapping[str, Any]
    errors: tuple[str, ...]


def step_fields(
    here: AtTable, opening: Opening, draft: Draft, step: EntryStep, errors: Mapping[str, list[Problem]]
) -> list[FieldView]:
    """Return the fields of a step, in the order they are asked for."""
    return [_field(here, opening, draft, key, errors.get(key, [])) for key in step.fields]


def _field(here: AtTable, opening: Opening, draft: Draft, key: str, errors: list[Problem]) -> FieldView:
    field = field_of(opening.card_game, key)
    kind = kind_of(field)
    # A sum that need not be written is a check on the one that must: a stepper asks one side for it.
    look = "stepper" if kind == "shared" and not field.required else kind
    return FieldView(
        key=key,
        label=say(Sentence(field.label)),
        template=f"table/fields/{look}.html",
        show=_SHOW[kind](here, opening, draft, key),
        errors=tuple(say(problem.message) for problem in errors),
    )


def _seat(here: AtTable, opening: Opening, draft: Draft, key: str) -> dict[str, Any]:
    """Whose turn it is to deal is known after the first hand; anybody may still be chosen."""
    chosen = chosen_dealer(opening, draft)
    rounds, sides = range(opening.card_game.players_a_side), opening.card_game.sides
    order = [words.side + sides * turn for turn in rounds for words in here.words]
    seats = [_seat_choice(here, opening, seat, chosen) for seat in order]
    return {
        "name": key,
        "seats": seats,
        "known": opening.dealer is not None,
        "chosen": next((s for s in seats if s["checked"]), None),
    }


def _seat_choice(here: AtTable, opening: Opening, seat: int, chosen: int | None) -> dict[str, Any]:
    side = opening.card_game.side(seat)
    name = here.view.names.get(seat, str(seat + 1))
    return {"seat": seat, "name": name, "who": here.word(side), "checked": seat == chosen}


def chosen_dealer(opening: Opening, draft: Draft) -> int | None:
    """Return who deals: as chosen, else whose turn it is."""
    said = draft.given("dealer")
    return int(said) if said.isdecimal() and int(said) < opening.card_game.seats else opening.dealer


def _card(here: AtTable, opening: Opening, draft: Draft, key: str) -> dict[str, Any]:
    """Suit and rank are chosen in any order; the value beside each rank is the game's own."""
    pack = opening.profile.pack
    rank, suit = (draft.given(name) for name in field_inputs(opening.card_game, key))
    ranks = [_rank_choice(opening, letter, rank) for letter in opening.profile.ranks]
    return {
        "key": key,
        "pack": pack,
        "suits": [
            {"letter": letter, "name": suit_name(letter, pack), "checked": letter == suit}
            for letter in suits_shown(pack.suits)
        ],
        "high": [choice for choice in ranks if choice["value"]],
        "low": [choice for choice in ranks if not choice["value"]],
        "pattern": _("%(rank)s of %(suit)s") % {"rank": "{rank}", "suit": "{suit}"},
        "reveal": key == turned_key(opening.card_game),
        **_revealed(here, opening, draft, rank, suit),
    }


def suits_shown(suits: Mapping[str, str]) -> list[str]:
    """Return the suits in the order the buttons stand: red, red, black, black where there are colours."""
    return sorted(suits, key="HDCS".find)


def _rank_choice(opening: Opening, letter: str, chosen: str) -> dict[str, Any]:
    points = [opening.turned_points(side, letter) for side in range(opening.card_game.sides)]
    return {
        "letter": letter,
        "name": rank_name(letter),
        "value": opening.profile.card_values[letter],
        "points": ",".join(map(str, points)),
        "checked": letter == chosen,
    }


def _revealed(here: AtTable, opening: Opening, draft: Draft, rank: str, suit: str) -> dict[str, Any]:
    """What the turned card does to the score at once, and the patterns that say so while it is chosen."""
    sides = range(opening.card_game.sides)
    shown: dict[str, Any] = {
        "before": ",".join(str(opening.before[side]) for side in sides),
        "gains": [_gain_pattern(here.word(side)) for side in sides],
        "card": "",
    }
    dealer = chosen_dealer(opening, draft)
    if rank + suit in opening.profile.pack.cards and dealer is not None:
        shown.update(_turned(here, opening, dealer, rank + suit))
    return shown


def _gain_pattern(who: SideWords) -> dict[str, Any]:
    pattern = _("%(points)s for %(who)s") % {"points": "{n}", "who": who.inline}
    return {"side": who.side, "mark": who.mark, "pattern": pattern}


def _turned(here: AtTable, opening: Opening, dealer: int, card: str) -> dict[str, Any]:
    side = opening.card_game.side(dealer)
    points = opening.turned_points(dealer, card[:-1])
    return {
        "card": card,
        "card_name": card_name(card, opening.profile.pack),
        "points": points,
        "who": here.word(side),
        "gain": gain(points, here.word(side)),
        "was": opening.before[side],
        "then": opening.before[side] + points,
        "wins": opening.before[side] + points >= opening.target,
    }


def _shared(here: AtTable, opening: Opening, draft: Draft, key: str) -> dict[str, Any]:
    """One number is written, the other is what is missing to the fixed sum (COM-6)."""
    total = field_of(opening.card_game, key).schema["items"]["maximum"]  # type: ignore[index]
    typed = {side: draft.given(f"{key}_{side}") for side in range(opening.card_game.sides)}
    boxes = [_box(key, words, typed, total) for words in here.words]
    counted = _counted(opening, draft)
    return {
        "key": key,
        "total": total,
        "even": opening.card_game.even_split if field_of(opening.card_game, key).required else None,
        "boxes": boxes,
        "spoken": _("%(ours)d to %(theirs)d").replace("%(ours)d", "{ours}").replace("%(theirs)d", "{theirs}"),
        "before": ",".join(map(str, counted)),
        "gains": [_gain_pattern(here.word(side)) for side in range(opening.card_game.sides)],
        **_split(here, opening, boxes, counted),
    }


def _box(key: str, words: SideWords, typed: Mapping[int, str], total: int) -> dict[str, Any]:
    value, others = typed[words.side], [text for side, text in typed.items() if side != words.side]
    left = (
        total - sum(int(text) for text in others if text.isdecimal())
        if all(text.isdecimal() for text in others)
        else None
    )
    derived = left if not value and left is not None and 0 <= left <= total else None
    return {"who": words, "name": f"{key}_{words.side}", "value": value, "derived": derived}


def _counted(opening: Opening, draft: Draft) -> tuple[int, ...]:
    """Return the score once the turned card is on it, before the count."""
    dealer = chosen_dealer(opening, draft)
    rank = draft.given(f"{turned_key(opening.card_game)}_rank")
    if dealer is None:
        return opening.before
    side, points = opening.card_game.side(dealer), opening.turned_points(dealer, rank)
    return tuple(score + (points if each == side else 0) for each, score in enumerate(opening.before))


def _split(
    here: AtTable, opening: Opening, boxes: list[dict[str, Any]], counted: tuple[int, ...]
) -> dict[str, Any]:
    """What is above the even split goes to who made it (MAR-SCORE-2): the sum, shown as it is done."""
    even, ours = opening.card_game.even_split, _whole(boxes[0])
    total = opening.card_game.fixed_total
    if even is None or total is None or ours is None or ours > total:
        return {"ours": None}
    made = {boxes[0]["who"].side: ours, boxes[1]["who"].side: total - ours}
    side = max(made, key=lambda each: made[each])
    points = made[side] - even
    gained = {"points": made[side], "who": here.word(side), "gain": gain(points, here.word(side))}
    return {"ours": ours, "above": points, "was": counted[side], "then": counted[side] + points, **gained}


def _whole(box: dict[str, Any]) -> int | None:
    value = box["value"] or box["derived"]
    return int(value) if value is not None and str(value).isdecimal() else None


_SHOW = {"seat": _seat, "card": _card, "shared": _shared}


def label_of_step(step: EntryStep) -> str:
    """Return what a step is called."""
    return say(Sentence(step.label))


def field_given(opening: Opening, draft: Draft, key: str) -> bool:
    """Whether anything was typed into a field."""
    return any(draft.given(name) for name in field_inputs(opening.card_game, key))


def turned_so_far(opening: Opening, draft: Draft) -> dict[str, str] | None:
    """Return the name of the turned card's field and of the card, once it was chosen in an earlier step."""
    key = turned_key(opening.card_game)
    card = "".join(draft.given(name) for name in field_inputs(opening.card_game, key)) if key else ""
    if card not in opening.profile.pack.cards:
        return None
    label = say(Sentence(field_of(opening.card_game, key).label))
    return {"label": lowered(label), "card": card_name(card, opening.profile.pack)}
