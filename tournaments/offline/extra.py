"""Where the verdict of a phone without a network enters: the rules as data, the scripts that read them."""

from tournaments.extras import Extra, Panel, Route

EXTRA = Extra(
    key="offline",
    api=(Route("card-games/<slug:key>/definition/", "scoring.offline.api.DefinitionCall", "definition"),),
    panels=(Panel("verdict", "offline/_verdict.html"),),
)
