package rails

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Objects of models, and their associations, write rows.
//
//	story.save!    @story.update(title: "x")    story.comments.create(text: "x")

// save are the methods that write an object, whether its row exists or not.
var save = resolve.WordSet("save save!")

// writing are the operations of the other methods of objects and associations.
//
// Source: the API documentation of Rails 8.
var writing = data.NewOperations(map[graph.Ops]string{
	graph.Insert: `create create! insert_all insert_all! create_or_find_by find_or_create_by
		find_or_create_by!`,
	graph.Update: `update update! update_attribute update_attribute! update_attributes
		update_attributes! update_column update_columns update_all toggle! increment! decrement!
		touch`,
	graph.Delete: "destroy destroy! destroy_all delete_all destroy_by delete_by",
})

// unsaved are the methods that make an object without a row.
var unsaved = resolve.WordSet("new build dup find_or_initialize_by first_or_initialize")

// write records the tables that a method of an object writes.
func (r *attributeReader) write(x eval.Expr) {
	ops, known := writing[x.Expr.Text]
	if !known && !save[x.Expr.Text] {
		return
	}
	for _, s := range r.written(x) {
		if save[x.Expr.Text] {
			ops = graph.Insert | graph.Update
			if x.Recv != nil {
				ops = data.SaveOps(r.Tree, x.Sub(x.Recv), func(v eval.Expr) bool {
					return v.Kind == parse.ExprCall && unsaved[v.Expr.Text]
				})
			}
		}
		r.model.Use(x, r.entities[s.class], ops, s.tier)
		for e := x.Recv; e != nil; e = e.Recv { // a chain that writes only selects the rows
			r.selects[e] = true
		}
	}
}

// read records the tables that an association reads.
//
//	story.comments.order(:id)
func (r *attributeReader) read(x eval.Expr) {
	if r.selects[x.Expr] {
		return
	}
	for _, s := range r.written(x) {
		if rel, ok := s.others[x.Expr.Text]; ok {
			r.model.Use(x, rel.between, 0, s.tier)
			r.model.Use(x, r.entities[rel.to.class], 0, s.tier)
		}
	}
}

// written lists the models of the object of a call: of its receiver, or of the object around it in
// a method.
func (r *attributeReader) written(x eval.Expr) []subject {
	r.left = maxReceivers
	switch {
	case x.Recv != nil:
		return r.subjects(x.Sub(x.Recv))
	case x.Def > resolve.None && r.Table.Def(x.Def).Kind.IsCallable():
		return r.around(x)
	}
	return nil
}
