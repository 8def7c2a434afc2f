package build

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/build/access"
	"seedgraph/external/libs"
	"seedgraph/internal/hint"
	"seedgraph/internal/limited"
	"seedgraph/internal/regular"
	"seedgraph/source/walk"
)

// config is a configuration file. A missing key leaves the option at its default.
type config struct {
	Languages LanguageRules    `yaml:"languages"`
	Access    *access.Config   `yaml:"access"`
	Database  *databaseConfig  `yaml:"database"`
	DBGraph   *dbGraphConfig   `yaml:"dbGraph"` // a key of RoslynIndexer, like the next
	InlineSQL *inlineSQLConfig `yaml:"inlineSql"`

	Nodes map[string]yaml.Node `yaml:",inline"` // all other keys

	// values has the values of the keys in Nodes, as [Option.Value] points to them.
	values map[string]any
}

// databaseConfig is the value of the key database of the configuration.
type databaseConfig struct {
	// Current are patterns of the scripts that describe the current database: their
	// definitions take precedence over those of other scripts.
	Current []string `yaml:"current"`

	patterns []walk.Pattern
}

// dbGraphConfig is the value of the key dbGraph, as in RoslynIndexer.
type dbGraphConfig struct {
	EntityBases []string `yaml:"entityBaseTypes"`
}

// inlineSQLConfig is the value of the key inlineSql, as in RoslynIndexer.
type inlineSQLConfig struct {
	HotMethods []string `yaml:"extraHotMethods"`
}

// asFolder is the end of the error for a known key that must not be the name of a
// folder.
const asFolder = " with a folder"

// UnmarshalYAML rejects the name of a folder, which the key has in old
// configurations of RoslynIndexer.
func (c *inlineSQLConfig) UnmarshalYAML(n *yaml.Node) error {
	type plain inlineSQLConfig
	if n.Kind == yaml.ScalarNode {
		return &yaml.TypeError{Errors: []string{fmt.Sprintf(
			`line %d: unknown key "inlineSql"`+asFolder, n.Line)}}
	}
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		if key := n.Content[i]; key.Value != "extraHotMethods" {
			return &yaml.TypeError{Errors: []string{fmt.Sprintf(
				"line %d: field %s not found in type build.inlineSQLConfig", key.Line, key.Value)}}
		}
	}
	return n.Decode((*plain)(c))
}

// check compiles the patterns.
func (d *databaseConfig) check() error {
	for _, text := range d.Current {
		p, err := walk.ParsePattern(text)
		if err != nil {
			return fmt.Errorf("database.current: %w", err)
		}
		d.patterns = append(d.patterns, p)
	}
	return nil
}

// isCurrent returns a function that reports whether a script describes the current
// database; nil without patterns.
func (d *databaseConfig) isCurrent() func(path string) bool {
	if d == nil || len(d.patterns) == 0 {
		return nil
	}
	return func(path string) bool {
		return slices.ContainsFunc(d.patterns, func(p walk.Pattern) bool { return p.Match(path) })
	}
}

// MaxConfig is the maximum size of a configuration, in bytes.
const MaxConfig = 4 << 20

