"""The time from a keystroke to diagnostics, seen by a client of ``apivet lsp`` over standard input and output.

The file has 1,000 lines and 45 strategies; what is typed goes into hooks all over it, a line first and then its text,
character by character. In the same run, and as often, the file is parsed and the changed strategy is judged alone.
"""

from __future__ import annotations

import ast
import asyncio
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from apivet.check.buffers import OpenProject
from apivet.config import load_config
from apivet.front_ends import trees
from measure import BenchmarkError

STRATEGIES = 45
LINES = 1_000
#: Milliseconds that the median and the slowest twentieth may take, and how many times parsing that is.
MEDIAN, SLOWEST, TIMES = 100, 250, 5
_TYPED = "obj.spec.note = 'a'"

_TYPES = """\
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0
"""
_TYPE = """

@dataclass
class {kind}Spec:
    size: int = 0
    note: str = ""


@dataclass
class {kind}Status:
    phase: str = ""
    load: int = 0


@dataclass
class {kind}:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: {kind}Spec = field(default_factory={kind}Spec)
    status: {kind}Status = field(default_factory={kind}Status)
"""
_HELPERS = """\
def keep_labels(metadata, existing):
    metadata.labels = existing.labels
"""
_HEAD = """\
from server.helpers import keep_labels
from server.types import {kinds}


def settle(obj):
    if not obj.spec.note:
        obj.spec.note = "none"
"""
_STRATEGY = """

class {kind}Strategy:
    def prepare_for_create(self, ctx, obj: {kind}) -> None:
        obj.status = type(obj.status)()
        obj.metadata.generation = 1
        settle(obj)
        for label in obj.metadata.labels:
            if not label:
                raise ValueError("a label without a name")

    def prepare_for_update(self, ctx, obj: {kind}, old: {kind}) -> None:
        obj.status = old.status
        obj.metadata.generation = old.metadata.generation
        settle(obj)
        if obj.spec.size < old.spec.size:
            raise ValueError("it does not shrink")
        if not obj.metadata.labels:
            keep_labels(obj.metadata, old.metadata)
        if obj.spec != old.spec:
            obj.metadata.generation += 1
"""


@dataclass(frozen=True)
class Keystrokes:
    """Milliseconds: of each keystroke to its diagnostics, and the medians of parsing and judging."""

    latencies: Sequence[float]
    parsing: float
    judging: float

    @property
    def median(self) -> float:
        return statistics.median(self.latencies)

    @property
    def slowest(self) -> float:
        """The 95th percentile."""
        return statistics.quantiles(self.latencies, n=20)[-1]

    @property
    def aim(self) -> float:
        return TIMES * self.parsing + self.judging

    def excesses(self) -> list[str]:
        """Limits that were exceeded, each in a sentence."""
        limits = ((self.median, MEDIAN, "median"), (self.slowest, SLOWEST, "95th percentile"))
        found = [f"the {name} is {taken:.0f} ms, {most} at most" for taken, most, name in limits if taken > most]
        if self.median > self.aim:
            found.append(
                f"the median is {self.median:.0f} ms, parsing {TIMES} times and judging take {self.aim:.0f} ms"
            )
        return found


def write(directory: Path) -> str:
    """Write the server, and give the text of its strategies."""
    kinds = [f"Shelf{number}" for number in range(STRATEGIES)]
    package = directory / "server"
    package.mkdir(parents=True)
    text = _HEAD.format(kinds=", ".join(kinds)) + "".join(_STRATEGY.format(kind=kind) for kind in kinds)
    text += "\n" * max(0, LINES - text.count("\n"))
    files = {"types": _TYPES + "".join(_TYPE.format(kind=kind) for kind in kinds), "helpers": _HELPERS}
    for name, source in {**files, "strategies": text, "__init__": ""}.items():
        (package / f"{name}.py").write_text(source)
    (directory / "pyproject.toml").write_text("[tool.apivet]\n")
    return text


def typed_texts(text: str, places: int) -> list[str]:
    """The file after each keystroke. Half-written lines are there as they are: some of them can't be parsed."""
    lines = text.split("\n")
    hooks = [number for number, line in enumerate(lines) if line.strip() == "settle(obj)"]
    found = []
    for place in range(places):
        line = hooks[place * 7 % len(hooks)] + 1
        lines.insert(line, "")
        found.append("\n".join(lines))
        for end in range(1, len(_TYPED) + 1):
            lines[line] = f"        {_TYPED[:end]}"
            found.append("\n".join(lines))
        hooks = [number + (number >= line) for number in hooks]
    return found


def measure(directory: Path, command: str, places: int) -> Keystrokes:
    """Type at so many places, one keystroke after the other."""
    text = write(directory)
    texts = typed_texts(text, places)
    latencies = asyncio.run(_session(directory, command, text, texts))
    return Keystrokes(latencies, *_in_process(directory, text, texts))


async def _session(directory: Path, command: str, text: str, texts: Sequence[str]) -> list[float]:
    client = LanguageClient("keystrokes", "1")
    seen: asyncio.Queue[int | None] = asyncio.Queue()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: types.PublishDiagnosticsParams) -> None:
        seen.put_nowait(params.version)

    async def shown(version: int) -> None:
        while await asyncio.wait_for(seen.get(), 60) != version:
            pass

    await client.start_io(command, "lsp", cwd=str(directory))
    await client.initialize_async(types.InitializeParams(types.ClientCapabilities(), root_uri=directory.as_uri()))
    client.initialized(types.InitializedParams())
    uri = (directory / "server" / "strategies.py").as_uri()
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "python", 0, text)))
    taken = []
    try:
        await shown(0)
        for version, after in enumerate(texts, start=1):
            identifier = types.VersionedTextDocumentIdentifier(version, uri)
            change = types.TextDocumentContentChangeWholeDocument(after)
            started = time.perf_counter()
            client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
            await shown(version)
            taken.append((time.perf_counter() - started) * 1000)
        await client.shutdown_async(None)
        client.exit(None)
    except (asyncio.TimeoutError, TimeoutError):
        raise BenchmarkError("apivet lsp: no diagnostics within a minute") from None
    finally:
        await client.stop()
    return taken


def _in_process(directory: Path, text: str, texts: Sequence[str]) -> tuple[float, float]:
    """The milliseconds that parsing the file takes, and judging one strategy of it in a file of its own."""
    parsing = []
    for after in texts[:: max(1, len(texts) // 20)]:
        started = time.perf_counter()
        try:
            ast.parse(after)
        except SyntaxError:
            continue
        parsing.append((time.perf_counter() - started) * 1000)
    config = load_config(directory)
    alone = _HEAD.format(kinds="Shelf0") + _STRATEGY.format(kind="Shelf0")
    path = str(directory / "server" / "alone.py")
    project = OpenProject(config, trees(config, str(directory))[0])
    judging = []
    for number in range(20):
        project.hold(path, alone.replace("not shrink", f"not shrink by {number}").encode())
        started = time.perf_counter()
        project.findings(path)
        judging.append((time.perf_counter() - started) * 1000)
    return statistics.median(parsing), statistics.median(judging)
