package artifacts

import (
	"errors"
	"fmt"
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

// corruptf makes an error marked ErrCorrupt.
func corruptf(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrCorrupt, fmt.Errorf(format, args...))
}
