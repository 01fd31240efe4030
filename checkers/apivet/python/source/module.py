"""One source file: decoded, parsed, and what its names are bound to."""

from __future__ import annotations

import ast
import codecs
import contextlib
import functools
import io
import operator
import re
import symtable
import sys
import tokenize
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apivet.program import syntax
from apivet.program.files import SourceError
from apivet.python.source.bindings import Binding
from apivet.python.source.marks import marking_modules, own_functions
from apivet.python.source.statements import CodeScope, FunctionNode, Lowering, is_overload, last_name
from apivet.python.source.type_aliases import value_of_annotated
from apivet.verdicts import Problem

#: The recursion limit under which deep trees are tried.
_DEEP_TREES = 2500
#: A file has to be longer than this to hold an expression that is deep enough to be dangerous.
_LONG = 65536
_LONG_ANNOTATION = 4096
#: A class statement that is not at the left margin.
_INNER_CLASS = re.compile(rb"\n[ \t\f]+class\b")
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
    ast.LtE: operator.le,
    ast.Lt: operator.lt,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_UNICODE_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")


def is_decodable(data: bytes) -> bool:
    """Whether all bytes of a file are text in the encoding that it names, else in UTF-8. The parser looks at some of
    them only; an import looks at all."""
    try:
        if not data.isascii():
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            data.decode(encoding)
    except (SyntaxError, ValueError, LookupError):
        return False
    return True


def parse(display: str, data: bytes) -> ast.Module:
    """The syntax tree of a file. Raises :class:`SourceError`, never anything else."""
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        if data.startswith(_UNICODE_BYTE_ORDER_MARKS):
            raise SourceError(Problem(display, "cannot be decoded: it looks like UTF-16, Python reads UTF-8", line))
        raise SourceError(Problem(display, "source contains null bytes", line))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _tree(data, display)
        if not is_decodable(data):
            raise SourceError(Problem(display, "cannot be decoded: it is no UTF-8, and names no other encoding", 1))
        return tree
    except SyntaxError as error:
        message = f"syntax error: {error.msg}" if error.msg else "syntax error"
        raise SourceError(Problem(display, _one_line(message), _error_line(error, data))) from None
    except (RecursionError, MemoryError):
        raise too_deep(display) from None
    except (ValueError, LookupError, OverflowError) as error:
        raise SourceError(Problem(display, _one_line(f"cannot be read: {error}"), 1)) from None


def _tree(data: bytes, display: str) -> ast.Module:
    if sys.version_info < (3, 11) and len(data) > _LONG:
        # 3.10 makes Python objects of a tree of any depth, until the C stack is used up and the process with it. The
        # symbol table is built with a limit.
        with _deeper():
            symtable.symtable(data, display, "exec")  # type: ignore[arg-type]  # the stubs know text only
    try:
        return ast.parse(data, display)
    except RecursionError:
        # From 3.11 on the limit for Python calls also bounds how deep a tree may be, and a chain of a few thousand
        # ``elif``s is beyond it. The C stack has room for more than that.
        with _deeper():
            return ast.parse(data, display)


