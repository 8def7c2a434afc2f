package csharp

import (
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules bind C#. A file is bound as a whole by a [binder], because what
// a call means depends on the types of its arguments, those of a lambda's
// parameters on the call, and so on in turn: every reference is resolved once,
// when first asked for, and knows the type of what it gives.
//
//	rules.go           rules; what is kept of the whole tree; projects
//	scope.go     names of types and namespaces
//	eval.go      names and expressions
//	call.go      invocations
//	overload.go  overloads: candidates that take the arguments, and the better of them
//	convert.go   whether a value of one type becomes one of another
//	infer.go     type arguments, types of lambdas' parameters
//	members.go   members that override or implement others
//	strings.go   names in strings, and strings that methods are given to run
//	known.go     types of the framework that carry types of the tree
type rules struct {
	resolve.PlainRules
	tree *tree
}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{
		Family: "csharp", Names: []string{"csharp"}, Rules: func() resolve.Rules { return &rules{} },
		ProjectFiles: []string{"*.csproj", "Directory.Build.props", "Directory.Build.targets"},
	}
}

// Merges joins the parts of a partial type.
func (*rules) Merges(d *resolve.Def) bool { return d.Partial }

func (r *rules) Prepare(ix *resolve.Table) {
	r.tree = newTree(ix)
}

func (r *rules) ResolveType(b *resolve.Binder, ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	return r.tree.written(b.File, ref, from, at)
}

func (r *rules) Imported(b *resolve.Binder, im *parse.Import) resolve.Target {
	t := r.tree
	if t.namespaces[im.Path] {
		return resolve.Target{Modules: []string{im.Path}}
	}
	return resolve.Target{External: true}
}

func (r *rules) BindFile(b *resolve.Binder) {
	c := newBinder(b, r.tree)
	b.State = c
	c.bindAll()
}

func (r *rules) BindStrings(b *resolve.Binder) { b.State.(*binder).bindStrings() }

// A tree is what is kept of all C# files.
type tree struct {
	table       *resolve.Table
	namespaces  map[string]bool            // every namespace and what stands before its dots
	files       map[*resolve.File]*file    //
	extensions  map[string][]resolve.DefID // extension members by name, by (path, position)
	signatures  []atomic.Pointer[signature]
	lineages    []atomic.Pointer[[]resolve.Type]
	limits      map[param]limit
	members     map[resolve.DefID][]resolve.DefID // of each canonical type, by (path, position)
	conversions map[resolve.DefID]bool            // types that declare conversion operators
	ready       atomic.Bool                       // base types are resolved
	executors   map[string]bool                   // names of callables that may run a parameter as a procedure
}

// A param is a type parameter of a definition.
type param struct {
	owner resolve.DefID
	param int
}

// A limit is where the constraint of a type parameter is written.
type limit struct {
	ref  parse.TypeRef
	file *resolve.File
	from resolve.DefID
}

// A file is what a file sees without saying it in the place itself.
type file struct {
	project *project
	usings  []using
	names   map[uint32]resolve.DefID // types by the position of their name
}

// A using is a using directive.
type using struct {
	path, alias string
	static      bool
	scope       parse.Range // empty: the whole file
	within      string      // the namespace whose declaration it stands in
	space       string      // the namespace that it brings in, empty if that lies outside the tree
}

// A project is a folder with a project file and what lies below it. Without
// any project file the tree is one project.
type project struct {
	dir    string
	refers map[string]bool // folders of the projects that it may use, itself included; nil when unknown
	usings []using         // global ones
	linked []string        // files of other folders that it compiles; a * stands for any
}

// compiles reports whether a file is one that the project links in.
func (p *project) compiles(file string) bool {
	for _, l := range p.linked {
		first, last := strings.IndexByte(l, '*'), strings.LastIndexByte(l, '*')
		if file == l || first >= 0 && strings.HasPrefix(file, l[:first]) && strings.HasSuffix(file, l[last+1:]) {
			return true
		}
	}
	return false
}

func newTree(ix *resolve.Table) *tree {
	t := &tree{
		table: ix, namespaces: map[string]bool{}, files: map[*resolve.File]*file{}, extensions: map[string][]resolve.DefID{}, limits: map[param]limit{}, conversions: map[resolve.DefID]bool{}, members: map[resolve.DefID][]resolve.DefID{},
		signatures: make([]atomic.Pointer[signature], len(ix.Defs)), lineages: make([]atomic.Pointer[[]resolve.Type], len(ix.Defs)),
	}
	projects := projects(ix.Project)
	for _, f := range ix.Files {
		if f.Language == "csharp" {
			t.addFile(f, projects)
		}
	}
	t.findSpaces()
	t.hiddenUsings()
	t.executors = t.runnersByName()
	return t
}

