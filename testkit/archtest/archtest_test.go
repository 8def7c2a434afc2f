package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "seedgraph"

// A rule lists the packages of this module that packages matching pkg may
// import, tests excluded. Patterns are those of path.Match; "*" does not match
// a "/".
type rule struct {
	pkg string
	may []string
	why string
}

// rules is the table. The first row that matches a package applies. Every row
// must match a package, and every entry of may an import of one.
var rules = []rule{
	{pkg: "graph", why: "the vocabulary stands on nothing"},
	{pkg: "pagerank", why: "an algorithm over numbers"},
	{pkg: "internal/cli", may: []string{"internal/hint"},
		why: "knows nothing of what the programs do"},
	{pkg: "internal/progress", may: []string{"internal/cli"},
		why: "knows nothing of the work"},
	{pkg: "internal/hint", why: "errors alone"},
	{pkg: "internal/section", why: "a text alone"},
	{pkg: "internal/near", why: "names alone"},
	{pkg: "internal/charsets", why: "the text of project files alone"},
	{pkg: "internal/lazyregexp", why: "expressions alone"},
	{pkg: "internal/limited", why: "texts of documents alone"},
	{pkg: "internal/jsvalue", why: "texts of configurations alone"},
	{pkg: "internal/order", why: "values alone"},
	{pkg: "internal/plural", why: "words alone"},
	{pkg: "internal/help", why: "texts of commands alone"},
	{pkg: "internal/mistake", may: []string{"internal/hint", "internal/lazyregexp",
		"internal/near"},
		why: "mistakes on command lines"},
	{pkg: "testkit/schematest", why: "compares schemas"},
	{pkg: "artifacts/open", may: []string{"artifacts", "graph"},
		why: "how both programs come to artifacts"},
	{pkg: "internal/regular", why: "files of any kind"},
	{pkg: "source/git", may: []string{"internal/lazyregexp", "testkit/longtest", "internal/order",
		"internal/regular"}, why: "repositories, not what the files in them mean"},
	{pkg: "artifacts/stale", may: []string{"artifacts", "source/git", "internal/regular", "source/walk"},
		why: "artifacts beside the tree that they were made of"},
	{pkg: "query/compare", may: []string{"graph", "internal/near"},
		why: "two indexes, as an interface shows them"},
	{pkg: "query/export", may: []string{"artifacts", "artifacts/artifactstest", "artifacts/graphstore", "graph",
		"internal/hint", "internal/limited", "query/search"},
		why: "the graph for other programs; paths are selected as a search does"},
	{pkg: "testkit/archtest", why: "only lists packages"},
	{pkg: "testkit/vectortest", why: "only reads a file"},
	{pkg: "testkit/readmetest", why: "only runs programs"},
	{pkg: "testkit/jartest", why: "class files from text"},
	{pkg: "testkit/treetest", may: []string{"testkit/jartest"}, why: "folders from text"},
	{pkg: "testkit/resolvetest", may: []string{"data", "graph", "testkit/treetest", "external/libs", "parse",
		"parse/all", "graphbuild",
		"resolve", "resolve/all", "web", "web/all", "data/all", "config/all",
		"config/keyfile", "inject/all", "message/all", "page/all", "request/all"},
		why: "the notation of resolution tests"},
	{pkg: "testkit/sourceindex", may: []string{"artifacts", "graph", "graphbuild", "parse",
		"parse/all", "resolve", "resolve/all", "tokens", "web", "web/all", "data/all", "config/all",
		"config/keyfile", "inject/all", "message/all", "page/all", "request/all"},
		why: "indexes of sources, for tests"},
	{pkg: "internal/goroot", why: "only asks the go command"},
	{pkg: "testkit/longtest", why: "only reads how tests are run"},
	{pkg: "testkit/gotruth", may: []string{"internal/goroot"}, why: "only asks go/types"},
	{pkg: "scripts/truth/golang", may: []string{"testkit/gotruth"},
		why: "runs the indexer and go/types"},
	{pkg: "testkit/shapes", why: "only makes texts"},
	{pkg: "scripts/notice", may: []string{"external/gen/dotnet", "external/gen/golang", "external/gen/jdk",
		"external/gen/python", "external/gen/typescript"}, why: "names the versions of the platforms"},
	{pkg: "scripts/faults", why: "only runs the programs"},
	{pkg: "scripts/shapes", may: []string{"testkit/shapes"}, why: "runs the indexer on texts"},
	{pkg: "testkit/benchtree", why: "only runs git and the indexer"},
	{pkg: "scripts/differential", why: "asks libraries and the programs"},
	{pkg: "scripts/answers", may: []string{"testkit/benchtree", "internal/section", "tokens"},
		why: "runs the programs, and reads what they print"},
	{pkg: "scripts/retrieval", may: []string{"graph", "testkit/benchtree", "tokens"},
		why: "runs the programs, and reads kinds of nodes and words of English"},
	{pkg: "scripts/truth/diff", why: "runs the indexer and git"},
	{pkg: "scripts/truth/paths", why: "runs query"},
	{pkg: "testkit/mutants", why: "only runs the go command"},
	{pkg: "testkit/coldbench", why: "only runs a program"},
	{pkg: "scripts/broken", may: []string{"graph", "parse", "parse/all", "parse/outline", "source/walk"},
		why: "what syntax errors cost"},
	{pkg: "testkit/parsebench", may: []string{"parse", "parse/all", "source/walk"},
		why: "what parsing alone costs"},
	{pkg: "source/walk", may: []string{"source/git", "internal/lazyregexp", "internal/regular"}, why: "files, not their content"},
	{pkg: "tokens", why: "the one definition of a token"},
	{pkg: "parse", may: []string{"graph", "parse/outline"}, why: "what all languages share"},
	{pkg: "parse/outline", why: "the structure of broken sources, from their text alone"},
	{pkg: "parse/detect", may: []string{"parse", "internal/lazyregexp"},
		why: "the language of files whose names do not tell it"},
	{pkg: "parse/all", may: []string{"parse", "parse/*"},
		why: "the only place that names every language"},
	{pkg: "testkit/fuzzseed", why: "seeds of fuzz targets, of any kind"},
	{pkg: "testkit/parsetest", may: []string{"parse", "testkit/fuzzseed"},
		why: "the notation of parser tests"},
	{pkg: "source/sqltext", why: "text alone"},
	{pkg: "source/migration", may: []string{"internal/lazyregexp", "internal/order"},
		why: "names and marks of scripts alone"},
	{pkg: "source/secrets", why: "text alone"},
	{pkg: "parse/csharp", may: []string{"parse", "parse/outline", "parse/razor", "parse/xaml",
		"graph", "source/sqltext"},
		why: "Razor pages are C# with markup around it, those of XAML name members of it"},
	{pkg: "parse/typescript",
		may: []string{"parse", "parse/component", "parse/outline", "graph", "source/sqltext"},
		why: "single-file components are scripts with markup around them"},
	{pkg: "parse/component", may: []string{"parse"}, why: "markup alone; it knows no grammar"},
	{pkg: "parse/razor", may: []string{"parse"}, why: "markup alone; it knows no grammar"},
	{pkg: "parse/xaml", may: []string{"parse"}, why: "markup alone; it knows no grammar"},
	{pkg: "source/history", may: []string{"source/git", "graph", "tokens"}, why: "commits in, words and edges out"},
	{pkg: "parse/changelog", may: []string{"parse", "graph", "internal/limited", "internal/plural",
		"source/sqltext"},
		why: "a language knows no other language"},
	{pkg: "resolve/scoped", may: []string{"resolve", "graph", "internal/limited", "parse", "parse/tags"},
		why: "reads the table that the front end of these languages is made of"},
	{pkg: "parse/*", may: []string{"parse", "parse/outline", "graph", "internal/limited", "source/sqltext"},
		why: "a language knows no other language"},
	{pkg: "external", why: "declarations of platforms, for any resolver"},
	{pkg: "external/gen", may: []string{"external", "external/gen/*"},
		why: "the only place that names every generator"},
	{pkg: "external/gen/source", why: "brings what the platforms publish"},
	{pkg: "external/gen/notation", may: []string{"external"}, why: "declarations as text"},
	{pkg: "external/gen/check", may: []string{"external", "external/gen/notation"},
		why: "compares declarations"},
	{pkg: "external/dts", may: []string{"external", "parse"},
		why: "declaration files are parsed like sources"},
	{pkg: "external/pyi", may: []string{"external", "parse"},
		why: "stubs are parsed like sources"},
	{pkg: "external/classfile", may: []string{"external"}, why: "class files of any origin"},
	{pkg: "external/gen/typescript", may: []string{"external", "external/dts",
		"external/gen/source"}, why: "brings the declaration files of the platform"},
	{pkg: "external/gen/python", may: []string{"external", "external/gen/source", "external/pyi"},
		why: "brings the stubs of the platform"},
	{pkg: "external/gen/jdk", may: []string{"external", "external/classfile", "external/gen/source"},
		why: "brings the class files of the platform"},
	{pkg: "external/gen/libraries", may: []string{"external", "external/dts", "external/gen/dotnet",
		"external/gen/notation", "external/gen/python", "external/pyi"},
		why: "names the types of platforms"},
	{pkg: "external/gen/golang", may: []string{"internal/goroot", "external",
		"external/gen/source"}, why: "asks go/types"},
	{pkg: "external/gen/*", may: []string{"external", "external/gen/notation", "external/gen/source"},
		why: "a generator knows one platform"},
	{pkg: "resolve", may: []string{"graph", "parse", "source/sqltext"},
		why: "a library that knows no language"},
	{pkg: "resolve/all", may: []string{"external", "resolve", "resolve/*"},
		why: "the only place that names every resolver"},
	{pkg: "internal/msbuild", may: []string{"internal/limited"}, why: "texts of project files alone"},
	{pkg: "internal/lombokconfig", why: "texts of project files alone"},
	{pkg: "resolve/java", may: []string{"resolve", "graph", "internal/limited", "parse", "external",
		"internal/lombokconfig"}, why: "a language knows no other language"},
	{pkg: "resolve/csharp", may: []string{"resolve", "graph", "parse", "external",
		"internal/msbuild"}, why: "a language knows no other language"},
	{pkg: "resolve/sql", may: []string{"resolve", "graph", "internal/limited", "internal/order", "parse",
		"source/migration"},
		why: "a language knows no other language"},
	{pkg: "resolve/typescript", may: []string{"resolve", "graph", "internal/jsvalue", "internal/lazyregexp", "internal/limited", "parse", "external"},
		why: "the resolver of TypeScript, which the configurations of tools concern"},
	{pkg: "resolve/*", may: []string{"resolve", "graph", "parse", "external"},
		why: "a language knows no other language"},
	{pkg: "web", may: []string{"graph", "parse", "resolve"},
		why: "a library that knows no framework"},
	{pkg: "web/all", may: []string{"web", "web/*"},
		why: "the only place that names every framework"},
	{pkg: "web/*", may: []string{"web", "graph", "internal/limited", "parse", "resolve", "external"},
		why: "a framework knows no other framework"},
	{pkg: "data", may: []string{"graph", "internal/limited", "source/migration", "parse", "resolve", "web"},
		why: "a library that knows no mapper"},
	{pkg: "data/all", may: []string{"data", "data/*"},
		why: "the only place that names every mapper"},
	{pkg: "data/scripts", may: []string{"data", "graph", "source/migration", "parse", "resolve", "web"},
		why: "a mapper knows no other mapper"},
	{pkg: "data/*", may: []string{"data", "graph", "internal/limited", "internal/plural", "parse",
		"resolve", "web"},
		why: "a mapper knows no other mapper"},
	{pkg: "config", may: []string{"config/keyfile", "graph", "parse", "resolve", "web"},
		why: "a library that knows no framework"},
	{pkg: "config/keyfile", may: []string{"internal/limited"}, why: "files, not what they mean to code"},
	{pkg: "config/all", may: []string{"config", "config/*"},
		why: "the only place that names every reader of settings"},
	{pkg: "config/*", may: []string{"config", "config/keyfile", "graph", "parse", "resolve", "web"},
		why: "a framework knows no other framework"},
	{pkg: "message", may: []string{"graph", "parse", "resolve", "web"},
		why: "a library that knows no bus"},
	{pkg: "message/all", may: []string{"message", "message/*"},
		why: "the only place that names every kind of buses"},
	{pkg: "message/*", may: []string{"message", "graph", "parse", "resolve", "web"},
		why: "a bus knows no other bus"},
	{pkg: "inject", may: []string{"graph", "resolve", "web"},
		why: "a library that knows no container"},
	{pkg: "inject/all", may: []string{"inject", "inject/*"},
		why: "the only place that names every container"},
	{pkg: "inject/spring", may: []string{"inject", "graph", "parse", "resolve", "web",
		"internal/lombokconfig"}, why: "a container knows no other container"},
	{pkg: "inject/*", may: []string{"inject", "graph", "parse", "resolve", "web"},
		why: "a container knows no other container"},
	{pkg: "request", may: []string{"graph", "parse", "resolve", "web"},
		why: "a library that knows no client"},
	{pkg: "request/all", may: []string{"request", "request/*"},
		why: "the only place that names every language of clients"},
	{pkg: "request/*", may: []string{"request", "graph", "parse", "resolve", "web"},
		why: "the clients of one language know no others"},
	{pkg: "entry", may: []string{"graph", "parse", "resolve", "web"},
		why: "names of frameworks as data"},
	{pkg: "page", may: []string{"graph", "parse", "resolve", "web"},
		why: "a library that knows no engine of templates"},
	{pkg: "page/all", may: []string{"page", "page/*"},
		why: "the only place that names every engine"},
	{pkg: "page/*", may: []string{"page", "web", "graph", "parse", "resolve"},
		why: "an engine knows no other engine"},
	{pkg: "graphbuild", may: []string{"config", "config/keyfile", "data", "entry", "graph",
		"inject", "message", "page", "parse",
		"request", "resolve", "web"},
		why: "bindings in, graph out; it knows no language"},
	{pkg: "artifacts", may: []string{"artifacts/tables", "graph", "internal/regular", "tokens",
		"pagerank"},
		why: "all that both programs share"},
	{pkg: "artifacts/tables", why: "keys and values on disk"},
	{pkg: "artifacts/graphstore", may: []string{"artifacts/tables"},
		why: "badger, which only what writes brings along"},
	{pkg: "artifacts/artifactstest", may: []string{"artifacts", "graph", "tokens"},
		why: "indexes for tests"},
	{pkg: "query/expand", may: []string{"graph", "internal/near"},
		why: "the query side sees interfaces, not the store"},
	{pkg: "query/search", may: []string{"graph", "internal/lazyregexp", "internal/near", "tokens"},
		why: "the query side sees interfaces, not the store"},
	{pkg: "query/fetch", why: "the query side sees interfaces, not the store"},
	{pkg: "query/render", may: []string{"graph", "internal/lazyregexp"},
		why: "the query side sees interfaces, not the store"},
	{pkg: "query/answer", may: []string{"artifacts", "query/expand", "graph", "query/render", "query/search", "tokens"},
		why: "the verbs over opened artifacts"},
	{pkg: "query/answer/assemble", may: []string{"query/answer", "query/answer/listing", "query/expand", "graph", "query/render",
		"query/search",
		"tokens"}, why: "a context ends with a list of nodes"},
	{pkg: "query/answer/measure", may: []string{"query/answer", "query/answer/assemble", "artifacts", "query/expand",
		"graph", "internal/lazyregexp", "query/search", "tokens"}, why: "measures search and context"},
	{pkg: "testkit/answertest", may: []string{"query/answer", "artifacts", "artifacts/artifactstest",
		"artifacts/graphstore", "graph", "testkit/sourceindex"}, why: "indexes for tests"},
	{pkg: "query/answer/layout", may: []string{"graph", "query/render"}, why: "rows, not what they answer"},
	{pkg: "query/answer/growth", may: []string{"query/answer", "query/answer/layout", "query/expand", "graph", "query/render", "query/search"},
		why: "an expansion as rows"},
	{pkg: "query/answer/impact", may: []string{"query/answer", "query/answer/dispatch", "query/answer/layout", "query/answer/openends", "graph", "internal/near",
		"internal/order", "query/render", "query/search"},
		why: "steps with dispatch folded in"},
	{pkg: "query/answer/paths", may: []string{"query/answer", "query/answer/dispatch", "query/answer/openends", "artifacts", "query/expand", "graph",
		"query/render"}, why: "steps with dispatch folded in"},
	{pkg: "query/answer/about", may: []string{"query/answer", "query/answer/dispatch", "artifacts", "graph",
		"internal/hint",
		"internal/near", "source/migration", "query/render"},
		why: "steps with dispatch folded in"},
	{pkg: "query/answer/inventory", may: []string{"query/answer", "query/answer/layout", "artifacts", "graph", "internal/hint",
		"query/render", "query/search",
		"tokens"}, why: "what nothing uses, and whether texts name it"},
	{pkg: "query/answer/structure", may: []string{"query/answer", "artifacts", "graph", "internal/hint",
		"query/render",
		"query/search", "tokens"},
		why: "as much of it as a budget of tokens holds"},
	{pkg: "query/answer/seeds", may: []string{"query/answer", "query/answer/dispatch", "artifacts", "query/fetch",
		"graph", "internal/hint", "internal/lazyregexp"}, why: "what uses a node can be fetched with it"},
	{pkg: "query/answer/dispatch", may: []string{"query/answer", "graph", "internal/order", "query/render"},
		why: "one step"},
	{pkg: "query/answer/openends", may: []string{"query/answer/dispatch", "graph", "query/render"}},
	{pkg: "query/answer/callers", may: []string{"query/answer", "query/answer/dispatch", "query/answer/layout", "graph", "query/render"},
		why: "steps with dispatch folded in"},
	{pkg: "query/answer/questions", may: []string{"query/answer", "query/answer/about", "query/answer/dispatch", "query/answer/impact", "query/answer/layout",
		"query/answer/names", "artifacts", "graph", "internal/order", "query/render"},
		why: "a question is answered by a walk, in rows"},
	{pkg: "query/answer/*", may: []string{"query/answer", "artifacts", "query/fetch", "graph",
		"internal/hint", "internal/lazyregexp", "internal/near", "internal/regular", "query/render", "query/search", "tokens"},
		why: "an answer knows no other answer, no flag and no terminal"},
	{pkg: "query/agent/stdio", why: "messages, not what they ask for"},
	{pkg: "query/agent", may: []string{"query/answer", "query/answer/*", "artifacts", "query/expand", "query/fetch", "internal/hint",
		"internal/near", "query/search", "tokens"}, why: "answers as tools"},
	{pkg: "query/pipeline", may: []string{"query/answer", "query/answer/growth", "query/answer/texts", "artifacts",
		"query/expand", "query/fetch", "graph", "internal/lazyregexp", "internal/limited", "internal/near", "query/render",
		"query/search"},
		why: "answers in a row"},
	{pkg: "cmd/indexer", may: []string{"source/secrets", "source/walk", "parse", "parse/all", "parse/detect", "resolve",
		"resolve/all",
		"config/all", "config/keyfile", "inject/all", "message/all", "page/all", "request/all",
		"web", "web/all", "data/all", "graphbuild", "artifacts", "artifacts/graphstore",
		"artifacts/artifactstest", "query/compare", "query/export", "graph",
		"tokens", "external/libs", "source/git", "source/history",
		"internal/*"},
		why: "everything but the query side"},
	{pkg: "external/libs", may: []string{"external/libs/*", "external"},
		why: "the only place that names every package manager"},
	{pkg: "external/libs/disk", may: []string{"internal/regular"}, why: "files, not what they declare"},
	{pkg: "external/libs/npm", may: []string{"internal/limited", "internal/regular", "external/libs/disk", "external", "external/dts"},
		why: "declarations of packages, as those of platforms"},
	{pkg: "external/libs/gomod", may: []string{"internal/regular", "external/libs/disk", "external"},
		why: "declarations of modules, as those of the standard library"},
	{pkg: "external/libs/site", may: []string{"internal/regular", "external/libs/disk", "external", "external/pyi"},
		why: "declarations of packages, as those of the standard library"},
	{pkg: "external/libs/jar", may: []string{"internal/limited", "internal/regular", "external/libs/disk", "external", "external/classfile"},
		why: "declarations of jars, as those of the JDK"},
	{pkg: "cmd/query", may: []string{"query/agent", "query/agent/stdio", "query/answer", "query/answer/*", "artifacts", "query/expand", "query/fetch",
		"source/git", "graph",
		"internal/*", "query/pipeline", "query/render", "query/search", "tokens"},
		why: "never the source tree, but for what git says of changes"},
}

