// Package regular opens and reads only regular files. A source tree may have a named
// pipe where a settings file is expected: opening it would wait for a writer forever,
// and a device may never end.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

var (
	// ErrNotRegular matches the errors for named pipes, sockets, devices and
	// folders.
	ErrNotRegular = errors.New("not a regular file")
	// ErrTooLarge matches the errors of [Read] for files beyond the limit.
	ErrTooLarge = errors.New("file too large")
)

// Open opens a file for reading, following symbolic links, without ever blocking. If
// the path does not resolve to a regular file, it returns an *[fs.PathError] that wraps
// [ErrNotRegular].
func Open(path string) (*os.File, error) { return open(path, 0) }

// OpenNoFollow is like [Open], but fails if the path itself is a symbolic link. On
// systems other than Unix it follows the link.
func OpenNoFollow(path string) (*os.File, error) { return open(path, noFollow) }

func open(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|NonBlock|flags, 0)
	if err != nil {
		if info, e := os.Stat(path); e == nil && !info.Mode().IsRegular() {
			return nil, notRegular(path, info.Mode()) // a socket cannot be opened at all
		}
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(path, info.Mode())
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Append opens a file for reading and appending, and creates it if it does not
// exist. Like Open, it never blocks.
func Append(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, notRegular(path, info.Mode())
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR|NonBlock, 0o644)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		f.Close()
		return nil, notRegular(path, info.Mode())
	}
	return f, nil
}

// Read reads a whole regular file of at most limit bytes. For a longer one it returns
// an *[fs.PathError] that wraps [ErrTooLarge], whatever size the system reports.
func Read(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &fs.PathError{Op: "read", Path: path,
			Err: fmt.Errorf("%w: more than %d bytes", ErrTooLarge, limit)}
	}
	return data, nil
}

func notRegular(path string, mode fs.FileMode) error {
	return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("%w: %s", ErrNotRegular, Kind(mode))}
}

// Kind returns the kind of a file that is not regular: "named pipe", "socket",
// "device", "folder", "symbolic link" or "special file".
func Kind(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "named pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	case mode&fs.ModeDevice != 0:
		return "device"
	case mode.IsDir():
		return "folder"
	case mode&fs.ModeSymlink != 0:
		return "symbolic link"
	}
	return "special file"
}
