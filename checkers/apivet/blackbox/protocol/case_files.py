"""Files in which failing cases are kept."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Sequence

from apivet.blackbox.limits import FILE_NAME
from apivet.blackbox.protocol.quoting import text_of

_PATH = "sys.path[:0] = "


def importable(case: str, roots: Sequence[str], folder: str) -> str:
    """The script with what it takes to run it by itself, in the working directory, where it lies in this folder: Python
    looks for the project in the folder alone."""
    wanted = [os.path.realpath(root) for root in roots if os.path.realpath(root) != os.path.realpath(folder)]
    if not case or not wanted or _PATH in case:
        return case
    relative = [os.path.relpath(root).replace(os.sep, "/") for root in wanted]
    places = [root if place.startswith("..") else place for root, place in zip(wanted, relative)]
    spelled = ", ".join(map(text_of, places))
    lines = case.splitlines(keepends=True)
    after = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    lines.insert(after, f"import sys\n\n{_PATH}[{spelled}]  # seen from the working directory\n\n")
    return "".join(lines)


def file_name(rule: str, object_: str, field: str | None, fingerprint: str) -> str:
    """The file name of a kept case: its rule, its object, the field where there is one, and the beginning of its
    finding's fingerprint, which tells those apart whose names a file system takes for the same or has to cut."""
    parts = [rule, object_] + ([field] if field else [])
    readable = "--".join(re.sub(r"[^A-Za-z0-9_.-]+", "_", part).strip("_") for part in parts)
    return f"{readable[:FILE_NAME]}--{fingerprint[:8]}.py"


def subject_of(source: bytes) -> tuple[str, str, str] | None:
    """The strategy, the rule and the hook that a script names, read without running it; ``None`` where its case is
    about something else than a strategy. Raises ``ValueError`` where it holds none."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        raise ValueError(f"is no Python: {error}") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            # The outermost call that names either: the objects that the case is made of may have such fields, too.
            texts = {
                argument.arg: argument.value.value
                for argument in node.keywords
                if isinstance(argument.value, ast.Constant) and isinstance(argument.value.value, str)
            }
            if "strategy" in texts or {"rule", "object"} <= set(texts):
                strategy = texts.get("strategy")
                return None if strategy is None else (strategy, texts.get("rule", ""), texts.get("hook", ""))
    raise ValueError("holds no case: nothing in it names a rule and what breaks it")
