"""Reader that builds the guide to a card game from its texts in one language and its data."""

from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from typing import Any, TypeVar

from scoring.guides.rules.guide import (
    Example,
    Guide,
    HandCards,
    RankOrder,
    Section,
    Source,
    TrickExample,
    Word,
)
from scoring.guides.rules.texts import FIRST_PART, PART_HEADING, GuideError, Passage, Texts

# The number of paragraphs of each passage, by part.
PARAGRAPHS = {
    FIRST_PART: 1,
    "rules": None,  # one or more
    "tricks": 1,
    "examples": 1,
    "words": 1,
    "rank_orders": 0,
    "history": 1,
}
ONE_PARAGRAPH = {FIRST_PART, "history"}
WITH_DATA = ("tricks", "examples", "rank_orders")
NO_TRUMPS = "none"

T = TypeVar("T")


def read_guide(file: str, texts: Texts, data_file: str, data: Mapping[str, Any]) -> Guide:
    """Return the guide; raise GuideError if the texts or the data are incomplete."""
    _check_texts(file, texts)
    for part in WITH_DATA:
        _check_names(file, part, _passages(texts, part), data_file, data.get(part, {}))
    tricks, examples = _passages(texts, "tricks"), _passages(texts, "examples")
    values = {
        **data,
        "summary": texts[FIRST_PART][PART_HEADING].paragraphs[0],
        "sections": tuple(
            Section(title, tuple(paragraphs)) for title, paragraphs in _passages(texts, "rules").values()
        ),
        "words": tuple(Word(title, meaning) for title, (meaning,) in _passages(texts, "words").values()),
        "history": texts["history"][PART_HEADING].paragraphs[0],
        "house_decks": frozenset(data.get("house_decks", ())),
        "rank_orders": tuple(
            RankOrder(texts["rank_orders"][name].title, tuple(ranks.split()))
            for name, ranks in data.get("rank_orders", {}).items()
        ),
        "tricks": tuple(
            _trick(f"{data_file}, tricks.{name}", tricks[name], values)
            for name, values in data.get("tricks", {}).items()
        ),
        "examples": tuple(
            _example(f"{data_file}, examples.{name}", examples[name], values)
            for name, values in data.get("examples", {}).items()
        ),
    }
    if "sources" in data:
        values["sources"] = _records(Source, f"{data_file}, sources", data["sources"])
    return _record(Guide, data_file, values)


def _passages(texts: Texts, part: str) -> dict[str, Passage]:
    """Return the passages of one part of a guide, by name; the heading of the part is left out."""
    return {name: passage for name, passage in texts.get(part, {}).items() if name != PART_HEADING}


def _check_texts(file: str, texts: Texts) -> None:
    """Check that no part is missing or unknown, and that every passage has the right form."""
    for part in [part for part in PARAGRAPHS if part not in (*WITH_DATA, *texts)]:
        raise GuideError(f"{file} lacks the part {{#{part}}}.")
    for part, passages in texts.items():
        if part not in PARAGRAPHS:
            raise GuideError(
                f"{file}: {{#{part}}} is none of the parts {', '.join(filter(None, PARAGRAPHS))}."
            )
        for name, passage in passages.items():
            _check_passage(file, part, name, passage)


def _check_passage(file: str, part: str, name: str, passage: Passage) -> None:
    place = " of ".join(f"{{#{each}}}" for each in (name, part) if each) or "the title of the game"
    if name and part in ONE_PARAGRAPH:
        raise GuideError(f"{file}: {place} belongs into another part.")
    if bool(passage.title) == bool(part == "examples" and name):
        raise GuideError(f"{file}: {place} needs {'no title' if passage.title else 'a title'}.")
    wanted = PARAGRAPHS[part] if name or part in ONE_PARAGRAPH else 0
    count = len(passage.paragraphs)
    if count == 0 if wanted is None else count != wanted:
        needed = "one or more" if wanted is None else wanted
        raise GuideError(f"{file}: paragraphs under {place}: {count} instead of {needed}.")


def _check_names(
    file: str, part: str, passages: Mapping[str, Passage], data_file: str, data: Mapping[str, Any]
) -> None:
    """Check that the examples in the text file have the same names as those in the data file."""
    for name in [name for name in data if name not in passages]:
        raise GuideError(f"{file} lacks {{#{name}}} of {{#{part}}}, which is in {data_file}.")
    for name in [name for name in passages if name not in data]:
        raise GuideError(f"{data_file} lacks {part}.{name}, which is in {file}.")


def _trick(place: str, passage: Passage, data: Mapping[str, Any]) -> TrickExample:
    values = dict(data)
    for key in values.keys() & {"declared", "before", "exchanged"}:
        values[key] = tuple(data[key])
    if "trumps" in data:
        values["trumps"] = tuple(None if suit == NO_TRUMPS else suit for suit in data["trumps"])
    values["hands"] = _records(HandCards, f"{place}.hands", data.get("hands", ()))
    return _record(TrickExample, place, {**values, "title": passage.title, "text": passage.paragraphs[0]})


def _example(place: str, passage: Passage, data: Mapping[str, Any]) -> Example:
    values = dict(data)
    sheet = {"profile": values.pop("profile", {}), "hands": values.pop("hands", [])}
    if "running" in data:
        values["running"] = tuple(map(tuple, data["running"]))
    return _record(Example, place, {**values, "text": passage.paragraphs[0], "sheet": sheet})


def _records(kind: Callable[..., T], place: str, rows: Iterable[Mapping[str, Any]]) -> tuple[T, ...]:
    return tuple(_record(kind, place, row) for row in rows)


def _record(kind: Callable[..., T], place: str, values: Mapping[str, Any]) -> T:
    """Return a named tuple with the given values; raise GuideError if a key is unknown or missing."""
    parameters = signature(kind).parameters
    for key in [key for key in values if key not in parameters]:
        raise GuideError(f"{place}: the key {key} is unknown.")
    for key, parameter in parameters.items():
        if parameter.default is parameter.empty and key not in values:
            raise GuideError(f"{place}: the key {key} is missing.")
    return kind(**values)
