package golang

import (
	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An eval evaluates the types of expressions in one file.
type eval struct {
	g      *tree
	b      *resolve.Binder
	gf     *file
	budget resolve.Budget
	locals resolve.Memo[*parse.Local, inferred]
	vars   resolve.Memo[resolve.DefID, inferred] // variables and constants of packages, of any file
}

// An inferred is the result of type inference; its zero value means not inferred.
type inferred struct {
	resolve.Type
	done bool
}

// infer returns the type that ask finds for a key; unknown if it depends on itself.
//
//	var a, b = b, a    // a cycle that does not compile
func infer[K comparable](m *resolve.Memo[K, inferred], b *resolve.Budget, key K,
	ask func() resolve.Type) resolve.Type {
	if t := m.Get(b, key, func() inferred { return inferred{ask(), true} }); t.done {
		return t.Type
	}
	return resolve.Unknown
}

// newEval returns the evaluator of one file.
func newEval(b *resolve.Binder, g *tree) *eval {
	return &eval{g: g, b: b, gf: g.files[b.File]}
}

// A referent is the referent of a name.
type referent struct {
	def    resolve.DefID
	twins  []resolve.DefID // the declarations that replace def in other builds
	owner  resolve.Type    // the type that a member belongs to
	tier   graph.Tier
	why    resolve.Outcome
	value  resolve.Type // the type of a value, the result type of a function
	isFunc bool

	generic *external.Member // of a generic function of the standard library
}

// outcome returns the meaning of a name without a referent in the tree, with the
// reason.
func outcome(why resolve.Outcome) referent {
	return referent{def: resolve.None, owner: resolve.Unknown, why: why, value: resolve.Unknown}
}

// externalReferent returns the meaning of a name that is declared outside the tree. Its
// value has an unknown type, so the rest of the chain is external, too.
func externalReferent() referent {
	m := outcome(resolve.External)
	m.value = externalType(unseen)
	return m
}

// bind emits the binding of a reference.
func (e *eval) bind(r *parse.Reference) {
	e.budget.Next(r.At)
	from := e.b.File.ID(r.Def)
	if len(r.Recv) > 0 && r.Recv[0].Kind == parse.StepName && e.gf.hidden[r.Recv[0].Name] {
		e.bindHidden(r, from)
	}
	m := e.resolve(r, from)
	if !m.isFunc || r.Kind == parse.RefCall { // the first of several results
		if m.value.Form == parse.FormTuple {
			m.value = result(m.value, 0)
		}
		if m.value.Name != unseen { // of which there are many, never needed
			e.b.SetValueType(r.At, m.value)
		}
	}
	tier, ok := e.b.Account(r, from, m.tier, m.why, 0)
	if !ok {
		if m.why == resolve.External && e.b.KeepsForeign() {
			e.foreign(r, from, m.owner)
		}
		return
	}
	e.emit(r, from, m.def, tier)
	for _, id := range m.twins {
		e.emit(r, from, id, tier)
	}
}

// bindHidden emits the use of a package-level variable before a dot that the front
// end mistakes for a package name.
//
//	package shop
//	var log logger
//	func f() { log.Print() }    // the variable, though an import of the name log is likelier
func (e *eval) bindHidden(r *parse.Reference, from resolve.DefID) {
	if m := e.name(e.gf, r.Recv[0].Name, r.At, from); m.why == resolve.Resolved && !m.isFunc {
		e.emit(&parse.Reference{Kind: parse.RefMember, At: r.At}, from, m.def, graph.Exact)
	}
}

// emit emits one binding of a reference. A conversion is written like a call, but
// only uses the type.
func (e *eval) emit(r *parse.Reference, from, to resolve.DefID, tier graph.Tier) {
	kind := graph.References
	d := e.g.table.Def(to)
	switch {
	case r.Kind == parse.RefCall && (d.Kind == graph.KindFunction || d.Kind == graph.KindMethod):
		kind = graph.Calls
	case r.Kind == parse.RefCreate && d.Kind.IsType():
		// A composite literal also refers to the type.
		e.b.Bindings = append(e.b.Bindings,
			resolve.Binding{From: from, To: to, Kind: kind, Tier: tier, At: r.At})
		kind = graph.Creates
	}
	e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: from, To: to, Kind: kind, Tier: tier,
		At: r.At})
}

