"""Trees of strategy files of any size, for measuring how time and memory grow.

The same number gives the same file, whatever the size of the tree: a small tree is the beginning of a larger one.
Files differ in how their types are declared, in which parts and gated fields these have, in how their hooks are
written, and in whether they conform.

    python benchmarks/synthetic.py DIRECTORY COUNT
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

FILES_PER_PACKAGE = 50
GATES = ("SidecarContainers", "InPlaceResize", "TopologyHints", "GracefulShutdown", "DynamicLimits")

METADATA = '''\
"""Object metadata, and the reset that status updates need."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class ObjectMeta:
    name: str = ""
    namespace: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    annotations: dict[str, str] = field(default_factory=dict)
    finalizers: list[str] = field(default_factory=list)
    owner_references: list[str] = field(default_factory=list)
    deletion_timestamp: datetime | None = None
    generation: int = 0


def reset_object_meta_for_status(metadata: ObjectMeta, existing: ObjectMeta) -> None:
    metadata.labels = existing.labels
    metadata.annotations = existing.annotations
    metadata.finalizers = existing.finalizers
    metadata.owner_references = existing.owner_references
    metadata.deletion_timestamp = existing.deletion_timestamp
'''

FEATURES = '''\
"""The feature gates of the tree."""

from __future__ import annotations

{constants}

_ON: set[str] = set()


def enabled(gate: str) -> bool:
    return gate in _ON
