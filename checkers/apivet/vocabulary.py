"""The words a code base uses for the conventions' notions (contract section 2).

A project with other words (``before_save``, ``desired``/``observed``) maps them in ``[tool.apivet.vocabulary]``; every
rule then speaks of the notion, never of the word.
"""

from __future__ import annotations

from dataclasses import dataclass

#: The fields of ``metadata`` that a status update must not change (contract section 1).
STATUS_METADATA_FIELDS = ("labels", "annotations", "finalizers", "owner_references", "deletion_timestamp")

#: Top-level fields that say what an object is, not what is in it: no rule's business.
TYPE_FIELDS = ("api_version", "kind")


@dataclass(frozen=True, slots=True)
class Vocabulary:
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