// baseArguments emits the type arguments of embedded types.
//
//	type Cache struct { Store[Order] }    // refers to Order in addition to the embedded Store
func (e *eval) baseArguments(d resolve.DefID, refs []parse.TypeRef) {
	for _, ref := range refs {
		if t := e.g.resolve(e.gf, d, ref); t.Def != resolve.None && ref.At != 0 {
			e.emit(&parse.Reference{Kind: parse.RefType, At: ref.At}, d, t.Def,
				resolve.WeakerTier(t.Tier, graph.Exact))
		}
		e.baseArguments(d, ref.Args)
	}
}

// resolve resolves a reference. A qualified one is a selector: a member of a package
// if its receiver is the name of an import, otherwise of a value or type (Selectors,
// Qualified identifiers).
//
//	fmt.Println     // a qualified identifier: fmt is an import
//	order.ship      // a selector: a field or method of the type of order
//	(*Order).Ship   // a method expression: a function with the receiver first
func (e *eval) resolve(r *parse.Reference, from resolve.DefID) referent {
	if len(r.Recv) == 0 {
		m := e.name(e.gf, r.Name, r.At, from)
		namesType := r.Kind == parse.RefType || r.Kind == parse.RefCreate
		if namesType && m.why == resolve.Resolved && !e.g.table.Def(m.def).Kind.IsType() {
			return outcome(resolve.NotFound) // a value hides the type: the program has an error
		}
		return m
	}
	t := e.eval(e.gf, r.Recv, r.At, from)
	if !t.Known() {
		return outcome(resolve.UnknownReceiver)
	}
	if r.Kind == parse.RefMember && r.Recv[0].Kind == parse.StepNew {
		// A key of a composite literal is a field, or a value for a map or slice.
		if u := e.g.under(t); u.Form == parse.FormMap || u.Form == parse.FormList {
			return e.name(e.gf, r.Name, r.At, from)
		}
	}
	if t.IsModule && isOutside(e.gf, t) {
		m := externalReferent()
		m.owner = t
		return m
	}
	return e.member(e.gf, t, r.Name)
}

// isOutside reports whether the members of t are external.
func isOutside(gf *file, t resolve.Type) bool {
	if t.IsModule {
		im, ok := gf.imports[t.Module]
		return !ok || im.pkg == nil
	}
	return t.External && t.Def == resolve.None
}

// name resolves a plain name: a local, a package-level declaration, an import, a name
// imported with a dot, or a predeclared name.
//
// The scopes are those of the section Declarations and scope: blocks, functions, the
// file with its imports, the package, the universe.
func (e *eval) name(gf *file, name string, at uint32, from resolve.DefID) referent {
	if gf == e.gf { // only package-level variables are evaluated in other files
		if l := e.b.LocalAt(name, at); l != nil {
			return e.local(l, from)
		}
	}
	if ids := gf.pkg.scope[name]; len(ids) > 0 {
		return e.declared(gf, ids)
	}
	if im, ok := gf.imports[name]; ok {
		return importMeaning(im, name)
	}
	for _, p := range gf.dots {
		if ids := p.scope[name]; len(ids) > 0 && isExportedName(name) {
			return e.declared(gf, ids)
		}
	}
	m := outcome(resolve.External)
	switch {
	case predeclared[name]:
		m.value = externalType(name)
		m.value.Static = true
	case builtin[name]:
		m.value = externalType("int")
	case gf.dotted:
		return externalReferent()
	default:
		if im, ok := gf.guessed[name]; ok {
			return importMeaning(im, name)
		}
		return outcome(resolve.NotFound)
	}
	return m
}

