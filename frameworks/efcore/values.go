package efcore

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A kind says what a value is.
type kind uint8

const (
	unknown     kind = iota
	null             // null, or no value at all
	text             // a string that is known
	typeOf           // a type: typeof(T), or the name of one
	instance         // an object of a class of the tree
	closure          // a lambda, and the frame that it was made in
	assembly         // the code of a project
	builder          // a builder of the whole model, or the model
	everyone         // all entity types of the model
	mapped           // a builder of an entity, or the entity type
	member           // a builder of a property
	related          // a builder of a relation
	conventions      // a builder of conventions
	scalars          // all properties of a type
)

// A value is what is known of what an expression is worth.
type value struct {
	kind   kind
	text   string
	typ    resolve.Type
	object *object
	lambda *parse.Expr
	frame  *frame
	entity *entity
	rel    *relation
	tier   graph.Tier
}

// An object is one of a class of the tree, with what is known of its fields, by name.
type object struct {
	typ    resolve.Type
	fields map[string]value
}

// A frame is a callable or lambda that is being run.
type frame struct {
	in     *resolve.Binder
	vars   map[string]value
	types  map[resolve.TypeVar]resolve.Type
	this   *object
	outer  *frame // that a lambda or local function was made in
	result value
}

// lookup finds a variable of the frame or of those around it.
func (f *frame) lookup(name string) (value, bool) {
	for ; f != nil; f = f.outer {
		if v, ok := f.vars[name]; ok {
			return v, true
		}
	}
	return value{}, false
}

// instantiate puts what stands for type parameters into a type.
func (f *frame) instantiate(t resolve.Type) resolve.Type {
	if t.Owner != resolve.None {
		for x := f; x != nil; x = x.outer {
			if is, ok := x.types[resolve.TypeVar{Owner: t.Owner, Param: t.Param}]; ok {
				return is
			}
		}
		return t
	}
	if len(t.Args) == 0 {
		return t
	}
	args := make([]resolve.Type, len(t.Args))
	for i := range t.Args {
		args[i] = f.instantiate(t.Args[i])
	}
	t.Args = args
	return t
}

func known(s string) value { return value{kind: text, text: s} }
