class PropertyBag(dict):
    def pull(self, key):
        return self.pop(key)

    def contains(self, key):
        return key in self
