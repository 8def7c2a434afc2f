package export

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"seedgraph/graph"
)

// The files read by neo4j-admin import (neo4j/docs-operations: import/header-format): one
// node file per label and one relationship file per type, both given only by the file
// name, so that the loader of FalkorDB, which has no columns :LABEL and :TYPE, can read
// them too. Nodes, chunks and documents have separate id spaces: the first chunk of a
// node has the id of the node.

var neo4jNode = []string{"id:ID(Node)", "name:string", "kind:string", "path:string", "start_line:int",
	"end_line:int", "language:string", "handle:string", "signature:string", "doc:string", "tokens:int",
	"pagerank:double", "test:boolean", "external:boolean"}

var neo4jEdge = []string{":START_ID(Node)", ":END_ID(Node)", "tier:string", "confidence:double",
	"weight:double", "line:int", "op:string", "via:string"}

// A lexical relationship connects chunks, documents and nodes as in neo4j-graphrag
// (neo4j_graphrag/experimental/components/types.py: LexicalGraphConfig).
type lexical struct{ typ, from, to string }

var neo4jLexical = []lexical{{"FROM_CHUNK", "Node", "Chunk"}, {"FROM_DOCUMENT", "Chunk", "Document"},
	{"NEXT_CHUNK", "Chunk", "Chunk"}}

// A neo4j is an export in progress.
type neo4j struct {
	*Graph
	d      *Dir
	tables map[string]*table // by name of the file
}

func writeNeo4j(ctx context.Context, g *Graph, d *Dir, o Options) error {
	x := &neo4j{g, d, map[string]*table{}}
	labels, err := x.nodes(ctx)
	if err != nil {
		return err
	}
	err = g.Edges(ctx, func(e graph.Edge) error {
		t, err := x.table("rels/"+snake(e.Kind)+".csv", neo4jEdge...)
		if err != nil {
			return err
		}
		return t.row(string(labels[e.From]), string(labels[e.To]), e.Tier.String(), decimal(confidence(e)),
			decimal(weight(e)), number(e.Line), strings.Join(e.Operations(), ";"), e.Via.String())
	})
	if err == nil && o.Lexical {
		err = x.lexical(ctx)
	}
	for _, name := range slices.Sorted(maps.Keys(x.tables)) {
		err = cmp.Or(err, x.tables[name].end())
	}
	if err != nil {
		return err
	}
	return x.scripts()
}

// table returns the table of a file, which the first call creates.
func (x *neo4j) table(name string, columns ...string) (*table, error) {
	if t := x.tables[name]; t != nil {
		return t, nil
	}
	f, err := x.d.Create(name)
	if err != nil {
		return nil, err
	}
	x.tables[name], err = newTable(f, slices.Clone(columns)...)
	return x.tables[name], err
}

// nodes writes the nodes and returns their ids by number.
func (x *neo4j) nodes(ctx context.Context) ([]graph.NodeID, error) {
	ids := make([]graph.NodeID, x.r.NumNodes())
	err := x.Nodes(ctx, func(num uint32, n *graph.Node) error {
		ids[num] = n.ID
		t, err := x.table("nodes/"+camel(n.Kind)+".csv", neo4jNode...)
		if err != nil {
			return err
		}
		doc, err := x.r.Doc(num)
		if err != nil {
			return err
		}
		return t.row(string(n.ID), n.Name, string(n.Kind), n.Path, number(n.Span.StartLine),
			number(n.Span.EndLine), n.Language, n.ID.Handle(), n.Signature, doc, strconv.Itoa(n.Tokens()),
			decimal(n.Rank), strconv.FormatBool(n.Flags.Has(graph.Test)),
			strconv.FormatBool(n.Flags.Has(graph.External)))
	})
	return ids, err
}

// A placed is a chunk of a document.
type placed struct {
	line uint32
	id   string
}

// lexical writes chunks, documents and their relationships.
func (x *neo4j) lexical(ctx context.Context) error {
	chunks, err := x.table("nodes/Chunk.csv", append([]string{"id:ID(Chunk)"}, lexicalColumns["Chunk"]...)...)
	if err != nil {
		return err
	}
	of, err := x.joint(0)
	if err != nil {
		return err
	}
	documents := map[string][]placed{}
	err = x.Chunks(ctx, func(c *Chunk) error {
		p := c.Of()
		if c.Node.Path != "" {
			documents[c.Node.Path] = append(documents[c.Node.Path], placed{p.StartLine, c.ID()})
		}
		return cmp.Or(chunks.text(c.ID(), strconv.Itoa(c.Part-1), c.Text, c.Node.Path, number(p.StartLine),
			number(p.EndLine), strconv.Itoa(p.Tokens), p.Hash.String()),
			of.row(string(c.Node.ID), c.ID()))
	})
	if err != nil {
		return err
	}
	return x.documents(documents)
}

