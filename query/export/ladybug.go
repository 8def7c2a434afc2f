package export

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"seedgraph/graph"
)

// The tables of Ladybug, the successor of Kuzu: COPY reads the columns of CSV files by
// position, and those of relationships begin with both ends (docs.ladybugdb.com:
// import/csv). All options are explicit: COPY detects them from the first rows, wrongly
// for texts with both kinds of quotes.
const (
	ladybugSchema = `CREATE NODE TABLE Node(id STRING, name STRING, kind STRING, path STRING, start_line INT64, end_line INT64,
    language STRING, handle STRING, signature STRING, doc STRING, tokens INT64, pagerank DOUBLE, test BOOLEAN,
    PRIMARY KEY(id));
CREATE REL TABLE Edge(FROM Node TO Node, kind STRING, tier STRING, confidence DOUBLE, weight DOUBLE, line INT64,
    op STRING, via STRING);
`
	ladybugImport = `COPY Node FROM "nodes.csv" (header=true, delim=',', quote='"', escape='"', auto_detect=false);
COPY Edge FROM "rels.csv" (header=true, delim=',', quote='"', escape='"', auto_detect=false);
`
)

func writeLadybug(ctx context.Context, g *Graph, d *Dir, _ Options) error {
	ids, err := ladybugNodes(ctx, g, d)
	if err != nil {
		return err
	}
	f, err := d.Create("rels.csv")
	if err != nil {
		return err
	}
	t, err := newTable(f, "from", "to", "kind", "tier", "confidence", "weight", "line", "op", "via")
	if err != nil {
		return err
	}
	err = g.Edges(ctx, func(e graph.Edge) error {
		return t.row(string(ids[e.From]), string(ids[e.To]), e.Kind.String(), e.Tier.String(),
			decimal(confidence(e)), decimal(weight(e)), number(e.Line), strings.Join(e.Operations(), ";"),
			e.Via.String())
	})
	return cmp.Or(err, t.end(), d.writeAll("schema.cypher", 0o644, ladybugSchema),
		d.writeAll("import.cypher", 0o644, ladybugImport))
}

func ladybugNodes(ctx context.Context, g *Graph, d *Dir) ([]graph.NodeID, error) {
	f, err := d.Create("nodes.csv")
	if err != nil {
		return nil, err
	}
	t, err := newTable(f, "id", "name", "kind", "path", "start_line", "end_line", "language", "handle", "signature",
		"doc", "tokens", "pagerank", "test")
	if err != nil {
		return nil, err
	}
	ids := make([]graph.NodeID, g.r.NumNodes())
	err = g.Nodes(ctx, func(num uint32, n *graph.Node) error {
		ids[num] = n.ID
		doc, err := g.r.Doc(num)
		if err != nil {
			return err
		}
		return t.row(string(n.ID), n.Name, string(n.Kind), n.Path, number(n.Span.StartLine), number(n.Span.EndLine),
			n.Language, n.ID.Handle(), n.Signature, doc, strconv.Itoa(n.Tokens()), decimal(n.Rank),
			strconv.FormatBool(n.Flags.Has(graph.Test)))
	})
	return ids, cmp.Or(err, t.end())
}
