"""Registration of offline validation: the API view of the rules, and the panel with the scripts."""

from tournaments.extras import Extra, Panel, Route

EXTRA = Extra(
    key="offline",
    api=(Route("card-games/<slug:key>/definition/", "scoring.offline.api.DefinitionCall", "definition"),),
    panels=(Panel("verdict", "offline/_verdict.html"),),
)
