"""A change can't put what breaks a rule where a reader of the source would pass over it."""

from __future__ import annotations

import subprocess
import sys
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


@pytest.mark.parametrize(
    "wipe",
    [
        "if __debug__:\n            obj.status = CraneStatus()",
        "assert setattr(obj, 'status', CraneStatus()) is None",
        "assert self.wipe(obj)",
    ],
)
def test_what_is_left_out_with_assertions_may_not_run(server: Repository, wipe: str) -> None:
    text = STRATEGY.replace("obj.status = CraneStatus()", wipe)
    server.write(CRANES, f"{text}\n    def wipe(self, obj):\n        obj.status = CraneStatus()\n        return True\n")
    assert server.gate(status=1).rules == {WIPED}


def test_what_an_assertion_says_is_taken_to_be_so(server: Repository) -> None:
    says = "assert isinstance(obj, Crane)\n        assert obj.status == CraneStatus(), obj"
    server.write(CRANES, STRATEGY.replace("obj.status = CraneStatus()", says))
    assert not server.gate(status=0).open


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
    (problem,) = report.document["problems"]
    assert "is a submodule" in problem["message"]


DRONES = "yard/registry/drone.py"
NEW = BAD.replace("CraneStrategy", "DroneStrategy")


@pytest.mark.parametrize(
    ("first", "spelled"),
    [
        ("", "\N{FULLWIDTH LATIN SMALL LETTER P}repare_for_"),
        ("# coding: utf-7\n", "prepare+AF8-for+AF8-"),
        ("# coding: unicode_escape\n", "prepare\\x5ffor\\x5f"),
    ],
)
def test_a_new_hook_is_seen_however_its_name_is_spelled(server: Repository, first: str, spelled: str) -> None:
    text = NEW.replace("+ 1", "- -1").replace("prepare_for_", spelled)
    (server.top / DRONES).write_text(first + text, encoding="utf-8")
    assert server.gate(status=1).objects(WIPED) == {"yard.registry.drone.DroneStrategy"}


HOOKS = """\
from yard.apis.crane.types import Crane


def create(self, obj: Crane) -> None:
    obj.metadata.generation = 1


def update(self, obj: Crane, old: Crane) -> None:
    obj.status = old.status
    if obj.spec != old.spec:
        obj.metadata.generation = old.metadata.generation + 1


"""
MADE = "DroneStrategy = type('DroneStrategy', (), {{{}: create, {}: update}})\n"


@pytest.mark.parametrize("text", [
    MADE.format('"prepare_for_create"', '"prepare_for_update"'),
    MADE.format(r'"prepare\x5ffor_create"', r'"prepare_for\137update"'),
    MADE.format(r'"prepare\u005ffor_create"', r'"prepare_\N{LATIN SMALL LETTER F}or_update"'),
    MADE.format('"prepare_" "for_create"', '"prepare_"  # so\n  r\'for_update\''),
    MADE.format('"prepare_\\\nfor_create"', '"prepare_for_\\\nupdate"'),
    "class DroneStrategy:\n    locals()['prepare_' 'for_create'] = create\n    vars().update(prepare_for_update=update)\n",
    "from yard.registry.crane import CraneStrategy\n\n\n"
    "class DroneStrategy(CraneStrategy):\n    vars()['prepare\\x5ffor_create'] = create\n",
    "class DroneStrategy: ...\n\n\nsetattr(DroneStrategy, 'prepare_' 'for_create', create)\n",
])  # fmt: skip
def test_a_hook_is_seen_that_only_a_text_names(server: Repository, text: str) -> None:
    server.write(DRONES, HOOKS + text)
    assert server.gate(status=1).objects(WIPED) == {"yard.registry.drone.DroneStrategy"}


IDLE = "class Idle:\n    def prepare_for_create(self, obj):\n        pass\n\n\n"


@pytest.mark.parametrize("above", ["", "(Base)"])
@pytest.mark.parametrize("statement", [
    "self.__class__ = Idle",
    "object.__setattr__(self, '__class__', Idle)",
    "self.prepare_for_create = print",
    "self.__dict__['prepare_for_create'] = print",
    "vars(self).update(prepare_for_create=print)",
])  # fmt: skip
def test_an_object_with_a_hook_of_its_own_is_not_believed(server: Repository, statement: str, above: str) -> None:
    head, hooks = STRATEGY.split("class CraneStrategy:\n")
    made = f"    def __init__(self):\n        {statement}\n\n"
    classes = f"class Base:\n{made}\nclass CraneStrategy(Base):\n" if above else f"class CraneStrategy:\n{made}"
    server.write(CRANES, f"{head}{IDLE}{classes}{hooks}")
    assert server.gate(status=1).objects("gate-verdict-lost") == {OBJECT}


