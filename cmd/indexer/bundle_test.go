package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/testkit/longtest"
)

const checkBundle = "../../scripts/check_bundle.py"

// TestIndependentReaderFindsNothing has a script in another language read the
// artifacts and bundles of the example trees, and damaged ones, to check that
// it does report errors.
func TestIndependentReaderFindsNothing(t *testing.T) {
	longtest.NotRaced(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	for _, tree := range []string{"shop", "polyglot"} {
		dir := t.TempDir()
		out, file := filepath.Join(dir, "out"), filepath.Join(dir, "bundle.zip")
		runHere(t, globals{}, "build", filepath.Join("..", "..", "testdata", tree), "--out", out,
			"--bundle", file, "-q")
		if got, err := exec.Command(python, checkBundle, "-v", out,
			file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", tree, err, got)
		}
		for _, damage := range []struct{ file, old, new, finding string }{
			{"repo_meta.json", `"SnapshotId": "`, `"SnapshotId": "0`, "SnapshotId is"},
			{"repo_meta.json", `{`, "\ufeff{", "byte order mark"},
			{"regular_code_bundle/chunks.json", `"acl_allow":[]`, `"acl_allow":""`, "acl_allow is"},
			{"regular_code_bundle/chunks.json", `"language":"csharp"`, `"language":"python"`,
				"the language of"},
			{"regular_code_bundle/dependencies.json", `":["`, `":["csharp:Gone#`, "is no chunk"},
			{"sql_code_bundle/docs/sql_bodies.jsonl", `"key":"`, `"Key":"`, "has no key"},
			{"sql_code_bundle/docs/sql_bodies.jsonl", `"data_type":"db_code"`,
				`"data_type":"sql_code"`, "data_type is"},
			{"sql_code_bundle/graph/edges.csv", `","`, `X","`, "is no node"},
			{"unified_metadata.jsonl", `"row_id":0`, `"row_id":1`, "is not about row 0"},
		} {
			bad := filepath.Join(t.TempDir(), "bad.zip")
			damageZip(t, file, bad, damage.file, damage.old, damage.new)
			got, err := exec.Command(python, checkBundle, bad).CombinedOutput()
			if err == nil || !strings.Contains(string(got), damage.finding) {
				t.Errorf("%s: %q instead of %q in %s is not found (%v):\n%s", tree, damage.new,
					damage.old, damage.file, err, got)
			}
		}
	}
}

// damageZip copies a zip, replacing a text in one of its files.
func damageZip(t *testing.T, from, to, name, old, with string) {
	t.Helper()
	in, err := zip.OpenReader(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == name {
			changed := bytes.Replace(content, []byte(old), []byte(with), 1)
			if bytes.Equal(changed, content) {
				t.Fatalf("%s does not hold %q", name, old)
			}
			content = changed
		}
		out, err := w.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := out.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
