package graphstore

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// reserve makes sure that the file system of a folder has the given number of bytes free.
// Badger writes to memory-mapped files: if the disk is full, the system raises a signal
// that terminates the process. So the space is first allocated in the ordinary way, and
// released just before badger allocates it.
func reserve(dir string, bytes int64) error {
	f, err := os.CreateTemp(dir, "room-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	err = unix.Fallocate(int(f.Fd()), 0, 0, bytes)
	switch {
	case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.ENOSYS):
		return enoughFree(dir, bytes) // the file system cannot preallocate
	case err != nil:
		return &os.PathError{Op: "reserve room in", Path: dir, Err: err}
	}
	return nil
}

// enoughFree compares the free space reported by a file system with the space needed.
func enoughFree(dir string, bytes int64) error {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return nil // unknown
	}
	if int64(s.Bavail)*s.Bsize < bytes {
		return &os.PathError{Op: "reserve room in", Path: dir, Err: unix.ENOSPC}
	}
	return nil
}
