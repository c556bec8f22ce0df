"""The inputs of one step of the hand form, as template context.

Each kind of field has its own template and context (`scoring/field_kinds/`). This module adds the effect of
the turned-up card and of each side's counted points on the score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.field_kinds.base import Asking, Field, Names, input_names, suits_shown
from scoring.field_kinds.basic import chosen_seat
from scoring.game_parts.card_game import CardGame, EntryStep, count_field, turned_key
from scoring.translation import say
from scoring.types import Problem, Sentence
from tournaments.phone.access import AtTable
from tournaments.phone.draft import Draft, body_of, field_of
from tournaments.phone.preview import Opening, so_far
from tournaments.phone.words import SideWords, gain, lowered
from tournaments.web.hand_chips import worth_of_each


@dataclass(frozen=True)
class FieldView:
    """A field as shown on a step: its key, label, template, template context and errors."""

    key: str
    label: str
    template: str
    show: Mapping[str, Any]
    errors: tuple[str, ...]


def names_at(table: AtTable) -> Names:
    """Return the names of sides and players as the phone displays them."""
    sides = {words.side: words.heading for words in table.words}
    return Names(table.view.profile, say, sides, table.view.names)


def step_fields(
    table: AtTable, opening: Opening, draft: Draft, step: EntryStep, errors: Mapping[str, list[Problem]]
) -> list[FieldView]:
    """Return the fields of a step in display order."""
    return [_field(table, opening, draft, key, errors.get(key, [])) for key in step.fields]


def _field(table: AtTable, opening: Opening, draft: Draft, key: str, errors: list[Problem]) -> FieldView:
    field = field_of(opening.card_game, key)
    show = field.kind.widget(_asking(table, opening, draft, field, errors))
    if key == turned_key(opening.card_game):
        show |= _revealed(table, opening, draft, show["card"])
    elif field is count_field(opening.card_game) and len(show["boxes"]) == 2:
        show |= _weighed(table, opening, draft, show["boxes"], show["total"])
    elsewhere = [problem for problem in errors if problem not in show.get("placed", ())]
    return FieldView(
        key=key,
        label=say(Sentence(field.label)),
        template=f"phone/fields/{show.get('look', field.kind.name)}.html",
        show={**show, "alone_on_the_page": _alone(opening, key)},
        errors=tuple(say(problem.message) for problem in elsewhere),
    )


def _asking(
    table: AtTable, opening: Opening, draft: Draft, field: Field[Any], errors: list[Problem]
) -> Asking:
    def worth() -> Sequence[int]:
        """Return the points of each entry of a list field; empty if an entry is invalid."""
        hand, _problems = so_far(opening, body_of(opening.card_game, opening.profile, draft))
        return worth_of_each(hand, field.key, opening.moment) if hand else ()

    def refused(text: str) -> bool:
        longer = draft.with_value(field.key, text)
        _hand, problems = so_far(opening, body_of(opening.card_game, opening.profile, longer))
        last = f"/{field.key}/{text.count(',')}"
        return any(problem.level == "error" and problem.where.startswith(last) for problem in problems)

    return Asking(
        field=field,
        names=names_at(table),
        typed=draft.value,
        sides=table.words,
        errors=errors,
        dealer=opening.dealer,
        turned=field.key == turned_key(opening.card_game),
        points=lambda rank: [opening.turned_points(side, rank) for side in range(opening.profile.sides)],
        means=lambda rank: rank_meaning(opening, rank).replace("%(suit)s", "{suit}"),
        worth=worth,
        refused=refused,
        even=opening.card_game.even_split,
    )


def _alone(opening: Opening, key: str) -> bool:
    steps = [step for step in opening.card_game.entry_steps if key in step.fields]
    return any(set(step.fields) <= {"dealer", key} for step in steps)


def chosen_dealer(opening: Opening, draft: Draft) -> int | None:
    """Return the seat of the chosen dealer or, if none is chosen, of the next dealer; None if unknown."""
    return chosen_seat(draft.value("dealer"), opening.profile, opening.dealer)


def suits_to_begin_with(table: AtTable) -> list[dict[str, Any]]:
    """Return a button for each suit of the turned-up card, if the hand form begins with that card.

    Otherwise the list is empty.
    """
    step, coming = table.view.card_game.entry_steps[0], table.view.next
    key, profile = turned_key(table.view.card_game), table.view.profile
    if coming is None or coming.dealer is None or set(step.fields) != {"dealer", key}:
        return []
    names = names_at(table)
    address = reverse("table_step", args=[table.id, coming.game, coming.hand, step.key])
    return [
        {"letter": letter, "name": names.suit(letter), "address": f"{address}?{key}_suit={letter}"}
        for letter in suits_shown(profile.pack.suits)
    ]


def turned_label(card_game: CardGame) -> str:
    """Return the label of the card turned up before play; empty if the card game turns up no card."""
    key = turned_key(card_game)
    return say(Sentence(field_of(card_game, key).label)) if key else ""


def rank_meaning(opening: Opening, rank: str) -> str:
    """Return the meaning of a turned-up card of the given rank as text; empty if the rank has no meaning.

    The text contains the placeholder `%(suit)s` for the suit.
    """
    means = opening.card_game.card_means
    return _(means(rank, opening.profile)) if means and rank else ""


def card_meaning(opening: Opening, card: str) -> str:
    """Return the meaning of the turned-up card for the hand, e.g. hearts as trumps, or no trumps."""
    suit = say(Sentence(opening.profile.pack.suits[card[-1]]))
    return rank_meaning(opening, card[:-1]) % {"suit": suit}


def gain_pattern(side: SideWords) -> dict[str, Any]:
    """Return the text about the points that a side gains; the script replaces `{n}` with the number."""
    pattern = _("%(points)s for %(who)s") % {"points": "{n}", "who": side.inline}
    return {"side": side.side, "mark": side.mark, "pattern": pattern}


def _gains(table: AtTable) -> list[dict[str, Any]]:
    return [gain_pattern(words) for words in sorted(table.words, key=lambda words: words.side)]


def _revealed(table: AtTable, opening: Opening, draft: Draft, card: str) -> dict[str, Any]:
    context: dict[str, Any] = {"before": ",".join(map(str, opening.before)), "gains": _gains(table)}
    dealer = chosen_dealer(opening, draft)
    if not card or dealer is None:
        return context
    side = opening.profile.side(dealer)
    points, was, words = opening.turned_points(dealer, card[:-1]), opening.before[side], table.word(side)
    return {
        **context,
        "points": points,
        "words": words,
        "gain": gain(points, words),
        "was": was,
        "then": was + points,
    }


def _weighed(
    table: AtTable, opening: Opening, draft: Draft, boxes: list[dict[str, Any]], total: int
) -> dict[str, Any]:
    even = opening.card_game.even_split
    if even is None:
        return {}
    before = _score_before_the_count(opening, draft)
    context: dict[str, Any] = {
        "even": even,
        "spoken": _("%(ours)d to %(theirs)d").replace("%(ours)d", "{ours}").replace("%(theirs)d", "{theirs}"),
        "before": ",".join(map(str, before)),
        "gains": _gains(table),
    }
    own_points = _number_in(boxes[0])
    if own_points is None or own_points > total:
        return {**context, "ours": None}
    points_by_side = {boxes[0]["words"].side: own_points, boxes[1]["words"].side: total - own_points}
    side = max(points_by_side, key=lambda each: points_by_side[each])
    points, words = points_by_side[side] - even, table.word(side)
    return {
        **context,
        "ours": own_points,
        "above": points,
        "points": points_by_side[side],
        "words": words,
        "gain": gain(points, words),
        "was": before[side],
        "then": before[side] + points,
    }


def _score_before_the_count(opening: Opening, draft: Draft) -> tuple[int, ...]:
    dealer = chosen_dealer(opening, draft)
    rank = draft.value(f"{turned_key(opening.card_game)}_rank")
    if dealer is None:
        return opening.before
    side, points = opening.profile.side(dealer), opening.turned_points(dealer, rank)
    return tuple(score + (points if each == side else 0) for each, score in enumerate(opening.before))


def _number_in(box: dict[str, Any]) -> int | None:
    value = box["value"] or box["derived"]
    return int(value) if value is not None and str(value).isdecimal() else None


def label_of_step(step: EntryStep) -> str:
    """Return the label of a step of the hand form."""
    return say(Sentence(step.label))


def _typed(opening: Opening, draft: Draft, field: Field[Any]) -> list[str]:
    return [draft.value(name) for name in input_names(field, opening.profile)]


def field_given(opening: Opening, draft: Draft, key: str) -> bool:
    """Return True if a value was entered for the field."""
    return any(_typed(opening, draft, field_of(opening.card_game, key)))


def half_chosen(opening: Opening, draft: Draft, key: str) -> bool:
    """Return True if only the suit or only the rank of a card was chosen."""
    field = field_of(opening.card_game, key)
    return field.kind.half_typed(_typed(opening, draft, field))


def said_so_far(
    table: AtTable, opening: Opening, draft: Draft, steps: Sequence[EntryStep]
) -> list[dict[str, str]]:
    """Return the label and the text of each value entered on the given steps."""
    fields = [field_of(opening.card_game, key) for step in steps for key in step.fields]
    names = names_at(table)
    in_words = [(field, field.kind.typed_words(_typed(opening, draft, field), names)) for field in fields]
    return [
        {"label": lowered(say(Sentence(field.label))), "words": words} for field, words in in_words if words
    ]
