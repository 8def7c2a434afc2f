package export

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"seedgraph/graph"
)

// A snapshot in the format of Enola (enola-labs/enola: docs/schema/facts.md), from which
// Cognee builds its code graph (topoteretes/cognee: cognee/tasks/code_graph). Relations
// refer to their targets by name, so a name shared by several nodes gets the handle as a
// suffix.

type fact struct {
	ID        string         `json:"id"`
	Kind      string         `json:"kind"`
	Name      string         `json:"name"`
	File      *string        `json:"file"`
	Line      *uint32        `json:"line"`
	EndLine   *uint32        `json:"end_line"`
	Repo      string         `json:"repo"`
	Props     factProps      `json:"props"`
	Relations []factRelation `json:"relations"`
}

type factProps struct {
	SymbolKind  *string      `json:"symbol_kind"`
	StorageKind *string      `json:"storage_kind"`
	Source      *string      `json:"source"` // of dependencies
	Method      *string      `json:"method"` // of routes
	NodeID      graph.NodeID `json:"node_id"`
	NodeKind    string       `json:"node_kind"`
	Language    *string      `json:"language"`
	Signature   *string      `json:"signature"`
	Test        bool         `json:"test"`
}

type factRelation struct {
	Kind     string `json:"kind"`
	Target   string `json:"target"`
	TargetID string `json:"target_id"`
}

type receipt struct {
	SnapshotID string `json:"snapshot_id"`
	Repo       string `json:"repo"`
	Commit     string `json:"commit"`
	Generator  string `json:"generator"`
	Facts      int    `json:"facts"`
}

// A factForm is the fact kind of a node kind. Node kinds without an equivalent are
// symbols without a symbol_kind.
type factForm struct{ kind, symbol string }

const (
	factModule     = "module"
	factSymbol     = "symbol"
	factStorage    = "storage"
	factRoute      = "route"
	factDependency = "dependency"
)

var factForms = map[graph.NodeKind]factForm{
	graph.KindFile: {factModule, ""}, graph.KindNamespace: {factModule, ""}, graph.KindConfigFile: {factModule, ""},
	graph.KindTemplate: {factModule, ""}, graph.KindRoute: {factRoute, ""},
	graph.KindClass: {factSymbol, "class"}, graph.KindRecord: {factSymbol, "class"},
	graph.KindStruct: {factSymbol, "struct"}, graph.KindInterface: {factSymbol, "interface"},
	graph.KindEnum: {factSymbol, "enum"}, graph.KindDelegate: {factSymbol, "type"},
	graph.KindTypeAlias: {factSymbol, "type"}, graph.KindType: {factSymbol, "type"},
	graph.KindFunction: {factSymbol, "function"}, graph.KindMethod: {factSymbol, "method"},
	graph.KindConstructor: {factSymbol, "method"}, graph.KindOperator: {factSymbol, "method"},
	graph.KindProperty: {factSymbol, "variable"}, graph.KindField: {factSymbol, "variable"},
	graph.KindEvent: {factSymbol, "variable"}, graph.KindVariable: {factSymbol, "variable"},
	graph.KindConstant: {factSymbol, "constant"},
	graph.KindProc:     {factSymbol, "function"}, graph.KindFunc: {factSymbol, "function"},
	graph.KindTrigger: {factSymbol, "function"},
	graph.KindTable:   {factStorage, ""}, graph.KindView: {factStorage, ""}, graph.KindSynonym: {factStorage, ""},
	graph.KindSequence: {factStorage, ""}, graph.KindColumn: {factStorage, ""}, graph.KindUnknown: {factStorage, ""},
	graph.KindExternal: {factDependency, ""}, graph.KindPackage: {factDependency, ""},
}

func factFormOf(kind graph.NodeKind) factForm {
	if f, ok := factForms[kind]; ok {
		return f
	}
	return factForm{factSymbol, ""}
}

// factRelations maps edge kinds to relations of Enola. The others keep their names.
var factRelations = map[graph.EdgeKind]string{graph.Imports: "imports", graph.Calls: "calls",
	graph.Executes: "calls", graph.Creates: "instantiates", graph.Inherits: "implements",
	graph.Implements: "implements", graph.Routes: "handled_by", graph.Binds: "injects"}

