"""A round trip that loses something, as Python that can be run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from apivet.blackbox.exercises.models import ROUND_TRIP, ConversionModel
from apivet.blackbox.spelling import WIDTH, CannotSpellError, Spelling, laid_out

if TYPE_CHECKING:
    from apivet.blackbox.exercises.round_trips import RoundTrip


def round_trip_script(trip: RoundTrip, given: Any, path: str, culprit: str, detail: str) -> str:
    """The script; nothing where the object or a call can't be spelled out."""
    spelling = Spelling()
    try:
        made = laid_out(spelling.of(given), "return ", 4).rstrip(",")
        there = list(_call(trip, trip.assignment.there, "given()", "there", spelling))
        back = list(_call(trip, trip.assignment.back, "there", "back", spelling))
        name = spelling.name_of(type(given))
    except CannotSpellError:
        return ""
    imports = _with_functions(spelling.imports(), (trip.assignment.there, trip.assignment.back))
    return "\n".join(
        (
            f"# {ROUND_TRIP}: {culprit}",
            f"# {' '.join(detail.split())}",
            *imports,
            "",
            "",
            f"def given() -> {name}:",
            made,
            "",
            "",
            *there,
            *back,
            f"assert back.{path} == given().{path}",
            "",
        )
    )


def _with_functions(imports: list[str], models: tuple[ConversionModel, ...]) -> list[str]:
    """The import statements, with the conversions that are functions."""
    for model in models:
        if model.receiver is not None or model.holder is not None:
            continue
        start = f"from {model.place.module} import "
        known = next((number for number, line in enumerate(imports) if line.startswith(start)), None)
        if known is None:
            imports.append(start + model.place.qualified)
        elif "(" not in imports[known] and len(imports[known]) + len(model.place.qualified) + 2 <= WIDTH:
            imports[known] += f", {model.place.qualified}"
        else:
            names = imports[known].removeprefix(start).strip("()\n").replace(",", " ").split()
            lines = [f"    {name}," for name in (*names, model.place.qualified)]
            imports[known] = "\n".join((f"{start}(", *lines, ")"))
    return imports


def _call(trip: RoundTrip, model: ConversionModel, source: str, result: str, spelling: Spelling) -> Iterator[str]:
    """The lines that convert one object."""
    if model.receiver not in (None, model.source_parameter, model.destination_parameter):
        raise CannotSpellError("a conversion that belongs to a converter")
    function = model.place.qualified
    if model.holder is not None and model.receiver is None:
        raise CannotSpellError("a conversion that belongs to a class")
    method = function.rpartition(".")[2]
    if model.destination_parameter is None:
        call = f"{source}.{method}()" if model.receiver is not None else f"{function}({source})"
        yield f"{result} = {call}"
        return
    class_ = trip.filler.class_of(model.destination)
    yield f"{result} = {spelling.name_of(class_)}()"
    if model.receiver is None:
        yield f"{function}({source}, {result})"
    elif model.receiver == model.source_parameter:
        yield f"{source}.{method}({result})"
    else:
        yield f"{result}.{method}({source})"
