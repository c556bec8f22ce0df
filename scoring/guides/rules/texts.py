"""Reader of guide texts: Markdown with headings and paragraphs only (`scoring/guides/README.md`).

`## Title {#part}` starts a part, `### Title {#name}` a passage of the part. A paragraph `{name}` stands for a
passage of the shared texts.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

HEADING = re.compile(r"(?P<marks>#{1,3})(?: (?P<title>[^{}\n]+?))?(?: \{#(?P<name>[\w-]+)\})?")
REFERENCE = re.compile(r"\{([\w-]+)\}")
MARKUP = re.compile(r"[*_`<>|\[\]{}\\]|^(?:[-+#]|\d+[.)])(?= )", re.MULTILINE)
FIRST_PART = ""
PART_HEADING = ""  # the name of the passage of a part's own heading


class GuideError(ValueError):
    """An error in a file of a guide; its message names the file and the position."""


class Passage(NamedTuple):
    """A heading and its paragraphs."""

    title: str
    paragraphs: list[str]


# The passages of a file, by part and by name.
Texts = Mapping[str, Mapping[str, Passage]]


def read_texts(file: str, text: str, shared: Mapping[str, Passage]) -> Texts:
    """Return the passages of a Markdown file, with shared texts inserted in place of references.

    Raise GuideError for the first heading, reference or paragraph that is not allowed.
    """
    empty = Passage("", [])
    texts: dict[str, dict[str, Passage]] = {FIRST_PART: {PART_HEADING: Passage("", [])}}
    part, name = FIRST_PART, PART_HEADING
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("#"):
            part, name, title = _heading(file, block, part)
            passages = texts.setdefault(part, {})
            if passages.get(name, empty) != empty:
                place = f"{{#{name or part}}}" if part else "of the first level"
                raise GuideError(f"{file}: there are two headings {place}.")
            passages[name] = Passage(title, [])
        elif reference := REFERENCE.fullmatch(block):
            _add_shared(file, reference[1], shared, texts[part], name)
        elif mark := MARKUP.search(block):
            raise GuideError(f"{file}: write plain text without {mark[0]!r}: {block}")
        else:
            texts[part][name].paragraphs.append(" ".join(block.split()))
    return texts


def _heading(file: str, block: str, part: str) -> tuple[str, str, str]:
    """Return the part, the name and the title of the passage that begins with this heading."""
    heading = HEADING.fullmatch(block)
    if heading is None:
        first = block.partition("\n")[0]
        raise GuideError(
            f"{file}: write the heading as ## Title {{#name}}, with an empty line after it: {first}"
        )
    level, title, name = len(heading["marks"]), heading["title"] or "", heading["name"] or ""
    if level == 1:
        return FIRST_PART, PART_HEADING, title
    if not name:
        raise GuideError(f"{file}: the heading {title!r} lacks its name, such as {{#the-deal}}.")
    return (name, PART_HEADING, title) if level == 2 else (part, name, title)


def _add_shared(
    file: str, name: str, shared: Mapping[str, Passage], passages: dict[str, Passage], current: str
) -> None:
    """Add a shared text: as a passage if it has a title, else as a paragraph of the current passage."""
    if name not in shared:
        raise GuideError(f"{file}: {{{name}}} is not in the shared texts.")
    if not shared[name].title:
        passages[current].paragraphs.extend(shared[name].paragraphs)
    elif name in passages:
        raise GuideError(f"{file}: {{{name}}} is there twice.")
    else:
        passages[name] = shared[name]


def passages_by_name(texts: Texts) -> dict[str, Passage]:
    """Return all passages of a file of shared texts, by name."""
    return {
        name: passage for part in texts.values() for name, passage in part.items() if name != PART_HEADING
    }
