package graphbuild

import (
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"seedgraph/graph"
	"seedgraph/parse"
)

// csharpRules bind C#. A file is bound as a whole by a [csBinder], because what
// a call means depends on the types of its arguments, those of a lambda's
// parameters on the call, and so on in turn: every reference is resolved once,
// when first asked for, and knows the type of what it gives.
//
//	bind_csharp.go           rules; what is kept of the whole tree; projects
//	bind_csharp_scope.go     names of types and namespaces
//	bind_csharp_eval.go      names and expressions
//	bind_csharp_call.go      invocations
//	bind_csharp_overload.go  overloads: candidates that take the arguments, and the better of them
//	bind_csharp_convert.go   whether a value of one type becomes one of another
//	bind_csharp_infer.go     type arguments, types of lambdas' parameters
//	bind_csharp_members.go   members that override or implement others
//	bind_csharp_strings.go   names in strings, and strings that methods are given to run
//	bind_csharp_known.go     types of the framework that carry types of the tree
type csharpRules struct {
	plainRules
	tree *csTree
}

// csharpLanguage returns the language with its rules.
func csharpLanguage() language {
	return language{
		family: "csharp", names: []string{"csharp"}, rules: func() rules { return &csharpRules{} },
		projectFiles: []string{"*.csproj", "Directory.Build.props", "Directory.Build.targets"},
	}
}

// merges joins the parts of a partial type.
func (*csharpRules) merges(d *defn) bool { return d.Partial }

func (r *csharpRules) prepare(ix *index) {
	r.tree = newCsTree(ix)
}

func (r *csharpRules) resolveType(b *binder, ref parse.TypeRef, from defID, at uint32) typ {
	return r.tree.written(b.f, ref, from, at)
}

func (r *csharpRules) imported(b *binder, im *parse.Import) target {
	t := r.tree
	if t.namespaces[im.Path] {
		return target{modules: []string{im.Path}}
	}
	return target{external: true}
}

func (r *csharpRules) bindFile(b *binder) {
	c := newCsBinder(b, r.tree)
	b.state = c
	c.bindAll()
}

func (r *csharpRules) bindStrings(b *binder) { b.state.(*csBinder).bindStrings() }

// A csTree is what is kept of all C# files.
type csTree struct {
	ix          *index
	namespaces  map[string]bool    // every namespace and what stands before its dots
	files       map[*file]*csFile  //
	extensions  map[string][]defID // extension members by name, by (path, position)
	signatures  []atomic.Pointer[csSignature]
	lineages    []atomic.Pointer[[]typ]
	limits      map[csParam]csLimit
	members     map[defID][]defID // of each canonical type, by (path, position)
	conversions map[defID]bool    // types that declare conversion operators
	ready       atomic.Bool       // base types are resolved
	runners     map[string]bool   // names of callables that may run a parameter as a procedure
}

// A csParam is a type parameter of a definition.
type csParam struct {
	owner defID
	param int
}

// A csLimit is where the constraint of a type parameter is written.
type csLimit struct {
	ref  parse.TypeRef
	file *file
	from defID
}

// A csFile is what a file sees without saying it in the place itself.
type csFile struct {
	project *csProject
	usings  []csUsing
	names   map[uint32]defID // types by the position of their name
}

// A csUsing is a using directive.
type csUsing struct {
	path, alias string
	static      bool
	scope       parse.Range // empty: the whole file
	within      string      // the namespace whose declaration it stands in
	space       string      // the namespace that it brings in, empty if that lies outside the tree
}

// A csProject is a folder with a project file and what lies below it. Without
// any project file the tree is one project.
type csProject struct {
	dir    string
	refers map[string]bool // folders of the projects that it may use, itself included; nil when unknown
	usings []csUsing       // global ones
	linked []string        // files of other folders that it compiles; a * stands for any
}

// compiles reports whether a file is one that the project links in.
func (p *csProject) compiles(file string) bool {
	for _, l := range p.linked {
		first, last := strings.IndexByte(l, '*'), strings.LastIndexByte(l, '*')
		if file == l || first >= 0 && strings.HasPrefix(file, l[:first]) && strings.HasSuffix(file, l[last+1:]) {
			return true
		}
	}
	return false
}

func newCsTree(ix *index) *csTree {
	t := &csTree{
		ix: ix, namespaces: map[string]bool{}, files: map[*file]*csFile{}, extensions: map[string][]defID{}, limits: map[csParam]csLimit{}, conversions: map[defID]bool{}, members: map[defID][]defID{},
		signatures: make([]atomic.Pointer[csSignature], len(ix.defs)), lineages: make([]atomic.Pointer[[]typ], len(ix.defs)),
	}
	projects := csProjects(ix.project)
	for _, f := range ix.files {
		if f.Language == "csharp" {
			t.addFile(f, projects)
		}
	}
	t.findSpaces()
	t.hiddenUsings()
	t.runners = t.runnersByName()
	return t
}

