// Package keyfile reads the files that set configuration keys: which keys a file has,
// and on which lines.
//
//	keyfile.go   which files these are, and which of their data is kept
//	lines.go     .env, .properties, INI, and the ENV lines of a Dockerfile
//	tree.go      JSON with comments, YAML, TOML
//	xml.go       configuration files of .NET Framework
//	deploy.go    compose files, Kubernetes manifests, launch settings
//	helm.go      values and templates of charts
//	terraform.go variables of Terraform modules
//	hcljson.go   the same in JSON syntax
//	secret.go    keys with secret values
//	address.go   hosts, paths, databases and topics in values
//
// Values are not kept, except those that cannot be secrets: numbers, booleans and null,
// for keys whose names do not suggest a secret, and the parts of addresses that are not
// credentials.
package keyfile

import (
	"path"
	"slices"
	"strings"

	"seedgraph/internal/limited"
)

// A Space is the namespace of the keys of a file.
type Space uint8

const (
	Variables  Space = iota + 1 // environment variables
	DotNet                      // Microsoft.Extensions.Configuration: A:B, any case
	Spring                      // the environment of Spring: a.b-c, in relaxed spelling
	Dotted                      // libraries that read arbitrary files, such as viper and config: a.b
	Helm                        // the values of a chart, scoped to its folder: a.b
	Kubernetes                  // an object with data other than variables: the key
	Terraform                   // the variables of a module, scoped to its folder
	Flags                       // command-line flags of a program, scoped to its folder: --port
	endOfSpaces
)

// NumSpaces is the first number after the spaces of files.
const NumSpaces = endOfSpaces

// A File holds the keys of one file.
type File struct {
	Path   string
	Format string // json, yaml, toml, ini, env, properties, xml, dockerfile or hcl
	Keys   []Key  // by Line, in source order
	Asks   []Ask  // keys that the file itself reads, in source order
	Takes  []Take // objects whose variables are all imported with a prefix, in source order
	// Err is the reason why the file, or the rest of it after the last key, could not
	// be read.
	Err error
}

// A Ref is a reference to a key.
type Ref struct {
	Space Space
	Scope string // owner of the key, if it is not the whole tree: the folder of a chart
	Name  string
}

// An Ask is a place where a file reads a key, such as a chart template.
type Ask struct {
	Ref
	Line uint32
}

// A Take is a place where a file imports all variables of a Kubernetes object into an
// environment, prefixing their names.
type Take struct {
	Object, Prefix string
	Line           uint32
}

// A Key is a setting with a value.
type Key struct {
	Space   Space
	Scope   string // see Ref
	Name    string // in the framework's path syntax: Smtp:Port, server.port
	Line    uint32
	Value   string   // for a number, a boolean or null; otherwise empty
	Secret  bool     // the name suggests a secret value
	Masked  bool     // secret, with a literal value rather than a reference
	Uses    []string // variables that the value refers to: ${HOST}
	From    []Ref    // keys of other spaces that the value refers to
	Unset   bool     // the file declares the key without a value
	Object  string   // the Kubernetes object of a variable
	Address Address  // parts of an address in the value
}

// Ref returns a reference to the key.
func (k *Key) Ref() Ref { return Ref{k.Space, k.Scope, k.Name} }

// A form is the way a kind of file is read.
type form struct {
	format string
	space  Space
	read   func(*reader)
}

// A reader collects the keys of one file.
type reader struct {
	form
	path, text string
	file       *File

	refused *limited.Error // the limit that the file exceeds; its content is then ignored
	names   int            // total bytes of the key names

	scope   string   // of the keys
	chart   string   // chart of a template
	actions []action // of the template
}

// Limits on one file, in addition to those of package limited, as the name of a nested
// key repeats the names around it.
const (
	maxName  = 1000    // bytes of one key name
	maxNames = 8 << 20 // bytes of all key names
)

// refuse records that the file exceeds a limit.
func (r *reader) refuse(what string, limit int) {
	if r.refused == nil {
		r.refused = &limited.Error{What: what, Limit: limit}
	}
}

// Read returns the keys of a file, or nil if its path is not that of a key file. Parse
// errors are recorded in Err; a file that exceeds a limit has no keys, and Err is a
// [*limited.Error]. Time and memory are linear in the text.
func Read(p, text string) *File {
	f, ok := formOf(p)
	if !ok {
		return nil
	}
	r := &reader{form: f, path: p, text: text, file: &File{Path: p, Format: f.format}}
	f.read(r)
	if r.refused != nil {
		return &File{Path: p, Format: f.format, Err: r.refused}
	}
	slices.SortStableFunc(r.file.Keys, func(a, b Key) int { return int(a.Line) - int(b.Line) })
	slices.SortStableFunc(r.file.Asks, func(a, b Ask) int { return int(a.Line) - int(b.Line) })
	return r.file
}

