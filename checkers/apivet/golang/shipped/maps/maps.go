// Package maps: what its functions give and change, in words of our own.
package maps

import "iter"

func Clone[K comparable, V any](m map[K]V) map[K]V {
	if m == nil {
		return nil
	}
	made := map[K]V{}
	for key, value := range m {
		made[key] = value
	}
	return made
}

func Copy[K comparable, V any](dst, src map[K]V) {
	for key, value := range src {
		dst[key] = value
	}
}

func EqualFunc[K comparable, V, W any](m map[K]V, n map[K]W, eq func(V, W) bool) bool {
	if len(m) != len(n) {
		return false
	}
	for key, value := range m {
		other, ok := n[key]
		if !ok || !eq(value, other) {
			return false
		}
	}
	return true
}

func DeleteFunc[K comparable, V any](m map[K]V, del func(K, V) bool) {
	for key, value := range m {
		if del(key, value) {
			delete(m, key)
		}
	}
}

func All[K comparable, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for key, value := range m {
			if !yield(key, value) {
				return
			}
		}
	}
}

func Keys[K comparable, V any](m map[K]V) iter.Seq[K] {
	return func(yield func(K) bool) {
		for key := range m {
			if !yield(key) {
				return
			}
		}
	}
}

func Values[K comparable, V any](m map[K]V) iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, value := range m {
			if !yield(value) {
				return
			}
		}
	}
}

func Insert[K comparable, V any](m map[K]V, seq iter.Seq2[K, V]) {
	for key, value := range seq {
		m[key] = value
	}
}

func Collect[K comparable, V any](seq iter.Seq2[K, V]) map[K]V {
	made := map[K]V{}
	for key, value := range seq {
		made[key] = value
	}
	return made
}
