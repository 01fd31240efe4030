"""A small API server in Go, whose ferries conform to the conventions, as files by their paths."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from apivet.cli import main

PACKAGE = "ex.org/harbour/pkg/registry/ferry"
HUB, SERVED = "ex.org/harbour/pkg/apis/harbour", "ex.org/harbour/pkg/apis/harbour/v1"
STRATEGY, STORAGE = "pkg/registry/ferry/strategy.go", "pkg/registry/ferry/storage/storage.go"
HUB_TYPES, SERVED_TYPES = "pkg/apis/harbour/types.go", "pkg/apis/harbour/v1/types.go"
WIPE = "\tferry.Status = harbour.FerryStatus{}\n"
WIPED = "status-not-wiped-on-create"

SERVER = {
    "go.mod": "module ex.org/harbour\n\ngo 1.24\n",
    "vendor/k8s.io/apimachinery/pkg/apis/meta/v1/meta.go": """package v1

type TypeMeta struct {
	Kind       string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}

type OwnerReference struct {
	Name string `json:"name"`
}

type ObjectMeta struct {
	Name              string            `json:"name,omitempty"`
	Generation        int64             `json:"generation,omitempty"`
	DeletionTimestamp *string           `json:"deletionTimestamp,omitempty"`
	Labels            map[string]string `json:"labels,omitempty"`
	Annotations       map[string]string `json:"annotations,omitempty"`
	OwnerReferences   []OwnerReference  `json:"ownerReferences,omitempty"`
	Finalizers        []string          `json:"finalizers,omitempty"`
}
""",
    HUB_TYPES: """package harbour

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Ferry struct {
	metav1.TypeMeta
	metav1.ObjectMeta

	Spec   FerrySpec
	Status FerryStatus
}

type FerrySpec struct {
	Berths int32
	Decks  []Deck
}

type Deck struct {
	Cars  int32
	Vans  int32
}

type FerryStatus struct {
	Aboard int32
}
""",
    SERVED_TYPES: """package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Ferry struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   FerrySpec   `json:"spec,omitempty"`
	Status FerryStatus `json:"status,omitempty"`
}

type FerrySpec struct {
	Berths int32  `json:"berths"`
	Decks  []Deck `json:"decks,omitempty"`
}

type Deck struct {
	Cars int32 `json:"cars"`
	Vans int32 `json:"vans"`
}

type FerryStatus struct {
	Aboard int32 `json:"aboard"`
}
""",
    STRATEGY: """package ferry

import (
	"context"
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"ex.org/harbour/pkg/apis/harbour"
)

type ferryStrategy struct{}

var Strategy = ferryStrategy{}

func (ferryStrategy) PrepareForCreate(ctx context.Context, obj runtime.Object) {
	ferry := obj.(*harbour.Ferry)
	ferry.Generation = 1
	ferry.Status = harbour.FerryStatus{}
}

func (ferryStrategy) PrepareForUpdate(ctx context.Context, obj, old runtime.Object) {
	ferry, before := obj.(*harbour.Ferry), old.(*harbour.Ferry)
	ferry.Status = before.Status
	if !reflect.DeepEqual(ferry.Spec, before.Spec) {
		ferry.Generation = before.Generation + 1
	}
}

func (ferryStrategy) AllowCreateOnUpdate() bool { return false }

func (ferryStrategy) AllowUnconditionalUpdate() bool { return true }

type ferryStatusStrategy struct {
	ferryStrategy
}

var StatusStrategy = ferryStatusStrategy{Strategy}

func (ferryStatusStrategy) PrepareForUpdate(ctx context.Context, obj, old runtime.Object) {
	ferry, before := obj.(*harbour.Ferry), old.(*harbour.Ferry)
	ferry.Spec = before.Spec
	metav1.ResetObjectMetaForStatus(&ferry.ObjectMeta, &before.ObjectMeta)
}
""",
    STORAGE: """package storage

import (
	"k8s.io/apimachinery/pkg/runtime"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"

	"ex.org/harbour/pkg/apis/harbour"
	"ex.org/harbour/pkg/registry/ferry"
)

func NewREST() (*genericregistry.Store, *genericregistry.Store) {
	store := &genericregistry.Store{
		NewFunc:        func() runtime.Object { return &harbour.Ferry{} },
		CreateStrategy: ferry.Strategy,
		UpdateStrategy: ferry.Strategy,
	}
	statusStore := *store
	statusStore.UpdateStrategy = ferry.StatusStrategy
	return store, &statusStore
}
""",
}


CREATED = (
    SERVER[STRATEGY][SERVER[STRATEGY].index("func (ferryStrategy) PrepareForCreate") :].partition("\n\n")[0] + "\n\n"
)


def write(files: Mapping[str, str] | Mapping[str, str | bytes], below: Path | None = None) -> None:
    """Write the files of a tree, by their paths, below the working directory or another one."""
    for name, text in files.items():
        path = (below or Path.cwd()) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def with_edits(*edits: tuple[str, str, str]) -> dict[str, str]:
    """The conforming server with texts replaced: (path, text, by what); an empty text puts the new one at the end."""
    files: dict[str, str] = dict(SERVER)
    for name, before, after in edits:
        assert before in files[name], (name, before)
        files[name] = files[name].replace(before, after) if before else files[name] + after
    return files


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments], prog_name="apivet")


def report(*arguments: str) -> dict[str, Any]:
    result = check("--format", "json", *arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def rows(*arguments: str) -> dict[tuple[str, str], str]:
    """The verdicts of a run by object and rule: the worst of several."""
    found: dict[tuple[str, str], str] = {}
    order = ("violated", "unproven", "holds")
    for row in report(*arguments)["verdicts"]:
        key = row["object"], row["rule"]
        found[key] = min(found.get(key, "holds"), row["verdict"], key=order.index)
    return found


def told(document: dict[str, Any]) -> list[tuple[str, str]]:
    """The rules and objects of the findings."""
    return [(finding["rule"], finding["object"]) for finding in document["findings"]]
