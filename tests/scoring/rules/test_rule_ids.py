"""Every COM and MAR rule that concerns a sheet is named by a test of this folder or its vectors."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NUMBERED = {
    "COM": 8, "COM-MATCH": 1, "COM-IRR": 1,
    "MAR-CARD": 3, "MAR-DEAL": 3, "MAR-TRI": 4, "MAR-PLAY": 1, "MAR-SCORE": 5, "MAR-GAME": 1, "MAR-MATCH": 2,
    "MAR-COMM": 1, "MAR-IRR": 2, "MAR-VAL": 8,
}  # fmt: skip
RULES = [f"{family}-{number}" for family, last in NUMBERED.items() for number in range(1, last + 1)]


def named() -> set[str]:
    files = [file for file in HERE.rglob("*") if file.suffix in {".py", ".json"} and file != Path(__file__)]
    return set(
        re.findall(
            r"\b[A-Z]{3}(?:-[A-Z]+)?-\d+", " ".join(file.read_text(encoding="utf-8") for file in files)
        )
    )


@pytest.mark.parametrize("rule", RULES)
def test_a_test_names_the_rule(rule: str) -> None:
    assert rule in named()