// readConfig reads a configuration file. It makes paths in it relative to the
// working folder, or absolute.
func readConfig(path string) (*config, error) {
	data, err := regular.Read(path, MaxConfig)
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	if err := limited.CheckYAML(string(withoutComments(data))); err != nil {
		return nil, configError(path, err)
	}
	var c config
	dec := yaml.NewDecoder(bytes.NewReader(withoutComments(data)))
	dec.KnownFields(true)
	if err := dec.Decode(&c); err != nil && !errors.Is(err, io.EOF) {
		return nil, configError(path, err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: contains more than one document", path)
	}
	if err := c.decode(filepath.Dir(path)); err != nil {
		return nil, configError(path, err)
	}
	if c.Access != nil {
		if err := c.Access.Check(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if c.Database != nil {
		if err := c.Database.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return &c, nil
}

var unknownKey = regexp.MustCompile(`^line (\d+): field (.*) not found in type \w+\.(.*)$`)

// configError rephrases an error in terms of the file, not of its decoder.
func configError(path string, err error) error {
	var typed *yaml.TypeError
	if !errors.As(err, &typed) {
		return fmt.Errorf("%s: %s", path, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	problems := make([]string, len(typed.Errors))
	keys := ""
	for i, e := range typed.Errors {
		problems[i] = e
		if m := unknownKey.FindStringSubmatch(e); m != nil {
			problems[i] = fmt.Sprintf("line %s: unknown key %q", m[1], m[2])
			keys = cmp.Or(otherKeys[m[2]], "the keys are "+strings.Join(configKeys(m[3]), ", "))
		}
	}
	if slices.ContainsFunc(problems, func(p string) bool { return strings.HasSuffix(p, asFolder) }) {
		keys = otherKeys["inlineSqlRoot"]
	}
	err = fmt.Errorf("%s: %s", path, strings.Join(problems, "; "))
	if keys == "" {
		return err
	}
	return hint.With(err, keys)
}

// otherKeys maps keys of RoslynIndexer to their replacements.
var otherKeys = func() map[string]string {
	const parts = "the whole tree is read: src is its folder, include and exclude select parts"
	const output = "out is the artifact folder, bundle the ZIP file"
	return map[string]string{
		"paths": parts + "; " + output, "solution": parts, "sql": parts, "sqlRoot": parts, "ef": parts,
		"model": parts, "modelRoot": parts, "migrations": parts, "migrationsRoot": parts,
		"inlineSqlRoot": parts, "outRoot": output, "tempRoot": output,
		"externalTasks": "project files are read without MSBuild: remove the key",
		"msbuild":       "project files are read without MSBuild: remove the key",
		"log":           "--quiet prints only errors", "quiet": "--quiet prints only errors",
	}
}()

// withoutComments blanks the comments of a configuration that is JSON, as in
// RoslynIndexer; YAML, a superset of JSON, has other comments.
func withoutComments(data []byte) []byte {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return data
	}
	out := bytes.Clone(data)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	for i := 0; i < len(data); i++ {
		switch rest := data[i:]; {
		case data[i] == '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case bytes.HasPrefix(rest, []byte("//")), bytes.HasPrefix(rest, []byte("/*")):
			end, mark := len(data), "\n"
			if rest[1] == '*' {
				mark = "*/"
			}
			if k := bytes.Index(rest[2:], []byte(mark)); k >= 0 {
				end = i + 2 + k + len(mark)
			}
			blank(i, end)
			i = end - 1
		}
	}
	return out
}

// configKeys returns the keys of a type, given by its name, in the order of the documentation.
func configKeys(name string) []string {
	var keys []string
	if name == reflect.TypeFor[config]().Name() {
		for _, o := range Table {
			if o.Key != "" {
				keys = append(keys, o.Key)
			}
		}
		return keys
	}
	for _, t := range []reflect.Type{reflect.TypeFor[access.Config](), reflect.TypeFor[access.Rule](),
		reflect.TypeFor[databaseConfig](), reflect.TypeFor[dbGraphConfig](), reflect.TypeFor[inlineSQLConfig]()} {
		for i := 0; t.Name() == name && i < t.NumField(); i++ {
			if key := t.Field(i).Tag.Get("yaml"); key != "" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// decode reads the values of the keys that [Table] lists; paths are relative to folder.
func (c *config) decode(folder string) error {
	c.values = map[string]any{}
	var problems []string
	keys := slices.SortedFunc(maps.Keys(c.Nodes), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.Nodes[a].Line, c.Nodes[b].Line), cmp.Compare(a, b))
	})
	for _, key := range keys {
		node, o := c.Nodes[key], option(key)
		if o == nil || o.Value == nil {
			problems = append(problems, fmt.Sprintf("line %d: field %s not found in type build.config", node.Line, key))
			continue
		}
		value := o.Value(new(Options))
		if _, list := value.(*[]string); list && node.Kind == yaml.ScalarNode && node.Tag != "!!null" {
			problems = append(problems, fmt.Sprintf("line %d: %s is a list: write %s: [%s]", node.Line, key, key, node.Value))
			continue
		}
		var typed *yaml.TypeError
		if err := node.Decode(value); errors.As(err, &typed) {
			problems = append(problems, typed.Errors...)
			continue
		} else if err != nil {
			return err
		}
		if node.Tag == "!!null" {
			continue // the default
		}
		if p, ok := value.(*string); ok && o.isRelative(*p) {
			*p = filepath.Join(folder, *p)
		}
		if list, ok := value.(*[]string); ok {
			for i, p := range *list {
				if o.isRelative(p) {
					(*list)[i] = filepath.Join(folder, p)
				}
			}
		}
		c.values[key] = value
	}
	if len(problems) > 0 {
		return &yaml.TypeError{Errors: problems}
	}
	return nil
}

// isRelative reports whether a value is a path relative to the configuration.
func (o *Option) isRelative(value string) bool {
	if value == "" || filepath.IsAbs(value) {
		return false
	}
	return o.isPath || o.Key == "libs" && value != libs.Auto && value != libs.Off
}

// apply sets the options that the file specifies and the command line does not.
// given reports whether a flag, or "src", is on the command line.
func (c *config) apply(o *Options, given func(name string) bool) {
	if c.DBGraph != nil {
		c.appendTo("entity_base_types", c.DBGraph.EntityBases)
	}
	if c.InlineSQL != nil {
		c.appendTo("sql_methods", c.InlineSQL.HotMethods)
	}
	for i := range Table {
		row := &Table[i]
		if value, ok := c.values[row.Key]; ok && !given(row.Flag) {
			reflect.ValueOf(row.Value(o)).Elem().Set(reflect.ValueOf(value).Elem())
		}
	}
	o.Access, o.Database, o.Languages = c.Access, c.Database, c.Languages
}

// appendTo appends the values of a key of RoslynIndexer to those of ours.
func (c *config) appendTo(key string, more []string) {
	list, ok := c.values[key].(*[]string)
	if !ok {
		list = new([]string)
		c.values[key] = list
	}
	*list = append(*list, more...)
}

// keys returns the keys that a file has, in the order of [Table].
func (c *config) keys() []string {
	structured := map[string]bool{"languages": c.Languages != nil, "access": c.Access != nil,
		"database": c.Database != nil, "dbGraph": c.DBGraph != nil, "inlineSql": c.InlineSQL != nil}
	var out []string
	for _, o := range Table {
		if _, ok := c.values[o.Key]; ok || structured[o.Key] {
			out = append(out, o.Key)
		}
	}
	return out
}
