class PropertyBag(dict):
    def pull(self, key):
        return self.pop(key)
