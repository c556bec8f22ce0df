"""What a page shows where declarations are added in order: those made, and a button for each to come.

What each is worth and which can no longer be made is the rules' answer.
"""

from collections.abc import Sequence
from typing import Any

from scoring.game_parts import field_kinds as asked
from scoring.sentences import Sentence
from scoring.sheet.rules.hand import Field
from scoring.translation import say
from scoring.types import Problem
from tournaments.pages.hand_chips import declared_words, kind_label, worth_of_each
from tournaments.pages.table.access import AtTable
from tournaments.pages.table.choices import suits_shown
from tournaments.pages.table.draft import Draft, body_of
from tournaments.pages.table.inputs import listed, read_list
from tournaments.pages.table.preview import Opening, so_far
from tournaments.pages.table.words import SideWords


def declarations(
    here: AtTable, opening: Opening, draft: Draft, field: Field[Any], errors: list[Problem]
) -> dict[str, Any]:
    """The declarations made so far, each with its undo, and the buttons that add one."""
    wanted: asked.Declarations = field.asked  # type: ignore[assignment]
    text = draft.given(field.key)
    said = read_list(text)
    worth = _worth(opening, draft, field)
    placed = [[problem for problem in errors if _place(problem) == str(place)] for place in range(len(said))]
    return {
        "key": field.key,
        "deck": opening.profile,
        "value": text,
        "said": [
            {
                "place": place,
                "words": declared_words(opening.profile, kind_label(field, each), each),
                "suit": each.get("suit") if each.get("suit") in opening.profile.pack.suits else "",
                "who": _who(here, each.get("side")),
                "points": worth[place] if worth else None,
                "errors": [say(problem.message) for problem in placed[place]],
            }
            for place, each in enumerate(said)
        ],
        "placed": [problem for problems in placed for problem in problems],
        "kinds": [
            _kind(here, opening, draft, field, kind)
            for kind in wanted.kinds
            if _is_played(here, opening, draft, field, kind)
        ],
        "captures": wanted.captures(opening.profile),
    }


def _place(problem: Problem) -> str:
    return (*problem.where.split("/"), "", "")[2]


def _who(here: AtTable, side: object) -> SideWords | None:
    return next((who for who in here.words if who.side == side), None)


def _worth(opening: Opening, draft: Draft, field: Field[Any]) -> Sequence[int]:
    """What each has scored; nothing can be said while one of them is refused."""
    hand, _problems = so_far(opening, body_of(opening.card_game, opening.profile, draft))
    return worth_of_each(hand, field.key, opening.moment) if hand else ()


def _is_played(
    here: AtTable, opening: Opening, draft: Draft, field: Field[Any], kind: asked.DeclarationKind
) -> bool:
    """Whether the competition knows this kind: somebody could declare it first."""
    none = _kind(here, opening, draft.with_value(field.key, ""), field, kind)
    return any(not button["off"] for column in none["columns"] for button in column["buttons"])


def _kind(
    here: AtTable, opening: Opening, draft: Draft, field: Field[Any], kind: asked.DeclarationKind
) -> dict[str, Any]:
    """One kind: for each side a button, or one for each suit."""
    suits = suits_shown(opening.profile.pack.suits) if kind.needs_suit else [""]
    columns = [
        {
            "who": who,
            "buttons": [_button(opening, draft, field, f"{who.side}.{kind.key}.{suit}") for suit in suits],
        }
        for who in here.words
    ]
    return {"label": say(Sentence(kind.label)), "columns": columns, "by_suit": kind.needs_suit}


def _button(opening: Opening, draft: Draft, field: Field[Any], entry: str) -> dict[str, Any]:
    """A button that adds one declaration; it is off when the rules refuse what it would add."""
    made = read_list(draft.given(field.key))
    longer = draft.with_value(field.key, listed(draft.given(field.key), entry))
    _hand, problems = so_far(opening, body_of(opening.card_game, opening.profile, longer))
    here = f"/{field.key}/{len(made)}"
    off = any(problem.level == "error" and problem.where.startswith(here) for problem in problems)
    return {"value": f"{field.key}:{entry}", "suit": entry.rpartition(".")[2], "off": off}
