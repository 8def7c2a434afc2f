package feedback

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"seedgraph/internal/regular"
)

// Append appends a record to a file, creating it if necessary, and returns when the
// record is on disk. After an error the file is unchanged. It first terminates a line
// that a killed program left incomplete.
func Append(file string, rec Record) error {
	line, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	_, missing := os.Stat(file)
	f, err := regular.Append(file)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		err = extend(f, info.Size(), line)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		if missing != nil {
			_ = os.Remove(file)
		}
		return err
	}
	if missing != nil {
		return syncFolder(filepath.Dir(file))
	}
	return nil
}

// extend appends a line to a file of the given size. If that fails, the written part is
// removed again, unless another program has appended to it.
func extend(f *os.File, size int64, line []byte) error {
	last := []byte{'\n'}
	if size > 0 {
		if _, err := f.ReadAt(last, size-1); err != nil {
			return err
		}
	}
	if last[0] != '\n' {
		line = append([]byte{'\n'}, line...)
	}
	n, err := f.Write(line)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		return nil
	}
	if info, serr := f.Stat(); serr == nil && info.Size() == size+int64(n) {
		err = errors.Join(err, f.Truncate(size))
	}
	return err
}

// syncFolder flushes the entries of a folder to disk.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
