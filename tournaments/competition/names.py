"""How a name is kept: one spelling of each letter, nothing invisible, nothing that turns the line round.

And how it is shown: whoever does not want to stand there in full is shown by initials or by another name,
in the name of a team as well.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from scoring.types import BadEntry, Sentence, _

LONGEST = 80
FORGOTTEN = "N. N."
"""How somebody is shown whose name was erased."""
INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
MARKS = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202c\u2060-\u2064\u2066-\u2069\ufeff\uffa0]"
)
"""Invisible marks that change no name: soft hyphens, isolates, direction marks, spaces without a width."""
STRAY_JOINERS = re.compile("(?<![\u0530-\u1dff\u2190-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?=\\s|$)")
"""Joiners at the end of a word or after a Latin, Greek or Cyrillic letter; elsewhere they are spelling."""
BLANKS = re.compile("[\u2800\u3164]")
"""Characters that look like a space: the blank Braille pattern and the Hangul filler."""
SELECTORS = re.compile("(?<=[a-zA-Z\u00c0-\u052f])[\ufe00-\ufe0f]")
"""Variation selectors after a Latin, Greek or Cyrillic letter, where they have no effect."""
TAGS = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f)|[\U000e0000-\U000e007f]")
"""The flag of a region, which is written in tags, or a tag that belongs to no flag."""
SPELLING = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")
"""The invisible letters that `without_marks` keeps in some places."""
FOLDED = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\u2035`\xb4\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe63\uff0d", "-")
    | {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Apostrophes and hyphens of every shape, and the Latin letters that Unicode does not decompose."""
APART = re.compile(r"\b([^\W\d_]|[^\W\d_]+[^\W\d_aeiou])' ")
"""A space after an apostrophe that elides a vowel: D' Angelo, O' Brien, Dell' Orto."""
ACCENT = re.compile(r"(?<=[aeiou])'(?=[\s-]|$)")
"""An apostrophe that stands for the accent of the vowel before it: Niccolo'."""


def without_marks(text: str) -> str:
    """Return the text without the invisible marks that messengers and word processors add."""
    flags_alone = TAGS.sub(lambda match: match[1] or "", MARKS.sub("", text))
    return BLANKS.sub(" ", SELECTORS.sub("", STRAY_JOINERS.sub("", flags_alone)))


def visible(text: str) -> str:
    """Return the text without its invisible letters; the joiners that are spelling stay."""
    return "".join(
        letter
        for letter in without_marks(text)
        if SPELLING.match(letter) or unicodedata.category(letter) not in INVISIBLE
    )


def clean_name(text: str) -> str:
    """Return the name in NFC, spaced once; raise BadEntry when it is empty, too long or hides something."""
    name = " ".join(without_marks(unicodedata.normalize("NFC", text)).split())
    if not name:
        raise BadEntry("name_missing", Sentence(_("Write a name.")))
    if len(name) > LONGEST:
        raise BadEntry(
            "name_too_long", Sentence(_("Names have at most %(most)s letters."), {"most": LONGEST})
        )
    if visible(name) != name:
        raise BadEntry(
            "name_invisible", Sentence(_("This name holds an invisible character. Type it again."))
        )
    return name


def name_key(name: str) -> str:
    """Return the key that all spellings of one name share.

    Case, accents, invisible letters and the shape of apostrophes, hyphens and spaces are left out; a final
    apostrophe after a vowel counts as its accent.
    """
    spelt = unicodedata.normalize("NFKD", name.casefold().translate(FOLDED)).translate(FOLDED)
    seen = (each for each in spelt if not unicodedata.combining(each))
    key = " ".join("".join(each for each in seen if unicodedata.category(each) != "Cf").split())
    return ACCENT.sub("", APART.sub(r"\1'", key))[:LONGEST]


