"""What the guides of several games say alike: headings, misdeals, time, and the accounts they go back to."""

from scoring.rules.words import _

PLAYERS_AND_CARDS = _("Players and cards")
THE_DEAL = _("The deal")
THE_PLAY = _("The play")
TRUMP_CARD = _("The trump card")
DECLARATIONS = _("Declarations")
COUNTING = _("Counting and winning")
DISPUTES = _("Disputes")

FIRST_DEALER = _("Each of you draws a card: the lowest deals first. Some clubs take the highest.")
DEAL_TO_THE_RIGHT = _("After each hand the deal passes to the player on the dealer’s right.")
BEATING = _(
    "You must follow the suit that was led. If an opponent is winning the trick, you must also beat that "
    "card if you can; without the suit, you must trump if your trump takes the trick. If your partner is "
    "winning it you need not beat nor trump."
)
ANY_CARD = _("You may play any card to any trick: nobody has to follow suit, to beat or to trump.")
TRICK_WINNER = _(
    "The highest trump takes the trick; if there is none, the highest card of the suit that was led. Whoever "
    "takes it leads to the next."
)
DRAWING_IN_TURN = _(
    "After each trick everybody draws a card from the stock, the winner of the trick first, while it lasts. "
    "Then you play on with the cards in your hands."
)
STRICT_REPLIES = _(
    "Once the stock is gone, whoever replies must follow suit and beat the card if possible; without the "
    "suit, a trump must be played if there is one."
)
HIGHER_TOTAL_WINS = _(
    "The totals are looked at when the hand is over. If one side has reached or passed the target the game "
    "ends, and the higher total wins, whoever got there first. If both have the same, you play another hand."
)
TO_CLAIM = _(
    "As soon as you think that you have reached the target you may stop the play and claim the game. Then "
    "your earlier total, the cards you have won so far and your own declarations are added up. If they reach "
    "the target you have won, whatever the other player has; if they do not, you have lost, whatever the "
    "other player has."
)
CLUB_CHOOSES_MATCH = _(
    "How many games make a match, and how far each of them goes, is the club’s choice: one game unless the "
    "club says otherwise."
)

FALSE_DECLARATION = _(
    "A declaration that is false, too late or made twice scores nothing; the club may leave it to the "
    "referee. This is a house rule."
)
MISDEAL = _(
    "If you find out during a hand that the cards were dealt wrongly, the hand is annulled and the same "
    "dealer deals again. If it happens to that dealer twice in a row, the referee decides. The old accounts "
    "say nothing about it: this is a house rule."
)
RENUNCIO = _(
    "A renuncio is a card that you were not allowed to play. Until the next trick is led you take it back. "
    "Found later, it gives all card points of the hand to the other pair, and a trump card that has scored "
    "stays scored. The club may leave the points to the referee instead. This too is a house rule."
)
NO_RENUNCIO = _("As any card may be played, there is no renuncio in this game.")
LATE_RENUNCIO = _(
    "A renuncio is possible only once the stock is gone. Until the next trick is led the card is taken back; "
    "found later, it gives all card points of the hand to the other player, unless the club leaves the "
    "points to the referee. This is a house rule."
)
TIME_BY_THE_TRIONFO = _(
    "When time is called, a hand whose trump card has been turned is finished, and no other is dealt."
)
TIME_BY_THE_LEAD = _(
    "When time is called, a hand whose first card has been led is finished, and no other is dealt."
)
TIME_DECIDES = _(
    "The game in progress then goes to the side that is ahead; the club may call it void instead. If you are "
    "level, a knock-out match plays further hands until you are not, and a match of a group is drawn."
)

MANILLE_PAGE = "Mariglia, Manille Group · 000_960f22adb1b46086.txt"
MARIGLIA_POST = "Mariglia · 001_4b74260612da0255.txt"
MARRIAGE_PAGE = "Marianna, Marriage Group · 002_f6c372c41c0071b9.txt"
LIGURIAN_PAGE = "Mariagio, traditional Ligurian card games · 003_79b8e5e12bf2e2f0.txt"
MANNI_PAGE = "Manni Rules · 004_a3b415a1fb5d2ef1.txt"