// importMeaning returns the meaning of the name of an imported package.
//
//	import log "example.com/shop/log"    // log.Print is a name of that package
func importMeaning(im goImport, name string) referent {
	m := outcome(resolve.External)
	m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true, Module: name,
		Tier: im.tier}
	return m
}

// local returns the meaning of the name of a local. A type declared in a body is a
// definition; a type parameter denotes a type, any other local a value.
//
//	func f(order *Order) { order.Ship() }
func (e *eval) local(l *parse.Local, from resolve.DefID) referent {
	if l.Kind == parse.LocalType {
		if id := e.gf.definitionOf(l); id != resolve.None {
			return e.declaration(id)
		}
	}
	m := outcome(resolve.Local)
	if l.Kind == parse.LocalTypeParam {
		m.value, _ = e.g.typeParam(e.gf, from, l.Name)
		m.value.Static = true
	} else {
		m.value = e.localType(l)
	}
	return m
}

// declared returns the meaning of a name with the given declarations in a package.
// There are several if files for different systems declare it: the build constraints
// of the file determine which of them apply.
func (e *eval) declared(gf *file, ids []resolve.DefID) referent {
	id, twins, why := e.g.declarations(gf, ids)
	if why != resolve.Resolved {
		return outcome(why)
	}
	m := e.declaration(id)
	m.twins = twins
	return m
}

// declaration returns the meaning of the name of a definition.
//
//	Order          // a type
//	NewOrder       // a function
//	DefaultOrder   // a variable: its declared type, or that of its initializer
func (e *eval) declaration(id resolve.DefID) referent {
	d := e.g.table.Def(id)
	m := referent{def: id, owner: resolve.Unknown, value: resolve.Unknown}
	switch {
	case d.Kind.IsType():
		m.value = e.g.aliased(id, nil)
		m.value.Static = true
	case d.Kind.IsCallable():
		m.value, m.isFunc = e.g.declared.of(id), true
	default:
		m.value = e.variable(id)
	}
	return m
}

// variable returns the type of a variable or constant of a package: the declared one,
// or that of its initializer. The initializer may be in any file of the package, and
// depend on others (Package initialization sorts them by dependency).
func (e *eval) variable(id resolve.DefID) resolve.Type {
	if t := e.g.declared.of(id); t.Known() {
		return t
	}
	d := e.g.table.Def(id)
	if len(d.Init) == 0 {
		return resolve.Unknown
	}
	return infer(&e.vars, &e.budget, id, func() resolve.Type {
		t := e.eval(e.g.files[d.File], d.Init[0].Steps, d.Init[0].At, id).WithTier(graph.Typed)
		t.Static = false
		return t
	})
}

// localType returns the type of a local: the declared one, or the inferred one, which
// is memoized.
func (e *eval) localType(l *parse.Local) resolve.Type {
	if !l.Type.IsZero() {
		return e.g.resolve(e.gf, e.b.File.ID(l.Def), l.Type)
	}
	if l.Init == nil {
		return resolve.Unknown
	}
	return infer(&e.locals, &e.budget, l, func() resolve.Type { return e.inferLocal(l) })
}

// inferLocal infers the type of a local from its declaration.
//
//	x, ok := <-orders       // an Order and a bool
//	for i, o := range list  // an index and an element
//	switch v := x.(type) { case *Order: … }   // an *Order there
func (e *eval) inferLocal(l *parse.Local) resolve.Type {
	t := e.eval(e.gf, l.Init, l.At, e.b.File.ID(l.Def)).WithTier(graph.Typed)
	t.Static = false
	return e.part(t, l.LastStep, l.Result)
}

