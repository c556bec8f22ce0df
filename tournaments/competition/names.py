"""Names of persons and teams: their normal form and how they are shown.

A stored name has one spelling for each letter, no invisible characters, and no characters that change the
direction of text. A person who does not want to be shown by full name is shown by initials or by an alias,
also inside the name of a team.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from scoring.types import BadEntry, Sentence, _

LONGEST = 80
# The display name of a person whose name was erased.
FORGOTTEN = "N. N."
INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
# Invisible marks that do not change a name: soft hyphens, isolates, direction marks, zero-width spaces.
MARKS = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202c\u2060-\u2064\u2066-\u2069\ufeff\uffa0]"
)
# Joiners at the end of a word or after a Latin, Greek or Cyrillic letter; elsewhere joiners are spelling.
STRAY_JOINERS = re.compile("(?<![\u0530-\u1dff\u2190-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?=\\s|$)")
# Characters that look like a space: the blank Braille pattern and the Hangul filler.
BLANKS = re.compile("[\u2800\u3164]")
# Variation selectors after a Latin, Greek or Cyrillic letter, where they have no effect.
SELECTORS = re.compile("(?<=[a-zA-Z\u00c0-\u052f])[\ufe00-\ufe0f]")
# The flag of a region, which is encoded with tags (group 1), or a tag that is not part of a flag.
TAGS = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f)|[\U000e0000-\U000e007f]")
# The invisible letters that `without_marks` keeps in some positions.
SPELLING = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")
# Apostrophes and hyphens of every shape, and the Latin letters that Unicode does not decompose.
FOLDED = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\u2035`\xb4\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe63\uff0d", "-")
    | {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
# A space after an apostrophe that elides a vowel: D' Angelo, O' Brien, Dell' Orto.
APART = re.compile(r"\b([^\W\d_]|[^\W\d_]+[^\W\d_aeiou])' ")
# An apostrophe in place of the accent of the vowel before it: Niccolo'.
ACCENT = re.compile(r"(?<=[aeiou])'(?=[\s-]|$)")


def without_marks(text: str) -> str:
    """Return the text without the invisible marks that messengers and word processors add."""
    flags_alone = TAGS.sub(lambda match: match[1] or "", MARKS.sub("", text))
    return BLANKS.sub(" ", SELECTORS.sub("", STRAY_JOINERS.sub("", flags_alone)))


def visible(text: str) -> str:
    """Return the text without invisible characters other than joiners that belong to the spelling."""
    return "".join(
        letter
        for letter in without_marks(text)
        if SPELLING.match(letter) or unicodedata.category(letter) not in INVISIBLE
    )


def clean_name(text: str) -> str:
    """Return the name in NFC with single spaces.

    Raise BadEntry if the name is empty, is too long or has invisible characters.
    """
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
    """Return the comparison key of a name. All spellings of one name have the same key.

    The key ignores case, accents, invisible letters and the shape of apostrophes, hyphens and spaces. An
    apostrophe after a vowel at the end of a word counts as its accent.
    """
    spelt = unicodedata.normalize("NFKD", name.casefold().translate(FOLDED)).translate(FOLDED)
    letters = (each for each in spelt if not unicodedata.combining(each))
    key = " ".join("".join(each for each in letters if unicodedata.category(each) != "Cf").split())
    return ACCENT.sub("", APART.sub(r"\1'", key))[:LONGEST]


# Words of a surname before its last word, in lower case and with a straight apostrophe.
PARTICLES = frozenset({
    *("d'", "da", "dagli", "dai", "dal", "dall'", "dalla", "dalle", "de", "de'", "degli", "dei", "del"),
    *("dell'", "della", "delle", "dello", "di", "do", "dos", "du", "la", "las", "le", "li", "lo", "los"),
    *("lu", "al", "el", "abu", "ben", "bin", "ibn", "der", "ten", "ter", "van", "vom", "von", "zu", "zur"),
    *("den", "san", "sant'", "santa", "santi", "santo", "st", "mac", "mc", "fra"),
})  # fmt: skip
# Words after a surname that are not part of it: jr., a number, a remark in brackets, a nickname.
SUFFIXES = re.compile(
    r"""[\s,]+ (?: (?:jr|sr|junior|senior|jun|sen|i{2,3}|iv|dott|dr|prof|ing|avv|geom|rag)\.? |
    (?:n\.?\s?)?\d+[.)°ºª]? | \([^()]*\) | \[[^\[\]]*\] | [^\w\s'’"“”«»()\[\].-]+ |
    ["“«'][^"“”«»]*["”»'] )$""",
    re.VERBOSE | re.IGNORECASE,
)


def surname(name: str) -> str:
    """Return the surname in a name, with particles (De La Cruz), without suffixes, numbers and remarks."""
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
    """Yield the generated names of a team: Sanna – Piras, then G. Sanna – T. Piras, then both full names."""
    if len(players) == 1:
        yield players[0][:LONGEST]
        return
    surnames = [surname(name) for name in players]
    letters = [(name.partition(",")[2].strip() or name)[0].upper() for name in players]
    initialled = [f"{letter}. {last}" for letter, last in zip(letters, surnames, strict=True)]
    for words in (surnames, initialled, players):
        yield " – ".join(words)[:LONGEST]


def team_name(players: Sequence[str], used_keys: Collection[str] = ()) -> str:
    """Return a generated team name for these players; its comparison key is not in `used_keys`.

    A single player is named by the full name, even if the name is in use.
    """
    names = list(team_names(players))
    numbers = range(2, len(used_keys) + 2) if len(players) > 1 else ()
    numbered = (f"{names[0][: LONGEST - 5]} {number}" for number in numbers)
    return next((name for name in chain(names, numbered) if name_key(name) not in used_keys), names[0])


def is_made_of(name: str, players: Sequence[str]) -> bool:
    """Return True if `name` is one of the names that can be generated for a team of these players."""
    names = list(team_names(players))
    return name in names or re.sub(r" \d{1,4}$", "", name) == names[0][: LONGEST - 5]


class Showing(StrEnum):
    """The form in which a person's name is shown in public: full name, initials or alias."""

    FULL = "full"
    INITIALS = "initials"
    ALIAS = "alias"


class Named(NamedTuple):
    """A person's full name and public name."""

    full: str
    public: str


def shown_name(name: str, showing: Showing, alias: str = "") -> str:
    """Return the public name of a person."""
    if showing is Showing.ALIAS:
        return alias
    return initials(name) if showing is Showing.INITIALS else name


def initials(name: str) -> str:
    """Return the first letter of each word of a name: "M. R." for Maria Rosa."""
    letters = " ".join(f"{word[0].upper()}." for word in re.findall(r"\w+", name))
    return letters[:LONGEST].rstrip() or FORGOTTEN


def shown_team_name(name: str, players: Sequence[Named]) -> str:
    """Return the name of a team without words from the names of players who are not shown by full name."""
    hidden = [player for player in players if player.public != player.full]
    if not hidden or not any(shares_a_word(name, player.full) for player in hidden):
        return name
    if len(players) == 1:
        return players[0].public
    public_names = [player.public if player in hidden else surname(player.full) for player in players]
    return " – ".join(public_names)[:LONGEST]


def shares_a_word(text: str, name: str) -> bool:
    """Return True if the text and the name share a word; case and accents are ignored (`name_key`)."""
    return bool(_words(text) & _words(name))


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w+", name_key(name)))
