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
// import, tests excluded. Patterns are those of path.Match, in which "*" does not
// match a "/", and "folder/..." for a folder and everything below it.
type rule struct {
	pkg string
	may []string
	why string
}

// rules is the table, from the ground up: a package imports only from rows above its own. The first
// row that matches a package counts. Every row must match a package, and every entry of may an import
// of one.
var rules = []rule{
	// Vocabulary and algorithms.
	{pkg: "graph", why: "the vocabulary: nodes, edges, kinds, tiers"},
	{pkg: "pagerank", why: "an algorithm over numbers"},
	{pkg: "tokens", why: "the one definition of a token"},
	{pkg: "internal/*", may: []string{"internal/*"}, why: "helpers that know nothing of the product"},

	// Files, before any grammar.
	{pkg: "source/walk", may: []string{"source/git", "source/testpath", "internal/*"}, why: "files, not their content"},
	{pkg: "source/history", may: []string{"source/git", "graph", "tokens"},
		why: "commits in, words and edges out"},
	{pkg: "source/*", may: []string{"internal/*", "testkit/longtest"}, why: "text only"},

	// Grammars.
	{pkg: "parse", may: []string{"graph", "parse/outline"}, why: "what all languages share"},
	{pkg: "parse/outline", why: "the structure of broken sources, from their text"},
	{pkg: "parse/component", may: []string{"parse"}, why: "markup; it knows no grammar"},
	{pkg: "parse/razor", may: []string{"parse"}, why: "markup; it knows no grammar"},
	{pkg: "parse/webforms", may: []string{"parse"}, why: "markup; it knows no grammar"},
	{pkg: "parse/xaml", may: []string{"parse"}, why: "markup; it knows no grammar"},
	{pkg: "parse/detect", may: []string{"parse", "internal/*"},
		why: "the language of files whose names do not decide it"},
	{pkg: "parse/csharp", may: []string{"parse", "parse/outline", "parse/razor", "parse/webforms", "parse/xaml", "graph",
		"source/sqltext", "source/testpath"}, why: "Razor is C# with markup around it; XAML names its members"},
	{pkg: "parse/typescript", may: []string{"parse", "parse/component", "parse/outline", "graph",
		"source/sqltext", "source/testpath"}, why: "single-file components are scripts with markup around them"},
	{pkg: "parse/all", may: []string{"parse", "parse/*"}, why: "the only list of languages"},
	{pkg: "parse/*", may: []string{"parse", "parse/outline", "graph", "internal/*", "source/sqltext",
		"source/testpath"},
		why: "a language knows no other language"},

	// Declarations of platforms and installed libraries.
	{pkg: "external", why: "declarations, for any resolver"},
	{pkg: "external/gen/...", may: []string{"external", "external/...", "internal/goroot"},
		why: "makes the tables; linked into no program"},
	{pkg: "external/classfile", may: []string{"external"}, why: "class files of any origin"},
	{pkg: "external/*", may: []string{"external", "external/libs/*", "parse"},
		why: "declaration files are parsed like sources"},
	{pkg: "external/libs/*", may: []string{"external", "external/classfile", "external/dts", "external/pyi",
		"external/libs/disk", "internal/*"}, why: "one package manager each"},

	// Names.
	{pkg: "resolve", may: []string{"graph", "parse", "source/sqltext"}, why: "it knows no language"},
	{pkg: "resolve/all", may: []string{"external", "resolve", "resolve/*"},
		why: "the only list of resolvers"},
	{pkg: "resolve/scoped", may: []string{"resolve", "graph", "internal/*", "parse", "parse/tags"},
		why: "reads the table of the front end of these languages"},
	{pkg: "resolve/*", may: []string{"resolve", "graph", "internal/*", "parse", "external",
		"source/migration"}, why: "a language knows no other language"},
	{pkg: "eval", may: []string{"graph", "parse", "resolve"}, why: "it knows no framework"},

	// Frameworks.
	{pkg: "frameworks/concept/interest", may: []string{"parse"}, why: "which sites are kept"},
	{pkg: "frameworks/concept/keyfile", may: []string{"internal/*"},
		why: "files, not their meaning to code"},
	{pkg: "frameworks/concept/*", may: []string{"frameworks/concept/interest", "frameworks/concept/keyfile",
		"frameworks/concept/routes", "graph", "internal/*", "source/migration", "parse", "resolve", "eval"},
		why: "a kind of fact, and what frameworks of several languages share"},
	{pkg: "frameworks/concept", may: []string{"frameworks/concept/*", "eval", "graph", "resolve"},
		why: "all kinds of facts; it knows no framework"},
	{pkg: "frameworks/all", may: []string{"frameworks/*", "frameworks/concept/*"},
		why: "the only list of frameworks"},
	{pkg: "frameworks/graphql", may: []string{"frameworks/concept/*", "eval", "graph", "parse", "parse/graphql", "resolve"},
		why: "documents in strings"},
	{pkg: "frameworks/*", may: []string{"frameworks/concept/*", "eval", "external", "graph", "internal/*",
		"parse", "resolve", "source/migration"}, why: "a framework knows no other framework"},
	{pkg: "graphbuild", may: []string{"eval", "frameworks/concept", "frameworks/concept/*", "graph", "internal/order", "parse",
		"resolve"}, why: "bindings and facts in, graph out; it knows no language and no framework"},

	// Artifacts.
	{pkg: "artifacts", may: []string{"artifacts/tables", "graph", "internal/*", "tokens", "pagerank"},
		why: "all that both programs share"},
	{pkg: "artifacts/tables", why: "keys and values on disk"},
	{pkg: "artifacts/graphstore", may: []string{"artifacts/tables"},
		why: "badger, which only writers link"},
	{pkg: "artifacts/*", may: []string{"artifacts", "graph", "internal/*", "source/git", "source/walk", "tokens"},
		why: "opening, checking and testing artifacts"},

	// The build driver.
	{pkg: "build/access", may: []string{"graph", "graphbuild", "source/walk"},
		why: "graphs in, access views out; it builds nothing itself"},
	{pkg: "build/fleet", may: []string{"artifacts", "graph", "internal/embedding"}, why: "indexes, not their sources"},
	{pkg: "build/cache", may: []string{"internal/*"}, why: "bytes by keys; it does not know what they mean"},
	{pkg: "build/expect", may: []string{"external/libs", "frameworks/all", "frameworks/concept/*", "graph", "graphbuild",
		"parse", "parse/all", "resolve", "resolve/all"}, why: "graphs of small archives, for tests and users' rows"},
	{pkg: "build", may: []string{"artifacts", "artifacts/...", "build/access", "build/cache", "build/expect", "external/libs",
		"frameworks/all", "frameworks/concept/*", "frameworks/libraries", "graph", "graphbuild", "internal/*", "parse", "parse/all", "parse/detect",
		"resolve", "resolve/all", "source/*", "tokens"}, why: "the phases of a build; it prints nothing"},

	// Queries.
	{pkg: "query/expand", may: []string{"graph", "internal/*"}, why: "sees interfaces, not the store"},
	{pkg: "query/search", may: []string{"graph", "internal/*", "tokens"},
		why: "sees interfaces, not the store"},
	{pkg: "query/fetch", why: "sees interfaces, not the store"},
	{pkg: "query/render/graphviz", why: "starts the program that draws"},
	{pkg: "query/render", may: []string{"graph", "internal/*"}, why: "sees interfaces, not the store"},
	{pkg: "query/compare", may: []string{"graph", "internal/*"}, why: "two indexes, as interfaces"},
	{pkg: "query/export", may: []string{"artifacts", "artifacts/...", "graph", "internal/*", "query/search"},
		why: "the graph for other programs; paths are selected as in a search"},
	{pkg: "query/answer", may: []string{"artifacts", "graph", "query/expand", "query/render", "query/search",
		"tokens"}, why: "shared by the answers"},
	{pkg: "query/answer/*", may: []string{"artifacts", "graph", "internal/*", "query/answer", "query/answer/*",
		"query/expand", "query/fetch", "query/render", "query/search", "source/migration", "tokens"},
		why: "an answer knows no flag and no terminal"},
	{pkg: "query/agent/refresh", may: []string{"internal/*"}, why: "runs the indexer, and nothing else"},
	{pkg: "query/check", may: []string{"graph", "internal/*", "query/answer/*",
		"query/search"}, why: "rules over an index, as an interface"},
	{pkg: "query/view", may: []string{"artifacts", "graph", "internal/*", "query/answer/*",
		"query/search"}, why: "the graph as a page"},
	{pkg: "query/agent/stdio", why: "messages, not what they ask for"},
	{pkg: "query/agent", may: []string{"artifacts", "internal/*", "query/answer", "query/answer/*",
		"query/expand", "query/fetch", "query/search", "tokens"}, why: "answers as tools"},
	{pkg: "query/pipeline", may: []string{"artifacts", "graph", "internal/*", "query/answer", "query/answer/*",
		"query/expand", "query/fetch", "query/render", "query/search"}, why: "answers in sequence"},

	// Programs.
	{pkg: "cmd/indexer", may: []string{"artifacts", "artifacts/...", "build", "build/...", "external/libs",
		"graph", "internal/*", "parse", "parse/all", "parse/detect", "query/check", "query/compare",
		"query/export", "query/view", "source/*", "tokens"},
		why: "flags and printing"},
	{pkg: "cmd/query", may: []string{"artifacts", "artifacts/...", "build/fleet", "graph", "internal/*", "query/...",
		"source/git", "tokens"}, why: "flags and printing; never the source tree, but for git's view of changes"},

	// Tests and tools, which no program imports.
	{pkg: "testkit/*", may: []string{"artifacts", "artifacts/...", "build/expect", "frameworks/...", "external/libs", "graph",
		"graphbuild", "internal/*", "parse", "parse/all", "query/answer", "resolve", "resolve/all", "source/scip", "source/walk",
		"testkit/*", "tokens", "eval"}, why: "harnesses of tests"},
	{pkg: "scripts/truth/agree", may: []string{"artifacts", "graph", "query/answer", "query/answer/impact",
		"query/answer/names", "query/answer/paths", "testkit/answertest"}, why: "two answers of one opened index"},
	{pkg: "scripts/exports/*", may: []string{"artifacts", "artifacts/*"}, why: "artifacts that no tree gives"},
	{pkg: "scripts/embeddings", may: []string{"internal/*", "parse", "parse/all", "source/git"},
		why: "definitions and changes that are described, without resolution"},
	{pkg: "scripts/...", may: []string{"external/gen/...", "graph", "internal/*", "parse", "parse/...",
		"source/walk", "testkit/*", "tokens"}, why: "run the programs and compare"},
}

