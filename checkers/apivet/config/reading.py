"""From a TOML table to a :class:`Config`, with all its errors told at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

from apivet import catalogue
from apivet.catalogue import CatalogueError
from apivet.config.blackbox import read_blackbox
from apivet.config.hubs import read_hubs
from apivet.config.live import read_live
from apivet.config.model import DEFAULT_FAIL_ON, FAIL_ON, Config, Defaults
from apivet.config.tables import Table, kind_of
from apivet.documents import DocumentError, parse_toml, read_file
from apivet.plugins import PluginError, locate, refuse_own
from apivet.vocabulary import Vocabulary

#: The parts of an object: each has one name, where the other words may have several.
_PARTS = ("metadata", "spec", "status", "generation")


class ConfigError(ValueError):
    """A configuration that cannot be used; ``lines`` says everything that is wrong with it, one line each."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def find_pyproject(start: Path) -> Path | None:
    """The nearest ``pyproject.toml`` upward that speaks of apivet, else the nearest one there is."""
    nearest = None
    for directory in (start, *start.parents):
        candidate = directory / "pyproject.toml"
        if not os.path.lexists(candidate):
            continue
        nearest = nearest or candidate
        try:
            if b"apivet" in read_file(str(candidate)) and _own_table(parse_toml(read_file(str(candidate)))) is not None:
                return candidate
        except (OSError, DocumentError):
            # Whoever reads the file in earnest says what is wrong with it.
            return candidate
    return nearest


#: What lies at the top of a project.
_PROJECT: Final = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


#: By the configuration file and the plug-ins that it names, those that are loaded; ``None`` for the very same.
Governing = Callable[[Path, tuple[str, ...]], "tuple[str, ...] | None"]


def load_config(
    start: Path | None = None,
    file: Path | None = None,
    paths: Sequence[str] = (),
    plugins: Governing = lambda file, named: None,
) -> Config:
    """The configuration for a run in ``start`` (default: the working directory), from ``file`` where one is given.

    Where nothing around the working directory speaks of apivet, the project that holds all the checked ``paths`` may.
    """
    start = (start or Path.cwd()).absolute()
    path = file.absolute() if file else find_pyproject(start)
    if file is None and paths and not _speaks_of_apivet(path):
        path = _project_of(paths) or path
        elsewhere = _elsewhere(paths, path.parent if path is not None else start)
        if elsewhere is not None:
            return Config(root=str(elsewhere))
    if path is None:
        return Config(root=str(start))
    shown = _shown(path, start)
    try:
        document = parse_toml(read_file(str(path)))
    except OSError as error:
        raise ConfigError([f"{shown}: cannot be read: {error.strerror or error}"]) from None
    except DocumentError as error:
        raise ConfigError([f"{shown}:{error.line}: {error}" if error.line else f"{shown}: {error}"]) from None
    if not isinstance(document.get("tool", {}), dict):
        raise ConfigError([f"{shown}: tool: must be a table, not {kind_of(document['tool'])}"])
    own = _own_table(document)
    table = Table("tool.apivet", {} if own is None else own, shown)
    config = replace(_read(table, path, shown, plugins), is_configured=own is not None)
    if table.errors:
        raise ConfigError([f"{shown}: {error}" for error in table.errors])
    return config


def _speaks_of_apivet(path: Path | None) -> bool:
    """Whether a file has a table for apivet, or is too broken to tell."""
    try:
        return path is not None and _own_table(parse_toml(read_file(str(path)))) is not None
    except (OSError, DocumentError):
        return True


def _project_of(paths: Sequence[str]) -> Path | None:
    """The configuration of the project that all the paths are in, where it speaks of apivet."""
    shared = _shared(paths)
    found = find_pyproject(shared) if shared is not None else None
    return found if _speaks_of_apivet(found) else None


def _elsewhere(paths: Sequence[str], root: Path) -> Path | None:
    """The directory of the project that all the paths are in, where that lies outside of this one; ``None`` where it
    does not, or where they have nothing in common."""
    shared = _shared(paths)
    if shared is None or len(shared.parts) == 1 or shared == root or root in shared.parents or shared in root.parents:
        return None
    around = (shared, *shared.parents)
    marked = (each for each in around if any((each / name).exists() for name in _PROJECT))
    return next(marked, next(each for each in around if not (each / "__init__.py").exists()))


def _shared(paths: Sequence[str]) -> Path | None:
    """The directory that all the paths are in; ``None`` where there is none."""
    try:
        shared = Path(os.path.commonpath([os.path.abspath(path) for path in paths]))
    except ValueError:
        return None
    return shared if shared.is_dir() else shared.parent


def _own_table(document: dict[str, Any]) -> Any:
    tools = document.get("tool")
    return tools.get("apivet") if isinstance(tools, dict) else None


def _shown(path: Path, start: Path) -> str:
    """The path as a person in ``start`` would write it, where that is not longer than the path itself."""
    relative = Path(os.path.relpath(path, start)).as_posix()
    return relative if len(relative) <= len(str(path)) else path.as_posix()


def _read(table: Table, path: Path, shown: str, governing: Governing) -> Config:
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
        source_roots=tuple(_directory(table, root, name) for name in table.texts("source-roots", ())),
        feature_gates=_modules(table, "feature-gates"),
        hubs=read_hubs(table),
        support_tags=table.flag("support-tags", None),
        exceptions=_path(root, table.text("exceptions", "")),
        owners=_path(root, table.text("owners", "")),
        lock=_path(root, table.text("lock", "")),
        fail_on=_severity(table),
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
        if rules and rules.find(name) is None:
            table.error(key, f"there is no rule '{name}'{rules.suggestion(name)}")
    return names


def _severity(table: Table) -> str:
    """The least severity that fails a run."""
    word = table.text("fail-on", DEFAULT_FAIL_ON)
    if word not in FAIL_ON:
        table.error("fail-on", f"must be one of {', '.join(FAIL_ON)}, not '{word}'")
    return word


def _modules(table: Table, key: str) -> tuple[str, ...]:
    names = table.texts(key, ())
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            table.error(key, f"'{name}' is not the dotted name of a module")
    return names


def _path(root: Path, name: str) -> str:
    return os.path.normpath(os.path.join(root, name)) if name else ""


def _directory(table: Table, root: Path, name: str) -> str:
    path = _path(root, name)
    if not os.path.isdir(path):
        table.error("source-roots", f"'{name}' is no directory")
    return path


def _vocabulary(table: Table) -> Vocabulary:
    ours = Vocabulary()
    words: dict[str, Any] = {}
    for word in fields(Vocabulary):
        key = word.name.replace("_", "-")
        if word.name in _PARTS:
            words[word.name] = table.text(key, getattr(ours, word.name))
        else:
            words[word.name] = table.texts(key, getattr(ours, word.name), single=True)
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
