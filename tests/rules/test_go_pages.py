"""The Go examples of the rules' pages say the truth: a bad one gives the page's finding on each line that ends in
``// <- here``, a good one gives nothing of it. Each is a file of package ``widget``, which has the API type ``Widget``;
``// file: name.go`` lines split one into several files. A ``toml config`` block of the section is its configuration,
a ``text apivet.lock`` block right above it the API types that it is compared with."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet import catalogue
from apivet.catalogue import Rule
from apivet.cli import main

_FENCED = re.compile(r"^(?:```text apivet\.lock\n((?:(?!```).)*)```\n\n)?```go\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CONFIG = re.compile(r"^```toml config\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^// file: (\S+)\n", re.MULTILINE)
_MARK = " // <- here"
TREE = {
    "go.mod": "module example.org/server\n",
    "widget/types.go": """package widget

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Part struct {
	Weight int32 `json:"weight"`
}

type WidgetSpec struct {
	Colour string `json:"colour"`
	Parts  []Part `json:"parts"`
}

type WidgetStatus struct {
	Ready  bool   `json:"ready"`
	Serial string `json:"serial"`
}

type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`

	Spec   WidgetSpec   `json:"spec"`
	Status WidgetStatus `json:"status"`
}
""",
}
EXAMPLES = [
    pytest.param(
        rule, "".join(_CONFIG.findall(rule.sections[kind])[:1]), lock, text, id=f"{rule.symbol}-{kind.lower()}-{number}"
    )
    for rule in catalogue.load().rules
    for kind in ("Bad", "Good")
    for number, (lock, text) in enumerate(_FENCED.findall(rule.sections[kind]), start=1)
]


def _files(text: str) -> dict[str, str]:
    _, *parts = _FILE.split(text)
    return dict(zip(parts[::2], parts[1::2], strict=True)) if parts else {"widget/strategy.go": text}


@pytest.mark.parametrize(("rule", "config", "lock", "text"), EXAMPLES)
def test_check_finds_what_a_go_example_marks(
    rule: Rule, config: str, lock: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = _files(text)
    configured = {"pyproject.toml": config} if config else {"apivet.toml": f'select = ["{rule.symbol}"]\n'}
    compared = {"apivet.lock": lock} if lock else {}
    files = {**TREE, **configured, **compared, **own}
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content.replace(_MARK, ""))
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "."])
    report: dict[str, Any] = json.loads(result.stdout)

    told = [finding for finding in report["findings"] if finding["rule"] == rule.symbol]
    found = {(finding["rule"], finding["verdict"], finding["path"], finding["line"]) for finding in told}
    assert found == {
        (rule.symbol, "violated", name, number)
        for name, content in own.items()
        for number, line in enumerate(content.splitlines(), start=1)
        if line.endswith(_MARK)
    }
    if rule.scope != "exception":  # which is about comments, and has no rows
        assert rule.symbol in {row["rule"] for row in report["verdicts"]}


def test_each_rule_with_a_go_example_has_a_pair() -> None:
    told = {each.id.rpartition("-")[0] for each in EXAMPLES if each.id is not None}
    for rule in catalogue.load().rules:
        if f"{rule.symbol}-bad" in told:
            assert f"{rule.symbol}-good" in told
    assert len(told) >= 62
