"""Classes that take what they are given without a look at it: there is no need to make an object to see whether it can
be made."""

from __future__ import annotations

import functools
import types
import typing
from typing import Any, Final

from apivet.blackbox.objects.access import is_class
from apivet.blackbox.objects.bounds import hint_of
from apivet.blackbox.objects.copying import fields_alone

#: Methods by which a pydantic model sees what it is made of.
_SEEING: Final = ("__init__", "__new__", "model_post_init", "__get_pydantic_core_schema__", "__get_validators__")
_VALIDATORS: Final = ("validators", "field_validators", "root_validators", "model_validators")
_SCALARS: Final = (str, int, float, bool, bytes, types.NoneType)
_AROUND: Final = (typing.Union, types.UnionType, list, dict)


@functools.cache
def takes_anything(kind: Any) -> bool:
    """Whether all that is given to make an object is stored as it is."""
    return bool(fields_alone(kind)) or is_plain_struct(kind)


@functools.cache
def is_plain_struct(kind: Any) -> bool:
    """Whether a class is one of msgspec's, which validate what they decode and not what they are made of."""
    if not hasattr(kind, "__struct_fields__") or hasattr(kind, "__post_init__"):
        return False
    own = (getattr(kind, name, None) for name in ("__init__", "__new__", "__setattr__"))
    return not any(isinstance(method, types.FunctionType) for method in own)


@functools.cache
def looks_into(kind: Any, name: str) -> bool:
    """Whether a class may look at what lies inside of the objects in a field. A pydantic model without validators takes
    objects of other models as they are."""
    return not (_has_no_validators(kind) and _is_of_models(hint_of(kind, name)))


@functools.cache
def _has_no_validators(kind: Any) -> bool:
    decorators = getattr(kind, "__pydantic_decorators__", None)
    if decorators is None or any(getattr(decorators, each, True) for each in _VALIDATORS):
        return False
    settings = getattr(kind, "model_config", {})
    if settings.get("revalidate_instances", "never") != "never":
        return False
    own = (base for base in kind.__mro__ if base is not object and base.__module__.partition(".")[0] != "pydantic")
    return not any(name in vars(base) for base in own for name in _SEEING)


def _is_of_models(hint: Any) -> bool:
    """Whether an annotation means models, containers of them, and plain values alone."""
    if typing.get_origin(hint) in _AROUND:
        return all(map(_is_of_models, typing.get_args(hint)))
    return hint in _SCALARS or (is_class(hint) and hasattr(hint, "__pydantic_decorators__"))
