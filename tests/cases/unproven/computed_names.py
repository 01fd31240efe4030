"""Names that are computed: what is stored under one may be in any field, and what was there may be gone."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field, replace

import catalogue


@dataclass
class Meta:
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class BookSpec:
    pages: int = 0


@dataclass
class BookStatus:
    lent: int = 0
    to: str = ""


@dataclass
class Book:
    metadata: Meta
    spec: BookSpec
    status: BookStatus


class Base:
    def __init__(self, name: str) -> None:
        self.name = name

    def prepare_for_create(self, ctx, book: Book) -> None:
        sent = book.status
        book.status = BookStatus()
        book.metadata.generation = 1
        self.adjust(ctx, book, sent)

    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        """Nothing."""

    def prepare_for_update(self, ctx, book: Book, old: Book) -> None:
        book.status = old.status
        if book.spec != old.spec:
            book.metadata.generation = old.metadata.generation + 1


class SetStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        setattr(book.status, self.name, sent.lent)


class SetByContextStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        setattr(book.status, ctx.name, sent.lent)


class SetByMethodStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        book.status.__setattr__(self.name, sent.lent)


class SetByObjectStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        object.__setattr__(book.status, self.name.lower(), sent.lent)


class VarsStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        vars(book.status)[self.name] = sent.lent


class DictStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        book.status.__dict__.update({self.name: sent.lent})


class UpdateStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        book.status.__dict__.update(catalogue.known(sent))


class ItemStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        operator.setitem(vars(book.status), self.name, sent.lent)


class ReplaceStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        book.status = replace(book.status, **{self.name: sent.lent})


class OwnValueStrategy(Base):
    """Whichever field it is, the value is the server's."""

    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        setattr(book.status, self.name, "new")


class SharedValueStrategy(Base):  # unproven: status-not-wiped-on-create, generation-not-set-on-create
    """The object may be the status that is stored, when it is changed."""

    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        made = BookStatus()
        setattr(book, self.name, made)
        made.lent = sent.lent


class PartStrategy(Base):  # unproven: status-not-wiped-on-create, generation-not-set-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        setattr(book, self.name, sent)


class SetAgainStrategy(Base):
    """What is set by its name afterwards is known."""

    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        setattr(book, self.name, sent)
        book.status = BookStatus()
        book.metadata = Meta(generation=1)


class DeleteStrategy(Base):  # unproven: generation-not-set-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        delattr(book.metadata, self.name)


class PopStrategy(Base):  # unproven: generation-not-set-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        vars(book.metadata).pop(self.name)


class DelStrategy(Base):  # unproven: generation-not-set-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        del vars(book.metadata)[self.name]


class TableStrategy(Base):  # undecided: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        book.status = {"new": BookStatus(), "sent": sent}[self.name]


class AgreeingTableStrategy(Base):
    """Whatever the key is."""

    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        book.status = {"new": BookStatus(), "lent": BookStatus(lent=1)}[self.name]


class ElementStrategy(Base):  # unproven: status-not-wiped-on-create
    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        names = ["", ""]
        names[len(self.name)] = sent.to
        book.status.to = names[0]


class OverwrittenStrategy(Base):  # unproven: status-not-wiped-on-create
    """The key may be the one that is there."""

    def adjust(self, ctx, book: Book, sent: BookStatus) -> None:
        names = {"to": ""}
        names[catalogue.key()] = sent.to
        book.status.to = names["to"]


class NamesStrategy(Base):
    """Each of the names is written out."""

    def prepare_for_update(self, ctx, book: Book, old: Book) -> None:
        for name in ("lent", "to"):
            setattr(book.status, name, getattr(old.status, name))
        if book.spec != old.spec:
            book.metadata.generation = old.metadata.generation + 1


class SomeNamesStrategy(Base):  # unproven: status-not-kept-on-update
    def prepare_for_update(self, ctx, book: Book, old: Book) -> None:
        for name in catalogue.names():
            setattr(book.status, name, getattr(old.status, name))
        if book.spec != old.spec:
            book.metadata.generation = old.metadata.generation + 1
