"""Comment tags that ask for generated functions: ``# +k8s:deepcopy-gen=package``."""

from __future__ import annotations

import re
from typing import Final

from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule

_TAG: Final = re.compile(r"^#+\s*\+(k8s:[\w-]+-gen)=(.*)$")
#: Values that switch a generator off.
_OFF: Final = ("", "false")


def comment_tags(resolver: Resolver, dotted: str) -> frozenset[str]:
    """The names of the tags that a module or its package switches on."""
    source = resolver.module(dotted)
    if source is None:
        return frozenset()
    found = enabled_tags(source)
    package = None if source.is_package else resolver.module(resolver.package_of(dotted))
    return found if package is None else found | enabled_tags(package)


def enabled_tags(module: SourceModule) -> frozenset[str]:
    """The names of the tags of a module that switch something on."""
    if b"+k8s:" not in module.data:
        return frozenset()
    tags = [_TAG.match(comment) for comment, _ in module.comments.values()]
    return frozenset(tag.group(1) for tag in tags if tag and tag.group(2).strip() not in _OFF)
