"""Whether a mutant changes what is stored: the sample server's own calls of its hooks, over thousands of objects.

Neither the static check nor the black box has a say in this. Every resource that the mutated file has a part in gets
the same random objects, gates and requests as the original, and what comes out is compared.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import copy
import importlib
import itertools
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from forks import in_fork
from objects import DAY, Maker, leaves

from sample_apiserver.features import default_feature_gates
from sample_apiserver.generic import flags
from sample_apiserver.generic.context import RequestContext

#: Objects for each hook.
SAMPLES = 300
GROUPS = ("apps", "batch", "coordination", "core", "policy", "scheduling")
_SECONDS = 300.0
_LONGEST_WORD = 24


@dataclass(frozen=True)
class Difference:
    """Where a mutant does other than the original: the first place, and every field in which they differ somewhere.
    Without fields it stores the same, but it does not store everything that the original does."""

    what: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sample:
    """What a hook is given: ``old`` is ``None`` on create."""

    obj: Any
    old: Any
    gates: dict[str, bool]


#: What comes of one sample: the object that is stored; ``None`` where the hook refuses.
Outcome = Any
Call = Callable[[Sample], Outcome]


class Comparison:
    """Knows what the original stores. Works in the tree that is the working directory."""

    def __init__(self) -> None:
        # Nothing that is mutated is loaded here, so that each fork can load a mutant.
        self._modules, self._kinds = in_fork(_resources, _SECONDS)
        self._samples: dict[str, list[Sample]] = {}
        self._originals: dict[str, list[dict[str, str] | None]] = {}

    def prepare(self, modules: Iterable[str]) -> None:
        """Run the original, which must be what is in the tree now."""
        for call in self._calls(modules):
            if call not in self._originals:
                resource, _, name = call.partition(" ")
                words = _words(self._modules[resource])
                self._samples[call] = list(_samples(self._kinds[resource], name, words))
                self._originals[call] = in_fork(partial(self._run, call), _SECONDS)

    def difference(self, modules: Iterable[str]) -> Difference | None:
        """In what the tree as it is now differs from the original; a difference in what is stored goes before one in
        whether anything is."""
        return in_fork(lambda: self._difference(modules), _SECONDS)

    def _calls(self, modules: Iterable[str]) -> list[str]:
        wanted = set(modules)
        names = ("flags", "create", "update", "status", "scale")
        return [f"{resource} {name}" for resource, own in self._modules.items() if wanted & own for name in names]

    def _run(self, call: str) -> list[dict[str, str] | None]:
        return [_flat(each) for each in _outcomes(call, self._samples[call])]

    def _difference(self, modules: Iterable[str]) -> Difference | None:
        refusal, first = "", ""
        fields: dict[str, None] = {}
        for call in self._calls(modules):
            for index, outcome in enumerate(_outcomes(call, self._samples[call])):
                one, other = self._originals[call][index], _flat(outcome)
                if one == other:
                    continue
                if other is None:
                    refusal = refusal or f"{call} {index}: nothing is stored"
                    continue
                found = _differing(one, other)
                path = found[0] if one is not None else ""
                told = f"{path} is {other.get(path, 'absent')}, not {(one or {}).get(path, 'absent')}"
                first = first or f"{call} {index}: {told if one is not None else 'stored, where the original refuses'}"
                fields.update(dict.fromkeys(_field(path) for path in found))
        if fields:
            return Difference(first, tuple(fields))
        return Difference(refusal) if refusal else None


def _flat(outcome: Outcome) -> dict[str, str] | None:
    """All that is stored, by path; flags are by their names already."""
    return outcome if outcome is None or isinstance(outcome, dict) else leaves(outcome)


def _differing(one: dict[str, str] | None, other: dict[str, str]) -> list[str]:
    """The paths in which two stored objects differ. A generation that another spec leads to is no difference of its
    own."""
    if one is None:
        return ["everything"]
    paths = [path for path in {**one, **other} if one.get(path) != other.get(path)]
    if any(path.startswith("spec") for path in paths):
        paths = [path for path in paths if path != "metadata.generation"]
    return paths


def _field(path: str) -> str:
    """The path without what is particular about one object: elements and keys are all alike."""
    return re.sub(r"\[[^\]]*\]", "[*]", path)


def _configurations() -> Iterator[Any]:
    """The declarations that the server makes its resources from."""
    for group in GROUPS:
        for resource in importlib.import_module(f"sample_apiserver.registry.{group}.resources").resources():
            yield resource._config


def _resources() -> tuple[dict[str, set[str]], dict[str, Any]]:
    """By resource: the modules that its hooks are written in, and the type of its objects."""
    every = list(_configurations())
    return {config.resource: _modules_of(config) for config in every}, {
        config.resource: config.kind for config in every
    }


def _modules_of(config: Any) -> set[str]:
    from sample_apiserver.generic.hooks import status_declaration

    strategies = [config.strategy, config.status_strategy, config.scale and config.scale.strategy]
    found = {base.__module__ for one in strategies if one is not None for base in type(one).__mro__[:-1]}
    for declaration in (config.strategy_config, status_declaration(config)):
        for name in ("prepare_for_create", "prepare_for_update"):
            hook = getattr(declaration, name, None)
            if hook is not None:
                found.add(hook.__module__)
    return found


# ------------------------------------------------------------------------------------------------------ what goes in


def _samples(kind: Any, call: str, words: list[str]) -> Iterator[Sample]:
    """The same for both sides, every time."""
    maker = Maker(len(call), words)
    gates = default_feature_gates.names()
    for _ in range(1 if call == "flags" else SAMPLES):
        if call in ("create", "flags"):
            yield Sample(maker.make(kind), None, maker.gates(gates))
            continue
        old = maker.make(kind)
        obj = maker.near(old) if maker.chance(0.7) else maker.make(kind)
        if hasattr(old, "spec") and maker.chance(0.3):
            obj = maker.with_part(obj, old, "spec")
        # The framework's guarantee.
        obj.metadata.generation = old.metadata.generation
        yield Sample(obj, old, maker.gates(gates))


def _words(modules: Iterable[str]) -> list[str]:
    """The short texts in some modules: a hook that looks for one finds it."""
    found: dict[str, None] = {}
    for module in sorted(modules):
        path = Path(*module.split(".")).with_suffix(".py")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < _LONGEST_WORD:
                found[node.value] = None
    return list(found)


# ----------------------------------------------------------------------------------------------------- what comes out


def _outcomes(call: str, samples: Iterable[Sample]) -> Iterator[Outcome]:
    """What one call of one resource does."""
    resource, _, name = call.partition(" ")
    # Values that no two calls get alike are the same for both sides here.
    numbers = itertools.count()
    secrets.token_hex = lambda nbytes=None: f"label-{next(numbers)}"
    config = next(config for config in _configurations() if config.resource == resource)
    if name == "flags":
        yield _flags(config)
        return
    try:
        hook = _hook(config, name)
    except AttributeError:  # there is no such hook any more
        yield from (None for _ in samples)
        return
    if hook is None:
        return
    with contextlib.closing(asyncio.new_event_loop()) as loop:
        for sample in samples:
            yield _stored(hook, sample, loop)


def _hook(config: Any, name: str) -> Callable[..., Any] | None:
    from sample_apiserver.generic.hooks import hooks_of

    if name == "scale":
        hook: Callable[..., Any] | None = config.scale and config.scale.strategy.prepare_for_update
        return hook
    hooks = hooks_of(config)
    return {"create": hooks.before_create, "update": hooks.before_update, "status": hooks.before_status_update}[name]


def _stored(hook: Callable[..., Any], sample: Sample, loop: asyncio.AbstractEventLoop) -> Outcome:
    from sample_apiserver.generic.hooks import settled

    obj = copy.deepcopy(sample.obj)
    given = (obj,) if sample.old is None else (obj, copy.deepcopy(sample.old))
    with default_feature_gates.override(sample.gates):
        try:
            return loop.run_until_complete(settled(hook(RequestContext("user", DAY), *given), obj))
        except Exception:
            return None


def _flags(config: Any) -> dict[str, str]:
    """The switches, and the fields that the strategies say they reset."""
    from sample_apiserver.generic.hooks import status_declaration

    holder, ctx = config.strategy or config.strategy_config, RequestContext("user", DAY)
    found = {}
    for flag in (flags.allows_create_on_update, flags.allows_unconditional_update, flags.garbage_collection_policy):
        found[flag.__name__] = _told(partial(flag, holder, ctx))
    for name, declaration in (("update", holder), ("status update", status_declaration(config))):
        method = getattr(declaration, "get_reset_fields", None)
        if method is not None:
            found[f"reset fields of {name}"] = _told(partial(_reset, method))
    return found


def _told(ask: Callable[[], object]) -> str:
    try:
        return repr(ask())
    except Exception as error:
        return type(error).__name__


def _reset(method: Callable[[], Any]) -> Any:
    """The fields that are named, in an order of their own."""
    fields = method()
    return {version: sorted(names) for version, names in fields.items()} if isinstance(fields, dict) else sorted(fields)
