package efcore

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Limits for the code run for one model. Code that the framework runs once is short.
const (
	maxSteps = 200_000
	maxDepth = 60
)

// runBlock runs the statements of a callable or lambda.
func (m *model) runBlock(b block, f *frame) {
	if m.depth >= maxDepth {
		return
	}
	m.depth++
	defer func() { m.depth-- }()
	list := m.blocks[b]
	for i := range list {
		if m.steps++; m.steps > maxSteps {
			return
		}
		m.statement(&list[i], f)
	}
}

// statement runs one statement. If it only runs conditionally, its effect is a guess.
func (m *model) statement(s *statement, f *frame) {
	tier := m.tier
	if s.Branch {
		m.tier = resolve.WeakerTier(m.tier, graph.Heuristic)
	}
	defer func() { m.tier = tier }()
	v := m.eval(&s.Expr, f)
	if s.Kind == parse.SiteValue || s.Kind == parse.SiteEach {
		m.assign(s, v, f)
	}
}

// assign assigns a value to the target of a statement: a variable, a field, or the
// result.
func (m *model) assign(s *statement, v value, f *frame) {
	d := m.table.Def(s.def)
	if d.NameAt == s.For {
		f.result = v
		return
	}
	name := nameAt(f.in.File.Text, s.For)
	if f.in.Referent(s.For).Def != resolve.None {
		if f.this != nil {
			f.this.fields[name] = v
		}
		return
	}
	for x := f; x != nil; x = x.outer {
		if _, ok := x.vars[name]; ok {
			x.vars[name] = v
			return
		}
	}
	f.vars[name] = v
}

