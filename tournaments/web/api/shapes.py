"""What the API's answers about tournaments look like, for its OpenAPI description."""

from collections.abc import Mapping

from scoring.sheet import serializers as sheet_shapes
from tournaments.entries.rules.details import DETAILS
from tournaments.people.names import Showing
from tournaments.standings.rules.tally import COUNTED
from tournaments.tables.rules import ClockState
from tournaments.visibility.rules import PageSwitch, Visibility
from tournaments.wall.rules import Scene

ID: sheet_shapes.Schema = {"type": "string", "format": "uuid"}
MAYBE_ID: sheet_shapes.Schema = {"type": ["string", "null"], "format": "uuid"}
MAYBE_TEXT: sheet_shapes.Schema = {"type": ["string", "null"]}
INSTANT: sheet_shapes.Schema = {"type": "string", "format": "date-time"}
DATE: sheet_shapes.Schema = {"type": "string", "format": "date"}
MAYBE_INSTANT: sheet_shapes.Schema = {"type": ["string", "null"], "format": "date-time"}
EXACT: sheet_shapes.Schema = {
    "type": ["integer", "string"],
    "description": 'Whole as a number, anything else exactly: "1/2".',
}


def words(*choices: str) -> sheet_shapes.Schema:
    """One of these words."""
    return {"type": "string", "enum": list(choices)}


def page(of: sheet_shapes.Schema) -> sheet_shapes.Schema:
    """One page of a list of these."""
    return sheet_shapes.record(next=MAYBE_TEXT, previous=MAYBE_TEXT, results=sheet_shapes.listed(of))


