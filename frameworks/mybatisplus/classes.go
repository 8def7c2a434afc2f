package mybatisplus

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// prefixed matches the table prefix in settings files, as YAML, properties or XML.
var prefixed = regexp.MustCompile(
	`(?m)^[^#\n]*table-?[pP]refix["']?\s*(?:[:=]|value=)\s*["']?(\w+)`)

// readSettings finds the prefix of default names. The first file counts.
func (r *reader) readSettings() {
	var paths []string
	for p := range r.Table.Project.Files {
		if !strings.Contains("/"+p, "/test/") {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	for _, p := range paths {
		if m := prefixed.FindStringSubmatch(r.Table.Project.Files[p]); m != nil {
			r.prefix = m[1]
			return
		}
	}
}

// findClasses adds the classes that specify their table, and those that a mapper or a
// service stores.
func (r *reader) findClasses() {
	for _, f := range r.Table.Files {
		if f.Language != language || f.Test {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if !d.Kind.IsType() {
				continue
			}
			if _, ok := r.annotation(d.ID); ok {
				r.tablesOf(d.ID)
			}
			r.stored(r.self(d.ID))
		}
	}
}

// tablesOf returns the table of a class; nil if d is not a class or the name is
// unknown.
func (r *reader) tablesOf(class resolve.DefID) []data.TableMapping {
	class = r.Table.Canon[class]
	if !r.asked[class] {
		r.asked[class] = true
		if d := r.Table.Def(class); d.Kind == graph.KindClass && !d.File.Test {
			if t, tier, ok := r.tableOf(d); ok {
				r.tables.Add(class, t, tier)
				r.out.Map(class, r.tables[class])
			}
		}
	}
	return r.tables[class]
}

// tableOf returns the table in an annotation, or else the class name in snake case.
//
//	@TableName("sys_user") class User {}
//	@TableName(value = "user", schema = "sys", keepGlobalPrefix = true) class User {}
func (r *reader) tableOf(d *resolve.Def) (t data.Table, tier graph.Tier, ok bool) {
	x, annotated := r.annotation(d.ID)
	if !annotated {
		return data.Table{Name: r.prefix + data.SnakeLetters(d.Name)}, graph.Typed, true
	}
	name, known := r.ArgText(x, 0, "value")
	schema, knownSchema := r.ArgText(x, -1, "schema")
	if !known || !knownSchema {
		return t, 0, false
	}
	tier = graph.Exact
	if name == "" {
		name, tier = r.prefix+data.SnakeLetters(d.Name), graph.Typed
	} else if keep := x.Arg(-1, "keepGlobalPrefix"); keep != nil && keep.Text == "true" {
		name = r.prefix + name
	}
	if before, after, dotted := strings.Cut(name, "."); dotted {
		schema, name = before, after
	}
	unquoted := strings.NewReplacer("`", "", `"`, "")
	return data.Table{Schema: unquoted.Replace(schema), Name: unquoted.Replace(name)}, tier, true
}

// annotation returns the annotation that specifies the table of a class.
func (r *reader) annotation(d resolve.DefID) (x eval.Expr, ok bool) {
	for _, x := range r.Attributes(r.Table.Canon[d]) {
		is := func(name string) bool { return name == tableName }
		if x.Referent().Def != resolve.None {
			continue
		}
		name := r.ExternalName(x)
		if name == "" {
			name = x.Expr.Text
		}
		if data.KnownName(x.In.File, name, is) != "" {
			return x, true
		}
	}
	return x, false
}
