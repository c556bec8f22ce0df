"""What the guides of several games say alike: headings, words, misdeals, time, and the sources."""

from scoring.game_parts.guide import Source, Word
from scoring.types import _

PLAYERS_AND_CARDS = _("Players and cards")
THE_DEAL = _("The deal")
THE_PLAY = _("The play")
TRUMP_CARD = _("The trump card")
DECLARATIONS = _("Declarations")
COUNTING = _("Counting and winning")
ADVICE = _("A piece of advice")
DISPUTES = _("Disputes")

TWO_PAIRS = _(
    "Four people play in two pairs, partners facing each other. Deal and play go anticlockwise, to the right."
)
DEAL_TO_THE_RIGHT = _("After each hand the deal passes to the player on the dealer’s right.")
DEAL_TO_THE_RIGHT_HERE = _("After each hand the player on the dealer’s right deals. This is a house rule.")
DEAL_IN_TURN = _("The two players deal in turn.")
FOLLOWING = _("You must follow suit: if you hold cards of the suit that was led, you play one of them.")
BEATING = _(
    "If an opponent is winning the trick you must also beat that card, if you can while "
    "following suit. If you have no card of the suit you must trump, provided that your "
    "trump takes the trick."
)
FREE_CARD = _(
    "If your partner is winning you need neither beat nor trump. And if you have no card "
    "of the suit and cannot beat the trump that lies there, you may play any card: you "
    "need not throw a trump away."
)
ANY_CARD = _("You may play any card to any trick: nobody has to follow suit, to beat or to trump.")
TRICK_WINNER = _(
    "The highest trump takes the trick; if there is none, the highest card of the suit "
    "that was led. Whoever takes it leads to the next."
)
DRAWING_IN_TURN = _(
    "After each trick everybody draws a card from the stock, the winner of the trick "
    "first, while it lasts. Then you play on with the cards in your hands."
)
STRICT_REPLIES = _(
    "Once the stock is gone, whoever replies must follow suit, and beat the card if "
    "possible. Without the suit a trump must be played, if there is one."
)
HIGHER_TOTAL_WINS = _(
    "The totals are looked at when the hand is over. If a pair has reached or passed the "
    "target the game ends, and the higher total wins."
)
LEVEL_TOTALS = _("With equal totals another hand is played: a house rule.")
HIGHER_TOTAL_OF_TWO = _(
    "If nobody claims, the totals are looked at when the hand is over. If one of you has "
    "reached the target, or both have, the higher total wins; with equal totals you play "
    "another hand. This is a house rule."
)
TO_CLAIM = _(
    "As soon as you think that you have reached the target you may stop the play and "
    "claim the game. Then your earlier total, the cards you have won so far and your own "
    "declarations are added up. If they reach the target you have won, whatever the other "
    "player has; if they do not, you have lost, whatever the other player has."
)
CLUB_CHOOSES_MATCH = _(
    "How many games make a match, and how far each of them goes, is the club’s choice: "
    "one game unless the club says otherwise."
)

HOUSE_DISPUTES = _("The sources say nothing about disputes: everything under this heading is a house rule.")
FALSE_DECLARATION = _(
    "A declaration that is false, too late or made twice scores nothing; the club may "
    "leave it to the referee."
)
MISDEAL = _(
    "If you find out during a hand that the cards were dealt wrongly, the hand is "
    "annulled and the same dealer deals again. If it happens to that dealer twice in a "
    "row, the referee decides."
)
RENUNCIO = _(
    "A renuncio is a card that you were not allowed to play. Until the next trick is led "
    "you take it back. Found later, it gives all card points of the hand to the other "
    "pair, and a trump card that has scored stays scored. The club may leave the points "
    "to the referee instead."
)
RENUNCIO_OF_PAIRS = _(
    "A renuncio is a card that you were not allowed to play. Until the next trick is led "
    "you take it back. Found later, it gives all card points of the hand to the other "
    "pair. The club may leave the points to the referee instead."
)
NO_RENUNCIO = _("As any card may be played, there is no renuncio in this game.")
LATE_RENUNCIO = _(
    "A renuncio, a card that was not allowed, is possible only once the stock is gone. "
    "Until the next trick is led the card is taken back; found later, it gives all card "
    "points of the hand to the other player, unless the club leaves the points to the "
    "referee."
)
TIME_BY_THE_TRIONFO = _(
    "When time is up, a hand already begun is finished, and no other is dealt. A hand has "
    "begun when the trump card is turned."
)
TIME_BY_THE_LEAD = _(
    "When time is up, a hand already begun is finished, and no other is dealt. A hand has "
    "begun when its first card is led."
)
TIME_DECIDES = _(
    "The game in progress then goes to the side that is ahead; the club may call it void "
    "instead. If you are level, a knock-out match plays further hands until you are not, "
    "and a match of a group is drawn."
)

HAND = Word(
    _("hand"),
    _("The cards you hold; also one deal, played to its last card."),
)
TRICK = Word(
    _("trick"),
    _("One card from each player; the strongest takes them all."),
)
TRUMPS = Word(
    _("trumps"),
    _("The suit that beats the other three; also a card of it."),
)
TRIONFO = Word(
    _("trump card"),
    _("The dealer’s last card, turned for all to see: its suit is trumps."),
)
FRILLO = Word(
    _("frillo"),
    _("A card worth nothing: 6, 5, 4, 3 or 2."),
)
STOCK = Word(
    _("stock"),
    _("The cards left after the deal, face down; you draw from them."),
)
TO_LEAD = Word(
    _("to lead"),
    _("To play the first card of a trick."),
)
TO_FOLLOW = Word(
    _("to follow suit"),
    _("To play a card of the suit that was led."),
)
TO_BEAT = Word(
    _("to beat"),
    _("To play a card stronger than the one that is winning."),
)
TO_TRUMP = Word(
    _("to trump"),
    _("To play a trump when you have no card of the suit that was led."),
)
BEATING_WORDS = (HAND, TRICK, TRUMPS, TO_LEAD, TO_FOLLOW, TO_BEAT, TO_TRUMP)

MANILLE_PAGE = Source("pagat.com", "Mariglia")
MARIGLIA_POST = Source("Zach Smith, blog", "Mariglia")
MARRIAGE_PAGE = Source("pagat.com", "Marianna")
GAMERULES_PAGE = Source("gamerules.com", "Marianna")
BELLIZZI_RULES = Source("Torneo di Bellizzi, 2010", "500")
LIGURIAN_PAGE = Source("Traditional Ligurian card games", "Mariagio")
SBIRO_PAGE = Source("sbiro.eu", "Mariagio")
MANNI_PAGE = Source("cardgames.io", "Manni Rules")
