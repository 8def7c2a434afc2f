package sqlalchemy_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/sqlalchemy"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

// TestChanges checks the part that each operation of a migration changes, and the new
// name of a column; operations on a whole table have neither.
func TestChanges(t *testing.T) {
	const code = `from alembic import op
import sqlalchemy as sa
revision = "1"
def upgrade():
    op.create_table("orders", sa.Column("id", sa.Integer()))
    op.rename_table("old", "new")
    op.add_column("orders", sa.Column("total", sa.Integer()))
    op.drop_column("orders", "note")
    op.alter_column("orders", "due", new_column_name="due_at")
    op.alter_column("orders", column_name="kind", nullable=False)
    op.create_foreign_key("fk_lines", "lines", "orders", ["a"], ["b"])
    op.drop_constraint("fk_old", "lines", type_="foreignkey")
    op.drop_constraint("uq_old", "lines", type_="unique")
    op.execute("UPDATE orders SET total = 0")
    op.execute(sa.text("CREATE TABLE audit (id int)"))
    op.execute(orders.delete())
    op.create_index("ix", "lines", ["a"])
    op.drop_index(index_name="iy", table_name="lines")
    op.create_unique_constraint("uq", "lines", ["a"])
`
	var got []string
	for _, m := range read(t, code).Migrations {
		for _, c := range m.Changes {
			got = append(got, fmt.Sprintf("%s %d %q %q", c.Table, c.Op, c.Part, c.To))
		}
	}
	change := func(table string, op graph.SchemaOp, part, to string) string {
		return fmt.Sprintf("%s %d %q %q", table, op, part, to)
	}
	want := []string{
		change("orders", graph.CreatesObject, "", ""),
		change("old", graph.RenamesObject, "new", ""),
		change("new", 0, "", ""),
		change("orders", graph.AddsColumn, "total", ""),
		change("orders", graph.DropsColumn, "note", ""),
		change("orders", graph.RenamesColumn, "due", "due_at"),
		change("orders", 0, "kind", ""),
		change("lines", graph.AddsForeignKey, "fk_lines", ""),
		change("lines", graph.DropsForeignKey, "fk_old", ""),
		change("lines", 0, "uq_old", ""),
		change("orders", 0, "", ""), // rows
		change("audit", graph.CreatesObject, "", ""),
		change("lines", 0, "ix", ""),
		change("lines", 0, "iy", ""),
		change("lines", 0, "uq", ""),
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestAdded checks that adding a newly created object is an insert, and that adding one
// returned by a query is also an update.
func TestAdded(t *testing.T) {
	const code = `from sqlalchemy import Column, Integer
from sqlalchemy.orm import DeclarativeBase, Session
class Base(DeclarativeBase):
    pass
class Order(Base):
    __tablename__ = "orders"
    id = Column(Integer, primary_key=True)
def create(session: Session):
    order = Order()
    session.add(order)
def change(session: Session):
    order = session.query(Order).first()
    session.add(order)
`
	var got []graph.Ops
	for _, u := range read(t, code).Uses {
		if u.Ops != 0 {
			got = append(got, u.Ops)
		}
	}
	if want := []graph.Ops{graph.Insert, graph.Insert | graph.Update}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// read reads the model of one file.
func read(t *testing.T, code string) *data.Model {
	t.Helper()
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	facts, err := set.Of("a.py").Facts(p, parse.Source{Path: "a.py", Text: code,
		Sites: parse.AllSites})
	if err != nil {
		t.Fatal(err)
	}
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolvers.Languages(), SQL: set.Embedded("sql"), Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return data.Set{sqlalchemy.Mapper()}.Read(eval.NewTree(r))
}
