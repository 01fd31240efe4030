"""Answers of earlier runs rest on all that they were found with, whichever file was the first to ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fresh_runs import verdicts

MODULE = "sample.example.org/apiserver/pkg"
LIMITS = "pkg/limits/limits.go"
FIRST = "func First() int64 { return first }"
#: The body of a function of a package that all strategies call, what another package has that it uses, and what that
#: has later.
CASES = {
    "a constant": ("return limits.First", "const First = 1", "const First = 2"),
    "a condition": ("if limits.On {\n\treturn 1\n}\nreturn 2", "const On = true", "const On = 1 > 2"),
    "a length": ("var sizes [limits.Size]int\nreturn int64(len(sizes))", "const Size = 1", "const Size = 2"),
    "a case": ("switch {\ncase limits.On:\n\treturn 1\n}\nreturn 2", "const On = true", "const On = false"),
    "a variable": ("return limits.First()", f"var first int64 = 1\n\n{FIRST}", f"var first int64 = 2\n\n{FIRST}"),
    "a variable made of a constant": (
        "return begins\n}\n\nvar begins int64 = limits.First\n\nfunc unused() {", "const First = 1", "const First = 2",
    ),
    "a function": ("return limits.First()", "func First() int64 { return 1 }", "func First() int64 { return 2 }"),
    "a name that is gone": ("return limits.First", "const First = 1", "const Second = 1"),
    "a field": ("var it limits.It\nreturn 1 + it.First", "type It = struct{ First int64 }", "type It = struct{}"),
}  # fmt: skip


#: Files that strategies lead to, which nobody checks, and one that comes later: in the way of what they meant before.
NEW_FILES = {
    "a variable is set": (
        {LIMITS: f"package limits\n\nvar first int64 = 1\n\n{FIRST}\n"},
        ("pkg/limits/more.go", "package limits\n\nfunc init() { first = 2 }\n"),
    ),
    "a method hides another": (
        {LIMITS: "package limits\n\ntype It struct{ In }\n\ntype In struct{}\n\nfunc (In) First() int64 { return 1 }\n"
            "\nfunc First() int64 { return It{}.First() }\n"},
        ("pkg/limits/more.go", "package limits\n\nfunc (It) First() int64 { return 2 }\n"),
    ),
    "a package that was not there": ({}, (LIMITS, "package limits\n\nfunc First() int64 { return 2 }\n")),
    "a module of its own": (
        {LIMITS: "package limits\n\nfunc First() int64 { return 1 }\n"},
        ("pkg/limits/go.mod", "module elsewhere.example.org/limits\n"),
    ),
}  # fmt: skip


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


pytestmark = pytest.mark.usefixtures("starting")


@pytest.mark.parametrize("dotted", [False, True], ids=["by its name", "with a dot"])
@pytest.mark.parametrize("case", CASES)
def test_what_a_package_in_between_uses_is_rested_on(case: str, dotted: bool) -> None:
    body, now, later = CASES[case]
    imported, body = (". ", body.replace("limits.", "")) if dotted else ("", body)
    head = f'package starting\n\nimport {imported}"{MODULE}/limits"\n\n'
    write("pkg/starting/starting.go", f"{head}func Begin() int64 {{\n{body}\n}}\n")
    write(LIMITS, f"package limits\n\n{now}\n")
    before = verdicts("pkg")
    write(LIMITS, f"package limits\n\n{later}\n")
    assert verdicts("pkg") == verdicts("--no-cache", "pkg") != before


@pytest.mark.parametrize("case", NEW_FILES)
def test_a_file_that_was_not_there_counts_where_nobody_checks_it(case: str) -> None:
    files, (path, text) = NEW_FILES[case]
    head = f'package starting\n\nimport "{MODULE}/limits"\n\n'
    write("pkg/starting/starting.go", f"{head}func Begin() int64 {{ return limits.First() }}\n")
    for name, content in files.items():
        write(name, content)
    before = verdicts("pkg/registry")
    write(path, text)
    assert verdicts("pkg/registry") == verdicts("--no-cache", "pkg/registry") != before
