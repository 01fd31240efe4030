"""Specs compared by what is made of them: tuples, dicts, sets and sorted lists of their parts."""

from __future__ import annotations

import copy
from collections import namedtuple
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Optional


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Rule:
    port: int = 0
    hosts: list[str] = field(default_factory=list)


@dataclass
class RouteSpec:
    replicas: int = 0
    hosts: list[str] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    weight: Optional[int] = None


@dataclass
class Route:
    metadata: Meta = field(default_factory=Meta)
    spec: RouteSpec = field(default_factory=RouteSpec)


Signature = namedtuple("Signature", "replicas hosts rules labels weight")


@dataclass
class Fingerprint:
    replicas: int
    hosts: list[str]
    rules: list[Rule]
    labels: dict[str, str]
    weight: Optional[int] = None


class RouteRegistry:
    """Counts what the routers have to see."""

    def prepare_for_create(self, obj: Route) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Route, old: Route) -> None:
        if self.signature(obj.spec) != self.signature(old.spec):
            obj.metadata.generation = old.metadata.generation + 1
        else:
            obj.metadata.generation = old.metadata.generation

    def signature(self, spec: RouteSpec) -> Any:
        return spec


# ---------------------------------------------------------------------------------------------- all there is to see


class TupleStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        rules = tuple((rule.port, tuple(rule.hosts)) for rule in spec.rules)
        return spec.replicas, tuple(spec.hosts), rules, tuple(sorted(spec.labels.items())), spec.weight


class FrozenStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        return spec.replicas, spec.hosts, spec.rules, frozenset(spec.labels.items()), spec.weight


class SortedVariablesStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        return sorted(vars(spec).items())


class SortedMappingStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        return sorted(asdict(spec).items())


class LabelCopyStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        labels = {name: value for name, value in spec.labels.items()}
        return spec.replicas, spec.hosts[:], list(reversed(spec.rules)), labels, spec.weight


class PairsStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        return (
            spec.replicas,
            spec.hosts,
            spec.rules,
            {(name, value) for name, value in spec.labels.items()},
            spec.weight,
        )


class NestedStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        return {
            "scale": {"replicas": spec.replicas},
            "routes": [list(spec.hosts), (spec.rules, dict(spec.labels))],
            "weight": spec.weight,
        }


class NamedTupleStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        return Signature(spec.replicas, tuple(spec.hosts), tuple(spec.rules), spec.labels, spec.weight)


class FingerprintStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        return Fingerprint(spec.replicas, list(spec.hosts), list(spec.rules), dict(spec.labels), spec.weight)


class RebuiltRulesStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        rules = [Rule(rule.port, list(rule.hosts)) for rule in spec.rules]
        return rules, spec.hosts, spec.replicas, spec.labels, spec.weight


class NumberedStrategy(RouteRegistry):
    def signature(self, spec: RouteSpec) -> Any:
        return list(enumerate(spec.hosts)), spec.replicas, spec.rules, spec.labels, spec.weight


class CopiedBackStrategy(RouteRegistry):
    """Hosts can't be changed: a copy of the stored ones is stored."""

    def prepare_for_update(self, obj: Route, old: Route) -> None:
        if old.spec.hosts and obj.spec.hosts != old.spec.hosts:
            obj.spec.hosts = list(old.spec.hosts)
        super().prepare_for_update(obj, old)

    def signature(self, spec: RouteSpec) -> Any:
        return spec.replicas, spec.hosts, spec.rules, spec.labels, spec.weight


# -------------------------------------------------------------------------------------------------- a part of it


class PortsStrategy(RouteRegistry):  # expect: generation-not-bumped-on-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        return [rule.port for rule in spec.rules]


class SortedHostsStrategy(RouteRegistry):  # expect: generation-not-bumped-on-spec-change
    """Hosts in another order are another spec."""

    def signature(self, spec: RouteSpec) -> Any:
        return spec.replicas, tuple(sorted(spec.hosts)), spec.rules, spec.labels, spec.weight


class SetOfHostsStrategy(RouteRegistry):  # expect: generation-not-bumped-on-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        return spec.replicas, set(spec.hosts), spec.rules, spec.labels, spec.weight


class RulesByPortStrategy(RouteRegistry):  # expect: generation-not-bumped-on-spec-change
    """In another order, the rules are the same dict."""

    def signature(self, spec: RouteSpec) -> Any:
        return spec.replicas, spec.hosts, {rule.port: rule for rule in spec.rules}, spec.labels, spec.weight


class SortedByPortStrategy(RouteRegistry):  # expect: generation-not-bumped-on-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        return spec.replicas, spec.hosts, sorted(spec.rules, key=lambda rule: rule.port), spec.labels, spec.weight


class LabelNamesStrategy(RouteRegistry):  # expect: generation-not-bumped-on-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        return spec.replicas, spec.hosts, spec.rules, sorted(spec.labels), spec.weight


class WithoutWeightStrategy(RouteRegistry):  # expect: generation-not-bumped-on-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        return Fingerprint(spec.replicas, list(spec.hosts), list(spec.rules), dict(spec.labels))


class ClearedWeightStrategy(RouteRegistry):  # expect: generation-not-bumped-on-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        seen = copy.deepcopy(spec)
        seen.weight = None
        return seen


class ZeroForNothingStrategy(RouteRegistry):  # expect: generation-not-bumped-on-spec-change
    """A weight of zero is another one than none."""

    def signature(self, spec: RouteSpec) -> Any:
        return spec.replicas, spec.hosts or [], spec.rules, spec.labels, spec.weight or 0


class SortedTextsStrategy(RouteRegistry):  # unproven: generation-bumped-without-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        return sorted(map(str, vars(spec).items()))


# ------------------------------------------------------------------------------------------------- nobody can tell


class JoinedStrategy(RouteRegistry):
    # unproven: generation-not-bumped-on-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        return spec.replicas, ",".join(spec.hosts), spec.rules, spec.labels, spec.weight


class SortedInPlaceStrategy(RouteRegistry):
    # unproven: generation-not-bumped-on-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        return replace(spec, hosts=sorted(spec.hosts))


class LabelTextsStrategy(RouteRegistry):
    # unproven: generation-not-bumped-on-spec-change, generation-bumped-without-spec-change
    def signature(self, spec: RouteSpec) -> Any:
        labels = tuple(f"{name}={value}" for name, value in sorted(spec.labels.items()))
        return spec.replicas, spec.hosts, spec.rules, labels, spec.weight
