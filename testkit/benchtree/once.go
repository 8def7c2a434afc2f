package benchtree

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// Once runs f and writes the stamp to a file, unless the file already contains that
// stamp.
func Once(file, stamp string, f func() error) error {
	if have, err := os.ReadFile(file); err == nil && string(have) == stamp {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(stamp), 0o644)
}

// Sum returns a hash of the content of a reader.
func Sum(r io.Reader) string {
	h := sha256.New()
	_, _ = io.Copy(h, r) // an unreadable stamp is never equal
	return fmt.Sprintf("%x", h.Sum(nil))
}

// Output runs a program and returns its standard output. The exit code of a build
// that skipped files is a success.
func Output(program string, args ...string) ([]byte, error) {
	cmd := exec.Command(program, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 3 {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w: %s", program, args[0], err, stderr.Bytes())
	}
	return out, nil
}
