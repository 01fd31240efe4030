import api
import api.v1.lamp as l
from api import v1 as version, wipe


class LampStrategy:
    def prepare_for_create(self, lamp: api.Lamp):
        wipe(lamp)

    def prepare_for_update(self, lamp: version.Lamp, existing: version.Lamp):
        lamp.status = existing.status


class DarkStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, lamp: "api.v1.lamp.Lamp"):
        api.v1.wipe

    def prepare_for_update(self, lamp: l.Lamp, existing: l.Lamp):
        l._wipe(lamp)


class QualifiedStrategy:
    def prepare_for_create(self, lamp: "api.v1.lamp.Lamp"):
        api.v1.wipe(lamp)

    def prepare_for_update(self, lamp: "l.Lamp | None", existing: "l.Lamp | None"):
        lamp.status = existing.status
