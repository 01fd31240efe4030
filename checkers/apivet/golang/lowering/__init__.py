"""Bodies of Go functions as the statements of :mod:`apivet.program.syntax`."""
