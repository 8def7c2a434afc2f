// Package interest decides which sites of which files a build keeps: those that some framework reader
// has a use for, judged by the words in a file and the dependencies in project files.
package interest

import (
	"slices"
	"sync"

	"seedgraph/parse"
)

// A SiteReader needs the sites of some files.
type SiteReader interface {
	// Sites returns the sites of a file that the reader needs.
	Sites(language string, src parse.Source) parse.SiteScope
}

// A Namer is a SiteReader of a library that files may use without naming it: a function
// takes a router, and only its caller imports the library. A tree without a file that
// names the library does not use it, and words such as router mean nothing there.
type Namer interface {
	SiteReader

	// Named reports whether a file with needed sites names the library.
	Named(language string, src parse.Source) bool
}

// A Library is a Namer that knows the library's name in project files, in ecosystems
// whose project files name all libraries in use.
type Library interface {
	Namer

	// Modules returns the names of the library in project files, under any of which it
	// may be required.
	Modules() []string
}

// A Follower is a SiteReader that looks for references to endpoints: it needs no sites
// in a tree that serves nothing.
type Follower interface {
	SiteReader

	// FollowsRoutes marks the reader.
	FollowsRoutes()
}

// maxReaders bounds the readers of an Interest.
const maxReaders = 128

// Readers is the list of all site readers, at most maxReaders.
type Readers []entry

// An entry is a reader in the list.
type entry struct {
	SiteReader
	serves bool // a framework that answers requests
}

// A readerSet is a set of readers, as indexes into the list of all.
type readerSet [maxReaders / 64]uint64

func (s *readerSet) add(i int) { s[i/64] |= 1 << (i % 64) }

func (s *readerSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

// join adds the readers of another set.
func (s *readerSet) join(other readerSet) {
	for i := range s {
		s[i] |= other[i]
	}
}

// ReadersOf converts a list of frameworks, or of other site readers, to Readers.
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

// An ReaderScope records which readers need the sites of a file.
type ReaderScope struct {
	Scope     parse.SiteScope // the sites to keep
	by, named readerSet       // readers that asked, and readers whose library is named
	follow    readerSet       // the Followers among them
	serves    bool            // a framework is named
}

// grams pools *parse.Grams, which are reused from file to file.
var grams = sync.Pool{New: func() any { return new(parse.GramSet) }}

// AbsentLibraries is the set of readers whose library the files of a project cannot use. The
// zero Absent is empty.
type AbsentLibraries struct{ of readerSet }

// AbsentLibraries returns the readers whose library is named by none of the project files.
func (r Readers) Absent(projectFiles []string) AbsentLibraries {
	var absent AbsentLibraries
	for i, reader := range r {
		if lib, ok := reader.SiteReader.(Library); ok && !namesAny(projectFiles, lib.Modules()) {
			absent.of.add(i)
		}
	}
	return absent
}

func namesAny(texts, names []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return parse.Source{Text: text}.ContainsAny(names)
	})
}

// Of returns the interest in one file. Absent readers still need the sites of a file
// that names their library.
func (r Readers) Of(language string, src parse.Source, absent AbsentLibraries) ReaderScope {
	src.Grams = grams.Get().(*parse.GramSet)
	defer grams.Put(src.Grams)
	src.Grams.Reset()
	var in ReaderScope
	for i, reader := range r {
		if absent.of.has(i) && !reader.SiteReader.(Namer).Named(language, src) {
			continue
		}
		scope := reader.Sites(language, src)
		if scope == parse.NoSites { // the common case
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

// Join adds the interest in another file of the tree. [Interest.Needs] is called on the
// union over all files.
func (in *ReaderScope) Join(other ReaderScope) {
	in.by.join(other.by)
	in.named.join(other.named)
	in.follow.join(other.follow)
	in.serves = in.serves || other.serves
}

// Follow makes Followers useful even if nothing in the tree serves endpoints: requests
// to other repositories count.
func (in *ReaderScope) Follow() { in.serves = true }

// Needs reports whether the sites of a file are needed, where in is the union over its
// tree.
func (in ReaderScope) Needs(file ReaderScope) bool {
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