STAGE = sheet_shapes.record(
    number=sheet_shapes.NUMBER,
    format=sheet_shapes.TEXT,
    options=sheet_shapes.ANY_OBJECT,
    match_points=sheet_shapes.ANY_OBJECT,
    tie_breaks=sheet_shapes.listed(sheet_shapes.TEXT),
    corrections=sheet_shapes.ANY_OBJECT,
    profile=sheet_shapes.ANY_OBJECT,
    state=words("planned", "drawing", "playing", "over"),
)
TOURNAMENT = sheet_shapes.record(
    id=ID,
    slug=sheet_shapes.TEXT,
    name=sheet_shapes.TEXT,
    card_game=sheet_shapes.TEXT,
    profile=sheet_shapes.ANY_OBJECT,
    stages=sheet_shapes.listed(STAGE),
    starts_at=MAYBE_INSTANT,
    tables=sheet_shapes.NUMBER,
    shows_odds=sheet_shapes.FLAG,
    embeddable=sheet_shapes.FLAG,
    standings_until=sheet_shapes.MAYBE_NUMBER,
    closed_pages=sheet_shapes.listed(words(*PageSwitch)),
    correction_minutes=sheet_shapes.NUMBER,
    reopened_at=MAYBE_INSTANT,
    grace_minutes=sheet_shapes.NUMBER,
    state=words("entries", "playing", "over"),
    visibility=words(*Visibility),
    version=sheet_shapes.NUMBER,
)
TEAM = sheet_shapes.record(
    id=ID,
    number=sheet_shapes.NUMBER,
    name=sheet_shapes.TEXT,
    players=sheet_shapes.listed(sheet_shapes.record(name=sheet_shapes.TEXT)),
    **dict.fromkeys(DETAILS, sheet_shapes.TEXT),
    seed=sheet_shapes.MAYBE_NUMBER,
    presence=words("present", "absent", "expected"),
)
PLAYER = sheet_shapes.record(
    name=sheet_shapes.TEXT,
    shown_as=sheet_shapes.TEXT,
    showing=words(*Showing),
    alias=sheet_shapes.TEXT,
    is_minor=sheet_shapes.FLAG,
)
TEAMS: sheet_shapes.Schema = {"oneOf": [TEAM, sheet_shapes.listed(TEAM)]}
TEAM_IN = sheet_shapes.without(
    sheet_shapes.record(
        name=sheet_shapes.TEXT,
        players=sheet_shapes.listed(sheet_shapes.record(name=sheet_shapes.TEXT)),
        **dict.fromkeys(DETAILS, sheet_shapes.TEXT),
        seed=sheet_shapes.MAYBE_NUMBER,
    ),
    "name",
    *DETAILS,
    "seed",
)
TEAMS_IN: sheet_shapes.Schema = {"oneOf": [TEAM_IN, sheet_shapes.listed(TEAM_IN)]}
PRESENCE: sheet_shapes.Schema = {
    "type": "object",
    "additionalProperties": words("present", "absent", "expected"),
}
DRAW = sheet_shapes.record(
    stage=sheet_shapes.NUMBER,
    round=sheet_shapes.NUMBER,
    attempt=sheet_shapes.NUMBER,
    algorithm=sheet_shapes.TEXT,
    entrants=sheet_shapes.listed(
        {"type": "array", "prefixItems": [ID, sheet_shapes.MAYBE_NUMBER, sheet_shapes.TEXT], "items": {}}
    ),
    apart=sheet_shapes.listed(sheet_shapes.listed(sheet_shapes.listed(sheet_shapes.NUMBER))),
    digest=sheet_shapes.TEXT,
    promised_at=INSTANT,
    salt=MAYBE_TEXT,
    by=MAYBE_TEXT,
    lot=MAYBE_TEXT,
    lines={"type": ["array", "null"], "items": ID},
    drawn_at=MAYBE_INSTANT,
)
LOTS_ASKED = sheet_shapes.record(
    asked=sheet_shapes.listed(
        sheet_shapes.record(
            stage=sheet_shapes.NUMBER,
            group=sheet_shapes.TEXT,
            teams=sheet_shapes.listed(ID),
            places=sheet_shapes.NUMBER,
        )
    )
)
JOB = sheet_shapes.record(
    id=ID,
    kind=sheet_shapes.TEXT,
    state=words("queued", "running", "done", "failed"),
    progress={"type": "number", "minimum": 0, "maximum": 1},
    result=sheet_shapes.ANY_OBJECT,
)
DRAWN = sheet_shapes.record(job=JOB, draw=DRAW)
CLOCK = sheet_shapes.record(
    now=INSTANT,
    stage=sheet_shapes.MAYBE_NUMBER,
    round=sheet_shapes.MAYBE_NUMBER,
    state=words("none", *ClockState),
    started_at=MAYBE_INSTANT,
    ends_at=MAYBE_INSTANT,
    left=sheet_shapes.MAYBE_NUMBER,
    warnings=sheet_shapes.listed(sheet_shapes.NUMBER),
    reason=sheet_shapes.TEXT,
)
FORECAST = sheet_shapes.record(
    forecast={
        **sheet_shapes.record(
            as_of=INSTANT,
            low=INSTANT,
            middle=INSTANT,
            high=INSTANT,
            hand_seconds=sheet_shapes.NUMBER,
            measured_hands=sheet_shapes.NUMBER,
            seed=sheet_shapes.TEXT,
            runs=sheet_shapes.NUMBER,
        ),
        "type": ["object", "null"],
    }
)
ROUND_PLAN = sheet_shapes.record(
    stage=sheet_shapes.NUMBER,
    round=sheet_shapes.NUMBER,
    starts_at=MAYBE_INSTANT,
    minutes=sheet_shapes.MAYBE_NUMBER,
    deadline=MAYBE_INSTANT,
    to_play=sheet_shapes.NUMBER,
    overdue=sheet_shapes.FLAG,
)
CALENDAR = sheet_shapes.record(
    rounds=sheet_shapes.listed(ROUND_PLAN),
    postponed=sheet_shapes.listed(sheet_shapes.record(match=ID, label=sheet_shapes.TEXT, to=INSTANT)),
)
WALL = sheet_shapes.record(scene=words(*Scene))
STOPPED = sheet_shapes.record(matches=sheet_shapes.listed(ID))

CORRECTION = sheet_shapes.record(
    change=words("winner", "score", "tie"),
    following=words("unpaired", "published", "started", "finished"),
    verdict=words("moves", "stays", "decide"),
    stays=sheet_shapes.FLAG,
    matches=sheet_shapes.listed(
        sheet_shapes.record(
            **{
                "label": sheet_shapes.TEXT,
                "side": sheet_shapes.NUMBER,
                "from": MAYBE_ID,
                "to": MAYBE_ID,
                "played": sheet_shapes.FLAG,
            }
        )
    ),
    standings=sheet_shapes.listed(
        sheet_shapes.record(**{"team": ID, "from": sheet_shapes.NUMBER, "to": sheet_shapes.NUMBER})
    ),
    sheets=sheet_shapes.listed(sheet_shapes.TEXT),
)

