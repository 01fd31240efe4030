from apis.vm.v1.storage import types as storage


class DiskAugmentation:
    def assign_properties_from(self, source: storage.Disk) -> None:
        self.size = source.size
