package changelog_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/changelog"
	"seedgraph/testkit/parsetest"
)

var set = parse.NewSet(changelog.Languages()...)

func TestFacts(t *testing.T) { parsetest.Run(t, set, "testdata/*.txtar") }

// TestTakes checks that a file is recognized by its content; a migration of Rails
// also by its path.
func TestTakes(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"a.xml", "<?xml version='1.0'?>\n<databaseChangeLog/>", "liquibase"},
		{"a.xml", "<project/>", ""},
		{"a.yaml", "# top\ndatabaseChangeLog:\n- changeSet: {}", "liquibase"},
		{"a.yml", "databaseChangeLog:\n", "liquibase"},
		{"a.yaml", "x:\n  databaseChangeLog: 1", ""},
		{"a.yaml", "spec: {}", ""},
		{"db/schema.rb", "ActiveRecord::Schema.define do\nend", "rails"},
		{"db/migrate/1_a.rb", "class A < ActiveRecord::Migration[7.0]\nend", "rails"},
		{"app/models/a.rb", "class A < ApplicationRecord\nend", ""},
		{"lib/other.rb", "ActiveRecord::Schema.define", ""},
	} {
		got := ""
		if l := set.For(parse.Source{Path: c.path, Text: c.text}); l != nil {
			got = l.Name()
		}
		if got != c.want {
			t.Errorf("%s %q is of %q, want %q", c.path, c.text, got, c.want)
		}
	}
}

// changesOf lists the changes of a file, one per line.
func changesOf(t *testing.T, path, text string) string {
	t.Helper()
	f, err := set.Of(path).Facts(nil, parse.Source{Path: path, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range f.Changes {
		out = append(out, strings.TrimSpace(fmt.Sprint(c.Op, " ", c.Name, " ", c.Part, " ", c.To)))
	}
	for i := range f.Definitions[1:] {
		d := &f.Definitions[i+1]
		line := strings.TrimSpace(fmt.Sprint(strings.ToLower(string(d.Kind)), " ", d.Name, " ", d.RareFields().Form))
		for _, p := range d.Params {
			line += " " + p.Name
		}
		out = append(out, line)
	}
	for _, e := range f.Embedded {
		out = append(out, "sql "+strings.Join(strings.Fields(e.Text), " "))
	}
	return strings.Join(out, "; ")
}

// TestRubyCalls reads calls in the syntax of Ruby, and nothing that is composed at
// run time.
func TestRubyCalls(t *testing.T) {
	const head, tail = "class A < ActiveRecord::Migration[7.0]\ndef change\n", "\nend\nend\n"
	for call, want := range map[string]string{
		"add_column :t, :c, :string":                         "adds column t c",
		"add_column(:t, :c, :string, null: false)":           "adds column t c",
		"add_column 't', \"c\", :string # :d":                "adds column t c",
		"add_column :t,\n  :c,\n  :string":                   "adds column t c",
		"add_column t, :c, :string":                          "",
		"add_column :t, name + :c, :string":                  "adds column t",
		"add_column \"t_#{x}\", :c":                          "",
		"rename_column :t, :a, :b":                           "renames column t a b",
		"remove_columns :t, :a, :b, type: :string":           "drops column t a; drops column t b",
		"drop_table :a, :b, if_exists: true":                 "drops a; drops b",
		"rename_table :a, :b":                                "renames a b",
		"remove_reference :t, :u":                            "drops column t u_id",
		"add_foreign_key :t, :u":                             "adds foreign key t; table t alter",
		"remove_foreign_key :t, :u":                          "drops foreign key t",
		"change_column_null :t, :c, false":                   "alters t",
		"change_table :t do |x|\n x.remove :a\n y.b :c\nend": "drops column t a",
		"create_table :t do |t|\n t.string :a, limit: 5\n t.index [:a]\n t.timestamps\nend": "table t create a created_at updated_at",
		"create_table :t, id: false do |t|\n t.column :a, :int\nend\nadd_index :t, :a":      "alters t; table t create a",
		"execute \"DELETE FROM t\"":                        "batch __batch__:1_a.rb:1; sql DELETE FROM t",
		"execute(<<-SQL)\n  DELETE FROM t\n  SQL":          "batch __batch__:1_a.rb:1; sql DELETE FROM t",
		"execute \"DELETE FROM #{t}\"":                     "",
		"say \"drop_table :a\"":                            "",
		"# drop_table :a":                                  "",
		"x = %w[a b]\ndrop_table :a":                       "drops a",
		"drop_table :a if table_exists?(:a)":               "drops a",
		"if a\n drop_table :a\nelse\n b\nend":              "drops a",
		"dir.down do\n drop_table :a\nend":                 "",
		"change_table :t do |t|\n t.change :a, :text\nend": "alters t",
		"create_join_table :b, :a, table_name: :c":         "table c create",
		"create_join_table :b, :a, column_options: {}":     "table a_b create",
	} {
		got := changesOf(t, "1_a.rb", head+call+tail)
		if got != want {
			t.Errorf("%s: %q, want %q", call, got, want)
		}
	}
}

// TestDamaged reads random fragments of files: reading must terminate, and the
// facts be sound.
func TestDamaged(t *testing.T) {
	pieces := []string{"create_table", " :a", "(", ")", "[", "{", "}", " do |t|", "\n", "end", "\"", "'",
		"<<~SQL", "SQL", ",", " if x", "def down", "#", "\\", "::", ":", ";", "t.string :b", "é", "|", "."}
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var b strings.Builder
		for range random.IntN(30) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		f, err := set.Of("1_a.rb").Facts(nil, parse.Source{Path: "1_a.rb", Text: b.String()})
		if err != nil {
			t.Fatal(err)
		}
		if err := parsetest.Check(f); err != nil {
			t.Errorf("%q: %v", b.String(), err)
		}
	}
	deep := strings.Repeat("(", 1<<20)
	if _, err := set.Of("1_a.rb").Facts(nil, parse.Source{Path: "1_a.rb", Text: "x " + deep}); err != nil {
		t.Error(err)
	}
}

// TestBroken reads the readable parts of broken files, and must terminate.
func TestBroken(t *testing.T) {
	for path, text := range map[string]string{
		"a.xml":  "<databaseChangeLog><changeSet><dropTable tableName='a'/><dropTable tableName='b",
		"a.yaml": "databaseChangeLog: [",
		"1_a.rb": "class A < ActiveRecord::Migration\n drop_table :a\n create_table(:b, \"",
		"2_a.rb": "execute <<SQL\nDELETE FROM t",
		"b.xml":  "</x><databaseChangeLog>",
		"c.yaml": "databaseChangeLog: &a [*a]",
		"3_a.rb": "end end } ) ] |x| do",
	} {
		f, err := set.Of(path).Facts(nil, parse.Source{Path: path, Text: text})
		if err != nil || f == nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got := changesOf(t, "a.xml",
		"<databaseChangeLog><changeSet><dropTable tableName='a'/><dropTable tableName='b"); got != "drops a" {
		t.Errorf("got %q", got)
	}
}
