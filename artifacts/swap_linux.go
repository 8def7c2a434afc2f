package artifacts

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// swap moves temp to target. If target exists, the two are exchanged atomically, so that
// there is a complete target at every moment.
func swap(temp, target string) error {
	err := unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, target, unix.RENAME_EXCHANGE)
	switch {
	case errors.Is(err, unix.ENOENT):
		err = unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, target, unix.RENAME_NOREPLACE)
		if errors.Is(err, unix.EEXIST) { // another build was faster
			return swap(temp, target)
		}
	}
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) {
		return swapByRename(temp, target) // the file system does not support exchange
	}
	if err != nil {
		return &os.LinkError{Op: "exchange", Old: temp, New: target, Err: err}
	}
	return nil
}
