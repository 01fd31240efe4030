"""Names of fields, as the model and people know them: the JSON name, else the Go name with a lower beginning."""

from __future__ import annotations

import re
from typing import Final

from apivet.golang.types import Named, StructField, pointee
from apivet.vocabulary import Vocabulary, Words

META: Final = "k8s.io/apimachinery/pkg/apis/meta/v1"
OBJECT_META: Final = Named(META, "ObjectMeta")
LIST_META: Final = Named(META, "ListMeta")
TYPE_META: Final = Named(META, "TypeMeta")

_JSON: Final = re.compile(r'(?:^|\s)json:"([^",]*)')
_CAPITALS: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]+s?(?![a-z])|[A-Z]")

#: The notions' names in Go. Parts go by their JSON names.
WORDS: Final = Words(
    prepare_for_create=("PrepareForCreate",),
    prepare_for_update=("PrepareForUpdate",),
    get_reset_fields=("GetResetFields",),
    allow_create_on_update=("AllowCreateOnUpdate",),
    allow_unconditional_update=("AllowUnconditionalUpdate",),
    default_garbage_collection_policy=("DefaultGarbageCollectionPolicy",),
    gate_functions=("Enabled",),
    reset_metadata=("ResetObjectMetaForStatus",),
    equality=("DeepEqual", "Equal"),
    new_rest=(),
    kept_metadata=("labels", "annotations", "finalizers", "ownerReferences", "deletionTimestamp"),
    type_fields=("typeMeta", "apiVersion", "kind"),
    settled="a smaller helper, or an exception with its reason, can settle it",  # hooks of Go are not run
    constants=(
        *(("None", "nil"), ("True", "true"), ("False", "false")),
        *(("empty dict", "empty map"), ("empty list", "empty slice"), ("empty sequence", "empty slice")),
    ),
)


def words_of(vocabulary: Vocabulary) -> Words:
    """A project's words, as far as they are names of parts; hooks and helpers have the names that Go gives them."""
    parts = {name: getattr(vocabulary, name) for name in ("metadata", "spec", "status", "generation")}
    given = {name: getattr(WORDS, name) for name in Words.__struct_fields__}
    return Words(**{**given, **parts})


def json_name(field: StructField) -> str:
    """The name that a tag gives a field; empty where it gives none, or says that the field is not written."""
    found = _JSON.search(field.tag)
    name = found.group(1) if found else ""
    return "" if name == "-" else name


def field_name(field: StructField) -> str:
    """The name of a field in the model."""
    if field.embedded and pointee(field.type) in (OBJECT_META, LIST_META):
        return "metadata"
    return json_name(field) or lowered(field.name)


def lowered(name: str) -> str:
    """``podIP`` for ``PodIP``, ``ipFamilies`` for ``IPFamilies``."""
    found = _CAPITALS.match(name)
    return name if found is None else found.group().lower() + name[found.end() :]
