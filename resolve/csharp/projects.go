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

// A project is a folder with project files, including the files below it. Without any
// project file, the tree is one project.
type project struct {
	dir string
	// which projects of the tree may use which; nil if unknown
	refers  *references
	usings  []using            // global ones
	hidden  []using            // of the SDK, if it is unknown whether the project enables them
	files   []*msbuild.Project // projects listed by solutions first, then by path
	symbols map[string]bool    // of the first file with the newest framework; nil if unknown
	friends map[string]bool    // assemblies with access to internal members, in lower case
	open    bool               // it may have unknown references or friends
}

// compiles reports whether the project links a file of another folder.
//
// `<Compile Include="..\Shared\**\*.cs" />` links files of another folder into the
// project, which sees them as its own.
func (p *project) compiles(file string) bool {
	return slices.ContainsFunc(p.files, func(f *msbuild.Project) bool {
		return f.Compiled(file, false)
	})
}

// listed reports whether a solution lists the project.
func (p *project) listed() bool { return len(p.files) > 0 && p.files[0].Solution != "" }

// links reports whether the project may link any files.
func (p *project) links() bool {
	return slices.ContainsFunc(p.files, func(f *msbuild.Project) bool {
		return slices.ContainsFunc(f.Compiles, func(c msbuild.Compile) bool { return !c.Remove })
	})
}

// A projectSet holds the projects of a tree.
type projectSet struct {
	byDir   map[string]*project
	linking []*project             // projects that link files of other folders, by folder
	without func(file string) bool // project files and solutions to ignore; nil: none
}

// newProjectSet returns a set of projects.
func newProjectSet(byDir map[string]*project) projectSet {
	s := projectSet{byDir: byDir}
	for _, dir := range slices.Sorted(maps.Keys(byDir)) {
		if p := byDir[dir]; p.links() {
			s.linking = append(s.linking, p)
		}
	}
	return s
}

// projects reads the project files: their references and global usings, for the newest
// framework that they are built for.
//
//	<ProjectReference Include="..\Core\Core.csproj" />   // references, transitive
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
			// If a folder has several project files, the one with the newest framework
			// decides which code is active.
			own.symbols = f.Symbols
		}
		own.files = append(own.files, f)
		switch f.ImplicitUsings {
		case "enable", "true":
			own.usings = append(own.usings, sdkUsings(f.SDK)...)
		case "":
			// Not set: a build file above the tree may enable them.
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
	if out[""] == nil { // for files outside of all project folders
		out[""] = &project{hidden: sdkUsings("")}
	}
	return newProjectSet(out)
}

// note records the references to projects that are missing from the tree.
func (s projectSet) note(ix *resolve.Table) {
	for _, dir := range slices.Sorted(maps.Keys(s.byDir)) {
		for _, f := range s.byDir[dir].files {
			for _, written := range f.Missing {
				ix.NoteUnread(f.Path, 0, "the project reference "+written)
			}
		}
	}
}

// solutionsFirst orders project files so that those listed by a solution come first.
func solutionsFirst(a, b *msbuild.Project) int {
	rank := func(p *msbuild.Project) int {
		if p.Solution != "" {
			return 0
		}
		return 1
	}
	return cmp.Compare(rank(a), rank(b))
}

// newest reports whether a further project file of the folder is built for a newer
// framework than the first one. Files listed by a solution take precedence over others.
//
//	Shop.csproj, Shop.Old.csproj    // side by side; Shop.sln lists the first
func (p *project) newest(f *msbuild.Project) bool {
	return len(p.files) > 0 && solutionsFirst(f, p.files[0]) <= 0 && msbuild.Newer(f, p.files[0])
}

// makersOf returns the folders of the projects that build a package or an assembly, by
// its name in lower case: a project may refer to another by its output.
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

// symbols implements [resolve.Language]: the symbols that #if sees in the files of a
// tree.
func symbols(p *resolve.Project) func(path string) map[string]bool {
	all := projects(p)
	return func(file string) map[string]bool {
		own, _ := compilerOf(all, file)
		return own.symbols
	}
}

// projectNames implements [resolve.Language]: a project has the name of its first file.
// The result names the solution that lists the project if the file would belong to
// another one otherwise.
//
// The symbols of a project file are those in its own solution, for every reader.
func projectNames(p *resolve.Project) resolve.ProjectNamer {
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

// firstOf returns the first file of the project that compiles a file, or nil.
func firstOf(all projectSet, file string, without func(string) bool) *msbuild.Project {
	all.without = without
	if own, _ := compilerOf(all, file); len(own.files) > 0 {
		return own.files[0]
	}
	return nil
}

// left returns a project without the files that the set ignores: it belongs to another
// solution, or is unlisted, if its own solution is ignored. Only its project files are
// kept then.
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

// sdkUsings returns the namespaces that a project's SDK imports globally. A tree may
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

// compilerOf returns the project that compiles a file: that of its folder, or, for a file
// that this project excludes or that is outside of all project folders, the first project
// that links it, with those listed by solutions first. A file that no project compiles
// belongs to its folder, and is loose.
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

// linkersOf lists the projects that link a file, except has, the project of the file, by
// folder.
func linkersOf(projects projectSet, file string, has *project) []*project {
	var out []*project
	for _, p := range projects.linking {
		if p != has && p.compiles(file) {
			out = append(out, p)
		}
	}
	return out
}

// projectOf returns the project of a file: the nearest enclosing folder that has one.
// Files outside of all projects share one.
func projectOf(projects projectSet, file string) *project {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		p := projects.left(projects.byDir[cleanDir(dir)])
		if p != nil && (len(p.files) > 0 || cleanDir(dir) == "") {
			return p
		}
	}
}
