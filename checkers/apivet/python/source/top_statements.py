"""Statements of a module's top, and answers about them that are kept for as long as their text is there."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from apivet.python.source.nodes import first_line

Context = TypeVar("Context")
Answer = TypeVar("Answer")


class TopStatement(Struct, frozen=True):
    """A statement of a module's top. Two of the same ``text`` say the same, if not at the same lines: it is these
    lines, the columns and the encoding, or the node itself where they do not tell all that it says."""

    node: ast.stmt
    text: Hashable


class KeptAnswers(Generic[Context, Answer]):
    """Answers about the statements of one module. Of the module asked about last, those about statements that are
    there as they were are kept, as one that is being typed has nearly all of its text when it comes again."""

    def __init__(self, work: Callable[[TopStatement, Context], Answer]) -> None:
        self._work = work
        self._kept: tuple[Context | None, dict[Hashable, Answer]] = None, {}

    def about(self, statements: Sequence[TopStatement], context: Context) -> Iterator[tuple[TopStatement, Answer]]:
        """Each statement with the answer, which rests on its text and the ``context`` alone."""
        before, known = self._kept
        known = known if before == context else {}
        answers = {
            each.text: known[each.text] if each.text in known else self._work(each, context) for each in statements
        }
        self._kept = context, answers
        return ((each, answers[each.text]) for each in statements)


def top_statements(tree: ast.Module, data: bytes | None) -> list[TopStatement]:
    """The statements of a module's top; without its text where that does not tell all that they say."""
    if data is None:
        return [TopStatement(node, node) for node in tree.body]
    lines = data.splitlines(keepends=True)
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return [
        TopStatement(
            node,
            (b"".join(lines[first_line(node) - 1 : node.end_lineno]), node.col_offset, node.end_col_offset, encoding),
        )
        for node in tree.body
    ]
