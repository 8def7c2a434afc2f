package cache

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"errors"
	"io"
	"os"
	"sync"

	"seedgraph/internal/regular"
)

// Program returns a hash of the running program. Two programs with different code have different ones,
// whatever their version numbers say.
var Program = sync.OnceValues(func() (Key, error) {
	path, err := os.Executable()
	if err != nil {
		return Key{}, err
	}
	f, err := regular.Open(path)
	if err != nil {
		return Key{}, err
	}
	defer f.Close()
	if id := buildID(f); len(id) > 0 {
		return sha256.Sum256(id), nil
	}
	h := sha256.New() // it is built without an id: its bytes identify it
	if _, err := io.Copy(h, f); err != nil {
		return Key{}, err
	}
	return Key(h.Sum(nil)), nil
})

// goNote is the name of the section that has the build id of a Go program in ELF.
const goNote = ".note.go.buildid"

// idMark precedes the build id in programs of other formats, where their code begins.
var idMark = []byte("\xff Go build ID: \"")

// codeStart is the number of bytes in which the code of a program begins.
const codeStart = 64 << 10

// buildID returns the id that the linker has given to a program: it follows from all of its code, C
// included. It returns nil for a program without one.
func buildID(f *os.File) []byte {
	program, err := elf.NewFile(f)
	if err != nil {
		return markedID(f)
	}
	section := program.Section(goNote)
	if section == nil {
		return nil
	}
	note, err := section.Data()
	const head = 16 // three sizes and the name
	if err != nil || len(note) <= head {
		return nil
	}
	return note[head:]
}

func markedID(f *os.File) []byte {
	start := make([]byte, codeStart)
	n, err := f.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	_, rest, ok := bytes.Cut(start[:n], idMark)
	id, _, closed := bytes.Cut(rest, []byte("\""))
	if !ok || !closed {
		return nil
	}
	return id
}