ROSTER_CHANGE = sheet_shapes.record(
    stage=sheet_shapes.NUMBER,
    annulled=sheet_shapes.FLAG,
    matches=sheet_shapes.listed(
        sheet_shapes.record(
            label=sheet_shapes.TEXT,
            kind=sheet_shapes.TEXT,
            winner=sheet_shapes.MAYBE_NUMBER,
            played=sheet_shapes.FLAG,
        )
    ),
    slots=sheet_shapes.listed(
        sheet_shapes.record(
            **{"label": sheet_shapes.TEXT, "side": sheet_shapes.NUMBER, "from": MAYBE_ID, "to": MAYBE_ID}
        )
    ),
    standings=sheet_shapes.listed(
        sheet_shapes.record(**{"team": ID, "from": sheet_shapes.NUMBER, "to": sheet_shapes.NUMBER})
    ),
)

MATCH_STATES = ("waiting", "ready", "playing", "signed", "confirmed", "disputed", "bye", "walkover")
MATCH = sheet_shapes.record(
    id=ID,
    label=sheet_shapes.TEXT,
    stage=sheet_shapes.NUMBER,
    round=sheet_shapes.NUMBER,
    state=words(*MATCH_STATES),
    sides=sheet_shapes.listed(
        sheet_shapes.record(**{"team": MAYBE_ID, "teams": sheet_shapes.listed(ID), "from": sheet_shapes.TEXT})
    ),
    table=sheet_shapes.MAYBE_NUMBER,
    games_won=sheet_shapes.SCORES,
    winner=sheet_shapes.MAYBE_NUMBER,
    version=sheet_shapes.NUMBER,
)
MATCH_SHEET = {
    **sheet_shapes.SHEET,
    "properties": {"match": ID, **sheet_shapes.SHEET["properties"]},
    "required": ["match", *sheet_shapes.SHEET["required"]],
}
PLACE: sheet_shapes.Schema = {
    "key": MAYBE_TEXT,
    "game": sheet_shapes.NUMBER,
    "number": sheet_shapes.NUMBER,
    "version": sheet_shapes.NUMBER,
}
HAND_WRITTEN = sheet_shapes.record(
    **PLACE,
    digest=sheet_shapes.TEXT,
    writing=words("created", "same", "corrected"),
    hand=sheet_shapes.ANY_OBJECT,
    warnings=sheet_shapes.listed(sheet_shapes.PROBLEM),
)
HAND_STRUCK = sheet_shapes.record(**PLACE)
LATE_HAND = sheet_shapes.record(key=sheet_shapes.TEXT, digest=sheet_shapes.TEXT, on_sheet=sheet_shapes.FLAG)

STAMP: sheet_shapes.Schema = {
    "stage": sheet_shapes.NUMBER,
    "computed_at": MAYBE_INSTANT,
    "results_counted": sheet_shapes.NUMBER,
    "up_to_date": sheet_shapes.FLAG,
    "standing": words("open", "provisional", "official"),
    "official_at": MAYBE_INSTANT,
}
BRACKET = sheet_shapes.record(**STAMP, rows=sheet_shapes.listed(MATCH))
STANDINGS_ROW = sheet_shapes.record(
    place=sheet_shapes.NUMBER,
    team=ID,
    group=sheet_shapes.TEXT,
    match_points=EXACT,
    net=sheet_shapes.MAYBE_NUMBER,
    tie_breaks=sheet_shapes.listed(sheet_shapes.record(key=sheet_shapes.TEXT, value=EXACT)),
    placing={"type": ["array", "null"], "items": sheet_shapes.NUMBER},
    **dict.fromkeys(COUNTED, sheet_shapes.NUMBER),
)
STANDINGS = sheet_shapes.record(
    **STAMP, held_after=sheet_shapes.MAYBE_NUMBER, rows=sheet_shapes.listed(STANDINGS_ROW)
)
OVERALL = sheet_shapes.record(held_after=sheet_shapes.MAYBE_NUMBER, rows=sheet_shapes.listed(STANDINGS_ROW))

NAMED: Mapping[str, sheet_shapes.Schema] = {
    "Bracket": BRACKET,
    "CardGame": sheet_shapes.CARD_GAME,
    "Clock": CLOCK,
    "Draw": DRAW,
    "Failure": sheet_shapes.FAILURE,
    "HandStruck": HAND_STRUCK,
    "HandWritten": HAND_WRITTEN,
    "Job": JOB,
    "Match": MATCH,
    "Problem": sheet_shapes.PROBLEM,
    "Sheet": MATCH_SHEET,
    "Stage": STAGE,
    "Standings": STANDINGS,
    "Team": TEAM,
    "TeamIn": TEAM_IN,
    "Tournament": TOURNAMENT,
    "Verdict": sheet_shapes.VERDICT,
    "WrittenSheet": sheet_shapes.WRITTEN_SHEET,
}
"""What the description calls these shapes."""
