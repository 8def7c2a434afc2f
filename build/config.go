package build

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
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

// config is the file of --config: it has a key for every option of build. A
// missing key leaves the option at its default.
type config struct {
	Src          *string  `yaml:"src"` // relative to the file's folder, like Out
	Out          *string  `yaml:"out"`
	Jobs         *int     `yaml:"jobs"`
	Include      []string `yaml:"include"`
	Exclude      []string `yaml:"exclude"`
	EntityBases  []string `yaml:"entity_base_types"`
	SQLMethods   []string `yaml:"sql_methods"`
	NoIgnore     *bool    `yaml:"no_ignore"`
	Vendored     *bool    `yaml:"vendored"`
	NoGenerated  *bool    `yaml:"no_generated"`
	NoExternals  *bool    `yaml:"no_externals"`
	Columns      *bool    `yaml:"columns"`
	BuildOutput  *bool    `yaml:"build_output"`
	Minified     *bool    `yaml:"minified"`
	Bodies       *bool    `yaml:"bodies"`
	NoMask       *bool    `yaml:"no_mask"`
	Binary       *bool    `yaml:"binary"`
	MaxFileBytes *int64   `yaml:"max_file_bytes"`
	Tokens       *string  `yaml:"tokens"`
	Repository   *string  `yaml:"repository"`
	Snapshot     *string  `yaml:"snapshot"`
	Compress     *bool    `yaml:"compress"`
	Bundle       *string  `yaml:"bundle"` // relative, like Src
	Strict       *bool    `yaml:"strict"`
	History      *int     `yaml:"history"`
	Libs         *string  `yaml:"libs"` // auto, off or a folder, relative like Src

	Languages LanguageRules `yaml:"languages"`

	Access   *access.Config  `yaml:"access"`
	Database *databaseConfig `yaml:"database"`
	DBGraph  *dbGraphConfig  `yaml:"dbGraph"` // a key of RoslynIndexer, like the next

	InlineSQL *inlineSQLConfig `yaml:"inlineSql"`
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
	for _, p := range []*string{c.Src, c.Out, c.Bundle} {
		if p != nil && *p != "" && !filepath.IsAbs(*p) {
			*p = filepath.Join(filepath.Dir(path), *p)
		}
	}
	if c.Libs != nil && *c.Libs != libs.Auto && *c.Libs != libs.Off && !filepath.IsAbs(*c.Libs) {
		*c.Libs = filepath.Join(filepath.Dir(path), *c.Libs)
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

// configKeys returns the keys of a type, given by its name, in the order of the
// type.
func configKeys(name string) []string {
	var keys []string
	for _, t := range []reflect.Type{reflect.TypeFor[config](), reflect.TypeFor[access.Config](),
		reflect.TypeFor[access.Rule](), reflect.TypeFor[databaseConfig](),
		reflect.TypeFor[dbGraphConfig](), reflect.TypeFor[inlineSQLConfig]()} {
		for i := 0; t.Name() == name && i < t.NumField(); i++ {
			if key := t.Field(i).Tag.Get("yaml"); key != "" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// apply sets the options that the file specifies and the command line does not.
// given reports whether a flag, or "src", is on the command line.
func (c *config) apply(o *Options, given func(name string) bool) {
	take(given, "src", &o.Src, c.Src)
	take(given, "out", &o.Out, c.Out)
	take(given, "jobs", &o.Jobs, c.Jobs)
	take(given, "no-ignore", &o.Walk.NoIgnore, c.NoIgnore)
	take(given, "vendored", &o.Walk.Vendored, c.Vendored)
	take(given, "no-generated", &o.Walk.NoGenerated, c.NoGenerated)
	take(given, "no-externals", &o.NoExternals, c.NoExternals)
	take(given, "columns", &o.Columns, c.Columns)
	take(given, "bodies", &o.Bodies, c.Bodies)
	take(given, "build-output", &o.Walk.BuildOutput, c.BuildOutput)
	take(given, "minified", &o.Walk.Minified, c.Minified)
	take(given, "no-mask", &o.NoMask, c.NoMask)
	take(given, "binary", &o.Walk.Binary, c.Binary)
	take(given, "max-file-bytes", &o.Walk.MaxFileBytes, c.MaxFileBytes)
	take(given, "tokens", &o.Tokens, c.Tokens)
	take(given, "repository", &o.Repository, c.Repository)
	take(given, "snapshot", &o.Snapshot, c.Snapshot)
	take(given, "compress", &o.Compress, c.Compress)
	take(given, "bundle", &o.Bundle, c.Bundle)
	take(given, "strict", &o.Strict, c.Strict)
	take(given, "libs", &o.Libs, c.Libs)
	take(given, "history", &o.History, c.History)
	o.Access = c.Access
	if !given("include") {
		o.Walk.Include = c.Include
	}
	if !given("exclude") {
		o.Walk.Exclude = c.Exclude
	}
	if !given("entity-base-type") {
		o.EntityBases = c.EntityBases
		if c.DBGraph != nil {
			o.EntityBases = append(o.EntityBases, c.DBGraph.EntityBases...)
		}
	}
	if !given("sql-method") {
		o.SQLMethods = c.SQLMethods
		if c.InlineSQL != nil {
			o.SQLMethods = append(o.SQLMethods, c.InlineSQL.HotMethods...)
		}
	}
	o.Database, o.Languages = c.Database, c.Languages
}

func take[T any](given func(string) bool, name string, option *T, value *T) {
	if value != nil && !given(name) {
		*option = *value
	}
}
