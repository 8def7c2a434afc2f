package artifacts

import (
	"cmp"
	"path"
	"reflect"
	"slices"
	"strings"

	"seedgraph/graph"
)

// This file writes regular_code_bundle; see FORMAT.md, section "Code bundle".

// inCode reports whether the parts of n are in chunks.json.
func inCode(n *graph.Node) bool { return n.Domain() != graph.Database }

// isChunk reports whether node i has texts in chunks.json.
func (b *build) isChunk(i uint32) bool { return b.code[i] && len(b.g.Nodes[i].Parts) > 0 }

// writeChunks writes chunks.json: a strict JSON array, one chunk per line, in the order
// of nodes and parts.
func (b *build) writeChunks() error {
	w, err := createText(b.path(chunksFile), b.opts.Compress, smallFrame)
	if err != nil {
		return err
	}
	defer w.close()
	begin, between, end := []byte("[\n"), []byte(",\n"), []byte("\n]\n")
	separator := begin
	var line jsonLine
	for i := range b.g.Nodes {
		n := &b.g.Nodes[i]
		if !b.code[i] {
			continue
		}
		if err := b.ctx.Err(); err != nil {
			return err
		}
		for p := range n.Parts {
			if err := b.chunk(&line, uint32(i), p); err != nil {
				return err
			}
			at := place{w.offset + uint64(len(separator)), uint32(len(line.b))}
			if err := w.write(separator, line.b); err != nil {
				return err
			}
			separator = between
			b.addPlace(uint32(i), at)
		}
	}
	if len(b.at) == 0 {
		end = []byte("[\n]\n")
	}
	if err := w.write(end); err != nil {
		return err
	}
	b.counts.Chunks = len(b.at)
	err = w.close()
	b.chunkFrames = w.frames
	return err
}

// chunk builds the line of part p of node i.
func (b *build) chunk(l *jsonLine, i uint32, p int) error {
	n := &b.g.Nodes[i]
	var text, doc []byte // as they are written, if they were left in other artifacts
	if from, own := leftOf(b.left, i); from != nil {
		var err error
		if text, doc, err = from.raw(own, n, p); err != nil {
			return err
		}
	}
	base, interfaces := b.basesOf(b.typeOf(i), n)
	l.begin(nil)
	l.str("Id", n.ID.Part(p+1))
	l.str("File", path.Base(n.Path))
	l.str("RepoRelativePath", n.Path)
	l.str("Class", or(n.Class, "NoClass"))
	l.str("Member", n.Short)
	l.str("Type", pascal(string(n.Kind)))
	l.str("Signature", or(n.Signature, n.Name))
	if text != nil {
		l.raw("Text", text)
	} else {
		l.str("Text", n.Parts[p].Text)
	}
	l.str("ProjectName", b.projectOf(n))
	l.str("BaseType", base)
	l.list("ImplementedInterfaces", interfaces)
	l.num("ChunkPart", p+1)
	l.num("ChunkTotal", len(n.Parts))
	access(l, &n.Access)
	l.str("node_id", string(n.ID))
	l.str("kind", string(n.Kind))
	l.str("name", n.Name)
	l.str("data_type", string(n.Domain()))
	l.str("file_type", fileType(n))
	describe(l, n, p, doc)
	l.end()
	return nil
}

// access adds the keys by which a consumer controls access to a row. acl_allow is on
// every row; an empty list means everybody.
func access(l *jsonLine, a *graph.Access) {
	l.list("acl_allow", a.Allow)
	l.optList("classification_labels", a.Labels)
	l.optNum("doc_level", a.Level)
	l.optStr("owner_id", a.Owner)
	l.optStr("source_system_id", a.SourceSystemID)
}

// describe adds our own keys, which the rows of both bundles have. doc is the doc comment as it is written, if
// the node lacks it.
func describe(l *jsonLine, n *graph.Node, p int, doc []byte) {
	part := &n.Parts[p]
	l.str("language", n.Language)
	l.optStr("module", n.Module)
	l.num("start_line", int(part.StartLine))
	l.num("end_line", int(part.EndLine))
	l.num("tokens", part.Tokens)
	l.str("hash", part.Hash.String())
	switch {
	case doc != nil:
		l.raw("doc", doc)
	case p == 0:
		l.optStr("doc", n.Doc)
	}
	l.optNum("complexity", n.Complexity)
	l.optList("modifiers", n.Modifiers)
	l.optList("bases", n.Bases)
	l.optList("flags", FlagNames(n.Flags))
}

// typeOf returns the type whose bases are listed in a chunk: as in RoslynIndexer, for a
// member it is the enclosing type.
func (b *build) typeOf(i uint32) uint32 {
	for n := &b.g.Nodes[i]; n.Class != "" && !n.Kind.IsType() && n.Parent != ""; n = &b.g.Nodes[i] {
		parent, ok := b.lookup(n.Parent)
		if !ok {
			break
		}
		i = parent
	}
	return i
}

