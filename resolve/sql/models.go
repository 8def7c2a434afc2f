package sql

import (
	"path"
	"regexp"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A model of dbt is a script with one query; its name is that of the file.
//
//	models/stg_orders.sql: select * from {{ source('raw', 'orders') }}
//	models/facts.sql:      select * from {{ ref('stg_orders') }}          // reads the former

// refBefore matches the text before the name of a model in a template reference.
var refBefore = regexp.MustCompile(`\bref\s*\(\s*(['"]\w*['"]\s*,\s*)?['"]$`)

// maxRefBefore bounds the length of that text.
const maxRefBefore = 100

// model returns the target of a ref, if exactly one script has its name: the script's
// query, or the file if the query has no references. Between two scripts with the
// name, the packages that dbt has installed would decide, which are not in the tree.
//
//	ref('stg_orders'), ref("shop", "stg_orders")    // stg_orders.sql, in any folder
func (b binder) model(r *parse.Reference) resolve.DefID {
	at := int(r.At)
	if at > len(b.File.Text) || !refBefore.MatchString(b.File.Text[max(0, at-maxRefBefore):at]) {
		return resolve.None
	}
	list := b.data.scriptsOf(b.Binder.Table)[strings.ToLower(r.Name)]
	if len(list) != 1 {
		return resolve.None
	}
	f := list[0]
	for i := range f.Definitions {
		if f.Definitions[i].Kind == graph.KindBatch {
			return f.ID(int32(i))
		}
	}
	return f.First
}

// scriptsOf lists the scripts of the tree by their file names, in lower case and
// without extension.
func (db *database) scriptsOf(ix *resolve.Table) map[string][]*resolve.File {
	db.byName.Do(func() {
		db.scriptNames = map[string][]*resolve.File{}
		for _, f := range ix.Files {
			if f.Language == "sql" {
				name := strings.ToLower(strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path)))
				db.scriptNames[name] = append(db.scriptNames[name], f)
			}
		}
	})
	return db.scriptNames
}

// sourceBefore matches the text before the name of a table in a template reference.
var sourceBefore = regexp.MustCompile(`\bsource\s*\(\s*['"]\w*['"]\s*,\s*['"]$`)

// A declaredTable names a table of a source of dbt: in templates by the source, in the database
// by the schema.
type declaredTable struct{ schema, name string }

// isSources reports whether a file declares sources of dbt.
func isSources(p string, head func() string) bool {
	ext := path.Ext(p)
	return (ext == ".yml" || ext == ".yaml") && sourcesKey.MatchString(head())
}

var sourcesKey = regexp.MustCompile(`(?m)^sources:`)

// inSource returns the name in the database of a table that a template names by its
// source, which may have another schema, and the table another name.
//
//	sources: [{ name: raw, schema: prod, tables: [{ name: orders, identifier: orders_v2 }] }]
//	select * from {{ source('raw', 'orders') }}    // prod.orders_v2
func (b binder) inSource(r *parse.Reference, schema string) (inSchema, name string) {
	at := int(r.At)
	if at > len(b.File.Text) || !sourceBefore.MatchString(b.File.Text[max(0, at-maxRefBefore):at]) {
		return schema, r.Name
	}
	if t, ok := b.data.sourcesOf(b.Binder.Table)[declaredTable{schema, r.Name}]; ok {
		return t.schema, t.name
	}
	return schema, r.Name
}

// sourcesOf returns the tables of the tree's sources, by the names of source and table.
// Two projects may declare one name with different tables: it keeps its own name then.
func (db *database) sourcesOf(ix *resolve.Table) map[declaredTable]declaredTable {
	db.sourcesOnce.Do(func() {
		db.sources = map[declaredTable]declaredTable{}
		for file, text := range ix.Project.Files {
			if !isSources(file, func() string { return text }) {
				continue
			}
			docs, _ := limited.YAMLNodes(text)
			for i := range docs {
				db.addSources(docs[i].Child("sources"))
			}
		}
	})
	return db.sources
}

// addSources records the tables of the sources of one file. Schemas and names that a
// template computes are unknown.
func (db *database) addSources(list *limited.Node) {
	for i := range children(list) {
		source := &list.Children[i]
		name := textOf(source.Child("name"))
		schema := knownOr(textOf(source.Child("schema")), name)
		tables := source.Child("tables")
		for j := range children(tables) {
			t := &tables.Children[j]
			key := declaredTable{name, textOf(t.Child("name"))}
			to := declaredTable{schema, knownOr(textOf(t.Child("identifier")), key.name)}
			if had, twice := db.sources[key]; twice && had != to {
				to = key
			}
			db.sources[key] = to
		}
	}
}

// knownOr returns a value of a configuration, or other if it has none, or a template
// computes it.
func knownOr(value, other string) string {
	if value == "" || strings.Contains(value, "{{") {
		return other
	}
	return value
}

func children(n *limited.Node) []limited.Node {
	if n == nil {
		return nil
	}
	return n.Children
}

func textOf(n *limited.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}
