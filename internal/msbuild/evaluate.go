package msbuild

import (
	"path"
	"slices"
	"strings"
)

// Limits on the evaluation of one project.
const (
	maxImports = 100
	maxValue   = 1 << 16 // bytes of a property
	maxItems   = 10_000
)

// An evaluation is one pass over a project and its imports. The order is that of the
// SDK: Directory.Build.props, its own properties, the project, Directory.Build.targets.
// Items see the final properties.
type evaluation struct {
	docs      *documents
	project   string    // path of the file
	solution  *solution // in which the project is built; nil without one
	sdk       string
	framework string            // set by the build: the file cannot override it
	values    map[string]string // of properties, by name in lower case
	imports   int
	items     []item

	usings     []Using
	compiles   []Compile
	references []string
	packages   []string
	friends    []string
	missing    []string // see Project.Missing
	incomplete bool     // see Project.Incomplete
	unknown    bool     // the last condition evaluated contains an unknown function
}

// An item is an element of an ItemGroup whose evaluation is deferred until the
// properties are known.
type item struct {
	e          *element
	file       string // that contains it
	conditions []string
}

func newEvaluation(d *documents, project, framework string) *evaluation {
	e := &evaluation{docs: d, project: project, solution: d.solutions[strings.ToLower(project)],
		framework: framework, values: map[string]string{}}
	as := usual
	if e.solution != nil {
		as = e.solution.projects[strings.ToLower(project)]
	}
	for name, value := range map[string]string{
		"Configuration": as.configuration, "Platform": as.platform, "Language": "C#",
		"OutputType":              "Library",
		"MSBuildProjectName":      strings.TrimSuffix(path.Base(project), path.Ext(project)),
		"MSBuildProjectFile":      path.Base(project),
		"MSBuildProjectExtension": path.Ext(project),
		"AssemblyName":            strings.TrimSuffix(path.Base(project), path.Ext(project)),
	} {
		e.values[strings.ToLower(name)] = value
	}
	if framework != "" {
		e.values["targetframework"] = framework
		e.frameworkParts()
	}
	return e
}

// frameworkParts sets the properties that the SDK infers from the target framework.
func (e *evaluation) frameworkParts() {
	f, ok := parseFramework(e.framework)
	if !ok {
		return
	}
	e.values["targetframeworkidentifier"] = identifier(f)
	e.values["targetframeworkversion"] = "v" + versionOf(f)
}

func (e *evaluation) get(name string) string { return e.values[strings.ToLower(name)] }

// run evaluates the project.
func (e *evaluation) run() {
	root := e.docs.of(e.project)
	if root == nil {
		return
	}
	e.sdk = sdkOf(root)
	if e.sdk != "" {
		e.nearest("Directory.Build.props")
		symbols := ";TRACE"
		if strings.EqualFold(e.get("Configuration"), "Debug") {
			symbols = ";DEBUG;TRACE"
		}
		e.values["defineconstants"] = strings.Trim(e.get("DefineConstants")+symbols, ";")
	}
	e.group(root, e.project, nil)
	if e.sdk != "" {
		e.nearest("Directory.Build.targets")
	}
	for _, it := range e.items {
		e.item(it)
	}
}

// sdkOf returns the SDK of a project; empty without one.
func sdkOf(root *element) string {
	if sdk := root.attr("Sdk"); sdk != "" {
		name, _, _ := strings.Cut(sdk, "/")
		return name
	}
	for _, c := range root.children {
		if c.name == "Sdk" || c.name == "Import" && c.attr("Sdk") != "" {
			return c.attr("Name") + c.attr("Sdk")
		}
	}
	return ""
}

// nearest imports the nearest file with a name in the folders above the project.
func (e *evaluation) nearest(name string) {
	if file := e.above(name, folder(e.project)); file != "" {
		e.importFile(file)
	}
}

// above finds a file by name in a folder or its ancestors.
func (e *evaluation) above(name, dir string) string {
	for {
		if file := path.Join(dir, name); e.docs.of(file) != nil {
			return file
		}
		if dir == "" {
			return ""
		}
		dir = folder(dir)
	}
}

func (e *evaluation) importFile(file string) {
	root := e.docs.of(file)
	if e.imports++; e.imports > maxImports || root == nil {
		return
	}
	e.group(root, file, nil)
}

// group evaluates the contents of a project, or of a part of it that is guarded by
// conditions.
func (e *evaluation) group(root *element, file string, conditions []string) {
	for _, c := range root.children {
		switch c.name {
		case "PropertyGroup":
			if e.holds(c, file) {
				e.properties(c, file)
			}
		case "ItemGroup":
			for _, it := range c.children {
				e.keep(it, file, append(conditions[:len(conditions):len(conditions)],
					c.attr("Condition")))
			}
		case "Import":
			switch {
			case !e.holds(c, file):
			case c.attr("Sdk") != "":
				e.importSDK(c, file)
			case !ofMachine(c.attr("Project")):
				e.importAll(e.expand(c.attr("Project"), file), file)
			}
		case "ImportGroup":
			if e.holds(c, file) {
				e.group(c, file, conditions)
			}
		case "Choose":
			e.choose(c, file, conditions)
		}
	}
}

