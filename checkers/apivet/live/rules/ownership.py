"""Ownership in server-side apply: whoever applies owns exactly what took effect of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from apivet.live.exchanges import Exchange, shown
from apivet.live.objects import MANAGER
from apivet.live.paths import ABSENT, Path, differences, get
from apivet.live.rules.judging import Breach, Judge, JudgedExchange
from apivet.live.survey import LiveSubject
from apivet.live.values import CLIENTS_METADATA

#: No field is looked for below this.
_DEEPEST: Final = 40


def has_managed_fields(document: dict[str, Any]) -> bool:
    """Whether a server tells who owns which fields."""
    return bool(_entries(document))


def owned_paths(exchange: Exchange) -> frozenset[Path]:
    """The paths that the applier owns through the endpoint of the exchange; one stands for all that is below it."""
    found: set[Path] = set()
    for entry in _entries(exchange.after):
        key = (entry.get("manager"), entry.get("operation"), entry.get("subresource", ""))
        if key == (MANAGER, "Apply", exchange.request.subresource):
            found.update(_paths(entry.get("fieldsV1"), exchange.after, ()))
    return frozenset(found)


def _entries(document: dict[str, Any]) -> list[dict[str, Any]]:
    told = get(document, ("metadata", "managedFields"))
    return [each for each in told if isinstance(each, dict)] if isinstance(told, list) else []


def _paths(fields: Any, document: Any, path: Path) -> Iterator[Path]:
    """The owned paths of a set of fields: ``f:name``, elements by key or value, and ``.`` for what holds them."""
    if not isinstance(fields, dict) or len(path) > _DEEPEST:
        return
    inner = {step: below for step, below in fields.items() if step != "."}
    if not inner and path:
        yield path
    for word, below in inner.items():
        step = _step(word, document)
        if step is not None:
            yield from _paths(below, get(document, (step,)), (*path, step))


def _step(word: str, document: Any) -> str | int | None:
    """The key or position that a step of a set of fields means; nothing where the element is not there."""
    kind, _, text = word.partition(":")
    if kind == "f":
        return text
    elements = document if isinstance(document, list) else []
    try:
        wanted = json.loads(text)
    except ValueError:
        return None
    for number, element in enumerate(elements):
        if kind == "k" and isinstance(wanted, dict) and isinstance(element, dict):
            if all(element.get(name) == value for name, value in wanted.items()):
                return number
        elif (kind == "v" and element == wanted) or (kind == "i" and number == wanted):
            return number
    return None


def _owns_what_took_effect(exchange: Exchange) -> JudgedExchange:
    owned = owned_paths(exchange)
    wrong: dict[Path, list[Breach]] = {}
    right: set[Path] = set()
    for path in _tried(exchange):
        stored = _took_effect(exchange, path)
        if stored is None:
            continue
        part = path[:2] if path[0] == "metadata" else path[:1]
        is_owned = any(path[: len(each)] == each for each in owned)
        # A part that the endpoint is for may be the server's to choose all the same: that is no reset.
        is_own_part = (path[0] == "status") is (exchange.request.subresource == "status") and path[0] != "metadata"
        if is_owned is stored or (is_own_part and not stored):
            right.add(part)
            continue
        endpoint = exchange.request.subresource or "the object itself"
        words = f"owned by {MANAGER}" if is_owned else f"not owned by {MANAGER}"
        value = f"stored {shown(get(exchange.after, path))}, sent {shown(get(exchange.sent, path))}"
        wrong.setdefault(part, []).append(Breach(path, f"applied through {endpoint}: {value}, and {words}"))
    breaches = [
        each if part in right else Breach(part, each.note) for part, found in wrong.items() for each in _some(found)
    ]
    # Never all of it: what is wrong with one part of the object says nothing of the others.
    return JudgedExchange(bool(wrong or right), tuple(breaches), len(breaches) + 1)


def _some(breaches: list[Breach]) -> list[Breach]:
    return breaches[:20]


def _tried(exchange: Exchange) -> Iterator[Path]:
    """The leaves that were sent with other values than they had."""
    parts = (*exchange.payload(), "status")
    for path in differences(_client_part(exchange.before, parts), _client_part(exchange.sent, parts)):
        if get(exchange.sent, path) is not ABSENT and path not in exchange.volatile:
            yield path


def _client_part(document: dict[str, Any], parts: tuple[str, ...]) -> dict[str, Any]:
    kept = {name: document[name] for name in parts if name in document}
    metadata = document.get("metadata")
    told = metadata if isinstance(metadata, dict) else {}
    return {**kept, "metadata": {name: told[name] for name in CLIENTS_METADATA if name in told}}


def _took_effect(exchange: Exchange, path: Path) -> bool | None:
    """Whether what was sent is stored; nothing where neither that nor what was there before is."""
    after = get(exchange.after, path)
    if after == get(exchange.sent, path):
        return True
    return False if after == get(exchange.before, path) else None


def _can_apply(subject: LiveSubject) -> bool:
    return "patch" in subject.resource.verbs


RULE: Final = "reset-fields-mismatch"
JUDGES: Final = (
    Judge(
        RULE,
        "server-side apply: {field} is owned by who had no effect on it, or not by who set it",
        "status",
        _can_apply,
        lambda exchange: exchange.is_apply,
        _owns_what_took_effect,
    ),
)
