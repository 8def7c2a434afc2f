package openends

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"seedgraph/graph"
)

// Reasons of calls by and through libraries.
const (
	// a call of a member that a library declares: which implementation of the tree runs, if
	// any, depends on the object
	LibraryMember = "library_member"
	// an object of a class of the tree, near a library that may call a method of it
	LibraryCallback = "library_callback"
)

// maxTypes bounds the types from which one class derives.
const maxTypes = 100

// objectMethods are the methods that libraries call on objects of any class, by language.
// In Go, where a class does not name the interfaces that it implements, these are the methods
// of interfaces of the standard library.
var objectMethods = func() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for languages, names := range map[string]string{
		"java kotlin scala": "toString equals hashCode finalize clone",
		"csharp":            "ToString Equals GetHashCode Finalize",
		"javascript typescript tsx": "toString toJSON valueOf then [Symbol.iterator] [Symbol.asyncIterator] " +
			"[Symbol.toPrimitive] [Symbol.dispose] [Symbol.asyncDispose]",
		"go": "Error String GoString Format Is As Unwrap Timeout Temporary Len Less Swap Push Pop " +
			"Read Write Close Seek ReadAt WriteAt ReadFrom WriteTo ReadByte WriteByte ReadRune UnreadByte UnreadRune " +
			"WriteString Flush Sync Stat ReadDir ReadFile Open Sub Glob Name Size Mode ModTime IsDir Sys Info Type " +
			"MarshalJSON UnmarshalJSON MarshalText UnmarshalText AppendText MarshalBinary UnmarshalBinary AppendBinary " +
			"MarshalXML UnmarshalXML MarshalXMLAttr UnmarshalXMLAttr GobEncode GobDecode Scan Value Set Get IsBoolFlag " +
			"ServeHTTP RoundTrip Header WriteHeader Cookies SetCookies Accept Addr Deadline Done Err Lock Unlock " +
			"Enabled Handle WithAttrs WithGroup LogValue Level Int63 Uint64 Seed Sum Sum32 Sum64 Reset BlockSize " +
			"Public Sign Decrypt At Bounds ColorModel RGBA Convert Connect Driver Prepare Begin Commit Rollback Exec Query Visit Import",
	} {
		set := map[string]bool{}
		for _, name := range strings.Fields(names) {
			set[name] = true
		}
		for _, l := range strings.Fields(languages) {
			out[l] = set
		}
	}
	return out
}()

// plainBases are types of libraries that call no method of the classes derived from them.
var plainBases = map[string]bool{"java.lang.Object": true, "java.io.Serializable": true, "java.lang.Cloneable": true,
	"System.Object": true, "builtins.object": true, "abc.ABC": true, "typing.Generic": true, "typing.Protocol": true,
	"enum.Enum": true, "System.Attribute": true}

// roots are the types of all objects.
var roots = map[string]bool{"java.lang.Object": true, "System.Object": true, "builtins.object": true, "Object": true,
	"builtin.error": true}

//go:embed gointerfaces.txt
var goInterfacesText string

// goInterfaces are the interfaces of the standard library of Go.
var goInterfaces = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{"builtin.error": true}
	for line := range strings.Lines(goInterfacesText) {
		out[strings.TrimSpace(line)] = true
	}
	return out
})

// isObjectMethod reports whether libraries call a method of this name on any object.
func isObjectMethod(language, name string) bool {
	if language == "python" {
		return strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
	}
	return objectMethods[language][name]
}

// libraryTypes caches from which types of libraries the classes of an index derive.
type libraryTypes struct {
	x     Index
	bases map[uint32]*lineage
	// by node: see known
	around map[uint32]map[uint32]bool
}

// A lineage is what a class derives from.
type lineage struct {
	classes []uint32 // of the tree, the class itself first
	outside []string // types of libraries, by full name
}

func newLibraryTypes(x Index) *libraryTypes {
	return &libraryTypes{x: x, bases: map[uint32]*lineage{}, around: map[uint32]map[uint32]bool{}}
}

