class Registry:
    def __init__(self):
        self.known = {}

    def add_known_types(self, name, *types):
        self.known.setdefault(name, []).extend(types)


registry = Registry()
registry.add_known_types("numbers", int, float)
registry.add_known_types("texts", str, bytes)
