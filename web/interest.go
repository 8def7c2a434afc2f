package web

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

// Readers are all that have use for sites, at most 64.
type Readers []SiteReader

// ReadersOf returns a list of frameworks, or of others that read sites, as Readers.
func ReadersOf[T SiteReader](list []T) Readers {
	out := make(Readers, len(list))
	for i, r := range list {
		out[i] = r
	}
	return out
}

// An Interest says what has use for the sites of a file.
type Interest struct {
	Scope     parse.SiteScope // the sites to keep
	by, named uint64          // readers, by their bits: that asked, whose library is named
	follow    uint64          // those that are Followers
	serves    bool            // a framework is named
}

// grams are those that serve for one file after the other, as *parse.Grams.
var grams = sync.Pool{New: func() any { return new(parse.Grams) }}

// Absent are readers, by their bits, whose library the files of a project cannot use.
type Absent uint64

// Absent returns the readers whose library none of the project files names.
func (r Readers) Absent(projectFiles []string) Absent {
	var absent Absent
	for i, reader := range r {
		if lib, ok := reader.(Library); ok && !namesAny(projectFiles, lib.Modules()) {
			absent |= 1 << i
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
		if absent&(1<<i) != 0 && !reader.(Namer).Named(language, src) {
			continue
		}
		scope := reader.Sites(language, src)
		if scope == parse.NoSites { // most readers of most files
			continue
		}
		in.Scope = max(in.Scope, scope)
		in.by |= 1 << i
		if n, isNamer := reader.(Namer); !isNamer || n.Named(language, src) {
			in.named |= 1 << i
			if _, serves := reader.(Framework); serves {
				in.serves = true
			}
		}
		if _, follows := reader.(Follower); follows {
			in.follow |= 1 << i
		}
	}
	return in
}

// Join adds the interest in another file of the tree: the sum of all is what
// [Interest.Needs] asks.
func (in *Interest) Join(other Interest) {
	in.by |= other.by
	in.named |= other.named
	in.follow |= other.follow
	in.serves = in.serves || other.serves
}

// Needs reports whether the sites of a file are of use in the tree whose sum this is.
func (in Interest) Needs(file Interest) bool {
	needed := in.named
	if !in.serves {
		needed &^= in.follow
	}
	return needed&file.by != 0
}