// Is reports whether files with such a path are key files.
func Is(p string) bool {
	_, ok := formOf(p)
	return ok
}

// A rule selects the files of a form by patterns for their lower-case names, with * for
// any text.
type rule struct {
	names   string
	folders string // folders of the files, if names are not specific enough
	space   Space
	read    func(*reader) // nil: all keys of a file in the format of its extension
}

// rules lists the files that platforms, frameworks and tools read, by their
// documentation; the first match applies.
var rules = []rule{
	{names: "launchsettings.json", space: Variables, read: launchSettings},
	{names: "local.settings.json", space: Variables, read: functionSettings},
	{names: "appsettings.json appsettings.*.json", space: DotNet},
	{names: "web.config app.config web.*.config app.*.config", space: DotNet, read: readXML},
	{names: "application.properties application-*.properties bootstrap.properties " +
		"application.yml application.yaml application-*.yml application-*.yaml " +
		"bootstrap.yml bootstrap.yaml", space: Spring},
	{names: ".env .env.* *.env", space: Variables, read: readEnv},
	{names: "docker-compose.yml docker-compose.yaml docker-compose.*.yml docker-compose.*.yaml " +
		"docker-compose-*.yml docker-compose-*.yaml compose.yml compose.yaml compose.*.yml " +
		"compose.*.yaml", space: Variables, read: composeFile},
	{names: "dockerfile dockerfile.* *.dockerfile", space: Variables, read: dockerfile},
	{names: "values.yaml values.yml values-*.yaml values-*.yml values.*.yaml values.*.yml",
		space: Helm, read: helmValues},
	{names: "*.yml *.yaml *.tpl", folders: "templates", space: Variables, read: helmTemplate},
	{names: "*.yml *.yaml", folders: "k8s kubernetes kube kustomize manifests deploy deployment " +
		"deployments", space: Variables, read: manifests},
	{names: "*.tf", space: Variables, read: terraform},
	{names: "*.tf.json", space: Variables, read: terraformJSON},
	{names: "*.tfvars", space: Variables, read: tfvars},
	{names: "*.tfvars.json", space: Variables, read: tfvarsJSON},
	{names: "config.json config.yml config.yaml config.toml config.ini " +
		"settings.json settings.yml settings.yaml settings.toml settings.ini", space: Dotted},
	{names: "default.* production.* development.* staging.* test.* local.*", folders: "config",
		space: Dotted},
}

// formats maps extensions to the formats in which whole files are read.
var formats = map[string]struct {
	format string
	read   func(*reader)
}{
	".json": {"json", readJSON}, ".yml": {"yaml", readYAML}, ".yaml": {"yaml", readYAML},
	".toml": {"toml", readTOML}, ".ini": {"ini", readINI},
	".properties": {"properties", readProperties},
}

// formOf returns the form of a file by its path. Files in tool folders, such as
// .vscode, are not key files.
func formOf(p string) (form, bool) {
	dir, base := path.Split(strings.ToLower(p))
	if strings.HasPrefix(dir, ".") || strings.Contains(dir, "/.") {
		return form{}, false
	}
	for i, r := range rules {
		if !matchesAny(namesOf[i], base) || r.folders != "" && !inAny(r.folders, dir) {
			continue
		}
		whole, known := formats[path.Ext(base)]
		switch {
		case r.read == nil && !known:
			continue
		case r.read == nil:
			return form{whole.format, r.space, whole.read}, true
		}
		return form{formatOf(base), r.space, r.read}, true
	}
	return form{}, false
}

// formatOf returns the format of a file with a specialized reader.
func formatOf(base string) string {
	if whole, known := formats[path.Ext(base)]; known {
		return whole.format
	}
	switch {
	case strings.Contains(base, "dockerfile"):
		return "dockerfile"
	case path.Ext(base) == ".config":
		return "xml"
	case path.Ext(base) == ".tf" || path.Ext(base) == ".tfvars":
		return "hcl"
	case path.Ext(base) == ".tpl":
		return "yaml"
	}
	return "env"
}

// A pattern matches a prefix and a suffix, or one whole text.
type pattern struct {
	begin, end string
	whole      bool
}

// namesOf holds the compiled patterns of each rule, as every file of a tree is compared
// with all of them.
var namesOf = func() [][]pattern {
	out := make([][]pattern, len(rules))
	for i, r := range rules {
		for name := range strings.FieldsSeq(r.names) {
			begin, end, found := strings.Cut(name, "*")
			out[i] = append(out[i], pattern{begin, end, !found})
		}
	}
	return out
}()

