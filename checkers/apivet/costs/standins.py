"""Classes that stand in for those of a sample: of the same kind and layout, with as many fields; and the functions that
convert objects of one into objects of the other, as a generator of conversions would write them."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import importlib.util
import typing
from collections.abc import Callable
from types import GenericAlias
from typing import Any, Final, NamedTuple

from msgspec import Struct

from apivet.costs.samples import Holding, Sample, SampleLayout, SampleNode

#: Kinds that need a library.
_LIBRARIES: Final = ("attrs", "pydantic", "msgspec")


def real_form(form: str) -> str:
    """The kind of class that is measured for one: the kind itself, or a data class where its library is missing."""
    if form in _LIBRARIES and not _installed(form):
        return "dataclass"
    # A protocol is data only by its annotations; an enum is never taken apart.
    return "plain" if form in ("protocol", "enum") else form


@functools.cache
def _installed(library: str) -> bool:
    return importlib.util.find_spec(library) is not None


class Shape(NamedTuple):
    """All that makes a difference to a stand-in: equal shapes share one class. ``checked`` says, for each of the first
    fields, how it holds what a library checks, or that it checks nothing there."""

    layout: SampleLayout
    fields: int
    checked: tuple[Holding | None, ...]
    served: bool


@functools.cache
def stand_in(shape: Shape) -> type[Any]:
    """The class for a shape. Its name, ``Hub`` or ``Served``, is what the interpreter's messages speak of."""
    name = "Served" if shape.served else "Hub"
    return _MAKERS[real_form(shape.layout.form)](name, shape)


def _names(shape: Shape) -> list[str]:
    return [f"f{number}" for number in range(shape.fields)]


def _slot_runs(shape: Shape) -> list[list[str]]:
    """The names that each class of the stand-in declares, base classes first."""
    names = _names(shape)
    runs: list[list[str]] = []
    for size in shape.layout.split[:-1]:
        runs.append(names[:size])
        names = names[size:]
    return [*(run for run in runs if run), names]


def _data_class(name: str, shape: Shape) -> type[Any]:
    class_: type[Any] = object
    for run in _slot_runs(shape):
        class_ = dataclasses.make_dataclass(
            name,
            [(field, Any) for field in run],
            bases=(class_,) if class_ is not object else (),
            slots=shape.layout.slotted,
            frozen=shape.layout.frozen,
        )
    return class_


def _attrs_class(name: str, shape: Shape) -> type[Any]:
    attrs = importlib.import_module("attrs")
    class_: type[Any] = object
    for run in _slot_runs(shape):
        class_ = attrs.make_class(name, run, bases=(class_,), slots=shape.layout.slotted, frozen=shape.layout.frozen)
    return class_


def _pydantic_model(name: str, shape: Shape) -> type[Any]:
    pydantic = importlib.import_module("pydantic")
    model = pydantic.BaseModel
    annotations: dict[Holding | None, Any] = {
        "one": model | None,
        "list": GenericAlias(list, (model,)),
        "tuple": GenericAlias(tuple, (model, ...)),
        "map": GenericAlias(dict, (str, model)),
        None: Any,
    }
    types: dict[str, Any] = dict.fromkeys(_names(shape), (int, ...))
    for position, holding in enumerate(shape.checked):
        types[f"f{position}"] = (annotations[holding], ...)
    made: type[Any] = pydantic.create_model(name, __config__=pydantic.ConfigDict(frozen=shape.layout.frozen), **types)
    return made


def _msgspec_struct(name: str, shape: Shape) -> type[Any]:
    msgspec = importlib.import_module("msgspec")
    made: type[Any] = msgspec.defstruct(name, [(field, Any) for field in _names(shape)], frozen=shape.layout.frozen)
    return made


def _typed_dict(name: str, shape: Shape) -> type[Any]:
    make: Callable[..., type[Any]] = getattr(typing, "TypedDict")
    return make(name, dict.fromkeys(_names(shape), Any))


def _named_tuple(name: str, shape: Shape) -> type[Any]:
    make: Callable[..., type[Any]] = getattr(typing, "NamedTuple")
    return make(name, [(field, Any) for field in _names(shape)])


def _plain_class(name: str, shape: Shape) -> type[Any]:
    names = _names(shape)
    code = [f"def __init__(self{''.join(', ' + each for each in names)}):", "    pass"]
    code += [f"    self.{each} = {each}" for each in names]
    scope: dict[str, Any] = {}
    exec("\n".join(code), scope)
    class_: type[Any] = object
    for run in _slot_runs(shape):
        slots: dict[str, Any] = {"__slots__": tuple(run)} if shape.layout.slotted else {}
        class_ = type(name, (class_,), {**slots, "__init__": scope["__init__"]})
    return class_


_MAKERS: Final[dict[str, Callable[[str, Shape], type[Any]]]] = {
    "dataclass": _data_class,
    "attrs": _attrs_class,
    "pydantic": _pydantic_model,
    "msgspec": _msgspec_struct,
    "typeddict": _typed_dict,
    "namedtuple": _named_tuple,
    "plain": _plain_class,
}


