package python

import (
	"math"
	"regexp"
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// dependsFunctions are the FastAPI functions that, as the default of a parameter, have it
// filled by the given function or class, by their full names.
var dependsFunctions = map[string]bool{
	"fastapi.Depends": true, "fastapi.Security": true,
	"fastapi.params.Depends": true, "fastapi.params.Security": true,
}

// dependency finds the function or class of the tree that fills a parameter.
//
//	def list(service=Depends(make_service)):    # make_service
func (p *evaluator) dependency(f *resolve.File, l *parse.Local) resolve.DefID {
	last := len(l.Init) - 1
	if l.Kind != parse.LocalParam || last < 0 || l.Init[last].Kind != parse.StepCall ||
		l.Init[last].Args == 0 || l.Init[last].At == 0 {
		return resolve.None
	}
	call, from := &l.Init[last], p.scopeFor(f, l.At, f.ID(l.Def))
	var callee set
	if last == 0 {
		callee = p.value(p.name(call.Name, l.At, from))
	} else {
		callee = p.each(p.eval(l.Init[:last], l.At, from), func(v val) set {
			return p.member(v, call.Name)
		})
	}
	if len(callee) != 1 || !dependsFunctions[callee[0].name] {
		return resolve.None
	}
	if of := p.argumentsOf(call, from).value(0); len(of) == 1 {
		return of[0].def
	}
	return resolve.None
}

// filled returns the value of a parameter filled by a function or class: the value
// the function returns or first yields, or an object of the class.
func (p *evaluator) filled(id resolve.DefID) set {
	if p.table.Def(id).Kind.IsCallable() {
		return p.fixtureValue(id)
	}
	return p.instantiated(val{kind: kindClass, def: id}, noArguments).withTier(graph.Typed)
}

// dependsOn matches the argument of a Depends: its dotted name, and the text after
// it.
var dependsOn = regexp.MustCompile(`^\w+\s*\(\s*(?:dependency\s*=\s*)?((?:\w+\.)*\w+)\s*([,()])`)

// bindDependencies binds uses of Depends to their dependencies, which the framework
// calls. The use is a function with a default value or an annotation, an alias of
// such a type, or a router.
//
//	def list(service=Depends(make_service)): ...             # list calls make_service
//	def list(service: Annotated[Service, Depends(make_service)]): ...
//	ServiceDep = Annotated[Service, Depends(make_service)]   # ServiceDep does
//	def list(service: ServiceDep): ...                       # and so does list
func (p *evaluator) bindDependencies(b *resolve.Binder) {
	for i := range b.File.References {
		if r := &b.File.References[i]; p.depends(b.File, r) {
			by, at := p.dependencies(b.File, r)
			p.fill(b, b.File.ID(r.Def), at, by)
		}
	}
	known := map[resolve.DefID][]set{}
	for _, x := range slices.Clone(b.Bindings) {
		params := p.table.Def(x.From).Params
		if x.Kind != graph.References || p.table.Def(x.To).Kind != graph.KindTypeAlias ||
			!slices.ContainsFunc(params, func(q parse.Param) bool { return q.Type.At == x.At }) {
			continue
		}
		if _, ok := known[x.To]; !ok {
			known[x.To] = p.aliasDependencies(p.table.Def(x.To))
		}
		for _, by := range known[x.To] {
			p.fill(b, x.From, x.At, by)
		}
	}
}

// aliasDependencies returns the arguments of the Depends calls in a type alias.
func (p *evaluator) aliasDependencies(alias *resolve.Def) []set {
	var out []set
	calls := p.modules.dependers[alias.ID]
	for i := range calls {
		if r := &calls[i]; p.depends(alias.File, r) {
			by, _ := p.dependencies(alias.File, r)
			out = append(out, by)
		}
	}
	return out
}

// dependencies returns the argument of a Depends call, and its position. The argument
// may itself be the return value of a call.
//
//	Depends(make_service)
//	Depends(Allowed("admin"))    # a callable object
func (p *evaluator) dependencies(f *resolve.File, r *parse.Reference) (by set, at uint32) {
	m := dependsOn.FindStringSubmatchIndex(f.Text[r.At:])
	if m == nil {
		return nil, 0
	}
	start, end := r.At+uint32(m[2]), r.At+uint32(m[3])
	name := f.Text[start:end]
	p.pending = math.MaxInt
	p.budget.Next(start)
	by = p.dotted(name, start, f.ID(r.Def))
	if f.Text[r.At+uint32(m[4])] == '(' {
		by = p.each(by, func(v val) set { return p.call(v, noArguments) })
	}
	return by, end - uint32(len(resolve.LastName(name)))
}

// fill emits a call of the dependency, or a creation of an object of it.
func (p *evaluator) fill(b *resolve.Binder, from resolve.DefID, at uint32, by set) {
	if len(by) != 1 || by[0].def == resolve.None {
		return
	}
	x := resolve.Binding{From: from, To: by[0].def, Kind: graph.Calls, At: at,
		Tier: resolve.WeakerTier(by[0].tier, graph.Typed)}
	switch by[0].kind {
	case kindClass:
		x.Kind, x.To = graph.Creates, p.constructorOf(x.To)
	case kindInstance:
		for _, r := range p.attr(by[0], "__call__") {
			if x.To = r.def; x.To != resolve.None {
				break
			}
		}
	}
	if x.To != resolve.None {
		b.Bindings = append(b.Bindings, x)
	}
}

// mayDepend reports whether a reference calls a function with the name of one of
// FastAPI's.
func mayDepend(r *parse.Reference) bool {
	return r.Kind == parse.RefCall && r.Args > 0 && (r.Name == "Depends" || r.Name == "Security")
}

// depends reports whether a call is a call of one of FastAPI's functions.
func (p *evaluator) depends(f *resolve.File, r *parse.Reference) bool {
	if !mayDepend(r) {
		return false
	}
	from := f.ID(r.Def)
	callee := p.value(p.name(r.Name, r.At, from))
	if len(r.Recv) > 0 {
		callee = p.each(p.eval(r.Recv, r.At, from), func(v val) set { return p.member(v, r.Name) })
	}
	return len(callee) == 1 && dependsFunctions[callee[0].name]
}
