package laravel

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Relations by their names read the tables at their ends, and the tables between:
//
//	Book::with('pages.revisions')->whereHas('tags')->get()

// A relation is an association that a method of a model declares.
type relation struct {
	to      resolve.DefID       // the model at the end, or None
	between []data.TableMapping // the pivot table of a many-to-many relation
}

// eager are the methods of models and queries whose arguments name relations that they read.
//
// Source: the documentation of Laravel 12.
var eager = resolve.WordSet(`with withCount withExists withSum withMin withMax withAvg withAggregate
	load loadMissing loadCount loadExists has orHas doesntHave orDoesntHave whereHas orWhereHas
	whereDoesntHave orWhereDoesntHave withWhereHas whereRelation orWhereRelation withWhereRelation
	fresh`)

// eagerly records the tables of the relations that a call names.
func (r *attributeReader) eagerly(x eval.Expr) {
	if x.Recv == nil || !eager[x.Expr.Text] {
		return
	}
	r.left = maxReceivers
	class, tier := r.subject(x.Sub(x.Recv))
	if class == resolve.None {
		return
	}
	for i := range x.Args {
		r.Each(x.Sub(&x.Args[i].Value), func(_ eval.Expr, path string) {
			path, _, _ = strings.Cut(path, ":") // with its columns
			path, _, _ = strings.Cut(path, " as ")
			of := class
			for _, name := range strings.Split(path, ".") {
				rel := r.relationOf(of, name)
				if rel.to == resolve.None {
					return
				}
				r.model.Use(x, rel.between, 0, tier)
				r.model.Use(x, r.entities[rel.to], 0, tier)
				of = rel.to
			}
		})
	}
}

// relationOf returns the relation that a method of a model declares.
func (r *attributeReader) relationOf(class resolve.DefID, name string) relation {
	for _, c := range r.Lineage(class) {
		for _, m := range r.Table.Own(c, name) {
			if rel := r.relationBy(m, class); rel.to != resolve.None {
				return rel
			}
		}
	}
	return relation{to: resolve.None}
}

// relationBy returns the relation that a callable of a class returns.
func (r *attributeReader) relationBy(d, class resolve.DefID) relation {
	if d <= resolve.None || !r.Table.Def(d).Kind.IsCallable() {
		return relation{to: resolve.None}
	}
	for _, v := range r.Values(d) {
		for e := v.Expr; e != nil && e.Kind == parse.ExprCall; e = e.Recv {
			if !relations[e.Text] || len(e.Args) == 0 || e.Args[0].Value.Kind != parse.ExprType {
				continue
			}
			if to := v.Sub(&e.Args[0].Value).Referent().Def; to > resolve.None {
				to = r.Table.Canon[to]
				return relation{to, r.pivot(v.Sub(e), class, to)}
			}
		}
	}
	return relation{to: resolve.None}
}

// pivot returns the table of a many-to-many relation: the one that it states, by name or by
// class, or that of both names.
//
//	$this->belongsToMany(Tag::class, 'book_tags')    $this->morphToMany(Tag::class, 'taggable')
func (r *attributeReader) pivot(x eval.Expr, class, to resolve.DefID) []data.TableMapping {
	poly := x.Expr.Text == "morphToMany" || x.Expr.Text == "morphedByMany"
	if !poly && x.Expr.Text != "belongsToMany" {
		return nil
	}
	at := 1
	if poly {
		at = 2
	}
	if arg := x.Arg(at, "table"); arg != nil {
		stated := x.Sub(arg)
		if d := stated.Referent().Def; stated.Kind == parse.ExprType && d > resolve.None {
			return r.entities[r.Table.Canon[d]]
		}
		if name := data.TextOf(r.Tree, stated); name != "" {
			return []data.TableMapping{{Table: data.TableNamed(name), Tier: graph.Exact}}
		}
		return nil
	}
	if poly {
		name := data.TextOf(r.Tree, x.Sub(x.Arg(1, "name")))
		if name == "" {
			return nil
		}
		return []data.TableMapping{{Table: data.Table{Name: plural.Rails(name)}, Tier: graph.Typed}}
	}
	names := []string{data.SnakeCase(r.Table.Def(class).Name),
		data.SnakeCase(r.Table.Def(to).Name)}
	slices.Sort(names)
	return []data.TableMapping{{Table: data.Table{Name: strings.Join(names, "_")},
		Tier: graph.Typed}}
}

// pivoting are the methods of many-to-many relations that write their table.
//
// Source: the documentation of Laravel 12.
var pivoting = data.NewOperations(map[graph.Ops]string{
	graph.Insert:                "attach create createMany save saveMany syncWithoutDetaching",
	graph.Delete:                "detach",
	graph.Update:                "updateExistingPivot",
	graph.Insert | graph.Delete: "toggle",
	graph.Insert | graph.Update | graph.Delete: "sync syncWithPivotValues",
})

// pivots records the pivot table that a call on a relation reads or writes.
//
//	$book->tags()->attach(3)    $book->tags()->where('x', 1)->get()    $book->tags
func (r *attributeReader) pivots(x eval.Expr) {
	if x.Recv == nil || r.pivoted[x.Expr] {
		return
	}
	r.left = maxReceivers
	ops, writes := pivoting[x.Expr.Text]
	for on := x; on.Recv != nil; on = on.Sub(on.Recv) {
		if on.Expr == x.Expr && writes && x.Kind == parse.ExprCall {
			continue
		}
		if rel := r.declared(on); rel.between != nil {
			r.pivoted[on.Expr] = true
			if writes {
				r.selects[on.Expr] = true
			}
			r.model.Use(x, rel.between, ops, graph.Typed)
			return
		}
		if !writes {
			return
		}
	}
}

// declared returns the relation that a call or a member of an object of a model denotes.
func (r *attributeReader) declared(x eval.Expr) relation {
	if x.Kind == parse.ExprCall {
		if d := x.Referent().Def; d > resolve.None {
			return r.relationBy(d, r.Table.EnclosingType(d))
		}
	}
	of, _ := r.subject(x.Sub(x.Recv))
	if of == resolve.None {
		return relation{to: resolve.None}
	}
	return r.relationOf(of, x.Expr.Text)
}
