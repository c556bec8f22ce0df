"""A folder of recorded matches (teams.csv, matches.json, results.json), read into what the API takes."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SEATS = "SENW"
SIDES = "AB"
TIE_BREAKS = ["game_difference", "point_difference", "points_scored"]
"""The order of the samples, see their README."""


@dataclass(frozen=True)
class Recorded:
    """A recorded evening: the teams by seed, the matches by label, the results that were published."""

    teams: list[dict[str, str]]
    matches: dict[str, dict[str, Any]]
    results: dict[str, Any]

    @property
    def setup(self) -> dict[str, Any]:
        """The body of the request that sets this tournament up."""
        first = next(iter(self.matches.values()))
        return {
            "card_game": first["game"],
            "profile": {"targets": first["targets"]},
            "stages": [{"tie_breaks": TIE_BREAKS, **stage} for stage in self._stages()],
            "tables": max(sum(row["round"] == 1 for row in stage.values()) for stage in self.stages),
        }

    def _stages(self) -> list[dict[str, Any]]:
        if "groups" not in self.results:
            return [{"format": "knockout"}]
        groups = len(self.results["groups"])
        options = {"groups": groups, "advance": len(self.results["knockout_seed_order"]) // groups}
        return [{"format": "groups", "options": options}, {"format": "knockout"}]

    @property
    def stages(self) -> list[dict[str, dict[str, Any]]]:
        """The published rows of the matches by label, stage after stage."""
        if "groups" not in self.results:
            return [{row["id"]: row for row in self.results["bracket"]}]
        turns = [row for group in self.results["groups"] for row in group["schedule"]]
        return [{row["id"]: row for row in turns}, {row["id"]: row for row in self.results["knockout"]}]

    @property
    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The published tables, by where the API tells each: the groups, then all stages together."""
        groups = {f"?group={group['group']}": group["standings"] for group in self.results.get("groups", ())}
        return {**groups, "overall/": self.results["standings"]}

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The body of the request that enters the teams."""
        return [
            {
                "name": row["team"],
                "town": row["town"],
                "seed": int(row["seed"]),
                "players": [{"name": row["player_1"]}, {"name": row["player_2"]}],
            }
            for row in self.teams
        ]


def read_folder(folder: Path) -> Recorded:
    """Read a folder of the shape of the samples."""
    with (folder / "teams.csv").open(encoding="utf-8", newline="") as file:
        teams = list(csv.DictReader(file))
    matches = json.loads((folder / "matches.json").read_text(encoding="utf-8"))
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return Recorded(teams, {match["match"]: match for match in matches}, results)


def written_hand(recorded: dict[str, Any], *, with_play: bool) -> dict[str, Any]:
    """Return a recorded hand as it is written on a sheet; with every card played, if wished."""
    hand: dict[str, Any] = {"dealer": SEATS.index(recorded["dealer"]), "trionfo": recorded["trionfo"]}
    if not recorded["played"]:
        return hand | {"state": "ended_on_trionfo"}
    hand |= {"card_points": recorded["points"], "tricks": recorded["tricks"]}
    if with_play:
        hand["play"] = [
            {"leader": SEATS.index(trick["leader"]), "cards": trick["cards"]} for trick in recorded["record"]
        ]
    return hand
