"""The names of feature gates: from constants, enum members, markers and comments to strings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from apivet.program import model, syntax
from apivet.python.source import TAG, SourceModule

if TYPE_CHECKING:
    from apivet.python.modules import Workspace

#: Keys and classes under which declarations name a gate.
GATE_KEYS: Final = ("feature_gate", "featureGate", "feature-gate")
GATE_MARKERS: Final = ("FeatureGate",)
_METADATA_KEYWORDS: Final = ("metadata", "json_schema_extra", "extra_json_schema", "extra")
_DEPTH: Final = 8


#: A marker or a metadata key whose value is written as something else than a string.
_BY_REFERENCE: Final = re.compile(
    rf"\b(?:{'|'.join(GATE_MARKERS)})\(\s*(?:\w+\s*=\s*)?[^\W\d]"
    rf"|[\"'](?:{'|'.join(GATE_KEYS)})[\"']\s*:\s*[^\W\d]"
    rf"|\b(?:{'|'.join(GATE_KEYS)})\s*=\s*[^\W\d]"
)


def names_by_reference(text: str) -> bool:
    """Whether a declaration with this text names a gate by a constant, a call or the like."""
    return "ature" in text and _BY_REFERENCE.search(text) is not None


def split_gates(text: str) -> list[str]:
    """The gates of a comma list; blanks are none."""
    names = [part.strip().strip("\"'") for part in text.split(",")]
    return [name.split()[0] for name in names if name.split()]


class GateNames:
    """Reads gate names out of expressions."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def text(self, module: SourceModule, node: syntax.Expression, enclosing: str = "", depth: int = 0) -> str | None:
        """The string that an expression stands for, where that is plain from the source."""
        if isinstance(node, syntax.Literal):
            return node.value if isinstance(node.value, str) else None
        if depth > _DEPTH:
            return None
        if isinstance(node, syntax.Attribute):
            return self._attribute(module, node, enclosing, depth)
        if isinstance(node, syntax.Name):
            return self._entity_text(self.workspace.entity(module, node, enclosing), depth)
        if isinstance(node, syntax.Call):
            return self._wrapped(module, node, enclosing, depth)
        return None

    def _attribute(self, module: SourceModule, node: syntax.Attribute, enclosing: str, depth: int) -> str | None:
        if node.name in ("value", "name") and isinstance(node.value, (syntax.Attribute, syntax.Name)):
            member = self.workspace.entity(module, node.value, enclosing)
            if isinstance(member, model.Global):
                if node.name == "name" and "." in member.name:
                    return member.name.rpartition(".")[2]
                return self._entity_text(member, depth)
        return self._entity_text(self.workspace.entity(module, node, enclosing), depth)

    def _entity_text(self, entity: model.Entity | None, depth: int) -> str | None:
        if not isinstance(entity, model.Global) or entity.value is None:
            return None
        module = self.workspace.module(entity.module)
        if module is None:
            return None
        enclosing, _, name = entity.name.rpartition(".")
        if isinstance(entity.value, syntax.Call) and not entity.value.arguments and enclosing:
            callee = entity.value.callee
            if isinstance(callee, (syntax.Name, syntax.Attribute)) and callee.name == "auto":
                return name.lower()
        return self.text(module, entity.value, enclosing, depth + 1)

    def _wrapped(self, module: SourceModule, node: syntax.Call, enclosing: str, depth: int) -> str | None:
        """``Feature("Ports")``: an object that is made around the gate's name."""
        if not isinstance(node.callee, (syntax.Name, syntax.Attribute)) or not node.arguments:
            return None
        name = node.callee.name.lower()
        entity = self.workspace.entity(module, node.callee, enclosing)
        text_class = isinstance(entity, model.Type) and self.workspace.types.builtin_base(entity) == "str"
        is_new_type = isinstance(entity, model.Global) and _is_call_of(entity.value, "NewType")
        if "gate" in name or "feature" in name or name == "str" or text_class or is_new_type:
            named = [item.value for item in node.arguments if not item.spread and item.name in (None, "name")]
            return self.text(module, named[0], enclosing, depth + 1) if named else None
        return None

    def texts(self, module: SourceModule, node: syntax.Expression, enclosing: str = "") -> list[str]:
        """All gates of a value: one name, a comma list, or a sequence of names."""
        if isinstance(node, syntax.Sequence):
            return [gate for item in node.items for gate in self.texts(module, item, enclosing)]
        text = self.text(module, node, enclosing)
        return [] if text is None else split_gates(text)

    def of_marker(self, module: SourceModule, call: syntax.Call, enclosing: str) -> list[str]:
        """``FeatureGate("X")``, ``Meta(extra_json_schema=...)`` and ``Field(json_schema_extra=...)``."""
        name = call.callee.name if isinstance(call.callee, (syntax.Name, syntax.Attribute)) else ""
        if name in GATE_MARKERS:
            return [
                gate
                for argument in call.arguments
                if not argument.spread
                for gate in self.texts(module, argument.value, enclosing)
            ]
        return self.of_keywords(module, call, enclosing)

    def of_keywords(self, module: SourceModule, call: syntax.Call, enclosing: str) -> list[str]:
        """Gates in the metadata given to ``field(...)`` and its kin."""
        gates: list[str] = []
        for argument in call.arguments:
            if argument.name in _METADATA_KEYWORDS:
                gates += self._of_metadata(module, argument.value, enclosing)
        return gates

    def _of_metadata(self, module: SourceModule, node: syntax.Expression, enclosing: str) -> list[str]:
        if isinstance(node, (syntax.Name, syntax.Attribute)):
            entity = self.workspace.entity(module, node, enclosing)
            inner = self.workspace.module(entity.module) if isinstance(entity, model.Global) else None
            if isinstance(entity, model.Global) and entity.value is not None and inner is not None:
                if not isinstance(entity.value, (syntax.Name, syntax.Attribute)):
                    return self._of_metadata(inner, entity.value, "")
            return []
        gates: list[str] = []
        if isinstance(node, syntax.Mapping):
            for key, value in node.entries:
                if key is None:
                    gates += self._of_metadata(module, value, enclosing)
                elif self.text(module, key, enclosing) in GATE_KEYS:
                    gates += self.texts(module, value, enclosing)
        elif isinstance(node, syntax.Call):
            for argument in node.arguments:
                if argument.name in GATE_KEYS:
                    gates += self.texts(module, argument.value, enclosing)
                elif argument.name is None and not argument.spread:
                    gates += self._of_metadata(module, argument.value, enclosing)
        return gates


def tags_in_comments(module: SourceModule, first: int, last: int) -> list[tuple[str, int]]:
    """The gates that comments name, with their lines: directly above the declaration, or on its own lines."""
    if not module.has_tags:
        return []
    comments = module.comments
    lines = []
    above = first - 1
    while above in comments and comments[above][1]:
        lines.append(above)
        above -= 1
    lines.reverse()
    lines += [line for line in range(first, last + 1) if line in comments]
    found = []
    for line in lines:
        tag = TAG.match(comments[line][0])
        if tag:
            found += [(gate, line) for gate in split_gates(tag.group(1))]
    return found


def _is_call_of(node: syntax.Expression | None, name: str) -> bool:
    if not isinstance(node, syntax.Call) or not isinstance(node.callee, (syntax.Name, syntax.Attribute)):
        return False
    return node.callee.name == name
