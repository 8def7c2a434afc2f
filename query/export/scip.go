package export

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// An index in the SCIP format (sourcegraph/scip: scip.proto), whose few messages are
// encoded here field by field:
//
//	Index             metadata 1, documents 2, external_symbols 3
//	Metadata          tool_info 2, text_document_encoding 4
//	ToolInfo          name 1, version 2
//	Document          relative_path 1, occurrences 2, symbols 3, language 4, text 5, position_encoding 6
//	SymbolInformation symbol 1, documentation 3, relationships 4, kind 5, display_name 6, signature_documentation 7
//	Relationship      symbol 1, is_reference 2, is_implementation 3
//	Occurrence        range 1, symbol 2, symbol_roles 3, enclosing_range 7
//
// Artifacts record the lines of definitions and uses. The column is the one of the name on
// the line; if the line does not contain the name, the range is the whole line.
const (
	scipUTF8       = 1 // of TextEncoding, and of PositionEncoding: bytes from the start of the line
	scipDefinition = 1
	scipImport     = 2
	scipWrites     = 4
	scipReads      = 8
)

// scipKinds maps node kinds to SymbolInformation.Kind. Kinds without an equivalent are
// missing.
var scipKinds = map[graph.NodeKind]uint64{graph.KindFile: 16, graph.KindNamespace: 30, graph.KindPackage: 35,
	graph.KindClass: 7, graph.KindRecord: 7, graph.KindStruct: 49, graph.KindInterface: 21, graph.KindEnum: 11,
	graph.KindDelegate: 73, graph.KindTypeAlias: 55, graph.KindFunction: 17, graph.KindMethod: 26,
	graph.KindConstructor: 9, graph.KindOperator: 34, graph.KindProperty: 41, graph.KindField: 15,
	graph.KindEvent: 13, graph.KindVariable: 61, graph.KindConstant: 8, graph.KindConfigKey: 22}

// scipLanguages maps our language names to those of the enum Language if they differ in
// more than case.
var scipLanguages = map[string]string{"csharp": "CSharp", "cpp": "CPP", "bash": "ShellScript",
	"javascript": "JavaScript", "typescript": "TypeScript", "php": "PHP", "sql": "SQL", "graphql": "GraphQL"}

