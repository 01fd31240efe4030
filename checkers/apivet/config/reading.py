"""From a TOML table to a :class:`Config`, with all its errors reported at once."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from apivet import catalogue
from apivet.catalogue import CatalogueError
from apivet.config.blackbox import read_blackbox
from apivet.config.hubs import read_hubs
from apivet.config.live import read_live
from apivet.config.model import DEFAULT_FAIL_ON, FAIL_ON, FORMATS, TEXT, Config, Defaults
from apivet.config.tables import Table, kind_of
from apivet.documents import PROJECT_FILES, DocumentError, parse_toml, read_file, reason
from apivet.plugins import PluginError, locate, refuse_own
from apivet.vocabulary import Vocabulary

#: The parts of an object: each has one name, where the other words may have several.
#: The import path of a Go package, or its directory.
_PACKAGE: Final = re.compile(r"[\w.~-]+(?:/[\w.~-]+)+")
_PARTS = ("metadata", "spec", "status", "generation")


class ConfigError(ValueError):
    """A configuration that cannot be used; ``lines`` says everything that is wrong with it, one line each."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class Tree:
    """The files that configurations are found among: those on disk."""

    def exists(self, path: Path) -> bool:
        """Whether there is anything at a path."""
        return os.path.lexists(path)

    def read(self, path: Path) -> bytes:
        """The bytes of a file. Raises ``OSError``."""
        return read_file(str(path))

    def is_directory(self, path: str) -> bool:
        """Whether there is a directory at a path."""
        return os.path.isdir(path)


DISK: Final = Tree()


def find_pyproject(start: Path, tree: Tree = DISK) -> Path | None:
    """The nearest configuration file upward that speaks of apivet, else the nearest ``pyproject.toml`` there is."""
    nearest = None
    for directory in (start, *start.parents):
        if tree.exists(directory / OWN_FILE):
            return directory / OWN_FILE
        candidate = directory / SHARED_FILE
        if not tree.exists(candidate):
            continue
        nearest = nearest or candidate
        if _speaks_of_apivet(candidate, tree):
            # Readers that need a broken file say what is wrong with it.
            return candidate
    return nearest


#: The file that belongs to apivet alone, and the one that holds a table for it.
OWN_FILE: Final = "apivet.toml"
SHARED_FILE: Final = "pyproject.toml"
CONFIG_FILES: Final = (OWN_FILE, SHARED_FILE)

#: Files and directories that mark the top of a project.
_PROJECT: Final = (*PROJECT_FILES, ".git")


#: By the configuration file and the plug-ins that it names, those that are loaded; ``None`` for the very same.
Governing = Callable[[Path, tuple[str, ...]], "tuple[str, ...] | None"]


def load_config(
    start: Path | None = None,
    file: Path | None = None,
    paths: Sequence[str] = (),
    plugins: Governing = lambda file, named: None,
) -> Config:
    """The configuration for a run in ``start`` (default: the working directory), from ``file`` where one is given.

    That of the project which holds all the checked ``paths`` counts; where nothing there speaks of apivet, what is
    around the working directory may.
    """
    start = (start or Path.cwd()).absolute()
    found = find_config(start, file, paths)
    if found.file is None:
        return Config(root=str(found.root))
    shown = _shown(found.file, start)
    _refuse_two(found.file, shown)
    return read_table(own_table(found.file, shown), found.file, shown, plugins)


class Found(Struct, frozen=True):
    """The configuration file of a run, where there is one, and the directory that it is about."""

    root: Path
    file: Path | None = None


def find_config(start: Path, file: Path | None, paths: Sequence[str], tree: Tree = DISK) -> Found:
    """The configuration file for a run in ``start`` over these paths: ``file`` where one is given."""
    if file is not None:
        return Found(file.absolute().parent, file.absolute())
    path = _project_of(paths, tree) or find_pyproject(start, tree)
    if paths and not (path is not None and _speaks_of_apivet(path, tree)):
        elsewhere = _elsewhere(paths, path.parent if path is not None else start, tree)
        if elsewhere is not None:
            return Found(elsewhere)
    return Found(path.parent if path is not None else start, path)


def has_table(directory: Path, tree: Tree = DISK) -> bool:
    """Whether a directory has a configuration file that speaks of apivet."""
    return any(tree.exists(path) and _speaks_of_apivet(path, tree) for path in map(directory.joinpath, CONFIG_FILES))


