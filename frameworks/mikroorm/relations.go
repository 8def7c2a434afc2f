package mikroorm

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A described is the declaration of a relation.
type described struct {
	kind   string    // one of kinds; empty if it is not a relation
	target eval.Expr // the target entity; opaque if only a type specifies it
	mapped string    // the owning relation on the other side
	owner  bool      // explicitly the owning side
	pivot  eval.Expr // the pivot table name, or its entity
	eager  bool
}

// kindOf returns the kind of relation for a name, or "".
//
//	ManyToOne, manyToOne, MANY_TO_ONE, m:1
func kindOf(name string) string {
	return kinds[strings.ToLower(strings.ReplaceAll(name, "_", ""))]
}

// findRelations finds the relations of all entities, inherited ones included.
func (r *reader) findRelations() {
	calls := r.relationCalls()
	for _, s := range r.schemas {
		r.schemaRelations(s, calls)
	}
	for _, e := range r.Order {
		if !r.Table.Def(e.Def).Kind.IsType() {
			continue // a schema declares them
		}
		for _, c := range r.Ancestry(e.Def) {
			for d := range data.Members(r.Table, c) {
				r.member(e, d)
			}
		}
	}
	r.ResolveRelations()
	for _, e := range r.Order {
		for _, name := range e.Fields {
			r.pair(e, e.Relations[name])
		}
	}
}

// member adds the relation of a decorated member.
func (r *reader) member(e *data.Entity, d *resolve.Def) {
	for _, x := range r.Attributes(d.ID) {
		kind := kindOf(r.library(x))
		if kind == "" {
			continue
		}
		s := r.byDecorator(kind, x)
		if s.target.Expr == nil || s.target.Kind == parse.ExprOpaque {
			r.relateTo(e, d.Name, s, r.ofMember(d))
			return
		}
		r.relate(e, d.Name, s)
	}
}

// byDecorator reads the declaration in a decorator.
//
//	@ManyToOne(() => User, { eager: true })    @OneToMany(() => Line, (l) => l.order)
//	@ManyToMany({ entity: () => Tag, pivotTable: 'order_tags' })
func (r *reader) byDecorator(kind string, x eval.Expr) described {
	s := described{kind: kind}
	for i := range x.Args {
		v := x.Sub(&x.Args[i].Value)
		switch {
		case v.Kind == parse.ExprMap:
			r.described(&s, v)
		case i == 0:
			s.target = v
		case v.Kind != parse.ExprLiteral: // undefined
			s.mapped = r.named(v)
		}
	}
	return s
}

// byOptions reads the declaration in a property object.
func (r *reader) byOptions(x eval.Expr) described {
	var s described
	for _, name := range []string{"kind", "reference"} {
		if v := data.Within(x.Expr, name); v.Kind == parse.ExprString || v.Kind == parse.ExprMember {
			s.kind = kindOf(v.Text)
		}
	}
	r.described(&s, x)
	return s
}

// described reads an object of options into s.
func (r *reader) described(s *described, x eval.Expr) {
	for i := range x.Args {
		v := x.Sub(&x.Args[i].Value)
		switch x.Args[i].Name {
		case "entity":
			s.target = v
		case "mappedBy":
			s.mapped = r.named(v)
		case "inversedBy":
			s.owner = true
		case "owner":
			s.owner = s.owner || v.Expr.Text == "true"
		case "pivotTable", "pivotEntity":
			s.pivot = v
		case "eager":
			s.eager = v.Expr.Text == "true"
		}
	}
}

// byCalls reads the declaration in a call chain:
// p.manyToMany(Tag).inversedBy('orders').
func (r *reader) byCalls(c data.Chain) described {
	first := c.Calls[0]
	s := described{kind: kindOf(first.Expr.Text)}
	if len(first.Args) > 0 {
		s.target = first.Sub(&first.Args[0].Value)
	}
	for _, x := range c.Calls[1:] {
		var arg eval.Expr
		if len(x.Args) > 0 {
			arg = x.Sub(&x.Args[0].Value)
		}
		switch x.Expr.Text {
		case "mappedBy":
			s.mapped = r.named(arg)
		case "inversedBy", "owner":
			s.owner = true
		case "pivotTable", "pivotEntity":
			s.pivot = arg
		case "eager":
			s.eager = true
		}
	}
	return s
}

