// Package sha1: how long its sums and its blocks are.
package sha1

const (
	Size      = 20
	BlockSize = 64
)
