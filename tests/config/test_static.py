"""Tests of the size and the minification of the collected scripts and style sheets."""

import re
from pathlib import Path

from django.core.files.storage import FileSystemStorage

from config.static import Storage, made_small
from tests.servers.site import ROOT

# Maximum size of our scripts on a page of the table, in bytes as sent (ux.md, section 13).
BUDGET = 15_000


def test_scripts_of_a_table_page_stay_below_the_size_limit(tmp_path: Path) -> None:
    templates = [(ROOT / "templates" / name).read_text() for name in ("base.html", "phone/_scripts.html")]
    names = re.findall(r"static '(js/[\w.]+)'", "".join(templates))
    assert len(names) > 5
    source = FileSystemStorage(ROOT / "static")
    collected = Storage(location=str(tmp_path), base_url="/static/")
    for name in names:
        with source.open(name) as script:
            collected.save(name, script)
    assert all(
        processed
        for _name, _new, processed in collected.post_process({name: (source, name) for name in names})
    )
    sent = [tmp_path / f"{collected.stored_name(name)}.br" for name in names]
    assert sum(path.stat().st_size for path in sent) <= BUDGET


def test_minified_script_has_the_same_effect_as_the_original() -> None:
    script = (
        "(() => {\n  /* a word */\n  const long_name = [1, 2];\n  window.sum = `${long_name.length}`;\n})();"
    )
    small = made_small("js", script)
    assert "word" not in small
    assert "long_name" not in small
    assert "window.sum=" in small


def test_minified_style_sheet_has_the_same_effect_as_the_original() -> None:
    small = made_small("css", "/* a word */\n.match {\n  gap: 0.5rem;\n  color: var(--ink);\n}\n")
    assert small == ".match{gap:.5rem;color:var(--ink)}"
