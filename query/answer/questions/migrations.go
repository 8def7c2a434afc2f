package questions

import (
	"cmp"
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/internal/lazyregexp"
	"seedgraph/query/answer"
	"seedgraph/query/answer/about"
)

// Changes lists the migrations and scripts that created and changed database objects, the
// last first, each with the line of the change.
func Changes(x Index, nodes []uint32) (*Answer, error) {
	tables, err := mappedTables(x, nodes)
	if err != nil {
		return nil, err
	}
	a, err := newAnswer(x, "changes", tables)
	if err != nil {
		return nil, err
	}
	var changes, custom, definitions []Row
	for _, n := range tables {
		of, err := about.Describe(x, answer.Target{Node: n},
			about.Options{Groups: []string{"changed_by", "history"}, Limit: math.MaxInt32})
		if err != nil {
			return nil, err
		}
		for _, g := range of.Groups {
			for _, r := range slices.Backward(g.Items) {
				row, err := changeRow(x, n, &r)
				if err != nil {
					return nil, err
				}
				if g.Name == "history" {
					definitions = append(definitions, row)
				} else {
					changes = append(changes, row)
				}
			}
		}
	}
	for _, n := range tables {
		rows, err := customChanges(x, n)
		if err != nil {
			return nil, err
		}
		custom = append(custom, rows...)
	}
	scripts, definitions := alterations(changes, definitions)
	changes, snapshots := withoutSnapshots(changes)
	a.add("migrations, latest first", changes)
	a.add("scripts that alter it, latest first", scripts)
	a.add("classes that migrations run", sortRows(custom))
	a.add(schemaSnapshots, snapshots)
	a.add(otherDefinitions, definitions)
	return a, nil
}

// alterations separates statements that alter an object, in scripts that are no migrations
// themselves, from other definitions.
func alterations(changes, definitions []Row) (scripts, rest []Row) {
	migrations := map[string]bool{}
	for _, r := range changes {
		migrations[r.Path] = true
	}
	for _, r := range definitions {
		if r.Kind == string(graph.KindBatch) && !migrations[r.Path] {
			r.Edge = ""
			scripts = append(scripts, r)
		} else {
			rest = append(rest, r)
		}
	}
	return scripts, rest
}

// migrationClasses lists the external types whose implementations a migration runs:
//
//	<customChange class="shop.MoveOrders"/>    class MoveOrders implements CustomTaskChange
var migrationClasses = []string{"liquibase.change.custom.CustomTaskChange", "liquibase.change.custom.CustomSqlChange",
	"org.flywaydb.core.api.migration.BaseJavaMigration", "org.flywaydb.core.api.migration.JavaMigration"}

// customChanges lists the writes of a table by classes that migrations run.
func customChanges(x Index, table uint32) ([]Row, error) {
	var failed error
	rows, err := incoming(x, []uint32{table}, func(e graph.Edge) bool {
		if e.Kind != graph.WritesTo || failed != nil {
			return false
		}
		runs, err := inMigrationClass(x, e.From)
		failed = err
		return runs
	})
	for i := range rows {
		rows[i].inline = true
		if err := rows[i].readLines(x); err != nil {
			return nil, err
		}
	}
	return rows, cmp.Or(err, failed)
}

// inMigrationClass reports whether a node is in a class that migrations run.
func inMigrationClass(x Index, n uint32) (bool, error) {
	for {
		edges, err := x.ExternalEdges(n)
		if err != nil {
			return false, err
		}
		for _, e := range edges {
			if e.Kind != graph.Implements && e.Kind != graph.Inherits {
				continue
			}
			base, err := x.Node(e.To)
			if err != nil || slices.Contains(migrationClasses, base.Name) {
				return err == nil, err
			}
		}
		outer, ok, err := x.Parent(n)
		if err != nil || !ok {
			return false, err
		}
		n = outer
	}
}

// schemaSnapshots is the group of migrations that repeat the whole schema, for a new
// database: they change nothing that other migrations have not changed.
const schemaSnapshots = "snapshots of the schema"

// snapshot matches the path of a snapshot by convention, such as those of Liquibase and the
// model snapshots of Entity Framework.
var snapshot = lazyregexp.New(`(?i)(?:^|[/_.-]|model)snapshots?(?:[/_.-]|$)`)

// withoutSnapshots separates the migrations in snapshots, unless there are no others.
func withoutSnapshots(rows []Row) (changes, snapshots []Row) {
	for _, r := range rows {
		if snapshot.MatchString(r.Path) {
			snapshots = append(snapshots, r)
		} else {
			changes = append(changes, r)
		}
	}
	if len(changes) == 0 {
		return rows, nil
	}
	return changes, snapshots
}

// otherDefinitions is the group of definitions of an object that do not change it.
const otherDefinitions = "other definitions, latest first"

// changeRow describes a definition that changes a node.
func changeRow(x Index, n uint32, r *about.Related) (Row, error) {
	row := Row{Item: r.Item, Edge: r.EdgeType, Tier: r.Tier, Ops: r.Ops, Via: r.Via, Line: r.Line, inline: true}
	in, err := x.In(n)
	if err != nil {
		return row, err
	}
	for _, e := range in {
		from, err := x.Node(e.From)
		if err != nil {
			return row, err
		}
		if string(from.ID) != r.ID || e.Kind.String() != r.EdgeType {
			continue
		}
		row.Test, row.node = from.Flags.Has(graph.Test), e.From
		lines, err := x.Lines(e)
		if err != nil {
			return row, err
		}
		if len(lines) > 1 {
			row.Lines = lines
		}
		return row, row.readLines(x)
	}
	return row, nil
}

// lineWithin returns a line of the file of a node: from its own source, or from nested
// definitions.
func lineWithin(x Index, n, line uint32) (string, error) {
	text, err := answer.SourceLine(x, n, line)
	if text != "" || err != nil {
		return text, err
	}
	out, err := x.Out(n)
	if err != nil {
		return "", err
	}
	for _, e := range out {
		if e.Kind != graph.Contains {
			continue
		}
		node, err := x.Node(e.To)
		if err != nil {
			return "", err
		}
		if node.Span.StartLine <= line && line <= node.Span.EndLine {
			return lineWithin(x, e.To, line)
		}
	}
	return "", nil
}
