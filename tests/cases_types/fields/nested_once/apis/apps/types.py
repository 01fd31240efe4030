from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Container:
    image: str
    cpu: int  # expect: hub-type-differs[cpu]


@dataclass
class PodTemplate:
    containers: list[Container]
    init_containers: list[Container] | None = None


@dataclass
class DeploymentSpec:
    template: PodTemplate
    replicas: int = 1


@dataclass
class Deployment:
    metadata: ObjectMeta
    spec: DeploymentSpec


@dataclass
class DeploymentList:
    items: list[Deployment]
