"""The functions that decide what the sample server stores, as text that can be changed in one place at a time."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Union

#: Below the fixtures: the strategies, and the helpers of the server that they share.
PLACES = ("sample_apiserver/registry", "sample_apiserver/meta/reset.py", "sample_apiserver/meta/conditions.py")
#: What binds strategies, and the packages' own files.
_NO_HOOKS = frozenset(("resources.py", "__init__.py"))
#: What a framework calls; whatever these lead to is mutated too.
_ENTRANCES = frozenset(
    ("prepare_for_create", "prepare_for_update", "get_reset_fields")
    + ("allow_create_on_update", "allow_unconditional_update", "default_garbage_collection_policy")
)
#: Declarations that take hooks.
_DECLARATIONS = frozenset(("StrategyConfig", "StatusConfig"))

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef]


class Text:
    """A file's text, addressed by nodes of its tree."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.tree = ast.parse(text)
        self._starts = [0, *itertools.accumulate(len(line) for line in text.splitlines(keepends=True))]

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where a node begins and ends. The sources are ASCII, so that columns in bytes are columns in characters."""
        return (
            self._starts[node.lineno - 1] + node.col_offset,  # type: ignore[attr-defined]
            self._starts[node.end_lineno - 1] + node.end_col_offset,  # type: ignore[attr-defined]
        )

    def of(self, node: ast.AST) -> str:
        """A node as it is written."""
        start, end = self.span(node)
        return self.text[start:end]


@dataclass(frozen=True)
class Function:
    """A function or method that is reached from a hook. ``qualified`` is its name within the file."""

    text: Text
    qualified: str
    node: FunctionNode
    owner: ast.ClassDef | None

    @property
    def module(self) -> str:
        return self.text.path.removesuffix(".py").replace("/", ".")

    @property
    def is_hook(self) -> bool:
        return self.node.name in _ENTRANCES


@dataclass
class Sources:
    """All files of :data:`PLACES`."""

    texts: list[Text] = field(default_factory=list)

    @classmethod
    def below(cls, fixtures: Path) -> Sources:
        """Read them."""
        paths = [
            path
            for place in PLACES
            for path in (sorted((fixtures / place).rglob("*.py")) if not place.endswith(".py") else [fixtures / place])
        ]
        strategies = [path for path in paths if path.name not in _NO_HOOKS]
        return cls([Text(path.relative_to(fixtures).as_posix(), path.read_text("utf-8")) for path in strategies])

    def functions(self) -> list[Function]:
        """The hooks, the flags, and every function that one of them leads to by its name."""
        every = [function for text in self.texts for function in _functions(text)]
        wanted = {name for text in self.texts for name in _given_to_declarations(text.tree)} | _ENTRANCES
        while True:
            called = {name for item in every if item.node.name in wanted for name in _names(item.node)}
            if called <= wanted:
                return [item for item in every if item.node.name in wanted]
            wanted |= called

    def flags(self) -> Iterator[tuple[Text, ast.ClassDef, ast.Assign]]:
        """The flags that are written as class attributes."""
        for text in self.texts:
            for class_ in ast.walk(text.tree):
                for statement in class_.body if isinstance(class_, ast.ClassDef) else ():
                    if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) in _ENTRANCES:
                        assert isinstance(class_, ast.ClassDef)
                        yield text, class_, statement


def _functions(text: Text) -> Iterator[Function]:
    for statement in text.tree.body:
        if isinstance(statement, FUNCTIONS):
            yield Function(text, statement.name, statement, None)
        elif isinstance(statement, ast.ClassDef):
            for inner in statement.body:
                if isinstance(inner, FUNCTIONS):
                    yield Function(text, f"{statement.name}.{inner.name}", inner, statement)


def _names(node: ast.AST) -> set[str]:
    """Every function that may be meant in a body, called or handed on."""
    names = {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}
    return names | {found.attr for found in ast.walk(node) if isinstance(found, ast.Attribute)}


def _given_to_declarations(tree: ast.Module) -> set[str]:
    found = set()
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and _last_name(call.func) in _DECLARATIONS:
            found |= {keyword.value.id for keyword in call.keywords if isinstance(keyword.value, ast.Name)}
    return found


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Subscript):
        function = function.value
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
