"""Messages between a worker and the process that watches it.

Assignments go down as pickles of our own making. What comes up is text: by then the project's code has run in the
worker, and nothing that it may have written is ever executed here.
"""

from __future__ import annotations

import json
import pickle
import struct
from typing import Any, BinaryIO, Final, Union

from msgspec import Struct, field

from apivet.blackbox.protocol.models import Assignment, TypesAssignment
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.protocol.scratch import ProjectFiles
from apivet.records import decode, encode

#: Whether the worker itself is meant, and not the project's code; and how long the message is.
_HEAD = struct.Struct("!?Q")
#: As it is now, whatever the project's code makes of the module.
_text_of: Final = json.JSONEncoder().encode
#: The exit status of a worker that can't say what it saw.
UNREPORTED: Final = 94


class StoredDocument(Struct, frozen=True):
    """A serialized object: the name of its file, its type, and the bytes as Base64.

    Of what was recorded under that name, ``refusal`` says why it is not read any more, and ``differing`` what it is
    read as, in the words of a sentence, by the fields that hold another value then; gated ones are left out. ``gated``
    are the fields of the wire that gated fields are written to. ``is_explained`` where gated fields are all that the
    bytes differ in; ``None`` where nobody can tell."""

    name: str
    type: str
    data: str
    refusal: str = ""
    differing: tuple[tuple[str, str], ...] = ()
    gated: tuple[str, ...] = ()
    is_explained: bool | None = False


class Examined(Struct, frozen=True):
    """The result for one strategy. ``reason`` says why nothing could be tried; ``notes`` are side effects of its code
    (it forked, it changed the environment); ``runs`` counts calls of hooks. What ``broke`` fails every run: it came to
    no end, ended its process, or is something else than the project was asked for; so does a bug of this package.
    ``failures`` say why not all of a storage could be checked; ``documents`` are of a proof that nothing changes.
    ``case`` is the call of a hook that came to no good end, as runnable Python."""

    observations: tuple[Observation, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    runs: int = 0
    broke: bool = False
    is_bug: bool = False
    failures: tuple[str, ...] = ()
    documents: tuple[StoredDocument, ...] = ()
    case: str = ""


class RunLimits(Struct, frozen=True):
    """Limits of a strategy: seconds for all that is tried on it, and bytes of memory."""

    seconds: float = 60.0
    memory: int = 1 << 30


class RunSetting(Struct, frozen=True):
    """The setting that all strategies of a run share. ``forks`` says that a worker does each piece of work in a copy of
    itself, and not just one. Where there is a ``tree``, hooks get a copy of it below the directory ``scratch``."""

    limits: RunLimits = field(default_factory=RunLimits)
    roots: tuple[str, ...] = ()
    gate_functions: tuple[str, ...] = ()
    factories: str = ""
    seed: int = 0
    forks: bool = True
    tree: ProjectFiles | None = None
    scratch: str = ""


class Imports(Struct, frozen=True):
    """The modules that a worker imports once for all work that follows, each by its name and with the absolute path of
    its file, where that is known; and whether the work is about gates."""

    modules: tuple[tuple[str, str], ...] = ()
    has_gates: bool = False


class Replay(Struct, frozen=True):
    """A saved case to run again: the strategy that it is about, where it is about one, and the script."""

    assignment: Assignment | None
    path: str


class Retrace(Struct, frozen=True):
    """A strategy that came to no good end in one of its calls, counted from 1: the calls before are made again, to see
    what that one was given."""

    assignment: Assignment
    call: int


#: Work for a worker.
Work = Union[Assignment, TypesAssignment, Replay, Retrace]


def send(stream: BinaryIO, value: RunSetting | Imports | Work) -> None:
    """One message to a worker."""
    send_packed(stream, isinstance(value, (RunSetting, Imports)), pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


def send_packed(stream: BinaryIO, is_order: bool, data: bytes) -> None:
    """One message whose content is packed already."""
    stream.write(_HEAD.pack(is_order, len(data)) + data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """The next message of the process that started this worker, work still packed; ``None`` at the end."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    is_order, length = _HEAD.unpack(head)
    data = stream.read(length)
    return pickle.loads(data) if is_order else data


def unpacked(data: bytes) -> Any:
    """The work that a message holds."""
    return pickle.loads(data)


def line_of(kind: str, value: object) -> bytes:
    """One message of a worker. It begins a line, whatever somebody else may have written before."""
    return b"\n" + _text_of([kind, encode(value)]).encode() + b"\n"


def read_line(line: bytes) -> tuple[str, Any]:
    """A worker's message: ``examined``, or another kind with a plain value. Raises ``ValueError``."""
    kind, value = json.loads(line)
    return (kind, decode(Examined, value)) if kind == "examined" else (str(kind), value)