// A factHead identifies a node as the target of relations.
type factHead struct {
	id   graph.NodeID
	kind graph.NodeKind
	name string
	file string
}

func (h *factHead) factID(repo string) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{repo, factFormOf(h.kind).kind, h.name, h.file}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

func writeCognee(ctx context.Context, g *Graph, d *Dir, _ Options) error {
	heads, files, err := factHeads(ctx, g)
	if err != nil {
		return err
	}
	f, err := d.Create("facts.jsonl")
	if err != nil {
		return err
	}
	out, facts := newEncoder(f), 0
	source := g.r.Manifest().Source
	err = g.Nodes(ctx, func(num uint32, n *graph.Node) error {
		h := &heads[num]
		x := fact{ID: h.factID(source.Repository), Kind: factFormOf(n.Kind).kind, Name: h.name, File: given(n.Path),
			Line: given(n.Span.StartLine), EndLine: given(n.Span.EndLine), Repo: source.Repository, Props: propsOf(n),
			Relations: []factRelation{}}
		if file, ok := files[n.Path]; ok && file != num && x.Kind != factModule {
			x.Relations = append(x.Relations, factRelation{"declares", heads[file].name,
				heads[file].factID(source.Repository)})
		}
		edges, err := g.Out(num)
		if err != nil {
			return err
		}
		for _, e := range edges {
			to := &heads[e.To]
			x.Relations = append(x.Relations, factRelation{factRelationOf(n.Kind, to.kind, e.Kind), to.name,
				to.factID(source.Repository)})
		}
		facts++
		return out.Encode(x)
	})
	if err != nil {
		return err
	}
	revision, err := g.r.Revision()
	if err != nil {
		return err
	}
	raw, err := json.MarshalIndent(receipt{revision, source.Repository, source.Commit, "seedgraph", facts}, "", "  ")
	if err != nil {
		return err
	}
	return d.writeAll("receipt.json", 0o644, string(raw)+"\n")
}

// factHeads returns the heads of all nodes by number, with unique names, and the nodes of
// files by path.
func factHeads(ctx context.Context, g *Graph) ([]factHead, map[string]uint32, error) {
	heads, files := make([]factHead, g.r.NumNodes()), map[string]uint32{}
	uses := map[string]int{}
	err := g.Nodes(ctx, func(num uint32, n *graph.Node) error {
		heads[num] = factHead{n.ID, n.Kind, oneLine(n.Name) + parameters(n.ID), n.Path}
		uses[heads[num].name]++
		if n.Kind == graph.KindFile {
			files[n.Path] = num
		}
		return nil
	})
	for i := range heads {
		if h := &heads[i]; uses[h.name] > 1 {
			h.name += " @" + h.id.Handle()
		}
	}
	return heads, files, err
}

// parameters returns the parameter types at the end of the symbol of an id, in
// parentheses, or "".
func parameters(id graph.NodeID) string {
	s := string(id)
	at := strings.LastIndexByte(s, '@')
	if id.IsKey() || at < 0 || !strings.HasSuffix(s[:at], ")") {
		return ""
	}
	symbol := s[strings.IndexByte(s, '#')+1 : at]
	if open := strings.IndexByte(symbol, '('); open >= 0 {
		return symbol[open:]
	}
	return ""
}

func propsOf(n *graph.Node) factProps {
	form := factFormOf(n.Kind)
	p := factProps{NodeID: n.ID, NodeKind: string(n.Kind), Language: given(n.Language),
		Signature: given(n.Signature), Test: n.Flags.Has(graph.Test), SymbolKind: given(form.symbol)}
	switch form.kind {
	case factStorage:
		p.StorageKind = given(strings.ToLower(string(n.Kind)))
	case factDependency:
		p.Source = given("external")
	case factRoute:
		if verb, _, ok := strings.Cut(n.Name, " "); ok {
			p.Method = &verb
		}
	}
	return p
}

// factRelationOf returns the relation for an edge.
func factRelationOf(from, to graph.NodeKind, kind graph.EdgeKind) string {
	if name, ok := factRelations[kind]; ok {
		return name
	}
	if kind == graph.Contains && from.IsType() && factFormOf(to).symbol == "method" {
		return "has_method"
	}
	return strings.ToLower(snake(kind))
}
