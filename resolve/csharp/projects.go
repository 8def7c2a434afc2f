package csharp

import (
	"maps"
	"path"
	"slices"
	"strings"

	"seedgraph/resolve"
)

// A project is a folder with a project file and what lies below it. Without
// any project file the tree is one project.
type project struct {
	dir string
	// folders of the projects that it may use, itself included; nil when unknown
	refers map[string]bool
	usings []using  // global ones
	hidden []using  // of the SDK, if nothing says whether the project has them
	linked []string // files of other folders that it compiles; a * stands for any
}

// compiles reports whether a file is one that the project links in.
//
// `<Compile Include="..\Shared\**\*.cs" />` links files of another folder into the project,
// which sees them as its own.
func (p *project) compiles(file string) bool {
	for _, l := range p.linked {
		first, last := strings.IndexByte(l, '*'), strings.LastIndexByte(l, '*')
		if file == l || first >= 0 && strings.HasPrefix(file, l[:first]) &&
			strings.HasSuffix(file, l[last+1:]) {
			return true
		}
	}
	return false
}

// projects reads the project files: what they refer to and use everywhere.
//
//	<ProjectReference Include="..\Core\Core.csproj" />   // references, with theirs
//	<Using Include="Shop.Model" />                       // a global using
//	<ImplicitUsings>enable</ImplicitUsings>              // those of the SDK
//
// Conditions are not evaluated: what any of them may bring in counts.
func projects(p *resolve.Project) map[string]*project {
	out := map[string]*project{}
	var names []string
	for name := range p.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	direct := map[string][]string{}
	for _, name := range names {
		if path.Ext(name) != ".csproj" {
			continue
		}
		dir := cleanDir(path.Dir(name))
		if out[dir] == nil {
			out[dir] = &project{dir: dir}
		}
		text := p.Files[name]
		texts := text + inheritedProps(p, dir)
		switch implicitUsings(texts) {
		case "enable", "true":
			out[dir].usings = append(out[dir].usings, sdkUsings(text)...)
		case "":
			out[dir].hidden = sdkUsings(text)
		}
		out[dir].usings = append(out[dir].usings, itemUsings(text)...)
		for _, item := range xmlItems(text, "Compile") {
			if file := strings.ReplaceAll(item["Include"], `\`, "/"); strings.HasPrefix(file,
				"../") {
				out[dir].linked = append(out[dir].linked, path.Join(dir, file))
			}
		}
		for _, ref := range xmlItems(text, "ProjectReference") {
			to := path.Join(dir, strings.ReplaceAll(ref["Include"], `\`, "/"))
			direct[dir] = append(direct[dir], cleanDir(path.Dir(to)))
		}
	}
	for _, name := range names {
		if base := path.Base(name); base == "Directory.Build.props" ||
			base == "Directory.Build.targets" {
			shared := itemUsings(p.Files[name])
			for dir, project := range out {
				if within(dir, cleanDir(path.Dir(name))) {
					project.usings = append(project.usings, shared...)
				}
			}
		}
	}
	for dir, project := range out {
		project.refers = reachable(dir, direct)
	}
	return out
}

// inheritedProps joins the shared build files of the folders around dir.
//
// MSBuild imports the nearest Directory.Build.props alone, but that commonly imports the one
// above it, so that all of them count.
func inheritedProps(p *resolve.Project, dir string) string {
	var b strings.Builder
	for {
		b.WriteString(p.Files[path.Join(dir, "Directory.Build.props")])
		b.WriteString(p.Files[path.Join(dir, "Directory.Build.targets")])
		if dir == "" {
			return b.String()
		}
		dir = cleanDir(path.Dir(dir))
	}
}

// implicitUsings is what a project says of the usings of its SDK; empty if it says
// nothing, so that a build file out of sight may.
func implicitUsings(text string) string {
	_, value, _ := strings.Cut(text, "<ImplicitUsings>")
	value, _, _ = strings.Cut(value, "<")
	return strings.ToLower(strings.TrimSpace(value))
}

// sdkUsings are the namespaces that a project's SDK uses everywhere. A tree may
// declare types in them.
func sdkUsings(project string) []using {
	names := []string{"System", "System.Collections.Generic", "System.IO", "System.Linq",
		"System.Net.Http", "System.Threading", "System.Threading.Tasks"}
	hosting := []string{
		"Microsoft.Extensions.Configuration", "Microsoft.Extensions.DependencyInjection",
		"Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging",
	}
	switch {
	case strings.Contains(project, "Microsoft.NET.Sdk.Web"):
		names = append(names, hosting...)
		names = append(names, "System.Net.Http.Json", "Microsoft.AspNetCore.Builder",
			"Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Http",
			"Microsoft.AspNetCore.Routing")
	case strings.Contains(project, "Microsoft.NET.Sdk.Worker"):
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

func within(dir, outer string) bool {
	return outer == "" || dir == outer || strings.HasPrefix(dir, outer+"/")
}

// reachable lists the folders that references lead to from dir, dir included.
//
// References are transitive in SDK projects: what Core refers to is visible where Core is.
func reachable(dir string, direct map[string][]string) map[string]bool {
	seen := map[string]bool{dir: true}
	queue := []string{dir}
	for len(queue) > 0 {
		for _, d := range direct[queue[0]] {
			if !seen[d] {
				seen[d] = true
				queue = append(queue, d)
			}
		}
		queue = queue[1:]
	}
	return seen
}

// compilerOf finds the project that compiles a file: that of its folder, or, of a
// file in no project's folder, the first that links it in.
func compilerOf(projects map[string]*project, file string) *project {
	own := projectOf(projects, file)
	if own.refers != nil {
		return own
	}
	for _, dir := range slices.Sorted(maps.Keys(projects)) {
		if projects[dir].compiles(file) {
			return projects[dir]
		}
	}
	return own
}

// projectOf finds the project of a file: the nearest folder that has one. Files
// in no project share one, which is made when first asked for.
func projectOf(projects map[string]*project, file string) *project {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if p := projects[cleanDir(dir)]; p != nil {
			return p
		}
		if dir == "." || dir == "/" {
			projects[""] = &project{hidden: sdkUsings("")}
			return projects[""]
		}
	}
}

// itemUsings reads <Using Include="N" Static="true" Alias="A"/>.
func itemUsings(text string) []using {
	var out []using
	for _, item := range xmlItems(text, "Using") {
		if item["Include"] != "" {
			out = append(out, using{path: item["Include"], alias: item["Alias"],
				static: strings.EqualFold(item["Static"], "true")})
		}
	}
	return out
}

// xmlItems lists the attributes of the elements of a name.
//
// A project file is read by its tags: only the attributes of a few elements are wanted, and a
// file that is not well-formed should not lose the rest.
func xmlItems(text, element string) []map[string]string {
	var out []map[string]string
	for {
		_, rest, ok := strings.Cut(text, "<"+element)
		if !ok {
			return out
		}
		text = rest
		if rest == "" || strings.IndexByte(" \t\r\n", rest[0]) < 0 {
			continue
		}
		tag, _, _ := strings.Cut(rest, ">")
		item := map[string]string{}
		for {
			name, after, ok := strings.Cut(tag, `="`)
			if !ok {
				break
			}
			value, more, _ := strings.Cut(after, `"`)
			item[strings.TrimSpace(name)] = value
			tag = more
		}
		out = append(out, item)
	}
}
