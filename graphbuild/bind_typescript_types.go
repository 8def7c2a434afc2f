package graphbuild

import (
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A tsScope resolves what one file refers to, and follows expressions into
// other files. Beyond what [typ] says, it uses these forms:
//
//	{def, static}            the value that a class, enum, function, namespace or object literal is
//	{def, static, args: [t]} a method, as a member of t
//	"[]" "()" "|" "&" "func" arrays, tuples, unions, intersections, functions (the result last)
//	"Promise" "Map" "Set"    of the platform, with their arguments
//	"map"                    { [k: K]: V }
//	"this"                   the receiver, until it is known
type tsScope struct {
	tree   *tsTree
	b      *binder
	values map[defID]typ  // types of values and results of functions, as declared
	busy   map[defID]bool // being inferred
	depth  int
	spent  int  // steps taken for the reference at hand
	cut    bool // something was left out for its depth or its cost
}

func newTSScope(b *binder, tree *tsTree) *tsScope {
	return &tsScope{tree: tree, b: b, values: map[defID]typ{}, busy: map[defID]bool{}}
}

const (
	deepest = 40    // how far one expression is followed
	dearest = 20000 // how many steps one reference may take
)

// exhausted counts a step, and reports whether no more may be taken.
func (s *tsScope) exhausted() bool {
	s.spent++
	if s.depth >= deepest || s.spent > dearest {
		s.cut = true
	}
	return s.depth >= deepest || s.spent > dearest
}

// eval follows an expression to what is known of its value.
func (s *tsScope) eval(f *file, steps []parse.Step, at uint32, from defID) typ {
	if s.exhausted() {
		return unknown
	}
	s.depth++
	defer func() { s.depth-- }()
	t := unknown
	for i := range steps {
		if i+1 < len(steps) && steps[i].Kind == parse.StepCall {
			if arg, param, ok := callbackIndex(&steps[i+1]); ok {
				t = s.callbackParam(f, s.callee(f, t, steps, i, at, from), t, &steps[i], arg, param, from)
				return s.rest(f, t, steps[i+2:], at, from)
			}
		}
		if t = s.step(f, t, steps, i, at, from); !t.known() {
			return unknown
		}
	}
	return t
}

// rest goes on with a chain whose beginning is known.
func (s *tsScope) rest(f *file, t typ, steps []parse.Step, at uint32, from defID) typ {
	for i := range steps {
		if !t.known() {
			return unknown
		}
		if steps[i].Kind == parse.StepCall {
			t = s.called(f, s.memberType(t, steps[i].Name), t, &steps[i], at, from)
		} else {
			t = s.step(f, t, steps, i, at, from)
		}
	}
	return t
}

// callbackIndex reads the name of an index step that stands for a callback's
// parameter.
func callbackIndex(step *parse.Step) (arg, param int, ok bool) {
	if step.Kind != parse.StepIndex || len(step.Name) < 5 || step.Name[0] != '(' {
		return 0, 0, false
	}
	a, p, _ := strings.Cut(step.Name[1:len(step.Name)-1], ",")
	arg, err1 := strconv.Atoi(a)
	param, err2 := strconv.Atoi(p)
	return arg, param, err1 == nil && err2 == nil
}

// paramIndex reads the name of an index step that stands for a parameter of the
// function before it.
func paramIndex(name string) (int, bool) {
	if len(name) < 3 || name[0] != '(' {
		return 0, false
	}
	i, err := strconv.Atoi(name[1 : len(name)-1])
	return i, err == nil
}

// settled works out T['name'] and ReturnType<T> once T is no type parameter.
func (s *tsScope) settled(t typ) typ {
	if t.def != none || t.owner != none || len(t.args) != 1 || s.depth >= deepest {
		return t
	}
	member, isLookup := strings.CutPrefix(t.form, "lookup ")
	if !isLookup && t.form != "ReturnType" {
		return t
	}
	of := s.settled(t.args[0])
	if of.owner != none || of.def == none && (of.form == "ReturnType" || strings.HasPrefix(of.form, "lookup ")) {
		t.args = []typ{of}
		return t
	}
	if isLookup {
		return s.memberType(of, member)
	}
	return s.called(nil, of, unknown, &parse.Step{}, 0, none)
}

// step applies step i of an expression to what stands before it.
func (s *tsScope) step(f *file, t typ, steps []parse.Step, i int, at uint32, from defID) typ {
	switch st := &steps[i]; st.Kind {
	case parse.StepThis:
		for d := from; d != none; d = s.b.ix.defs[d].parent {
			if l := tsLocal(s.b.in(f), "this", at, d, tsValues); l != nil {
				return s.localType(f, l)
			}
		}
		return s.this(from)
	case parse.StepBase:
		return s.super(from)
	case parse.StepNew:
		return s.instance(f, st, at, from)
	case parse.StepType:
		return s.typeOf(f, st.Written(), from, at)
	case parse.StepName:
		return s.valueNamed(f, st.Name, at, from)
	case parse.StepMember:
		return s.memberType(t, st.Name)
	case parse.StepCall:
		return s.called(f, s.callee(f, t, steps, i, at, from), t, st, at, from)
	case parse.StepIndex:
		if i, ok := paramIndex(st.Name); ok {
			return s.funcParam(t, i).withTier(graph.Typed)
		}
		return s.element(t, st.Name).withTier(graph.Typed)
	case parse.StepAwait:
		return s.awaited(t)
	}
	return unknown
}

// callee is the function that the call at step i calls.
func (s *tsScope) callee(f *file, t typ, steps []parse.Step, i int, at uint32, from defID) typ {
	if i == 0 {
		return s.valueNamed(f, steps[i].Name, at, from)
	}
	return s.memberType(t, steps[i].Name)
}

// instance is what new T() gives.
func (s *tsScope) instance(f *file, st *parse.Step, at uint32, from defID) typ {
	first, rest, dotted := strings.Cut(st.Written().Name, ".")
	t := s.valueNamed(f, first, at, from)
	for dotted && t.known() {
		first, rest, dotted = strings.Cut(rest, ".")
		t = s.memberType(t, first)
	}
	if t.def == none {
		switch first {
		case "Map", "WeakMap", "Set", "WeakSet", "Promise", "Array":
			return s.typeOf(f, st.Written(), from, at).withTier(graph.Typed)
		}
		if t.external {
			return typ{def: none, owner: none, form: st.Written().Name, external: true}
		}
		return s.constructed(t)
	}
	if !t.static || s.b.ix.def(t.def).Kind != graph.KindClass {
		return s.constructed(t)
	}
	out := typ{def: t.def, owner: none, tier: graph.Typed}
	for _, a := range st.Written().Args {
		out.args = append(out.args, s.typeOf(f, a, from, at))
	}
	return out
}

// constructed is an instance of the class that a value of type t is.
func (s *tsScope) constructed(t typ) typ {
	t = s.resolvedAlias(t)
	if t.static && t.def != none && s.b.ix.def(t.def).Kind == graph.KindClass {
		return typ{def: t.def, owner: none, tier: graph.Typed}
	}
	return unknown
}

func (s *tsScope) localType(f *file, l *parse.Local) typ {
	if !l.Type.IsZero() {
		return s.typeOf(f, l.Type, f.def(l.Def), l.Scope.Start)
	}
	if l.Init == nil {
		if l.Kind == parse.LocalParam {
			return s.contextual(f, l)
		}
		return unknown
	}
	at := l.At
	if at == 0 {
		at = l.Scope.Start
	}
	if narrows(l) {
		return s.narrowed(f, l, at)
	}
	t := s.eval(f, l.Init, at, f.def(l.Def)).withTier(graph.Typed)
	if l.Iter {
		return s.element(t, "*").withTier(graph.Typed)
	}
	return t
}

// contextual is the type of a parameter of an object literal's function: what
// the declared type of the literal says of it.
func (s *tsScope) contextual(f *file, l *parse.Local) typ {
	d := s.b.ix.def(f.def(l.Def))
	if d.Kind != graph.KindMethod || s.depth >= deepest {
		return unknown
	}
	for i, p := range d.Params {
		if p.Name == l.Name {
			s.depth++
			defer func() { s.depth-- }()
			fn := s.memberType(s.literalType(d.parent), d.Name)
			return s.paramOf(fn, i).withTier(graph.Typed)
		}
	}
	return unknown
}

// literalType is the declared type of an object literal that a variable, field
// or property of another holds.
func (s *tsScope) literalType(id defID) typ {
	switch d := s.b.ix.def(id); {
	case d.Kind == graph.KindProperty && d.Type.IsZero():
		return s.memberType(s.literalType(d.parent), d.Name)
	case d.Kind.IsType() || d.Type.IsZero():
		return unknown
	}
	return s.declared(id)
}

// paramOf is parameter i of a function.
func (s *tsScope) paramOf(fn typ, i int) typ {
	fn = s.resolvedAlias(fn)
	if !fn.static || fn.def == none {
		return s.funcParam(fn, i)
	}
	d := s.b.ix.def(fn.def)
	if i >= len(d.Params) {
		return unknown
	}
	p := s.typeOf(d.file, d.Params[i].Type, fn.def, d.NameAt)
	if len(fn.args) > 0 {
		p = s.bound(p, fn.args[0])
	}
	return p
}

// narrows reports whether l is a name again, under a condition that may tell
// more of its type.
func narrows(l *parse.Local) bool {
	n := len(l.Init)
	return n > 1 && l.Init[n-1].Kind == parse.StepIndex && l.Init[n-1].Name == "is"
}

// narrowed is the type of a name under a condition: what the type guard tells,
// else what the name is outside of it.
func (s *tsScope) narrowed(f *file, l *parse.Local, at uint32) typ {
	from := f.def(l.Def)
	if l.Init[0].Kind == parse.StepType {
		if t := s.typeOf(f, l.Init[0].Written(), from, at); t.known() {
			return t.withTier(graph.Typed)
		}
	} else if t := s.guarded(f, l.Init[:len(l.Init)-1], at, from); t.known() {
		return t.withTier(graph.Typed)
	}
	if s.exhausted() {
		return unknown
	}
	s.depth++
	defer func() { s.depth-- }()
	// Outside, the name is looked up where the condition begins.
	return s.valueNamed(f, l.Name, at, from)
}

// guarded is the type that a call tells of its argument.
func (s *tsScope) guarded(f *file, steps []parse.Step, at uint32, from defID) typ {
	last := len(steps) - 1
	recv := unknown
	if last > 0 {
		if recv = s.eval(f, steps[:last], at, from); !recv.known() {
			return unknown
		}
	}
	fn := s.callee(f, recv, steps, last, at, from)
	if t := s.called(f, fn, recv, &steps[last], at, from); t.form == "is" && len(t.args) == 1 {
		return t.args[0]
	}
	return unknown
}

// valueType is the type of a value that id declares, as a member of owner: for
// a function or class, the function or class.
func (s *tsScope) valueType(id defID, owner typ) typ {
	d := s.b.ix.def(id)
	switch d.Kind {
	case graph.KindClass, graph.KindEnum, graph.KindNamespace:
		return typ{def: s.b.ix.canon[id], owner: none, static: true}
	case graph.KindFunction, graph.KindMethod:
		t := typ{def: id, owner: none, static: true}
		if owner.known() {
			t.args = []typ{owner}
		}
		return t
	case graph.KindInterface, graph.KindTypeAlias, graph.KindFile:
		return unknown
	}
	t := s.declared(id)
	if !t.known() && s.hasMembers(id) {
		return typ{def: id, owner: none, static: true}
	}
	return s.bound(t, owner)
}

// hasMembers reports whether an object literal defines something.
func (s *tsScope) hasMembers(id defID) bool {
	d := s.b.ix.def(id)
	next := int(id) + 1
	return next < len(s.b.ix.defs) && s.b.ix.defs[next].parent == id && d.file == s.b.ix.defs[next].file
}

// bound puts the type arguments of owner, and owner for `this`, into t.
func (s *tsScope) bound(t, owner typ) typ {
	if owner.def == none {
		return t
	}
	return s.withThis(s.b.subst(t, owner), owner)
}

// withThis replaces the form "this" by the receiver.
func (s *tsScope) withThis(t, self typ) typ {
	if t.form == "this" && t.def == none {
		return self.withTier(t.tier)
	}
	for i := range t.args {
		if n := s.withThis(t.args[i], self); n.form != t.args[i].form || n.def != t.args[i].def {
			args := append([]typ(nil), t.args...)
			args[i] = n
			t.args = args
		}
	}
	return t
}

// declared is the type that a value is declared with or set to, or what a
// function returns, in terms of its own type parameters.
func (s *tsScope) declared(id defID) typ {
	if t, ok := s.values[id]; ok {
		return t
	}
	if s.busy[id] {
		s.cut = true
		return unknown
	}
	s.busy[id] = true
	cut := s.cut
	s.cut = false
	t := s.infer(id)
	delete(s.busy, id)
	if !s.cut || s.depth == 0 {
		s.values[id] = t
	}
	s.cut = s.cut || cut
	return t
}

func (s *tsScope) infer(id defID) typ {
	d := s.b.ix.def(id)
	if !d.Type.IsZero() {
		return s.typeOf(d.file, d.Type, id, d.NameAt)
	}
	var all []typ
	for _, v := range d.Init {
		from := id
		if d.Kind == graph.KindField {
			from = d.parent
		}
		if t := s.eval(d.file, v.Steps, v.At, from); t.known() {
			all = append(all, t)
		}
	}
	t := s.union(all).withTier(graph.Typed)
	if hasModifier(d, "async") && t.known() && t.form != "Promise" {
		t = typ{def: none, owner: none, form: "Promise", args: []typ{t}, tier: graph.Typed}
	}
	return t
}

// union joins the types of alternatives: those without members are left out
// where others have some.
func (s *tsScope) union(all []typ) typ {
	var kept []typ
next:
	for _, t := range all {
		if !t.known() || t.form == "null" || t.form == "undefined" || t.form == "void" {
			continue
		}
		for _, k := range kept {
			if k.def == t.def && k.form == t.form && k.static == t.static && k.owner == t.owner && k.param == t.param && k.module == t.module {
				continue next
			}
		}
		kept = append(kept, t)
	}
	switch len(kept) {
	case 0:
		return unknown
	case 1:
		return kept[0]
	}
	out := typ{def: none, owner: none, form: "|", args: kept}
	for _, t := range kept {
		out.tier = worse(out.tier, t.tier)
	}
	return out
}

// typeOf resolves a written type.
func (s *tsScope) typeOf(f *file, ref parse.TypeRef, from defID, at uint32) typ {
	if s.exhausted() {
		return unknown
	}
	s.depth++
	defer func() { s.depth-- }()
	switch ref.Name {
	case "", "any", "unknown", "{}":
		return unknown
	case "string", "number", "boolean", "null", "undefined", "void", "never", "object", "symbol", "bigint":
		return typ{def: none, owner: none, form: ref.Name, external: true}
	case "this":
		return typ{def: none, owner: none, form: "this"}
	case "[]", "()", "&", "func", "map", "is":
		return typ{def: none, owner: none, form: ref.Name, args: s.typesOf(f, ref.Args, from, at)}
	case "|":
		return s.union(s.typesOf(f, ref.Args, from, at))
	case "mapped":
		return s.typeOf(f, ref.Args[0], from, at)
	case "lookup":
		return s.lookedUp(f, ref, from, at)
	}
	if strings.HasPrefix(ref.Name, "typeof ") {
		return s.typeOfValue(f, ref.Name[7:], from, at)
	}
	if c := ref.Name[0]; c == '\'' || c == '"' || c == '`' {
		return typ{def: none, owner: none, form: "string", external: true}
	}
	return s.typeNamed(f, ref, from, at)
}

func (s *tsScope) typesOf(f *file, refs []parse.TypeRef, from defID, at uint32) []typ {
	out := make([]typ, len(refs))
	for i, r := range refs {
		out[i] = s.typeOf(f, r, from, at)
	}
	return out
}

// lookedUp is T['name'], or T[number] and the like.
func (s *tsScope) lookedUp(f *file, ref parse.TypeRef, from defID, at uint32) typ {
	if len(ref.Args) != 2 {
		return unknown
	}
	t, key := s.typeOf(f, ref.Args[0], from, at), ref.Args[1].Name
	if key == "" || !t.known() {
		return unknown
	}
	if key[0] == '\'' || key[0] == '"' {
		return s.settled(typ{def: none, owner: none, form: "lookup " + strings.Trim(key, `'"`), args: []typ{t}})
	}
	return s.element(t, "*")
}

// typeOfValue is typeof a.b.
func (s *tsScope) typeOfValue(f *file, name string, from defID, at uint32) typ {
	parts := strings.Split(name, ".")
	t := s.valueNamed(f, parts[0], at, from)
	if parts[0] == "this" {
		t = s.this(from)
	}
	for _, p := range parts[1:] {
		t = s.memberType(t, p)
	}
	return t
}

// typeNamed resolves a type name with its arguments.
func (s *tsScope) typeNamed(f *file, ref parse.TypeRef, from defID, at uint32) typ {
	if !strings.Contains(ref.Name, ".") {
		if t, ok := s.typeParam(ref.Name, from); ok {
			return t
		}
	}
	ids, external, isLocal := s.typeDefs(f, ref.Name, from, at)
	switch {
	case isLocal:
		return unknown
	case len(ids) > 0:
		t := typ{def: s.b.ix.canon[ids[0]], owner: none, args: s.typesOf(f, ref.Args, from, at)}
		return s.withPresets(t)
	case external:
		return s.platformType(f, ref, from, at)
	}
	return unknown
}

// withPresets adds the defaults of the type parameters that t has no arguments
// for.
func (s *tsScope) withPresets(t typ) typ {
	d := s.b.ix.def(t.def)
	for i := len(t.args); i < len(d.TypeParams); i++ {
		ref, ok := s.tree.presets[tsParam{t.def, d.TypeParams[i]}]
		if !ok || s.depth > deepest/2 {
			break
		}
		arg := s.b.subst(s.typeOf(d.file, ref, d.id, d.NameAt), t)
		t.args = append(t.args[:len(t.args):len(t.args)], arg)
	}
	return t
}

// typeParam finds the type parameter of an enclosing definition.
func (s *tsScope) typeParam(name string, from defID) (typ, bool) {
	return s.b.typeParam(name, from)
}
