package artifacts

import (
	"bufio"
	"maps"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"

	"seedgraph/graph"
)

// This file writes sql_code_bundle; see FORMAT.md, section "SQL bundle".
//
// LocalAI-RAG keeps code chunks and database objects in two separate id spaces and cannot
// join them. Code that accesses the database is therefore repeated in this bundle, under
// a key in RoslynIndexer's form.

// A stand-in represents a code node, or several overloads, in the SQL bundle.
type standIn struct {
	key   string
	kind  string
	nodes []uint32 // ascending; all have the same access rules
}

// standIns lists the stand-ins by key, and the key of each node that has one.
func (b *build) standIns() ([]standIn, map[uint32]string) {
	byKey := map[string]*standIn{}
	keys := map[uint32]string{}
	roles := b.roles()
	for _, e := range b.g.Edges {
		if !b.code[e.From] || b.code[e.To] || keys[e.From] != "" || !isData(e.Kind) {
			continue
		}
		key, kind := b.standInKeyOf(e.From, roles[e.From], byKey)
		keys[e.From] = key
		if byKey[key] == nil {
			byKey[key] = &standIn{key: key, kind: kind}
		}
		byKey[key].nodes = append(byKey[key].nodes, e.From)
	}
	list := make([]standIn, 0, len(byKey))
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		list = append(list, *byKey[key])
	}
	return list, keys
}

// roles returns the kinds of the code nodes that have a role in the database mapping,
// because they are mapped to a table or change one, under RoslynIndexer's names.
func (b *build) roles() map[uint32]string {
	out := map[uint32]string{}
	for _, e := range b.g.Edges {
		isType := b.g.Nodes[e.From].Kind.IsType()
		switch {
		case !b.code[e.From]:
		case e.Kind == graph.MapsTo && isType:
			out[e.From] = kindEntity
		case e.Kind == graph.MapsTo:
			out[e.From] = kindSet
		case e.Kind == graph.SchemaChange || e.Kind == graph.DataChange:
			out[e.From] = kindMigration
		}
	}
	return out
}

const (
	kindEntity    = "ENTITY"
	kindSet       = "DBSET"
	kindMigration = "MIGRATION"
)

// standInKeyOf returns the key of node i and its kind: its role, if it has one.
//
// Overloads share the plain key of RoslynIndexer, which has no parameters. Other nodes
// with the same plain key have a key with their handle: a redeclaration, a member of a
// generic type, and an overload whose access differs from the first, because its
// text must not be visible to the readers of the first. Entities and sets are named
// without namespace, so namesakes have a key with their handle, too.
func (b *build) standInKeyOf(i uint32, role string, byKey map[string]*standIn) (key, kind string) {
	n := &b.g.Nodes[i]
	name, kind := standInName(n), standInKind(n)
	if role != "" {
		kind = role
	}
	if role == kindEntity || role == kindSet {
		name = strings.TrimPrefix(name, n.Module+".")
	}
	key = n.Language + ":" + name + "|" + kind
	first := byKey[key]
	if n.ID.IsRedeclaration() || inGeneric(n.ID) || first != nil && (role != "" ||
		!reflect.DeepEqual(n.Access, b.g.Nodes[first.nodes[0]].Access)) {
		key = n.Language + ":" + name + "@" + n.ID.Handle() + "|" + kind
	}
	return key, kind
}

// standInName returns the part of a stand-in's key between language and kind: module and
// symbol without parameters and type parameters, or the path of a file.
func standInName(n *graph.Node) string {
	module, symbol, _ := strings.Cut(plainName(symbolOf(n.ID)), "#")
	switch {
	case n.Kind == graph.KindFile && strings.HasSuffix(module, path.Ext(n.Path)):
		return module
	case n.Kind == graph.KindFile:
		return module + path.Ext(n.Path)
	case module == "":
		return symbol
	}
	return module + "." + symbol
}

// inGeneric reports whether an enclosing type of the definition has type parameters:
// Box.Get and Box<>.Get are not overloads.
func inGeneric(id graph.NodeID) bool {
	_, symbol, _ := strings.Cut(symbolOf(id), "#")
	symbol, _, _ = strings.Cut(symbol, "(")
	around := symbol[:strings.LastIndexByte(symbol, '.')+1]
	return plainName(around) != around
}

// isData reports whether an edge kind is in the group of data edges.
func isData(k graph.EdgeKind) bool {
	for _, row := range graph.EdgeKinds() {
		if row.Kind == k {
			return row.Group == "data"
		}
	}
	return false
}

// standInKind returns METHOD for callables, as RoslynIndexer does.
func standInKind(n *graph.Node) string {
	if n.Kind.IsCallable() {
		return "METHOD"
	}
	return strings.ToUpper(strings.ReplaceAll(string(n.Kind), " ", "_"))
}

