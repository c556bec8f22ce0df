"""Readers for the profile and the hands of a sheet (COM-3, COM-4, COM-7, COM-MATCH-1).

Unknown keys, wrong types and misplaced values are refused, each with its JSON Pointer. Checks that need the
score before a hand are in `game.py`.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

from scoring.game_parts.card_game import CardGame
from scoring.game_parts.fields import Hand, StateRule
from scoring.game_parts.profile import OptionValue, Profile
from scoring.types import BadSetup, Finding, HandState, Problem, Sentence, Unreadable, _, ngettext, sentence

LONGEST_NOTE = 500


def read_profile(card_game: CardGame, raw: object, where: str = "") -> Profile:
    """Return the profile, with defaults for missing options; raise BadSetup with all problems."""
    if type(raw) is not dict:
        finding = Finding(
            "not_a_profile", "COM-7", sentence(_("Write the profile as an object with its options."))
        )
        raise _bad_setup([finding.problem(where)])
    options: dict[str, OptionValue] = {}
    problems = [*_read_options(card_game, raw, options, where)]
    deck = _deck(card_game, options)
    if isinstance(deck, Finding):
        problems.append(deck.problem(where))
    if problems or isinstance(deck, Finding):
        raise _bad_setup(problems)
    profile = _complete(card_game, tuple(options.items()), *deck)
    together = [fault.problem(where) for check in card_game.profile_checks if (fault := check(profile))]
    if together:
        raise _bad_setup(together)
    return profile


def _bad_setup(problems: list[Problem]) -> BadSetup:
    return BadSetup(
        "bad_profile",
        sentence(_("These options cannot be played by. Look at each one marked.")),
        tuple(problems),
    )


def _read_options(
    card_game: CardGame, raw: Mapping[str, object], options: dict[str, OptionValue], where: str
) -> list[Problem]:
    """Read the options in `raw` into `options`; return the problems with unknown or invalid options."""
    problems = []
    for key, value in raw.items():
        if key in card_game.former_options:
            continue
        option = card_game.options_by_key.get(key)
        if option is None:
            text = sentence(_("%(game)s has no such option. Take it away."), game=Sentence(card_game.name))
            problems.append(Problem("unknown_option", "COM-7", "error", f"{where}/{pointer(key)}", text))
            continue
        try:
            options[key] = option.read(value)
        except Unreadable as reason:
            problems.extend(finding.problem(f"{where}/{key}") for finding in reason.findings)
    return problems


def _deck(card_game: CardGame, options: Mapping[str, OptionValue]) -> tuple[str, str] | Finding:
    """Return the pack and the order of court cards; either one implies the other (MAR-CARD-2)."""
    decks = card_game.court_orders
    key = card_game.order_option[0]
    pack, order = options.get("pack"), options.get(key)
    usual = [deck for deck in decks if deck[0] == card_game.pack.key]
    for deck in [*usual, *decks]:
        if pack in (None, deck[0]) and order in (None, deck[1]):
            return deck
    text = sentence(_("These court cards are not in this pack. Change the pack or the order of the courts."))
    return Finding("pack_and_court_order", card_game.rules["courts"], text, f"/{key}")


@lru_cache(maxsize=512)
def _complete(
    card_game: CardGame, choices: tuple[tuple[str, OptionValue], ...], pack: str, order: str
) -> Profile:
    options = {option.key: option.default for option in card_game.all_options} | dict(choices)
    deck = (("pack", pack), (card_game.order_option[0], order))
    options |= {key: word for key, word in deck if key in options}
    chosen = {key for key, _value in choices}
    options |= {key: value(options) for key, value in card_game.defaults.items() if key not in chosen}
    seats = cast(int, options.get("players", card_game.seats))
    left_out = card_game.ranks_left_out.get(seats, frozenset())
    values = zip(card_game.court_orders[pack, order], card_game.card_values, strict=True)
    card_values = {rank: value for rank, value in values if rank not in left_out}
    ranks = tuple(card_values)
    return Profile(
        options=options,
        targets=cast(tuple[int, ...], options.get("targets", ())),
        seats=seats,
        sides=seats // card_game.players_a_side,
        pack=card_game.packs[pack],
        ranks=ranks,
        card_values=card_values,
        strength={rank: len(ranks) - place for place, rank in enumerate(ranks)},
        rank_names=card_game.rank_names,
        card_unit=card_game.card_unit,
    )


def read_hand(
    card_game: CardGame, profile: Profile, raw: object, where: str = ""
) -> tuple[Hand | None, list[Problem]]:
    """Return a hand and its problems; the hand is None if one of the problems is an error."""
    try:
        body, state, rule = _form(card_game, raw)
    except Unreadable as reason:
        return None, [finding.problem(where) for finding in reason.findings]
    values: dict[str, Any] = {}
    findings = [*_strangers(card_game, body), *_read_fields(card_game, profile, body, rule, values)]
    if "note" in body and (unfit := _unfit_note(body["note"])):
        findings.append(unfit)
    if findings:
        return None, [finding.problem(where) for finding in findings]
    hand = Hand(state, rule, values["dealer"], values, body.get("note", ""))
    if not rule.scores or not (findings := _check(card_game, profile, hand)):
        return hand, []
    problems = [finding.problem(where) for finding in findings]
    return (None if any(problem.level == "error" for problem in problems) else hand), problems


def _form(card_game: CardGame, raw: object) -> tuple[dict[str, Any], HandState, StateRule]:
    """Return the hand's JSON object, state and state rule; raise Unreadable if the state is invalid."""
    if type(raw) is not dict:
        raise Unreadable("not_a_hand", "COM-3", sentence(_("Write the hand as an object with its fields.")))
    state = STATE_BY_WORD.get(raw.get("state", "played")) if type(raw.get("state", "")) is str else None
    if state is None:
        words = ", ".join(state.value for state in card_game.states)
        text = sentence(_("There is no such state of a hand. Choose one of: %(states)s."), states=words)
        raise Unreadable("unknown_state", "COM-4", text, "/state")
    if state not in card_game.states:
        text = sentence(
            _("A hand of %(game)s cannot end this way. Choose another state."), game=Sentence(card_game.name)
        )
        raise Unreadable(
            "state_not_in_this_game", card_game.refused_states.get(state, "COM-4"), text, "/state"
        )
    return raw, state, card_game.states[state]


