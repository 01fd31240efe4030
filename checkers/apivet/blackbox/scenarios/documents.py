"""Serialized objects of every type, to be kept: the proof that a change leaves them as they are."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from apivet.blackbox.objects.access import ABSENT
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import CannotFillError, Choice, Filler
from apivet.blackbox.objects.paths import another, found_at, is_plain, put
from apivet.blackbox.objects.snapshots import Snapshot, beneath, leaves_of
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.samples import Samples
from apivet.blackbox.project.scenario_calls import resolve, told, without_bags
from apivet.blackbox.protocol.library_codecs import library_codec
from apivet.blackbox.protocol.messages import Examined, StoredDocument
from apivet.blackbox.protocol.models import GatedPath
from apivet.blackbox.protocol.scenario_models import DocumentsAssignment
from apivet.blackbox.protocol.wire import changes, field_name, parsed
from apivet.blackbox.scenarios.live_codecs import LiveCodec, NotMineError, codec_for, named
from apivet.blackbox.scenarios.losses import changed, shown
from apivet.paths import of_each

#: The number of an object that has no value in common with the one that is written down.
_OTHER = 101


def write_documents(assignment: DocumentsAssignment, samples: Samples) -> Examined:
    """A full and a minimal object of every type, as the first codec that takes the type encodes them. Those that were
    recorded are decoded besides, and compared with the objects."""
    filler = samples.filler(assignment.types)
    targets = [resolve(target) for target in assignment.targets]
    documents: list[StoredDocument] = []
    notes: list[str] = []
    for root in assignment.roots:
        try:
            found = list(_of_type(targets, filler, root.dotted, root.document, assignment))
        except (NotMineError, CannotFillError, CannotRunError) as reason:
            # What says of no object what it is may be a part of others, which nobody encodes by itself.
            if any(item.name == "kind" for item in assignment.types[root.dotted].fields):
                notes.append(f"no document of {root.dotted}: {reason}")
            continue
        documents += found
    return Examined(notes=tuple(notes), runs=len(documents), documents=tuple(documents))


def _of_type(
    targets: list[Any], filler: Filler, dotted: str, name: str, assignment: DocumentsAssignment
) -> Iterator[StoredDocument]:
    bare = filler.make(dotted, Choice("bare", lasting=True))
    full = named(without_bags(filler.make(dotted, Choice("full", lasting=True))), bare)
    class_ = filler.class_of(dotted)
    refusal: Exception = NotMineError("there is no codec")
    own = library_codec(class_)
    for target in (*targets, *([] if own is None else [own])):
        try:
            codec = codec_for(target, class_)
            written = [
                (f"{name}.json", full, _encoded(codec, full)),
                (f"{name}.minimal.json", bare, _encoded(codec, bare)),
            ]
        except Exception as error:
            refusal = error if isinstance(error, (NotMineError, CannotRunError)) else NotMineError(told(error))
            continue
        gated = assignment.gated.get(dotted, ())
        donors = [Snapshot(full), Snapshot(bare), *_others(filler, dotted, gated)]
        for file, obj, data in written:
            recorded = assignment.recorded.get(file)
            if recorded is None:
                yield StoredDocument(file, dotted, base64.b64encode(data).decode())
            else:
                yield _DocumentComparison(codec, obj, data, recorded, gated, donors).document(file, dotted)
        return
    raise refusal


def _others(filler: Filler, dotted: str, gated: tuple[GatedPath, ...]) -> Iterator[Snapshot]:
    """An object with other values, for the fields of which they are needed."""
    if gated:
        try:
            yield Snapshot(without_bags(filler.make(dotted, Choice("full", start=_OTHER, lasting=True))))
        except CannotFillError:
            return


def _encoded(codec: LiveCodec, obj: Any) -> bytes:
    """The document. Raises :class:`NotMineError` where the codec gives another one the second time."""
    data = codec.encode(obj)
    if codec.encode(obj) != data:
        raise NotMineError("it is encoded as something else each time, so there is nothing to compare")
    return data


class _DocumentComparison(Struct, frozen=True):
    """A document beside the one that was recorded. ``donors`` are objects that gated fields get other values from."""

    codec: LiveCodec
    obj: Any
    data: bytes
    recorded: bytes
    gated: tuple[GatedPath, ...]
    donors: list[Snapshot]

    def document(self, file: str, dotted: str) -> StoredDocument:
        """The observations about it."""
        text = base64.b64encode(self.data).decode()
        gated = self._on_the_wire() if self.data != self.recorded else ()
        try:
            again = self.codec.decode(self.recorded)
        except Exception as refusal:
            return StoredDocument(file, dotted, text, f"it can't be decoded any more: {told(refusal)}", gated=gated)
        if type(again) is not type(self.obj):
            return StoredDocument(file, dotted, text, f"it is decoded as a {type(again).__name__}", gated=gated)
        try:
            present = self.codec.decode(self.codec.encode(self.obj))
        except Exception as refusal:
            return StoredDocument(
                file, dotted, text, f"what is encoded now can't be decoded: {told(refusal)}", gated=gated
            )
        before, now = leaves_of(again), leaves_of(present)
        differing: dict[str, str] = {}
        for path in changed(now, before):
            if self._is_gated(path):
                continue
            was, is_now = (shown(leaves.get(path, ABSENT)) for leaves in (before, now))
            differing.setdefault(of_each(path), f"it is decoded as another object: {path} is {was}, and now {is_now}")
        is_explained = self._is_explained(again) or (None if self.gated else False)
        return StoredDocument(file, dotted, text, "", tuple(differing.items()), gated, is_explained)

    def _is_gated(self, path: str) -> bool:
        field = of_each(path)
        return any(beneath({field: None}, item.dotted) for item in self.gated)

    def _on_the_wire(self) -> tuple[str, ...]:
        """The fields of the wire that are others where a gated field holds another value."""
        try:
            plain = parsed(self.data)
        except ValueError:
            return ()
        found: dict[str, None] = {}
        for item in self.gated:
            for value in self._values(item.path):
                try:
                    other = parsed(self.codec.encode(put(self.obj, item.path, value)))
                except Exception:
                    continue  # no value of the field, or none that is written
                found.update(dict.fromkeys(field_name(each.path) for each in changes(plain, other)))
        return tuple(found)

    def _values(self, path: tuple[str, ...]) -> Iterator[Any]:
        yield None
        for donor in self.donors:
            for value in list(found_at(donor, path).values())[:1]:
                yield copied(value)
                if is_plain(value) and another(value) is not ABSENT:
                    yield another(value)

    def _is_explained(self, again: Any) -> bool:
        """Whether the bytes are the recorded ones once gated fields hold what the recorded document says of them."""
        obj = self.obj
        try:
            for item in self.gated:
                for value in list(found_at(Snapshot(again), item.path).values())[:1]:
                    obj = put(obj, item.path, value)
            return bool(self.gated) and self.codec.encode(obj) == self.recorded
        except Exception:
            return False
