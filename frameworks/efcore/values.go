package efcore

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A kind is a kind of value.
type kind uint8

const (
	unknown     kind = iota
	null             // null, or no value
	text             // a known string
	typeOf           // a type: typeof(T), or a type name
	instance         // an object of a class of the tree
	closure          // a lambda with its defining frame
	assembly         // the assembly of a project
	builder          // a model builder, or the model
	everyone         // all entity types of the model
	mapped           // an entity builder, or the entity type
	member           // a property builder
	related          // a relation builder
	conventions      // a conventions builder
	scalars          // all properties of a type
)

// A value is an abstract value of an expression.
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

// An object is an instance of a class of the tree, with its known fields by name.
type object struct {
	typ    resolve.Type
	fields map[string]value
}

// A frame is a running callable or lambda.
type frame struct {
	in     *resolve.Binder
	vars   map[string]value
	types  map[resolve.TypeVar]resolve.Type
	this   *object
	outer  *frame // the defining frame of a lambda or local function
	result value
}

// lookup finds a variable of the frame or of its outer frames.
func (f *frame) lookup(name string) (value, bool) {
	for ; f != nil; f = f.outer {
		if v, ok := f.vars[name]; ok {
			return v, true
		}
	}
	return value{}, false
}

// instantiate substitutes the type parameters in a type.
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
