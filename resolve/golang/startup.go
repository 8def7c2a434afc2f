package golang

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxStarted bounds the functions that the start of one program calls.
const maxStarted = 20_000

// bindStart emits the calls that the start of a program makes before its main function runs: of
// the init functions of the packages that it imports, directly or not, and of the functions in
// the initializers of their variables (Program initialization). main is the caller, because
// nothing else in the tree is.
//
//	import "example.com/shop/db"    // func init() { register() }
//	func main() { }                 // runs init, and register
func (e *eval) bindStart() {
	if e.gf.pkg.name != "main" || e.gf.Test {
		return
	}
	for _, id := range e.gf.pkg.scope["main"] {
		d := e.g.table.Def(id)
		if d.File == e.gf.File && d.Kind == graph.KindFunction {
			s := starting{e: e, main: d, seen: map[*pkg]bool{}}
			s.start(e.gf.pkg)
		}
	}
}

// A starting emits the calls of the start of one program.
type starting struct {
	e     *eval
	main  *resolve.Def
	seen  map[*pkg]bool
	calls int
}

// start emits the calls of a package, after those of the packages that it imports.
func (s *starting) start(first *pkg) {
	todo := []*pkg{first}
	s.seen[first] = true
	for i := 0; i < len(todo); i++ {
		for _, gf := range todo[i].list {
			if gf.Test || gf.excluded {
				continue
			}
			for k := range gf.Imports {
				if p := s.e.g.importedBy(gf.File, gf.Imports[k].Path).pkg; p != nil && !s.seen[p] {
					s.seen[p] = true
					todo = append(todo, p)
				}
			}
			s.file(gf)
		}
	}
}

// file emits the calls of the init functions and initializers of one file.
func (s *starting) file(gf *file) {
	for i := range gf.Definitions {
		d := &gf.Definitions[i]
		id := gf.ID(int32(i))
		switch {
		case d.Parent != 0:
		case d.Kind == graph.KindFunction && d.Name == "init":
			s.call(id, graph.Exact)
		case d.Kind == graph.KindVariable:
			for k := range d.Init {
				s.initializer(gf, d.Init[k].Steps, d.Init[k].At, id)
			}
		}
	}
}

// initializer emits the calls of the functions that an initializer calls. A function in the
// arguments of another one is found by its own variable only.
func (s *starting) initializer(gf *file, steps []parse.Step, at uint32, from resolve.DefID) {
	s.e.budget.Next(s.main.NameAt)
	t := resolve.Unknown
	for i := range steps {
		x := &steps[i]
		if x.Kind == parse.StepCall && x.Name != "" {
			m := outcome(resolve.NotFound)
			if i == 0 {
				m = s.e.name(gf, x.Name, at, from)
			} else if t.Known() {
				m = s.e.member(gf, t, x.Name)
			}
			if m.why == resolve.Resolved && m.isFunc {
				s.call(m.def, m.tier)
			}
		}
		if t = s.e.step(gf, t, x, i == 0, at, from); !t.Known() {
			return
		}
	}
}

func (s *starting) call(to resolve.DefID, tier graph.Tier) {
	if s.calls++; s.calls <= maxStarted && to != s.main.ID {
		s.e.b.Implied(s.main.ID, to, tier, 0, s.main.NameAt)
	}
}