UNCHECKED, DATED = b"\xa7\r\r\n\1\0\0\0", b"\xa7\r\r\n\0\0\0\0"


@pytest.mark.parametrize(
    "name", ["crane.so", "crane.cpython-311-x86_64-linux-gnu.so", "crane.pyd", "crane/__init__.abi3.so"]
)
def test_a_compiled_module_in_the_place_of_a_source_is_told(server: Repository, name: str) -> None:
    path = server.top / "yard/registry" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"\x7fELF")
    server.commit()
    (problem,) = server.gate(status=2).document["problems"]
    assert problem["path"] == f"yard/registry/{name}"
    assert "instead of crane.py" in problem["message"]
    server.land()
    server.write("yard/registry/__init__.py", "# a change\n")
    server.gate(status=0)


@pytest.mark.parametrize(
    ("name", "data", "status"),
    [("crane", UNCHECKED, 2), ("crane", DATED, 0), ("gone", UNCHECKED, 0), ("native.so", b"\x7fELF", 0)],
)
def test_so_is_byte_code_that_is_not_compared_with_its_source(
    server: Repository, name: str, data: bytes, status: int
) -> None:
    path = server.top / "yard/registry/__pycache__" / (name if "." in name else f"{name}.cpython-311.pyc")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    server.commit()
    server.gate(status=status)


@pytest.mark.parametrize(("path", "first"), [("bin/serve", "#!/usr/bin/env python3\n"), ("yard/drone.pyw", "")])
def test_a_script_that_no_walk_reads_is_told(server: Repository, path: str, first: str) -> None:
    server.write("bin/tell", f"#!/bin/sh\n# {NEW.splitlines()[4]}\n")
    server.write(path, f"{first}import yard\n")
    server.commit()
    server.gate(status=0)
    server.write(path, first + NEW)
    server.commit()
    (problem,) = server.gate(status=2).document["problems"]
    assert (problem["path"], problem["fatal"]) == (path, True)
    assert "whose name does not end with .py" in problem["message"]
    assert server.gate(".", path, status=1).rules == {WIPED}


def test_a_file_that_is_named_is_judged_wherever_it_lies(server: Repository) -> None:
    server.write("yard/.kept/drone.py", NEW)
    assert server.gate(".", "yard/.kept/drone.py", status=1).rules == {WIPED}


@pytest.mark.parametrize("directory", ["yard/build", "yard/venv", "yard/.kept", "yard/__pycache__"])
def test_what_lies_where_no_walk_looks_is_told(server: Repository, directory: str) -> None:
    """Files that stand there already, or that the base excludes, are the base's business; a new file has to be named."""
    server.write(f"{directory}/drone.py", NEW)
    server.write(f"{directory}/plain.py", "x = 1\n")
    if directory.endswith("venv"):
        server.write(f"{directory}/pyvenv.cfg", "")
    (problem,) = server.gate(status=2).document["problems"]
    assert (problem["path"], problem["fatal"]) == (f"{directory}/drone.py", True)
    assert f"no walk looks into {directory}" in problem["message"]
    assert server.gate(".", directory, status=1).rules == {WIPED}
    server.write(".gitignore", f"{directory}/\n")
    server.gate(status=0)  # of no commit
    server.drop(".gitignore")
    server.land()
    server.write("yard/registry/__init__.py", "# a change\n")
    server.gate(status=0)
    server.write("pyproject.toml", f'[tool.apivet]\ncache = false\nexclude = ["{directory}/"]\n')
    server.land()
    server.write(f"{directory}/drone.py", NEW + "\n")
    server.gate(status=0)


def test_no_library_is_looked_for_in_the_checked_tree(server: Repository) -> None:
    for name in ("click", "msgspec", "argparse"):
        server.write(f"{name}.py", "raise SystemExit(0)\n")
    server.mend(CRANES, WIPES, "")
    server.commit()
    command = [sys.executable, "-m", "apivet", "gate", "--static", "-q"]
    assert WIPED in subprocess.run(command, cwd=server.top, capture_output=True, text=True).stdout