def own_table(path: Path, shown: str, tree: Tree = DISK) -> Any:
    """The file's own table for apivet, unchecked; ``None`` where it has none. Raises :class:`ConfigError`."""
    try:
        document = parse_toml(tree.read(path))
    except OSError as error:
        raise ConfigError([f"{shown}: cannot be read: {reason(error)}"]) from None
    except DocumentError as error:
        raise ConfigError([f"{shown}:{error.line}: {error}" if error.line else f"{shown}: {error}"]) from None
    if path.name != OWN_FILE and not isinstance(document.get("tool", {}), dict):
        raise ConfigError([f"{shown}: tool: must be a table, not {kind_of(document['tool'])}"])
    return _own_table(document, path)


def read_table(
    own: Any,
    path: Path,
    shown: str,
    plugins: Governing = lambda file, named: None,
    *,
    tree: Tree = DISK,
    lenient: bool = False,
) -> Config:
    """The configuration that a file's table gives. Raises :class:`ConfigError`; a ``lenient`` reading leaves out what
    can't be used."""
    table = Table("apivet" if path.name == OWN_FILE else "tool.apivet", {} if own is None else own, shown)
    config = replace(_read(table, path, shown, plugins, tree), is_configured=own is not None)
    if table.errors and not lenient:
        raise ConfigError([f"{shown}: {error.removeprefix('apivet.')}" for error in table.errors])
    return config


def _refuse_two(path: Path, shown: str) -> None:
    """Of two tables side by side nobody can tell which one counts."""
    beside = path.parent / SHARED_FILE
    if path.name == OWN_FILE and beside.is_file() and _speaks_of_apivet(beside, DISK):
        raise ConfigError([f"{shown}: {SHARED_FILE} beside it has [tool.apivet], too; keep one of them"])


def _speaks_of_apivet(path: Path, tree: Tree) -> bool:
    """Whether a file has a table for apivet, or is too broken to tell."""
    try:
        if path.name == OWN_FILE:
            return True
        return _is_spoken_of(tree.read(path))
    except (OSError, DocumentError):
        return True


@functools.lru_cache(maxsize=64)
def _is_spoken_of(data: bytes) -> bool:
    """Whether the text of a shared file has a table for apivet. It is asked for each directory below the file."""
    return b"apivet" in data and _own_table(parse_toml(data), Path(SHARED_FILE)) is not None


def _project_of(paths: Sequence[str], tree: Tree) -> Path | None:
    """The configuration of the project that all the paths are in, where it speaks of apivet."""
    shared = _shared(paths)
    found = find_pyproject(shared, tree) if shared is not None else None
    return found if found is not None and _speaks_of_apivet(found, tree) else None


def _elsewhere(paths: Sequence[str], root: Path, tree: Tree) -> Path | None:
    """The directory of the project that all the paths are in, where that lies outside of this one; ``None`` where it
    does not, or where they have nothing in common."""
    shared = _shared(paths)
    if shared is None or len(shared.parts) == 1 or shared == root or root in shared.parents or shared in root.parents:
        return None
    around = (shared, *shared.parents)
    marked = (each for each in around if any(tree.exists(each / name) for name in _PROJECT))
    return next(marked, next(each for each in around if not tree.exists(each / "__init__.py")))


def _shared(paths: Sequence[str]) -> Path | None:
    """The directory that all the paths are in; ``None`` where there is none."""
    try:
        shared = Path(os.path.commonpath([os.path.abspath(path) for path in paths]))
    except ValueError:
        return None
    return shared if shared.is_dir() else shared.parent


def _own_table(document: dict[str, Any], path: Path) -> Any:
    if path.name == OWN_FILE:
        return document
    tools = document.get("tool")
    return tools.get("apivet") if isinstance(tools, dict) else None


def _shown(path: Path, start: Path) -> str:
    """The path as a person in ``start`` would write it, where that is not longer than the path itself."""
    relative = Path(os.path.relpath(path, start)).as_posix()
    return relative if len(relative) <= len(str(path)) else path.as_posix()


