package archtest

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// avoided are expressions that the comments, the documents and the help of the programs do without,
// each with the standard terms to use. Words in quotation marks, backquotes or brackets are exempt, and
// so are the names of identifiers that comments begin with.
var avoided = []struct {
	pattern string
	use     string
	found   *regexp.Regexp
}{
	{pattern: `enters|entered`, use: "records, adds, registers"},
	{pattern: `told|tells of|is told`, use: "is given, reports, specifies, distinguishes"},
	{pattern: `stands? for`, use: "denotes, represents, refers to"},
	{pattern: `is none|nil for none|empty for none`, use: "or nil, or empty, if there is no ..."},
	{pattern: `lies in|lie in`, use: "is in"},
	{pattern: `in reach`, use: "visible, reachable"},
	{pattern: `what else|whoever`, use: "the other ..., readers that ..."},
}

// maxWhat is the number of "what" per 1,000 words of comments: most are headless relative clauses for
// which there is a noun (return value, users, call targets, initializer).
const maxWhat = 5

var quoted = regexp.MustCompile("`[^`]*`|\"[^\"\n]*\"|“[^”]*”|\\[[^\\]\n]*\\]")

// A counter counts avoided expressions.
type counter struct{ words, what int }

// read counts text and reports the avoided expressions in it; at describes its place.
func (c *counter) read(t *testing.T, at, text string) {
	text = quoted.ReplaceAllString(text, " ")
	c.words += len(strings.Fields(text))
	c.what += len(whatWord.FindAllString(text, -1))
	for i := range avoided {
		a := &avoided[i]
		if a.found == nil {
			a.found = regexp.MustCompile(`\b(` + a.pattern + `)\b`)
		}
		if m := a.found.FindString(text); m != "" {
			t.Errorf("%s: %q: use %s", at, m, a.use)
		}
	}
}

var whatWord = regexp.MustCompile(`(?i)\bwhat\b`)

// TestCommentsUseTheTermsOfTheField reads all comments, tests included.
func TestCommentsUseTheTermsOfTheField(t *testing.T) {
	var c counter
	for _, s := range append(sources(t), tests(t)...) {
		if ast.IsGenerated(s.file) || strings.HasSuffix(s.path, "english_test.go") {
			continue
		}
		names := declared(s.file)
		for _, g := range s.file.Comments {
			text := g.Text()
			if first, rest, _ := strings.Cut(text, " "); names[first] {
				text = rest
			}
			c.read(t, s.set.Position(g.Pos()).String(), text)
		}
	}
	if rate := 1000 * c.what / c.words; rate > maxWhat {
		t.Errorf("%d of 1,000 words of comments are \"what\", at most %d", rate, maxWhat)
	}
}

// declared returns the names that a file declares.
func declared(file *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names[n.Name.Name] = true
		case *ast.TypeSpec:
			names[n.Name.Name] = true
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		case *ast.Field:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}

// TestDocumentsUseTheTermsOfTheField reads the documents and the texts of the programs.
func TestDocumentsUseTheTermsOfTheField(t *testing.T) {
	var c counter
	pages, err := filepath.Glob("../../*.md")
	if err != nil || len(pages) < 4 {
		t.Fatalf("%d documents (%v)", len(pages), err)
	}
	more, _ := filepath.Glob("../../docs/*.md")
	for _, page := range append(pages, more...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			c.read(t, page+":"+strconv.Itoa(i+1), line)
		}
	}
	for _, s := range sources(t) {
		if !strings.HasPrefix(filepath.ToSlash(s.path), "../../cmd/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(text, " ") {
					c.read(t, s.set.Position(lit.Pos()).String(), text)
				}
			}
			return true
		})
	}
}

// TestAvoidedIsFound checks that the lint can fail, and that quotations are exempt.
func TestAvoidedIsFound(t *testing.T) {
	for text, want := range map[string]bool{
		"the key stands for a table": true, "it is told by a tag": true, "the word \"told\" in quotes": false,
		"the key denotes a table": false, "[Site.told] is a field": false,
	} {
		found := false
		for _, a := range avoided {
			found = found || regexp.MustCompile(`\b(`+a.pattern+`)\b`).MatchString(quoted.ReplaceAllString(text, " "))
		}
		if found != want {
			t.Errorf("%q: found %v", text, found)
		}
	}
}
