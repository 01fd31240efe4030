"""Names of gates, and the modules that register them."""

from __future__ import annotations

from apivet.python.discover.registry import registered_gates
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import parse_quoted
from apivet.python.types.gate_tags import GateNames


class GateWords:
    """Gates by name, as the tree uses them; worked out when first asked for."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._gates: frozenset[str] | None = None
        self._registry_names: tuple[str, ...] | None = None

    def has_gates(self) -> bool:
        """Whether anything in the tree has to do with gates."""
        facts = self._resolver.facts
        return bool(self._resolver.config.feature_gates or facts.tagged or facts.tag_references)

    def is_gate_name(self, gate: str, tagged: frozenset[str] = frozenset()) -> bool:
        """Whether a gate is registered, or (with no registry configured) one that a field is tagged with; ``tagged``
        are such ones that the tree's facts do not hold."""
        if gate in self._plain() or gate in self._further_gates():
            return True
        return gate in tagged and not self._resolver.config.feature_gates

    def names(self) -> frozenset[str]:
        """All of these gates."""
        return self._plain() | self._further_gates()

    def _plain(self) -> frozenset[str]:
        facts = self._resolver.facts
        return facts.registered if self._resolver.config.feature_gates else facts.tagged

    def _further_gates(self) -> frozenset[str]:
        """Gates that the facts do not hold as plain text: those of registries that are not among the checked files,
        and those of tags that name a constant."""
        if self._gates is None:
            found: set[str] = set()
            if self._resolver.config.feature_gates:
                for path in self._registries():
                    module = self._resolver.load(path)
                    if module is not None:
                        found |= registered_gates(module.tree)
            else:
                for path, text in self._resolver.facts.tag_references:
                    module = self._resolver.load(path)
                    reference = None if module is None else parse_quoted(module, text)
                    if module is not None and reference is not None:
                        found.update(GateNames(self._resolver).texts(module, reference).gates)
            self._gates = frozenset(found)
        return self._gates

    def _registries(self) -> list[str]:
        """The files of the modules that register gates, as far as they can be found."""
        found = [
            self._resolver.layout.find(self._resolver.context, module) for module in self._resolver.config.feature_gates
        ]
        return [path for path in found if path is not None]

    def registers_gates(self, dotted: str) -> bool:
        """Whether a dotted name lies in a module that registers gates."""
        if self._registry_names is None:
            names = set(self._resolver.config.feature_gates)
            names.update(self._resolver.layout.dotted(path) for path in self._registries())
            self._registry_names = tuple(sorted(names))
        return any(dotted == name or dotted.startswith(name + ".") for name in self._registry_names)
