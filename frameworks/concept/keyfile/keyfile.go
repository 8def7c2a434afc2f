// Package keyfile reads the files that give settings their values: which keys a file
// has, and on which lines.
//
//	keyfile.go   which files these are, and what of them is kept
//	lines.go     .env, .properties, INI, and the ENV lines of a Dockerfile
//	tree.go      JSON with comments, YAML, TOML
//	xml.go       configuration files of .NET Framework
//	deploy.go    compose files, manifests of Kubernetes, launch settings
//	helm.go      values and templates of charts
//	terraform.go variables of modules of Terraform
//	hcljson.go   the same, written in JSON
//	secret.go    keys whose values are nobody's business
//
// Values are not kept but for those that cannot be secrets: numbers, truth values and
// null, of keys whose names do not say otherwise.
package keyfile

import (
	"path"
	"slices"
	"strings"

	"seedgraph/internal/limited"
)

// A Space is what the keys of a file are names in.
type Space uint8

const (
	Variables  Space = iota + 1 // environment variables
	DotNet                      // Microsoft.Extensions.Configuration: A:B, any case
	Spring                      // the environment of Spring: a.b-c, in relaxed spelling
	Dotted                      // libraries that read any file, such as viper and config: a.b
	Helm                        // the values of a chart, in whose folder they are: a.b
	Kubernetes                  // an object with data that is no variable: the key
	Terraform                   // the variables of a module, in whose folder they are
	Flags                       // of the command line of a program, whose folder it is: --port
	endOfSpaces
)

// NumSpaces is the first number that is no space of files.
const NumSpaces = endOfSpaces

// A File is the keys of one file.
type File struct {
	Path   string
	Format string // json, yaml, toml, ini, env, properties, xml, dockerfile or hcl
	Keys   []Key  // by Line, in source order
	Asks   []Ask  // keys that the file itself reads; in source order
	Takes  []Take // objects all of whose variables it gives a prefix, in source order
	// Err says why the file, or what follows the last key, could not be read.
	Err error
}

// A Ref names a key.
type Ref struct {
	Space Space
	Scope string // what has the key, if not the whole tree does: the folder of a chart
	Name  string
}

// An Ask is a place where a file reads a key, as a template of a chart does.
type Ask struct {
	Ref
	Line uint32
}

// A Take is a place where a file takes all variables of an object of Kubernetes into an
// environment, with a prefix before their names.
type Take struct {
	Object, Prefix string
	Line           uint32
}

// A Key is a setting that has a value.
type Key struct {
	Space  Space
	Scope  string // see Ref
	Name   string // as the framework spells a path: Smtp:Port, server.port
	Line   uint32
	Value  string   // that of a number, a truth value or null; else empty
	Secret bool     // the name says that the value is one
	Masked bool     // and the file has a value there that is no reference to another
	Uses   []string // the variables that the value refers to: ${HOST}
	From   []Ref    // keys of other spaces that the value refers to
	Unset  bool     // the file declares the key without a value
	Object string   // of Kubernetes that has it, if it is a variable
}

// Ref names the key.
func (k *Key) Ref() Ref { return Ref{k.Space, k.Scope, k.Name} }

// A form is how a kind of files is read.
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

	refused *limited.Error // the limit that the file exceeds, after which nothing of it counts
	names   int            // bytes of the names of its keys

	scope   string   // of the keys
	chart   string   // whose template is read
	actions []action // of it
}

// Limits on one file, besides those of package limited: the name of a key repeats those of all
// that is around it.
const (
	maxName  = 1000    // bytes of the name of a key
	maxNames = 8 << 20 // bytes of all of them
)

// refuse notes that the file exceeds a limit.
func (r *reader) refuse(what string, limit int) {
	if r.refused == nil {
		r.refused = &limited.Error{What: what, Limit: limit}
	}
}

// Read returns the keys of a file; nil for a path that is no key file. What
// cannot be parsed is noted in Err; of a file that exceeds a limit there are no keys, and Err
// is a [*limited.Error]. Time and memory grow with the text.
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

// A rule names the files of a form by patterns for their names, in lower case, with * for
// any text.
type rule struct {
	names   string
	folders string // where names alone say too little: the folders that files are in
	space   Space
	read    func(*reader) // nil: all keys of a file in the format of its extension
}

// rules has the files that platforms, frameworks and tools read, by their documentation;
// the first that matches holds.
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

// formats are the formats that whole files are read in, by extension.
var formats = map[string]struct {
	format string
	read   func(*reader)
}{
	".json": {"json", readJSON}, ".yml": {"yaml", readYAML}, ".yaml": {"yaml", readYAML},
	".toml": {"toml", readTOML}, ".ini": {"ini", readINI},
	".properties": {"properties", readProperties},
}

// formOf finds how a file is read, by its path. What is in a folder of tools, such as
// .vscode, is theirs.
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

// formatOf names the format of a file that is read in a way of its own.
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

// A pattern matches what begins and ends as it says, or one whole text.
type pattern struct {
	begin, end string
	whole      bool
}

// namesOf has the patterns of each of the rules: every file of a tree is compared with all
// of them.
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

// separator joins the parts of a key.
func (s Space) separator() string {
	if s == DotNet {
		return ":"
	}
	return "."
}

// add keeps a key with its value.
func (r *reader) add(name string, line int, v value) { r.enter(name, line, v, false) }

// enter is add; secret says that the value is one whatever the name says.
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
		k.Uses = nil // they are no variables of the environment
	}
	if v.plain && !k.Secret {
		k.Value = v.text
	}
	k.Masked = k.Secret && v.text != "" && v.text != "null" && len(k.Uses) == 0 && len(k.From) == 0
	r.file.Keys = append(r.file.Keys, k)
}

// A value is what a key is set to.
type value struct {
	text  string
	plain bool // a number, a truth value or null, as the format or the text says
	from  []Ref
}

// written is a value of a format in which all values are texts.
func written(text string) value {
	text = strings.TrimSpace(text)
	return value{text: text, plain: isPlain(text)}
}

// isPlain reports whether a text is a number or a truth value.
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
// ${NAME:default}. $NAME is left alone: passwords have dollar signs.
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

// nameLen is the length of the key that s begins with: letters, digits, dots and
// dashes within, underscores.
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

// maxPrefixed bounds the variables that prefixes add in a tree: a file may take one large object
// any number of times.
const maxPrefixed = 20_000

// Prefixed returns the files with the variables that those have which take all of an object
// with a prefix: APP_HOST, whose value is that of HOST. Time grows with the files and the keys
// of the objects that are taken, up to maxPrefixed of these.
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

// IsModule reports whether a file declares a part of a module of Terraform.
func IsModule(p string) bool {
	return strings.HasSuffix(p, ".tf") || strings.HasSuffix(p, ".tf.json")
}
