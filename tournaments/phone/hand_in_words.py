"""The fields of a written hand in words, one after the other, whatever the card game."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.game_parts import field_kinds
from scoring.game_parts.card_game import count_field, turned_key
from scoring.game_parts.fields import Field
from scoring.templatetags.suits import card_name, suit_name
from scoring.translation import say
from scoring.types import HandState, Sentence
from tournaments.phone.access import AtTable
from tournaments.phone.field_views import owners_of
from tournaments.web.hand_chips import Body, declared_words, kind_label


class FieldInWords(NamedTuple):
    """One field in words."""

    key: str
    words: str


def counted_field(table: AtTable, body: Body) -> Field[Any] | None:
    """Return the field whose numbers a hand is known by: its count, else the first sum that was written."""
    for field in [count_field(table.view.card_game), *table.view.card_game.fields]:
        if field and field.key in body and isinstance(field.input_kind, field_kinds.Shares):
            return field
    return None


def headline(table: AtTable, body: Body) -> FieldInWords:
    """Return what a hand says first: what was counted, or how it ended."""
    field = counted_field(table, body)
    if field is not None:
        return FieldInWords(field.key, figures(table, field, body))
    state = table.view.card_game.states[HandState(body.get("state", HandState.PLAYED))]
    return FieldInWords("state", say(Sentence(state.label)))


def figures(table: AtTable, field: Field[Any], body: Body) -> str:
    """Return the numbers of a sum in the order they are shown: 41 to 29."""
    numbers = [str(body[field.key][owner.place]) for owner in owners_of(table, field.input_kind)]  # type: ignore[arg-type]
    if len(numbers) != 2:
        return ", ".join(numbers)
    return _("%(first)s to %(other)s") % {"first": numbers[0], "other": numbers[1]}


def other_fields(table: AtTable, body: Body) -> list[FieldInWords]:
    """Return everything else that was written, in the order of the fields."""
    first = headline(table, body).key
    fields = [field for field in table.view.card_game.fields if field.key in body and field.key != first]
    return [
        FieldInWords(field.key, _WORDS[type(field.input_kind)](table, field, body))
        for field in fields
        if type(field.input_kind) in _WORDS and body[field.key] != []
    ]


def _dealer(table: AtTable, field: Field[Any], body: Body) -> str:
    return _("%(name)s dealt") % {"name": table.view.names.get(body[field.key], "")}


def _card(table: AtTable, field: Field[Any], body: Body) -> str:
    words = card_name(body[field.key], table.view.profile)
    return words if field.key == turned_key(table.view.card_game) else _named(field, words)


def _named(field: Field[Any], words: str) -> str:
    return _("%(what)s: %(value)s") % {"what": say(Sentence(field.label)), "value": words}


def _declarations(table: AtTable, field: Field[Any], body: Body) -> str:
    said = [
        (declared_words(table.view.profile, kind_label(field, each), each), table.word(each["side"]).heading)
        for each in body[field.key]
    ]
    return ", ".join(_("%(what)s (%(who)s)") % {"what": what, "who": who} for what, who in said)


def _claim(table: AtTable, field: Field[Any], body: Body) -> str:
    claim = body[field.key]
    words = {"who": table.word(claim["side"]).heading, "points": claim["card_points"]}
    return _named(field, _("%(who)s, with %(points)s card points") % words)


def _captured(table: AtTable, field: Field[Any], body: Body) -> str:
    taken = body[field.key]
    cards = ", ".join(card_name(card, table.view.profile) for card in taken["cards"])
    words = {"what": table.word(taken["side"]).heading, "value": cards}
    return _named(field, _("%(what)s: %(value)s") % words)


def _shares(table: AtTable, field: Field[Any], body: Body) -> str:
    """Each number after whose it is: Tricks: Us 4, Them 6."""
    owners = owners_of(table, field.input_kind)  # type: ignore[arg-type]
    return _named(field, ", ".join(f"{owner.heading} {body[field.key][owner.place]}" for owner in owners))


_WORDS: Mapping[type, Callable[[AtTable, Field[Any], Body], str]] = {
    field_kinds.Dealer: _dealer,
    field_kinds.CardOf: _card,
    field_kinds.Suit: lambda here, field, body: _named(field, suit_name(body[field.key], here.view.profile)),
    field_kinds.NumberKind: lambda _here, field, body: _named(field, str(body[field.key])),
    field_kinds.Side: lambda here, field, body: _named(field, here.word(body[field.key]).heading),
    field_kinds.Shares: _shares,
    field_kinds.Declarations: _declarations,
    field_kinds.ClaimKind: _claim,
    field_kinds.Captured: _captured,
}