// writeBodies writes sql_bodies.jsonl: the database objects in the order of
// nodes and parts, then the stand-ins by key.
func (b *build) writeBodies() error {
	w, err := createText(b.path(bodiesFile), b.opts.Compress, smallFrame)
	if err != nil {
		return err
	}
	defer w.close()
	var line jsonLine
	write := func() error {
		line.b = append(line.b, '\n')
		b.counts.Bodies++
		return w.write(line.b)
	}
	for i := range b.g.Nodes {
		n := &b.g.Nodes[i]
		if b.code[i] {
			continue
		}
		if b.bodyPaths[string(n.ID)], err = b.objectBody(n); err != nil {
			return err
		}
		for p := range max(len(n.Parts), 1) {
			b.body(&line, n, p)
			if len(n.Parts) > 0 {
				b.addPlace(uint32(i), place{w.offset, uint32(len(line.b))})
			}
			if err := write(); err != nil {
				return err
			}
		}
	}
	for _, s := range b.stand {
		if err := b.standInBody(&line, s); err != nil {
			return err
		}
		if err := write(); err != nil {
			return err
		}
	}
	for i := range b.inline {
		if err := b.inlineBody(&line, &b.inline[i]); err != nil {
			return err
		}
		if err := write(); err != nil {
			return err
		}
	}
	err = w.close()
	b.bodyFrames = w.frames
	return err
}

// bodyColumns are the members of every line of sql_bodies.jsonl.
var bodyColumns = columnsOf("key", "kind", "schema", "name", "domain", "file", "body",
	"data_type", "file_type", "acl_allow[]", "classification_labels[]", "doc_level",
	"owner_id", "source_system_id", "node_id", "node_ids[]", "chunk_part", "chunk_total",
	"signature", "methodFullName", "bodyOrigin", "namespace", "typeFullName", "relativePath",
	"lineNumber", "bodyPath", "language", "module", "start_line", "end_line", "tokens",
	"hash", "doc", "complexity", "modifiers[]", "bases[]", "flags[]", "order",
	"createsTables[]", "dropsTables[]", "addsColumns[]", "dropsColumns[]",
	"renamesColumns[]", "addsForeignKeys[]", "dropsForeignKeys[]")

// body builds the line of part p of a database object. An object without a definition in
// the tree has one line with an empty body.
func (b *build) body(l *jsonLine, n *graph.Node, p int) {
	text := ""
	if len(n.Parts) > 0 {
		text = n.Parts[p].Text
	}
	l.begin(bodyColumns)
	l.str("key", n.ID.Part(p+1))
	l.str("kind", string(n.Kind))
	l.str("schema", n.Schema)
	l.str("name", n.Short)
	l.str("domain", "sql")
	l.str("file", n.Path)
	l.str("body", text)
	l.str("data_type", string(graph.Database))
	l.str("file_type", or(fileType(n), "sql"))
	access(l, &n.Access)
	l.str("node_id", string(n.ID))
	l.num("chunk_part", p+1)
	l.num("chunk_total", max(len(n.Parts), 1))
	if len(n.Parts) == 0 {
		l.str("language", or(n.Language, "sql"))
		l.optList("flags", FlagNames(n.Flags))
	} else {
		l.optStr("signature", n.Signature)
		describe(l, n, p, nil)
	}
	l.end()
}

// standInBody builds the line of a stand-in. The texts of its nodes are copied from
// chunks.json: the consumer cannot follow a reference.
func (b *build) standInBody(l *jsonLine, s standIn) error {
	first := &b.g.Nodes[s.nodes[0]]
	var text strings.Builder
	var ids []string
	for _, n := range s.nodes {
		node := &b.g.Nodes[n]
		ids = append(ids, string(node.ID))
		if text.Len() > 0 {
			text.WriteString("\n\n")
		}
		for _, p := range node.Parts {
			text.WriteString(p.Text)
		}
		if s.kind == kindMigration {
			b.inside(&text, node.ID)
		}
	}
	file, err := b.standInFile(s, text.String())
	if err != nil {
		return err
	}
	b.bodyPaths[s.key] = file
	l.begin(bodyColumns)
	l.str("key", s.key)
	l.str("kind", s.kind)
	l.str("schema", "")
	l.str("name", first.Short)
	l.str("domain", "code")
	l.str("file", first.Path)
	l.str("body", text.String())
	l.str("data_type", string(graph.Database))
	l.str("file_type", fileType(first))
	access(l, &first.Access)
	l.list("node_ids", ids)
	if s.kind == kindMigration || s.kind == kindEntity {
		l.str("namespace", first.Module)
		l.str("typeFullName", first.Name)
	}
	l.optStr("bodyPath", file)
	l.str("language", first.Language)
	l.num("start_line", int(first.Span.StartLine))
	l.num("end_line", int(first.Span.EndLine))
	if s.kind == kindMigration {
		b.migrationFields(l, s.nodes)
	}
	l.end()
	return nil
}

// A sqlNode is a row of nodes.csv and of graph.json.
type sqlNode struct{ Key, Kind, Name, Schema, File, Batch, Domain, BodyPath string }

// A sqlEdge is a row of edges.csv and of graph.json.
type sqlEdge struct{ From, To, Relation, ToKind, File, Batch string }

