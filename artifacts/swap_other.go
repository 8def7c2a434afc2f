//go:build !linux

package artifacts

// swap moves temp to target.
func swap(temp, target string) error { return swapByRename(temp, target) }
