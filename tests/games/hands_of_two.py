"""One complete hand of each game for two players, recorded card by card.

Every entry is one trick: leader, the two cards played, and the cards drawn by the winner and the loser.
"""

from typing import Any

from tests.games.deals import JSON, a_declaration

# Diamonds are trumps, the 5D is turned. In trick 4 player 0 exchanges the 2D for it; player 1 loses trick 13
# and draws the 2D. Player 1 captures the Queen of diamonds in trick 17.
MARIAGIO = """
1 2S 7S JC 7H  0 4H 7D KC 2C  1 AC AD 2D 6D  0 2C 7H 4D 5S  0 JD 6H 3S JS
0 3S 5H QS KD  0 4S 6D 6C QH  1 5S 4D JH 4C  0 5D 4C 6S AH  0 JH JS 5C KS
0 JC 2H 3D 7C  0 3C AH 3H AS  0 3D 6C QD 2D  0 3H 2D        1 7C 5C
1 AS QS        1 KD QD        1 QC 6S        1 KC KH        1 KS QH
"""
# Cups are trumps, the KC is turned. In trick 9 player 1, who does not lead, exchanges the AC for it and
# declares; player 0 loses trick 15 and draws the AC.
BRISCOLA_151 = """
1 4S 6D 2C HD  1 JB KD KS 4D  1 4B 4C 5B 2S  0 5B 2C 3B 5D  1 3B 4D JS 3D
1 2S 5D AB JC  1 3S 3D 6C 7B  1 JS JC 7D AC  0 7B 6C 5S 2B  1 5S 7D HB 6S
1 AB 6S 7S 3C  1 HB 2B AD JD  1 7S HS 5C 2D  0 JD AD 7C AS  1 2D AS 6B AC
1 7C 3C        0 5C HC        1 6B AC        0 HD KC        1 KS KB
"""
# Batons are trumps, the 7B is turned; player 1 loses trick 15 and draws it. Each player declares with a King
# that he has just drawn.
MARIAGGIA = """
1 5D 5S 3B 6C  1 3B 6C 5B KC  1 2D 6S 3C 3D  1 3C 6B AC 2B  0 3D 5B JB 4D
1 2B 4D 6D 4C  1 5C 4C 3S JD  1 6D AC JC KS  1 3S 7C KD 4S  1 JC 4S AS 7S
1 HD JD 2S AD  1 2S 7S 7D 2C  0 AD JB JS AB  1 2C AB 4B HC  0 4B AS KB 7B
0 KS JS        0 7D KD        1 7B HB        0 KC HC        0 KB HS
"""
HAND_TEXTS: dict[str, tuple[str, JSON, dict[int, JSON]]] = {
    "mariagio": (
        MARIAGIO,
        {
            "trump": "D",
            "card_points": [61, 59],
            "last_trick": 1,
            "declarations": [
                a_declaration(1, "C", 3),
                a_declaration(0, "H", 9),
                a_declaration(1, "D", 17, captured=True),
            ],
        },
        {4: {"player": 0, "card": "5D"}},
    ),
    "briscola_151": (
        BRISCOLA_151,
        {
            "trump": "C",
            "card_points": [28, 92],
            "declarations": [a_declaration(0, "D", 2), a_declaration(1, "C", 9)],
        },
        {9: {"player": 1, "card": "KC"}},
    ),
    "mariaggia": (
        MARIAGGIA,
        {
            "trump": "B",
            "card_points": [55, 65],
            "declarations": [a_declaration(1, "D", 9), a_declaration(0, "B", 15)],
        },
        {},
    ),
}


def tricks(text: str) -> list[JSON]:
    """Parse a text that lists the tricks of a hand; return the tricks."""
    lines = [entry.split() for line in text.splitlines() for entry in line.split("  ") if entry.strip()]
    return [
        {"leader": int(line[0]), "cards": line[1:3], **({"drawn": line[3:]} if line[3:] else {})}
        for line in lines
    ]


def a_game(card_game: str) -> JSON:
    """Return a copy of the complete hand of `card_game`, dealt by player 0."""
    text, facts, exchanges = HAND_TEXTS[card_game]
    play = tricks(text)
    for each in facts["declarations"]:
        said_then: dict[str, Any] = {key: value for key, value in each.items() if key != "trick"}
        play[each["trick"] - 1].setdefault("declared", []).append(said_then)
    for number, exchange in exchanges.items():
        play[number - 1]["exchanged"] = dict(exchange)
    return {
        "dealer": 0,
        **facts,
        "declarations": [dict(each) for each in facts["declarations"]],
        "play": play,
    }
