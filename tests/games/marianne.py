"""Builders of hands of Marianna and Cinquecento, and helpers that return verdicts on them.

A trick is written in this order: the leader, the cards played, the cards drawn after the trick, and the
declarations made in the trick.
"""

from typing import Any

from scoring.sheet.rules.sheet import check_sheet

JSON = dict[str, Any]
# Code, rule and place (within the hand) of one problem.
ProblemKey = tuple[str, str, str]

# Seat 0 deals; 0 and 2 play against 1 and 3. In the second trick spades become trumps, in the fifth clubs and
# then hearts: seat 2 wins it with the seven of hearts; with clubs as trumps seat 3 would have won it.
TWO_IN_A_TRICK = (
    "1: 5C AS 6S 4D; AC 2D 6C KS",
    "1: 4S 7D JS JC; AH 5D 2H 7H; 0 marianna S",
    "3: AH 5D AC 2D; 5S JD 3C 3S",
    "3: 7C JD 4H AD; KC 3H QH 2C",
    "3: 6D 2S 2H 7H; KD 5H 7S 6H; 3 marianna C, 1 marianna H",
    "2: 3D 5S 3H 6H", "0: 7S 4C JH 6C", "2: 3S 5H QD 3C", "3: KC QS KH KD", "1: QH 2C QC KS",
)  # fmt: skip

# In the second trick seat 2 leads the King of clubs, his partner covers it with the Queen, and they win it.
COVERED = (
    "1: JH AH AS 2D; 4C 3H KH 7D",
    "2: KC 6H QC 7D; 3D 2S 7S QD; 2 copri C",
    "2: 2C 6S 7H 4S; QS AD 6C KD",
    "2: AC KS 7S 2H; JC 5H QH 4H; 1 marianna D",
    "2: JC 3C JD 4H; 5D 7C 6D 5S",
    "0: 6C 7C 6D 2S", "2: 5C 3H JS 4D", "1: 3S 4C 5S 5D", "0: KH QD 3D AD", "3: 5H QH KD QS",
)  # fmt: skip

# Seat 2 has King and Queen of spades, and later all four Queens when the stock is nearly used up.
FOUR_QUEENS = (
    "1: 6S KS JS 3S; 2D 6C 4D KD; 2 marianna S",
    "0: 5C 7S 4D 7H; JD 4C 6D 5D",
    "1: JD 4C 4S AD; 2S KH 5S 2H",
    "3: 2S 5D 5H 2H; 3C 6H 7D KC",
    "3: 3H 3D AC KC; JC 2C 7C 4H; 2 mariannino C",
    "3: 6D 2C 6C 4H", "3: JC 6H 5S QH", "1: AH QS 3C 2D", "2: QD AS JH 7C", "3: KD KH 7D QC",
)  # fmt: skip

# Seat 3 is dealt four Kings and a Queen.
FOUR_KINGS = (
    "1: 6D 2D KC 4H; 7C 4C 3C AD; 3 mariannone C",
    "1: 5H JH 3C 6C; 4D 5D 3D 7H",
    "2: 4D 5D 2S 2C; AH 2H 6H JC",
    "3: AH AD 7D JC; 3H 4S 6S 5S",
    "3: 3H AC 6S 4C; AS JS QH QD",
    "3: AS 4S 7H 3S", "3: KD 2H 6H 5S", "3: KH JD 7C 5C", "3: QC JS 7S QS", "3: KS 3D QH QD",
)  # fmt: skip

# Latin cards: seat 0 declares cups in the first trick; when the stock is used up, he and seat 1 declare in
# one trick.
SUNG_LATE = (
    "1: AS 4B 6S 5S; 7C AB AC KB; 0 marianna C",
    "1: 7B 2C JS 3B; 6B 7D 3C JD",
    "2: 6D 5B 3C 4C; 2S KS KD 3D",
    "0: 2S JD 2B 7D; 4D 6C AD JB",
    "0: 4D 6C 6B 2D; HS JC 7S HB",
    "1: 5C 4S JB KB; ; 0 marianna B, 1 marianna S",
    "1: 7C AD 7S 5D", "1: HS AB 3S KC", "0: HB HD JC AC", "3: 3D HC KS KD",
)  # fmt: skip


def a_declaration(side: int, kind: str = "marianna", suit: str | None = None, **more: int) -> JSON:
    """Return a declaration as written on a sheet."""
    return {"side": side, "kind": kind, **({"suit": suit} if suit else {}), **more}


def marianna(side: int, suit: str, trick: int | None = None, player: int | None = None) -> JSON:
    """Return a declared marianna; trick and player are omitted if None."""
    optional = {"trick": trick, "player": player}
    entries = {key: value for key, value in optional.items() if value is not None}
    return {**a_declaration(side, suit=suit), **entries}


def a_hand(*declarations: JSON, points: int = 60, **more: Any) -> JSON:
    """Return a hand; by default each side has half of the card points."""
    return {"dealer": 0, "card_points": [points, 120 - points], "declarations": list(declarations), **more}


def ended(*declarations: JSON) -> JSON:
    """Return a hand that ended with the last of the given declarations."""
    return {"dealer": 0, "declarations": list(declarations), "state": "ended_on_declaration"}


def a_whole_hand(lines: tuple[str, ...], points: int) -> JSON:
    """Return a hand recorded card by card, with all its declarations also on the sheet."""
    play = [a_trick(line) for line in lines]
    declarations = [
        {"side": each["player"] % 2, **each, "trick": number}
        for number, trick in enumerate(play, start=1)
        for each in trick.get("declared", [])
    ]
    return a_hand(*declarations, points=points, play=play)


def a_trick(line: str) -> JSON:
    """Return one trick in the JSON format of the API contract."""
    cards, draw, declared, *_rest = [*line.split("; "), "", ""]
    leader, _colon, names = cards.partition(": ")
    trick: JSON = {"leader": int(leader), "cards": names.split()}
    if draw:
        trick["drawn"] = draw.split()
    if declared:
        declarations = [each.split() for each in declared.split(", ")]
        trick["declared"] = [
            {"player": int(player), "kind": kind, "suit": suit} for player, kind, suit in declarations
        ]
    return trick


def verdict_on(card_game: str, *hands: JSON, **profile: Any) -> JSON:
    """Return the verdict on one game with the given hands."""
    games = [{"hands": list(hands)}]
    return check_sheet({"card_game": card_game, "profile": profile, "games": games}).as_json()


def problems_of(card_game: str, *hands: JSON, **profile: Any) -> list[ProblemKey]:
    """Return the code, rule and JSON Pointer of every problem; pointers are relative to the last hand."""
    where = f"/games/0/hands/{len(hands) - 1}"
    problems = verdict_on(card_game, *hands, **profile)["problems"]
    return [(p["code"], p["rule"], p["where"].removeprefix(where)) for p in problems]


def final(card_game: str, *score: int, hands: int | None = None) -> list[ProblemKey]:
    """Return every problem reported for a game that is entered as a final score without hands."""
    game: JSON = {"final": list(score), **({} if hands is None else {"hand_count": hands})}
    problems = check_sheet({"card_game": card_game, "games": [game]}).problems
    return [(p.code, p.rule, p.where.removeprefix("/games/0")) for p in problems]
