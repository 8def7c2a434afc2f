package git

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

var errIndex = errors.New("index is damaged")

// Tracked returns the paths of the tracked files and of the submodules, relative to the
// top, sorted bytewise.
func (p Repository) Tracked() ([]string, error) {
	content, err := p.index()
	return content.paths(), err
}

// An indexContent is the content of a repository's index.
type indexContent struct {
	entries []indexEntry // by path
	// the trees of the entries, by folder, as far as git caches them; empty for those
	// that have not been computed since an entry changed
	trees   map[string]string
	partial bool // a split index: most entries are in another file
}

// An indexEntry is one tracked file, as it was when git last looked at it.
type indexEntry struct {
	path      string
	object    string // hexadecimal
	sec, nsec uint32 // of its last change
	size      uint32 // in bytes, modulo 2^32
	mode      uint32 // of git: modeFile and so on
	submodule bool
	absent    bool // by a sparse checkout: not in the work tree
	assumed   bool // marked by the user as unchanged
	unmerged  bool
}

// Modes of entries of trees and the index.
const (
	modeFile       = 0o100644
	modeExecutable = 0o100755
	modeLink       = 0o120000
	modeFolder     = 0o040000
	modeSubmodule  = 0o160000
)

// unchanged reports whether a file is the one that git saw when it wrote the index at
// the time written. A file changed later within the same tick is not known to be
// unchanged.
func (e *indexEntry) unchanged(info fs.FileInfo, written time.Time) bool {
	at := info.ModTime()
	return uint32(info.Size()) == e.size && uint32(at.Unix()) == e.sec &&
		(e.nsec == 0 || uint32(at.Nanosecond()) == e.nsec) && at.Before(written)
}

func (c indexContent) paths() []string {
	paths := make([]string, len(c.entries))
	for i, e := range c.entries {
		paths[i] = e.path
	}
	return paths
}

// find returns the entry of a path.
func (c indexContent) find(path string) (indexEntry, bool) {
	i, ok := slices.BinarySearchFunc(c.entries, path,
		func(e indexEntry, p string) int { return strings.Compare(e.path, p) })
	if !ok {
		return indexEntry{}, false
	}
	return c.entries[i], true
}

// index reads the repository's index, versions 2 to 4:
//
//	"DIRC", version, count   4 bytes each
//	entries                  times, mode, owner, size: 40 bytes; object id: 20 (32);
//	                         flags: 2, or 4 when bit 14 is set; path; zeros
//	extensions               signature, length: 4 bytes each; content
//
// In versions 2 and 3 zeros fill an entry up to a multiple of 8 bytes. Version 4
// has one zero, and before the path the number of bytes to drop from the path of
// the previous entry. The parts of a split index in other files are not read.
func (p Repository) index() (indexContent, error) {
	var out indexContent
	data, err := readSmall(filepath.Join(p.Dir, "index"))
	if err != nil {
		return out, err
	}
	if len(data) < 12 || string(data[:4]) != "DIRC" {
		return out, errIndex
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return out, errIndex
	}
	object := 20
	if p.sha256() {
		object = 32
	}
	at, last := 12, ""
	for ; count > 0; count-- {
		e, size, ok := readEntry(data[at:], object, version, last)
		if !ok {
			return indexContent{}, errIndex
		}
		at, last = at+size, e.path
		out.entries = append(out.entries, e)
	}
	out.extensions(data[at:max(at, len(data)-object)], object)
	// they are, but a binary search must not depend on it
	slices.SortStableFunc(out.entries, func(a, b indexEntry) int {
		return strings.Compare(a.path, b.path)
	})
	return out, nil
}

// extensions reads the extensions after the entries.
func (c *indexContent) extensions(b []byte, object int) {
	for len(b) >= 8 {
		name, size := string(b[:4]), int(binary.BigEndian.Uint32(b[4:]))
		if size > len(b)-8 {
			return
		}
		body := b[8 : 8+size]
		b = b[8+size:]
		switch name {
		case "link":
			c.partial = true
		case "TREE":
			c.trees = map[string]string{}
			c.cachedTrees(body, "", object, 0)
		}
	}
}

// maxTrees limits the nesting of folders; no path is longer than that.
const maxTrees = 4096

// cachedTrees reads the cache of trees, each before those in it:
//
//	name, zero, number of entries in it (-1: not valid), space, number of subtrees,
//	line feed, and the object id, if it is valid
//
// It returns the rest of b; nil at the end, and if the cache is damaged.
func (c *indexContent) cachedTrees(b []byte, above string, object, depth int) []byte {
	line, rest, ok := bytes.Cut(b, []byte{'\n'})
	name, counts, named := bytes.Cut(line, []byte{0})
	entries, subtrees, counted := strings.Cut(string(counts), " ")
	n, err := strconv.Atoi(subtrees)
	if !ok || !named || !counted || err != nil || depth > maxTrees {
		return nil
	}
	path := path.Join(above, string(name))
	c.trees[path] = ""
	if !strings.HasPrefix(entries, "-") {
		if len(rest) < object {
			return nil
		}
		c.trees[path], rest = hex.EncodeToString(rest[:object]), rest[object:]
	}
	for range n {
		if rest = c.cachedTrees(rest, path, object, depth+1); rest == nil {
			return nil
		}
	}
	return rest
}

// readEntry reads the entry at the start of b, and returns its size.
func readEntry(b []byte, object int, version uint32, last string) (e indexEntry, size int,
	ok bool) {
	const assumed, extended, stage, skipWorktree = 0x80, 0x40, 0x30, 0x40
	fixed := 40 + object + 2
	if len(b) < fixed+2 {
		return e, 0, false
	}
	word := func(at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }
	e = indexEntry{object: hex.EncodeToString(b[40 : 40+object]), sec: word(8), nsec: word(12),
		size: word(36), mode: word(24)}
	e.submodule = e.mode&0xF000 == modeSubmodule
	e.assumed, e.unmerged = b[fixed-2]&assumed != 0, b[fixed-2]&stage != 0
	at := fixed
	if b[fixed-2]&extended != 0 {
		e.absent = b[at]&skipWorktree != 0
		at += 2
	}
	keep := ""
	if version == 4 {
		drop, n := offsetVarint(b[at:])
		if n == 0 || drop > len(last) {
			return e, 0, false
		}
		keep, at = last[:len(last)-drop], at+n
	}
	end := bytes.IndexByte(b[at:], 0)
	if end < 0 {
		return e, 0, false
	}
	e.path, size = keep+string(b[at:at+end]), at+end+1
	if version < 4 {
		size = (at + end + 8) &^ 7
	}
	return e, size, size <= len(b)
}

// offsetVarint reads a number in groups of seven bits, the highest first, where
// each further group adds one to the value of the previous ones; n is 0 if the
// number does not end.
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
