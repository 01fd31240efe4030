// Package md5: how long its sums and its blocks are.
package md5

const (
	Size      = 16
	BlockSize = 64
)
