"""Serialized objects of every type, to be kept: the proof that a change leaves them as they are."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from apivet.blackbox.exercises.codecs import LiveCodec, NotMineError, codec_for, named
from apivet.blackbox.exercises.library_codecs import library_codec
from apivet.blackbox.exercises.live import resolve, told, without_bags
from apivet.blackbox.exercises.losses import changed
from apivet.blackbox.exercises.models import DocumentsAssignment
from apivet.blackbox.exercises.stock import Stock
from apivet.blackbox.live.hooks import CannotRunError
from apivet.blackbox.messages import Document, Examined
from apivet.blackbox.objects.filling import CannotFillError, Choice, Filler
from apivet.blackbox.objects.images import leaves_of


def write_documents(assignment: DocumentsAssignment, stock: Stock) -> Examined:
    """A full and a minimal object of every type, as the first codec that takes the type encodes them. Those that were
    recorded are decoded besides, and compared with the objects."""
    filler = stock.filler(assignment.types)
    targets = [resolve(target) for target in assignment.targets]
    documents: list[Document] = []
    notes: list[str] = []
    for root in assignment.roots:
        try:
            found = list(_of_type(targets, filler, root.dotted, root.document, assignment.recorded))
        except (NotMineError, CannotFillError, CannotRunError) as reason:
            # What says of no object what it is may be a part of others, which nobody encodes by itself.
            if any(item.name == "kind" for item in assignment.types[root.dotted].fields):
                notes.append(f"no document of {root.dotted}: {reason}")
            continue
        documents += found
    return Examined(notes=tuple(notes), runs=len(documents), documents=tuple(documents))


def _of_type(
    targets: list[Any], filler: Filler, dotted: str, name: str, recorded: dict[str, bytes]
) -> Iterator[Document]:
    bare = filler.make(dotted, Choice("bare", lasting=True))
    full = named(without_bags(filler.make(dotted, Choice("full", lasting=True))), bare)
    class_ = filler.class_of(dotted)
    refusal: Exception = NotMineError("there is no codec")
    own = library_codec(class_)
    for target in (*targets, *([] if own is None else [own])):
        try:
            codec = codec_for(target, class_)
            data = [
                (f"{name}.json", full, _encoded(codec, full)),
                (f"{name}.minimal.json", bare, _encoded(codec, bare)),
            ]
        except Exception as error:
            refusal = error if isinstance(error, (NotMineError, CannotRunError)) else NotMineError(told(error))
            continue
        for file, obj, encoded in data:
            text = base64.b64encode(encoded).decode()
            yield Document(file, text, _decoded(codec, obj, recorded.get(file)))
        return
    raise refusal


def _encoded(codec: LiveCodec, obj: Any) -> bytes:
    """The document. Raises :class:`NotMineError` where the codec gives another one the second time."""
    data = codec.encode(obj)
    if codec.encode(obj) != data:
        raise NotMineError("it is encoded as something else each time, so there is nothing to compare")
    return data


def _decoded(codec: LiveCodec, obj: Any, recorded: bytes | None) -> str:
    """What is wrong with the object that a recorded document is decoded as; nothing where nothing is."""
    if recorded is None:
        return ""
    try:
        again = codec.decode(recorded)
    except Exception as refusal:
        return f"it can't be decoded any more: {told(refusal)}"
    if type(again) is not type(obj):
        return f"it is decoded as a {type(again).__name__}"
    try:
        present = codec.decode(codec.encode(obj))
    except Exception as refusal:
        return f"what is encoded now can't be decoded: {told(refusal)}"
    paths = changed(leaves_of(present), leaves_of(again))
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return f"it is decoded as another object: {', '.join(paths[:3])}{more} differ" if paths else ""