@contextlib.contextmanager
def _deeper() -> Iterator[None]:
    """Allow for deep trees while the compiler is at work."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _DEEP_TREES))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _error_line(error: SyntaxError, data: bytes) -> int:
    """The parser gives no line for bytes that do not decode."""
    if error.lineno:
        return error.lineno
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            line.decode()
        except UnicodeDecodeError:
            return number
    return 1


def too_deep(display: str) -> SourceError:
    """The error for code that is nested beyond what can be followed."""
    return SourceError(Problem(display, "nested too deeply to be analysed", 1))


def _one_line(text: str) -> str:
    return " ".join(text.split())


@dataclass(eq=False)
class ClassSource:
    """A class statement with its qualified name (``Outer.Inner``)."""

    node: ast.ClassDef
    qualified: str
    scope: CodeScope

    @property
    def dotted(self) -> str:
        """The full dotted name."""
        return f"{self.scope.module}.{self.qualified}"


@dataclass(frozen=True)
class ClassReference:
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


@dataclass(eq=False)
class SourceModule:
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
    _comments: dict[int, tuple[str, bool]] | None = None

    def __post_init__(self) -> None:
        _Binder(self).suite(self.tree.body, conditional=False, fallback=False)
        if b"global " in self.data:
            self.rebound = frozenset(
                name for node in ast.walk(self.tree) if isinstance(node, ast.Global) for name in node.names
            )

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
        return CodeScope(self.display, self.dotted, self.package, self.dotted, None, functions, marking)

    def lower(self, node: ast.expr) -> syntax.Expression:
        """An expression of this module's code."""
        return Lowering(self.scope).expression(node)

    @property
    def classes(self) -> dict[str, ClassSource]:
        """All classes of the file, also those inside classes and functions, by qualified name."""
        if self._classes is None:
            self._classes = {node.name: ClassSource(node, node.name, self.scope) for node in self.made}
            every = self.tree.body
            if b"\r" not in self.data and _INNER_CLASS.search(self.data) is None:
                # No need to look into functions, which are most of a module.
                for node in every:
                    if isinstance(node, ast.ClassDef):
                        self._classes.setdefault(node.name, ClassSource(node, node.name, self.scope))
            else:
                for found in _classes_in(every, "", self.scope):
                    self._classes.setdefault(found.qualified, found)
            if self.made:
                self._classes = dict(sorted(self._classes.items(), key=lambda item: item[1].node.lineno))
        return self._classes

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
        elif isinstance(node, ast.Match):
            for case in node.cases:
                yield from _classes_in(case.body, prefix, scope)
        else:
            for suite in _suites(node):
                yield from _classes_in(suite, prefix, scope)


