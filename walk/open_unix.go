//go:build unix

package walk

import (
	"os"
	"syscall"
)

// openRegular opens a file for reading without following a symbolic link and
// without waiting for the other end of a pipe.
func openRegular(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}