// owners lists the only packages that may import a module, by the path prefix
// of the module. A module that is not listed here may not be imported at all.
var owners = map[string][]string{
	"github.com/dgraph-io/":          {"artifacts/graphstore", "artifacts/tables"},
	"github.com/klauspost/compress/": {"artifacts", "external"},
	"github.com/smacker/go-tree-sitter": {"parse", "parse/*", "external/dts",
		"external/pyi", "testkit/parsebench"},
	"github.com/tree-sitter/tree-sitter-r": {"parse/r"},
	"github.com/tiktoken-go/tokenizer":     {"tokens"},
	"github.com/spf13/":                    {"cmd/*", "internal/help", "artifacts/open", "internal/mistake"},
	"github.com/schollz/progressbar/":      {"internal/progress"},
	"go.yaml.in/yaml/": {"cmd/indexer", "data/sqlc", "internal/limited", "parse/changelog",
		"query/pipeline", "scripts/answers"}, // only internal/limited decodes: TestDecodersAreLimited
	"github.com/pelletier/go-toml/":    {"internal/limited"},
	"github.com/tailscale/hujson":      {"internal/limited"},
	"github.com/modelcontextprotocol/": {"query/agent", "query/agent/stdio", "cmd/query"},
	"github.com/google/jsonschema-go/": {"query/agent", "testkit/schematest"},
	"golang.org/x/term":                {"internal/cli"},
	"golang.org/x/text/":               {"source/walk"},
	"golang.org/x/sys/":                {"artifacts", "artifacts/graphstore", "cmd/*"},
	"golang.org/x/sync/":               {"*/*"},
	"golang.org/x/mod/":                {"external/libs/gomod"},
	"golang.org/x/tools/txtar": {"testkit/parsetest", "testkit/resolvetest", "source/secrets",
		"cmd/indexer",
		"testkit/gotruth", "testkit/sourceindex", "testkit/treetest", "scripts/truth/golang"},
	"mvdan.cc/sh/":                {"scripts/answers"},
	"github.com/jinzhu/":          {"internal/plural"},
	"github.com/go-openapi/":      {"internal/plural"},
	"modernc.org/":                {"query/export"},
	"github.com/parquet-go/":      {"query/export"},
	"github.com/google/go-cmp/":   {"testkit/resolvetest", "testkit/parsetest"},
	"google.golang.org/protobuf/": {"query/export"},
}

type goPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// listPackages runs the go command to list all packages of the module.
func listPackages(t *testing.T) []goPackage {
	t.Helper()
	list := exec.Command("go", "list", "-pgo=off", "-json=ImportPath,Imports,TestImports,XTestImports",
		module+"/...")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []goPackage
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestImportsKeepTheTable(t *testing.T) {
	used := usage{rows: map[string]bool{}}
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		r := ruleOf(name)
		if r == nil {
			t.Errorf("%s: no rule says what it may import; add a row to the table", name)
			continue
		}
		used.rows[r.pkg] = true
		for _, imported := range p.Imports {
			if ours, ok := strings.CutPrefix(imported, module+"/"); ok {
				if !used.allows(r.pkg, r.may, ours) {
					t.Errorf("%s imports %s, but may only import %v: %s", name, ours, r.may, r.why)
				}
			} else if first, _, _ := strings.Cut(imported, "/"); strings.Contains(first, ".") {
				used.checkOwner(t, name, imported)
			}
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			used.note(r, name, imported)
		}
	}
	used.report(t)
}

// A usage records which rows of the tables, and which entries of a row, some
// package needs.
type usage struct {
	rows map[string]bool // by package or module; an entry by row and entry
}

// entry is the key of an entry of a row.
func entry(row, pattern string) string { return row + ": " + pattern }

