"""What a worker and the process that watches it say to each other.

Assignments go down as pickles of our own making. What comes up is text: by then the project's code has run in the
worker, and nothing that it may have written is ever executed here.
"""

from __future__ import annotations

import json
import pickle
import struct
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, Union

from apivet.blackbox.models import Assignment, TypesAssignment
from apivet.blackbox.observations import Observation
from apivet.records import decode, encode

_LENGTH = struct.Struct("!Q")
#: As it is now, whatever the project's code makes of the module.
_text_of: Final = json.JSONEncoder().encode
#: The exit status of a worker that can't say what it saw.
UNHEARD: Final = 94


@dataclass(frozen=True, slots=True)
class Document:
    """A serialized object: the name of its file, the bytes as Base64, and what is wrong with what was recorded under
    that name."""

    name: str
    data: str
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class Examined:
    """What came of one strategy. ``reason`` says why nothing could be tried; ``notes`` are what its code did besides
    (it forked, it changed the environment); ``runs`` counts calls of hooks. ``failures`` are of a storage,
    ``documents`` of a proof that nothing changes."""

    observations: tuple[Observation, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    runs: int = 0
    tainted: bool = False
    failures: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """What a strategy may use: seconds for all that is tried on it, and bytes of memory."""

    seconds: float = 60.0
    memory: int = 4 << 30


@dataclass(frozen=True, slots=True)
class Setting:
    """What all strategies of a run have in common."""

    limits: Limits = field(default_factory=Limits)
    roots: tuple[str, ...] = ()
    gate_functions: tuple[str, ...] = ()
    factories: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """A saved case to run again: the strategy that it is about, where it is about one, and the script."""

    assignment: Assignment | None
    path: str


#: What a worker can be given to do.
Work = Union[Assignment, TypesAssignment, Replay]


def send(stream: BinaryIO, value: Setting | Work) -> None:
    """One message to a worker."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """The next message of the process that started this worker; ``None`` at the end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    return pickle.loads(stream.read(_LENGTH.unpack(head)[0]))


def line_of(kind: str, value: object) -> bytes:
    """One message of a worker. It begins a line, whatever somebody else may have written before."""
    return b"\n" + _text_of([kind, encode(value)]).encode() + b"\n"


def read_line(line: bytes) -> tuple[str, Any]:
    """A worker's message: ``begun`` with what was tried first, or ``examined``. Raises ``ValueError``."""
    kind, value = json.loads(line)
    return (kind, decode(Examined, value)) if kind == "examined" else (str(kind), str(value))
