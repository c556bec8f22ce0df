"""Tressette: two pairs, 40 cards, no trumps; card points are counted in thirds (TRE).

The rules are in `docs/rules.md`. Independent of sheets, matches and other card games.
"""

from collections.abc import Mapping

from scoring.cards import stock
from scoring.cards.packs import FRENCH, LATIN, NEAPOLITAN, Card
from scoring.cards.tricks import FOLLOW, Trick, TrickPlay
from scoring.field_kinds import captured_cards, declarations
from scoring.game_parts import card_game, declaration_limits, endings, feasible_points, fields, holdings
from scoring.game_parts.profile import TIME_UNFINISHED, Profile, switch
from scoring.referee import play as hand_play, referee
from scoring.types import Finding, Scores, Sentence, Step, _, sentence, together

# TRE-CARD-2: card values are thirds of a point.
POINT = 3
VALUES = (1, 1, 3, 1, 1, 1, 0, 0, 0, 0)
DEALT = TRICKS = 10
# TRE-SCORE-1: 35 thirds in all; each side's are rounded down, which always leaves 11 points together.
TOTAL = (4 * sum(VALUES) + POINT) // POINT

LOW = ("7", "6", "5", "4")
NAPOLETANA = "napoletana"
# The ranks of declared combinations.
STRONG = ("A", "2", "3")
THREE, FOUR = 3, 4
# TRE-ACC-1: the rank of each kind of bongioco.
RANK_OF: Mapping[str, str] = {
    f"{number}_{word}": rank
    for number in ("three", "four")
    for word, rank in zip(("aces", "twos", "threes"), STRONG, strict=True)
}
WORTH: Mapping[str, int] = {
    NAPOLETANA: THREE,
    **{kind: FOUR if kind.startswith("four") else THREE for kind in RANK_OF},
}

DEALER = fields.dealer_field("TRE-DEAL-1")
WITHOUT = _("%(what)s without %(suit)s")


def of_a_rank(rank: str, three: str, four: str) -> tuple[declarations.DeclarationKind, ...]:
    """Return the declarations of a rank: three of its cards (one suit missing), or all four (TRE-ACC-1)."""
    return (
        declarations.DeclarationKind(f"three_{rank}", three, with_suit=WITHOUT),
        declarations.DeclarationKind(f"four_{rank}", four, needs_suit=False, beside=f"three_{rank}"),
    )


DECLARATIONS = declarations.declarations_field(
    _("Declared combinations"),
    "TRE-ACC-1",
    [
        declarations.DeclarationKind(NAPOLETANA, _("Napoletana")),
        *of_a_rank("aces", _("Three Aces"), _("Four Aces")),
        *of_a_rank("twos", _("Three Twos"), _("Four Twos")),
        *of_a_rank("threes", _("Three Threes"), _("Four Threes")),
    ],
)
LAST = fields.side_field("last_trick", _("Last trick"), Step.COUNT, "TRE-SCORE-2")
CARD_POINTS = fields.shared_field("card_points", _("Card points"), "TRE-SCORE-1", TOTAL)
CAPTURED_CARDS = captured_cards.taken_field(CARD_POINTS, last_worth=POINT)
PLAY = hand_play.play_field("TRE-PLAY-1", declared=DECLARATIONS)


def score(hand: fields.Hand, moment: card_game.Moment) -> Mapping[str, Scores]:
    """Return the sum of the card points and the declared points (TRE-SCORE-1, TRE-ACC-1)."""
    declared = [0] * moment.profile.sides
    for declaration in hand[DECLARATIONS]:
        declared[declaration.side] += WORTH[declaration.kind]
    return {"cards": hand[CARD_POINTS], "declarations": tuple(declared)}


def cards_of(declaration: declarations.Declaration, profile: Profile) -> tuple[Card, ...]:
    """Return the declared cards: Ace, Two and Three of a suit, or three or four of a rank (TRE-ACC-1)."""
    if declaration.kind == NAPOLETANA:
        return tuple(Card(rank, str(declaration.suit)) for rank in STRONG)
    rank = RANK_OF[declaration.kind]
    absent = declaration.suit if WORTH[declaration.kind] == THREE else None
    return tuple(Card(rank, suit) for suit in profile.pack.suits if suit != absent)


