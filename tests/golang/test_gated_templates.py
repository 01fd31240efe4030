"""Gated fields of a template behind an optional pointer, which a drop helper replaces by an empty one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.test_gates import ENABLED, IN_USE, NOT_DROPPED, verdict

CODE = """package mills
import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)
const (
	// +featureGate
	Sails featuregate.Feature = "Sails"
	Wheels featuregate.Feature = "Wheels"
)
type Mill struct { metav1.TypeMeta; metav1.ObjectMeta; Spec MillSpec; Status MillStatus }
type MillStatus struct {}
type MillSpec struct { Name string; Plan *Plan }
type Plan struct { metav1.ObjectMeta; Spec PlanSpec }
type PlanSpec struct { Stones []Stone; Rocks []Stone }
type Stone struct {
	// +featureGate=Sails
	Cap *string
	Bands []Band
}
type Band struct { Clasp *Clasp }
type Clasp struct {
	// +featureGate=Sails
	Pin *string
}
func on(f featuregate.Feature) bool { return utilfeature.DefaultFeatureGate.Enabled(f) }
func visit(s *PlanSpec, f func(*Stone) bool) bool {
	for i := range s.Stones { if !f(&s.Stones[i]) { return false } }
	for i := range s.Rocks { if !f(&s.Rocks[i]) { return false } }
	return true
}
func used(s *PlanSpec) bool {
	if s == nil { return false }
	for i := range s.Stones { if s.Stones[i].Cap != nil { return true } }
	for _, r := range s.Rocks { if r.Cap != nil { return true } }
	return false
}
func strip(stones []Stone) { for i := range stones { stones[i].Cap = nil } }
func unpin(s *Stone) bool {
	for i := range s.Bands { if c := s.Bands[i].Clasp; c != nil && c.Pin != nil { s.Bands[i].Clasp.Pin = nil } }
	return true
}
type millStrategy struct{}
func (millStrategy) PrepareForCreate(k *Mill) { dropPlan(k.Spec.Plan, nil) }
func (millStrategy) PrepareForUpdate(k, o *Mill) { dropPlan(k.Spec.Plan, o.Spec.Plan) }
func dropPlan(plan, oldPlan *Plan) {
	var spec, old *PlanSpec
	if plan != nil { spec = &plan.Spec }
	if oldPlan != nil { old = &oldPlan.Spec }
	drop(spec, old)
}
func drop(spec, old *PlanSpec) {
	if spec == nil { spec = &PlanSpec{} }
%s
}
"""
CAP, PIN = "spec.plan.spec.stones[*].cap", "spec.plan.spec.stones[*].bands[*].clasp.pin"
#: A rule, a field, a body for which the rule holds, and one that breaks it.
PAIRS = {
    "by position": (NOT_DROPPED, CAP,
                    "if !on(Sails) && !used(old) { for i := range spec.Stones { spec.Stones[i].Cap = nil } }",
                    "if !on(Sails) && !used(old) { for i := range spec.Rocks { spec.Rocks[i].Cap = nil } }"),
    "in a helper": (NOT_DROPPED, CAP, "if !on(Sails) && !used(old) { strip(spec.Stones); strip(spec.Rocks) }",
                    "if !on(Sails) && !used(old) { strip(spec.Rocks) }"),
    "in use": (IN_USE, CAP, "if !on(Sails) && !used(old) { strip(spec.Stones) }", "if !on(Sails) { strip(spec.Stones) }"),
    "two lists deep": (NOT_DROPPED, PIN, "if !on(Sails) { visit(spec, unpin) }",
                       "if !on(Sails) { visit(spec, func(s *Stone) bool { return false }) }"),
}  # fmt: skip


@pytest.mark.parametrize("construct", sorted(PAIRS))
def test_one_of_two_breaks_the_rule(tmp_path: Path, construct: str) -> None:
    rule, field, kept, broken = PAIRS[construct]
    assert verdict(tmp_path / "kept", rule, kept, field, CODE) == "holds"
    assert verdict(tmp_path / "broken", rule, broken, field, CODE) == "violated"


UNBIND = "for i := range spec.Stones { spec.Stones[i].Bands = nil }"
#: Bodies by which a field goes with what it lies in, and the verdict while its gate is on.
AROUND = {
    f"if !on(Wheels) {{ {UNBIND} }}": "unproven",
    UNBIND: "violated",
    f"if on(Wheels) {{ {UNBIND} }}": "violated",
    f"if !on(Sails) {{ {UNBIND} }}": "holds",
    "if !on(Wheels) { visit(spec, unpin) }": "violated",
}


@pytest.mark.parametrize("body", AROUND)
def test_what_a_field_lies_in_is_dropped_by_a_gate_of_its_own(tmp_path: Path, body: str) -> None:
    assert verdict(tmp_path, ENABLED, body, PIN, CODE) == AROUND[body]
