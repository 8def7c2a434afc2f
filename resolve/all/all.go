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

// Languages returns the languages that names are resolved in.
func Languages() *resolve.Set { return On(external.Open) }

// On returns them for programs that run on the given platforms: those of [external.Open],
// with libraries or without.
func On(platform func(name string) *external.Platform) *resolve.Set {
	return resolve.NewSet(append(scoped.Languages(), csharp.Language(), golang.Language(platform("go")), graphql.Language(),
		java.Language(platform("jdk")), markdown.Language(), mybatis.Language(), protobuf.Language(),
		python.Language(platform("python")), r.Language(platform("r")), sql.Language(), typescript.Language(platform("typescript")))...)
}

// languages is one set for all files that are asked about.
var languages = sync.OnceValue(Languages)

// IsProjectFile reports whether a file says how the parts of a tree find each
// other: module and package descriptions, compiler settings.
func IsProjectFile(p string) bool { return languages().IsProjectFile(p) }
