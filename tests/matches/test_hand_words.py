"""Golden-file tests of the texts about hands on every page, in each card game.

To update the golden file after an intended change of the texts, run `WRITE_GOLDEN=1 pytest
tests/matches/test_hand_words.py`.
"""

import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest
from django.utils.translation import override

from scoring.field_kinds.base import Field, Names
from scoring.field_kinds.captured_cards import Captured
from scoring.game_parts.card_game import CardGame
from scoring.game_parts.profile import Profile
from scoring.games import CARD_GAMES
from scoring.models import ScoreSheet, SheetEvent
from scoring.sheet.rules.reader import read_hand, read_profile
from scoring.translation import say
from scoring.types import HandState
from tournaments.matches.desk.hand_form import HandForm
from tournaments.matches.hand_words import HandWords
from tournaments.matches.public.sheet import history
from tournaments.matches.selectors.disputes import Dispute, HandVersion
from tournaments.matches.sheet_view import SheetView, SideView
from tournaments.matches.version_words import likely_cause, version_views
from tournaments.models import Match, Stage, Tournament
from tournaments.tables.desk.moves import _hand_move
from tournaments.tables.selectors.journal_lines import Move

GOLDEN = Path(__file__).parent / "golden_hands.json"
VECTORS = Path(__file__).parents[1] / "sheet" / "vectors"
AT = datetime(2026, 3, 14, 20, 30, tzinfo=UTC)
PAIRS = ("Carta – Ruiu", "Cossu – Pinna")
PLAYERS = ("Anna", "Bruno", "Carla", "Dino")
Body = Mapping[str, Any]

EVERY = pytest.mark.parametrize("card_game", CARD_GAMES.values(), ids=CARD_GAMES)


def hands_of(card_game: CardGame) -> dict[str, Body]:
    """Return example hands of a card game: at least one for each hand state and one for each field."""
    vectors = json.loads((VECTORS / f"{card_game.key}.json").read_text(encoding="utf-8"))
    profile = read_profile(card_game, vectors["profile"])
    read = (read_hand(card_game, profile, vector["hand"])[0] for vector in vectors["vectors"])
    bodies: list[Body] = [json.loads(json.dumps(hand.as_json())) for hand in read if hand]
    played = next(body for body in bodies if "state" not in body)
    hands: dict[str, Body] = {}
    for state in card_game.states:
        examples = [body for body in bodies if body.get("state", HandState.PLAYED) == state]
        hands[state.value] = examples[0] if examples else {**played, "state": state.value}
    hands["annulled before the play"] = {"dealer": 1, "state": "annulled"}
    for field in card_game.fields:
        examples = [body for body in bodies if body.get(field.key)]
        if field.kind.is_asked:
            hands[field.key] = examples[-1] if examples else {**played, field.key: possible(field, profile)}
    once = {json.dumps(body): name for name, body in reversed(hands.items())}
    return {name: hands[name] for name in reversed(once.values())}


def possible(field: Field[Any], profile: Profile) -> Any:
    """Return an example value for a field that no test vector contains."""
    if isinstance(field.kind, Captured):
        return {"side": 1, "cards": [profile.ranks[0] + next(iter(profile.pack.suits))]}
    return list(field.kind.filler(profile))


def view_of(card_game: CardGame) -> SheetView:
    """Return the view of an empty score sheet of the given card game."""
    vectors = json.loads((VECTORS / f"{card_game.key}.json").read_text(encoding="utf-8"))
    profile = read_profile(card_game, vectors["profile"])
    names = PAIRS if profile.seats == 2 * profile.sides else PLAYERS[: profile.sides]
    blank: dict[str, Any] = {"mark": "", "players": (), "full_names": (), "club": "", "games_won": 0}
    sides = tuple(
        SideView(side=side, name=name, signed=False, won=False, lost=False, **blank)
        for side, name in enumerate(names)
    )
    return SheetView(
        match=Mock(),
        card_game=card_game,
        profile=profile,
        state=Mock(),
        sides=sides,
        games=(),
        names=dict(enumerate(PLAYERS[: profile.seats])),
        next=None,
        winner=None,
        problems=(),
        version=1,
    )


def on_public_sheet(view: SheetView, body: Body) -> list[str]:
    """Return the text on the public sheet about a hand that was corrected and then disputed."""
    first = {"dealer": (body["dealer"] + 1) % view.profile.seats, "state": "annulled"}
    facts = [("hand", first), ("correction", body), ("dispute", {"hand": first, "against": 2})]
    events = [
        SheetEvent(kind=kind, game=1, hand=2, body=body, recorded_at=AT, seq=seq)
        for seq, (kind, body) in enumerate(facts, start=1)
    ]
    return [entry.words for entry in history(view.card_game, view.called, events)]


def on_correction_form(view: SheetView, body: Body) -> str:
    return HandForm(view, (1, 2), body, 1, None).words


