package model

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxTraced bounds the expressions that are visited for one receiver.
const maxTraced = 200

// maxNested bounds the receivers whose objects are searched for one receiver.
const maxNested = 60

// Objects lists the library objects that an expression may be, by its type, or by the calls that it
// comes from. A search that leads back to an expression finds nothing there:
//
//	for f := range filters { query = query.Where(f) }
func (m *Matcher) Objects(x eval.Expr) []Object {
	if out, ok := m.known[x.Expr]; ok && x.Env.IsEmpty() {
		return out
	}
	if m.asked[x.Expr] || m.nested >= maxNested {
		m.cuts++
		return nil
	}
	before := m.cuts
	m.asked[x.Expr] = true
	m.nested++
	out := m.trace(x, map[*parse.Expr]bool{})
	m.nested--
	delete(m.asked, x.Expr)
	if x.Env.IsEmpty() && (m.cuts == before || m.nested == 0) {
		m.known[x.Expr] = out // otherwise objects of outer searches may be missing
	}
	return out
}

func (m *Matcher) trace(x eval.Expr, seen map[*parse.Expr]bool) []Object {
	if seen[x.Expr] || len(seen) > maxTraced {
		return nil
	}
	seen[x.Expr] = true
	if x.Kind == parse.ExprCall || x.Kind == parse.ExprNew {
		return m.made(x, seen)
	}
	if (x.Kind == parse.ExprMap || x.Kind == parse.ExprList) && m.Language == "go" {
		return m.ofName(x.In.File, literalType(x))
	}
	if x.Kind != parse.ExprName && x.Kind != parse.ExprMember {
		return nil
	}
	if full := eval.WithoutDefault(m.ExternalName(x)); full != "" {
		if out := m.named(full); out != nil {
			return out
		}
	}
	d := x.Referent().Def
	if d > resolve.None {
		if out := m.declared(d, x); out != nil {
			return out
		}
	}
	if out := m.typed(x); out != nil {
		return out
	}
	if out := m.values(x, d, seen); out != nil || x.Kind != parse.ExprMember || d > resolve.None {
		return out
	}
	return m.memberOf(x, seen)
}

// memberOf returns the member of a library's object, which is an object of the library of unknown
// type.
//
//	app.router
func (m *Matcher) memberOf(x eval.Expr, seen map[*parse.Expr]bool) []Object {
	out := slices.Clone(m.trace(x.Sub(x.Recv), seen))
	for i := range out {
		if out[i].Class > resolve.None { // a member that a class of the tree lacks
			return nil
		}
		out[i].Type, out[i].Args = m.memberType(x, out[i]), nil
	}
	return out
}

// memberType returns the type of a member of an object that a row states, or else the empty name.
func (m *Matcher) memberType(x eval.Expr, of Object) string {
	for _, row := range m.calls[x.Expr.Text] {
		if _, _, ok := isOn([]Object{of}, row); ok && len(row.call.Member) > 0 {
			return row.call.Returns
		}
	}
	return ""
}

// made returns the object that a call or a creation makes: by the row of the call, the type that it
// creates, or, for a call on an object of a library, the object itself, as fluent calls return it.
func (m *Matcher) made(x eval.Expr, seen map[*parse.Expr]bool) []Object {
	var out []Object
	for _, match := range m.matchWithin(x, seen) {
		o := Object{Library: match.Library, Type: match.Call.Returns, Class: resolve.None, Made: x}
		switch {
		case len(match.Call.New) > 0:
			o.Type = x.Expr.Text
		case o.Type == "" && len(match.Call.Method) > 0:
			o = match.Object
			o.Made = x
		}
		out = append(out, o)
	}
	if out != nil {
		return out
	}
	if x.Kind == parse.ExprNew || m.Language == "python" {
		if full := eval.WithoutDefault(m.ExternalName(x)); full != "" {
			for _, o := range m.named(full) {
				o.Made = x
				out = append(out, o)
			}
		}
		if out == nil && x.Kind == parse.ExprNew && x.Callee() <= resolve.None {
			out = m.ofName(x.In.File, createdType(x))
			for i := range out {
				out[i].Made = x
			}
		}
	}
	if out != nil {
		return out
	}
	if out = m.typed(x); out != nil {
		return out
	}
	if d := x.Callee(); d > resolve.None {
		if out = m.declared(d, x); out != nil {
			return out
		}
		for _, v := range m.Values(d) {
			out = append(out, m.trace(v, seen)...)
		}
		return out
	}
	if full := m.fullName(x); full != "" {
		for _, l := range m.libs {
			if _, ok := within(l, full); ok {
				out = append(out, Object{Library: l, Class: resolve.None, Made: x})
			}
		}
		return out
	}
	if x.Recv != nil {
		return m.trace(x.Sub(x.Recv), seen)
	}
	return nil
}

