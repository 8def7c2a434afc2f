package secrets

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// value matches the beginning of the planted values, each of which has a unique
// number.
var value = regexp.MustCompile(`owl\d{3}|rook\d{3}`)

// missed are the planted values that are not found, each with the reason.
var missed = map[string]string{
	"owl087":  "user:password in prose, as a port or a tag may be written",
	"owl094":  "only the declaration of the struct names the field",
	"rook018": "an attribute before the property",
	"rook020": "in an arm of a switch",
	"rook021": "in a comment; the literal beside it is masked",
	"rook032": "an argument of a constant of an enum",
	"rook054": "formatted into an address by an operator",
	"rook068": "assigned to a function that asks",
	"rook085": "only CREATE TABLE names the column",
}

// TestPlanted plants values in the forms of all languages and checks that only the
// known ones are missed.
func TestPlanted(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "planted.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	all, masked := map[string]bool{}, map[string]bool{}
	for _, f := range archive.Files {
		if ext := filepath.Ext(f.Name); ext == ".yml" || ext == ".yaml" {
			continue // values of these are not kept: see cmd/indexer
		}
		text := string(f.Data)
		for _, v := range value.FindAllString(text, -1) {
			all[v] = true
		}
		for _, found := range Find(f.Name, text) {
			for _, v := range value.FindAllString(text[found.Start:found.End], -1) {
				masked[v] = true
			}
		}
	}
	for _, v := range slices.Sorted(maps.Keys(all)) {
		if reason := missed[v]; masked[v] == (reason != "") {
			t.Errorf("%s: masked %t, known to be missed as %q", v, masked[v], reason)
		}
	}
	if len(all) < 280 || 20*len(missed) > len(all) {
		t.Errorf("%d of %d planted values are known to be missed", len(missed), len(all))
	}
}

// TestOrdinary: lines that contain such names but assign other values. The two that are
// masked cannot be distinguished from a setting with its value.
func TestOrdinary(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "ordinary.txt"))
	if err != nil {
		t.Fatal(err)
	}
	wrong := []string{"column1name2", "Kennwort12"}
	const imports = "import jwt\nimport smtplib\nimport java.sql.DriverManager\n"
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		text := imports + line
		for _, f := range Find("a.ts", text) {
			if v := text[f.Start:f.End]; !slices.Contains(wrong, v) {
				t.Errorf("%s is masked in %s", v, line)
			}
		}
	}
}

// TestArguments checks that each row of the table masks its credentials where the
// library is imported, and nothing where another function has the name.
func TestArguments(t *testing.T) {
	rows := 0
	for _, line := range strings.Split(argumentTable, "\n") {
		fields := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		if len(fields) != 4 || fields[3] == "" {
			t.Errorf("%q has not four fields", line)
			continue
		}
		rows++
		call, want := callOf(fields[2])
		text := "import '" + fields[1] + "'\n" + call
		got := 0
		for _, f := range Find("", text) {
			got += strings.Count(text[f.Start:f.End], "q7Wk-2Zt9")
		}
		if got != want {
			t.Errorf("%d of %d credentials are masked in %s", got, want, call)
		}
	}
	if rows < 250 {
		t.Errorf("the table has %d rows", rows)
	}
	for _, text := range []string{`dialog.login("me", "q7Wk-2Zt9")`, `x.sign(a, "q7Wk-2Zt9")`} {
		if found := Find("", text); len(found) > 0 {
			t.Errorf("%s is masked, though no library is named", text)
		}
	}
}

// callOf returns a call with a literal for each credential among the parameters of a
// row, and their number.
func callOf(function string) (call string, credentials int) {
	name, params, _ := strings.Cut(strings.TrimPrefix(function, "!"), "(")
	var args []string
	for _, p := range readParams(params) {
		switch {
		case p.property:
			args = append(args, "{ "+p.name+`: "q7Wk-2Zt9" }`)
			credentials++
		case p.secret:
			args = append(args, `"q7Wk-2Zt9"`)
			credentials++
		default:
			args = append(args, p.name)
		}
	}
	if command, ok := strings.CutSuffix(name, ":"); ok {
		return command + " " + strings.Join(args, ", "), credentials
	}
	return "x = " + name + "(" + strings.Join(args, ", ") + ")", credentials
}
