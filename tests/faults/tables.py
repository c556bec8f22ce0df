"""A match that is ready on a site that is standing, and what has come of it."""

import json
import random
from dataclasses import dataclass
from typing import Any

from tests.servers.site import Site as Running
from tournaments.replay.client import Site

CODES = """
import json
from scoring.sheet.devices import shown_code
from tournaments.models import Match
ready = Match.objects.filter(tournament__slug={slug!r}, state="ready").select_related("sheet__key")
print(json.dumps({{str(match.pk): shown_code(match.sheet.key) for match in ready}}))
"""


@dataclass(frozen=True)
class Standing:
    """A site that is running, and its organiser's token."""

    site: Running
    token: str


class Table:
    """A match that is ready, and what has come of it."""

    def __init__(self, embedded: Standing) -> None:
        self.standing = embedded
        self.site = Site(embedded.site.url, embedded.token)
        name = f"Serata {random.randrange(10**9)}"
        made = {"name": name, "card_game": "mariglia", "stages": [{"format": "knockout"}], "tables": 1}
        self.slug = self.site.send("POST", "/tournaments/", made).body["slug"]
        teams = [{"name": f"Coppia {side}", "players": [{"name": f"Anna {side}"}, {"name": f"Efisio {side}"}]}
                 for side in "AB"]  # fmt: skip
        self.site.send("POST", f"/tournaments/{self.slug}/teams/", teams)
        self.site.send("POST", f"/tournaments/{self.slug}/draw/", {"stage": 1, "by": "seeds"})
        self.match, self.code = "", ""
        while not self.match:
            codes = json.loads(self.python(CODES.format(slug=self.slug)))
            self.match, self.code = next(iter(codes.items()), ("", ""))

    def close(self) -> None:
        """Hang up."""
        self.site.close()

    def python(self, text: str) -> str:
        """Run some lines inside the site's own code, and return what they print."""
        return self.standing.site.python(text)

    def hands(self) -> list[Any]:
        """The points of the hands on the sheet."""
        games = self.site.get(f"/matches/{self.match}/sheet/")["games"]
        return [hand["card_points"] for game in games for hand in game["hands"]]

    def facts(self) -> list[str]:
        """Every fact of the sheet: a hand that came twice would leave one."""
        text = f"print(*SheetEvent.objects.filter(sheet_id='{self.match}').values_list('kind', flat=True))"
        return self.python(f"from scoring.models import SheetEvent\n{text}").split()
