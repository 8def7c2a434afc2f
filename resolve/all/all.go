// Package all assembles the languages whose names are resolved.
package all

import (
	"sync"

	"seedgraph/external"
	"seedgraph/resolve"
	"seedgraph/resolve/csharp"
	"seedgraph/resolve/golang"
	"seedgraph/resolve/graphql"
	"seedgraph/resolve/java"
	"seedgraph/resolve/markdown"
	"seedgraph/resolve/mybatis"
	"seedgraph/resolve/protobuf"
	"seedgraph/resolve/python"
	"seedgraph/resolve/r"
	"seedgraph/resolve/scoped"
	"seedgraph/resolve/sql"
	"seedgraph/resolve/typescript"
)

// Languages returns the languages whose names are resolved.
func Languages() *resolve.Set { return On(external.Open) }

// On returns the languages for programs that run on the given platforms: those of
// [external.Open], with or without libraries.
func On(platform func(name string) *external.Platform) *resolve.Set {
	return resolve.NewSet(append(scoped.Languages(), csharp.Language(), golang.Language(platform("go")), graphql.Language(),
		java.Language(platform("jdk")), markdown.Language(), mybatis.Language(), protobuf.Language(),
		python.Language(platform("python")), r.Language(platform("r")), sql.Language(), typescript.Language(platform("typescript")))...)
}

// languages is a set that is shared by all files.
var languages = sync.OnceValue(Languages)

// IsProjectFile reports whether a file describes how the parts of a tree refer to each
// other: module and package descriptions, compiler settings.
func IsProjectFile(p string) bool { return languages().IsProjectFile(p) }

// IsProjectText reports whether a file of another name is such a file by its content, of
// which head returns the beginning.
func IsProjectText(p string, head func() string) bool { return languages().IsProjectText(p, head) }
