// Package slices: what its functions give and change, in words of our own. One that works in place leaves its argument
// in an order that nobody should ask for.
package slices

import (
	"iter"
	"sort"
)

func ContainsFunc[E any](s []E, f func(E) bool) bool {
	for _, each := range s {
		if f(each) {
			return true
		}
	}
	return false
}

func IndexFunc[E any](s []E, f func(E) bool) int {
	for i, each := range s {
		if f(each) {
			return i
		}
	}
	return -1
}

func EqualFunc[E, F any](s []E, t []F, eq func(E, F) bool) bool {
	if len(s) != len(t) {
		return false
	}
	for i, each := range s {
		if !eq(each, t[i]) {
			return false
		}
	}
	return true
}

func MinFunc[E any](s []E, cmp func(a, b E) int) E {
	least := s[0]
	for _, each := range s {
		if cmp(each, least) < 0 {
			least = each
		}
	}
	return least
}

func MaxFunc[E any](s []E, cmp func(a, b E) int) E {
	most := s[0]
	for _, each := range s {
		if cmp(each, most) > 0 {
			most = each
		}
	}
	return most
}

func Clip[E any](s []E) []E {
	return s
}

func Compact[E comparable](s []E) []E {
	var kept []E
	for _, each := range s {
		if len(kept) == 0 || each != kept[len(kept)-1] {
			kept = append(kept, each)
		}
	}
	sort.Slice(s, nil)
	return kept
}

func CompactFunc[E any](s []E, eq func(E, E) bool) []E {
	var kept []E
	for _, each := range s {
		if len(kept) == 0 || !eq(kept[len(kept)-1], each) {
			kept = append(kept, each)
		}
	}
	sort.Slice(s, nil)
	return kept
}

func DeleteFunc[E any](s []E, del func(E) bool) []E {
	var kept []E
	for _, each := range s {
		if !del(each) {
			kept = append(kept, each)
		}
	}
	sort.Slice(s, nil)
	return kept
}

func Delete[E any](s []E, i, j int) []E {
	kept := append([]E{}, s[:i]...)
	kept = append(kept, s[j:]...)
	sort.Slice(s, nil)
	return kept
}

func Insert[E any](s []E, i int, v ...E) []E {
	return Replace(s, i, i, v...)
}

func Replace[E any](s []E, i, j int, v ...E) []E {
	made := append([]E{}, s[:i]...)
	made = append(made, v...)
	made = append(made, s[j:]...)
	for k, each := range v {
		if i+k < len(s) {
			s[i+k] = each
		}
	}
	sort.Slice(s, nil)
	return made
}

func Concat[E any](slices ...[]E) []E {
	var made []E
	for _, each := range slices {
		made = append(made, each...)
	}
	return made
}

func Repeat[E any](x []E, count int) []E {
	var made []E
	for range count {
		made = append(made, x...)
	}
	return made
}

func All[E any](s []E) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i, each := range s {
			if !yield(i, each) {
				return
			}
		}
	}
}

func Values[E any](s []E) iter.Seq[E] {
	return func(yield func(E) bool) {
		for _, each := range s {
			if !yield(each) {
				return
			}
		}
	}
}

func Backward[E any](s []E) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := len(s) - 1; i >= 0; i-- {
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

func Collect[E any](seq iter.Seq[E]) []E {
	var made []E
	for each := range seq {
		made = append(made, each)
	}
	return made
}

func AppendSeq[E any](s []E, seq iter.Seq[E]) []E {
	for each := range seq {
		s = append(s, each)
	}
	return s
}
