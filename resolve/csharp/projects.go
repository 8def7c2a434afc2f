package csharp

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"seedgraph/internal/msbuild"
	"seedgraph/resolve"
)

// A project is a folder with project files and what is below it. Without
// any project file the tree is one project.
type project struct {
	dir string
	// which projects of the tree may use which; nil when unknown
	refers  *references
	usings  []using            // global ones
	hidden  []using            // of the SDK, if nothing says whether the project has them
	files   []*msbuild.Project // those of solutions first, then by path
	symbols map[string]bool    // of the first file with the newest framework; nil when unknown
	friends map[string]bool    // assemblies that see what is internal, in lower case
	open    bool               // it may refer to more, or have more friends, than is known
}

// compiles reports whether a file of another folder is one that the project links in.
//
// `<Compile Include="..\Shared\**\*.cs" />` links files of another folder into the project,
// which sees them as its own.
func (p *project) compiles(file string) bool {
	return slices.ContainsFunc(p.files, func(f *msbuild.Project) bool {
		return f.Compiled(file, false)
	})
}

// listed reports whether a solution lists the project.
func (p *project) listed() bool { return len(p.files) > 0 && p.files[0].Solution != "" }

// links reports whether the project may link in anything at all.
func (p *project) links() bool {
	return slices.ContainsFunc(p.files, func(f *msbuild.Project) bool {
		return slices.ContainsFunc(f.Compiles, func(c msbuild.Compile) bool { return !c.Remove })
	})
}

// A projectSet is the projects of a tree.
type projectSet struct {
	byDir   map[string]*project
	linking []*project             // those that link files of other folders in, by folder
	without func(file string) bool // project files and solutions to leave out; nil: none
}

// newProjectSet gathers projects.
func newProjectSet(byDir map[string]*project) projectSet {
	s := projectSet{byDir: byDir}
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		if p := byDir[dir]; p.links() {
			s.linking = append(s.linking, p)
		}
	}
	return s
}

// projects reads the project files: what they refer to and use everywhere, as for the newest
// framework that they are built for.
//
//	<ProjectReference Include="..\Core\Core.csproj" />   // references, with theirs
//	<Using Include="Shop.Model" />                       // a global using
//	<ImplicitUsings>enable</ImplicitUsings>              // those of the SDK
func projects(p *resolve.Project) projectSet {
	out := map[string]*project{}
	direct := map[string][]string{}
	all := msbuild.Read(p.Files)
	slices.SortStableFunc(all, solutionsFirst)
	makers := makersOf(all)
	for _, f := range all {
		own := out[f.Dir]
		if own == nil {
			own = &project{dir: f.Dir, friends: map[string]bool{}}
			out[f.Dir] = own
		}
		own.open = own.open || f.Incomplete
		for _, friend := range f.Friends {
			own.friends[strings.ToLower(friend)] = true
		}
		if own.symbols == nil || own.newest(f) {
			// Several project files in one folder: that of the newest framework says what is
			// compiled.
			own.symbols = f.Symbols
		}
		own.files = append(own.files, f)
		switch f.ImplicitUsings {
		case "enable", "true":
			own.usings = append(own.usings, sdkUsings(f.SDK)...)
		case "":
			// Nothing is written: a build file above the tree may enable them.
			own.hidden = sdkUsings(f.SDK)
		}
		for _, u := range f.Usings {
			if u.Removed {
				own.usings = slices.DeleteFunc(own.usings,
					func(x using) bool { return x.path == u.Namespace })
				continue
			}
			own.usings = append(own.usings,
				using{path: u.Namespace, alias: u.Alias, static: u.Static})
		}
		for _, ref := range f.References {
			direct[f.Dir] = append(direct[f.Dir], cleanDir(path.Dir(ref)))
		}
		for _, name := range f.Packages {
			direct[f.Dir] = append(direct[f.Dir], makers[strings.ToLower(name)]...)
		}
	}
	refers := newReferences(direct)
	for _, project := range out {
		project.refers = refers
	}
	if out[""] == nil { // of the files in no project's folder
		out[""] = &project{hidden: sdkUsings("")}
	}
	return newProjectSet(out)
}

// note lists the references to projects that the tree does not have.
func (s projectSet) note(ix *resolve.Table) {
	for _, dir := range slices.Sorted(maps.Keys(s.byDir)) {
		for _, f := range s.byDir[dir].files {
			for _, written := range f.Missing {
				ix.Unread(f.Path, 0, "the project reference "+written)
			}
		}
	}
}

// solutionsFirst orders project files so that those that a solution lists are before others.
func solutionsFirst(a, b *msbuild.Project) int {
	rank := func(p *msbuild.Project) int {
		if p.Solution != "" {
			return 0
		}
		return 1
	}
	return cmp.Compare(rank(a), rank(b))
}

// newest reports whether a further project file of the folder is built for a newer framework
// than the first one. A file that no solution lists gives way to one that a solution does.
//
//	Shop.csproj, Shop.Old.csproj    // side by side; Shop.sln lists the first
func (p *project) newest(f *msbuild.Project) bool {
	return len(p.files) > 0 && solutionsFirst(f, p.files[0]) <= 0 && msbuild.Newer(f, p.files[0])
}

