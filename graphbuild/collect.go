package graphbuild

import (
	"path"
	"strings"
	"unicode"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A collector makes the nodes of the graph, in the order of definitions, and ensures
// that every id and every handle is unique.
type collector struct {
	nodes   []graph.Node
	handles map[string]uint32 // the node that has it
	// twins counts redeclared symbols and node keys, by the input of the id.
	twins map[string]*twinCount

	routeNodes map[string]uint32 // by routeKey
	registered map[registration]bool

	inside map[resolve.DefID]literalNodes

	settingsFiles []graph.SettingsFile // by path
	settingsOf    map[string]uint32    // the nodes of these files, by path
	endpoints     []graph.Endpoint

	columnNodes map[columnKey]uint32 // nil if column nodes are disabled

	receivers *graph.Receivers // by node number before sorting
}

// A twinCount counts the declarations of one symbol.
type twinCount struct {
	plain bool   // one of them has the id without salt
	path  string // of the last one with salt
	count int    // number of declarations in that file, minus one
}

// salt returns a string that distinguishes the next declaration, in path, from the
// previous ones; empty for the first, unless the plain id is reserved for another one.
func (t *twinCount) salt(path string, kept bool) string {
	switch {
	case !t.plain && !kept:
		t.plain = true
		return ""
	case t.path == path:
		t.count++
	default:
		t.path, t.count = path, 0
	}
	return graph.RedeclarationSalt(path, t.count)
}

func newCollector(n int) *collector {
	return &collector{nodes: make([]graph.Node, 0, n), handles: make(map[string]uint32, n),
		twins: map[string]*twinCount{}}
}

// addSymbol appends the node of a symbol. Redeclarations are detected by the id, so
// that only redeclared symbols are counted.
func (c *collector) addSymbol(n graph.Node, module, symbol string) uint32 {
	place := c.append()
	c.putSymbol(place, n, module, symbol)
	return place
}

// putSymbol is addSymbol for an existing position.
func (c *collector) putSymbol(place uint32, n graph.Node, module, symbol string) {
	make := func(salt string) graph.NodeID {
		return graph.ChunkID(n.Language, module, symbol,
			salt)
	}
	n.ID = make("")
	first, taken := c.handles[n.ID.Handle()]
	if !taken || c.nodes[first].ID != n.ID {
		c.put(place, n, "", make)
		return
	}
	t := c.twins[string(n.ID)]
	if t == nil {
		t = &twinCount{plain: true}
		c.twins[string(n.ID)] = t
	}
	salt := t.salt(n.Path, false)
	n.ID = make(salt)
	c.put(place, n, salt, make)
}

// addKey appends the node of a database object, with an id made from key. If kept is
// set, the id without salt is reserved for another declaration of the object.
func (c *collector) addKey(n graph.Node, key string, kept bool,
	make func(salt string) graph.NodeID) uint32 {
	place := c.append()
	c.putKey(place, n, key, kept, make)
	return place
}

// putKey is addKey for an existing position.
func (c *collector) putKey(place uint32, n graph.Node, key string, kept bool,
	make func(salt string) graph.NodeID) {
	t := c.twins[key]
	if t == nil {
		t = &twinCount{}
		c.twins[key] = t
	}
	salt := t.salt(n.Path, kept)
	n.ID = make(salt)
	c.put(place, n, salt, make)
}

// append adds a position for one more node.
func (c *collector) append() uint32 {
	c.nodes = append(c.nodes, graph.Node{})
	return uint32(len(c.nodes) - 1)
}

// put sets a node, whose id is that which make returns for salt.
func (c *collector) put(place uint32, n graph.Node, salt string,
	make func(salt string) graph.NodeID) {
	handle := n.ID.Handle()
	for {
		if _, taken := c.handles[handle]; !taken {
			break
		}
		// Two of 2^50 handles collided: the later one in order gets another id.
		salt += "\x00"
		n.ID = make(salt)
		handle = n.ID.Handle()
	}
	c.handles[handle] = place
	c.nodes[place] = n
}

// definitions makes a node for every definition, in order; see nodeOf. Those of hidden
// files get their ids last.
func (c *collector) definitions(ix *resolve.Table, inputs []Input, hidden func(path string) bool) {
	for range ix.Defs {
		c.append()
	}
	all := hidden == nil
	if all {
		hidden = func(string) bool { return false }
	}
	seen := seenObjects(ix, hidden)
	for _, late := range []bool{false, true} {
		for fi, f := range ix.Files {
			if hidden(f.Path) == late {
				c.fileDefinitions(ix, f, &inputs[fi], func(key string, means bool) bool {
					meant, open := seen[key]
					return !means && (all || late || meant) || late && open
				})
			}
		}
	}
}

// seenObjects returns the keys of the database objects that unrestricted files declare;
// true if one of these declarations is the referent of the name.
func seenObjects(ix *resolve.Table, hidden func(path string) bool) map[string]bool {
	seen := map[string]bool{}
	for _, f := range ix.Files {
		db, ok := f.Rules.(resolve.ObjectNamer)
		if !ok || hidden(f.Path) {
			continue
		}
		for i := range f.Definitions {
			if d := ix.Def(f.ID(int32(i))); d.Kind.Domain() == graph.Database {
				key := objectKey(db, d)
				seen[key] = seen[key] || db.IsReferent(d)
			}
		}
	}
	return seen
}

// objectKey returns the key that identifies a database object.
func objectKey(db resolve.ObjectNamer, d *resolve.Def) string {
	return words(db.SchemaOf(d) + "." + d.Symbol + "|" + string(d.Kind))
}

// fileDefinitions makes the nodes of one file. kept reports whether the plain key of a
// database object is reserved for another declaration; means is set for the one that
// names refer to.
func (c *collector) fileDefinitions(ix *resolve.Table, f *resolve.File, in *Input,
	kept func(key string, means bool) bool) {
	for i := range f.Definitions {
		d := ix.Def(f.ID(int32(i)))
		n := newNode(ix, d, in)
		if i < len(in.Texts) {
			n.Parts = in.Texts[i].Parts
		}
		if db, ok := f.Rules.(resolve.ObjectNamer); ok && d.Kind.Domain() == graph.Database {
			key := objectKey(db, d)
			c.putKey(nodeOf(d.ID), n, key, kept(key, db.IsReferent(d)),
				func(salt string) graph.NodeID {
					return graph.SQLKey(n.Schema, d.Symbol, d.Kind, salt)
				})
			continue
		}
		module, symbol := d.ModuleName, d.Symbol
		if i == 0 {
			module = pathModule(f.Path)
		}
		c.putSymbol(nodeOf(d.ID), n, module, symbol)
	}
}

// words normalizes a node key to its letters and digits, as an index that splits ids
// into words sees them. Keys with the same words would be confused there, so all but
// the first of them get a handle, like redeclarations.
func words(key string) string {
	split := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return "words\x00" + strings.Join(strings.FieldsFunc(strings.ToLower(key), split), " ")
}

// nodeOf returns the node number of a definition: definitions are the first nodes, in
// their own order.
func nodeOf(d resolve.DefID) uint32 { return uint32(d) }

// namespaces holds the modules that are not files. Their nodes follow those of the
// definitions.
type namespaces struct {
	node  map[resolve.ModuleKey]uint32
	first []resolve.DefID // first definition of each, in node order
}

// end returns the number of the first node after those of definitions and namespaces.
func (n namespaces) end(ix *resolve.Table) uint32 { return uint32(len(ix.Defs) + len(n.first)) }

// namespacesOf finds the namespaces of the tree.
func namespacesOf(ix *resolve.Table) namespaces {
	out := namespaces{node: map[resolve.ModuleKey]uint32{}}
	for i := range ix.Defs {
		d := &ix.Defs[i]
		key := resolve.ModuleKey{Family: d.File.Family, Name: d.ModuleName}
		if _, ok := out.node[key]; !ok && isNamespace(d) {
			out.node[key] = uint32(len(ix.Defs) + len(out.first))
			out.first = append(out.first, d.ID)
		}
	}
	return out
}

// namespaces makes a node for every namespace. Its language is the one that its family
// is named after, as the order of its files is arbitrary.
func (c *collector) namespaces(ix *resolve.Table, all namespaces) {
	for _, id := range all.first {
		d := ix.Def(id)
		c.addSymbol(graph.Node{Kind: graph.KindNamespace, Language: d.File.Family,
			Name:   d.ModuleName,
			Short:  d.ModuleName[strings.LastIndexAny(d.ModuleName, "./")+1:],
			Module: d.ModuleName}, d.ModuleName, "<namespace>")
	}
}

// isNamespace reports whether d's module is a namespace or package rather than its
// file.
func isNamespace(d *resolve.Def) bool {
	if _, ok := d.File.Rules.(resolve.ObjectNamer); ok {
		return false // its modules are schemas
	}
	if p, ok := d.File.Rules.(interface{ PathModules() bool }); ok && p.PathModules() {
		return false // possibly of another file
	}
	return d.ModuleName != "" && d.Kind.Domain() != graph.Database &&
		d.ModuleName != pathModule(d.File.Path) && d.ModuleName != d.File.Path
}

// pathModule returns the module of a file that is a module: its path without extension.
func pathModule(p string) string {
	if ext := path.Ext(p); ext != "" && ext != path.Base(p) {
		return strings.TrimSuffix(p, ext)
	}
	return p
}

// onLine converts a signature to one line, including multi-line literals.
func onLine(signature string) string {
	if !strings.ContainsFunc(signature, endsLine) {
		return signature
	}
	return strings.Join(strings.Fields(signature), " ")
}

// endsLine reports whether a character is a line terminator in any language.
func endsLine(r rune) bool {
	return r >= '\n' && r <= '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

func newNode(ix *resolve.Table, d *resolve.Def, in *Input) graph.Node {
	f := d.File
	n := graph.Node{
		Kind: d.Kind, Language: f.Language, Short: d.Name, Module: d.ModuleName, Path: f.Path,
		Span:     in.span(f, d.Range.Start, d.Range.End),
		NameLine: f.Line(d.NameAt), Signature: onLine(d.Signature), Doc: d.Doc, Modifiers: d.Modifiers,
		Complexity: d.Complexity, Flags: in.Flags,
	}
	for _, b := range d.Bases {
		n.Bases = append(n.Bases, typeString(b))
	}
	if d.Test || f.Test {
		n.Flags |= graph.Test
	}
	if d.Exported {
		n.Flags |= graph.Exported
	}
	if deprecated(ix, d) {
		n.Flags |= graph.Deprecated
	}
	db, named := f.Rules.(resolve.ObjectNamer)
	switch {
	case named && d.Kind.Domain() == graph.Database:
		n.Schema = db.SchemaOf(d)
		n.Name = n.Schema + "." + d.Symbol
		if _, replaced, _ := db.Revised(d); replaced {
			n.Flags |= graph.Replaced
		}
	case d.Outer == resolve.None:
		n.Name, n.NameLine = f.Path, 1
	case d.Kind == graph.KindTemplate && d.Parent == 0: // identified by its folder, like files
		n.Name = d.ModuleName
	default:
		n.Name, n.Class = qualified(ix, d)
		n.Name, n.Class = parse.BoundedName(n.Name), parse.BoundedName(n.Class)
	}
	return n
}

// qualified returns the qualified display name of d, and the short name of its
// enclosing type.
func qualified(ix *resolve.Table, d *resolve.Def) (name, class string) {
	name = d.Name
	if !d.Receiver().IsZero() && !d.Kind.IsType() &&
		(ix.Defs[d.Outer].Outer == resolve.None || ix.Defs[d.Outer].Kind == graph.KindNamespace) {
		name, class = d.Receiver().Name+"."+name, d.Receiver().Name
	}
	for p := d.Outer; p != resolve.None && ix.Defs[p].Outer != resolve.None; p = ix.Defs[p].Outer {
		e := ix.Def(p)
		name = e.Name + "." + name
		if class == "" && e.Kind.IsType() {
			class = e.Name
		}
	}
	if p := d.File.Page; p != nil && p.Parts == nil && d.ModuleName == pathModule(d.File.Path) {
		return name, class // of a template, whose name is that of its module
	}
	if m := d.ModuleName[strings.LastIndexByte(d.ModuleName, '/')+1:]; m != "" && m != "." {
		name = m + "." + name
	}
	return name, class
}