// of returns the lineage of a class.
func (l *libraryTypes) of(class uint32) (*lineage, error) {
	if known, ok := l.bases[class]; ok {
		return known, nil
	}
	out := &lineage{classes: []uint32{class}}
	l.bases[class] = out
	for i := 0; i < len(out.classes) && i < maxTypes; i++ {
		for _, edges := range []func(uint32) ([]graph.Edge, error){l.x.Out, l.x.ExternalEdges} {
			all, err := edges(out.classes[i])
			if err != nil {
				return nil, err
			}
			for _, e := range all {
				if e.Kind != graph.Inherits && e.Kind != graph.Implements {
					continue
				}
				base, err := l.x.Node(e.To)
				switch {
				case err != nil:
					return nil, err
				case !base.Kind.IsExternal():
					if !slices.Contains(out.classes, e.To) {
						out.classes = append(out.classes, e.To)
					}
				case !plainBases[plain(base.Name)]:
					out.outside = append(out.outside, plain(base.Name))
				}
			}
		}
	}
	return out, nil
}

// A callback is a method of the tree that a library may call.
type callback struct {
	class uint32
	name  string
	any   bool // on any object, not only as a member of a base type
}

// callback returns the callback that a node is, if it is one.
func (l *libraryTypes) callback(n uint32, node *graph.Node) (c callback, ok bool, err error) {
	if !node.Kind.IsCallable() || node.Kind == graph.KindConstructor || node.Kind == graph.KindFunction ||
		slices.ContainsFunc(node.Modifiers, func(m string) bool { return m == "static" || m == "private" }) {
		return c, false, nil
	}
	class, ok, err := l.classOf(n)
	if err != nil || !ok {
		return c, false, err
	}
	c = callback{class, node.Short, isObjectMethod(node.Language, node.Short)}
	if c.any || node.Language == "go" && isCapital(node.Short) {
		return c, true, nil
	}
	line, err := l.of(class)
	return c, err == nil && len(line.outside) > 0, err
}

// classOf returns the type that contains a member. In Go, a method is declared outside of its
// type, possibly in another file.
func (l *libraryTypes) classOf(n uint32) (class uint32, ok bool, err error) {
	if class, ok, err = l.x.Parent(n); err != nil {
		return 0, false, err
	}
	if ok {
		if of, err := l.x.Node(class); err != nil || of.Kind.IsType() {
			return class, err == nil, err
		}
	}
	edges, err := l.x.In(n)
	if err != nil {
		return 0, false, err
	}
	for _, e := range edges {
		if e.Kind != graph.Contains {
			continue
		}
		if of, err := l.x.Node(e.From); err != nil || of.Kind.IsType() {
			return e.From, err == nil, err
		}
	}
	return 0, false, nil
}

func isCapital(s string) bool { return s != "" && s[0] >= 'A' && s[0] <= 'Z' }

// mayRun reports whether the call of a member of a library may run a callback: member has
// the name of the callback, and its type is one from which the class may derive.
//
//	void run(Runnable r) { r.run(); }    // Job.run, if Job implements Runnable
func (l *libraryTypes) mayRun(member *graph.Node, c callback) (bool, error) {
	name := plain(member.Name)
	i := strings.LastIndexByte(name, '.')
	if i < 0 || name[i+1:] != c.name {
		return false, nil
	}
	owner := name[:i]
	if roots[owner] {
		return c.any, nil
	}
	of, err := l.x.Node(c.class)
	if err != nil {
		return false, err
	}
	if of.Language == "go" { // of a type, not of a package
		return goInterfaces()[owner] || isForeign(owner) && isCapital(lastPart(owner)), nil
	}
	line, err := l.of(c.class)
	if err != nil {
		return false, err
	}
	return slices.Contains(line.outside, owner) || len(line.outside) > 0 && !c.any &&
		isCapital(lastPart(owner)), nil
}

