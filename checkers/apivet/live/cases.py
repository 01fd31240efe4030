"""Cases: a finding as the requests that show it, in a file, to be sent again. They hold objects of the run's making,
and no secret."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from apivet.documents import reason
from apivet.live.connection import JSON
from apivet.live.errors import LiveError
from apivet.live.exchanges import Exchange, without_run
from apivet.live.objects import APPLY, APPLY_TYPE, Sent
from apivet.live.paths import ABSENT, Path, get, put, remove
from apivet.live.resources import Resource
from apivet.live.values import SERVERS_OWN
from apivet.verdicts import Finding

_VERSION: Final = 1
_LONGEST_NAME: Final = 120


class LiveCase(Struct, frozen=True):
    """A finding's key, the object and status that it begins with, and the changes of the one request that shows it."""

    rule: str
    object: str
    field: str
    document: dict[str, Any]
    status: dict[str, Any] | None
    method: str
    subresource: str
    about: str
    changes: tuple[tuple[Path, Any], ...]

    def apply(self, stored: dict[str, Any]) -> dict[str, Any]:
        """The stored object with the changes."""
        for path, value in self.changes:
            stored = remove(stored, path) if value is ABSENT else put(stored, path, value)
        return stored


def case_of(finding: Finding, exchange: Exchange, document: dict[str, Any], run: str) -> LiveCase:
    """The case of a finding."""
    request = exchange.request
    status = exchange.before.get("status") if request.method != "POST" else None
    source = {"status": exchange.sent["status"]} if request.method == "POST" and "status" in exchange.sent else None
    changes = tuple((path, get(exchange.sent, path)) for path in exchange.changed)
    if source is not None:
        changes = ((("status",), source["status"]),)
    return LiveCase(
        finding.rule,
        finding.object,
        finding.field or "",
        without_run(_client_part(document), run),
        without_run(status, run) if isinstance(status, dict) else None,
        "PUT" if request.is_merge else request.method,
        request.subresource,
        exchange.about,
        tuple((path, value if value is ABSENT else without_run(value, run)) for path, value in changes),
    )


def _client_part(document: dict[str, Any]) -> dict[str, Any]:
    metadata = document.get("metadata")
    kept = metadata if isinstance(metadata, dict) else {}
    return {**document, "metadata": {name: value for name, value in kept.items() if name not in SERVERS_OWN}}


def to_json(case: LiveCase, resource: Resource, log: Sequence[Sent] = (), run: str = "") -> dict[str, Any]:
    """The case as it stands in a file, with lines of ``curl`` that send the same by hand; those of a ``log`` where it
    took several requests."""
    return {
        "version": _VERSION,
        "rule": case.rule,
        "object": case.object,
        "field": case.field,
        "create": case.document,
        "status": case.status,
        "request": {
            "method": case.method,
            "subresource": case.subresource,
            "about": case.about,
            "changes": [_change(path, value) for path, value in case.changes],
        },
        "curl": [line.replace(run, "0" * len(run)) if run else line for line in _lines(case, resource, log)],
    }


def _change(path: Path, value: Any) -> dict[str, Any]:
    place = {"path": list(path)}
    return {**place, "remove": True} if value is ABSENT else {**place, "value": value}


def _curl(case: LiveCase, resource: Resource) -> Iterator[str]:
    """Command lines that repeat the case: SERVER and TOKEN are the reader's."""
    base = {"apiVersion": resource.api_version, "kind": resource.kind, **case.document}
    base["metadata"] = {**base["metadata"], "name": "apivet-case"}
    if case.method == "POST":
        yield _line("POST", resource.path("default"), case.apply(base))
        return
    yield _line("POST", resource.path("default"), base)
    if case.status is not None and resource.has_status:
        yield _line("PUT", resource.path("default", "apivet-case", "status"), {**base, "status": case.status})
    if case.method == "DELETE":
        yield _line("DELETE", resource.path("default", "apivet-case") + "?dryRun=All", {})
        return
    name = "apivet-absent" if case.about == "absent" else "apivet-case"
    body = {**base, "metadata": {**base["metadata"], "name": name}}
    if case.status is not None:
        body["status"] = case.status
    path = resource.path("default", name, case.subresource)
    if case.method == "PATCH":
        yield _line("PATCH", f"{path}?{urlencode(APPLY)}", case.apply(body), APPLY_TYPE)
        return
    yield _line("PUT", path, case.apply(body))


