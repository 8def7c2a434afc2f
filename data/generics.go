package data

import (
	"strconv"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// Generics are what stands for type parameters anywhere in the files of a language.
type Generics struct {
	*resolve.Resolution
	of   map[resolve.TypeVar][]resolve.Type
	seen map[resolve.TypeVar]map[string]bool
}

// maxGeneric bounds the classes that stand for one type parameter.
const maxGeneric = 500

// NewGenerics goes through the types of all definitions, bases, creations and calls. Time and
// memory grow with these.
func NewGenerics(r *resolve.Resolution, language string) *Generics {
	g := &Generics{Resolution: r, of: map[resolve.TypeVar][]resolve.Type{},
		seen: map[resolve.TypeVar]map[string]bool{}}
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
		g.declared(b, d)
	}
	g.sites(b)
}

// declared enters the types that a definition is declared with.
func (g *Generics) declared(b *resolve.Binder, d *resolve.Def) {
	mention := func(ref parse.TypeRef) {
		if len(ref.Args) > 0 {
			g.mention(b.TypeOf(ref, d.ID, d.NameAt))
		}
	}
	mention(d.Type)
	for i := range d.Params {
		mention(d.Params[i].Type)
	}
}

// sites enters what is created and called.
func (g *Generics) sites(b *resolve.Binder) {
	for i := range b.File.Sites {
		def := b.File.ID(b.File.Sites[i].Def)
		b.File.Sites[i].Walk(func(e *parse.Expr) {
			if len(e.TypeArgs) == 0 {
				return
			}
			if e.Kind == parse.ExprNew {
				g.mention(b.ValueType(e.At))
			} else if d := b.Meaning(e.At).Def; d != resolve.None {
				var args []resolve.Type
				for j := range e.TypeArgs {
					args = append(args, b.TypeOf(WrittenRef(&e.TypeArgs[j]), def, e.At))
				}
				g.add(b.Table.Canon[d], args)
			}
		})
	}
}

// WrittenRef is the type that an expression is, as it is written.
func WrittenRef(e *parse.Expr) parse.TypeRef {
	ref := parse.TypeRef{Name: e.Text, At: e.At}
	for r := e.Recv; r != nil; r = r.Recv {
		ref.Name = r.Text + "." + ref.Name
	}
	for i := range e.TypeArgs {
		ref.Args = append(ref.Args, WrittenRef(&e.TypeArgs[i]))
	}
	return ref
}

// mention enters the arguments of a type, and of its own arguments.
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

// StandsFor lists the classes that stand for a type parameter: those given to it, to
// the type parameters that are given to it in turn, and those given to the same
// parameter of an interface or base that the generic class has. Time grows with what is visited.
func (g *Generics) StandsFor(v resolve.TypeVar) []resolve.Type {
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

// TypeKey is what two mentions of one type have in common.
func TypeKey(t resolve.Type) string {
	switch {
	case t.Owner != resolve.None:
		return "T" + strconv.Itoa(int(t.Owner)) + "." + strconv.Itoa(t.Param)
	case t.Def == resolve.None && t.Form == resolve.NoForm:
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