// A touch is a place where a class with callbacks is used.
type touch struct {
	node    *graph.Node
	n       uint32
	line    uint32
	depth   int
	created bool // an object of it is created there
	callback
}

// libraryCalls collects the library calls of a node that may run methods from which the target is
// reachable, and the classes with such methods that it uses.
func (s *searching) libraryCalls(n uint32, node *graph.Node, outer []graph.Edge, depth int) error {
	if len(s.t.callbacks) == 0 {
		return nil
	}
	for _, e := range outer {
		if e.Kind != graph.Calls && e.Kind != graph.Creates {
			continue
		}
		to, err := s.x.Node(e.To)
		if err != nil {
			return err
		}
		s.outside[n] = s.outside[n] || isForeign(to.Name)
		s.calls[n] = true
		for _, c := range s.t.named[lastPart(plain(to.Name))] {
			runs, err := s.libs.mayRun(to, c)
			if err != nil {
				return err
			}
			if runs {
				s.add(node, e.Line, to.Name, LibraryMember, depth, false)
				break
			}
		}
	}
	return s.touches(n, node, depth)
}

// touches collects the classes with callbacks that a node uses.
func (s *searching) touches(n uint32, node *graph.Node, depth int) error {
	edges, err := s.x.Out(n)
	if err != nil {
		return err
	}
	own, _, err := s.libs.classOf(n)
	if err != nil {
		return err
	}
	for _, e := range edges {
		if e.Kind != graph.Creates && e.Kind != graph.References {
			continue
		}
		class := e.To
		to, err := s.x.Node(class)
		if err != nil {
			return err
		}
		if to.Kind == graph.KindConstructor {
			if class, _, err = s.libs.classOf(class); err != nil {
				return err
			}
		} else if !to.Kind.IsType() {
			continue
		}
		created := e.Kind == graph.Creates
		if class == own && !created {
			continue
		}
		line, err := s.libs.of(class)
		if err != nil {
			return err
		}
		for _, base := range line.classes {
			for _, c := range s.t.callbacks[base] {
				s.touched = append(s.touched, touch{node, n, e.Line, depth, created, c})
			}
		}
	}
	return nil
}

// handOver adds the objects that a library may have: those created on the way, if a library is
// called anywhere, and those used where one is called. In Go, where the arguments of the standard
// library are known, only created ones count, and only a library called there may have an
// interface with a method that the standard library does not know.
func (s *searching) handOver() {
	for _, t := range s.touched {
		switch {
		case t.node.Language == "go" && (!t.created || !t.any && !s.outside[t.n]):
		case s.calls[t.n], t.created && len(s.calls) > 0:
			s.add(t.node, t.line, callbackName(s.x, t.callback), LibraryCallback, t.depth, false)
		}
	}
}

// callbackName returns the name of a callback with its class.
func callbackName(x Index, c callback) string {
	if node, err := x.Node(c.class); err == nil {
		return node.Short + "." + c.name
	}
	return c.name
}

// isForeign reports whether the name of an external symbol of Go is not of the standard
// library: the path of its package begins with the name of a host.
func isForeign(name string) bool {
	first, _, ok := strings.Cut(name, "/")
	return ok && strings.Contains(first, ".")
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// findCallbacks lists the nodes from which the target is reachable that libraries may call.
func (t *target) findCallbacks(x Index, libs *libraryTypes) error {
	t.callbacks, t.named = map[uint32][]callback{}, map[string][]callback{}
	for _, n := range sortedNodes(t.nodes) {
		node, err := x.Node(n)
		if err != nil {
			return err
		}
		c, ok, err := libs.callback(n, node)
		if err != nil {
			return err
		}
		if ok {
			t.callbacks[c.class] = append(t.callbacks[c.class], c)
			t.named[c.name] = append(t.named[c.name], c)
		}
	}
	return nil
}

func sortedNodes(set map[uint32]bool) []uint32 { return slices.Sorted(maps.Keys(set)) }
