"""Kubeconfig files name the server and who asks; several are merged, and nothing of them is run unasked."""

from __future__ import annotations

import base64
import os
import stat
from pathlib import Path
from typing import Any

import pytest
import yaml

from apivet.live.errors import LiveError
from apivet.live.kubeconfig import kubeconfig_paths, read_kubeconfig, with_options
from apivet.live.target import Target


def write(path: Path, *, user: dict[str, Any], cluster: dict[str, Any] | None = None, name: str = "dev") -> Path:
    document = {
        "current-context": name,
        "clusters": [{"name": name, "cluster": {"server": "https://10.0.0.1:6443", **(cluster or {})}}],
        "contexts": [{"name": name, "context": {"cluster": name, "user": name, "namespace": "team"}}],
        "users": [{"name": name, "user": user}],
    }
    path.write_text(yaml.safe_dump(document))
    return path


def test_the_current_context_names_server_namespace_and_user(tmp_path: Path) -> None:
    (tmp_path / "ca.crt").write_text("PEM")
    key = base64.b64encode(b"KEY").decode()
    path = write(
        tmp_path / "config",
        user={"token": "t", "client-certificate-data": key, "client-key-data": key},
        cluster={"certificate-authority": "ca.crt", "tls-server-name": "api"},
    )
    target = read_kubeconfig([path])
    assert (target.server, target.context, target.namespace) == ("https://10.0.0.1:6443", "dev", "team")
    assert (target.authority, target.server_name, target.insecure) == (b"PEM", "api", False)
    assert (target.credentials.token, target.credentials.key) == ("t", b"KEY")


def test_of_several_files_the_first_that_has_an_entry_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = write(tmp_path / "a", user={"token": "one"})
    second = write(tmp_path / "b", user={"token": "two"})
    other = write(tmp_path / "c", user={"token": "three"}, name="other")
    monkeypatch.setenv("KUBECONFIG", os.pathsep.join(map(str, (first, second, tmp_path / "missing", other))))
    assert read_kubeconfig(kubeconfig_paths()).credentials.token == "one"
    assert read_kubeconfig(kubeconfig_paths(), "other").credentials.token == "three"


def test_a_token_file_lies_beside_the_kubeconfig(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("from-file\n")
    assert read_kubeconfig([write(tmp_path / "c", user={"tokenFile": "token"})]).credentials.token == "from-file"


def test_a_plug_in_is_run_only_when_allowed(tmp_path: Path) -> None:
    plugin = tmp_path / "plugin"
    plugin.write_text('#!/bin/sh\necho "{\\"status\\": {\\"token\\": \\"$1-$WORD\\"}}"\n')
    plugin.chmod(plugin.stat().st_mode | stat.S_IXUSR)
    user = {"exec": {"command": "./plugin", "args": ["a"], "env": [{"name": "WORD", "value": "b"}]}}
    path = write(tmp_path / "config", user=user)
    with pytest.raises(LiveError, match="--allow-exec"):
        read_kubeconfig([path])
    assert read_kubeconfig([path], allow_exec=True).credentials.token == "a-b"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "there is no kubeconfig at .*--server"),
        ("{a: [", "is not YAML"),
        ("- 1", "no table"),
        ("{}", "no current context"),
        ("current-context: x", "no context 'x' \\(there is none\\)"),
        ("{current-context: x, contexts: [{name: x, context: {cluster: y}}]}", "no cluster 'y'"),
        (
            "{current-context: x, contexts: [{name: x, context: {cluster: y}}], clusters: [{name: y, cluster: {}}]}",
            "must begin with http",
        ),
    ],
)
def test_a_kubeconfig_that_can_not_be_used_is_one_line(tmp_path: Path, content: str | None, complaint: str) -> None:
    path = tmp_path / "config"
    if content is not None:
        path.write_text(content)
    with pytest.raises(LiveError, match=complaint) as raised:
        read_kubeconfig([path])
    assert "\n" not in str(raised.value)


def test_secrets_of_a_broken_kubeconfig_are_not_told(tmp_path: Path) -> None:
    path = tmp_path / "config"
    path.write_text("users:\n- token: s3cr3t\n  x: [\n")
    with pytest.raises(LiveError) as raised:
        read_kubeconfig([path])
    assert "s3cr3t" not in str(raised.value)
    assert raised.value.__suppress_context__


def test_the_command_line_overrides(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("mine")
    changed = with_options(Target("http://a"), token_file=str(tmp_path / "token"), insecure=True, namespace="n")
    assert (changed.credentials.token, changed.insecure, changed.namespace) == ("mine", True, "n")
    with pytest.raises(LiveError, match="can't be read"):
        with_options(Target("http://a"), token_file=str(tmp_path / "none"))
