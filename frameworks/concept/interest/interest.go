// Package interest decides which sites of which files a build keeps: those that some framework reader
// has a use for, judged by the words in a file and the dependencies in project files.
package interest

import (
	"slices"
	"sync"

	"seedgraph/parse"
)

// A SiteReader has use for the sites of files.
type SiteReader interface {
	// Sites says which sites of a file are of use.
	Sites(language string, src parse.Source) parse.SiteScope
}

// A Namer is a SiteReader of a library that files may use without naming it: a function
// is given a router, and only its caller imports the library. A tree of which no file names it
// does not use it, and words such as router mean nothing there.
type Namer interface {
	SiteReader

	// Named reports whether a file, of which sites are of use, names the library.
	Named(language string, src parse.Source) bool
}

// A Library is a Namer of what project files name where they name all libraries that code uses.
type Library interface {
	Namer

	// Modules are the names of the library in project files, under any of which it may be
	// required.
	Modules() []string
}

// A Follower is a SiteReader that looks for what leads to endpoints: of a tree that serves
// nothing it needs no sites.
type Follower interface {
	SiteReader

	// FollowsRoutes marks the reader.
	FollowsRoutes()
}

// maxReaders bounds the readers that an Interest tells apart.
const maxReaders = 128

// Readers are all that have use for sites, at most maxReaders.
type Readers []entry

// An entry is a reader in the list.
type entry struct {
	SiteReader
	serves bool // a framework that answers requests
}

// A readerSet has readers, by their places in the list of all.
type readerSet [maxReaders / 64]uint64

func (s *readerSet) add(i int) { s[i/64] |= 1 << (i % 64) }

func (s *readerSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

// join adds the readers of another set.
func (s *readerSet) join(other readerSet) {
	for i := range s {
		s[i] |= other[i]
	}
}

// ReadersOf returns a list of frameworks, or of others that read sites, as Readers.
func ReadersOf[T SiteReader](list []T) Readers {
	out := make(Readers, len(list))
	for i, r := range list {
		out[i] = entry{SiteReader: r}
	}
	return out
}

// ServersOf is ReadersOf for frameworks that answer requests.
func ServersOf[T SiteReader](list []T) Readers {
	out := ReadersOf(list)
	for i := range out {
		out[i].serves = true
	}
	return out
}

// An Interest says what has use for the sites of a file.
type Interest struct {
	Scope     parse.SiteScope // the sites to keep
	by, named readerSet       // readers that asked, and whose library is named
	follow    readerSet       // those that are Followers
	serves    bool            // a framework is named
}

// grams are those that serve for one file after the other, as *parse.Grams.
var grams = sync.Pool{New: func() any { return new(parse.Grams) }}

// Absent are readers whose library the files of a project cannot use. The zero Absent has none.
type Absent struct{ of readerSet }

// Absent returns the readers whose library none of the project files names.
func (r Readers) Absent(projectFiles []string) Absent {
	var absent Absent
	for i, reader := range r {
		if lib, ok := reader.SiteReader.(Library); ok && !namesAny(projectFiles, lib.Modules()) {
			absent.of.add(i)
		}
	}
	return absent
}

func namesAny(texts, names []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return parse.Source{Text: text}.Mentions(names)
	})
}

// Of returns the interest in one file. Readers that are absent have use for the sites of a file
// that names their library all the same.
func (r Readers) Of(language string, src parse.Source, absent Absent) Interest {
	src.Grams = grams.Get().(*parse.Grams)
	defer grams.Put(src.Grams)
	src.Grams.Reset()
	var in Interest
	for i, reader := range r {
		if absent.of.has(i) && !reader.SiteReader.(Namer).Named(language, src) {
			continue
		}
		scope := reader.Sites(language, src)
		if scope == parse.NoSites { // most readers of most files
			continue
		}
		in.Scope = max(in.Scope, scope)
		in.by.add(i)
		if n, isNamer := reader.SiteReader.(Namer); !isNamer || n.Named(language, src) {
			in.named.add(i)
			in.serves = in.serves || reader.serves
		}
		if _, follows := reader.SiteReader.(Follower); follows {
			in.follow.add(i)
		}
	}
	return in
}

// Join adds the interest in another file of the tree: the sum of all is what
// [Interest.Needs] asks.
func (in *Interest) Join(other Interest) {
	in.by.join(other.by)
	in.named.join(other.named)
	in.follow.join(other.follow)
	in.serves = in.serves || other.serves
}

// Needs reports whether the sites of a file are of use in the tree whose sum this is.
func (in Interest) Needs(file Interest) bool {
	for i, needed := range in.named {
		if !in.serves {
			needed &^= in.follow[i]
		}
		if needed&file.by[i] != 0 {
			return true
		}
	}
	return false
}