'''


@dataclass(frozen=True)
class Resource:
    """What one file is about."""

    kind: str
    declaration: str
    gate: str
    fields: tuple[str, ...]
    style: str
    conforming: bool

    @classmethod
    def number(cls, index: int) -> Resource:
        """The resource of that number."""
        choose = random.Random(index)
        return cls(
            kind=f"Widget{index}",
            declaration=choose.choice(("dataclass", "slots", "attrs", "pydantic", "msgspec")),
            gate=choose.choice(GATES),
            fields=tuple(f"setting_{letter}" for letter in "abcdefgh"[: choose.randint(1, 8)]),
            style=choose.choice(("direct", "helpers", "early-return", "base-class", "returned")),
            conforming=choose.random() < 0.9,
        )


DECLARATIONS = {
    "dataclass": ("from dataclasses import dataclass, field", "@dataclass\n", "", "field(default_factory={})"),
    "slots": ("from dataclasses import dataclass, field", "@dataclass(slots=True)\n", "", "field(default_factory={})"),
    "attrs": ("import attrs", "@attrs.define\n", "", "attrs.field(factory={})"),
    "pydantic": ("from pydantic import BaseModel, Field", "", "(BaseModel)", "Field(default_factory={})"),
    "msgspec": ("import msgspec", "", "(msgspec.Struct)", "msgspec.field(default_factory={})"),
}

#: Where the function that copies an object with changes comes from; pydantic has a method for it.
REPLACE = {
    "dataclass": "from dataclasses import replace",
    "slots": "from dataclasses import replace",
    "attrs": "from attrs import evolve as replace",
    "msgspec": "from msgspec.structs import replace",
}

#: What the hooks do besides keeping to the conventions: without it, they would be boilerplate.
DEFAULTING = '''\
if not obj.spec.template.image:
    obj.spec.template.image = "default"'''


def types(resource: Resource) -> str:
    """The declarations of the resource's types."""
    _, decorator, base, factory = DECLARATIONS[resource.declaration]
    kind = resource.kind
    settings = "\n".join(f"    {name}: int = 0" for name in resource.fields)
    return f"""\
{decorator}class {kind}Template{base}:
    image: str = ""
    arguments: list[str] = {factory.format("list")}


{decorator}class {kind}Spec{base}:
{settings}
    template: {kind}Template = {factory.format(f"{kind}Template")}
    # +k8s:featureGate={resource.gate}
    limit: int | None = None


{decorator}class {kind}Status{base}:
    phase: str = ""
    conditions: list[str] = {factory.format("list")}
    observed_generation: int = 0


{decorator}class {kind}{base}:
    metadata: ObjectMeta = {factory.format("ObjectMeta")}
    spec: {kind}Spec = {factory.format(f"{kind}Spec")}
    status: {kind}Status = {factory.format(f"{kind}Status")}
"""


def hooks(resource: Resource) -> str:
    """The strategies of the resource, in its style. One that does not conform lets the caller's status in on update."""
    kind, gate = resource.kind, resource.gate
    keep = "obj.status = old.status" if resource.conforming else "obj.status.observed_generation = 0"
    drop = f"""\
if not enabled({gate!r}) and (old is None or old.spec.limit is None):
    obj.spec.limit = None"""
    bump = """\
if obj.spec != old.spec:
    obj.metadata.generation = old.metadata.generation + 1"""
    copy = f"replace(obj, status={kind}Status())"
    if resource.declaration == "pydantic":
        copy = f'obj.model_copy(update={{"status": {kind}Status()}})'
    create = {
        "direct": f"obj.status = {kind}Status()\nif not enabled({gate!r}):\n    obj.spec.limit = None",
        "helpers": f"obj.status = {kind}Status()\ndrop_disabled_fields(obj, None)",
        "early-return": f"obj.status = {kind}Status()\ndrop_disabled_fields(obj, None)",
        "base-class": f"obj.status = {kind}Status()\nself.drop_disabled_fields(obj, None)",
        "returned": f"drop_disabled_fields(obj, None)\nobj = {copy}",
    }[resource.style]
    create += f"\n{DEFAULTING}\nobj.metadata.generation = 1" + ("\nreturn obj" if resource.style == "returned" else "")
    update = {
        "direct": drop.replace("old is None or ", ""),
        "base-class": "self.drop_disabled_fields(obj, old)",
    }.get(resource.style, "drop_disabled_fields(obj, old)")
    update = f"{keep}\n{update}\n{DEFAULTING}\n{bump}"

    helper = f"def drop_disabled_fields(obj: {kind}, old: {kind} | None) -> None:\n{indent(drop, '    ')}\n\n\n"
    if resource.style == "early-return":
        helper = f"""\
def limit_in_use(obj: {kind} | None) -> bool:
    return obj is not None and obj.spec.limit is not None


def drop_disabled_fields(obj: {kind}, old: {kind} | None) -> None:
    if enabled({gate!r}) or limit_in_use(old):
        return
    obj.spec.limit = None


"""
    base, result = "", kind if resource.style == "returned" else "None"
    if resource.style == "base-class":
        helper = f"class {kind}Base:\n    @staticmethod\n" + indent(helper.rstrip(), "    ") + "\n\n\n"
        base = f"({kind}Base)"
    elif resource.style == "direct":
        helper = ""
    return f"""\
{helper}class {kind}Strategy{base}:
    def prepare_for_create(self, obj: {kind}) -> {result}:
{indent(create, " " * 8)}

    def prepare_for_update(self, obj: {kind}, old: {kind}) -> None:
{indent(update, " " * 8)}

    def allow_create_on_update(self) -> bool:
        return False

    def allow_unconditional_update(self) -> bool:
        return True


class {kind}StatusStrategy({kind}Strategy):
    def prepare_for_update(self, obj: {kind}, old: {kind}) -> None:
        obj.spec = old.spec
        obj.status.observed_generation = old.metadata.generation
        reset_object_meta_for_status(obj.metadata, old.metadata)

    def get_reset_fields(self) -> set[str]:
        return {{
            "spec",
            "metadata.labels",
            "metadata.annotations",
            "metadata.finalizers",
            "metadata.owner_references",
            "metadata.deletion_timestamp",
        }}
"""


def source(index: int) -> str:
    """The whole file of that number."""
    resource = Resource.number(index)
    outside = {DECLARATIONS[resource.declaration][0]}
    if resource.style == "returned" and resource.declaration in REPLACE:
        outside.add(REPLACE[resource.declaration])
    inside = (
        "from synthetic.features import enabled",
        "from synthetic.metadata import ObjectMeta, reset_object_meta_for_status",
    )
    head = f'"""{resource.kind}: its types and its strategies."""\n\nfrom __future__ import annotations\n\n'
    return head + "\n".join((*sorted(outside), "", *inside)) + "\n\n\n" + types(resource) + "\n\n" + hooks(resource)


def generate(directory: Path, count: int) -> None:
    """Write the package ``synthetic`` with that many strategy files into the directory."""
    root = directory / "synthetic"
    root.mkdir(parents=True)
    constants = "\n".join(f'{gate.upper()} = "{gate}"' for gate in GATES)
    (root / "__init__.py").write_text('"""A generated tree."""\n')
    (root / "metadata.py").write_text(METADATA)
    (root / "features.py").write_text(FEATURES.format(constants=constants))
    for index in range(count):
        package = root / f"group_{index // FILES_PER_PACKAGE}"
        if index % FILES_PER_PACKAGE == 0:
            package.mkdir()
            (package / "__init__.py").write_text("")
        (package / f"widget_{index}.py").write_text(source(index))


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[2].isdecimal():
        sys.exit(__doc__)
    generate(Path(sys.argv[1]), int(sys.argv[2]))
