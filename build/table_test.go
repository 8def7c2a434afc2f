package build

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestTable checks that flags and keys are unique, and that every option has a value or a structure of
// its own in the configuration.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range Table {
		for _, name := range []string{"--" + o.Flag, "key " + o.Key, "-" + o.Short} {
			if len(strings.TrimLeft(strings.TrimPrefix(name, "key "), "-")) > 0 && seen[name] {
				t.Errorf("%s is listed twice", name)
			}
			seen[name] = true
		}
		if o.Value == nil && (o.Flag != "" || o.manifest != notListed || o.untrusted != nil) {
			t.Errorf("%s has a flag and no value", o.Key)
		}
		if o.Value != nil && o.Flag != "src" && o.Usage == "" {
			t.Errorf("--%s has no usage", o.Flag)
		}
	}
}

// TestTemplateIsRead checks that the configuration that init writes is valid once its lines are not
// comments, and has every key of the template.
func TestTemplateIsRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), ConfigFile)
	text := regexp.MustCompile(`(?m)^# `).ReplaceAllString(Template(), "")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := readConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(c.keys()), strings.Count(text, "\n"); got != want {
		t.Errorf("%d keys, want %d: %v", got, want, c.keys())
	}
}

// TestWalkOptionsSurviveTheManifest sets every option of the walk, and reads the manifest back.
func TestWalkOptionsSurviveTheManifest(t *testing.T) {
	var o Options
	for _, row := range Table {
		if !row.ofWalk {
			continue
		}
		switch v := row.Value(&o).(type) {
		case *bool:
			*v = true
		case *int64:
			*v = 77
		case *[]string:
			*v = []string{"a/", "*.b"}
		default:
			t.Errorf("--%s is a %T", row.Flag, v)
		}
	}
	if got := walkOptionsOf((&building{Options: o}).settings(nil)); !reflect.DeepEqual(got, o.Walk) {
		t.Errorf("got %+v, want %+v", got, o.Walk)
	}
}
