// Package entry finds the entry points of a tree, which are started from outside its
// code: program entry points, commands, hosted services, scheduled jobs, listeners and
// platform functions.
//
//	entry.go   definitions by their names, annotations and base types
//	tables.go  the annotations and base types of frameworks, by full name
//	jobs.go    code passed to a scheduler
//
// Handlers of routes and of messages, and tests, are known by edges and flags; see
// [graph.Role].
package entry

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An Entry is a definition that is started from outside the tree.
type Entry struct {
	Def  resolve.DefID
	Role graph.Role
	By   resolve.DefID // the definition that declares it
}

// A Runner finds the code that libraries run.
type Runner interface {
	interest.SiteReader

	// Entries lists the entry points, in any order. Time is linear in the definitions, their bases and
	// the sites of the tree.
	Entries(t *eval.Tree) []Entry
}

// A Set is a list of runners, besides those that the package itself knows.
type Set []Runner

// Find lists the entry points of a tree, by definition, role and declaration. Those in
// test code are omitted. Time is linear in the definitions, their bases and the sites
// of the tree. If a runner panics, its entry points are lost, and the panic is recorded.
func (s Set) Find(t *eval.Tree) []Entry {
	r := &reader{Tree: t}
	t.Guard(r.read)
	for _, x := range s {
		t.Guard(func() { r.found = append(r.found, x.Entries(t)...) })
	}
	slices.SortFunc(r.found, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Def, b.Def), cmp.Compare(a.Role, b.Role), cmp.Compare(a.By, b.By))
	})
	return slices.Compact(r.found)
}

// A reader collects the entry points of one tree.
type reader struct {
	*eval.Tree
	found  []Entry
	global []string // C#: namespaces of global usings
}

func (r *reader) read() {
	for _, f := range r.Table.Files {
		for i := range f.Imports {
			if f.Imports[i].Global {
				r.global = append(r.global, f.Imports[i].Path)
			}
		}
	}
	for _, f := range r.Table.Files {
		if f.Test {
			continue
		}
		r.module(f)
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			r.named(d)
			r.annotated(d)
			if d.Kind.IsType() && len(d.Bases) > 0 {
				r.derived(d)
			}
		}
	}
	r.jobs()
}

func (r *reader) enter(d resolve.DefID, role graph.Role, by resolve.DefID) {
	r.found = append(r.found, Entry{d, role, by})
}

// module adds a Python module or an R script that runs code when it is the main
// program.
func (r *reader) module(f *resolve.File) {
	if f.Language == "python" && strings.Contains(f.Text, "\nif __name__ ==") ||
		f.Language == "r" && isProgram(f) {
		r.enter(f.ID(0), graph.RoleMain, f.ID(0))
	}
}

// isProgram reports whether an R file is run: a document, a file that a framework finds
// by its name, or a script that has a shebang line or reads the command line.
func isProgram(f *resolve.File) bool {
	switch name := strings.ToLower(path.Base(f.Path)); name {
	case "app.r", "server.r", "plumber.r", "_targets.r":
		return true
	default:
		return path.Ext(name) != ".r" || strings.HasPrefix(f.Text, "#!") ||
			!f.Test && strings.Contains(f.Text, "commandArgs(")
	}
}

// named adds the definitions that the language or a functions platform starts by name.
//
//	func main() {}                         // Go, in package main; func init() in any
//	static void Main(string[] args)        // C#, and main of Java
//	def lambda_handler(event, context):    // AWS Lambda, and handler
//	export const handler = async (event)   // of JavaScript, too
func (r *reader) named(d *resolve.Def) {
	role := graph.NoRole
	switch d.File.Language {
	case "go":
		program := d.Name == "main" && strings.Contains(d.File.Text, "package main")
		if d.Kind == graph.KindFunction && len(d.Params) == 0 && (program || d.Name == "init") {
			role = graph.RoleMain
		}
	case "csharp":
		if d.Name == "Main" && d.Kind == graph.KindMethod && resolve.HasModifier(d, "static") {
			role = graph.RoleMain
		}
	case "java":
		if d.Name == "main" && d.Kind == graph.KindMethod && resolve.HasModifier(d, "static") &&
			len(d.Params) == 1 {
			role = graph.RoleMain
		}
	case "python", "javascript", "typescript":
		if d.Kind == graph.KindFunction && d.Outer == d.File.ID(0) && isFunctionHandler(d) {
			role = graph.RoleFunction
		}
	}
	if role != graph.NoRole {
		r.enter(d.ID, role, d.ID)
	}
}