// findSpaces fills the namespaces of all using directives.
func (t *tree) findSpaces() {
	find := func(list []using) {
		for i := range list {
			list[i].space = t.usedNamespace(&list[i])
		}
	}
	projects := map[*project]bool{}
	for _, f := range t.files {
		find(f.usings)
		projects[f.project] = true
	}
	for p := range projects {
		find(p.usings)
	}
}

// hiddenUsings adds to each project the namespaces that its files use without a
// directive that can be seen: shared build files may lie outside the tree. A
// namespace is taken when several files name several of its types that nothing
// else explains.
func (t *tree) hiddenUsings() {
	type use struct {
		files map[*resolve.File]bool
		names map[string]bool
	}
	uses := map[*project]map[string]*use{}
	for _, f := range t.table.Files {
		if t.files[f] == nil {
			continue
		}
		project := t.files[f].project
		for _, m := range t.unexplained(f) {
			if uses[project] == nil {
				uses[project] = map[string]*use{}
			}
			u := uses[project][m.ModuleName]
			if u == nil {
				u = &use{map[*resolve.File]bool{}, map[string]bool{}}
				uses[project][m.ModuleName] = u
			}
			u.files[f], u.names[m.Name] = true, true
		}
	}
	for project, namespaces := range uses {
		var names []string
		for ns, u := range namespaces {
			if len(u.files) >= 2 && len(u.names) >= 2 {
				names = append(names, ns)
			}
		}
		slices.Sort(names)
		for _, ns := range names {
			project.usings = append(project.usings, using{path: ns, space: ns})
		}
	}
}

// unexplained lists the types, each the only one of its name that a file can
// see, that the file names although no directive brings them in.
func (t *tree) unexplained(f *resolve.File) []*resolve.Def {
	var out []*resolve.Def
	seen := map[string]bool{}
	for i := range f.References {
		r := &f.References[i]
		if r.Recv != nil || seen[r.Name] || r.Kind == parse.RefCall {
			continue
		}
		seen[r.Name] = true
		d := t.onlyType(f, r.Name, r.Kind != parse.RefMember)
		if d == nil || d.ModuleName == "" {
			continue
		}
		from := f.ID(r.Def)
		if _, ok := t.typeParam(r.Name, from); ok {
			continue
		}
		if fd := t.lookup(f, r.Name, -1, from, r.At); fd.External && len(fd.Defs) == 0 {
			out = append(out, d)
		}
	}
	return out
}

// onlyType is the one top-level type, or the types of one namespace that differ
// in their parameters, of a name that a file's project can see; else nil. Unless
// it is known to name a type, the name must not be that of a member anywhere.
func (t *tree) onlyType(f *resolve.File, name string, isType bool) *resolve.Def {
	var out *resolve.Def
	for _, id := range t.table.ByName[resolve.NameKey{Family: "csharp", Name: name}] {
		d := t.table.Def(id)
		if !isType && isValue(d) {
			return nil
		}
		if !d.Kind.IsType() || t.table.Defs[d.Outer].Outer != resolve.None || t.nearness(f, d.File) > 1 {
			continue
		}
		if out != nil && out.ModuleName != d.ModuleName {
			return nil
		}
		out = d
	}
	return out
}

func (t *tree) addFile(f *resolve.File, projects map[string]*project) {
	cf := &file{project: projectOf(projects, f.Path), names: map[uint32]resolve.DefID{}}
	t.files[f] = cf
	for i := range f.Definitions {
		d := t.table.Def(f.ID(int32(i)))
		for ns := d.ModuleName; ns != "" && !t.namespaces[ns]; ns = outerNamespace(ns) {
			t.namespaces[ns] = true
		}
		if d.Kind.IsType() {
			cf.names[d.NameAt] = d.ID
		}
		if d.Outer != resolve.None && t.table.Defs[d.Outer].Kind.IsType() {
			owner := t.table.Canon[d.Outer]
			t.members[owner] = append(t.members[owner], d.ID)
		}
		if d.Kind == graph.KindOperator && strings.Contains(d.Name, "plicit ") {
			t.conversions[t.table.Canon[d.Outer]] = true
		}
		if !d.Receiver.IsZero() {
			t.extensions[d.Name] = append(t.extensions[d.Name], d.ID)
		}
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		u := using{path: im.Path, alias: im.Alias, static: im.Static, scope: im.Scope}
		if !im.Scope.IsEmpty() {
			u.within = t.namespaceAt(f, im.Scope)
		}
		if im.Global {
			cf.project.usings = append(cf.project.usings, u)
		} else {
			cf.usings = append(cf.usings, u)
		}
	}
	t.addLimits(f)
}

