"""The field in which a player claims to have won the game with the points counted so far (MGG-CLAIM)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.field_kinds import base
from scoring.field_kinds.basic import read_side, side_choices
from scoring.game_parts.profile import Profile
from scoring.strict_json import whole_number
from scoring.types import Sentence, Step, Unreadable, _, sentence


class Claim(NamedTuple):
    """A claim to have won the game: the side, and the card points in the tricks it has won so far."""

    side: int
    card_points: int

    def as_json(self) -> dict[str, object]:
        """Return the claim as JSON."""
        return self._asdict()


@dataclass(frozen=True)
class ClaimKind(base.FieldKind[Claim]):
    """The field kind of a claim; `most` is the highest possible number of card points."""

    name = "claim"

    most: int

    def read(self, field: base.Field[Claim], raw: Any, profile: Profile) -> Claim:
        if type(raw) is not dict or raw.keys() != {"side", "card_points"}:
            raise Unreadable("bad_claim", field.rule, sentence(_CLAIM))
        points = raw["card_points"]
        if not whole_number(points, 0, self.most):
            text = sentence(_COUNTED, most=self.most)
            raise Unreadable("claim_range", field.rule, text, "/card_points")
        return Claim(read_side(raw["side"], profile, field.rule, "/side"), points)

    @property
    def schema(self) -> dict[str, object]:
        return {
            "type": "object",
            "properties": {
                "side": {"type": "integer", "minimum": 0},
                "card_points": {"type": "integer", "minimum": 0, "maximum": self.most},
            },
            "required": ["side", "card_points"],
            "additionalProperties": False,
        }

    def input_parts(self, _profile: Profile) -> Sequence[str]:
        return ("side", "card_points")

    def typed_value(self, parts: Sequence[str]) -> dict[str, Any]:
        typed = {
            "side": base.whole_number_or_text(parts[0]),
            "card_points": base.whole_number_or_text(parts[1]),
        }
        return {key: value for key, value in typed.items() if value is not None}

    def widget(self, asking: base.Asking) -> dict[str, Any]:
        side, points = asking.inputs
        return {
            "key": asking.field.key,
            "most": self.most,
            "claimant": {"name": side, "sides": asking.side_choices(side)},
            "box": {"name": points, "value": asking.typed(points)},
            "keypad": {},
        }

    def words(self, _field: base.Field[Claim], value: Any, names: base.Names) -> list[str]:
        words = {"who": names.sides[value["side"]], "points": value["card_points"]}
        return [names.say(Sentence(_("%(who)s, with %(points)s card points"), words))]

    def facts(self, field: base.Field[Claim], value: Any, names: base.Names) -> Iterator[base.FieldFact]:
        yield base.FieldFact(
            names.label(field),
            self.words(field, value, names)[0],
            side=value["side"],
            sign=str(value["card_points"]),
            aloud=names.label(field),
            claims=True,
        )

    def legend(self, field: base.Field[Claim], names: base.Names) -> base.FieldFact:
        return base.FieldFact(names.label(field), sign=str(self.most // 2))

    def form_inputs(
        self, field: base.Field[Claim], names: base.Names, _parts: Any
    ) -> dict[str, base.FormInput]:
        whose = Sentence(_("card points counted"))
        points = names.say(sentence(_("%(what)s: %(whose)s"), what=Sentence(field.label), whose=whose))
        return {
            "_side": base.FormInput(names.label(field), side_choices(names)),
            "_card_points": base.FormInput(points),
        }

    def form_parts(self, value: Any) -> list[str]:
        return [str(value.get("side", "")), str(value.get("card_points", ""))]


def claim_field(rule: str, most: int) -> base.Field[Claim]:
    """Return the field for a claim; `most` is the highest possible number of card points."""
    return base.Field("claim", _("Claim"), Step.CLAIM, rule, ClaimKind(most))


_CLAIM = _("Write a claim as its side and the card points counted so far.")
_COUNTED = _("Write the card points counted so far as a whole number from 0 to %(most)d.")
