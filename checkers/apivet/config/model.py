"""The configuration of a run: plain values, complete, and the same for every worker."""

from __future__ import annotations

import hashlib
import json
import os

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from apivet.catalogue import Catalogue, Rule, Severity
from apivet.config.blackbox import BlackboxSettings
from apivet.config.live import LiveSettings
from apivet.vocabulary import HubMapping, Vocabulary

#: Settings that change how a run works but not what it says.
_WITHOUT_EFFECT_ON_RESULTS = frozenset(
    {"root", "file", "select", "ignore", "enable", "exclude", "exceptions", "owners"}
    | {
        "jobs",
        "cache",
        "cache_dir",
        "origins",
        "lock",
        "since",
        "blackbox",
        "live",
        "fail_on",
        "strict",
        "is_configured",
        "format",
    }
)


#: The severities that a run can be made to fail with, and the least one that does by itself.
FAIL_ON = tuple(severity.value for severity in (Severity.ERROR, Severity.WARNING, Severity.REFACTOR))
DEFAULT_FAIL_ON = Severity.WARNING.value
#: Forms that a report can be printed in.
TEXT, JSON = "text", "json"
FORMATS = (TEXT, "concise", JSON, "sarif", "github", "gitlab", "junit", "rdjson", "markdown", "html")


class Defaults(Struct, frozen=True):
    """Default values of the three flags of a strategy (contract section 4)."""

    allow_create_on_update: bool = False
    allow_unconditional_update: bool = True
    default_garbage_collection_policy: str = "DeleteDependents"


class Config(Struct, frozen=True):
    """The effective configuration. Paths are absolute; ``root`` is the directory that relative ones were seen from.

    ``select`` of ``None`` means every rule that is not off by default. ``since`` is the revision that the API types are
    compared with; without one the lock file is, where there is one. ``origins`` tells, per key, where a value that
    is no default comes from. ``is_configured`` says that ``file`` speaks of apivet at all. ``fail_on`` is the least
    severity with which a finding fails a run; with ``strict`` unproven ones do, too. ``plugins`` are those whose rules
    are loaded besides. Reports are printed in the ``format``.
    """

    root: str = field(default_factory=os.getcwd)
    file: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    enable: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    source_roots: tuple[str, ...] = ()
    feature_gates: tuple[str, ...] = ()
    go_tags: tuple[str, ...] = ()
    hubs: tuple[HubMapping, ...] = ()
    support_tags: bool | None = None
    vocabulary: Vocabulary = Vocabulary()
    defaults: Defaults = Defaults()
    blackbox: BlackboxSettings = BlackboxSettings()
    live: LiveSettings = LiveSettings()
    exceptions: str = ""
    owners: str = ""
    lock: str = ""
    since: str | None = None
    fail_on: str = DEFAULT_FAIL_ON
    strict: bool = False
    format: str = TEXT
    is_configured: bool = False
    jobs: int | None = None
    cache: bool = True
    cache_dir: str | None = None
    origins: tuple[tuple[str, str], ...] = ()
    #: Directories below that are other projects, with configurations of their own.
    elsewhere: tuple[str, ...] = ()

    @property
    def exceptions_path(self) -> str:
        """The file that lists the approved exceptions."""
        return self.exceptions or os.path.join(self.root, "exceptions", "exceptions.toml")

    @property
    def owners_path(self) -> str:
        """The file that lists the approvers: beside the exceptions, unless configured."""
        return self.owners or os.path.join(os.path.dirname(self.exceptions_path), "OWNERS")

    @property
    def lock_path(self) -> str:
        """The file that holds the API types as they were, for a run that names no revision."""
        return self.lock or os.path.join(self.root, "apivet.lock")

    @property
    def golden_path(self) -> str:
        """The directory of recorded documents; an empty text where there is none."""
        golden = self.blackbox.golden
        return os.path.join(self.root, os.path.expanduser(golden)) if golden else ""

    def runs(self, rule: Rule) -> bool:
        """Whether this rule is on."""
        names = rule.names
        if not names.isdisjoint(self.ignore):
            return False
        if not names.isdisjoint(self.enable):
            return True
        return rule.enabled if self.select is None else not names.isdisjoint(self.select)

    def active_rules(self, catalogue: Catalogue) -> frozenset[str]:
        """The symbols of the rules that are on."""
        return frozenset(rule.symbol for rule in catalogue.rules if self.runs(rule))

    def digest(self) -> str:
        """A hash of everything that can change what is found in a file; which rules are shown is decided later."""
        values = msgspec.to_builtins(self)
        for name in _WITHOUT_EFFECT_ON_RESULTS:
            del values[name]
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()

    def on_command_line(
        self,
        *,
        select: tuple[str, ...] | None = None,
        ignore: tuple[str, ...] = (),
        jobs: int | None = None,
        cache: bool | None = None,
        since: str | None = None,
        fail_on: str | None = None,
        strict: bool = False,
        memory: int | None = None,
        no_sandbox: bool = False,
        sequences: int | None = None,
    ) -> Config:
        """This configuration with what the command line says: a selection replaces the configured one with its
        ``ignore`` and ``enable``; everything else is added or overrides."""
        config, origins = self, dict(self.origins)
        if select:
            config = replace(config, select=select, ignore=(), enable=())
            origins["select"] = "command line"
            origins.pop("ignore", None)
            origins.pop("enable", None)
        if ignore:
            config = replace(config, ignore=(*config.ignore, *ignore))
            origins["ignore"] = "command line"
        if jobs is not None:
            config = replace(config, jobs=jobs)
            origins["jobs"] = "command line"
        if memory is not None:
            config = replace(config, blackbox=replace(config.blackbox, memory=memory))
        if no_sandbox:
            config = replace(config, blackbox=replace(config.blackbox, sandbox=False))
        if sequences is not None:
            config = replace(config, blackbox=replace(config.blackbox, sequences=sequences))
        if cache is not None:
            config = replace(config, cache=cache)
            origins["cache"] = "command line"
        if since is not None:
            config = replace(config, since=since)
            origins["since"] = "command line"
            origins["format"] = "command line"
        if fail_on is not None:
            config = replace(config, fail_on=fail_on)
            origins["fail-on"] = "command line"
        if strict:
            config = replace(config, strict=True)
            origins["strict"] = "command line"
        return replace(config, origins=tuple(sorted(origins.items())))
