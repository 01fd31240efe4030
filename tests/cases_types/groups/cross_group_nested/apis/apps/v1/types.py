from dataclasses import dataclass

import apis.core.v1.types as corev1


@dataclass
class ReplicaSet:
    template: corev1.PodSpec
