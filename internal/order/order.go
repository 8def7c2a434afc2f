// Package order has comparisons that package cmp lacks.
package order

// Bools is negative if a is false and b is true, and positive the other way around:
// elements for which a condition is true are sorted last.
func Bools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
