"""The places of a bracket that is over, read off who came how far: plainly, and from nothing of the rules."""

from collections.abc import Mapping, Sequence

from tests.campaign.brackets import NOBODY, UNKNOWN, Bracket, Part, Who

Tiers = list[list[int]]
"""Who shares places, the best first."""
Left = Mapping[str, Sequence[int]]
"""Who would stand in a match, had it not left."""
Sent = Mapping[str, tuple[Who, Who]]
"""Whom each match that is over sent on as its winner, and whom as its loser."""


def first_places(tiers: Tiers, *, champion: bool) -> dict[int, int]:
    """The best place of each tier; nobody is first where nobody won the final.

    Then each moves down by one as far as the first tier that is shared, which ends where it would.
    """
    found: dict[int, int] = {}
    above, moved = 0, not champion
    for tier in tiers:
        found |= dict.fromkeys(tier, above + 1 + moved)
        above += len(tier)
        moved = moved and len(tier) == 1
    return found


def knockout_tiers(
    bracket: Bracket, sides: Mapping[str, Sequence[Who]], sent: Sent, lines: Sequence[int], left: Left
) -> Tiers:
    """Who got further is placed before; who left or was sent away plays for no place."""
    return [tier for tier in _tiers(bracket.whole, sides, sent, left, list(lines)) if tier]


def _tiers(
    part: Part | None, sides: Mapping[str, Sequence[Who]], sent: Sent, left: Left, inside: list[int]
) -> Tiers:
    if part is None:
        return [inside]
    passed = list(inside)
    beaten: list[int] = []
    gone: list[int] = []
    for label in part.labels:
        for who in sides[label]:
            if isinstance(who, int) and who != sent[label][0]:
                passed.remove(who)
                (beaten if who == sent[label][1] else gone).append(who)
        for who in left.get(label, ()):
            passed.remove(who)
            gone.append(who)
    better = _tiers(part.winners, sides, sent, left, passed)
    if part.losers is None:
        return [*better, beaten + gone]
    return [*better, *_tiers(part.losers, sides, sent, left, beaten), gone]


def double_tiers(bracket: Bracket, sides: Mapping[str, Sequence[Who]], sent: Sent, left: Left) -> Tiers:
    """The champion, the other of the final, then who lost each round of the lower bracket, the last first."""
    champion = sent[bracket.final][0]
    finals = [who for who in sides["F"] if isinstance(who, int) and who != champion]
    finals += [who for label in ("F", "F2") for who in left.get(label, ())]
    finals = list(dict.fromkeys(finals))
    by_round: dict[int, list[int]] = {}
    for label, turn in bracket.rounds.items():
        if label[0] == "F":
            continue
        on = sent[label] if label[0] == "U" else sent[label][:1]
        out = [who for who in sides[label] if who not in (NOBODY, UNKNOWN) and who not in on]
        by_round.setdefault(turn + (label[0] == "U"), []).extend(int(who) for who in out)
        by_round[turn + (label[0] == "U")].extend(left.get(label, ()))
    tiers = [[champion] if isinstance(champion, int) else [], finals]
    tiers += [by_round[turn] for turn in sorted(by_round, reverse=True)]
    return [tier for tier in tiers if tier]
