"""Words that the name and the bytes of a file say of it, by which files are chosen."""

from __future__ import annotations

from apivet.golang.collect import is_of_tests
from apivet.golang.constraints import is_built, is_generated
from apivet.golang.facts import has_dot_imports, marks_in, taken_from_elsewhere, types_with_hooks

#: Other words of a look at a file: it belongs to another build or to tests, is generated, names reset fields, may make
#: types known, speaks of those of another package as of its own.
NOT_BUILT, OF_TESTS, GENERATED, RESETS, REGISTERS = "not built", "of tests", "generated", "resets", "known types"
DOT_IMPORTS = "dot imports"
#: The beginnings of the words for types that have hooks there, and for those of other packages that are embedded or get
#: another name.
HOOKS_OF, TAKES = "hooks of ", "takes "


def look_at(name: str, data: bytes, tags: frozenset[str]) -> tuple[str, ...]:
    """The words about a file of this name with these bytes, in a build with these tags."""
    if not is_built(name, data, tags):
        return (NOT_BUILT,)
    words = {*marks_in(data), *(f"{HOOKS_OF}{name}" for name in types_with_hooks(data))}
    words |= {f"{TAKES}{name}" for name in taken_from_elsewhere(data)}
    words |= {word for word, said in ((RESETS, b"GetResetFields"), (REGISTERS, b"AddKnownType")) if said in data}
    asking = ((OF_TESTS, is_of_tests), (GENERATED, is_generated), (DOT_IMPORTS, has_dot_imports))
    words |= {word for word, asked in asking if asked(data)}
    return tuple(sorted(words))
