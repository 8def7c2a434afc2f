// Package all lists every language front end, and is the only package that does.
package all

import (
	"slices"

	"seedgraph/parse"
	"seedgraph/parse/changelog"
	"seedgraph/parse/csharp"
	"seedgraph/parse/golang"
	"seedgraph/parse/graphql"
	"seedgraph/parse/java"
	"seedgraph/parse/markdown"
	"seedgraph/parse/mybatis"
	"seedgraph/parse/protobuf"
	"seedgraph/parse/python"
	"seedgraph/parse/r"
	"seedgraph/parse/sql"
	"seedgraph/parse/tags"
	"seedgraph/parse/template"
	"seedgraph/parse/typescript"
)

// Set returns the set of all languages.
func Set() *parse.Set {
	return parse.NewSet(slices.Concat(
		changelog.Languages(),
		csharp.Languages(),
		golang.Languages(),
		graphql.Languages(),
		java.Languages(),
		markdown.Languages(),
		mybatis.Languages(),
		protobuf.Languages(),
		python.Languages(),
		r.Languages(),
		sql.Languages(),
		template.Languages(),
		typescript.Languages(),
		tags.Languages(),
	)...)
}
