"""Tests of the guide files: the same sections in every language, and an error for each mistake."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.games import CARD_GAMES
from scoring.guides.loader import ENGLISH, FOLDER, SHARED, guide_of, load_guide, load_texts
from scoring.guides.rules.texts import GuideError, Texts

LANGUAGES = sorted(file.parent.name for file in FOLDER.glob(f"*/{SHARED}.md"))
TEXTS = sorted(FOLDER.glob("*/*.md"))


def differences(file: str, texts: Texts, other_file: str, other: Texts) -> Iterator[str]:
    """Yield the passages and paragraphs of the guide file `other_file` that are missing in `file`."""
    for part, passages in other.items():
        for name, passage in passages.items():
            place = f"{{#{name or part}}}"
            if name not in texts.get(part, {}):
                yield f"{file} lacks {place}, which is in {other_file}."
            elif (count := len(texts[part][name].paragraphs)) < len(passage.paragraphs):
                yield f"{file} lacks a paragraph under {place}: {count} of {len(passage.paragraphs)}."


def faults(folder: Path, key: str, language: str) -> list[str]:
    """Return the first mistake in the files of a guide, or the differences from the English guide."""
    try:
        if key != SHARED:
            load_guide(folder, key, language)
        (file, texts), (english_file, english) = load_texts(folder, key, language), load_texts(folder, key)
    except GuideError as error:
        return [str(error)]
    return [
        *differences(file, texts, english_file, english),
        *differences(english_file, english, file, texts),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [*CARD_GAMES, SHARED])
def test_guide_has_the_same_sections_in_every_language(key: str, language: str) -> None:
    assert faults(FOLDER, key, language) == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_card_game_has_guide_files_in_both_languages_and_no_other_files_exist(language: str) -> None:
    assert {file.stem for file in (FOLDER / language).iterdir()} == {*CARD_GAMES, SHARED}
    assert {file.stem for file in (FOLDER / "data").iterdir()} == {*CARD_GAMES}


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_guide_has_no_straight_apostrophe(file: Path) -> None:
    assert "'" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shared_text_has_a_unique_name_and_is_used_in_a_guide(language: str) -> None:
    _file, shared = load_texts(FOLDER, SHARED, language)
    names = [name for passages in shared.values() for name in passages if name]
    text = "".join((FOLDER / language / f"{key}.md").read_text(encoding="utf-8") for key in CARD_GAMES)
    assert len(names) == len({*names})
    assert [name for name in names if f"\n\n{{{name}}}\n" not in text] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a copy of the guide files."""
    for part in ("data", *LANGUAGES):
        shutil.copytree(FOLDER / part, tmp_path / part)
    return tmp_path