// makersOf lists the folders of the projects that make a package or an assembly, by its name
// in lower case: a project may refer to another by what it makes.
func makersOf(all []*msbuild.Project) map[string][]string {
	out := map[string][]string{}
	for _, f := range all {
		names := []string{strings.ToLower(f.Assembly), strings.ToLower(f.Package)}
		for _, name := range slices.Compact(names) {
			out[name] = append(out[name], f.Dir)
		}
	}
	return out
}

// symbols implements [resolve.Language]: what #if sees defined in the files of a tree.
func symbols(p *resolve.Project) func(path string) map[string]bool {
	all := projects(p)
	return func(file string) map[string]bool {
		own, _ := compilerOf(all, file)
		return own.symbols
	}
}

// projectNames implements [resolve.Language]: a project has the name of its first file. A
// solution that lists it decides if the file were another one's with the project unlisted.
//
// What a project file says is what it says in its own solution, who ever asks.
func projectNames(p *resolve.Project) resolve.Namer {
	all := projects(p)
	return func(file string, without func(string) bool) resolve.ProjectName {
		first := firstOf(all, file, without)
		if first == nil {
			return resolve.ProjectName{}
		}
		n := resolve.ProjectName{Name: first.Name, File: first.Path}
		if first.Solution != "" && firstOf(all, file, func(f string) bool {
			return without != nil && without(f) || slices.Contains(first.Solutions, f)
		}).Path != first.Path {
			n.Solution = first.Solution
		}
		return n
	}
}

// firstOf finds the first file of the project that compiles a file; nil if that has none.
func firstOf(all projectSet, file string, without func(string) bool) *msbuild.Project {
	all.without = without
	if own, _ := compilerOf(all, file); len(own.files) > 0 {
		return own.files[0]
	}
	return nil
}

// left is a project as it is without the files that the set leaves out: of another solution or
// unlisted if its own is one of these. Only which project files it has is kept of it then.
func (s projectSet) left(p *project) *project {
	if s.without == nil || p == nil {
		return p
	}
	out := &project{dir: p.dir}
	for _, f := range p.files {
		if s.without(f.Path) {
			continue
		}
		in := ""
		if i := slices.IndexFunc(f.Solutions,
			func(path string) bool { return !s.without(path) }); i >= 0 {
			in = f.Solutions[i]
		}
		if in != f.Solution {
			other := *f
			other.Solution = in
			f = &other
		}
		out.files = append(out.files, f)
	}
	slices.SortFunc(out.files, func(a, b *msbuild.Project) int {
		return cmp.Or(solutionsFirst(a, b), cmp.Compare(a.Path, b.Path))
	})
	return out
}

// sdkUsings are the namespaces that a project's SDK uses everywhere. A tree may
// declare types in them.
func sdkUsings(sdk string) []using {
	names := []string{"System", "System.Collections.Generic", "System.IO", "System.Linq",
		"System.Net.Http", "System.Threading", "System.Threading.Tasks"}
	hosting := []string{
		"Microsoft.Extensions.Configuration", "Microsoft.Extensions.DependencyInjection",
		"Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging",
	}
	switch {
	case sdk == "Microsoft.NET.Sdk.Web":
		names = append(names, hosting...)
		names = append(names, "System.Net.Http.Json", "Microsoft.AspNetCore.Builder",
			"Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Http",
			"Microsoft.AspNetCore.Routing")
	case sdk == "Microsoft.NET.Sdk.Worker":
		names = append(names, hosting...)
	}
	var out []using
	for _, n := range names {
		out = append(out, using{path: n})
	}
	return out
}

func cleanDir(dir string) string {
	if dir == "." {
		return ""
	}
	return dir
}

// compilerOf finds the project that compiles a file: that of its folder, or, of a
// file that this leaves out or that is in no project's folder, the first that links it in, those
// of solutions before others.
// A file that none compiles belongs to its folder all the same, and is loose.
func compilerOf(projects projectSet, file string) (p *project, loose bool) {
	own := projectOf(projects, file)
	if slices.ContainsFunc(own.files, func(f *msbuild.Project) bool {
		return f.Compiled(file, true)
	}) {
		return own, false
	}
	linked := func(solution bool) *project {
		for _, all := range projects.linking {
			if p := projects.left(all); p.listed() == solution && p.compiles(file) {
				return p
			}
		}
		return nil
	}
	if p := cmp.Or(linked(true), linked(false)); p != nil {
		return p, false
	}
	return own, len(projects.byDir) > 1 && path.Ext(file) == ".cs"
}

// linkersOf lists the projects that link a file in, but for the one that has it, by folder.
func linkersOf(projects projectSet, file string, has *project) []*project {
	var out []*project
	for _, p := range projects.linking {
		if p != has && p.compiles(file) {
			out = append(out, p)
		}
	}
	return out
}

// projectOf finds the project of a file: the nearest folder that has one. Files
// in no project share one.
func projectOf(projects projectSet, file string) *project {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		p := projects.left(projects.byDir[cleanDir(dir)])
		if p != nil && (len(p.files) > 0 || cleanDir(dir) == "") {
			return p
		}
	}
}
