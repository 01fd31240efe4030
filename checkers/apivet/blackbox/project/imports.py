"""Importing a project's modules as the project itself does, wherever they lie."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import re
import sys
import types
from collections.abc import Iterator, Sequence
from typing import Any, Final

from apivet.blackbox.limits import SEARCHED_FILES, SIBLINGS
from apivet.blackbox.objects.access import is_class
from apivet.blackbox.objects.wording import one_line
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.ownership import real_path
from apivet.blackbox.protocol.models import Assignment

_FOREIGN: Final = frozenset(("site-packages", "node_modules", "__pycache__", "build", "dist", "tests", "test"))


def resolve(assignment: Assignment) -> Any:
    """The class of a strategy. Raises :class:`CannotRunError`, with the error and its place."""
    found: Any = module_of(assignment)
    for step in assignment.qualified.split("."):
        if isinstance(found, types.FunctionType):
            raise CannotRunError(
                f"it is made inside of the function {found.__qualname__}, where nothing can reach it: move the class to"
                " the module"
            )
        try:
            found = getattr(found, step)
        except Exception:
            raise CannotRunError(
                f"{assignment.module} has no {assignment.qualified} once it is imported: it is deleted there, replaced,"
                " or defined under a condition"
            ) from None
    if not is_class(found):
        raise CannotRunError(
            f"{assignment.qualified} is no class once {assignment.module} is imported, but an object of type"
            f" {type(found).__name__}: let make_strategy in the module of [tool.apivet.blackbox] factories make it"
        )
    return found


def module_of(assignment: Assignment) -> types.ModuleType:
    """The module that an assignment leads to. Raises :class:`CannotRunError`."""
    name, source = assignment.module, real_path(assignment.source) if assignment.source else ""
    root = _import_root(name, source)
    _leave(root, os.path.dirname(source))
    if root and not _holds(name, source):
        _prefer(root, name)
    module = _imported(name, source, assignment.roots)
    other = getattr(module, "__file__", None)
    if source and isinstance(other, str) and real_path(other) != source:
        whose = "the standard library's" if name.partition(".")[0] in sys.stdlib_module_names else _shown(other)
        raise CannotRunError(
            f"{name} is another module when it is imported, {whose}: rename the file, or put it into a package"
        )
    return module


def is_found_as(name: str, source: str) -> bool:
    """Whether a plain import of this name leads to this file. Without a file, it is not known to lead elsewhere."""
    return not source or not _import_root(name, real_path(source)) or _holds(name, real_path(source))


def _imported(name: str, source: str, roots: Sequence[str]) -> types.ModuleType:
    """The module; what a script outside of a package takes from its own directory is found there."""
    for _ in range(SIBLINGS):
        try:
            return importlib.import_module(name)
        except KeyboardInterrupt:
            raise
        except ModuleNotFoundError as error:
            if not _alias(error.name or "", name, source):
                raise CannotRunError(_complaint(name, error, source, roots)) from None
        except BaseException as error:
            raise CannotRunError(_complaint(name, error, source, roots)) from None
    raise CannotRunError(f"{name} can't be imported: it needs more than {SIBLINGS} modules of its directory")


def _alias(wanted: str, user: str, source: str) -> bool:
    """Make a module known by its bare name, as it is when the script beside it is run."""
    package = user.rpartition(".")[0]
    if not package or not wanted.isidentifier():
        return False
    beside = os.path.join(os.path.dirname(source), wanted)
    if not os.path.isfile(f"{beside}.py") and not os.path.isdir(beside):
        return False
    if os.path.isfile(os.path.join(os.path.dirname(source), "__init__.py")):
        return False
    try:
        sys.modules[wanted] = importlib.import_module(f"{package}.{wanted}")
        _ALIASES[wanted] = os.path.dirname(source)
    except ModuleNotFoundError as error:
        return _alias(error.name or "", user, source) if error.name not in (wanted, f"{package}.{wanted}") else False
    return True


def _complaint(name: str, error: BaseException, source: str, roots: Sequence[str]) -> str:
    if isinstance(error, ModuleNotFoundError) and error.name == name.partition(".")[0]:
        where = ", ".join(_shown(root) for root in roots)
        return f"{name} can't be imported from {where}: name the directory above it in source-roots"
    remedy = ""
    if isinstance(error, ModuleNotFoundError):
        remedy = f": install {error.name} beside apivet, or name the directory that holds it in source-roots"
    elif isinstance(error, SystemExit):
        remedy = ": put what ends the process below 'if __name__ == \"__main__\"'"
    return f"{name} can't be imported: {one_line(error)}{_place(error, source, roots)}{remedy}"


def _place(error: BaseException, source: str, roots: Sequence[str]) -> str:
    """The place of the error: the innermost line of the project's."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({_shown(error.filename)}:{error.lineno})"
    own = tuple(real_path(root) + os.sep for root in roots)
    found = ""
    traceback = error.__traceback__
    while traceback is not None:
        file = real_path(traceback.tb_frame.f_code.co_filename)
        if file == source or (file.startswith(own) and "site-packages" not in file):
            found = f" ({_shown(file)}:{traceback.tb_lineno})"
        traceback = traceback.tb_next
    return found


