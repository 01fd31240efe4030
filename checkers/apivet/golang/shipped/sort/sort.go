// Package sort: a search, in words of our own.
package sort

func Search(n int, f func(int) bool) int {
	for i := range n {
		if f(i) {
			return i
		}
	}
	return n
}