// createdType returns the name of the type of a creation with its qualifiers, as written.
//
//	new Request.Builder()
func createdType(x eval.Expr) string {
	from := int(x.At)
	for from > 0 && (x.In.File.Text[from-1] == '.' || isNameByte(x.In.File.Text[from-1])) {
		from--
	}
	return x.In.File.Text[from:x.At] + x.Expr.Text
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// matchWithin is Match during a search.
func (m *Matcher) matchWithin(x eval.Expr, seen map[*parse.Expr]bool) []Match {
	if x.Recv != nil && seen[x.Recv] {
		return nil
	}
	return m.Match(x)
}

// named returns the objects by the full name of a type; Type is empty for a module.
func (m *Matcher) named(full string) []Object {
	var out []Object
	for _, l := range m.libs {
		if name, ok := within(l, full); ok {
			out = append(out, Object{Library: l, Type: name, Class: resolve.None})
		}
	}
	return out
}

// declared returns the objects by the declared type of a variable, a field or a callable of the
// tree.
func (m *Matcher) declared(d resolve.DefID, x eval.Expr) []Object {
	def := m.Table.Def(d)
	if def.Kind.IsType() {
		return m.ofClass(d)
	}
	if def.Type.IsZero() {
		return nil
	}
	return m.ofRef(def.File, def.Type, d, def.NameAt, 0)
}

// maxParts bounds the nesting of written types.
const maxParts = 5

// ofRef returns the objects of a written type.
func (m *Matcher) ofRef(f *resolve.File, ref parse.TypeRef, from resolve.DefID, at uint32,
	depth int) []Object {
	if ref.IsZero() || depth > maxParts {
		return nil
	}
	if out := m.ofName(f, strings.TrimLeft(ref.Name, "*")); out != nil {
		if b := m.Binder(f); b != nil && len(ref.Args) > 0 {
			for i := range ref.Args {
				arg := b.TypeOf(ref.Args[i], from, at)
				for j := range out {
					out[j].Args = append(out[j].Args, arg)
				}
			}
		}
		return out
	}
	if b := m.Binder(f); b != nil {
		if t := b.TypeOf(ref, from, at); t.Def > resolve.None && m.Table.Def(t.Def).Kind.IsType() {
			return m.ofType(t.Def, depth)
		}
	}
	if isComposite(ref) {
		for _, part := range ref.Args {
			if out := m.ofRef(f, part, from, at, depth+1); out != nil {
				return out
			}
		}
	}
	return nil
}

// ofType returns the objects of a type of the tree, those of the declared type for an alias.
//
//	type Client = SupabaseClient<Database>
func (m *Matcher) ofType(d resolve.DefID, depth int) []Object {
	if def := m.Table.Def(d); def.Kind == graph.KindTypeAlias && !def.Type.IsZero() {
		return m.ofRef(def.File, def.Type, d, def.NameAt, depth+1)
	}
	return m.ofClass(d)
}

// isComposite reports whether a written type has values of one of its parts: a pointer, a union, an
// optional type, a promise.
func isComposite(ref parse.TypeRef) bool {
	switch ref.Form {
	case parse.FormUnion, parse.FormIntersection, parse.FormOptional, parse.FormReference:
		return true
	}
	switch ref.Name {
	case "Promise", "Optional", "Awaitable", "Task", "Annotated", "Readonly":
		return true
	}
	return false
}

// ofName returns the objects of a type by its name in a file.
func (m *Matcher) ofName(f *resolve.File, name string) []Object {
	if m.Language == "go" {
		pkg, typ, ok := strings.Cut(name, ".")
		if !ok {
			return nil
		}
		if path := m.imported(f, pkg); path != "" {
			return m.named(path + "." + typ)
		}
		return nil
	}
	var out []Object
	for _, full := range append(eval.Imported(f, name), name) {
		out = append(out, m.named(eval.WithoutDefault(full))...)
	}
	if out == nil && m.Language == "csharp" {
		out = m.byNamespace(f, name)
	}
	return out
}

// imported returns the path that a Go file imports under a name; empty if it imports none.
func (m *Matcher) imported(f *resolve.File, pkg string) string {
	for i := range f.Imports {
		im := &f.Imports[i]
		own := cmp.Or(m.packageName(im.Path), im.Name)
		if im.Alias == pkg || pkg == own && (im.Alias == "" || im.Alias == im.Name) {
			return im.Path
		}
	}
	return ""
}

// packageName returns the name of a package that a row states, for an import path; otherwise empty.
func (m *Matcher) packageName(path string) string {
	for _, l := range m.libs {
		if slices.Contains(l.Modules, path) {
			return l.Package
		}
	}
	return ""
}

// byNamespace returns the objects of a type that a C# file names without its namespace. Only types
// that rows name are known.
func (m *Matcher) byNamespace(f *resolve.File, name string) []Object {
	name, _, _ = strings.Cut(name, "<")
	var out []Object
	for _, l := range m.libs {
		if l.names(name) && slices.ContainsFunc(l.Modules,
			func(space string) bool { return m.sees(f, space) }) {
			out = append(out, Object{Library: l, Type: name, Class: resolve.None})
		}
	}
	return out
}

// names reports whether a row names a type.
func (l *Library) names(typ string) bool {
	return slices.ContainsFunc(l.Calls, func(c Call) bool {
		return c.Returns == typ || slices.Contains(c.On, typ) || slices.Contains(c.New, typ)
	}) || slices.ContainsFunc(l.Bases, func(b Base) bool { return slices.Contains(b.Type, typ) })
}

// sees reports whether a C# file imports a namespace, or one in it, directly or by a global using
// of its project.
func (m *Matcher) sees(f *resolve.File, space string) bool {
	if m.global == nil {
		m.global = map[string]map[string]bool{}
		for _, g := range m.Table.Files {
			for i := range g.Imports {
				if g.Imports[i].Global {
					p := m.Project(g)
					if m.global[p] == nil {
						m.global[p] = map[string]bool{}
					}
					m.global[p][g.Imports[i].Path] = true
				}
			}
		}
	}
	seen := m.namespaces[f]
	if seen == nil {
		seen = map[string]bool{}
		for i := range f.Imports {
			seen[f.Imports[i].Path] = true
		}
		for path := range m.global[m.Project(f)] {
			seen[path] = true
		}
		m.namespaces[f] = seen
	}
	if seen[space] {
		return true
	}
	for path := range seen {
		if strings.HasPrefix(path, space+".") {
			return true
		}
	}
	return false
}

// ofClass returns the objects of a class of the tree: it belongs to a library itself, or derives
// from one of its types.
func (m *Matcher) ofClass(d resolve.DefID) []Object {
	var out []Object
	for _, c := range m.Lineage(m.Table.Canon[d]) {
		for _, l := range m.libs {
			if name, ok := within(l, m.nameOf(c)); ok && l.names(name) {
				out = append(out, Object{Library: l, Type: name, Class: m.Table.Canon[d]})
			}
		}
	}
	for _, full := range m.ExternalBases(m.Table.Canon[d]) {
		for _, o := range m.named(eval.WithoutDefault(full)) {
			o.Class = m.Table.Canon[d]
			out = append(out, o)
		}
		if m.Language == "csharp" {
			for _, o := range m.byNamespace(m.Table.Def(d).File, full) {
				o.Class = m.Table.Canon[d]
				out = append(out, o)
			}
		}
	}
	if c := m.Table.Canon[d]; out == nil && !m.mixing[c] {
		m.mixing[c] = true
		out = m.mixedIn(c)
		delete(m.mixing, c)
	}
	return out
}

// mixedIn returns the objects of a class whose base a function makes from the classes that are its
// arguments.
//
//	class Order extends Timestamped(Model)    // the function returns a class that extends its argument
func (m *Matcher) mixedIn(d resolve.DefID) []Object {
	var out []Object
	for _, c := range m.Lineage(d) {
		class := m.Table.Def(c)
		if !slices.ContainsFunc(class.Bases,
			func(t parse.TypeRef) bool { return strings.Contains(t.Name, "(") }) {
			continue
		}
		for _, x := range m.header(class) {
			x.Walk(func(e *parse.Expr) {
				for i := range e.Args {
					arg := x.Sub(&e.Args[i].Value)
					if arg.Kind == parse.ExprName && arg.Referent().Def > resolve.None &&
						!m.mixing[m.Table.Canon[arg.Referent().Def]] {
						if of := m.Table.Def(arg.Referent().Def); of.Kind.IsType() {
							out = append(out, m.ofClass(of.ID)...)
						}
					} else if arg.Kind == parse.ExprName || arg.Kind == parse.ExprMember {
						out = append(out, m.named(eval.WithoutDefault(m.ExternalName(arg)))...)
					}
				}
			})
		}
	}
	for i := range out {
		out[i].Class = d
	}
	return out
}

// header lists the calls between the name of a class and its body.
func (m *Matcher) header(class *resolve.Def) []eval.Expr {
	calls := m.Calls()
	from, _ := slices.BinarySearchFunc(calls, class.File.Path, func(x eval.Expr, path string) int {
		return strings.Compare(x.In.File.Path, path)
	})
	var out []eval.Expr
	for _, x := range calls[from:] {
		if x.In.File != class.File {
			break
		}
		if x.Expr.At > class.NameAt && x.Expr.At < class.Body.Start {
			out = append(out, x)
		}
	}
	return out
}

// typed returns the objects by the type that the resolver has found for an expression.
func (m *Matcher) typed(x eval.Expr) []Object {
	if l := x.Local(); l != nil && !l.Type.IsZero() {
		if out := m.ofRef(x.In.File, l.Type, x.Def, x.At, 0); out != nil {
			return out
		}
	}
	if x.Kind == parse.ExprName {
		for _, p := range m.Table.Def(x.Def).Params {
			if p.Name == x.Expr.Text && !p.Type.IsZero() {
				if out := m.ofRef(x.In.File, p.Type, x.Def, x.At, 0); out != nil {
					return out
				}
			}
		}
	}
	return m.ofResolved(x, x.In.ValueType(x.At), 0)
}

func (m *Matcher) ofResolved(x eval.Expr, t resolve.Type, depth int) []Object {
	if t.Form != parse.FormNamed && depth < maxParts {
		for _, part := range t.Args {
			if out := m.ofResolved(x, part, depth+1); out != nil {
				return out
			}
		}
		return nil
	}
	var out []Object
	switch {
	case t.Def > resolve.None:
		if !m.Table.Def(t.Def).Kind.IsType() {
			return nil
		}
		out = m.ofType(t.Def, depth)
	case t.Def < resolve.None:
		out = m.named(withoutArgs(x.In.File.ExternalName(t.Def)))
	case t.Name != "" && t.Module != "":
		out = m.named(t.Module + "." + withoutArgs(t.Name))
	case t.Name != "":
		out = m.ofName(x.In.File, withoutArgs(t.Name))
	}
	for i := range out {
		if out[i].Args == nil {
			out[i].Args = t.Args
		}
	}
	return out
}

func withoutArgs(name string) string {
	name, _, _ = strings.Cut(name, "<")
	return name
}

// values returns the objects of the values of a name.
func (m *Matcher) values(x eval.Expr, d resolve.DefID, seen map[*parse.Expr]bool) []Object {
	if x.Kind == parse.ExprName {
		if f, param, ok := m.Lambda(x); ok {
			if applied := m.Applied(f, param, x.Env); applied != nil {
				return m.trace(applied[0], seen)
			}
			if f.Call.Recv != nil && param == 0 {
				return m.trace(f.Call.Sub(f.Call.Recv), seen)
			}
			return nil
		}
	}
	list := m.Evaluate(x)
	if d > resolve.None {
		list = append(list, m.Tree.Values(d)...)
	}
	for _, v := range list {
		if v.Expr == x.Expr {
			continue
		}
		if out := m.trace(v, seen); out != nil {
			return out
		}
	}
	if x.Kind == parse.ExprName && d <= resolve.None && x.Env.IsEmpty() {
		return m.passed(x, seen)
	}
	return nil
}

// passed returns the objects that callers pass for a parameter without a known type.
func (m *Matcher) passed(x eval.Expr, seen map[*parse.Expr]bool) []Object {
	if l := x.Local(); l == nil || l.Kind != parse.LocalParam {
		return nil
	}
	for _, f := range m.FramesAt(x) {
		if given, ok := f.Env.Get(x.Expr.Text); ok && given.Expr != nil && given.In != nil {
			if out := m.trace(given, seen); out != nil {
				return out
			}
		}
	}
	return nil
}
