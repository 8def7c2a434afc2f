package build

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// isMountPoint reports whether a file system, or another folder, is mounted at path:
// then the folder cannot be replaced.
func isMountPoint(path string) bool {
	var s unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_BASIC_STATS, &s)
	if err == nil && s.Attributes_mask&unix.STATX_ATTR_MOUNT_ROOT != 0 {
		return s.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
	}
	// Before Linux 5.8 the device number is used, but it does not detect a folder
	// that is mounted within its own device.
	var here, above unix.Stat_t
	return unix.Lstat(path, &here) == nil && unix.Lstat(filepath.Dir(path), &above) == nil &&
		here.Dev != above.Dev
}
