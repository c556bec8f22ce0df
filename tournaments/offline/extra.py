"""Registration of offline validation: the rules as data, and the scripts that evaluate them."""

from tournaments.extras import Extra, Panel, Route

EXTRA = Extra(
    key="offline",
    api=(Route("card-games/<slug:key>/definition/", "scoring.offline.api.DefinitionCall", "definition"),),
    panels=(Panel("verdict", "offline/_verdict.html"),),
)
