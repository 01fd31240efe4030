"""The zero of a part, written down: what the default strategy wipes it with."""

from __future__ import annotations

from apivet.fixes.edits import Change
from apivet.fixes.hook_site import Site
from apivet.fixes.reach import reached
from apivet.program.model import Field, ListOf, MapOf, Named, Scalar

_ZEROS = {"int": "0", "str": '""', "bool": "False", "float": "0.0", "bytes": 'b""'}


def zero(site: Site, declared: Field | None) -> tuple[str, list[Change]] | None:
    """The zero of a field, and the imports that it takes; ``None`` where it has none that can be written down."""
    return ("None", []) if declared is None or declared.optional else empty(site, declared)


def empty(site: Site, declared: Field) -> tuple[str, list[Change]] | None:
    """The same of a field that is there, where it may be absent."""
    shape = declared.shape
    if isinstance(shape, ListOf):
        return ("[]", []) if "list" in declared.written.lower() or not declared.written else None
    if isinstance(shape, MapOf):
        return "{}", []
    if isinstance(shape, Scalar):
        return (_ZEROS[shape.name], []) if shape.name in _ZEROS else None
    if not isinstance(shape, Named):
        return None
    type_ = site.case.program.type(shape.dotted)
    if type_ is None or type_.is_union:
        return None
    if type_.form == "typeddict":
        return _empty_mapping(site, type_.fields)
    named = reached(site.case, site.source, type_.dotted)
    if named is None:
        return None
    expression, imports = named
    arguments = []
    for each in type_.makers:
        if not each.has_default:
            value = zero(site, each)
            if value is None:
                return None
            arguments.append(f"{each.treatment.alias or each.name}={value[0]}")
            imports = [*imports, *(change for change in value[1] if change not in imports)]
    return f"{expression}({', '.join(arguments)})", imports


def _empty_mapping(site: Site, fields: tuple[Field, ...]) -> tuple[str, list[Change]] | None:
    """``{"ready": False}``: keys that may be missing are."""
    entries, imports = [], []
    for each in fields:
        if not each.may_be_missing:
            value = zero(site, each)
            if value is None:
                return None
            entries.append(f'"{each.name}": {value[0]}')
            imports += value[1]
    return "{" + ", ".join(entries) + "}", imports
