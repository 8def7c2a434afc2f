package python

import (
	"regexp"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// dependers are the functions of FastAPI that, as the default of a parameter, have it filled by
// the function or class that they are given, by their full names.
var dependers = map[string]bool{
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
	if len(callee) != 1 || !dependers[callee[0].name] {
		return resolve.None
	}
	if of := p.argumentsOf(call, from).value(0); len(of) == 1 {
		return of[0].def
	}
	return resolve.None
}

// filled is the value of a parameter that a function or class fills: what the one returns, up
// to its first yield, or an object of the other.
func (p *evaluator) filled(id resolve.DefID) set {
	if p.table.Def(id).Kind.IsCallable() {
		return p.handed(id)
	}
	return p.instantiated(val{kind: kindClass, def: id}, noArguments).withTier(graph.Typed)
}

// dependsOn is what a Depends is given, with the last name as its group.
var dependsOn = regexp.MustCompile(`^\w+\s*\(\s*(?:dependency\s*=\s*)?(?:\w+\s*\.\s*)*(\w+)\s*[,)]`)

// bindDependencies joins what says Depends to what it names, which the framework calls: a
// function in a default value or an annotation, an alias of such a type, a router.
//
//	def list(service=Depends(make_service)): ...             # list calls make_service
//	def list(service: Annotated[Service, Depends(make_service)]): ...
//	ServiceDep = Annotated[Service, Depends(make_service)]   # ServiceDep does
func (p *evaluator) bindDependencies(b *resolve.Binder) {
	for i := range b.File.References {
		r := &b.File.References[i]
		if r.Kind != parse.RefCall || r.Args < 1 || !p.depends(b.File, r) {
			continue
		}
		m := dependsOn.FindStringSubmatchIndex(b.File.Text[r.At:])
		if m == nil {
			continue
		}
		for _, x := range b.Bindings {
			if x.At == r.At+uint32(m[2]) && x.From == b.File.ID(r.Def) && x.Kind == graph.References {
				p.filler(b, x)
				break
			}
		}
	}
}

// filler emits that what names a dependency calls it, or creates an object of it.
func (p *evaluator) filler(b *resolve.Binder, x resolve.Binding) {
	d := p.table.Def(x.To)
	switch {
	case d.Kind.IsType():
		x.Kind, x.To = graph.Creates, p.constructorOf(x.To)
	case d.Kind.IsCallable():
		x.Kind = graph.Calls
	default:
		return
	}
	x.Tier = resolve.Worse(x.Tier, graph.Typed)
	b.Bindings = append(b.Bindings, x)
}

// depends reports whether a call is one of the functions of FastAPI.
func (p *evaluator) depends(f *resolve.File, r *parse.Reference) bool {
	if r.Name != "Depends" && r.Name != "Security" {
		return false
	}
	from := f.ID(r.Def)
	callee := p.value(p.name(r.Name, r.At, from))
	if len(r.Recv) > 0 {
		callee = p.each(p.eval(r.Recv, r.At, from), func(v val) set { return p.member(v, r.Name) })
	}
	return len(callee) == 1 && dependers[callee[0].name]
}
