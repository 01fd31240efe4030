"""The formats by name, but for the document itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apivet.reports.formats.concise import concise
from apivet.reports.formats.github import github
from apivet.reports.formats.gitlab import gitlab
from apivet.reports.formats.html import html
from apivet.reports.formats.junit import junit
from apivet.reports.formats.markdown import markdown
from apivet.reports.formats.rdjson import rdjson
from apivet.reports.formats.sarif import sarif
from apivet.reports.formats.sheet import Sheet

#: Each makes a text that ends without a newline.
FORMATS: Final[dict[str, Callable[[Sheet], str]]] = {
    "concise": concise,
    "sarif": sarif,
    "github": github,
    "gitlab": gitlab,
    "junit": junit,
    "rdjson": rdjson,
    "markdown": markdown,
    "html": html,
}
