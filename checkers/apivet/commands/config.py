"""``apivet config``: what is in effect, and where it comes from."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from apivet.cache import directory_for
from apivet.commands.options import read_config
from apivet.commands.tables import print_json, print_table
from apivet.config import Config
from apivet.jobs import processors
from apivet.program.files import relative
from apivet.vocabulary import HubMapping

DEFAULT = "default"
#: The meaning of settings that are not set.
_UNSET = {"select": "every rule that is on by default", "support-tags": "where any package has one"}


def show_config(*, format_: str, config: str | None) -> int:
    """Print every setting."""
    configured = read_config(config)
    origins = dict(configured.origins)
    rows = [(key, value, origins.get(key, DEFAULT)) for key, value in settings(configured)]
    if format_ == "json":
        print_json({key: {"value": value, "from": origin} for key, value, origin in rows})
        return 0
    print_table(("setting", "value", "from"), [(key, _shown(value, key), origin) for key, value, origin in rows])
    return 0


def settings(config: Config) -> list[tuple[str, Any]]:
    """Every setting under the name that it has in ``pyproject.toml``, with its effective value."""
    values: list[tuple[str, Any]] = [
        ("select", list(config.select) if config.select is not None else None),
        ("ignore", list(config.ignore)),
        ("enable", list(config.enable)),
        ("exclude", list(config.exclude)),
        ("plugins", list(config.plugins)),
        ("source-roots", [relative(root) for root in config.source_roots] or ["."]),
        ("feature-gates", list(config.feature_gates)),
        ("go-tags", list(config.go_tags)),
        ("hub", [_entry(mapping) for mapping in config.hubs]),
        ("support-tags", config.support_tags),
        ("exceptions", relative(config.exceptions_path)),
        ("owners", relative(config.owners_path)),
        ("lock", relative(config.lock_path)),
        ("since", config.since or "apivet.lock"),
        ("format", config.format),
        ("fail-on", config.fail_on),
        ("strict", config.strict),
        ("jobs", config.jobs or processors()),
        ("cache", config.cache),
        ("cache-dir", directory_for(config)),
    ]
    tables = (
        ("vocabulary", config.vocabulary),
        ("defaults", config.defaults),
        ("blackbox", config.blackbox),
        ("live", config.live),
    )
    for table, record in tables:
        for key, value in asdict(record).items():
            if (table, key) == ("blackbox", "sandbox"):
                continue  # the command line's alone
            values.append((f"{table}.{key.replace('_', '-')}", list(value) if isinstance(value, tuple) else value))
    return values


def _entry(mapping: HubMapping) -> dict[str, Any]:
    """A mapping of hub types as it stands in the file."""
    return {key: dict(value) if key == "types" else value for key, value in asdict(mapping).items() if value}


def _shown(value: Any, key: str) -> str:
    if value is None:
        return _UNSET[key]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(_item, value)) or "none"
    return str(value)


def _item(item: Any) -> str:
    return f"{item['hub']} = {item['served']}" if isinstance(item, dict) else str(item)
