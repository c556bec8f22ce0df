"""What the API's answers about tournaments look like, for its OpenAPI description."""

from collections.abc import Mapping

from scoring.sheet.serializers import (
    ANY_OBJECT,
    CARD_GAME,
    FAILURE,
    FLAG,
    MAYBE_NUMBER,
    NUMBER,
    PROBLEM,
    SCORES,
    SHEET,
    TEXT,
    VERDICT,
    WRITTEN_SHEET,
    Schema,
    listed,
    record,
    without,
)
from tournaments.people.names import Showing
from tournaments.standings.rules.tally import COUNTED
from tournaments.tables.rules import ClockState
from tournaments.visibility.rules import PageSwitch, Visibility
from tournaments.wall.rules import Scene

ID: Schema = {"type": "string", "format": "uuid"}
MAYBE_ID: Schema = {"type": ["string", "null"], "format": "uuid"}
MAYBE_TEXT: Schema = {"type": ["string", "null"]}
INSTANT: Schema = {"type": "string", "format": "date-time"}
DATE: Schema = {"type": "string", "format": "date"}
MAYBE_INSTANT: Schema = {"type": ["string", "null"], "format": "date-time"}
EXACT: Schema = {
    "type": ["integer", "string"],
    "description": 'Whole as a number, anything else exactly: "1/2".',
}


def words(*choices: str) -> Schema:
    """One of these words."""
    return {"type": "string", "enum": list(choices)}


def page(of: Schema) -> Schema:
    """One page of a list of these."""
    return record(next=MAYBE_TEXT, previous=MAYBE_TEXT, results=listed(of))


STAGE = record(
    number=NUMBER,
    format=TEXT,
    options=ANY_OBJECT,
    match_points=ANY_OBJECT,
    tie_breaks=listed(TEXT),
    corrections=ANY_OBJECT,
    profile=ANY_OBJECT,
    state=words("planned", "drawing", "playing", "over"),
)
TOURNAMENT = record(
    id=ID,
    slug=TEXT,
    name=TEXT,
    card_game=TEXT,
    profile=ANY_OBJECT,
    stages=listed(STAGE),
    starts_at=MAYBE_INSTANT,
    tables=NUMBER,
    shows_odds=FLAG,
    embeddable=FLAG,
    standings_until=MAYBE_NUMBER,
    closed_pages=listed(words(*PageSwitch)),
    correction_minutes=NUMBER,
    reopened_at=MAYBE_INSTANT,
    grace_minutes=NUMBER,
    state=words("entries", "playing", "over"),
    visibility=words(*Visibility),
    version=NUMBER,
)
TEAM = record(
    id=ID,
    number=NUMBER,
    name=TEXT,
    players=listed(record(name=TEXT)),
    club=TEXT,
    town=TEXT,
    seed=MAYBE_NUMBER,
    presence=words("present", "absent", "expected"),
)
PLAYER = record(name=TEXT, shown_as=TEXT, showing=words(*Showing), alias=TEXT, is_minor=FLAG)
TEAMS: Schema = {"oneOf": [TEAM, listed(TEAM)]}
TEAM_IN = without(
    record(name=TEXT, players=listed(record(name=TEXT)), club=TEXT, town=TEXT, seed=MAYBE_NUMBER),
    "name",
    "club",
    "town",
    "seed",
)
TEAMS_IN: Schema = {"oneOf": [TEAM_IN, listed(TEAM_IN)]}
PRESENCE: Schema = {"type": "object", "additionalProperties": words("present", "absent", "expected")}
DRAW = record(
    stage=NUMBER,
    round=NUMBER,
    attempt=NUMBER,
    algorithm=TEXT,
    entrants=listed({"type": "array", "prefixItems": [ID, MAYBE_NUMBER, TEXT], "items": {}}),
    apart=listed(listed(listed(NUMBER))),
    digest=TEXT,
    promised_at=INSTANT,
    salt=MAYBE_TEXT,
    by=MAYBE_TEXT,
    lot=MAYBE_TEXT,
    lines={"type": ["array", "null"], "items": ID},
    drawn_at=MAYBE_INSTANT,
)
LOTS_ASKED = record(asked=listed(record(stage=NUMBER, group=TEXT, teams=listed(ID), places=NUMBER)))
JOB = record(
    id=ID,
    kind=TEXT,
    state=words("queued", "running", "done", "failed"),
    progress={"type": "number", "minimum": 0, "maximum": 1},
    result=ANY_OBJECT,
)
DRAWN = record(job=JOB, draw=DRAW)
CLOCK = record(
    now=INSTANT,
    stage=MAYBE_NUMBER,
    round=MAYBE_NUMBER,
    state=words("none", *ClockState),
    started_at=MAYBE_INSTANT,
    ends_at=MAYBE_INSTANT,
    left=MAYBE_NUMBER,
    warnings=listed(NUMBER),
    reason=TEXT,
)
FORECAST = record(
    forecast={
        **record(
            as_of=INSTANT,
            low=INSTANT,
            middle=INSTANT,
            high=INSTANT,
            hand_seconds=NUMBER,
            measured_hands=NUMBER,
            seed=TEXT,
            runs=NUMBER,
        ),
        "type": ["object", "null"],
    }
)
ROUND_PLAN = record(
    stage=NUMBER,
    round=NUMBER,
    starts_at=MAYBE_INSTANT,
    minutes=MAYBE_NUMBER,
    deadline=MAYBE_INSTANT,
    to_play=NUMBER,
    overdue=FLAG,
)
CALENDAR = record(rounds=listed(ROUND_PLAN), postponed=listed(record(match=ID, label=TEXT, to=INSTANT)))
WALL = record(scene=words(*Scene))
STOPPED = record(matches=listed(ID))

