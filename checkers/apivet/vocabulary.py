"""The words a code base uses for the conventions' notions (contract section 2).

A project with other words (``before_save``, ``desired``/``observed``) maps them in ``[tool.apivet.vocabulary]``; every
rule then speaks of the notion, never of the word.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

from msgspec import Struct

#: The name of what stands for all fields that an object holds and no declaration names.
UNDECLARED: Final = "(undeclared)"

#: The two augmentation hooks, which run after the generated conversion.
TO: Final = "assign_properties_to"
FROM: Final = "assign_properties_from"


#: Advice on a hook of which there is too much to follow, where hooks can be run.
SETTLED: Final = "`apivet blackbox` can settle it"


class Vocabulary(Struct, frozen=True):
    """The names under which hooks, parts and helpers are known. Every value is a tuple of accepted spellings
    except for the parts, of which each has one name."""

    prepare_for_create: tuple[str, ...] = ("prepare_for_create",)
    prepare_for_update: tuple[str, ...] = ("prepare_for_update",)
    get_reset_fields: tuple[str, ...] = ("get_reset_fields",)
    allow_create_on_update: tuple[str, ...] = ("allow_create_on_update",)
    allow_unconditional_update: tuple[str, ...] = ("allow_unconditional_update",)
    default_garbage_collection_policy: tuple[str, ...] = ("default_garbage_collection_policy",)
    metadata: str = "metadata"
    spec: str = "spec"
    status: str = "status"
    generation: str = "generation"
    gate_functions: tuple[str, ...] = ("enabled", "is_enabled", "feature_enabled")
    reset_metadata: tuple[str, ...] = ("reset_object_meta_for_status",)
    equality: tuple[str, ...] = ("deep_equal", "semantic_deep_equal", "deep_equals")
    new_rest: tuple[str, ...] = ("new_rest",)

    def names_of(self, notion: str) -> tuple[str, ...]:
        """The names of a hook or a member; one that only an organisation's own rule asks for goes by its own."""
        names: tuple[str, ...] = getattr(self, notion, (notion,))
        return names


class Words(Vocabulary, frozen=True):
    """A project's vocabulary, and beside it the names that no project chooses, as a program's language spells them.

    ``kept_metadata`` are the fields of ``metadata`` that a status update must not change (contract section 1), labels
    and annotations first; ``type_fields`` the top-level fields that say what an object is, not what is in it: no rule's
    business; the last of them is a word that parts of objects have as well. ``settled`` is advice on a hook of which
    there is too much to follow.
    """

    kept_metadata: tuple[str, ...] = ("labels", "annotations", "finalizers", "owner_references", "deletion_timestamp")
    type_fields: tuple[str, ...] = ("api_version", "kind")
    settled: str = SETTLED
    #: Constants and empty containers as the model knows them, each with the name that the language has for it.
    constants: tuple[tuple[str, str], ...] = ()

    def is_told_as_object(self, names: Container[str]) -> bool:
        """Whether fields of these names are those of an object of its own, wherever it lies, and not of a part."""
        return self.metadata in names and any(name in names for name in self.type_fields[:-1])

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> Words:
        """A vocabulary in Python's spelling of the other names."""
        return cls(*(getattr(vocabulary, name) for name in Vocabulary.__struct_fields__))


#: Placeholders in the patterns of a hub mapping: the names in braces.
PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
REST: Final = "rest"
VERSION: Final = "version"
NAME: Final = "name"


#: The notions that sentences speak of. What is called a status update is so whatever the part is called.
_SPOKEN: Final = (
    *("prepare_for_create", "prepare_for_update", "get_reset_fields", "allow_create_on_update"),
    *("allow_unconditional_update", "default_garbage_collection_policy"),
    *("metadata", "spec", "status", "generation"),
)
_UNSPOKEN: Final = r"(?! update|\w)"


def spoken(sentence: str, words: Vocabulary) -> str:
    """A sentence of ours in the words of a project."""
    ours = Vocabulary()
    if words == ours:
        return sentence
    named = {notion: getattr(words, notion) for notion in _SPOKEN}
    said = {notion: name if isinstance(name, str) else name[0] for notion, name in named.items()}
    return re.sub(rf"(?<!\w)({'|'.join(_SPOKEN)}){_UNSPOKEN}", lambda match: said[match[1]], sentence)


def in_language(sentence: str, words: Vocabulary) -> str:
    """A sentence with the names that a language has for what is true, false, empty or nothing, and its advice."""
    if not isinstance(words, Words):
        return sentence
    advised, names = sentence.replace(SETTLED, words.settled), dict(words.constants)
    return re.sub(rf"\b({'|'.join(names)})\b", lambda match: names[match[1]], advised) if names else advised


class HubMapping(Struct, frozen=True):
    """One entry of ``[[tool.apivet.hub]]`` (contract section 6). The patterns are dotted module names in which
    ``{rest}`` stands for one or more dotted parts, or for a part of one, and ``{version}`` for a version such as ``v1``
    or ``v2alpha3``; ``storage`` is empty where the entry has none. ``types`` are pairs of the hub's and the served name
    of a type, in which ``{name}`` stands for any text. ``preferred`` is the version that hub types are compared with
    before all others."""

    hub: str
    served: str
    storage: str = ""
    types: tuple[tuple[str, str], ...] = ()
    preferred: str = ""

    def __str__(self) -> str:
        return f"{self.hub} = {self.served}"


CREATE = "prepare_for_create"
UPDATE = "prepare_for_update"
