"""API servers of any size, for measuring how long their strategies take to try.

Each kind has two strategies, one for itself and one for its status. A server of fifty kinds holds each combination of
declaration and style twice, one of 250 ten times: of such sizes, a strategy of the one costs as much as one of the
other. All conform.

    python benchmarks/synthetic_server.py DIRECTORY STRATEGIES
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

from synthetic import DECLARATIONS, FEATURES, GATES, METADATA

KINDS_PER_GROUP = 10
GATED = ("limit", "topology")
STYLES = ("direct", "helpers", "early-return", "base-class", "delegate")

CONFIGURATION = """\
[tool.apivet]
source-roots = ["."]
feature-gates = ["synthetic.features"]
"""

TYPES = '''\
"""What {kind} says of itself, and what is said of it."""

from __future__ import annotations

{imports}

from synthetic.metadata import ObjectMeta


class {kind}Policy(str, Enum):
    ALWAYS = "Always"
    ON_FAILURE = "OnFailure"
    NEVER = "Never"


{decorator}class {kind}Port{base}:
    name: str = ""
    number: int = 0
    protocol: str = ""


{decorator}class {kind}Container{base}:
    name: str = ""
    image: str = ""
    arguments: list[str] = {list}
    environment: dict[str, str] = {dict}
    ports: list[{kind}Port] = {list}


{decorator}class {kind}Selector{base}:
    match_labels: dict[str, str] = {dict}
    match_names: list[str] = {list}


{decorator}class {kind}Condition{base}:
    type: str = ""
    status: str = ""
    reason: str = ""
    last_transition: datetime | None = None


{decorator}class {kind}Spec{base}:
    replicas: int = 0
    paused: bool = False
    policy: {kind}Policy = {kind}Policy.ALWAYS
    deadline_seconds: int | None = None
    not_before: datetime | None = None
    service_name: str = ""
    selector: {kind}Selector = {selector}
    containers: list[{kind}Container] = {list}
    tolerations: list[str] = {list}
    parameters: dict[str, str] = {dict}
    # +k8s:featureGate={first}
    limit: int | None = None
    # +k8s:featureGate={second}
    topology: {kind}Selector | None = None


{decorator}class {kind}Status{base}:
    phase: str = ""
    replicas: int = 0
    ready: int = 0
    observed_generation: int = 0
    conditions: list[{kind}Condition] = {list}


{decorator}class {kind}{base}:
    metadata: ObjectMeta = {metadata}
    spec: {kind}Spec = {spec}
    status: {kind}Status = {status}
'''

STRATEGIES = '''\
"""How {kind} is stored."""

from __future__ import annotations

from synthetic.features import enabled
from synthetic.metadata import reset_object_meta_for_status
from synthetic.{module} import {kind}, {kind}Status


{helper}class {kind}Strategy{base}:
{state}    def prepare_for_create(self, obj: {kind}) -> None:
{create}

    def prepare_for_update(self, obj: {kind}, old: {kind}) -> None:
{update}

    def allow_create_on_update(self) -> bool:
        return False

    def allow_unconditional_update(self) -> bool:
        return True


class {kind}StatusStrategy({kind}Strategy):
    def prepare_for_update(self, obj: {kind}, old: {kind}) -> None:
        obj.spec = old.spec
        reset_object_meta_for_status(obj.metadata, old.metadata)
        obj.metadata.generation = old.metadata.generation
        obj.status.observed_generation = old.metadata.generation

    def get_reset_fields(self) -> set[str]:
        return {{
            "spec",
            "metadata.labels",
            "metadata.annotations",
            "metadata.finalizers",
            "metadata.owner_references",
            "metadata.deletion_timestamp",
            "metadata.generation",
        }}
'''


#: What the hooks do besides keeping to the conventions: without it, they would be boilerplate.
DEFAULTING = """\
if not obj.spec.service_name:
    obj.spec.service_name = "default"
"""

BUMP = """\
obj.metadata.generation = old.metadata.generation
if obj.spec != old.spec:
    obj.metadata.generation = old.metadata.generation + 1"""


@dataclass(frozen=True)
class Kind:
    """What one pair of files is about."""

    name: str
    group: str
    declaration: str
    style: str
    gates: tuple[str, str]

    @classmethod
    def number(cls, index: int) -> Kind:
        """The kind of that number."""
        forms = tuple(DECLARATIONS)
        return cls(
            name=f"Widget{index}",
            group=f"group_{index // KINDS_PER_GROUP}",
            declaration=forms[index % len(forms)],
            style=STYLES[index // len(forms) % len(STYLES)],
            gates=(GATES[index % len(GATES)], GATES[(index + 1) % len(GATES)]),
        )


def types(kind: Kind) -> str:
    """The module of the kind's types."""
    importing, decorator, base, factory = DECLARATIONS[kind.declaration]
    made = {"list": "list", "dict": "dict", "metadata": "ObjectMeta"}
    made |= {part.lower(): kind.name + part for part in ("Selector", "Spec", "Status")}
    first, second = kind.gates
    return TYPES.format(
        kind=kind.name,
        imports="\n".join(("from datetime import datetime", "from enum import Enum", "", importing)),
        decorator=decorator,
        base=base,
        first=first,
        second=second,
        **{name: factory.format(maker) for name, maker in made.items()},
    )