// owners lists the only packages that may import a module, by the path prefix
// of the module. A module that is not listed here may not be imported at all.
var owners = map[string][]string{
	"github.com/cespare/xxhash/":     {"build/cache"},
	"github.com/fsnotify/":           {"build"},
	"github.com/dgraph-io/":          {"artifacts/graphstore", "artifacts/tables"},
	"github.com/klauspost/compress/": {"artifacts", "external"},
	"github.com/smacker/go-tree-sitter": {"parse", "parse/*", "external/dts",
		"external/pyi", "testkit/parsebench"},
	"github.com/tree-sitter/tree-sitter-r": {"parse/r"},
	"github.com/tree-sitter-grammars/":     {"parse/tags"},
	"github.com/tiktoken-go/tokenizer":     {"tokens"},
	"github.com/spf13/":                    {"cmd/*", "internal/help", "artifacts/open", "internal/mistake"},
	"github.com/schollz/progressbar/":      {"internal/progress"},
	"go.yaml.in/yaml/": {"build", "build/access", "frameworks/concept/model", "frameworks/sqlc", "frameworks/symfony", "internal/limited",
		"parse/changelog", "query/pipeline", "scripts/answers"}, // only internal/limited decodes: TestDecodersAreLimited
	"github.com/pelletier/go-toml/":    {"internal/limited"},
	"github.com/tailscale/hujson":      {"internal/limited"},
	"github.com/modelcontextprotocol/": {"query/agent", "query/agent/stdio", "cmd/query"},
	"github.com/google/jsonschema-go/": {"query/agent", "testkit/schematest"},
	"golang.org/x/term":                {"internal/cli"},
	"golang.org/x/text/":               {"internal/embedding", "source/walk"},
	"golang.org/x/sys/":                {"artifacts", "artifacts/graphstore", "build", "cmd/*"},
	"golang.org/x/sync/":               {"build", "build/fleet"},
	"golang.org/x/mod/":                {"external/libs/gomod"},
	"golang.org/x/tools/txtar": {"build", "build/expect", "testkit/parsetest", "testkit/resolvetest", "source/secrets",
		"cmd/indexer",
		"testkit/gotruth", "testkit/sourceindex", "testkit/treetest", "scripts/truth/golang"},
	"mvdan.cc/sh/":                {"scripts/answers"},
	"github.com/jinzhu/":          {"internal/plural"},
	"github.com/go-openapi/":      {"internal/plural"},
	"modernc.org/":                {"query/export"},
	"github.com/parquet-go/":      {"query/export"},
	"github.com/google/go-cmp/":   {"testkit/resolvetest", "testkit/parsetest"},
	"google.golang.org/protobuf/": {"query/export", "source/scip", "testkit/sciptest"},
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
		if matchesAny([]string{rules[i].pkg}, name) {
			return &rules[i]
		}
	}
	return nil
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if folder, ok := strings.CutSuffix(p, "/..."); ok {
			return name == folder || strings.HasPrefix(name, folder+"/")
		}
		ok, _ := path.Match(p, name)
		return ok
	})
}