STATE_BY_WORD: Mapping[object, HandState] = {state.value: state for state in HandState}


def _strangers(card_game: CardGame, fields: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each field that hands of this card game cannot have."""
    for key in fields.keys() - card_game.hand_keys:
        text = sentence(
            _("A hand of %(game)s has no such field. Take it away."), game=Sentence(card_game.name)
        )
        yield Finding("unknown_field", "COM-3", text, "/" + pointer(key))


def pointer(key: str) -> str:
    """Return a key escaped for use in a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def _read_fields(
    card_game: CardGame,
    profile: Profile,
    raw: Mapping[str, Any],
    rule: StateRule,
    values: dict[str, Any],
) -> Iterator[Finding]:
    """Read the fields into `values`; yield a finding for each missing, misplaced or unreadable one."""
    for field in card_game.fields:
        key = field.key
        if key not in raw:
            if field.required and field.step in rule.needs:
                text = sentence(_("Write this too: %(field)s."), field=Sentence(field.label))
                yield Finding("missing_field", field.rule, text, f"/{key}")
        elif field.step in rule.refuses:
            yield Finding(
                "after_the_end", rule.rule, sentence(_AFTER_THE_END, field=Sentence(field.label)), f"/{key}"
            )
        else:
            try:
                values[key] = field.kind.read(field, raw[key], profile)
            except Unreadable as reason:
                yield from (finding._replace(at=f"/{key}{finding.at}") for finding in reason.findings)


_AFTER_THE_END = _("The game ended before this could be counted. Take it away: %(field)s.")


def _unfit_note(note: object) -> Finding | None:
    """Return a finding if the note is not text, is too long, or contains control characters."""
    if type(note) is not str:
        return Finding("bad_note", "COM-4", sentence(_("The referee’s note is a text.")), "/note")
    if len(note) > LONGEST_NOTE:
        text = ngettext(
            "The referee’s note has at most %(count)d character.",
            "The referee’s note has at most %(count)d characters.",
            LONGEST_NOTE,
        )
        return Finding("bad_note", "COM-4", text, "/note")
    if any(not letter.isprintable() and letter != "\n" for letter in note):
        return Finding(
            "bad_note", "COM-4", sentence(_("The note holds an invisible character. Type it again.")), "/note"
        )
    return None


def _check(card_game: CardGame, profile: Profile, hand: Hand) -> list[Finding]:
    checks = card_game.all_checks if hand.rule.ranges else card_game.checks
    findings = [finding for check in checks if (finding := check(hand, profile))]
    return [each for finding in findings for each in (finding, *finding.more)]