// joint creates the table of a lexical relationship.
func (x *neo4j) joint(i int) (*table, error) {
	l := neo4jLexical[i]
	return x.table("rels/"+l.typ+".csv", ":START_ID("+l.from+")", ":END_ID("+l.to+")")
}

func (x *neo4j) documents(chunks map[string][]placed) error {
	documents, err := x.table("nodes/Document.csv", append([]string{"id:ID(Document)"}, lexicalColumns["Document"]...)...)
	if err != nil {
		return err
	}
	from, err := x.joint(1)
	if err != nil {
		return err
	}
	next, err := x.joint(2)
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(chunks)) {
		list := chunks[path]
		slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.line, b.line) })
		err := documents.row(path, path)
		for i, c := range list {
			err = cmp.Or(err, from.row(c.id, path))
			if i > 0 {
				err = cmp.Or(err, next.row(list[i-1].id, c.id))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lexicalOf returns the lexical relationship of a type; other types connect nodes.
func lexicalOf(typ string) lexical {
	for _, l := range neo4jLexical {
		if l.typ == typ {
			return l
		}
	}
	return lexical{typ, "Node", "Node"}
}

// scripts writes import.sh, for an empty database, and import.cypher, for a running one.
func (x *neo4j) scripts() error {
	sh := "#!/bin/sh\n# Fills an empty database of Neo4j, or another one: NAME=code ./import.sh\n" +
		"cd \"$(dirname \"$0\")\" || exit 1\n" +
		"exec neo4j-admin database import full \"${NAME:-neo4j}\" --multiline-fields=true"
	cypher := "// LOAD CSV reads from the import folder of Neo4j, or for Memgraph from the given address.\n" +
		"// Set db.import.csv.legacy_quote_escaping=false: a backslash escapes nothing in these files.\n"
	spaces := map[string]bool{"Node": true}
	var loads string
	for _, file := range slices.Sorted(maps.Keys(x.tables)) {
		folder, name, _ := strings.Cut(strings.TrimSuffix(file, ".csv"), "/")
		if folder == "nodes" {
			label, space, columns := "Node:"+name, "Node", neo4jNode
			if name == "Chunk" || name == "Document" {
				label, space, columns = name, name, nil
				spaces[name] = true
			}
			sh += fmt.Sprintf(" \\\n  --nodes=%s=%s", label, file)
			loads += loadNodes(file, label, space, columns)
			continue
		}
		sh += fmt.Sprintf(" \\\n  --relationships=%s=%s", name, file)
		loads += loadRels(file, lexicalOf(name))
	}
	for _, space := range slices.Sorted(maps.Keys(spaces)) {
		cypher += fmt.Sprintf("CREATE CONSTRAINT IF NOT EXISTS FOR (n:%s) REQUIRE n.id IS UNIQUE;\n", space)
	}
	return cmp.Or(x.d.writeAll("import.sh", 0o755, sh+"\n"), x.d.writeAll("import.cypher", 0o644, cypher+loads))
}

// lexicalColumns lists the columns of Chunk and Document other than the id.
var lexicalColumns = map[string][]string{
	"Chunk":    {"index:int", "text:string", "path:string", "start_line:int", "end_line:int", "tokens:int", "hash:string"},
	"Document": {"path:string"},
}

func loadNodes(file, label, space string, columns []string) string {
	if columns == nil {
		columns = append([]string{"id:ID(" + space + ")"}, lexicalColumns[space]...)
	}
	s := fmt.Sprintf("LOAD CSV WITH HEADERS FROM 'file:///%s' AS row\nCREATE (n:%s {id: row.`%s`})\nSET %s;\n", file,
		label, columns[0], assignments("n", columns[1:]))
	return s
}

func loadRels(file string, l lexical) string {
	s := fmt.Sprintf("LOAD CSV WITH HEADERS FROM 'file:///%s' AS row\nMATCH (a:%s {id: row.`:START_ID(%s)`}), "+
		"(b:%s {id: row.`:END_ID(%s)`})\nCREATE (a)-[r:%s]->(b)", file, l.from, l.from, l.to, l.to, l.typ)
	if l.from == "Node" && l.to == "Node" {
		s += "\nSET " + assignments("r", neo4jEdge[2:])
	}
	return s + ";\n"
}

// assignments returns Cypher assignments that convert columns to their types.
func assignments(of string, columns []string) string {
	convert := map[string]string{"int": "toInteger(%s)", "double": "toFloat(%s)", "boolean": "toBoolean(%s)",
		"string": "%s"}
	var list []string
	for _, c := range columns {
		name, typ, _ := strings.Cut(c, ":")
		list = append(list, fmt.Sprintf("%s.%s = "+convert[typ], of, name, "row.`"+c+"`"))
	}
	return strings.Join(list, ", ")
}
