package all

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/parse"
)

// TestSignaturesAreLines checks that a signature is one line, and the same whether
// lines end with LF or CRLF.
func TestSignaturesAreLines(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	checked := 0
	check := func(path, text string) {
		l := Set().Of(path)
		if l == nil {
			return
		}
		text = strings.ReplaceAll(text, "\r\n", "\n")
		lf, err := parse.Read(l, p, parse.Source{Path: path, Text: text})
		if err != nil {
			return
		}
		crlf, err := parse.Read(l, p, parse.Source{Path: path,
			Text: strings.ReplaceAll(text, "\n", "\r\n")})
		if lf.HasError { // its mended parts may differ
			return
		}
		if err != nil || len(lf.Definitions) != len(crlf.Definitions) {
			t.Errorf("%s: with CRLF there are %d definitions, not %d", path, len(crlf.Definitions),
				len(lf.Definitions))
			return
		}
		for i := range lf.Definitions {
			checked++
			a, b := lf.Definitions[i].Signature, crlf.Definitions[i].Signature
			if a != b {
				t.Errorf("%s: signature %q is %q with CRLF", path, a, b)
			}
			if strings.ContainsAny(a, "\r\n\v\f\u0085\u2028\u2029") {
				t.Errorf("%s: signature %q is more than a line", path, a)
			}
		}
	}
	for _, root := range []string{"..", "../../testdata", "../../resolve"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			raw, err := os.ReadFile(path)
			if filepath.Ext(path) == ".txtar" {
				for _, f := range txtar.Parse(raw).Files {
					check(f.Name, string(f.Data))
				}
				return err
			}
			check(path, string(raw))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if checked < 1000 {
		t.Errorf("only %d signatures were looked at", checked)
	}
}
