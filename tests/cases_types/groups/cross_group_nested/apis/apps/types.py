from dataclasses import dataclass

from apis.core import types as core


@dataclass
class ReplicaSet:
    template: core.PodSpec