def _suites(node: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """The statement lists directly inside a compound statement; ``elif`` chains are walked without nesting."""
    if isinstance(node, ast.If):
        current = node
        while True:
            yield current.body
            if len(current.orelse) == 1 and isinstance(current.orelse[0], ast.If):
                current = current.orelse[0]
                continue
            yield current.orelse
            return
    for name in ("body", "orelse", "finalbody"):
        suite = getattr(node, name, None)
        if isinstance(suite, list):
            yield suite
    for handler in getattr(node, "handlers", ()):
        yield handler.body


#: A string, or a comment: what looks like one inside of the other is none.
_STRING_OR_COMMENT = re.compile(
    r"""
      \"{3} [^"\\]* (?: (?: \\. | "(?!"") ) [^"\\]* )* \"{3}
    | \'{3} [^'\\]* (?: (?: \\. | '(?!'') ) [^'\\]* )* \'{3}
    | " [^"\\\n]* (?: \\. [^"\\\n]* )* "
    | ' [^'\\\n]* (?: \\. [^'\\\n]* )* '
    | (?P<comment> \# [^\n]* )
    """,
    re.DOTALL | re.VERBOSE,
)
#: From Python 3.12 on, expressions inside of these may hold strings with the same quotes.
_NESTING_STRING = re.compile(r"""[fFtT][rR]?["']""")


def read_comments(data: bytes) -> dict[int, tuple[str, bool]]:
    """The comments by line, each with whether it has the line for itself. The parser took the file before."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _tokenized_comments(data)
    if sys.version_info >= (3, 12) and _NESTING_STRING.search(text):
        return _tokenized_comments(data)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    # One expression is ten times faster than the tokenizer.
    found: dict[int, tuple[str, bool]] = {}
    line, counted = 1, 0
    for match in _STRING_OR_COMMENT.finditer(text):
        if match["comment"]:
            start = match.start()
            line += text.count("\n", counted, start)
            counted = start
            found[line] = (match["comment"], not text[text.rfind("\n", 0, start) + 1 : start].strip())
    return found


def _tokenized_comments(data: bytes) -> dict[int, tuple[str, bool]]:
    found: dict[int, tuple[str, bool]] = {}
    try:
        for token in tokenize.tokenize(io.BytesIO(data).readline):
            if token.type == tokenize.COMMENT:
                found[token.start[0]] = (token.string, not token.line[: token.start[1]].strip())
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass  # the parser took the file, so what the tokenizer gave up on comes after the last statement
    return found


class _Binder:
    """Collects what a module's top-level code binds."""

    def __init__(self, module: SourceModule) -> None:
        self.module = module

    def suite(self, body: Sequence[ast.stmt], conditional: bool, fallback: bool) -> None:
        for node in body:
            self.statement(node, conditional, fallback)

    def statement(self, node: ast.stmt, conditional: bool, fallback: bool) -> None:
        if isinstance(node, ast.ClassDef):
            self._bind(node.name, Binding("class", node, conditional, fallback))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if not is_overload(node):
                self._bind(node.name, Binding("function", node, conditional, fallback))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                imported = alias.name if alias.asname else name
                self._bind(name, Binding("module", node, conditional, fallback, imported))
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                binding = Binding(
                    "member", node, conditional, fallback, node.module or "", node.level, member=alias.name
                )
                if alias.name == "*":
                    self.module.stars.append(binding)
                else:
                    self._bind(alias.asname or alias.name, binding)
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
                self.suite(case.body, True, fallback)
        elif hasattr(node, "handlers"):
            self.suite([*getattr(node, "body"), *getattr(node, "orelse")], True, fallback)
            for handler in getattr(node, "handlers"):
                self.suite(handler.body, True, True)
            self.suite(getattr(node, "finalbody"), conditional, fallback)
        elif isinstance(node, ast.While):
            self.suite([*node.body, *node.orelse], True, fallback)

    def _branches(self, node: ast.If, conditional: bool, fallback: bool) -> None:
        current = node
        while True:
            known = known_test(current.test)
            self.suite(current.body, conditional or known is not True, fallback or known is False)
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
        self.module.symbols.setdefault(name, []).append(binding)


def class_made_by(target: ast.Name, value: ast.expr | None) -> ast.ClassDef | None:
    """``Point = namedtuple("Point", "x y")`` as the class statement that it stands for."""
    if not isinstance(value, ast.Call) or last_name(value) not in ("namedtuple", "NamedTuple", "TypedDict"):
        return None
    if len(value.args) != 2 or not isinstance(value.args[0], ast.Constant):
        return None
    if isinstance(value.args[1], (ast.Name, ast.Attribute, ast.Call, ast.ListComp)):
        return None
    slots = ast.Assign([ast.Name("__slots__", ast.Store())], ast.Tuple([], ast.Load()), lineno=value.lineno)
    made = ast.ClassDef(name=target.id, bases=[value], keywords=[], body=[slots], decorator_list=[])
    vars(made)["type_params"] = []  # looked at from 3.12 on
    return ast.copy_location(made, value)


def known_test(test: ast.expr) -> bool | None:
    """Whether a module-level test is decided for whoever reads the source: ``TYPE_CHECKING`` is true."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = known_test(test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.Compare):
        return _version_test(test)
    if isinstance(test, ast.Constant):
        return bool(test.value)
    name = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else ""
    return True if name == "TYPE_CHECKING" else None


def _version_test(test: ast.Compare) -> bool | None:
    """``sys.version_info >= (3, 13)``, decided for the Python that runs the check, as type checkers do."""
    left, compare = test.left, _COMPARISONS.get(type(test.ops[0])) if len(test.ops) == 1 else None
    if not isinstance(left, ast.Attribute) or left.attr != "version_info" or compare is None:
        return None
    try:
        wanted = ast.literal_eval(test.comparators[0])
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(wanted, tuple) or not all(isinstance(part, int) for part in wanted):
        return None
    return bool(compare(tuple(sys.version_info[:3]), wanted))


def function_nodes(body: Sequence[ast.stmt]) -> Iterator[FunctionNode]:
    """The functions that a class body defines, also under conditions; signatures for type checkers left out."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if not is_overload(node):
                yield node
        elif not isinstance(node, ast.ClassDef):
            for suite in _suites(node):
                yield from function_nodes(suite)


def statements_of(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The simple statements of a class body, also under conditions."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        if isinstance(node, (ast.If, ast.Try, ast.With)):
            for suite in _suites(node):
                yield from statements_of(suite)
        else:
            yield node


def parse_quoted(module: SourceModule, text: str) -> syntax.Expression | None:
    """An expression that stands in a string (a quoted annotation) as an expression of the module."""
    try:
        with _deeper() if len(text) > _LONG_ANNOTATION else contextlib.nullcontext():
            return module.lower(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


TAG = re.compile(r"^#+\s*\+(?:k8s:)?featureGate=(.*)$")
#: ``# +union`` above a class, ``# +k8s:unionMember`` or ``# +unionDiscriminator`` at one of its fields.
UNION_TAG = re.compile(r"^#+\s*\+(?:k8s:)?union(?:Member|Discriminator)?\b")
