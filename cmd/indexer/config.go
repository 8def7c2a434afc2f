package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/internal/hint"
	"seedgraph/libs"
)

// config is the file of --config: a key for every option of build. A key that
// is missing leaves the option at its default.
type config struct {
	Src          *string  `yaml:"src"` // relative to the file's folder, as is Out
	Out          *string  `yaml:"out"`
	Jobs         *int     `yaml:"jobs"`
	Include      []string `yaml:"include"`
	Exclude      []string `yaml:"exclude"`
	EntityBases  []string `yaml:"entity_base_types"`
	NoIgnore     *bool    `yaml:"no_ignore"`
	Vendored     *bool    `yaml:"vendored"`
	NoGenerated  *bool    `yaml:"no_generated"`
	NoExternals  *bool    `yaml:"no_externals"`
	BuildOutput  *bool    `yaml:"build_output"`
	Minified     *bool    `yaml:"minified"`
	NoMask       *bool    `yaml:"no_mask"`
	Binary       *bool    `yaml:"binary"`
	MaxFileBytes *int64   `yaml:"max_file_bytes"`
	Tokens       *string  `yaml:"tokens"`
	Repository   *string  `yaml:"repository"`
	Snapshot     *string  `yaml:"snapshot"`
	Compress     *bool    `yaml:"compress"`
	Bundle       *string  `yaml:"bundle"` // relative, as Src
	Strict       *bool    `yaml:"strict"`
	History      *int     `yaml:"history"`
	Libs         *string  `yaml:"libs"` // auto, off or a folder, relative as Src

	Access *accessConfig `yaml:"access"`
}

// readConfig reads a configuration file. Paths in it come back relative to the
// working folder, or absolute.
func readConfig(path string) (*config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	var c config
	dec := yaml.NewDecoder(bytes.NewReader(data))
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
		if err := c.Access.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return &c, nil
}

var unknownKey = regexp.MustCompile(`^line (\d+): field (.*) not found in type main\.(.*)$`)

// configError says what is wrong in the words of the file, not of its decoder.
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
			keys = "the keys are " + strings.Join(configKeys(m[3]), ", ")
		}
	}
	err = fmt.Errorf("%s: %s", path, strings.Join(problems, "; "))
	if keys == "" {
		return err
	}
	return hint.With(err, keys)
}

// configKeys lists the keys of a type by its name, in the order of the type.
func configKeys(name string) []string {
	var keys []string
	for _, t := range []reflect.Type{reflect.TypeFor[config](), reflect.TypeFor[accessConfig](),
		reflect.TypeFor[accessRule]()} {
		for i := 0; t.Name() == name && i < t.NumField(); i++ {
			if key := t.Field(i).Tag.Get("yaml"); key != "" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// apply sets the options that the file gives and the command line does not.
// given tells which flags, and "src", the command line has.
func (c *config) apply(o *buildOptions, given func(name string) bool) {
	take(given, "src", &o.src, c.Src)
	take(given, "out", &o.out, c.Out)
	take(given, "jobs", &o.jobs, c.Jobs)
	take(given, "no-ignore", &o.walk.NoIgnore, c.NoIgnore)
	take(given, "vendored", &o.walk.Vendored, c.Vendored)
	take(given, "no-generated", &o.walk.NoGenerated, c.NoGenerated)
	take(given, "no-externals", &o.noExternals, c.NoExternals)
	take(given, "build-output", &o.walk.BuildOutput, c.BuildOutput)
	take(given, "minified", &o.walk.Minified, c.Minified)
	take(given, "no-mask", &o.noMask, c.NoMask)
	take(given, "binary", &o.walk.Binary, c.Binary)
	take(given, "max-file-bytes", &o.walk.MaxFileBytes, c.MaxFileBytes)
	take(given, "tokens", &o.encoding, c.Tokens)
	take(given, "repository", &o.repository, c.Repository)
	take(given, "snapshot", &o.snapshot, c.Snapshot)
	take(given, "compress", &o.compress, c.Compress)
	take(given, "bundle", &o.bundle, c.Bundle)
	take(given, "strict", &o.strict, c.Strict)
	take(given, "libs", &o.libs, c.Libs)
	take(given, "history", &o.history, c.History)
	o.access = c.Access
	if !given("include") {
		o.walk.Include = c.Include
	}
	if !given("exclude") {
		o.walk.Exclude = c.Exclude
	}
	if !given("entity-base-type") {
		o.entityBases = c.EntityBases
	}
}

func take[T any](given func(string) bool, name string, option *T, value *T) {
	if value != nil && !given(name) {
		*option = *value
	}
}
