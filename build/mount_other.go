//go:build !linux

package build

// isMountPoint returns false, because there is no portable check; writing to a
// mount point fails later.
func isMountPoint(string) bool { return false }
