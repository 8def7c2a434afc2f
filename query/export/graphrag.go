package export

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"seedgraph/graph"
)

// The tables that GraphRAG accepts as a custom graph (microsoft/graphrag:
// docs/index/byog.md, docs/index/outputs.md), as Parquet and as CSV. Entities are
// identified by title, chunks by handles, which have no commas: lists are '['a', 'b']' in
// CSV.

type ragEntity struct {
	ID          string   `parquet:"id"`
	HumanID     int64    `parquet:"human_readable_id"`
	Title       string   `parquet:"title"`
	Type        string   `parquet:"type"`
	Description string   `parquet:"description"`
	TextUnitIDs []string `parquet:"text_unit_ids,list"`
	Frequency   int64    `parquet:"frequency"` // number of text units
	Degree      int64    `parquet:"degree"`    // number of connected nodes; a self-loop counts twice
}

func (e *ragEntity) record() []string {
	return []string{e.ID, strconv.FormatInt(e.HumanID, 10), e.Title, e.Type, e.Description,
		pythonList(e.TextUnitIDs), strconv.FormatInt(e.Frequency, 10), strconv.FormatInt(e.Degree, 10)}
}

type ragRelationship struct {
	ID             string   `parquet:"id"`
	HumanID        int64    `parquet:"human_readable_id"`
	Source         string   `parquet:"source"` // a title
	Target         string   `parquet:"target"`
	Description    string   `parquet:"description"`
	Weight         float64  `parquet:"weight"`
	CombinedDegree int64    `parquet:"combined_degree"`
	TextUnitIDs    []string `parquet:"text_unit_ids,list"`
}

func (r *ragRelationship) record() []string {
	return []string{r.ID, strconv.FormatInt(r.HumanID, 10), r.Source, r.Target, r.Description, decimal(r.Weight),
		strconv.FormatInt(r.CombinedDegree, 10), pythonList(r.TextUnitIDs)}
}

type ragTextUnit struct {
	ID              string   `parquet:"id"`
	HumanID         int64    `parquet:"human_readable_id"`
	Text            string   `parquet:"text"`
	Tokens          int64    `parquet:"n_tokens"`
	DocumentID      string   `parquet:"document_id"` // the path
	EntityIDs       []string `parquet:"entity_ids,list"`
	RelationshipIDs []string `parquet:"relationship_ids,list"`
	CovariateIDs    []string `parquet:"covariate_ids,list"`
}

func (u *ragTextUnit) record() []string {
	return []string{u.ID, strconv.FormatInt(u.HumanID, 10), u.Text, strconv.FormatInt(u.Tokens, 10), u.DocumentID,
		pythonList(u.EntityIDs), pythonList(u.RelationshipIDs), pythonList(u.CovariateIDs)}
}

// pythonList formats a list as a Python literal. Values have neither quotes nor
// backslashes.
func pythonList(values []string) string {
	if len(values) == 0 {
		return "[]"
	}
	return "['" + strings.Join(values, "', '") + "']"
}

const ragReadme = `A graph for Microsoft GraphRAG, as docs/index/byog.md of its documentation describes it.

Copy the three tables to the output folder of a project (*.parquet; or *.csv, with
table_provider: {type: csv} in settings.yaml), and run these workflows:

workflows: [create_communities, create_community_reports_text, generate_text_embeddings]

Entities are titled "Name @handle": names alone are not unique. Ids of text units are handles, too.
The weight of a relationship is that of its kind times its confidence.
`

func writeGraphRAG(ctx context.Context, g *Graph, d *Dir, _ Options) error {
	degrees := make([]int64, g.r.NumNodes())
	err := g.pairs(ctx, func(p *pair) error {
		degrees[p.a]++
		degrees[p.b]++ // a self-loop counts twice
		return nil
	})
	if err != nil {
		return err
	}
	nodes, err := ragEntities(ctx, g, d, degrees)
	if err != nil {
		return err
	}
	if err := ragRelationships(ctx, g, d, degrees, nodes); err != nil {
		return err
	}
	if err := ragTextUnits(ctx, g, d, nodes); err != nil {
		return err
	}
	return d.writeAll("README.md", 0o644, ragReadme)
}

