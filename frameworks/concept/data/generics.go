package data

import (
	"strconv"
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Generics finds the type arguments of type parameters in all files of a language. A
// written type is resolved when its type parameter is first looked up.
type Generics struct {
	*resolve.Resolution
	of       map[resolve.TypeVar][]resolve.Type
	seen     map[resolve.TypeVar]map[string]bool
	language string
	written  map[string][]written // by name of the generic definition, until resolved
}

// A written is an occurrence of type arguments: in a type, or with a call.
type written struct {
	in   *resolve.Binder
	ref  *parse.TypeRef // nil for the type arguments of expr
	expr *parse.Expr
	def  resolve.DefID // the enclosing definition
	at   uint32
}

// maxGeneric bounds the classes bound to one type parameter.
const maxGeneric = 500

// genericsOf is the key of the Generics of a language.
type genericsOf string

// GenericsOf returns the Generics of a language. It collects the types in all
// definitions, bases, creations and calls, once for all users.
func GenericsOf(t *eval.Tree, language string) *Generics {
	make := func() any { return newGenerics(t.Resolution, language) }
	return t.Memo(genericsOf(language), make).(*Generics)
}

func newGenerics(r *resolve.Resolution, language string) *Generics {
	g := &Generics{Resolution: r, language: language, of: map[resolve.TypeVar][]resolve.Type{},
		seen: map[resolve.TypeVar]map[string]bool{}, written: map[string][]written{}}
	for i := range r.Table.Defs {
		if d := &r.Table.Defs[i]; len(d.TypeParams) > 0 {
			g.written[d.Name] = nil
		}
	}
	for _, b := range r.Files {
		if b.File.Language == language {
			g.file(b)
		}
	}
	return g
}

func (g *Generics) file(b *resolve.Binder) {
	for i := range b.File.Definitions {
		d := b.Table.Def(b.File.ID(int32(i)))
		if d.Kind.IsType() {
			for _, base := range b.Table.Bases[d.ID] {
				g.mention(base)
			}
		}
		w := written{in: b, ref: &d.Type, def: d.ID, at: d.NameAt}
		g.note(w, w.ref)
		for i := range d.Params {
			w.ref = &d.Params[i].Type
			g.note(w, w.ref)
		}
	}
	for i := range b.File.Sites {
		w := written{in: b, def: b.File.ID(b.File.Sites[i].Def)}
		b.File.Sites[i].Walk(func(e *parse.Expr) {
			if len(e.TypeArgs) > 0 {
				w.expr, w.at = e, e.At
				g.site(w, e)
			}
		})
	}
}

// note indexes a written type under the names of all generic types in it.
func (g *Generics) note(w written, ref *parse.TypeRef) {
	if len(ref.Args) == 0 {
		return
	}
	g.enter(w, ref.Name)
	for i := range ref.Args {
		g.note(w, &ref.Args[i])
	}
}

// site indexes the types in a creation or call, as note does.
func (g *Generics) site(w written, e *parse.Expr) {
	g.enter(w, e.Text)
	if w.expr.Kind == parse.ExprNew {
		for i := range e.TypeArgs {
			g.site(w, &e.TypeArgs[i])
		}
	}
}

func (g *Generics) enter(w written, name string) {
	name = strings.TrimLeft(name[strings.LastIndexByte(name, '.')+1:], "*") // a pointer of Go
	if list, ok := g.written[name]; ok {
		g.written[name] = append(list, w)
	}
}

// resolve resolves the types noted under the name of a definition.
func (g *Generics) resolve(d resolve.DefID) {
	name := g.Table.Def(d).Name
	list := g.written[name]
	delete(g.written, name)
	for _, w := range list {
		e := w.expr
		if e == nil {
			g.mention(w.in.TypeOf(*w.ref, w.def, w.at))
		} else if e.Kind == parse.ExprNew {
			g.mention(w.in.ValueType(e.At))
		} else if d := w.in.Referent(e.At).Def; d != resolve.None {
			var args []resolve.Type
			for i := range e.TypeArgs {
				args = append(args, w.in.TypeOf(TypeRefOf(&e.TypeArgs[i]), w.def, e.At))
			}
			g.add(w.in.Table.Canon[d], args)
		}
	}
}

// TypeRefOf returns the type reference of an expression that is a type.
func TypeRefOf(e *parse.Expr) parse.TypeRef {
	ref := parse.TypeRef{Name: e.Text, At: e.At}
	for r := e.Recv; r != nil; r = r.Recv {
		ref.Name = r.Text + "." + ref.Name
	}
	for i := range e.TypeArgs {
		ref.Args = append(ref.Args, TypeRefOf(&e.TypeArgs[i]))
	}
	return ref
}

// mention records the arguments of a type, and recursively those of its arguments.
func (g *Generics) mention(t resolve.Type) {
	if t.Def > resolve.None && len(t.Args) > 0 {
		g.add(t.Def, t.Args)
	}
	for i := range t.Args {
		g.mention(t.Args[i])
	}
}

func (g *Generics) add(owner resolve.DefID, args []resolve.Type) {
	for i, t := range args {
		if t.Def <= resolve.None && t.Owner == resolve.None {
			continue
		}
		v := resolve.TypeVar{Owner: owner, Param: i}
		k := TypeKey(t)
		if g.seen[v] == nil {
			g.seen[v] = map[string]bool{}
		}
		if !g.seen[v][k] && len(g.of[v]) < maxGeneric {
			g.seen[v][k] = true
			g.of[v] = append(g.of[v], t)
		}
	}
}

// BoundTypes lists the classes bound to a type parameter: directly, through other type
// parameters bound to it, or through the corresponding parameter of an interface or
// base of the generic class.
func (g *Generics) BoundTypes(v resolve.TypeVar) []resolve.Type {
	var out []resolve.Type
	visited := map[resolve.TypeVar]bool{}
	known := map[string]bool{}
	table := g.Table
	var visit func(v resolve.TypeVar)
	visit = func(v resolve.TypeVar) {
		if visited[v] {
			return
		}
		visited[v] = true
		g.resolve(v.Owner)
		for _, t := range g.of[v] {
			if t.Owner != resolve.None {
				visit(resolve.TypeVar{Owner: t.Owner, Param: t.Param})
			} else if k := TypeKey(t); !known[k] {
				known[k] = true
				out = append(out, t)
			}
		}
		for _, base := range table.Bases[v.Owner] {
			for i, a := range base.Args {
				if a.Owner == v.Owner && a.Param == v.Param && base.Def > resolve.None {
					visit(resolve.TypeVar{Owner: base.Def, Param: i})
				}
			}
		}
	}
	visit(v)
	return out
}

// TypeKey returns a key that is equal for two occurrences of one type.
func TypeKey(t resolve.Type) string {
	switch {
	case t.Owner != resolve.None:
		return "T" + strconv.Itoa(int(t.Owner)) + "." + strconv.Itoa(t.Param)
	case t.Def == resolve.None && t.Form == parse.FormNamed:
		return t.Name + typeKeys(t.Args)
	}
	return strconv.Itoa(int(t.Form)) + "#" + strconv.Itoa(int(t.Def)) + typeKeys(t.Args)
}

func typeKeys(args []resolve.Type) string {
	if len(args) == 0 {
		return ""
	}
	var b strings.Builder
	for i := range args {
		b.WriteString("," + TypeKey(args[i]))
	}
	return "<" + b.String() + ">"
}
