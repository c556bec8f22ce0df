"""Registration of the forecast: its API view, its panels, and the function that queues its job."""

from tournaments.extras import Extra, Panel, Route

EXTRA = Extra(
    key="forecast",
    api=(Route("tournaments/<slug:slug>/forecast/", "tournaments.forecast.api.ForecastCall"),),
    panels=(
        Panel("before_draw", "forecast/_forecast.html", "tournaments.forecast.public.forecast_panel"),
        Panel("evening_tables", "forecast/_forecast.html", "tournaments.forecast.public.forecast_panel"),
    ),
    occasions={"plan": "tournaments.forecast.services.ask_forecast"},
    parts={"ends": "tournaments.forecast.public.ends_of"},
)
