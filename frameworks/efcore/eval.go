package efcore

import (
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// eval evaluates an expression, applying the effects of its calls to the model.
func (m *model) eval(e *parse.Expr, f *frame) value {
	if m.depth >= maxDepth {
		return value{}
	}
	m.depth++
	defer func() { m.depth-- }()
	switch e.Kind {
	case parse.ExprString:
		return m.text(e, f)
	case parse.ExprLiteral:
		return literal(e.Text)
	case parse.ExprType:
		return value{kind: typeOf, typ: m.typeNamed(e, f)}
	case parse.ExprLambda:
		return value{kind: closure, lambda: e, frame: f}
	case parse.ExprName:
		return m.name(e, f)
	case parse.ExprMember:
		return m.memberOf(e, f)
	case parse.ExprCall:
		return m.called(e, f)
	case parse.ExprNew:
		return m.created(e, f)
	case parse.ExprConditional:
		return m.choice(e, f)
	}
	return value{}
}

func literal(s string) value {
	if s == "null" || s == "default" {
		return value{kind: null}
	}
	return known(s)
}

// choice returns the only known value of several, as a guess.
func (m *model) choice(e *parse.Expr, f *frame) value {
	out := value{}
	for i := range e.Args {
		v := m.eval(&e.Args[i].Value, f)
		switch {
		case v.kind == unknown || v.kind == null:
		case out.kind != unknown && (out.kind != v.kind || out.text != v.text):
			return value{}
		default:
			out = v
		}
	}
	out.tier = resolve.WeakerTier(out.tier, graph.Heuristic)
	return out
}

// text evaluates an interpolated string.
func (m *model) text(e *parse.Expr, f *frame) value {
	if e.Parts == nil {
		return known(e.Text)
	}
	var b strings.Builder
	out := value{kind: text}
	for _, p := range e.Parts {
		switch {
		case p.At != 0:
			v := m.name(&parse.Expr{Kind: parse.ExprName, Text: p.Text, At: p.At}, f)
			if v.kind != text {
				return value{}
			}
			out.tier = resolve.WeakerTier(out.tier, v.tier)
			b.WriteString(v.text)
		case p.Text != "":
			b.WriteString(p.Text)
		default:
			return value{}
		}
	}
	out.text = b.String()
	return out
}

// name evaluates a name: a variable, a type, or a member of this.
func (m *model) name(e *parse.Expr, f *frame) value {
	if e.Text == "this" || e.Text == "base" {
		if f.this == nil { // a method of an unknown object
			return value{}
		}
		return value{kind: instance, object: f.this}
	}
	if d := f.in.Referent(e.At).Def; d != resolve.None {
		return m.valueOf(d, e, f, f.this)
	}
	if v, ok := f.lookup(e.Text); ok {
		return v
	}
	if f.this != nil {
		if v, ok := f.this.fields[e.Text]; ok {
			return v
		}
	}
	if t := m.typeNamed(e, f); t.Known() {
		return value{kind: typeOf, typ: t}
	}
	return value{}
}

// valueOf evaluates the referent of a name, as a member of an object.
func (m *model) valueOf(d resolve.DefID, e *parse.Expr, f *frame, this *object) value {
	def := m.table.Def(d)
	if def.Kind.IsType() {
		return value{kind: typeOf, typ: m.typeNamed(e, f)}
	}
	if this != nil {
		d = m.dispatch(d, this)
		if v, ok := this.fields[def.Name]; ok {
			return v
		}
	}
	if s, ok := m.Constant(d); ok && !strings.Contains(s, resolve.Hole) {
		return value{kind: text, text: s, tier: m.certainty(d)}
	}
	if def = m.table.Def(d); def.Kind.IsCallable() && def.Kind != graph.KindProperty {
		return value{}
	}
	in := &frame{in: m.binders[def.File], vars: map[string]value{},
		types: map[resolve.TypeVar]resolve.Type{}, this: this}
	if in.in == nil {
		return value{}
	}
	m.bindOwner(in, def)
	m.runBlock(block{d, 0}, in)
	in.result.tier = resolve.WeakerTier(in.result.tier, m.certainty(d))
	return in.result
}

// certainty returns the confidence that a member still has its initial value: a
// settable one may have changed.
func (m *model) certainty(d resolve.DefID) graph.Tier {
	def := m.table.Def(d)
	if def.Kind == graph.KindProperty && m.isSettable(def) &&
		strings.Contains(def.File.Slice(def.Range), "set") ||
		def.Kind == graph.KindField && !resolve.HasModifier(def, "readonly") &&
			!resolve.HasModifier(def, "const") {
		return graph.Heuristic
	}
	return graph.Exact
}

// memberOf evaluates a member access.
func (m *model) memberOf(e *parse.Expr, f *frame) value {
	recv := m.eval(e.Recv, f)
	switch {
	case recv.kind == builder && e.Text == "Model", recv.kind == mapped && e.Text == "Metadata",
		recv.kind == conventions && e.Text == "Conventions",
		recv.kind == builder && e.Text == "Configurations",
		recv.kind == builder && e.Text == "Conventions":
		return recv
	case recv.kind == typeOf && e.Text == "Name" && recv.typ.Known():
		if d := recv.typ.Def; d > resolve.None {
			return known(m.table.Def(d).Name)
		}
	case recv.kind == typeOf && e.Text == "Assembly":
		return value{kind: assembly, text: m.projectOf(recv.typ, f)}
	case recv.kind == everyone && (e.Text == "Name" || e.Text == "ClrType"):
		return recv
	}
	d := f.in.Referent(e.At).Def
	if d == resolve.None {
		return value{}
	}
	var this *object
	if recv.kind == instance {
		this = recv.object
	}
	return m.valueOf(d, e, f, this)
}

// projectOf returns the project that declares a type; that of the code if it is
// unknown.
func (m *model) projectOf(t resolve.Type, f *frame) string {
	if t.Def > resolve.None {
		return m.project(m.table.Def(t.Def).File)
	}
	return m.project(f.in.File)
}

// typeNamed returns the type that an expression names, with type parameters
// substituted.
func (m *model) typeNamed(e *parse.Expr, f *frame) resolve.Type {
	if d := f.in.Referent(e.At).Def; d > resolve.None && m.table.Def(d).Kind.IsType() {
		t := resolve.Type{Def: m.table.Canon[d], Owner: resolve.None}
		for i := range e.TypeArgs {
			t.Args = append(t.Args, m.typeNamed(&e.TypeArgs[i], f))
		}
		return t
	}
	at := f.in.File.ID(f.in.File.DefinitionAt(e.At))
	return f.instantiate(f.in.TypeOf(data.TypeRefOf(e), at, e.At))
}

func (m *model) typeArgs(e *parse.Expr, f *frame) []resolve.Type {
	var out []resolve.Type
	for i := range e.TypeArgs {
		out = append(out, m.typeNamed(&e.TypeArgs[i], f))
	}
	return out
}

func (m *model) arguments(e *parse.Expr, f *frame) []argument {
	var out []argument
	for i := range e.Args {
		out = append(out, argument{e.Args[i].Name, m.eval(&e.Args[i].Value, f)})
	}
	return out
}

// created evaluates an object creation. The members that an initializer sets are
// fields.
func (m *model) created(e *parse.Expr, f *frame) value {
	args := m.arguments(e, f)
	t := m.typeNamed(e, f)
	if e.Text == "" || t.Def <= resolve.None {
		return value{}
	}
	v := m.construct(t, args)
	for _, a := range args {
		if a.name != "" {
			v.object.fields[a.name] = a.value
		}
	}
	return v
}

// called evaluates a call: by running its target, if the tree declares it, or else by
// the rules of the framework.
func (m *model) called(e *parse.Expr, f *frame) value {
	var recv value
	if e.Recv != nil {
		recv = m.eval(e.Recv, f)
	}
	id := f.in.Referent(e.At).Def
	if id == resolve.None && recv.kind == instance && recv.object != nil {
		id = m.memberNamed(recv.object.typ, e, m.isBase(e.Recv))
	}
	if id == resolve.None {
		return m.framework(e, recv, f)
	}
	d := m.table.Def(id)
	if !d.Kind.IsCallable() {
		return value{}
	}
	args := m.arguments(e, f)
	this := f.this
	switch {
	case !d.Receiver().IsZero() && recv.kind != typeOf && e.Recv != nil:
		args = append([]argument{{value: recv}}, args...)
		this = nil
	case resolve.HasModifier(d, "static"):
		this = nil
	case recv.kind == instance:
		this = recv.object
	case e.Recv != nil:
		this = nil
	}
	if !m.isBase(e.Recv) {
		id = m.dispatch(id, this)
	}
	return m.invoke(id, this, args, m.typeArgs(e, f), f)
}

func (m *model) isBase(e *parse.Expr) bool {
	return e != nil && e.Kind == parse.ExprName && e.Text == "base"
}

// memberNamed finds the target of a call on an object whose static type does not
// determine it: the nearest method with that name and number of parameters.
func (m *model) memberNamed(t resolve.Type, e *parse.Expr, base bool) resolve.DefID {
	if base {
		return resolve.None
	}
	for _, c := range m.lineage(t) {
		for _, id := range m.members[c.Def] {
			d := m.table.Def(id)
			if d.Kind == graph.KindMethod && d.Name == e.Text && len(d.Params) == len(e.Args) {
				return id
			}
		}
	}
	return resolve.None
}
