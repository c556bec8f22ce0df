"""The files of the project: those that git tracks, and new files that it does not ignore."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


@cache
def project_files(*patterns: str) -> tuple[str, ...]:
    """Return the sorted paths of all project files, or of those that match a pattern, relative to the root.

    A pattern is a pathspec of git: "tests/*.py" also matches files in subfolders.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "--deduplicate", *patterns],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return tuple(sorted(path for path in listed.stdout.splitlines() if (ROOT / path).exists()))
