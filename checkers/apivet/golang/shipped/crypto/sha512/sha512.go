// Package sha512: how long its sums and its blocks are.
package sha512

const (
	Size      = 64
	Size224   = 28
	Size256   = 32
	Size384   = 48
	BlockSize = 128
)