// findSpaces fills the namespaces of all using directives.
func (t *csTree) findSpaces() {
	find := func(list []csUsing) {
		for i := range list {
			list[i].space = t.usedNamespace(&list[i])
		}
	}
	projects := map[*csProject]bool{}
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
func (t *csTree) hiddenUsings() {
	type use struct {
		files map[*file]bool
		names map[string]bool
	}
	uses := map[*csProject]map[string]*use{}
	for _, f := range t.ix.files {
		if t.files[f] == nil {
			continue
		}
		project := t.files[f].project
		for _, m := range t.unexplained(f) {
			if uses[project] == nil {
				uses[project] = map[string]*use{}
			}
			u := uses[project][m.module]
			if u == nil {
				u = &use{map[*file]bool{}, map[string]bool{}}
				uses[project][m.module] = u
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
			project.usings = append(project.usings, csUsing{path: ns, space: ns})
		}
	}
}

// unexplained lists the types, each the only one of its name that a file can
// see, that the file names although no directive brings them in.
func (t *csTree) unexplained(f *file) []*defn {
	var out []*defn
	seen := map[string]bool{}
	for i := range f.References {
		r := &f.References[i]
		if r.Recv != nil || seen[r.Name] || r.Kind == parse.RefCall {
			continue
		}
		seen[r.Name] = true
		d := t.onlyType(f, r.Name, r.Kind != parse.RefMember)
		if d == nil || d.module == "" {
			continue
		}
		from := f.def(r.Def)
		if _, ok := t.typeParam(r.Name, from); ok {
			continue
		}
		if fd := t.lookup(f, r.Name, -1, from, r.At); fd.external && len(fd.defs) == 0 {
			out = append(out, d)
		}
	}
	return out
}

// onlyType is the one top-level type, or the types of one namespace that differ
// in their parameters, of a name that a file's project can see; else nil. Unless
// it is known to name a type, the name must not be that of a member anywhere.
func (t *csTree) onlyType(f *file, name string, isType bool) *defn {
	var out *defn
	for _, id := range t.ix.byName[nameKey{"csharp", name}] {
		d := t.ix.def(id)
		if !isType && isValue(d) {
			return nil
		}
		if !d.Kind.IsType() || t.ix.defs[d.parent].parent != none || t.nearness(f, d.file) > 1 {
			continue
		}
		if out != nil && out.module != d.module {
			return nil
		}
		out = d
	}
	return out
}

func (t *csTree) addFile(f *file, projects map[string]*csProject) {
	cf := &csFile{project: projectOf(projects, f.Path), names: map[uint32]defID{}}
	t.files[f] = cf
	for i := range f.Definitions {
		d := t.ix.def(f.def(int32(i)))
		for ns := d.module; ns != "" && !t.namespaces[ns]; ns = outerNamespace(ns) {
			t.namespaces[ns] = true
		}
		if d.Kind.IsType() {
			cf.names[d.NameAt] = d.id
		}
		if d.parent != none && t.ix.defs[d.parent].Kind.IsType() {
			owner := t.ix.canon[d.parent]
			t.members[owner] = append(t.members[owner], d.id)
		}
		if d.Kind == graph.KindOperator && strings.Contains(d.Name, "plicit ") {
			t.conversions[t.ix.canon[d.parent]] = true
		}
		if !d.Receiver.IsZero() {
			t.extensions[d.Name] = append(t.extensions[d.Name], d.id)
		}
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		u := csUsing{path: im.Path, alias: im.Alias, static: im.Static, scope: im.Scope}
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
func (t *csTree) namespaceAt(f *file, scope parse.Range) string {
	for i := 1; i < len(f.Definitions); i++ {
		if d := &f.Definitions[i]; d.Parent == 0 && scope.Contains(d.NameAt) {
			return d.Module
		}
	}
	return ""
}

// addLimits enters the constraints of type parameters.
func (t *csTree) addLimits(f *file) {
	for i := range f.Locals {
		l := &f.Locals[i]
		if l.Kind != parse.LocalTypeParam || l.Type.IsZero() {
			continue
		}
		id := f.def(l.Def)
		if p := slices.Index(t.ix.def(id).TypeParams, l.Name); p >= 0 {
			key := csParam{t.ix.canon[id], p}
			if _, ok := t.limits[key]; !ok {
				t.limits[key] = csLimit{l.Type, f, id}
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

// csProjects reads the project files: what they refer to and use everywhere.
func csProjects(p *Project) map[string]*csProject {
	out := map[string]*csProject{}
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
			out[dir] = &csProject{dir: dir}
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
func inheritedProps(p *Project, dir string) string {
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
func sdkUsings(project string) []csUsing {
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
	var out []csUsing
	for _, n := range names {
		out = append(out, csUsing{path: n})
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
func projectOf(projects map[string]*csProject, file string) *csProject {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if p := projects[cleanDir(dir)]; p != nil {
			return p
		}
		if dir == "." || dir == "/" {
			projects[""] = &csProject{}
			return projects[""]
		}
	}
}

// itemUsings reads <Using Include="N" Static="true" Alias="A"/>.
func itemUsings(text string) []csUsing {
	var out []csUsing
	for _, item := range xmlItems(text, "Using") {
		if item["Include"] != "" {
			out = append(out, csUsing{path: item["Include"], alias: item["Alias"], static: strings.EqualFold(item["Static"], "true")})
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
