package artifacts

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// The classes of errors that Open, a Reader's methods and Write return, found
// with errors.Is.
var (
	// ErrNotFound: there are no artifacts in the folder.
	ErrNotFound = errors.New("no artifacts")
	// ErrVersion: the artifacts have a format that this version does not know.
	ErrVersion = errors.New("format not understood")
	// ErrCorrupt: the artifacts are damaged or incomplete.
	ErrCorrupt = errors.New("artifacts corrupt")
	// ErrTarget: the folder to write to holds something else.
	ErrTarget = errors.New("not an artifact folder")
)

// corruptf makes an error marked ErrCorrupt, unless it wraps one that tells nothing of
// the artifacts: see refused.
func corruptf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if refused(err) {
		return fmt.Errorf("read artifacts: %w", err)
	}
	return fmt.Errorf("%w: %w", ErrCorrupt, err)
}

// refused reports whether the system did not let the program have a file that may well be
// sound: no permission, or too many open files.
func refused(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EMFILE) ||
		errors.Is(err, syscall.ENFILE)
}
