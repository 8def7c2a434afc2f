// Package msbuild evaluates .NET project files as a build for their newest target
// framework would, without running one: properties, conditions, imports inside the
// tree, and the items that determine the compiled files and the visibility between
// projects.
//
// The definitions of the SDK are known as far as sources depend on them: its usings,
// and the symbols of the framework. Nothing of the machine is known: environment
// variables are empty, files outside the tree do not exist. Nullable is not read: it
// changes only warnings, no bindings.
//
// A solution (.sln, .slnx) lists the project files that are built together and their
// configurations, and determines $(SolutionDir). Projects in no solution are read, too.
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
	Solution  string   // path of the solution in which it is built; empty without one
	Solutions []string // paths of all solutions that list it, Solution first, the others by path
	Name      string   // of the file without extension
	SDK       string   // Microsoft.NET.Sdk.Web; empty for a project of the old form
	Framework string   // the newest target framework: net8.0; empty if unknown
	Assembly  string   // the name of its output
	Package   string   // the name under which it is packed
	// lower-case true or enable; empty if not set
	ImplicitUsings string
	Symbols        map[string]bool // preprocessor symbols defined for #if
	Usings         []Using         // global usings in the file
	Compiles       []Compile       // in source order; later ones win
	References     []string        // paths of the projects that it references, for any framework
	Packages       []string        // names of packages and assemblies that it references, for any framework
	Friends        []string        // names of assemblies to which internal members are visible
	// it may reference more: through files that are not in the tree, or in targets
	Incomplete bool
	// Missing are the references, as written, to projects that are not in the tree.
	Missing []string

	noDefaults bool // it compiles only the files listed by its items
}

// A Using is a global using directive.
type Using struct {
	Namespace, Alias string
	Static           bool
	Removed          bool // it removes a using of the SDK, or of the file
}

// A Compile includes or excludes the files that match a pattern.
type Compile struct {
	Pattern string // a path in the tree; may have **, * and ?
	Not     []string
	Remove  bool
}

// Files are the texts of project files and their imports, by path.
type Files map[string]string

// Read evaluates all project files, by path. For each, imports, elements and the
// length of values are limited.
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

// project evaluates one file: once to find its frameworks, and once for each of
// them.
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

// maxFrameworks limits the number of evaluations of one file.
const maxFrameworks = 12

// referAsFor adds the references of the project for other frameworks: code for
// these is read, too.
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

// union appends to list the elements of more that it lacks.
func union(list, more []string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// Compiled reports whether the project compiles the file at a path. own reports whether
// the file is in the project's folder and not in the folder of a project below it.
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

// Newer reports whether a is built for a newer framework than b.
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

// folder returns the folder of a path, empty at the root of the tree.
func folder(name string) string {
	if dir := path.Dir(name); dir != "." {
		return dir
	}
	return ""
}

// match compares a path with a pattern: ** matches any folders, * and ? match
// characters of one name. Case is ignored, as on the system on which the file was
// written.
//
// It takes time proportional to the product of the lengths of pattern and path.
func match(pattern, file string) bool {
	if !strings.ContainsAny(pattern, "*?") {
		return strings.EqualFold(pattern, file)
	}
	ps, fs := strings.Split(strings.ToLower(pattern), "/"), strings.Split(strings.ToLower(file),
		"/")
	reach := make([]bool, len(fs)+1) // reach[i]: the pattern so far matches the first i parts of the file
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

// escapeBrackets escapes brackets so that they match literally.
func escapeBrackets(p string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(p)
}