func matchesAny(patterns []pattern, name string) bool {
	return slices.ContainsFunc(patterns, func(p pattern) bool {
		if p.whole {
			return name == p.begin
		}
		return len(name) >= len(p.begin)+len(p.end) && strings.HasPrefix(name, p.begin) &&
			strings.HasSuffix(name, p.end)
	})
}

func inAny(folders, dir string) bool {
	for folder := range strings.FieldsSeq(folders) {
		if strings.Contains("/"+dir, "/"+folder+"/") {
			return true
		}
	}
	return false
}

// separator returns the separator of key components.
func (s Space) separator() string {
	if s == DotNet {
		return ":"
	}
	return "."
}

// add records a key with its value.
func (r *reader) add(name string, line int, v value) { r.enter(name, line, v, false) }

// enter is add, with secret set for values that are secret regardless of the name.
func (r *reader) enter(name string, line int, v value, secret bool) {
	if r.names += len(name); r.names > maxNames || len(name) > maxName {
		r.refuse("bytes of keys", maxNames)
		return
	}
	if name == "" {
		return
	}
	k := Key{Space: r.space, Scope: r.scope, Name: name, Line: uint32(line),
		Secret: secret || IsSecret(name), Uses: references(v.text), From: v.from}
	if r.space == Terraform || len(v.from) > 0 {
		k.Uses = nil // they are not environment variables
	}
	if v.plain && !k.Secret {
		k.Value = v.text
	}
	k.Address = addressOf(name, v.text, k.Secret)
	k.Masked = k.Secret && v.text != "" && v.text != "null" && len(k.Uses) == 0 && len(k.From) == 0
	r.file.Keys = append(r.file.Keys, k)
}

// A value is the value of a key.
type value struct {
	text  string
	plain bool // a number, a boolean or null, by the format or the text
	from  []Ref
}

// written returns a value of a format in which all values are strings.
func written(text string) value {
	text = strings.TrimSpace(text)
	return value{text: text, plain: isPlain(text)}
}

// isPlain reports whether a text is a number or a boolean.
func isPlain(s string) bool {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null":
		return true
	}
	if s == "" || len(s) > 12 || len(strings.Trim(s, "0123456789")) == len(s) {
		return false
	}
	return strings.Trim(strings.TrimPrefix(s, "-"), "0123456789.") == ""
}

// references lists the variables that a value refers to: ${NAME}, ${NAME:-default},
// ${NAME:default}. $NAME is ignored, because passwords may contain dollar signs.
func references(text string) []string {
	var out []string
	var seen map[string]bool
	for {
		_, rest, ok := strings.Cut(text, "${")
		if !ok {
			return out
		}
		name := rest[:nameLen(rest)]
		if after := rest[len(name):]; name != "" && after != "" &&
			strings.ContainsAny(after[:1], "}:-?+") && !seen[name] {
			if seen == nil {
				seen = map[string]bool{}
			}
			seen[name] = true
			out = append(out, name)
		}
		text = rest
	}
}

// nameLen returns the length of the key at the start of s: letters, digits,
// underscores, dots, and dashes between other characters.
func nameLen(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n] == '.' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' ||
		s[n] >= '0' && s[n] <= '9' || s[n] == '-' && n+1 < len(s) && s[n+1]|0x20 >= 'a' &&
		s[n+1]|0x20 <= 'z' &&
		n > 0 && s[n-1] != ':') {
		n++
	}
	return n
}

// maxPrefixed bounds the variables that prefixes add in a tree, as a file may import a
// large object any number of times.
const maxPrefixed = 20_000

// Prefixed returns the files with the variables added that prefixed imports create:
// APP_HOST, with a reference to HOST as its value. Time is linear in the files and in
// the keys of the imported objects, of which at most maxPrefixed are added.
func Prefixed(files []*File) []*File {
	objects := map[string][]Key{}
	for _, f := range files {
		for _, k := range f.Keys {
			if k.Object != "" {
				objects[k.Object] = append(objects[k.Object], k)
			}
		}
	}
	out, added := slices.Clone(files), 0
	for i, f := range files {
		if len(f.Takes) == 0 {
			continue
		}
		own := *f
		own.Keys = slices.Clone(f.Keys)
		for _, t := range f.Takes {
			if added += len(objects[t.Object]); added > maxPrefixed {
				break
			}
			for _, k := range objects[t.Object] {
				own.Keys = append(own.Keys, Key{Space: Variables, Name: t.Prefix + k.Name, Line: t.Line,
					Secret: k.Secret, From: []Ref{k.Ref()}})
			}
		}
		slices.SortStableFunc(own.Keys, func(a, b Key) int { return int(a.Line) - int(b.Line) })
		out[i] = &own
	}
	return out
}

// IsModule reports whether a file is part of a Terraform module.
func IsModule(p string) bool {
	return strings.HasSuffix(p, ".tf") || strings.HasSuffix(p, ".tf.json")
}
