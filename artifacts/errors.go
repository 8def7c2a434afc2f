package artifacts

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// The classes of errors returned by Open, a Reader's methods and Write, for use with
// errors.Is.
var (
	// ErrNotFound means that the folder contains no artifacts.
	ErrNotFound = errors.New("no artifacts")
	// ErrVersion means that the format of the artifacts is not supported by this version.
	ErrVersion = errors.New("format not understood")
	// ErrCorrupt means that the artifacts are damaged or incomplete.
	ErrCorrupt = errors.New("artifacts corrupt")
	// ErrTarget means that the target folder holds other files.
	ErrTarget = errors.New("not an artifact folder")
)

// corruptf returns an error marked ErrCorrupt, unless it wraps an error unrelated to the
// artifacts: see refused.
func corruptf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if refused(err) {
		return fmt.Errorf("read artifacts: %w", err)
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}

// refused reports whether the system denied access to a file that may well be intact: no
// permission, or too many open files.
func refused(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EMFILE) ||
		errors.Is(err, syscall.ENFILE)
}