// allows reports whether one of the patterns of a row matches, and records it.
func (u *usage) allows(row string, patterns []string, name string) bool {
	i := slices.IndexFunc(patterns, func(p string) bool { return matchesAny([]string{p}, name) })
	if i >= 0 {
		u.rows[row], u.rows[entry(row, patterns[i])] = true, true
	}
	return i >= 0
}

// note records a test's import, which needs no permission but justifies one.
func (u *usage) note(r *rule, name, imported string) {
	if ours, ok := strings.CutPrefix(imported, module+"/"); ok {
		u.allows(r.pkg, r.may, ours)
		return
	}
	for prefix, who := range owners {
		if strings.HasPrefix(imported+"/", prefix) {
			u.allows(prefix, who, name)
		}
	}
}

// checkOwner checks that a package may import another module.
func (u *usage) checkOwner(t *testing.T, name, imported string) {
	t.Helper()
	for prefix, who := range owners {
		if strings.HasPrefix(imported+"/", prefix) {
			if !u.allows(prefix, who, name) {
				t.Errorf("%s imports %s, which belongs to %v alone", name, imported, who)
			}
			return
		}
	}
	t.Errorf("%s imports %s, which no row of the table of owners names", name, imported)
}

// report fails for rows and entries that no package needs: an unused permission
// is a door that nobody watches.
func (u *usage) report(t *testing.T) {
	t.Helper()
	row := func(name string, entries []string) {
		if !u.rows[name] {
			t.Errorf("%s: the row matches no package; remove it", name)
			return
		}
		for _, p := range entries {
			if !u.rows[entry(name, p)] {
				t.Errorf("%s: nothing needs %q; remove it from the row", name, p)
			}
		}
	}
	for i := range rules {
		row(rules[i].pkg, rules[i].may)
	}
	for prefix, who := range owners {
		row(prefix, who)
	}
}