def at_desk(view: SheetView, body: Body) -> dict[str, Any]:
    """Return the texts about a hand in three places at the desk: latest actions, dispute and late hand."""
    tournament = Tournament(card_game=view.card_game.key)
    stage = Stage(tournament=tournament, profile=view.profile.as_json())
    match = Match(tournament=tournament, stage=stage, sheet=ScoreSheet(profile=view.profile.as_json()))
    names = tuple(side.name for side in view.sides)
    move = Move(AT, "hand", match, 1, 2, body, "", "", sides=names)
    rival = {"dealer": body["dealer"], "state": "annulled"}
    versions = tuple(HandVersion(seq, each, AT, None, "") for seq, each in enumerate((body, rival), start=1))
    row = cast(Any, SimpleNamespace(match=match, sides=[SimpleNamespace(name=name) for name in names]))
    version = version_views(view.card_game, row, Dispute((1, 2), 1, versions))[0]
    return {
        "move": _hand_move(move, view.card_game),
        "version": [
            version.ending,
            *(f"{each.name} {each.number}" for each in version.points),
            *version.details,
        ],
        "button": version.ruling,
        "late": HandWords(view.card_game, body, view.called).score,
    }


def on_phone(view: SheetView, body: Body) -> list[str]:
    """Return the lines of text about a hand on the phone of side 1."""
    sides = {side.side: side.name for side in (*view.sides[1:], view.sides[0])}
    hand = HandWords(view.card_game, body, Names(view.profile, say, sides, view.names))
    return [hand.headline.words, *(each.words for each in hand.other_fields)]


PLACES = {
    "public sheet": on_public_sheet,
    "correction form": on_correction_form,
    "desk": at_desk,
    "phone": on_phone,
}


def words_of(card_game: CardGame) -> dict[str, Any]:
    """Return the texts about the hands of a card game, by language, hand and page."""
    words: dict[str, Any] = {}
    for language in ("it", "en"):
        with override(language):
            view = view_of(card_game)
            words[language] = {
                name: {place: show(view, body) for place, show in PLACES.items()}
                for name, body in hands_of(card_game).items()
            }
    return words


@EVERY
def test_hand_texts_on_every_page_equal_the_golden_file(card_game: CardGame) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
    words = words_of(card_game)
    if os.environ.get("WRITE_GOLDEN"):
        text = json.dumps({**golden, card_game.key: words}, ensure_ascii=False, indent=1, sort_keys=True)
        GOLDEN.write_text(text + "\n", encoding="utf-8")
    else:
        assert words == golden[card_game.key]


@EVERY
def test_no_page_shows_only_a_dash_for_a_hand(card_game: CardGame) -> None:
    view = view_of(card_game)
    for name, body in hands_of(card_game).items():
        text = json.dumps([show(view, body) for show in PLACES.values()], ensure_ascii=False)
        assert '"–"' not in text, name
        assert "– stands" not in text, name
        assert "became –" not in text, name
        assert "– differs" not in text, name


def test_late_hand_with_invalid_values_is_described_by_its_ending() -> None:
    view = view_of(CARD_GAMES["mariglia"])
    for card_points in ([41], [41, None], "41", [True, 29]):
        body = {"dealer": 0, "card_points": card_points, "state": "lost"}
        assert HandWords(view.card_game, body, view.called).score == "Played", card_points


def test_text_about_a_corrected_dealer_names_both_dealers() -> None:
    view = view_of(CARD_GAMES["manni"])
    body = {"dealer": 0, "cut": "2C", "tricks": [5, 3, 4]}
    with override("en"):
        line = HandWords(view.card_game, body, view.called).line({**body, "dealer": 1})
    assert line.startswith("5·3·4 · Anna dealt")
    assert "dealt" not in HandWords(view.card_game, body, view.called).line({**body, "tricks": [3, 5, 4]})


def test_desk_shows_the_endings_of_two_versions_of_a_hand_that_differ_only_in_the_ending() -> None:
    view, body = view_of(CARD_GAMES["mariglia"]), {"dealer": 0, "trionfo": "KC", "card_points": [41, 29]}
    match = Match(sheet=ScoreSheet(profile=view.profile.as_json()))
    row = cast(Any, SimpleNamespace(match=match, sides=view.sides))
    bodies = (body, {**body, "state": "annulled"})
    versions = tuple(HandVersion(seq, each, AT, None, "") for seq, each in enumerate(bodies, start=1))
    dispute = Dispute((1, 1), 1, versions)
    with override("en"):
        endings = [each.ending for each in version_views(view.card_game, row, dispute)]
        assert likely_cause(view.card_game, dispute).startswith("Same points: they differ in who dealt")
    assert endings == ["", "Annulled"]


def test_declarations_are_the_likely_cause_of_a_dispute_if_only_declarations_differ() -> None:
    view = view_of(CARD_GAMES["marianna"])
    body: Body = {"dealer": 0, "card_points": [70, 50], "declarations": []}
    other = {**body, "declarations": [{"side": 1, "kind": "marianna", "suit": "H"}]}
    versions = tuple(HandVersion(seq, each, AT, None, "") for seq, each in enumerate((body, other), start=1))
    with override("en"):
        assert likely_cause(view.card_game, Dispute((1, 1), 1, versions)) == (
            "Same points; differences: declarations."
        )
