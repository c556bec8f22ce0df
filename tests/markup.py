"""Checks for HTML errors that browsers repair silently or interpret in different ways.

If every element is closed in order, all browsers build the same tree. The checks also report block elements
in phrasing content, nested controls, wrong children of lists, duplicate ids and references to missing ids.
"""

import re
from collections import Counter
from html.parser import HTMLParser

BLOCKS = frozenset(
    {
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "details",
            "dialog",
            "div",
            "dl",
            "fieldset",
            "figure",
        ),
        *("footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p"),
        *("pre", "section", "table", "ul"),
    }
)
# Elements that contain phrasing content and no block.
WORDS_ONLY = frozenset(
    {
        *("abbr", "b", "bdi", "button", "cite", "code", "em", "h1", "h2", "h3", "h4", "h5", "h6", "i", "kbd"),
        *("label", "legend", "p", "pre", "q", "s", "small", "span", "strong", "sub", "sup", "time", "u"),
    }
)
TAGS_OF_BLOCKS = "|".join(
    sorted(
        BLOCKS
        | {"br", "caption", "dd", "dt", "figcaption", "legend", "li", "option", "summary"}
        | {"tbody", "td", "tfoot", "th", "thead", "tr"}
    )
)
A_TAG = r"(?:[^<>\"]|\"[^\"]*\")*>"
# A space between tags, beside a block, at the edge of an element or behind a picture; few are visible.
UNDRAWN = re.compile(
    rf"(</(?:{TAGS_OF_BLOCKS}|i|svg)>|<[a-z]{A_TAG}) | (?=</)| (?=<(?:{TAGS_OF_BLOCKS})\b)|(?<=>) (?=<)"
)
CONTROLS = frozenset({"a", "button", "details", "input", "label", "select", "textarea"})
# The only allowed children of these elements.
HOLDS = {
    "ul": {"li", "script", "template"},
    "ol": {"li", "script", "template"},
    "dl": {"dt", "dd", "div", "script", "template"},
    "tr": {"td", "th", "script", "template"},
    "select": {"option", "optgroup", "hr"},
}
NAMES = ("for", "form", "aria-labelledby", "aria-describedby", "aria-controls", "list", "headers")


# Elements without an end tag.
VOID = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track"),
        "wbr",
    }
)
# Elements that allow the same children as their parent.
TRANSPARENT = frozenset({"a", "ins", "del", "map"})


class _Reader(HTMLParser):
    """An HTML parser that tracks open elements and records errors."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.named: list[tuple[str, str]] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "svg" not in self.open:
            self._placed(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "svg" not in self.open and tag not in VOID:
            self._say(f"{tag} cannot end itself")

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self._say(f"{tag} ends within {self.open[-1] if self.open else 'nothing'}")

    def _placed(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.seen[tag] += 1
        self.faults += [
            f"{name} twice on {tag}" for name, n in Counter([name for name, _value in attrs]).items() if n > 1
        ]
        if attributes.get("id"):
            self.ids[str(attributes["id"])] += 1
        self.named += [(name, each) for name in NAMES for each in (attributes.get(name) or "").split()]
        holder = next((each for each in reversed(self.open) if each not in TRANSPARENT), "")
        if tag in BLOCKS and holder in WORDS_ONLY and not (holder == "summary" and tag in HEADINGS):
            self._say(f"{tag} within {holder}")
        if tag in CONTROLS and attributes.get("type") != "hidden":
            self.faults += [f"{tag} within {each}" for each in self.open if each in ("a", "button")]
        parent = self.open[-1] if self.open else ""
        if parent in HOLDS and tag not in HOLDS[parent]:
            self._say(f"{tag} within {parent}")
        if tag == "img" and "alt" not in attributes:
            self._say("img without alt")

    def _say(self, fault: str) -> None:
        self.faults.append(f"{fault}, line {self.getpos()[0]}")


HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def markup_faults(page: str) -> list[str]:
    """Return the errors in the markup of a page; empty if it conforms to the HTML standard."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    faults = [*reader.faults, *(f"{tag} is not ended" for tag in reader.open)]
    faults += [f"the id {name} {count} times" for name, count in reader.ids.items() if count > 1]
    faults += [
        f"{name} names {each}, and nothing is" for name, each in reader.named if each not in reader.ids
    ]
    if not page.lower().startswith("<!doctype html>"):
        faults.append("no doctype")
    return [*faults, *(["not one main"] if reader.seen["main"] != 1 else [])]


def one_line(page: str) -> str:
    """Return the HTML of a page with single spaces, without line breaks and without space between tags."""
    return UNDRAWN.sub(r"\1", re.sub(r" (?=/?>)", "", " ".join(page.split())))
