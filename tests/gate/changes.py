"""A small server in a git repository, and what is done to it between its base and the gate."""

from __future__ import annotations

import datetime
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from apivet.cli import main

APPROVER, STRANGER = "ines@example.org", "olaf@example.org"

OBJECTS = """\
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0
"""
TYPES = """\
from dataclasses import dataclass, field

from yard.meta import ObjectMeta


@dataclass
class CraneSpec:
    reach: int = 0


@dataclass
class CraneStatus:
    busy: bool = False


@dataclass
class Crane:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: CraneSpec = field(default_factory=CraneSpec)
    status: CraneStatus = field(default_factory=CraneStatus)
"""
STRATEGY = """\
from yard.apis.crane.types import Crane, CraneStatus


class CraneStrategy:
    def prepare_for_create(self, obj: Crane) -> None:
        obj.status = CraneStatus()
        obj.spec.reach = max(obj.spec.reach, 1)
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Crane, old: Crane) -> None:
        obj.status = old.status
        obj.spec.reach = max(obj.spec.reach, 1)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
"""
FILES = {
    "pyproject.toml": "[tool.apivet]\ncache = false\n",
    "exceptions/OWNERS": f"approvers:\n- {APPROVER}\n",
    "exceptions/exceptions.toml": "version = 1\n",
    "yard/__init__.py": "",
    "yard/meta.py": OBJECTS,
    "yard/apis/__init__.py": "",
    "yard/apis/crane/__init__.py": "",
    "yard/apis/crane/types.py": TYPES,
    "yard/apis/crane/v1/__init__.py": "",
    "yard/apis/crane/v1/types.py": TYPES,
    "yard/registry/__init__.py": "",
    "yard/registry/crane.py": STRATEGY,
}
WIPES = "        obj.status = CraneStatus()\n"
CRANES = "yard/registry/crane.py"
OBJECT = "yard.registry.crane.CraneStrategy"
WIPED = "status-not-wiped-on-create"


def in_days(number: int) -> datetime.date:
    """The day that is so far ahead."""
    return datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=number)


@dataclass
class Repository:
    """A work tree on a branch called ``change``, whose base is ``main``."""

    top: Path

    def git(self, *arguments: str) -> str:
        command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        done = subprocess.run([*command, *arguments], cwd=self.top, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def commit(self, message: str = "a change") -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def write(self, name: str, text: str) -> None:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def read(self, name: str) -> str:
        return (self.top / name).read_text()

    def mend(self, name: str, old: str, new: str) -> None:
        assert self.read(name).count(old) == 1, f"{old!r} in {name}"
        self.write(name, self.read(name).replace(old, new))

    def drop(self, name: str) -> None:
        (self.top / name).unlink()

    def land(self) -> None:
        """Make what is in the work tree the base."""
        self.commit("the base")
        self.git("branch", "-f", "main")

    def except_from(self, rule: str, object_: str, field: str | None, approver: str = APPROVER, more: str = "") -> None:
        """Grant an exception."""
        entry = f'\n[[exception]]\nrule = "{rule}"\nobject = "{object_}"\n'
        entry += f'field = "{field}"\n' if field else ""
        entry += f'reason = "It has to be so for a while."\napproved-by = "{approver}"\n{more}'
        path = self.top / "exceptions" / "exceptions.toml"
        path.write_text(path.read_text() + entry)

    def run(self, *arguments: str, black_box: bool = False) -> Result:
        """The gate, by the source alone unless told otherwise."""
        result = CliRunner().invoke(main, ["gate", *([] if black_box else ["--static"]), *arguments])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    def gate(self, *arguments: str, status: int, black_box: bool = False) -> Report:
        """What the gate says; it must end with this status."""
        result = self.run("--format", "json", *arguments, black_box=black_box)
        assert result.exit_code == status, result.output
        return Report(json.loads(result.stdout))


@dataclass
class Report:
    """What a gate said."""

    document: dict[str, Any]

    @property
    def open(self) -> list[dict[str, Any]]:
        """The findings that no exception covers, and that are decided."""
        found = self.document["findings"]
        return [each for each in found if each["suppressed_by"] is None and each["verdict"] == "violated"]

    @property
    def rules(self) -> set[str]:
        return {each["rule"] for each in self.open}

    def fields(self, rule: str) -> set[str]:
        return {each["field"] for each in self.open if each["rule"] == rule}

    def objects(self, rule: str) -> set[str]:
        return {each["object"] for each in self.open if each["rule"] == rule}
