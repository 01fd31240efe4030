"""Hooks of Go in files of their own, judged by one rule."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from apivet.config.model import Config
from apivet.conventions import registry
from apivet.conventions.docket import Docket
from apivet.conventions.rulings import Ruling
from apivet.golang.facts import GoFacts
from apivet.golang.files import Disk
from apivet.golang.program import GoProgram
from apivet.program.contents import Contents, Strategy
from apivet.program.front_end import DefaultScope
from apivet.program.role import Role
from apivet.verdicts import Confidence

META = "vendor/k8s.io/apimachinery/pkg/apis/meta/v1/meta.go"
META_TEXT = """package v1
type TypeMeta struct { Kind string `json:"kind"`; APIVersion string `json:"apiVersion"` }
type OwnerReference struct { Name string `json:"name"` }
type ObjectMeta struct {
	Name string `json:"name"`
	Generation int64 `json:"generation"`
	DeletionTimestamp *string `json:"deletionTimestamp"`
	Labels map[string]string `json:"labels"`
	Annotations map[string]string `json:"annotations"`
	OwnerReferences []OwnerReference `json:"ownerReferences"`
	Finalizers []string `json:"finalizers"`
}
"""
#: Rules of status strategies.
OF_STATUS = ("spec-not-kept-on-status-update", "metadata-not-reset-on-status-update")


def rulings(
    root: Path,
    files: Mapping[str, str],
    strategy: str,
    object_type: str,
    rule: str,
    tagged: frozenset[str] = frozenset(),
) -> list[Ruling]:
    """The rulings of one rule on a strategy of a module that these files are; gates are ``tagged`` somewhere else."""
    for name, text in {META: META_TEXT, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    program = GoProgram(DefaultScope(), GoFacts(modules=(str(root),), tagged=tagged), str(root), Disk())
    found, type_ = program.type(strategy), program.type(object_type)
    assert found is not None
    assert type_ is not None
    role = Role.STATUS if rule in OF_STATUS else Role.MAIN
    asked = Strategy(found, role, type_, frozenset(), Confidence.CERTAIN)
    known = registry.house().find(rule)
    assert known is not None
    contents = Contents(strategy.rpartition(".")[0], (asked,))
    (bench,) = Docket(contents, program, Config(root=str(root))).asked(registry.Registry([known]))
    return bench.rulings


def verdict(found: list[Ruling]) -> str:
    """The worst verdict of rulings."""
    verdicts = {ruling.verdict.value for ruling in found}
    return next(each for each in ("violated", "unproven", "holds") if each in verdicts)