// order lists the top-level folders from the ground up: imports point to earlier ones.
var order = []string{"graph", "tokens", "pagerank", "internal", "source", "parse", "external", "resolve",
	"eval", "frameworks", "graphbuild", "artifacts", "build", "query", "cmd", "testkit", "scripts"}

// TestFoldersPointOneWay checks that imports between top-level folders point to earlier ones in order.
// Tests of a package may use testkit.
func TestFoldersPointOneWay(t *testing.T) {
	for _, p := range listPackages(t) {
		from := top(p.ImportPath)
		at := slices.Index(order, from)
		if at < 0 && from != "testdata" {
			t.Errorf("%s: the folder %s is not in the order; there are at most 18", p.ImportPath, from)
		}
		for _, imported := range p.Imports {
			if to := top(imported); strings.HasPrefix(imported, module+"/") && slices.Index(order, to) > at {
				t.Errorf("%s imports %s: %s is above %s", p.ImportPath, imported, to, from)
			}
		}
	}
}

// top returns the top-level folder of a package of the module.
func top(importPath string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(importPath, module+"/"), "/")
	return first
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
// started in such a way that nothing configured by a tree is run, a reranker and an
// embedder are named on the command line, dot is the one of the search path, and the indexer is the one installed with query.
var starters = []string{"query/agent/refresh", "query/answer/program", "query/render/graphviz", "source/git"}

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
	// -export compiles without linking, which would report nothing more
	build := exec.Command("go", "list", "-export", "-deps", "-f", "", module+"/cmd/query")
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