def _shown(path: str) -> str:
    """As seen from the working directory, where it is below that."""
    relative = os.path.relpath(real_path(path))
    return path if relative.startswith("..") else relative.replace(os.sep, "/")


# --------------------------------------------------------------------------------------- modules of one name, or none


class _PreferredRoot:
    """Finds modules below one directory before those of the same name elsewhere."""

    def __init__(self) -> None:
        self.root = ""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Find the module that an import asks for."""
        if path is not None or not self.root or name in sys.builtin_module_names:
            return None
        return importlib.machinery.PathFinder.find_spec(name, [self.root])


_PREFERRED: Final = _PreferredRoot()
#: The bare names under which scripts know what lies beside them, with the directory.
_ALIASES: Final[dict[str, str]] = {}


def _import_root(name: str, source: str) -> str:
    """The directory that a module is imported from, by its name and its file."""
    path = os.path.dirname(source) if os.path.basename(source) == "__init__.py" else os.path.splitext(source)[0]
    for part in reversed(name.split(".")):
        path, last = os.path.split(path)
        if last != part:
            return ""
    return path


def _holds(name: str, source: str) -> bool:
    """Whether an import of this name gives that file."""
    known = sys.modules.get(name)
    if known is not None:
        return real_path(getattr(known, "__file__", None) or "") == source
    top = sys.modules.get(name.partition(".")[0])
    if top is None:
        try:
            spec = importlib.util.find_spec(name.partition(".")[0])
        except (ImportError, ValueError):
            return False
        places = [spec.origin or "", *(spec.submodule_search_locations or ())] if spec is not None else []
    else:
        places = [getattr(top, "__file__", None) or "", *getattr(top, "__path__", ())]
    above = [real_path(place) for place in places if place]
    return any(source == place or source.startswith(place + os.sep) for place in above)


def _leave(root: str, directory: str) -> None:
    """Forget what only those of other directories know by a name."""
    for name, known_in in list(_ALIASES.items()):
        if known_in != directory:
            del _ALIASES[name]
            sys.modules.pop(name, None)
    left = _PREFERRED.root
    if left and left != root:
        _PREFERRED.root = ""
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and _import_root(name, real_path(file)) == left:
                del sys.modules[name]


def _prefer(root: str, name: str) -> None:
    """Import from this directory first; forget what other directories' modules of its names are."""
    if name.partition(".")[0] in sys.stdlib_module_names:
        return
    if _PREFERRED not in sys.meta_path:
        sys.meta_path.insert(0, _PREFERRED)
    _PREFERRED.root = root
    importlib.invalidate_caches()
    for loaded, module in list(sys.modules.items()):
        top = loaded.partition(".")[0]
        if top in sys.stdlib_module_names or top in ("apivet", "__main__"):
            continue
        file = getattr(module, "__file__", None)
        here = os.path.join(root, top)
        if (os.path.isfile(f"{here}.py") or os.path.isdir(here)) and not (
            isinstance(file, str) and real_path(file).startswith(root + os.sep)
        ):
            del sys.modules[loaded]


# ------------------------------------------------------------------------------------------------ users of a class


def load_users_of(class_: type) -> Iterator[types.ModuleType]:
    """Import the modules of the same code base that speak of a class, one at a time; those that can't be are left
    out."""
    file = getattr(sys.modules.get(class_.__module__), "__file__", None)
    root = _import_root(class_.__module__, real_path(file)) if isinstance(file, str) else ""
    if not root:
        return
    top = class_.__module__.partition(".")[0]
    word = re.compile(rb"\b%s\b" % re.escape(class_.__name__.encode()))
    for name, path in _module_files(root, top):
        if name in sys.modules:
            continue
        try:
            with open(path, "rb") as stream:
                if not word.search(stream.read()):
                    continue
            module = importlib.import_module(name)
        except (Exception, SystemExit):
            continue
        yield module


def _module_files(root: str, top: str) -> Iterator[tuple[str, str]]:
    """The modules of a package by name, each with its file."""
    count = 0
    for directory, directories, files in os.walk(os.path.join(root, top)):
        directories[:] = sorted(name for name in directories if name.isidentifier() and name not in _FOREIGN)
        package = os.path.relpath(directory, root).replace(os.sep, ".")
        for file in sorted(files):
            stem, extension = os.path.splitext(file)
            count += 1
            if count > SEARCHED_FILES:
                return
            if extension == ".py" and stem.isidentifier() and stem != "__main__" and not stem.startswith("test_"):
                yield (package if stem == "__init__" else f"{package}.{stem}"), os.path.join(directory, file)
