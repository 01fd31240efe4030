"""One source file: decoded, parsed, and what its names are bound to."""

from __future__ import annotations

import ast
import codecs
import contextlib
import functools
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from apivet.program import syntax
from apivet.python.source.bindings import Binding, imported_by
from apivet.python.source.bound_behind import bound_again
from apivet.python.source.class_bodies import known_test, suites
from apivet.python.source.comments import read_comments
from apivet.python.source.made_classes import class_made_by
from apivet.python.source.marks import marking_modules, own_functions
from apivet.python.source.nodes import every_node, name_bound_by, nodes_in
from apivet.python.source.parsing import deeper
from apivet.python.source.statements import CodeScope, StatementLowering, is_overload
from apivet.python.source.stores import ANY_NAME, may_set_names, names_set
from apivet.python.source.type_aliases import value_of_annotated
from apivet.python.source.type_checking import misleads_checkers

_LONG_ANNOTATION = 4096
#: A class statement that is not at the left margin.
_INNER_CLASS = re.compile(rb"\n[ \t\f]+class\b")


class ClassSource(Struct, eq=False):
    """A class statement with its qualified name (``Outer.Inner``)."""

    node: ast.ClassDef
    qualified: str
    scope: CodeScope

    @property
    def dotted(self) -> str:
        """The full dotted name."""
        return f"{self.scope.module}.{self.qualified}"


class ClassReference(Struct, frozen=True):
    """A class that a name leads to, without what is in it: annotations refer to each other in circles, and to know
    what one means takes no more than to know which class it is."""

    path: str
    module: str
    qualified: str
    line: int

    @property
    def name(self) -> str:
        """The plain name."""
        return self.qualified.rpartition(".")[2]

    @property
    def dotted(self) -> str:
        """The full dotted name."""
        return f"{self.module}.{self.qualified}"


