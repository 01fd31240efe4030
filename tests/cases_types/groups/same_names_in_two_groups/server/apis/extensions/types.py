from dataclasses import dataclass


@dataclass
class Deployment:
    replicas: int  # expect: hub-type-differs[replicas]