func ruleOf(name string) *rule {
	for i := range rules {
		if ok, _ := path.Match(rules[i].pkg, name); ok {
			return &rules[i]
		}
	}
	return nil
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, _ := path.Match(p, name)
		return ok
	})
}

// TestTheTableSaysNo checks that a rule can be violated at all.
func TestTheTableSaysNo(t *testing.T) {
	for name, imported := range map[string]string{
		"cmd/query": "parse/all", "query/expand": "artifacts", "parse/csharp": "parse/java",
		"graph": "tokens", "artifacts": "parse",
		"internal/cli": "graph",
	} {
		if r := ruleOf(name); r == nil || matchesAny(r.may, imported) {
			t.Errorf("%s may import %s", name, imported)
		}
	}
}

// starters are the only packages of the programs that start other programs: git is
// started in such a way that nothing configured by a tree is run, and a reranker is
// named on the command line.
var starters = []string{"query/answer/rerank", "source/git"}

// TestNothingElseStartsPrograms checks that a single package decides which programs a
// source tree can cause to be run, see [seedgraph/source/git.Reader].
func TestNothingElseStartsPrograms(t *testing.T) {
	ofPrograms := map[string]bool{}
	for _, p := range append(programDeps(t, "query"), programDeps(t, "indexer")...) {
		ofPrograms[p] = true
	}
	var found []string
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		if !ofPrograms[p.ImportPath] {
			continue
		}
		if slices.Contains(p.Imports, "os/exec") {
			found = append(found, name)
		}
		if slices.Contains(p.Imports, "plugin") {
			t.Errorf("%s loads plugins", name)
		}
	}
	if slices.Sort(found); !slices.Equal(found, starters) {
		t.Errorf("programs are started by %v, but only %v may", found, starters)
	}
}