// ofMachine reports whether an import refers to a file that is installed with the
// build tools.
func ofMachine(name string) bool {
	for _, root := range []string{"MSBuildToolsPath", "MSBuildBinPath", "MSBuildExtensionsPath",
		"VSToolsPath", "NuGetPackageRoot", "MSBuildUserExtensionsPath"} {
		if strings.Contains(name, "$("+root) {
			return true
		}
	}
	return false
}

// importSDK imports the files of the tree that an SDK package reads: Arcade, which
// builds the .NET repositories, reads the versions declared by a repository before its
// properties.
//
//	<Import Project="Sdk.props" Sdk="Microsoft.DotNet.Arcade.Sdk" />    // eng/Versions.props
func (e *evaluation) importSDK(c *element, file string) {
	name, _, _ := strings.Cut(c.attr("Sdk"), "/")
	if !strings.EqualFold(name, "Microsoft.DotNet.Arcade.Sdk") ||
		!strings.EqualFold(c.attr("Project"), "Sdk.props") {
		return
	}
	const versions = "eng/Versions.props"
	stated := e.above(versions, folder(file))
	if stated == "" {
		return
	}
	root := rootMark + strings.TrimSuffix(stated, versions)
	for _, p := range [][2]string{{"reporoot", root}, {"repositoryengineeringdir", root + "eng/"}} {
		if e.values[p[0]] == "" {
			e.values[p[0]] = p[1]
		}
	}
	e.importFile(stated)
}

// importAll imports a file of the tree, or all files that match a pattern.
func (e *evaluation) importAll(name, from string) {
	name = e.resolve(name, from)
	if !strings.ContainsAny(name, "*?") {
		e.incomplete = e.incomplete || e.docs.of(name) == nil
		e.importFile(name)
		return
	}
	for _, file := range e.files(name) {
		e.importFile(file)
	}
}

func (e *evaluation) choose(c *element, file string, conditions []string) {
	for _, arm := range c.children {
		if arm.name == "Otherwise" || arm.name == "When" && e.holds(arm, file) {
			e.group(arm, file, conditions)
			return
		}
	}
}

func (e *evaluation) properties(group *element, file string) {
	for _, p := range group.children {
		name := strings.ToLower(p.name)
		if name == "targetframework" && e.framework != "" || !e.holds(p, file) {
			continue
		}
		if value := e.expand(p.text.String(), file); len(value) <= maxValue {
			e.values[name] = strings.TrimSpace(value)
		}
	}
}

func (e *evaluation) keep(it *element, file string, conditions []string) {
	if len(e.items) < maxItems {
		e.items = append(e.items, item{it, file,
			append(conditions[:len(conditions):len(conditions)], it.attr("Condition"))})
	}
}

// holds reports whether the condition of an element is true.
func (e *evaluation) holds(c *element, file string) bool {
	return e.condition(c.attr("Condition"), file)
}

