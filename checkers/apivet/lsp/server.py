"""The language server. One thread reads and answers; another one judges, what was typed last before all else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from apivet import __version__
from apivet.check.buffers import OpenProject
from apivet.config import ConfigError
from apivet.lsp.actions import TRACE, Abilities, Actions, trace
from apivet.lsp.session import Document, Session, Told
from apivet.lsp.translation import Translator, at, page
from apivet.program.files import with_one_slash
from apivet.reports.text import problem_line
from apivet.verdicts import Problem

_Value = TypeVar("_Value")

#: Files besides open ones that findings rest on.
_WATCHED: Final = (
    "**/*.{py,pyi,go}",
    "**/{pyproject,apivet,exceptions}.toml",
    "**/OWNERS",
    "**/apivet.lock",
    "**/go.mod",
)
#: Room for hooks that are nested deeply.
_STACK: Final = 64 * 1024 * 1024


class ApivetServer(LanguageServer):
    """The server of one client."""

    def __init__(self) -> None:
        super().__init__("apivet", __version__, types.TextDocumentSyncKind.Incremental)
        self._judging = ThreadPoolExecutor(1, "judging")
        threading.stack_size(_STACK)
        self._judging.submit(int).result()  # makes the thread
        threading.stack_size(0)
        self._session: Session | None = None
        self._latest: dict[str, Document] = {}
        self._shown: dict[str, list[types.Diagnostic]] = {}
        #: Problems with what findings are held against, as the client was told of them.
        self._warned: dict[str, list[Problem]] = {}
        self._events = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    # ----------------------------------------------------------------------------------- in the thread that answers

    def start(self, root: str | None) -> None:
        """Begin a session below a directory."""
        self._session = Session(Path(root) if root else Path.cwd())
        self._loop = asyncio.get_running_loop()

    @property
    def codec(self) -> PositionCodec:
        return self.workspace.position_codec

    def typed(self, uri: str) -> None:
        """Take in a document as it is now."""
        document = self.workspace.get_text_document(uri)
        path = _path_of(uri)
        if path is not None:
            now = self._latest[uri] = Document(uri, path, document.version, document.source)
            self._happened(lambda session: session.open(now), now)

    def closed(self, uri: str) -> None:
        """Let go of a document."""
        self._latest.pop(uri, None)
        self._shown.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
        self._happened(lambda session: session.close(uri))

    def touched(self, paths: Iterable[str | None]) -> None:
        """Take note of changes on disk."""
        known = [path for path in paths if path is not None]
        self._happened(lambda session: session.touched(known))

    def shown_at(self, uri: str, place: types.Range) -> list[types.Diagnostic]:
        """The diagnostics that the client shows at a place."""
        return at(self._shown.get(uri, ()), place)

    async def asked(self, answer: Callable[[Session], _Value]) -> _Value:
        """An answer that takes judging."""
        session = self._session
        assert session is not None
        return await asyncio.wrap_future(self._judging.submit(lambda: answer(session)))

    def end(self) -> None:
        """Judge nothing any more."""
        self._events += 1
        self._judging.shutdown(wait=False, cancel_futures=True)

    def _happened(self, take_in: Callable[[Session], object], first: Document | None = None) -> None:
        self._events += 1
        event = self._events
        self._judging.submit(self._judge_all, take_in, first, event)

    def _publish(self, told: Told, diagnostics: list[types.Diagnostic]) -> None:
        """Show what was found, unless the document has changed since."""
        document = told.document
        if self._latest.get(document.uri) is document:
            self._shown[document.uri] = diagnostics
            given = types.PublishDiagnosticsParams(document.uri, diagnostics, document.version)
            self.text_document_publish_diagnostics(given)

    # ----------------------------------------------------------------------------------- in the thread that judges

    def _judge_all(self, take_in: Callable[[Session], object], first: Document | None, event: int) -> None:
        """Judge each document that an event may matter for, as long as nothing else happens."""
        session, loop = self._session, self._loop
        if session is None or loop is None:
            return
        try:
            take_in(session)
            others = (document for document in session.documents.values() if document is not first)
            for document in (*((first,) if first is not None else ()), *others):
                if self._events != event:
                    return
                told = session.judge(document, lambda: self._events != event)
                if told is not None:
                    self._warn(told.project)
                    diagnostics = Translator(told, self.codec).diagnostics()
                    loop.call_soon_threadsafe(self._publish, told, diagnostics)
        except Exception as error:
            message = f"apivet: {type(error).__name__}: {error}"
            loop.call_soon_threadsafe(self.window_log_message, types.LogMessageParams(types.MessageType.Error, message))

    def _warn(self, project: OpenProject | None) -> None:
        """Tell of exceptions, owners and lock files that can't be read, once until that changes."""
        if project is None or self._loop is None:
            return
        now, root = project.problems(), project.config.root
        if now != self._warned.get(root, []):
            self._warned[root] = now
            for problem in now:
                given = types.ShowMessageParams(types.MessageType.Warning, f"apivet: {problem_line(problem)}")
                self._loop.call_soon_threadsafe(self.window_show_message, given)


def _path_of(uri: str) -> str | None:
    """The path of a document, where it lies in a file."""
    path = uris.to_fs_path(uri)
    return with_one_slash(path) if path is not None else None


def make_server() -> ApivetServer:
    """A server with all that it can do."""
    server = ApivetServer()
    _add_events(server)
    _add_requests(server)
    return server


def _add_events(server: ApivetServer) -> None:
    """Take in all that a client tells."""

    @server.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        server.start(server.workspace.root_path)
        workspace = server.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is not None and watching.dynamic_registration:
            watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            wanted = types.RegistrationParams([types.Registration("apivet-files", method, options)])
            await server.client_register_capability_async(wanted)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.typed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.typed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.touched([_path_of(params.text_document.uri)])

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(params: types.DidChangeWatchedFilesParams) -> None:
        server.touched(_path_of(change.uri) for change in params.changes)


def _add_requests(server: ApivetServer) -> None:
    """Answer all that a client asks."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        here = server.shown_at(uri, types.Range(params.position, params.position))
        if not here:
            return None
        known = await server.asked(lambda session: session.rules(uri))
        pages = dict.fromkeys(page(rule) for each in here if (rule := known.find(str(each.code))) is not None)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(pages))) if pages else None

    kinds = [types.CodeActionKind.QuickFix]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(kinds))
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction | types.Command]:
        uri, place = params.text_document.uri, params.range
        if not server.shown_at(uri, place):
            return []
        abilities = Abilities.of(server.client_capabilities)

        def found(session: Session) -> list[types.CodeAction | types.Command]:
            document = session.documents.get(uri)
            try:
                told = session.last(document) if document is not None else None
            except ConfigError:
                told = None
            return list(Actions(session, told, server.codec, abilities).at(place)) if told is not None else []

        actions = await server.asked(found)
        only = params.context.only
        return [each for each in actions if only is None or getattr(each, "kind", None) in only]

    @server.command(TRACE)
    async def show_trace(uri: str, name: str) -> str:
        def told(session: Session) -> str:
            document = session.documents.get(uri)
            return trace(session, document, [name]) if document is not None else f"{uri} is not open"

        text = await server.asked(told)
        server.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))
        return text

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.end()
