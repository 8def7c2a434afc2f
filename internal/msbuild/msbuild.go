// Package msbuild reads project files of .NET as a build for their newest target framework
// would, without running one: properties, conditions, imports inside the tree, and the items
// that say what is compiled and which code sees which.
//
// What the SDK defines is known as far as sources depend on it: its usings, and the symbols
// of the framework. Nothing of the machine is: environment variables are empty, files outside
// the tree do not exist. Nullable is not read: it changes warnings and binds no name.
//
// A solution (.sln, .slnx) says which project files are built together, in which configuration,
// and what $(SolutionDir) is. A project that no solution lists is read all the same.
package msbuild

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// A Project is one evaluated project file.
type Project struct {
	Path      string   // of the file, in the tree
	Dir       string   // of its folder; empty at the root of the tree
	Solution  string   // path of the solution that it is built in; empty without one
	Solutions []string // paths of all that list it, that one first, then by path
	Name      string   // of the file without extension
	SDK       string   // Microsoft.NET.Sdk.Web; empty for a project of the old form
	Framework string   // the newest target framework: net8.0; empty if it is not known
	Assembly  string   // the name of what it makes
	Package   string   // the name of the package that it is packed as
	// lower-case true or enable; empty if nothing says it
	ImplicitUsings string
	Symbols        map[string]bool // that #if sees defined
	Usings         []Using         // global ones that the file writes
	Compiles       []Compile       // in their order; later ones win
	References     []string        // paths of the projects that it refers to, for any framework
	Packages       []string        // names of packages and assemblies, likewise
	Friends        []string        // names of assemblies that see what is internal
	// it may refer to more: by files that are not in the tree, or by targets
	Incomplete bool
	// Missing are the references, as written, to projects that the tree does not have.
	Missing []string

	noDefaults bool // it compiles what its items list, and nothing else
}

// A Using is a global using directive.
type Using struct {
	Namespace, Alias string
	Static           bool
	Removed          bool // it takes back one of the SDK, or of the file
}

// A Compile says of the files that match a pattern whether they are compiled.
type Compile struct {
	Pattern string // a path in the tree; may have **, * and ?
	Not     []string
	Remove  bool
}

// Files are the texts of project files and of those that they import, by path.
type Files map[string]string

// Read evaluates all project files, by path. Each costs at most limits on imports,
// elements and the length of values.
func Read(files Files) []*Project {
	var names []string
	for name := range files {
		if path.Ext(name) == ".csproj" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	docs := documents{files: files, parsed: map[string]*element{}}
	docs.solutions, docs.listing = docs.solutionsOf()
	var out []*Project
	for _, name := range names {
		out = append(out, docs.project(name))
	}
	return out
}

// project evaluates one file: once to learn its frameworks, and once for each of them.
func (d *documents) project(name string) *Project {
	e := newEvaluation(d, name, "")
	e.run()
	frameworks := cmp.Or(e.get("TargetFrameworks"), e.get("TargetFramework"))
	newest := newestFramework(frameworks)
	if newest != "" {
		e = newEvaluation(d, name, newest)
		e.run()
		e.referAsFor(list(frameworks))
	}
	dir := folder(name)
	p := &Project{Path: name, Dir: dir, Solution: e.solution.of(),
		Solutions: d.listing[strings.ToLower(name)], Name: strings.TrimSuffix(path.Base(name), ".csproj"),
		SDK: e.sdk, Framework: newest,
		Assembly: e.get("AssemblyName"), Package: cmp.Or(e.get("PackageId"), e.get("AssemblyName")),
		ImplicitUsings: strings.ToLower(strings.TrimSpace(e.get("ImplicitUsings"))),
		Symbols:        map[string]bool{}, Usings: e.usings, Compiles: e.compiles,
		References: e.references, Packages: e.packages, Friends: e.friends,
		Incomplete: e.incomplete, Missing: e.missing}
	for _, symbol := range list(e.get("DefineConstants")) {
		if name, value, valued := strings.Cut(symbol, "="); !valued ||
			!strings.EqualFold(value, "false") {
			p.Symbols[name] = true
		}
	}
	if e.sdk != "" && !strings.EqualFold(e.get("DisableImplicitFrameworkDefines"), "true") {
		for _, symbol := range FrameworkSymbols(newest) {
			p.Symbols[symbol] = true
		}
	}
	p.noDefaults = e.sdk == "" || isFalse(e.get("EnableDefaultCompileItems")) ||
		isFalse(e.get("EnableDefaultItems"))
	return p
}

// maxFrameworks bounds how often one file is evaluated.
const maxFrameworks = 12

// referAsFor adds what the project refers to for other frameworks: code for these is read, too.
func (e *evaluation) referAsFor(frameworks []string) {
	for _, f := range frameworks[:min(len(frameworks), maxFrameworks)] {
		if f == e.framework {
			continue
		}
		o := newEvaluation(e.docs, e.project, f)
		o.run()
		e.references = union(e.references, o.references)
		e.packages = union(e.packages, o.packages)
		e.friends = union(e.friends, o.friends)
	}
}

// union appends to a list what another has besides.
func union(list, more []string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// Compiled reports whether the project compiles the file at a path. own says that the file
// is in the project's folder, and in that of no project below it.
func (p *Project) Compiled(file string, own bool) bool {
	yes := own && !p.noDefaults
	for _, c := range p.Compiles {
		if yes == c.Remove && match(c.Pattern, file) &&
			!slices.ContainsFunc(c.Not, func(not string) bool { return match(not, file) }) {
			yes = !c.Remove
		}
	}
	return yes
}

// Newer reports whether a project is built for a newer framework than another.
func Newer(a, b *Project) bool {
	x, _ := parseFramework(a.Framework)
	y, _ := parseFramework(b.Framework)
	return x.order() > y.order()
}

// list splits a value at its semicolons.
func list(value string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(value,
		func(r rune) bool { return r == ';' || r == ',' }) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func isFalse(value string) bool { return strings.EqualFold(strings.TrimSpace(value), "false") }

// folder is the folder of a path, empty at the root of the tree.
func folder(name string) string {
	if dir := path.Dir(name); dir != "." {
		return dir
	}
	return ""
}

// match compares a path with a pattern: ** stands for any folders, * and ? for characters of
// one name. Letters are equal whatever their case, as on the system that wrote the file.
//
// It takes as many steps as the pattern is long times the path.
func match(pattern, file string) bool {
	if !strings.ContainsAny(pattern, "*?") {
		return strings.EqualFold(pattern, file)
	}
	ps, fs := strings.Split(strings.ToLower(pattern), "/"), strings.Split(strings.ToLower(file),
		"/")
	reach := make([]bool, len(fs)+1) // which parts of the file the pattern so far covers
	reach[0] = true
	for _, p := range ps {
		next := make([]bool, len(fs)+1)
		for i, ok := range reach {
			switch {
			case p == "**" && ok:
				for j := i; j <= len(fs); j++ {
					next[j] = true
				}
			case ok && i < len(fs):
				if matched, err := path.Match(escapeBrackets(p), fs[i]); err == nil && matched {
					next[i+1] = true
				}
			}
		}
		reach = next
	}
	return reach[len(fs)]
}

// escapeBrackets makes brackets mean themselves.
func escapeBrackets(p string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(p)
}