// eval evaluates the type of an expression in the definition from of a file. Go has
// no subtyping of values: the static type determines the member of a selector, so one
// type suffices.
func (e *eval) eval(gf *file, steps []parse.Step, at uint32, from resolve.DefID) resolve.Type {
	if !e.budget.Enter() {
		return resolve.Unknown
	}
	defer e.budget.Leave()
	t := resolve.Unknown
	for i := range steps {
		if t = e.step(gf, t, &steps[i], i == 0, at, from); !t.Known() {
			return resolve.Unknown
		}
	}
	return t
}

// step returns the type after applying one step to t, the type of the steps before
// it.
//
//	order.lines[0].Check()    // a field, an index, a method
func (e *eval) step(gf *file, t resolve.Type, s *parse.Step, first bool, at uint32,
	from resolve.DefID) resolve.Type {
	switch s.Kind {
	case parse.StepName:
		m := e.name(gf, s.Name, at, from)
		if m.why == resolve.NotFound && len(gf.guessed) > 0 {
			return externalType(unseen) // a package whose name was guessed wrong
		}
		return e.instantiated(gf, useType(e.g, m), s, from)
	case parse.StepMember:
		return useType(e.g, e.member(gf, t, s.Name))
	case parse.StepCall:
		var m referent
		switch {
		case s.Name == "": // the value itself is called
			m = outcome(resolve.Local)
			m.value = t
		case first:
			m = e.name(gf, s.Name, at, from)
		default:
			m = e.member(gf, t, s.Name)
		}
		return e.called(gf, m, s, at, from)
	case parse.StepNew, parse.StepType:
		return e.g.resolve(gf, from, s.WrittenType())
	case parse.StepIndex:
		if f := e.instantiated(gf, t, s, from); t.Form == parse.FormFunc {
			return f
		}
		return e.indexed(t)
	}
	return e.part(t, s.Kind, s.Args)
}

// part returns the type of the part that a step takes of a value of type t, or t
// itself for kind 0.
//
//	o, err := load()    // result 0 and result 1 of one call
func (e *eval) part(t resolve.Type, take parse.StepKind, number int16) resolve.Type {
	switch take {
	case 0:
		return t
	case parse.StepResult:
		return result(t, int(number))
	case parse.StepKey:
		return e.rangeKey(t)
	case parse.StepElement:
		return e.rangeValue(t)
	}
	return resolve.Unknown
}

// useType returns the type of a name that is not called; for a function, its function
// type.
//
//	f := order.Ship    // a method value: a function with the parameters of Ship
func useType(g *tree, m referent) resolve.Type {
	if !m.isFunc {
		return m.value
	}
	params := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormTuple,
		Args: g.params[m.def]}
	if m.owner.Def != resolve.None {
		params = resolve.Substitute(params, m.owner.Def, m.owner.Args)
	}
	t := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormFunc,
		Args: []resolve.Type{params}, Tier: m.tier}
	if m.value.Known() {
		t.Args = append(t.Args, m.value)
	}
	return t
}

// member resolves a name after a dot.
//
// The members of a pointer are those of its base type (Selectors), those of a type
// parameter the members of its constraint.
func (e *eval) member(gf *file, t resolve.Type, name string) referent {
	switch {
	case t.IsModule:
		return e.inPackage(gf, t, name)
	case t.External && t.Def == resolve.None:
		return e.g.standardMember(t, name)
	case t.Form == parse.FormFunc || t.Form == parse.FormList || t.Form == parse.FormMap ||
		t.Form == parse.FormChan:
		return outcome(resolve.UnknownReceiver)
	}
	f := e.g.member(gf, t, name)
	switch {
	case f.outside:
		m := externalReferent()
		m.owner = f.owner
		return m
	case f.ambiguous:
		return outcome(resolve.Ambiguous)
	case f.def == resolve.None && f.owner.Known():
		m := outcome(resolve.Local)
		m.value = f.owner.WithTier(t.Tier)
		return m
	case f.def == resolve.None:
		return outcome(resolve.NotFound)
	}
	return referent{
		def: f.def, twins: f.twins, owner: f.owner, tier: resolve.WeakerTier(t.Tier, f.owner.Tier),
		value:  e.g.valueOf(f).WithTier(t.Tier),
		isFunc: e.g.table.Def(f.def).Kind == graph.KindMethod,
	}
}

