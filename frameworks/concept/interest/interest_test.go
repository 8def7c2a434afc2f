package interest

import (
	"strings"
	"testing"

	"seedgraph/parse"
)

// routers is a library whose routers may be passed to files that do not name it.
type routers struct{}

func (routers) Sites(_ string, src parse.Source) parse.SiteScope {
	if strings.Contains(src.Text, "router") {
		return parse.AllSites
	}
	return parse.NoSites
}

func (routers) Named(_ string, src parse.Source) bool {
	return strings.Contains(src.Text, "import 'routers'")
}

// settings is a reader that needs member accesses, and whose words are distinctive
// enough.
type settings struct{}

func (settings) Sites(_ string, src parse.Source) parse.SiteScope {
	if strings.Contains(src.Text, "process.env") {
		return parse.MemberSites
	}
	return parse.NoSites
}

func TestInterest(t *testing.T) {
	const (
		handed  = "function add(router) { router.get('/') }"
		named   = "import 'routers'; add(router)"
		reads   = "process.env.PORT"
		both    = "router.listen(process.env.PORT)"
		neither = "let a = 1"
	)
	for _, c := range []struct {
		name   string
		files  []string
		needed []bool
	}{
		{"no file names the library", []string{handed, neither}, []bool{false, false}},
		{"another file names it", []string{handed, named}, []bool{true, true}},
		{"settings have no library", []string{reads, handed}, []bool{true, false}},
		{"one of two readers is enough", []string{both, neither}, []bool{true, false}},
	} {
		readers := append(ReadersOf([]routers{{}}), ReadersOf([]settings{{}})...)
		var tree ReaderScope
		var files []ReaderScope
		for _, text := range c.files {
			files = append(files, readers.Of("typescript", parse.Source{Text: text}, AbsentLibraries{}))
			tree.Join(files[len(files)-1])
		}
		for i, f := range files {
			if got := tree.Needs(f); got != c.needed[i] {
				t.Errorf("%s: sites of %q needed: %v, want %v", c.name, c.files[i], got, c.needed[i])
			}
		}
	}
}

// Modules implements [Library].
func (routers) Modules() []string { return []string{"routers", "routers2"} }

// TestAbsent: where project files name all libraries except this one, only files that
// name it themselves are of interest.
func TestAbsent(t *testing.T) {
	readers := append(ReadersOf([]routers{{}}), ReadersOf([]settings{{}})...)
	const handed, named = "function add(router) {}", "import 'routers'; add(router)"
	for _, c := range []struct {
		files         []string
		handed, named parse.SiteScope
	}{
		{[]string{"uses others"}, parse.NoSites, parse.AllSites},
		{[]string{"uses others", "uses routers2"}, parse.AllSites, parse.AllSites},
	} {
		absent := readers.Absent(c.files)
		if got := readers.Of("typescript", parse.Source{Text: handed}, absent).Scope; got != c.handed {
			t.Errorf("%q: sites of a file that does not name the library: %v", c.files, got)
		}
		if got := readers.Of("typescript", parse.Source{Text: named}, absent).Scope; got != c.named {
			t.Errorf("%q: sites of a file that names the library: %v", c.files, got)
		}
	}
}

func TestInterestScope(t *testing.T) {
	readers := append(ReadersOf([]routers{{}}), ReadersOf([]settings{{}})...)
	for text, want := range map[string]parse.SiteScope{
		"router":             parse.AllSites,
		"process.env":        parse.MemberSites,
		"router process.env": max(parse.AllSites, parse.MemberSites),
		"":                   parse.NoSites,
	} {
		if got := readers.Of("typescript", parse.Source{Text: text}, AbsentLibraries{}).Scope; got != want {
			t.Errorf("scope of %q: %v, want %v", text, got, want)
		}
	}
}

// served is a framework that every file containing its word names.
type served struct{}

func (served) Sites(_ string, src parse.Source) parse.SiteScope {
	if strings.Contains(src.Text, "serve(") {
		return parse.AllSites
	}
	return parse.NoSites
}

// asks is a Follower, which looks for requests to served endpoints.
type asks struct{}

func (asks) Sites(_ string, src parse.Source) parse.SiteScope {
	if strings.Contains(src.Text, "fetch(") {
		return parse.AllSites
	}
	return parse.NoSites
}

func (asks) FollowsRoutes() {}

func TestInterestInRoutes(t *testing.T) {
	readers := append(ServersOf([]served{{}}), ReadersOf([]asks{{}})...)
	asked := readers.Of("typescript", parse.Source{Text: "fetch('/')"}, AbsentLibraries{})
	alone := asked
	if alone.Join(ReaderScope{}); alone.Needs(asked) {
		t.Error("requests are of use in a tree that serves nothing")
	}
	alone.Join(readers.Of("typescript", parse.Source{Text: "serve('/')"}, AbsentLibraries{}))
	if !alone.Needs(asked) {
		t.Error("requests are of no use in a tree that serves something")
	}
}

// TestManyReaders: with the maximum number of readers, each is distinguished.
func TestManyReaders(t *testing.T) {
	for _, at := range []int{0, 63, 64, maxReaders - 1} {
		readers := make(Readers, maxReaders)
		for i := range readers {
			readers[i] = entry{SiteReader: settings{}}
		}
		readers[at] = entry{SiteReader: routers{}}
		absent := readers.Absent([]string{"uses others"})
		const handed = "function add(router) {}"
		if in := readers.Of("typescript", parse.Source{Text: handed}, absent); in.Scope != parse.NoSites {
			t.Errorf("reader %d has use for a file though its library is absent", at)
		}
		tree := readers.Of("typescript", parse.Source{Text: "import 'routers'; add(router)"}, AbsentLibraries{})
		file := readers.Of("typescript", parse.Source{Text: handed}, AbsentLibraries{})
		if !tree.Needs(file) {
			t.Errorf("reader %d has no use for a file of a tree that names its library", at)
		}
	}
}
