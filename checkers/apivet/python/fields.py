"""The fields that a class body declares, in every form of declaration that the contract names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from apivet.program import model, syntax
from apivet.python.forms import Form
from apivet.python.gatetags import GATE_MARKERS, tags_in_comments
from apivet.python.lowering import Lowering, last_name
from apivet.python.shapes import Reading
from apivet.python.source import ClassSource, SourceModule, statements_of

if TYPE_CHECKING:
    from apivet.python.modules import Workspace

#: Calls that stand for a field's default and its options, by the last part of their name.
_FIELD_CALLS: Final = frozenset(("field", "Field", "attrib", "ib", "mapped_column", "computed_field"))
_PRIVATE_CALLS: Final = frozenset(("PrivateAttr",))
_NO_FIELD: Final = frozenset(("ClassVar", "InitVar"))
_NOT_A_FIELD_NAME: Final = frozenset(("__slots__", "__match_args__", "model_config", "__annotations__", "__doc__"))


class FieldReader:
    """Reads one class body."""

    def __init__(
        self, workspace: Workspace, module: SourceModule, source: ClassSource, lowering: Lowering, form: Form
    ) -> None:
        self.workspace = workspace
        self.module = module
        self.source = source
        self.lowering = lowering
        self.form = form
        self._keyword_only = form in ("pydantic", "typeddict") or self._class_option("kw_only")

    def _may_be_missing(self, reading: Reading) -> bool:
        """Whether a mapping need not have the key."""
        if self.form != "typeddict" or "Required" in reading.wrappers:
            return False
        return "NotRequired" in reading.wrappers or self._class_option("total", False)

    def _class_option(self, name: str, value: bool = True) -> bool:
        """An option of the decorator (``@dataclass(kw_only=True)``) or of the class statement."""
        node = self.source.node
        calls = [item.keywords for item in node.decorator_list if isinstance(item, ast.Call)]
        return any(
            keyword.arg == name and isinstance(keyword.value, ast.Constant) and keyword.value.value is value
            for keywords in [node.keywords, *calls]
            for keyword in keywords
        )

    def declared(self) -> list[model.Field]:
        """The class's own fields, in declared order."""
        if self.form in ("enum", "protocol"):
            return []
        fields = {field.name: field for field in self._functional()}
        for statement in statements_of(self.source.node.body):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                field = self._annotated(statement.target.id, statement)
            elif self.form == "attrs" and isinstance(statement, ast.Assign):
                field = self._unannotated(statement)
            else:
                continue
            if field is not None:
                fields[field.name] = field
        if self.form == "plain":
            for field in self._assigned_in_init():
                fields.setdefault(field.name, field)
        return list(fields.values())

    # ------------------------------------------------------------------------------------------------ class body

    def _annotated(self, name: str, node: ast.AnnAssign) -> model.Field | None:
        annotation = self.lowering.expression(node.annotation)
        if last_name(node.annotation) == "KW_ONLY":
            self._keyword_only = True
            return None
        reading = self._reading(annotation)
        if reading.wrappers & _NO_FIELD or name in _NOT_A_FIELD_NAME:
            return None
        if self.form == "pydantic" and (name.startswith("_") or last_name_of(node.value) in _PRIVATE_CALLS):
            return None
        return self._field(name, reading, node, node.value, annotation)

    def _unannotated(self, node: ast.Assign) -> model.Field | None:
        """``x = attr.ib(type=int)``."""
        target = node.targets[0]
        if not isinstance(target, ast.Name) or not isinstance(node.value, ast.Call):
            return None
        if last_name(node.value) not in ("ib", "attrib", "field", "attr"):
            return None
        declared = next((item.value for item in node.value.keywords if item.arg == "type"), None)
        reading = Reading(model.Unknown(target.id), optional=True)
        annotation = None
        if declared is not None:
            annotation = self.lowering.expression(declared)
            reading = self._reading(annotation)
        return self._field(target.id, reading, node, node.value, annotation)

    def _reading(self, annotation: syntax.Expression) -> Reading:
        return self.workspace.shapes.annotation(
            self.module, annotation, self.source.qualified, type_parameters(self.source.node)
        )

    def _field(
        self,
        name: str,
        reading: Reading,
        node: ast.stmt,
        value: ast.expr | None,
        annotation: syntax.Expression | None = None,
    ) -> model.Field:
        default, factory, options = self._default(value)
        gates = list(reading.gates)
        if options is not None:
            gates += self.workspace.types.gates.of_keywords(self.module, options, self.source.qualified)
        elif value is None and isinstance(annotation, syntax.Subscript):
            default, factory = _default_in_annotation(annotation)
        last = node.end_lineno or node.lineno
        gates += [gate for gate, _ in tags_in_comments(self.module, node.lineno, last)]
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
        )

    def _default(
        self, value: ast.expr | None
    ) -> tuple[syntax.Expression | None, syntax.Expression | None, syntax.Call | None]:
        """Default, factory, and the call that holds the field's options."""
        if value is None or (isinstance(value, ast.Constant) and value.value is Ellipsis):
            return None, None, None
        lowered = self.lowering.expression(value)
        if not isinstance(lowered, syntax.Call):
            return lowered, None, None
        called = last_name(value)
        if called == "Factory":
            return None, lowered.arguments[0].value if lowered.arguments else None, None
        if called not in _FIELD_CALLS:
            return lowered, None, None
        default, factory = _field_default(lowered)
        return default, factory, lowered

    # ---------------------------------------------------------------------------------------------- other places

    def _functional(self) -> Iterator[model.Field]:
        """``class Point(NamedTuple("Point", [("x", int)]))`` and ``namedtuple("Point", "x y")`` as a base."""
        for base in self.source.node.bases:
            if not isinstance(base, ast.Call) or len(base.args) < 2:
                continue
            if last_name(base) not in ("NamedTuple", "namedtuple"):
                continue
            for name, declared in _functional_fields(base.args[1]):
                reading = Reading(model.Unknown(name))
                if declared is not None:
                    reading = self._reading(self.lowering.expression(declared))
                yield model.Field(
                    name, reading.shape, reading.optional, self.lowering.location(base), self.source.dotted
                )

    def _assigned_in_init(self) -> Iterator[model.Field]:
        """``self.x: T = ...`` and ``self.x = x`` with an annotated parameter, in a plain class."""
        for node in self.source.node.body:
            if not isinstance(node, ast.FunctionDef) or node.name != "__init__" or not node.args.args:
                continue
            this = node.args.args[0].arg
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            annotations = {item.arg: item.annotation for item in arguments if item.annotation is not None}
            defaults = _parameter_defaults(node.args)
            for statement in statements_of(node.body):
                field = self._from_init(statement, this, annotations, defaults)
                if field is not None:
                    yield field

    def _from_init(
        self,
        statement: ast.stmt,
        this: str,
        annotations: dict[str, ast.expr],
        defaults: dict[str, ast.expr],
    ) -> model.Field | None:
        target: ast.expr
        declared: ast.expr | None = None
        value: ast.expr | None = None
        if isinstance(statement, ast.AnnAssign):
            target, declared = statement.target, statement.annotation
        elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
        else:
            return None
        if not (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == this):
            return None
        parameter = _plain_parameter(statement.value)
        if parameter is not None:
            declared = declared or annotations.get(parameter)
            value = _stand_in(statement.value) or defaults.get(parameter)
        elif isinstance(statement.value, (ast.Constant, ast.List, ast.Dict)) or _is_bare_call(statement.value):
            value = statement.value
        if declared is None:
            return None
        return self._field(target.attr, self._reading(self.lowering.expression(declared)), statement, value)


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


