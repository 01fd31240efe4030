"""The fields that a class body declares, in every form of declaration that the contract names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.python.annotations.forms import CHECKING, Declaration
from apivet.python.annotations.readings import ReadAnnotation
from apivet.python.names.resolver import Resolver
from apivet.python.source.class_bodies import statements_of, when_made
from apivet.python.source.module import ClassSource, SourceModule
from apivet.python.source.nodes import last_name
from apivet.python.source.statements import StatementLowering
from apivet.python.types.constructors import assigned_in_constructor
from apivet.python.types.gate_tags import GateNames, tags_in_comments
from apivet.python.types.treatments import treatment_of

#: Calls that stand for a field's default and its options, by the last part of their name.
_FIELD_CALLS: Final = frozenset(("field", "Field", "attrib", "ib", "mapped_column", "computed_field"))
_PRIVATE_CALLS: Final = frozenset(("PrivateAttr",))
_NO_FIELD: Final = frozenset(("ClassVar", "InitVar"))
#: Fields that are given when an object is made, and handed on to the method that runs then.
_TAKEN_ONLY: Final = "InitVar"
_NOT_A_FIELD_NAME: Final = frozenset(("__slots__", "__match_args__", "model_config", "__annotations__", "__doc__"))


class FieldReader:
    """Reads one class body."""

    def __init__(
        self,
        resolver: Resolver,
        module: SourceModule,
        source: ClassSource,
        lowering: StatementLowering,
        declaration: Declaration,
    ) -> None:
        self.resolver = resolver
        self.module = module
        self.source = source
        self.lowering = lowering
        self.declaration = declaration
        self.form = declaration.form
        #: A data class looks at what it is given where pydantic makes it one.
        self._checking = "" if self.form == "dataclass" and not declaration.has(CHECKING) else self.form
        self._parameters = type_parameters(source.node)
        self._readings: dict[str, ReadAnnotation] = {}
        self._keyword_only = self.form in ("pydantic", "typeddict") or declaration.has("kw_only")

    def _may_be_missing(self, reading: ReadAnnotation) -> bool:
        """Whether a mapping need not have the key."""
        if self.form != "typeddict" or "Required" in reading.wrappers:
            return False
        return "NotRequired" in reading.wrappers or not self.declaration.options.get("total", True)

    def declared(self) -> list[model.Field]:
        """The class's own fields, in declared order."""
        if self.form in ("enum", "protocol") or not self.declaration.is_own:
            return []
        made = next((base for base in self.source.node.bases if _makes_fields(base)), None)
        if isinstance(made, ast.Call):
            # What the class statement annotates besides is no field.
            return list(self._functional(made))
        fields: dict[str, model.Field] = {}
        if self.form == "pydantic":
            fields.update((field.name, field) for field in self._root())
        called_only = self.form == "attrs" and self._collects_calls()
        for statement, is_certain in when_made(self.source.node.body):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                field = None
                if not called_only or _is_attribute_call(statement.value):
                    field = self._annotated(statement.target.id, statement)
            elif called_only and isinstance(statement, ast.Assign):
                field = self._unannotated(statement)
            else:
                continue
            if field is not None:
                fields[field.name] = field if is_certain else replace(field, is_conditional=True)
        if self.form == "plain":
            for found in assigned_in_constructor(self.source.node):
                reading = self._reading(found.annotation)
                field = self._field(found.name, reading, found.statement, found.value, found.annotation)
                fields.setdefault(field.name, field)
        return list(fields.values())

    def _collects_calls(self) -> bool:
        """Whether attrs takes what is set to ``attr.ib()`` for fields, and not what is annotated. Where it is not told,
        it looks whether there is such a call without an annotation."""
        options = self.declaration.options
        if "auto_attribs" in options or not self.declaration.has("detect_attribs"):
            return not self.declaration.has("auto_attribs")
        body = statements_of(self.source.node.body)
        return any(isinstance(item, ast.Assign) and _is_attribute_call(item.value) for item in body)

    # ------------------------------------------------------------------------------------------------ class body

    def _annotated(self, name: str, node: ast.AnnAssign) -> model.Field | None:
        if last_name(node.annotation) == "KW_ONLY":
            self._keyword_only = True
            return None
        reading = self._reading(node.annotation)
        if name in _NOT_A_FIELD_NAME:
            return None
        if reading.wrappers & _NO_FIELD and not (self.form == "dataclass" and _TAKEN_ONLY in reading.wrappers):
            return None
        if self.form == "pydantic":
            if name.startswith("_") or last_name_of(node.value) in _PRIVATE_CALLS:
                return None
            if "Final" in reading.wrappers and node.value is not None:
                # To pydantic, a final value is the class's.
                return None
        return self._field(name, reading, node, node.value, node.annotation)

    def _unannotated(self, node: ast.Assign) -> model.Field | None:
        """``x = attr.ib(type=int)``."""
        target = node.targets[0]
        if not isinstance(target, ast.Name) or not isinstance(node.value, ast.Call):
            return None
        if not _is_attribute_call(node.value):
            return None
        declared = next((item.value for item in node.value.keywords if item.arg == "type"), None)
        reading = ReadAnnotation(model.Unknown(target.id), optional=True)
        if declared is not None:
            reading = self._reading(declared)
        return self._field(target.id, reading, node, node.value, declared)

    def _reading(self, annotation: ast.expr) -> ReadAnnotation:
        """The reading of an annotation. Classes repeat theirs, and the same text means the same in one class body."""
        text = self.module.text_of(annotation) if annotation.lineno == annotation.end_lineno else ""
        reading = self._readings.get(text)
        if reading is None:
            reading = self.resolver.shapes.annotation(
                self.module, self.lowering.expression(annotation), self.source.qualified, self._parameters
            )
            if text:
                self._readings[text] = reading
        return reading

    def _field(
        self,
        name: str,
        reading: ReadAnnotation,
        node: ast.stmt | ast.expr,
        value: ast.expr | None,
        declared: ast.expr | None,
    ) -> model.Field:
        default, factory, options = self._default(value)
        tags = reading.gates
        if options is not None:
            tags += GateNames(self.resolver).of_keywords(self.module, options, self.source.qualified)
        elif value is None:
            default, factory = _default_beside(reading)
        written = self.module.text_of(declared)
        last = node.end_lineno or node.lineno
        gates = [*tags.gates, *(gate for gate, _ in tags_in_comments(self.module, node.lineno, last))]
        return model.Field(
            name=name,
            shape=reading.shape,
            optional=reading.optional,
            location=self.lowering.location(node),
            owner=self.source.dotted,
            gates=tuple(dict.fromkeys(gates)),
            default=default,
            factory=factory,
            keyword_only=self._keyword_only or (options is not None and _is_true(options, "kw_only")),
            may_be_missing=self._may_be_missing(reading),
            annotation=reading.annotation,
            written=written,
            has_unread_gate=tags.unread and not gates,
            compared=options is None or not any(_is_false(options, name) for name in ("compare", "eq")),
            treatment=treatment_of(self._checking, options, reading.beside, written, _TAKEN_ONLY in reading.wrappers),
        )

    def _default(
        self, value: ast.expr | None
    ) -> tuple[syntax.Expression | None, syntax.Expression | None, syntax.Call | None]:
        """Default, factory, and the call that holds the field's options."""
        if value is None or (isinstance(value, ast.Constant) and value.value is Ellipsis):
            return None, None, None
        lowered = self.lowering.expression(value)
        if not isinstance(lowered, syntax.Call):
            lowered = self.lowering.loaded(value)
            return lowered, None, None
        called = last_name(value)
        if called == "Factory":
            return None, lowered.arguments[0].value if lowered.arguments else None, None
        if called not in _FIELD_CALLS:
            return lowered, None, None
        default, factory = _field_default(lowered)
        return default, factory, lowered

    # ---------------------------------------------------------------------------------------------- other places

    def _functional(self, made: ast.Call) -> Iterator[model.Field]:
        """The fields of ``NamedTuple("Point", [("x", int)])``, ``namedtuple("Point", "x y")``, ``TypedDict(...)``."""
        items = list(_functional_fields(made.args[1])) if len(made.args) > 1 else []
        given = next((item.value for item in made.keywords if item.arg == "defaults"), None)
        defaults = given.elts if isinstance(given, (ast.Tuple, ast.List)) else []
        required = len(items) - len(defaults)
        for index, (name, place, declared) in enumerate(items):
            reading = ReadAnnotation(model.Unknown(name))
            if declared is not None:
                reading = self._reading(declared)
            default = defaults[index - required] if 0 <= required <= index else None
            yield self._field(name, reading, place, default, declared)

    def _root(self) -> Iterator[model.Field]:
        """The one field of ``class Items(RootModel[list[Item]])``."""
        for base in self.source.node.bases:
            if isinstance(base, ast.Subscript) and last_name(base) == "RootModel":
                yield self._field("root", self._reading(base.slice), base, None, base.slice)


