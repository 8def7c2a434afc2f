package typescript

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/notation"
	"seedgraph/external/gen/source"
)

// TestDeclarationsAreThoseOfTheCompiler compares every declaration with the
// TypeScript compiler's view of the same files: its parser and its name resolution
// against ours. It needs npm and node and runs with OUTSIDE_CHECK set.
func TestDeclarationsAreThoseOfTheCompiler(t *testing.T) {
	if os.Getenv("OUTSIDE_CHECK") == "" {
		t.Skip("OUTSIDE_CHECK is not set")
	}
	all, err := Declare()
	if errors.Is(err, source.ErrUnavailable) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	want := compilerLines(t)
	got := map[string]bool{}
	for _, d := range all {
		for _, line := range ourLines(&d) {
			got[line] = true
		}
	}
	if len(want) < 20_000 {
		t.Errorf("the compiler found %d declarations", len(want))
	}
	for _, line := range slices.Sorted(maps.Keys(got)) {
		if !want[line] && !strings.Contains(line, "undici-types.") { // a missing package
			t.Errorf("the compiler does not have %s", line)
		}
	}
	names := map[string]bool{}
	for line := range got {
		names[fieldName(line)] = true
	}
	for _, line := range slices.Sorted(maps.Keys(want)) {
		// Of several fields or values with one name the first is in the table.
		if name := fieldName(line); !got[line] && (name == "" || !names[name]) {
			t.Errorf("missing: %s", line)
		}
	}
}

// compilerLines returns the lines of testdata/declarations.cjs.
func compilerLines(t *testing.T) map[string]bool {
	t.Helper()
	compiler, err := source.NPM("typescript", LibVersion)
	if err != nil {
		t.Fatal(err)
	}
	node, err := source.NPM("@types/node", NodeVersion)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/declarations.cjs", compiler, node)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		lines[strings.TrimSuffix(line, "\n")] = true
	}
	return lines
}

// ourLines prints the declarations of a module like the compiler's.
func ourLines(d *external.Declared) []string {
	var out []string
	for _, t := range d.Types {
		for i := range t.Bases {
			out = append(out, t.Name+"\t: "+notation.Ref(&t.Bases[i]))
		}
		if !t.Target.IsZero() {
			out = append(out, t.Name+"\t= "+notation.Ref(&t.Target))
		}
		for i := range t.Members {
			out = append(out, t.Name+"\t"+notation.Member(&t.Members[i]))
		}
	}
	for i := range d.Members {
		out = append(out, d.Name+"\t"+notation.Member(&d.Members[i]))
	}
	return out
}

// fieldName returns the owner and the name of a field or value, "" for others.
func fieldName(line string) string {
	owner, decl, _ := strings.Cut(line, "\t")
	for {
		word, rest, ok := strings.Cut(decl, " ")
		if !ok {
			return ""
		}
		if decl = rest; word == "field" || word == "value" {
			name, _, _ := strings.Cut(decl, ":")
			return owner + "\t" + name
		}
	}
}
