"""Conversions that people wrote: ``Convert_v1_Widget_To_core_Widget(in *A, out *B, s conversion.Scope) error``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from apivet.golang.declarations import FunctionDeclaration
from apivet.golang.lowering.body import ERROR
from apivet.golang.lowering.functions import Lowering
from apivet.golang.model_types import ModelTypes
from apivet.golang.packages import Package
from apivet.golang.source import GoFile
from apivet.golang.types import GoType, Named, Pointer
from apivet.program import model
from apivet.program.conversions import Conversion

_NAME: Final = re.compile(r"Convert_\w+?_To_\w+")
_SCOPE: Final = Named("k8s.io/apimachinery/pkg/conversion", "Scope")


class HandWritten:
    """The conversions of a program."""

    def __init__(self, types: ModelTypes) -> None:
        self.types = types
        self.typing = types.typing
        self._lowering = Lowering(types.typing, converts=True)

    def among(self, file: GoFile, package: Package) -> Iterator[Conversion]:
        """The conversions that a file declares; those that were generated are right by the generator."""
        if file.is_generated:
            return
        for declared in package.functions_of(file, "Convert_"):
            if _NAME.fullmatch(declared.name):
                found = self._conversion(declared)
                if found is not None:
                    yield found

    def _conversion(self, declared: FunctionDeclaration) -> Conversion | None:
        """The conversion that a function is, by its signature."""
        signature = self.typing.signature(declared)
        given = signature.parameters
        if len(given) != 3 or given[2] != _SCOPE or signature.results != (ERROR,) or declared.parameters:
            return None
        source, destination = self._structured(given[0]), self._structured(given[1])
        if source is None or destination is None:
            return None
        function = self._lowering.function(declared)
        names = [each.name for each in function.parameters]
        return Conversion(function, source, destination, names[0], names[1], reports_failure=True, calls_others=False)

    def _structured(self, type_: GoType) -> model.Type | None:
        held = type_.target if isinstance(type_, Pointer) else None
        found = self.types.find(held.dotted) if isinstance(held, Named) else None
        return found if found is not None and found.structured else None
