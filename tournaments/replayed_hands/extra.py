"""The optional extra for replayed hands: the page of a hand, and the links from the sheet to this page."""

from tournaments.extras import Extra, Panel, Route

HAND = "incontri/<uuid:match_id>/mano/<int:game>-<int:hand>/carte/"

EXTRA = Extra(
    key="replayed_hands",
    pages=(Route(HAND, "tournaments.replayed_hands.public.cards_page", switches=("sheets",)),),
    panels=(Panel("sheet_game", "replayed_hands/_links.html"),),
)
