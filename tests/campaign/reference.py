"""Independent reference implementation of a stage, for comparison with the site after every action.

Every action on the site is repeated on this implementation. It uses dictionaries and loops, no database and
no code of the rules under test. Entrants are identified by their number. If pairings depend on results, the
implementation takes the pairings of the site and checks their properties.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tests.campaign import promises
from tests.campaign.brackets import NOBODY, Source, double_knockout, knockout
from tests.campaign.counting import Counted, House, Played
from tests.campaign.ordering import Row, standings
from tests.campaign.places import Sent, double_tiers, first_places, knockout_tiers
from tests.campaign.standing import End, Sides, Standing, came_from

BRACKETS = {"knockout": knockout, "double_knockout": double_knockout}
BY_ROUNDS = ("swiss", "danish", "progressive_tables", "individual")


class Told(NamedTuple):
    """A new match that is added to the reference implementation: label, round, entrants, and group."""

    label: str
    turn: int
    entrants: tuple[int, ...]
    group: str = ""


@dataclass
class Reference(Standing):
    """The reference implementation of a stage, which checks rounds and computes standings and places."""

    house: House = field(default_factory=House)
    groups: dict[str, list[int]] = field(default_factory=dict)
    # The broken promises.
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.form in BRACKETS:
            self.bracket = BRACKETS[self.form](self.lines, self.options)
            self.sources, self.turns = self.bracket.sources, self.bracket.rounds

    # Acts

    def learn(self, matches: Sequence[Told]) -> None:
        """Add the matches of one round, or all matches of the stage, and check the pairings."""
        rounds = [[each.entrants for each in matches if each.turn == turn] for turn in _turns(matches)]
        if self.form in BY_ROUNDS:
            self.faults += [fault for pairings in rounds for fault in self._of_a_round(pairings)]
        else:
            self.faults += self._of_all_rounds(matches, rounds)
        before: dict[int, str] = {}
        for match in sorted(matches, key=lambda each: each.turn):
            self.turns[match.label] = match.turn
            seats = self.seats * self.house.partners
            empty: list[Source] = [("line", NOBODY, "")] * (seats - len(match.entrants))
            self.sources[match.label] = [_coming(entrant, before) for entrant in match.entrants] + empty
            if self.form not in BY_ROUNDS:
                before |= dict.fromkeys(match.entrants, match.label)

    def _of_a_round(self, pairings: Sequence[tuple[int, ...]]) -> Iterator[str]:
        if self.form == "progressive_tables":
            yield from self._of_a_cut(pairings)
            return
        table, seats = self.counted(), self.seats * self.house.partners
        present = [entrant for entrant in self.lines if entrant not in self.departures]
        yield from promises.everybody_seated(pairings, present, seats)
        byes = {entrant: table.of[entrant]["byes"] for entrant in self.lines}
        if self.house.drop_worst:
            rested = [match.entrants for match in table.matches if match.how == "bye"]
            byes = {entrant: sum(entrant in each for each in rested) for entrant in self.lines}
        for match in self.played():
            if match.how not in ("result", "bye", "annulled") and match.winner is not None:
                for entrant in match.entrants:
                    byes[entrant] += table.side(match, entrant) == match.winner
        yield from promises.byes_to_who_had_fewest(pairings, present, byes)
        if self.form == "individual":
            had = {entrant: table.had(entrant) for entrant in self.lines}
            yield from promises.new_partners_if_it_can_be(pairings, had)
        elif self.seats == 2 and self.options.get("rematches") != "allowed":
            opponents = {entrant: table.met(entrant) for entrant in self.lines}
            yield from promises.fresh_if_it_can_be(pairings, present, opponents, byes)

    def _of_a_cut(self, pairings: Sequence[tuple[int, ...]]) -> Iterator[str]:
        turn = max(self.turns.values(), default=0)
        last = [entrant for entrant, at in self._last_rounds().items() if at == turn] if turn else self.lines
        last = [entrant for entrant in last if entrant not in self.departures]
        seated = [entrant for pairing in pairings for entrant in pairing]
        if turn and not self.departures:
            played = [match for match in self.played() if match.turn == turn]
            won = [match.entrants[match.winner] for match in played if match.winner is not None]
            before = [match.entrants for match in played]
            yield from promises.winners_go_on(before, won, pairings, self.seats)
        if not set(seated) <= set(last) or len(set(seated)) < len(seated):
            yield f"seated {seated} of {last}"

    def _of_all_rounds(self, matches: Sequence[Told], rounds: promises.Rounds) -> Iterator[str]:
        for turn, pairings in enumerate(rounds, start=1):
            seated = Counter(entrant for pairing in pairings for entrant in pairing)
            if any(often > 1 for often in seated.values()):
                yield f"somebody sits twice in round {turn}"
        if self.form == "round_robin":
            yield from promises.all_against_all(rounds, self.lines, self.options["legs"])
        elif self.form == "groups":
            yield from self._of_groups(matches)
        elif self.form == "mitchell":
            yield from promises.half_sits(rounds, self.lines)
            if not self.options["one_standings"]:
                self.groups = {"NS": self.lines[::2], "EW": self.lines[1::2]}
        else:
            for pairings in rounds:
                yield from promises.everybody_seated(pairings, self.lines, self.seats)
            yield from promises.even_byes(rounds, self.lines)

    def _of_groups(self, matches: Sequence[Told]) -> Iterator[str]:
        size = self.options["size"] or 6
        count = self.options["groups"] or -(-len(self.lines) // size)
        for key, members in enumerate(promises.serpentine(self.lines, count)):
            group = chr(ord("A") + key) if key < 26 else "A" + chr(ord("A") + key - 26)
            self.groups[group] = members
            group_matches = [match for match in matches if match.group == group]
            rounds = [
                [match.entrants for match in group_matches if match.turn == turn]
                for turn in _turns(group_matches)
            ]
            yield from promises.all_against_all(rounds, members, self.options["legs"])
            if {entrant for match in group_matches for entrant in match.entrants} != set(members):
                yield f"group {group} is not {members}"

    # Consequences

    def leave(self, entrant: int, kind: str) -> bool:
        """Withdraw or disqualify an entrant; return False if nothing changes."""
        sides = self.fold()[0]
        mine = [label for label, occupants in sides.items() if entrant in occupants]
        annulled = self._is_annulled(mine, sides)
        ends: dict[str, End] = {}
        for label in mine if self.seats * self.house.partners == 2 else ():
            other = next(each for each in sides[label] if each != entrant)
            if label in self.counts:
                if annulled and self.counts[label].how != "annulled":
                    ends[label] = End("annulled")
            elif isinstance(other, int):
                ends[label] = End("annulled") if annulled else End(kind, sides[label].index(other))
        self.departures[entrant] = kind
        after = self.fold()[0]
        if self.bracket and not ends and after == sides:
            del self.departures[entrant]
            return False
        for label, end in ends.items():
            self.counts[label] = end
            if label not in self.reopened:
                self.moves[label] = end
            self.reopened.discard(label)
        return True

    def _is_annulled(self, mine: Sequence[str], sides: Sides) -> bool:
        usual = "keep" if self.bracket or self.form in BY_ROUNDS else "half"
        policy = self.options.get("leavers", usual)
        played = sum(label in self.counts and self.counts[label].how == "result" for label in mine)
        matches = sum(NOBODY not in sides[label] for label in mine)
        if self.form in BY_ROUNDS:
            matches = self.round_count()
        return policy == "annul" or (policy == "half" and 2 * played < matches)

    def round_count(self) -> int:
        """Return the number of rounds in a format that is paired round by round."""
        entrants = len(self.lines) - len(self.house.late)
        if self.form == "progressive_tables":
            return promises.rounds_of_cuts(entrants, self.seats)
        log = len(bin(entrants - 1)) - 2
        return int(self.options["rounds"] or min(log + 2, (entrants + 1) // 2))

    def may_enter_late(self) -> bool:
        """Return whether a late entry is still possible."""
        following = max(self.turns.values(), default=0) + 1
        return following <= min(self.options["late_until"], self.round_count())

    def enter_late(self, entrant: int) -> None:
        """Add a late entrant as the last line of the draw."""
        worth = {"level": self.house.level, "bye": self.house.bye}.get(self.options["late"], Fraction(0))
        self.house.late[entrant] = worth * max(self.turns.values(), default=0)
        self.lines.append(entrant)

    def played(self) -> list[Played]:
        """Return all finished matches, including byes."""
        sides_by_match, ready = self.fold()
        matches = []
        for label, sides in sides_by_match.items():
            present = tuple(occupant for occupant in sides if isinstance(occupant, int))
            if label in self.counts and len(present) == len(sides):
                matches.append(Played(self.turns[label], present, *self.counts[label]))
            elif label in ready and NOBODY in sides and present and not self._decided(label, sides_by_match):
                matches.append(Played(self.turns[label], present, "bye"))
        return matches

    def _decided(self, label: str, sides_by_match: Sides) -> bool:
        """Return whether the undefeated finalist won the first final, so that no second final is played."""
        if self.sources[label][0][0] != "rematch":
            return False
        before = self.sources[label][0][2]
        if NOBODY in sides_by_match[before]:
            return sides_by_match[before][0] != NOBODY
        return self.moves[before].winner != 1

    def counted(self) -> Counted:
        """Return the totals of all entrants over the finished matches."""
        return Counted(self.lines, self.played(), self.house)

    @property
    def over(self) -> bool:
        """True if all existing matches are finished."""
        return all(state in ("bye", "confirmed", "walkover") for _sides, state in self.states().values())

    def tables(self) -> dict[str, list[Row]]:
        """Return a mapping from the key of each group to its standings.

        In a stage without groups, the only key is the empty string.
        """
        table = self.counted()
        if self.groups:
            return {key: standings(table, members) for key, members in self.groups.items()}
        survival = self._came(table) if self.form == "progressive_tables" else None
        rows = standings(table, self.lines, survival)
        return {"": self._by_places(rows) if self.bracket and self.over else rows}

    def _by_places(self, rows: list[Row]) -> list[Row]:
        """Return the standings of a finished bracket, by the round reached and then by draw line."""
        assert self.bracket
        sides, sent = self.fold()[0], self._sent()
        champion = isinstance(sent[self.bracket.final][0], int)
        if self.form == "knockout":
            tiers = knockout_tiers(self.bracket, sides, sent, self.lines, self.departures_by_match)
        else:
            tiers = double_tiers(self.bracket, sides, sent, self.departures_by_match)
        firsts = first_places(tiers, champion=champion)
        ordered = sorted(rows, key=lambda row: (firsts[row.entrant], self.lines.index(row.entrant)))
        level = [firsts[row.entrant] for row in ordered]
        return [
            row._replace(place=max(level.index(first) + 1, first))
            for row, first in zip(ordered, level, strict=True)
        ]

    def _sent(self) -> Sent:
        sides = self.fold()[0]
        return {
            label: (
                came_from(("winner", 0, label), sides, self.moves),
                came_from(("loser", 0, label), sides, self.moves),
            )
            for label in sides
        }

    def _last_rounds(self) -> dict[int, int]:
        """Return the last round that each entrant played."""
        last_rounds = dict.fromkeys(self.lines, 0)
        for label, sides in self.fold()[0].items():
            for occupant in sides:
                if isinstance(occupant, int):
                    last_rounds[occupant] = max(last_rounds[occupant], self.turns[label])
        return last_rounds

    def _came(self, table: Counted) -> dict[int, tuple[int, int]]:
        """Return a pair of numbers for each entrant: rounds survived, opponents beaten in the last match.

        The second number is -1 if the entrant withdrew.
        """
        last = self._last_rounds()
        survival = {entrant: (turn - 1, 0) for entrant, turn in last.items()}
        for label, departures in self.departures_by_match.items():
            survival |= {
                entrant: (self.turns[label] - 1, -1)
                for entrant in departures
                if self.turns[label] > last[entrant]
            }
        final = promises.rounds_of_cuts(len(self.lines), self.seats)
        for match in table.matches:
            totals = Counted(match.entrants, [match], self.house).of
            worth = {
                entrant: (row["won"], row["played"], row["games_won"] - row["games_lost"], row["points_for"])
                for entrant, row in totals.items()
            }
            for side, entrant in enumerate(match.entrants):
                if match.turn - 1 == survival[entrant][0] and last[entrant] == match.turn:
                    champion = match.turn == final and (match.winner == side or match.how == "bye")
                    ahead = sum(worth[entrant] > worth[other] for other in match.entrants)
                    survival[entrant] = (match.turn - 1 + champion, ahead)
        return survival


def _turns(matches: Sequence[Told]) -> list[int]:
    return sorted({each.turn for each in matches})


def _coming(entrant: int, before: Mapping[int, str]) -> Source:
    return ("after", entrant, before[entrant]) if entrant in before else ("line", entrant, "")
