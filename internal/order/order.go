// Package order compares what package cmp does not.
package order

// Bools is negative if a is false and b is true, and positive the other way around: what a
// condition holds for goes last.
func Bools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
