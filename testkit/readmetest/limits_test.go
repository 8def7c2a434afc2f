package readmetest

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

const limitsPage = "../../docs/limits.md" // generated

// An inputLimit is a limit that decides whether an input is read, named by its
// constant. The page shows the value of the constant.
type inputLimit struct {
	constant string // package.name
	of       string
	bytes    bool
	flag     string // that changes it, or empty
	beyond   string // the behavior for inputs beyond the limit
	test     string // the package.Test that verifies it
}

// inputLimits are in the order of the page.
var inputLimits = []inputLimit{
	{"source/walk.DefaultCodeBytes", "a file of source code", true, "--max-file-bytes",
		"definitions are kept, of SQL all statements except rows; diagnostic `condensed`",
		"source/walk.TestLargeFilesAreListed"},
	{"source/walk.DefaultDataBytes", "a data, settings or project file", true, "--max-file-bytes",
		"skipped: `too-large`", "source/walk.TestLimits"},
	{"source/walk.maxIgnoreSize", "an ignore file", true, "", "not read: diagnostic `unreadable`",
		"source/walk.TestBadIgnoreFiles"},
	{"source/git.maxFile", "a file of git, such as packed-refs", true, "", "treated as absent",
		"source/git.TestLargeGitFile"},
	{"internal/limited.MaxDepth", "nesting depth of a JSON, YAML, TOML or XML document, including parts of dotted keys", false, "", "the document is skipped: `limit`",
		"internal/limited.TestLimits"},
	{"internal/limited.MaxNodes", "values, elements and attributes of a document; an alias counts with " +
		"its value, a long text once for each 64 bytes", false, "",
		"the document is skipped: `limit`", "internal/limited.TestLimits"},
	{"internal/limited.MaxBytes", "a YAML document", true, "", "the document is skipped: `limit`",
		"internal/limited.TestSizeOfYAML"},
	{"frameworks/concept/keyfile.maxName", "the name of a setting, with its enclosing keys", true, "",
		"the file is skipped: `limit`", "frameworks/concept/keyfile.TestLimits"},
	{"frameworks/concept/keyfile.maxNames", "the names of all keys of a settings file", true, "",
		"the file is skipped: `limit`", "frameworks/concept/keyfile.TestLimits"},
	{"frameworks/concept/keyfile.maxPrefixed", "variables that prefixes of `envFrom` add in a tree", false, "",
		"further objects add no variables", "frameworks/concept/keyfile.TestPrefixesAreBounded"},
	{"frameworks/concept/keyfile.maxBlocks", "nested blocks of HCL", false, "",
		"inner blocks are omitted", "frameworks/concept/keyfile.TestNestedBlocks"},
	{"internal/msbuild.maxElements", "elements of a project file of .NET", false, "",
		"further elements are omitted", "internal/msbuild.TestLimits"},
	{"internal/msbuild.maxNesting", "levels of these elements", false, "", "deeper elements are omitted",
		"internal/msbuild.TestLimits"},
	{"external/libs/disk.MaxBytes", "a file of an installed package (`--libs`)", true, "",
		"not read: diagnostic `library`", "external/libs/disk.TestFailures"},
	{"parse.MaxNesting", "levels of a syntax tree", false, "", "deeper nodes are omitted: diagnostic `limit`",
		"parse.TestDeepNestingIsCut"},
	{"parse.MaxDefinitions", "nested definitions", false, "",
		"deeper definitions are omitted: diagnostic `limit`", "parse/all.TestLimitCostsAMember"},
	{"parse.MaxName", "the name of a definition", true, "",
		"the rest is replaced by a hash: diagnostic `limit`", "parse/all.TestLongNamesAreCut"},
	{"resolve.MaxDepth", "depth of recursive type queries", false, "",
		"the reference stays unresolved: `limit`", "resolve.TestBudgetCutsDepth"},
	{"resolve.MaxSteps", "type queries for one reference", false, "",
		"the reference stays unresolved: `limit`", "resolve.TestBudgetCutsSteps"},
	{"resolve.MaxFileSteps", "type queries for all references of a file", false, "",
		"further references stay unresolved: `limit`", "resolve.TestBudgetCutsTheFile"},
	{"graphbuild.maxOverrides", "levels of members that override each other", false, "",
		"calls do not lead to members further below: diagnostic `limit`", "graphbuild.TestOverridesAreBounded"},
	{"query/pipeline.MaxSize", "a file of `query run`", true, "", "refused", "query/pipeline.TestAliasesDoNotMultiply"},
	{"query/agent/stdio.MaxMessage", "a message to `query mcp`", true, "", "answered with an error; the session goes on",
		"query/agent/stdio.TestLines"},
	{"query/agent/stdio.MaxPending", "pending requests to `query mcp`", false, "",
		"further requests wait", "query/agent/stdio.TestAllIsAnsweredBeforeTheEnd"},
	{"query/agent.MaxQuery", "the text of a query to `query mcp`", true, "", "refused", "query/agent.TestTools"},
	{"artifacts.maxManifest", "`manifest.json`", true, "", "the folder is not recognized as artifacts",
		"artifacts.TestLargeManifest"},
}

