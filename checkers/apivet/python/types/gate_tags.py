"""The names of feature gates: from constants, enum members, markers and comments to strings."""

from __future__ import annotations

from typing import Final

from apivet.program import model, syntax
from apivet.python.annotations.tags import NO_TAGS, Tags
from apivet.python.names.resolver import Resolver
from apivet.python.source.comments import TAG, UNION_TAG
from apivet.python.source.module import SourceModule
from apivet.python.source.walking import callee_name, returned_values

#: Keys and classes under which declarations name a gate.
GATE_KEYS: Final = ("feature_gate", "featureGate", "feature-gate")
GATE_MARKERS: Final = ("FeatureGate",)
_METADATA_KEYWORDS: Final = ("metadata", "json_schema_extra", "extra_json_schema", "extra")
#: The parameters under which a marker takes the gate's name.
NAMING: Final = ("name", "gate", "feature", "feature_gate", "value", "key")
_DEPTH: Final = 8


_UNREAD: Final = Tags(unread=True)


def split_gates(text: str) -> list[str]:
    """The gates of a comma list; blanks are none."""
    names = [part.strip().strip("\"'") for part in text.split(",")]
    return [name.split()[0] for name in names if name.split()]


class GateNames:
    """Reads gate names out of expressions."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver

    def text(self, module: SourceModule, node: syntax.Expression, enclosing: str = "", depth: int = 0) -> str | None:
        """The string that an expression stands for, where that is plain from the source."""
        if isinstance(node, syntax.Literal):
            return node.value if isinstance(node.value, str) else None
        if depth > _DEPTH:
            return None
        if isinstance(node, syntax.Attribute):
            return self._attribute(module, node, enclosing, depth)
        if isinstance(node, syntax.Name):
            return self._entity_text(self.resolver.entity(module, node, enclosing), depth)
        if isinstance(node, syntax.Call):
            return self._wrapped(module, node, enclosing, depth)
        return None

    def _attribute(self, module: SourceModule, node: syntax.Attribute, enclosing: str, depth: int) -> str | None:
        if node.name in ("value", "name") and isinstance(node.value, (syntax.Attribute, syntax.Name)):
            member = self.resolver.entity(module, node.value, enclosing)
            if isinstance(member, model.Global):
                if node.name == "name" and "." in member.name:
                    return member.name.rpartition(".")[2]
                return self._entity_text(member, depth)
        return self._entity_text(self.resolver.entity(module, node, enclosing), depth)

    def _entity_text(self, entity: model.Entity | None, depth: int) -> str | None:
        if not isinstance(entity, model.Global) or entity.value is None:
            return None
        module = self.resolver.module(entity.module)
        if module is None:
            return None
        enclosing, _, name = entity.name.rpartition(".")
        if isinstance(entity.value, syntax.Call) and not entity.value.arguments and enclosing:
            callee = entity.value.callee
            if isinstance(callee, (syntax.Name, syntax.Attribute)) and callee.name == "auto":
                return name.lower()
        return self.text(module, entity.value, enclosing, depth + 1)

    def _wrapped(self, module: SourceModule, node: syntax.Call, enclosing: str, depth: int) -> str | None:
        """``Feature("Ports")``: a text, an enum's member by its value, or another object that is made of one text."""
        if not isinstance(node.callee, (syntax.Name, syntax.Attribute)) or not node.arguments:
            return None
        entity = self.resolver.entity(module, node.callee, enclosing)
        is_new_type = isinstance(entity, model.Global) and _is_call_of(entity.value, "NewType")
        is_text = isinstance(entity, model.External) and entity.dotted == "builtins.str"
        if isinstance(entity, model.Type) or is_new_type or is_text:
            named = [item.value for item in node.arguments if not item.spread and item.name in (None, *NAMING)]
            return self.text(module, named[0], enclosing, depth + 1) if named else None
        return None

    def texts(self, module: SourceModule, node: syntax.Expression, enclosing: str = "") -> Tags:
        """All gates of a value: one name, a comma list, or a sequence of names."""
        if isinstance(node, syntax.Sequence):
            return sum((self.texts(module, item, enclosing) for item in node.items), NO_TAGS)
        text = self.text(module, node, enclosing)
        return _UNREAD if text is None else Tags(tuple(split_gates(text)))

    # ---------------------------------------------------------------------------------------------------- markers

    def of_extra(self, module: SourceModule, extra: syntax.Expression, enclosing: str) -> Tags:
        """The gates that something besides the type inside ``Annotated`` names."""
        if isinstance(extra, syntax.Call):
            return self._of_marker(module, extra, enclosing)
        if isinstance(extra, (syntax.Name, syntax.Attribute)):
            entity = self.resolver.entity(module, extra, enclosing)
            holder = self.resolver.module(entity.module) if isinstance(entity, model.Global) else None
            if isinstance(entity, model.Global) and isinstance(entity.value, syntax.Call) and holder is not None:
                return self._of_marker(holder, entity.value, "")
            return _UNREAD if self._is_marker(entity) else NO_TAGS
        return NO_TAGS

    def _of_marker(self, module: SourceModule, call: syntax.Call, enclosing: str) -> Tags:
        """``FeatureGate("X")`` under any name, ``Meta(extra_json_schema=...)`` and ``Field(json_schema_extra=...)``."""
        entity = self.resolver.entity(module, call.callee, enclosing)
        if self._is_marker(entity) or (entity is None and callee_name(call) in GATE_MARKERS):
            given = [item for item in call.arguments if item.spread or item.name in (None, *NAMING)]
            if not given and isinstance(entity, model.Type) and entity.name not in GATE_MARKERS:
                return _UNREAD  # a class of its own, which knows the name
            named = (_UNREAD if item.spread else self.texts(module, item.value, enclosing) for item in given)
            return sum(named, NO_TAGS)
        return _UNREAD if self._gives_a_marker(entity) else self.of_keywords(module, call, enclosing)

    def _is_marker(self, entity: model.Entity | None) -> bool:
        """Whether a class is the marker, or derives from it."""
        if isinstance(entity, model.External):
            return _last(entity.dotted) in GATE_MARKERS
        if not isinstance(entity, model.Type):
            return False
        return any(
            base.name in GATE_MARKERS or any(_last(outside) in GATE_MARKERS for outside in base.outside_bases)
            for base in self.resolver.ancestry(entity)
        )

    def _gives_a_marker(self, entity: model.Entity | None, depth: int = _DEPTH) -> bool:
        """Whether a call gives a marker: of a function that returns one, or of what was made to make one."""
        if depth == 0:
            return False
        if isinstance(entity, model.Global) and isinstance(entity.value, syntax.Call):
            made = entity.value
            module, parts = entity.module, [made.callee, *(item.value for item in made.arguments)]
        elif isinstance(entity, syntax.Function):
            module = entity.module
            returned = [value for value in returned_values(entity.body) if isinstance(value, syntax.Call)]
            parts = [value.callee for value in returned]
        else:
            return False
        source = self.resolver.module(module)
        found = [] if source is None else [self.resolver.entity(source, part) for part in parts]
        return any(self._is_marker(each) or self._gives_a_marker(each, depth - 1) for each in found)

    # --------------------------------------------------------------------------------------------------- metadata

    def of_keywords(self, module: SourceModule, call: syntax.Call, enclosing: str) -> Tags:
        """Gates in the metadata given to ``field(...)`` and its kin."""
        given = (item.value for item in call.arguments if item.name in _METADATA_KEYWORDS)
        return sum((self._of_metadata(module, value, enclosing) for value in given), NO_TAGS)

    def _of_metadata(self, module: SourceModule, node: syntax.Expression, enclosing: str, depth: int = _DEPTH) -> Tags:
        found = NO_TAGS
        if isinstance(node, (syntax.Name, syntax.Attribute)):
            entity = self.resolver.entity(module, node, enclosing)
            inner = self.resolver.module(entity.module) if isinstance(entity, model.Global) else None
            if isinstance(entity, model.Global) and entity.value is not None and inner is not None and depth:
                found = self._of_metadata(inner, entity.value, "", depth - 1)
        elif isinstance(node, syntax.Mapping):
            for key, value in node.entries:
                if key is None:
                    found += self._of_metadata(module, value, enclosing, depth)
                elif self.text(module, key, enclosing) in GATE_KEYS:
                    found += self.texts(module, value, enclosing)
        elif isinstance(node, syntax.Call):
            for argument in node.arguments:
                if argument.name in GATE_KEYS:
                    found += self.texts(module, argument.value, enclosing)
                elif argument.name is None and not argument.spread:
                    found += self._of_metadata(module, argument.value, enclosing, depth)
            found += self._of_made_metadata(self.resolver.entity(module, node.callee, enclosing), depth)
        return found

    def _of_made_metadata(self, entity: model.Entity | None, depth: int) -> Tags:
        """Tags in metadata that a function makes: unread where one of its return values may name a gate, else none."""
        module = self.resolver.module(entity.module) if isinstance(entity, syntax.Function) else None
        if not isinstance(entity, syntax.Function) or module is None or not depth:
            return NO_TAGS
        returned = (self._of_metadata(module, value, "", depth - 1) for value in returned_values(entity.body))
        return _UNREAD if any(tags != NO_TAGS for tags in returned) else NO_TAGS


