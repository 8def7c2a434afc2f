package artifacts_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// configsOf writes an index and returns configs.jsonl and the manifest of its bundle.
func configsOf(t *testing.T, in artifacts.Index) (lines, manifest string) {
	t.Helper()
	dir := write(t, in, artifacts.Options{})
	mustVerify(t, dir)
	files := contents(t, dir)
	return files["configuration_bundle/configs.jsonl"],
		files["configuration_bundle/manifest.json"]
}

// TestFormatQuotesSettings compares the example in FORMAT.md with the output.
func TestFormatQuotesSettings(t *testing.T) {
	lines, _ := configsOf(t, artifactstest.WithSettings())
	if n := artifacts.CheckLines(t, lines, "settings"); n != 1 {
		t.Errorf("%d lines are quoted", n)
	}
}

// TestConfigs checks that each file has one line, by path; that names not visible to all
// readers of the file are left out; and that secrets have no value.
func TestConfigs(t *testing.T) {
	lines, manifest := configsOf(t, artifactstest.WithSettings())
	list := strings.Split(strings.TrimSuffix(lines, "\n"), "\n")
	if len(list) != 2 {
		t.Fatalf("%d lines:\n%s", len(list), lines)
	}
	for _, want := range []struct {
		line int
		text string
	}{
		{0, `"source":"env","path":"ops/.env","data":{"LEVEL":"<text>"}`},
		{0, `"file_type":"env","acl_allow":["ops"]`},
		{0, `"uses":["BASE"],"node_ids":["config:environment#LEVEL@`},
		{0, `"fills":["config:.NET#Smtp:Port@`},
		{1, `"data":{"Smtp":{"Port":25,"Password":"<secret>","Hosts":["<text>"]}}`},
		{1, `"key":"Smtp:Port","space":".NET","line":3,"value":"25","secret":false,"unset":false,"uses":[],"node_ids":["config:.NET#Smtp:Port@`},
		{1, `"read_by":["csharp:Shop#OrderService.Check(int)@eivgtyk6hi"],"fills":[]}`},
		{1, `{"key":"Smtp:Password","space":".NET","line":4,"value":null,"secret":true,"unset":false,"uses":[],"node_ids":["`},
	} {
		if !strings.Contains(list[want.line], want.text) {
			t.Errorf("line %d lacks %s:\n%s", want.line, want.text, list[want.line])
		}
	}
	if strings.Contains(list[1], "watch") || strings.Contains(list[1], "LEVEL") {
		t.Errorf("a public line names what is hidden:\n%s", list[1])
	}
	if want := `{"schema":1,"counts":{"configs":2,"keys":4,"secrets":1}}`; strings.Join(
		strings.Fields(manifest), "") != want {
		t.Errorf("the manifest is %s", manifest)
	}
}

// TestConfigData checks that keys are restored to their original structure, and values to
// their JSON form.
func TestConfigData(t *testing.T) {
	in := artifactstest.WithSettings()
	file := &in.Graph.Settings[1]
	set := func(value string, path ...string) graph.Setting {
		return graph.Setting{Key: strings.Join(path, ":"), Path: path, Space: ".NET", Line: 1,
			Value: value, Nodes: file.Settings[0].Nodes}
	}
	for want, settings := range map[string][]graph.Setting{
		`"data":{}`: nil,
		`"data":{"a":{"b":1,"c":-2.5},"d":true}`: {set("1", "a", "b"), set("-2.5", "a", "c"),
			set("true", "d")},
		`"data":{"a":[{"b":1},{"b":2}]}`: {set("1", "a", "0", "b"), set("2", "a", "1", "b")},
		`"data":{"a":{"1":1,"0":2}}`:     {set("1", "a", "1"), set("2", "a", "0")},
		`"data":{"a":{"":1,"b":2}}`:      {set("1", "a"), set("2", "a", "b")},
		`"data":{"a":{"":1,"0":2}}`:      {set("1", "a"), set("2", "a", "0")},
		`"data":{"a":2,"b":null}`:        {set("1", "a"), set("null", "b"), set("2", "a")},
		`"data":{"a":"007","b":"yes"}`:   {set("007", "a"), set("yes", "b")},
		`"data":{"a\"b":"<text>"}`:       {set("", `a"b`)},
		`"data":{"a":null}`:              {{Key: "a", Path: []string{"a"}, Line: 1, Unset: true}},
	} {
		file.Settings = settings
		if lines, _ := configsOf(t, in); !strings.Contains(lines, want+`,"node_id"`) {
			t.Errorf("no %s in\n%s", want, lines)
		}
	}
}

// TestVerifyConfigs checks that differences from the graph are found. The manifest is
// rewritten each time, so that the hashes match.
func TestVerifyConfigs(t *testing.T) {
	for _, c := range []struct{ old, new, finding string }{
		{`"line":4,"value":null`, `"line":4,"value":"5"`,
			"the secret Smtp:Password of src/appsettings.json has a value"},
		{`"node_id":"env:ops`, `"node_id":"env:opt`, "does not exist"},
		{`"node_ids":["config:environment#LEVEL@`, `"node_ids":["config:environment#NO@`,
			"LEVEL does not match ops/.env of"},
		{`"secret":false,"unset":false`, `"secret":false,"unset":true`, "LEVEL does not match ops/.env of"},
		{`"read_by":["csharp:Shop`, `"read_by":["csharp:Stop`, "which does not exist"},
		{`"path":"ops/.env"`, `"path":"tops/.env"`, "is not after"},
		{`{"key":"LEVEL"`, `{"key":"OTHER"},{"key":"LEVEL"`, "2 files with 5 keys, not 2 with 4"},
		{`"configs": 2`, `"configs": 3`, "2 files with 4 keys, not 3 with 4"},
	} {
		dir := write(t, artifactstest.WithSettings(), artifacts.Options{})
		for _, name := range []string{"configs.jsonl", "manifest.json"} {
			path := filepath.Join(dir, "configuration_bundle", name)
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			changed := strings.Replace(string(raw), c.old, c.new, 1)
			if err := os.WriteFile(path, []byte(changed), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		artifacts.Remanifest(t, dir)
		findings, err := artifacts.Verify(dir)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(findings, func(f artifacts.Finding) bool {
			return strings.Contains(f.String(), c.finding)
		}) {
			t.Errorf("%s instead of %s: the findings are %v", c.new, c.old, findings)
		}
	}
}

// TestVerifyMissesConfigs checks that a configuration file without a line is found.
func TestVerifyMissesConfigs(t *testing.T) {
	in := artifactstest.WithSettings()
	in.Graph.Settings = in.Graph.Settings[:1]
	findings, err := artifacts.Verify(write(t, in, artifacts.Options{}))
	if err != nil || len(findings) != 1 ||
		!strings.Contains(findings[0].What, "2 files of settings have 1 lines") {
		t.Errorf("the findings are %v, %v", findings, err)
	}
}