// TestLimitsAreGenerated compares docs/limits.md with the constants, and checks that
// each limit on input has its test.
func TestLimitsAreGenerated(t *testing.T) {
	all := constants(t)
	var b bytes.Buffer
	b.WriteString("# Limits\n\nGenerated by `make docs` from the constants of the sources. A build reads " +
		"untrusted trees: time and memory are proportional\nto their size, and input beyond a limit is " +
		"refused or omitted. `diagnostics.jsonl` lists omitted input.\n\n## On input\n\n" +
		"| limit | of | flag | beyond it |\n|---|---|---|---|\n")
	listed := map[string]bool{}
	for _, l := range inputLimits {
		c, ok := all[l.constant]
		if !ok {
			t.Errorf("there is no constant %s", l.constant)
			continue
		}
		listed[l.constant] = true
		value := c.value
		if l.bytes {
			value = inBytes(value)
		}
		flag := "–"
		if l.flag != "" {
			flag = "`" + l.flag + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", value, l.of, flag, l.beyond)
		if !hasTest(l.test) {
			t.Errorf("%s: there is no test %s", l.constant, l.test)
		}
	}
	b.WriteString("\n`--max-file-bytes` is for trusted trees. The other limits have no flag, so a settings " +
		"file in a tree cannot change them.\n\n## On analysis\n\nBounds on the work for a query. Beyond a " +
		"bound the result is \"not known\", which is never\npresented as certain.\n\n" +
		"| package | bound | value | of |\n|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if c := all[name]; !listed[name] && !c.shown {
			if c.comment == "" {
				t.Errorf("%s: no comment the bound", name)
			}
			fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", c.folder, c.name, c.value, c.comment)
		}
	}
	if *update {
		if err := os.WriteFile(limitsPage, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(limitsPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("run `make docs` (-docs/limits.md +constants)\n%s", diff)
	}
}

// A limitConstant is a constant that limits something.
type limitConstant struct {
	folder, name, value, comment string
	shown                        bool // it limits the output, not the analysis
}

var limitName = regexp.MustCompile(`^[mM]ax[A-Z]|^Default(Code|Data)Bytes$`)

// outsideProgram matches folders without code of the program that analyses a tree.
var outsideProgram = regexp.MustCompile(`^(scripts|outside/gen|internal/(fuzzseed|gotruth|mutants|` +
	`resolvetest|coldbench)|libs/disk/testdata)(/|$)`)

// shownOnly matches the folders whose limits only apply to searches and output.
var shownOnly = regexp.MustCompile(`^(answer|search|expand|fetch|render|agent|pipeline|artifacts|` +
	`compare|cmd|internal/stale|pagerank|tokens|graph)(/|$)`)

// constants returns the constants of the programs whose names mark them as limits,
// by package.name.
func constants(t *testing.T) map[string]limitConstant {
	t.Helper()
	root := filepath.Join("..", "..")
	out := map[string]limitConstant{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		name := d.Name()
		rel, _ := filepath.Rel(root, p)
		folder := filepath.ToSlash(filepath.Dir(rel))
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || len(name) > 2 && name[0] == '.'):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"),
			outsideProgram.MatchString(folder):
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, p, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, c := range limitsOf(set, g) {
					c.folder, c.shown = folder, shownOnly.MatchString(folder)
					out[folder+"."+c.name] = c
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// limitsOf returns the limits of one declaration.
func limitsOf(set *token.FileSet, g *ast.GenDecl) []limitConstant {
	var out []limitConstant
	for _, s := range g.Specs {
		spec := s.(*ast.ValueSpec)
		for i, name := range spec.Names {
			if !limitName.MatchString(name.Name) || i >= len(spec.Values) {
				continue
			}
			expr := types.ExprString(spec.Values[i])
			value := expr
			if v, err := types.Eval(set, nil, token.NoPos, expr); err == nil && v.Value != nil &&
				v.Value.Kind() == constant.Int {
				value = grouped(v.Value.ExactString())
			}
			doc := cmp.Or(spec.Doc.Text(), spec.Comment.Text(), g.Doc.Text())
			doc = strings.Join(strings.Fields(doc), " ")
			if first, _, more := strings.Cut(doc, ". "); more {
				doc = first
			}
			doc = strings.TrimPrefix(strings.TrimSuffix(doc, "."), name.Name+" bounds ")
			out = append(out, limitConstant{name: name.Name, value: value,
				comment: strings.ReplaceAll(doc, "|", `\|`)})
		}
	}
	return out
}

// grouped formats a number with commas.
func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// inBytes formats a number of bytes in the largest unit of which it is a multiple.
func inBytes(value string) string {
	n := constant.MakeFromLiteral(strings.ReplaceAll(value, ",", ""), token.INT, 0)
	v, _ := constant.Int64Val(n)
	switch {
	case v >= 1<<20 && v%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", v>>20)
	case v >= 1<<10 && v%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", v>>10)
	}
	return value + " bytes"
}

// hasTest reports whether a package has a test of that name.
func hasTest(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	files, _ := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(name[:dot]), "*_test.go"))
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), "func "+name[dot+1:]+"(t *testing.T)")
	})
}

// TestNumbersOfLimits checks the formatting of values on the page.
func TestNumbersOfLimits(t *testing.T) {
	for value, want := range map[string]string{"4,194,304": "4 MiB", "65,536": "64 KiB",
		"1,000": "1,000 bytes"} {
		if got := inBytes(value); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
	for digits, want := range map[string]string{"7": "7", "100": "100", "1234567": "1,234,567"} {
		if got := grouped(digits); got != want {
			t.Errorf("%s: %s, want %s", digits, got, want)
		}
	}
	if hasTest("testkit/readmetest.TestThatIsNotThere") {
		t.Error("a test that is not there was found")
	}
}