CORRECTION = record(
    change=words("winner", "score", "tie"),
    following=words("unpaired", "published", "started", "finished"),
    verdict=words("moves", "stays", "decide"),
    stays=FLAG,
    matches=listed(
        record(**{"label": TEXT, "side": NUMBER, "from": MAYBE_ID, "to": MAYBE_ID, "played": FLAG})
    ),
    standings=listed(record(**{"team": ID, "from": NUMBER, "to": NUMBER})),
    sheets=listed(TEXT),
)

ROSTER_CHANGE = record(
    stage=NUMBER,
    annulled=FLAG,
    matches=listed(record(label=TEXT, kind=TEXT, winner=MAYBE_NUMBER, played=FLAG)),
    slots=listed(record(**{"label": TEXT, "side": NUMBER, "from": MAYBE_ID, "to": MAYBE_ID})),
    standings=listed(record(**{"team": ID, "from": NUMBER, "to": NUMBER})),
)

MATCH_STATES = ("waiting", "ready", "playing", "signed", "confirmed", "disputed", "bye", "walkover")
MATCH = record(
    id=ID,
    label=TEXT,
    stage=NUMBER,
    round=NUMBER,
    state=words(*MATCH_STATES),
    sides=listed(record(**{"team": MAYBE_ID, "teams": listed(ID), "from": TEXT})),
    table=MAYBE_NUMBER,
    games_won=SCORES,
    winner=MAYBE_NUMBER,
    version=NUMBER,
)
MATCH_SHEET = {
    **SHEET,
    "properties": {"match": ID, **SHEET["properties"]},
    "required": ["match", *SHEET["required"]],
}
PLACE: Schema = {"key": MAYBE_TEXT, "game": NUMBER, "number": NUMBER, "version": NUMBER}
HAND_WRITTEN = record(
    **PLACE,
    digest=TEXT,
    writing=words("created", "same", "corrected"),
    hand=ANY_OBJECT,
    warnings=listed(PROBLEM),
)
HAND_STRUCK = record(**PLACE)
LATE_HAND = record(key=TEXT, digest=TEXT, on_sheet=FLAG)

STAMP: Schema = {
    "stage": NUMBER,
    "computed_at": MAYBE_INSTANT,
    "results_counted": NUMBER,
    "up_to_date": FLAG,
    "standing": words("open", "provisional", "official"),
    "official_at": MAYBE_INSTANT,
}
BRACKET = record(**STAMP, rows=listed(MATCH))
STANDINGS_ROW = record(
    place=NUMBER,
    team=ID,
    group=TEXT,
    match_points=EXACT,
    net=MAYBE_NUMBER,
    tie_breaks=listed(record(key=TEXT, value=EXACT)),
    placing={"type": ["array", "null"], "items": NUMBER},
    **dict.fromkeys(COUNTED, NUMBER),
)
STANDINGS = record(**STAMP, held_after=MAYBE_NUMBER, rows=listed(STANDINGS_ROW))
OVERALL = record(held_after=MAYBE_NUMBER, rows=listed(STANDINGS_ROW))

NAMED: Mapping[str, Schema] = {
    "Bracket": BRACKET,
    "CardGame": CARD_GAME,
    "Clock": CLOCK,
    "Draw": DRAW,
    "Failure": FAILURE,
    "HandStruck": HAND_STRUCK,
    "HandWritten": HAND_WRITTEN,
    "Job": JOB,
    "Match": MATCH,
    "Problem": PROBLEM,
    "Sheet": MATCH_SHEET,
    "Stage": STAGE,
    "Standings": STANDINGS,
    "Team": TEAM,
    "TeamIn": TEAM_IN,
    "Tournament": TOURNAMENT,
    "Verdict": VERDICT,
    "WrittenSheet": WRITTEN_SHEET,
}
"""What the description calls these shapes."""
