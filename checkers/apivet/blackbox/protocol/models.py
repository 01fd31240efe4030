"""Models of the objects and the strategy for a worker: plain data, from the program model."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from msgspec import Struct

from apivet.blackbox.limits import TYPES
from apivet.paths import render
from apivet.program.annotations import Annotation, classes
from apivet.vocabulary import Vocabulary

if TYPE_CHECKING:  # workers import this module, and have no program
    from apivet.program.model import Program, Type


class FieldModel(Struct, frozen=True):
    """A field to fill. ``has_default`` says that an object can be made without it."""

    name: str
    annotation: Annotation
    has_default: bool


class TypeModel(Struct, frozen=True):
    """A class to make objects of: ``module`` and ``qualified`` are where it is imported from; ``constants`` are the
    names of an enum's members. ``accessed`` are parts that are set through accessors alone, ``open`` says that objects
    may hold fields that nobody declared."""

    module: str
    qualified: str
    form: str
    fields: tuple[FieldModel, ...]
    constants: tuple[str, ...]
    accessed: tuple[FieldModel, ...] = ()
    open: bool = False


class GatedPath(Struct, frozen=True):
    """A gated field at one path (:data:`EACH` for what is in a container), the gates that must all be on for it,
    and those of the fields around it. Paths that share a ``declaration`` lead to one field of one type. Of the
    ``rivals``, fields beside it, none may be set while it is, as far as can be told: certainly where it ``is_member``
    of a union."""

    path: tuple[str, ...]
    gates: tuple[str, ...]
    around: tuple[str, ...]
    optional: bool
    declaration: str
    rivals: tuple[str, ...] = ()
    is_member: bool = False

    @property
    def dotted(self) -> str:
        """The path as findings spell it: ``spec.containers[*].image``."""
        return render(self.path)


class PartsModel(Struct, frozen=True):
    """The parts of the objects (contract section 1); ``generation`` is the way to it."""

    spec: bool
    status: bool
    generation: tuple[str, ...]
    payload: tuple[str, ...]
    metadata: tuple[str, ...]


class SourceSlice(Struct, frozen=True):
    """An expression, or the ``def`` of a function, as it stands in a module's source. Lines count from 1, columns from
    0, as in Python's own ``ast``; ``source`` is the absolute path of the file."""

    module: str
    line: int
    column: int
    end_line: int
    end_column: int
    source: str


class RegistrationModel(Struct, frozen=True):
    """The members of a declarative registration, by the vocabulary's notion: where the hook, the
    reset fields or the flag stands. ``parts`` are those of the objects, whichever of them is asked about. With a
    ``check``, the key that it is given under, the hook is none that prepares objects: it is shown what is to be stored.
    """

    members: tuple[tuple[str, SourceSlice], ...]
    parts: PartsModel
    check: str = ""


class Assignment(Struct, frozen=True):
    """One strategy to try. ``name`` is what cases call it; ``module`` and ``qualified`` lead to the class, and
    ``object_type`` to the type of its objects in ``types``. With a ``declaration`` it is no class, but the default
    strategy with what the declaration adds. ``source`` is the absolute path of the file that declares it. ``elsewhere``
    are gated fields of the objects that it does not answer for, or whose gate nobody can tell. ``partner`` is the
    strategy through which the other requests for these objects go, and ``sequences`` says how many random sequences of
    requests are tried, of which ``seed`` decides; they are numbered, and with a ``first_sequence`` above 0 these are
    all that is tried, besides the ``cases``: scripts of failing cases that earlier runs have found. ``asked`` are the
    rules that are asked about, in their order; modules that they are ``watched`` by have the properties of those of
    plug-ins."""

    name: str
    module: str
    qualified: str
    role: str
    object_type: str
    types: dict[str, TypeModel]
    parts: PartsModel
    gated: tuple[GatedPath, ...]
    vocabulary: Vocabulary
    flags: tuple[tuple[str, object], ...]
    known_gates: frozenset[str]
    roots: tuple[str, ...]
    factories: str = ""
    seed: int = 0
    declaration: RegistrationModel | None = None
    source: str = ""
    sequences: int = 4
    first_sequence: int = 0
    cases: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    partner: Assignment | None = None
    elsewhere: tuple[GatedPath, ...] = ()


class TypesAssignment(Struct, frozen=True, kw_only=True):
    """Something else than a strategy to try. ``name`` is what is said of it where it can't be tried."""

    name: str


def type_models(program: Program, root: Type) -> dict[str, TypeModel]:
    """The root type and every type of the tree that its fields lead to."""
    found: dict[str, TypeModel] = {}
    pending = deque([root.dotted])
    while pending and len(found) < TYPES:
        dotted = pending.popleft()
        type_ = program.type(dotted) if dotted not in found else None
        if type_ is None:
            continue
        found[dotted] = _type_model(type_)
        for declared in (*type_.fields, *(each.field for each in type_.accessed)):
            pending.extend(inner.dotted for inner in classes(declared.annotation))
    return found


def _type_model(type_: Type) -> TypeModel:
    return TypeModel(
        module=type_.module,
        # The arguments of a generic class stand in its fields already.
        qualified=type_.dotted[len(type_.module) + 1 :].partition("[")[0],
        form=type_.form,
        fields=tuple(FieldModel(item.name, item.annotation, item.has_default) for item in type_.fields),
        accessed=tuple(
            FieldModel(each.field.name, each.field.annotation, each.field.has_default)
            for each in type_.accessed
            if type_.form == "pydantic" or not any(item.name == each.storage for item in type_.fields)
        ),
        open=type_.open,
        constants=tuple(constant.name for constant in type_.constants),
    )
