"""Private names are what the compiler makes of them."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator

import pytest

from apivet.python.source.mangling import mangle

SOURCES = (
    "class _A(__B):\n    __x: int = 0\n    def f(self): self.__x = __y(__z=1)\n",
    "class A:\n    from m import __q, z as __z\n    import __a, __b.c\n",
    "class A:\n    @__deco\n    def __f(self, __p=__d, *__more, **__rest): global __g; __g = __p\n",
    "class A:\n    def f(self):\n        try: pass\n        except E as __e: return [__w for __w in __v]\n",
    "class A:\n    class In(__Base):\n        def g(self): return __y, self.__init__, __dunder__, '__text'\n    def h(self): return In.__k\n",
    "class __:\n    def f(self): return __x\n__top = __other\n",
    "class A:\n    def f(self, v):\n        match v:\n            case {'a': __x, **__rest}: return lambda __l: __l\n            case [__y, *__z]: pass\n",
    "def f():\n    _B__a = 1\n    class B:\n        nonlocal __a\n        __b = __a___\n",
    "class A:\n    plain = 1\n    @given(\n        __x\n    )\n    def f(self): pass\n    def g(self):\n        pass\n",
    "class A:\n    text = \"\"\"\n\n\"\"\"; found = [\n        1,\n        __x,\n    ]\n",
)  # fmt: skip


def names(code: types.CodeType) -> Iterator[str]:
    yield from (*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names(constant)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("source", SOURCES)
def test_names_are_those_of_the_compiler(source: str, end: str) -> None:
    source = source.replace("\n", end)
    told = ast.unparse(mangle(ast.parse(source), source.encode()))
    assert set(names(compile(told, "", "exec"))) == set(names(compile(source, "", "exec")))
    assert told != ast.unparse(ast.parse(source)) or "class __:" in source
