// Package mybatis resolves the names in MyBatis mapper files, and links their
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
//   - A name with a dot is fully qualified; others are in the file's own namespace.
//   - Statements, fragments and result maps have separate namespaces. A statement may be written
//     once for each kind of database: all of them are targets.
//   - A class has its full name, or an alias: its simple name, case-insensitive.
//   - A method of the interface named by the namespace runs the statement of the same
//     name. It may be inherited: then each interface has a separate statement.
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

// java is the language family of the interfaces.
const java = "java"

// A key is the full name of an element.
type key struct {
	space space
	name  string
}

// A space is a set of elements with unique ids.
type space uint8

const (
	spaceStatement space = iota
	spaceFragment
	spaceResultMap
)

// spaceOf returns the space of a definition.
func spaceOf(d *resolve.Def) space {
	switch d.Modifiers[0] {
	case "sql":
		return spaceFragment
	case "resultMap", "parameterMap":
		return spaceResultMap
	}
	return spaceStatement
}

// namespace returns the namespace of a file, or empty.
func namespace(f *resolve.File) string {
	if len(f.Imports) == 0 {
		return ""
	}
	return f.Imports[0].Path
}

// full returns the fully qualified form of a name written in a file.
func full(f *resolve.File, name string) string {
	if strings.Contains(name, ".") {
		return name
	}
	return namespace(f) + "." + name
}

// Prepare indexes the definitions in the files of the tree. An interface may have
// statements in several files, and a file may include fragments of any other.
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

// class returns the class of a full name; None if it is not in the tree. Nested
// classes follow a dollar sign.
func (r *rules) class(name string) resolve.DefID {
	outer, inner, nested := strings.Cut(name, "$")
	i := strings.LastIndexByte(outer, '.')
	// MyBatis loads it by that name, so imports and scopes do not matter.
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

// bind resolves the name in an attribute, to all variants written for kinds of
// databases.
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

// bindClass resolves the name of a class. Aliases are defined by settings, package
// scans and annotations; nearly all are simple names, so an alias that is the simple
// name of only one class resolves to it.
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

// LinkStatements implements [resolve.StatementLinker]. The name of the method is the
// only reference to the statement in the interface. Through it, the tables that the
// statement reads and writes are read and written by the method, as with a constant
// that it would use.
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

// methods lists the methods of a name in an interface, its own or those of the
// nearest base interface. MyBatis does not distinguish overloads: all of them run the
// statement.
//
//	interface Base<T> { T byId(long id); }
//	interface OrderMapper extends Base<Order> {}    // OrderMapper.byId is a separate statement
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
