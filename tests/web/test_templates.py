"""Checks of the HTML tags in templates: types of buttons, elements with `aria-label`."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent / "templates"
TAG = re.compile(r"<([a-z][\w-]*)\b((?:\{%.*?%\}|\{\{.*?\}\}|\"[^\"]*\"|[^>\"])*)>", re.DOTALL)
# Elements whose implicit role allows a name by `aria-label`, as in the validator of the W3C.
NAMED = frozenset(
    {
        *("a", "article", "aside", "button", "dialog", "fieldset", "figure", "footer", "form", "header"),
        *("iframe", "img", "input", "main", "nav", "progress", "section", "select", "summary", "svg"),
        *("table", "td", "textarea", "th"),
    }
)


def tags(*names: str) -> Iterator[tuple[str, str, str]]:
    """Yield the file, name and attributes of each start tag in the templates, or only of tags in `names`."""
    for file in sorted(ROOT.rglob("*.html")):
        for element, attributes in TAG.findall(file.read_text()):
            if not names or element in names:
                yield str(file.relative_to(ROOT)), element, attributes


def test_every_button_of_a_template_has_a_type() -> None:
    buttons = list(tags("button"))
    assert len(buttons) > 200
    assert {file for file, _, attributes in buttons if not re.search(r"\stype=", attributes)} == set()


def test_aria_label_is_used_only_on_elements_with_a_role() -> None:
    labelled = [tag for tag in tags() if re.search(r"\saria-label=", tag[2])]
    assert len(labelled) > 50
    assert [
        (file, element)
        for file, element, attributes in labelled
        if element not in NAMED and not re.search(r"\srole=", attributes)
    ] == []
