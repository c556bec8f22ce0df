"""Rounds in a JSON file, written from a stage or by hand, so that anybody can check the pairings.

The file is an object with `format`, `entrants` in the order of their lines, and `rounds`. Optional keys are
`options`, `sides` (of a table), `match_points`, `by_net`, `clubs` ({entrant: club}) and `members` of the
groups ({key: entrants}).

Each round has `pairings` (lists of entrants; a single entrant has a bye) and `results` in the same order,
null if there is no result: {"outcome": "result", "winner": 0, "games": [[35, 20]]}, with the list `present`
if an entrant had left the table. Changes before the pairing of a round are in `late` ({entrant: match
points}), `gone` (entrants that left) and `corrected` (results of earlier rounds: {"round", "table",
"result"}).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scoring.types import BadEntry, Problem, Sentence, _
from tournaments.competition.format_parts.format import Format
from tournaments.competition.format_parts.round_names import label
from tournaments.competition.formats import FORMATS
from tournaments.competition.standings.stage_state import Meeting, StageState
from tournaments.competition.types import EntrantId, Group, Outcome, Pairing, Points, Result, read_outcome


class EndedMatch(NamedTuple):
    """The outcome of a match, and the entrants that were at the table."""

    outcome: Outcome
    present: Pairing


# The outcomes of matches by (round, table), both counted from 1.
Results = Mapping[tuple[int, int], EndedMatch]


@dataclass(frozen=True)
class RoundInFile:
    """The pairings of a round, and the stage at the time of the pairing."""

    number: int
    form: Format
    stage: StageState
    pairings: tuple[Pairing, ...]
    # The pairings of the earlier rounds.
    before: tuple[tuple[Pairing, ...], ...] = ()


class _Raw(NamedTuple):
    """A value in the file and its JSON Pointer."""

    value: Any
    where: str

    def at(self, key: str | int, kind: type, default: object = None) -> Any:
        """Return the value of a key; raise BadEntry if it is missing or has another type."""
        exists = isinstance(self.value, dict) and key in self.value
        value = self.value[key] if exists else default
        if not isinstance(value, kind) or isinstance(value, bool):
            raise _unreadable(f"{self.where}/{key}", _("Write %(what)s here."), what=Sentence(KINDS[kind]))
        return value


KINDS: Mapping[type, str] = {
    list: _("a list in square brackets"),
    dict: _("an object in curly brackets"),
    str: _("a text in quotes"),
    int: _("a whole number"),
}


def _unreadable(where: str, text: str, **values: Any) -> BadEntry:
    sentence = Sentence(text, values)
    problem = Problem("bad_rounds_file", "", "error", where, sentence)
    return BadEntry("bad_rounds_file", sentence, (problem,))


def read_rounds(raw: object) -> tuple[RoundInFile, ...]:
    """Return the rounds in a JSON file; raise BadEntry or BadSetup with the position of the first problem."""
    if not isinstance(raw, dict):
        raise _unreadable(
            "", _("This is no file of rounds: write format, entrants and rounds in curly brackets.")
        )
    file = _Raw(raw, "")
    key = file.at("format", str)
    if key not in FORMATS:
        text = _("There is no format called “%(key)s”. Choose one of: %(known)s.")
        raise _unreadable("/format", text, key=key[:40], known=", ".join(sorted(FORMATS)))
    stage = _stage(file, FORMATS[key])
    return tuple(_rounds(file, FORMATS[key], stage))


def _stage(file: _Raw, form: Format) -> StageState:
    groups = file.at("members", dict, {})
    entrants = tuple(map(EntrantId, _texts(file.at("entrants", list), "/entrants")))
    if len(set(entrants)) < len(entrants):
        raise _unreadable("/entrants", _("An entrant stands here twice. Write each once."))
    return StageState(
        entrants,
        options=form.read_options(file.at("options", dict, {})),
        values=form.match_points(file.at("match_points", dict, {})),
        sides=_sides(file, form),
        partners=form.partners,
        by_net=bool(file.value.get("by_net")),
        clubs={EntrantId(entrant): str(club) for entrant, club in file.at("clubs", dict, {}).items()},
        groups=tuple(
            Group(str(key), tuple(map(EntrantId, _texts(members, f"/members/{key}"))))
            for key, members in groups.items()
        ),
    )


def _sides(file: _Raw, form: Format) -> int:
    sides: int = file.at("sides", int, form.sides.start)
    if sides not in form.sides:
        text = _("“%(format)s” cannot be played with %(sides)s sides at a table. Choose one of: %(known)s.")
        possible = ", ".join(map(str, form.sides))
        raise _unreadable("/sides", text, format=Sentence(form.name), sides=sides, known=possible)
    return sides


def _texts(raw: object, where: str) -> list[str]:
    if not isinstance(raw, list) or not all(isinstance(each, str) for each in raw):
        raise _unreadable(where, _('Write the entrants in quotes: ["1", "2"].'))
    return raw


def _rounds(file: _Raw, form: Format, stage: StageState) -> Iterator[RoundInFile]:
    ended: dict[tuple[int, int], EndedMatch] = {}
    paired: list[tuple[Pairing, ...]] = []
    for number, value in enumerate(file.at("rounds", list), start=1):
        raw = _Raw(value, f"/rounds/{number - 1}")
        late = {
            EntrantId(entrant): _points(points, raw) for entrant, points in raw.at("late", dict, {}).items()
        }
        withdrawals = map(EntrantId, _texts(raw.at("gone", list, []), f"{raw.where}/gone"))
        ended |= _corrected(raw, paired, stage)
        stage = replace(
            stage,
            entrants=(*stage.entrants, *(entrant for entrant in late if entrant not in stage.entrants)),
            late={**stage.late, **late},
            out=stage.out | frozenset(withdrawals),
            meetings=_meetings(ended),
        )
        pairings = _pairings(raw)
        yield RoundInFile(number, form, stage, pairings, tuple(paired))
        paired.append(pairings)
        ended |= _results(raw, number, paired[-1], stage)


def _points(raw: object, at: _Raw) -> Points:
    try:
        return Points(str(raw))
    except (ValueError, ZeroDivisionError):
        text = _('Write how many match points the rounds missed are worth: 1 or "1/2".')
        raise _unreadable(f"{at.where}/late", text) from None


def _pairings(raw: _Raw) -> tuple[Pairing, ...]:
    tables = raw.at("pairings", list)
    tables_of_names = (
        _texts(table or None, f"{raw.where}/pairings/{place}") for place, table in enumerate(tables)
    )
    return tuple(tuple(map(EntrantId, table)) for table in tables_of_names)


def _results(raw: _Raw, number: int, pairings: Sequence[Pairing], stage: StageState) -> Results:
    results = raw.at("results", list, [])
    if len(results) > len(pairings):
        text = _("There are more results than pairings here. Write one for each, null where there is none.")
        raise _unreadable(f"{raw.where}/results", text)
    return {
        (number, table): _result(result, pairings[table - 1], stage, f"{raw.where}/results/{table - 1}")
        for table, result in enumerate(results, start=1)
        if result is not None
    }


def _corrected(raw: _Raw, paired: Sequence[Sequence[Pairing]], stage: StageState) -> Results:
    corrections = {}
    for place, value in enumerate(raw.at("corrected", list, [])):
        each = _Raw(value, f"{raw.where}/corrected/{place}")
        number, table = each.at("round", int), each.at("table", int)
        if not (0 < number <= len(paired) and 0 < table <= len(paired[number - 1])):
            raise _unreadable(each.where, _("No earlier round has this table. Look at round and table."))
        pairing = paired[number - 1][table - 1]
        corrections[number, table] = _result(each.at("result", dict), pairing, stage, each.where)
    return corrections


def _result(raw: object, pairing: Pairing, stage: StageState, where: str) -> EndedMatch:
    """Return the outcome of a match; raise BadEntry if it does not fit the entrants of the table."""
    result, sides = _Raw(raw, where), len(pairing) // stage.partners
    present = _texts(result.at("present", list, list(pairing)), f"{where}/present")
    kind, winner = result.at("outcome", str), result.value.get("winner")
    games, winners = result.at("games", list, []), result.at("winners", list, [])
    right = _is_side(winner, max(sides, 1)) and _are_games(games, winners, sides)
    right &= len(present) <= len(pairing) and set(present) <= set(pairing)
    right &= bool(games) or not stage.by_net or kind != Result.kind
    try:
        outcome = read_outcome(kind, winner, games, "", winners) if right else None
    except ValueError:
        outcome = None
    if outcome is None:
        text = _("This is no result of this table. Look at outcome, winner (counted from 0) and games.")
        raise _unreadable(where, text)
    return EndedMatch(outcome, tuple(map(EntrantId, present)))


def _is_side(winner: object, sides: int) -> bool:
    """Return True for the number of a side, counted from 0, and for None."""
    return winner is None or (type(winner) is int and 0 <= winner < sides)


def _are_games(games: Sequence[Any], winners: Sequence[object], sides: int) -> bool:
    """Return True if each game has a score for each side and, if `winners` is not empty, a winner or None."""
    return (
        (not games or sides > 1)
        and all(isinstance(game, list) and len(game) == sides for game in games)
        and all(type(score) is int for game in games for score in game)
        and (not winners or len(winners) == len(games))
        and all(_is_side(winner, sides) for winner in winners)
    )


def _meetings(ended: Results) -> tuple[Meeting, ...]:
    return tuple(
        Meeting(label(number, table), match.present, match.outcome, number)
        for (number, table), match in sorted(ended.items(), key=lambda each: each[0])
    )


class RecordedRound(NamedTuple):
    """The pairings of a round, and the stage and the earlier results at the time of the pairing."""

    stage: StageState
    pairings: Sequence[Pairing]
    results: Results


def rounds_as_json(form: Format, rounds: Sequence[RecordedRound], ended: Results) -> dict[str, Any]:
    """Return rounds (at least one) as JSON; `ended` contains the final outcomes of all matches."""
    first = rounds[0].stage
    document: dict[str, Any] = {"format": form.key, "sides": first.sides, "options": dict(first.options)}
    if first.values != form.match_points({}):
        document["match_points"] = first.values.as_json()
    if first.by_net:
        document["by_net"] = True
    clubs = {entrant: club for each in rounds for entrant, club in each.stage.clubs.items() if club}
    groups = {group.key: list(group.entrants) for group in first.groups}
    document |= {key: value for key, value in (("clubs", clubs), ("members", groups)) if value}
    return document | {"entrants": list(first.entrants), "rounds": list(_rounds_as_json(rounds, ended))}


def _rounds_as_json(rounds: Sequence[RecordedRound], ended: Results) -> Iterator[dict[str, Any]]:
    before = RecordedRound(replace(rounds[0].stage, out=frozenset()), (), {})
    for number, now in enumerate(rounds, start=1):
        after = rounds[number].results if number < len(rounds) else ended
        late = [entrant for entrant in now.stage.entrants if entrant not in before.stage.entrants]
        changed = [
            at for at in now.results if at[0] < number - 1 and before.results.get(at) != now.results[at]
        ]
        results = [
            (at := after.get((number, table))) and _as_json(at, pairing)
            for table, pairing in enumerate(now.pairings, start=1)
        ]
        optional: dict[str, object] = {
            "late": {entrant: str(now.stage.late.get(entrant, 0)) for entrant in late},
            "gone": sorted(now.stage.out - before.stage.out),
            "corrected": [
                {
                    "round": turn,
                    "table": table,
                    "result": _as_json(now.results[turn, table], rounds[turn - 1].pairings[table - 1]),
                }
                for turn, table in changed
            ],
            "results": results if any(results) else [],
        }
        yield {"pairings": [list(pairing) for pairing in now.pairings]} | {
            key: value for key, value in optional.items() if value
        }
        before = now


def _as_json(ended: EndedMatch, pairing: Pairing) -> dict[str, Any]:
    outcome = ended.outcome
    document: dict[str, Any] = {"outcome": outcome.kind}
    if ended.present != tuple(pairing):
        document["present"] = list(ended.present)
    if outcome.winner is not None:
        document["winner"] = outcome.winner
    if isinstance(outcome, Result):
        document["games"] = [list(game) for game in outcome.games]
        if outcome.winners:
            document["winners"] = list(outcome.winners)
    return document
