package efcore

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A genericUse is a use of the rows of what a type parameter stands for.
type genericUse struct {
	at  statement
	pos uint32
	of  target
	ops graph.Ops
}

// bindGenerics enters the uses of what type parameters stand for, with each class that
// the tree puts there: a class that derives from the generic one, a variable or
// parameter of such a type, or a call.
func (u *uses) bindGenerics() {
	if len(u.generic) == 0 {
		return
	}
	b := &bindings{reader: u.reader, of: map[resolve.TypeVar][]resolve.Type{},
		seen: map[resolve.TypeVar]map[string]bool{}}
	b.collect()
	for _, g := range u.generic {
		v := resolve.TypeVar{Owner: g.of.of.Owner, Param: g.of.of.Param}
		for _, t := range b.standsFor(v) {
			use := g.of
			use.of, use.tier = t, graph.Hierarchy
			u.useOf(&g.at, g.pos, use, g.ops)
		}
	}
}

// bindings are what stands for type parameters anywhere in the tree.
type bindings struct {
	*reader
	of   map[resolve.TypeVar][]resolve.Type
	seen map[resolve.TypeVar]map[string]bool
}

// maxGeneric bounds the classes that stand for one type parameter.
const maxGeneric = 500

func (b *bindings) add(owner resolve.DefID, args []resolve.Type) {
	for i, t := range args {
		if t.Def <= resolve.None && t.Owner == resolve.None {
			continue
		}
		v := resolve.TypeVar{Owner: owner, Param: i}
		k := b.key(t)
		if b.seen[v] == nil {
			b.seen[v] = map[string]bool{}
		}
		if !b.seen[v][k] && len(b.of[v]) < maxGeneric {
			b.seen[v][k] = true
			b.of[v] = append(b.of[v], t)
		}
	}
}

// collect goes through the types of all definitions, bases, creations and calls.
func (b *bindings) collect() {
	for _, c := range b.classes {
		for _, base := range b.table.Bases[c] {
			b.mention(base)
		}
		b.declared(c) // the parameters of a primary constructor
		for _, id := range b.members[c] {
			b.declared(id)
		}
	}
	for _, f := range b.Files {
		if f.File.Language == language {
			b.sites(f)
		}
	}
}

// declared enters the types that a member is declared with.
func (b *bindings) declared(id resolve.DefID) {
	d := b.table.Def(id)
	in := b.binders[d.File]
	mention := func(ref parse.TypeRef) {
		if len(ref.Args) > 0 {
			b.mention(in.TypeOf(ref, id, d.NameAt))
		}
	}
	mention(d.Type)
	for i := range d.Params {
		mention(d.Params[i].Type)
	}
}

// sites enters what is created and called.
func (b *bindings) sites(f *resolve.Binder) {
	for i := range f.File.Sites {
		def := f.File.ID(f.File.Sites[i].Def)
		f.File.Sites[i].Walk(func(e *parse.Expr) {
			if len(e.TypeArgs) == 0 {
				return
			}
			if e.Kind == parse.ExprNew {
				b.mention(f.ValueType(e.At))
			} else if d := f.Meaning(e.At).Def; d != resolve.None {
				var args []resolve.Type
				for j := range e.TypeArgs {
					args = append(args, f.TypeOf(typeRef(&e.TypeArgs[j]), def, e.At))
				}
				b.add(b.table.Canon[d], args)
			}
		})
	}
}

// mention enters the arguments of a type, and of its own arguments.
func (b *bindings) mention(t resolve.Type) {
	if t.Def > resolve.None && len(t.Args) > 0 {
		b.add(t.Def, t.Args)
	}
	for i := range t.Args {
		b.mention(t.Args[i])
	}
}

// standsFor lists the classes that stand for a type parameter: those given to it, to
// the type parameters that are given to it in turn, and those given to the same
// parameter of an interface or base that the generic class has.
func (b *bindings) standsFor(v resolve.TypeVar) []resolve.Type {
	var out []resolve.Type
	visited := map[resolve.TypeVar]bool{}
	known := map[string]bool{}
	var visit func(v resolve.TypeVar)
	visit = func(v resolve.TypeVar) {
		if visited[v] {
			return
		}
		visited[v] = true
		for _, t := range b.of[v] {
			if t.Owner != resolve.None {
				visit(resolve.TypeVar{Owner: t.Owner, Param: t.Param})
			} else if k := b.key(t); !known[k] {
				known[k] = true
				out = append(out, t)
			}
		}
		for _, base := range b.table.Bases[v.Owner] {
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
