package sql

import (
	"seedgraph/graph"
)

// PackageMember marks the routines of an Oracle package: their schema is the package.
const PackageMember = "package"

// packageBody reads CREATE PACKAGE BODY at i: its routines are procedures and
// functions with the package as their schema. The declarations and the
// initialization of the package belong to the enclosing run. The head of a
// package, which has the same routines without bodies, defines none.
func (r *reader) packageBody(i, end int) int {
	for i < end && !r.wordIs(i, "body") {
		i++
	}
	pack := r.chain(i+1, end)
	if i = pack.to; pack.n == 0 {
		return end
	}
	for i < end && r.kw(i) != kIs && r.kw(i) != kAs {
		i++
	}
	code := r.code
	r.code = routineCode
	for i++; i < end && r.kw(i) != kBegin; {
		start := i
		switch {
		case r.kw(i) != kProcedure && r.kw(i) != kFunction:
			r.s.openRun(r.toks[i].start)
			i = r.toSemicolon(r.declaration(i, end), end)
		case r.hasBody(i + 1):
			b := blocks{r: r, form: routineForm, first: -1}
			i = min(b.end(i), end)
			r.packageRoutine(&pack, start, i)
		default: // a forward declaration, or of another language
			i = r.toSemicolon(i, end)
		}
		if r.is(i, ';') || i <= start {
			i = max(i, start) + 1
		}
	}
	if i < end { // initialization of the package
		r.s.openRun(r.toks[i].start)
		r.s.later = true
		r.routine(i, end)
		r.s.later = false
		r.s.extendRun(r.toks[end-1].end)
	}
	r.code = code
	return end
}

// packageRoutine reads the routine of a package from i to its end.
func (r *reader) packageRoutine(pack *chain, i, end int) {
	h := head{at: i, form: formCreate, what: r.kw(i), name: r.chain(i+1, end)}
	if h.name.n == 0 {
		return
	}
	h.next = h.name.to
	kind := graph.KindProc
	if h.what == kFunction {
		kind = graph.KindFunc
	}
	d := r.define(&h, kind, pack.name(), h.name.name(), h.name.name())
	r.s.facts.Definitions[d].Modifiers = []string{PackageMember}
	if pack.n > 1 { // tables without a schema are in the schema of the package
		r.s.pathOf(d, []string{pack.schema()})
	}
	r.function(&h, end, d)
	r.close(d, end)
}

// isPackageBody reports whether CREATE PACKAGE BODY is at i.
func (r *reader) isPackageBody(i, end int) bool {
	for n := 0; n < 8 && i < end; n, i = n+1, i+1 {
		if r.wordIs(i, "package") {
			return r.wordIs(i+1, "body")
		}
	}
	return false
}