// basesOf returns the names of the base type and the interfaces of node i, for a chunk of
// node n.
func (b *build) basesOf(i uint32, n *graph.Node) (base string, interfaces []string) {
	each := func(kind graph.EdgeKind, name func(string)) {
		for _, e := range b.outOf(i, kind) {
			access := b.g.Nodes[e.To].Access
			// otherwise some readers of the chunk may not see the base
			if access.IsZero() || reflect.DeepEqual(access, n.Access) {
				name(b.g.Nodes[e.To].Name)
			}
		}
	}
	each(graph.Inherits, func(name string) { base = or(base, name) })
	each(graph.Implements, func(name string) { interfaces = append(interfaces, name) })
	return base, interfaces
}

// fileType returns the extension of n's path without the dot, or its language if there is
// none.
func fileType(n *graph.Node) string {
	if ext := path.Ext(n.Path); len(ext) > 1 {
		return strings.ToLower(ext[1:])
	}
	return n.Language
}

// pascal converts a kind to the form used by RoslynIndexer: "type alias" to "TypeAlias".
func pascal(kind string) string {
	var b strings.Builder
	for _, word := range strings.Fields(kind) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// FlagNames lists the flags of f by their names on disk.
func FlagNames(f graph.Flags) []string {
	var names []string
	for _, row := range flagTable {
		if f.Has(row.flag) {
			names = append(names, row.name)
		}
	}
	return names
}

var flagTable = []struct {
	flag graph.Flags
	name string
}{
	{graph.Test, "test"}, {graph.Generated, "generated"}, {graph.Vendored, "vendored"},
	{graph.External, "external"}, {graph.Exported, "exported"},
	{graph.Replaced, "replaced"}, {graph.Deprecated, "deprecated"},
}

// writeDependencies writes dependencies.json, which maps the id of a chunk to the ids of
// the chunks that it depends on. Targets are always first parts; each further part
// depends on the first, so that a traversal continues from it.
func (b *build) writeDependencies() error {
	w, err := createText(b.path(dependenciesFile), b.opts.Compress, largeFrame)
	if err != nil {
		return err
	}
	defer w.close()
	separator := "{\n"
	var line []byte
	var on dependencies
	row := func(from string, to []string) error {
		line = append(line[:0], separator...)
		line = appendJSON(line, from)
		line = append(line, ':')
		line = appendJSONList(line, to)
		separator = ",\n"
		return w.write(line)
	}
	for i := range b.g.Nodes {
		n := &b.g.Nodes[i]
		if !b.isChunk(uint32(i)) {
			continue
		}
		if to := on.of(b, uint32(i)); len(to) > 0 {
			if err := row(string(n.ID), to); err != nil {
				return err
			}
		}
		for p := 2; p <= len(n.Parts); p++ {
			if err := row(n.ID.Part(p), []string{string(n.ID)}); err != nil {
				return err
			}
		}
	}
	tail := "\n}\n"
	if separator == "{\n" {
		tail = "{}\n"
	}
	if err := w.write([]byte(tail)); err != nil {
		return err
	}
	return w.close()
}

// dependencyOrder ranks the edge kinds in dependencies.json: first executed code, then
// base types, then other references.
var dependencyOrder = [256]int{
	graph.Calls: 1, graph.Creates: 1, graph.Dispatches: 1,
	graph.Inherits: 2, graph.Implements: 2, graph.Overrides: 2,
	graph.Passes: 3, graph.References: 3, graph.Tests: 4,
}

// dependencies computes the dependencies of one node after another, reusing its memory.
type dependencies struct {
	edges []graph.Edge
	ids   []string
}

// of lists the distinct chunks that node i depends on: by dependencyOrder, then by line,
// then by id. The list is valid until the next call.
func (d *dependencies) of(b *build, i uint32) []string {
	d.edges, d.ids = d.edges[:0], d.ids[:0]
	for _, e := range b.out(i) {
		if dependencyOrder[e.Kind] > 0 && b.isChunk(e.To) {
			d.edges = append(d.edges, e)
		}
	}
	place := func(x, y graph.Edge) int {
		return cmp.Or(dependencyOrder[x.Kind]-dependencyOrder[y.Kind], cmp.Compare(x.Line, y.Line))
	}
	slices.SortFunc(d.edges, func(x, y graph.Edge) int {
		return cmp.Or(cmp.Compare(x.To, y.To), place(x, y))
	})
	d.edges = slices.CompactFunc(d.edges, func(x, y graph.Edge) bool { return x.To == y.To })
	slices.SortFunc(d.edges, func(x, y graph.Edge) int {
		return cmp.Or(place(x, y), cmp.Compare(x.To, y.To))
	})
	for _, e := range d.edges {
		d.ids = append(d.ids, string(b.g.Nodes[e.To].ID))
	}
	return d.ids
}

// projectOf returns the name of a node's project: the first one whose file is visible to
// all readers of the node, because they can read this name in the chunk.
func (b *build) projectOf(n *graph.Node) string {
	f := b.files[n.Path]
	if f == nil {
		return ""
	}
	return f.project(func(file string) bool { return n.Access.Within(b.access[file]) })
}
