"""Kubeconfig files: several merged as clients do it, a context looked up, and its user's credentials read."""

from __future__ import annotations

import base64
import binascii
import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import yaml
from msgspec import Struct

from apivet.live.errors import LiveError
from apivet.live.target import Credentials, Target, read_bytes, server_address, token_from

#: Seconds that a plug-in for credentials may take.
_PLUGIN_TIME: Final = 60
#: The documents' lists of named entries.
_LISTS: Final = ("clusters", "contexts", "users")


class _NamedEntry(Struct, frozen=True):
    """A named entry, and the directory that its relative paths start from."""

    values: Mapping[str, Any]
    directory: Path

    def text(self, key: str) -> str:
        value = self.values.get(key)
        return value if isinstance(value, str) else ""

    def flag(self, key: str) -> bool:
        return self.values.get(key) is True

    def content(self, key: str) -> bytes:
        """The bytes that ``key-data`` holds in base64, else the contents of the file at ``key``."""
        data = self.text(f"{key}-data")
        if data:
            try:
                return base64.b64decode(data, validate=True)
            except binascii.Error:
                raise LiveError(f"kubeconfig: {key}-data is not base64") from None
        return read_bytes(self.path(key), key.replace("-", " ")) if self.text(key) else b""

    def path(self, key: str) -> str:
        return str(self.directory / Path(self.text(key)).expanduser())


def kubeconfig_paths(named: str = "") -> tuple[Path, ...]:
    """The files to read: the one that was named, those of ``KUBECONFIG``, or the usual one."""
    if named:
        return (Path(named).expanduser(),)
    listed = [Path(part).expanduser() for part in os.environ.get("KUBECONFIG", "").split(os.pathsep) if part]
    return tuple(listed) or (Path("~/.kube/config").expanduser(),)


def read_kubeconfig(paths: Sequence[Path], context: str = "", *, allow_exec: bool = False) -> Target:
    """The target that a context names (default: the current one). Of entries with one name the first file's counts."""
    entries: dict[str, dict[str, _NamedEntry]] = {kind: {} for kind in _LISTS}
    current = ""
    existing = [path for path in paths if path.exists()]
    if not existing:
        shown = ", ".join(map(str, paths))
        raise LiveError(f"there is no kubeconfig at {shown}; name one with --kubeconfig, or a server with --server")
    for path in existing:
        document = _document(path)
        if not current and isinstance(document.get("current-context"), str):
            current = document["current-context"]
        for kind in _LISTS:
            for name, entry in _named(document, kind, path):
                entries[kind].setdefault(name, entry)
    chosen = context or current
    if not chosen:
        raise LiveError("the kubeconfig has no current context; name one with --context")
    found = _looked_up(entries, "contexts", chosen)
    cluster = _looked_up(entries, "clusters", found.text("cluster"))
    user = entries["users"].get(found.text("user"))
    server, in_address = server_address(cluster.text("server"))
    return Target(
        server=server,
        context=chosen,
        namespace=found.text("namespace"),
        authority=cluster.content("certificate-authority"),
        insecure=cluster.flag("insecure-skip-tls-verify"),
        server_name=cluster.text("tls-server-name"),
        proxy=cluster.text("proxy-url"),
        credentials=_credentials(user, allow_exec=allow_exec) if user else in_address,
    )


def _document(path: Path) -> Mapping[str, Any]:
    try:
        document = yaml.safe_load(read_bytes(str(path), "kubeconfig"))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError):
        raise LiveError(f"the kubeconfig {path} is not YAML") from None  # its text may hold secrets
    if not isinstance(document, dict):
        raise LiveError(f"the kubeconfig {path} is no table of clusters, users and contexts")
    return document


def _named(document: Mapping[str, Any], kind: str, path: Path) -> list[tuple[str, _NamedEntry]]:
    listed = document.get(kind)
    found = []
    for item in listed if isinstance(listed, list) else []:
        values = item.get(kind.removesuffix("s")) if isinstance(item, dict) else None
        if isinstance(values, dict) and isinstance(item.get("name"), str):
            found.append((item["name"], _NamedEntry(values, path.parent)))
    return found


def _looked_up(entries: Mapping[str, Mapping[str, _NamedEntry]], kind: str, name: str) -> _NamedEntry:
    entry = entries[kind].get(name)
    if entry is None:
        known = ", ".join(sorted(entries[kind])) or "none"
        raise LiveError(f"the kubeconfig has no {kind.removesuffix('s')} '{name}' (there is {known})")
    return entry


def _credentials(user: _NamedEntry, *, allow_exec: bool) -> Credentials:
    if isinstance(user.values.get("exec"), dict):
        if not allow_exec:
            raise LiveError("the context's user comes from an exec plug-in; allow it to be run with --allow-exec")
        return _from_plugin(_NamedEntry(user.values["exec"], user.directory))
    if "auth-provider" in user.values:
        raise LiveError("the context's user needs an auth-provider, which clients no longer have; use --token-file")
    return Credentials(
        token=token_from(user.path("tokenFile")) if user.text("tokenFile") else user.text("token"),
        username=user.text("username"),
        password=user.text("password"),
        certificate=user.content("client-certificate"),
        key=user.content("client-key"),
    )


def _from_plugin(plugin: _NamedEntry) -> Credentials:
    """The credentials that a plug-in prints (ExecCredential)."""
    command = plugin.text("command")
    if os.sep in command and not os.path.isabs(command):
        command = plugin.path("command")
    arguments = [part for part in plugin.values.get("args") or [] if isinstance(part, str)]
    variables = [each for each in plugin.values.get("env") or [] if isinstance(each, dict)]
    request = {"apiVersion": plugin.text("apiVersion"), "kind": "ExecCredential", "spec": {"interactive": False}}
    environment = {
        **os.environ,
        **{str(each.get("name")): str(each.get("value", "")) for each in variables},
        "KUBERNETES_EXEC_INFO": json.dumps(request),
    }
    try:
        run = subprocess.run(
            [command, *arguments],
            env=environment,
            capture_output=True,
            timeout=_PLUGIN_TIME,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        status = json.loads(run.stdout).get("status") if run.returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired, ValueError, AttributeError):
        status = None
    if not isinstance(status, dict):
        raise LiveError(f"the exec plug-in '{plugin.text('command')}' gave no credentials")
    values = {key: value for key, value in status.items() if isinstance(value, str)}
    return Credentials(
        token=values.get("token", ""),
        certificate=values.get("clientCertificateData", "").encode(),
        key=values.get("clientKeyData", "").encode(),
    )


def with_options(
    target: Target,
    *,
    token_file: str = "",
    authority: str = "",
    insecure: bool = False,
    namespace: str = "",
) -> Target:
    """The target with what the command line says."""
    if token_file:
        target = replace(target, credentials=replace(target.credentials, token=token_from(token_file)))
    if authority:
        target = replace(target, authority=read_bytes(authority, "certificate authority"))
    if insecure:
        target = replace(target, insecure=True)
    return replace(target, namespace=namespace) if namespace else target
