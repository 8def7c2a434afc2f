package laravel

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Objects of models, and the relations that their methods return, write rows by methods of the
// object.
//
//	$page->save();    $page->revisions()->delete();    $book->pages()->create([…])

// save are the methods that write an object, whether its row exists or not.
var save = resolve.WordSet("save saveQuietly saveOrFail push pushQuietly saveMany")

// writing are the operations of the other methods of objects and relations.
//
// Source: the documentation of Laravel 12.
var writing = data.NewOperations(map[graph.Ops]string{
	graph.Insert: "create createQuietly createMany createManyQuietly forceCreate firstOrCreate insert",
	graph.Update: `update updateQuietly updateOrFail increment decrement incrementQuietly
		decrementQuietly touch restore`,
	graph.Insert | graph.Update: "updateOrCreate upsert",
	graph.Delete:                "delete deleteQuietly deleteOrFail forceDelete forceDeleteQuietly",
})

// unsaved are the methods that make an object without a row.
var unsaved = resolve.WordSet("make newInstance firstOrNew replicate newModelInstance")

// write records the table that a method of an object writes.
func (r *attributeReader) write(x eval.Expr) {
	ops, known := writing[x.Expr.Text]
	if x.Recv == nil || !known && !save[x.Expr.Text] {
		return
	}
	r.left = maxReceivers
	object := x.Sub(x.Recv)
	classes, tier := r.objectsOf(object)
	if len(classes) == 0 {
		return
	}
	if save[x.Expr.Text] {
		ops = data.SaveOps(r.Tree, object, func(v eval.Expr) bool {
			return v.Kind == parse.ExprNew || v.Kind == parse.ExprCall && unsaved[v.Expr.Text]
		})
	}
	for _, class := range classes {
		r.model.Use(x, r.entities[class], ops, tier)
	}
	for e := x.Recv; e != nil; e = e.Recv { // a chain that writes does not read: it only selects the rows
		r.selects[e] = true
	}
}

// read records the table that a relation reads: one that a method returns, or that is read like a
// property.
//
//	$book->pages()->where('draft', false)->get()    $book->pages
func (r *attributeReader) read(x eval.Expr) {
	if x.Recv == nil || r.selects[x.Expr] {
		return
	}
	r.left = maxReceivers
	class := resolve.None
	if x.Kind == parse.ExprCall {
		class = r.related(x)
	} else {
		class = r.relatedMember(x)
	}
	if class != resolve.None {
		r.model.Use(x, r.entities[class], 0, graph.Typed)
	}
}

// relatedMember returns the model at the end of a relation that is read like a property.
func (r *attributeReader) relatedMember(x eval.Expr) resolve.DefID {
	of, _ := r.subject(x.Sub(x.Recv))
	if of == resolve.None {
		return resolve.None
	}
	return r.relationOf(of, x.Expr.Text).to
}

// objectsOf lists the models that an expression may be an object of: one, or all that derive from
// the type that is written.
func (r *attributeReader) objectsOf(x eval.Expr) (classes []resolve.DefID, tier graph.Tier) {
	if class, tier := r.subject(x); class != resolve.None {
		return []resolve.DefID{class}, tier
	}
	base := resolve.None
	if l := x.Local(); l != nil && !l.Type.IsZero() {
		if t := x.In.TypeOf(l.Type, x.Def, x.At); t.Def > resolve.None {
			base = r.Table.Canon[t.Def]
		}
	} else if x.Kind == parse.ExprName && x.Expr.Text == "$this" {
		base = r.Table.EnclosingType(x.Def)
	}
	if base == resolve.None {
		return nil, 0
	}
	return r.below[base], graph.Heuristic
}
