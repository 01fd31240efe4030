from dataclasses import dataclass

from server.apis.apps.v1.types import Scale


@dataclass
class Deployment:
    replicas: Scale