def last_trick_scores(hand: fields.Hand, _profile: Profile) -> Finding | None:
    """Check that the side with the last trick has at least one point (TRE-SCORE-2)."""
    if hand[CARD_POINTS][hand[LAST]]:
        return None
    text = sentence(
        _("Who takes the last trick has at least one point. Look at who took it, or count again.")
    )
    return Finding("last_trick_without_points", "TRE-SCORE-2", text, "/card_points")


def once_a_rank(hand: fields.Hand, profile: Profile) -> Finding | None:
    """Check that three or four cards of a rank are declared at most once in a hand (TRE-ACC-2)."""
    ranks: set[str] = set()
    findings: list[Finding] = []
    for at, declaration in declaration_limits.each(hand, DECLARATIONS):
        rank = RANK_OF.get(declaration.kind)
        if rank in ranks:
            text = sentence(_TWICE, rank=Sentence(profile.rank_name(rank)))
            findings.append(Finding("rank_declared_twice", "TRE-ACC-2", text, at))
        ranks |= {rank} if rank else set()
    return together(findings)


_TWICE = _("Three or four cards of this rank were declared already: %(rank)s. Only one player can hold them.")


def in_the_first_trick(_profile: Profile) -> tuple[int, int]:
    """Return the first and the last trick for declarations, both of which are trick 1 (TRE-ACC-2)."""
    return 1, 1


def shown_to_the_referee(hand: fields.Hand, profile: Profile, play: tuple[Trick, ...]) -> referee.Case:
    """Return the hand in the form that the referee checks, without trumps (TRE-PLAY-1)."""
    return referee.case_of(profile, TRICK_PLAY, play, hand.dealer, trumps=None)


def held_by_who_declared(case: referee.Case) -> Finding | None:
    """Check that each declared card was held by the player who declared it (TRE-ACC-1)."""
    return stock.stock_fault(case, DEALT, stock.cards_declared(case, cards_of))


def played_by_the_rules(hand: fields.Hand, profile: Profile) -> Finding | None:
    """Check that the tricks are legal and agree with the counts (TRE-PLAY-1, TRE-SCORE-1)."""
    play = hand[PLAY]
    case, played_declarations = (
        shown_to_the_referee(hand, profile, play),
        hand_play.declarations_in_play(play),
    )
    return (
        referee.deal_fault(case)
        or referee.earliest(case, referee.LEADS)
        or hand_play.not_as_in_play(case, hand[DECLARATIONS], played_declarations)
        or hand_play.beyond_a_limit(hand, profile, DECLARATIONS, played_declarations, LIMITS)
        or referee.earliest(case, (referee.illegal_card, held_by_who_declared))
        or referee.last_trick_of_another(case, hand[LAST])
        or referee.miscount(case, None, hand[CARD_POINTS])
    )


TRICK_PLAY = TrickPlay(
    tricks=TRICKS,
    leads_after_dealer=1,
    trick_point=0,
    duties=(FOLLOW,),
    articles={
        "deal": "TRE-DEAL-1",
        "pack": "TRE-CARD-1",
        "play": "TRE-PLAY-1",
        "stock": "TRE-DEAL-1",
        "declare": "TRE-ACC-1",
        "last": "TRE-SCORE-2",
        "count": "TRE-SCORE-1",
    },
    last_trick=POINT,
)
# The kinds of declarations that a profile may exclude.
PLAYED = {
    NAPOLETANA: ("napoletane", False, "TRE-ACC-1"),
    **dict.fromkeys(RANK_OF, ("bongiochi", False, "TRE-ACC-1")),
}
DECLARED = (
    declaration_limits.only_played(DECLARATIONS, PLAYED),
    declaration_limits.once_a_suit(DECLARATIONS, "TRE-ACC-2", [NAPOLETANA]),
    once_a_rank,
)
LIMITS = (declaration_limits.within(DECLARATIONS, "TRE-ACC-2", in_the_first_trick),)
HOLDABLE = holdings.holdable(
    holdings.Holdings(
        DECLARATIONS,
        TRICK_PLAY,
        DEALT,
        showings=holdings.in_one_hand(cards_of),
        leaders=lambda _declaration, _player, _profile: (),
        last=lambda _declaration, _profile: 1,
    ),
    (*DECLARED, *LIMITS),
)
FOLLOWED = hand_play.CardByCard(
    PLAY,
    shown_to_the_referee,
    fields.where_written(PLAY, played_by_the_rules),
    looks=(held_by_who_declared,),
    limits=(*LIMITS, HOLDABLE),
)
# TRE-VAL-1: the most declared points, by whether napoletane and bongiochi count. With both it is three
# bongiochi from nine cards of one hand, and a napoletana in another hand.
MOST_DECLARED: Mapping[tuple[bool, bool], int] = {
    (True, True): 21,
    (True, False): 4 * THREE,
    (False, True): len(STRONG) * FOUR,
    (False, False): 0,
}


