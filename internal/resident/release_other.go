//go:build !linux

package resident

// ReleaseCode does nothing: this system has no way to do so, or none that is known here.
func ReleaseCode() {}
