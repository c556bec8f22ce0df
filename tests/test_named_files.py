"""Every project file named in a docstring, a comment or the documentation exists."""

import re
from collections.abc import Iterator

import pytest

from tests.project_files import ROOT, project_files

NAMED = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|html|js|css|typ|toml))`|`((?:[\w.-]+/){2,})`")
# Names that are no files of the project: the address of the service worker.
OF_OTHERS = {"servizio.js"}


def missing(text: str) -> Iterator[str]:
    """Yield the paths in a text that match no project file or folder; leading folders may be omitted."""
    for file, folder in NAMED.findall(text):
        exists = any(each == file or each.endswith("/" + file) for each in project_files())
        if file and not exists and file not in OF_OTHERS:
            yield file
        if (
            folder
            and folder.split("/")[0] in ("scoring", "tournaments", "config")
            and not any(each.startswith(folder) for each in project_files())
        ):
            yield folder


def test_missing_file_or_folder_named_in_a_text_is_reported() -> None:
    text = "See `rules/no_such.py`, `scoring/cards/packs.py`, `cards/packs.py`, `scoring/nowhere/`."
    assert list(missing(text)) == ["rules/no_such.py", "scoring/nowhere/"]


@pytest.mark.parametrize("suffix", [".py", ".md"])
def test_every_file_named_in_the_project_exists(suffix: str) -> None:
    names = [
        name
        for name in project_files()
        if name.endswith(suffix) and not name.startswith(("CHANGELOG", "tests/test_named"))
    ]
    missing_files = {name: absent for name in names if (absent := list(missing((ROOT / name).read_text())))}
    assert missing_files == {}