def change(file: Path, pattern: str, text: str) -> None:
    """Replace the first match of a pattern in a file."""
    changed, count = re.subn(pattern, text, file.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    assert count
    file.write_text(changed, encoding="utf-8")


ADVICE = r"### Un consiglio \{#a-piece-of-advice\}\n\n.*?\n\n(?=###)"
ADDITION = "### Aggiunta {#addition}\n\nUna frase.\n\n## Presa"
MISTAKES = [
    pytest.param(
        "it/marianna.md",
        ADVICE,
        "",
        "it/marianna.md lacks {#a-piece-of-advice}, which is in en/marianna.md.",
        id="a section that is missing in Italian",
    ),
    pytest.param(
        "it/marianna.md",
        "## Presa",
        ADDITION,
        "en/marianna.md lacks {#addition}, which is in it/marianna.md.",
        id="a section in Italian only",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{deal-to-the-right-here\}\n\n",
        "",
        "it/marianna.md lacks a paragraph under {#the-deal}: 1 of 2.",
        id="a paragraph that is missing in Italian",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{stock\}\n\n",
        "",
        "it/marianna.md lacks {#stock}, which is in en/marianna.md.",
        id="a shared word that is missing in Italian",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{#mariannino\}",
        "{#marianino}",
        "it/marianna.md lacks {#mariannino} of {#examples}, which is in marianna.toml.",
        id="an unknown example",
    ),
    pytest.param(
        "it/marianna.md",
        "## Le parole",
        "### {#addition}\n\nUna frase.\n\n## Le parole",
        "marianna.toml lacks examples.addition, which is in it/marianna.md.",
        id="an example without data",
    ),
    pytest.param(
        "data/marianna.toml",
        r"\[examples.mariannino\]",
        "[examples.addition]\nrunning = [[1, 2]]\n\n[examples.mariannino]",
        "it/marianna.md lacks {#addition} of {#examples}, which is in marianna.toml.",
        id="an example without a text",
    ),
    pytest.param(
        "data/manni.toml",
        "in-nullo",
        "nullo",
        "it/manni.md lacks {#nullo} of {#rank_orders}, which is in manni.toml.",
        id="an unknown order of the ranks",
    ),
    pytest.param(
        "data/marianna.toml",
        "winner = 2",
        "winer = 2",
        "marianna.toml, tricks.no-trumps-yet: the key winer is unknown.",
        id="an unknown key of a trick",
    ),
    pytest.param(
        "data/marianna.toml",
        "leader = 0\n",
        "",
        "marianna.toml, tricks.no-trumps-yet: the key leader is missing.",
        id="a trick without its leader",
    ),
    pytest.param(
        "data/marianna.toml",
        "place = 1",
        "seat = 1",
        "marianna.toml, tricks.no-trumps-yet.hands: the key seat is unknown.",
        id="an unknown key of a hand",
    ),
    pytest.param(
        "data/marianna.toml",
        r"running = \[\[356, 54\]\]",
        "runing = [[356, 54]]",
        "marianna.toml, examples.mariannino: the key runing is unknown.",
        id="an unknown key of an example",
    ),
    pytest.param(
        "data/marianna.toml",
        r"sources = \[.*?\n\]",
        "",
        "marianna.toml: the key sources is missing.",
        id="a guide without sources",
    ),
    pytest.param(
        "data/marianna.toml",
        r"running = \[\[184, 116\]\]",
        "",
        "marianna.toml, examples.three-marianne: the key running is missing.",
        id="an example without its totals",
    ),
    pytest.param(
        "data/marianna.toml",
        r'trumps = \["none"\]',
        "",
        "marianna.toml, tricks.no-trumps-yet: the key trumps is missing.",
        id="a trick without its trumps",
    ),
    pytest.param(
        "data/marianna.toml",
        "site = ",
        "book = ",
        "marianna.toml, sources: the key book is unknown.",
        id="an unknown key of a source",
    ),
    pytest.param(
        "data/manni.toml",
        "clockwise",
        "anticlockwise",
        "manni.toml: the key anticlockwise is unknown.",
        id="an unknown key of a guide",
    ),
    pytest.param(
        "data/marianna.toml",
        "winner = 2",
        "winner 2",
        "marianna.toml: Expected '=' after a key in a key/value pair (at line 10, column 8)",
        id="a line that is not TOML",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{misdeal\}",
        "{misdeel}",
        "it/marianna.md: {misdeel} is not in the shared texts.",
        id="an unknown shared text",
    ),
    pytest.param(
        "it/common.md",
        r"\{#misdeal\}",
        "{#misdeel}",
        "it/marianna.md: {misdeal} is not in the shared texts.",
        id="a shared text by another name",
    ),
    pytest.param(
        "it/marianna.md",
        r" \{#the-deal\}",
        "",
        "it/marianna.md: the heading 'La distribuzione' lacks its name, such as {#the-deal}.",
        id="a heading without its name",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{#the-deal\}\n\n",
        "{#the-deal}\n",
        "it/marianna.md: write the heading as ## Title {#name}, with an empty line after it: "
        "### La distribuzione {#the-deal}",
        id="a heading without an empty line after it",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{#the-deal\}",
        "{#the-play}",
        "it/marianna.md: there are two headings {#the-play}.",
        id="two headings with one name",
    ),
    pytest.param(
        "it/marianna.md",
        "## Le regole",
        "# Le regole\n\nUna frase.\n\n## Le regole",
        "it/marianna.md: there are two headings of the first level.",
        id="two titles",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{stock\}",
        "{hand}",
        "it/marianna.md: {hand} is there twice.",
        id="one shared word twice",
    ),
    pytest.param(
        "it/marianna.md",
        "### La distribuzione",
        "###",
        "it/marianna.md: {#the-deal} of {#rules} needs a title.",
        id="a section without a title",
    ),
    pytest.param(
        "it/marianna.md",
        r"### \{#mariannino\}",
        "### Il mariannino {#mariannino}",
        "it/marianna.md: {#mariannino} of {#examples} needs no title.",
        id="an example with a title, which no page shows",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{#mariannino\}\n\n",
        "{#mariannino}\n\nUna frase.\n\n",
        "it/marianna.md: paragraphs under {#mariannino} of {#examples}: 2 instead of 1.",
        id="an example of two paragraphs",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{#a-piece-of-advice\}\n\n.*?\n\n(?=###)",
        "{#a-piece-of-advice}\n\n",
        "it/marianna.md: paragraphs under {#a-piece-of-advice} of {#rules}: 0 instead of one or more.",
        id="a section without a text",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{#tricks\}\n\n",
        "{#tricks}\n\nUna frase.\n\n",
        "it/marianna.md: paragraphs under {#tricks}: 1 instead of 0.",
        id="a text that no page shows",
    ),
    pytest.param(
        "it/marianna.md",
        "(# Marianna\n\n).*?(?=##)",
        r"\1",
        "it/marianna.md: paragraphs under the title of the game: 0 instead of 1.",
        id="a guide without a summary",
    ),
    pytest.param(
        "it/marianna.md",
        r"\{#words\}",
        "{#parole}",
        "it/marianna.md lacks the part {#words}.",
        id="a part by another name",
    ),
    pytest.param(
        "it/marianna.md",
        "## Presa",
        "## Altro {#other}\n\n## Presa",
        "it/marianna.md: {#other} is none of the parts rules, tricks, examples, words, rank_orders, history.",
        id="an unknown part",
    ),
    pytest.param(
        "it/marianna.md",
        r"\n$",
        "\n\n### Altro {#other}\n\nUna frase.",
        "it/marianna.md: {#other} of {#history} belongs into another part.",
        id="a section at the wrong place",
    ),
    pytest.param(
        "it/marianna.md",
        "## Le regole",
        "### Altro {#other}\n\nUna frase.\n\n## Le regole",
        "it/marianna.md: {#other} belongs into another part.",
        id="a section before the parts",
    ),
    pytest.param(
        "it/marianna.md",
        "La marianna conta anche",
        "La **marianna** conta anche",
        "it/marianna.md: write plain text without '*': La **marianna** conta anche per la coppia che non fa "
        "nemmeno una presa: è una regola della casa.",
        id="bold text",
    ),
    pytest.param(
        "it/marianna.md",
        "La marianna conta anche",
        "- La marianna conta anche",
        "it/marianna.md: write plain text without '-': - La marianna conta anche per la coppia che non fa "
        "nemmeno una presa: è una regola della casa.",
        id="a list",
    ),
]


@pytest.mark.parametrize(("file", "pattern", "text", "sentence"), MISTAKES)
def test_mistake_in_a_guide_is_reported_with_file_and_position(
    folder: Path, file: str, pattern: str, text: str, sentence: str
) -> None:
    key = "manni" if "manni." in file else "marianna"
    assert faults(folder, key, "it") == []
    change(folder / file, pattern, text)
    assert sentence in faults(folder, key, "it")


def test_guide_missing_in_a_language_is_read_in_the_next_language_or_english(folder: Path) -> None:
    italian, english = load_guide(folder, "marianna", "it"), load_guide(folder, "marianna", ENGLISH)
    assert load_guide(folder, "marianna", "sc", "it") == italian != english
    assert load_guide(folder, "marianna", "sc") == load_guide(folder, "marianna") == english
    (folder / "sc").mkdir()
    shutil.copy(folder / "it" / "marianna.md", folder / "sc")
    change(folder / "sc" / "marianna.md", "La marianna conta anche", "Sa marianna balet")
    sardinian = load_guide(folder, "marianna", "sc", "it")
    assert sardinian
    assert italian
    assert "balet" in str(sardinian)
    assert sardinian.words == italian.words, "shared words come from the next language"


def test_card_game_without_guide_files_has_no_guide() -> None:
    assert guide_of("scopone", "it") is None


def test_guide_files_are_read_once_for_each_language() -> None:
    assert guide_of("marianna", "it") is guide_of("marianna", "it")