// resolve converts a path in a file to one relative to the tree. A path that leads out
// of the tree begins with "..".
func (e *evaluation) resolve(name, from string) string {
	name = strings.ReplaceAll(strings.TrimSpace(name), `\`, "/")
	if rooted, ok := strings.CutPrefix(name, rootMark); ok {
		return path.Clean(strings.TrimLeft(rooted, "/")) // $(SolutionDir)\build: two separators
	}
	return path.Join(folder(from), name)
}

// rootMark begins a path that a property function has made relative to the root of
// the tree.
const rootMark = "//tree/"

// item evaluates one item.
func (e *evaluation) item(it item) {
	for _, c := range it.conditions {
		if !e.condition(c, it.file) {
			e.incomplete = e.incomplete || e.unknown && it.e.name == "ProjectReference"
			return
		}
	}
	include := list(e.expand(it.e.attr("Include"), it.file))
	remove := list(e.expand(it.e.attr("Remove"), it.file))
	// paths in items are relative to the project, whichever file they are in
	at := func(name string) string { return e.resolve(name, e.project) }
	if e.refers(it, include, remove) {
		return
	}
	switch it.e.name {
	case "Compile":
		var not []string
		for _, name := range list(e.expand(it.e.attr("Exclude"), it.file)) {
			not = append(not, at(name))
		}
		for _, name := range include {
			e.compiles = append(e.compiles, Compile{Pattern: at(name), Not: not})
		}
		for _, name := range remove {
			e.compiles = append(e.compiles, Compile{Pattern: at(name), Remove: true})
		}
	case "Using":
		for _, name := range include {
			e.usings = append(e.usings, Using{Namespace: name,
				Alias:  e.expand(metadata(it.e, "Alias"), it.file),
				Static: strings.EqualFold(e.expand(metadata(it.e, "Static"), it.file), "true")})
		}
		for _, name := range remove {
			e.usings = append(e.usings, Using{Namespace: name, Removed: true})
		}
	}
}

// refers records an item that controls visibility between projects, and reports whether
// it is one. The values that such an item takes from other items are unknown.
//
//	<InternalsVisibleTo Include="@(Friend)" />
func (e *evaluation) refers(it item, include, remove []string) bool {
	switch name := it.e.name; {
	case name == "ProjectReference":
		e.refer(it, include, remove)
	case name == "PackageReference" || name == "Reference":
		for _, name := range include {
			e.packages = append(e.packages, assemblyName(name))
		}
	case strings.HasPrefix(name, "InternalsVisibleTo"): // or targets add a key to it
		for _, name := range include {
			e.friends = append(e.friends, assemblyName(name))
		}
	case name == "AssemblyAttribute" && slices.ContainsFunc(include, IsFriendAttribute):
		e.friends = append(e.friends,
			assemblyName(e.expand(metadata(it.e, "_Parameter1"), it.file)))
	default:
		return false
	}
	e.incomplete = e.incomplete || strings.Contains(it.e.attr("Include"), "@(")
	return true
}

// refer records references to projects. A project that is only built first, and not
// compiled against, makes no code visible.
//
//	<ProjectReference Include="..\Gen\Gen.csproj" ReferenceOutputAssembly="false" />
//	<ProjectReference Include="..\Modules\**\*.csproj" />
func (e *evaluation) refer(it item, include, remove []string) {
	output := e.expand(metadata(it.e, "ReferenceOutputAssembly"), it.file)
	for _, name := range include {
		if !isFalse(output) {
			e.referTo(it.e.attr("Include"), e.resolve(name, e.project))
		}
	}
	for _, name := range remove {
		file := e.resolve(name, e.project)
		e.references = slices.DeleteFunc(e.references,
			func(ref string) bool { return match(file, ref) })
	}
}

// referTo records a reference to the project files that a path resolves to. If the tree
// has no such file, the files that end with the text after the last property of the
// path stay visible; otherwise the project may refer to any.
//
//	<ProjectReference Include="$(SolutionDir)src\Lib\Lib.csproj" />    // without a solution
func (e *evaluation) referTo(written, name string) {
	files := e.files(name)
	for i, file := range files {
		if _, ok := e.docs.files[file]; !ok {
			if other, ok := e.docs.fold(file); ok {
				files[i] = other
			}
		}
	}
	known := slices.DeleteFunc(slices.Clone(files), func(file string) bool {
		_, ok := e.docs.files[file]
		return !ok
	})
	if len(known) > 0 {
		e.references = append(e.references, known...)
		return
	}
	tail := ""
	if i := strings.LastIndexByte(written, ')'); i >= 0 && strings.Contains(written, "$(") {
		tail = strings.TrimLeft(strings.ReplaceAll(written[i+1:], `\`, "/"), "/")
	}
	if tail != "" {
		for _, file := range e.docs.names() {
			if match(tail, file) || match("**/"+tail, file) {
				known = append(known, file)
			}
		}
	}
	e.references = append(e.references, files...)
	e.references = append(e.references, known...)
	if len(known) == 0 && !strings.ContainsAny(name, "*?") && !strings.HasPrefix(name, "../") {
		e.incomplete = e.incomplete || tail != ""
		e.missing = append(e.missing, written)
	}
}

// files returns the project files that a name refers to, by path: all that match a
// pattern, or a single one.
func (e *evaluation) files(name string) []string {
	if !strings.ContainsAny(name, "*?") {
		return []string{name}
	}
	var out []string
	for _, file := range e.docs.names() {
		if match(name, file) {
			out = append(out, file)
		}
	}
	return out
}

// assemblyName returns the simple name of an assembly: the part before version and
// key.
func assemblyName(name string) string {
	name, _, _ = strings.Cut(name, ",")
	return strings.TrimSpace(name)
}

// IsFriendAttribute reports whether an attribute names an assembly to which
// internal members are visible.
func IsFriendAttribute(name string) bool {
	name = strings.TrimSuffix(name[strings.LastIndexByte(name, '.')+1:], "Attribute")
	return name == "InternalsVisibleTo"
}

// metadata returns the metadata of an item, from an attribute or a child element.
func metadata(it *element, name string) string {
	if value := it.attr(name); value != "" {
		return value
	}
	for _, c := range it.children {
		if strings.EqualFold(c.name, name) {
			return strings.TrimSpace(c.text.String())
		}
	}
	return ""
}