def _lines(case: LiveCase, resource: Resource, log: Sequence[Sent]) -> Iterator[str]:
    if not log:
        yield from _curl(case, resource)
        return
    if log[0].method != "POST":  # the object that they are about comes first
        base = {"apiVersion": resource.api_version, "kind": resource.kind, **case.document}
        yield _line("POST", resource.path("default"), {**base, "metadata": {**base["metadata"], "name": "apivet-case"}})
    yield from _logged(log)


def _logged(log: Sequence[Sent]) -> Iterator[str]:
    """Command lines for requests that build on each other: UID and VERSION are those that the server has told."""
    for sent in log:
        query = f"?{urlencode(sent.query)}" if sent.query else ""
        key = replace(sent.key, namespace="default" if sent.key.namespace else "", name=_short(sent.key.name))
        yield _line(sent.method, f"{replace(sent, key=key).path}{query}", _as_told(sent.body))


def _as_told(value: Any) -> Any:
    """A body without what another run would not have."""
    if isinstance(value, list):
        return [_as_told(each) for each in value]
    if not isinstance(value, dict):
        return _short(value) if isinstance(value, str) else value
    stand_ins = {"uid": "$UID", "resourceVersion": "$VERSION", "namespace": "default"}
    kept = {name: each for name, each in value.items() if name not in ("managedFields", "creationTimestamp")}
    return {
        name: stand_ins[name] if name in stand_ins and isinstance(each, str) else _as_told(each)
        for name, each in kept.items()
    }


def _short(text: str) -> str:
    """A name of the run's without the run's id."""
    return re.sub(r"apivet-[0-9a-z]{4,20}-\d+", "apivet-case", text)


def _line(method: str, path: str, body: dict[str, Any], content_type: str = JSON) -> str:
    head = f'curl -X {method} "$SERVER{path}" -H "Authorization: Bearer $TOKEN" -H "Content-Type: {content_type}"'
    return f"{head} -d {shlex.quote(json.dumps(body, sort_keys=True))}"


def read_case(path: str) -> LiveCase:
    """The case in a file."""
    try:
        document = json.loads(FilePath(path).read_bytes())
        request = document["request"]
        if document["version"] != _VERSION or request["method"] not in ("POST", "PUT", "PATCH", "DELETE"):
            raise ValueError
        changes = tuple(
            (tuple(each["path"]), ABSENT if each.get("remove") is True else each["value"])
            for each in request["changes"]
        )
        words = (document["rule"], document["object"], document["field"], request["subresource"], request["about"])
        if not all(isinstance(each, str) for each in words) or not isinstance(document["create"], dict):
            raise ValueError
        rule, name, field, subresource, about = words
        status = document["status"] if isinstance(document["status"], dict) else None
        return LiveCase(rule, name, field, document["create"], status, request["method"], subresource, about, changes)
    except OSError as error:
        raise LiveError(f"{path}: can't be read: {reason(error)}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise LiveError(f"{path}: is no case that apivet live --save wrote") from None


def file_name(finding: Finding) -> str:
    """The name of a case's file: rule, object and field, and the beginning of the finding's fingerprint."""
    parts = [each for each in (finding.rule, finding.object, finding.field) if each]
    readable = "--".join(re.sub(r"[^A-Za-z0-9_.-]+", "_", part).strip("_") for part in parts)
    return f"{readable[:_LONGEST_NAME]}--{finding.fingerprint[:8]}.json"
