// Package sha256: how long its sums and its blocks are.
package sha256

const (
	Size      = 32
	Size224   = 28
	BlockSize = 64
)
