"""The language server, asked by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from tests.samples.sources import api_types

from apivet.documents import parse_toml

TYPES = api_types("Kiln", "heat: int = 0", 'glow: str = ""')

HELPERS = """\
def keep(obj, old):
    obj.status = old.status
"""

STRATEGY = """\
from pottery.helpers import keep
from pottery.types import Kiln, KilnStatus


class KilnStrategy:
    def prepare_for_create(self, ctx, obj: Kiln) -> None:
        obj.status = KilnStatus()
        obj.metadata.generation = 1
        obj.spec.heat = max(obj.spec.heat, 1)

    def prepare_for_update(self, ctx, obj: Kiln, old: Kiln) -> None:
        keep(obj, old)
        obj.spec.heat = max(obj.spec.heat, 1)
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
"""
WIPE = "        obj.status = KilnStatus()\n"
RULE = "status-not-wiped-on-create"


class Editor:
    """A client with one workspace, which remembers all that it was shown."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.client = LanguageClient("editor", "1")
        self.shown: list[types.PublishDiagnosticsParams] = []
        self.messages: list[str] = []
        self.versions: dict[str, int] = {}

    async def start(self) -> None:
        client = self.client

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.shown.append(params)

        @client.feature(types.WINDOW_SHOW_MESSAGE)
        def show(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @client.feature(types.WINDOW_LOG_MESSAGE)
        def log(params: types.LogMessageParams) -> None:
            self.messages.append(params.message)

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params: types.RegistrationParams) -> None:
            pass

        await client.start_io(sys.executable, "-m", "apivet", "lsp", cwd=str(self.directory.parent))
        operations = [types.ResourceOperationKind.Create]
        workspace = types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True, resource_operations=operations),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
        )
        root = self.directory.as_uri()
        given = types.InitializeParams(types.ClientCapabilities(workspace=workspace), root_uri=root)
        await client.initialize_async(given)
        client.initialized(types.InitializedParams())

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    def uri(self, name: str) -> str:
        return (self.directory / name).as_uri()

    def open(self, name: str, text: str) -> None:
        self.versions[name] = 1
        item = types.TextDocumentItem(self.uri(name), "python", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, name: str, text: str) -> None:
        self.versions[name] += 1
        identifier = types.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name))
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))

    def close(self, name: str) -> None:
        identifier = types.TextDocumentIdentifier(self.uri(name))
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))

    async def until(self, told: Callable[[], bool], seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not told():
            assert time.monotonic() < end, (self.shown[-3:], self.messages)
            await asyncio.sleep(0.01)

    async def actions(self, name: str, found: types.Diagnostic) -> dict[str, Any]:
        """The actions that are offered for a diagnostic, by title."""
        identifier = types.TextDocumentIdentifier(self.uri(name))
        asked = types.CodeActionParams(identifier, found.range, types.CodeActionContext([found]))
        return {each.title: each for each in await self.client.text_document_code_action_async(asked) or ()}

    async def told(self, name: str, after: int = 0) -> list[types.Diagnostic]:
        """What is shown of a document's present version."""
        uri, version = self.uri(name), self.versions[name]

        def current() -> bool:
            return any(each.uri == uri and each.version == version for each in self.shown[after:])

        await self.until(current)
        return list(next(each for each in reversed(self.shown) if each.uri == uri).diagnostics)


@pytest.fixture(name="directory", scope="module")
def _directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("workspace")
    package = directory / "studio" / "pottery"
    package.mkdir(parents=True)
    for name, text in {"types": TYPES, "helpers": HELPERS, "strategy": STRATEGY, "__init__": ""}.items():
        (package / f"{name}.py").write_text(text)
    (package / "strategy.py").write_text("raise SystemExit('imported')\n" + STRATEGY)
    (directory / "studio" / "pyproject.toml").write_text("[tool.apivet]\n")
    return directory


FILE = "studio/pottery/strategy.py"
HELPER = "studio/pottery/helpers.py"


def in_an_editor(directory: Path, session: Callable[[Editor], Awaitable[None]]) -> None:
    async def run() -> None:
        editor = Editor(directory)
        await editor.start()
        try:
            await session(editor)
        finally:
            await editor.stop()

    asyncio.run(run())


def contents(directory: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file()}


def range_of(text: str, part: str) -> types.Range:
    before, _, _ = text.partition(part)
    line, column = before.count("\n"), len((before.rpartition("\n")[2]).encode("utf-16-le")) // 2
    end = column + len(part.encode("utf-16-le")) // 2
    return types.Range(types.Position(line, column), types.Position(line, end))


async def check_diagnostics(editor: Editor) -> None:
    editor.open(FILE, STRATEGY)
    assert await editor.told(FILE) == []
    broken = STRATEGY.replace(WIPE, "")
    editor.type(FILE, broken)
    (found,) = await editor.told(FILE)
    assert (found.source, found.code, found.severity) == ("apivet", RULE, types.DiagnosticSeverity.Error)
    assert found.range == range_of(broken, "prepare_for_create")
    assert found.code_description is not None
    assert found.code_description.href.endswith(RULE)
    # A place counts in UTF-16, and a witness is related information.
    kept = "        keep(obj, old)\n"
    late = STRATEGY.replace(kept, f"{kept}        if '𝄞' in obj.metadata.name: obj.status = KilnStatus(glow='x')\n")
    editor.type(FILE, late)
    (found,) = await editor.told(FILE)
    assert found.code == "status-not-kept-on-update"
    assert found.range.start == range_of(late, "obj.status = KilnStatus(glow").start
    assert found.range.end.character == found.range.start.character + len("obj.status")
    assert found.related_information
    assert {each.location.uri for each in found.related_information} == {editor.uri(FILE), editor.uri(HELPER)}


async def check_staleness(editor: Editor) -> None:
    """Of what has been typed over meanwhile, nothing is told."""
    already = len(editor.shown)
    for number in range(12):
        editor.type(FILE, STRATEGY.replace(WIPE, "" if number % 2 == 0 else WIPE) + f"# {number}\n")
    assert await editor.told(FILE, already) == []
    for each in editor.shown[already:]:
        if each.uri == editor.uri(FILE) and each.version is not None:
            assert [found.code for found in each.diagnostics] == ([] if each.version % 2 else [RULE]), each.version
    editor.type(FILE, STRATEGY.replace("class KilnStrategy:", "class KilnStrategy"))
    (found,) = await editor.told(FILE)
    assert (found.code, found.range.start.line) == ("not-judged", 4)


async def check_other_files(editor: Editor) -> None:
    """An unsaved helper counts for its callers, and so do files that change on disk."""
    editor.type(FILE, STRATEGY)
    assert await editor.told(FILE) == []
    editor.open(HELPER, HELPERS)
    already = len(editor.shown)
    editor.type(HELPER, HELPERS.replace("obj.status = old.status", "pass"))
    found = await editor.told(FILE, already)
    assert [each.code for each in found] == ["status-not-kept-on-update"]
    already = len(editor.shown)
    editor.close(HELPER)
    assert await editor.told(FILE, already) == []
    settings = editor.directory / "studio" / "pyproject.toml"
    before = settings.read_text()
    already = len(editor.shown)
    settings.write_text('[tool.apivet.vocabulary]\nstatus = "spec"\nspec = "status"\n')
    changed = types.FileEvent(settings.as_uri(), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
    assert await editor.told(FILE, already) != []
    already = len(editor.shown)
    settings.write_text(before)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
    assert await editor.told(FILE, already) == []


async def check_problems(editor: Editor) -> None:
    """Exceptions that can't be read suppress nothing, and that is said: once."""
    exceptions = editor.directory / "studio" / "exceptions" / "exceptions.toml"
    exceptions.parent.mkdir()
    changed = types.FileEvent(exceptions.as_uri(), types.FileChangeType.Changed)
    for text in ("version = [\n", "version = 1\n", "version = [\n"):
        already = len(editor.shown)
        exceptions.write_text(text)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
        await editor.told(FILE, already)
        editor.type(FILE, STRATEGY.replace(WIPE, ""))
        (found,) = await editor.told(FILE)
        verbs = {title.partition(" ")[0] for title in await editor.actions(FILE, found)}
        assert verbs == ({"Mend", "Ask", "Show"} if "1" in text else {"Mend", "Show"})
    assert ["exceptions.toml:2: not valid TOML" in each for each in editor.messages] == [True, True]
    shutil.rmtree(exceptions.parent)
    editor.messages.clear()


def applied(text: str, edits: list[Any]) -> str:
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda each: each.range.start, reverse=True):
        start, end = edit.range.start, edit.range.end
        lines += [""] * (end.line + 1 - len(lines))
        first = lines[start.line].encode("utf-16-le")[: start.character * 2].decode("utf-16-le")
        last = lines[end.line].encode("utf-16-le")[end.character * 2 :].decode("utf-16-le")
        lines[start.line : end.line + 1] = [first + edit.new_text + last]
    return "".join(lines)


async def check_help(editor: Editor) -> None:
    broken = STRATEGY.replace(WIPE, "")
    editor.type(FILE, broken)
    (found,) = await editor.told(FILE)
    identifier = types.TextDocumentIdentifier(editor.uri(FILE))
    hover = await editor.client.text_document_hover_async(types.HoverParams(identifier, found.range.start))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "## How to fix" in hover.contents.value
    assert hover.contents.value.startswith("# ")
    actions = await editor.actions(FILE, found)
    mend, grant, trace = (
        next(each for title, each in actions.items() if title.startswith(verb)) for verb in ("Mend", "Ask", "Show")
    )
    # Mended: the edit is for the version that is open.
    (change,) = mend.edit.document_changes
    assert (change.text_document.uri, change.text_document.version) == (editor.uri(FILE), editor.versions[FILE])
    editor.type(FILE, applied(broken, change.edits))
    assert RULE not in [each.code for each in await editor.told(FILE)]
    # Asked for: an entry that an approver can fill in.
    created, change = grant.edit.document_changes
    assert created.uri == change.text_document.uri == (editor.directory / "studio/exceptions/exceptions.toml").as_uri()
    (entry,) = parse_toml(applied("", change.edits).encode())["exception"]
    assert (entry["rule"], entry["object"], entry["field"]) == (RULE, "pottery.strategy.KilnStrategy", "status")
    # Shown.
    command = types.ExecuteCommandParams(trace.command, arguments=trace.arguments)
    account = await editor.client.workspace_execute_command_async(command)
    assert "pottery.strategy.KilnStrategy" in account
    assert "Step by step" in account


def test_a_session_from_opening_to_mending(directory: Path) -> None:
    """One session for all: to start a server takes longer than to ask it."""
    before = contents(directory)

    async def session(editor: Editor) -> None:
        await check_diagnostics(editor)
        await check_staleness(editor)
        await check_other_files(editor)
        await check_problems(editor)
        await check_help(editor)
        assert editor.messages[1:] == [], editor.messages

    in_an_editor(directory, session)
    assert contents(directory) == before


@pytest.mark.parametrize("last", ["exit", None])
def test_the_server_ends_without_a_word(last: str | None) -> None:
    asked = [{"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}]
    asked += [{"id": 2, "method": "shutdown"}, {"method": last}] if last else []
    texts = [json.dumps({"jsonrpc": "2.0", **each}) for each in asked]
    sent = "".join(f"Content-Length: {len(text)}\r\n\r\n{text}" for text in texts)
    command = [sys.executable, "-m", "apivet", "lsp"]
    done = subprocess.run(command, input=sent.encode(), capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"Content-Length: ")
