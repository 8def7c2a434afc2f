// Package disk reads the files of installed packages and logs them: the packages that
// were read, and hashes of their files. They identify the external inputs of a build.
package disk

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"seedgraph/internal/regular"
)

// MaxBytes is the size of the largest file that is read. Larger declaration files are
// generated, and cost more than they are worth.
const MaxBytes = 4 << 20

// ErrTooLarge is returned for a file of more than MaxBytes.
var ErrTooLarge = errors.New("file too large")

// A Package is an installed package of one version.
type Package struct {
	System  string // npm, go, python, maven, jar
	Name    string
	Version string // "" if unspecified
}

// A Failure is a file that could not be read or parsed. Its declarations are missing.
type Failure struct {
	File string // below the folder of the libraries, with slashes
	Why  string
}

// A Log records the files that were read. It may be used concurrently.
type Log struct {
	mu       sync.Mutex
	packages map[Package]map[string][sha256.Size]byte
	failures map[Failure]bool
}

// NewLog returns an empty log.
func NewLog() *Log {
	return &Log{packages: map[Package]map[string][sha256.Size]byte{}, failures: map[Failure]bool{}}
}

// Read returns the text of a file of a package and records it. Name is the name of
// the file in the log, which must not depend on the machine.
func (l *Log) Read(p Package, name, file string) (string, error) {
	data, err := regular.Read(file, MaxBytes)
	if errors.Is(err, regular.ErrTooLarge) {
		err = ErrTooLarge
	}
	if err != nil {
		l.Fail(name, err)
		return "", err
	}
	l.Record(p, name, data)
	return string(data), nil
}

// Record records that a file of a package was read. Name is that of Read.
func (l *Log) Record(p Package, name string, data []byte) {
	sum := sha256.Sum256(data)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.packages[p] == nil {
		l.packages[p] = map[string][sha256.Size]byte{}
	}
	l.packages[p][name] = sum
}

// Fail records that a file could not be read or parsed.
func (l *Log) Fail(name string, err error) {
	var where *os.PathError
	if errors.As(err, &where) {
		err = where.Err // without the path, which is specific to this machine
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failures[Failure{name, err.Error()}] = true
}

// Guard calls do and records a panic as a failure of the named file.
func (l *Log) Guard(name string, do func()) {
	defer func() {
		if r := recover(); r != nil {
			l.Fail(name, fmt.Errorf("panic: %v", r))
		}
	}()
	do()
}

// Packages returns a line for each package of which a file was read, sorted: its
// system, name, version, and a hash of the files read.
func (l *Log) Packages() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := slices.SortedFunc(maps.Keys(l.packages), func(a, b Package) int {
		return cmp.Or(strings.Compare(a.System, b.System), strings.Compare(a.Name, b.Name),
			strings.Compare(a.Version, b.Version))
	})
	lines := make([]string, len(all))
	for i, p := range all {
		h := sha256.New()
		for _, name := range slices.Sorted(maps.Keys(l.packages[p])) {
			sum := l.packages[p][name]
			fmt.Fprintf(h, "%s %x\n", name, sum)
		}
		id := p.System + " " + p.Name
		if p.Version != "" {
			id += "@" + p.Version
		}
		lines[i] = id + " " + hex.EncodeToString(h.Sum(nil)[:8])
	}
	return lines
}

// Failures returns the failures, sorted by file.
func (l *Log) Failures() []Failure {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.SortedFunc(maps.Keys(l.failures), func(a, b Failure) int {
		return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.Why, b.Why))
	})
}
