// Package time holds spans of time, as far as programs name them.
package time

// A Duration is a span of time, in nanoseconds.
type Duration int64

// Spans that are usual.
const (
	Nanosecond  Duration = 1
	Microsecond          = 1000 * Nanosecond
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)
