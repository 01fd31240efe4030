"""Each attack that is documented is one that is tried."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "security.md"


def test_the_tests_that_the_page_names_exist() -> None:
    tests = {
        name
        for path in HERE.parent.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    }
    named = re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8"))
    assert len(named) > 40
    assert set(named) <= tests


def test_each_row_names_one() -> None:
    rows = re.findall(
        r"^\| (?!attack|change|-|\|)(.*) \|$", PAGE.read_text(encoding="utf-8").split("## Attacks")[1], re.MULTILINE
    )
    assert [row for row in rows if "`test_" not in row and not row.startswith("---")] == []
