package typescript

import (
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A scope resolves what one file refers to, and follows expressions into
// other files. Beyond what [typ] says, it uses these forms:
//
//	{def, static}            the value that a class, enum, function, namespace or object literal is
//	{def, static, args: [t]} a method, as a member of t
//	"[]" "()" "|" "&" "func" arrays, tuples, unions, intersections, functions (the result last)
//	"Promise" "Map" "Set"    of the platform, with their arguments
//	"map"                    { [k: K]: V }
//	"this"                   the receiver, until it is known
type scope struct {
	tree   *tree
	b      *resolve.Binder
	values map[resolve.DefID]resolve.Type // types of values and results of functions, as declared
	busy   map[resolve.DefID]bool         // being inferred
	depth  int
	spent  int  // steps taken for the reference at hand
	cut    bool // something was left out for its depth or its cost
}

func newScope(b *resolve.Binder, tree *tree) *scope {
	return &scope{tree: tree, b: b, values: map[resolve.DefID]resolve.Type{}, busy: map[resolve.DefID]bool{}}
}

const (
	deepest = 40    // how far one expression is followed
	dearest = 20000 // how many steps one reference may take
)

// exhausted counts a step, and reports whether no more may be taken.
func (s *scope) exhausted() bool {
	s.spent++
	if s.depth >= deepest || s.spent > dearest {
		s.cut = true
	}
	return s.depth >= deepest || s.spent > dearest
}

// eval follows an expression to what is known of its value.
func (s *scope) eval(f *resolve.File, steps []parse.Step, at uint32, from resolve.DefID) resolve.Type {
	if s.exhausted() {
		return resolve.Unknown
	}
	s.depth++
	defer func() { s.depth-- }()
	t := resolve.Unknown
	for i := range steps {
		if i+1 < len(steps) && steps[i].Kind == parse.StepCall {
			if arg, param, ok := callbackIndex(&steps[i+1]); ok {
				t = s.callbackParam(f, s.callee(f, t, steps, i, at, from), t, &steps[i], arg, param, from)
				return s.rest(f, t, steps[i+2:], at, from)
			}
		}
		if t = s.step(f, t, steps, i, at, from); !t.Known() {
			return resolve.Unknown
		}
	}
	return t
}

// rest goes on with a chain whose beginning is known.
func (s *scope) rest(f *resolve.File, t resolve.Type, steps []parse.Step, at uint32, from resolve.DefID) resolve.Type {
	for i := range steps {
		if !t.Known() {
			return resolve.Unknown
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
func (s *scope) settled(t resolve.Type) resolve.Type {
	if t.Def != resolve.None || t.Owner != resolve.None || len(t.Args) != 1 || s.depth >= deepest {
		return t
	}
	member, isLookup := strings.CutPrefix(t.Form, "lookup ")
	if !isLookup && t.Form != "ReturnType" {
		return t
	}
	of := s.settled(t.Args[0])
	if of.Owner != resolve.None || of.Def == resolve.None && (of.Form == "ReturnType" || strings.HasPrefix(of.Form, "lookup ")) {
		t.Args = []resolve.Type{of}
		return t
	}
	if isLookup {
		return s.memberType(of, member)
	}
	return s.called(nil, of, resolve.Unknown, &parse.Step{}, 0, resolve.None)
}

// step applies step i of an expression to what stands before it.
func (s *scope) step(f *resolve.File, t resolve.Type, steps []parse.Step, i int, at uint32, from resolve.DefID) resolve.Type {
	switch st := &steps[i]; st.Kind {
	case parse.StepThis:
		for d := from; d != resolve.None; d = s.b.Table.Defs[d].Outer {
			if l := local(s.b.In(f), "this", at, d, values); l != nil {
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
			return s.funcParam(t, i).WithTier(graph.Typed)
		}
		return s.element(t, st.Name).WithTier(graph.Typed)
	case parse.StepAwait:
		return s.awaited(t)
	}
	return resolve.Unknown
}

// callee is the function that the call at step i calls.
func (s *scope) callee(f *resolve.File, t resolve.Type, steps []parse.Step, i int, at uint32, from resolve.DefID) resolve.Type {
	if i == 0 {
		return s.valueNamed(f, steps[i].Name, at, from)
	}
	return s.memberType(t, steps[i].Name)
}

// instance is what new T() gives.
func (s *scope) instance(f *resolve.File, st *parse.Step, at uint32, from resolve.DefID) resolve.Type {
	first, rest, dotted := strings.Cut(st.Written().Name, ".")
	t := s.valueNamed(f, first, at, from)
	for dotted && t.Known() {
		first, rest, dotted = strings.Cut(rest, ".")
		t = s.memberType(t, first)
	}
	if t.Def == resolve.None {
		switch first {
		case "Map", "WeakMap", "Set", "WeakSet", "Promise", "Array":
			return s.typeOf(f, st.Written(), from, at).WithTier(graph.Typed)
		}
		if t.External {
			return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: st.Written().Name, External: true}
		}
		return s.constructed(t)
	}
	if !t.Static || s.b.Table.Def(t.Def).Kind != graph.KindClass {
		return s.constructed(t)
	}
	out := resolve.Type{Def: t.Def, Owner: resolve.None, Tier: graph.Typed}
	for _, a := range st.Written().Args {
		out.Args = append(out.Args, s.typeOf(f, a, from, at))
	}
	return out
}

// constructed is an instance of the class that a value of type t is.
func (s *scope) constructed(t resolve.Type) resolve.Type {
	t = s.resolvedAlias(t)
	if t.Static && t.Def != resolve.None && s.b.Table.Def(t.Def).Kind == graph.KindClass {
		return resolve.Type{Def: t.Def, Owner: resolve.None, Tier: graph.Typed}
	}
	return resolve.Unknown
}

func (s *scope) localType(f *resolve.File, l *parse.Local) resolve.Type {
	if !l.Type.IsZero() {
		return s.typeOf(f, l.Type, f.ID(l.Def), l.Scope.Start)
	}
	if l.Init == nil {
		if l.Kind == parse.LocalParam {
			return s.contextual(f, l)
		}
		return resolve.Unknown
	}
	at := l.At
	if at == 0 {
		at = l.Scope.Start
	}
	if narrows(l) {
		return s.narrowed(f, l, at)
	}
	t := s.eval(f, l.Init, at, f.ID(l.Def)).WithTier(graph.Typed)
	if l.Iter {
		return s.element(t, "*").WithTier(graph.Typed)
	}
	return t
}

// contextual is the type of a parameter of an object literal's function: what
// the declared type of the literal says of it.
func (s *scope) contextual(f *resolve.File, l *parse.Local) resolve.Type {
	d := s.b.Table.Def(f.ID(l.Def))
	if d.Kind != graph.KindMethod || s.depth >= deepest {
		return resolve.Unknown
	}
	for i, p := range d.Params {
		if p.Name == l.Name {
			s.depth++
			defer func() { s.depth-- }()
			fn := s.memberType(s.literalType(d.Outer), d.Name)
			return s.paramOf(fn, i).WithTier(graph.Typed)
		}
	}
	return resolve.Unknown
}

// literalType is the declared type of an object literal that a variable, field
// or property of another holds.
func (s *scope) literalType(id resolve.DefID) resolve.Type {
	switch d := s.b.Table.Def(id); {
	case d.Kind == graph.KindProperty && d.Type.IsZero():
		return s.memberType(s.literalType(d.Outer), d.Name)
	case d.Kind.IsType() || d.Type.IsZero():
		return resolve.Unknown
	}
	return s.declared(id)
}

// paramOf is parameter i of a function.
func (s *scope) paramOf(fn resolve.Type, i int) resolve.Type {
	fn = s.resolvedAlias(fn)
	if !fn.Static || fn.Def == resolve.None {
		return s.funcParam(fn, i)
	}
	d := s.b.Table.Def(fn.Def)
	if i >= len(d.Params) {
		return resolve.Unknown
	}
	p := s.typeOf(d.File, d.Params[i].Type, fn.Def, d.NameAt)
	if len(fn.Args) > 0 {
		p = s.bound(p, fn.Args[0])
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
func (s *scope) narrowed(f *resolve.File, l *parse.Local, at uint32) resolve.Type {
	from := f.ID(l.Def)
	if l.Init[0].Kind == parse.StepType {
		if t := s.typeOf(f, l.Init[0].Written(), from, at); t.Known() {
			return t.WithTier(graph.Typed)
		}
	} else if t := s.guarded(f, l.Init[:len(l.Init)-1], at, from); t.Known() {
		return t.WithTier(graph.Typed)
	}
	if s.exhausted() {
		return resolve.Unknown
	}
	s.depth++
	defer func() { s.depth-- }()
	// Outside, the name is looked up where the condition begins.
	return s.valueNamed(f, l.Name, at, from)
}

// guarded is the type that a call tells of its argument.
func (s *scope) guarded(f *resolve.File, steps []parse.Step, at uint32, from resolve.DefID) resolve.Type {
	last := len(steps) - 1
	recv := resolve.Unknown
	if last > 0 {
		if recv = s.eval(f, steps[:last], at, from); !recv.Known() {
			return resolve.Unknown
		}
	}
	fn := s.callee(f, recv, steps, last, at, from)
	if t := s.called(f, fn, recv, &steps[last], at, from); t.Form == "is" && len(t.Args) == 1 {
		return t.Args[0]
	}
	return resolve.Unknown
}

// valueType is the type of a value that id declares, as a member of owner: for
// a function or class, the function or class.
func (s *scope) valueType(id resolve.DefID, owner resolve.Type) resolve.Type {
	d := s.b.Table.Def(id)
	switch d.Kind {
	case graph.KindClass, graph.KindEnum, graph.KindNamespace:
		return resolve.Type{Def: s.b.Table.Canon[id], Owner: resolve.None, Static: true}
	case graph.KindFunction, graph.KindMethod:
		t := resolve.Type{Def: id, Owner: resolve.None, Static: true}
		if owner.Known() {
			t.Args = []resolve.Type{owner}
		}
		return t
	case graph.KindInterface, graph.KindTypeAlias, graph.KindFile:
		return resolve.Unknown
	}
	t := s.declared(id)
	if !t.Known() && s.hasMembers(id) {
		return resolve.Type{Def: id, Owner: resolve.None, Static: true}
	}
	return s.bound(t, owner)
}

// hasMembers reports whether an object literal defines something.
func (s *scope) hasMembers(id resolve.DefID) bool {
	d := s.b.Table.Def(id)
	next := int(id) + 1
	return next < len(s.b.Table.Defs) && s.b.Table.Defs[next].Outer == id && d.File == s.b.Table.Defs[next].File
}

// bound puts the type arguments of owner, and owner for `this`, into t.
func (s *scope) bound(t, owner resolve.Type) resolve.Type {
	if owner.Def == resolve.None {
		return t
	}
	return s.withThis(s.b.Subst(t, owner), owner)
}

// withThis replaces the form "this" by the receiver.
func (s *scope) withThis(t, self resolve.Type) resolve.Type {
	if t.Form == "this" && t.Def == resolve.None {
		return self.WithTier(t.Tier)
	}
	for i := range t.Args {
		if n := s.withThis(t.Args[i], self); n.Form != t.Args[i].Form || n.Def != t.Args[i].Def {
			args := append([]resolve.Type(nil), t.Args...)
			args[i] = n
			t.Args = args
		}
	}
	return t
}

// declared is the type that a value is declared with or set to, or what a
// function returns, in terms of its own type parameters.
func (s *scope) declared(id resolve.DefID) resolve.Type {
	if t, ok := s.values[id]; ok {
		return t
	}
	if s.busy[id] {
		s.cut = true
		return resolve.Unknown
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

func (s *scope) infer(id resolve.DefID) resolve.Type {
	d := s.b.Table.Def(id)
	if !d.Type.IsZero() {
		return s.typeOf(d.File, d.Type, id, d.NameAt)
	}
	var all []resolve.Type
	for _, v := range d.Init {
		from := id
		if d.Kind == graph.KindField {
			from = d.Outer
		}
		if t := s.eval(d.File, v.Steps, v.At, from); t.Known() {
			all = append(all, t)
		}
	}
	t := s.union(all).WithTier(graph.Typed)
	if resolve.HasModifier(d, "async") && t.Known() && t.Form != "Promise" {
		t = resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "Promise", Args: []resolve.Type{t}, Tier: graph.Typed}
	}
	return t
}

// union joins the types of alternatives: those without members are left out
// where others have some.
func (s *scope) union(all []resolve.Type) resolve.Type {
	var kept []resolve.Type
next:
	for _, t := range all {
		if !t.Known() || t.Form == "null" || t.Form == "undefined" || t.Form == "void" {
			continue
		}
		for _, k := range kept {
			if k.Def == t.Def && k.Form == t.Form && k.Static == t.Static && k.Owner == t.Owner && k.Param == t.Param && k.Module == t.Module {
				continue next
			}
		}
		kept = append(kept, t)
	}
	switch len(kept) {
	case 0:
		return resolve.Unknown
	case 1:
		return kept[0]
	}
	out := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "|", Args: kept}
	for _, t := range kept {
		out.Tier = resolve.Worse(out.Tier, t.Tier)
	}
	return out
}

// typeOf resolves a written type.
func (s *scope) typeOf(f *resolve.File, ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	if s.exhausted() {
		return resolve.Unknown
	}
	s.depth++
	defer func() { s.depth-- }()
	switch ref.Name {
	case "", "any", "unknown", "{}":
		return resolve.Unknown
	case "string", "number", "boolean", "null", "undefined", "void", "never", "object", "symbol", "bigint":
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Name, External: true}
	case "this":
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "this"}
	case "[]", "()", "&", "func", "map", "is":
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Name, Args: s.typesOf(f, ref.Args, from, at)}
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
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "string", External: true}
	}
	return s.typeNamed(f, ref, from, at)
}

func (s *scope) typesOf(f *resolve.File, refs []parse.TypeRef, from resolve.DefID, at uint32) []resolve.Type {
	out := make([]resolve.Type, len(refs))
	for i, r := range refs {
		out[i] = s.typeOf(f, r, from, at)
	}
	return out
}

// lookedUp is T['name'], or T[number] and the like.
func (s *scope) lookedUp(f *resolve.File, ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	if len(ref.Args) != 2 {
		return resolve.Unknown
	}
	t, key := s.typeOf(f, ref.Args[0], from, at), ref.Args[1].Name
	if key == "" || !t.Known() {
		return resolve.Unknown
	}
	if key[0] == '\'' || key[0] == '"' {
		return s.settled(resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "lookup " + strings.Trim(key, `'"`), Args: []resolve.Type{t}})
	}
	return s.element(t, "*")
}

// typeOfValue is typeof a.b.
func (s *scope) typeOfValue(f *resolve.File, name string, from resolve.DefID, at uint32) resolve.Type {
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
func (s *scope) typeNamed(f *resolve.File, ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	if !strings.Contains(ref.Name, ".") {
		if t, ok := s.typeParam(ref.Name, from); ok {
			return t
		}
	}
	ids, external, isLocal := s.typeDefs(f, ref.Name, from, at)
	switch {
	case isLocal:
		return resolve.Unknown
	case len(ids) > 0:
		t := resolve.Type{Def: s.b.Table.Canon[ids[0]], Owner: resolve.None, Args: s.typesOf(f, ref.Args, from, at)}
		return s.withPresets(t)
	case external:
		return s.platformType(f, ref, from, at)
	}
	return resolve.Unknown
}

// withPresets adds the defaults of the type parameters that t has no arguments
// for.
func (s *scope) withPresets(t resolve.Type) resolve.Type {
	d := s.b.Table.Def(t.Def)
	for i := len(t.Args); i < len(d.TypeParams); i++ {
		ref, ok := s.tree.presets[param{t.Def, d.TypeParams[i]}]
		if !ok || s.depth > deepest/2 {
			break
		}
		arg := s.b.Subst(s.typeOf(d.File, ref, d.ID, d.NameAt), t)
		t.Args = append(t.Args[:len(t.Args):len(t.Args)], arg)
	}
	return t
}

// typeParam finds the type parameter of an enclosing definition.
func (s *scope) typeParam(name string, from resolve.DefID) (resolve.Type, bool) {
	return s.b.TypeParam(name, from)
}
