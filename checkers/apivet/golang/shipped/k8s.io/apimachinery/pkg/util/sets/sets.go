// Package sets: what its functions give and change, in words of our own.
package sets

import (
	"maps"
	"slices"
	"sort"
)

type Empty struct{}

type Set[T comparable] map[T]Empty

type String = Set[string]

type Byte = Set[byte]

type Int = Set[int]

type Int32 = Set[int32]

type Int64 = Set[int64]

func New[T comparable](items ...T) Set[T] {
	made := Set[T]{}
	for _, each := range items {
		made[each] = Empty{}
	}
	return made
}

func NewString(items ...string) Set[string] { return New[string](items...) }

func NewByte(items ...byte) Set[byte] { return New[byte](items...) }

func NewInt(items ...int) Set[int] { return New[int](items...) }

func NewInt32(items ...int32) Set[int32] { return New[int32](items...) }

func NewInt64(items ...int64) Set[int64] { return New[int64](items...) }

func KeySet[T comparable, V any](m map[T]V) Set[T] {
	made := Set[T]{}
	for key := range m {
		made[key] = Empty{}
	}
	return made
}

func StringKeySet[V any](m map[string]V) Set[string] { return KeySet[string, V](m) }

func List[T comparable](s Set[T]) []T { return slices.Sorted(maps.Keys(s)) }

func (s Set[T]) Insert(items ...T) Set[T] {
	for _, each := range items {
		s[each] = Empty{}
	}
	return s
}

func (s Set[T]) Delete(items ...T) Set[T] {
	for _, each := range items {
		delete(s, each)
	}
	return s
}

func (s Set[T]) Clear() Set[T] {
	clear(s)
	return s
}

func (s Set[T]) Has(item T) bool {
	_, contained := s[item]
	return contained
}

func (s Set[T]) HasAll(items ...T) bool {
	for _, each := range items {
		if !s.Has(each) {
			return false
		}
	}
	return true
}

func (s Set[T]) HasAny(items ...T) bool {
	for _, each := range items {
		if s.Has(each) {
			return true
		}
	}
	return false
}

func (s Set[T]) Clone() Set[T] {
	made := Set[T]{}
	for key := range s {
		made[key] = Empty{}
	}
	return made
}

func (s Set[T]) Union(other Set[T]) Set[T] {
	made := s.Clone()
	for key := range other {
		made[key] = Empty{}
	}
	return made
}

func (s Set[T]) Difference(other Set[T]) Set[T] {
	made := Set[T]{}
	for key := range s {
		if !other.Has(key) {
			made[key] = Empty{}
		}
	}
	return made
}

func (s Set[T]) SymmetricDifference(other Set[T]) Set[T] {
	return s.Difference(other).Union(other.Difference(s))
}

func (s Set[T]) Intersection(other Set[T]) Set[T] {
	made := Set[T]{}
	for key := range s {
		if other.Has(key) {
			made[key] = Empty{}
		}
	}
	return made
}

func (s Set[T]) IsSuperset(other Set[T]) bool {
	for key := range other {
		if !s.Has(key) {
			return false
		}
	}
	return true
}

func (s Set[T]) Equal(other Set[T]) bool { return len(s) == len(other) && s.IsSuperset(other) }

func (s Set[T]) UnsortedList() []T {
	made := make([]T, 0, len(s))
	for key := range s {
		made = append(made, key)
	}
	sort.Slice(made, nil)
	return made
}

// The older sets of one type each have this method.
func (s Set[T]) List() []T { return slices.Sorted(maps.Keys(s)) }

func (s Set[T]) PopAny() (T, bool) {
	for key := range s {
		delete(s, key)
		return key, true
	}
	var none T
	return none, false
}

func (s Set[T]) Len() int { return len(s) }