// isFunctionHandler reports whether a function has the name and the first parameter of
// a handler for AWS Lambda and similar platforms.
func isFunctionHandler(d *resolve.Def) bool {
	switch d.Name {
	case "lambda_handler", "lambdaHandler":
		return true
	case "handler":
		return len(d.Params) > 0 && strings.TrimLeft(d.Params[0].Name, "_") == "event" &&
			(d.Exported || d.File.Language == "python" && len(d.Params) == 2)
	}
	return false
}

// annotated adds a definition with an annotation, attribute or decorator that makes it
// an entry point.
func (r *reader) annotated(d *resolve.Def) {
	for _, written := range d.Decorators {
		if last := resolve.LastName(written); shortNames[last] || shortNames[last+attribute] {
			r.annotation(d, written)
		}
		if strings.HasSuffix(written, ".command") && d.File.Language == "python" &&
			imports(d.File, commandLibraries) {
			r.enter(d.ID, graph.RoleCommand, d.ID)
		}
	}
}

// attribute is the suffix that a C# attribute name may omit.
const attribute = "Attribute"

func (r *reader) annotation(d *resolve.Def, written string) {
	for _, full := range r.fullNames(d.File, written, attribute) {
		if role := annotations[full]; role != graph.NoRole {
			r.started(d, role)
		}
	}
}

// started adds a definition; for a class, the methods that run it.
func (r *reader) started(d *resolve.Def, role graph.Role) {
	if !d.Kind.IsType() {
		r.enter(d.ID, role, d.ID)
		return
	}
	for _, name := range []string{"run", "call"} {
		if m := r.Member(d.ID, name); m != d.ID {
			r.enter(m, role, d.ID)
		}
	}
}

// derived adds the methods of a class by which a framework runs it, by its direct and
// indirect base types. An abstract class is run as its subclasses.
func (r *reader) derived(d *resolve.Def) {
	if d.Kind == graph.KindInterface || resolve.HasModifier(d, "abstract") {
		return
	}
	for _, c := range r.Lineage(d.ID) {
		class := r.Table.Def(c)
		for _, base := range class.Bases {
			if !shortNames[resolve.LastName(base.Name)] || r.declares(c, base.Name) {
				continue
			}
			for _, full := range r.fullNames(class.File, base.Name, "") {
				for _, method := range bases[full].methods {
					r.runs(d.ID, method, bases[full].role, c)
				}
			}
		}
	}
}

// declares reports whether a base type of a class is in the tree.
func (r *reader) declares(class resolve.DefID, written string) bool {
	return slices.ContainsFunc(r.Table.Bases[class], func(b resolve.Type) bool {
		return b.Def > resolve.None && r.Table.Def(b.Def).Name == resolve.LastName(written)
	})
}

// runs adds the method of that name that a class declares or inherits.
func (r *reader) runs(class resolve.DefID, method string, role graph.Role, by resolve.DefID) {
	if m := r.Member(class, method); m != class {
		r.enter(m, role, by)
	}
}

// fullNames lists the possible external full names of a written name, by the imports of
// its file. In C# a name may omit a suffix.
func (r *reader) fullNames(f *resolve.File, written, ending string) []string {
	if f.Language == "csharp" {
		return r.inNamespaces(f, written, ending)
	}
	return eval.Imported(f, written)
}

// always is a namespace that projects with implicit usings need not import.
const always = "Microsoft.Extensions.Hosting"

// inNamespaces lists the possible full names of a C# name, with and without a suffix.
func (r *reader) inNamespaces(f *resolve.File, written, ending string) []string {
	spaces := append(slices.Clone(r.global), always)
	for i := range f.Imports {
		spaces = append(spaces, f.Imports[i].Path)
	}
	out := []string{written}
	for _, s := range spaces {
		out = append(out, s+"."+written)
	}
	if ending != "" {
		for _, name := range slices.Clone(out) {
			out = append(out, name+ending)
		}
	}
	return out
}

// imports reports whether a file imports something from one of some modules.
func imports(f *resolve.File, modules []string) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool {
		module, _, _ := strings.Cut(im.Path, ".")
		return slices.Contains(modules, module) ||
			im.Path == "" && slices.Contains(modules, im.Name)
	})
}
