"""Structs of which just one member is set at a time: tags say so, or the text above them, or their kind of name."""

from __future__ import annotations

from apivet.golang.comments import is_member, is_union, says_alone
from apivet.golang.declarations import TypeDeclaration
from apivet.golang.types import Pointer, Struct


def is_one_of_several(declared: TypeDeclaration, struct: Struct) -> bool:
    """Whether just one of the pointers of a struct is set. Where tags are silent, all its fields are pointers."""
    above = declared.node.parent if declared.node.parent is not None else declared.node
    if is_union(declared.node) or is_union(above):
        return True
    pointers = [each for each in struct.fields if isinstance(each.type, Pointer)]
    if len(pointers) < 2:
        return False
    if all(each.node is not None and is_member(each.node) for each in pointers):
        return True
    is_source = declared.name.endswith("Source") or says_alone(declared.node) or says_alone(above)
    return is_source and len(pointers) == len(struct.fields)
