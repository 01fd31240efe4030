"""Hearing every call of a function, through whichever name.

A function may be bound to instances, be another function's default argument, lie in closures and partials. So it is not
replaced where it is named: the function object itself is given other code, which asks an interceptor first.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from typing import Any, Final

#: Answers to a call: the original function, its positional arguments, its keywords.
Interceptor = Callable[[Callable[..., Any], "tuple[Any, ...]", "dict[str, Any]"], Any]

_MARK: Final = "__apivet_intercepted__"

_TEMPLATE: Final = """
def enclosing({cells}):
    {define} intercepted(*arguments, **keywords):
        answer = 'ANSWER'
        {leave} answer('ORIGINAL', arguments, keywords)
        {cells}
    return intercepted
"""


def intercept(function: types.FunctionType, interceptor: Interceptor) -> None:
    """From here on, calls of a function are the interceptor's to answer."""
    if hasattr(function, _MARK) or inspect.isgeneratorfunction(function):
        return
    original = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    original.__kwdefaults__ = function.__kwdefaults__
    original.__dict__.update(function.__dict__)
    original.__qualname__, original.__module__ = function.__qualname__, function.__module__
    signature = inspect.signature(function)
    function.__code__ = _code(function.__code__, interceptor, original)
    setattr(function, _MARK, True)
    if not hasattr(function, "__wrapped__"):
        function.__signature__ = signature  # type: ignore[attr-defined]


def _code(own: types.CodeType, interceptor: Interceptor, original: types.FunctionType) -> types.CodeType:
    """Code that stands in for a function's own: it keeps the name, the place and the number of free variables. Who
    answers, and for what, are constants of it: the names in a project's scope are not ours."""
    is_async = bool(own.co_flags & inspect.CO_COROUTINE)
    template = _template(len(own.co_freevars), is_async)
    answering = {"ANSWER": interceptor, "ORIGINAL": original}
    constants = tuple(answering.get(each, each) for each in template.co_consts)
    return template.replace(
        co_consts=constants,
        co_name=own.co_name,
        co_filename=own.co_filename,
        co_firstlineno=own.co_firstlineno,
        co_freevars=own.co_freevars,
    )


@functools.cache
def _template(cells: int, is_async: bool) -> types.CodeType:
    names = ", ".join(f"cell{index}" for index in range(cells))
    source = _TEMPLATE.format(
        cells=names, define="async def" if is_async else "def", leave="return await" if is_async else "return"
    )
    space: dict[str, Any] = {}
    exec(compile(source, __name__, "exec"), space)
    made = space["enclosing"](*range(cells))
    code: types.CodeType = made.__code__
    return code