def last_name_of(node: ast.expr | None) -> str:
    """The last name of a call, or nothing."""
    return last_name(node) if isinstance(node, ast.Call) else ""


def type_parameters(node: ast.ClassDef) -> dict[str, model.Shape]:
    """The names that ``class C[T]`` brings into scope."""
    return {item.name: model.Unknown(item.name) for item in getattr(node, "type_params", ())}


def _field_default(call: syntax.Call) -> tuple[syntax.Expression | None, syntax.Expression | None]:
    """The default and the factory given to a ``field(...)`` call."""
    default: syntax.Expression | None = None
    factory: syntax.Expression | None = None
    for index, argument in enumerate(call.arguments):
        if argument.spread:
            continue
        if argument.name in ("default_factory", "factory"):
            factory = argument.value
        elif argument.name == "default" or (argument.name is None and index == 0):
            default = argument.value
    if isinstance(default, syntax.Opaque) and default.note == "...":
        default = None
    if isinstance(default, syntax.Call) and isinstance(default.callee, (syntax.Name, syntax.Attribute)):
        if default.callee.name == "Factory" and default.arguments:
            return None, default.arguments[0].value
    if isinstance(default, (syntax.Name, syntax.Attribute)) and default.name in ("NOTHING", "NODEFAULT", "MISSING"):
        default = None
    return default, factory


