//go:build unix

package artifacts

import (
	"os"

	"golang.org/x/sys/unix"
)

// openFilesStay is set if an open file can be neither removed nor moved with its folder.
const openFilesStay = false

// lockNow locks f without waiting. The lock ends with the process.
func lockNow(f *os.File) bool {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}
