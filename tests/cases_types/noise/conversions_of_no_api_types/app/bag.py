class Shopper:
    def __init__(self, property_bag):
        self.property_bag = property_bag

    def first(self):
        return self.property_bag["first"]
