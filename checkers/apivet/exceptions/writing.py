"""An exception, written out ready to be pasted into ``exceptions.toml``."""

from __future__ import annotations

import json


def entry_text(
    rule: str,
    object_: str,
    field: str | None,
    reason: str,
    approved_by: str,
    issue: str | None = None,
    expires: str | None = None,
) -> str:
    """The TOML of one entry; texts are escaped, the date is not quoted."""
    lines = ["[[exception]]", f"rule = {_text(rule)}", f"object = {_text(object_)}"]
    if field:
        lines.append(f"field = {_text(field)}")
    lines += [f"reason = {_text(reason)}", f"approved-by = {_text(approved_by)}"]
    if issue:
        lines.append(f"issue = {_text(issue)}")
    if expires:
        lines.append(f"expires = {expires}")
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    # JSON's escapes are TOML's, but for DEL, which JSON writes as it is, and for surrogate pairs, which are avoided
    # by leaving other characters as they are.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
