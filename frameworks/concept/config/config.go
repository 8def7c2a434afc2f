// Package config finds the settings of an application: which keys are set by files,
// which code reads them, and which members they fill.
//
// A key belongs to a space: that of environment variables, or that of a framework with
// its own lookup rules over several sources. The framework packages find the reads of
// keys, and package keyfile finds the files that set them. The spelling of keys and the
// corresponding environment variables are rules of the spaces, which are defined here.
package config

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Reader finds the settings that the code of one framework reads.
type Reader interface {
	interest.SiteReader

	// Read adds the reads of the tree to the model. Time is linear in the sites of the
	// tree and the members of the filled classes: the sections and callers followed
	// from each are bounded.
	Read(t *eval.Tree, m *Model)
}

// A Set is a list of readers.
type Set []Reader

// Read returns the keys of a tree. If a reader panics, the rest of its findings is
// lost, and the panic is recorded with the first file that has sites.
func (s Set) Read(t *eval.Tree, files []*keyfile.File) *Model {
	m := &Model{Files: keyfile.Prefixed(files)}
	for _, f := range s {
		t.Guard(func() { f.Read(t, m) })
	}
	m.sort()
	return m
}

// A Key is the name of a setting in its space, as written.
type Key struct {
	Space keyfile.Space
	Name  string
	Scope string // see [keyfile.Ref]
}

// KeyOf returns the key for a reference in a file.
func KeyOf(r keyfile.Ref) Key { return Key{Space: r.Space, Scope: r.Scope, Name: r.Name} }

// A Model records which keys are set and read, and which members they fill.
type Model struct {
	Files []*keyfile.File // by path
	Reads []Read          // by place
	Fills []Fill          // by place
	Sets  []Fill          // code that sets keys; by place
	Names []Name          // by key and variable
}

// A Name is an environment variable that a library looks up for a key because of code,
// rather than the rules of its space; see [Key.Variable].
type Name struct {
	Key      Key
	Variable string
}

// A Read is a place that reads a key.
type Read struct {
	Key  Key
	By   resolve.DefID
	At   eval.Place
	Tier graph.Tier
	// All is set if all keys below it are read, whatever their names.
	All bool
}

// A Fill is a member filled from a key, or a place that sets one.
type Fill struct {
	Key    Key
	Member resolve.DefID
	Tier   graph.Tier
	// All is set if all keys below it are part of the value.
	All bool
}

// sort orders the reads and fills, and removes duplicates, keeping the surest.
func (m *Model) sort() {
	slices.SortFunc(m.Reads, func(a, b Read) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.At.At, b.At.At), a.Key.compare(b.Key),
			cmp.Compare(a.Tier, b.Tier))
	})
	m.Reads = slices.CompactFunc(m.Reads, func(a, b Read) bool {
		a.Tier = b.Tier
		return a == b
	})
	m.Fills, m.Sets = sortFills(m.Fills), sortFills(m.Sets)
	slices.SortFunc(m.Names, func(a, b Name) int {
		return cmp.Or(a.Key.compare(b.Key), strings.Compare(a.Variable, b.Variable))
	})
	m.Names = slices.Compact(m.Names)
}

