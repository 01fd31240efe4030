"""Written by hand, since the minimum of a worker may be unset in v1beta1."""

from __future__ import annotations

from garden.apis.core import types as core
from garden.apis.core.v1beta1 import types as v1beta1


def convert_v1beta1_worker_to_core_worker(  # holds: conversion-drops-field # expect: conversion-sets-default[minimum]
    src: v1beta1.Worker,
) -> core.Worker:
    return core.Worker(
        name=src.name,
        minimum=src.minimum if src.minimum is not None else 1,
        maximum=src.maximum,
        max_surge=src.max_surge,
        zones=list(src.zones),
        provider_config=dict(src.provider_config),
    )


def convert_core_worker_to_v1beta1_worker(src: core.Worker) -> v1beta1.Worker:  # expect: conversion-drops-field[zones]
    return v1beta1.Worker(
        name=src.name,
        minimum=src.minimum,
        maximum=src.maximum,
        max_surge=src.max_surge,
        provider_config={**src.provider_config},
    )


def convert_v1beta1_provider_to_core_provider(  # holds: conversion-drops-field # expect: conversion-sets-default[workers[*].minimum]
    src: v1beta1.Provider,
) -> core.Provider:
    workers = [convert_v1beta1_worker_to_core_worker(worker) for worker in src.workers]
    return core.Provider(type=src.type, workers=workers)
