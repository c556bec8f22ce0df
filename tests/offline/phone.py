"""Helpers that compare the verdicts of the phone's scripts with the verdicts of the server.

The scripts evaluate the rules. The helpers load the scripts into a browser page.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from django.utils.translation import override
from playwright.sync_api import Page

from scoring.games import CARD_GAMES
from scoring.offline.publish import definition
from scoring.offline.verdict import hand_verdict
from scoring.sheet.rules.sheet import check_sheet
from scoring.translation import say
from tests.offline.sheets import random_sheets, worked_examples

JSON = Any
SCRIPTS = [Path(__file__).parents[2] / "static" / "js" / name for name in ("python.js", "verdict.js")]
LEAST = 50
LANGUAGES = ("it", "en")
SEED = 20261122

ASK = """([whole, hands]) => {
  const broken = (fault) => ({ broken: String(fault.stack || fault) });
  const told = (ask) => { try { return ask(); } catch (fault) { return broken(fault); } };
  const started = performance.now();
  const { verdict, verdictOnSheet } = trionfo;
  const sheets = whole.map((sheet) => told(() => verdictOnSheet(definition, sheet)));
  const between = performance.now();
  const written = hands.map((given) => told(() => verdict(definition, ...given)));
  return [sheets, written, between - started, performance.now() - between];
}"""


class Asked(NamedTuple):
    """A hand that the phone checks, with its score sheet and its position on the sheet."""

    sheet: JSON
    hand: JSON
    place: JSON


class Compared(NamedTuple):
    """The result of a comparison: numbers of sheets and hands, differences, and the phone's time in
    milliseconds.
    """

    sheets: int
    valid: int
    hands: int
    differences: list[str]
    sheet_ms: float
    hand_ms: float


def phone(page: Page) -> Page:
    """Return a browser page that has loaded only the scripts that evaluate the rules."""
    page.goto("about:blank")
    for script in SCRIPTS:
        page.add_script_tag(path=script)
    return page


def give(page: Page, definition: JSON) -> None:
    """Load the definition of a card game into the page."""
    page.evaluate("(given) => { window.definition = given; }", definition)


def compare(page: Page, card_game: str, count: int, changed: JSON = None) -> Compared:
    """Compare the verdicts of phone and server on `count` sheets, and on one hand of each sheet."""
    random = Random(f"{SEED} {card_game}")
    examples, more = worked_examples(card_game), random_sheets(card_game, random)
    differences: list[str] = []
    valid = hands = 0
    spent = [0.0, 0.0]
    batch = max(LEAST, count // 20)
    for start in range(0, count, batch):
        with override(LANGUAGES[start // batch % 2]):
            rules = json.loads(definition(CARD_GAMES[card_game]).text)
            give(page, changed or rules)
            sheets = [
                examples.pop() if examples else next(more) for _each in range(min(batch, count - start))
            ]
            questions = [hand for sheet in sheets for hand in hands_of(sheet, random)]
            phone_verdicts, hand_verdicts, *ms = page.evaluate(ASK, [sheets, questions])
            spent = [before + more_ms for before, more_ms in zip(spent, ms, strict=True)]
            wanted = [check_sheet(sheet).as_json(say) for sheet in sheets]
            words = words_of(rules)
            by_hand = [hand_verdict(CARD_GAMES[card_game], words, *each) for each in questions]
            differences += _differing(sheets, phone_verdicts, wanted) + _differing(
                questions, hand_verdicts, by_hand
            )
        valid += sum(verdict["valid"] for verdict in wanted)
        hands += len(questions)
    return Compared(count, valid, hands, differences, spent[0] / count, spent[1] / max(1, hands))


def words_of(rules: JSON) -> dict[str, str]:
    """Return all translated texts in the definition of a card game, including plural forms."""

    def texts(form: Any) -> Iterator[tuple[str, str]]:
        if isinstance(form, list):
            if len(form) == 3 and form[0] == "'":
                yield form[1], form[2]
            else:
                for part in form:
                    yield from texts(part)

    return {**dict(texts([rules["values"], rules["codes"]])), **rules["words"]}


def hands_of(sheet: JSON, random: Random) -> list[Asked]:
    """Return a list with one random hand of the sheet, or an empty list if no hand can be checked."""
    profile, games = sheet.get("profile"), sheet.get("games")
    if any(problem.where.startswith("/profile") for problem in check_sheet(sheet).problems):
        return []
    if not isinstance(profile, dict) or not isinstance(games, list):
        return []
    places = [
        (game, hand)
        for game, each in enumerate(games, start=1)
        if isinstance(each, dict) and isinstance(each.get("hands"), list) and "final" not in each
        for hand in range(1, len(each["hands"]) + 1)
    ]
    if not places:
        return []
    game, hand = random.choice(places)
    return [Asked(sheet, games[game - 1]["hands"][hand - 1], {"game": game, "hand": hand})]


def _differing(questions: Sequence[JSON], verdicts: Sequence[JSON], wanted: Sequence[JSON]) -> list[str]:
    """Return the checked hands or sheets for which phone and server differ, with both verdicts."""
    return [
        "\n".join(json.dumps(each)[:1500] for each in (question, mine, his))
        for question, mine, his in zip(questions, verdicts, json.loads(json.dumps(wanted)), strict=True)
        if _in_order(mine) != _in_order(his)
    ]


def _in_order(verdict: JSON) -> JSON:
    """Return the verdict with sorted problems, because Python has no fixed order for unknown fields."""
    if "problems" not in verdict:
        return verdict
    return {**verdict, "problems": sorted(verdict["problems"], key=lambda problem: problem["where"])}
