package ent

import (
	"path"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A schema is a struct that declares the rows of a table.
type schema struct {
	def    resolve.DefID
	name   string
	table  data.Table
	tier   graph.Tier
	mixins []resolve.DefID
	edges  []*edge
}

// tables returns the table of a schema; nil for a view of unknown name.
func (s *schema) tables() []data.TableMapping {
	return []data.TableMapping{{Table: s.table, Tier: s.tier}}
}

// findSchemas finds the structs that embed a schema or a mixin of the library.
func (r *reader) findSchemas() {
	for _, f := range r.Table.Files {
		if f.Family != family || f.Test {
			continue
		}
		for i := range f.Definitions {
			if f.Definitions[i].Kind == graph.KindStruct {
				r.findSchema(f, f.ID(int32(i)))
			}
		}
	}
}

func (r *reader) findSchema(f *resolve.File, def resolve.DefID) {
	for _, b := range r.Table.Bases[r.Table.Canon[def]] {
		lib, ok := ofLibrary(b.Module)
		if !ok || b.Name != "Schema" && b.Name != "View" {
			continue
		}
		name := r.Table.Def(def).Name
		s := &schema{def: def, name: name, tier: graph.Typed, table: data.Table{
			Name: snakeCase(plural.Ent(name)), View: b.Name == "View"}}
		r.schemas[def], r.named[typeName{f.Module, name}] = s, s
		if lib != "" { // schema/mixin
			continue
		}
		r.order = append(r.order, s)
		r.hasSchemas[f.Module] = true
		pkg := generated(f.Module)
		if r.packages[pkg] == nil {
			r.packages[pkg] = map[string]*schema{}
		}
		r.packages[pkg][name] = s
	}
}

// readSites reads the return values of schema methods.
func (r *reader) readSites() {
	for x := range r.Family(family) {
		s, method := r.around(x)
		switch {
		case s == nil:
		case method == "Edges":
			r.readEdges(s, x)
		case method == "Mixin":
			r.readMixins(s, x)
		case method == "Annotations", method == "Config":
			r.readNames(s, x)
		}
	}
	for _, s := range r.order {
		for _, m := range s.mixins {
			for _, e := range r.schemas[m].edges {
				own := *e
				own.owner = s
				s.edges = append(s.edges, &own)
			}
		}
	}
}

// around returns the schema whose method contains a site, and the name of the method.
func (r *reader) around(x eval.Expr) (*schema, string) {
	for d := x.Def; d > resolve.None; d = r.Table.Def(d).Outer {
		if def := r.Table.Def(d); def.Kind == graph.KindMethod {
			return r.named[typeName{def.File.Module, receiver(def)}], def.Name
		}
	}
	return nil, ""
}

// receiver returns the name of the receiver type of a method.
func receiver(d *resolve.Def) string {
	return strings.Trim(strings.TrimSuffix(d.Symbol, "."+d.Name), "(*)")
}

// readMixins records the mixins in the list that a method returns.
//
//	return []ent.Mixin{TimeMixin{}, mixins.Owned{Ref: "orders"}}
func (r *reader) readMixins(s *schema, x eval.Expr) {
	x.Walk(func(e *parse.Expr) {
		if e.Kind != parse.ExprMap && e.Kind != parse.ExprOpaque && e.Kind != parse.ExprList {
			return
		}
		text := x.In.File.Text[e.At:]
		n := strings.IndexFunc(text, func(c rune) bool {
			return c != '.' && c != '_' && !(c|0x20 >= 'a' && c|0x20 <= 'z') && !(c >= '0' && c <= '9')
		})
		if n <= 0 {
			return
		}
		t := x.In.TypeOf(parse.TypeRef{Name: text[:n], At: e.At}, x.Def, e.At)
		if t.Def > resolve.None && r.schemas[r.Table.Canon[t.Def]] != nil {
			s.mixins = append(s.mixins, r.Table.Canon[t.Def])
		}
	})
}

// readNames reads the table name of a schema.
//
//	entsql.Annotation{Table: "users", Schema: "app"}    entsql.Table("users")
func (r *reader) readNames(s *schema, x eval.Expr) {
	x.Walk(func(e *parse.Expr) {
		switch {
		case e.Kind == parse.ExprMap:
			r.readName(x, e.Arg(-1, "Table"), &s.table.Name, s)
			r.readName(x, e.Arg(-1, "Schema"), &s.table.Schema, s)
		case e.Kind == parse.ExprCall:
			lib, _ := ofLibrary(r.ExternalName(x.Sub(e)))
			switch path.Base(lib) {
			case "entsql.Table":
				r.readName(x, e.Arg(0, ""), &s.table.Name, s)
			case "entsql.Schema":
				r.readName(x, e.Arg(0, ""), &s.table.Schema, s)
			}
		}
	})
}

// readName sets a name to the value of an expression. If that is unknown, the
// conventional name is kept as a guess.
func (r *reader) readName(x eval.Expr, e *parse.Expr, name *string, s *schema) {
	if e == nil {
		return
	}
	text, ok := r.Text(x.Sub(e))
	if !ok {
		s.tier = graph.Heuristic
		return
	}
	if name == &s.table.Name {
		s.tier = min(s.tier, graph.Exact)
	}
	*name = text
}

// snakeCase converts a name to snake case as the library does: a capital that is not
// the last letter begins a word after a lower-case letter, or between a letter and a
// lower-case one, if no word began right before.
//
//	OrderItem, order_item    APIs, ap_is    OAuth2Tokens, oauth2tokens
func snakeCase(s string) string {
	isUpper := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	isLower := func(c byte) bool { return 'a' <= c && c <= 'z' }
	began := 0
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if i > 0 && i < len(s)-1 && isUpper(c) && (isLower(s[i-1]) ||
			began != i-1 && isLower(s[i+1]) && (isUpper(s[i-1]) || isLower(s[i-1]))) {
			began = i
			b.WriteByte('_')
		}
		if isUpper(c) {
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}