class SourceModule(Struct, eq=False, dict=True):
    """A module: its tree, its names, and a place where what was found out about it is kept as long as it is."""

    path: str
    display: str
    dotted: str
    is_package: bool
    data: bytes
    tree: ast.Module
    symbols: dict[str, list[Binding]] = field(default_factory=dict)
    stars: list[Binding] = field(default_factory=list)
    rebound: frozenset[str] = frozenset()
    made: list[ast.ClassDef] = field(default_factory=list)
    memory: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    _classes: dict[str, ClassSource] | None = None
    _again: list[ClassSource] = field(default_factory=list)
    _comments: dict[int, tuple[str, bool]] | None = None

    def __post_init__(self) -> None:
        _Binder(self).suite(self.tree.body, conditional=False, fallback=False)
        if may_set_names(self.data):
            self.rebound = frozenset(names_set(self.tree))
            for name in sorted(self.rebound - {ANY_NAME}):
                self.symbols.setdefault(name, [Binding("value", self.tree, conditional=True, fallback=False)])
        if misleads_checkers(self.tree, self.data):
            self.rebound |= {ANY_NAME}  # what stands under such conditions is not what runs

    @functools.cached_property
    def _bound_later(self) -> frozenset[str]:
        return frozenset(names_set(self.tree, only_later=True)) if self.rebound else frozenset()

    def is_bound_later(self, name: str) -> bool:
        """Whether functions of the module set a name of it: whoever only loads it does not see that."""
        return name in self._bound_later or ANY_NAME in self._bound_later

    def binds_again(self, name: str) -> bool:
        """Whether code sets a name of the module in another way than by a statement of its scope."""
        return name in self.rebound or ANY_NAME in self.rebound

    @functools.cached_property
    def may_write_class_bodies(self) -> bool:
        """Whether the body of a class may write among its names otherwise than by statements; by the bytes."""
        return any(word in self.data for word in (b"__annotations__", b"locals(", b"vars(", b"exec", b"eval("))

    @property
    def is_stub(self) -> bool:
        """Whether the file declares what lies elsewhere, and says nothing of what functions do."""
        return self.path.endswith(".pyi")

    @property
    def package(self) -> str:
        """The package that relative imports start from."""
        return self.dotted if self.is_package else self.dotted.rpartition(".")[0]

    @functools.cached_property
    def scope(self) -> CodeScope:
        """The scope of the module's own code."""
        functions, marking = own_functions(self.symbols), marking_modules(self.symbols)
        again = bound_again(self.symbols, self.stars, self.tree.body)
        return CodeScope(self.display, self.dotted, self.package, self.dotted, None, functions, marking, again)

    def lower(self, node: ast.expr) -> syntax.Expression:
        """An expression of this module's code."""
        return StatementLowering(self.scope).expression(node)

    def loaded(self, node: ast.expr) -> syntax.Expression:
        """An expression of this module's code that runs when it is loaded."""
        return StatementLowering(self.scope).loaded(node)

    @property
    def classes(self) -> dict[str, ClassSource]:
        """All classes of the file, also those inside classes and functions, by qualified name."""
        if self._classes is None:
            self._classes = {node.name: ClassSource(node, node.name, self.scope) for node in self.made}
            every = self.tree.body
            if b"\r" not in self.data and _INNER_CLASS.search(self.data) is None:
                # No need to look into functions, which are most of a module.
                nodes = (node for node in every if isinstance(node, ast.ClassDef))
                written = [ClassSource(node, node.name, self.scope) for node in nodes]
            else:
                written = list(_classes_in(every, "", self.scope))
            for found in written:
                if self._classes.setdefault(found.qualified, found) is not found:
                    self._again.append(found)
            if self.made:
                self._classes = dict(sorted(self._classes.items(), key=lambda item: item[1].node.lineno))
        return self._classes

    def imported_in_body(self, qualified: str, name: str) -> Binding | None:
        """The import by which the body of a class has a name, where it has that by nothing else."""
        source = self.classes.get(qualified)
        body = source.node.body if source is not None and b"import" in self.data else ()
        imports = [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
        found = [binding for node in imports for each, binding in imported_by(node) if each == name]
        others = (part for node in body if found and node not in imports for part in every_node(node))
        is_set = any(
            isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in others
        )
        return found[-1] if found and not is_set else None

    @property
    def classes_again(self) -> tuple[ClassSource, ...]:
        """The statements of classes whose names an earlier one has: any of them may be the one that counts."""
        return tuple(self._again) if self.classes else ()

    def class_of(self, reference: ClassReference) -> ClassSource | None:
        """The statement of a class of this module."""
        found = self.classes.get(reference.qualified)
        if found is not None and found.node.lineno == reference.line:
            return found
        for binding in self.symbols.get(reference.qualified, ()):
            if isinstance(binding.node, ast.ClassDef) and binding.node.lineno == reference.line:
                return ClassSource(binding.node, reference.qualified, self.scope)
        return found

    def reference(self, source: ClassSource) -> ClassReference:
        """The reference by which other modules keep hold of a class of this one."""
        return ClassReference(self.path, self.dotted, source.qualified, source.node.lineno)

    @functools.cached_property
    def _lines(self) -> list[bytes]:
        """The text by line, in the encoding that the parser counts columns in."""
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(self.data).readline)
            data = self.data.removeprefix(codecs.BOM_UTF8)
            data = data if encoding.startswith("utf-8") else data.decode(encoding).encode()
        except (SyntaxError, UnicodeDecodeError):
            data = self.data
        return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")

    def text_of(self, node: ast.expr | None) -> str:
        """The text of an expression of this module, on one line."""
        if node is None or node.end_lineno is None or node.end_col_offset is None:
            return ""
        if node.lineno == node.end_lineno:
            return self._lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode("utf-8", "replace")
        lines = self._lines[node.lineno - 1 : node.end_lineno]
        if lines:
            lines[-1] = lines[-1][: node.end_col_offset]
            lines[0] = lines[0][node.col_offset :]
        return " ".join(b" ".join(lines).decode("utf-8", "replace").split())

    @functools.cached_property
    def has_tags(self) -> bool:
        """Whether any comment may name a gate; asked for every field, so answered once."""
        return b"eatureGate" in self.data

    @functools.cached_property
    def has_union_tags(self) -> bool:
        """Whether any comment may say that exactly one of several members may be set."""
        return b"+union" in self.data or b"+k8s:union" in self.data

    @property
    def comments(self) -> dict[int, tuple[str, bool]]:
        """The comments by line, each with whether it has the line for itself."""
        if self._comments is None:
            self._comments = read_comments(self.data)
        return self._comments

    def exported(self) -> frozenset[str] | None:
        """The names in ``__all__`` where it is written out; ``None`` where it is not."""
        bindings = self.symbols.get("__all__")
        if not bindings:
            return None
        names: set[str] = set()
        for node in self.tree.body:
            value = _all_value(node)
            if value is None:
                continue
            if not isinstance(value, (ast.List, ast.Tuple)):
                return None
            for item in value.elts:
                if not (isinstance(item, ast.Constant) and isinstance(item.value, str)):
                    return None
                names.add(item.value)
        return frozenset(names)


def _all_value(node: ast.stmt) -> ast.expr | None:
    """The value that is assigned or added to ``__all__`` here."""
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
        targets = [node.target]
    else:
        return None
    return node.value if any(isinstance(item, ast.Name) and item.id == "__all__" for item in targets) else None


def _classes_in(body: Sequence[ast.stmt], prefix: str, scope: CodeScope) -> Iterator[ClassSource]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            qualified = prefix + node.name
            yield ClassSource(node, qualified, scope)
            dotted = f"{scope.module}.{qualified}"
            inner = CodeScope(
                scope.path, scope.module, scope.package, dotted, dotted, scope.own_functions, scope.marking
            )
            yield from _classes_in(node.body, qualified + ".", inner)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _classes_in(node.body, f"{prefix}{node.name}.", scope)
        else:
            for suite in suites(node):
                yield from _classes_in(suite, prefix, scope)