// sqlGraph lists the nodes by key and the edges by (from, to, relation). Both
// ends of every edge are among the nodes.
func (b *build) sqlGraph() (nodes []sqlNode, edges []sqlEdge) {
	for i := range b.g.Nodes {
		if n := &b.g.Nodes[i]; !b.code[i] {
			nodes = append(nodes, sqlNode{string(n.ID), string(n.Kind), n.Short, n.Schema, n.Path,
				"", "sql", b.bodyPaths[string(n.ID)]})
		}
	}
	for _, s := range b.stand {
		n := &b.g.Nodes[s.nodes[0]]
		nodes = append(nodes, sqlNode{s.key, s.kind, n.Short, "", n.Path, "", "code",
			b.bodyPaths[s.key]})
	}
	for _, e := range b.g.Edges {
		from, to := &b.g.Nodes[e.From], &b.g.Nodes[e.To]
		key := string(from.ID)
		if b.code[e.From] {
			key = b.standKeys[e.From]
		}
		if b.code[e.To] || key == "" || b.code[e.From] && !isData(e.Kind) {
			continue
		}
		edges = append(edges, sqlEdge{key, string(to.ID), e.Kind.String(), string(to.Kind),
			from.Path, ""})
	}
	slices.SortFunc(nodes, func(a, b sqlNode) int { return strings.Compare(a.Key, b.Key) })
	slices.SortFunc(edges, func(a, b sqlEdge) int {
		return slices.Compare([]string{a.From, a.To, a.Relation, a.File},
			[]string{b.From, b.To, b.Relation, b.File})
	})
	return nodes, slices.CompactFunc(edges, func(a, b sqlEdge) bool {
		return a.From == b.From && a.To == b.To && a.Relation == b.Relation
	})
}

// writeSQLGraph writes nodes.csv, edges.csv, graph.json and the bundle's own
// manifest.json.
func (b *build) writeSQLGraph() error {
	nodes, edges := b.sqlGraph()
	err := b.writeLines(sqlNodesFile, func(w *bufio.Writer) {
		w.WriteString("key,kind,name,schema,file,batch,domain,body_path\n")
		for _, n := range nodes {
			csvRow(w, n.Key, n.Kind, n.Name, n.Schema, n.File, n.Batch, n.Domain, n.BodyPath)
		}
	})
	if err != nil {
		return err
	}
	err = b.writeLines(sqlEdgesFile, func(w *bufio.Writer) {
		w.WriteString("from,to,relation,to_kind,file,batch\n")
		for _, e := range edges {
			csvRow(w, e.From, e.To, e.Relation, e.ToKind, e.File, e.Batch)
		}
	})
	if err != nil {
		return err
	}
	err = b.writeLines(sqlGraphFile, func(w *bufio.Writer) {
		w.WriteString("{\"nodes\":[\n")
		for i, n := range nodes {
			jsonRow(w, i, [][2]string{{"Key", n.Key}, {"Kind", n.Kind}, {"Name", n.Name},
				{"Schema", n.Schema},
				{"File", n.File}, {"Batch", n.Batch}, {"Domain", n.Domain},
				{"BodyPath", n.BodyPath}})
		}
		w.WriteString("],\"edges\":[\n")
		for i, e := range edges {
			jsonRow(w, i, [][2]string{{"From", e.From}, {"To", e.To}, {"Relation", e.Relation},
				{"ToKind", e.ToKind}, {"File", e.File}, {"Batch", e.Batch}})
		}
		w.WriteString("]}\n")
	})
	if err != nil {
		return err
	}
	return b.writeJSON(sqlManifestFile, sqlManifest{1,
		sqlCounts{len(nodes), len(edges), b.counts.Bodies}})
}

// A sqlManifest is RoslynIndexer's manifest of the SQL bundle, without the time
// and the folders of the build.
type sqlManifest struct {
	Schema int       `json:"schema"`
	Counts sqlCounts `json:"counts"`
}

type sqlCounts struct {
	Nodes int `json:"nodes"`
	Edges int `json:"edges"`
	Docs  int `json:"docs"` // lines of sql_bodies.jsonl
}

// csvRow writes a row with every value quoted.
func csvRow(w *bufio.Writer, values ...string) {
	for i, v := range values {
		if i > 0 {
			w.WriteByte(',')
		}
		w.WriteByte('"')
		w.WriteString(strings.ReplaceAll(v, `"`, `""`))
		w.WriteByte('"')
	}
	w.WriteByte('\n')
}

// jsonRow writes member i of an array of objects on a separate line.
func jsonRow(w *bufio.Writer, i int, members [][2]string) {
	var l jsonLine
	l.begin(nil)
	for _, m := range members {
		l.str(m[0], m[1])
	}
	l.end()
	if i > 0 {
		w.WriteString(",\n")
	}
	w.Write(l.b)
}

// writeLines writes a small file.
func (b *build) writeLines(name string, fill func(w *bufio.Writer)) error {
	f, err := os.Create(b.path(name))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	fill(w)
	err = w.Flush()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
