"""The optional extra for publishing: downloads, calendars, the feed and pages for other sites."""

from tournaments.extras import Extra, Panel, Route

PACKAGE = "tournaments.publishing"

EXTRA = Extra(
    key="publishing",
    pages=(
        Route(
            "coppie/<uuid:team_id>/calendario.ics",
            f"{PACKAGE}.subscriptions.team_calendar",
            switches=("tables",),
        ),
        Route("calendario.ics", f"{PACKAGE}.subscriptions.tournament_calendar", switches=("tables",)),
        Route("incorpora/tabellone/", f"{PACKAGE}.embeds.embedded_bracket", switches=("bracket",)),
        Route("incorpora/classifica/", f"{PACKAGE}.embeds.embedded_standings", switches=("standings",)),
        Route("risultati.atom", f"{PACKAGE}.subscriptions.results_feed", switches=("rounds",)),
        Route("classifica.csv", f"{PACKAGE}.downloads.standings_csv", switches=("standings",)),
        Route("classifica.xlsx", f"{PACKAGE}.downloads.standings_xlsx", switches=("standings",)),
        Route("risultati.csv", f"{PACKAGE}.downloads.results_csv", switches=("rounds",)),
        Route("risultati.xlsx", f"{PACKAGE}.downloads.results_xlsx", switches=("rounds",)),
        Route("iscritti.csv", f"{PACKAGE}.downloads.entrants_csv", switches=("teams",)),
        Route("iscritti.xlsx", f"{PACKAGE}.downloads.entrants_xlsx", switches=("teams",)),
    ),
    desk=(Route("regia/<slug:slug>/regole/altrove/", f"{PACKAGE}.embeds.embedding", "desk_embedding"),),
    panels=(
        Panel("head", "publishing/_feed.html"),
        Panel("teams_ways", "publishing/_calendar_link.html"),
        Panel("notice_ways", "publishing/_notice_calendar.html"),
        Panel("request_ways", "publishing/_notice_calendar.html"),
        Panel("teams_row", "publishing/_team_calendar.html"),
        Panel("teams_end", "publishing/_entrants.html"),
        Panel("standings_end", "publishing/_standings.html"),
        Panel("bracket_end", "publishing/_results.html"),
        Panel("rounds_end", "publishing/_results.html"),
        Panel("follow", "publishing/_follow_calendar.html"),
        Panel("evening_over", "publishing/_standings_file.html"),
        Panel("rules_aside", "publishing/_embedding.html", f"{PACKAGE}.embeds.embedding_panel"),
    ),
    parts={"files_of_archive": f"{PACKAGE}.tables.files_of_archive"},
)
