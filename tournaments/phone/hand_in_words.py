"""The fields of a written hand in words, one after the other, whatever the card game."""

from typing import Any, NamedTuple, cast

from django.utils.translation import gettext as _

from scoring.field_kinds.base import Field
from scoring.field_kinds.basic import Shares
from scoring.game_parts.card_game import count_field, fields_asked, turned_key
from scoring.translation import say
from scoring.types import HandState, Sentence
from tournaments.phone import access, fields
from tournaments.phone.words import figures
from tournaments.web.hand_chips import Body


class FieldInWords(NamedTuple):
    """One field in words."""

    key: str
    words: str


def counted_field(table: access.AtTable, body: Body) -> Field[Any] | None:
    """Return the field whose numbers a hand is known by: its count, else the first sum that was written."""
    counted = [count_field(table.view.card_game), *fields_asked(table.view.card_game, Shares)]
    return next((field for field in counted if field and field.key in body), None)


def headline(table: access.AtTable, body: Body) -> FieldInWords:
    """Return what a hand says first: what was counted, or how it ended."""
    field = counted_field(table, body)
    if field is not None:
        numbers = [str(body[field.key][place]) for place, _owner in owners_of(table, field)]
        return FieldInWords(field.key, figures(numbers))
    state = table.view.card_game.states[HandState(body.get("state", HandState.PLAYED))]
    return FieldInWords("state", say(Sentence(state.label)))


def shared_by_sides(field: Field[Any]) -> bool:
    """Whether the numbers of a sum are those of the sides, and not of others that the game names."""
    return not cast(Shares, field.kind).owners


def owners_of(table: access.AtTable, field: Field[Any]) -> list[tuple[int, str]]:
    """Return the place of each number of a sum and whose it is, in the order shown."""
    return cast(Shares, field.kind).places(fields.names_at(table))


def other_fields(table: access.AtTable, body: Body) -> list[FieldInWords]:
    """Return everything else that was written, in the order of the fields."""
    card_game, names, first = table.view.card_game, fields.names_at(table), headline(table, body).key
    in_words = []
    for field in card_game.fields:
        words = field.kind.words(field, body[field.key], names) if field.key in body else []
        if words and field.key != first:
            value = ", ".join(words)
            plain = field.kind.says_what_it_is or field.key == turned_key(card_game)
            in_words.append(FieldInWords(field.key, value if plain else _named(field, value)))
    return in_words


def _named(field: Field[Any], words: str) -> str:
    return _("%(what)s: %(value)s") % {"what": say(Sentence(field.label)), "value": words}