func scipLanguage(name string) string {
	if known := scipLanguages[name]; known != "" || name == "" {
		return known
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// scipRoles maps the edge kinds that are references to their roles; other edge kinds are
// not references, or determine a relationship.
var scipRoles = map[graph.EdgeKind]uint64{graph.Imports: scipImport, graph.Calls: 0, graph.Creates: 0,
	graph.References: 0, graph.Inherits: 0, graph.Implements: 0, graph.Passes: 0, graph.Executes: 0,
	graph.ReadsFrom: scipReads, graph.WritesTo: scipWrites, graph.ForeignKey: 0, graph.On: 0, graph.SynonymFor: 0,
	graph.Routes: 0, graph.MapsTo: 0, graph.SchemaChange: 0, graph.DataChange: 0, graph.ReadsConfig: scipReads,
	graph.Configures: 0, graph.Renders: 0, graph.Binds: 0, graph.Handles: 0}

// A scip is an index being written.
type scip struct {
	*Graph
	names   []scipName
	files   map[string]uint32   // nodes of files by path
	members map[string][]uint32 // nodes by path
	outer   []uint32            // nodes without a path
}

// A scipName is the name of a node in occurrences.
type scipName struct{ symbol, short string }

func writeSCIP(ctx context.Context, g *Graph, w io.Writer, _ Options) error {
	x := &scip{Graph: g, files: map[string]uint32{}, members: map[string][]uint32{}}
	if err := x.read(ctx); err != nil {
		return err
	}
	meta := message(nil, 2, append(text(nil, 1, "seedgraph"), text(nil, 2, g.r.Manifest().Tool)...))
	meta = varint(meta, 4, scipUTF8)
	if _, err := w.Write(message(nil, 1, meta)); err != nil {
		return err
	}
	paths := make([]string, 0, len(x.members))
	for path := range x.members {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		d, err := x.document(path)
		if err != nil {
			return err
		}
		if _, err := w.Write(message(nil, 2, d)); err != nil {
			return err
		}
	}
	for _, n := range x.outer {
		_, info, err := x.information(n)
		if err != nil {
			return err
		}
		if _, err := w.Write(message(nil, 3, info)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func varint(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func text(b []byte, field protowire.Number, s string) []byte {
	if s == "" {
		return b
	}
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), strings.ToValidUTF8(s, "\uFFFD"))
}

func message(b []byte, field protowire.Number, m []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), m)
}

func (x *scip) read(ctx context.Context) error {
	err := x.r.Nodes(func(n uint32, node *graph.Node) error { // all nodes, for the lines of definitions
		if node.Kind == graph.KindFile || node.Kind == graph.KindConfigFile || node.Kind == graph.KindTemplate {
			if _, ok := x.files[node.Path]; !ok {
				x.files[node.Path] = n
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	return x.readNames(ctx)
}

// A descriptor is a component of a symbol.
type descriptor struct {
	name   string
	suffix byte   // '/', '#', '.' or '('
	module string // prefix of the symbol of a top-level node; may be empty
	parent int64  // the node whose symbol this one extends, or -1
}

// readNames gives every node a unique symbol.
func (x *scip) readNames(ctx context.Context) error {
	list := make([]descriptor, x.r.NumNodes())
	handles := make([]string, len(list))
	x.names = make([]scipName, len(list))
	err := x.Nodes(ctx, func(n uint32, node *graph.Node) error {
		parent, ok, err := x.r.Parent(n)
		if err != nil {
			return err
		}
		list[n] = descriptor{caption(node), suffixOf(node.Kind), oneLine(node.Module), -1}
		if list[n].suffix == '/' {
			list[n].name = oneLine(node.Name) // a path, or the full name of the namespace
		}
		if ok && x.keep[parent] {
			list[n].parent = int64(parent)
		}
		handles[n] = node.ID.Handle()
		x.names[n].short = wordOf(node.Short)
		if node.Path == "" {
			x.outer = append(x.outer, n)
		} else {
			x.members[node.Path] = append(x.members[node.Path], n)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range list { // files and namespaces are the module of their contents
		if p := list[i].parent; p >= 0 && list[p].suffix == '/' {
			list[i].parent = -1
		}
		if list[i].suffix == '/' {
			list[i].parent, list[i].module = -1, ""
		}
	}
	head := "seedgraph . " + packageName(x.r.Manifest().Source.Repository) + " . "
	uses := map[string]int{}
	each := func(f func(n uint32)) {
		for n := range list {
			if x.keep[n] {
				f(uint32(n))
			}
		}
	}
	none := make([]string, len(list))
	each(func(n uint32) { uses[symbolOf(list, none, int64(n))]++ })
	marks := make([]string, len(list))
	each(func(n uint32) {
		if uses[symbolOf(list, none, int64(n))] > 1 {
			marks[n] = handles[n]
		}
	})
	each(func(n uint32) { x.names[n].symbol = head + symbolOf(list, marks, int64(n)) })
	return nil
}

// packageName escapes spaces as required by the grammar; an empty name is ".".
func packageName(s string) string {
	if s = oneLine(s); s == "" {
		return "."
	}
	return strings.ReplaceAll(s, " ", "  ")
}

func suffixOf(kind graph.NodeKind) byte {
	switch kind {
	case graph.KindFile, graph.KindNamespace, graph.KindPackage, graph.KindConfigFile, graph.KindTemplate:
		return '/'
	case graph.KindTable, graph.KindView, graph.KindType, graph.KindTypeAlias:
		return '#'
	case graph.KindProc, graph.KindFunc, graph.KindTrigger:
		return '('
	}
	switch {
	case kind.IsType():
		return '#'
	case kind.IsCallable() && !kind.IsBatch() && kind != graph.KindProperty && kind != graph.KindEvent:
		return '('
	}
	return '.'
}

// maxAround bounds the depth of nesting, in case the parents form a cycle.
const maxAround = 100

// symbolOf joins the descriptors of a node and of its parents. Marks distinguish nodes of
// the same name.
func symbolOf(list []descriptor, marks []string, n int64) string {
	var parts []string
	for range maxAround {
		d := &list[n]
		name := d.name
		if marks[n] != "" && d.suffix != '(' {
			name += " @" + marks[n]
		}
		switch part := identifier(name); d.suffix {
		case '(':
			parts = append(parts, part+"("+marks[n]+").")
		default:
			parts = append(parts, part+string(d.suffix))
		}
		if d.parent < 0 {
			if d.module != "" {
				parts = append(parts, identifier(d.module)+"/")
			}
			break
		}
		n = d.parent
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

// identifier writes a name, in backticks unless it is a simple identifier.
func identifier(name string) string {
	simple := name != ""
	for _, r := range name {
		simple = simple && (r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("_+-$", r))
	}
	if simple {
		return name
	}
	if name == "" {
		name = "?"
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// wordOf returns the name as written in sources: without type parameters and parameters.
func wordOf(short string) string {
	if i := strings.IndexAny(short, "<("); i > 0 {
		return short[:i]
	}
	return short
}

// An occurrence is a symbol at a range in a document.
type occurrence struct {
	line, from, to uint32
	symbol         string
	roles          uint64
	enclosing      []uint32
}

func (o *occurrence) encode() []byte {
	b := ranged(nil, 1, []uint32{o.line, o.from, o.to})
	b = text(b, 2, o.symbol)
	if o.roles != 0 {
		b = varint(b, 3, o.roles)
	}
	if o.enclosing != nil {
		b = ranged(b, 7, o.enclosing)
	}
	return b
}

func ranged(b []byte, field protowire.Number, values []uint32) []byte {
	var packed []byte
	for _, v := range values {
		packed = protowire.AppendVarint(packed, uint64(v))
	}
	return message(b, field, packed)
}

// document encodes a file: its occurrences, by position, and its symbols, in the order of
// ids.
func (x *scip) document(path string) ([]byte, error) {
	lines, err := x.lines(path)
	if err != nil {
		return nil, err
	}
	var list []occurrence
	var symbols [][]byte
	language := ""
	for _, n := range x.members[path] {
		node, info, err := x.information(n)
		if err != nil {
			return nil, err
		}
		if node.Kind == graph.KindFile || language == "" {
			language = node.Language
		}
		symbols = append(symbols, info)
		list = append(list, x.definition(n, node, lines))
		uses, err := x.references(n, lines)
		if err != nil {
			return nil, err
		}
		list = append(list, uses...)
	}
	slices.SortFunc(list, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to),
			cmp.Compare(a.symbol, b.symbol), cmp.Compare(a.roles, b.roles))
	})
	b := text(nil, 1, path)
	for i := range list {
		if i == 0 || list[i].line != list[i-1].line || list[i].from != list[i-1].from || list[i].to != list[i-1].to ||
			list[i].symbol != list[i-1].symbol || list[i].roles != list[i-1].roles {
			b = message(b, 2, list[i].encode())
		}
	}
	for _, s := range symbols {
		b = message(b, 3, s)
	}
	b = text(b, 4, scipLanguage(language))
	return varint(b, 6, scipUTF8), nil
}

// lines returns the lines of a file, nil if the artifacts do not have the whole file.
func (x *scip) lines(path string) ([]string, error) {
	file, ok := x.files[path]
	if !ok {
		return nil, nil
	}
	source, err := x.r.Source(file)
	if errors.Is(err, artifacts.ErrVersion) {
		return nil, nil
	}
	return strings.Split(source, "\n"), err
}

// place finds a name on a line, from 1: the first occurrence as a whole word, or
// otherwise the whole line without surrounding blanks.
func place(lines []string, line uint32, name string) (at, from, to uint32) {
	if line == 0 || int(line) > len(lines) {
		return max(line, 1) - 1, 0, 0
	}
	s := lines[line-1]
	for start := 0; name != ""; {
		i := strings.Index(s[start:], name)
		if i < 0 {
			break
		}
		i += start
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(name):])
		if !inWord(before) && !inWord(after) {
			return line - 1, uint32(i), uint32(i + len(name))
		}
		start = i + len(name)
	}
	trimmed := strings.TrimRightFunc(s, unicode.IsSpace)
	return line - 1, uint32(len(trimmed) - len(strings.TrimLeftFunc(trimmed, unicode.IsSpace))), uint32(len(trimmed))
}

func inWord(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func (x *scip) definition(n uint32, node *graph.Node, lines []string) occurrence {
	line := cmp.Or(node.NameLine, node.Span.StartLine)
	o := occurrence{symbol: x.names[n].symbol, roles: scipDefinition}
	if node.Kind == graph.KindFile {
		return o // at the start of the file
	}
	o.line, o.from, o.to = place(lines, line, x.names[n].short)
	last := node.Span.EndLine
	if first := node.Span.StartLine; first > 0 && first <= line && line <= last && int(last) <= len(lines) {
		o.enclosing = []uint32{first - 1, 0, last - 1, uint32(len(strings.TrimSuffix(lines[last-1], "\r")))}
	}
	return o
}

// references lists the locations in a node that refer to other nodes.
func (x *scip) references(n uint32, lines []string) ([]occurrence, error) {
	edges, err := x.Out(n)
	if err != nil {
		return nil, err
	}
	var list []occurrence
	for _, e := range edges {
		roles, ok := scipRoles[e.Kind]
		if !ok || e.Line == 0 {
			continue
		}
		at, err := x.r.Lines(e)
		if err != nil {
			return nil, err
		}
		for _, line := range at {
			o := occurrence{symbol: x.names[e.To].symbol, roles: roles}
			o.line, o.from, o.to = place(lines, line, x.names[e.To].short)
			list = append(list, o)
		}
	}
	return list, nil
}

// information encodes the SymbolInformation of a node, and returns the node.
func (x *scip) information(n uint32) (*graph.Node, []byte, error) {
	node, err := x.r.Node(n)
	if err != nil {
		return nil, nil, err
	}
	doc, err := x.r.Doc(n)
	if err != nil {
		return nil, nil, err
	}
	b := text(text(nil, 1, x.names[n].symbol), 3, doc)
	if b, err = x.relationships(b, n); err != nil {
		return nil, nil, err
	}
	if kind := scipKinds[node.Kind]; kind != 0 {
		b = varint(b, 5, kind)
	}
	b = text(b, 6, caption(node))
	if node.Signature != "" {
		b = message(b, 7, text(text(nil, 4, scipLanguage(node.Language)), 5, node.Signature))
	}
	return node, b, nil
}

// relationships encodes the symbols that a symbol implements.
func (x *scip) relationships(b []byte, n uint32) ([]byte, error) {
	edges, err := x.Out(n)
	for _, e := range edges {
		r := text(nil, 1, x.names[e.To].symbol)
		switch e.Kind {
		case graph.Inherits, graph.Implements:
		case graph.Overrides:
			r = varint(r, 2, 1) // references to either are references to both
		default:
			continue
		}
		b = message(b, 4, varint(r, 3, 1))
	}
	return b, err
}
