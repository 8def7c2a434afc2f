package cache

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

const (
	// maxSegments bounds the segments of one program before they are merged.
	maxSegments = 16

	// leastLimit is the size that a folder may have in any case; beyond it may have limitFactor times the
	// bytes that the last build has used.
	leastLimit  = 256 << 20
	limitFactor = 3

	// abandoned is the age of an unfinished segment whose build must have ended.
	abandoned = 24 * time.Hour
)

// Dir is a Store in a folder. It must be closed.
type Dir struct {
	folder  string
	version Key
	limit   int64

	segments []*segment
	damaged  []string // paths
	index    map[Key]*entry

	mu     sync.Mutex
	used   map[Key]bool
	live   int64 // bytes of the entries used
	writer *writer
	err    error
}

// Open opens the folder of a cache, and creates it for the user alone if it does not exist. Entries are
// those of one version of the program; those of others only count for the size of the folder.
func Open(folder string, version Key) (*Dir, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(quoted(folder), segmentPattern))
	if err != nil {
		return nil, err
	}
	d := &Dir{folder: folder, version: version, limit: leastLimit, index: map[Key]*entry{}, used: map[Key]bool{}}
	for _, path := range paths {
		s, err := openSegment(path, version)
		switch {
		case errors.Is(err, errDamaged):
			d.damaged = append(d.damaged, path)
		case err == nil:
			d.segments = append(d.segments, s)
			for i := range s.entries {
				d.index[s.entries[i].key] = &s.entries[i]
			}
		}
	}
	return d, nil
}

// quoted returns a path as a pattern that matches only it.
func quoted(path string) string {
	var out []rune
	for _, c := range path {
		if c == '*' || c == '?' || c == '[' || c == '\\' && filepath.Separator != '\\' {
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return string(out)
}

// Get implements [Store].
func (d *Dir) Get(key Key, buf []byte) ([]byte, bool) {
	e := d.index[key]
	if e == nil {
		return nil, false
	}
	data, ok := e.data(buf)
	if ok {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.uses(key, e.size)
	}
	return data, ok
}

// uses records that the build uses an entry.
func (d *Dir) uses(key Key, size int64) {
	if !d.used[key] {
		d.used[key] = true
		d.live += size
	}
}

// Put implements [Store].
func (d *Dir) Put(key Key, data []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err != nil {
		return
	}
	if d.writer == nil {
		if d.writer, d.err = newWriter(d.folder, d.version); d.err != nil {
			return
		}
	}
	d.writer.add(key, data)
	d.uses(key, int64(len(data)))
}

// Close writes the new entries, keeps the number and the size of the segments within bounds, and returns
// the first error in doing so, which costs only entries.
func (d *Dir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var superseded []string
	if d.writer != nil {
		superseded = d.merge()
		if err := d.writer.finish(d.version); err != nil {
			d.err = errors.Join(d.err, err)
			superseded = nil
		}
		d.writer = nil
	}
	for _, s := range d.segments {
		s.file.Close()
	}
	for _, path := range append(superseded, d.damaged...) {
		os.Remove(path) // another build may have done so
	}
	d.removeAbandoned()
	now := time.Now()
	_ = os.Chtimes(d.folder, now, now) // for RemoveUnused
	d.segments, d.index = nil, nil
	return d.err
}

// merge copies entries of other segments to the new one, and returns the segments that it supersedes. If
// the folder is too large, it first drops those of other programs, and then all entries that the build has
// not used.
func (d *Dir) merge() (superseded []string) {
	foreign := d.foreign()
	total := d.writer.at + int64(len(d.writer.index))
	for _, s := range d.segments {
		total += s.size
	}
	for _, f := range foreign {
		total += f.size
	}
	limit := max(d.limit, limitFactor*d.live)
	for _, f := range foreign {
		if total <= limit {
			break
		}
		total -= f.size
		superseded = append(superseded, f.path)
	}
	merged := d.segments
	switch {
	case total > limit:
	case len(d.segments) < maxSegments:
		return superseded
	default: // the largest stays: copying it is most of the work, and it changes least
		slices.SortFunc(merged, func(a, b *segment) int { return cmp.Compare(a.size, b.size) })
		merged = merged[:len(merged)-1]
	}
	for _, s := range merged {
		d.copy(s, total > limit)
		superseded = append(superseded, s.path)
	}
	return superseded
}

// copy copies the entries of a segment to the new one; if need be only those that the build has used.
func (d *Dir) copy(s *segment, usedOnly bool) {
	var buf []byte
	for i := range s.entries {
		e := &s.entries[i]
		if usedOnly && !d.used[e.key] {
			continue
		}
		if data, ok := e.data(buf); ok {
			d.writer.add(e.key, data)
			buf = data
		}
	}
}

// A sized is a file of the folder.
type sized struct {
	path string
	size int64
	time time.Time
}

// foreign lists the segments of other programs and those written since the folder was opened, the oldest
// first.
func (d *Dir) foreign() []sized {
	own := map[string]bool{}
	for _, s := range d.segments {
		own[s.path] = true
	}
	return slices.DeleteFunc(d.files(segmentPattern), func(f sized) bool { return own[f.path] })
}

func (d *Dir) files(pattern string) []sized {
	paths, _ := filepath.Glob(filepath.Join(quoted(d.folder), pattern))
	var out []sized
	for _, path := range paths {
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			out = append(out, sized{path, info.Size(), info.ModTime()})
		}
	}
	slices.SortFunc(out, func(a, b sized) int { return a.time.Compare(b.time) })
	return out
}

// removeAbandoned removes the unfinished segments of builds that were killed.
func (d *Dir) removeAbandoned() {
	for _, f := range d.files(tempPattern) {
		if time.Since(f.time) > abandoned {
			os.Remove(f.path)
		}
	}
}

// unused is the age of a folder that no build has written to for so long that its tree may be gone.
const unused = 60 * 24 * time.Hour

// RemoveUnused removes the caches in the subfolders of a folder that no build has used for two months,
// which is known from the time of the folder. Only files of caches are removed.
func RemoveUnused(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || !e.IsDir() || time.Since(info.ModTime()) < unused {
			continue
		}
		d := Dir{folder: filepath.Join(parent, e.Name())}
		for _, f := range append(d.files(segmentPattern), d.files(tempPattern)...) {
			os.Remove(f.path)
		}
		if err := os.Remove(d.folder); errors.Is(err, fs.ErrExist) {
			continue // something else is there
		}
	}
}
