"""Packages that the configuration names as those that register gates."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.ferries import SERVER, STRATEGY, report, write

FEATURES = "package features\n\nimport \"k8s.io/component-base/featuregate\"\n\nconst Sails featuregate.Feature = \"Sails\"\n\nvar All = map[featuregate.Feature]featuregate.FeatureSpec{Sails: {Default: true}}\n"  # fmt: skip


@pytest.mark.parametrize("name", ["ex.org/harbour/pkg/features", "pkg/features"])
def test_a_package_is_named_by_its_path_or_directory(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        {**SERVER, "pkg/features/features.go": FEATURES, "apivet.toml": f'cache = false\nfeature-gates = ["{name}"]\n'}
    )
    assert (report()["problems"], report(STRATEGY)["summary"]["strategies"]) == ([], 2)
    write({"apivet.toml": 'cache = false\nfeature-gates = ["pkg/gone"]\n'})
    (problem,) = report()["problems"]
    assert problem["message"] == "feature-gates: no source file is the module 'pkg/gone'"