def _read(table: Table, path: Path, shown: str, governing: Governing, tree: Tree) -> Config:
    root = path.parent
    named = tuple(dict.fromkeys(table.texts("plugins", ())))
    governed = governing(path, named)
    plugins = named if governed is None else governed
    is_usable = _can_be_loaded(table, root, plugins)
    # Of what is not loaded, nobody can tell which rules it has.
    known = plugins if is_usable and set(named) <= set(plugins) else None
    config = Config(
        root=str(root),
        file=str(path),
        plugins=plugins if is_usable else (),
        select=_rules(table, "select", known),
        ignore=_rules(table, "ignore", known) or (),
        enable=_rules(table, "enable", known) or (),
        exclude=table.texts("exclude", ()),
        source_roots=_directories(table, root, tree),
        feature_gates=_modules(table, "feature-gates"),
        go_tags=_build_tags(table, "go-tags"),
        hubs=read_hubs(table),
        support_tags=table.flag("support-tags", None),
        exceptions=_path(root, table.text("exceptions", "")),
        owners=_path(root, table.text("owners", "")),
        lock=_path(root, table.text("lock", "")),
        since=table.text("since", "").strip() or None,
        fail_on=_choice(table, "fail-on", FAIL_ON, DEFAULT_FAIL_ON),
        format=_choice(table, "format", FORMATS, TEXT),
        strict=table.flag("strict", False),
        jobs=table.count("jobs"),
        cache=table.flag("cache", True),
        cache_dir=_path(root, table.text("cache-dir", "")) or None,
        vocabulary=_vocabulary(table.table("vocabulary")),
        defaults=_defaults(table.table("defaults")),
        blackbox=read_blackbox(table.table("blackbox")),
        live=read_live(table.table("live")),
        origins=tuple(sorted((key, shown) for key in table.given())),
    )
    table.refuse_unknown_keys()
    return config


def _can_be_loaded(table: Table, root: Path, names: tuple[str, ...]) -> bool:
    """Whether these plug-ins can be used, which are loaded for that."""
    try:
        for name in names:
            refuse_own(locate(name), str(root))
        catalogue.load(names)
    except (PluginError, CatalogueError) as error:
        table.error("plugins", str(error))
        return False
    return True


def _rules(table: Table, key: str, plugins: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Names of rules, each of which must exist, as far as the plug-ins that may have them can be used. The pages are
    only read when there is a name to look up."""
    if key not in table.values:
        table.known.append(key)
        return None
    names = table.texts(key, ())
    rules = catalogue.load(plugins) if names and plugins is not None else None
    for name in names:
        if rules and not rules.is_name(name):
            table.error(key, f"there is no rule '{name}'{rules.suggestion(name, of_several=True)}")
    return names


def _choice(table: Table, key: str, choices: tuple[str, ...], default: str) -> str:
    word = table.text(key, default)
    if word not in choices:
        table.error(key, f"must be one of {', '.join(choices)}, not '{word}'")
        return default
    return word


def _modules(table: Table, key: str) -> tuple[str, ...]:
    names = table.texts(key, ())
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")) and not _PACKAGE.fullmatch(name):
            table.error(key, f"'{name}' is not the dotted name of a module, nor the path of a package")
    return names


def _build_tags(table: Table, key: str) -> tuple[str, ...]:
    """Tags, the same whatever their order."""
    names = table.texts(key, ())
    for name in names:
        if not re.fullmatch(r"[\w.]+", name):
            table.error(key, f"'{name}' is not the name of a build tag: letters, digits, '_' and '.'")
    return tuple(sorted({*names}))


def _path(root: Path, name: str) -> str:
    return os.path.normpath(os.path.join(root, name)) if name else ""


def _directories(table: Table, root: Path, tree: Tree) -> tuple[str, ...]:
    """The source roots that are there."""
    places = {_path(root, name): name for name in table.texts("source-roots", ())}
    absent = [path for path in places if not tree.is_directory(path)]
    for path in absent:
        table.error("source-roots", f"'{places[path]}' is no directory")
    return tuple(path for path in places if path not in absent)


def _vocabulary(table: Table) -> Vocabulary:
    ours = Vocabulary()
    words: dict[str, Any] = {}
    for word in Vocabulary.__struct_fields__:
        key = word.replace("_", "-")
        if word in _PARTS:
            words[word] = table.text(key, getattr(ours, word))
        else:
            words[word] = table.texts(key, getattr(ours, word), single=True)
    table.refuse_unknown_keys()
    return Vocabulary(**words)


def _defaults(table: Table) -> Defaults:
    ours = Defaults()
    defaults = Defaults(
        allow_create_on_update=table.flag("allow-create-on-update", ours.allow_create_on_update),
        allow_unconditional_update=table.flag("allow-unconditional-update", ours.allow_unconditional_update),
        default_garbage_collection_policy=table.text(
            "default-garbage-collection-policy", ours.default_garbage_collection_policy
        ),
    )
    table.refuse_unknown_keys()
    return defaults
