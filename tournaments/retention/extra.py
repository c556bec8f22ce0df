"""The optional extra for name retention: desk pages, API calls and scheduled tasks."""

from scoring.types import _
from tournaments.extras import Extra, NavigationEntry, Route

EXTRA = Extra(
    key="retention",
    desk=(
        Route("regia/nomi/", "tournaments.retention.desk.forgetting", "desk_forgetting"),
        Route("regia/nomi/<uuid:person_id>/", "tournaments.retention.desk.one_name", "desk_one_name"),
    ),
    api=(
        Route("names/", "tournaments.retention.api.Retention"),
        Route("names/<uuid:person_id>/", "tournaments.retention.api.OneName"),
    ),
    navigation=(
        NavigationEntry("club_rail", "desk_forgetting", "people", _("Privacy of names"), 40),
        NavigationEntry("club_page", "desk_forgetting", "people", _("Privacy of names"), 10),
    ),
    permissions={"forget_names": ("organiser",)},
    chores=("tournaments.retention.services.prune", "tournaments.retention.services.forget_due"),
)