def worth_of_a_hand(profile: Profile) -> endings.Worth:
    """Return the possible points of a hand: eleven card points plus the declarations (TRE-VAL-1)."""
    most = MOST_DECLARED[bool(profile.options["napoletane"]), bool(profile.options["bongiochi"])]
    return endings.Worth(range(TOTAL, TOTAL + most + 1), range(TOTAL, TOTAL + most + 1))


CARD_GAME = TRESSETTE = card_game.CardGame(
    key="tressette",
    name=_("Tressette"),
    rules={
        "deal": "TRE-DEAL-1",
        "misdeal": "COM-IRR-1",
        "courts": "TRE-CARD-1",
        "targets": "TRE-GAME-1",
        "long": "TRE-GAME-1",
    },
    pack=NEAPOLITAN,
    court_orders={
        (NEAPOLITAN.key, "usual"): ("3", "2", "A", "K", "H", "M", *LOW),
        (LATIN.key, "usual"): ("3", "2", "A", "K", "H", "J", *LOW),
        (FRENCH.key, "usual"): ("3", "2", "A", "K", "Q", "J", *LOW),
    },
    order_names={"usual": _("Three high")},
    card_values=VALUES,
    card_unit=POINT,
    fixed_total=TOTAL,
    targets=(31,),
    target_range=range(11, 102),
    presets=(
        card_game.Preset("31", _("One game to 31"), {"targets": [31]}),
        card_game.Preset("31_31_31", _("Best of three to 31"), {"targets": [31, 31, 31]}),
        card_game.Preset("21", _("One game to 21"), {"targets": [21]}),
        card_game.Preset("41", _("One game to 41"), {"targets": [41]}),
        card_game.Preset(
            "31_31_31_plain",
            _("Best of three to 31, nothing declared"),
            {"targets": [31, 31, 31], "napoletane": False, "bongiochi": False},
        ),
    ),
    options=(
        switch("napoletane", _("Napoletane count"), "TRE-ACC-1", default=True),
        switch(
            "bongiochi", _("Bongiochi count, three or four Aces, Twos or Threes"), "TRE-ACC-1", default=True
        ),
        TIME_UNFINISHED,
        feasible_points.RENUNCIO,
    ),
    fields=(DEALER, DECLARATIONS, LAST, CARD_POINTS, CAPTURED_CARDS, PLAY),
    states=fields.COMMON_STATES,
    entry_steps=(
        card_game.EntryStep("accuse", _("What was declared"), ("dealer", "declarations")),
        card_game.EntryStep("points", _("The points"), ("last_trick", "card_points", "taken")),
    ),
    checks=(
        feasible_points.after_a_renuncio(CARD_POINTS, lambda _profile: TOTAL, "COM-IRR-1"),
        *DECLARED,
    ),
    range_checks=(
        last_trick_scores,
        feasible_points.as_counted(CAPTURED_CARDS, CARD_POINTS, last_trick=LAST),
        *LIMITS,
        HOLDABLE,
        FOLLOWED.fault,
    ),
    final_checks=endings.final_totals_by(worth_of_a_hand, "TRE-VAL-1"),
    card_by_card=FOLLOWED,
    parts={"cards": _("Cards"), "declarations": _("Declared combinations")},
    score=score,
    long_game={31: 12},
)
