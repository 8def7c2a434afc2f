// Package mybatis resolves the names in the mapper files of MyBatis, and joins their
// statements to the methods that run them.
package mybatis

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules are those of MyBatis.
//
//   - A name with a dot is a whole one; others are of the file's own namespace.
//   - Statements, fragments and result maps have their own names. A statement may be written
//     once for each kind of database: all of them are meant.
//   - A class goes by its full name, or by an alias: its simple name, in any case.
//   - The method of a name in the interface that the namespace names runs the statement of that
//     name. It may be inherited: then each interface has its own statement.
type rules struct {
	resolve.PlainRules
	table   *resolve.Table
	named   map[key][]resolve.DefID
	aliases map[string][]resolve.DefID // classes by their simple names in lower case
}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{Family: "mybatis", Names: []string{"mybatis"},
		Rules: func() resolve.Rules { return &rules{} }}
}

// java is the family of the interfaces.
const java = "java"

// A key is the full name of what an element defines.
type key struct {
	space space
	name  string
}

// A space is a set of elements whose ids differ.
type space uint8

const (
	spaceStatement space = iota
	spaceFragment
	spaceResultMap
)

// spaceOf is the space of a definition.
func spaceOf(d *resolve.Def) space {
	switch d.Modifiers[0] {
	case "sql":
		return spaceFragment
	case "resultMap", "parameterMap":
		return spaceResultMap
	}
	return spaceStatement
}

// namespace is that of a file; empty for none.
func namespace(f *resolve.File) string {
	if len(f.Imports) == 0 {
		return ""
	}
	return f.Imports[0].Path
}

// full is the whole name that a written one means in a file.
func full(f *resolve.File, name string) string {
	if strings.Contains(name, ".") {
		return name
	}
	return namespace(f) + "." + name
}

// Prepare collects what the files of the tree define. An interface may have statements in
// several files, and a file may include fragments of any other. Time and memory grow with the
// definitions.
func (r *rules) Prepare(ix *resolve.Table) {
	r.table, r.named = ix, map[key][]resolve.DefID{}
	r.aliases = map[string][]resolve.DefID{}
	for i := range ix.Defs {
		d := &ix.Defs[i]
		switch {
		case d.File.Family == java && d.Kind.IsType():
			alias := strings.ToLower(d.Name)
			r.aliases[alias] = append(r.aliases[alias], d.ID)
		case d.File.Rules == r && len(d.Modifiers) > 0:
			k := key{spaceOf(d), full(d.File, d.Name)}
			r.named[k] = append(r.named[k], d.ID)
		}
	}
}

// Imported implements [resolve.Rules]: the interface of the namespace.
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	if d := r.class(b.File.Imports[i].Path); d != resolve.None {
		return resolve.Target{Files: []*resolve.File{r.table.Def(d).File}}
	}
	return resolve.Target{External: true}
}

// class is the class of a full name; None for none in the tree. Classes within others come
// behind a dollar sign.
func (r *rules) class(name string) resolve.DefID {
	outer, inner, nested := strings.Cut(name, "$")
	i := strings.LastIndexByte(outer, '.')
	// MyBatis loads it by that name, so that no import and no scope has a say.
	for _, d := range r.table.Top(java, outer[:max(i, 0)], outer[i+1:]) {
		if !r.table.Def(d).Kind.IsType() {
			continue
		}
		if !nested {
			return d
		}
		for _, m := range r.table.Own(d, inner) {
			if r.table.Def(m).Kind.IsType() {
				return m
			}
		}
	}
	return resolve.None
}

// BindFile implements [resolve.Rules].
func (r *rules) BindFile(b *resolve.Binder) {
	for i := range b.File.References {
		ref := &b.File.References[i]
		from := b.File.ID(ref.Def)
		switch ref.Kind {
		case parse.RefType:
			r.bindClass(b, ref, from)
		case parse.RefMember:
			r.bind(b, ref, from, spaceFragment)
		case parse.RefCreate:
			r.bind(b, ref, from, spaceResultMap)
		case parse.RefCall:
			r.bind(b, ref, from, spaceStatement)
		}
	}
}

// bind resolves what an attribute names, in every way that it is written for a kind of
// database.
func (r *rules) bind(b *resolve.Binder, ref *parse.Reference, from resolve.DefID, in space) {
	ids := r.named[key{in, full(b.File, ref.Name)}]
	if len(ids) == 0 {
		b.Settle(ref, from, nil, graph.Exact, resolve.NotFound)
		return
	}
	for _, id := range ids {
		b.Settle(ref, from, []resolve.DefID{id}, graph.Exact, resolve.Resolved)
	}
}

// bindClass resolves the name of a class. Which aliases there are is said by settings, by scans
// of packages and by annotations; nearly all of them are simple names, so that one that
// only a single class has is taken for it.
//
//	<select id="byId" resultType="shop.Order">    // exact
//	<select id="byId" resultType="order">         // unique
func (r *rules) bindClass(b *resolve.Binder, ref *parse.Reference, from resolve.DefID) {
	if d := r.class(ref.Name); d != resolve.None {
		b.Settle(ref, from, []resolve.DefID{d}, graph.Exact, resolve.Resolved)
		return
	}
	ids := r.aliases[strings.ToLower(ref.Name)]
	if len(ids) == 0 {
		b.Settle(ref, from, nil, graph.Exact, resolve.External)
		return
	}
	b.Settle(ref, from, ids, graph.Unique, resolve.Resolved)
}

// LinkStatements implements [resolve.StatementLinker]. The name of the method is the reference
// to the statement: nothing else in the interface says it. From there what the statement reads
// and writes is read and written by the method, as with a constant that it would use.
func (r *rules) LinkStatements(ix *resolve.Table, binders []*resolve.Binder) {
	by := map[*resolve.File]*resolve.Binder{}
	for _, b := range binders {
		by[b.File] = b
	}
	for i := range ix.Defs {
		d := &ix.Defs[i]
		if d.File.Rules != r || len(d.Modifiers) == 0 || spaceOf(d) != spaceStatement {
			continue
		}
		class := r.class(namespace(d.File))
		if class == resolve.None {
			continue
		}
		methods, tier := r.methods(class, d.Name)
		for _, m := range methods {
			x := ix.Def(m)
			b := by[x.File]
			b.Bindings = append(b.Bindings, resolve.Binding{From: m, To: d.ID,
				Kind: graph.References, Tier: tier, At: x.NameAt})
		}
	}
}

// methods lists the methods of a name that an interface has, its own ones or those of the
// nearest that it extends. MyBatis knows no overloads: where there are any, all of them run it.
//
//	interface Base<T> { T byId(long id); }
//	interface OrderMapper extends Base<Order> {}    // OrderMapper.byId is a statement of its own
func (r *rules) methods(class resolve.DefID, name string) ([]resolve.DefID, graph.Tier) {
	tier, line := graph.Exact, []resolve.DefID{r.table.Canon[class]}
	for i := 0; i < len(line) && i < resolve.MaxLineage; i++ {
		list := r.table.Filter(r.table.Own(line[i], name), resolve.IsMethod)
		if len(list) > 0 {
			return list, tier
		}
		tier = graph.Hierarchy
		for _, base := range r.table.Bases[line[i]] {
			if base.Def > resolve.None && !slices.Contains(line, base.Def) {
				line = append(line, base.Def)
			}
		}
	}
	return nil, tier
}
