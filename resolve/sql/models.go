package sql

import (
	"path"
	"regexp"
	"strings"

	"seedgraph/graph"
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
