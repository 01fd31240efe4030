"""The model, the interpreter and the conventions speak of notions, which a front end spells. What they still say in
Python's words is counted here, and grows no more."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

CODE = Path(__file__).resolve().parents[2] / "checkers" / "apivet"
EXCEPTIONS = {
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
}
LIBRARIES = {*sys.stdlib_module_names, "builtins", "attr", "attrs", "pydantic", "msgspec"}
FORMS = {"attrs", "pydantic", "msgspec", "typeddict", "namedtuple", "staticmethod", "classmethod"}

#: The most words of each kind, and why there are any.
MOST = {
    # A type says by its form how it was declared, and what its objects are.
    "program": {"form": 7, "library": 1},
    "conventions": {"form": 7, "library": 2, "exception": 1},
    # Objects say by special methods how they compare, print and are entered; the library is known by its names.
    "effects": {"special": 135, "library": 220, "form": 31},
}


def _words(path: Path) -> Iterator[tuple[str, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    sentences = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in sentences:
            word = node.value
            if re.search(r"__\w+__", word):
                yield "special", word
            elif word in EXCEPTIONS:
                yield "exception", word
            elif word in FORMS:
                yield "form", word
            elif "." in word and word.split(".")[0] in LIBRARIES and re.fullmatch(r"[\w.]+", word):
                yield "library", word


@pytest.mark.parametrize("room", MOST)
def test_no_more_words_of_python(room: str) -> None:
    found = [
        (kind, f"{path.relative_to(CODE)}: {word}")
        for path in sorted((CODE / room).rglob("*.py"))
        for kind, word in _words(path)
    ]
    for kind, number in Counter(kind for kind, _ in found).items():
        told = "\n".join(where for each, where in found if each == kind)
        assert number <= MOST[room].get(kind, 0), f"{number} of {kind}:\n{told}"
