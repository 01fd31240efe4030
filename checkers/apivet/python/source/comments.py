"""Comments of a file, and the tags that stand in them."""

from __future__ import annotations

import io
import re
import sys
import tokenize

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


TAG = re.compile(r"^#+\s*\+(?:k8s:)?featureGate=(.*)$")
#: ``# +union`` above a class, ``# +k8s:unionMember`` or ``# +unionDiscriminator`` at one of its fields.
UNION_TAG = re.compile(r"^#+\s*\+(?:k8s:)?union(?:Member|Discriminator)?\b")
