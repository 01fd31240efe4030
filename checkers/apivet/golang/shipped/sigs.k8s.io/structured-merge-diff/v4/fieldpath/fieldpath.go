package fieldpath

import "sigs.k8s.io/structured-merge-diff/v6/fieldpath"

type APIVersion = fieldpath.APIVersion

type Path = fieldpath.Path

type Set = fieldpath.Set

func MakePathOrDie(parts ...interface{}) Path

func NewSet(paths ...Path) *Set