def _default_beside(reading: ReadAnnotation) -> tuple[syntax.Expression | None, syntax.Expression | None]:
    """``Annotated[T, Field(default_factory=...)]``."""
    for extra in reading.beside:
        if extra.name == "Field" and extra.place == "value" and isinstance(extra.written, syntax.Call):
            return _field_default(extra.written)
    return None, None


def _is_false(call: syntax.Call, name: str) -> bool:
    """Whether a switch of a call is written out as off."""
    return any(
        item.name == name and isinstance(item.value, syntax.Literal) and item.value.value is False
        for item in call.arguments
    )


def _is_true(call: syntax.Call, name: str) -> bool:
    return any(
        argument.name == name and isinstance(argument.value, syntax.Literal) and argument.value.value is True
        for argument in call.arguments
    )


def _makes_fields(base: ast.expr) -> bool:
    """Whether a base is a call that makes a class with fields."""
    return isinstance(base, ast.Call) and last_name(base) in ("NamedTuple", "namedtuple", "TypedDict")


def _is_attribute_call(node: ast.expr | None) -> bool:
    """``attr.ib()`` and its kin."""
    return isinstance(node, ast.Call) and last_name(node) in ("ib", "attrib", "field", "attr")


def _functional_fields(node: ast.expr) -> Iterator[tuple[str, ast.expr, ast.expr | None]]:
    """Names, where they stand, and annotations."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        for name in node.value.replace(",", " ").split():
            yield name, node, None
    elif isinstance(node, (ast.List, ast.Tuple)):
        for item in node.elts:
            if isinstance(item, ast.Constant) and isinstance(item.value, str):
                yield item.value, item, None
            elif isinstance(item, (ast.Tuple, ast.List)) and len(item.elts) == 2:
                label = item.elts[0]
                if isinstance(label, ast.Constant) and isinstance(label.value, str):
                    yield label.value, item, item.elts[1]
    elif isinstance(node, ast.Dict):
        for key, declared in zip(node.keys, node.values):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, key, declared
