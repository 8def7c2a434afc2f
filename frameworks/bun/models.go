package bun

import (
	"regexp"
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/resolve"
)

// A model is a struct whose values are stored.
type model struct {
	def       resolve.DefID
	tables    []data.TableMapping
	relations []relation
}

// A relation is a field that refers to another model.
type relation struct {
	name, tag string
	to        resolve.DefID
}

// model returns the model of a struct, or nil.
func (r *reader) model(def resolve.DefID) *model {
	if def <= resolve.None {
		return nil
	}
	def = r.Table.Canon[def]
	if m, ok := r.models[def]; ok {
		return m
	}
	d := r.Table.Def(def)
	if d.Kind != graph.KindStruct || d.File.Test {
		r.models[def] = nil
		return nil
	}
	r.models[def] = nil // of a struct that extends itself
	m := &model{def: def, tables: r.tableOf(d)}
	r.models[def] = m
	r.order = append(r.order, m)
	for f := range data.Members(r.Table, def) {
		r.readField(m, f)
	}
	return m
}

var (
	tagOf      = regexp.MustCompile("bun:\"([^\"]*)\"")
	baseOf     = regexp.MustCompile("BaseModel\\s*`[^`]*bun:\"([^\"]*)")
	extending  = regexp.MustCompile("`[^`]*bun:\"[^\"]*,extend\\b")
	relationOf = regexp.MustCompile(`(?:^|,)(?:rel:([\w-]+)|m2m:([^,]+))`)
)

// tableOf returns the table of a struct: the one in the tag of the embedded BaseModel,
// or else its name in plural snake case. A struct that extends another one is stored in
// the same table.
//
//	bun.BaseModel `bun:"table:users,alias:u"`    bun.BaseModel `bun:"users,alias:u"`
func (r *reader) tableOf(d *resolve.Def) []data.TableMapping {
	name, text := "", d.File.Text[d.Range.Start:d.Range.End]
	for _, b := range r.Table.Bases[r.Table.Canon[d.ID]] {
		if b.Def > resolve.None && extending.MatchString(text) {
			if base := r.model(b.Def); base != nil {
				return base.tables
			}
		}
	}
	if found := baseOf.FindStringSubmatch(text); found != nil {
		for i, part := range strings.Split(found[1], ",") {
			if option, ok := strings.CutPrefix(part, "table:"); ok || i == 0 && !strings.Contains(part, ":") {
				name = option
			}
		}
	}
	if name != "" {
		return []data.TableMapping{{Table: data.TableNamed(name), Tier: graph.Exact}}
	}
	return []data.TableMapping{{Table: data.Table{Name: plural.Jinzhu(underscored(d.Name))}, Tier: graph.Typed}}
}

// underscored converts a name to snake case as the library does: a capital begins a
// word if the letter before or after it is lower-case.
//
//	OrderItem, order_item    HTTPServer, http_server    B2B, b2b    Movie_Kiwi, movie__kiwi
func underscored(s string) string {
	isSmall := func(c byte) bool { return 'a' <= c && c <= 'z' }
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			if i > 0 && i+1 < len(s) && (isSmall(s[i-1]) || isSmall(s[i+1])) {
				b.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// readField records a field whose tag declares a relation to a struct of the tree.
func (r *reader) readField(m *model, f *resolve.Def) {
	tag := data.TagOn(f, tagOf)
	if f.Kind != graph.KindField || !relationOf.MatchString(tag) {
		return
	}
	t := r.Binder(f.File).TypeOf(f.Type, f.ID, f.NameAt)
	for _, v := range r.OfType(t) {
		if v.Kind == data.ObjectValue {
			m.relations = append(m.relations, relation{f.Name, tag, v.Of.Def})
		}
	}
}

// keys adds the foreign keys that the relations of a model imply. A join table has a
// key to each of its two models; a polymorphic relation has no key in the database.
//
//	Author *User `bun:"rel:belongs-to,join:author_id=id"`
func (r *reader) keys(m *model) {
	for _, rel := range m.relations {
		to := r.model(rel.to)
		if to == nil || strings.Contains(rel.tag, "polymorphic") {
			continue
		}
		found := relationOf.FindStringSubmatch(rel.tag)
		switch {
		case found[2] != "":
			between := joining(found[2])
			r.out.Key(between, m.tables, graph.Typed)
			r.out.Key(between, to.tables, graph.Typed)
		case found[1] == "belongs-to":
			r.out.Key(m.tables, to.tables, graph.Typed)
		default:
			r.out.Key(to.tables, m.tables, graph.Typed)
		}
	}
}

// joining returns the join table between two models.
func joining(name string) []data.TableMapping {
	return []data.TableMapping{{Table: data.TableNamed(name), Tier: graph.Typed}}
}