// named returns the inverse relation that an argument names, or "?" if it is unknown.
//
//	'order'    (line) => line.order
func (r *reader) named(x eval.Expr) string {
	if x.Expr == nil {
		return "?"
	}
	if x.Kind == parse.ExprLambda {
		if m := lastName.FindString(x.In.File.Text[x.Body.Start:x.Body.End]); m != "" {
			return m
		}
	}
	if text, ok := r.Text(x); ok && text != "" {
		return text
	}
	return "?"
}

var lastName = regexp.MustCompile(`\w+$`)

// ofMember returns the entity of a member's type, which may be written only in the
// initializer, or nil.
//
//	author!: Rel<Ref<User>>    tags = new Collection<Tag>(this)
func (r *reader) ofMember(d *resolve.Def) *data.Entity {
	for _, v := range data.DeclaredType(r.Tree, d.ID).Values(r.roles.OfType) {
		if e := r.Entity(v); e != nil {
			return e
		}
	}
	for _, x := range r.Values(d.ID) {
		if x.Kind != parse.ExprNew || x.Expr.Text != "Collection" {
			continue
		}
		if m := typeArgument.FindStringSubmatch(x.In.File.Text[x.At:]); m != nil {
			return r.Of(data.TypeExprAt(x, parse.TypeRef{Name: m[1], At: x.At}).Class(r.Table))
		}
	}
	return nil
}

var typeArgument = regexp.MustCompile(`^Collection\s*<\s*(\w+)`)

// relate adds a relation from its declaration.
func (r *reader) relate(e *data.Entity, name string, s described) {
	if s.kind == "" || s.target.Expr == nil {
		return
	}
	if s.target.Kind == parse.ExprString {
		if text, ok := r.Text(s.target); ok {
			r.relateTo(e, name, s, r.Only(text))
		}
		return
	}
	r.relateTo(e, name, s, r.Target(r.Tree, s.target))
}

// relateTo adds a relation to an entity; to is nil if it is unknown.
func (r *reader) relateTo(e *data.Entity, name string, s described, to *data.Entity) {
	if to == nil {
		return
	}
	owns := s.kind == manyToOne || s.kind != oneToMany && (s.mapped == "" || s.owner)
	rel := &data.Relation{To: to, List: s.kind == oneToMany || s.kind == manyToMany,
		Joined: s.kind == manyToMany, Eager: s.eager, Keyed: owns,
		Owns: owns && s.kind != manyToMany}
	if rel.Joined && owns {
		rel.Join = r.pivot(e, name, s)
	} else if rel.Joined {
		r.back[rel] = s.mapped
	}
	e.Relate(name, rel)
}

// pivot returns the pivot table between two entities: the specified one, or else one
// named after the table and the member.
//
//	orders_tags
func (r *reader) pivot(e *data.Entity, member string, s described) []data.TableMapping {
	if s.pivot.Expr != nil {
		if text, ok := r.Text(s.pivot); ok {
			return []data.TableMapping{{Table: data.TableNamed(text), Tier: graph.Exact}}
		}
		if of := r.Target(r.Tree, s.pivot); of != nil {
			return of.Tables
		}
		return nil
	}
	if e.Tables == nil {
		return nil
	}
	t := e.Tables[0]
	t.Name = e.Own + "_" + r.tableName(member)
	return []data.TableMapping{t}
}

// pair copies the pivot table of a relation to its inverse, if that has none.
func (r *reader) pair(e *data.Entity, rel *data.Relation) {
	name, ok := r.back[rel]
	if !ok {
		return
	}
	if back := rel.To.Relations[name]; back != nil && back.Joined {
		rel.Join = back.Join
	}
}
