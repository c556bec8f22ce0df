"""Functions that copy the site without some of its optional extras."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.servers.site import PARTS, ROOT
from tournaments.extras import extras

KEYS = [extra.key for extra in extras()]
# Linked parts of a copy. Settings and manage.py are copied, because they determine the folder of the site.
LINKED = ("static", "locale")

# Loads all modules and templates, and prints addresses and templates that lead to missing ones.
LOOK = r"""
import re
from pathlib import Path
from django.core.management import call_command
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils.module_loading import import_module

def named(pattern, text):
    return re.findall(pattern.replace("QUOTE", "[\x22\x27]"), text)

call_command("check", fail_level="WARNING")
addresses = get_resolver().reverse_dict
for file in sorted([*Path("scoring").rglob("*.py"), *Path("tournaments").rglob("*.py")]):
    import_module(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
    for address in named(r"\b(?:reverse|redirect)\(\s*QUOTE(\w+)", file.read_text()):
        if address not in addresses:
            print(f"{file} leads to {address}")
for file in sorted(Path("templates").rglob("*.html")):
    name = str(file.relative_to("templates"))
    text = file.read_text()
    for other in [name, *named(r"{% (?:include|extends) QUOTE([\w/]+\.html)", text)]:
        get_template(other)
    for address in named(r"{% (?:url|way \w+) QUOTE(\w+)", text):
        if address not in addresses:
            print(f"{name} leads to {address}")
"""


def others(*keys: str) -> str:
    """Return the value of TRIONFO_EXTRAS for a site without the given optional extras."""
    return ",".join(key for key in KEYS if key not in keys)


def copy_without(*keys: str, folder: Path) -> Path:
    """Copy the site without the given optional extras into a folder; return the folder."""
    folder.mkdir()
    for part in PARTS:
        target = folder / part
        if part in LINKED:
            target.symlink_to(ROOT / part)
        elif (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, target)
            for key in keys:
                shutil.rmtree(target / key, ignore_errors=True)
        else:
            shutil.copy(ROOT / part, target)
    return folder


def look_at(root: Path, data: Path, key: str) -> str:
    """Return the check, import, template and URL errors of a site copy without one optional extra."""
    process = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", LOOK],
        cwd=root,
        env={"TRIONFO_DATA": str(data), "TRIONFO_EXTRAS": others(key), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    output = process.stdout.replace("System check identified no issues (0 silenced).\n", "")
    return output if process.returncode == 0 else output + process.stderr