// sortFills orders fills, and removes duplicates, keeping the surest.
func sortFills(list []Fill) []Fill {
	slices.SortFunc(list, func(a, b Fill) int {
		return cmp.Or(cmp.Compare(a.Member, b.Member), a.Key.compare(b.Key),
			cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(list, func(a, b Fill) bool {
		return a.Member == b.Member && a.Key == b.Key
	})
}

// compare orders keys by space and name.
func (k Key) compare(l Key) int {
	return cmp.Or(cmp.Compare(k.Space, l.Space), strings.Compare(k.Scope, l.Scope),
		strings.Compare(k.Name, l.Name))
}

// Fold returns the canonical spelling of the key in its framework.
//
//	Smtp:Port                 smtp:port             ignores case
//	my.main-project.hostName  my.mainproject.hostname   and dashes
//	my.main_project.hostName  my.mainproject.hostname   and underscores
//	MY_MAIN_PROJECT           my_main_project           except in variable names
func (k Key) Fold() Key {
	switch k.Space {
	case keyfile.DotNet:
		k.Name = strings.ToLower(k.Name)
	case keyfile.Spring:
		name := strings.ReplaceAll(k.Name, "-", "")
		if name != strings.ToUpper(name) {
			name = strings.ReplaceAll(name, "_", "")
		}
		k.Name = strings.ToLower(name)
	case keyfile.Dotted:
		k.Name = strings.ToLower(k.Name)
	}
	return k
}

// Variable returns the name of the environment variable that sets the key, in upper
// case; empty if the framework has none.
//
//	Smtp:Port            SMTP__PORT
//	server.servlet.path  SERVER_SERVLET_PATH
//	region (Terraform)   TF_VAR_REGION
func (k Key) Variable() string {
	switch k.Space {
	case keyfile.DotNet:
		return strings.ToUpper(strings.ReplaceAll(k.Name, ":", "__"))
	case keyfile.Spring:
		name := strings.NewReplacer("-", "", ".", "_", "[", "_", "]", "").Replace(k.Name)
		return strings.ToUpper(name)
	case keyfile.Terraform:
		return "TF_VAR_" + strings.ToUpper(k.Name)
	}
	return ""
}

// Below reports whether a key is below a prefix, where both are folded.
func (k Key) Below(prefix Key) bool {
	rest, ok := strings.CutPrefix(k.Name, prefix.Name)
	return k.Space == prefix.Space && k.Scope == prefix.Scope && ok &&
		(prefix.Name == "" || rest != "" && strings.ContainsAny(rest[:1], ":.["))
}

// Last returns the last component of the name.
func (k Key) Last() string {
	return k.Name[strings.LastIndexAny(k.Name, ":.")+1:]
}

// Path returns the components of the name, the outermost first.
//
//	Smtp:Hosts:0     Smtp Hosts 0
//	shop.hosts[0].a  shop hosts 0 a
func (k Key) Path() []string {
	switch k.Space {
	case keyfile.DotNet:
		return strings.Split(k.Name, ":")
	case keyfile.Spring:
		return strings.FieldsFunc(k.Name, func(c rune) bool { return strings.ContainsRune(".[]", c) })
	case keyfile.Dotted, keyfile.Helm:
		return strings.Split(k.Name, ".")
	}
	return []string{k.Name}
}

// SpaceName returns the display name of a space.
func SpaceName(s keyfile.Space) string {
	return map[keyfile.Space]string{keyfile.Variables: "environment", keyfile.DotNet: ".NET",
		keyfile.Spring: "Spring", keyfile.Dotted: "files", keyfile.Helm: "Helm",
		keyfile.Kubernetes: "Kubernetes", keyfile.Terraform: "Terraform",
		keyfile.Flags: "command line", Django: "Django"}[s]
}

// Django is the space of Django settings, which a module of the tree sets.
const Django = keyfile.NumSpaces

// ReadByPlatform reports whether the platform or the framework itself reads a key, so
// that no code in the tree needs to, or supplies its value, as the user of a command
// line does.
func (k Key) ReadByPlatform() bool {
	if k.Space == keyfile.Flags {
		return true
	}
	name := k.Fold().Name
	for _, p := range platformKeys[k.Space] {
		rest, ok := strings.CutPrefix(name, p)
		if ok && (rest == "" || strings.ContainsAny(rest[:1], ":.[") || strings.HasSuffix(p, "_")) {
			return true
		}
	}
	return false
}

// platformKeys are the sections that hosts, loggers and starters read, by their
// documentation, folded.
var platformKeys = map[keyfile.Space][]string{
	keyfile.DotNet: {"logging", "allowedhosts", "kestrel", "urls", "http_ports", "https_ports",
		"environment", "contentroot", "applicationname", "serilog", "nlog", "reverseproxy"},
	keyfile.Spring: {"spring", "server", "management", "logging", "debug", "trace", "info",
		"eureka", "ribbon", "feign", "hystrix", "resilience4j", "springdoc", "mybatis", "mybatisplus"},
	keyfile.Variables: {"ASPNETCORE_", "DOTNET_", "PATH", "HOME", "TZ", "LANG", "PORT", "NODE_ENV",
		"JAVA_OPTS", "JAVA_TOOL_OPTIONS", "PYTHONPATH", "PYTHONUNBUFFERED",
		"PYTHONDONTWRITEBYTECODE", "PIP_", "DEBIAN_FRONTEND", "GOPATH", "GOFLAGS", "CGO_ENABLED",
		"POSTGRES_", "MYSQL_", "MARIADB_", "MSSQL_", "SA_PASSWORD", "ACCEPT_EULA", "RABBITMQ_",
		"MONGO_INITDB_"},
}