// A ragNode describes a node as the end of relationships.
type ragNode struct {
	label
	parts []graph.Part // locations of the parts; nil for a single part
	text  bool
}

// unit returns the text unit of the node that contains an edge, or no unit.
func (n *ragNode) unit(e graph.Edge) []string {
	if !n.text {
		return []string{}
	}
	return []string{chunkHandle(n.id, max(1, chunkOf(&graph.Node{Parts: n.parts}, e)))}
}

func ragEntities(ctx context.Context, g *Graph, d *Dir, degrees []int64) ([]ragNode, error) {
	out, err := newRows[ragEntity](d, "entities", "id", "human_readable_id", "title", "type", "description",
		"text_unit_ids", "frequency", "degree")
	if err != nil {
		return nil, err
	}
	nodes := make([]ragNode, g.r.NumNodes())
	next := int64(0)
	err = g.Nodes(ctx, func(num uint32, n *graph.Node) error {
		nodes[num] = ragNode{label: label{n.ID, n.Name}, text: len(n.Parts) > 0}
		if len(n.Parts) > 1 {
			nodes[num].parts = n.Parts
		}
		text, err := g.describe(num, n)
		if err != nil {
			return err
		}
		var units []string
		for i := range n.Parts {
			units = append(units, chunkHandle(n.ID, i+1))
		}
		next++
		e := ragEntity{n.ID.Handle(), next - 1, title(n), string(n.Kind), text, listed(units), int64(len(units)),
			degrees[num]}
		return out.add(e, e.record())
	})
	return nodes, cmp.Or(err, out.end())
}

func ragID(nodes []ragNode, e graph.Edge) string {
	return nodes[e.From].id.Handle() + "-" + e.Kind.String() + "-" + nodes[e.To].id.Handle()
}

func ragRelationships(ctx context.Context, g *Graph, d *Dir, degrees []int64, nodes []ragNode) error {
	out, err := newRows[ragRelationship](d, "relationships", "id", "human_readable_id", "source", "target",
		"description", "weight", "combined_degree", "text_unit_ids")
	if err != nil {
		return err
	}
	next := int64(0)
	err = g.Edges(ctx, func(e graph.Edge) error {
		from, to := &nodes[e.From], &nodes[e.To]
		next++
		r := ragRelationship{ragID(nodes, e), next - 1, from.title(), to.title(), sentence(from.name, to.name, e),
			weight(e), degrees[e.From] + degrees[e.To], from.unit(e)}
		return out.add(r, r.record())
	})
	return cmp.Or(err, out.end())
}

func ragTextUnits(ctx context.Context, g *Graph, d *Dir, nodes []ragNode) error {
	out, err := newRows[ragTextUnit](d, "text_units", "id", "human_readable_id", "text", "n_tokens", "document_id",
		"entity_ids", "relationship_ids", "covariate_ids")
	if err != nil {
		return err
	}
	next := int64(0)
	err = g.Chunks(ctx, func(c *Chunk) error {
		edges, err := g.Out(c.Num)
		if err != nil {
			return err
		}
		relationships := []string{}
		for _, e := range edges {
			if chunkOf(c.Node, e) == c.Part {
				relationships = append(relationships, ragID(nodes, e))
			}
		}
		next++
		u := ragTextUnit{c.Handle(), next - 1, c.Text, int64(c.Of().Tokens), c.Node.Path,
			[]string{c.Node.ID.Handle()}, relationships, []string{}}
		return out.add(u, u.record())
	})
	return cmp.Or(err, out.end())
}

// rows writes a table as Parquet and as CSV.
type rows[T any] struct {
	parquet *parquetWriter[T]
	csv     *table
}

func newRows[T any](d *Dir, name string, columns ...string) (*rows[T], error) {
	p, err := d.Create(name + ".parquet")
	if err != nil {
		return nil, err
	}
	f, err := d.Create(name + ".csv")
	if err != nil {
		return nil, err
	}
	t, err := newTable(f, columns...)
	return &rows[T]{newParquet[T](p), t}, err
}

func (r *rows[T]) add(row T, record []string) error {
	return cmp.Or(r.parquet.add(row), r.csv.text(record...))
}

func (r *rows[T]) end() error { return cmp.Or(r.parquet.end(), r.csv.end()) }