def _default_in_annotation(annotation: syntax.Subscript) -> tuple[syntax.Expression | None, syntax.Expression | None]:
    """``Annotated[T, Field(default_factory=...)]``."""
    if isinstance(annotation.index, syntax.Sequence):
        for extra in annotation.index.items[1:]:
            if isinstance(extra, syntax.Call) and isinstance(extra.callee, (syntax.Name, syntax.Attribute)):
                if extra.callee.name == "Field" and extra.callee.name not in GATE_MARKERS:
                    return _field_default(extra)
    return None, None


def _is_true(call: syntax.Call, name: str) -> bool:
    return any(
        argument.name == name and isinstance(argument.value, syntax.Literal) and argument.value.value is True
        for argument in call.arguments
    )


def _functional_fields(node: ast.expr) -> Iterator[tuple[str, ast.expr | None]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        for name in node.value.replace(",", " ").split():
            yield name, None
    elif isinstance(node, (ast.List, ast.Tuple)):
        for item in node.elts:
            if isinstance(item, ast.Constant) and isinstance(item.value, str):
                yield item.value, None
            elif isinstance(item, (ast.Tuple, ast.List)) and len(item.elts) == 2:
                label = item.elts[0]
                if isinstance(label, ast.Constant) and isinstance(label.value, str):
                    yield label.value, item.elts[1]
    elif isinstance(node, ast.Dict):
        for key, declared in zip(node.keys, node.values):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, declared


def _parameter_defaults(arguments: ast.arguments) -> dict[str, ast.expr]:
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = positional[len(positional) - len(arguments.defaults) :]
    defaults = {item.arg: default for item, default in zip(with_default, arguments.defaults)}
    for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        if default is not None:
            defaults[item.arg] = default
    return defaults


def _plain_parameter(node: ast.expr | None) -> str | None:
    """``x`` of ``self.x = x``, ``= x or ...`` and ``= x if x is not None else ...``."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.BoolOp) and isinstance(node.values[0], ast.Name):
        return node.values[0].id
    if isinstance(node, ast.IfExp):
        for branch in (node.body, node.orelse):
            if isinstance(branch, ast.Name):
                return branch.id
    return None


def _stand_in(node: ast.expr | None) -> ast.expr | None:
    """``[]`` of ``self.x = x or []`` and of ``self.x = x if x is not None else []``."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        return node.values[-1]
    if isinstance(node, ast.IfExp):
        return node.body if isinstance(node.orelse, ast.Name) else node.orelse
    return None


def _is_bare_call(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Call) and not node.args and not node.keywords
