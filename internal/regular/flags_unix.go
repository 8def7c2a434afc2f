//go:build unix

package regular

import "syscall"

const (
	// NonBlock is the flag of os.OpenFile that keeps it from waiting for a writer.
	NonBlock = syscall.O_NONBLOCK
	noFollow = syscall.O_NOFOLLOW
)
