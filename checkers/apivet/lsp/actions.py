"""Actions on a finding: mend it, ask for an exception, look at the trace."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from lsprotocol import types
from msgspec import Struct
from pygls import uris
from pygls.workspace import PositionCodec

from apivet.check.tracing import NotTracedError, trace_of
from apivet.exceptions.writing import entry_text, with_entries
from apivet.fixes.offering import Offer, edits_for
from apivet.lsp.session import Document, Session, Told
from apivet.lsp.translation import Text, Translator
from apivet.program.files import bytes_at
from apivet.reports.trace import trace_text
from apivet.verdicts import Edit, Finding, Verdict

TRACE: Final = "apivet.showTrace"
#: Reason of a new exception, for its author to fill in.
_REASON: Final = "TODO: why does this have to stay as it is?"


class Abilities(Struct, frozen=True):
    """Abilities of a client: versions of documents in an edit, and files that one makes."""

    versions: bool
    new_files: bool

    @classmethod
    def of(cls, capabilities: types.ClientCapabilities) -> Abilities:
        workspace = capabilities.workspace
        edit = workspace.workspace_edit if workspace is not None else None
        has_versions = edit is not None and bool(edit.document_changes)
        operations = (edit.resource_operations or ()) if edit is not None else ()
        return cls(has_versions, has_versions and types.ResourceOperationKind.Create in operations)


class Actions:
    """The actions for findings of one document."""

    def __init__(self, session: Session, told: Told, codec: PositionCodec, abilities: Abilities) -> None:
        self._session = session
        self._told = told
        self._codec = codec
        self._abilities = abilities
        self._translator = Translator(told, codec)
        self._open = {document.path: document for document in session.documents.values()}

    def at(self, place: types.Range) -> Iterator[types.CodeAction | types.Command]:
        """The actions for the findings at a place, the fixes first."""
        here = [each for each in self._told.findings if each.suppressed_by is None and self._is_at(each, place)]
        makers: Sequence[Callable[[Finding], types.CodeAction | types.Command | None]]
        makers = (self._fix, self._exception, self._trace)
        seen = set[str]()
        for action in (make(finding) for make in makers for finding in here):
            # Of several findings about one strategy, its trace is offered once.
            if action is not None and not (isinstance(action, types.Command) and action.title in seen):
                seen.add(action.title)
                yield action

    def _is_at(self, finding: Finding, place: types.Range) -> bool:
        own = self._translator.place(finding)
        return own.start <= place.end and place.start <= own.end

    # ------------------------------------------------------------------------------------------------------- fixes

    def _fix(self, finding: Finding) -> types.CodeAction | None:
        project = self._told.project
        if project is None:
            return None
        offer: Offer | None = None
        for whole in (False, True):
            with project.alone(self._told.document.path, finding, whole=whole) as (bench, text_of, holds):
                offer = edits_for(finding, self._told.document.path, bench, text_of)
            if offer is None or all(holds(edit.path, edit.start[0], edit.end[0]) for edit in offer.edits):
                break
        if offer is None:
            return None
        edits: dict[str, list[types.TextEdit]] = {}
        for edit in offer.edits:
            path = self._translator.absolute(edit.path)
            edits.setdefault(path, []).append(types.TextEdit(self._range(path, edit), edit.text))
        safety = "" if offer.safe else " (may change what is stored or accepted)"
        return types.CodeAction(
            f"Mend {finding.rule}{safety}",
            types.CodeActionKind.QuickFix,
            [self._translator.diagnostic(finding)],
            is_preferred=offer.safe,
            edit=self._workspace_edit(edits),
        )

    def _range(self, path: str, edit: Edit) -> types.Range:
        text = self._translator.text(path)
        return types.Range(text.of_characters(*edit.start), text.of_characters(*edit.end))

    # -------------------------------------------------------------------------------------------------- exceptions

    def _exception(self, finding: Finding) -> types.CodeAction | None:
        project = self._told.project
        if project is None or finding.verdict is not Verdict.VIOLATED:
            return None
        path = project.config.exceptions_path
        document = self._open.get(path)
        data = document.text.encode("utf-8", "surrogatepass") if document is not None else bytes_at(path)
        if data is None and not self._abilities.new_files:
            return None
        before = (data or b"").decode("utf-8-sig", "replace")
        try:
            after = with_entries(before, [entry_text(finding.rule, finding.object, finding.field, _REASON, "")])
        except ValueError:  # it is being written, or no TOML at all: nothing can be added to that
            return None
        text = Text(before.encode(), self._codec)
        end = text.position(len(text.lines), len(text.lines[-1]))
        if after.startswith(before):
            edit = types.TextEdit(types.Range(end, end), after[len(before) :])
        else:
            edit = types.TextEdit(types.Range(types.Position(0, 0), end), after)
        return types.CodeAction(
            f"Ask for an exception from {finding.rule}",
            types.CodeActionKind.QuickFix,
            [self._translator.diagnostic(finding)],
            edit=self._workspace_edit({path: [edit]}, new=data is None),
        )

    def _workspace_edit(self, edits: dict[str, list[types.TextEdit]], *, new: bool = False) -> types.WorkspaceEdit:
        if not self._abilities.versions:
            return types.WorkspaceEdit({self._uri(path): found for path, found in edits.items()})
        changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
        for path, found in edits.items():
            if new:
                changes.append(types.CreateFile(self._uri(path)))
            document = self._open.get(path)
            version = document.version if document is not None else None
            place = types.OptionalVersionedTextDocumentIdentifier(self._uri(path), version)
            changes.append(types.TextDocumentEdit(place, list(found)))
        return types.WorkspaceEdit(document_changes=changes)

    def _uri(self, path: str) -> str:
        document = self._open.get(path)
        return document.uri if document is not None else uris.from_fs_path(path) or path

    # ------------------------------------------------------------------------------------------------------- traces

    def _trace(self, finding: Finding) -> types.Command:
        name = finding.object.rpartition(".")[2]
        return types.Command(f"Show what is seen of {name}", TRACE, arguments=[self._told.document.uri, name])


def trace(session: Session, document: Document, names: Sequence[str]) -> str:
    """The account of a strategy's hooks, as the document is now."""
    project = session.project_of(document.path)
    if project is None:
        return f"{os.path.basename(document.path)} is of no language that is judged"
    try:
        return trace_text(trace_of(project.bench(document.path).program, document.path, names, project.config))
    except NotTracedError as error:
        return str(error)
