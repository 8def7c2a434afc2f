package graphstore

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// reserve makes sure that the file system of a folder has room for so many bytes. Badger
// maps its files into memory and writes to them there: where the disk is full, the
// system answers with a signal that ends the process. So the room is taken in an
// ordinary way first, and given back just before badger takes it.
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
		return enoughFree(dir, bytes) // the file system cannot take room ahead
	case err != nil:
		return &os.PathError{Op: "reserve room in", Path: dir, Err: err}
	}
	return nil
}

// enoughFree compares what a file system says to be free with what is needed.
func enoughFree(dir string, bytes int64) error {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return nil // nothing is known
	}
	if int64(s.Bavail)*s.Bsize < bytes {
		return &os.PathError{Op: "reserve room in", Path: dir, Err: unix.ENOSPC}
	}
	return nil
}
