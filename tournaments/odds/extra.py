"""Registration of the odds: panels on the match sheet, and the page about the method."""

from tournaments.extras import Extra, Panel, Route

METHOD = Route("giochi/<slug:key>/probabilita/", "tournaments.odds.public.odds_method")

EXTRA = Extra(
    key="odds",
    public=(METHOD,),
    panels=(
        Panel("sheet_top", "odds/_odds_bar.html", "tournaments.odds.public.odds_panel"),
        Panel("sheet_end", "odds/_odds.html", "tournaments.odds.public.odds_panel"),
        Panel("sheet_style", "odds/_style.html"),
    ),
    apps=("scoring.odds",),
)