// namespaceAt is the namespace of what is declared inside a using's scope.
func (t *tree) namespaceAt(f *resolve.File, scope parse.Range) string {
	for i := 1; i < len(f.Definitions); i++ {
		if d := &f.Definitions[i]; d.Parent == 0 && scope.Contains(d.NameAt) {
			return d.Module
		}
	}
	return ""
}

// addLimits enters the constraints of type parameters.
func (t *tree) addLimits(f *resolve.File) {
	for i := range f.Locals {
		l := &f.Locals[i]
		if l.Kind != parse.LocalTypeParam || l.Type.IsZero() {
			continue
		}
		id := f.ID(l.Def)
		if p := slices.Index(t.table.Def(id).TypeParams, l.Name); p >= 0 {
			key := param{t.table.Canon[id], p}
			if _, ok := t.limits[key]; !ok {
				t.limits[key] = limit{l.Type, f, id}
			}
		}
	}
}

func outerNamespace(ns string) string {
	if i := strings.LastIndexByte(ns, '.'); i >= 0 {
		return ns[:i]
	}
	return ""
}

// projects reads the project files: what they refer to and use everywhere.
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
		if implicitUsings(texts) {
			out[dir].usings = append(out[dir].usings, sdkUsings(text)...)
		}
		out[dir].usings = append(out[dir].usings, itemUsings(text)...)
		for _, item := range xmlItems(text, "Compile") {
			if file := strings.ReplaceAll(item["Include"], `\`, "/"); strings.HasPrefix(file, "../") {
				out[dir].linked = append(out[dir].linked, path.Join(dir, file))
			}
		}
		for _, ref := range xmlItems(text, "ProjectReference") {
			to := path.Join(dir, strings.ReplaceAll(ref["Include"], `\`, "/"))
			direct[dir] = append(direct[dir], cleanDir(path.Dir(to)))
		}
	}
	for _, name := range names {
		if base := path.Base(name); base == "Directory.Build.props" || base == "Directory.Build.targets" {
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

// implicitUsings reports whether a project may have the usings of its SDK. It
// does unless it says no: what says yes may lie outside the tree.
func implicitUsings(text string) bool {
	_, value, _ := strings.Cut(text, "<ImplicitUsings>")
	value, _, _ = strings.Cut(value, "<")
	value = strings.ToLower(strings.TrimSpace(value))
	return value != "disable" && value != "false"
}

// sdkUsings are the namespaces that a project's SDK uses everywhere. A tree may
// declare types in them.
func sdkUsings(project string) []using {
	names := []string{"System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading", "System.Threading.Tasks"}
	hosting := []string{
		"Microsoft.Extensions.Configuration", "Microsoft.Extensions.DependencyInjection", "Microsoft.Extensions.Hosting", "Microsoft.Extensions.Logging",
	}
	switch {
	case strings.Contains(project, "Microsoft.NET.Sdk.Web"):
		names = append(names, hosting...)
		names = append(names, "System.Net.Http.Json", "Microsoft.AspNetCore.Builder", "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Http", "Microsoft.AspNetCore.Routing")
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

// projectOf finds the project of a file: the nearest folder that has one. Files
// in no project share one, which is made when first asked for.
func projectOf(projects map[string]*project, file string) *project {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if p := projects[cleanDir(dir)]; p != nil {
			return p
		}
		if dir == "." || dir == "/" {
			projects[""] = &project{}
			return projects[""]
		}
	}
}

// itemUsings reads <Using Include="N" Static="true" Alias="A"/>.
func itemUsings(text string) []using {
	var out []using
	for _, item := range xmlItems(text, "Using") {
		if item["Include"] != "" {
			out = append(out, using{path: item["Include"], alias: item["Alias"], static: strings.EqualFold(item["Static"], "true")})
		}
	}
	return out
}

// xmlItems lists the attributes of the elements of a name.
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
