"""The survey: what a server serves, which of it is tried, and the requests that this would take. Sends only GETs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.live.connection import Connection
from apivet.live.discovery import Discovered, discover
from apivet.live.errors import LiveError
from apivet.live.journal import ObjectKey
from apivet.live.options import RunOptions
from apivet.live.paths import Path
from apivet.live.resources import Resource, is_dangerous, select
from apivet.live.schema_sources import read_schemas
from apivet.live.schemas import Schema, Schemas

#: Requests for a resource whatever its schema says: the namespace, the smallest object, status, rules, removal.
_FIXED: Final = 24
#: Requests for the round trip through another version.
_PER_VERSION: Final = 7
#: Requests for the promises of the storage below, where they are asked for.
_FOR_STORAGE: Final = 200
#: Requests for each field that is tried by itself, and how many fields are.
_PER_FIELD: Final = 2
MOST_FIELDS: Final = 60
_DEEPEST: Final = 14
#: Parts that are looked at: where they refer to each other, a short document may have any number.
_MOST_COUNTED: Final = 20_000


class LiveSubject(Struct, frozen=True):
    """A resource that is tried. ``obstacle`` says why it can't be, where that is known before."""

    resource: Resource
    schema: Schema | None
    dangerous: bool = False
    obstacle: str = ""
    #: The same resource in other versions.
    other_versions: tuple[Resource, ...] = ()
    #: An object that the user has named, to be tried in dry run instead of one that is made.
    existing: ObjectKey | None = None
    #: Whether the storage below is tried, too.
    with_storage: bool = False

    @property
    def estimate(self) -> int:
        """About how many requests it takes."""
        if self.obstacle or self.schema is None:
            return 0
        return (
            _FIXED
            + _FOR_STORAGE * (self.with_storage and self.existing is None)
            + _PER_VERSION * len(self.other_versions)
            + _PER_FIELD * min(sum(1 for _ in fields(self.schema)), MOST_FIELDS)
        )


class ServerSurvey(Struct):
    """The subjects in their order, resources that can't be covered by their nature, and what is to be said of it."""

    subjects: list[LiveSubject] = field(default_factory=list)
    virtual: tuple[Resource, ...] = ()
    version: str = ""
    remarks: list[str] = field(default_factory=list)
    resources: tuple[Resource, ...] = ()


def look(connection: Connection, options: RunOptions, *, lenient: bool = False) -> ServerSurvey:
    """The survey of a server. Raises :class:`LiveError` where there is nothing to try, or where patterns mean nothing
    that is served (unless ``lenient``)."""
    found = discover(connection)
    if not found.resources:
        reasons = "; ".join(f"{path}: {words}" for path, words in found.failures[:3])
        raise LiveError(f"nothing discovered at {connection.target.server}{f' ({reasons})' if reasons else ''}")
    include = options.include or tuple("/".join(each.split("/")[:3]) for each in options.objects)
    selection = select(found.resources, include, options.exclude)
    if selection.unmatched and not lenient:
        raise LiveError(f"no resource is served that '{selection.unmatched[0]}' means")
    survey = ServerSurvey(virtual=selection.virtual, version=found.version, resources=found.resources)
    survey.remarks += _remarks(found)
    survey.remarks += [f"exclude: no resource is served that '{each}' means" for each in selection.unmatched_excludes]
    schemas = Schemas(connection)
    given = read_schemas(options.schemas, selection.chosen) if options.schemas else None
    schemas.prepare([] if given else selection.chosen)
    for resource in selection.chosen:
        schema = (given(resource) if given else None) or schemas.of(resource)
        dangerous = is_dangerous(resource, options.dangerous)
        obstacle = "" if schema else "there is no schema of it; --schemas names a file or server that has one"
        others = tuple(each for each in found.resources if each.is_stored and _is_other_version(each, resource))
        survey.subjects.append(LiveSubject(resource, schema, dangerous, obstacle, others, with_storage=options.storage))
    survey.subjects = _with_existing(survey.subjects, options.objects)
    survey.remarks += schemas.problems
    survey.remarks += _without_status(survey.subjects)
    if not survey.subjects:
        raise LiveError("none of the chosen resources can be made and read, so that there is nothing to try")
    return survey


def _with_existing(subjects: list[LiveSubject], names: Sequence[str]) -> list[LiveSubject]:
    """The subjects; those of which an object was named are tried on that."""
    existing = {}
    for name in names:
        group, version, plural, *rest = [*name.split("/"), "", ""]
        place = [each for each in rest if each]
        found = [each.resource for each in subjects if str(each.resource) == f"{group}/{version}/{plural}"]
        if not found or len(place) != 1 + found[0].namespaced:
            wanted = "group/version/resource/namespace/name, or without the namespace where there is none"
            raise LiveError(f"--object {name}: is no object of a resource that is tried: say {wanted}")
        if (found[0].group, found[0].name) == ("", "secrets"):
            raise LiveError(f"--object {name}: the report would tell what is in it")
        existing[found[0]] = ObjectKey(found[0], place[0] if found[0].namespaced else "", place[-1])
    return [replace(each, existing=existing.get(each.resource)) for each in subjects]


def _is_other_version(one: Resource, of: Resource) -> bool:
    return (one.group, one.name) == (of.group, of.name) and one.version != of.version


def _remarks(found: Discovered) -> list[str]:
    return [f"{path} did not answer, so that its resources are not tried: {words}" for path, words in found.failures]


def _without_status(subjects: Sequence[LiveSubject]) -> list[str]:
    """The resources whose objects have a status, and that have no endpoint for it."""
    names = [
        str(each.resource)
        for each in subjects
        if each.schema is not None and "status" in each.schema.properties and not each.resource.has_status
    ]
    return [
        f"a status without an endpoint for it, so that rules about status updates do not apply: {', '.join(names)}"
    ] * bool(names)


def fields(
    schema: Schema, path: Path = (), above: tuple[Any, ...] = (), left: list[int] | None = None
) -> Iterator[Path]:
    """The paths of all scalars that a schema knows of, but for the type's name and the metadata."""
    left = left if left is not None else [_MOST_COUNTED]
    left[0] -= 1
    if left[0] < 0 or len(path) >= _DEEPEST or any(schema.node is each for each in above):
        return
    inner = [(name, each) for name, each in schema.properties.items() if path or name not in _NO_PAYLOAD]
    below = (*above, schema.node)
    for name, each in inner:
        yield from fields(each, (*path, name), below, left)
    element = schema.items
    if element is not None:
        yield from fields(element, (*path, 0), below, left)
    elif not inner:
        yield path


_NO_PAYLOAD: Final = ("apiVersion", "kind", "metadata")
