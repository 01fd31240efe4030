"""Strategies that name no type: generation is judged where the hooks mention it."""


class RecordStrategy:  # confidence: inferred
    def prepare_for_create(self, ctx, obj):
        obj["status"] = {}
        obj["metadata"]["generation"] = 1

    def prepare_for_update(self, ctx, obj, old):
        obj["status"] = old["status"]
        if obj["spec"] != old["spec"]:
            obj["metadata"]["generation"] = old["metadata"]["generation"] + 1


class EarlyReturnStrategy:  # confidence: inferred
    def prepare_for_create(self, ctx, obj):
        obj.status = None
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj, old):
        obj.status = old.status
        if obj.spec == old.spec:
            return
        obj.metadata.generation += 1


class AlwaysStrategy:  # confidence: inferred  # expect: generation-bumped-without-spec-change
    def prepare_for_create(self, ctx, obj):
        obj.status = None
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj, old):
        obj.status = old.status
        obj.metadata.generation += 1
        obj.spec.checked = True


class PartlyStrategy:  # confidence: inferred
    # expect: generation-not-set-on-create, generation-not-bumped-on-spec-change
    def prepare_for_create(self, ctx, obj):
        obj.status = None

    def prepare_for_update(self, ctx, obj, old):
        obj.status = old.status
        if obj.spec.template != old.spec.template:
            obj.metadata.generation += 1
