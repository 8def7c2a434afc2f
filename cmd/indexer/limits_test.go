package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/internal/limited"
)

// tooDeep are documents that exceed the nesting limit, by format.
var tooDeep = map[string]string{
	"json": strings.Repeat(`{"a":`, limited.MaxDepth+1) + "1" + strings.Repeat("}", limited.MaxDepth+1),
	"xml":  strings.Repeat("<a>", limited.MaxDepth+1) + strings.Repeat("</a>", limited.MaxDepth+1),
	"toml": "a = " + strings.Repeat("[", limited.MaxDepth+1) + strings.Repeat("]", limited.MaxDepth+1),
}

// TestDocumentsBeyondLimitsAreNamed builds a tree in which every document of a format
// with a limit is too deep: each is skipped with the limit as the reason, and the
// source next to them is indexed.
func TestDocumentsBeyondLimitsAreNamed(t *testing.T) {
	files := map[string]string{"a.py": "def f():\n    return 1\n"}
	for file, format := range map[string]string{
		"package.json": "json", "tsconfig.json": "json", "deno.json": "json", "sqlc.yaml": "json",
		"host.json": "json", "pnpm-workspace.yaml": "json", "appsettings.json": "json",
		"Properties/launchSettings.json": "json", "local.settings.json": "json",
		"application.yml": "json", "compose.yml": "json", "values.yaml": "json", "k8s/a.yaml": "json",
		"templates/a.yaml": "json", "main.tf.json": "json", "x.tfvars.json": "json",
		"config.json": "json", "config.yaml": "json", "config.toml": "toml", "pyproject.toml": "toml",
		"pom.xml": "xml", "a.csproj": "xml", "Directory.Build.props": "xml", "a.targets": "xml",
		"db.sqlproj": "xml", "map.hbm.xml": "xml", "web.config": "xml",
	} {
		files[file] = tooDeep[format]
	}
	got := diagnosticsOf(t, files)
	for file := range files {
		line := fmt.Sprintf(`"path":%q,"language":null,"reason":"limit","detail":"more than %d levels of nesting"`, file,
			limited.MaxDepth)
		if strings.Contains(got, line) == (file == "a.py") {
			t.Errorf("%s: the diagnostics are\n%s", file, got)
		}
	}
}

// TestMappersBeyondLimitsAreNamed checks that mappings and changelogs count as sources,
// and have errors if they are too deep.
func TestMappersBeyondLimitsAreNamed(t *testing.T) {
	inner := tooDeep["xml"]
	got := diagnosticsOf(t, map[string]string{
		"mapper.xml": `<!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "x">` +
			`<mapper namespace="a.B"><select id="c">SELECT 1 FROM t` + inner + "</select></mapper>",
		"changelog.xml": `<databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog">` + inner +
			"</databaseChangeLog>",
		"changelog.yaml": "databaseChangeLog:\n- changeSet: " + tooDeep["json"] + "\n",
	})
	for _, file := range []string{"mapper.xml", "changelog.xml", "changelog.yaml"} {
		if !strings.Contains(got, fmt.Sprintf(`"type":"parse_error","path":%q`, file)) {
			t.Errorf("%s: the diagnostics are\n%s", file, got)
		}
	}
}

// diagnosticsOf builds a tree and returns its diagnostics.
func diagnosticsOf(t *testing.T, files map[string]string) string {
	t.Helper()
	top := t.TempDir()
	src, out := filepath.Join(top, "src"), filepath.Join(top, "out")
	if err := writeFolder(src, files); err != nil {
		t.Fatal(err)
	}
	err := execute(t.Context(), []string{"build", src, "--out", out, "--quiet"},
		&globals{streams: discard})
	if code := program.Exit(err, nil, discard.Err); code != 3 && code != 0 {
		t.Fatalf("exit code %d (%v)", code, err)
	}
	text, err := os.ReadFile(filepath.Join(out, "diagnostics.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
