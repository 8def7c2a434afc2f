package fleet

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A symbol names a definition as code of other repositories knows it.
type symbol struct{ family, pkg, name string }

// wholePackage is the name of a package or namespace itself.
const wholePackage = "<package>"

// symbolsOf joins external symbols to the definitions of other members.
type symbolsOf struct {
	*linker
	*manifests
	wanted  map[symbol]bool
	defined map[symbol][]uint32 // by number
	usings  map[using]bool      // on demand
}

// joinSymbols takes every edge to an external symbol that another member defines there.
//
// Time grows with the nodes and the edges to external symbols.
func (l *linker) joinSymbols(m *manifests) {
	s := &symbolsOf{linker: l, manifests: m, wanted: map[symbol]bool{}, defined: map[symbol][]uint32{}}
	for i := range l.g.Nodes {
		if n := &l.g.Nodes[i]; n.Kind.IsExternal() {
			s.want(n)
		}
	}
	for i := range l.g.Nodes {
		s.define(uint32(i))
	}
	s.joinAll()
}

// want records the symbol to look for, and the types it may be a member of.
func (s *symbolsOf) want(n *graph.Node) {
	x := external(n)
	if x.family == "" {
		return
	}
	for {
		s.wanted[x] = true
		at := strings.LastIndexByte(x.name, '.')
		if at < 0 {
			return
		}
		x.name = x.name[:at]
	}
}

// external returns the symbol of an external node.
func external(n *graph.Node) symbol {
	return symbol{families[n.Language], n.Module, symbolIn(n.ID)}
}

// symbolIn is the symbol in an id, without parameters and type arguments.
func symbolIn(id graph.NodeID) string {
	_, own := id.Split()
	text := string(own)
	text = text[strings.IndexByte(text, '#')+1:]
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		text = text[:at]
	}
	return plain(text)
}

