package walk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// A gitIndex knows which files of a repository are tracked. Git's ignore rules
// do not concern those: a file may be committed although a rule matches it,
// and projects have many such files. It is read when the first rule matches.
type gitIndex struct {
	place gitPlace
	base  int // length of the top's path with its slash, in bytes of the paths that are asked
	read  bool
	paths []string // relative to the top, sorted bytewise
}

func newGitIndex(p gitPlace, dir string) *gitIndex {
	base := len(dir)
	if base > 0 {
		base++
	}
	return &gitIndex{place: p, base: base}
}

// tracks reports whether the file at path is tracked; for a folder, whether it
// is a submodule or something in it is tracked.
func (x *gitIndex) tracks(path string, dir bool) bool {
	if x == nil {
		return false
	}
	if !x.read {
		// An index that cannot be read tells nothing, like one that is not there.
		x.paths, _ = readIndex(x.place)
		x.read = true
	}
	path = path[x.base:]
	if _, ok := slices.BinarySearch(x.paths, path); ok {
		return true
	}
	i := sort.SearchStrings(x.paths, path+"/")
	return dir && i < len(x.paths) && strings.HasPrefix(x.paths[i], path+"/")
}

var errIndex = errors.New("index is damaged")

// readIndex gives the paths in a repository's index, versions 2 to 4:
//
//	"DIRC", version, count   4 bytes each
//	entries                  times, mode, owner, size: 40 bytes; object id: 20 (32);
//	                         flags: 2, or 4 when bit 14 is set; path; zeros
//
// In versions 2 and 3 zeros fill an entry up to a multiple of 8 bytes. Version
// 4 has one zero, and before the path how many bytes of the path above to drop.
// The parts of a split index in other files are not read.
func readIndex(p gitPlace) ([]string, error) {
	data, err := readSmall(filepath.Join(p.dir, "index"))
	if err != nil {
		return nil, err
	}
	if len(data) < 12 || string(data[:4]) != "DIRC" {
		return nil, errIndex
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return nil, errIndex
	}
	fixed := 40 + 20 + 2
	if strings.EqualFold(p.config("extensions", "objectformat"), "sha256") {
		fixed = 40 + 32 + 2
	}
	var paths []string
	last := ""
	for at := 12; count > 0; count-- {
		path, size, ok := indexEntry(data[at:], fixed, version, last)
		if !ok {
			return nil, errIndex
		}
		at, last = at+size, path
		paths = append(paths, path)
	}
	slices.Sort(paths) // they are, but a search must not depend on it
	return paths, nil
}

// indexEntry reads the path of the entry at the head of b, and its length.
func indexEntry(b []byte, fixed int, version uint32, last string) (path string, size int, ok bool) {
	if len(b) < fixed+2 {
		return "", 0, false
	}
	at := fixed
	if b[fixed-2]&0x40 != 0 {
		at += 2
	}
	keep := ""
	if version == 4 {
		drop, n := offsetVarint(b[at:])
		if n == 0 || drop > len(last) {
			return "", 0, false
		}
		keep, at = last[:len(last)-drop], at+n
	}
	end := bytes.IndexByte(b[at:], 0)
	if end < 0 {
		return "", 0, false
	}
	path, size = keep+string(b[at:at+end]), at+end+1
	if version < 4 {
		size = (at + end + 8) &^ 7
	}
	return path, size, size <= len(b)
}

// offsetVarint reads a number in groups of seven bits, the highest first, where
// each further group adds one to what came before; n is 0 when it does not end.
func offsetVarint(b []byte) (value, n int) {
	for i, c := range b[:min(len(b), 5)] {
		value = value<<7 | int(c&0x7f)
		if c&0x80 == 0 {
			return value, i + 1
		}
		value++
	}
	return 0, 0
}