// nameAt returns the name at a position of a text.
func nameAt(text string, at uint32) string {
	end := at
	for int(end) < len(text) && (text[end] == '_' || text[end] >= 0x80 ||
		text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z' || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	return text[at:end]
}

// call runs a lambda with arguments.
func (m *model) call(fn value, args ...value) {
	if fn.kind != closure {
		return
	}
	f := &frame{in: fn.frame.in, vars: map[string]value{}, this: fn.frame.this, outer: fn.frame}
	for i := range fn.lambda.Args {
		if i < len(args) {
			f.vars[fn.lambda.Args[i].Name] = args[i]
		}
	}
	m.runBlock(block{m.defAt(fn.frame.in, fn.lambda.Body.Start), fn.lambda.Body.Start}, f)
}

// defAt returns the innermost definition around a position.
func (m *model) defAt(b *resolve.Binder, at uint32) resolve.DefID {
	return b.File.ID(b.File.DefinitionAt(at))
}

// An argument is the value of a parameter, by name or by position.
type argument struct {
	name string
	value
}

// invoke runs a callable of the tree on an object and returns its result; more binds
// its type parameters.
func (m *model) invoke(id resolve.DefID, this *object, args []argument, more []resolve.Type,
	f *frame) value {
	d := m.table.Def(id)
	in := &frame{in: m.binders[d.File], vars: map[string]value{},
		types: map[resolve.TypeVar]resolve.Type{}, this: this}
	if in.in == nil || m.depth >= maxDepth {
		return value{}
	}
	if d.Outer != resolve.None && !m.table.Def(d.Outer).Kind.IsType() {
		in.outer, in.this = f, f.this // a local function
	}
	m.bindOwner(in, d)
	for i := range more {
		in.types[resolve.TypeVar{Owner: m.table.Canon[id], Param: i}] = more[i]
	}
	m.bindParams(in, d, args)
	m.runBlock(block{id, 0}, in)
	return in.result
}

// bindOwner binds the type parameters of the class around a member, from the type of
// the receiver.
func (m *model) bindOwner(in *frame, d *resolve.Def) {
	owner := m.table.EnclosingType(d.ID)
	if in.this == nil || owner == resolve.None {
		return
	}
	for _, c := range m.lineage(in.this.typ) {
		if c.Def == owner {
			for i := range c.Args {
				in.types[resolve.TypeVar{Owner: owner, Param: i}] = c.Args[i]
			}
		}
	}
}

// bindParams binds the parameters of a callable to its arguments, and infers type
// parameters from them.
func (m *model) bindParams(in *frame, d *resolve.Def, args []argument) {
	place := 0
	for i, p := range d.Params {
		v, given := value{}, false
		for j := range args {
			if args[j].name == p.Name {
				v, given = args[j].value, true
			}
		}
		if !given && place < len(args) && args[place].name == "" {
			v, given = args[place].value, true
			place++
		}
		if !given {
			v = defaultOf(d, p.Name)
		}
		in.vars[p.Name] = v
		m.infer(in, d, d.Params[i].Type, v)
	}
}

// defaultOf returns the default value of a parameter.
func defaultOf(d *resolve.Def, param string) value {
	if s, ok := d.DefaultText(param); ok {
		return known(s)
	}
	return value{}
}

// infer binds the type parameters of d in the declared type of a parameter from the
// type of a builder or object.
func (m *model) infer(in *frame, d *resolve.Def, ref parse.TypeRef, v value) {
	if len(ref.Args) == 0 {
		return
	}
	arg := ref.Args[len(ref.Args)-1].Name
	p := slices.Index(d.TypeParams, arg)
	if p < 0 {
		return
	}
	key := resolve.TypeVar{Owner: m.table.Canon[d.ID], Param: p}
	if _, bound := in.types[key]; bound {
		return
	}
	switch v.kind {
	case mapped:
		if v.entity != nil {
			in.types[key] = v.entity.typ
		}
	case instance:
		for _, i := range m.interfaces(v.object.typ, resolve.LastName(ref.Name)) {
			if n := len(i.Args); n > 0 {
				in.types[key] = i.Args[n-1]
				return
			}
		}
	}
}

// dispatch finds the target of a call of d on an object: the override nearest to its
// class.
func (m *model) dispatch(id resolve.DefID, this *object) resolve.DefID {
	d := m.table.Def(id)
	owner := m.table.EnclosingType(id)
	if this == nil || owner == resolve.None || resolve.HasModifier(d, "static") ||
		resolve.HasModifier(d, "private") {
		return id
	}
	for _, c := range m.lineage(this.typ) {
		if c.Def <= resolve.None {
			break
		}
		for _, o := range m.members[c.Def] {
			x := m.table.Def(o)
			if x.Name == d.Name && x.Kind == d.Kind && m.takesAlike(x, d) {
				return o
			}
		}
		if c.Def == owner {
			break
		}
	}
	return id
}

// takesAlike reports whether two members have parameters of the same types, comparing
// type names.
func (m *model) takesAlike(a, b *resolve.Def) bool {
	if len(a.Params) != len(b.Params) || len(a.TypeParams) != len(b.TypeParams) {
		return false
	}
	for i := range a.Params {
		if resolve.LastName(a.Params[i].Type.Name) != resolve.LastName(b.Params[i].Type.Name) &&
			len(a.Params[i].Type.Args)+len(b.Params[i].Type.Args) > 0 {
			return false
		}
	}
	return true
}

// construct makes an object of a class.
func (m *model) construct(t resolve.Type, args []argument) value {
	o := &object{t, map[string]value{}}
	m.initialize(o, t, args)
	return value{kind: instance, object: o, typ: t}
}

// initialize runs the constructor of one class of an object, and those of its bases.
func (m *model) initialize(o *object, t resolve.Type, args []argument) {
	if t.Def <= resolve.None || m.depth >= maxDepth {
		return
	}
	m.depth++
	defer func() { m.depth-- }()
	d := m.table.Def(t.Def)
	in := &frame{in: m.binders[d.File], vars: map[string]value{},
		types: map[resolve.TypeVar]resolve.Type{}, this: o}
	for i := range t.Args {
		in.types[resolve.TypeVar{Owner: t.Def, Param: i}] = t.Args[i]
	}
	body := block{t.Def, 0}
	if c := m.constructor(t.Def, len(args)); c != resolve.None {
		d, body = m.table.Def(c), block{c, 0}
		in.in = m.binders[d.File]
		m.bindParams(in, d, args)
	} else {
		m.bindParams(in, d, args)
		for name, v := range in.vars {
			o.fields[name] = v
		}
	}
	m.runConstructor(o, t, body, in)
}

// runConstructor runs the statements of a constructor after the constructor that it
// chains to, by default the parameterless one of the base.
func (m *model) runConstructor(o *object, t resolve.Type, body block, in *frame) {
	base := resolve.Unknown
	if line := m.lineage(t); len(line) > 1 {
		base = line[1]
	}
	list := m.blocks[body]
	if !slices.ContainsFunc(list, func(s statement) bool { return isChained(&s.Expr) }) {
		m.initialize(o, base, nil)
	}
	for i := range list {
		s := &list[i]
		switch {
		case !isChained(&s.Expr):
			m.statement(s, in)
		case s.Expr.Text == "this":
			m.initialize(o, t, m.arguments(&s.Expr, in))
		default:
			m.initialize(o, base, m.arguments(&s.Expr, in))
		}
	}
}

// isChained reports whether an expression calls a constructor of the same class or of
// its base.
func isChained(e *parse.Expr) bool {
	return e.Kind == parse.ExprNew && (e.Text == "base" || e.Text == "this")
}

// constructor finds the constructor of a class with that number of parameters; the
// first one if no constructor matches, None if the class declares no constructor.
func (m *model) constructor(class resolve.DefID, args int) resolve.DefID {
	first := resolve.None
	for _, id := range m.members[class] {
		d := m.table.Def(id)
		if d.Kind != graph.KindConstructor || resolve.HasModifier(d, "static") {
			continue
		}
		if len(d.Params) == args {
			return id
		}
		if first == resolve.None {
			first = id
		}
	}
	return first
}