// queryDeps returns the import paths of the dependencies of the query program,
// without cgo.
func queryDeps(t *testing.T) []string { return programDeps(t, "query") }

// programDeps returns the import paths of the dependencies of a program, without
// cgo.
func programDeps(t *testing.T, program string) []string {
	t.Helper()
	deps := exec.Command("go", "list", "-pgo=off", "-deps", module+"/cmd/"+program)
	deps.Env = append(os.Environ(), "CGO_ENABLED=0")
	deps.Stderr = os.Stderr
	out, err := deps.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

// TestQueryNeedsNoCompiler builds the query program without cgo. It would fail if the
// program contained a parser, because the grammars are C.
func TestQueryNeedsNoCompiler(t *testing.T) {
	for _, p := range queryDeps(t) {
		if p == module+"/parse" || strings.HasPrefix(p, module+"/parse/") ||
			strings.Contains(p, "tree-sitter") {
			t.Errorf("the query side depends on %s", p)
		}
	}
	build := exec.Command("go", "build", "-o", os.DevNull, module+"/cmd/query")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("build without cgo: %v\n%s", err, out)
	}
}

// TestQueryStartsLean checks the initialization of the query program. Its commands take
// a few milliseconds, so the work of its packages before main matters. It must not
// contain code that writes artifacts, nor compile a regular expression before it is
// used.
func TestQueryStartsLean(t *testing.T) {
	ours := 0
	for _, p := range queryDeps(t) {
		for _, heavy := range []string{"github.com/dgraph-io/", "google.golang.org/protobuf",
			"go.opentelemetry.io/", "github.com/schollz/progressbar", module + "/artifacts/graphstore"} {
			if strings.HasPrefix(p, heavy) && p != "github.com/dgraph-io/badger/v4/fb" {
				t.Errorf("the query side depends on %s", p)
			}
		}
		name, ok := strings.CutPrefix(p, module+"/")
		if !ok {
			continue
		}
		ours++
		files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(name), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				checkVariables(t, file)
			}
		}
	}
	if ours < 40 {
		t.Errorf("%d packages of the query side: the test says nothing", ours)
	}
}

// checkVariables fails if a package variable is a compiled expression.
func checkVariables(t *testing.T, file string) {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range parsed.Decls {
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.VAR {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "MustCompile" {
				t.Errorf("%s: use internal/lazyregexp", set.Position(s.Pos()))
			}
			return true
		})
	}
}
