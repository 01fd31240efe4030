"""A change can't put what breaks a rule where a reader of the source would pass over it."""

from __future__ import annotations

import textwrap

import pytest
from changes import CRANES, OBJECT, STRATEGY, WIPED, WIPES, Repository

BAD = STRATEGY.replace(WIPES, "")


def branches(test: str, first: str, second: str) -> str:
    return f"import os\nimport sys\nfrom typing import TYPE_CHECKING\n\nif {test}:\n{first}\nelse:\n{second}\n"


@pytest.mark.parametrize(
    "text",
    [
        STRATEGY + BAD,
        f"{STRATEGY}\n\nfirst = CraneStrategy\n{BAD}",
        *(
            branches(test, textwrap.indent(STRATEGY, "    "), textwrap.indent(BAD, "    "))
            for test in ("TYPE_CHECKING", "sys.version_info < (3, 0)", "os.environ.get('CI')", "True")
        ),
    ],
)
def test_each_of_several_classes_of_one_name_is_judged(server: Repository, text: str) -> None:
    server.write(CRANES, text)
    report = server.gate(status=1)
    assert (report.rules, report.objects(WIPED)) == ({WIPED}, {OBJECT})
    keys = [(row["object"], row["rule"], row["field"]) for row in report.document["verdicts"]]
    assert len(keys) == len(set(keys))


def test_a_project_that_becomes_a_submodule_is_held_against_what_it_was(server: Repository) -> None:
    (server.top.parent / "other").mkdir()
    other = Repository(server.top.parent / "other")
    other.write("crane.py", BAD)
    other.write("pyproject.toml", '[tool.apivet]\nselect = ["hub-type-differs"]\n')
    other.git("init", "-q", "-b", "main")
    other.commit("first")
    other.commit("second")
    server.git("rm", "-rq", "yard/registry")
    server.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.top), "yard/registry")
    server.commit("a submodule")
    report = server.gate(status=1)
    assert {WIPED, "gate-weakened"} <= report.rules
    assert report.objects("gate-weakened") == {"yard/registry/pyproject.toml"}
