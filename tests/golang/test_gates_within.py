"""The gates of a structure are those of all that a copy of it copies."""

from __future__ import annotations

from pathlib import Path

from tests.golang.test_gates import TREE

from apivet.config.model import Config
from apivet.conventions.subject import Subject
from apivet.golang.facts import GoFacts
from apivet.golang.files import Disk
from apivet.golang.program import GoProgram
from apivet.program.front_end import DefaultScope
from apivet.program.role import Role
from apivet.verdicts import Confidence, Location

CODE = """package mills
type Mill struct { Drive Drive; Stones []Stone; Cellar *Cellar }
type Drive struct { Name string; Source Source }
type Source struct {
	// +featureGate=Wheels
	Water *Stone
	// +featureGate=Tides
	Tide string
}
type Stone struct {
	// +featureGate=Sails
	Cap *string
}
type Cellar struct {
	// +featureGate=Sails
	Door *string
}
"""


def test_gates_are_those_of_the_structures_that_are_a_part_of_it(tmp_path: Path) -> None:
    for name, text in {**TREE, "mills.go": CODE}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    program = GoProgram(DefaultScope(), GoFacts(modules=(str(tmp_path),)), str(tmp_path), Disk())
    mill = program.type("ex.org/mills.Mill")
    where = Location("mills.go", 2)
    subject = Subject("mill", Role.MAIN, mill, frozenset(), Confidence.CERTAIN, where, program, Config())
    found = {name: program.type(f"ex.org/mills.{name}") for name in ("Mill", "Drive", "Source", "Stone")}
    gates = {name: set(subject.gates_within(type_)) for name, type_ in found.items() if type_ is not None}
    of_source = {"Wheels", "Tides"}
    assert gates == {"Mill": of_source, "Drive": of_source, "Source": of_source, "Stone": {"Sails"}}