PARTICLES = frozenset({
    *("d'", "da", "dagli", "dai", "dal", "dall'", "dalla", "dalle", "de", "de'", "degli", "dei", "del"),
    *("dell'", "della", "delle", "dello", "di", "do", "dos", "du", "la", "las", "le", "li", "lo", "los"),
    *("lu", "al", "el", "abu", "ben", "bin", "ibn", "der", "ten", "ter", "van", "vom", "von", "zu", "zur"),
    *("den", "san", "sant'", "santa", "santi", "santo", "st", "mac", "mc", "fra"),
})  # fmt: skip
"""Words of a surname before its last one, without case and with a straight apostrophe."""
SUFFIXES = re.compile(
    r"""[\s,]+ (?: (?:jr|sr|junior|senior|jun|sen|i{2,3}|iv|dott|dr|prof|ing|avv|geom|rag)\.? |
    (?:n\.?\s?)?\d+[.)°ºª]? | \([^()]*\) | \[[^\[\]]*\] | [^\w\s'’"“”«»()\[\].-]+ |
    ["“«'][^"“”«»]*["”»'] )$""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words after a surname that do not belong to it: jr., a figure, a remark in brackets, a nickname."""


def surname(name: str) -> str:
    """Return the surname of a name with its particles (De La Cruz), without jr., figures and remarks."""
    bare = name
    while (shorter := SUFFIXES.sub("", bare)) != bare and shorter.strip():
        bare = shorter
    before, comma, after = bare.partition(",")
    if comma and before.strip() and after.strip():
        return before.strip()
    words = bare.strip(" ,").split() or name.split()
    first = len(words) - 1
    while first > 1 and _is_particle(words[first - 1]):
        first -= 1
    return " ".join(words[first:])


def _is_particle(word: str) -> bool:
    return word.casefold().translate(FOLDED).rstrip(".") in PARTICLES


def team_names(players: Sequence[str]) -> Iterator[str]:
    """Yield the names that the program makes for a team: Sanna – Piras, G. Sanna – T. Piras, both in full."""
    if len(players) == 1:
        yield players[0][:LONGEST]
        return
    surnames = [surname(name) for name in players]
    letters = [(name.partition(",")[2].strip() or name)[0].upper() for name in players]
    initialled = [f"{letter}. {last}" for letter, last in zip(letters, surnames, strict=True)]
    for words in (surnames, initialled, players):
        yield " – ".join(words)[:LONGEST]


def team_name(players: Sequence[str], used_keys: Collection[str] = ()) -> str:
    """Return a name made from the players, different from the names with these keys.

    A player who plays alone is called by the full name, even where it is taken.
    """
    names = list(team_names(players))
    numbers = range(2, len(used_keys) + 2) if len(players) > 1 else ()
    numbered = (f"{names[0][: LONGEST - 5]} {number}" for number in numbers)
    return next((name for name in chain(names, numbered) if name_key(name) not in used_keys), names[0])


def is_made_of(name: str, players: Sequence[str]) -> bool:
    """Return whether the program may have made this name of a team out of its players' names."""
    names = list(team_names(players))
    return name in names or re.sub(r" \d{1,4}$", "", name) == names[0][: LONGEST - 5]


class Showing(StrEnum):
    """How a person's name is shown to everybody."""

    FULL = "full"
    INITIALS = "initials"
    ALIAS = "alias"


class Named(NamedTuple):
    """A person's name in full, and as everybody sees it."""

    full: str
    public: str


def shown_name(name: str, showing: Showing, alias: str = "") -> str:
    """Return the name that everybody sees."""
    if showing is Showing.ALIAS:
        return alias
    return initials(name) if showing is Showing.INITIALS else name


def initials(name: str) -> str:
    """Return the first letter of each word of a name: M. R. of Maria Rosa."""
    letters = " ".join(f"{word[0].upper()}." for word in re.findall(r"\w+", name))
    return letters[:LONGEST].rstrip() or FORGOTTEN


def shown_team_name(name: str, players: Sequence[Named]) -> str:
    """Return a team's name without a word of the name of a player who is not shown in full."""
    hidden = [player for player in players if player.public != player.full]
    if not hidden or not any(shares_a_word(name, player.full) for player in hidden):
        return name
    if len(players) == 1:
        return players[0].public
    shown = [player.public if player in hidden else surname(player.full) for player in players]
    return " – ".join(shown)[:LONGEST]


def shares_a_word(text: str, name: str) -> bool:
    """Return whether a text has a word of a name in it, however it is spelt."""
    return bool(_words(text) & _words(name))


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w+", name_key(name)))
