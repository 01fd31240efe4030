from .objects import ObjectMeta as ObjectMeta