// plain cuts parameters and type arguments off a symbol.
func plain(s string) string {
	if strings.HasPrefix(s, "<") {
		return s // <package>, <module>
	}
	var b strings.Builder
	depth := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '(' || c == '<':
			depth++
		case (c == ')' || c == '>') && depth > 0:
			depth--
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// define notes a definition under the names that other repositories may have for it, as far as they
// are wanted.
func (s *symbolsOf) define(n uint32) {
	for _, x := range s.names(n) {
		if s.wanted[x] {
			s.defined[x] = append(s.defined[x], n)
		}
	}
}

// names lists the names that other repositories may have for a node; none if it is no definition.
func (s *symbolsOf) names(n uint32) []symbol {
	node := &s.g.Nodes[n]
	family := families[node.Language]
	if family == "" || node.Kind.IsExternal() || node.Kind == graph.KindRoute || node.Flags.Has(graph.External) {
		return nil
	}
	return s.namesFor(n, node, family)
}

// namesFor lists the names of a definition.
func (s *symbolsOf) namesFor(n uint32, node *graph.Node, family string) []symbol {
	name := symbolIn(node.ID)
	if node.Kind == graph.KindNamespace {
		name = wholePackage
	}
	m := s.memberOf(n)
	file := strings.TrimPrefix(node.Path, m.Name+"/")
	switch family {
	case "go":
		if node.Kind == graph.KindFile {
			return nil
		}
		return s.goNames(m, node, file, name)
	case "java", "csharp":
		out := []symbol{{family, node.Module, name}}
		if family == "csharp" && node.Module != "" && name != wholePackage {
			out = append(out, symbol{family, "", name}) // where the build did not know which namespace
		}
		return out
	case "python":
		return pythonNames(node, file, name, s.folderOf(m, "pypi", file))
	}
	p, ok := s.packageOf(m, "npm", file)
	if !ok || node.Kind == graph.KindFile && !isEntry(file) {
		return nil
	}
	if node.Kind == graph.KindFile {
		name = wholePackage
	}
	return []symbol{{family, p.Name, name}}
}

// goNames names a definition of Go by the path of its package: module and folder.
func (s *symbolsOf) goNames(m *member, node *graph.Node, file, name string) []symbol {
	folder := path.Dir(file)
	if node.Kind == graph.KindNamespace {
		folder = path.Clean(node.Module)
	}
	p, ok := s.packageOf(m, "go", folder+"/x.go")
	if !ok {
		return nil
	}
	relative := folder
	if dir := path.Dir(p.Path); dir != "." {
		relative = strings.TrimPrefix(strings.TrimPrefix(folder, dir), "/")
	}
	return []symbol{{"go", path.Join(p.Name, relative), name}}
}

// folderOf is the folder of the manifest around a file; empty for the root.
func (s *symbolsOf) folderOf(m *member, ecosystem, file string) string {
	p, ok := s.packageOf(m, ecosystem, file)
	if dir := path.Dir(p.Path); ok && dir != "." {
		return dir + "/"
	}
	return ""
}

// pythonNames names a definition of Python by its module, which is below the folder of the manifest
// or one for sources in it.
func pythonNames(node *graph.Node, file, name, folder string) []symbol {
	module := strings.TrimSuffix(strings.TrimPrefix(file, folder), path.Ext(file))
	for _, root := range []string{"src/", "lib/", "python/"} {
		module = strings.TrimPrefix(module, root)
	}
	module = strings.TrimSuffix(module, "/__init__")
	parts := strings.Split(module, "/")
	top, rest := parts[0], parts[1:]
	if node.Kind != graph.KindFile {
		rest = append(slices.Clone(rest), name)
	}
	if len(rest) == 0 {
		return []symbol{{"python", top, wholePackage}}
	}
	return []symbol{{"python", top, strings.Join(rest, ".")}}
}

// isEntry reports whether a file is likely the one that an import of its package means.
func isEntry(file string) bool {
	base := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return base == "index" || base == "main" || base == "mod"
}

// joinAll joins the edges to external symbols, those to packages last. Edges that are joined leave
// the list of such edges, but for those to namespaces of which other symbols are still external:
// several assemblies may declare one namespace.
func (s *symbolsOf) joinAll() {
	g := s.g
	lines := map[key][]uint32{}
	for _, x := range g.ExternalSites {
		k := key{x.From, x.To, x.Kind}
		lines[k] = append(lines[k], x.Line)
	}
	external := map[uint32]bool{}
	for _, packages := range []bool{false, true} {
		for _, e := range s.g.ExternalEdges {
			if g.Nodes[e.From].Kind.IsExternal() || (g.Nodes[e.To].Kind == graph.KindPackage) != packages {
				continue
			}
			found := s.join(e, lines[keyOf(e)])
			if found && !(packages && external[e.To]) {
				s.joined[keyOf(e)] = true
			} else {
				s.markAround(e.To, external)
			}
		}
	}
}

// markAround marks the containers of an external symbol.
func (s *symbolsOf) markAround(n uint32, marked map[uint32]bool) {
	for {
		at, ok := s.parent(n)
		if !ok || marked[at] {
			return
		}
		marked[at] = true
		n = at
	}
}

// join joins an edge to an external symbol, if another member defines it. It reports whether the
// edge is to go: for readers who do not see the definition the symbol is external.
func (s *symbolsOf) join(e graph.Edge, lines []uint32) bool {
	x := external(&s.g.Nodes[e.To])
	if x.family == "" {
		return false
	}
	targets := s.ofArity(e, x, s.targets(x, s.memberOf(e.From)))
	if len(targets) == 0 {
		return false
	}
	chosen := s.choose(e, x, targets)
	for _, c := range chosen {
		j := join{Edge: e, lines: lines, by: byPackage, evidence: c.evidence, pinned: c.pinned}
		j.Recv, j.Tier = 0, max(e.Tier, c.tier)
		if x.family == "csharp" && x.pkg == "" {
			j.Tier = c.tier // only the namespace was unknown
		}
		if len(chosen) > 1 {
			j.Share, j.Tier = uint16(min(len(chosen), 1<<16-1)), max(j.Tier, graph.Heuristic)
		}
		j.To = c.node
		s.add(j)
	}
	return len(chosen) > 0 && !slices.ContainsFunc(chosen, func(c choice) bool { return s.hides(e.From, c.node) })
}

// ofArity keeps the base types with type parameters where the base is written with type arguments,
// and those without where it is not.
func (s *symbolsOf) ofArity(e graph.Edge, x symbol, targets []uint32) []uint32 {
	if e.Kind != graph.Inherits && e.Kind != graph.Implements || len(targets) < 2 {
		return targets
	}
	generic, known := false, false
	for _, base := range s.g.Nodes[e.From].Bases {
		name, _, has := strings.Cut(base, "<")
		if name == x.name || strings.HasSuffix(name, "."+x.name) {
			generic, known = has, true
		}
	}
	rest := slices.DeleteFunc(slices.Clone(targets), func(n uint32) bool {
		return known && strings.Contains(string(s.g.Nodes[n].ID), "<") != generic
	})
	if len(rest) > 0 {
		return rest
	}
	return targets
}

// targets lists the possible definitions of a symbol in members other than its user: those of
// the name, otherwise those that the type in it inherits, otherwise the re-exports of the package.
func (s *symbolsOf) targets(x symbol, from *member) []uint32 {
	elsewhere := func(list []uint32) []uint32 {
		return slices.DeleteFunc(slices.Clone(list), func(n uint32) bool { return s.memberOf(n) == from })
	}
	if found := elsewhere(s.defined[x]); len(found) > 0 {
		return s.plainest(found)
	}
	if at := strings.LastIndexByte(x.name, '.'); at >= 0 {
		owner := symbol{x.family, x.pkg, x.name[:at]}
		for _, n := range elsewhere(s.defined[owner]) {
			if found := s.inherited(n, x.name[at+1:]); len(found) > 0 {
				return found
			}
		}
	}
	if x.family == "python" || x.family == "typescript" {
		return s.plainest(elsewhere(s.passedOn(x)))
	}
	return nil
}

// plainest drops tests where there is something else, and further declarations of a symbol.
func (s *symbolsOf) plainest(list []uint32) []uint32 {
	for _, drop := range []func(n *graph.Node) bool{
		func(n *graph.Node) bool { return n.Flags.Has(graph.Test) },
		func(n *graph.Node) bool { return n.ID.IsRedeclaration() },
		func(n *graph.Node) bool { return !n.Flags.Has(graph.Exported) },
	} {
		rest := slices.DeleteFunc(slices.Clone(list), func(n uint32) bool { return drop(&s.g.Nodes[n]) })
		if len(rest) > 0 {
			list = rest
		}
	}
	return list
}

// maxBases bounds how far members are looked for in base types.
const maxBases = 20

// inherited lists the members of a name that the nearest base of a type has.
func (s *symbolsOf) inherited(n uint32, name string) []uint32 {
	seen := map[uint32]bool{n: true}
	for level := []uint32{n}; len(level) > 0 && len(seen) < maxBases; {
		var next, found []uint32
		for _, at := range level {
			for _, e := range s.edgesOut(at) {
				switch e.Kind {
				case graph.Contains:
					if s.g.Nodes[e.To].Short == name {
						found = append(found, e.To)
					}
				case graph.Inherits, graph.Implements:
					if !seen[e.To] {
						seen[e.To] = true
						next = append(next, e.To)
					}
				}
			}
		}
		if len(found) > 0 {
			return found
		}
		level = next
	}
	return nil
}

// passedOn lists the definitions that the file which a package or module begins with names, by the
// name that is imported from there: its re-export.
func (s *symbolsOf) passedOn(x symbol) []uint32 {
	owner := symbol{x.family, x.pkg, wholePackage}
	name := x.name
	if at := strings.LastIndexByte(name, '.'); at >= 0 && x.family == "python" {
		owner.name, name = name[:at], name[at+1:]
	}
	var out []uint32
	for _, file := range s.defined[owner] {
		if s.g.Nodes[file].Kind != graph.KindFile {
			continue
		}
		for _, e := range s.edgesOut(file) {
			if e.Kind != graph.Contains && symbolIn(s.g.Nodes[e.To].ID) == name {
				out = append(out, e.To)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// A choice is a definition that a reference may mean.
type choice struct {
	node             uint32
	tier             graph.Tier // at best
	evidence, pinned string
}

// choose decides which definitions a reference means: those of packages that the manifests around
// it require. Where the name of a package is what code imports, it decides alone; a namespace that
// no manifest leads to is a guess, if only one member has it.
func (s *symbolsOf) choose(e graph.Edge, x symbol, targets []uint32) []choice {
	from := &s.g.Nodes[e.From]
	m := s.memberOf(e.From)
	file := strings.TrimPrefix(from.Path, m.Name+"/")
	ecosystem := ecosystems[x.family]
	var sure, guesses []choice
	members := map[*member]bool{}
	for _, n := range targets {
		to := s.memberOf(n)
		members[to] = true
		names := s.namesAround(to, ecosystem, n)
		r := s.path(m, file, from.Access, names)
		c := choice{node: n, tier: graph.Exact}
		switch {
		case r.ok:
			c.evidence, c.pinned = r.says(), r.pinned(to, names)
			if x.family == "csharp" && x.pkg == "" {
				c.tier = graph.Unique
			}
		case x.family == "go" || x.family == "typescript":
			c.evidence = "the import names " + x.pkg + ", which " + to.Name + " declares"
		default:
			c.tier, c.evidence = graph.Heuristic, cmp.Or(x.pkg, x.name)+" is declared in "+to.Name+
				" alone, which no manifest here requires"
			guesses = append(guesses, c)
			continue
		}
		if x.family == "csharp" && x.pkg == "" && (!strings.Contains(x.name, ".") || len(targets) > 1) {
			c.tier = s.tierOfUsing(e.From, s.g.Nodes[n].Module)
		}
		sure = append(sure, c)
	}
	switch {
	case len(sure) > 0:
		return surest(sure)
	case len(members) == 1 && strings.Contains(x.pkg, ".") && x.name != wholePackage:
		return guesses
	}
	return nil
}

// surest keeps the choices of the best tier.
func surest(list []choice) []choice {
	best := slices.MinFunc(list, func(a, b choice) int { return cmp.Compare(a.tier, b.tier) }).tier
	return slices.DeleteFunc(list, func(c choice) bool { return c.tier != best })
}

// namesAround are the packages that a definition is in; a namespace may be in any of its member.
func (s *symbolsOf) namesAround(m *member, ecosystem string, n uint32) []artifacts.Package {
	node := &s.g.Nodes[n]
	if node.Path == "" {
		return s.declares[m][ecosystem]
	}
	return s.namesOf(m, ecosystem, strings.TrimPrefix(node.Path, m.Name+"/"))
}

// tierOfUsing says how surely a name of C# without a namespace is one of a given namespace: its
// file, or one for the whole project, imports that, or it is used within it.
func (s *symbolsOf) tierOfUsing(from uint32, namespace string) graph.Tier {
	node := &s.g.Nodes[from]
	if s.usings == nil {
		s.findUsings()
	}
	global := s.memberOf(from).Name + "/"
	if strings.HasPrefix(node.Module+".", namespace+".") || s.usings[using{node.Path, namespace}] ||
		s.usings[using{global, namespace}] {
		return graph.Unique
	}
	return graph.Heuristic
}

// A using is a namespace that a file imports; one for the whole project is of the folder of the
// member.
type using struct{ path, namespace string }

// findUsings finds the namespaces that the files of C# import.
func (s *symbolsOf) findUsings() {
	s.usings = map[using]bool{}
	for _, list := range [][]graph.Edge{s.g.Edges, s.g.ExternalEdges} {
		for _, e := range list {
			from, to := &s.g.Nodes[e.From], &s.g.Nodes[e.To]
			if e.Kind != graph.Imports || families[from.Language] != "csharp" {
				continue
			}
			s.usings[using{from.Path, to.Name}] = true
			switch path.Base(from.Path) {
			case "GlobalUsings.cs", "Usings.cs", "_Imports.razor":
				s.usings[using{s.memberOf(e.From).Name + "/", to.Name}] = true
			}
		}
	}
}

// parent is the node that contains another one.
func (s *symbolsOf) parent(n uint32) (uint32, bool) {
	id := s.g.Nodes[n].Parent
	if id == "" {
		return 0, false
	}
	_, own := id.Split()
	return s.numberOf(s.memberOf(n), own)
}