# ---------------------------------------------------------------------------------------------------- conversions


class SampleOperations(Struct, frozen=True):
    """Operations on the objects of a sample. ``copy`` makes an object of the served class, ``retag`` turns an
    object of the hub class into one, in place; ``build`` makes an object of the hub class."""

    build: Callable[[], Any]
    copy: Callable[[Any], Any]
    retag: Callable[[Any], None]
    is_converted: Callable[[Any], bool]


def conversions(sample: Sample) -> SampleOperations:
    """The functions for a sample, written out field by field and compiled."""
    scope: dict[str, Any] = {"set_directly": object.__setattr__}
    code: list[str] = []
    # From the innermost node out, so that what a function calls is there before it.
    for index, node in reversed(list(enumerate(sample))):
        # What is handed on for nested objects is only of a class that pydantic checks where that is a model, too.
        hub = [holding if sample[child].hub.form == "pydantic" else None for holding, child in node.children]
        served = [holding if sample[child].served.form == "pydantic" else None for holding, child in node.children]
        scope[f"hub_{index}"] = stand_in(Shape(node.hub, node.shared + node.hub_only, tuple(hub), served=False))
        scope[f"served_{index}"] = stand_in(
            Shape(node.served, node.shared + node.served_only, tuple(served), served=True)
        )
        code += _build(index, node)
        code += _copy(index, node)
        code += _retag(index, node)
        code += _check(index, node)
    exec("\n".join(code), scope)
    return SampleOperations(scope["build_0"], scope["copy_0"], scope["retag_0"], scope["check_0"])


def _read(layout: SampleLayout, name: str) -> str:
    """The source of reading a field of ``source``."""
    return f"source[{name!r}]" if layout.form == "typeddict" else f"source.{name}"


def _held(node: SampleNode, call: str) -> list[str]:
    """The source of ``call(field)`` for each field that holds nested objects, as it is held."""
    parts = []
    for position, (holding, child) in enumerate(node.children):
        read = _read(node.hub, f"f{position}")
        function = f"{call}_{child}"
        parts.append(
            {
                "one": f"None if {read} is None else {function}({read})",
                "list": f"[{function}(item) for item in {read}]",
                "tuple": f"tuple([{function}(item) for item in {read}])",
                "map": f"{{key: {function}(item) for key, item in {read}.items()}}",
            }[holding]
        )
    return parts


def _build(index: int, node: SampleNode) -> list[str]:
    wrapped = {"one": "{}", "list": "[{}]", "tuple": "({},)", "map": "{{'key': {}}}"}
    values = [wrapped[holding].format(f"build_{child}()") for holding, child in node.children]
    values += [str(1000 + number) for number in range(len(values), node.shared + node.hub_only)]
    arguments = ", ".join(f"f{position}={value}" for position, value in enumerate(values))
    return [f"def build_{index}():", f"    return hub_{index}({arguments})"]


def _copy(index: int, node: SampleNode) -> list[str]:
    values = _held(node, "copy")
    values += [_read(node.hub, f"f{number}") for number in range(len(values), node.shared)]
    values += ["0"] * node.served_only
    arguments = ", ".join(f"f{position}={value}" for position, value in enumerate(values))
    return [f"def copy_{index}(source):", f"    return served_{index}({arguments})"]


def _retag(index: int, node: SampleNode) -> list[str]:
    """Inner objects first: a frozen outer one is read all the same."""
    code = [f"def retag_{index}(source):", "    pass"]
    for position, (holding, child) in enumerate(node.children):
        read = _read(node.hub, f"f{position}")
        code += {
            "one": [f"    if {read} is not None:", f"        retag_{child}({read})"],
            "list": [f"    for item in {read}:", f"        retag_{child}(item)"],
            "tuple": [f"    for item in {read}:", f"        retag_{child}(item)"],
            "map": [f"    for item in {read}.values():", f"        retag_{child}(item)"],
        }[holding]
    if node.hub.form == node.served.form == "typeddict":
        return code  # an object of it is a dict, and says nothing of its type
    form = real_form(node.hub.form)
    if form == "pydantic" or (node.hub.frozen and form != "namedtuple"):
        # Past the kind's own way of setting attributes, which refuses or takes longer.
        return [*code, f"    set_directly(source, '__class__', served_{index})"]
    return [*code, f"    source.__class__ = served_{index}"]


def _check(index: int, node: SampleNode) -> list[str]:
    """Whether an object, and all that is nested in it, is of the served class."""
    parts = []
    for position, (holding, child) in enumerate(node.children):
        read = _read(node.served, f"f{position}")
        parts.append(
            {
                "one": f"({read} is None or check_{child}({read}))",
                "list": f"all([check_{child}(item) for item in {read}])",
                "tuple": f"all([check_{child}(item) for item in {read}])",
                "map": f"all([check_{child}(item) for item in {read}.values()])",
            }[holding]
        )
    own = "type(source) is dict" if node.served.form == "typeddict" else f"type(source) is served_{index}"
    return [f"def check_{index}(source):", f"    return {' and '.join([own, *parts])}"]
