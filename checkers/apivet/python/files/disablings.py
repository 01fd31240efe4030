"""Comments that try to switch off a convention for a line (``convention-disabled-inline``).

Other tools may honour them; a gate does not, so their writers should hear of it at once.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from apivet.program.front_end import Disabling, rules_named
from apivet.python.source.nodes import first_line, nodes_in

# Plain searches are cheap enough to be asked of every file; expressions are not.
_WORDS = (b"pylint:", b"noqa", b"NOQA", b"NoQA")
_COMMENT = re.compile(rb"#[^\n]*")

_DISABLING = re.compile(r"\b(?:pylint:\s*disable(?:-next|-line)?\s*=|(?:noqa|NOQA|NoQA)\s*:)\s*(?P<names>[\w\s,-]+)")


def disablings(data: bytes, symbols: dict[str, str]) -> tuple[Disabling, ...]:
    """The comments of a file that name one of the rules. ``symbols`` maps symbols and ids to symbols."""
    # Many files speak to linters, of which few are taken apart: those where one of the rules is named.
    comments = b"\n".join(_COMMENT.findall(data)) if any(word in data for word in _WORDS) else b""
    if not _named(comments.decode("utf-8", "replace"), symbols):
        return ()
    found = [(symbol, token) for token in _comments(data) for symbol in _named(token.string, symbols)]
    if not found:
        return ()
    scopes = _scopes(data)
    return tuple(
        Disabling(symbol, _innermost(scopes, token.start[0]), token.start[0], _bytes(token, 0), _bytes(token, 1))
        for symbol, token in found
    )


def _named(text: str, symbols: dict[str, str]) -> list[str]:
    """The symbols of the rules that are named after the words of comments in a text."""
    return [symbol for match in _DISABLING.finditer(text) for symbol in rules_named(match["names"], symbols)]


def _comments(data: bytes) -> Iterator[tokenize.TokenInfo]:
    try:
        for token in tokenize.tokenize(io.BytesIO(data).readline):
            if token.type == tokenize.COMMENT:
                yield token
    except (SyntaxError, tokenize.TokenError, ValueError):
        # The parser speaks about broken files.
        return


def _bytes(token: tokenize.TokenInfo, end: int) -> int:
    """A token's column in bytes, as locations count it."""
    column = token.end[1] if end else token.start[1]
    return len(token.line[:column].encode("utf-8", "surrogatepass"))


def _scopes(data: bytes) -> list[tuple[int, int, str]]:
    """The lines of each class and function, with its qualified name; outer ones first."""
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return list(_scopes_in(tree, ""))


def _scopes_in(node: ast.AST, prefix: str) -> Iterator[tuple[int, int, str]]:
    for child in nodes_in(node):
        if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield first_line(child), child.end_lineno or child.lineno, prefix + child.name
            yield from _scopes_in(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.stmt):
            yield from _scopes_in(child, prefix)


def _innermost(scopes: list[tuple[int, int, str]], line: int) -> str:
    return max((scope for scope in scopes if scope[0] <= line <= scope[1]), default=(0, 0, ""))[2]