def _last(dotted: str) -> str:
    return dotted.rpartition(".")[2]


def tags_in_comments(module: SourceModule, first: int, last: int) -> list[tuple[str, int]]:
    """The gates that comments name, with their lines: directly above the declaration, or on its own lines."""
    if not module.has_tags:
        return []
    found = []
    for line, comment in _comments_of(module, first, last):
        tag = TAG.match(comment)
        if tag:
            found += [(gate, line) for gate in split_gates(tag.group(1))]
    return found


def is_tagged_union(module: SourceModule, first: int, last: int) -> bool:
    """Whether a tag of a class, or of one of its fields, says that exactly one of several members may be set."""
    if not module.has_union_tags:
        return False
    return any(UNION_TAG.match(comment) for _, comment in _comments_of(module, first, last))


def _comments_of(module: SourceModule, first: int, last: int) -> list[tuple[int, str]]:
    """The comments directly above a declaration, and those on its own lines."""
    comments = module.comments
    lines = []
    above = first - 1
    while above in comments and comments[above][1]:
        lines.append(above)
        above -= 1
    lines.reverse()
    lines += [line for line in range(first, last + 1) if line in comments]
    return [(line, comments[line][0]) for line in lines]


def _is_call_of(node: syntax.Expression | None, name: str) -> bool:
    if not isinstance(node, syntax.Call) or not isinstance(node.callee, (syntax.Name, syntax.Attribute)):
        return False
    return node.callee.name == name
