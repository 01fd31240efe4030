"""Workspaces over sources that are on no disk."""

from __future__ import annotations

import os
from collections.abc import Mapping

from apivet.program.front_end import DefaultScope, Scope
from apivet.python.discover.summaries import summarise
from apivet.python.files.choosing import derivations
from apivet.python.files.cross_file import patches, registers
from apivet.python.files.tree_facts import TreeFacts
from apivet.python.program import Workspace


def workspace_from_text(
    sources: Mapping[str, str], config: Scope | None = None, root: str = "/apivet-workspace"
) -> Workspace:
    """A workspace over these sources: ``{"pkg/module.py": "..."}``."""
    settings: Scope = config if config is not None else DefaultScope()
    summaries = [
        summarise(os.path.join(root, path), text.encode("utf-8", "surrogatepass"), settings)
        for path, text in sorted(sources.items())
    ]
    absolute = {os.path.join(root, path): text.encode("utf-8", "surrogatepass") for path, text in sources.items()}
    facts = TreeFacts.merge(
        summaries,
        registering=[path for path, data in absolute.items() if registers(data)],
        patching=[path for path, data in absolute.items() if patches(data)],
        heirs=sorted({(base.decode(), path) for path, data in absolute.items() for base, _ in derivations(data)}),
    )
    workspace = Workspace(settings, facts, root)
    for path, text in sources.items():
        workspace.override(path, text)
    return workspace
