"""Hook of mkdocs: the README, the rules and the pages for contributors are part of the guide, as they stand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
#: Pages at the root of the repository, besides the README.
_ROOT_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
_ABOVE = re.compile(r"\]\(\.\./")
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)")
_MATTER = re.compile(r"\A\+\+\+\n.*?\n\+\+\+\n", re.DOTALL)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that lie outside of docs/."""
    for name in ("README.md", *_ROOT_PAGES):
        text = (ROOT / name).read_text(encoding="utf-8")
        page = "index.md" if name == "README.md" else name
        files.append(File.generated(config, page, content=_LINK.sub(_led, text)))
    for page in sorted((ROOT / "rules").glob("*.md")):
        text = _MATTER.sub("", page.read_text(encoding="utf-8"))
        files.append(File.generated(config, f"rules/{page.name}", content=text))
    return files


def on_page_markdown(markdown: str, **context: Any) -> str:
    """Links of pages in docs/ to those above it: in the guide, all stand side by side."""
    return _ABOVE.sub("](", markdown) if not context["page"].file.src_uri.startswith("rules/") else markdown


def _led(link: re.Match[str]) -> str:
    """A link of a page at the root as it leads from the guide; the words alone where it leads to no page of that."""
    words, target = link.groups()
    path, _, anchor = target.removeprefix("docs/").partition("#")
    path = "rules/README.md" if path.rstrip("/") == "rules" else path
    if path not in _ROOT_PAGES and not path.startswith("rules/") and not (ROOT / "docs" / path).is_file():
        return words
    return f"[{words}]({path}{'#' if anchor else ''}{anchor})"