class _Binder:
    """Collects what a module's top-level code binds."""

    def __init__(self, module: SourceModule) -> None:
        self.module = module
        self._unreached = False
        self._has_walrus = b":=" in module.data
        self._answers = b"def __getattr__" in module.data

    def suite(self, body: Sequence[ast.stmt], conditional: bool, fallback: bool) -> None:
        for node in body:
            for inner in _walruses(node) if self._has_walrus else ():
                self._target(inner.target, inner, inner.value, conditional, fallback)
            self.statement(node, conditional, fallback)

    def statement(self, node: ast.stmt, conditional: bool, fallback: bool) -> None:
        if isinstance(node, ast.ClassDef):
            self._bind(node.name, Binding("class", node, conditional, fallback))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if not is_overload(node):
                self._bind(node.name, Binding("function", node, conditional, fallback))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for name, binding in imported_by(node, conditional, fallback):
                if name == "*":
                    self.module.stars.append(binding)
                else:
                    self._bind(name, binding)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._target(target, node, node.value, conditional, fallback)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self._target(node.target, node, value_of_annotated(node.annotation, node.value), conditional, fallback)
        elif isinstance(node, ast.AugAssign):
            self._target(node.target, node, None, conditional, fallback)
        elif type(node).__name__ == "TypeAlias":
            self._target(getattr(node, "name"), node, getattr(node, "value"), conditional, fallback)
        else:
            self._compound(node, conditional, fallback)

    def _compound(self, node: ast.stmt, conditional: bool, fallback: bool) -> None:
        if isinstance(node, ast.If):
            self._branches(node, conditional, fallback)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self._target(node.target, node, None, True, fallback)
            self.suite([*node.body, *node.orelse], True, fallback)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                if item.optional_vars is not None:
                    self._target(item.optional_vars, node, None, conditional, fallback)
            self.suite(node.body, conditional, fallback)
        elif isinstance(node, ast.Match):
            for case in node.cases:
                for name in filter(None, map(name_bound_by, every_node(case.pattern))):
                    self._bind(name, Binding("value", node, True, fallback))
                self.suite(case.body, True, fallback)
        elif hasattr(node, "handlers"):
            self.suite([*getattr(node, "body"), *getattr(node, "orelse")], True, fallback)
            for handler in getattr(node, "handlers"):
                self.suite(handler.body, True, True)
            self.suite(getattr(node, "finalbody"), conditional, fallback)
        elif isinstance(node, ast.While):
            self.suite([*node.body, *node.orelse], True, fallback)
        elif isinstance(node, ast.Delete) and self._answers:
            # The module's function answers for what is taken away; without one, whoever asks for it fails.
            for target in node.targets:
                self._target(target, node, None, conditional, fallback)

    def _branches(self, node: ast.If, conditional: bool, fallback: bool) -> None:
        outer = self._unreached
        self._branches_of(node, conditional, fallback)
        self._unreached = outer

    def _branches_of(self, node: ast.If, conditional: bool, fallback: bool) -> None:
        current = node
        while True:
            known, run = known_test(current.test), known_test(current.test, checking=False)
            before = self._unreached
            self._unreached = before or run is False
            self.suite(current.body, conditional or known is not True, fallback or known is False)
            self._unreached = before or run is True
            if known is True:
                conditional, fallback = True, True
            if len(current.orelse) == 1 and isinstance(current.orelse[0], ast.If):
                current = current.orelse[0]
                conditional = True
                continue
            self.suite(current.orelse, conditional or known is not False, fallback)
            return

    def _target(
        self, target: ast.expr, node: ast.AST, value: ast.expr | None, conditional: bool, fallback: bool
    ) -> None:
        if isinstance(target, ast.Name):
            made = class_made_by(target, value)
            if made is not None:
                self.module.made.append(made)
                self._bind(target.id, Binding("class", made, conditional, fallback))
            else:
                self._bind(target.id, Binding("value", node, conditional, fallback, value=value))
        elif isinstance(target, (ast.Tuple, ast.List)):
            values: list[ast.expr | None] = [None] * len(target.elts)
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                if not any(isinstance(item, ast.Starred) for item in [*value.elts, *target.elts]):
                    values = list(value.elts)
            for item, part in zip(target.elts, values):
                self._target(item.value if isinstance(item, ast.Starred) else item, node, part, conditional, fallback)

    def _bind(self, name: str, binding: Binding) -> None:
        binding.unreached = self._unreached
        self.module.symbols.setdefault(name, []).append(binding)


def _walruses(statement: ast.stmt) -> Iterator[ast.NamedExpr]:
    """The assignments inside of a statement's own expressions, in their order."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.NamedExpr):
            yield node
        if not isinstance(node, ast.Lambda):
            pending += [child for child in nodes_in(node) if not isinstance(child, ast.stmt)][::-1]


def parse_quoted(module: SourceModule, text: str) -> syntax.Expression | None:
    """An expression that stands in a string (a quoted annotation) as an expression of the module."""
    try:
        with deeper() if len(text) > _LONG_ANNOTATION else contextlib.nullcontext():
            return module.lower(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