def strategies(kind: Kind) -> str:
    """The module of the kind's strategies."""
    name = kind.name
    on_create, on_update = "drop_disabled_fields(obj, None)", "drop_disabled_fields(obj, old)"
    helper, base, state = _function(kind), "", ""
    if kind.style == "direct":
        on_create = _dropping(kind, "not enabled({gate!r})")
        on_update = _dropping(kind, "not enabled({gate!r}) and old.spec.{field} is None")
        helper = ""
    elif kind.style == "base-class":
        helper = f"class {name}Base:\n    @staticmethod\n{indent(helper.rstrip(), '    ')}\n\n\n"
        on_create, on_update, base = f"self.{on_create}", f"self.{on_update}", f"({name}Base)"
    elif kind.style == "delegate":
        method = indent(helper.rstrip().replace("(obj:", "(self, obj:"), "    ")
        helper = f"class {name}Fields:\n{method}\n\n\n"
        on_create, on_update = f"self.fields.{on_create}", f"self.fields.{on_update}"
        state = f"    def __init__(self) -> None:\n        self.fields = {name}Fields()\n\n"
    create = f"obj.status = {name}Status()\n{on_create}\n{DEFAULTING}obj.metadata.generation = 1"
    update = f"obj.status = old.status\n{on_update}\n{DEFAULTING}{BUMP}"
    return STRATEGIES.format(
        kind=name,
        module=f"{kind.group}.{name.lower()}_types",
        helper=helper,
        base=base,
        state=state,
        create=indent(create, " " * 8),
        update=indent(update, " " * 8),
    )


def _function(kind: Kind) -> str:
    """A function that drops the fields whose gates are off, unless the old object uses them."""
    signature = f"def drop_disabled_fields(obj: {kind.name}, old: {kind.name} | None) -> None:\n"
    if kind.style == "early-return":
        parts = [
            f"""\
def {field}_in_use(obj: {kind.name} | None) -> bool:
    return obj is not None and obj.spec.{field} is not None


def drop_{field}(obj: {kind.name}, old: {kind.name} | None) -> None:
    if enabled({gate!r}) or {field}_in_use(old):
        return
    obj.spec.{field} = None


"""
            for field, gate in zip(GATED, kind.gates)
        ]
        calls = "".join(f"    drop_{field}(obj, old)\n" for field in GATED)
        return "".join((*parts, signature, calls, "\n\n"))
    body = _dropping(kind, "not enabled({gate!r}) and (old is None or old.spec.{field} is None)")
    return f"{signature}{indent(body, '    ')}\n\n\n"


def _dropping(kind: Kind, condition: str) -> str:
    """Statements that drop each gated field where the condition on its gate holds."""
    return "\n".join(
        f"if {condition.format(gate=gate, field=field)}:\n    obj.spec.{field} = None"
        for field, gate in zip(GATED, kind.gates)
    )


def generate(directory: Path, count: int) -> None:
    """Write a server with that many strategies, an even number, into the directory, and its configuration."""
    root = directory / "synthetic"
    root.mkdir(parents=True)
    constants = "\n".join(f'{gate.upper()} = "{gate}"' for gate in GATES)
    (directory / "pyproject.toml").write_text(CONFIGURATION)
    (root / "__init__.py").write_text('"""A generated server."""\n')
    (root / "metadata.py").write_text(METADATA)
    (root / "features.py").write_text(FEATURES.format(constants=constants))
    for kind in map(Kind.number, range(count // 2)):
        group = root / kind.group
        if not group.exists():
            group.mkdir()
            (group / "__init__.py").write_text("")
        (group / f"{kind.name.lower()}_types.py").write_text(types(kind))
        (group / f"{kind.name.lower()}_strategy.py").write_text(strategies(kind))


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[2].isdecimal() or int(sys.argv[2]) % 2:
        sys.exit(__doc__)
    generate(Path(sys.argv[1]), int(sys.argv[2]))