// inPackage resolves a name qualified by a package, among its exported names
// (Qualified identifiers).
func (e *eval) inPackage(gf *file, t resolve.Type, name string) referent {
	im := gf.imports[t.Module]
	if im.lost {
		return outcome(resolve.NoModule)
	}
	if im.pkg == nil {
		return e.g.inStandard(im.path, name)
	}
	if ids := im.pkg.scope[name]; len(ids) > 0 && isExportedName(name) {
		m := e.declared(gf, ids)
		m.tier = resolve.WeakerTier(m.tier, t.Tier)
		m.value = m.value.WithTier(t.Tier)
		return m
	}
	return outcome(resolve.NotFound)
}

// result returns the type of result k of a call: o, err := load() has two.
func result(t resolve.Type, k int) resolve.Type {
	switch {
	case t.Form == parse.FormTuple && k < len(t.Args):
		return t.Args[k].WithTier(t.Tier)
	case t.External && t.Name == unseen:
		return t
	}
	return resolve.Unknown
}

// indexed returns the type of an element, or of a value received from a channel.
//
//	list[i], m[key], p[i] of a pointer to an array, <-ch, text[i]
func (e *eval) indexed(t resolve.Type) resolve.Type {
	u := e.g.under(t)
	switch {
	case u.External && u.Name == unseen:
		return u
	case (u.Form == parse.FormList || u.Form == parse.FormChan) && len(u.Args) > 0:
		return u.Args[0].WithTier(t.Tier)
	case u.Form == parse.FormMap && len(u.Args) == 2:
		return u.Args[1].WithTier(t.Tier)
	case u.Name == "string":
		return externalType("byte")
	case u.Form == parse.FormFunc:
		return t // a function with type arguments (Instantiations)
	case u.External && u.Def == resolve.None:
		return externalType(unseen)
	}
	return resolve.Unknown
}

// rangeKey returns the type of the first variable of a range over t.
//
//	for i := range 10             // int
//	for k := range m              // the key of a map
//	for x := range all(orders)    // the first argument of yield
func (e *eval) rangeKey(t resolve.Type) resolve.Type {
	u := e.g.under(t)
	switch {
	case u.Form == parse.FormMap && len(u.Args) == 2, u.Form == parse.FormChan && len(u.Args) > 0:
		return u.Args[0].WithTier(t.Tier)
	case u.Form == parse.FormFunc:
		return yielded(u, 0).WithTier(t.Tier)
	case u.Form == parse.FormList || u.Name == "string":
		return externalType("int")
	case isPredeclared(u):
		return t // an integer
	case u.External:
		return externalType(unseen)
	}
	return resolve.Unknown
}

// rangeValue returns the type of the second variable of a range over t, and of an element
// elsewhere.
//
//	for _, o := range orders       // an element
//	for _, r := range "text"       // a rune
//	for range ch                   // a received value is the first variable
func (e *eval) rangeValue(t resolve.Type) resolve.Type {
	u := e.g.under(t)
	switch {
	case u.Form == parse.FormFunc:
		return yielded(u, 1).WithTier(t.Tier)
	case u.Name == "string":
		return externalType("rune")
	}
	return e.indexed(t)
}

// yielded returns the type of argument k that an iterator function passes to yield.
//
//	func(yield func(K, V) bool)    // K and V
func yielded(u resolve.Type, k int) resolve.Type {
	if len(u.Args) == 0 || len(u.Args[0].Args) != 1 {
		return resolve.Unknown
	}
	yield := u.Args[0].Args[0]
	if yield.Form != parse.FormFunc || len(yield.Args) == 0 || k >= len(yield.Args[0].Args) {
		return resolve.Unknown
	}
	return yield.Args[0].Args[k]
}
